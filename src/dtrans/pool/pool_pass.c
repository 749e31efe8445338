/* dtrans-pool: objects that are allocated one by one come from a pool of their type, and pointers
 * to them that are kept in structs take 32 bits.
 *
 * Needs: a whole program for a 64-bit target, and the pool runtime at link time.
 * Keeps: the program's behaviour, as long as the pools have memory; values in registers.
 * Breaks: the layouts of structs with narrow pointers; all knowledge of the pooled types, so other
 *         transforms run before it.
 * Declines when: nothing may change; single classes of objects whose allocations cannot all be
 *                rewritten, and fields that may hold anything but addresses of pooled objects.
 */
#include "base/num.h"
#include "dtrans/pool/pool.h"

#include "dtrans/analysis/dtrans_reasons.h"
#include "dtrans/analysis/type_remark.h"
#include "dtrans/cost/layout_cost.h"
#include "dtrans/transform/layout_run.h"
#include "ir/size.h"

#include <inttypes.h>
#include <string.h>

static bool holds_narrow(const pool *p, uint32_t type) {
    for (uint32_t k = 0; k < p->b->info->types.at[type].field_count; k++)
        if (pool_narrow_field(p, type, k) != IR_NONE)
            return true;
    return false;
}

static void note_pointed(pool *p) {
    for (uint32_t i = 0; i < p->b->info->types.len; i++)
        for (uint32_t k = 0; k < p->b->info->types.at[i].field_count; k++) {
            uint32_t to = pool_narrow_field(p, i, k);
            if (to != IR_NONE)
                p->types[to].pointed = true;
        }
}

/* Why nothing may come from pools, NULL if it may. */
static const char *forbidden(lathe_module *m) {
    LLVMValueRef checkpoint = LLVMGetNamedFunction(m->llvm, "checkpoint");
    if (LLVMPointerSize(ir_layout(m)) != 8)
        return "the target's pointers do not have 64 bits";
    if (checkpoint && LLVMIsDeclaration(checkpoint))
        return "the program has checkpoints, which do not save pools";
    return m->settings.no_pools;
}

static void warn(lathe_module *m, const char *why) {
    str text;
    str_init(&text, m->ctx);
    str_printf(&text, "dtrans-pool does nothing: %s", why);
    ctx_diag(m->ctx, &(lathe_diag){.severity = LATHE_WARNING, .message = str_text(&text)});
    str_free(&text);
}

/* What was found is what is decided; structs with narrow pointers change with others. */
static void decide(DTransOptBase *b, const pool *p, uint32_t type) {
    const pool_type *t = &p->types[type];
    dtrans_decision *decision = &b->decisions.at[type];
    uint32_t count = b->info->types.at[type].field_count;
    uint32_t *narrow =
        dtrans_decide(b, type, holds_narrow(p, type) ? DTRANS_NARROW : DTRANS_NO_LIST);
    uint32_t *group = t->split ? dtrans_decide(b, type, DTRANS_GROUP) : NULL;
    decision->chosen = t->pooled;
    for (uint32_t k = 0; narrow && k < count; k++)
        if (pool_narrow_field(p, type, k) != IR_NONE)
            narrow[k] = 1;
    if (group)
        memcpy(group, t->groups.of, count * sizeof *group);
}

static void plan(DTransOptBase *b, void *data) {
    pool *p = data;
    pool_end(p);
    if (!pool_begin(p, b))
        return;
    note_pointed(p);
    for (uint32_t i = 0; i < b->info->types.len; i++)
        if (p->types[i].pooled || holds_narrow(p, i))
            decide(b, p, i);
}

static bool pays(DTransOptBase *b, uint32_t type, void *data) {
    (void)b;
    return pool_is_worthwhile(data, type);
}

static bool prepare_types(DTransOptBase *b, void *data) {
    (void)data;
    for (uint32_t i = 0; i < b->info->types.len; i++) {
        const dtrans_decision *decision = &b->decisions.at[i];
        if (!decision->changes)
            continue;
        dtrans_change *change = dtrans_base_replace(
            b, i, decision->chosen ? b->hooks->prefix : b->hooks->dependent_prefix);
        if (change)
            change->apart = decision->list[DTRANS_GROUP] != NULL;
    }
    return b->layouts.changes.len > 0;
}

