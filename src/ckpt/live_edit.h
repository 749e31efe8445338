/* The JSON of ckpt-live, edited by people and read again: what a checkpoint is to save besides, and
 * what it need not save. */
#pragma once

#include "ckpt/ckpt_options.h"

/* One change, at one directive of a function: its number from 1, in the order of the function. */
typedef struct ckpt_live_edit {
    uint32_t directive;
    const char *name; /* as ckpt-live calls it */
    bool added;       /* else it was taken away */
} ckpt_live_edit;

typedef VEC(ckpt_live_edit) ckpt_live_edits;

/* Compares what the text says of the blocks with directives of a function, which is as it was when
 * ckpt-live saw it, with what ckpt-live would say. A text says nothing of functions and blocks that
 * it does not have. Names live in `mem`. LATHE_BAD_INPUT with the line if it names what is not in
 * the function. */
bool ckpt_live_edits_read(ckpt_live_edits *edits, arena *mem, lathe_module *m, LLVMValueRef fn,
                          const ckpt_options *options);

/* LATHE_BAD_INPUT if the text is not such JSON, or has a function that is not in the module. */
bool ckpt_live_edits_check(lathe_module *m, const ckpt_options *options);

/* Whether a slot or an object of that name is what ckpt-live calls so: pieces of a local have its
 * name with a number. */
bool ckpt_live_edit_is(const ckpt_live_edit *edit, const char *name);
