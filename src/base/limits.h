/* How much is looked at, for what several files have to agree on. Each bounds either a structure of
 * fixed size or a search, so that programs nobody writes by hand, and damaged ones, take no more
 * than their share of time and stack. Beyond a limit the answer is always the careful one: a
 * question is open, a change is declined. Caps that one algorithm alone has stand beside it.
 */
#pragma once

/* Programs. */
enum {
    /* Pointers, arrays and names around a type of the debug info; more is damage, or a cycle. */
    IR_MAX_TYPE_LEVELS = 64,
};

/* Pointer classes. */
enum {
    /* Deeper chains of containers than these come from cyclic merges; they are folded into one. */
    PTR_MAX_DEPTH = 24,
    /* Structs in one another that a location is looked for in, outside of its class; beyond them
     * the class is folded. */
    PTR_MAX_HOLDING = 8,
};

/* Loop nests. */
enum {
    /* Blocks of a function whose loops are looked at. LLVM's passes recurse over chains of values,
     * and those may be as long: a function of this size needs some 60 megabytes of stack. */
    HIR_MAX_BLOCKS = 40000,
    /* Levels of loops; sets of them are the bits of a word. */
    HIR_MAX_LEVEL = 32,
    /* Blobs in one canonical expression, which is worked on in an array of that size. */
    HIR_MAX_TERMS = 64,
    /* Of one blob: recursion goes down it, and it is compared, printed and copied as a whole. */
    HIR_MAX_BLOB_SIZE = 256,
    HIR_MAX_BLOB_DEPTH = 48,
    HIR_MAX_OPERANDS = 64,
    /* Bases of a nest's references that are checked when it runs, each perhaps against each other;
     * sets of them are the bits of a word. */
    HIR_MAX_GROUPS = 16,
    /* Dimensions of an array in the debug info, and summands of one address. */
    HIR_MAX_SHAPE = 6,
    HIR_MAX_PARTS = 24,
    /* Sides of one condition made of ands or ors that are looked at. */
    HIR_MAX_SIDES = 8,
    /* Types and expressions in one another in HIR's text, which is read by recursion. */
    HIR_MAX_NESTING = 40,
};

/* Data dependences. A problem lives on the stack, and isl takes time exponential in its size. */
enum {
    /* Loops around both references. */
    DD_MAX_LEVELS = 16,
    /* Of one dimension of a subscript. */
    DD_MAX_TERMS = 20,
    DD_MAX_DIMENSIONS = 12,
    /* Statements that assign a symbol, and symbols that IVs are multiplied by in one address. */
    DD_MAX_DEFS = 4,
    DD_MAX_INDICES = 4,
    /* Things that are only assumed, for each of which a reply says whether it needed it. */
    DD_MAX_CONDITIONS = 24,
    /* The integer system: two iterations of every loop and symbols; bounds of all of these. */
    DD_MAX_VARS = 40,
    DD_MAX_ROWS = 120,
    /* Levels whose directions are found together, and three to the power of that. */
    DD_MAX_PIECE_LEVELS = 5,
    DD_MAX_CODES = 243,
    /* Distances that are tried one by one. */
    DD_MAX_TIGHTENED = 16,
    /* What a question to isl costs in dd_system.work: about as long as it can take. */
    DD_COST_OF_ISL = 1500000,
    /* dd_system.work for one region: none takes more than two seconds. */
    DD_MAX_WORK = 500000000,
};

/* Layouts. */
enum {
    /* Of an annotation. C code needs few levels; a damaged number must not make the analysis follow
     * billions. */
    DTRANS_MAX_LEVEL = 64,
    /* Constants of at most so many elements are written out where zeroes would be enough. */
    DTRANS_MAX_SPELLED = 64,
    /* Steps of a constant address, and indices of one computation: no front end writes as many. */
    DTRANS_MAX_NESTED = 64,
    DTRANS_MAX_INDICES = 64,
    /* Of an array of pointers. */
    DTRANS_MAX_DIMENSIONS = 16,
    /* Registers that a value wider than one is passed in. */
    DTRANS_MAX_PARTS = 8,
};

/* Checkpoints. */
enum {
    /* Of an instruction that computes a value again, which keeps a slot for each. */
    CKPT_MAX_OPERANDS = 4,
};
