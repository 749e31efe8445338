/* Text for people: one headline, then the types, those first where changes pay most. */
#include "report/dtrans.h"

#include "base/show.h"
#include "ir/structtext.h"

enum { SHORT_LIST = 3, SHOWN_USES = 2, SHOWN_SITES = 3, BAR = 8 };

void dtrans_print_where(str *out, const ir_place *place) {
    if (place->file) {
        str_add(out, " at ");
        ir_place_print(out, place);
    }
    if (place->function)
        show_printf(out, " in '%s'", place->function);
}

static void print_not_whole(str *out, lathe_dtrans *d) {
    LLVMValueRef at = d->info.not_whole_at;
    ir_place place = dtrans_value_place(d, at);
    show_printf(out, "not a whole program, so no type may change: %s", d->info.not_whole);
    if (at)
        show_printf(out, " ('%s')", LLVMGetValueName(at));
    place.function = NULL;
    dtrans_print_where(out, &place);
    str_add_char(out, '\n');
}

static void print_exceptions(str *out, lathe_dtrans *d) {
    ir_place place = dtrans_value_place(d, d->info.exception_at);
    str_add(out, "exception handling, so no type may change: the first is");
    dtrans_print_where(out, &place);
    str_add_char(out, '\n');
}

static void print_program(str *out, lathe_dtrans *d) {
    size_t length;
    show_printf(out, "%s: ", LLVMGetModuleIdentifier(d->info.m->llvm, &length));
    if (d->info.whole)
        show_printf(out, "whole program%s\n",
                    d->info.exception_at ? "" : ", no exception handling");
    else
        print_not_whole(out, d);
    if (d->info.exception_at)
        print_exceptions(out, d);
}

void dtrans_print_headline(str *out, lathe_dtrans *d) {
    size_t types = d->info.types.len;
    print_program(out, d);
    str_printf(out, "%zu struct type%s; may change by", types, str_plural(types));
    for (dtrans_transform t = 0; t < DTRANS_TRANSFORMS; t++) {
        size_t legal = 0;
        for (uint32_t i = 0; i < types; i++)
            legal += dtrans_is_legal(&d->info, i, t);
        show_printf(out, "%s %s: %zu", t ? "," : "", dtrans_transform_name(t), legal);
    }
    str_add_char(out, '\n');
}

typedef struct heat_columns {
    const lathe_dtrans *d;
    uint32_t type;
    double hottest;
    uint32_t last; /* bit-fields share an element: its use is shown at the first */
} heat_columns;

/* "  42% ####----" relative to all accesses of the type, the bar to its hottest field */
static void print_heat(str *out, const dtrans_type *t, const dtrans_field *f, double most) {
    size_t filled = most > 0 ? (size_t)(f->frequency / most * BAR + 0.5) : 0;
    str_printf(out, " %3.0f%% ", t->frequency > 0 ? f->frequency / t->frequency * 100 : 0);
    str_add_repeat(out, '#', filled);
    str_add_repeat(out, '.', BAR - filled);
}

/* The element that the row of a member represents. One without size has no accesses of its own,
 * unless it is the array after the object. */
static uint32_t element_of(const heat_columns *h, const ir_field *field) {
    uint64_t offset = field ? field->offset_bits / 8 : 0;
    if (!field || (!field->size_bits && offset < dtrans_type_at(h->d, h->type)->tail))
        return IR_NONE;
    return dtrans_field_at(&h->d->info, h->type, offset);
}

/* Of a bit-field that is not its unit's first: whose use includes it. */
static void print_unit(str *out, const char *name) {
    enum { WIDTH = 2 * 7 + 6 + BAR, MARK = 5 };
    show_printf(out, "  in %-*.*s", WIDTH - MARK, WIDTH - MARK, name);
}

static void print_columns(str *out, const ir_field *field, void *data) {
    heat_columns *h = data;
    const dtrans_type *t = dtrans_type_at(h->d, h->type);
    uint32_t index = element_of(h, field);
    if (index != IR_NONE && index == h->last && field->bitfield) {
        print_unit(out, t->fields[index].name);
        return;
    }
    if (index == IR_NONE || index == h->last) {
        str_add_repeat(out, ' ', 2 * 7 + 6 + BAR);
        return;
    }
    h->last = index;
    str_printf(out, " %6llu %6llu", (ull)t->fields[index].reads, (ull)t->fields[index].writes);
    print_heat(out, t, &t->fields[index], h->hottest);
}

static void print_layout(str *out, const lathe_dtrans *d, uint32_t type) {
    heat_columns h = {d, type, dtrans_hottest(dtrans_type_at(d, type)), IR_NONE};
    const ir_struct *layout = dtrans_type_at(d, type)->layout;
    ir_struct_columns columns = {"  reads writes heat", print_columns, &h,
                                 layout->source ? dtrans_shown_path(d, layout->source->file)
                                                : NULL};
    ir_struct_print_with(out, layout, &columns);
}

static void print_sites(str *out, lathe_dtrans *d, uint32_t type) {
    const dtrans_type *t = dtrans_type_at(d, type);
    for (size_t i = 0; i < t->sites.len && i < SHOWN_SITES; i++) {
        const dtrans_site *site = &t->sites.at[i];
        ir_place place = dtrans_value_place(d, site->call);
        show_printf(out, "  allocated by %s, ", site->function);
        if (site->count)
            show_printf(out, "%llu object%s", (ull)site->count, str_plural(site->count));
        else
            str_add(out, "any number of objects");
        dtrans_print_where(out, &place);
        str_add_char(out, '\n');
    }
    if (t->sites.len > SHOWN_SITES)
        str_printf(out, "  allocated at %zu more sites\n", t->sites.len - SHOWN_SITES);
}

