/* The page of `lathe dtrans --html`. */
#include "report/dtrans.h"
#include "report/page.h"

enum { SHOWN_USES = 20 };

static const char style[] =
    ":root { --hatch: #9aa1ab; --h0: #eceef1; --h1: #fdf0d5; --h2: #fbd9a0; --h3: #f8b76a;\n"
    "  --h4: #f08c4a; --h5: #dd5f3b; }\n"
    "@media (prefers-color-scheme: dark) { :root { --hatch: #5d6570; --h0: #262a30;\n"
    "  --h1: #3a3226; --h2: #57431f; --h3: #7a5419; --h4: #9d5a1e; --h5: #c0502a; } }\n"
    "svg text.at { text-anchor: end; fill: var(--faint); } svg text.skip { fill: var(--faint); }\n"
    "rect.hole { fill: url(#hatch); }\n"
    ".h0 { fill: var(--h0); } .h1 { fill: var(--h1); } .h2 { fill: var(--h2); }\n"
    ".h3 { fill: var(--h3); } .h4 { fill: var(--h4); } .h5 { fill: var(--h5); }\n";

static const char hatch[] =
    "<pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
    "patternTransform=\"rotate(45)\">\n"
    "<path d=\"M0 0V6\" style=\"stroke: var(--hatch); stroke-width: 2\"/></pattern>";

static void add_headline(str *out, lathe_dtrans *d) {
    str text;
    str_init(&text, out->ctx);
    dtrans_print_headline(&text, d);
    str_add(out, "<h1>What may change shape</h1>\n<pre>");
    page_add_lines(out, &text);
    str_add(out, "</pre>\n");
    str_free(&text);
}

static void add_verdict_cell(str *out, const lathe_dtrans *d, uint32_t type, dtrans_transform t) {
    if (dtrans_is_legal(&d->info, type, t)) {
        str_add(out, "<td class=\"yes\">legal</td>");
        return;
    }
    dtrans_names blockers = dtrans_blockers(&d->info, type, t);
    str_add(out, "<td class=\"no\" title=\"");
    dtrans_print_names(out, &blockers);
    str_add(out, "\">blocked</td>");
}

static void add_summary_row(str *out, const lathe_dtrans *d, uint32_t type) {
    const dtrans_type *t = dtrans_type_at(d, type);
    page_printf(out,
                "<tr><td><a href=\"#t%u\"><code>%s</code></a></td>"
                "<td class=\"n\">%llu</td><td class=\"n\">%llu</td>",
                type, t->name, (ull)t->size, (ull)ir_struct_padding(t->layout));
    for (dtrans_transform f = 0; f < DTRANS_TRANSFORMS; f++)
        add_verdict_cell(out, d, type, f);
    str_add(out, "</tr>\n");
}

static void add_fields(str *out, const dtrans_type *t) {
    str_add(out, "<table><tr><th class=\"n\">offset</th><th class=\"n\">size</th><th>field</th>"
                 "<th>type</th><th class=\"n\">reads</th><th class=\"n\">writes</th>"
                 "<th class=\"n\">heat</th></tr>\n");
    for (uint32_t i = 0; i < t->field_count && ctx_tick(out->ctx, 1); i++) {
        const dtrans_field *f = &t->fields[i];
        if (f->padding)
            continue;
        page_printf(out,
                    "<tr><td class=\"n\">%llu</td><td class=\"n\">%llu</td><td><code>%s</code></td>"
                    "<td><code>%s</code></td><td class=\"n\">%llu</td><td class=\"n\">%llu</td>"
                    "<td class=\"n\">%.0f%%</td></tr>\n",
                    (ull)f->offset, (ull)f->size, f->name, f->type, (ull)f->reads, (ull)f->writes,
                    t->frequency > 0 ? f->frequency / t->frequency * 100 : 0);
    }
    str_add(out, "</table>\n");
}

static void add_kept(str *out, const dtrans_type *t) {
    if (!t->kept)
        return;
    page_printf(out, "<p>Kept as it is %s.</p>\n", t->kept);
}

