/* The merges that joined pointer classes are a forest. What was seen at its locations, structs by
 * the address computations that name them and objects that are no such struct, is what a cause
 * keeps apart: of all instructions whose merges lie on the way, the one without which most of a
 * type is on one side and most of what does not fit it on the other.
 *
 * For one type in one class that is a pass over the class's merges, from the leaves to the root. */
#include "dtrans/analysis/causes.h"

#include "ir/ptr/ptr_shape.h"
#include "ir/value.h"

#include <stdlib.h>

/* A location that is used as a struct. */
typedef struct sight {
    ptr_class whole, c; /* the class, and the location in its tree */
    uint32_t type;
    LLVMValueRef at;
} sight;

/* An end of a merge. */
typedef struct arc {
    ptr_class to;
    uint32_t join;
} arc;

/* What an instruction's merges divide: how much of a type, and of what does not fit it, they leave
 * on a side of their own. */
typedef struct share {
    double own, others;
    uint32_t stamp;
} share;

typedef struct tracing {
    DTransInfo *info;
    arena mem;
    dtrans_cause *causes;
    uint32_t *first_arc; /* by location: arcs[first_arc[c]] to arcs[first_arc[c + 1] - 1] */
    arc *arcs;
    ptr_class *order; /* of the tree being looked at, parents first */
    size_t order_len;
    arc *up;                /* by location: towards the root of its tree */
    uint32_t *own, *others; /* by location: sights below it */
    bool *reached;
    uint32_t *begun_by; /* by join: the number of the instruction that the program began it with */
    share *shares;      /* by that number */
    uint32_t stamp;
    VEC(sight) sights; /* by class */
} tracing;

static const ptr_join *join_at(const tracing *t, uint32_t join) {
    return &t->info->graph.history.at[join];
}

/* The instruction that the program began the merge with. */
static LLVMValueRef beginning(const tracing *t, uint32_t join) {
    while (join_at(t, join)->cause)
        join = join_at(t, join)->cause - 1;
    return join_at(t, join)->at;
}

/* A cause comes before what it causes. */
static bool number_instructions(tracing *t) {
    const ptr_graph *g = &t->info->graph;
    map numbers;
    map_init(&numbers, g->ctx);
    for (uint32_t i = 0; i < g->history.len; i++) {
        uint32_t cause = g->history.at[i].cause;
        map_word *known = cause ? NULL : map_put(&numbers, g->history.at[i].at);
        if (known && !known->u)
            known->u = numbers.len;
        t->begun_by[i] = known ? (uint32_t)known->u : cause ? t->begun_by[cause - 1] : 0;
    }
    map_free(&numbers);
    return ctx_ok(g->ctx);
}

static bool make_arcs(tracing *t) {
    const ptr_graph *g = &t->info->graph;
    size_t classes = g->nodes.len;
    t->first_arc = arena_array(&t->mem, classes + 2, uint32_t);
    t->arcs = arena_array(&t->mem, 2 * g->history.len + 1, arc);
    if (!t->first_arc || !t->arcs)
        return false;
    for (size_t i = 0; i < g->history.len; i++) {
        t->first_arc[g->history.at[i].a + 2]++;
        t->first_arc[g->history.at[i].b + 2]++;
    }
    for (size_t c = 2; c < classes + 2; c++)
        t->first_arc[c] += t->first_arc[c - 1];
    for (uint32_t i = 0; i < g->history.len; i++) {
        const ptr_join *j = &g->history.at[i];
        t->arcs[t->first_arc[j->a + 1]++] = (arc){j->b, i};
        t->arcs[t->first_arc[j->b + 1]++] = (arc){j->a, i};
    }
    return true;
}

static void see(tracing *t, LLVMValueRef pointer, LLVMTypeRef type, LLVMValueRef at) {
    uint32_t index = dtrans_type_of(t->info, ir_below_arrays(type));
    map_word *known = index == IR_NONE ? NULL : map_find(&t->info->graph.value_class, pointer);
    if (!known || !known->u)
        return;
    ptr_class c = (ptr_class)known->u;
    vec_push(t->info->ctx, &t->sights, (sight){ptr_find(&t->info->graph, c), c, index, at});
}

