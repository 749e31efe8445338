/* Graphs as files, so that translation units can be summarised one by one and joined later.
 *
 *   lathe-ptrclasses 2
 *   shape 1 struct.node 16 0:4:0:0 8:8:0:0          name, size, members offset:size:stride:shape
 *   class 1 3 1 0 16 -                              pointee, shape, stride, extent, flags
 *   field 1 8 4                                     class, offset, target
 *   type 1 1 list.c:3:9                             class, shape, witness
 *   object 1 heap xmalloc 0 -1 0 list.c:9:20        class, kind, function, size, count, zeroed
 *   mark 1 freed 0 list.c:30:3                      class, mark, detail, witness
 *   signature 2 void%20(ptr) defined 0 - 0 1        class, type, called, result, variadic, params
 *   flow 3 5 0 value value list.c:12:7              from, to, subtracted, what each is, witness
 *   symbol push 2 function,defined,exported @push   name, class, flags, witness
 *
 * One space between words; bytes that are not printable ASCII, spaces and % are written %XX.
 * Class numbers count from 1 in the order of the class lines, 0 is none.
 */
#include "ir/libfuncs.h"
#include "ir/ptr/ptr.h"
#include "ir/ptr/ptr_shape.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char HEADER[] = "lathe-ptrclasses 2";

static const char *const object_words[] = {[PTR_GLOBAL] = "global",
                                           [PTR_LOCAL] = "local",
                                           [PTR_HEAP] = "heap",
                                           [PTR_FUNCTION] = "function"};

static void add_word(str *out, const char *text) {
    str_add_char(out, ' ');
    if (!*text)
        str_add(out, "%");
    for (const unsigned char *p = (const unsigned char *)text; *p; p++) {
        if (*p <= ' ' || *p >= 0x7f || *p == '%')
            str_printf(out, "%%%02x", *p);
        else
            str_add_char(out, (char)*p);
    }
}

static void add_witness(ptr_graph *g, str *out, uint32_t witness) {
    str text;
    str_init(&text, g->ctx);
    ptr_witness_text(g, witness, &text);
    add_word(out, str_text(&text));
    str_add_char(out, '\n');
    str_free(&text);
}

static void write_shapes(ptr_graph *g, str *out) {
    for (uint32_t i = 1; i < g->shapes.len; i++) {
        const ptr_shape *s = &g->shapes.at[i];
        str_printf(out, "shape %u", i);
        add_word(out, s->name);
        str_printf(out, " %" PRIu64, s->size);
        for (uint32_t m = 0; m < s->member_count; m++)
            str_printf(out, " %" PRIu64 ":%" PRIu64 ":%" PRIu64 ":%u", s->members[m].offset,
                       s->members[m].size, s->members[m].stride, s->members[m].shape);
        str_add_char(out, '\n');
    }
}

typedef struct writer {
    ptr_graph *g;
    str *out;
    uint32_t *number; /* by representative */
} writer;

static uint32_t number_of(writer *w, ptr_class c) {
    return w->number[ptr_find(w->g, c)];
}

static void write_facts(writer *w, ptr_class c) {
    ptr_graph *g = w->g;
    for (uint32_t f = g->nodes.at[c].types.first; f; f = g->facts.at[f].next) {
        str_printf(w->out, "type %u %u", w->number[c], g->facts.at[f].detail);
        add_witness(g, w->out, g->facts.at[f].witness);
    }
    for (uint32_t i = g->nodes.at[c].objects.first; i; i = g->facts.at[i].next) {
        const ptr_fact *f = &g->facts.at[i];
        const ptr_site none = {.function = "-", .size_arg = -1, .count_arg = -1};
        const ptr_site *s = f->kind == PTR_HEAP ? &g->sites.at[f->detail] : &none;
        str_printf(w->out, "object %u %s", w->number[c], object_words[f->kind]);
        add_word(w->out, s->function);
        str_printf(w->out, " %d %d %d", s->size_arg, s->count_arg, s->zeroed);
        add_witness(g, w->out, f->witness);
    }
    const ptr_marks *marks = g->nodes.at[c].marks;
    for (int m = 0; marks && m < PTR_MARKS; m++) {
        if (!marks->at[m].witness)
            continue;
        str_printf(w->out, "mark %u %s %u", w->number[c], ptr_mark_name((ptr_mark)m),
                   marks->at[m].detail);
        add_witness(g, w->out, marks->at[m].witness);
    }
}

