/* Response files: words of the form @FILE stand for the words in FILE. */
#pragma once

#include "base/arena.h"
#include "base/vec.h"

typedef VEC(const char *) sys_words;

/* Appends words up to NULL. */
void sys_words_add(lathe_ctx *ctx, sys_words *words, const char *const *from);

/* Appends argv[0…argc) to words with response files expanded as clang expands them: quotes and
 * backslashes as in a shell, files named in files too, names that cannot be opened left as words.
 * False with the status as it was if clang would refuse a file: it then says so best itself. */
bool sys_words_expand(lathe_ctx *ctx, arena *mem, int argc, char *const *argv, sys_words *words);
