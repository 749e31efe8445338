/* The dependences of a nest as inline SVG: a box for each statement, from top to bottom as they
 * stand in the nest, and to the right of them an arrow for each edge, in a lane of its own as far
 * as it reaches. */
#include "report/hir_deps.h"
#include "report/page.h"

#include <string.h>

enum {
    ROW = 34,
    BOX = 24,
    GAP = 6,
    CHAR_WIDTH = 7,  /* of the font, rounded up */
    MAX_CHARS = 56,  /* of a statement */
    MAX_ARROWS = 60, /* more are not readable */
    MAX_LABEL = 48,
};

typedef struct arrow {
    const dd_edge *edge;
    uint32_t from, to; /* rows */
    uint32_t lane;
    char label[MAX_LABEL];
} arrow;

/* Rows are the statements with arrows, in lexical order. */
typedef struct picture {
    const dd_graph *g;
    str *out;
    str text; /* scratch */
    VEC(HLNode *) rows;
    arrow arrows[MAX_ARROWS];
    uint32_t arrow_count, lane_count;
    uint32_t lane_width[MAX_ARROWS];
    uint32_t box_width;
    size_t left_out;
} picture;

/* A temp's next value overwriting it is of little interest. */
static bool is_drawn(const dd_graph *g, const dd_edge *e) {
    return g->refs.at[e->source].kind != DD_REF_SCALAR || (e->kind == DD_FLOW && e->level);
}

static HLNode *node_of(const picture *p, uint32_t ref) {
    return p->g->refs.at[ref].node;
}

static bool is_same(const picture *p, const arrow *a, const dd_edge *e, const char *label) {
    return node_of(p, a->edge->source) == node_of(p, e->source) &&
           node_of(p, a->edge->sink) == node_of(p, e->sink) && strcmp(a->label, label) == 0;
}

static void add_arrow(picture *p, const dd_edge *e) {
    str_clear(&p->text);
    str_printf(&p->text, "%s ", dd_kind_name(e->kind));
    dd_vector_text(e, &p->text);
    if (e->reason)
        str_add(&p->text, " ?");
    arrow a = {.edge = e};
    size_t length = page_fit(str_text(&p->text), MAX_LABEL - 1);
    memcpy(a.label, str_text(&p->text), length);
    for (uint32_t i = 0; i < p->arrow_count; i++)
        if (is_same(p, &p->arrows[i], e, a.label))
            return;
    if (p->arrow_count < MAX_ARROWS)
        p->arrows[p->arrow_count++] = a;
    else
        p->left_out++;
}

/* The row of a node: rows are few, for arrows are. */
static uint32_t row_of(const picture *p, const HLNode *node) {
    uint32_t row = 0;
    while (row < p->rows.len && p->rows.at[row] != node)
        row++;
    return row;
}

/* refs are in lexical order, so rows are. */
static void add_rows(picture *p) {
    for (size_t i = 0; i < p->g->refs.len && ctx_tick(p->out->ctx, 1); i++) {
        HLNode *node = p->g->refs.at[i].node;
        bool wanted = !p->rows.len || p->rows.at[p->rows.len - 1] != node, drawn = false;
        for (uint32_t k = 0; wanted && k < p->arrow_count && !drawn; k++)
            drawn = node_of(p, p->arrows[k].edge->source) == node ||
                    node_of(p, p->arrows[k].edge->sink) == node;
        if (drawn)
            vec_push(p->out->ctx, &p->rows, node);
    }
}

static bool overlap(const arrow *a, const arrow *b) {
    uint32_t a_low = a->from < a->to ? a->from : a->to, a_high = a->from + a->to - a_low;
    uint32_t b_low = b->from < b->to ? b->from : b->to, b_high = b->from + b->to - b_low;
    return a_low <= b_high && b_low <= a_high;
}

static void choose_lane(picture *p, uint32_t index) {
    arrow *a = &p->arrows[index];
    for (a->lane = 0;; a->lane++) {
        bool is_free = true;
        for (uint32_t i = 0; i < index && is_free; i++)
            is_free = p->arrows[i].lane != a->lane || !overlap(&p->arrows[i], a);
        if (is_free)
            break;
    }
    uint32_t width = (uint32_t)strlen(a->label) * CHAR_WIDTH + 16;
    p->lane_count = a->lane >= p->lane_count ? a->lane + 1 : p->lane_count;
    if (width > p->lane_width[a->lane])
        p->lane_width[a->lane] = width;
}

