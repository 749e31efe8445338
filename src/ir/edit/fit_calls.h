/* Calls of a function by another type than its own: without a prototype (f(), legal before C23), or
 * by a declaration in another file that says something else. Where the arguments fit the definition
 * such a call becomes an ordinary one, which analyses and transforms follow.
 *
 * What fits is what the conventions of little-endian 64-bit machines pass in the same registers:
 *
 *   the same type, with the same attributes that say how it is passed;
 *   a pointer for an integer of its width, and the other way round;
 *   an integer for a narrower one, whose upper bits the callee does not look at; below 32 bits the
 *   caller widens, as default argument promotions do, and the argument must show that it was;
 *   fixed arguments of a variadic type for parameters of a function that is not variadic: what a
 *   variadic call adds (the number of vector registers in %al) such a function does not read.
 *
 * Arguments too few or too many, floating-point numbers of another width and values that would be
 * widened do not fit; nor do results, unless nobody uses them. Those calls stay as they are. */
#pragma once

#include "ir/ir_pass.h"

/* Rewrites all such calls of functions that the module defines. */
void ir_fit_calls(lathe_module *m);

lathe_status ir_fit_calls_pass(lathe_module *m, const ir_params *params, str *out);
