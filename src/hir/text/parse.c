/* Statements: nodes, and how they are nested. */
#include "hir/text/parse.h"

#include "hir/text/opnames.h"

#include <stdio.h>
#include <string.h>

static frame *top(parser *p) {
    return p->frames.len ? &vec_last(&p->frames) : NULL;
}

static void push_frame(parser *p, HLNode *node, frame_state state) {
    if (!vec_push(p->h->ctx, &p->frames, (frame){.node = node, .state = state}))
        p->failed = true;
}

static void pop_frame(parser *p) {
    frame *f = top(p);
    if (f->node->kind == HL_LOOP)
        p->loop_level--;
    vec_free(p->h->ctx, &f->cases);
    p->frames.len--;
}

/* Where the next node goes; NULL if none is allowed here. */
static hir_list *open_list(frame *f) {
    switch (f->state) {
    case IN_BODY:
    case IN_THEN:
        return hir_child_list(f->node, 0);
    case IN_ELSE:
        return hir_child_list(f->node, 1);
    case IN_CASES:
        return f->in_case ? &vec_last(&f->cases).body : NULL;
    default:
        return NULL;
    }
}

/* An if that could have had an else is over when something else comes. */
static void close_ifs(parser *p) {
    while (p->frames.len && top(p)->state == AFTER_THEN)
        pop_frame(p);
}

static bool begin_region(parser *p) {
    HLRegion *region = hir_new_region(p->h);
    if (!region || !vec_push(p->h->ctx, &p->h->regions, region)) {
        p->failed = true;
        return false;
    }
    map_clear(&p->labels);
    vec_clear(&p->gotos);
    push_frame(p, &region->node, IN_BODY);
    return !p->failed;
}

bool parse_add_node(parser *p, HLNode *node, const hir_token *where) {
    if (!node) {
        p->failed = true;
        return false;
    }
    close_ifs(p);
    if (p->frames.len == 0 && !begin_region(p))
        return false;
    frame *f = top(p);
    hir_list *list = open_list(f);
    if (!list)
        return parse_error(p, where, "expected %s here",
                           f->state == IN_CASES ? "case, default or }" : "{");
    hir_append(list, f->node, node);
    if (where->number) {
        node->number = where->number;
        p->h->node_count = p->h->node_count > where->number ? p->h->node_count : where->number;
    }
    return true;
}

/* "file":12:3 */
static bool parse_where(parser *p, ir_place *where) {
    int64_t line, column;
    const char *file = parse_string(p);
    if (!file || !parse_expect(p, ":") || !parse_number(p, &line) || !parse_expect(p, ":") ||
        !parse_number(p, &column))
        return false;
    *where =
        (ir_place){.file = file, .line = (unsigned)line, .column = (unsigned)column, .exact = true};
    return true;
}

bool parse_place(parser *p, HLNode *node) {
    return parse_accept(p, "!") ? parse_where(p, &node->where) : !p->failed;
}

bool parse_keep_ref(parser *p, HLDDNode *node, uint32_t index, ref_text *text) {
    if (!text || !vec_push(p->h->ctx, &p->refs, (pending_ref){node, index, text}))
        p->failed = true;
    return !p->failed;
}

static bool parse_refusal(parser *p, hir_refusal *refusal) {
    refusal->id = parse_string(p);
    refusal->reason = refusal->id ? parse_string(p) : NULL;
    refusal->loop = refusal->reason ? parse_string(p) : NULL;
    bool placed = !parse_peek(p, 0)->first && parse_accept(p, "at");
    return refusal->loop && (!placed || parse_where(p, &refusal->where));
}

/* <DO_LOOP>; may be missing. */
static bool parse_loop_mark(parser *p, hir_loop_kind *kind) {
    if (!parse_accept(p, "<"))
        return true;
    if (*kind == LOOP_WHILE)
        return parse_expect(p, "WHILE_LOOP") && parse_expect(p, ">");
    if (parse_accept(p, "DO_MULTI_EXIT_LOOP"))
        *kind = LOOP_MULTI_EXIT;
    else if (!parse_expect(p, "DO_LOOP"))
        return false;
    return parse_expect(p, ">");
}

