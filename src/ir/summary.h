/* A module in numbers. */
#pragma once

#include "ir/structs.h"

typedef enum ir_op_class {
    IR_OP_MEMORY,     /* load, store, alloca, atomics, fence */
    IR_OP_ADDRESS,    /* getelementptr */
    IR_OP_INTEGER,    /* integer arithmetic and logic */
    IR_OP_FLOAT,      /* floating-point arithmetic */
    IR_OP_COMPARE,    /* icmp, fcmp */
    IR_OP_CONVERSION, /* all casts, freeze */
    IR_OP_CALL,       /* call; invoke and callbr too */
    IR_OP_MERGE,      /* phi, select */
    IR_OP_CONTROL,    /* the other terminators */
    IR_OP_OTHER,      /* vectors, aggregates, exception pads, va_arg */
    IR_OP_CLASSES
} ir_op_class;

/* "memory", "address", … */
const char *ir_op_class_name(ir_op_class c);

typedef struct ir_summary {
    lathe_module *m;
    uint64_t defined, declared, intrinsics; /* functions; intrinsics are not among the declared */
    uint64_t globals_defined, globals_declared;
    uint64_t blocks, instructions;
    uint64_t by_opcode[256]; /* LLVMOpcode */
    uint64_t by_class[IR_OP_CLASSES];
    uint64_t loops;
    VEC(uint64_t) loops_at; /* loops_at.at[d] loops have depth d + 1 */
    uint64_t irreducible;   /* regions with several entries */
    ir_di_types di;
    ir_structs structs;
} ir_summary;

/* False, with the context's status set, on failure. Free it either way. */
bool ir_summary_init(ir_summary *s, lathe_module *m);
void ir_summary_free(ir_summary *s);
