/* AOS-to-SOA as a pass. */
#ifndef LATHE_DTRANS_SOA_PASS_H
#define LATHE_DTRANS_SOA_PASS_H

#include "ir/pass.h"

lathe_status dtrans_aos_to_soa_pass(lathe_module *m, const ir_params *params, str *out);
lathe_status dtrans_split_pass(lathe_module *m, const ir_params *params, str *out);

#endif