static void add_use(str *out, lathe_dtrans *d, uint32_t type, const dtrans_use *use) {
    ir_place place = dtrans_use_place(d, type, use);
    str where;
    str_init(&where, out->ctx);
    if (place.file)
        ir_place_print(&where, &place);
    page_printf(out, "<li>%s <span class=\"faint\">%s", use->reason, str_text(&where));
    if (place.function) {
        page_printf(out, " in %s", place.function);
    }
    str_add(out, "</span></li>\n");
    str_free(&where);
}

static void add_condition(str *out, lathe_dtrans *d, uint32_t type, dtrans_condition c) {
    size_t count = 0;
    page_printf(out, "<details open=\"open\"><summary><b>%s</b>: %s</summary>\n<ul>\n",
                dtrans_condition_name(c), dtrans_condition_meaning(c));
    for (uint32_t u = dtrans_type_at(d, type)->first_use; u && ctx_tick(out->ctx, 1);
         u = d->info.uses.at[u].next)
        if (d->info.uses.at[u].condition == c && count++ < SHOWN_USES)
            add_use(out, d, type, &d->info.uses.at[u]);
    if (count > SHOWN_USES)
        str_printf(out, "<li>%zu more</li>\n", count - SHOWN_USES);
    str_add(out, "</ul></details>\n");
}

static void add_advice(str *out, lathe_dtrans *d, uint32_t type) {
    str text;
    str_init(&text, out->ctx);
    dtrans_print_advice(&text, d, &(lathe_dtrans_view){0}, type);
    str_add(out, "<details><summary>What could be changed by hand</summary><pre>");
    page_add_lines(out, &text);
    str_add(out, "</pre></details>\n");
    str_free(&text);
}

static void add_type(str *out, lathe_dtrans *d, uint32_t type) {
    const dtrans_type *t = dtrans_type_at(d, type);
    page_printf(out,
                "<section id=\"t%u\">\n<h2><code>%s</code></h2>\n"
                "<p>%llu bytes, align %llu, %llu bytes padding",
                type, t->name, (ull)t->size, (ull)t->align, (ull)ir_struct_padding(t->layout));
    if (t->layout->source && t->layout->source->file) {
        page_printf(out, " <span class=\"faint\">%s:%u</span>",
                    dtrans_shown_path(d, t->layout->source->file), t->layout->source->line);
    }
    str_add(out, "</p>\n");
    add_kept(out, t);
    if (t->field_count) {
        str_add(out, "<div class=\"wide\">");
        dtrans_print_svg(out, d, type);
        str_add(out, "</div>\n");
        add_fields(out, t);
    }
    for (dtrans_condition c = 0; c < DTRANS_CONDITIONS; c++)
        if (t->safety & dtrans_bit(c))
            add_condition(out, d, type, c);
    add_advice(out, d, type);
    str_add(out, "</section>\n");
}

static bool is_chosen(const lathe_dtrans *d, const lathe_dtrans_view *view, uint32_t only,
                      uint32_t type) {
    return view->type ? type == only : dtrans_is_shown(d, view, type);
}

void dtrans_print_html(str *out, lathe_dtrans *d, const lathe_dtrans_view *view) {
    uint32_t only = view->type ? dtrans_require_type(d, view->type) : IR_NONE;
    size_t count = d->info.types.len;
    page_begin(out, "lathe dtrans", style, hatch);
    add_headline(out, d);
    str_add(out, "<div class=\"wide\"><table><tr><th>type</th><th class=\"n\">bytes</th>"
                 "<th class=\"n\">padding</th>");
    for (dtrans_transform t = 0; t < DTRANS_TRANSFORMS; t++)
        str_printf(out, "<th>%s</th>", dtrans_transform_name(t));
    str_add(out, "</tr>\n");
    for (size_t i = 0; i < count && ctx_tick(out->ctx, 1); i++)
        if (is_chosen(d, view, only, d->order[i]))
            add_summary_row(out, d, d->order[i]);
    str_add(out, "</table></div>\n");
    for (size_t i = 0; i < count && ctx_tick(out->ctx, 1); i++)
        if (is_chosen(d, view, only, d->order[i]))
            add_type(out, d, d->order[i]);
    page_end(out);
}
