/* Internal to src/ir/ptr: wrappers that do more with memory than return it. */
#pragma once

#include "ir/ptr/ptr_build.h"

/* What a call of such a wrapper allocates: an object of its own, if nothing in the program reaches
 * the memory in another way. */
ptr_class ptr_watch(ptr_builder *b, LLVMValueRef call, const ptr_wrapper *w);
/* A call frees a block that begins so many bytes before what the pointer leads to. */
void ptr_note_freed(ptr_builder *b, ptr_class c, uint64_t before);
/* A call passes a pointer to a parameter that only leads to what lies before it. */
void ptr_note_step(ptr_builder *b, ptr_class actual, LLVMValueRef fn, unsigned param,
                   const ptr_wrapper *w);
/* To be called when all constraints are known: decides about all of the above. */
void ptr_check_wrappers(ptr_builder *b);
