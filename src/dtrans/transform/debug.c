/* Debug info follows changed layouts: in the copies of every translation unit, members have their
 * new offsets and stand in that order, deleted ones are gone, and everything that carries the size
 * of a changed type has the new one.
 *
 * What the source type of an IR type is decides which nodes change, see sources.h. A source type
 * whose IR types do not agree on where its members go is left as it is (counted as
 * "debug types left alone").
 *
 * A variable that debug records describe in pieces (DW_OP_LLVM_fragment, written by SROA) has
 * pieces of the old layout: it loses its type rather than showing one member's value under the name
 * of another. Pointers that records compute from others (DW_OP_plus_uconst, written where an
 * address computation was deleted) keep the old distance. Neither is in what a front end writes,
 * nor comes from always-inline and mem2reg: structs stay in memory.
 *
 * Needs: new structs with their bodies; the old types in DTransInfo.
 * Keeps: the code; DTransInfo.di, which is changed along with the debug info.
 * Breaks: nothing.
 * Declines when: the IR types of a source type disagree, or a member is not in one piece any more;
 *   the type then keeps its debug info. */
#include "dtrans/transform/base.h"

#include "base/limits.h"
#include "base/num.h"
#include "dtrans/transform/sources.h"
#include "ir/diedit.h"
#include "ir/llvmx.h"
#include "ir/size.h"
#include "ir/value.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>

enum { MAX_ROUNDS = 64 };

/* In bits. */
typedef struct place {
    uint64_t offset, storage;
    size_t member; /* the one of the old struct */
    bool gone;
} place;

/* The new layout of one source type; one slot for each member, in the old order. */
typedef struct plan {
    uint64_t size;
    place *places;
} plan;

typedef struct remap {
    const dtrans_layouts *l;
    DTransInfo *info;
    dtrans_sources sources;
    plan **plans; /* by number of the ir_di_struct; NULL: stays as it is */
    arena mem;
} remap;

static plan *plan_of(const remap *r, const ir_di_struct *d) {
    return d ? r->plans[d->number] : NULL;
}

/* A bit-field moves with its storage unit, which is an element of the IR type. */
static bool place_bits(const remap *r, LLVMTypeRef type, const ir_di_member *m, place *p) {
    uint64_t to, begin = m->storage_bits <= m->offset_bits ? m->storage_bits : m->offset_bits;
    dtrans_fate fate = dtrans_new_offset(r->l, type, begin / 8, &to);
    p->gone = fate == DTRANS_DELETED;
    p->storage = to * 8 + begin % 8;
    p->offset = p->storage + (m->offset_bits - begin);
    return fate == DTRANS_KEPT || p->gone;
}

/* Flexible arrays and empty structs have a position but no byte. */
static bool place_empty(const remap *r, LLVMTypeRef type, const ir_di_member *m, place *p) {
    uint64_t at = m->offset_bits / 8, to;
    unsigned count = LLVMCountStructElementTypes(type);
    unsigned last =
        at < ir_abi_size(r->l->target, type) ? ir_element_at(r->l->target, type, at) : count - 1;
    if (count == 0 || ir_offset_of(r->l->target, type, last) != at) {
        dtrans_new_offset(r->l, type, at, &to);
        p->offset = to * 8;
        return true;
    }
    const dtrans_change *change = dtrans_change_of(r->l, type);
    uint32_t new = change ? change->element[last] : last;
    p->gone = new == IR_NONE;
    if (!p->gone)
        p->offset = ir_offset_of(r->l->target, dtrans_new_type(r->l, type), new) * 8;
    return true;
}

/* Large members are not asked about byte by byte; one that begins and ends in what is deleted is
 * deleted. */
static bool is_deleted(const remap *r, LLVMTypeRef type, const ir_di_member *m) {
    uint64_t to, begin = m->offset_bits / 8, end = (m->offset_bits + m->size_bits) / 8;
    return dtrans_new_offset(r->l, type, begin, &to) == DTRANS_DELETED &&
           dtrans_new_offset(r->l, type, end - 1, &to) == DTRANS_DELETED;
}

static bool place_member(const remap *r, LLVMTypeRef type, const ir_di_member *m, place *p) {
    if (m->bitfield)
        return place_bits(r, type, m, p);
    if (m->size_bits < 8)
        return place_empty(r, type, m, p);
    uint64_t to, length;
    dtrans_fate fate =
        dtrans_new_range(r->l, type, m->offset_bits / 8, m->size_bits / 8, &to, &length);
    p->gone = fate != DTRANS_KEPT && is_deleted(r, type, m);
    p->offset = to * 8;
    return fate == DTRANS_KEPT || p->gone;
}

