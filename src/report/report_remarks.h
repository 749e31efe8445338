/* Optimization remarks as the YAML that LLVM's tools read. */
#pragma once

#include "base/remark.h"
#include "base/str.h"

void remarks_print(str *out, const remark_list *list);
