/* Debug info of pointers that are not addresses any more: indexes, or addresses in 32 bits.
 *
 * DWARF cannot say how to get from such a number to an object, so a debugger must not take it for
 * an address: its type becomes an unsigned number whose name says what it is ("struct node * as
 * index"). Structs that hold such numbers, or whose objects are not in one piece any more, are
 * marked as artificial, and so are the members. LLVM writes the mark of members to DWARF, and keeps
 * that of types in the IR.
 *
 * A pointer to such pointers may lead to locations of either width where some are narrow; what is
 * there is not shown.
 */
#pragma once

#include "dtrans/transform/base.h"
#include "dtrans/transform/sources.h"

typedef struct dtrans_numbers {
    DTransOptBase *b;
    dtrans_sources sources;
    arena mem;
    bool *narrow;   /* by number of the ir_di_struct: some pointers to it have less bits */
    map members;    /* member node → struct number */
    map successors; /* node → the one that replaces it */
    VEC(LLVMMetadataRef) made;
    LLVMDIBuilderRef di;
    ir_md_ops ops;
} dtrans_numbers;

/* Nothing is done for transforms without the hook `number_note`. The first is asked before debug
 * info follows the layouts, the second carries out what it found, and frees it, afterwards. */
void dtrans_numbers_find(dtrans_numbers *n, DTransOptBase *b);
void dtrans_numbers_apply(dtrans_numbers *n);

/* When everything else is done: variables that hold numbers and are said to hold pointers. */
void dtrans_numbers_in_variables(DTransOptBase *b);
