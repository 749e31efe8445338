/* What keeps types from changing, as lines of the source: of one type, and of the whole program,
 * those first that keep most types. */
#include "report/dtrans.h"

#include "base/show.h"
#include "ir/value.h"

#include <stdlib.h>

enum { SHOWN_CAUSES = 20, SHOWN_TYPES = 6 };

/* Types with one cause: one line of the program, lines that lead to one place, or one thing that
 * types say of themselves. */
typedef struct group {
    const dtrans_cause *cause; /* of the first of them */
    const char *reason;        /* of what types say of themselves, else NULL */
    const char *place;         /* where pointers meet, "" if it has no name */
    uint32_t lines;
    uint32_t first, count; /* in the list of types */
    double share;
} group;

/* Invariant: the types of groups[i] are types[first] to types[first + count - 1]. */
typedef struct ranking {
    VEC(group) groups;
    uint32_t *types;
    uint32_t refused;
    double accesses; /* to all types */
} ranking;

const dtrans_cause *dtrans_causes_of(lathe_dtrans *d) {
    if (!d->causes || d->caused != d->info.uses.len)
        d->causes = dtrans_causes(&d->info);
    d->caused = d->info.uses.len;
    return d->causes;
}

static const char *kind_name(const dtrans_cause *cause) {
    static const char *const names[] = {
        [DTRANS_CAUSE_TYPE] = "type",   [DTRANS_CAUSE_MEMBER] = "member",
        [DTRANS_CAUSE_MERGE] = "merge", [DTRANS_CAUSE_SEEN] = "cast",
        [DTRANS_CAUSE_USE] = "use",
    };
    return names[cause->kind];
}

static const dtrans_use *use_of(lathe_dtrans *d, const dtrans_cause *cause) {
    return &d->info.uses.at[cause->use];
}

/* The line to look at: of what is about a type, its declaration. */
static ir_place place_of(lathe_dtrans *d, uint32_t type, const dtrans_cause *cause) {
    if (cause->at)
        return dtrans_value_place(d, cause->at);
    return dtrans_use_place(d, type, use_of(d, cause));
}

static const char *name_of(lathe_dtrans *d, uint32_t type) {
    return dtrans_type_at(d, type)->name;
}

/* What else there is, as a part of a sentence: " and to 'struct.b'". */
static void add_other(str *out, lathe_dtrans *d, const dtrans_cause *cause) {
    if (cause->other != IR_NONE)
        show_printf(out, " and to '%s'", name_of(d, cause->other));
    else if (cause->object && LLVMIsAGlobalVariable(cause->object))
        show_printf(out, " and to the variable '%s'", LLVMGetValueName(cause->object));
    else if (cause->object && LLVMIsAAllocaInst(cause->object))
        str_add(out, " and to a local variable of another type");
    else if (cause->object)
        str_add(out, " and to memory allocated for something else");
    else
        str_add(out, " and to something else");
}

/* One sentence about the cause of a type that is not a member only. */
static void add_sentence(str *out, lathe_dtrans *d, uint32_t type, const dtrans_cause *cause) {
    switch (cause->kind) {
    case DTRANS_CAUSE_MERGE:
        dtrans_cause_deed(cause->at, out);
        show_printf(out, ": pointers to '%s'", name_of(d, type));
        add_other(out, d, cause);
        str_add(out, " meet");
        break;
    case DTRANS_CAUSE_SEEN:
        show_printf(out, "a pointer of one kind is used as one of another: pointers to '%s'",
                    name_of(d, type));
        add_other(out, d, cause);
        str_add(out, " meet");
        break;
    default:
        show_add(out, use_of(d, cause)->reason);
    }
}

/* The same for all types of a group. */
static void add_headline(str *out, lathe_dtrans *d, const ranking *r, const group *g) {
    uint32_t type = r->types[g->first];
    ir_place place = place_of(d, type, g->cause);
    if (g->reason && g->count > 1) {
        show_add(out, g->reason);
        return;
    }
    if (g->cause->kind == DTRANS_CAUSE_MERGE)
        dtrans_cause_deed(g->cause->at, out);
    else if (g->cause->kind == DTRANS_CAUSE_SEEN)
        str_add(out, "a pointer of one kind is used as one of another");
    else
        show_add(out, use_of(d, g->cause)->reason);
    dtrans_print_where(out, &place);
    if (g->lines > 1)
        str_printf(out, " and on %u more line%s", g->lines - 1, str_plural(g->lines - 1));
    if (*g->place)
        str_printf(out, ", %s", g->place);
}

static bool is_refused(const lathe_dtrans *d, uint32_t type) {
    return dtrans_blocking(dtrans_type_at(d, type), DTRANS_REORDER_FIELDS) != 0;
}