/* i1, the level that is due. */
static bool parse_iv_name(parser *p) {
    char name[16];
    snprintf(name, sizeof name, "i%u", p->loop_level + 1);
    if (p->loop_level == HIR_MAX_LEVEL)
        return parse_error(p, parse_peek(p, 0), "loops are nested more than %d deep",
                           HIR_MAX_LEVEL);
    return parse_expect(p, name);
}

static bool expect_number(parser *p, int64_t wanted, const char *what) {
    const hir_token *where = parse_peek(p, 0);
    int64_t number;
    if (!parse_number(p, &number))
        return false;
    return number == wanted || parse_error(p, where, "the %s must be %d", what, (int)wanted);
}

/* = 0, UPPER, 1 */
static ref_text *parse_bounds(parser *p) {
    if (!parse_expect(p, "=") || !expect_number(p, 0, "lower bound") || !parse_expect(p, ","))
        return NULL;
    ref_text *upper = parse_ref(p);
    return upper && parse_expect(p, ",") && expect_number(p, 1, "step") ? upper : NULL;
}

static bool parse_loop_details(parser *p, HLLoop *loop) {
    attributes given = parse_attributes(p);
    if (given.type)
        loop->iv_type = given.type;
    hir_loop_set(loop, LOOP_EXACT_BOUND, given.exact);
    if (parse_accept(p, "refused")) {
        loop->refusal = arena_new(&p->h->mem, hir_refusal);
        if (!loop->refusal || !parse_refusal(p, loop->refusal))
            return false;
    }
    return parse_place(p, &loop->node.node);
}

static bool parse_loop(parser *p, hir_loop_kind kind, const hir_token *where) {
    close_ifs(p);
    if (!parse_iv_name(p))
        return false;
    ref_text *upper = kind == LOOP_WHILE ? NULL : parse_bounds(p);
    if (p->failed || !parse_loop_mark(p, &kind))
        return false;
    HLLoop *loop = hir_new_loop(p->h, kind);
    if (!parse_add_node(p, loop ? &loop->node.node : NULL, where) || !parse_loop_details(p, loop))
        return false;
    loop->level = ++p->loop_level;
    if (upper)
        parse_keep_ref(p, &loop->node, 0, upper);
    push_frame(p, &loop->node.node, IN_BODY);
    return !p->failed;
}

static bool end_loop(parser *p, const hir_token *where) {
    close_ifs(p);
    if (!parse_expect(p, "LOOP"))
        return false;
    if (!top(p) || top(p)->node->kind != HL_LOOP)
        return parse_error(p, where, "there is no open loop to end here");
    pop_frame(p);
    return true;
}

static bool parse_plus(parser *p, const hir_token *where) {
    if (parse_accept(p, "DO"))
        return parse_loop(p, LOOP_DO, where);
    if (parse_accept(p, "WHILE"))
        return parse_loop(p, LOOP_WHILE, where);
    return parse_expect(p, "END") && end_loop(p, where);
}

bool parse_predicate(parser *p, bool *is_float, LLVMIntPredicate *predicate,
                     LLVMRealPredicate *real) {
    const hir_token *token = parse_peek(p, 0);
    bool can_be = token->kind == TOKEN_SIGN || token->kind == TOKEN_WORD;
    if (p->failed || !can_be ||
        !hir_predicate_signed(token->at, token->length, is_float, predicate, real))
        return false;
    parse_next(p);
    return true;
}

static bool parse_if(parser *p, const hir_token *where) {
    HLIf *branch = hir_new_if(p->h);
    if (!parse_add_node(p, branch ? &branch->node.node : NULL, where) || !parse_expect(p, "("))
        return false;
    if (!parse_keep_ref(p, &branch->node, 0, parse_ref(p)))
        return false;
    if (!parse_predicate(p, &branch->is_float, &branch->predicate, &branch->real_predicate))
        return parse_error(p, parse_peek(p, 0), "expected a comparison");
    if (!parse_keep_ref(p, &branch->node, 1, parse_ref(p)) || !parse_expect(p, ")"))
        return false;
    push_frame(p, &branch->node.node, BEFORE_THEN);
    return parse_place(p, &branch->node.node);
}

static bool parse_else(parser *p, const hir_token *where) {
    frame *f = top(p);
    if (!f || f->state != AFTER_THEN)
        return parse_error(p, where, "else without an if");
    f->state = BEFORE_ELSE;
    return true;
}

