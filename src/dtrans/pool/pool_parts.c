/* Which fields of pooled objects are in a part of their own, and where the parts are. The first
 * field stays in the first part, at the object's address: the address of the one is that of the
 * other, and nothing distinguishes them. */
#include "base/num.h"
#include "dtrans/pool/pool.h"

#include "dtrans/analysis/dtrans_reasons.h"
#include "dtrans/cost/layout_cost.h"
#include "ir/machine.h"
#include "ir/size.h"
#include "pool/rtpool_abi.h"

/* Offsets of parts in a granule are multiples of a cache line. */
enum { LARGEST = 4096 };

/* What --dtrans-force calls it. */
static const char split_pool[] = "dtrans-split-pool";

/* Two parts: the fields that are hardly ever used, and the others. Each further part would be one
 * more line to fetch for an object of which it is used; and what is used once for each object that
 * a loop looks for counts little beside the loop, so that only much less is cold. */
static void split_off_cold(soa_groups *groups, const dtrans_type *t) {
    enum { COLD_PART = 100 };
    double most = soa_hottest(t);
    bool any = false;
    for (uint32_t f = 0; f < t->field_count; f++) {
        if (groups->of[f] == IR_NONE)
            continue;
        bool cold = f && t->fields[f].frequency * COLD_PART < most;
        groups->of[f] = cold;
        any |= cold;
    }
    groups->count = any ? 2 : 1;
}

static bool is_forced(const pool *p, const dtrans_type *t) {
    return p->options.all || p->options.only || dtrans_is_forced(t, split_pool);
}

static bool is_asked_for(const pool *p, uint32_t type) {
    const dtrans_type *t = &p->b->info->types.at[type];
    if (p->b->given)
        return p->types[type].pooled && p->b->given[type].list[DTRANS_GROUP];
    return p->types[type].pooled &&
           (t->forced ? dtrans_is_forced(t, split_pool) : p->options.split);
}

static void group(pool *p, uint32_t type) {
    const dtrans_type *t = &p->b->info->types.at[type];
    soa_groups *groups = &p->types[type].groups;
    if (p->b->given) {
        soa_group_as_decided(groups, &p->mem, t, &p->b->given[type]);
        return;
    }
    if (p->options.grouping) {
        const char *word = soa_group_as_told(groups, &p->mem, t, p->options.grouping);
        if (word)
            ctx_fail(p->ctx, LATHE_USAGE,
                     "groups: '%s' names no field of '%s', or one that has its group already", word,
                     t->name);
        return;
    }
    soa_groups cold;
    if (soa_group_by_heat(groups, &p->mem, t, is_forced(p, t)) && !p->options.all &&
        soa_group_by_heat(&cold, &p->mem, t, false)) {
        split_off_cold(&cold, t);
        if (cold.count > 1 || !is_forced(p, t))
            *groups = cold;
    }
}

/* What an object takes in the pool; half of a pointer, if it becomes narrow. */
static uint64_t *part_sizes(pool *p, uint32_t type, const soa_groups *groups, uint64_t *whole) {
    const dtrans_type *t = &p->b->info->types.at[type];
    uint64_t *sizes = arena_array(&p->mem, groups->count, uint64_t);
    *whole = t->size;
    for (uint32_t f = 0; sizes && f < t->field_count; f++) {
        uint64_t saved = pool_narrow_field(p, type, f) == IR_NONE ? 0 : t->fields[f].size / 2;
        if (groups->of[f] != IR_NONE)
            sizes[groups->of[f]] += t->fields[f].size - saved;
        *whole -= saved;
    }
    return sizes;
}

/* Whether parts pay; the estimate is kept. */
static bool pays(pool *p, uint32_t type) {
    const dtrans_type *t = &p->b->info->types.at[type];
    const soa_groups *groups = &p->types[type].groups;
    uint64_t whole;
    uint64_t *sizes = part_sizes(p, type, groups, &whole);
    if (p->b->given || is_forced(p, t) || !sizes)
        return sizes;
    double then = cost_of_pooled_parts(t, &(cost_layout){groups->of, sizes, groups->count});
    p->types[type].parts_estimate = then / cost_of_nodes(t);
    return cost_pays(cost_of_pooled(t, whole), then);
}

/* What the type itself says. */
static void judge(pool *p, uint32_t type) {
    const dtrans_type *t = &p->b->info->types.at[type];
    if (!dtrans_may_change(p->b, type, DTRANS_REORDER_FIELDS) || LLVMIsPackedStruct(t->llvm) ||
        dtrans_end_movable(t) < t->field_count)
        pool_keep_together(p, type, DTRANS_WHY_SPLIT_LAYOUT, NULL);
    if (t->safety & dtrans_bit(WholeStructureReference))
        pool_keep_together(p, type, DTRANS_WHY_SPLIT_VALUE, NULL);
    if (t->size > LARGEST)
        pool_keep_together(p, type, DTRANS_WHY_SPLIT_LARGE, NULL);
    if (p->types[type].member)
        pool_keep_together(p, type, DTRANS_WHY_SPLIT_INSIDE, NULL);
}

