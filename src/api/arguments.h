/* Arguments as callers give them, checked on entry. Each function is false, with LATHE_USAGE and a
 * message that names the argument, if it is not sound. */
#pragma once

#include "base/ctx.h"

/* A text that must be there and not be empty. */
bool api_has_text(lathe_ctx *ctx, const char *text, const char *name);
/* A list of such texts, which may be empty. */
bool api_has_texts(lathe_ctx *ctx, const char *const *at, size_t count, const char *name);