static bool parse_switch(parser *p, const hir_token *where) {
    HLSwitch *choice = hir_new_switch(p->h, 0);
    if (!parse_add_node(p, choice ? &choice->node.node : NULL, where) || !parse_expect(p, "("))
        return false;
    if (!parse_keep_ref(p, &choice->node, 0, parse_ref(p)) || !parse_expect(p, ")"))
        return false;
    push_frame(p, &choice->node.node, BEFORE_CASES);
    return parse_place(p, &choice->node.node);
}

static frame *switch_frame(parser *p, const hir_token *where) {
    close_ifs(p);
    frame *f = top(p);
    if (f && f->state == IN_CASES && !f->has_default)
        return f;
    parse_error(p, where, "case outside of a switch, or after its default");
    return NULL;
}

static bool parse_case(parser *p, const hir_token *where) {
    int64_t value = 0;
    bool is_default = hir_token_is(where, "default");
    if (!is_default && !parse_number(p, &value))
        return false;
    frame *f = parse_expect(p, ":") ? switch_frame(p, where) : NULL;
    if (!f || !vec_push(p->h->ctx, &f->cases, (hir_case){.value = value}))
        return false;
    f->in_case = true;
    f->has_default = is_default;
    return true;
}

static bool parse_break(parser *p, const hir_token *where) {
    close_ifs(p);
    frame *f = top(p);
    if (!f || f->state != IN_CASES || !f->in_case)
        return parse_error(p, where, "there is no open case to end here");
    f->in_case = false;
    return parse_expect(p, ";");
}

static void move_list(hir_list *to, const hir_list *from, HLNode *parent) {
    *to = *from;
    hir_relink(to, parent);
}

/* Cases lie in the frame until all are known. */
static bool end_switch(parser *p, frame *f) {
    HLSwitch *choice = (HLSwitch *)f->node;
    uint32_t count = (uint32_t)(f->cases.len - f->has_default);
    choice->cases = arena_array(&p->h->mem, count, hir_case);
    if (!choice->cases)
        return false;
    choice->case_count = count;
    for (uint32_t i = 0; i < count; i++) {
        choice->cases[i].value = f->cases.at[i].value;
        move_list(&choice->cases[i].body, &f->cases.at[i].body, f->node);
    }
    if (f->has_default)
        move_list(&choice->default_body, &vec_last(&f->cases).body, f->node);
    pop_frame(p);
    return true;
}

static bool open_brace(parser *p, const hir_token *where) {
    frame *f = top(p);
    if (f && f->state == BEFORE_THEN)
        f->state = IN_THEN;
    else if (f && f->state == BEFORE_ELSE)
        f->state = IN_ELSE;
    else if (f && f->state == BEFORE_CASES)
        f->state = IN_CASES;
    else
        return parse_error(p, where, "unexpected opening brace");
    return true;
}

static bool close_brace(parser *p, const hir_token *where) {
    close_ifs(p);
    frame *f = top(p);
    if (f && f->state == IN_THEN) {
        f->state = AFTER_THEN;
        return true;
    }
    if (f && f->state == IN_ELSE) {
        pop_frame(p);
        return true;
    }
    if (f && f->state == IN_CASES)
        return end_switch(p, f);
    return parse_error(p, where, "unexpected closing brace");
}

static bool resolve_gotos(parser *p) {
    for (size_t i = 0; i < p->gotos.len; i++) {
        map_word *label = map_find_s(&p->labels, p->gotos.at[i]->name);
        p->gotos.at[i]->target = label ? label->p : NULL;
    }
    return true;
}

static bool end_region(parser *p, const hir_token *where) {
    close_ifs(p);
    if (p->frames.len != 1 || top(p)->node->kind != HL_REGION)
        return parse_error(p, where, "%s is not closed", p->frames.len ? "something" : "nothing");
    pop_frame(p);
    return resolve_gotos(p);
}

static bool parse_region(parser *p, const hir_token *where) {
    if (p->frames.len && !end_region(p, where))
        return false;
    if (!parse_expect(p, "REGION") || !begin_region(p))
        return false;
    HLRegion *region = vec_last(&p->h->regions);
    if (where->number)
        region->node.number = where->number;
    if (parse_accept(p, "entry") && !(region->entry = parse_string(p)))
        return false;
    if (parse_accept(p, "exit") && !(region->exit = parse_string(p)))
        return false;
    return parse_place(p, &region->node);
}