static void see_in(tracing *t, LLVMValueRef inst) {
    if (LLVMIsAGetElementPtrInst(inst) && ir_is_struct(LLVMGetGEPSourceElementType(inst)))
        see(t, LLVMGetOperand(inst, 0), LLVMGetGEPSourceElementType(inst), inst);
    if (LLVMIsAAllocaInst(inst))
        see(t, inst, LLVMGetAllocatedType(inst), inst);
    for (int i = 0; i < LLVMGetNumOperands(inst); i++) {
        LLVMValueRef v = LLVMGetOperand(inst, (unsigned)i);
        if (ir_is_constant_of(v, LLVMGetElementPtr) && ir_is_struct(LLVMGetGEPSourceElementType(v)))
            see(t, LLVMGetOperand(v, 0), LLVMGetGEPSourceElementType(v), inst);
    }
}

static int by_class(const void *left, const void *right) {
    const sight *a = left, *b = right;
    if (a->whole != b->whole)
        return a->whole < b->whole ? -1 : 1;
    if (a->c != b->c)
        return a->c < b->c ? -1 : 1;
    return (a->type > b->type) - (a->type < b->type);
}

static void collect_sights(tracing *t) {
    ir_each_function (fn, t->info->m->llvm)
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb)
                if (ctx_tick(t->info->ctx, 1))
                    see_in(t, inst);
    ir_each_global (global, t->info->m->llvm)
        see(t, global, LLVMGlobalGetValueType(global), global);
    if (t->sights.len)
        qsort(t->sights.at, t->sights.len, sizeof *t->sights.at, by_class);
}

/* The tree of the class, parents first. */
static void walk_tree(tracing *t, ptr_class c) {
    for (size_t i = 0; i < t->order_len; i++)
        t->reached[t->order[i]] = false;
    t->order[0] = c;
    t->order_len = 1;
    t->reached[c] = true;
    for (size_t i = 0; i < t->order_len; i++) {
        ptr_class from = t->order[i];
        for (uint32_t a = t->first_arc[from]; a < t->first_arc[from + 1]; a++) {
            arc to = t->arcs[a];
            if (t->reached[to.to])
                continue;
            t->reached[to.to] = true;
            t->up[to.to] = (arc){from, to.join};
            t->order[t->order_len++] = to.to;
        }
    }
}

static bool fits(const DTransInfo *info, uint32_t a, uint32_t b) {
    const ptr_graph *g = &info->graph;
    map_word *x = map_find(&g->shape_of, info->types.at[a].llvm);
    map_word *y = map_find(&g->shape_of, info->types.at[b].llvm);
    return a == b || (x && y &&
                      (ptr_shape_begins_with(g, (uint32_t)x->u, (uint32_t)y->u) ||
                       ptr_shape_begins_with(g, (uint32_t)y->u, (uint32_t)x->u)));
}

/* Sums up from the leaves; the root has all. */
static void sum_up(tracing *t) {
    for (size_t i = t->order_len; i-- > 1;) {
        ptr_class c = t->order[i];
        t->own[t->up[c].to] += t->own[c];
        t->others[t->up[c].to] += t->others[c];
    }
}

/* What a side of a merge has of only one kind is divided from the other kind by it. */
static void divide(share *s, double own, double others, double all_own, double all_others) {
    if (own > 0 && others == 0)
        s->own += own / all_own;
    if (others > 0 && own == 0)
        s->others += others / all_others;
}

/* Where pointers are mixed on purpose comes before where they only pass by. */
static int likelihood(LLVMValueRef at) {
    if (!at || !LLVMIsAInstruction(at))
        return at && LLVMIsAGlobalVariable(at) ? 2 : 0;
    switch (LLVMGetInstructionOpcode(at)) {
    case LLVMStore:
    case LLVMPHI:
    case LLVMSelect:
        return 3;
    case LLVMCall:
        return 2;
    default:
        return 1;
    }
}

/* The merge whose instruction divides the type best from what does not fit it; *score is 1 and more
 * if it divides them altogether. Of several, the likeliest, and the latest of those. */
static uint32_t best_join(tracing *t, double *score) {
    ptr_class root = t->order[0];
    double own = t->own[root], others = t->others[root];
    uint32_t best = UINT32_MAX;
    int likely = 0;
    t->stamp++;
    for (size_t i = 1; i < t->order_len; i++) {
        ptr_class c = t->order[i];
        share *s = &t->shares[t->begun_by[t->up[c].join]];
        if (s->stamp != t->stamp)
            *s = (share){.stamp = t->stamp};
        divide(s, t->own[c], t->others[c], own, others);
        divide(s, own - t->own[c], others - t->others[c], own, others);
    }
    *score = -1;
    for (size_t i = 1; i < t->order_len; i++) {
        uint32_t join = t->up[t->order[i]].join;
        const share *s = &t->shares[t->begun_by[join]];
        double own_score = s->own > s->others ? s->own : s->others;
        own_score = own_score > 1 ? 1 : own_score;
        bool better = own_score > *score;
        if (own_score == *score) {
            int like = likelihood(beginning(t, join));
            better = like > likely || (like == likely && join > best);
        }
        if (!better)
            continue;
        *score = own_score;
        best = join;
        likely = likelihood(beginning(t, join));
    }
    return best;
}

