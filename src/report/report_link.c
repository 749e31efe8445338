#include "report/report_link.h"

#include "base/json.h"
#include "base/show.h"

#include <string.h>

/* ---- the program ---- */

static void print_symbols(str *out, const link_program *p) {
    show_printf(out, "%zu symbol%s stay%s visible\n", p->symbol_count,
                p->symbol_count == 1 ? "" : "s", p->symbol_count == 1 ? "s" : "");
    for (size_t why = 0; why < p->reason_count; why++) {
        size_t count = 0;
        for (size_t i = 0; i < p->symbol_count; i++) {
            if (p->symbols[i].why != why)
                continue;
            if (count++ == 0)
                show_printf(out, "  %s: ", p->reasons[why]);
            else
                str_add(out, ", ");
            show_add(out, p->symbols[i].name);
        }
        if (count)
            str_add_char(out, '\n');
    }
}

/* "struct.node had 24 bytes and has 16; …" */
static void add_sentence(str *out, const link_program *p, const remark *r) {
    for (size_t i = 0; i < r->part_count; i++)
        show_add(out, p->remarks->parts.at[r->first_part + i].value);
}

static const remark *remark_of(const link_program *p, const change *c) {
    return c->remark < p->remarks->all.len ? &p->remarks->all.at[c->remark] : NULL;
}

static void print_program(str *out, const link_program *p) {
    size_t count = p->changes->all.len;
    print_symbols(out, p);
    if (p->library)
        show_printf(out,
                    "nothing is transformed: '%s', which is taken for the C library's, is defined "
                    "outside the bitcode\n",
                    p->library);
    show_printf(out, "%zu change%s\n", count, count == 1 ? "" : "s");
    for (size_t i = 0; i < count; i++) {
        const change *c = &p->changes->all.at[i];
        show_printf(out, "  %s: ", c->pass);
        if (remark_of(p, c))
            add_sentence(out, p, remark_of(p, c));
        str_add_char(out, '\n');
    }
    str_printf(out, "\n%s", p->verdicts ? p->verdicts : "");
}

static void write_change(json *j, const link_program *p, const change *c, str *text) {
    const remark *r = remark_of(p, c);
    bool of_type = c->kind == CHANGE_TYPE;
    str_clear(text);
    if (r)
        add_sentence(text, p, r);
    json_write_object(j, JSON("pass", c->pass), JSON("name", r ? r->name : NULL),
                      JSON_IF(of_type, "type", c->of), JSON_IF(of_type, "old_size", c->old_size),
                      JSON_IF(of_type, "new_size", c->new_size), JSON("text", str_text(text)));
}

static void write_changes(json *j, const link_program *p) {
    str text;
    str_init(&text, p->changes->ctx);
    json_member_array(j, "changes");
    for (size_t i = 0; i < p->changes->all.len; i++)
        write_change(j, p, &p->changes->all.at[i], &text);
    json_end_array(j);
    str_free(&text);
}

static void write_program(str *out, const link_program *p) {
    json j;
    json_init(&j, out);
    json_begin_object(&j);
    json_member_array(&j, "symbols");
    for (size_t i = 0; i < p->symbol_count; i++)
        json_write_object(&j, JSON("name", p->symbols[i].name),
                          JSON("why", p->reasons[p->symbols[i].why]));
    json_end_array(&j);
    json_write_members(&j, JSON("library_function", p->library));
    write_changes(&j, p);
    json_key(&j, "dtrans");
    if (p->verdicts)
        json_raw(&j, p->verdicts);
    else
        json_null(&j);
    json_end_object(&j);
}

void link_print_program(str *out, const link_program *p, bool as_json) {
    (as_json ? write_program : print_program)(out, p);
}

/* ---- the link ---- */

static size_t count_alike(const link_outcome *o, size_t first) {
    const char *group = o->objects[first].group;
    size_t end = first + 1;
    while (group && end < o->object_count && o->objects[end].group &&
           strcmp(o->objects[end].group, group) == 0)
        end++;
    return end - first;
}

