/* What transforms are made of. */
#pragma once

#include "hir/transform/transform.h"

/* Rewrites the CanonExprs of the node and of all that is in it, in place; what cannot be
 * represented leaves it half done. */
bool hir_rewrite_copy(hir *h, HLNode *node, hir_rewrite_fn *rewrite, void *data);

/* Other names for temps in the node and all that is in it; `to` maps those that change. */
bool hir_rename_temps(hir *h, HLNode *node, const map *to);

/* What becomes of temps that the loop assigns; `temps` maps them to these. */
enum {
    HIR_TEMP_CARRIED = 1, /* an iteration may read what another one wrote */
    HIR_TEMP_BEHIND = 2,  /* it may be read after the loop */
    HIR_TEMP_ALWAYS = 4   /* each iteration writes it, if no goto leads past that */
};
bool hir_classify_temps(const dd_graph *g, HLLoop *loop, map *temps);

/* Whether each iteration of the loop, in which there are no gotos, executes the node: DO loops run
 * at least once. */
bool hir_is_always_executed(const HLNode *node, const HLLoop *loop);
/* Declines if there are gotos in it, loops that may not end, or something whose order counts. */
dd_reply hir_check_body(const dd_graph *g, HLLoop *loop);

/* i_level := factor * i_level + offset in a copy of what was executed for the latter: it is as
 * exact as it was. False if it cannot be represented. */
bool hir_unroll_iv(hir *h, CanonExpr *ce, uint32_t level, uint32_t factor, int64_t offset);

/* A loop that runs in groups of `factor` iterations, of which its body is to do each at once, and
 * one after it for the rest. Planned from the loop as it is, made when nothing can fail any more.
 */
typedef struct hir_split {
    HLLoop *loop, *rest; /* rest is NULL if there are none */
    RegDDRef *upper;     /* of the groups */
    bool exact;          /* that, see LOOP_EXACT_BOUND */
    HLIf *any, *more;    /* NULL: there are always groups, and a rest */
    HLInst *before[3], *behind[2];
    dd_reply reply; /* why not */
} hir_split;
bool hir_plan_split(hir *h, HLLoop *loop, uint32_t factor, hir_split *s);
void hir_make_split(const hir_split *s);

/* t = value, for a closed form or another operand; NULL without memory. */
HLInst *hir_assign(hir *h, hir_temp t, CanonExpr *value);
HLInst *hir_assign_ref(hir *h, hir_temp t, RegDDRef *value);

/* Loads and stores of a loop, in lexical order, that are nothing but that. */
typedef struct hir_access {
    HLInst *inst;
    RegDDRef *ref; /* the memory */
    bool writes;
    bool always; /* in each iteration */
} hir_access;
typedef struct hir_access_list {
    VEC(hir_access);
    map of; /* RegDDRef -> number + 1 */
} hir_access_list;
/* To be freed in any case. */
bool hir_find_accesses(hir *h, HLLoop *loop, hir_access_list *list);
void hir_free_accesses(hir *h, hir_access_list *list);
/* Its number, if the ref of the graph is one of them; else IR_NONE. */
uint32_t hir_find_access(const hir_access_list *list, const dd_graph *g, uint32_t ref);
/* Whether they are the same bytes wherever temps and induction variables are the same. */
bool hir_same_place(const RegDDRef *a, const RegDDRef *b);
/* Whether an edge may be between two accesses in one execution of the loop, which is around both.
 */
bool hir_is_edge_in(const dd_graph *g, const dd_edge *e, const HLLoop *loop);
/* A load becomes a copy of the temp, a store one to it. */
bool hir_use_temp(hir *h, const hir_access *access, hir_temp t);
/* The value that a store writes is in the temp, too. */
bool hir_keep_in_temp(hir *h, const hir_access *access, hir_temp t);
/* t = what is there, as the load reads it; what is in t to there, as the store writes it. In no
 * list; NULL without memory. */
HLInst *hir_load_into(hir *h, const hir_access *load, hir_temp t);
HLInst *hir_store_from(hir *h, const hir_access *store, hir_temp t);
