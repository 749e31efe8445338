/* LocalPointerInfo: what a pointer points to, in terms of struct types. The pointer classes know
 * the locations; this names them: an object of type T (an alias of T*), or a field of T. */
#pragma once

#include "dtrans/analysis/type_info.h"

typedef struct dtrans_view {
    uint32_t type;
    uint64_t offset; /* in the type; 0 for the object itself */
    bool element;    /* a field's address, as opposed to the object's */
    bool beyond;     /* after the first object of several, or after the last */
    bool outer;      /* of a struct around the one that holds the field */
} dtrans_view;

typedef struct LocalPointerInfo {
    ptr_class place;          /* the class it is about */
    const dtrans_view *views; /* objects first, then fields, then fields of outer structs */
    uint32_t count;
    uint32_t objects;  /* how many of them are whole objects */
    uint32_t dominant; /* the unique dominant type, IR_NONE if there is none or several */
    bool conflicting;  /* objects of types that do not begin with one another */
    bool tangled;      /* the location lies, at some distance, inside itself */
    bool analysed;     /* all sources of the pointer are known */
} LocalPointerInfo;

/* All views, those of objects, and the others. */
#define dtrans_each_view(view, p)                                                                  \
    for (const dtrans_view *view = (p)->views; view < (p)->views + (p)->count; view++)
#define dtrans_each_object(view, p)                                                                \
    for (const dtrans_view *view = (p)->views; view < (p)->views + (p)->objects; view++)
#define dtrans_each_field(view, p)                                                                 \
    for (const dtrans_view *view = (p)->views + (p)->objects; view < (p)->views + (p)->count;      \
         view++)

typedef struct dtrans_local {
    DTransInfo *info;
    map known; /* class → LocalPointerInfo */
    VEC(dtrans_view) scratch;
} dtrans_local;

void dtrans_local_init(dtrans_local *l, DTransInfo *info);
void dtrans_local_free(dtrans_local *l);

/* What an operand points to, or the location that would hold it; 0 if nothing is known. */
static inline ptr_class dtrans_class_of(DTransInfo *info, LLVMValueRef v) {
    return ptr_find(&info->graph, ptr_class_of_operand(&info->graph, info->m, v));
}

/* Whether the class says nothing about what its pointers lead to. */
bool dtrans_is_blank(dtrans_local *l, ptr_class c);

/* For a class of the graph, and for any value. Never NULL. */
const LocalPointerInfo *dtrans_local_class(dtrans_local *l, ptr_class c);
const LocalPointerInfo *dtrans_local_value(dtrans_local *l, LLVMValueRef v);