/* Types other than the type that were seen in its class, and what is not a struct at all, are what
 * does not fit. */
static void fill(tracing *t, uint32_t type, const sight *first, const sight *end,
                 const ptr_class *objects, size_t object_count) {
    for (size_t i = 0; i < t->order_len; i++)
        t->own[t->order[i]] = t->others[t->order[i]] = 0;
    for (const sight *s = first; s < end; s++) {
        t->own[s->c] += s->type == type;
        t->others[s->c] += !fits(t->info, type, s->type);
    }
    for (size_t i = 0; i < object_count; i++)
        t->others[objects[i]]++;
}

static bool is_blocking(const DTransInfo *info, uint32_t type, const dtrans_use *use) {
    return dtrans_blocking(&info->types.at[type], DTRANS_REORDER_FIELDS) &
           dtrans_bit(use->condition);
}

/* The use of what does not fit at a location that is also used as the type; the type's own if that
 * is rarer there. NULL if there is no such location. */
static const sight *mixed_sight(const tracing *t, uint32_t type, const sight *first,
                                const sight *end) {
    for (const sight *s = first; s < end;) {
        const sight *next = s, *own = NULL, *other = NULL;
        uint32_t owns = 0, others = 0;
        for (; next < end && next->c == s->c; next++) {
            bool strange = !fits(t->info, type, next->type);
            owns += next->type == type;
            others += strange;
            own = next->type == type ? next : own;
            other = strange ? next : other;
        }
        if (own && other)
            return others > owns ? own : other;
        s = next;
    }
    return NULL;
}

/* Objects in the class of which a use says that they are no objects of the type. */
enum { MOST_OBJECTS = 64 };

static size_t find_objects(const tracing *t, uint32_t type, ptr_class whole, ptr_class *objects,
                           LLVMValueRef *which) {
    DTransInfo *info = t->info;
    size_t count = 0;
    for (uint32_t u = info->types.at[type].first_use; u; u = info->uses.at[u].next) {
        const dtrans_use *use = &info->uses.at[u];
        bool object = use->where &&
                      (LLVMIsAAllocaInst(use->where) || LLVMIsAGlobalVariable(use->where) ||
                       LLVMIsACallInst(use->where)) &&
                      is_blocking(info, type, use) && ir_is_pointer(use->where);
        map_word *known = object ? map_find(&info->graph.value_class, use->where) : NULL;
        if (!known || !known->u || ptr_find(&info->graph, (ptr_class)known->u) != whole ||
            count == MOST_OBJECTS)
            continue;
        *which = count ? *which : use->where;
        objects[count++] = (ptr_class)known->u;
    }
    return count;
}

static bool is_seen_at(const sight *first, const sight *end, uint32_t type, ptr_class c) {
    for (const sight *s = first; s < end; s++)
        if (s->type == type && s->c == c)
            return true;
    return false;
}

/* What spoiled the type in one class, if anything did. */
static void blame_class(tracing *t, uint32_t type, const sight *first, const sight *end) {
    dtrans_cause *cause = &t->causes[type];
    ptr_class objects[MOST_OBJECTS];
    LLVMValueRef object = NULL;
    size_t count = find_objects(t, type, first->whole, objects, &object);
    double score;
    fill(t, type, first, end, objects, count);
    bool at_once = count && is_seen_at(first, end, type, objects[0]);
    uint32_t other = IR_NONE;
    for (const sight *s = first; s < end && other == IR_NONE; s++)
        other = fits(t->info, type, s->type) ? IR_NONE : s->type;
    sum_up(t);
    if (!t->own[t->order[0]] || !t->others[t->order[0]])
        return;
    uint32_t join = best_join(t, &score);
    const sight *mixed = score < 1 ? mixed_sight(t, type, first, end) : NULL;
    *cause = (dtrans_cause){.other = other, .object = other == IR_NONE ? object : NULL};
    if (mixed) {
        cause->kind = DTRANS_CAUSE_SEEN;
        cause->at = mixed->at;
    } else if (at_once && score < 1) {
        cause->kind = LLVMIsACallInst(object) ? DTRANS_CAUSE_USE : DTRANS_CAUSE_SEEN;
        cause->at = object;
    } else if (join != UINT32_MAX) {
        cause->kind = DTRANS_CAUSE_MERGE;
        cause->at = beginning(t, join);
    }
}

