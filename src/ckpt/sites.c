#include "ckpt/sites.h"

#include "base/json.h"

#include <inttypes.h>
#include <string.h>

void ckpt_sites_init(ckpt_sites *s, lathe_ctx *ctx) {
    *s = (ckpt_sites){.ctx = ctx};
    arena_init(&s->mem, ctx);
}

void ckpt_sites_clear(ckpt_sites *s) {
    vec_clear(&s->all);
    vec_clear(&s->fields);
    vec_clear(&s->growth);
}

void ckpt_sites_free(ckpt_sites *s) {
    vec_free(s->ctx, &s->all);
    vec_free(s->ctx, &s->fields);
    vec_free(s->ctx, &s->growth);
    arena_free(&s->mem);
}

static const char *keep(ckpt_sites *s, const char *text) {
    const char *copy = text ? arena_strdup(&s->mem, text) : NULL;
    return copy ? copy : "";
}

void ckpt_sites_add(ckpt_sites *s, const ckpt_fn *f, const ckpt_point *p) {
    ckpt_site site = {.function = keep(s, f->name),
                      .place = keep(s, p->place),
                      .block = keep(s, p->name),
                      .point = p->number,
                      .directive = p->directive,
                      .first_field = s->fields.len};
    vec_push(s->ctx, &s->all, site);
}

void ckpt_sites_add_field(ckpt_sites *s, const ckpt_field *field) {
    ckpt_field copy = *field;
    copy.name = keep(s, field->name);
    copy.type = keep(s, field->type);
    copy.why = keep(s, field->why);
    if (!s->all.len || !vec_push(s->ctx, &s->fields, copy))
        return;
    vec_last(&s->all).field_count++;
    vec_last(&s->all).bytes += field->bytes;
}

uint64_t ckpt_count_instructions(LLVMValueRef fn) {
    uint64_t count = 0;
    ir_each_block (bb, fn)
        ir_each_inst (inst, bb)
            count++;
    return count;
}

void ckpt_sites_add_growth(ckpt_sites *s, const ckpt_fn *f, uint64_t before) {
    uint64_t after = ckpt_count_instructions(f->fn), cloned = 0;
    for (size_t i = 0; i < f->clones.len; i++)
        ir_each_inst (inst, f->clones.at[i])
            cloned++;
    ckpt_growth growth = {
        .function = keep(s, f->name), .before = before, .after = after - cloned, .cloned = cloned};
    vec_push(s->ctx, &s->growth, growth);
}

void ckpt_sites_add_clone(ckpt_sites *s, const char *function, uint64_t instructions) {
    for (size_t i = s->growth.len; i-- > 0;)
        if (strcmp(s->growth.at[i].function, function) == 0) {
            s->growth.at[i].cloned += instructions;
            return;
        }
}

static void print_field(const ckpt_field *f, str *out) {
    str_printf(out, "    %-20s %-16s %8" PRIu64 "  %s%s\n", f->name, f->type, f->bytes,
               f->memory ? "memory, " : "", f->why);
}

void ckpt_sites_print(const ckpt_sites *s, str *out) {
    for (size_t i = 0; i < s->all.len; i++) {
        const ckpt_site *site = &s->all.at[i];
        str_printf(out, "%s %s, %s %u: %" PRIu64 " bytes\n", site->function, site->place,
                   site->directive ? "checkpoint" : "call on the way to one, point", site->point,
                   site->bytes);
        for (size_t f = 0; f < site->field_count; f++)
            print_field(&s->fields.at[site->first_field + f], out);
    }
    for (size_t i = 0; i < s->growth.len; i++) {
        const ckpt_growth *g = &s->growth.at[i];
        str_printf(out,
                   "%s: %" PRIu64 " instructions became %" PRIu64 ", and %" PRIu64
                   " cold ones to resume in\n",
                   g->function, g->before, g->after, g->cloned);
    }
}

static void print_site(const ckpt_sites *s, const ckpt_site *site, json *j) {
    json_begin_object(j);
    json_member_string(j, "function", site->function);
    json_member_string(j, "place", site->place);
    json_member_string(j, "block", site->block);
    json_member_uint(j, "point", site->point);
    json_member_bool(j, "directive", site->directive);
    json_member_uint(j, "bytes", site->bytes);
    json_key(j, "values");
    json_begin_array(j);
    for (size_t i = 0; i < site->field_count; i++) {
        const ckpt_field *f = &s->fields.at[site->first_field + i];
        json_begin_object(j);
        json_member_string(j, "name", f->name);
        json_member_string(j, "type", f->type);
        json_member_uint(j, "offset", f->offset);
        json_member_uint(j, "bytes", f->bytes);
        json_member_bool(j, "memory", f->memory);
        json_member_string(j, "why", f->why);
        json_end_object(j);
    }
    json_end_array(j);
    json_end_object(j);
}

void ckpt_sites_print_json(const ckpt_sites *s, str *out) {
    json j;
    json_init(&j, out);
    json_begin_object(&j);
    json_key(&j, "checkpoints");
    json_begin_array(&j);
    for (size_t i = 0; i < s->all.len; i++)
        print_site(s, &s->all.at[i], &j);
    json_end_array(&j);
    json_key(&j, "functions");
    json_begin_array(&j);
    for (size_t i = 0; i < s->growth.len; i++) {
        json_begin_object(&j);
        json_member_string(&j, "name", s->growth.at[i].function);
        json_member_uint(&j, "instructions_before", s->growth.at[i].before);
        json_member_uint(&j, "instructions_after", s->growth.at[i].after);
        json_member_uint(&j, "instructions_cloned", s->growth.at[i].cloned);
        json_end_object(&j);
    }
    json_end_array(&j);
    json_end_object(&j);
    str_add_char(out, '\n');
}
