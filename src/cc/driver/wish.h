/* lathe's own options among those of clang, such as -flathe= and -flathe-report=. */
#pragma once

#include "cc/driver/args.h"

/* Whether the word is one of lathe's, or meant to be. */
bool cc_wish_is_word(const char *word);
/* Takes it into args. False with LATHE_USAGE and the nearest spelling if there is none such. */
bool cc_wish_take(lathe_ctx *ctx, arena *mem, const char *word, cc_args *args);
/* After all words: which passes they ask for, of lathe and of what they load. */
void cc_wish_settle(lathe_ctx *ctx, arena *mem, cc_args *args);
