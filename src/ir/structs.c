#include "ir/structs.h"

#include "ir/llvmx.h"
#include "ir/size.h"
#include "ir/value.h"

#include <string.h>

/* Unnamed members are opened up to here; damaged debug info can nest and share them without end. */
enum { MAX_NESTING = 16, MAX_OPENED = 65536 };

typedef VEC(ir_field) field_list;

/* Named structs print as their whole definition, so their names are taken instead. */
static const char *type_text(arena *mem, LLVMTypeRef type) {
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMGetStructName(type))
        return LLVMGetStructName(type);
    char *text = LLVMPrintTypeToString(type);
    const char *copy = arena_strdup(mem, text);
    LLVMDisposeMessage(text);
    return copy ? copy : "";
}

/* A walk along the fields of one level: what lies between them is a hole. */
typedef struct gap_finder {
    uint64_t end; /* of what has been passed, in bits */
    uint64_t hole_bits, hole_count;
} gap_finder;

static uint64_t pass_field(gap_finder *g, uint64_t offset, uint64_t size) {
    uint64_t hole = offset > g->end ? offset - g->end : 0;
    g->hole_bits += hole;
    g->hole_count += hole > 0;
    if (size <= UINT64_MAX - offset && offset + size > g->end)
        g->end = offset + size;
    return hole;
}

static const ir_di_struct *unnamed_inner(const ir_di_member *m) {
    return m->reach == IR_DI_BY_VALUE && !*m->name && m->target ? m->target : NULL;
}

/* Appends the members of a source type, those of unnamed members after each. In a union every
 * member begins at 0, so nothing lies between them. */
static gap_finder add_source_fields(lathe_ctx *ctx, field_list *out, const ir_di_struct *s,
                                    uint64_t base, unsigned depth) {
    gap_finder gaps = {0};
    for (size_t i = 0; i < s->member_count && ctx_tick(ctx, 1); i++) {
        const ir_di_member *m = &s->members[i];
        size_t index = out->len;
        if (!vec_push(ctx, out,
                      (ir_field){
                          .name = m->name,
                          .type = m->type,
                          .offset_bits = base + m->offset_bits,
                          .size_bits = m->size_bits,
                          .hole_bits = pass_field(&gaps, m->offset_bits, m->size_bits),
                          .depth = depth,
                          .bitfield = m->bitfield,
                          .base_class = m->base_class,
                          .source = m,
                      }))
            break;
        const ir_di_struct *inner = unnamed_inner(m);
        if (!inner || depth >= MAX_NESTING || out->len >= MAX_OPENED)
            continue;
        gap_finder in = add_source_fields(ctx, out, inner, base + m->offset_bits, depth + 1);
        if (inner->size_bits > in.end)
            out->at[index].padding_bits = inner->size_bits - in.end;
    }
    return gaps;
}

static gap_finder add_elements(ir_structs *s, field_list *out, LLVMTypeRef type) {
    LLVMTargetDataRef layout = ir_layout(s->m);
    gap_finder gaps = {0};
    unsigned count = LLVMCountStructElementTypes(type);
    for (unsigned i = 0; i < count && ctx_tick(s->m->ctx, 1); i++) {
        LLVMTypeRef element = LLVMStructGetTypeAtIndex(type, i);
        uint64_t offset = ir_offset_of(layout, type, i) * 8;
        uint64_t size = ir_abi_size(layout, element) * 8;
        vec_push(s->m->ctx, out,
                 (ir_field){
                     .name = "",
                     .type = type_text(&s->mem, element),
                     .offset_bits = offset,
                     .size_bits = size,
                     .hole_bits = pass_field(&gaps, offset, size),
                 });
    }
    return gaps;
}

static void take_fields(ir_structs *s, ir_struct *st, field_list *fields, gap_finder gaps) {
    st->fields = arena_array(&s->mem, fields->len, ir_field);
    if (st->fields && fields->len)
        memcpy(st->fields, fields->at, fields->len * sizeof *fields->at);
    st->field_count = st->fields ? fields->len : 0;
    st->hole_bits = gaps.hole_bits;
    st->hole_count = gaps.hole_count;
    st->tail_bits = st->size * 8 > gaps.end ? st->size * 8 - gaps.end : 0;
    vec_clear(fields);
}

static void lay_out(ir_structs *s, ir_struct *st, field_list *fields) {
    if (!st->sized)
        return;
    gap_finder gaps = st->source ? add_source_fields(s->m->ctx, fields, st->source, 0, 0)
                                 : add_elements(s, fields, st->type);
    take_fields(s, st, fields, gaps);
}

