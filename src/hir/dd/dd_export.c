/* Accesses of a region in isl's notation, so that others can check what is said about them. */
#include "base/num.h"
#include "hir/dd/dd_graph.h"

#include "hir/dd/vars.h"

enum { MAX_PLACES = DD_MAX_DIMENSIONS + 1 };

typedef struct exporter {
    dd_region *r;
    const dd_accesses *accesses;
    str *out;
    dd_vars vars; /* of the access at hand */
    /* What it accesses: indices or subscripts, outermost first, and the first of its bytes. */
    dd_form places[MAX_PLACES];
    uint32_t place_count;
    uint32_t unequal; /* rows from this on are not 0 */
} exporter;

static void print_var(exporter *x, uint32_t i) {
    static const char letters[] = {[DD_ATOM_SYMBOL] = 'p', [DD_ATOM_OWN] = 'q'};
    if (i < x->vars.source)
        str_printf(x->out, "i%u", i + 1);
    else
        str_printf(x->out, "%c%u", letters[x->vars.at[i - x->vars.source].kind],
                   x->vars.at[i - x->vars.source].number);
}

static void print_sign(exporter *x, int64_t value, bool behind) {
    str_add(x->out, behind ? (value < 0 ? " - " : " + ") : value < 0 ? "-" : "");
}

static void print_row(exporter *x, const int64_t *row, uint32_t vars) {
    bool any = false;
    for (uint32_t i = 0; i < vars; i++) {
        if (!row[i])
            continue;
        print_sign(x, row[i], any);
        if (row[i] != 1 && row[i] != -1)
            str_printf(x->out, "%llu*", (unsigned long long)num_magnitude(row[i]));
        print_var(x, i);
        any = true;
    }
    if (any && !row[vars])
        return;
    print_sign(x, row[vars], any);
    str_printf(x->out, "%llu", (unsigned long long)num_magnitude(row[vars]));
}

static void print_names(exporter *x, dd_atom_kind kind) {
    bool any = false;
    for (uint32_t i = 0; i < x->vars.count; i++) {
        if (x->vars.at[i].kind != kind)
            continue;
        str_add(x->out, any ? ", " : "");
        print_var(x, x->vars.source + i);
        any = true;
    }
}

static bool has_kind(const exporter *x, dd_atom_kind kind) {
    for (uint32_t i = 0; i < x->vars.count; i++)
        if (x->vars.at[i].kind == kind)
            return true;
    return false;
}

/* As indices or subscripts where those stay in their dimensions, else all as bytes. */
static bool find_places(exporter *x, const dd_access *a) {
    int64_t stride;
    const RegDDRef *ref = a->ref;
    x->place_count = 0;
    for (uint32_t i = 0; i < a->index_count; i++)
        x->places[x->place_count++] = a->indices[i].form;
    if (!a->index_count && a->subscripts && hir_is_constant_blob(x->r->h, ref->strides[0], &stride))
        for (uint32_t d = ref->dimensions - 1; d > 0; d--)
            x->places[x->place_count++] = a->subscripts[d];
    dd_form *bytes = &x->places[x->place_count];
    *bytes = dd_form_constant(0);
    bool whole = x->place_count++ == 0;
    return a->index_count ? dd_form_add(bytes, &a->rest, 1)
           : whole        ? dd_form_add(bytes, &a->address, 1)
                          : dd_form_add(bytes, &a->subscripts[0], stride);
}

/* Locations of two accesses with the same base can be compared if their arrays have one shape: it
 * is named by the first of them. */
static uint32_t shape_of(const exporter *x, const dd_access *a) {
    uint32_t i = 0;
    while (&x->accesses->all.at[i] != a && !dd_have_same_shape(&x->accesses->all.at[i], a))
        i++;
    return i;
}

static void print_loops(exporter *x, const HLNode *node) {
    const HLLoop *loops[DD_MAX_LEVELS];
    uint32_t count = 0;
    for (HLLoop *l = hir_parent_loop(node); l && count < DD_MAX_LEVELS;
         l = hir_parent_loop(&l->node.node))
        loops[count++] = l;
    str_add(x->out, count ? ", in" : "");
    while (count)
        str_printf(x->out, " <%u>", loops[--count]->node.node.number);
}

static void print_places(exporter *x, const dd_access *a, const dd_system *s) {
    uint32_t last = x->place_count - 1;
    for (uint32_t i = 0; i < last; i++) {
        str_printf(x->out, "d%u = ", i);
        print_row(x, dd_row_of(s, i), s->vars);
        str_add(x->out, " and ");
    }
    print_row(x, dd_row_of(s, last), s->vars);
    str_add(x->out, " <= o < ");
    print_row(x, dd_row_of(s, last), s->vars);
    str_printf(x->out, " + %llu", (unsigned long long)a->size);
}