/* NULL if a member is split. */
static plan *plan_from(remap *r, const ir_di_struct *d, LLVMTypeRef type) {
    plan *p = arena_new(&r->mem, plan);
    place *places = arena_array(&r->mem, d->member_count + 1, place);
    if (!p || !places)
        return NULL;
    const dtrans_change *change = dtrans_change_of(r->l, type);
    *p = (plan){dtrans_new_size(r->l, type) * 8, places};
    for (size_t i = 0; i < d->member_count && ctx_tick(r->info->ctx, 1); i++) {
        places[i].member = i;
        if (!place_member(r, type, &d->members[i], &places[i]))
            return NULL;
        places[i].gone |= change && change->shown && places[i].offset / 8 >= change->shown;
    }
    return p;
}

static bool are_equal(const plan *a, const plan *b, size_t members) {
    if (!a || !b || a->size != b->size)
        return false;
    for (size_t i = 0; i < members; i++) {
        const place *x = &a->places[i], *y = &b->places[i];
        if (x->gone != y->gone ||
            (!x->gone && (x->offset != y->offset || x->storage != y->storage)))
            return false;
    }
    return true;
}

/* All IR types of a source type must send its members to the same offsets. */
static void plan_bound(remap *r, const ir_di_struct *d) {
    const dtrans_sources *s = &r->sources;
    bool changes = false;
    for (uint32_t i = s->first[d->number]; i; i = s->links.at[i].next)
        changes |= dtrans_is_remapped(r->l, s->links.at[i].type);
    if (!changes)
        return;
    uint32_t first = s->first[d->number];
    plan *p = plan_from(r, d, s->links.at[first].type);
    for (uint32_t i = s->links.at[first].next; p && i; i = s->links.at[i].next)
        if (!are_equal(p, plan_from(r, d, s->links.at[i].type), d->member_count))
            p = NULL;
    r->plans[d->number] = p;
    if (!p)
        ctx_count(r->info->ctx, "debug types left alone", 1);
}

/* The size of a type in bits, before and after. */
typedef struct sizes {
    uint64_t before, after;
} sizes;

/* Names and qualifiers mostly carry no size: theirs is that of what they stand for. */
static sizes around(sizes inner, const ir_di_node *n) {
    if (n->tag != IR_DI_TAG_ARRAY)
        return inner;
    if (inner.before == 0)
        return (sizes){n->size, n->size};
    return (sizes){n->size, n->size / inner.before * inner.after};
}

static bool is_wrapper(const ir_di_node *n) {
    return n->tag == IR_DI_TAG_ARRAY ||
           (!ir_di_is_pointer(n) && !ir_di_is_record(n) && n->tag != IR_DI_TAG_SUBROUTINE &&
            n->tag != IR_DI_TAG_ENUM && n->tag != IR_DI_TAG_MEMBER && n->base);
}

static sizes sizes_of(const remap *r, LLVMMetadataRef type) {
    const ir_di_graph *g = &r->info->di.graph;
    const ir_di_node *levels[IR_MAX_TYPE_LEVELS], *n = ir_di_node_of(g, type);
    size_t count = 0;
    for (; n && is_wrapper(n) && count < IR_MAX_TYPE_LEVELS; n = ir_di_node_of(g, n->base))
        levels[count++] = n;
    sizes s = {n ? n->size : 0, n ? n->size : 0};
    if (n && plan_of(r, ir_di_struct_of(&r->info->di, n->node)))
        s.after = plan_of(r, ir_di_struct_of(&r->info->di, n->node))->size;
    while (count)
        s = around(s, levels[--count]);
    return s;
}

/* A type that is in the debug info only has no objects, and any layout without overlaps is as good
 * as another: what comes after a member that has grown moves on, and nothing moves back. True if
 * the plan is new or other than before. */
static bool plan_unbound(remap *r, const ir_di_struct *d) {
    plan p = {d->size_bits, arena_array(&r->mem, d->member_count + 1, place)};
    uint64_t shift = 0, align = d->align_bits ? d->align_bits : 8;
    bool changes = false;
    for (size_t i = 0; p.places && i < d->member_count; i++) {
        const ir_di_member *m = &d->members[i];
        p.places[i] = (place){m->offset_bits + shift, m->storage_bits + shift, i, false};
        sizes s = sizes_of(r, m->resolved ? m->resolved->node : NULL);
        changes |= s.before != s.after;
        if (d->node->tag != IR_DI_TAG_UNION)
            shift += s.after > s.before ? num_round_up(s.after - s.before, align) : 0;
        else if (s.after > p.size)
            p.size = num_round_up(s.after, align);
    }
    p.size += shift;
    if (!changes || !p.places || are_equal(&p, r->plans[d->number], d->member_count))
        return false;
    if (!r->plans[d->number] && !(r->plans[d->number] = arena_new(&r->mem, plan)))
        return false;
    *r->plans[d->number] = p;
    return true;
}

