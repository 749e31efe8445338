/* What the search for allocation wrappers knows of values inside a function: copies of one another,
 * calls whose target is known, and sizes in terms of parameters. */
#pragma once

#include "ir/ptr/wrappers.h"

/* Values equal to one another inside a function, reached through copies and through local
 * variables that are only loaded and stored (the front end keeps every parameter in one). */
typedef struct ptr_slice {
    VEC(LLVMValueRef) at;
    lathe_ctx *ctx;
    bool overflow;
} ptr_slice;

void ptr_slice_add(ptr_slice *s, LLVMValueRef v);
void ptr_slice_free(ptr_slice *s);
/* Adds what v is a copy of. False if v is neither a copy nor an end the caller looks at. */
bool ptr_slice_sources(ptr_slice *s, LLVMValueRef v);
/* A local variable whose address goes nowhere. */
bool ptr_is_plain_local(LLVMValueRef v);

/* The called function, NULL for indirect calls and calls with another type than its own. */
LLVMValueRef ptr_direct_callee(LLVMValueRef call);
/* The parameter of fn that v always equals, -1 if there is none. Widening does not matter. */
int ptr_parameter_of(lathe_ctx *ctx, LLVMValueRef fn, LLVMValueRef v);

/* A number: the product of up to two parameters of a function, none if `arg` is -1, and something
 * from `least` to `most`; or up to `floor` where that is more. Arithmetic counts as unlimited: a
 * size that wraps is more than any program gets, and less than it asked for. A request for no bytes
 * may be answered with any number.
 */
typedef struct ptr_form {
    bool known;
    int arg, count; /* numbers of parameters, -1 if none */
    int64_t least, most, floor;
} ptr_form;

ptr_form ptr_form_of(lathe_ctx *ctx, LLVMValueRef fn, LLVMValueRef value);
/* Of the product of two values; other may be NULL. */
ptr_form ptr_form_of_product(lathe_ctx *ctx, LLVMValueRef fn, LLVMValueRef value,
                             LLVMValueRef other);
