/* Where in the source an instruction, a function or a global comes from. */
#pragma once

#include "base/arena.h"
#include "base/map.h"
#include "ir/md.h"

/* Strings live as long as the reader and the module. */
typedef struct ir_place {
    const char *file;     /* joined with its directory when relative, NULL if unknown */
    unsigned line;        /* 0 if unknown */
    unsigned column;      /* 0 if unknown */
    const char *function; /* as written in the source, else the IR name; NULL for globals */
    bool exact;           /* false: the line is that of the enclosing function, or none */
} ir_place;

/* Remembers paths and names, so that asking for every instruction of a module stays cheap. */
typedef struct ir_srcloc {
    lathe_module *m;
    arena mem;
    map files;  /* DIFile -> path */
    map scopes; /* scope node -> name of the subprogram around it */
    ir_md_ops ops;
} ir_srcloc;

void ir_srcloc_init(ir_srcloc *s, lathe_module *m);
void ir_srcloc_free(ir_srcloc *s);

/* The position the instruction was written at, even if it was inlined from there. */
ir_place ir_srcloc_inst(ir_srcloc *s, LLVMValueRef inst);
/* The position, in the function that holds the instruction now, of the outermost inlined call. The
 * same as ir_srcloc_inst when nothing was inlined. */
ir_place ir_srcloc_inst_outer(ir_srcloc *s, LLVMValueRef inst);
ir_place ir_srcloc_function(ir_srcloc *s, LLVMValueRef fn);
ir_place ir_srcloc_global(ir_srcloc *s, LLVMValueRef global);

/* The path of a DIFile; NULL if file is none or has no name. */
const char *ir_srcloc_path(ir_srcloc *s, LLVMMetadataRef file);

/* "file:12:3", "file:12", "file", or "?" */
void ir_place_print(str *out, const ir_place *place);
