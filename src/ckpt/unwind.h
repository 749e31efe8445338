/* The runtime's mode: functions on the path leave records, and are called again to take them back.
 */
#pragma once

#include "ckpt/ckpt_options.h"
#include "ckpt/ckpt_refuse.h"
#include "ckpt/ckpt_sites.h"

/* Puts checkpoints into the program. If something speaks against it, that is added to the refused,
 * and the module is to be read again. Does nothing where there are no directives. */
bool ckpt_program_inject(lathe_module *m, const ckpt_options *options, uint64_t build,
                         ckpt_refusals *refused, ckpt_sites *sites);
