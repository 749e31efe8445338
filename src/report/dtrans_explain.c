/* --explain=TYPE: every use that sets a condition, with its source line. */
#include "report/dtrans.h"

#include "base/show.h"

static void print_blocked(str *out, const dtrans_type *type, dtrans_condition c) {
    bool any = false;
    for (dtrans_transform t = 0; t < DTRANS_TRANSFORMS; t++)
        if (dtrans_blocking(type, t) & dtrans_bit(c)) {
            str_printf(out, "%s%s", any ? ", " : "  blocks: ", dtrans_transform_name(t));
            any = true;
        }
    str_add(out, any ? "\n" : "  blocks no transform\n");
}

static void print_condition(str *out, const dtrans_type *type, dtrans_condition c) {
    show_printf(out, "\n%s: %s\n", dtrans_condition_name(c), dtrans_condition_meaning(c));
    print_blocked(out, type, c);
    const char *remedy = dtrans_condition_remedy(c);
    if (*remedy)
        show_printf(out, "  what would lift it: %s\n", remedy);
}

static void print_use(str *out, lathe_dtrans *d, uint32_t type, const dtrans_use *use, bool color,
                      source_files *files) {
    ir_place place = dtrans_use_place(d, type, use);
    str message;
    str_init(&message, out->ctx);
    show_add(&message, use->reason);
    if (place.function)
        show_printf(&message, " (in '%s')", place.function);
    lathe_diag diag = {.severity = LATHE_NOTE,
                       .file = place.file,
                       .line = place.line,
                       .column = place.column,
                       .message = str_text(&message)};
    diag_render_from(out, &diag, color, files);
    str_free(&message);
}

static void print_uses(str *out, lathe_dtrans *d, uint32_t type, dtrans_condition c, bool color,
                       source_files *files) {
    for (uint32_t u = dtrans_type_at(d, type)->first_use; u && ctx_tick(out->ctx, 1);
         u = d->info.uses.at[u].next)
        if (d->info.uses.at[u].condition == c)
            print_use(out, d, type, &d->info.uses.at[u], color, files);
}

void dtrans_print_explanation(str *out, lathe_dtrans *d, uint32_t type, bool color) {
    source_files files;
    SafetyData safety = dtrans_type_at(d, type)->safety;
    dtrans_print_type(out, d, type);
    if (!safety)
        str_add(out, "\nno use sets a safety condition\n");
    source_files_init(&files, out->ctx);
    for (dtrans_condition c = 0; c < DTRANS_CONDITIONS; c++)
        if (safety & dtrans_bit(c)) {
            print_condition(out, dtrans_type_at(d, type), c);
            print_uses(out, d, type, c, color, &files);
        }
    source_files_free(&files);
}