static bool is_refused(const DTransInfo *info, uint32_t type) {
    return dtrans_blocking(&info->types.at[type], DTRANS_REORDER_FIELDS) != 0;
}

/* All types of one class, each once. */
static void blame_types(tracing *t, const sight *first, const sight *end) {
    bool walked = false;
    for (const sight *s = first; s < end && ctx_tick(t->info->ctx, 1); s++) {
        if (t->causes[s->type].kind != DTRANS_CAUSE_NONE || !is_refused(t->info, s->type) ||
            t->causes[s->type].root == first->whole)
            continue;
        if (!walked)
            walk_tree(t, s->c);
        walked = true;
        blame_class(t, s->type, first, end);
        t->causes[s->type].root = first->whole; /* this class was asked for this type */
    }
}

static void blame_all(tracing *t) {
    const sight *all = t->sights.at, *end = all + t->sights.len;
    for (const sight *s = all; s < end;) {
        const sight *next = s;
        while (next < end && next->whole == s->whole)
            next++;
        blame_types(t, s, next);
        s = next;
    }
}

static uint32_t first_blocking(const DTransInfo *info, uint32_t type) {
    uint32_t u = info->types.at[type].first_use;
    while (u && !is_blocking(info, type, &info->uses.at[u]))
        u = info->uses.at[u].next;
    return u;
}

/* The use that says of a merge what it led to: a conflict, if one was noted. */
static uint32_t use_of_merge(const DTransInfo *info, uint32_t type) {
    for (uint32_t u = info->types.at[type].first_use; u; u = info->uses.at[u].next)
        if (info->uses.at[u].condition == BadCasting && u >= info->first_code_use)
            return u;
    return first_blocking(info, type);
}

/* What the type says of itself comes first: no line can mend that. */
static void decide(tracing *t, uint32_t type) {
    const DTransInfo *info = t->info;
    dtrans_cause *cause = &t->causes[type];
    uint32_t first = first_blocking(info, type);
    dtrans_cause plain = {.use = first, .other = IR_NONE, .root = type};
    if (first && first < info->first_code_use) {
        plain.kind = DTRANS_CAUSE_TYPE;
    } else if (first && info->types.at[type].fixed_by) {
        plain.kind = DTRANS_CAUSE_MEMBER;
        plain.other = info->types.at[type].fixed_by - 1;
    } else if (first && cause->kind == DTRANS_CAUSE_NONE) {
        plain.kind = DTRANS_CAUSE_USE;
        plain.at = info->uses.at[first].where;
    } else if (first) {
        plain = *cause;
        plain.use = use_of_merge(info, type);
        plain.root = type;
    }
    *cause = plain;
}

/* A member of a member …: structs are not members of themselves. */
static void find_roots(tracing *t) {
    for (uint32_t i = 0; i < t->info->types.len; i++) {
        uint32_t root = i;
        while (t->causes[root].kind == DTRANS_CAUSE_MEMBER)
            root = t->causes[root].other;
        t->causes[i].root = root;
    }
}

static bool begin(tracing *t) {
    lathe_ctx *ctx = t->info->ctx;
    size_t classes = t->info->graph.nodes.len, joins = t->info->graph.history.len;
    arena_init(&t->mem, ctx);
    t->causes = arena_array(&t->info->mem, t->info->types.len + 1, dtrans_cause);
    t->order = arena_array(&t->mem, classes, ptr_class);
    t->up = arena_array(&t->mem, classes, arc);
    t->own = arena_array(&t->mem, classes, uint32_t);
    t->others = arena_array(&t->mem, classes, uint32_t);
    t->reached = arena_array(&t->mem, classes, bool);
    t->begun_by = arena_array(&t->mem, joins + 1, uint32_t);
    t->shares = arena_array(&t->mem, joins + 2, share);
    return t->causes && t->order && t->up && t->own && t->others && t->reached && t->begun_by &&
           t->shares && number_instructions(t) && make_arcs(t);
}

const dtrans_cause *dtrans_causes(DTransInfo *info) {
    tracing t = {.info = info};
    if (begin(&t)) {
        collect_sights(&t);
        blame_all(&t);
        for (uint32_t i = 0; i < info->types.len; i++)
            decide(&t, i);
        find_roots(&t);
    }
    vec_free(info->ctx, &t.sights);
    arena_free(&t.mem);
    return ctx_ok(info->ctx) ? t.causes : NULL;
}
