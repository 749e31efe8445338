/* The passes of this room. */
#ifndef LATHE_HIR_PASSES_H
#define LATHE_HIR_PASSES_H

#include "ir/pass.h"

lathe_status hir_canonicalize_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status hir_print_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status hir_test_check_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status hir_distribute_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status hir_drop_if_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status hir_hoist_if_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status hir_perfect_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status hir_reduce_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status hir_sink_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status hir_fuse_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status hir_interchange_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status hir_reverse_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status hir_licm_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status hir_scalar_replace_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status hir_tile_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status hir_version_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status hir_unroll_jam_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status hir_optimize_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status hir_identity_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status hir_test_sequence_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status hir_test_text_pass(lathe_module *m, const ir_params *params, str *out);

#endif
