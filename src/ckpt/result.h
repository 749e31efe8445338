/* What injecting checkpoints has done: where they are, what each saves, what was refused. */
#pragma once

#include "ckpt/ckpt_options.h"
#include "ckpt/ckpt_refuse.h"
#include "ckpt/ckpt_sites.h"

typedef struct ckpt_result {
    ckpt_sites sites;
    ckpt_refusals refused;
} ckpt_result;

void ckpt_result_init(ckpt_result *r, lathe_module *m);
void ckpt_result_free(ckpt_result *r);

/* Puts checkpoints into the module, and adds what became of it to the result. Functions that the
 * result has as refused are left alone. */
bool ckpt_inject_all(lathe_module *m, const ckpt_options *options, ckpt_result *r);
/* LATHE_GATE_FAILED if something was refused, or if there are no checkpoints. */
void ckpt_insist(const ckpt_result *r, bool automatic);