static LLVMTypeRef field_type(DTransOptBase *b, uint32_t type, uint32_t field, void *data) {
    const pool *p = data;
    if (pool_narrow_field(p, type, field) == IR_NONE)
        return NULL;
    LLVMTypeRef old = LLVMStructGetTypeAtIndex(b->info->types.at[type].llvm, field);
    return dtrans_pointer_array(old, LLVMInt32TypeInContext(b->m->llvm_ctx));
}

/* Variables are narrow with fields, which of several types nothing says. */
static const char *number_note(DTransOptBase *b, uint32_t type, uint32_t field, void *data) {
    static const char *const notes[] = {" >> 0", " >> 1", " >> 2", " >> 3", " >> 4"};
    const pool *p = data;
    uint32_t to = type == IR_NONE ? IR_NONE : pool_narrow_field(p, type, field);
    unsigned shift = to == IR_NONE ? ~0u : p->types[to].shift;
    (void)b;
    return shift < sizeof notes / sizeof *notes ? notes[shift] : " in 32 bits";
}

static LLVMTypeRef new_element(DTransOptBase *b, pool *p, uint32_t type, uint32_t field) {
    LLVMTypeRef narrow = field_type(b, type, field, p);
    LLVMTypeRef old = LLVMStructGetTypeAtIndex(b->info->types.at[type].llvm, field);
    return narrow ? narrow : dtrans_new_type(&b->layouts, old);
}

/* Structs among the elements that get their bodies later count as they were. */
static LLVMTypeRef sized_element(DTransOptBase *b, pool *p, uint32_t type, uint32_t field) {
    LLVMTypeRef new = new_element(b, p, type, field);
    return LLVMTypeIsSized(new) ? new
                                : LLVMStructGetTypeAtIndex(b->info->types.at[type].llvm, field);
}

uint64_t pool_field_align(pool *p, uint32_t type, uint32_t field) {
    return ir_abi_align(p->b->layouts.target, sized_element(p->b, p, type, field));
}

/* The end of the last field. */
static uint64_t extent_of(DTransOptBase *b, pool *p, uint32_t type, const dtrans_body *body) {
    uint64_t end = 0;
    for (uint32_t i = 0; i < body->count; i++) {
        if (body->order[i] == IR_NONE)
            continue;
        uint64_t align = pool_field_align(p, type, body->order[i]);
        end = num_round_up(end, align) +
              ir_abi_size(b->layouts.target, sized_element(b, p, type, body->order[i]));
    }
    return end;
}

/* Fields that may move go where they leave no gaps, if that makes the struct smaller. */
static void close_gaps(DTransOptBase *b, pool *p, uint32_t type, dtrans_body *body) {
    const dtrans_type *t = &b->info->types.at[type];
    dtrans_body sorted = *body;
    sorted.order = arena_array(&b->layouts.mem, body->count + 1, uint32_t);
    if (!sorted.order)
        return;
    memcpy(sorted.order, body->order, body->count * sizeof *body->order);
    pool_sort_fields(p, type, sorted.order, dtrans_end_movable(t));
    dtrans_body_drop_padding(&sorted, t);
    dtrans_body_drop_padding(body, t);
    if (extent_of(b, p, type, &sorted) < extent_of(b, p, type, body))
        *body = sorted;
}

static void populate(DTransOptBase *b, pool *p, dtrans_change *change) {
    dtrans_body body;
    if (!dtrans_body_init(&body, b, change))
        return;
    if (p->types[change->type].split)
        pool_order_parts(p, change->type, &body);
    else if (holds_narrow(p, change->type) && !body.packed)
        close_gaps(b, p, change->type, &body);
    dtrans_body_set(&body, b, change);
}

static unsigned log2_of(uint64_t power) {
    unsigned n = 0;
    while (power >> n > 1)
        n++;
    return n;
}

