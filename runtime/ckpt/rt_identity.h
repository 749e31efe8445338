/* Fingerprints that show whether a checkpoint belongs to this program and these arguments. */
#pragma once

#include "rt_abi.h"

/* Of the compiler's hash, the executable (its build id, else its read-only segments), and the
 * addresses of its static data. */
uint64_t ck_program_print(const lathe_ckpt_program *program);
/* Of argv[1], argv[2], … */
uint64_t ck_arguments_print(int argc, char **argv);
