/* Transforms as passes. */
#ifndef LATHE_DTRANS_RUN_H
#define LATHE_DTRANS_RUN_H

#include "dtrans/transform/base.h"
#include "ir/pass.h"

/* Runs the transform on the pipeline's DTransInfo (analysis/shared.h) and keeps that true. After a
 * failure, or if no transform found work, the module becomes what it was before the first one when
 * the knowledge is dropped, read again into a context of its own. */
lathe_status dtrans_run(lathe_module *m, const dtrans_hooks *hooks, void *data);

lathe_status dtrans_shuffle_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status dtrans_reorder_fields_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status dtrans_delete_fields_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status dtrans_pool_pass(lathe_module *m, const ir_params *params, str *out);

#endif
