/* Random loop nests as text-form HIR, and what they really do: every iteration is run, every access
 * to memory noted. */
#ifndef LATHE_TESTS_DD_NESTS_H
#define LATHE_TESTS_DD_NESTS_H

#include "hir_text.h"

#include <stdarg.h>

enum { NEST_LEVELS = 4, NEST_REFS = 8, NEST_STEPS = 1500, NEST_TEXT = 16384 };

typedef struct nest_random {
    uint64_t state;
} nest_random;

static inline uint32_t pick(nest_random *r, uint32_t below) {
    r->state = r->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((r->state >> 33) % below);
}

static inline int between(nest_random *r, int low, int high) {
    return low + (int)pick(r, (uint32_t)(high - low + 1));
}

/* What may be in a nest. */
typedef struct nest_kind {
    bool symbols, gathers, exits, guards, quotients;
} nest_kind;

typedef struct nest_text {
    nest_random r;
    nest_kind kind;
    char text[NEST_TEXT];
    size_t length;
    uint32_t depth, loops, refs, labels;
    bool narrow[NEST_LEVELS]; /* counts in i32 */
    int most[NEST_LEVELS];    /* no iteration has a higher number */
    bool wraps;               /* some number may be taken for one without a sign, but is negative */
} nest_text;

__attribute__((format(printf, 2, 3))) static inline void nest_add(nest_text *n, const char *format,
                                                                  ...) {
    va_list args;
    va_start(args, format);
    int added = vsnprintf(n->text + n->length, NEST_TEXT - n->length, format, args);
    va_end(args);
    assert_true(added >= 0 && n->length + (size_t)added < NEST_TEXT);
    n->length += (size_t)added;
}

/* A sum of IVs and, if allowed, symbols, in i64, or in the type that is extended. */
/* The least that it can be is returned. */
static inline int nest_sum(nest_text *n, int reach, const char *symbol) {
    bool any = false;
    int low = 0;
    for (uint32_t level = 1; level <= n->depth; level++) {
        int c = pick(&n->r, 5) < 2 ? 0 : between(&n->r, -reach, reach);
        if (c == 0 && level == n->depth && pick(&n->r, 3))
            c = pick(&n->r, 4) ? 1 : -1;
        if (!c)
            continue;
        nest_add(n, any ? " + " : "");
        if (c == 1)
            nest_add(n, "i%u", level);
        else
            nest_add(n, "%d * i%u", c, level);
        any = true;
        low += c < 0 ? c * n->most[level - 1] : 0;
    }
    if (symbol) {
        nest_add(n, "%s%s", any ? " + " : "", symbol);
        any = true;
    }
    int c = between(&n->r, -4, 4);
    if (!any)
        nest_add(n, "%d", c);
    else if (c)
        nest_add(n, " + %d", c);
    return low + c;
}

static inline const char *nest_symbol(nest_text *n) {
    static const char *const names[] = {"%n", "%m"};
    return n->kind.symbols && !pick(&n->r, 3) ? names[pick(&n->r, 2)] : NULL;
}

static inline void nest_subscript(nest_text *n) {
    const char *symbol = nest_symbol(n);
    uint32_t how = pick(&n->r, 12);
    if (n->kind.gathers && n->refs && !pick(&n->r, 3)) {
        nest_add(n, "%%x + ");
        nest_sum(n, 1, NULL);
        nest_add(n, "{exact}");
    } else if (how == 0 && !symbol) {
        nest_add(n, "sext.i32.i64(");
        nest_sum(n, 2, NULL);
        nest_add(n, ")");
    } else if (how == 1 && !symbol) {
        nest_add(n, "zext.i8.i64(");
        n->wraps |= nest_sum(n, 2, NULL) < 0;
        nest_add(n, ")");
    } else if (n->kind.quotients && how < 5 && !symbol) {
        nest_add(n, "(");
        bool negative = nest_sum(n, 2, NULL) < 0, is_signed = pick(&n->r, 2);
        n->wraps |= negative && !is_signed;
        nest_add(n, ") /%s %d", is_signed ? "" : "u", between(&n->r, 2, 4));
    } else {
        nest_sum(n, 2, symbol);
        if (symbol)
            nest_add(n, "{exact}");
    }
}