static void write_signatures(writer *w, ptr_class c) {
    for (uint32_t i = w->g->nodes.at[c].signatures; i; i = w->g->signatures.at[i].next) {
        const ptr_signature *s = &w->g->signatures.at[i];
        str_printf(w->out, "signature %u", w->number[c]);
        add_word(w->out, s->text);
        str_printf(w->out, " %s %u %u", s->defined ? "defined" : "-", number_of(w, s->result),
                   number_of(w, s->variadic));
        str_printf(w->out, " %u", s->param_count);
        for (uint32_t p = 0; p < s->param_count; p++)
            str_printf(w->out, " %u", number_of(w, s->params[p]));
        if (s->called)
            add_witness(w->g, w->out, s->called);
        else
            str_add_char(w->out, '\n');
    }
}

/* What a class is besides its numbers: accessed, flat, mixed, read and written in part, cast to. */
static const char class_flags[] = "afmrwi";

static void add_flags(str *out, const ptr_node *n) {
    const bool set[] = {n->accessed, n->flat, n->mixed, n->part_read, n->part_written, n->cast};
    bool any = false;
    for (size_t i = 0; i < sizeof set / sizeof *set; i++) {
        if (set[i])
            str_add_char(out, class_flags[i]);
        any |= set[i];
    }
    str_add(out, any ? "\n" : "-\n");
}

static void write_class(writer *w, ptr_class c) {
    const ptr_node *n = &w->g->nodes.at[c];
    str_printf(w->out, "class %u %u %u %" PRIu64 " %" PRId64 " ", w->number[c],
               number_of(w, n->pointee), n->shape, n->stride, n->extent);
    add_flags(w->out, n);
}

static void write_links(writer *w, ptr_class c) {
    const ptr_node *n = &w->g->nodes.at[c];
    for (size_t i = 0; i < n->fields.len; i++)
        str_printf(w->out, "field %u %" PRId64 " %u\n", w->number[c], n->fields.at[i].offset,
                   number_of(w, n->fields.at[i].target));
    write_facts(w, c);
    write_signatures(w, c);
}

static const char *const flow_ends[] = {"value", "memory"};

static void write_flows(writer *w) {
    for (size_t i = 0; i < w->g->flows.len; i++) {
        const ptr_flow *f = &w->g->flows.at[i];
        str_printf(w->out, "flow %u %u %u %s %s", number_of(w, f->from), number_of(w, f->to),
                   number_of(w, f->against), flow_ends[f->from_memory], flow_ends[f->to_memory]);
        add_witness(w->g, w->out, f->witness);
    }
}

static void write_symbols(writer *w) {
    for (size_t i = 0; i < w->g->symbols.len; i++) {
        const ptr_symbol *s = &w->g->symbols.at[i];
        str_add(w->out, "symbol");
        add_word(w->out, s->name);
        str_printf(w->out, " %u %s,%s,%s,%s", number_of(w, s->object),
                   s->function ? "function" : "variable", s->defined ? "defined" : "undefined",
                   s->exported ? "exported" : "local", s->library ? "library" : "own");
        add_witness(w->g, w->out, s->witness);
    }
}

/* The types of signatures as text, by which those of several modules are distinguished. */
static void name_signatures(ptr_graph *g) {
    for (size_t i = 1; i < g->signatures.len; i++) {
        ptr_signature *s = &g->signatures.at[i];
        if (s->text || !s->type)
            continue;
        char *text = LLVMPrintTypeToString(s->type);
        s->text = arena_strdup(&g->mem, text);
        LLVMDisposeMessage(text);
    }
}

void ptr_write(ptr_graph *g, str *out) {
    writer w = {g, out, arena_array(&g->mem, g->nodes.len, uint32_t)};
    name_signatures(g);
    if (!w.number || !ctx_ok(g->ctx))
        return;
    uint32_t count = 0;
    for (ptr_class c = 1; c < g->nodes.len; c++)
        if (g->nodes.at[c].up == c)
            w.number[c] = ++count;
    str_printf(out, "%s\n", HEADER);
    write_shapes(g, out);
    for (ptr_class c = 1; c < g->nodes.len; c++)
        if (w.number[c])
            write_class(&w, c);
    for (ptr_class c = 1; c < g->nodes.len; c++)
        if (w.number[c])
            write_links(&w, c);
    write_flows(&w);
    write_symbols(&w);
}

