/* Arguments as callers give them, checked on entry. Each function is false, with LATHE_USAGE and a
 * message that names the argument, if it is not sound. */
#pragma once

#include "base/ctx.h"

/* LATHE_USAGE and the message, which names the argument. False. */
bool api_wrong(lathe_ctx *ctx, const char *message);
/* A text that must be there and not be empty. */
bool api_has_text(lathe_ctx *ctx, const char *text, const char *name);
/* A list of such texts, which may be empty. */
bool api_has_texts(lathe_ctx *ctx, const char *const *at, size_t count, const char *name);

/* Structs of callers, which begin with their size: callers may have been built with headers of
 * other releases, in which the struct had fewer members or more. */

/* Whether it can be such a struct. */
bool api_has_size(lathe_ctx *ctx, const void *given, const char *name);
/* *own, a whole struct as this library knows it, becomes what the caller's says, which may be NULL:
 * what it lacks is zero. It must not set what is not known here. */
bool api_take_sized(lathe_ctx *ctx, void *own, size_t size, const void *given, const char *name);
#define api_take(ctx, own, given, name)                                                            \
    ((void)sizeof((own) == (given)), api_take_sized(ctx, own, sizeof *(own), given, name))
/* The caller's struct becomes what *own says, as far as it has room; what is not known here is zero
 * in it. False after a failure as well: then *own is not to be relied on. */
bool api_fill_sized(lathe_ctx *ctx, void *to, const void *own, size_t size, const char *name);
#define api_fill(ctx, to, own, name)                                                               \
    ((void)sizeof((own) == (to)), api_fill_sized(ctx, to, own, sizeof *(own), name))
