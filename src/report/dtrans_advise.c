/* --advise: what a programmer could change by hand, what it saves, and whether lathe can do it.
 *
 * Sizes assume the order by falling alignment: every field's size is a multiple of its alignment,
 * so nothing but the end needs padding, and no order is smaller. */
#include "base/num.h"
#include "report/dtrans.h"

#include "base/show.h"
#include "ir/size.h"

#include <stdlib.h>
#include <string.h>

enum {
    COLD_SHARE = 100,   /* cold: a hundredth of the hottest field's accesses, or less */
    WORTH_SPLITTING = 8 /* splitting must save an eighth of the object */
};

typedef struct member {
    uint32_t index;
    uint64_t align;
    bool last; /* a flexible array stays where it is */
} member;

typedef struct advice {
    str *out;
    lathe_dtrans *d;
    uint32_t type;
    const dtrans_type *t;
    uint64_t max_align;
    uint64_t best;  /* the size in the best order */
    double hottest; /* accesses of the hottest field */
    bool any;       /* something was said about this type */
} advice;

typedef bool choose_fn(const advice *a, const dtrans_field *f);

static uint64_t field_align(const advice *a, uint32_t field) {
    return ir_abi_align(ir_layout(a->d->info.m), LLVMStructGetTypeAtIndex(a->t->llvm, field));
}

static bool is_none(const advice *a, const dtrans_field *f) {
    (void)a;
    (void)f;
    return false;
}

static bool is_unread(const advice *a, const dtrans_field *f) {
    (void)a;
    return f->size && dtrans_is_never_read(f) && !f->pinned;
}

static bool is_cold(const advice *a, const dtrans_field *f) {
    return f->size && !f->padding && !is_unread(a, f) && f->frequency * COLD_SHARE <= a->hottest;
}

static bool is_constant(const advice *a, const dtrans_field *f) {
    (void)a;
    return f->values == DTRANS_ONE_VALUE && f->reads && !f->address_taken && !f->padding;
}

/* A bool, or an integer into which nothing but 1 (or nothing but 0) is ever stored. */
static bool is_flag(const advice *a, const dtrans_field *f) {
    if (f->address_taken || f->padding || is_unread(a, f))
        return false;
    if (strcmp(f->type, "_Bool") == 0 || strcmp(f->type, "bool") == 0)
        return true;
    return is_constant(a, f) && f->value && LLVMIsAConstantInt(f->value) && f->size <= 8 &&
           LLVMConstIntGetZExtValue(f->value) <= 1;
}

/* The object's size without the chosen fields, plus some bytes. */
static uint64_t size_without(const advice *a, choose_fn *choose, uint64_t extra) {
    uint64_t sum = extra;
    for (uint32_t i = 0; i < a->t->field_count; i++)
        if (!a->t->fields[i].padding && !choose(a, &a->t->fields[i]))
            sum += a->t->fields[i].size;
    return num_round_up(sum, a->t->align);
}

static size_t count_chosen(const advice *a, choose_fn *choose, uint64_t *bytes) {
    size_t count = 0;
    *bytes = 0;
    for (uint32_t i = 0; i < a->t->field_count; i++)
        if (choose(a, &a->t->fields[i])) {
            count++;
            *bytes += a->t->fields[i].size;
        }
    return count;
}

static void print_field_name(const advice *a, uint32_t index) {
    const char *name = a->t->fields[index].name;
    if (*name)
        show_add(a->out, name);
    else
        str_printf(a->out, "#%u", index);
}

static void print_chosen(const advice *a, choose_fn *choose, bool values) {
    bool any = false;
    for (uint32_t i = 0; i < a->t->field_count; i++) {
        if (!choose(a, &a->t->fields[i]))
            continue;
        str_add(a->out, any ? ", " : "");
        print_field_name(a, i);
        const char *value = values ? dtrans_single_value(a->d, &a->t->fields[i]) : NULL;
        if (value)
            show_printf(a->out, " = %s", value);
        any = true;
    }
}

static void begin(advice *a) {
    if (!a->any)
        show_printf(a->out, "\n%s: %llu byte%s\n", a->t->name, (ull)a->t->size,
                    str_plural(a->t->size));
    a->any = true;
}

/* Whether lathe can do it, or what keeps it from doing it. */
static void print_means(const advice *a, dtrans_transform transform) {
    dtrans_names blockers = dtrans_blockers(&a->d->info, a->type, transform);
    const char *name = dtrans_transform_name(transform);
    if (dtrans_is_legal(&a->d->info, a->type, transform)) {
        show_printf(a->out, "    automatic: %s is legal\n", name);
        return;
    }
    show_printf(a->out, "    by hand only: %s is blocked by ", name);
    dtrans_print_names(a->out, &blockers);
    str_add_char(a->out, '\n');
}

