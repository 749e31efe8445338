#include "ir/tbaa.h"

#include "ir/value.h"

#include <stdlib.h>
#include <string.h>

void ir_tbaa_init(ir_tbaa *t, lathe_module *m) {
    *t = (ir_tbaa){.m = m};
    t->tag_kind = ir_md_kind(m->llvm_ctx, "tbaa");
    t->copy_kind = ir_md_kind(m->llvm_ctx, "tbaa.struct");
    arena_init(&t->mem, m->ctx);
    map_init(&t->types, m->ctx);
    map_init(&t->tags, m->ctx);
    map_init(&t->copies, m->ctx);
}

void ir_tbaa_free(ir_tbaa *t) {
    vec_free(t->m->ctx, &t->ops);
    vec_free(t->m->ctx, &t->unread);
    map_free(&t->copies);
    map_free(&t->tags);
    map_free(&t->types);
    arena_free(&t->mem);
}

/* The object for a type node; read later, so that deep and cyclic graphs need no recursion. */
static ir_tbaa_type *intern(ir_tbaa *t, LLVMMetadataRef node) {
    if (!node)
        return NULL;
    map_word *place = map_put(&t->types, node);
    if (!place)
        return NULL;
    if (place->p)
        return place->p;
    ir_tbaa_type *type = arena_new(&t->mem, ir_tbaa_type);
    if (!type)
        return NULL;
    *type = (ir_tbaa_type){.node = node, .name = "", .size = IR_TBAA_NO_SIZE};
    place->p = type;
    vec_push(t->m->ctx, &t->unread, type);
    return type;
}

/* "_ZTS4node" names node; what is mangled otherwise stays as it is. */
static const char *demangled(const char *name) {
    if (!str_starts_with(name, "_ZTS"))
        return name;
    char *rest;
    unsigned long length = strtoul(name + 4, &rest, 10);
    return rest > name + 4 && length > 0 && strlen(rest) == length ? rest : name;
}

/* Pointer types are called "p1 T", "p2 T", "any pointer", "any p2 pointer". */
static void read_pointer_name(ir_tbaa_type *type) {
    const char *name = type->name;
    if (strcmp(name, "any pointer") == 0) {
        type->pointer = true;
    } else if (str_starts_with(name, "any p") || (name[0] == 'p' && strchr(name, ' '))) {
        char *rest;
        const char *digits = name[0] == 'p' ? name + 1 : name + 5;
        unsigned long depth = strtoul(digits, &rest, 10);
        if (rest == digits || *rest != ' ' || depth == 0 || depth > 64)
            return;
        type->pointer = true;
        if (name[0] == 'p') {
            type->pointer_depth = (unsigned)depth;
            type->pointee = demangled(rest + 1);
        }
    }
}

/* Members stand in `ops` from `first`, as (type, offset) or (type, offset, size). */
static bool read_members(ir_tbaa *t, ir_tbaa_type *type, size_t first, size_t step) {
    if (t->ops.len < first || (t->ops.len - first) % step != 0)
        return false;
    size_t count = (t->ops.len - first) / step;
    ir_tbaa_member *members = arena_array(&t->mem, count, ir_tbaa_member);
    if (!members)
        return false;
    for (size_t i = 0; i < count; i++) {
        size_t at = first + i * step;
        members[i].type = intern(t, ir_md_node_at(&t->ops, at));
        members[i].size = IR_TBAA_NO_SIZE;
        if (!members[i].type || !ir_md_uint_at(&t->ops, at + 1, &members[i].offset) ||
            (step == 3 && !ir_md_uint_at(&t->ops, at + 2, &members[i].size)) ||
            (i > 0 && members[i].offset < members[i - 1].offset))
            return false;
    }
    type->members = members;
    type->member_count = count;
    return true;
}

/* Whether a node below this one is rather a scalar than a struct with one member. The parent may
 * not have been read yet, hence the look at its node. */
static bool is_scalar_parent(ir_tbaa *t, const ir_tbaa_type *parent) {
    ir_md_ops saved = t->ops;
    t->ops = (ir_md_ops){0};
    ir_md_operands(t->m, parent->node, &t->ops);
    const char *name = ir_md_string_at(&t->ops, 0);
    bool scalar = name && (t->ops.len == 1 || strcmp(name, "omnipotent char") == 0 ||
                           str_starts_with(name, "any p"));
    vec_free(t->m->ctx, &t->ops);
    t->ops = saved;
    return scalar;
}

