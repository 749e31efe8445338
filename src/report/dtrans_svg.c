/* A type's layout as inline SVG: one row per 64-byte cache line, a box per field coloured by its
 * heat, holes hatched. Lines that one large field fills are left out between its first and last. */
#include "ir/machine.h"
#include "report/dtrans.h"
#include "report/page.h"

enum {
    BYTE_WIDTH = 11,
    LEFT = 48, /* room for the offset of the line */
    ROW = 28,
    GAP = 5,
    SKIP = 18,       /* height of a remark about lines left out */
    CHAR_WIDTH = 7,  /* of the label's font, rounded up */
    HEATS = 5,       /* classes h0 (never) to h5 (hottest) */
    MANY_LINES = 4,  /* fields of more lines are shortened */
    MAX_BOXES = 2000 /* more are not readable */
};

typedef struct picture {
    str *out;
    const dtrans_type *t;
    double hottest;
    uint64_t line; /* the row at y */
    unsigned y, boxes;
} picture;

/* The part of the type that a box stands for. */
typedef struct segment {
    const dtrans_field *field; /* NULL for holes */
    uint64_t start, end;
} segment;

static unsigned heat_class(const picture *p, const dtrans_field *f) {
    if (!(f->frequency > 0) || !(p->hottest > 0))
        return 0;
    unsigned heat = 1 + (unsigned)(f->frequency / p->hottest * HEATS);
    return heat > HEATS ? HEATS : heat;
}

static void begin_line(picture *p, uint64_t line) {
    if (line != p->line) {
        p->y += ROW + GAP;
        p->line = line;
    }
    str_printf(p->out, "<text class=\"at\" x=\"%d\" y=\"%u\">%llu</text>\n", LEFT - 6,
               p->y + ROW / 2 + 4, (ull)(line * IR_CACHE_LINE));
}

/* As much of the name as fits, whole characters only. */
static void add_label(const picture *p, const segment *s, uint64_t from, uint64_t to) {
    size_t room = (size_t)(to - from) * BYTE_WIDTH / CHAR_WIDTH;
    const char *name = s->field ? s->field->name : "";
    size_t length = page_fit(name, room);
    if (!length)
        return;
    str_printf(p->out, "<text x=\"%llu\" y=\"%u\">",
               (ull)(LEFT + from % IR_CACHE_LINE * BYTE_WIDTH + 3), p->y + ROW / 2 + 4);
    page_add_n(p->out, name, length);
    str_add(p->out, "</text>\n");
}

static void add_title(const picture *p, const segment *s) {
    str_add(p->out, "<title>");
    if (s->field) {
        page_printf(p->out, "%s: %s", *s->field->name ? s->field->name : "(unnamed)",
                    s->field->type);
    } else {
        str_add(p->out, "hole");
    }
    str_printf(p->out, ", offset %llu, %llu bytes", (ull)s->start, (ull)(s->end - s->start));
    if (s->field)
        str_printf(p->out, ", %llu reads, %llu writes", (ull)s->field->reads,
                   (ull)s->field->writes);
    str_add(p->out, "</title>");
}

/* The part of a segment that lies in one line. */
static void add_box(picture *p, const segment *s, uint64_t line) {
    uint64_t from = s->start > line * IR_CACHE_LINE ? s->start : line * IR_CACHE_LINE;
    uint64_t to = s->end < (line + 1) * IR_CACHE_LINE ? s->end : (line + 1) * IR_CACHE_LINE;
    if (line != p->line || from % IR_CACHE_LINE == 0)
        begin_line(p, line);
    str_printf(p->out, "<rect class=\"");
    if (s->field)
        str_printf(p->out, "h%u", heat_class(p, s->field));
    else
        str_add(p->out, "hole");
    str_printf(p->out, "\" x=\"%llu\" y=\"%u\" width=\"%llu\" height=\"%d\">",
               (ull)(LEFT + from % IR_CACHE_LINE * BYTE_WIDTH), p->y,
               (ull)((to - from) * BYTE_WIDTH), ROW);
    add_title(p, s);
    str_add(p->out, "</rect>\n");
    add_label(p, s, from, to);
    p->boxes++;
}

static void skip_lines(picture *p, uint64_t count) {
    p->y += SKIP;
    str_printf(p->out, "<text class=\"skip\" x=\"%d\" y=\"%u\">%llu more lines like this</text>\n",
               LEFT, p->y + ROW - 2, (ull)count);
}

static void add_segment(picture *p, const segment *s) {
    uint64_t first = s->start / IR_CACHE_LINE, last = s->end ? (s->end - 1) / IR_CACHE_LINE : 0;
    if (s->start >= s->end || p->boxes > MAX_BOXES)
        return;
    for (uint64_t line = first; line <= last; line++) {
        add_box(p, s, line);
        if (line == first + 1 && last - first >= MANY_LINES) {
            skip_lines(p, last - first - 2);
            line = last - 1;
        }
    }
}

static void add_segments(picture *p) {
    uint64_t at = 0;
    for (uint32_t i = 0; i < p->t->field_count && ctx_tick(p->out->ctx, 1); i++) {
        const dtrans_field *f = &p->t->fields[i];
        add_segment(p, &(segment){NULL, at, f->offset});
        add_segment(p, &(segment){f->padding ? NULL : f, f->offset, f->offset + f->size});
        at = f->offset + f->size;
    }
    add_segment(p, &(segment){NULL, at, p->t->size});
}

void dtrans_print_svg(str *out, const lathe_dtrans *d, uint32_t type) {
    const dtrans_type *t = dtrans_type_at(d, type);
    str body;
    str_init(&body, out->ctx);
    picture p = {.out = &body, .t = t, .hottest = dtrans_hottest(t), .y = GAP};
    add_segments(&p);
    unsigned width = LEFT + IR_CACHE_LINE * BYTE_WIDTH + 1, height = p.y + ROW + GAP;
    page_printf(out,
                "<svg viewBox=\"0 0 %u %u\" width=\"%u\" height=\"%u\" role=\"img\">\n"
                "<title>layout of %s</title>\n",
                width, height, width, height, t->name);
    str_printf(out, "%s</svg>\n", str_text(&body));
    str_free(&body);
}