/* Types that hold a type of no fixed size have none either. Containers of such types are rare and
 * shallow, so repeating until nothing changes costs one round in all other modules. */
static void spread_unsized(ir_structs *s) {
    for (bool changed = true; changed && ctx_tick(s->m->ctx, s->all.len + 1);) {
        changed = false;
        for (size_t i = 0; i < s->all.len; i++) {
            ir_struct *st = &s->all.at[i];
            for (unsigned k = 0; st->sized && k < LLVMCountStructElementTypes(st->type); k++) {
                LLVMTypeRef element = LLVMStructGetTypeAtIndex(st->type, k);
                element = ir_below_arrays(element);
                const ir_struct *inner = ir_struct_of(s, element);
                if (inner && !inner->sized)
                    st->sized = false, changed = true;
            }
        }
    }
}

static void add_ir_type(void *structs, LLVMTypeRef type) {
    ir_structs *s = structs;
    const char *name = LLVMGetStructName(type);
    map_word *place = ctx_ok(s->m->ctx) ? map_put(&s->by_type, type) : NULL;
    if (!place)
        return;
    place->u = s->all.len + 1;
    vec_push(s->m->ctx, &s->all,
             (ir_struct){
                 .type = type,
                 .name = type_text(&s->mem, type),
                 .packed = LLVMIsPackedStruct(type),
                 .literal = LLVMIsLiteralStruct(type),
                 .is_union = name && str_starts_with(name, "union."),
                 .sized = ir_has_fixed_size(type),
             });
}

static void measure(ir_structs *s, ir_struct *st, const ir_di_types *di) {
    LLVMTargetDataRef layout = ir_layout(s->m);
    if (!st->sized)
        return;
    st->size = ir_abi_size(layout, st->type);
    st->align = ir_abi_align(layout, st->type);
    st->source = di ? ir_di_match(di, st->type, &st->ambiguous) : NULL;
    if (st->source && st->source->align_is_declared && st->source->align_bits / 8 > st->align)
        st->align = st->source->align_bits / 8;
}

static const char *source_text(arena *mem, const ir_di_struct *source) {
    size_t keyword = strlen(ir_di_keyword(source)), name = strlen(source->name);
    char *text = arena_alloc(mem, keyword + name + 2);
    if (!text)
        return "";
    memcpy(text, ir_di_keyword(source), keyword);
    text[keyword] = ' ';
    memcpy(text + keyword + 1, source->name, name);
    return text;
}

static void add_source_only(ir_structs *s, const ir_di_types *di, const map *matched) {
    for (size_t i = 0; i < di->all.len && ctx_tick(s->m->ctx, 1); i++) {
        const ir_di_struct *source = di->all.at[i];
        if (!source->complete || !*source->name || map_find(matched, source))
            continue;
        vec_push(s->m->ctx, &s->all,
                 (ir_struct){
                     .name = source_text(&s->mem, source),
                     .source = source,
                     .is_union = source->node->tag == IR_DI_TAG_UNION,
                     .sized = true,
                     .align_is_inferred = !source->align_is_declared,
                     .size = source->size_bits / 8,
                     .align = source->align_bits / 8,
                 });
    }
}

static void add_types(ir_structs *s, const ir_di_types *di) {
    map matched;
    map_init(&matched, s->m->ctx);
    llvmx_each_struct(s->m->llvm, add_ir_type, s);
    spread_unsized(s);
    for (size_t i = 0; i < s->all.len && ctx_tick(s->m->ctx, 1); i++) {
        measure(s, &s->all.at[i], di);
        if (s->all.at[i].source)
            map_put(&matched, s->all.at[i].source);
    }
    s->in_ir = s->all.len;
    if (di)
        add_source_only(s, di, &matched);
    map_free(&matched);
}

bool ir_structs_init(ir_structs *s, lathe_module *m, const ir_di_types *di) {
    *s = (ir_structs){.m = m};
    arena_init(&s->mem, m->ctx);
    map_init(&s->by_type, m->ctx);
    field_list fields = {0};
    add_types(s, di);
    for (size_t i = 0; i < s->all.len && ctx_tick(m->ctx, 1); i++)
        lay_out(s, &s->all.at[i], &fields);
    vec_free(m->ctx, &fields);
    return ctx_ok(m->ctx);
}

void ir_structs_free(ir_structs *s) {
    if (!s->m)
        return;
    map_free(&s->by_type);
    vec_free(s->m->ctx, &s->all);
    arena_free(&s->mem);
}

const ir_struct *ir_struct_of(const ir_structs *s, LLVMTypeRef type) {
    map_word *place = map_find(&s->by_type, type);
    return place && place->u <= s->all.len ? &s->all.at[place->u - 1] : NULL;
}
