/* The text of decisions. Reading accepts what is written and nothing else: words in one order, a
 * number for each field of the type, a line for each type once. */
#include "dtrans/transform/decision.h"

#include <inttypes.h>
#include <string.h>

static const char head[] = "lathe-plan ", of[] = "of ";
static const char *const keys[DTRANS_LISTS] = {"order=", "groups=", "narrow="};

void dtrans_decisions_init(dtrans_decisions *d, const DTransInfo *info) {
    arena_init(&d->mem, info->ctx);
    d->at = arena_array(&d->mem, info->types.len + 1, dtrans_decision);
}

void dtrans_decisions_free(dtrans_decisions *d) {
    arena_free(&d->mem);
}

bool dtrans_decision_equal(const dtrans_decision *a, const dtrans_decision *b, uint32_t fields) {
    bool equal = a->changes == b->changes && a->chosen == b->chosen && a->bits == b->bits;
    for (unsigned i = 0; equal && i < DTRANS_LISTS; i++)
        equal = !a->list[i] == !b->list[i] &&
                (!a->list[i] || memcmp(a->list[i], b->list[i], fields * sizeof *a->list[i]) == 0);
    return equal;
}

static void write_list(str *out, const char *key, const uint32_t *list, uint32_t count) {
    str_add(out, key);
    for (uint32_t i = 0; i < count; i++) {
        str_add(out, i ? "," : "");
        if (list[i] == IR_NONE)
            str_add_char(out, '-');
        else
            str_printf(out, "%" PRIu32, list[i]);
    }
    str_add_char(out, ' ');
}

void dtrans_decisions_write(const dtrans_decision *types, const DTransInfo *info, const char *pass,
                            str *out) {
    str_printf(out, "%s%s\n", head, pass);
    for (uint32_t i = 0; types && i < info->types.len; i++) {
        const dtrans_decision *decision = &types[i];
        if (!decision->changes)
            continue;
        str_add(out, decision->chosen ? "chosen " : "");
        if (decision->bits)
            str_printf(out, "bits=%" PRIu32 " ", decision->bits);
        for (unsigned k = 0; k < DTRANS_LISTS; k++)
            if (decision->list[k])
                write_list(out, keys[k], decision->list[k], info->types.at[i].field_count);
        str_printf(out, "%s%s\n", of, info->types.at[i].name);
    }
}

/* A line while it is read. */
typedef struct reader {
    dtrans_decisions *d;
    const DTransInfo *info;
    const char *name;
    unsigned line;
    const char *at, *end;
} reader;

static bool fail(reader *r, const char *what) {
    ctx_fail(r->info->ctx, LATHE_BAD_INPUT, "%s:%u: %s", r->name, r->line, what);
    return false;
}

static bool takes(reader *r, const char *word) {
    size_t length = strlen(word);
    bool is = (size_t)(r->end - r->at) >= length && memcmp(r->at, word, length) == 0;
    r->at += is ? length : 0;
    return is;
}

static bool read_number(reader *r, uint32_t *number) {
    uint64_t value = 0;
    const char *start = r->at;
    for (; r->at < r->end && *r->at >= '0' && *r->at <= '9' && value < IR_NONE; r->at++)
        value = 10 * value + (uint64_t)(*r->at - '0');
    *number = (uint32_t)value;
    return r->at > start && value < IR_NONE;
}

static bool read_list(reader *r, uint32_t *list, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (i && !takes(r, ","))
            return false;
        list[i] = IR_NONE;
        if (!takes(r, "-") && !read_number(r, &list[i]))
            return false;
    }
    return takes(r, " ");
}

static uint32_t find_type(const reader *r, const char *name, size_t length) {
    for (uint32_t i = 0; i < r->info->types.len; i++)
        if (strlen(r->info->types.at[i].name) == length &&
            memcmp(r->info->types.at[i].name, name, length) == 0)
            return i;
    return IR_NONE;
}

/* The type stands last, since its name may have any characters in it, but decides about the rest.
 */
static const char *find_name(const reader *r) {
    const char *p = r->at;
    while (p < r->end && strncmp(p, of, strlen(of)) != 0) {
        p += strcspn(p, " \n");
        p += *p == ' ';
    }
    return p < r->end ? p + strlen(of) : NULL;
}

static bool read_lists(reader *r, dtrans_decision *decision, uint32_t fields) {
    for (unsigned k = 0; k < DTRANS_LISTS; k++) {
        if (!takes(r, keys[k]))
            continue;
        decision->list[k] = arena_array(&r->d->mem, fields + 1, uint32_t);
        if (!decision->list[k] || !read_list(r, decision->list[k], fields))
            return fail(r, "expected a number for each field of the type");
    }
    return true;
}

static bool read_line(reader *r) {
    const char *name = find_name(r);
    uint32_t type = name ? find_type(r, name, (size_t)(r->end - name)) : IR_NONE;
    if (type == IR_NONE)
        return fail(r, "expected 'of' and the name of a struct type in this program");
    dtrans_decision *decision = &r->d->at[type];
    if (decision->changes)
        return fail(r, "the type has its line already");
    decision->changes = true;
    decision->chosen = takes(r, "chosen ");
    if (takes(r, "bits=") && !(read_number(r, &decision->bits) && takes(r, " ")))
        return fail(r, "expected a number of bits");
    if (!read_lists(r, decision, r->info->types.at[type].field_count))
        return false;
    return (takes(r, of) && r->at == name) || fail(r, "expected chosen, bits=, order=, groups=, "
                                                      "narrow= in this order, or 'of'");
}

bool dtrans_decisions_read(dtrans_decisions *d, const DTransInfo *info, const char *pass,
                           const char *name, const char *text) {
    reader r = {.d = d, .info = info, .name = name};
    for (const char *p = text; *p && ctx_tick(info->ctx, 1);) {
        size_t length = strcspn(p, "\n");
        r.at = p;
        r.end = p + length;
        p += length + (p[length] == '\n');
        if (++r.line > 1)
            read_line(&r);
        else if (!takes(&r, head) || !takes(&r, pass) || r.at != r.end)
            fail(&r, "not a plan of this pass");
    }
    if (!r.line)
        fail(&r, "not a plan of this pass");
    return ctx_ok(info->ctx);
}