static bool parse_end(parser *p, const hir_token *where) {
    return parse_expect(p, "REGION") && end_region(p, where);
}

static bool parse_live(parser *p, const hir_token *where) {
    if (p->h->regions.len == 0 || !top(p))
        return parse_error(p, where, "no region is open");
    HLRegion *region = vec_last(&p->h->regions);
    while (parse_peek(p, 0)->kind == TOKEN_TEMP && !parse_peek(p, 0)->first) {
        text_temp *temp = parse_temp(p, parse_next(p));
        pending_live live = {region, hir_token_is(where, "LIVE-OUT"), temp, false, 0, 0};
        if (!temp || !vec_push(p->h->ctx, &p->lives, live))
            return false;
    }
    return true;
}

/* NULL and an error if there is none. */
static text_temp *parse_name(parser *p) {
    const hir_token *token = parse_next(p);
    if (token->kind == TOKEN_TEMP)
        return parse_temp(p, token);
    parse_error(p, token, "expected the name of a temp");
    return NULL;
}

static bool parse_range(parser *p, const hir_token *where) {
    pending_live live = {.is_range = true};
    if (p->h->regions.len == 0 || !top(p))
        return parse_error(p, where, "no region is open");
    live.region = vec_last(&p->h->regions);
    live.temp = parse_name(p);
    return live.temp && parse_number(p, &live.low) && parse_number(p, &live.high) &&
           vec_push(p->h->ctx, &p->lives, live);
}

static bool parse_declaration(parser *p, const hir_token *where) {
    text_temp *temp = parse_name(p);
    attributes given = temp ? parse_attributes(p) : (attributes){0};
    if (!temp || p->failed)
        return false;
    if (given.has_symbase) {
        temp->has_symbase = true;
        temp->symbase = given.symbase;
    }
    return !given.type || parse_type_is(p, &temp->type, given.type, NULL, where);
}

static bool parse_not_modelled(parser *p) {
    hir_refusal refusal = {0};
    if (!parse_expect(p, "LOOP") || !parse_expect(p, "refused") || !parse_refusal(p, &refusal))
        return false;
    return vec_push(p->h->ctx, &p->h->refusals, refusal);
}

static bool parse_label(parser *p, const hir_token *where) {
    const char *name = parse_string(p);
    HLLabel *label = name && parse_expect(p, ":") ? hir_new_label(p->h, name) : NULL;
    if (!parse_add_node(p, label ? &label->node : NULL, where))
        return false;
    map_word *place = map_put_s(&p->labels, label->name);
    if (!place)
        return false;
    if (place->p)
        return parse_error(p, where, "the label is already there");
    place->p = label;
    return parse_place(p, &label->node);
}

static bool parse_goto(parser *p, const hir_token *where) {
    const char *name = parse_string(p);
    HLGoto *jump = name && parse_expect(p, ";") ? hir_new_goto(p->h, name) : NULL;
    return parse_add_node(p, jump ? &jump->node : NULL, where) &&
           vec_push(p->h->ctx, &p->gotos, jump) && parse_place(p, &jump->node);
}

static bool parse_function(parser *p) {
    const char *name = parse_string(p);
    if (name)
        p->h->function = name;
    return name != NULL;
}

typedef struct statement {
    const char *word;
    bool (*parse)(parser *p, const hir_token *where);
} statement;

static const statement statements[] = {
    {"BEGIN", parse_region},  {"END", parse_end},       {"TEMP", parse_declaration},
    {"LIVE-IN", parse_live},  {"LIVE-OUT", parse_live}, {"RANGE", parse_range},
    {"+", parse_plus},        {"if", parse_if},         {"else", parse_else},
    {"switch", parse_switch}, {"case", parse_case},     {"default", parse_case},
    {"break", parse_break},   {"goto", parse_goto},     {"{", open_brace},
    {"}", close_brace},
};

static bool is_label(const parser *p) {
    const hir_token *token = parse_peek(p, 0);
    bool name =
        token->kind == TOKEN_WORD || token->kind == TOKEN_STRING || token->kind == TOKEN_NUMBER;
    return name && hir_token_is(parse_peek(p, 1), ":") && !hir_token_is(token, "default");
}

