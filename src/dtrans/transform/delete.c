/* dtrans-delete-fields: fields that are never read, or that always have one value, go.
 *
 * Needs: a whole program.
 * Keeps: the program's behaviour; the computation of what was stored.
 * Breaks: the layouts of the types that lose fields.
 * Declines when: nothing may change; a field stays whose address is taken, that shares its address
 *                with the object, or that is the last one.
 */
#include "dtrans/transform/initial.h"
#include "dtrans/transform/layout_body.h"
#include "dtrans/transform/layout_run.h"

typedef struct deletion {
    dtrans_initial initial;
    bool ready;
} deletion;

static bool is_deletable(const DTransOptBase *b, const deletion *d, uint32_t type, uint32_t field) {
    const dtrans_type *t = &b->info->types.at[type];
    const dtrans_field *f = &t->fields[field];
    if (f->padding || f->pinned || f->address_taken || f->needed || !f->size ||
        field >= dtrans_end_movable(t))
        return false;
    if (f->reads == 0)
        return true;
    return f->values == DTRANS_ONE_VALUE && dtrans_starts_as(&d->initial, type, f->value);
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
    if (!d->ready)
        dtrans_initial_init(&d->initial, b->info);
    d->ready = true;
}

static void plan(DTransOptBase *b, void *data) {
    deletion *d = data;
    prepare(b, d);
    for (uint32_t i = 0; ctx_ok(b->ctx) && i < b->info->types.len; i++) {
        uint32_t count =
            dtrans_may_change(b, i, DTRANS_DELETE_FIELDS) ? deletable_count(b, d, i) : 0;
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
                                   .prefix = "__DFD_",
                                   .dependent_prefix = "__DFDDT_",
                                   .plan = plan,
                                   .allows = allows};

const dtrans_row dtrans_delete_fields = {
    DTRANS_NAMED("delete-fields"),
    DTRANS_PASS("Delete fields that are never read or have one constant value", DTRANS_PLANS),
    .transform = DTRANS_DELETE_FIELDS,
    .harmless = DTRANS_FOLLOWED_INSIDE,
    .moves_pieces = true,
    .turn = 1,
    .hooks = &hooks};
