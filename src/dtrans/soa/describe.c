/* What debug info says about arrays that were split: where each field is. An index into a
 * block on the heap or the stack is one into every array of the variable that keeps their bases,
 * "__soa_node.key[n]", or has them in the frame of each function that may follow it; the arrays of
 * a global variable count from 0, as any other array does. */
#include "dtrans/soa/soa.h"

#include "ir/diedit.h"
#include "ir/size.h"
#include "ir/value.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

enum { BYTE = 8, UNSIGNED = 7 };

/* A member of the struct as debug info has it now. */
typedef struct field {
    LLVMMetadataRef node, type;
    const char *name;
    uint64_t offset; /* in bytes */
} field;

typedef VEC(field) field_list;

typedef struct describing {
    soa *s;
    LLVMDIBuilderRef di;
    LLVMMetadataRef unit, file;
    unsigned line;
    const soa_shape *shape;
    field_list fields;
    ir_md_ops ops, inner;
    VEC(LLVMMetadataRef) members;
} describing;

static void read_fields(describing *d, LLVMMetadataRef record) {
    lathe_module *m = d->s->info->m;
    vec_clear(&d->fields);
    ir_md_operands(m, record, &d->ops);
    d->file = ir_md_node_at(&d->ops, IR_DI_OP_FILE);
    d->line = LLVMDITypeGetLine(record);
    ir_md_operands(m, ir_md_node_at(&d->ops, IR_DI_OP_ELEMENTS), &d->inner);
    for (size_t i = 0; i < d->inner.len; i++) {
        LLVMMetadataRef node = ir_md_node_at(&d->inner, i);
        if (!node || LLVMGetDINodeTag(node) != IR_DI_TAG_MEMBER)
            continue;
        ir_md_operands(m, node, &d->ops);
        const char *name = ir_md_string_at(&d->ops, IR_DI_OP_NAME);
        vec_push(m->ctx, &d->fields,
                 (field){node, ir_md_node_at(&d->ops, IR_DI_OP_BASE), name ? name : "",
                         LLVMDITypeGetOffsetInBits(node) / BYTE});
    }
}

/* The field that is an element of the struct; NULL for what is not a field, or is several. */
static const field *field_at(const describing *d, uint32_t element) {
    uint64_t at = ir_offset_of(d->s->visitor.target, d->shape->whole, element);
    for (size_t i = 0; i < d->fields.len; i++)
        if (d->fields.at[i].offset == at &&
            !(LLVMDITypeGetFlags(d->fields.at[i].node) & LLVMDIFlagBitField))
            return &d->fields.at[i];
    return NULL;
}

/* "__soa_node" of "__soa___DRF_struct.node": what C expressions can have, and a user expects. */
static const char *plain_name(describing *d, const char *prefix, const char *name) {
    const char *rest = ir_without_prefixes(name + strlen(prefix));
    const char *dot = strchr(rest, '.');
    char *plain = arena_printf(&d->s->mem, "%s%s", prefix, dot ? dot + 1 : rest);
    for (char *c = plain; c && *c; c++)
        if (*c == '.')
            *c = '_';
    return plain ? plain : "";
}

static LLVMMetadataRef number(describing *d, uint64_t bytes) {
    static const char name[] = "bits of several fields";
    return LLVMDIBuilderCreateBasicType(d->di, name, sizeof name - 1, bytes * BYTE, UNSIGNED,
                                        LLVMDIFlagArtificial);
}

static void add_member(describing *d, const char *name, LLVMMetadataRef type, uint64_t bytes,
                       uint64_t offset) {
    vec_push(d->s->info->ctx, &d->members,
             LLVMDIBuilderCreateMemberType(d->di, d->file, name, strlen(name), d->file, d->line,
                                           bytes * BYTE, 0, offset * BYTE, LLVMDIFlagArtificial,
                                           type));
}

static LLVMMetadataRef make_struct(describing *d, const char *name, uint64_t bytes) {
    return LLVMDIBuilderCreateStructType(d->di, d->unit, name, strlen(name), d->file, d->line,
                                         bytes * BYTE, 0, LLVMDIFlagArtificial, NULL, d->members.at,
                                         (unsigned)d->members.len, 0, NULL, "", 0);
}

static LLVMMetadataRef element_type(describing *d, uint32_t element) {
    const field *f = field_at(d, element);
    LLVMTypeRef type = LLVMStructGetTypeAtIndex(d->shape->whole, element);
    return f && f->type ? f->type : number(d, ir_abi_size(d->s->visitor.target, type));
}

