/* lathe hir as text: nests, loops that are not modelled with their reasons, and counts. */
#include "report/report_hir.h"

#include "base/show.h"

static void add_counts(lathe_hir_counts *to, const lathe_hir_counts *by) {
    to->loops += by->loops;
    to->regions += by->regions;
    to->do_loops += by->do_loops;
    to->multi_exit_loops += by->multi_exit_loops;
    to->while_loops += by->while_loops;
    to->not_modelled += by->not_modelled;
}

lathe_hir_counts hir_report_count(const lathe_hir *h, size_t function) {
    lathe_hir_counts sum = {0};
    for (size_t i = 0; i < h->functions.len; i++)
        if (function == LATHE_HIR_ALL || function == i)
            add_counts(&sum, &h->functions.at[i]->counts);
    return sum;
}

static void print_refusal(str *out, const lathe_hir_refusal *r, const lathe_hir_view *view) {
    show_printf(out, "// loop %s %s: %s [%s]", r->loop,
                r->modelled ? "is not a DO loop" : "is not modelled", r->reason, r->id);
    if (r->file && r->line) {
        show_printf(out, " at %s:%u", str_below(r->file, view->folder), r->line);
        if (r->column)
            str_printf(out, ":%u", r->column);
    }
    str_add_char(out, '\n');
}

static void print_function(str *out, const report_hir_function *f, const lathe_hir_view *view) {
    uint32_t only = view->one_region ? (uint32_t)view->region + 1 : 0;
    hir_text_options options = {view->numbers, view->verbose, only};
    if (view->one_region && view->region >= f->h.regions.len)
        return;
    hir_print(&f->h, &options, out);
    for (size_t i = 0; i < f->refusals.len; i++)
        print_refusal(out, &f->refusals.at[i], view);
    str_add_char(out, '\n');
}

static void print_count(str *out, size_t count, const char *what) {
    show_printf(out, "%zu %s%s", count, what, count == 1 ? "" : "s");
}

void hir_report_text(str *out, lathe_hir *h, const lathe_hir_view *view) {
    for (size_t i = 0; i < h->functions.len; i++)
        print_function(out, h->functions.at[i], view);
    lathe_hir_counts c = hir_report_count(h, LATHE_HIR_ALL);
    str_add(out, "// ");
    print_count(out, c.loops, "loop");
    str_add(out, " in ");
    print_count(out, c.regions, "region");
    str_printf(out, ": %zu DO, %zu DO with more exits, %zu WHILE; %zu not modelled\n", c.do_loops,
               c.multi_exit_loops, c.while_loops, c.not_modelled);
}
