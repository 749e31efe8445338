#include "ckpt/ckpt_sites.h"

#include <string.h>

void ckpt_sites_init(ckpt_sites *s, lathe_ctx *ctx) {
    *s = (ckpt_sites){.ctx = ctx};
    arena_init(&s->mem, ctx);
}

void ckpt_sites_keep(ckpt_sites *s, size_t sites, size_t growth) {
    s->fields.len = sites < s->all.len ? s->all.at[sites].first_field : s->fields.len;
    s->all.len = sites;
    s->growth.len = growth;
}

void ckpt_sites_free(ckpt_sites *s) {
    vec_free(s->ctx, &s->all);
    vec_free(s->ctx, &s->fields);
    vec_free(s->ctx, &s->growth);
    arena_free(&s->mem);
}

const char *ckpt_kind_name(ckpt_kind kind) {
    static const char *const names[] = {
        [CKPT_ARGUMENT] = "argument", [CKPT_VALUE] = "value", [CKPT_MEMORY] = "memory"};
    return names[kind];
}

static const char *keep(ckpt_sites *s, const char *text) {
    const char *copy = text ? arena_strdup(&s->mem, text) : NULL;
    return copy ? copy : "";
}

void ckpt_sites_add(ckpt_sites *s, const ckpt_fn *f, const ckpt_point *p) {
    ckpt_site site = {.function = keep(s, f->name),
                      .place = keep(s, p->place),
                      .file = p->where.file ? keep(s, p->where.file) : NULL,
                      .line = p->where.line,
                      .column = p->where.column,
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