static void print_relation(exporter *x, const dd_access *a, const dd_system *s, uint32_t number) {
    str *out = x->out;
    str_printf(out, "%c%u := ", a->ref->is_lval ? 'W' : 'R', number);
    if (has_kind(x, DD_ATOM_SYMBOL)) {
        str_add_char(out, '[');
        print_names(x, DD_ATOM_SYMBOL);
        str_add(out, "] -> ");
    }
    str_printf(out, "{ S%u[", a->ref->node->number);
    for (uint32_t k = 1; k <= a->domain->depth; k++)
        str_printf(out, "%si%u", k > 1 ? ", " : "", k);
    str_printf(out, "] -> B%u_%u[", a->base, shape_of(x, a));
    for (uint32_t i = 0; i + 1 < x->place_count; i++)
        str_printf(out, "d%u, ", i);
    str_add(out, "o] : ");
    bool exists = has_kind(x, DD_ATOM_OWN);
    if (exists) {
        str_add(out, "exists (");
        print_names(x, DD_ATOM_OWN);
        str_add(out, " : ");
    }
    for (uint32_t r = x->place_count; r < s->rows; r++) {
        print_row(x, dd_row_of(s, r), s->vars);
        str_add(out, r < x->unequal ? " >= 0 and " : " != 0 and ");
    }
    print_places(x, a, s);
    str_printf(out, "%s };\n", exists ? ")" : "");
}

static void print_symbols(exporter *x) {
    for (uint32_t i = 0; i < x->vars.count; i++) {
        if (x->vars.at[i].kind != DD_ATOM_SYMBOL)
            continue;
        const dd_symbol *s = &x->r->symbols.at[x->vars.at[i].number];
        str_printf(x->out, "#   p%u = ", x->vars.at[i].number);
        hir_blob_print(x->r->h, s->blob, x->out);
        str_add(x->out, s->varies ? ", which varies\n" : "\n");
    }
}

/* The rows of the locations first. */
static bool make_system(exporter *x, const dd_access *a, dd_system *s) {
    dd_vars *v = &x->vars;
    dd_vars_init(v, x->r, a->domain->depth, 0);
    bool done = find_places(x, a);
    for (uint32_t i = 0; i < x->place_count; i++)
        dd_vars_form(v, &x->places[i], DD_SOURCE);
    dd_vars_domain(v, a->domain, DD_SOURCE);
    dd_vars_close(v);
    dd_system_init(s, dd_vars_count(v));
    if (!done || v->failed || has_kind(x, DD_ATOM_PRODUCT))
        return false;
    for (uint32_t i = 0; i < x->place_count && done; i++)
        done = dd_vars_put(v, dd_system_add(s, DD_ROW_WATCHED), &x->places[i], DD_SOURCE, 1);
    dd_vars_add_domain(v, s, a->domain, DD_SOURCE);
    dd_vars_add_facts(v, s, a->domain, a->domain);
    x->unequal = s->rows;
    for (const dd_domain *d = a->domain; d && done; d = d->outer)
        done = !d->has_unequal ||
               dd_vars_put(v, dd_system_add(s, DD_ROW_WATCHED), &d->unequal, DD_SOURCE, 1);
    return done;
}

static void print_access(exporter *x, const dd_access *a, uint32_t number) {
    dd_system s;
    str_printf(x->out, "# <%u> ", a->ref->node->number);
    hir_ref_print(x->r->h, a->ref, x->out);
    print_loops(x, a->ref->node);
    if (a->why) {
        str_printf(x->out, ": %s\n", a->why);
        return;
    }
    str_add(x->out, ", base ");
    hir_blob_print(x->r->h, x->r->symbols.at[a->base].blob, x->out);
    if (!make_system(x, a, &s)) {
        str_add(x->out, ": not linear\n");
        return;
    }
    str_add(x->out, "\n");
    print_symbols(x);
    print_relation(x, a, &s, number);
}

void dd_export_isl(const dd_graph *g, str *out) {
    dd_region r;
    dd_accesses accesses;
    exporter x = {.r = &r, .accesses = &accesses, .out = out};
    dd_region_init(&r, g->h, g->region, g->options.assume_dims);
    bool read = dd_read_accesses(g, &r, &accesses);
    for (uint32_t i = 0; i < g->refs.len && read; i++)
        if (g->refs.at[i].kind == DD_REF_MEMORY)
            print_access(&x, dd_access_of(&accesses, i), i);
    dd_free_accesses(g, &accesses);
    dd_region_free(&r);
}