/* {name}, {name, parent}, {name, parent, 0[, const]}, {name, (type, offset)*} */
static ir_tbaa_kind read_usual(ir_tbaa *t, ir_tbaa_type *type) {
    uint64_t zero = 0, ignored;
    type->name = ir_md_string_at(&t->ops, 0);
    read_pointer_name(type);
    if (t->ops.len == 1)
        return IR_TBAA_ROOT;
    if (t->ops.len == 2 || (t->ops.len == 4 && ir_md_uint_at(&t->ops, 3, &ignored))) {
        type->parent = intern(t, ir_md_node_at(&t->ops, 1));
        return type->parent ? IR_TBAA_SCALAR : IR_TBAA_UNKNOWN;
    }
    if (!read_members(t, type, 1, 2))
        return IR_TBAA_UNKNOWN;
    if (t->ops.len != 3 || !ir_md_uint_at(&t->ops, 2, &zero) || zero != 0)
        return IR_TBAA_STRUCT;
    type->parent = type->members[0].type;
    return *type->name && is_scalar_parent(t, type->parent) ? IR_TBAA_SCALAR : IR_TBAA_STRUCT;
}

/* {parent, size, name, (type, offset, size)*} */
static ir_tbaa_kind read_sized(ir_tbaa *t, ir_tbaa_type *type) {
    const char *name = ir_md_string_at(&t->ops, 2);
    type->parent = intern(t, ir_md_node_at(&t->ops, 0));
    if (!name || !ir_md_uint_at(&t->ops, 1, &type->size) || !read_members(t, type, 3, 3))
        return IR_TBAA_UNKNOWN;
    type->name = name;
    read_pointer_name(type);
    return type->member_count ? IR_TBAA_STRUCT : IR_TBAA_SCALAR;
}

static void read_type(ir_tbaa *t, ir_tbaa_type *type) {
    ir_md_operands(t->m, type->node, &t->ops);
    if (t->ops.len == 0)
        type->kind = IR_TBAA_ROOT;
    else if (ir_md_string_at(&t->ops, 0))
        type->kind = read_usual(t, type);
    else if (ir_md_node_at(&t->ops, 0))
        type->kind = read_sized(t, type);
    type->anonymous = type->kind == IR_TBAA_STRUCT && !*type->name;
}

static void read_pending(ir_tbaa *t) {
    while (t->unread.len && ctx_tick(t->m->ctx, 1))
        read_type(t, vec_pop(&t->unread));
}

/* A tag that is a type itself: the encoding before struct paths. */
static void read_plain_tag(ir_tbaa *t, ir_tbaa_tag *tag, LLVMMetadataRef node) {
    uint64_t constant = 0;
    if (t->ops.len == 4)
        ir_md_uint_at(&t->ops, 3, &constant);
    tag->base = tag->access = intern(t, node);
    tag->constant = constant == 1;
    read_pending(t);
    tag->valid = tag->base && tag->base->kind == IR_TBAA_SCALAR;
}

static void read_path_tag(ir_tbaa *t, ir_tbaa_tag *tag) {
    ir_tbaa_type *base = intern(t, ir_md_node_at(&t->ops, 0));
    ir_tbaa_type *access = intern(t, ir_md_node_at(&t->ops, 1));
    uint64_t constant = 0;
    bool shaped = ir_md_uint_at(&t->ops, 2, &tag->offset) && t->ops.len <= 5;
    uint64_t extra[2];
    size_t extras = 0;
    for (size_t i = 3; shaped && i < t->ops.len; i++)
        shaped = ir_md_uint_at(&t->ops, i, &extra[extras++]);
    read_pending(t);
    if (!base || !access || !shaped)
        return;
    if (access->size != IR_TBAA_NO_SIZE && extras > 0)
        tag->size = extra[0], constant = extras > 1 ? extra[1] : 0;
    else
        constant = extras > 0 ? extra[0] : 0;
    if (base != access && base->kind == IR_TBAA_SCALAR && base->member_count == 1)
        base->kind = IR_TBAA_STRUCT;
    tag->base = base;
    tag->access = access;
    tag->constant = constant == 1;
    tag->valid = base->kind >= IR_TBAA_SCALAR && access->kind >= IR_TBAA_SCALAR;
}

const ir_tbaa_tag *ir_tbaa_read_tag(ir_tbaa *t, LLVMMetadataRef node) {
    if (!node)
        return NULL;
    map_word *known = map_find(&t->tags, node);
    if (known)
        return known->p;
    ir_tbaa_tag *tag = arena_new(&t->mem, ir_tbaa_tag);
    if (!tag)
        return NULL;
    tag->size = IR_TBAA_NO_SIZE;
    ir_md_operands(t->m, node, &t->ops);
    if (ir_md_string_at(&t->ops, 0))
        read_plain_tag(t, tag, node);
    else
        read_path_tag(t, tag);
    map_set(&t->tags, node, (map_word){.p = tag});
    return tag;
}

