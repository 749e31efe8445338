/* What injecting checkpoints has done, for people and for programs. */
#pragma once

#include "ckpt/result.h"

/* As text: each checkpoint, each tracked value with its type, bytes, and why it is live. */
void ckpt_print_text(const ckpt_result *r, str *out);
/* The document of docs/ckpt-json.md. */
void ckpt_print_json(const ckpt_result *r, str *out);
