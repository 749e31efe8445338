/* Liveness as the document that ckpt-live prints. */
#pragma once

#include "ir/module.h"

/* Of all functions; on failure, the context's status is set. */
void ckpt_live_json(lathe_module *m, str *out);