static bool parse_statement(parser *p) {
    const hir_token *token = parse_peek(p, 0);
    if (is_label(p))
        return parse_label(p, token);
    if (parse_accept(p, "FUNCTION"))
        return parse_function(p);
    if (parse_accept(p, "NO"))
        return parse_not_modelled(p);
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
        if (parse_accept(p, statements[i].word))
            return statements[i].parse(p, token);
    return parse_inst(p, token);
}

static bool parse_all(parser *p) {
    while (!p->failed && parse_peek(p, 0)->kind != TOKEN_END && ctx_tick(p->h->ctx, 1))
        if (!parse_statement(p))
            return false;
    if (p->failed || !ctx_ok(p->h->ctx))
        return false;
    return (p->frames.len == 0 || end_region(p, parse_peek(p, 0))) && parse_make(p);
}

static bool parse_text(hir *h, const char *name, uint32_t line, const char *text, size_t size) {
    parser p = {.h = h, .name = name};
    arena_init(&p.scratch, h->ctx);
    map_init_strings(&p.temps, h->ctx);
    map_init_strings(&p.labels, h->ctx);
    bool good = hir_lex(h->ctx, text, size, line, &p.tokens);
    if (!good && ctx_ok(h->ctx) && p.tokens.len)
        parse_error(&p, &vec_last(&p.tokens), "unknown token, or a quote that is not closed");
    good = good && parse_all(&p) && ctx_ok(h->ctx);
    if (!good && ctx_ok(h->ctx))
        parse_error(&p, parse_peek(&p, 0), "cannot be read");
    if (!good && ctx_ok(h->ctx))
        ctx_fail(h->ctx, LATHE_BAD_INPUT, "%s: cannot be read", name);
    while (p.frames.len)
        pop_frame(&p);
    vec_free(h->ctx, &p.tokens);
    vec_free(h->ctx, &p.gotos);
    vec_free(h->ctx, &p.frames);
    vec_free(h->ctx, &p.refs);
    vec_free(h->ctx, &p.lives);
    map_free(&p.temps);
    map_free(&p.labels);
    arena_free(&p.scratch);
    return good;
}

bool hir_parse(hir *h, const char *name, const char *text, size_t size) {
    return parse_text(h, name, 1, text, size);
}

hir_source hir_source_of(const char *name, const char *text, size_t size) {
    return (hir_source){.name = name, .at = text, .end = text + size, .line = 1};
}

static const char *line_end(const hir_source *s, const char *line) {
    const char *end = memchr(line, '\n', (size_t)(s->end - line));
    return end ? end + 1 : s->end;
}

static const char *skip_blanks(const char *at, const char *end) {
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n'))
        at++;
    return at;
}

/* Whether the line says nothing. */
static bool is_idle(const char *line, const char *end) {
    const char *at = skip_blanks(line, end);
    return at == end || (end - at > 1 && at[0] == at[1] && (at[0] == '/' || at[0] == '.'));
}

bool hir_source_has_more(hir_source *s) {
    while (s->at < s->end) {
        const char *end = line_end(s, s->at);
        if (!is_idle(s->at, end))
            return true;
        s->at = end;
        s->line++;
    }
    return false;
}

static bool starts_function(const char *line, const char *end) {
    static const char word[] = "FUNCTION";
    size_t length = sizeof word - 1;
    return (size_t)(end - line) > length && memcmp(line, word, length) == 0 &&
           (line[length] == ' ' || line[length] == '\t');
}

bool hir_source_is_of(const hir_source *s, hir *h, const char *function) {
    str line;
    str_init(&line, h->ctx);
    str_add(&line, "FUNCTION ");
    hir_label_text(&line, function);
    size_t length = line.len;
    bool is = (size_t)(s->end - s->at) >= length && !memcmp(s->at, str_text(&line), length) &&
              (s->at + length == s->end || strchr(" \t\r\n", s->at[length]));
    str_free(&line);
    return is;
}

bool hir_parse_next(hir *h, hir_source *s) {
    const char *start = s->at;
    uint32_t line = s->line;
    do {
        s->at = line_end(s, s->at);
        s->line++;
    } while (s->at < s->end && !starts_function(s->at, line_end(s, s->at)));
    return parse_text(h, s->name, line, start, (size_t)(s->at - start));
}