/* Such types hold each other at few levels, so the second round mostly finds nothing to do. */
static void plan_rest(remap *r) {
    bool changed = true;
    for (unsigned round = 0; changed && round < MAX_ROUNDS; round++) {
        changed = false;
        for (size_t i = 0; i < r->info->di.all.len && ctx_tick(r->info->ctx, 1); i++) {
            const ir_di_struct *d = r->info->di.all.at[i];
            if (d->complete && !r->sources.first[d->number])
                changed |= plan_unbound(r, d);
        }
    }
}

static int by_offset(const void *a, const void *b) {
    const place *x = a, *y = b;
    if (x->gone != y->gone)
        return x->gone ? 1 : -1;
    if (x->offset != y->offset)
        return x->offset < y->offset ? -1 : 1;
    return x->member < y->member ? -1 : x->member > y->member;
}

/* A copy's data members, in the order of its ir_di_struct's; NULL if they are not as many. */
static ir_di_node **data_members(remap *r, const ir_di_node *n, size_t count) {
    ir_di_node **data = arena_array(&r->mem, count + 1, ir_di_node *);
    size_t found = 0;
    for (size_t i = 0; data && i < n->member_count; i++) {
        ir_di_node *m = ir_di_node_of(&r->info->di.graph, n->members[i]);
        if (!ir_di_is_data(m))
            continue;
        if (found == count)
            return NULL;
        data[found++] = m;
    }
    return found == count ? data : NULL;
}

/* What is not data (functions, types in C++) stays where it is among the others. */
static void order_members(remap *r, ir_di_node *n, ir_di_node **data, const place *sorted,
                          size_t count) {
    ir_di_graph *g = &r->info->di.graph;
    LLVMMetadataRef *list = arena_array(&g->mem, n->member_count + 1, LLVMMetadataRef);
    size_t len = 0, next = 0;
    bool same = true;
    for (size_t i = 0; list && i < n->member_count; i++) {
        LLVMMetadataRef member = n->members[i];
        if (ir_di_is_data(ir_di_node_of(g, member))) {
            const place *p = next < count ? &sorted[next++] : NULL;
            member = p && !p->gone ? data[p->member]->node : NULL;
        }
        same &= member == n->members[i];
        if (member)
            list[len++] = member;
    }
    if (list && !same)
        ir_di_set_members(g, n, list, len);
}

typedef struct new_size {
    ir_di_node *node;
    uint64_t bits;
} new_size;

typedef VEC(new_size) new_sizes;

static void note_size(remap *r, new_sizes *out, ir_di_node *n) {
    const plan *p = plan_of(r, ir_di_struct_of(&r->info->di, n->node));
    if (p)
        vec_push(r->info->ctx, out, (new_size){n, p->size});
    if (ir_di_is_record(n) || n->size == 0)
        return;
    bool member = n->tag == IR_DI_TAG_MEMBER;
    if (!member && !is_wrapper(n))
        return;
    sizes s = sizes_of(r, member ? n->base : n->node);
    if (s.before == n->size && s.after != s.before)
        vec_push(r->info->ctx, out, (new_size){n, s.after});
}

/* All sizes are worked out from the old ones before the first is set. */
static void set_sizes(remap *r) {
    const map *types = &r->info->di.graph.types;
    new_sizes changed = {0};
    for (size_t i = 0; i < types->len && ctx_tick(r->info->ctx, 1); i++)
        note_size(r, &changed, types->at[i].value.p);
    for (size_t i = 0; i < changed.len && ctx_tick(r->info->ctx, 1); i++)
        ir_di_set_size(&r->info->di.graph, changed.at[i].node, changed.at[i].bits);
    vec_free(r->info->ctx, &changed);
}

static void set_places(remap *r, ir_di_node *n) {
    const ir_di_struct *d = ir_di_struct_of(&r->info->di, n->node);
    const plan *p = plan_of(r, d);
    ir_di_node **data = p ? data_members(r, n, d->member_count) : NULL;
    place *sorted = data ? arena_array(&r->mem, d->member_count + 1, place) : NULL;
    if (!sorted)
        return;
    for (size_t i = 0; i < d->member_count && ctx_tick(r->info->ctx, 1); i++) {
        sorted[i] = p->places[i];
        if (!sorted[i].gone)
            ir_di_set_place(&r->info->di.graph, data[i], sorted[i].offset, sorted[i].storage);
    }
    qsort(sorted, d->member_count, sizeof *sorted, by_offset);
    order_members(r, n, data, sorted, d->member_count);
}

