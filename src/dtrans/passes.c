#include "dtrans/passes.h"

const ir_pass dtrans_pass_list[] = {
    {"dtrans-analysis", "Print what may change about each struct type, and why not", "type=NAME",
     dtrans_analysis_pass},
    {NULL, NULL, NULL, NULL},
};
