/* Layouts before and after: where each byte of a changed struct goes.
 *
 * Invariants:
 *  1. A change maps elements of the old struct to elements of the new one, each old element to one
 *     of its own or to none; elements of the new struct that nothing maps to are padding.
 *  2. A type that holds a changed struct by value (a dependent type) keeps its elements in order.
 *  3. Questions about offsets and sizes may be asked once all new structs have their bodies.
 */
#pragma once

#include "dtrans/analysis/type_info.h"
#include "ir/map/typemap.h"

typedef struct dtrans_change {
    uint32_t type; /* in DTransInfo */
    LLVMTypeRef from, to;
    uint32_t *element; /* of the new struct, for each of the old; IR_NONE if it is deleted */
    bool dependent;    /* the base made it, and fills it */
    bool apart;     /* its elements are kept in arrays of their own: none is aligned by another */
    uint64_t shown; /* what comes after so many bytes is elsewhere, and no debugger finds it; 0: all
                       is here */
} dtrans_change;

typedef struct dtrans_layouts {
    const DTransInfo *info;
    LLVMTargetDataRef target;
    ir_typemap *types;
    arena mem;
    VEC(dtrans_change) changes;
    map by_type;  /* old LLVM type → index into changes, plus 1 */
    uint8_t fill; /* what initialised objects have in elements that nothing maps to */
} dtrans_layouts;

void dtrans_layouts_init(dtrans_layouts *l, const DTransInfo *info, ir_typemap *types);
void dtrans_layouts_free(dtrans_layouts *l);

/* Adds a change to an opaque new struct, with every element mapped to itself; the caller may edit
 * the map and gives the struct its body later. NULL on failure. Valid until the next one. */
dtrans_change *dtrans_layouts_add(dtrans_layouts *l, uint32_t type, const char *new_name);
/* The same for an opaque struct that is there. */
dtrans_change *dtrans_layouts_map(dtrans_layouts *l, uint32_t type, LLVMTypeRef to);

/* NULL if the struct itself does not change; it may still be dependent. */
const dtrans_change *dtrans_change_of(const dtrans_layouts *l, LLVMTypeRef type);

/* Whether the type changes or holds one that does. */
bool dtrans_is_remapped(const dtrans_layouts *l, LLVMTypeRef type);
/* Whether the type has no name, but a changed struct in it. Front ends make such types up for an
 * array of structs, some of which they spell out with their padding; these parts do not change. */
bool dtrans_is_makeshift(const dtrans_layouts *l, LLVMTypeRef type);
LLVMTypeRef dtrans_new_type(const dtrans_layouts *l, LLVMTypeRef type);
uint64_t dtrans_new_size(const dtrans_layouts *l, LLVMTypeRef type);

typedef enum dtrans_fate {
    DTRANS_KEPT,    /* the bytes are still together, at the new offset */
    DTRANS_DELETED, /* the bytes are gone, all of them */
    DTRANS_PADDING, /* the bytes were padding, all of them */
    DTRANS_BROKEN   /* none of these */
} dtrans_fate;

/* Where byte `offset` of an object of the old type is in the new one; the end maps to the end. */
dtrans_fate dtrans_new_offset(const dtrans_layouts *l, LLVMTypeRef type, uint64_t offset,
                              uint64_t *to);
/* The same for [offset, offset + length): one member at any depth, also one that is all there is in
 * the object, elements of an array, or part of a scalar or of bytes. */
dtrans_fate dtrans_new_range(const dtrans_layouts *l, LLVMTypeRef type, uint64_t offset,
                             uint64_t length, uint64_t *to, uint64_t *new_length);
/* What byte `offset` of an object of the old type is aligned to in the new one; 1 if it is gone. */
uint64_t dtrans_new_align(const dtrans_layouts *l, LLVMTypeRef type, uint64_t offset);
