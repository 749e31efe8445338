/* A nest with run-time checks before it, and a copy of it for when they fail:
 *
 *   %unsafe = 0;
 *   if (%n >u limit)                       numbers that the next ones are computed from
 *      %unsafe = 1;
 *   %start = %a + …; %bytes = …;           of all references with one base
 *   if (%start1 - %start <u %bytes)        and the other way round
 *      %unsafe = 1;
 *   if (%unsafe == 0)
 *      + DO …                              the nest; its references know what was checked
 *   else
 *      + DO …                              the copy
 *
 * What is checked is what edges of the nest are only assumed for, and all of it: references with
 * bases that may lead to one object do not meet, subscripts and addresses do not wrap; if asked
 * for, subscripts stay in their dimensions, too: rows of an array do not meet then. */
#include "hir/transform/version.h"

#include "ir/size.h"
#include "ir/structs.h"

#include <inttypes.h>
#include <math.h>

/* A comparison for each pair; the copy doubles the code. */
enum { MAX_PAIRS = 32, MAX_NODES = 400 };

static bool no_memory(versioner *v) {
    return hir_give_up(&v->reply, HIR_WHY_OUT_OF_MEMORY);
}

static bool is_unknown(versioner *v) {
    return v->x.why ? hir_give_up(&v->reply, v->x.why) : no_memory(v);
}

/* What is in the nest. */

bool version_find_group(versioner *v, const RegDDRef *ref, uint32_t *number) {
    for (*number = 0; *number < v->group_count; ++*number)
        if (hir_canon_equal(v->groups[*number].base, ref->base))
            return true;
    if (v->group_count == HIR_MAX_GROUPS)
        return hir_give_up(&v->reply, HIR_WHY_TOO_MANY_BASES);
    v->groups[v->group_count++].base = ref->base;
    return true;
}

static bool read_refs(versioner *v) {
    for (size_t i = 0; i < v->g->refs.len; i++) {
        const dd_ref *ref = &v->g->refs.at[i];
        uint32_t number;
        if (ref->kind == DD_REF_SCALAR || !hir_is_in(ref->node, &v->loop->node.node))
            continue;
        if (ref->errno_only)
            continue; /* no check reads or is about what it writes */
        if (ref->kind == DD_REF_EFFECT || ref->ordered)
            return hir_give_up(&v->reply, HIR_WHY_EFFECT_UNKNOWN);
        if (!version_find_group(v, ref->ref, &number))
            return false;
        vec_push(v->h->ctx, &v->refs, ref->ref);
        vec_push(v->h->ctx, &v->group_of, number);
    }
    return ctx_ok(v->h->ctx) || no_memory(v);
}

/* What an edge is assumed for is to be checked. */
static bool read_edge(versioner *v, const RegDDRef *from, const RegDDRef *to) {
    uint32_t a, b;
    if (!version_find_group(v, from, &a) || !version_find_group(v, to, &b))
        return false;
    if (a == b) {
        v->groups[a].wraps = true;
        return true;
    }
    v->pairs += !(v->groups[a].met >> b & 1);
    v->groups[a].met |= 1u << b;
    v->groups[b].met |= 1u << a;
    return true;
}

static bool read_edges(versioner *v) {
    const HLNode *top = &v->loop->node.node;
    for (size_t i = 0; i < v->g->edges.len; i++) {
        const dd_edge *e = &v->g->edges.at[i];
        const dd_ref *from = &v->g->refs.at[e->source], *to = &v->g->refs.at[e->sink];
        if (!dd_is_checkable(e->reason) || from->kind != DD_REF_MEMORY ||
            to->kind != DD_REF_MEMORY || !hir_is_in(from->node, top) || !hir_is_in(to->node, top))
            continue;
        v->doubted = true;
        if (!read_edge(v, from->ref, to->ref))
            return false;
    }
    if (!v->doubted && !v->dims)
        return hir_give_up(&v->reply, HIR_WHY_NOTHING_TO_CHECK);
    if (v->pairs > MAX_PAIRS)
        return hir_give_up(&v->reply, HIR_WHY_TOO_MANY_BASE_PAIRS);
    return true;
}

