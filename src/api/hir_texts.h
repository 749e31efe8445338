/* Pieces of HIR as text for callers outside, who free it. */
#pragma once

#include "hir/text.h"

typedef void api_hir_print(str *out, const hir *f, const void *piece);
/* What print makes of it, malloc'd; NULL without memory. */
char *api_hir_give_text(const hir *f, const void *piece, api_hir_print *print);