void dtrans_print_cause(str *out, lathe_dtrans *d, uint32_t type) {
    const dtrans_cause *causes = dtrans_causes_of(d);
    if (!causes || !is_refused(d, type) || !dtrans_is_program_legal(&d->info))
        return;
    uint32_t root = causes[type].root;
    ir_place place = place_of(d, root, &causes[root]);
    str_add(out, "  root cause: ");
    if (root != type)
        show_printf(out, "it is a member of '%s': ", name_of(d, causes[type].other));
    add_sentence(out, d, root, &causes[root]);
    dtrans_print_where(out, &place);
    str_add_char(out, '\n');
}

void dtrans_write_cause(json *j, lathe_dtrans *d, uint32_t type) {
    const dtrans_cause *causes = dtrans_causes_of(d);
    str text;
    json_key(j, "root_cause");
    if (!causes || !is_refused(d, type)) {
        json_null(j);
        return;
    }
    uint32_t root = causes[type].root;
    const dtrans_cause *cause = &causes[root];
    ir_place place = place_of(d, root, cause);
    str_init(&text, j->out->ctx);
    add_sentence(&text, d, root, cause);
    json_write_object(j, JSON("kind", kind_name(cause)),
                      JSON("condition", dtrans_condition_name(use_of(d, cause)->condition)),
                      JSON("function", place.function), JSON("file", place.file),
                      JSON_KNOWN("line", place.line), JSON_KNOWN("column", place.column),
                      JSON("other", cause->other == IR_NONE ? NULL : name_of(d, cause->other)),
                      JSON("member_of", root == type ? NULL : name_of(d, causes[type].other)),
                      JSON("reason", str_text(&text)));
    str_free(&text);
}

/* A key that types with one cause have in common; types that say the same of themselves have the
 * sentence without names. */
typedef struct keyed {
    const char *reason, *place;
    LLVMValueRef at; /* NULL if the place has a name */
    uint32_t condition, type, root;
    uint32_t order; /* first of the types with the same cause */
} keyed;

static bool is_same(const keyed *a, const keyed *b) {
    return a->at == b->at && a->condition == b->condition && strcmp(a->place, b->place) == 0;
}

static int by_order(const void *left, const void *right) {
    const keyed *a = left, *b = right;
    if (a->order != b->order)
        return a->order < b->order ? -1 : 1;
    return (a->type > b->type) - (a->type < b->type);
}

static int by_size(const void *left, const void *right) {
    const group *a = left, *b = right;
    if (a->count != b->count)
        return a->count > b->count ? -1 : 1;
    return (a->first > b->first) - (a->first < b->first);
}

/* What types say of themselves is one cause for each condition; a merge is one for all types. */
static keyed key_of(lathe_dtrans *d, const dtrans_cause *causes, uint32_t type) {
    const dtrans_cause *cause = &causes[causes[type].root];
    bool meets = cause->kind == DTRANS_CAUSE_MERGE || cause->kind == DTRANS_CAUSE_SEEN;
    keyed key = {.type = type, .root = causes[type].root, .place = ""};
    str place;
    str_init(&place, d->info.ctx);
    if (meets)
        dtrans_cause_place(&d->info, cause->at, &place);
    const char *named = place.len ? arena_strdup(&d->mem, str_text(&place)) : NULL;
    key.place = named ? named : "";
    key.at = named ? NULL : cause->at;
    str_free(&place);
    if (!cause->at)
        key.condition = 1 + use_of(d, cause)->condition;
    if (!cause->at && cause->kind == DTRANS_CAUSE_TYPE)
        key.reason = dtrans_condition_meaning(use_of(d, cause)->condition);
    return key;
}

static double *shares_of(lathe_dtrans *d, double *all) {
    double *shares = arena_array(&d->mem, d->info.types.len + 1, double);
    for (size_t i = 0; shares && i < d->info.touched.len; i++) {
        shares[d->info.touched.at[i].type] += d->info.touched.at[i].share;
        *all += d->info.touched.at[i].share;
    }
    return shares;
}

/* How many of the types of a group have a line that none before them has. */
static uint32_t lines_of(const dtrans_cause *causes, const keyed *keys, uint32_t first,
                         uint32_t count) {
    uint32_t lines = 0;
    for (uint32_t i = first; i < first + count; i++) {
        bool known = false;
        for (uint32_t k = first; k < i && !known; k++)
            known = causes[keys[k].root].at == causes[keys[i].root].at;
        lines += !known;
    }
    return lines;
}

static void make_groups(lathe_dtrans *d, ranking *r, const dtrans_cause *causes, const keyed *keys,
                        const double *shares) {
    for (uint32_t i = 0; i < r->refused; i++) {
        group new = {&causes[keys[i].root], keys[i].reason, keys[i].place, 0, i, 0, 0};
        bool begins = i == 0 || !is_same(&keys[i], &keys[i - 1]);
        if (begins && !vec_push(d->info.ctx, &r->groups, new))
            return;
        r->types[i] = keys[i].type;
        vec_last(&r->groups).count++;
        vec_last(&r->groups).share += shares[keys[i].type];
    }
    for (size_t i = 0; i < r->groups.len; i++) {
        group *g = &r->groups.at[i];
        g->lines = lines_of(causes, keys, g->first, g->count);
    }
    if (r->groups.len)
        qsort(r->groups.at, r->groups.len, sizeof *r->groups.at, by_size);
}