/* What references reach. */

bool version_has_fixed_base(const versioner *v, const version_group *g) {
    LLVMTypeRef type = g->base->dest;
    return LLVMGetTypeKind(type) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(type) == 0 &&
           extent_is_fixed(&v->x, g->base);
}

/* Ends that differ by a constant are one. */
static bool add_end(versioner *v, extent_sum *ends, uint32_t *count, const extent_sum *end,
                    bool most) {
    for (uint32_t i = 0; i < *count; i++) {
        int64_t by;
        if (!extent_difference(&ends[i], end, &by))
            continue;
        if ((by > 0) == most)
            ends[i] = *end;
        return true;
    }
    if (*count == VERSION_ENDS)
        return hir_give_up(&v->reply, HIR_WHY_EXTENT_TERMS);
    ends[(*count)++] = *end;
    return true;
}

/* The address does not leave the numbers from 0 on, not even on the way. */
static bool keep_from_wrapping(versioner *v, const RegDDRef *ref, const extent_sum *sum,
                               int64_t size) {
    CanonExpr *up, *down, *base = hir_canon_new(v->h, hir_index_type(v->h));
    hir_blob pointer = hir_canon_as_blob(v->h, ref->base);
    hir_blob number = hir_blob_make(v->h, BLOB_PTRTOINT, hir_index_type(v->h), &pointer, 1);
    if (!base || !number || !hir_canon_add_blob(v->h, base, 1, number) ||
        !extent_parts(&v->x, sum, ref->node, &up, &down))
        return false;
    return hir_canon_add_constant(v->h, up, size) && hir_canon_add(v->h, up, base) &&
           hir_canon_add(v->h, down, base) && version_add(v, up, LLVMIntULT, base) &&
           version_add(v, down, LLVMIntUGT, base);
}

bool version_measure(versioner *v, RegDDRef *ref, version_group *g) {
    extent_sum sum, low, high;
    uint64_t size = ir_has_fixed_size(ref->type) ? ir_store_size(v->h->target, ref->type) : 0;
    if (size == 0 || size > INT32_MAX)
        return hir_give_up(&v->reply, HIR_WHY_EXTENT_SIZE);
    if (!extent_of_ref(&v->x, ref, &sum) || !extent_end(&v->x, &sum, ref->node, false, &low) ||
        !extent_end(&v->x, &sum, ref->node, true, &high) ||
        !extent_add_constant(&v->x, &high, (int64_t)size) ||
        (g->wraps && !keep_from_wrapping(v, ref, &sum, (int64_t)size)))
        return is_unknown(v);
    return add_end(v, g->low, &g->lows, &low, false) && add_end(v, g->high, &g->highs, &high, true);
}

/* Whether it is known that the reference stays in its dimensions, or it has but one. */
static bool stays_inside(dd_region *r, RegDDRef *ref) {
    dd_access access;
    if (ref->dimensions < 2 || ref->in_dims)
        return true;
    if (!dd_access_init(r, ref, &access))
        return false;
    dd_access_finish(r, &access);
    return access.subscripts != NULL;
}

/* The subscript is not below 0, and what is accessed there ends before the next of the dimension
 * around. */
