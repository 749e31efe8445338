/* Passes that exercise the editing layer on any program; the program must behave as before. */
#ifndef LATHE_IR_EDIT_TESTPASS_H
#define LATHE_IR_EDIT_TESTPASS_H

#include "ir/pass.h"

lathe_status ir_test_split_blocks(lathe_module *m, const ir_params *params, str *out);
lathe_status ir_test_split_edges(lathe_module *m, const ir_params *params, str *out);
lathe_status ir_test_rebuild_phis(lathe_module *m, const ir_params *params, str *out);
lathe_status ir_test_clone_functions(lathe_module *m, const ir_params *params, str *out);

/* The instruction in the middle of a block. */
LLVMValueRef ir_middle_of(LLVMBasicBlockRef bb);

#endif