/* Types with the same cause go together, in the order in which the first of each appears. */
static void order_keys(lathe_dtrans *d, keyed *keys, uint32_t count) {
    map first;
    str text;
    map_init_strings(&first, d->info.ctx);
    str_init(&text, d->info.ctx);
    for (uint32_t i = 0; i < count && ctx_tick(d->info.ctx, 1); i++) {
        str_clear(&text);
        str_printf(&text, "%p %u %s", (void *)keys[i].at, keys[i].condition, keys[i].place);
        map_word *known = map_find_s(&first, str_text(&text));
        keys[i].order = known ? (uint32_t)known->u : keys[i].type;
        if (!known)
            map_set(&first, arena_strdup(&d->mem, str_text(&text)), (map_word){.u = keys[i].type});
    }
    if (count)
        qsort(keys, count, sizeof *keys, by_order);
    str_free(&text);
    map_free(&first);
}

static bool rank(lathe_dtrans *d, ranking *r) {
    size_t types = d->info.types.len;
    const dtrans_cause *causes = dtrans_causes_of(d);
    keyed *keys = arena_array(&d->mem, types + 1, keyed);
    double *shares = shares_of(d, &r->accesses);
    r->types = arena_array(&d->mem, types + 1, uint32_t);
    if (!causes || !keys || !shares || !r->types)
        return false;
    for (uint32_t i = 0; i < types; i++)
        if (is_refused(d, i))
            keys[r->refused++] = key_of(d, causes, i);
    order_keys(d, keys, r->refused);
    make_groups(d, r, causes, keys, shares);
    return ctx_ok(d->info.ctx);
}

static double percent(const ranking *r, const group *g) {
    return r->accesses > 0 ? g->share / r->accesses * 100 : 0;
}

static void print_group(str *out, lathe_dtrans *d, const ranking *r, const group *g) {
    show_printf(out, "\n%u type%s, %.1f %% of accesses: ", g->count, str_plural(g->count),
                percent(r, g));
    add_headline(out, d, r, g);
    str_add(out, "\n ");
    for (uint32_t i = 0; i < g->count && i < SHOWN_TYPES; i++)
        show_printf(out, "%s %s", i ? "," : "", name_of(d, r->types[g->first + i]));
    if (g->count > SHOWN_TYPES)
        str_printf(out, " and %u more", g->count - SHOWN_TYPES);
    str_add_char(out, '\n');
}

void dtrans_print_root_causes(str *out, lathe_dtrans *d) {
    ranking r = {0};
    if (rank(d, &r)) {
        size_t shown = r.groups.len < SHOWN_CAUSES ? r.groups.len : SHOWN_CAUSES;
        str_printf(out, "%u of %zu types may not change, for %zu root cause%s\n", r.refused,
                   d->info.types.len, r.groups.len, str_plural(r.groups.len));
        for (size_t i = 0; i < shown && ctx_tick(out->ctx, 1); i++)
            print_group(out, d, &r, &r.groups.at[i]);
        if (shown < r.groups.len)
            str_printf(out, "\n%zu more root causes\n", r.groups.len - shown);
    }
    vec_free(d->info.ctx, &r.groups);
}

static void write_group(json *j, lathe_dtrans *d, const ranking *r, const group *g) {
    ir_place place = {0};
    str text;
    if (!g->reason)
        place = place_of(d, r->types[g->first], g->cause);
    str_init(&text, j->out->ctx);
    add_headline(&text, d, r, g);
    json_begin_object(j);
    json_write_members(j, JSON("kind", kind_name(g->cause)),
                       JSON("condition", dtrans_condition_name(use_of(d, g->cause)->condition)),
                       JSON("function", place.function), JSON("file", place.file),
                       JSON_KNOWN("line", place.line), JSON_KNOWN("column", place.column),
                       JSON("meets_in", *g->place ? g->place : NULL), JSON("lines", g->lines),
                       JSON("reason", str_text(&text)), JSON("accesses_percent", percent(r, g)));
    json_member_array(j, "types");
    for (uint32_t i = 0; i < g->count; i++)
        json_string(j, name_of(d, r->types[g->first + i]));
    json_end_array(j);
    json_end_object(j);
    str_free(&text);
}

void dtrans_write_root_causes(json *j, lathe_dtrans *d) {
    ranking r = {0};
    json_member_array(j, "root_causes");
    if (rank(d, &r))
        for (size_t i = 0; i < r.groups.len && ctx_tick(d->info.ctx, 1); i++)
            write_group(j, d, &r, &r.groups.at[i]);
    json_end_array(j);
    vec_free(d->info.ctx, &r.groups);
}