/* The old members stay in memory: others point to them. */
static void update_source(remap *r, ir_di_struct *d) {
    const plan *p = plan_of(r, d);
    ir_di_member *members =
        p ? arena_array(&r->info->di.mem, d->member_count + 1, ir_di_member) : NULL;
    if (!members)
        return;
    size_t count = 0;
    qsort(p->places, d->member_count, sizeof *p->places, by_offset);
    for (size_t i = 0; i < d->member_count && !p->places[i].gone; i++) {
        ir_di_member *m = &members[count++];
        *m = d->members[p->places[i].member];
        sizes s = sizes_of(r, m->resolved ? m->resolved->node : NULL);
        m->offset_bits = p->places[i].offset;
        m->storage_bits = m->bitfield ? p->places[i].storage : 0;
        m->size_bits = !m->bitfield && m->size_bits == s.before ? s.after : m->size_bits;
    }
    d->members = members;
    d->member_count = count;
    d->size_bits = p->size;
}

/* A piece of a variable whose type changes: which members it is is not known any more. */
static bool is_torn(remap *r, LLVMMetadataRef variable, LLVMMetadataRef expression) {
    if (!llvmx_is_of_piece(expression))
        return false;
    LLVMMetadataRef type = ir_di_variable_type(&r->info->di.graph, variable);
    return plan_of(r, dtrans_source_below(&r->info->di, type));
}

static void forget_pieces(void *data, LLVMDbgRecordRef record) {
    remap *r = data;
    LLVMMetadataRef variable = LLVMDbgVariableRecordGetVariable(record);
    if (!is_torn(r, variable, LLVMDbgVariableRecordGetExpression(record)))
        return;
    ir_di_clear_variable_type(&r->info->di.graph, variable);
    ctx_count(r->info->ctx, "variables without debug type", 1);
}

/* A global variable must have a type; without its metadata the piece is not shown at all. */
static void forget_global_pieces(remap *r, LLVMValueRef global) {
    size_t count;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &count);
    unsigned kind = ir_md_kind(r->info->m->llvm_ctx, "dbg");
    for (unsigned i = 0; i < count; i++) {
        LLVMMetadataRef md = LLVMValueMetadataEntriesGetMetadata(entries, i);
        if (LLVMGetMetadataKind(md) == LLVMDIGlobalVariableExpressionMetadataKind &&
            is_torn(r, LLVMDIGlobalVariableExpressionGetVariable(md),
                    LLVMDIGlobalVariableExpressionGetExpression(md))) {
            LLVMGlobalEraseMetadata(global, kind);
            ctx_count(r->info->ctx, "variables without debug info", 1);
            break;
        }
    }
    LLVMDisposeValueMetadataEntries(entries);
}

static void forget_local_pieces(remap *r, LLVMValueRef fn) {
    ir_each_block (bb, fn) {
        if (!ctx_tick(r->info->ctx, 1))
            return;
        llvmx_each_variable(bb, forget_pieces, r);
    }
}

static void apply(remap *r) {
    const ir_di_types *di = &r->info->di;
    ir_each_global (g, r->info->m->llvm)
        forget_global_pieces(r, g);
    ir_each_function (fn, r->info->m->llvm)
        forget_local_pieces(r, fn);
    for (size_t i = 0; i < di->graph.types.len && ctx_tick(r->info->ctx, 1); i++)
        set_places(r, di->graph.types.at[i].value.p);
    for (size_t i = 0; i < di->all.len && ctx_tick(r->info->ctx, 1); i++)
        update_source(r, di->all.at[i]);
    set_sizes(r);
}

void dtrans_remap_debug_info(const dtrans_layouts *l, DTransInfo *info) {
    if (l->changes.len == 0 || info->di.all.len == 0)
        return;
    remap r = {.l = l, .info = info};
    arena_init(&r.mem, info->ctx);
    dtrans_sources_init(&r.sources, l, info);
    r.plans = arena_array(&r.mem, info->di.all.len + 1, plan *);
    for (size_t i = 0; r.plans && i < info->di.all.len && ctx_tick(info->ctx, 1); i++)
        plan_bound(&r, info->di.all.at[i]);
    if (ctx_ok(info->ctx))
        plan_rest(&r);
    if (ctx_ok(info->ctx))
        apply(&r);
    dtrans_sources_free(&r.sources);
    arena_free(&r.mem);
}