/* Long lists are not repeated: the earlier transform that has the same one, or DTRANS_TRANSFORMS.
 */
static dtrans_transform same_blockers(const lathe_dtrans *d, uint32_t type, dtrans_transform t) {
    const dtrans_type *own = dtrans_type_at(d, type);
    if (dtrans_blockers(&d->info, type, t).count <= SHORT_LIST)
        return DTRANS_TRANSFORMS;
    for (dtrans_transform earlier = 0; earlier < t; earlier++)
        if (dtrans_blocking(own, earlier) == dtrans_blocking(own, t))
            return earlier;
    return DTRANS_TRANSFORMS;
}

static void print_verdicts(str *out, const lathe_dtrans *d, uint32_t type) {
    for (dtrans_transform t = 0; t < DTRANS_TRANSFORMS; t++) {
        dtrans_names blockers = dtrans_blockers(&d->info, type, t);
        dtrans_transform same = same_blockers(d, type, t);
        bool legal = dtrans_is_legal(&d->info, type, t);
        show_printf(out, "  %-14s %s", dtrans_transform_name(t), legal ? "legal" : "blocked ");
        if (!legal && same < DTRANS_TRANSFORMS)
            show_printf(out, "as %s", dtrans_transform_name(same));
        else if (!legal)
            str_add(out, "by ");
        if (!legal && same == DTRANS_TRANSFORMS)
            dtrans_print_names(out, &blockers);
        str_add_char(out, '\n');
    }
}

void dtrans_print_type(str *out, lathe_dtrans *d, uint32_t type) {
    print_layout(out, d, type);
    print_sites(out, d, type);
    print_verdicts(out, d, type);
    dtrans_print_cause(out, d, type);
    if (dtrans_type_at(d, type)->kept)
        show_printf(out, "  kept as it is %s\n", dtrans_type_at(d, type)->kept);
}

static void print_reason(str *out, lathe_dtrans *d, uint32_t type, const dtrans_use *use) {
    ir_place place = dtrans_use_place(d, type, use);
    show_printf(out, "    %s: %s", dtrans_condition_name(use->condition), use->reason);
    dtrans_print_where(out, &place);
    str_add_char(out, '\n');
}

void dtrans_print_see(str *out, const lathe_dtrans *d, const char *before, uint32_t type) {
    if (d->view && d->view->see)
        show_printf(out, "%s%s%s", before, d->view->see, dtrans_type_at(d, type)->name);
}

static void print_more(str *out, const lathe_dtrans *d, uint32_t type, size_t more) {
    show_printf(out, "    ... %zu more", more);
    dtrans_print_see(out, d, ", ", type);
    str_add_char(out, '\n');
}

/* A few of each condition, in the order of the conditions. */
static void print_reasons(str *out, lathe_dtrans *d, uint32_t type) {
    const dtrans_type *t = dtrans_type_at(d, type);
    size_t more = 0;
    for (dtrans_condition c = 0; c < DTRANS_CONDITIONS; c++) {
        size_t shown = 0;
        if (!(t->safety & dtrans_bit(c)))
            continue;
        for (uint32_t u = t->first_use; u && ctx_tick(out->ctx, 1); u = d->info.uses.at[u].next) {
            if (d->info.uses.at[u].condition != c)
                continue;
            if (shown++ < SHOWN_USES)
                print_reason(out, d, type, &d->info.uses.at[u]);
            else
                more++;
        }
    }
    if (more)
        print_more(out, d, type, more);
}

static void print_overview(str *out, lathe_dtrans *d, const lathe_dtrans_view *view) {
    size_t hidden = 0;
    for (size_t i = 0; i < d->info.types.len && ctx_tick(out->ctx, 1); i++) {
        if (!dtrans_is_shown(d, view, d->order[i])) {
            hidden++;
            continue;
        }
        str_add_char(out, '\n');
        dtrans_print_type(out, d, d->order[i]);
        print_reasons(out, d, d->order[i]);
    }
    if (hidden)
        show_printf(out, "\n%zu type%s that may not change %s not shown\n", hidden,
                    str_plural(hidden), hidden == 1 ? "is" : "are");
    if (!view->only_legal)
        dtrans_list_unseen(out, d);
}

/* Whether the view is of a struct that only the source has. */
static bool print_source_only(str *out, lathe_dtrans *d, const lathe_dtrans_view *view) {
    const ir_struct *unseen = view->type ? dtrans_find_unseen(d, view->type) : NULL;
    if (!unseen)
        return false;
    dtrans_print_headline(out, d);
    str_add_char(out, '\n');
    dtrans_print_unseen(out, unseen);
    return true;
}

void dtrans_print_text(str *out, lathe_dtrans *d, const lathe_dtrans_view *view) {
    if (print_source_only(out, d, view))
        return;
    uint32_t type = view->type ? dtrans_require_type(d, view->type) : IR_NONE;
    if (view->type && type == IR_NONE)
        return;
    dtrans_print_headline(out, d);
    if (view->type) {
        str_add_char(out, '\n');
        dtrans_print_explanation(out, d, type, view->color);
    } else if (view->root_causes) {
        str_add_char(out, '\n');
        dtrans_print_root_causes(out, d);
    } else if (!view->advise) {
        print_overview(out, d, view);
    }
    if (view->advise)
        dtrans_print_advice(out, d, view, type);
}
