/* The module summary of `lathe info`, as text (report_info.c) and as JSON (info_json.c). */
#pragma once

#include "ir/summary.h"

/* Whether a struct is meant by a name such as "struct.node", "node" or "struct node"; NULL means
 * every struct. */
bool info_is_chosen(const ir_struct *s, const char *type);

/* LATHE_USAGE if the options name a type that there is none of. */
void info_print(str *out, lathe_module *m, const lathe_info_options *options);
void info_print_json(str *out, const ir_summary *s, const char *type);
