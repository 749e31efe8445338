/* Whether two references may meet at all. */
#pragma once

#include "hir/node.h"
#include "ir/ptr/ptr.h"
#include "ir/tbaa.h"

typedef struct dd_alias {
    hir *h;
    HLRegion *region;
    ir_tbaa tbaa;
    unsigned scope_kind, noalias_kind;
    map objects;  /* pointer -> what it is computed from */
    map privates; /* object -> 2: nobody else knows its address, 1: somebody may */
    map declared; /* scopes that are declared inside of the region: true in one iteration only */
    ptr_graph *classes;   /* of the whole program, or NULL */
    bool defines_errno;   /* the module is of a C library */
    ir_md_ops errno_tags; /* what accesses of errno have for types; none if that is not known */
    ir_md_ops ops;
} dd_alias;

void dd_alias_init(dd_alias *a, hir *h, HLRegion *region, ptr_graph *classes);
void dd_alias_free(dd_alias *a);

/* Not for those with the same base. */
bool dd_may_alias(dd_alias *a, const RegDDRef *x, const RegDDRef *y);

/* What an instruction does to memory that has no reference of its own. */
typedef struct dd_effect {
    bool reads, writes;
    bool arguments_only; /* nothing but what its pointer operands lead to */
    bool errno_only;     /* nothing but errno, an int of the C library */
    bool domain_only;    /* errno_only, and what it writes is EDOM */
} dd_effect;
dd_effect dd_effect_of(const HLInst *inst);
/* Whether what comes next is surely executed when it was: no exit, no exception, no trap. */
bool dd_always_goes_on(const HLInst *inst);
/* The bytes of the object that the reference is an offset from, if that is known; else 0. */
uint64_t dd_object_size(const hir *h, const RegDDRef *ref);
bool dd_may_touch(dd_alias *a, const HLInst *inst, const dd_effect *effect, const RegDDRef *ref);