/* (%a)[…]: one to three dimensions; their strides differ from nest to nest, sometimes in one. */
static inline void nest_ref(nest_text *n, uint32_t dims, const int *strides) {
    static const char *const types[] = {"i32", "i32", "i32", "i64", "i16", "i8"};
    nest_add(n, "(%%a)");
    for (uint32_t d = dims; d > 0; d--) {
        nest_add(n, "[");
        nest_subscript(n);
        nest_add(n, " : %d]", strides[d - 1]);
    }
    nest_add(n, "{%s%s}", types[pick(&n->r, 6)],
             n->kind.symbols || n->kind.gathers ? " nowrap" : "");
}

static inline void nest_access(nest_text *n) {
    static const int layouts[][3] = {{4, 20, 100}, {4, 40, 200}, {8, 40, 160},
                                     {1, 7, 35},   {4, 12, 48},  {2, 18, 90}};
    uint32_t layout = pick(&n->r, 5) ? 0 : pick(&n->r, 6);
    uint32_t dims = 1 + pick(&n->r, 3);
    bool store = pick(&n->r, 2);
    if (!store)
        nest_add(n, n->kind.gathers ? "%%x = " : "%%y%u = ", n->refs);
    nest_ref(n, dims, layouts[layout]);
    nest_add(n, store ? " = 1;\n" : ";\n");
    n->refs++;
}

static inline void nest_guard(nest_text *n) {
    static const char *const signs[] = {"<", "<=", ">", ">=", "==", "!=", "<u", ">=u"};
    uint32_t sign = pick(&n->r, 8);
    nest_add(n, "if (");
    bool negative = nest_sum(n, 1, NULL) < 0;
    nest_add(n, " %s ", signs[sign]);
    negative |= nest_sum(n, 1, NULL) < 0;
    n->wraps |= negative && sign > 5;
    nest_add(n, ")\n{\n");
}

static inline void nest_body(nest_text *n);

/* The bound is never negative, by itself or by a guard around the loop. */
static inline void nest_loop(nest_text *n) {
    uint32_t level = n->depth + 1, of = level > 1 ? 1 + pick(&n->r, level - 1) : 0;
    int most = between(&n->r, 0,
                       n->loops > 2   ? 3
                       : n->loops > 1 ? 5
                                      : 9),
        how = (int)pick(&n->r, 6);
    bool guarded = false, exits = n->kind.exits && !pick(&n->r, 2);
    char bound[64];
    if (of && how == 0) {
        snprintf(bound, sizeof bound, "i%u + %d", of, most / 2);
        most = n->most[of - 1] + most / 2;
    } else if (of && how == 1) {
        snprintf(bound, sizeof bound, "-1 * i%u + %d", of, n->most[of - 1] + most / 3);
        most = n->most[of - 1] + most / 3;
    } else if (of && how == 2) {
        snprintf(bound, sizeof bound, "i%u + -1", of);
        nest_add(n, "if (%s)\n{\n", (of == 1 ? "i1 > 0" : of == 2 ? "0 < i2" : "0 <u i3"));
        most = n->most[of - 1] ? n->most[of - 1] - 1 : 0;
        guarded = true;
    } else if (n->kind.symbols && how >= 4) {
        snprintf(bound, sizeof bound, "%s + %d", pick(&n->r, 2) ? "%n" : "%m",
                 between(&n->r, -1, 1));
        most = 5;
    } else {
        snprintf(bound, sizeof bound, "%d", most);
    }
    nest_add(n, "+ DO i%u = 0, %s, 1   %s {exact}\n", level, bound,
             exits ? "<DO_MULTI_EXIT_LOOP>" : "<DO_LOOP>");
    n->most[n->depth++] = most;
    uint32_t label = n->labels++;
    if (exits && pick(&n->r, 2)) {
        nest_guard(n);
        nest_add(n, "goto out%u;\n}\n", label);
    }
    nest_body(n);
    if (exits) {
        nest_guard(n);
        nest_add(n, "goto out%u;\n}\n", label);
    }
    n->depth--;
    nest_add(n, "+ END LOOP\n%s", guarded ? "}\n" : "");
    if (exits)
        nest_add(n, "out%u:\n", label);
}