static int compare_members(const void *left, const void *right) {
    const member *a = left, *b = right;
    if (a->last != b->last)
        return a->last ? 1 : -1;
    if (a->align != b->align)
        return a->align > b->align ? -1 : 1;
    return a->index < b->index ? -1 : 1;
}

static void print_order(const advice *a) {
    arena mem;
    arena_init(&mem, a->out->ctx);
    member *members = arena_array(&mem, a->t->field_count + 1, member);
    size_t count = 0;
    for (uint32_t i = 0; members && i < a->t->field_count; i++)
        if (!a->t->fields[i].padding)
            members[count++] = (member){i, field_align(a, i), a->t->fields[i].size == 0};
    if (members)
        qsort(members, count, sizeof *members, compare_members);
    for (size_t i = 0; i < count; i++) {
        str_add(a->out, i ? ", " : "");
        print_field_name(a, members[i].index);
    }
    arena_free(&mem);
}

/* Where the number of objects is known, the bytes in all. */
static void print_totals(const advice *a, uint64_t saved) {
    for (size_t i = 0; i < a->t->sites.len; i++) {
        const dtrans_site *site = &a->t->sites.at[i];
        ir_place place = dtrans_value_place(a->d, site->call);
        uint64_t bytes;
        if (site->count < 2 || __builtin_mul_overflow(site->count, saved, &bytes))
            continue;
        str_printf(a->out, "    %llu bytes for the %llu objects allocated at ", (ull)bytes,
                   (ull)site->count);
        ir_place_print(a->out, &place);
        str_add_char(a->out, '\n');
    }
}

/* A declared alignment or a packed layout is meant as it is. */
static bool may_reorder(const advice *a) {
    return !a->t->layout->packed && !a->t->layout->is_union && a->t->align <= a->max_align;
}

static void advise_order(advice *a) {
    if (!may_reorder(a) || a->best >= a->t->size)
        return;
    uint64_t saved = a->t->size - a->best;
    begin(a);
    show_printf(a->out,
                "  order by alignment: %llu byte%s fewer per object (%llu instead of %llu)\n"
                "    ",
                (ull)saved, str_plural(saved), (ull)a->best, (ull)a->t->size);
    print_order(a);
    str_add_char(a->out, '\n');
    print_totals(a, saved);
    print_means(a, DTRANS_REORDER_FIELDS);
}

static void print_size(const advice *a, uint64_t size) {
    if (may_reorder(a) && size < a->best)
        str_printf(a->out, "; in the best order the object has %llu bytes then", (ull)size);
}

/* Code that lathe does not see may read and write the objects. */
static bool is_seen_outside(const advice *a) {
    SafetyData outside = dtrans_bit(AddressTaken) | dtrans_bit(SystemObject);
    return !a->d->info.whole || (a->t->safety & outside);
}

static void advise_unread(advice *a) {
    uint64_t bytes;
    size_t count = count_chosen(a, is_unread, &bytes);
    if (!count || !a->t->frequency || is_seen_outside(a))
        return;
    begin(a);
    show_printf(a->out, "  never read, could go (%llu byte%s): ", (ull)bytes, str_plural(bytes));
    print_chosen(a, is_unread, false);
    print_size(a, size_without(a, is_unread, 0));
    str_add_char(a->out, '\n');
    print_means(a, DTRANS_DELETE_FIELDS);
}

static void advise_constants(advice *a) {
    uint64_t bytes;
    if (!count_chosen(a, is_constant, &bytes) || is_seen_outside(a))
        return;
    begin(a);
    show_printf(a->out,
                "  one value in all stores, could be a constant if no object is read before "
                "(%llu byte%s): ",
                (ull)bytes, str_plural(bytes));
    print_chosen(a, is_constant, true);
    str_add_char(a->out, '\n');
}

static void advise_split(advice *a) {
    uint64_t bytes, pointer = LLVMPointerSize(ir_layout(a->d->info.m));
    size_t count = count_chosen(a, is_cold, &bytes);
    uint64_t rest = size_without(a, is_cold, pointer);
    if (!count || a->hottest <= 0 || rest > a->best - a->best / WORTH_SPLITTING)
        return;
    begin(a);
    str_printf(a->out, "  hardly used, could be split off (%llu bytes): ", (ull)bytes);
    print_chosen(a, is_cold, false);
    str_printf(a->out, "; with a pointer to them the hot part has %llu bytes\n", (ull)rest);
    print_means(a, DTRANS_SPLIT);
}