/* Objects in a pool are as aligned as their type, and to four bytes at least, and have room for
 * what the runtime keeps in freed ones; members of others are only as aligned as their type. */
static void measure(DTransOptBase *b, pool *p, uint32_t type) {
    enum { LEAST = 4, MOST = 16 };
    const uint64_t link = sizeof(uint64_t);
    pool_type *t = &p->types[type];
    LLVMTypeRef to = dtrans_new_type(&b->layouts, b->info->types.at[type].llvm);
    uint64_t own = ir_abi_align(b->layouts.target, to), align = own < LEAST ? LEAST : own;
    uint64_t bytes = ir_abi_size(b->layouts.target, to);
    t->size = num_round_up(bytes < link ? link : bytes, align);
    if (t->split) {
        pool_measure_parts(p, type);
        t->size = t->parts ? t->parts[0].size : 0;
        own = t->parts ? t->parts[0].align : 1;
    }
    t->shift = p->options.unshifted ? 0 : log2_of(own < MOST ? own : MOST);
}

static void populate_types(DTransOptBase *b, void *data) {
    pool *p = data;
    for (size_t i = 0; i < b->layouts.changes.len; i++)
        populate(b, p, &b->layouts.changes.at[i]);
    for (uint32_t i = 0; ctx_ok(b->ctx) && i < b->info->types.len; i++)
        if (p->types[i].pooled || p->types[i].member)
            measure(b, p, i);
    for (size_t i = 0; i < b->layouts.changes.len; i++) {
        const pool_part *parts = p->types[b->layouts.changes.at[i].type].parts;
        b->layouts.changes.at[i].shown = parts ? parts[0].bytes : 0;
    }
    pool_lower_shifts(p);
    if (b->rehearsal || !ctx_ok(b->ctx))
        return;
    pool_find_held_outside(p);
    pool_collect(p);
}

static void remark_reason(DTransOptBase *b, uint32_t type, const pool_reason *r, const char *what) {
    if (!dtrans_remark_at(b->info, type, r->where, b->hooks->name, r->id))
        return;
    remark_add_part(b->ctx->remarks, "String", "%s: ", what);
    remark_add_part(b->ctx->remarks, "Reason", "%s", r->text);
}

/* Whether the pass was asked about the type, and nothing of legality or choice speaks against it.
 */
static bool is_free(DTransOptBase *b, const pool *p, uint32_t type) {
    const dtrans_type *t = &b->info->types.at[type];
    return !p->options.only && !t->forced && dtrans_may_change(b, type, b->hooks->transform);
}

static void remark_type(DTransOptBase *b, const pool *p, uint32_t type) {
    static const pool_reason alone = {DTRANS_WHY_POOL_NO_OBJECT, NULL};
    const pool_type *t = &p->types[type];
    if (t->stays.id)
        remark_reason(b, type, &t->stays, " has objects that stay in malloc's memory");
    if (t->pooled && t->wide.id)
        remark_reason(b, type, &t->wide, " has 64-bit pointers to it in some structs");
    if (t->pooled && t->together.id)
        remark_reason(b, type, &t->together, " stays in one piece");
    if (!t->pooled)
        cost_tell_missed(b->info, type, b->hooks->name, t->estimate);
    if (!t->pooled && !t->stays.id && t->estimate <= 0 && is_free(b, p, type))
        remark_reason(b, type, &alone, " does not come from a pool");
}

static void remark_parts(DTransOptBase *b, const pool *p, uint32_t type) {
    const pool_type *t = &p->types[type];
    str text;
    str_init(&text, b->ctx);
    soa_groups_print(&t->groups, &b->info->types.at[type], &text);
    remark_add_fact(b->ctx->remarks, "; it is in ", "Parts", "%" PRIu32, t->groups.count);
    remark_add_fact(b->ctx->remarks, " parts: ", "Groups", "%s", str_text(&text));
    str_free(&text);
}