static inline void nest_accesses(nest_text *n) {
    bool guard = n->kind.guards && !pick(&n->r, 3), other = guard && !pick(&n->r, 2);
    if (guard)
        nest_guard(n);
    if (n->refs < 4)
        nest_access(n);
    if (other) {
        nest_add(n, "}\nelse\n{\n");
        if (n->refs < 4)
            nest_access(n);
    }
    if (guard)
        nest_add(n, "}\n");
}

static inline void nest_body(nest_text *n) {
    bool inner = n->depth < n->loops;
    if (!inner || !pick(&n->r, 3))
        nest_accesses(n);
    if (inner)
        nest_loop(n);
    if (inner && n->depth + 1 < n->loops && !pick(&n->r, 6) && n->refs < 4)
        nest_loop(n);
    if (!inner || !pick(&n->r, 3))
        nest_accesses(n);
}

static inline void nest_make(nest_text *n, uint64_t seed, nest_kind kind) {
    memset(n, 0, offsetof(nest_text, text));
    n->r.state = seed * 0x9e3779b97f4a7c15u + 1;
    n->kind = kind;
    n->length = n->depth = n->refs = n->labels = 0;
    n->wraps = false;
    pick(&n->r, 2);
    n->loops = 1 + pick(&n->r, NEST_LEVELS);
    nest_add(n, "FUNCTION f\nBEGIN REGION\n");
    nest_loop(n);
    nest_add(n, "END REGION\n");
}

/* Running. */

typedef struct nest_event {
    uint32_t ref;
    int iteration[NEST_LEVELS];
    uint64_t address, size;
} nest_event;

typedef struct nest_run {
    hir *h;
    nest_random r;
    RegDDRef *refs[2 * NEST_REFS]; /* of memory */
    uint32_t ref_count;
    uint64_t iterations[HIR_MAX_LEVEL];
    VEC(uint64_t) values; /* by temp */
    nest_event *events;
    uint32_t event_count;
    const HLLabel *going; /* to where, while a goto is on its way */
    bool leaving;         /* to outside */
    bool too_long;
} nest_run;

static inline uint64_t nest_temp(void *data, hir_temp t) {
    return ((nest_run *)data)->values.at[t];
}

static inline uint64_t nest_value(nest_run *run, const CanonExpr *ce) {
    hir_point at = {run->iterations, nest_temp, run};
    return hir_canon_value(run->h, ce, &at);
}

static inline void nest_note(nest_run *run, RegDDRef *ref) {
    uint64_t address = nest_value(run, ref->base);
    uint32_t number = 0;
    for (uint32_t d = 0; d < ref->dimensions; d++)
        address += nest_value(run, ref->subscripts[d]) *
                   (uint64_t)hir_dimension_const_stride(run->h, ref, d + 1);
    while (run->refs[number] != ref)
        number++;
    run->too_long |= run->event_count == NEST_STEPS;
    if (run->too_long)
        return;
    nest_event *e = &run->events[run->event_count++];
    e->ref = number;
    e->address = address;
    e->size = LLVMStoreSizeOfType(run->h->target, ref->type);
    for (int k = 0; k < NEST_LEVELS; k++)
        e->iteration[k] = (int)run->iterations[k];
}

