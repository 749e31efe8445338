/* What a transform did and did not do: the list of changes, remarks, and counters. */
#include "dtrans/transform/base.h"

#include "base/change.h"
#include "dtrans/analysis/type_remark.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct placed {
    uint32_t field; /* of the old struct */
    uint32_t element;
} placed;

static int compare_placed(const void *left, const void *right) {
    const placed *a = left, *b = right;
    return (a->element > b->element) - (a->element < b->element);
}

/* "v, next"; without debug info fields have numbers: "field 1, field 0" */
static void add_field(str *out, const dtrans_type *t, uint32_t field) {
    if (out->len)
        str_add(out, ", ");
    if (*t->fields[field].name)
        str_add(out, t->fields[field].name);
    else
        str_printf(out, "field %u", field);
}

/* Lists what is left in its new order, and what is deleted; padding is neither. True if the order
 * is another. */
static bool list_fields(DTransOptBase *b, const dtrans_change *change, str *order, str *deleted) {
    const dtrans_type *t = &b->info->types.at[change->type];
    placed *all = arena_array(&b->layouts.mem, t->field_count + 1, placed);
    uint32_t count = 0;
    bool moved = false;
    for (uint32_t i = 0; all && i < t->field_count; i++) {
        if (t->fields[i].padding)
            continue;
        if (change->element[i] == IR_NONE)
            add_field(deleted, t, i);
        else
            all[count++] = (placed){i, change->element[i]};
    }
    if (count)
        qsort(all, count, sizeof *all, compare_placed);
    for (uint32_t i = 0; i < count; i++) {
        add_field(order, t, all[i].field);
        moved |= i && all[i].field < all[i - 1].field;
    }
    return moved;
}

static void remark_change(DTransOptBase *b, const dtrans_change *change) {
    str order, deleted;
    remark_list *list = b->ctx->remarks;
    const dtrans_type *t = &b->info->types.at[change->type];
    str_init(&order, b->ctx);
    str_init(&deleted, b->ctx);
    bool moved = list_fields(b, change, &order, &deleted);
    uint64_t size = dtrans_new_size(&b->layouts, change->from);
    const char *name = deleted.len       ? "FieldsDeleted"
                       : moved           ? "FieldsReordered"
                       : size != t->size ? "Resized"
                                         : "TypeReplaced";
    if (b->hooks->remark && !change->dependent)
        name = b->hooks->remark;
    if (dtrans_remark(b->info, change->type, REMARK_PASSED, b->hooks->name, name)) {
        remark_add_fact(list, " had ", "OldSize", "%" PRIu64, t->size);
        remark_add_fact(list, " bytes and has ", "NewSize", "%" PRIu64, size);
        remark_add_fact(list, "; fields: ", "Fields", "%s", str_text(&order));
        if (deleted.len) {
            remark_add_fact(list, "; deleted: ", "Deleted", "%s", str_text(&deleted));
        }
        if (b->hooks->describe && !change->dependent)
            b->hooks->describe(b, change, b->data);
    }
    str_free(&order);
    str_free(&deleted);
}

/* A struct that only holds a changed one. */
static void remark_dependent(DTransOptBase *b, uint32_t type) {
    const dtrans_type *t = &b->info->types.at[type];
    remark_list *list = b->ctx->remarks;
    if (!dtrans_remark(b->info, type, REMARK_PASSED, b->hooks->name, "Dependent"))
        return;
    remark_add_fact(list, " holds a changed struct; it had ", "OldSize", "%" PRIu64, t->size);
    remark_add_fact(list, " bytes and has ", "NewSize", "%" PRIu64,
                    dtrans_new_size(&b->layouts, t->llvm));
}

static void note_change(DTransOptBase *b, uint32_t type) {
    const dtrans_type *t = &b->info->types.at[type];
    change_add(b->ctx, &(change){.kind = CHANGE_TYPE,
                                 .pass = b->hooks->name,
                                 .of = ir_without_prefixes(t->name),
                                 .old_size = t->size,
                                 .new_size = dtrans_new_size(&b->layouts, t->llvm)});
}

static void record_type(DTransOptBase *b, uint32_t type, bool has_plan) {
    const dtrans_type *t = &b->info->types.at[type];
    const dtrans_change *planned = has_plan ? dtrans_change_of(&b->layouts, t->llvm) : NULL;
    bool dependent =
        has_plan && !planned && t->layout->sized && dtrans_is_remapped(&b->layouts, t->llvm);
    if (planned || dependent)
        note_change(b, type);
    if (!b->ctx->remarks)
        return;
    if (planned) {
        if (!b->hooks->remark_change || !b->hooks->remark_change(b, type, b->data))
            remark_change(b, planned);
        return;
    }
    if (dependent)
        remark_dependent(b, type);
    dtrans_remark_missed(b->info, type, b->hooks->name, b->hooks->transform);
}

void dtrans_record_outcome(DTransOptBase *b, bool has_plan) {
    if (!ctx_ok(b->ctx))
        return;
    ctx_count(b->ctx, b->hooks->counter ? b->hooks->counter : "types changed",
              has_plan ? b->layouts.changes.len : 0);
    bool asked = b->ctx->remarks || b->ctx->changes;
    for (uint32_t i = 0; asked && i < b->info->types.len; i++)
        record_type(b, i, has_plan);
    if (b->hooks->outcome)
        b->hooks->outcome(b, b->data);
}