/* Reading: one line at a time, words cut off from the left. Any defect sets `bad`. */
typedef struct reader {
    ptr_graph *g;
    const char *file;
    unsigned line;
    char *rest; /* of the line */
    bool bad;
    VEC(uint32_t) shapes;   /* number in the file → shape of the graph */
    VEC(ptr_class) classes; /* likewise */
    uint32_t described;     /* classes whose lines were read */
} reader;

static char *take_raw(reader *r) {
    char *word = r->rest;
    size_t length = strcspn(word, " ");
    if (!length) {
        r->bad = true;
        return word;
    }
    r->rest = word + length + (word[length] == ' ');
    word[length] = '\0';
    return word;
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* A word with its escapes undone, in place. */
static char *take_word(reader *r) {
    char *word = take_raw(r), *to = word;
    for (const char *from = word; *from; from++) {
        if (*from != '%') {
            *to++ = *from;
            continue;
        }
        if (from == word && !from[1])
            break;
        int high = hex_digit(from[1]), low = high < 0 ? -1 : hex_digit(from[2]);
        if (low < 0 || high * 16 + low == 0) {
            r->bad = true;
            break;
        }
        *to++ = (char)(high * 16 + low);
        from += 2;
    }
    *to = '\0';
    return word;
}

static int64_t parse_number(reader *r, const char *word, char **end, int64_t low, int64_t high) {
    long long value = strtoll(word, end, 10);
    if (*end == word || value < low || value > high)
        r->bad = true;
    return r->bad ? low : value;
}

static int64_t take_number(reader *r, int64_t low, int64_t high) {
    char *word = take_raw(r), *end;
    int64_t value = parse_number(r, word, &end, low, high);
    if (*end)
        r->bad = true;
    return r->bad ? low : value;
}

static ptr_class take_class(reader *r, bool optional) {
    int64_t n = take_number(r, optional ? 0 : 1, (int64_t)r->classes.len);
    return r->bad || n == 0 ? 0 : r->classes.at[n - 1];
}

static uint32_t take_shape(reader *r) {
    int64_t n = take_number(r, 0, (int64_t)r->shapes.len);
    return r->bad || n == 0 ? 0 : r->shapes.at[n - 1];
}

static uint32_t take_witness(reader *r) {
    char *word = take_word(r);
    return r->bad ? 0 : ptr_witness_new(r->g, NULL, arena_strdup(&r->g->mem, word));
}

static size_t take_choice(reader *r, const char *const *words, size_t count) {
    char *word = take_raw(r);
    for (size_t i = 0; i < count; i++)
        if (strcmp(word, words[i]) == 0)
            return i;
    r->bad = true;
    return 0;
}

/* Members do not overlap and stand in order; nested shapes were read before. */
static bool read_member(reader *r, ptr_member *m, uint64_t after) {
    char *word = take_raw(r), *end;
    uint64_t parts[4];
    for (int i = 0; i < 4 && !r->bad; i++) {
        parts[i] = (uint64_t)parse_number(r, word, &end, 0, PTR_OPEN_END / 4);
        if (*end != (i < 3 ? ':' : '\0'))
            r->bad = true;
        word = end + (i < 3);
    }
    if (r->bad || parts[0] < after || parts[3] > r->shapes.len) {
        r->bad = true;
        return false;
    }
    *m = (ptr_member){parts[0], parts[1], parts[2], parts[3] ? r->shapes.at[parts[3] - 1] : 0};
    return true;
}

static void read_shape(reader *r) {
    take_number(r, (int64_t)r->shapes.len + 1, (int64_t)r->shapes.len + 1);
    ptr_shape s = {.name = take_word(r)};
    s.size = (uint64_t)take_number(r, 0, PTR_OPEN_END / 4);
    VEC(ptr_member) members = {0};
    uint64_t after = 0;
    while (!r->bad && *r->rest && ctx_ok(r->g->ctx)) {
        ptr_member m;
        if (!read_member(r, &m, after))
            break;
        after = m.offset + m.size;
        vec_push(r->g->ctx, &members, m);
    }
    s.members = members.at;
    s.member_count = (uint32_t)members.len;
    if (!r->bad)
        vec_push(r->g->ctx, &r->shapes, ptr_shape_add(r->g, &s));
    vec_free(r->g->ctx, &members);
}

/* All classes exist before the first line is read, so that any may name any; but nothing may be
 * said of them, which could merge them, before all are described. */
static void read_class(reader *r) {
    ptr_graph *g = r->g;
    r->described++;
    take_number(r, r->described, r->described);
    ptr_class c = r->bad ? 0 : r->classes.at[r->described - 1], pointee = take_class(r, true);
    uint32_t shape = take_shape(r);
    uint64_t stride = (uint64_t)take_number(r, 0, PTR_OPEN_END / 4);
    int64_t extent = take_number(r, 1, PTR_OPEN_END);
    const char *flags = take_raw(r);
    if (strcmp(flags, "-") != 0 && (!*flags || flags[strspn(flags, class_flags)]))
        r->bad = true;
    if (r->bad || !c)
        return;
    ptr_node *n = &g->nodes.at[c];
    n->shape = shape;
    n->stride = stride;
    n->extent = extent;
    n->accessed = strchr(flags, 'a');
    n->flat = strchr(flags, 'f');
    n->mixed = strchr(flags, 'm');
    n->part_read = strchr(flags, 'r');
    n->part_written = strchr(flags, 'w');
    n->cast = strchr(flags, 'i');
    n->pointee = pointee;
}

static void read_field(reader *r) {
    ptr_class c = take_class(r, false);
    int64_t offset = take_number(r, -PTR_OPEN_END / 4, PTR_OPEN_END / 4);
    ptr_class target = take_class(r, false);
    if (r->bad)
        return;
    ptr_insert_field(r->g, c, offset, target);
    ptr_settle(r->g);
}

static void read_type(reader *r) {
    ptr_class c = take_class(r, false);
    uint32_t shape = take_shape(r), witness = take_witness(r);
    if (!r->bad && shape)
        ptr_add_type(r->g, ptr_find(r->g, c), shape, witness);
}

static void read_object(reader *r) {
    ptr_graph *g = r->g;
    ptr_class c = take_class(r, false);
    ptr_object_kind kind =
        (ptr_object_kind)take_choice(r, object_words, sizeof object_words / sizeof *object_words);
    ptr_site site = {.function = take_word(r)};
    site.size_arg = (int)take_number(r, -2, 255);
    site.count_arg = (int)take_number(r, -2, 255);
    site.zeroed = take_number(r, 0, 1) != 0;
    uint32_t witness = take_witness(r), detail = 0;
    if (r->bad)
        return;
    if (kind == PTR_HEAP) {
        detail = (uint32_t)g->sites.len;
        site.function = arena_strdup(&g->mem, site.function);
        if (!site.function || !vec_push(g->ctx, &g->sites, site))
            return;
    }
    ptr_add_object(g, c, kind, detail, witness);
}

static void read_mark(reader *r) {
    ptr_class c = take_class(r, false);
    const char *names[PTR_MARKS];
    for (int m = 0; m < PTR_MARKS; m++)
        names[m] = ptr_mark_name((ptr_mark)m);
    ptr_mark mark = (ptr_mark)take_choice(r, names, PTR_MARKS);
    bool reason = mark == PTR_ESCAPES || mark == PTR_UNKNOWN;
    uint32_t detail = (uint32_t)take_number(r, 0, reason ? PTR_REASONS - 1 : UINT32_MAX);
    uint32_t witness = take_witness(r);
    if (!r->bad)
        ptr_add_mark(r->g, c, mark, detail, witness);
}

static void read_flow(reader *r) {
    ptr_flow f = {.from = take_class(r, true)};
    f.to = take_class(r, true);
    f.against = take_class(r, true);
    f.from_memory = take_choice(r, flow_ends, 2) == 1;
    f.to_memory = take_choice(r, flow_ends, 2) == 1;
    f.witness = take_witness(r);
    if (!r->bad)
        vec_push(r->g->ctx, &r->g->flows, f);
}

static void read_signature(reader *r) {
    static const char *const states[] = {"-", "defined"};
    ptr_graph *g = r->g;
    ptr_class c = take_class(r, false);
    const char *text = arena_strdup(&g->mem, take_word(r));
    bool defined = take_choice(r, states, 2) == 1;
    ptr_class result = take_class(r, true), variadic = take_class(r, true);
    uint32_t count = (uint32_t)take_number(r, 0, 4096);
    uint32_t index = r->bad ? 0 : ptr_signature_of(g, c, NULL, text, count);
    if (!index || g->signatures.at[index].param_count != count) {
        r->bad = true;
        return;
    }
    for (uint32_t p = 0; p < count; p++)
        g->signatures.at[index].params[p] = take_class(r, true);
    ptr_signature *s = &g->signatures.at[index];
    s->defined = defined;
    s->result = result;
    s->variadic = variadic;
    if (*r->rest && !r->bad)
        g->signatures.at[index].called = take_witness(r);
}

/* The same name in two graphs is one object, unless one took it for the library's. */
static void join_symbol(reader *r, const ptr_symbol *s) {
    ptr_graph *g = r->g;
    map_word *known = map_find_s(&g->symbol_named, s->name);
    if (!known) {
        map_set(&g->symbol_named, s->name, (map_word){.u = g->symbols.len});
        vec_push(g->ctx, &g->symbols, *s);
        return;
    }
    ptr_symbol *t = &g->symbols.at[known->u];
    if ((t->library && s->defined) || (s->library && t->defined)) {
        ctx_fail(g->ctx, LATHE_BAD_INPUT,
                 "%s:%u: '%s' is defined by one module, but another took it for the C library's; "
                 "link the modules before the analysis instead",
                 r->file, r->line, s->name);
        return;
    }
    ptr_merge(g, t->object, s->object);
    ptr_settle(g);
    t->defined |= s->defined;
    t->exported |= s->exported;
}

/* One of two words, cut off a list with commas. */
static bool take_flag(reader *r, char **list, const char *no, const char *yes) {
    char *word = *list;
    size_t length = strcspn(word, ",");
    *list = word + length + (word[length] == ',');
    word[length] = '\0';
    bool set = strcmp(word, yes) == 0;
    if (!set && strcmp(word, no) != 0)
        r->bad = true;
    return set;
}

static void read_symbol(reader *r) {
    const char *name = take_word(r);
    ptr_symbol s = {.name = arena_strdup(&r->g->mem, name)};
    s.object = take_class(r, false);
    char *flags = take_raw(r);
    s.function = take_flag(r, &flags, "variable", "function");
    s.defined = take_flag(r, &flags, "undefined", "defined");
    s.exported = take_flag(r, &flags, "local", "exported");
    s.library = take_flag(r, &flags, "own", "library");
    s.witness = take_witness(r);
    if (*flags || (s.library && !lib_find(name, strlen(name))))
        r->bad = true;
    if (!r->bad && s.name)
        join_symbol(r, &s);
}

static void read_line(reader *r) {
    static const struct {
        const char *word;
        void (*read)(reader *r);
    } kinds[] = {
        {"shape", read_shape},   {"class", read_class},         {"field", read_field},
        {"type", read_type},     {"object", read_object},       {"mark", read_mark},
        {"symbol", read_symbol}, {"signature", read_signature}, {"flow", read_flow},
    };
    enum { DESCRIPTIONS = 2 }; /* the kinds that come first */
    const char *word = take_raw(r);
    size_t i = 0;
    while (i < sizeof kinds / sizeof *kinds && strcmp(word, kinds[i].word) != 0)
        i++;
    bool known = i < sizeof kinds / sizeof *kinds;
    if (!known || (i >= DESCRIPTIONS && r->described != r->classes.len))
        r->bad = true;
    else
        kinds[i].read(r);
    if (*r->rest)
        r->bad = true;
    if (r->bad)
        ctx_fail(r->g->ctx, LATHE_BAD_INPUT,
                 "%s:%u: not a line of a pointer class graph; write it again with "
                 "ir-ptrclasses<write=FILE>",
                 r->file, r->line);
}

static bool make_classes(reader *r, const char *text) {
    for (const char *p = text; (p = strstr(p, "\nclass ")); p++) {
        ptr_expect(r->g, 1);
        if (!vec_push(r->g->ctx, &r->classes, ptr_new(r->g)))
            return false;
    }
    return ctx_ok(r->g->ctx);
}

lathe_status ptr_read(ptr_graph *g, char *text, const char *file) {
    reader r = {.g = g, .file = file, .line = 1};
    size_t header = strlen(HEADER);
    name_signatures(g);
    if (strncmp(text, HEADER, header) != 0 || text[header] != '\n')
        return ctx_fail(g->ctx, LATHE_BAD_INPUT,
                        "%s: not a pointer class graph of this version of lathe", file);
    bool ready = make_classes(&r, text);
    char *next = text + header + 1;
    while (ready && *next && ctx_tick(g->ctx, 1)) {
        r.line++;
        r.rest = next;
        next += strcspn(next, "\n");
        if (*next)
            *next++ = '\0';
        read_line(&r);
    }
    vec_free(g->ctx, &r.shapes);
    vec_free(g->ctx, &r.classes);
    return g->ctx->status;
}
