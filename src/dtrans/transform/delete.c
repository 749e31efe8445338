/* dtrans-delete-fields: fields that are never read, or that always have one value, go.
 *
 * Needs: a whole program.
 * Keeps: the program's behaviour; the computation of what was stored.
 * Breaks: the layouts of the types that lose fields.
 * Declines when: nothing may change; a field stays whose address is taken, that shares its address
 *                with the object, or that is the last one.
 */
#include "dtrans/transform/body.h"
#include "dtrans/transform/initial.h"
#include "dtrans/transform/run.h"

typedef struct deletion {
    dtrans_initial initial;
    bool ready;
} deletion;

static bool is_deletable(const DTransOptBase *b, const deletion *d, uint32_t type, uint32_t field) {
    const dtrans_type *t = &b->info->types.at[type];
    const dtrans_field *f = &t->fields[field];
    if (f->padding || f->pinned || f->address_taken || f->needed || !f->size ||
        field >= dtrans_end_movable(b, t))
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

static bool prepare_types(DTransOptBase *b, void *data) {
    deletion *d = data;
    if (!d->ready)
        dtrans_initial_init(&d->initial, b->info);
    d->ready = true;
    for (uint32_t i = 0; ctx_ok(b->ctx) && i < b->info->types.len; i++)
        if (dtrans_may_change(b, i, DTRANS_DELETE_FIELDS) && deletable_count(b, d, i))
            dtrans_base_replace(b, i, "__DFD_");
    return b->layouts.changes.len > 0;
}

static void populate_types(DTransOptBase *b, void *data) {
    for (size_t i = 0; i < b->layouts.changes.len; i++) {
        dtrans_change *change = &b->layouts.changes.at[i];
        uint32_t left = deletable_count(b, data, change->type);
        dtrans_body body;
        if (!dtrans_body_init(&body, b, change))
            return;
        for (uint32_t k = body.count; k > 0 && left > 0; k--) {
            if (!is_deletable(b, data, change->type, k - 1))
                continue;
            body.order[k - 1] = IR_NONE;
            left--;
        }
        dtrans_body_drop_padding(&body, &b->info->types.at[change->type]);
        dtrans_body_set(&body, b, change);
    }
}

lathe_status dtrans_delete_fields_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)params;
    (void)out;
    static const dtrans_hooks hooks = {
        DTRANS_NAME("dtrans-delete-fields"), .transform = DTRANS_DELETE_FIELDS,
        .dependent_prefix = "__DFDDT_", .prepare_types = prepare_types,
        .populate_types = populate_types};
    deletion d = {0};
    return dtrans_run(m, &hooks, &d);
}
