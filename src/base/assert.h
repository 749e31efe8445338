/* What a function relies on, said where it relies on it. Asserts are on in `make test` and
 * `make SAN=1` (LATHE_ASSERTS): there a broken invariant ends the process with its expression and
 * source position. In a release they are not evaluated, so an expression must have no effects.
 *
 * Asserts are about lathe's own structures. Input, memory and budgets are never asserted: they have
 * a status (base/ctx.h).
 */
#pragma once

#include <stdbool.h>

#ifdef LATHE_ASSERTS
#define lathe_assert(what)                                                                         \
    ((what) ? (void)0 : lathe_assert_failed(#what, __FILE__, __LINE__, __func__))
_Noreturn void lathe_assert_failed(const char *what, const char *file, int line, const char *in);
enum { LATHE_ASSERTING = 1 };
#else
#define lathe_assert(what) ((void)(0 && (what)))
enum { LATHE_ASSERTING = 0 };
#endif
