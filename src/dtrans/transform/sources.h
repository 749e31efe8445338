/* Which IR types each source struct has: none, one or several.
 *
 * Named ones are known by name and layout (DTransInfo.structs); where several source types fit one
 * IR type, all that fit its elements one by one have it. Unnamed ones are known by where they are:
 * as members of others, or as the types of variables; else by their layout alone, which two
 * unnamed structs may share.
 */
#pragma once

#include "dtrans/transform/layout.h"

typedef struct dtrans_source_link {
    const ir_di_struct *source;
    LLVMTypeRef type; /* as it was before the change */
    uint32_t next;    /* of the same source, 0 at the end */
} dtrans_source_link;

typedef struct dtrans_sources {
    const dtrans_layouts *l;
    DTransInfo *info;
    VEC(dtrans_source_link) links; /* [0] unused */
    uint32_t *first;               /* link of each ir_di_struct, by its number */
    bool *inside;                  /* whether it is a member by value of another, by number */
    map old_types;                 /* new IR type -> old one */
    arena mem;
} dtrans_sources;

/* The status is on the context. Free it either way. */
void dtrans_sources_init(dtrans_sources *s, const dtrans_layouts *l, DTransInfo *info);
void dtrans_sources_free(dtrans_sources *s);

/* The record a type is, or is an array of, below names and qualifiers; NULL if it is none. */
const ir_di_struct *dtrans_source_below(const ir_di_types *di, LLVMMetadataRef type);

/* Each variable that debug info declares at one location, and what it is in the IR. */
typedef void dtrans_visit_variable(void *data, LLVMMetadataRef variable, LLVMTypeRef type);
void dtrans_each_variable(lathe_module *m, dtrans_visit_variable *visit, void *data);
