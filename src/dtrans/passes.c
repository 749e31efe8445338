#include "dtrans/passes.h"

#include "dtrans/transform/run.h"

const ir_pass dtrans_pass_list[] = {
    {"dtrans-analysis", "Print what may change about each struct type, and why not", "type=NAME",
     dtrans_analysis_pass},
    {"dtrans-base-test", "Replace every struct that may change by an identical one", NULL,
     dtrans_base_test_pass},
    {"dtrans-shuffle", "Give every struct that may change a random layout, as a test", "seed=N",
     dtrans_shuffle_pass},
    {NULL, NULL, NULL, NULL},
};
