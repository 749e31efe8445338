#include "hir/passes.h"

const ir_pass hir_pass_list[] = {
    {"hir-canonicalize", "Bring loops into the shape that HIR is built from", NULL,
     hir_canonicalize_pass, false},
    {"hir-identity", "Make the code of each loop nest again from its HIR", NULL, hir_identity_pass,
     false},
    {"hir-fuse", "Make one loop of two wherever that is legal", NULL, hir_fuse_pass, false},
    {"hir-interchange", "Let loops change places wherever that is legal", NULL,
     hir_interchange_pass, false},
    {"hir-licm", "Keep memory that does not move with a loop in a temp wherever that is legal",
     NULL, hir_licm_pass, false},
    {"hir-reverse", "Let loops run the other way round wherever that is legal", NULL,
     hir_reverse_pass, false},
    {"hir-scalar-replace", "Keep what loops read again in temps wherever that is legal", NULL,
     hir_scalar_replace_pass, false},
    {"hir-unroll-jam", "Do several iterations of an outer loop at once wherever that is legal",
     "factor=N", hir_unroll_jam_pass, false},
    {"hir-test-check", "let the program compare HIR with what it does", NULL, hir_test_check_pass,
     false},
    {"hir-test-text", "print HIR, read it back, verify it and print it again: the same", NULL,
     hir_test_text_pass, false},
    {NULL, NULL, NULL, NULL, false},
};