/* The type of an element of one array. */
static LLVMMetadataRef part_type(describing *d, const soa_part *part) {
    LLVMTargetDataRef target = d->s->visitor.target;
    if (part->count == 1)
        return element_type(d, part->members[0]);
    vec_clear(&d->members);
    for (uint32_t i = 0; i < part->count; i++) {
        uint32_t element = part->members[i];
        const field *f = field_at(d, element);
        LLVMTypeRef type = LLVMStructGetTypeAtIndex(d->shape->whole, element);
        add_member(d, f ? f->name : "bits", element_type(d, element), ir_abi_size(target, type),
                   ir_offset_of(target, part->type, i));
    }
    return make_struct(d, LLVMGetStructName(part->type), part->size);
}

static const char *part_name(describing *d, uint32_t number) {
    const soa_part *part = &d->shape->parts[number];
    const field *f = part->count == 1 ? field_at(d, part->members[0]) : NULL;
    if (f)
        return f->name;
    const char *name = arena_printf(&d->s->mem, "part%u", number);
    return name ? name : "";
}

static LLVMMetadataRef bases_type(describing *d) {
    uint32_t count = d->shape->count;
    uint64_t word = LLVMPointerSize(d->s->visitor.target);
    LLVMMetadataRef *types = arena_array(&d->s->mem, count + 1, LLVMMetadataRef);
    for (uint32_t i = 0; types && i < count; i++)
        types[i] = part_type(d, &d->shape->parts[i]);
    vec_clear(&d->members);
    for (uint32_t i = 0; types && i < count; i++)
        add_member(d, part_name(d, i),
                   LLVMDIBuilderCreatePointerType(d->di, types[i], word * BYTE, 0, 0, "", 0), word,
                   i * word);
    return make_struct(d, LLVMGetStructName(d->shape->bases), count * word);
}

static void describe_variable(describing *d, LLVMValueRef global, const char *name,
                              LLVMMetadataRef type) {
    LLVMMetadataRef nothing = LLVMDIBuilderCreateExpression(d->di, NULL, 0);
    LLVMMetadataRef e = LLVMDIBuilderCreateGlobalVariableExpression(
        d->di, d->unit, name, strlen(name), "", 0, d->file, d->line, type, true, nothing, NULL, 0);
    LLVMGlobalSetMetadata(global, ir_md_kind(d->s->info->m->llvm_ctx, "dbg"), e);
    ir_di_add_global(&d->s->info->di.graph, d->unit, e);
}

static void describe_parts(describing *d, const soa_array *a) {
    for (uint32_t i = 0; i < d->shape->count; i++) {
        uint64_t size = ir_abi_size(d->s->visitor.target, LLVMGlobalGetValueType(a->parts[i]));
        LLVMMetadataRef range =
            LLVMDIBuilderGetOrCreateSubrange(d->di, 0, (int64_t)(size / d->shape->parts[i].size));
        LLVMMetadataRef type = LLVMDIBuilderCreateArrayType(
            d->di, size * BYTE, 0, part_type(d, &d->shape->parts[i]), &range, 1);
        describe_variable(d, a->parts[i], LLVMGetValueName(a->parts[i]), type);
    }
}

static void describe(describing *d, soa_array *a) {
    LLVMMetadataRef record = map_get(&d->s->base->debug_types, d->s->info->types.at[a->type].llvm);
    d->shape = record ? soa_shape_of(d->s, a->type) : NULL;
    if (!d->shape)
        return;
    read_fields(d, record);
    if (a->bases)
        describe_variable(d, a->bases,
                          plain_name(d, d->s->names->storage, LLVMGetValueName(a->bases)),
                          bases_type(d));
    else if (a->slots)
        a->debug = (soa_description){
            bases_type(d), d->file,
            plain_name(d, d->s->names->storage, LLVMGetValueName(a->slots[0])), d->line};
    else if (a->parts)
        describe_parts(d, a);
}

void soa_describe(soa *s) {
    lathe_ctx *ctx = s->info->ctx;
    if (s->base->debug_types.len == 0)
        return;
    describing d = {.s = s, .unit = ir_di_first_unit(&s->info->di.graph)};
    d.di = LLVMCreateDIBuilderDisallowUnresolved(s->info->m->llvm);
    for (size_t i = 0; i < s->arrays.len && ctx_tick(ctx, 1); i++)
        if (s->candidate[s->arrays.at[i].type] && s->arrays.at[i].up == i)
            describe(&d, &s->arrays.at[i]);
    LLVMDisposeDIBuilder(d.di);
    vec_free(ctx, &d.fields);
    vec_free(ctx, &d.ops);
    vec_free(ctx, &d.inner);
    vec_free(ctx, &d.members);
}
