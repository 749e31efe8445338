/* Accesses of a region in isl's notation, so that others can check what is said about them. */
#include "hir/dd/graph.h"

#include "hir/dd/vars.h"

typedef struct exporter {
    dd_region *r;
    str *out;
    dd_vars vars; /* of the access at hand */
} exporter;

static void print_var(exporter *x, uint32_t i) {
    static const char letters[] = {[DD_ATOM_SYMBOL] = 'p', [DD_ATOM_OWN] = 'q'};
    if (i < x->vars.source)
        str_printf(x->out, "i%u", i + 1);
    else
        str_printf(x->out, "%c%u", letters[x->vars.at[i - x->vars.source].kind],
                   x->vars.at[i - x->vars.source].number);
}

static void print_row(exporter *x, const int64_t *row, uint32_t vars) {
    bool any = false;
    for (uint32_t i = 0; i < vars; i++) {
        if (!row[i])
            continue;
        str_printf(x->out, "%s%lld*", any ? " + " : "", (long long)row[i]);
        print_var(x, i);
        any = true;
    }
    str_printf(x->out, any ? " + %lld" : "%lld", (long long)row[vars]);
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
    str_printf(out, "] -> B%u[o] : ", a->base);
    bool exists = has_kind(x, DD_ATOM_OWN);
    if (exists) {
        str_add(out, "exists (");
        print_names(x, DD_ATOM_OWN);
        str_add(out, " : ");
    }
    for (uint32_t r = 1; r < s->rows; r++) {
        print_row(x, dd_row_of(s, r), s->vars);
        str_add(out, " >= 0 and ");
    }
    print_row(x, dd_row_of(s, 0), s->vars);
    str_add(out, " <= o < ");
    print_row(x, dd_row_of(s, 0), s->vars);
    str_printf(out, " + %llu%s };\n", (unsigned long long)a->size, exists ? ")" : "");
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

static void print_access(exporter *x, const dd_access *a, uint32_t number) {
    dd_system s;
    str_printf(x->out, "# <%u> ", a->ref->node->number);
    hir_ref_print(x->r->h, a->ref, x->out);
    if (a->why) {
        str_printf(x->out, ": %s\n", a->why);
        return;
    }
    str_add(x->out, ", base ");
    hir_blob_print(x->r->h, x->r->symbols.at[a->base].blob, x->out);
    dd_vars_init(&x->vars, x->r, a->domain->depth, 0);
    dd_vars_form(&x->vars, &a->address, DD_SOURCE);
    dd_vars_domain(&x->vars, a->domain, DD_SOURCE);
    dd_vars_close(&x->vars);
    dd_system_init(&s, dd_vars_count(&x->vars));
    int64_t *row = dd_system_add(&s, DD_ROW_WATCHED);
    if (x->vars.failed || has_kind(x, DD_ATOM_PRODUCT) ||
        !dd_vars_put(&x->vars, row, &a->address, DD_SOURCE, 1)) {
        str_add(x->out, ": not linear\n");
        return;
    }
    str_add(x->out, "\n");
    dd_vars_add_domain(&x->vars, &s, a->domain, DD_SOURCE);
    dd_vars_add_facts(&x->vars, &s, a->domain, a->domain);
    print_symbols(x);
    print_relation(x, a, &s, number);
}

void dd_export_isl(const dd_graph *g, str *out) {
    dd_region r;
    exporter x = {.r = &r, .out = out};
    dd_region_init(&r, g->h, g->region, g->options.assume_dims);
    for (uint32_t i = 0; i < g->refs.len && ctx_ok(g->h->ctx); i++) {
        dd_access a;
        if (g->refs.at[i].kind == DD_REF_MEMORY && dd_access_init(&r, g->refs.at[i].ref, &a))
            print_access(&x, &a, i);
    }
    dd_region_free(&r);
}