bool version_check_dimension(versioner *v, RegDDRef *ref, uint32_t d) {
    int64_t count, stride = 1, least, left, last = 1;
    uint64_t size = ir_has_fixed_size(ref->type) ? ir_store_size(v->h->target, ref->type) : 0;
    hir_blob blob;
    extent_sum low, room;
    if (!ref->strides[d] || !ref->strides[d + 1] || size == 0 || size > INT32_MAX ||
        !dd_stride_ratio(v->h, ref->strides[d + 1], ref->strides[d], &count, &blob))
        return false;
    if (d == 0) {
        if (!hir_is_constant_blob(v->h, ref->strides[0], &stride) || stride <= 0)
            return false;
        last = ((int64_t)size + stride - 1) / stride;
    }
    if (!extent_of_dimension(&v->x, ref, d, count, blob, &low, &room) ||
        !extent_add_constant(&v->x, &room, -last))
        return false;
    CanonExpr *first = extent_canon(&v->x, &low), *rest = extent_canon(&v->x, &room);
    if (!first || !rest)
        return false;
    bool low_known = hir_is_constant(first, &least), room_known = hir_is_constant(rest, &left);
    if ((low_known && least < 0) || (room_known && left < 0))
        return false;
    return (low_known || version_add_constant(v, first, LLVMIntSLT, 0)) &&
           (room_known || version_add_constant(v, rest, LLVMIntSLT, 0));
}

/* References that cannot be checked stay as they are: nothing is claimed about them. */
static void check_dims(versioner *v) {
    hir_why before = v->x.why;
    for (size_t i = 0; v->dims && i < v->refs.len; i++) {
        RegDDRef *ref = v->refs.at[i];
        bool good = ctx_tick(v->h->ctx, 1) && !stays_inside(&v->x.r, ref);
        for (uint32_t d = 0; good && d + 1 < ref->dimensions; d++)
            good = version_check_dimension(v, ref, d);
        if (good)
            vec_push(v->h->ctx, &v->inside, ref);
        v->x.why = before;
    }
}

bool hir_may_leave_dims(const dd_graph *g, const HLLoop *loop) {
    dd_region r;
    bool any = false;
    dd_region_init(&r, g->h, g->region, false);
    for (size_t i = 0; i < g->refs.len && !any && ctx_tick(g->h->ctx, 1); i++) {
        const dd_ref *ref = &g->refs.at[i];
        any = ref->kind == DD_REF_MEMORY && hir_is_in(ref->node, &loop->node.node) &&
              !stays_inside(&r, ref->ref);
    }
    dd_region_free(&r);
    return any;
}

static bool measure(versioner *v) {
    for (size_t i = 0; i < v->refs.len; i++) {
        version_group *g = &v->groups[v->group_of.at[i]];
        if (!g->met && !g->wraps)
            continue;
        if (!version_has_fixed_base(v, g))
            return hir_give_up(&v->reply, HIR_WHY_BASE_VARIES);
        if (!version_measure(v, v->refs.at[i], g))
            return false;
    }
    return true;
}

/* That a sum of so many bits does not wrap, and may have to be natural. */
static bool check_sum(versioner *v, extent_check c) {
    double most = ldexp(1, (int)c.width - 1) - 1;
    CanonExpr *up, *down, *least;
    int64_t value;
    extent_sum low;
    if (!extent_end(&v->x, &c.sum, c.node, false, &low) ||
        !extent_parts(&v->x, &c.sum, c.node, &up, &down) || !(least = extent_canon(&v->x, &low)))
        return false;
    bool known = hir_is_constant(least, &value);
    if (c.natural && known && value < 0)
        return hir_give_up(&v->reply, HIR_WHY_EXTENT_NEGATIVE);
    if (c.natural && !known && !version_add_constant(v, least, LLVMIntSLT, 0))
        return false;
    if (!c.wraps || c.width == 64 || extent_bound(&v->x, &c.sum, c.node) <= most)
        return true;
    return version_add_constant(v, up, LLVMIntSGT, (int64_t)most) &&
           version_add_constant(v, down, LLVMIntSLT, -(int64_t)most - 1);
}

/* Looking at one may ask for another. */
bool version_check_sums(versioner *v) {
    for (size_t i = 0; i < v->x.checks.len; i++)
        if (!check_sum(v, v->x.checks.at[i]))
            return is_unknown(v);
    return extent_limit(&v->x) || is_unknown(v);
}

/* The copy. */

static bool is_set_outside(const versioner *v, hir_temp t) {
    const HLRegion *region = v->g->region;
    for (const RegDDRef *def = hir_temp_at(v->h, t)->defs; def; def = def->next_def)
        if (!hir_is_in(def->node, &v->loop->node.node))
            return true;
    for (size_t i = 0; i < region->live_in.len; i++)
        if (region->live_in.at[i] == t)
            return true;
    return false;
}