static inline bool nest_compare(uint64_t a, uint64_t b, uint32_t width, LLVMIntPredicate p) {
    int64_t x = hir_sign_extend(a, width), y = hir_sign_extend(b, width);
    uint64_t u = hir_zero_extend(a, width), v = hir_zero_extend(b, width);
    switch (p) {
    case LLVMIntEQ:
        return u == v;
    case LLVMIntNE:
        return u != v;
    case LLVMIntUGT:
        return u > v;
    case LLVMIntUGE:
        return u >= v;
    case LLVMIntULT:
        return u < v;
    case LLVMIntULE:
        return u <= v;
    case LLVMIntSGT:
        return x > y;
    case LLVMIntSGE:
        return x >= y;
    case LLVMIntSLT:
        return x < y;
    default:
        return x <= y;
    }
}

static inline void nest_list(nest_run *run, const hir_list *list);

static inline void nest_do(nest_run *run, HLLoop *loop) {
    uint64_t upper = nest_value(run, loop->node.refs[0]->subscripts[0]);
    run->too_long |= upper > 40;
    for (uint64_t i = 0; i <= upper && !run->too_long && !run->going && !run->leaving; i++) {
        run->iterations[loop->level - 1] = i;
        nest_list(run, &loop->body);
    }
    run->iterations[loop->level - 1] = 0;
}

static inline void nest_inst(nest_run *run, HLInst *inst) {
    for (uint32_t i = inst->node.ref_count; i-- > 0;)
        if (inst->node.refs[i]->kind == REF_MEMORY)
            nest_note(run, inst->node.refs[i]);
    hir_temp t = inst->has_lval ? hir_ref_temp(run->h, inst->node.refs[0]) : 0;
    if (t)
        run->values.at[t] = pick(&run->r, 6);
}

static inline void nest_node(nest_run *run, HLNode *node) {
    if (node->kind == HL_LOOP)
        nest_do(run, (HLLoop *)node);
    if (node->kind == HL_INST)
        nest_inst(run, (HLInst *)node);
    if (node->kind == HL_GOTO) {
        run->going = ((HLGoto *)node)->target;
        run->leaving = !run->going;
    }
    if (node->kind == HL_IF) {
        HLIf *branch = (HLIf *)node;
        const CanonExpr *a = branch->node.refs[0]->subscripts[0];
        bool holds =
            nest_compare(nest_value(run, a), nest_value(run, branch->node.refs[1]->subscripts[0]),
                         hir_width(run->h, a->dest), branch->predicate);
        nest_list(run, holds ? &branch->then_body : &branch->else_body);
    }
}

static inline void nest_list(nest_run *run, const hir_list *list) {
    for (HLNode *node = list->first; node && !run->too_long && !run->leaving; node = node->next) {
        if (run->going && node == &run->going->node)
            run->going = NULL;
        if (!run->going)
            nest_node(run, node);
    }
}

static inline bool nest_find_refs(void *data, HLNode *node) {
    nest_run *run = data;
    HLDDNode *dd = hir_as_dd(node);
    for (uint32_t i = 0; dd && i < dd->ref_count; i++)
        if (dd->refs[i]->kind == REF_MEMORY && run->ref_count < 2 * NEST_REFS)
            run->refs[run->ref_count++] = dd->refs[i];
    return true;
}

/* Runs the first region. False if it takes too long. */
static inline bool nest_execute(nest_run *run, hir *h, uint64_t seed) {
    run->h = h;
    run->r.state = seed + 77;
    run->values.len = 0;
    run->event_count = 0;
    run->ref_count = 0;
    run->going = NULL;
    run->leaving = run->too_long = false;
    memset(run->iterations, 0, sizeof run->iterations);
    hir_walk(&h->regions.at[0]->node, &(hir_walker){.visit = nest_find_refs, .data = run});
    for (size_t t = 0; t < h->temps.len; t++)
        vec_push(h->ctx, &run->values, 1 + pick(&run->r, 4));
    nest_list(run, &h->regions.at[0]->body);
    return !run->too_long;
}

#endif