const ir_tbaa_tag *ir_tbaa_of(ir_tbaa *t, LLVMValueRef inst) {
    return LLVMHasMetadata(inst) ? ir_tbaa_read_tag(t, ir_md_attached(inst, t->tag_kind)) : NULL;
}

/* Reading a tag reuses t->ops, so the triples are taken out of it first. */
static void read_copy(ir_tbaa *t, ir_tbaa_copy *copy, LLVMMetadataRef node) {
    ir_md_ops ops = {0};
    ir_md_operands(t->m, node, &ops);
    size_t count = ops.len / 3;
    copy->valid = ops.len % 3 == 0;
    copy->at = arena_array(&t->mem, count, ir_tbaa_piece);
    for (size_t i = 0; copy->at && i < count; i++) {
        ir_tbaa_piece *piece = &copy->at[copy->len++];
        piece->tag = ir_tbaa_read_tag(t, ir_md_node_at(&ops, 3 * i + 2));
        if (!ir_md_uint_at(&ops, 3 * i, &piece->offset) ||
            !ir_md_uint_at(&ops, 3 * i + 1, &piece->size) || !piece->tag || !piece->tag->valid)
            copy->valid = false;
    }
    vec_free(t->m->ctx, &ops);
}

const ir_tbaa_copy *ir_tbaa_struct_of(ir_tbaa *t, LLVMValueRef inst) {
    LLVMMetadataRef node = LLVMHasMetadata(inst) ? ir_md_attached(inst, t->copy_kind) : NULL;
    if (!node)
        return NULL;
    map_word *known = map_find(&t->copies, node);
    if (known)
        return known->p;
    ir_tbaa_copy *copy = arena_new(&t->mem, ir_tbaa_copy);
    if (!copy)
        return NULL;
    read_copy(t, copy, node);
    map_set(&t->copies, node, (map_word){.p = copy});
    return copy;
}

bool ir_tbaa_is_trusted(const ir_tbaa_tag *tag) {
    return tag && tag->valid && tag->base->kind == IR_TBAA_STRUCT && !tag->base->anonymous;
}

void ir_tbaa_type_print(str *out, const ir_tbaa_type *type) {
    if (!type || type->kind == IR_TBAA_UNKNOWN)
        str_add(out, "unknown");
    else if (type->pointer && type->pointer_depth) {
        str_printf(out, "%s ", type->pointee);
        str_add_repeat(out, '*', type->pointer_depth);
    } else if (type->kind == IR_TBAA_STRUCT)
        str_printf(out, "struct %s", type->anonymous ? "<anonymous>" : type->name);
    else
        str_add(out, *type->name ? type->name : "<root>");
}

void ir_tbaa_tag_print(str *out, const ir_tbaa_tag *tag) {
    if (!tag->valid) {
        str_add(out, "unknown");
        return;
    }
    if (tag->base != tag->access || tag->base->kind == IR_TBAA_STRUCT) {
        ir_tbaa_type_print(out, tag->base);
        str_printf(out, " + %llu: ", (unsigned long long)tag->offset);
    }
    ir_tbaa_type_print(out, tag->access);
    if (tag->size != IR_TBAA_NO_SIZE)
        str_printf(out, ", %llu bytes", (unsigned long long)tag->size);
    if (tag->constant)
        str_add(out, ", constant");
}

/* What it proves. */

enum { MAX_PARENTS = 64 };

static bool is_above(const ir_tbaa_type *top, const ir_tbaa_type *t) {
    for (int i = 0; t && i < MAX_PARENTS; i++, t = t->parent)
        if (t == top)
            return true;
    return false;
}

static const ir_tbaa_type *root_of(const ir_tbaa_type *t) {
    for (int i = 0; i < MAX_PARENTS && t && t->parent; i++)
        t = t->parent;
    return t && !t->parent && t->kind == IR_TBAA_ROOT ? t : NULL;
}

bool ir_tbaa_tags_differ(const ir_tbaa_tag *tx, const ir_tbaa_tag *ty) {
    if (!tx || !ty || !tx->valid || !ty->valid || tx->access->kind != IR_TBAA_SCALAR ||
        ty->access->kind != IR_TBAA_SCALAR)
        return false;
    const ir_tbaa_type *root = root_of(tx->access);
    return root && root == root_of(ty->access) && !is_above(tx->access, ty->access) &&
           !is_above(ty->access, tx->access);
}

bool ir_tbaa_differ(ir_tbaa *t, LLVMValueRef x, LLVMValueRef y) {
    return ir_tbaa_tags_differ(ir_tbaa_of(t, x), ir_tbaa_of(t, y));
}
