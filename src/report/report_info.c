#include "report/report_info.h"

#include "base/show.h"
#include "ir/structtext.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_NAME = 48 }; /* longer names are cut in the table; layouts show them whole */

typedef unsigned long long ull;

/* A row of the struct table; index keeps the order where all else is equal. */
typedef struct row {
    const ir_struct *s;
    size_t index;
} row;

typedef VEC(row) row_list;

bool info_is_chosen(const ir_struct *s, const char *type) {
    if (!type || strcmp(s->name, type) == 0)
        return true;
    if (!s->source)
        return false;
    size_t keyword = strlen(ir_di_keyword(s->source));
    if (strncmp(type, ir_di_keyword(s->source), keyword) == 0 && type[keyword] == ' ')
        type += keyword + 1;
    return *s->source->name && strcmp(s->source->name, type) == 0;
}

/* Most padding first, then the larger type, then the one that appears first. */
static int compare_rows(const void *left, const void *right) {
    const row *a = left, *b = right;
    uint64_t pad_a = ir_struct_padding_bits(a->s), pad_b = ir_struct_padding_bits(b->s);
    if (pad_a != pad_b)
        return pad_a > pad_b ? -1 : 1;
    if (a->s->size != b->s->size)
        return a->s->size > b->s->size ? -1 : 1;
    return a->index < b->index ? -1 : 1;
}

static void choose_rows(const ir_summary *s, const char *type, row_list *rows) {
    for (size_t i = 0; i < s->structs.all.len && ctx_tick(s->m->ctx, 1); i++)
        if (info_is_chosen(&s->structs.all.at[i], type))
            vec_push(s->m->ctx, rows, (row){&s->structs.all.at[i], i});
    if (rows->len)
        qsort(rows->at, rows->len, sizeof *rows->at, compare_rows);
}

static void print_counts(str *out, const ir_summary *s) {
    size_t length;
    const char *triple = LLVMGetTarget(s->m->llvm);
    str_printf(out, "%s%s%s\n\n", LLVMGetModuleIdentifier(s->m->llvm, &length), *triple ? ", " : "",
               triple);
    str_printf(out, "functions     %8llu defined, %llu declared, %llu intrinsics\n",
               (ull)s->defined, (ull)s->declared, (ull)s->intrinsics);
    str_printf(out, "globals       %8llu defined, %llu declared\n", (ull)s->globals_defined,
               (ull)s->globals_declared);
    str_printf(out, "blocks        %8llu\n", (ull)s->blocks);
    str_printf(out, "instructions  %8llu\n", (ull)s->instructions);
    for (ir_op_class c = 0; c < IR_OP_CLASSES; c++)
        if (s->by_class[c])
            str_printf(out, "  %-12s%8llu\n", ir_op_class_name(c), (ull)s->by_class[c]);
    str_printf(out, "loops         %8llu\n", (ull)s->loops);
    for (size_t d = 0; d < s->loops_at.len; d++)
        str_printf(out, "  depth %-6zu%8llu\n", d + 1, (ull)s->loops_at.at[d]);
    str_printf(out, "irreducible   %8llu\n", (ull)s->irreducible);
}

static size_t count_matched(const ir_structs *structs) {
    size_t matched = 0;
    for (size_t i = 0; i < structs->in_ir; i++)
        matched += structs->all.at[i].source != NULL;
    return matched;
}

static void print_struct_counts(str *out, const ir_summary *s) {
    str_printf(out, "structs       %8zu in the IR, %zu of them known to debug info",
               s->structs.in_ir, count_matched(&s->structs));
    str_printf(out, "; %zu only in debug info\n", s->structs.all.len - s->structs.in_ir);
}

/* Columns are characters: the last byte kept must end one. */
static size_t cut_length(const char *text, size_t max) {
    size_t length = strlen(text);
    if (length <= max)
        return length;
    for (length = max; length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80; length--)
        continue;
    return length;
}

static void print_name(str *out, const char *name, size_t width) {
    size_t length = strlen(name), shown = length;
    if (length > MAX_NAME)
        shown = cut_length(name, MAX_NAME - 3);
    show_add_n(out, name, shown);
    if (shown < length) {
        str_add(out, "...");
        shown += 3;
    }
    if (shown < width)
        str_add_repeat(out, ' ', width - shown);
}

static void print_row(str *out, const ir_struct *s, size_t width) {
    print_name(out, s->name, width);
    if (s->sized)
        str_printf(out, " %8llu %6llu %7zu %6llu %8llu ", (ull)s->size, (ull)s->align,
                   ir_struct_data_fields(s), (ull)s->hole_count, (ull)ir_struct_padding(s));
    else
        str_printf(out, " %8s %6s %7s %6s %8s ", "-", "-", "-", "-", "-");
    if (s->source && s->source->file)
        show_printf(out, " %s:%u", str_base_name(s->source->file), s->source->line);
    str marks = {.ctx = out->ctx};
    ir_struct_print_marks(&marks, s);
    if (marks.len)
        show_printf(out, " (%s)", str_text(&marks));
    str_free(&marks);
    while (out->len && out->at[out->len - 1] == ' ')
        out->at[--out->len] = '\0';
    str_add_char(out, '\n');
}

static void print_table(str *out, const row_list *rows) {
    size_t width = 6;
    for (size_t i = 0; i < rows->len; i++) {
        size_t length = strlen(rows->at[i].s->name);
        if (length > width)
            width = length < MAX_NAME ? length : MAX_NAME;
    }
    str_add(out, "\nstruct types, most padding first (sizes in bytes)\n\n");
    print_name(out, "type", width);
    show_printf(out, " %8s %6s %7s %6s %8s  %s\n", "size", "align", "fields", "holes", "padding",
                "source");
    for (size_t i = 0; i < rows->len; i++)
        print_row(out, rows->at[i].s, width);
}

static void print_layouts(str *out, const row_list *rows, bool first_line_blank) {
    for (size_t i = 0; i < rows->len; i++) {
        if (i || first_line_blank)
            str_add_char(out, '\n');
        ir_struct_print(out, rows->at[i].s);
    }
}

static void print_text(str *out, const ir_summary *s, const lathe_info_options *options) {
    row_list rows = {0};
    choose_rows(s, options->type, &rows);
    if (!options->type) {
        print_counts(out, s);
        print_struct_counts(out, s);
        if (rows.len)
            print_table(out, &rows);
    }
    if (options->type || options->layouts)
        print_layouts(out, &rows, !options->type);
    vec_free(s->m->ctx, &rows);
}

static bool names_a_struct(const ir_summary *s, const char *type) {
    for (size_t i = 0; i < s->structs.all.len; i++)
        if (info_is_chosen(&s->structs.all.at[i], type))
            return true;
    return false;
}

void info_print(str *out, lathe_module *m, const lathe_info_options *options) {
    ir_summary s;
    if (ir_summary_init(&s, m)) {
        if (options->type && !names_a_struct(&s, options->type))
            ctx_fail(m->ctx, LATHE_USAGE, "no struct type '%s' in this program", options->type);
        else if (options->json)
            info_print_json(out, &s, options->type);
        else
            print_text(out, &s, options);
    }
    ir_summary_free(&s);
}
