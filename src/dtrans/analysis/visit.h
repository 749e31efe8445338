/* Internal to the analysis: the state while instructions are visited. */
#ifndef LATHE_DTRANS_VISIT_H
#define LATHE_DTRANS_VISIT_H

#include "dtrans/analysis/local.h"

typedef struct dtrans_visitor {
    DTransInfo *info;
    dtrans_local local;
    LLVMTargetDataRef target;
    LLVMValueRef inst;
    double weight; /* how often inst is expected to run */
} dtrans_visitor;

/* Notes the condition for every type the pointer may lead to: `object` where it is an object's
 * address, `element` where it is a field's. DTRANS_CONDITIONS stands for none. */
void dtrans_note_views(dtrans_visitor *v, const LocalPointerInfo *p, dtrans_condition object,
                       dtrans_condition element, const char *reason);

/* A load or store of `type` through pointer; value is what is stored, NULL for a load. */
void dtrans_visit_access(dtrans_visitor *v, LLVMValueRef pointer, LLVMTypeRef type,
                         LLVMValueRef value);
void dtrans_visit_gep(dtrans_visitor *v);
void dtrans_visit_call(dtrans_visitor *v);
/* memset, memcpy, memmove and their kind: bytes at pointer, all of them set, copied or read. */
void dtrans_visit_range(dtrans_visitor *v, LLVMValueRef pointer, LLVMValueRef length,
                        const char *what);
void dtrans_visit_globals(dtrans_visitor *v);
/* What the pointer classes alone tell: conflicting types, escapes, unknown sources, allocations. */
void dtrans_visit_classes(dtrans_visitor *v);
void dtrans_visit_functions(dtrans_visitor *v);

/* Whether v is a multiple of size whatever the program does. */
bool dtrans_is_multiple(dtrans_visitor *v, LLVMValueRef value, uint64_t size);

/* The scalar at offset of a type: its size, 0 if no scalar begins there. Members of a union and
 * bit-field storage count as one scalar; *opaque tells that any access inside its bytes is good. */
uint64_t dtrans_leaf_size(LLVMTargetDataRef target, LLVMTypeRef type, uint64_t offset,
                          bool *opaque);

#endif
