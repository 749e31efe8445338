/* Passes for lathe's own tests, and worked examples of transforms. list.c has their rows, which are
 * linked into the lathe of a build tree, its plugin and the unit tests, and not into what is
 * installed. */
#ifndef LATHE_TESTS_PASSES_H
#define LATHE_TESTS_PASSES_H

#include "hir/transform/transform.h"
#include "report/report_hir.h"

/* Every struct type becomes an equal one, which shows that ir/map reaches all that mentions it. */
lathe_status ir_rename_structs(lathe_module *m, const ir_params *params, str *out);

/* The editing of functions on any program, which must behave as before. */
lathe_status ir_test_split_blocks(lathe_module *m, const ir_params *params, str *out);
lathe_status ir_test_split_edges(lathe_module *m, const ir_params *params, str *out);
lathe_status ir_test_rebuild_phis(lathe_module *m, const ir_params *params, str *out);
lathe_status ir_test_clone_functions(lathe_module *m, const ir_params *params, str *out);
/* The instruction in the middle of a block. */
LLVMValueRef ir_middle_of(LLVMBasicBlockRef bb);

lathe_status ptr_trace_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status ptr_check_pass(lathe_module *m, const ir_params *params, str *out);

lathe_status hir_test_check_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status hir_test_sequence_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status hir_test_retext_pass(lathe_module *m, const ir_params *params, str *out);
/* The document of one function, and what was read of it; NULL with the status set. */
void hir_test_write_json(report_hir_function *f, str *out);
const json_value *hir_test_read_json(const json_in *in, const str *text);
lathe_status hir_test_text_pass(lathe_module *m, const ir_params *params, str *out);

lathe_status dtrans_base_test_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status dtrans_test_annotate(lathe_module *m, const ir_params *params, str *out);
lathe_status dtrans_test_annotations(lathe_module *m, const ir_params *params, str *out);
lathe_status dtrans_test_hooks_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status dtrans_test_layout_pass(lathe_module *m, const ir_params *params, str *out);

/* examples/transforms */
lathe_status dtrans_hot_first_pass(lathe_module *m, const ir_params *params, str *out);
dd_reply hir_strip_innermost(const dd_graph *g, HLLoop *loop);

lathe_status ckpt_test_place_pass(lathe_module *m, const ir_params *params, str *out);

#endif
