/* dtrans-delete-fields: fields that are never read, or that always have one value, go.
 *
 * Needs: a whole program.
 * Keeps: the program's behaviour; the computation of what was stored.
 * Breaks: the layouts of the types that lose fields.
 * Declines when: nothing may change; a field stays whose address is taken, that shares its address
 *                with the object, or that is the last one.
 */
#include "dtrans/analysis/few.h"
#include "dtrans/transform/layout_body.h"
#include "dtrans/transform/layout_run.h"

#include <string.h>

/* What fields hold before anything is stored to them: a field that is only ever given one value
 * has that value only if its memory cannot be seen to start with another. */
typedef struct initial {
    DTransInfo *info;
    dtrans_local local; /* while it is filled */
    bool *zeroed;       /* by type: some of its objects start as, or are set to, zero */
    bool *unclear;      /* some start as or are set to something that is not followed */
} initial;

static void mark(initial *s, const LocalPointerInfo *p, bool zero) {
    dtrans_each_view (view, p)
        (zero ? s->zeroed : s->unclear)[view->type] = true;
}

static void mark_object(initial *s, const LocalPointerInfo *p, const ptr_fact *f) {
    const ptr_graph *g = &s->info->graph;
    if (f->kind == PTR_LOCAL)
        return;
    if (f->kind == PTR_HEAP) {
        const ptr_site *site = &g->sites.at[f->detail];
        if (site->zeroed)
            mark(s, p, true);
        return;
    }
    LLVMValueRef where = g->witnesses.at[f->witness].value;
    LLVMValueRef init = LLVMIsAGlobalVariable(where) ? LLVMGetInitializer(where) : NULL;
    mark(s, p, init && LLVMIsNull(init));
}

static void visit_classes(initial *s) {
    ptr_graph *g = &s->info->graph;
    for (ptr_class c = 1; c < g->nodes.len && ctx_tick(s->info->ctx, 1); c++) {
        if (g->nodes.at[c].up != c)
            continue;
        const LocalPointerInfo *p = dtrans_local_class(&s->local, c);
        for (uint32_t i = p->count ? g->nodes.at[c].objects.first : 0; i; i = g->facts.at[i].next)
            mark_object(s, p, &g->facts.at[i]);
    }
}

/* memset by any name: the second argument is the byte. */
static void visit_call(initial *s, LLVMValueRef call) {
    LLVMValueRef fn = LLVMIsAFunction(LLVMGetCalledValue(call));
    const char *name = fn ? LLVMGetValueName(fn) : "";
    if (!strstr(name, "memset") && !strstr(name, "bzero"))
        return;
    LLVMValueRef byte = LLVMGetNumArgOperands(call) > 1 ? LLVMGetOperand(call, 1) : NULL;
    bool zero = strstr(name, "bzero") || (byte && LLVMIsAConstantInt(byte) && LLVMIsNull(byte));
    mark(s, dtrans_local_value(&s->local, LLVMGetOperand(call, 0)), zero);
}

/* Structs inside others start as those do. */
static void spread(initial *s, bool *marked) {
    DTransInfo *info = s->info;
    VEC(uint32_t) work = {0};
    for (uint32_t i = 0; i < info->types.len; i++)
        if (marked[i])
            vec_push(info->ctx, &work, i);
    while (work.len && ctx_tick(info->ctx, 1)) {
        uint32_t outer = vec_pop(&work);
        for (uint32_t i = 0; i < info->types.at[outer].field_count; i++) {
            uint32_t inner = dtrans_field_type(info, outer, i);
            if (inner == IR_NONE || marked[inner])
                continue;
            marked[inner] = true;
            vec_push(info->ctx, &work, inner);
        }
    }
    vec_free(info->ctx, &work);
}

static void initial_init(initial *s, DTransInfo *info) {
    *s = (initial){.info = info};
    dtrans_local_init(&s->local, info);
    s->zeroed = arena_array(&info->mem, info->types.len + 1, bool);
    s->unclear = arena_array(&info->mem, info->types.len + 1, bool);
    if (!s->zeroed || !s->unclear)
        return;
    visit_classes(s);
    ir_each_function (fn, info->m->llvm)
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb)
                if (ctx_ok(info->ctx) && LLVMIsACallInst(inst))
                    visit_call(s, inst);
    spread(s, s->zeroed);
    spread(s, s->unclear);
    dtrans_local_free(&s->local);
}