static void add_box(picture *p, uint32_t row) {
    const HLNode *node = p->rows.at[row];
    uint32_t y = GAP + row * ROW;
    str_clear(&p->text);
    str_printf(&p->text, "<%u> ", node->number);
    hir_node_text(p->g->h, node, false, &p->text);
    size_t length = page_fit(str_text(&p->text), MAX_CHARS);
    page_printf(p->out,
                "<rect class=\"box\" x=\"1\" y=\"%u\" width=\"%u\" height=\"%d\">"
                "<title>%s</title></rect>\n<text x=\"8\" y=\"%u\">",
                y, p->box_width, BOX, str_text(&p->text), y + BOX / 2 + 4);
    page_add_n(p->out, str_text(&p->text), length);
    str_add(p->out, length < p->text.len ? "…</text>\n" : "</text>\n");
}

static uint32_t lane_at(const picture *p, uint32_t lane) {
    uint32_t x = p->box_width + 20;
    for (uint32_t i = 0; i < lane; i++)
        x += p->lane_width[i];
    return x;
}

/* An arrow leaves a box above its middle, and arrives below. */
static void add_path(picture *p, const arrow *a) {
    uint32_t x = lane_at(p, a->lane);
    uint32_t from = GAP + a->from * ROW + BOX / 4, to = GAP + a->to * ROW + 3 * BOX / 4;
    str_printf(p->out,
               "<path class=\"edge %s%s\" d=\"M%u %uH%uV%uH%u\" marker-end=\"url(#arrow)\">"
               "<title>",
               dd_kind_name(a->edge->kind), a->edge->reason ? " assumed" : "", p->box_width + 1,
               from, x, to, p->box_width + 2);
    str_clear(&p->text);
    dd_edge_text(p->g, a->edge, &p->text);
    page_printf(p->out, "%s</title></path>\n<text x=\"%u\" y=\"%u\">%s</text>\n",
                str_text(&p->text), x + 4, (from + to) / 2 + 4, a->label);
}

static void measure(picture *p) {
    size_t longest = 0;
    for (uint32_t i = 0; i < p->rows.len; i++) {
        str_clear(&p->text);
        str_printf(&p->text, "<%u> ", p->rows.at[i]->number);
        hir_node_text(p->g->h, p->rows.at[i], false, &p->text);
        longest = p->text.len > longest ? p->text.len : longest;
    }
    longest = longest > MAX_CHARS ? MAX_CHARS + 1 : longest;
    p->box_width = (uint32_t)longest * CHAR_WIDTH + 16;
    for (uint32_t i = 0; i < p->arrow_count; i++) {
        p->arrows[i].from = row_of(p, node_of(p, p->arrows[i].edge->source));
        p->arrows[i].to = row_of(p, node_of(p, p->arrows[i].edge->sink));
        choose_lane(p, i);
    }
}

static void draw(picture *p) {
    uint32_t width = lane_at(p, p->lane_count) + GAP;
    uint32_t height = 2 * GAP + (uint32_t)p->rows.len * ROW;
    str_printf(p->out, "<svg viewBox=\"0 0 %u %u\" width=\"%u\" height=\"%u\" role=\"img\">\n",
               width, height, width, height);
    str_add(p->out, "<title>dependences</title>\n");
    for (uint32_t i = 0; i < p->rows.len; i++)
        add_box(p, i);
    for (uint32_t i = 0; i < p->arrow_count; i++)
        add_path(p, &p->arrows[i]);
    str_add(p->out, "</svg>\n");
    if (p->left_out)
        str_printf(p->out, "<p class=\"faint\">%zu more are in the list below.</p>\n", p->left_out);
}

void deps_draw(str *out, const dd_graph *g) {
    picture p = {.g = g, .out = out};
    str_init(&p.text, out->ctx);
    for (size_t i = 0; i < g->edges.len && ctx_tick(out->ctx, 1); i++)
        if (is_drawn(g, &g->edges.at[i]))
            add_arrow(&p, &g->edges.at[i]);
    add_rows(&p);
    measure(&p);
    if (p.arrow_count && ctx_ok(out->ctx))
        draw(&p);
    vec_free(out->ctx, &p.rows);
    str_free(&p.text);
}