static bool append_copy(versioner *v, HLIf *branch, hir_temp to, hir_temp from) {
    HLInst *inst = hir_assign_ref(v->h, to, hir_ref_of_temp(v->h, from));
    if (inst)
        hir_append(&branch->else_body, &branch->node.node, &inst->node.node);
    return inst != NULL;
}

/* The copy has temps of its own, so that what it does is not an obstacle to changes of the nest. */
static bool name_temps(versioner *v, const map *temps, map *names, HLIf *branch) {
    for (size_t i = 0; i < temps->len; i++) {
        hir_temp t = (hir_temp)temps->at[i].key.u;
        const hir_temp_info info = *hir_temp_at(v->h, t);
        hir_temp own = hir_temp_new(v->h, info.name, info.type, NULL);
        map_word *place = own ? map_put_u(names, t) : NULL;
        if (!place || (is_set_outside(v, t) && !append_copy(v, branch, own, t)))
            return false;
        place->u = own;
    }
    return true;
}

static bool fill_copy(versioner *v, const map *temps, map *names, HLIf *branch) {
    HLNode *copy = hir_clone(v->h, &v->loop->node.node);
    if (!copy || !name_temps(v, temps, names, branch) || !hir_rename_temps(v->h, copy, names))
        return no_memory(v);
    hir_append(&branch->else_body, &branch->node.node, copy);
    for (size_t i = 0; i < temps->len; i++)
        if (temps->at[i].value.u & HIR_TEMP_BEHIND &&
            !append_copy(v, branch, (hir_temp)temps->at[i].key.u, (hir_temp)names->at[i].value.u))
            return no_memory(v);
    return true;
}

bool version_make_copy(versioner *v, HLIf *branch) {
    map temps, names;
    map_init(&temps, v->h->ctx);
    map_init(&names, v->h->ctx);
    bool done = hir_classify_temps(v->g, v->loop, &temps) ? fill_copy(v, &temps, &names, branch)
                                                          : no_memory(v);
    map_free(&temps);
    map_free(&names);
    return done;
}

/* The change. */

static void note_facts(versioner *v, const HLIf *branch, hir_version *version) {
    version->branch = &branch->node.node;
    version->groups = v->group_count;
    for (uint32_t i = 0; i < v->group_count; i++)
        version->apart[i] = v->groups[i].met;
    for (size_t i = 0; i < v->refs.len; i++) {
        RegDDRef *ref = v->refs.at[i];
        ref->version = version;
        ref->group = v->group_of.at[i];
        ref->no_wrap |= v->groups[ref->group].wraps;
    }
    for (size_t i = 0; i < v->inside.len; i++)
        v->inside.at[i]->in_dims = true;
    for (size_t i = 0; i < v->x.exact.len; i++)
        v->x.exact.at[i]->exact = true;
    for (size_t i = 0; i < v->x.counted.len; i++)
        hir_loop_set(v->x.counted.at[i], LOOP_EXACT_BOUND, true);
}

void version_place(versioner *v, HLIf *branch) {
    HLNode *loop = &v->loop->node.node, *node = &branch->node.node;
    for (size_t i = 0; i < v->freezes.len; i++)
        hir_insert_before(loop, v->freezes.at[i]);
    for (size_t i = 0; i < v->checks.len; i++)
        hir_insert_before(loop, v->checks.at[i]);
    hir_insert_before(loop, node);
    hir_unlink(loop);
    hir_append(&branch->then_body, node, loop);
    hir_note_change(v->g);
}

/* Tables of rows are checked by themselves. */
static bool checks_groups(const HLNode *node) {
    const HLIf *branch = node->kind == HL_IF ? (const HLIf *)node : NULL;
    return branch && branch->version && branch->version->groups;
}

