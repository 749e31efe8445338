/* Optimization remarks as the YAML that LLVM's tools read. */
#ifndef LATHE_REPORT_REMARKS_H
#define LATHE_REPORT_REMARKS_H

#include "base/remark.h"
#include "base/str.h"

void remarks_print(str *out, const remark_list *list);

#endif