/* … and its classes. */
static void judge_classes(pool *p) {
    for (ptr_class c = 1; c < p->class_count && ctx_tick(p->ctx, 1); c++) {
        uint32_t type = p->b->info->graph.nodes.at[c].up == c ? p->type_of[c] - 1 : IR_NONE;
        if (type == IR_NONE || !p->types[type].split)
            continue;
        if (p->open[c])
            pool_keep_together(p, type, DTRANS_WHY_SPLIT_OUTSIDE, p->types[type].wide.where);
        if (p->inside[c])
            pool_keep_together(p, type, DTRANS_WHY_SPLIT_INSIDE, NULL);
    }
}

void pool_choose_parts(pool *p) {
    for (uint32_t i = 0; ctx_ok(p->ctx) && i < p->b->info->types.len; i++) {
        if (!is_asked_for(p, i))
            continue;
        group(p, i);
        if (!ctx_ok(p->ctx) || p->types[i].groups.count < 2 || !pays(p, i))
            continue;
        p->types[i].split = true;
        judge(p, i);
    }
    judge_classes(p);
}

typedef struct sorting {
    pool *p;
    uint32_t type;
} sorting;

static bool comes_before(void *data, uint32_t a, uint32_t b) {
    const sorting *s = data;
    const pool_type *t = &s->p->types[s->type];
    const uint32_t *of = t->groups.of;
    return t->split && of[a] != of[b]
               ? of[a] < of[b]
               : pool_field_align(s->p, s->type, a) > pool_field_align(s->p, s->type, b);
}

void pool_sort_fields(pool *p, uint32_t type, uint32_t *order, uint32_t end) {
    dtrans_sort_fields(order, dtrans_first_movable(&p->b->info->types.at[type]), end, comes_before,
                       &(sorting){p, type});
}

/* Part by part, strictest alignment first; a pinned field stays where it is. */
void pool_order_parts(pool *p, uint32_t type, dtrans_body *body) {
    const dtrans_type *t = &p->b->info->types.at[type];
    uint32_t count = 0;
    dtrans_body_drop_padding(body, t);
    for (uint32_t i = 0; i < body->count; i++)
        if (body->order[i] != IR_NONE)
            body->order[count++] = body->order[i];
    for (uint32_t i = count; i < body->count; i++)
        body->order[i] = IR_NONE;
    pool_sort_fields(p, type, body->order, count);
}

static void add_field(pool *p, const dtrans_change *change, uint32_t field, pool_part *part) {
    LLVMTargetDataRef target = p->b->layouts.target;
    LLVMTypeRef element = LLVMStructGetTypeAtIndex(change->to, change->element[field]);
    uint64_t at = ir_offset_of(target, change->to, change->element[field]);
    uint64_t end = at + ir_abi_size(target, element);
    uint64_t align = ir_abi_align(target, element);
    if (!part->align || at < part->start) {
        part->bytes += part->align ? part->start - at : 0;
        part->start = at;
    }
    part->bytes = end - part->start > part->bytes ? end - part->start : part->bytes;
    part->align = align > part->align ? align : part->align;
}

/* All first parts of a granule, then all second ones, and so on. */
static void place_parts(pool_type *t) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < t->groups.count; i++)
        sum += t->parts[i].size;
    t->per_granule = (LATHE_POOL_GRANULE - (uint64_t)t->groups.count * IR_CACHE_LINE) / sum;
    for (uint32_t i = 1; i < t->groups.count; i++)
        t->parts[i].offset = num_round_up(
            t->parts[i - 1].offset + t->per_granule * t->parts[i - 1].size, IR_CACHE_LINE);
}

void pool_measure_parts(pool *p, uint32_t type) {
    pool_type *t = &p->types[type];
    const dtrans_type *old = &p->b->info->types.at[type];
    const dtrans_change *change = dtrans_change_of(&p->b->layouts, old->llvm);
    t->parts = arena_array(&p->mem, t->groups.count, pool_part);
    for (uint32_t f = 0; t->parts && f < old->field_count; f++)
        if (t->groups.of[f] != IR_NONE)
            add_field(p, change, f, &t->parts[t->groups.of[f]]);
    if (!t->parts)
        return;
    for (uint32_t i = 0; i < t->groups.count; i++)
        t->parts[i].size = num_round_up(t->parts[i].bytes, t->parts[i].align);
    uint64_t least = sizeof(uint64_t); /* what the runtime keeps in freed objects */
    t->parts[0].size = num_round_up(t->parts[0].size, sizeof(uint32_t));
    if (t->parts[0].size < least)
        t->parts[0].size = num_round_up(least, t->parts[0].align);
    place_parts(t);
}