/* Whether there are checks around it, or in it. */
static bool is_versioned(HLNode *loop) {
    for (const HLNode *node = loop->parent; node; node = node->parent)
        if (checks_groups(node))
            return true;
    hir_each_node (node, loop)
        if (checks_groups(node))
            return true;
    return false;
}

static bool look_inside(versioner *v) {
    HLNode *loop = &v->loop->node.node;
    if (is_versioned(loop))
        return hir_give_up(&v->reply, HIR_WHY_VERSIONED);
    if (!v->g->complete)
        return hir_give_up(&v->reply, HIR_WHY_DEPS_UNKNOWN);
    hir_each_node (node, loop)
        if (++v->nodes > MAX_NODES || !ctx_tick(v->h->ctx, 1))
            break;
    if (v->nodes > MAX_NODES)
        return hir_give_up(&v->reply, HIR_WHY_LARGE_COPY);
    if (hir_is_crossed(v->g->region, &v->loop->body))
        return hir_give_up(&v->reply, HIR_WHY_JUMPS_CROSS);
    if (hir_width(v->h, hir_index_type(v->h)) != 64)
        return hir_give_up(&v->reply, HIR_WHY_EXTENT_POINTERS);
    return true;
}

static bool plan(versioner *v) {
    if (!look_inside(v) || !read_refs(v) || !read_edges(v) || !measure(v))
        return false;
    check_dims(v);
    version_widen(v);
    if (!v->doubted && !v->inside.len)
        return hir_give_up(&v->reply, HIR_WHY_NOTHING_TO_CHECK);
    return version_check_sums(v) && (version_make_checks(v) || is_unknown(v));
}

/* What the checks cost. */
static void describe(versioner *v) {
    str text;
    str_init(&text, v->h->ctx);
    str_printf(&text, "%" PRIu32 " comparison%s at run time", v->comparisons,
               v->comparisons == 1 ? "" : "s");
    v->reply.reason = arena_strdup(&v->h->mem, str_text(&text));
    str_free(&text);
}

static void make(versioner *v) {
    LLVMTypeRef type = hir_index_type(v->h);
    HLIf *branch =
        hir_new_comparison(v->h, hir_canon_blob(v->h, hir_blob_temp(v->h, v->unsafe)), LLVMIntEQ,
                           hir_canon_constant(v->h, type, 0), &v->loop->node.node);
    hir_version *version = arena_new(&v->h->mem, hir_version);
    if (!branch || !version || !version_make_copy(v, branch)) {
        no_memory(v);
        return;
    }
    branch->version = version;
    note_facts(v, branch, version);
    version_use_wide(v);
    version_place(v, branch);
    describe(v);
}

static dd_reply version(const dd_graph *g, HLLoop *loop, bool dims, bool is_made,
                        uint32_t *comparisons) {
    lathe_ctx *ctx = g->h->ctx;
    versioner v = {
        .g = g, .dims = dims, .h = g->h, .loop = loop, .reply = {.yes = true, .edge = DD_NO_EDGE}};
    extent_init(&v.x, g, loop);
    if (plan(&v) && is_made)
        make(&v);
    extent_free(&v.x);
    vec_free(ctx, &v.refs);
    vec_free(ctx, &v.group_of);
    vec_free(ctx, &v.inside);
    vec_free(ctx, &v.wide);
    vec_free(ctx, &v.conditions);
    vec_free(ctx, &v.freezes);
    vec_free(ctx, &v.checks);
    if (comparisons)
        *comparisons = v.comparisons;
    return ctx_ok(ctx) ? v.reply : hir_decline(HIR_WHY_OUT_OF_MEMORY);
}

dd_reply hir_version_nest(const dd_graph *g, HLLoop *loop) {
    return version(g, loop, false, true, NULL);
}

dd_reply hir_version_dims(const dd_graph *g, HLLoop *loop) {
    return version(g, loop, true, true, NULL);
}

dd_reply hir_can_version(const dd_graph *g, HLLoop *loop, bool dims, uint32_t *comparisons) {
    return version(g, loop, dims, false, comparisons);
}