static size_t count_native(const link_outcome *o) {
    size_t native = 0;
    for (size_t i = 0; i < o->object_count; i++)
        native += o->objects[i].reason != NULL;
    return native;
}

static void print_objects(str *out, const link_outcome *o) {
    size_t count = o->object_count, native = count_native(o);
    show_printf(out, "%zu object%s: %zu merged, %zu linked as %s\n", count, count == 1 ? "" : "s",
                count - native, native, native == 1 ? "it is" : "they are");
    for (size_t i = 0, alike; i < count; i += alike) {
        const link_object *object = &o->objects[i];
        alike = count_alike(o, i);
        if (!object->reason)
            continue;
        str_printf(out, "  %s", object->name);
        if (alike > 1)
            str_printf(out, " and %zu more", alike - 1);
        show_printf(out, " %s\n", object->reason);
    }
}

/* Loops of an object that is not part of the output were changed in vain, or again. */
static size_t loop_count(const link_outcome *o, const link_object *object) {
    return o->native || object->reason ? object->loop_count : 0;
}

static void print_loop(str *out, const link_object *object, const link_loop *loop) {
    show_printf(out, "  %s: %s of a loop in '%s'", object->name, loop->transform, loop->function);
    if (*loop->file)
        show_printf(out, " (%s:%llu)", loop->file, (unsigned long long)loop->line);
    str_add_char(out, '\n');
}

static void print_loops(str *out, const link_outcome *o) {
    size_t all = 0;
    for (size_t i = 0; i < o->object_count; i++)
        all += loop_count(o, &o->objects[i]);
    if (all)
        str_printf(out, "%zu change%s of loops in objects\n", all, all == 1 ? "" : "s");
    for (size_t i = 0; i < o->object_count; i++)
        for (size_t k = 0; k < loop_count(o, &o->objects[i]); k++)
            print_loop(out, &o->objects[i], &o->objects[i].loops[k]);
}

static void print_outcome(str *out, const link_outcome *o) {
    if (o->native)
        show_printf(out, "%s: linked without transforms: %s\n", o->output, o->native);
    else
        show_printf(out, "%s: linked from one module\n", o->output);
    if (o->objects)
        print_objects(out, o);
    print_loops(out, o);
    str_add(out, o->program);
}

static void write_loops(json *j, const link_outcome *o, const link_object *object) {
    json_member_array(j, "loops");
    for (size_t i = 0; i < loop_count(o, object); i++) {
        const link_loop *loop = &object->loops[i];
        json_write_object(j, JSON("function", loop->function), JSON("transform", loop->transform),
                          JSON_IF(*loop->file, "file", loop->file),
                          JSON_IF(*loop->file, "line", loop->line));
    }
    json_end_array(j);
}

static void write_objects(json *j, const link_outcome *o) {
    json_member_array(j, "objects");
    for (size_t i = 0; i < o->object_count; i++) {
        const link_object *object = &o->objects[i];
        json_begin_object(j);
        json_write_members(j, JSON("name", object->name), JSON_TRUTH("merged", !object->reason),
                           JSON("reason", object->reason));
        write_loops(j, o, object);
        json_end_object(j);
    }
    json_end_array(j);
}

/* The members of the program's object follow those of this one. */
static void join_objects(str *out, const char *program) {
    const char *inner = strchr(program, '{');
    while (out->len && strchr("}\n", out->at[out->len - 1]))
        out->at[--out->len] = '\0';
    str_add_char(out, ',');
    str_add(out, inner ? inner + 1 : "\n}\n");
}

static void write_outcome(str *out, const link_outcome *o) {
    json j;
    json_init(&j, out);
    json_begin_document(&j, JSON_SCHEMA("link"));
    json_write_members(&j, JSON("output", o->output), JSON_TRUTH("merged", !o->native),
                       JSON("reason", o->native));
    if (o->objects)
        write_objects(&j, o);
    json_end_object(&j);
    if (*o->program)
        join_objects(out, o->program);
}

void link_print(str *out, const link_outcome *o, bool as_json) {
    (as_json ? write_outcome : print_outcome)(out, o);
}