static void advise_flags(advice *a) {
    uint64_t bytes;
    size_t count = count_chosen(a, is_flag, &bytes);
    uint64_t packed = (count + 7) / 8;
    if (count < 2 || !may_reorder(a) || size_without(a, is_flag, packed) >= a->best)
        return;
    begin(a);
    str_printf(a->out, "  flags, could be bit-fields (%llu bytes as %llu): ", (ull)bytes,
               (ull)packed);
    print_chosen(a, is_flag, false);
    print_size(a, size_without(a, is_flag, packed));
    str_add(a->out, "\n    by hand only: no transform packs bits\n");
}

/* Reads through accesses that are not understood are not counted. */
static void admit_doubt(const advice *a) {
    dtrans_names blockers = dtrans_blockers(&a->d->info, a->type, DTRANS_DELETE_FIELDS);
    if (!a->any || !blockers.count)
        return;
    str_add(a->out, "  some uses are not understood (");
    dtrans_print_names(a->out, &blockers);
    str_add(a->out, "), and their accesses not counted");
    dtrans_print_see(a->out, a->d, "; ", a->type);
    str_add_char(a->out, '\n');
}

/* Declared by the system, as opposed to handed to it: nobody can change it by hand. */
static bool belongs_to_system(const lathe_dtrans *d, const dtrans_type *t) {
    for (uint32_t u = t->first_use; u; u = d->info.uses.at[u].next)
        if (d->info.uses.at[u].condition == SystemObject && !d->info.uses.at[u].where)
            return true;
    return false;
}

/* False if there is nothing to advise. */
static bool begin_type(advice *a, str *out, lathe_dtrans *d, uint32_t type) {
    *a = (advice){.out = out, .d = d, .type = type, .t = dtrans_type_at(d, type)};
    if (!a->t->layout->sized || a->t->layout->is_union || belongs_to_system(d, a->t))
        return false;
    for (uint32_t i = 0; i < a->t->field_count; i++)
        if (field_align(a, i) > a->max_align)
            a->max_align = field_align(a, i);
    a->hottest = dtrans_hottest(a->t);
    a->best = size_without(a, is_none, 0);
    return true;
}

static const struct {
    const char *name;
    void (*advise)(advice *a);
} kinds[] = {
    {"order", advise_order}, {"unread", advise_unread}, {"constants", advise_constants},
    {"split", advise_split}, {"flags", advise_flags},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

static bool advise_type(str *out, lathe_dtrans *d, uint32_t type) {
    advice a;
    if (!begin_type(&a, out, d, type))
        return false;
    for (size_t i = 0; i < KINDS; i++)
        kinds[i].advise(&a);
    admit_doubt(&a);
    return a.any;
}

/* The lines of a piece of advice, without what sets them in. */
static void write_lines(json *j, const char *text) {
    json_begin_array(j);
    for (; *text; text += *text == '\n') {
        text += strspn(text, " ");
        size_t length = strcspn(text, "\n");
        json_string_n(j, text, length);
        text += length;
    }
    json_end_array(j);
}

void dtrans_write_advice(json *j, lathe_dtrans *d, uint32_t type) {
    advice a;
    str text;
    str_init(&text, d->info.ctx);
    bool any = begin_type(&a, &text, d, type);
    json_begin_array(j);
    for (size_t i = 0; any && i < KINDS; i++) {
        str_clear(&text);
        a.any = true;
        kinds[i].advise(&a);
        if (!text.len)
            continue;
        json_begin_object(j);
        json_write_members(j, JSON("kind", kinds[i].name));
        json_key(j, "lines");
        write_lines(j, str_text(&text));
        json_end_object(j);
    }
    json_end_array(j);
    str_free(&text);
}

void dtrans_print_advice(str *out, lathe_dtrans *d, const lathe_dtrans_view *view, uint32_t type) {
    size_t advised = 0;
    for (size_t i = 0; i < d->info.types.len && ctx_tick(out->ctx, 1); i++) {
        uint32_t shown = d->order[i];
        if (type == IR_NONE ? dtrans_is_shown(d, view, shown) : shown == type)
            advised += advise_type(out, d, shown);
    }
    if (!advised)
        str_add(out, "\nnothing that could be changed by hand was found\n");
}
