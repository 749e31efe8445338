#include "ir/structtext.h"

#include "base/show.h"
#include "ir/machine.h"

#include <stdio.h>
#include <string.h>

typedef unsigned long long ull;

static bool is_opened(const ir_struct *s, size_t i) {
    return i + 1 < s->field_count && s->fields[i + 1].depth > s->fields[i].depth;
}

size_t ir_struct_data_fields(const ir_struct *s) {
    size_t count = 0;
    for (size_t i = 0; i < s->field_count; i++)
        count += !is_opened(s, i);
    return count;
}

void ir_struct_print_marks(str *out, const ir_struct *s) {
    const struct {
        bool holds;
        const char *word;
    } marks[] = {
        {!s->type, "only in debug info"},
        {s->is_union, "union"},
        {s->packed, "packed"},
        {s->literal, "literal"},
        {!s->sized, s->type && LLVMIsOpaqueStruct(s->type) ? "opaque" : "no fixed size"},
        {s->ambiguous, "several source types fit"},
    };
    bool any = false;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (marks[i].holds) {
            str_printf(out, "%s%s", any ? ", " : "", marks[i].word);
            any = true;
        }
}

void ir_field_print_declaration(str *out, const ir_field *f) {
    if (!*f->name || f->base_class) {
        show_printf(out, "%s%s", f->base_class ? "base " : "", f->type);
        return;
    }
    size_t core = strcspn(f->type, "[");
    show_add_n(out, f->type, core);
    if (core && !strchr("*&", f->type[core - 1]))
        str_add_char(out, ' ');
    show_printf(out, "%s%s", f->name, f->type + core);
}

typedef struct drawing {
    str *out;
    const ir_struct *s;
    const ir_struct_columns *columns;
    size_t open[32], opened; /* unnamed members around the field at hand */
} drawing;

/* "13", "4:3" for positions inside a byte */
static void print_extent(str *out, uint64_t offset, uint64_t size, bool bits) {
    char place[48], amount[48];
    if (bits || offset % 8)
        snprintf(place, sizeof place, "%llu:%llu", (ull)(offset / 8), (ull)(offset % 8));
    else
        snprintf(place, sizeof place, "%llu", (ull)(offset / 8));
    if (bits || size % 8)
        snprintf(amount, sizeof amount, "%llu bits", (ull)size);
    else
        snprintf(amount, sizeof amount, "%llu", (ull)(size / 8));
    str_printf(out, "  %10s %8s", place, amount);
}

static void print_columns(str *out, const ir_struct_columns *columns, const ir_field *f,
                          unsigned depth) {
    if (columns)
        columns->print(out, f, columns->data);
    str_add_repeat(out, ' ', 2 + 2 * (size_t)depth);
}

static void print_gap(const drawing *d, uint64_t offset, uint64_t bits, const char *word,
                      unsigned depth) {
    str *out = d->out;
    if (bits == 0)
        return;
    print_extent(out, offset, bits, false);
    print_columns(out, d->columns, NULL, depth);
    show_printf(out, "<%s>\n", word);
}

static void print_header(str *out, const ir_struct *s, const ir_struct_columns *columns) {
    show_printf(out, "%s:", s->name);
    if (s->sized) {
        show_printf(out, " %llu byte%s, align %llu%s, ", (ull)s->size, str_plural(s->size),
                    (ull)s->align, s->align_is_inferred ? " (inferred)" : "");
        show_printf(out, "%zu field%s", ir_struct_data_fields(s),
                    str_plural(ir_struct_data_fields(s)));
        uint64_t padding = ir_struct_padding_bits(s);
        if (padding % 8)
            show_printf(out, ", %llu bit%s padding", (ull)padding, str_plural(padding));
        else if (padding)
            show_printf(out, ", %llu byte%s padding", (ull)padding / 8, str_plural(padding / 8));
    }
    str marks = {.ctx = out->ctx};
    ir_struct_print_marks(&marks, s);
    if (marks.len)
        show_printf(out, "%s %s", s->sized ? "," : "", str_text(&marks));
    str_free(&marks);
    if (s->source && s->source->file)
        show_printf(out, ", source %s:%u",
                    columns && columns->file ? columns->file : s->source->file, s->source->line);
    str_add_char(out, '\n');
}

/* Ends of unnamed members that close before the next field: their own padding shows there. */
static void print_closed(drawing *d, unsigned depth) {
    while (d->opened && d->s->fields[d->open[d->opened - 1]].depth >= depth) {
        const ir_field *f = &d->s->fields[d->open[--d->opened]];
        print_gap(d, f->offset_bits + f->size_bits - f->padding_bits, f->padding_bits, "padding",
                  f->depth + 1);
    }
}

static void print_field(const drawing *d, const ir_field *f) {
    print_extent(d->out, f->offset_bits, f->size_bits, f->bitfield);
    print_columns(d->out, d->columns, f, f->depth);
    ir_field_print_declaration(d->out, f);
    str_add_char(d->out, '\n');
}

/* The rule stands before the first field that begins in a new line. */
static void print_cache_line(str *out, uint64_t offset, uint64_t *line) {
    uint64_t now = offset / 8 / IR_CACHE_LINE;
    if (now <= *line)
        return;
    *line = now;
    str_printf(out, "  ------ cache line %llu (byte %llu) ------\n", (ull)now,
               (ull)(now * IR_CACHE_LINE));
}

static void print_fields(drawing *d) {
    const ir_struct *s = d->s;
    uint64_t line = 0;
    for (size_t i = 0; i < s->field_count && ctx_tick(d->out->ctx, 1); i++) {
        const ir_field *f = &s->fields[i];
        print_closed(d, f->depth);
        print_gap(d, f->offset_bits - f->hole_bits, f->hole_bits, "hole", f->depth);
        print_cache_line(d->out, f->offset_bits, &line);
        print_field(d, f);
        if (is_opened(s, i) && d->opened < sizeof d->open / sizeof *d->open)
            d->open[d->opened++] = i;
    }
    print_closed(d, 0);
    print_gap(d, s->size * 8 - s->tail_bits, s->tail_bits, "padding", 0);
}

void ir_struct_print_with(str *out, const ir_struct *s, const ir_struct_columns *columns) {
    print_header(out, s, columns);
    if (!s->sized)
        return;
    if (s->field_count)
        show_printf(out, "  %10s %8s%s\n", "offset", "size", columns ? columns->title : "");
    print_fields(&(drawing){.out = out, .s = s, .columns = columns});
}

void ir_struct_print(str *out, const ir_struct *s) {
    ir_struct_print_with(out, s, NULL);
}