/* Whether memory of the type's fields holds `value`, or nothing that may be relied on, wherever it
 * was not stored to. */
static bool starts_as(const initial *s, uint32_t type, LLVMValueRef value) {
    return !s->unclear[type] && (!s->zeroed[type] || LLVMIsNull(value));
}

typedef struct deletion {
    initial initial;
    bool ready;
    bool pays; /* only what is felt */
    const bool *few;
} deletion;

static bool is_deletable(const DTransOptBase *b, const deletion *d, uint32_t type, uint32_t field) {
    const dtrans_type *t = &b->info->types.at[type];
    const dtrans_field *f = &t->fields[field];
    if (f->padding || f->pinned || f->address_taken || f->needed || f->atomic || !f->size ||
        field >= dtrans_end_movable(t))
        return false;
    if (f->reads == 0)
        return true;
    return f->values == DTRANS_ONE_VALUE && starts_as(&d->initial, type, f->value);
}

/* A struct without fields would have no size; the last one stays. */
static uint32_t deletable_count(const DTransOptBase *b, const deletion *d, uint32_t type) {
    const dtrans_type *t = &b->info->types.at[type];
    uint32_t count = 0, data = 0;
    for (uint32_t i = 0; i < t->field_count; i++) {
        data += !t->fields[i].padding && t->fields[i].size;
        count += is_deletable(b, d, type, i);
    }
    return count < data ? count : data ? data - 1 : 0;
}

/* Without the last fields that may go, as many as that, and without what filled gaps. */
static void drop(DTransOptBase *b, const deletion *d, uint32_t type, uint32_t left) {
    const dtrans_type *t = &b->info->types.at[type];
    uint32_t *order = dtrans_decide(b, type, DTRANS_ORDER);
    for (uint32_t k = t->field_count; order && k > 0; k--) {
        bool goes = left > 0 && is_deletable(b, d, type, k - 1);
        if (!goes && !t->fields[k - 1].padding)
            order[k - 1] = k - 1;
        left -= goes;
    }
}

static void prepare(DTransOptBase *b, deletion *d) {
    if (d->ready)
        return;
    d->ready = true;
    initial_init(&d->initial, b->info);
    d->few = d->pays ? dtrans_few_objects(b->info, &b->info->mem) : NULL;
}

static bool is_felt(const DTransOptBase *b, const deletion *d, uint32_t type) {
    return !d->few || !d->few[type] || b->info->types.at[type].forced;
}

static bool begin(lathe_module *m, const ir_params *params, void *data) {
    (void)m;
    ((deletion *)data)->pays = ir_param_given(params, "pays");
    return true;
}

static void plan(DTransOptBase *b, void *data) {
    deletion *d = data;
    prepare(b, d);
    for (uint32_t i = 0; ctx_ok(b->ctx) && i < b->info->types.len; i++) {
        uint32_t count = dtrans_may_change(b, i, DTRANS_DELETE_FIELDS) && is_felt(b, d, i)
                             ? deletable_count(b, d, i)
                             : 0;
        if (count)
            drop(b, d, i, count);
    }
}

/* What goes may go, and something is left. */
static bool allows(DTransOptBase *b, uint32_t type, const uint32_t *order, void *data) {
    const dtrans_type *t = &b->info->types.at[type];
    bool any = false;
    prepare(b, data);
    for (uint32_t i = 0; i < t->field_count; i++) {
        if (order[i] != IR_NONE ? order[i] != i
                                : !t->fields[i].padding && !is_deletable(b, data, type, i))
            return false;
        any |= order[i] != IR_NONE && t->fields[i].size;
    }
    return any;
}

static const dtrans_hooks hooks = {.data_size = sizeof(deletion),
                                   .begin = begin,
                                   .prefix = "__DFD_",
                                   .dependent_prefix = "__DFDDT_",
                                   .plan = plan,
                                   .allows = allows};

const dtrans_row dtrans_delete_fields = {
    DTRANS_NAMED("delete-fields"),
    DTRANS_PASS("Delete fields that are never read or have one constant value", DTRANS_PAYS,
                DTRANS_PLANS),
    .transform = DTRANS_DELETE_FIELDS,
    .harmless = DTRANS_FOLLOWED_INSIDE,
    .moves_pieces = true,
    .moves_atomics = true,
    .turn = 1,
    .default_params = "pays",
    .hooks = &hooks};