static bool remark_change(DTransOptBase *b, uint32_t type, void *data) {
    const pool *p = data;
    const pool_type *t = &p->types[type];
    remark_list *list = b->ctx->remarks;
    if (!t->pooled || !dtrans_remark(b->info, type, REMARK_PASSED, b->hooks->name, "Pooled"))
        return t->pooled;
    remark_add_fact(list, " had ", "OldSize", "%" PRIu64, b->info->types.at[type].size);
    remark_add_fact(list, " bytes and has ", "NewSize", "%" PRIu64,
                    dtrans_new_size(&b->layouts, b->info->types.at[type].llvm));
    remark_add_fact(list, "; allocated at ", "Sites", "%" PRIu32, t->sites);
    remark_add_part(list, "String", t->sites == 1 ? " site" : " sites");
    remark_add_fact(list, ", it comes from a pool, and pointers to it in structs have ",
                    "PointerBits", t->pointed ? "32" : "64");
    remark_add_part(list, "String", " bits");
    if (t->split)
        remark_parts(b, p, type);
    cost_tell(b->info, t->split ? t->parts_estimate : t->estimate);
    return true;
}

/* Copies of whole objects go part by part. */
static bool claims(void *data, LLVMValueRef v) {
    const pool *p = data;
    uint64_t number = map_number(&p->whole, v);
    return number && p->types[number - 1].split;
}

/* Reasons are given once, when it is known what becomes of each type. */
static void outcome(DTransOptBase *b, void *data) {
    const pool *p = data;
    for (uint32_t i = 0; b->ctx->remarks && p->b && i < b->info->types.len; i++)
        remark_type(b, p, i);
}

static bool begin(lathe_module *m, const ir_params *params, void *data) {
    pool_options *o = &((pool *)data)->options;
    const char *why = forbidden(m);
    if (why) {
        warn(m, why);
        return false;
    }
    o->all = ir_param_given(params, "force");
    o->only = ir_param_get(params, "type");
    o->wide = ir_param_given(params, "wide");
    o->split = ir_param_given(params, "split");
    o->grouping = ir_param_get(params, "groups");
    o->unshifted = ir_param_given(params, "unshifted");
    o->limit = ir_param_number(params, "limit", 0);
    if (o->grouping && !o->only)
        ctx_fail(m->ctx, LATHE_USAGE, "groups are of one struct: say type=NAME");
    return ctx_ok(m->ctx);
}

static void end(lathe_module *m, void *data) {
    (void)m;
    pool_end(data);
}

static const dtrans_hooks hooks = {.data_size = sizeof(pool),
                                   .begin = begin,
                                   .end = end,
                                   .prefix = "__DPL_",
                                   .dependent_prefix = "__DPLDT_",
                                   .plan = plan,
                                   .pays = pays,
                                   .prepare_types = prepare_types,
                                   .populate_types = populate_types,
                                   .measures_objects = true,
                                   .field_type = field_type,
                                   .number_note = number_note,
                                   .outcome = outcome,
                                   .remark_change = remark_change,
                                   .claims = claims,
                                   .before_edits = pool_rewrite_parts,
                                   .after_edits = pool_rewrite_uses,
                                   .prepare_module = pool_rewrite_sites};

const dtrans_row dtrans_pool = {
    DTRANS_NAMED("pool"),
    DTRANS_PASS("Take single objects from pools, with 32-bit pointers to them in structs",
                DTRANS_FORCE, DTRANS_TYPE, IR_FLAG("split", "Separate cold fields from hot ones"),
                DTRANS_GROUPS, IR_FLAG("wide", "Pointers keep 64 bits"),
                IR_FLAG("unshifted", "Pointers count bytes, not objects"),
                IR_NUMBER("limit", "BYTES", 0, UINT64_MAX, "Largest size of a pool"), DTRANS_PLANS),
    .transform = DTRANS_POOL,
    .harmless = DTRANS_FOLLOWED_INSIDE,
    .moves_pieces = true,
    .turn = 5,
    .beside = "split",
    .beside_params = "split",
    .forced = "pool|split-pool",
    .needs_runtime = true,
    .hooks = &hooks};
