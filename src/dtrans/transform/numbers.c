/* Needs: new structs with their bodies; debug info as it was before.
 * Keeps: the code.
 * Breaks: DTransInfo.di, which does not know the new nodes.
 * Declines when: the transform makes no numbers of pointers. */
#include "dtrans/transform/numbers.h"

#include "base/limits.h"
#include "ir/diedit.h"
#include "ir/size.h"
#include "ir/value.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

enum { ENCODING_SIGNED = 5, ENCODING_UNSIGNED = 7, SCOPE = 1, BYTE = 8 };

/* What the pointers of a member became, or its integers. */
typedef struct number {
    unsigned bits;
    const char *name;
    unsigned encoding;
    unsigned flag; /* of LLVMDIFlags, that says what a debugger's user sees is not the source's */
} number;

static bool is_active(const dtrans_numbers *n) {
    return (n->b->hooks->number_note || n->b->hooks->is_signed) && n->b->info->di.all.len;
}

/* The bits of what was a pointer, or an array of them, and is a number; 0 if it is none. */
static unsigned bits_of(LLVMTypeRef old, LLVMTypeRef new) {
    old = ir_below_arrays(old);
    new = ir_below_arrays(new);
    return LLVMGetTypeKind(old) == LLVMPointerTypeKind &&
                   LLVMGetTypeKind(new) == LLVMIntegerTypeKind
               ? LLVMGetIntTypeWidth(new)
               : 0;
}

/* The bits of what was a wider integer; 0 if it was none. */
static unsigned narrowed_to(LLVMTypeRef old, LLVMTypeRef new) {
    bool integers =
        LLVMGetTypeKind(old) == LLVMIntegerTypeKind && LLVMGetTypeKind(new) == LLVMIntegerTypeKind;
    return integers && LLVMGetIntTypeWidth(new) < LLVMGetIntTypeWidth(old)
               ? LLVMGetIntTypeWidth(new)
               : 0;
}

static const char *name_number(arena *mem, const char *pointer, const char *note) {
    const char *bracket = strchr(pointer, '[');
    int length = (int)(bracket ? (size_t)(bracket - pointer) : strlen(pointer));
    return arena_printf(mem, "%.*s%s", length, pointer, note);
}

/* "struct node *": also of pointers that have a name of their own in the source. */
static const char *pointer_to(arena *mem, const ir_di_struct *d) {
    bool tagged = *d->name && !d->named_by_typedef;
    const char *name = arena_printf(mem, "%s%s%s *", tagged ? ir_di_keyword(d) : "",
                                    tagged ? " " : "", *d->name ? d->name : "(unnamed)");
    return name ? name : "";
}

/* The number that an element's integer became: as the source has it, in fewer bits. */
static number narrow_number(dtrans_numbers *n, const dtrans_change *change, unsigned element,
                            const ir_di_member *m) {
    const dtrans_hooks *hooks = n->b->hooks;
    unsigned bits = narrowed_to(LLVMStructGetTypeAtIndex(change->from, element),
                                LLVMStructGetTypeAtIndex(change->to, change->element[element]));
    if (!bits || !hooks->is_signed)
        return (number){0};
    bool is_signed = hooks->is_signed(n->b, change->type, element, n->b->data);
    return (number){bits, arena_printf(&n->mem, "%s in %u bits", m->type, bits),
                    is_signed ? ENCODING_SIGNED : ENCODING_UNSIGNED, 0};
}

/* The number of a member of an old IR type; without bits if it is none. */
static number number_of(dtrans_numbers *n, LLVMTypeRef type, const ir_di_member *m) {
    const dtrans_layouts *l = &n->b->layouts;
    const dtrans_change *change = dtrans_change_of(l, type);
    uint64_t at = m->offset_bits / BYTE;
    number none = {0};
    if (!change || m->bitfield || !m->size_bits || at >= ir_abi_size(l->target, type))
        return none;
    unsigned element = ir_element_at(l->target, type, at);
    if (ir_offset_of(l->target, type, element) != at || change->element[element] == IR_NONE)
        return none;
    LLVMTypeRef new = LLVMStructGetTypeAtIndex(change->to, change->element[element]);
    unsigned bits = bits_of(LLVMStructGetTypeAtIndex(type, element), new);
    if (!bits || !n->b->hooks->number_note)
        return narrow_number(n, change, element, m);
    const char *note = n->b->hooks->number_note(n->b, change->type, element, n->b->data);
    bool plain = m->reach == IR_DI_POINTER_TO && m->pointer_depth == 1;
    const char *pointer = plain ? pointer_to(&n->mem, m->target) : m->type;
    return (number){bits, name_number(&n->mem, pointer, note), ENCODING_UNSIGNED,
                    LLVMDIFlagArtificial};
}

static const dtrans_source_link *first_link(const dtrans_numbers *n, const ir_di_struct *d) {
    uint32_t first = d ? n->sources.first[d->number] : 0;
    return first ? &n->sources.links.at[first] : NULL;
}

static const dtrans_source_link *next_link(const dtrans_numbers *n, const dtrans_source_link *l) {
    return l->next ? &n->sources.links.at[l->next] : NULL;
}

static bool is_changed(const dtrans_numbers *n, const ir_di_struct *d) {
    for (const dtrans_source_link *l = first_link(n, d); l; l = next_link(n, l))
        if (dtrans_change_of(&n->b->layouts, l->type))
            return true;
    return false;
}

static bool is_apart(const dtrans_numbers *n, const ir_di_struct *d) {
    for (const dtrans_source_link *l = first_link(n, d); l; l = next_link(n, l)) {
        const dtrans_change *change = dtrans_change_of(&n->b->layouts, l->type);
        if (change && change->apart)
            return true;
    }
    return false;
}

static void find_in_record(dtrans_numbers *n, const ir_di_node *record, const ir_di_struct *d) {
    size_t next = 0;
    for (size_t i = 0; i < record->member_count && next < d->member_count; i++) {
        if (!ir_di_is_data(ir_di_node_of(&n->b->info->di.graph, record->members[i])))
            continue;
        const ir_di_member *m = &d->members[next++];
        number found = {0};
        for (const dtrans_source_link *l = first_link(n, d); l && !found.bits; l = next_link(n, l))
            found = number_of(n, l->type, m);
        number *kept = found.bits ? arena_new(&n->mem, number) : NULL;
        map_word *slot = kept ? map_put(&n->members, record->members[i]) : NULL;
        if (!slot)
            continue;
        *kept = found;
        slot->p = kept;
        if (m->target && m->reach == IR_DI_POINTER_TO && found.bits < 64)
            n->narrow[m->target->number] = true;
    }
}

void dtrans_numbers_find(dtrans_numbers *n, DTransOptBase *b) {
    *n = (dtrans_numbers){.b = b};
    if (!is_active(n))
        return;
    const ir_di_types *di = &b->info->di;
    arena_init(&n->mem, b->ctx);
    map_init(&n->members, b->ctx);
    map_init(&n->successors, b->ctx);
    dtrans_sources_init(&n->sources, &b->layouts, b->info);
    n->narrow = arena_array(&n->mem, di->all.len + 1, bool);
    for (size_t i = 0; n->narrow && i < di->graph.types.len && ctx_tick(b->ctx, 1); i++) {
        const ir_di_node *record = di->graph.types.at[i].value.p;
        const ir_di_struct *d = ir_di_struct_of(di, record->node);
        if (d && d->complete && is_changed(n, d))
            find_in_record(n, record, d);
    }
}

static LLVMMetadataRef number_type(LLVMDIBuilderRef di, const char *name, unsigned bits) {
    return LLVMDIBuilderCreateBasicType(di, name, strlen(name), bits, ENCODING_UNSIGNED,
                                        LLVMDIFlagArtificial);
}

/* The number, or an array of it with the old one's dimensions. */
static LLVMMetadataRef number_like(dtrans_numbers *n, const ir_di_node *old, const number *kind) {
    LLVMMetadataRef type = LLVMDIBuilderCreateBasicType(
        n->di, kind->name, strlen(kind->name), kind->bits, kind->encoding, (LLVMDIFlags)kind->flag);
    if (!old || old->tag != IR_DI_TAG_ARRAY)
        return type;
    uint64_t size = kind->bits;
    LLVMMetadataRef *ranges = arena_array(&n->mem, old->count_count + 1, LLVMMetadataRef);
    for (size_t i = 0; ranges && i < old->count_count; i++) {
        ranges[i] = LLVMDIBuilderGetOrCreateSubrange(n->di, 0, (int64_t)old->counts[i]);
        size *= old->counts[i];
    }
    return ranges ? LLVMDIBuilderCreateArrayType(n->di, size, 0, type, ranges,
                                                 (unsigned)old->count_count)
                  : type;
}

static const ir_di_node *below_names(const ir_di_graph *g, LLVMMetadataRef type) {
    const ir_di_node *n = ir_di_node_of(g, type);
    for (unsigned i = 0; n && i < IR_MAX_TYPE_LEVELS; i++) {
        if (n->tag != IR_DI_TAG_TYPEDEF && n->tag != IR_DI_TAG_CONST &&
            n->tag != IR_DI_TAG_VOLATILE && n->tag != IR_DI_TAG_RESTRICT &&
            n->tag != IR_DI_TAG_ATOMIC)
            return n;
        n = ir_di_node_of(g, n->base);
    }
    return n;
}

static void succeed(dtrans_numbers *n, LLVMMetadataRef old, LLVMMetadataRef new) {
    map_word *slot = map_put(&n->successors, old);
    if (slot && vec_push(n->b->ctx, &n->made, new))
        slot->p = new;
}

static LLVMMetadataRef operand(dtrans_numbers *n, LLVMMetadataRef node, unsigned i) {
    ir_md_operands(n->b->m, node, &n->ops);
    return ir_md_node_at(&n->ops, i);
}

static void succeed_member(dtrans_numbers *n, const ir_di_node *m, const number *kind) {
    LLVMMetadataRef type = number_like(n, below_names(&n->b->info->di.graph, m->base), kind);
    succeed(n, m->node,
            LLVMDIBuilderCreateMemberType(
                n->di, operand(n, m->node, SCOPE), m->name, strlen(m->name), m->file, m->line,
                LLVMDITypeGetSizeInBits(type), m->align, LLVMDITypeGetOffsetInBits(m->node),
                (LLVMDIFlags)(m->flags | kind->flag), type));
}

static void succeed_record(dtrans_numbers *n, const ir_di_node *r) {
    LLVMMetadataRef scope = operand(n, r->node, SCOPE);
    LLVMMetadataRef notes = operand(n, r->node, IR_DI_OP_ANNOTATIONS);
    LLVMMetadataRef new = LLVMDIBuilderCreateStructType(
        n->di, scope, r->name, strlen(r->name), r->file, r->line, LLVMDITypeGetSizeInBits(r->node),
        r->align, (LLVMDIFlags)(r->flags | LLVMDIFlagArtificial), r->base, r->members,
        (unsigned)r->member_count, 0, NULL, "", 0);
    if (notes)
        LLVMReplaceMDNodeOperandWith(LLVMMetadataAsValue(n->b->m->llvm_ctx, new),
                                     IR_DI_OP_ANNOTATIONS, notes);
    succeed(n, r->node, new);
    const ir_di_struct *d = ir_di_struct_of(&n->b->info->di, r->node);
    for (const dtrans_source_link *l = first_link(n, d); l; l = next_link(n, l)) {
        map_word *slot = map_put(&n->b->debug_types, l->type);
        if (slot && !slot->p)
            slot->p = new;
    }
}

/* Pointers to elements of arrays that are split. */
static void succeed_index(dtrans_numbers *n, const ir_di_node *p, const ir_di_struct *d) {
    const char *note = n->b->hooks->number_note(n->b, IR_NONE, 0, n->b->data);
    const char *name = name_number(&n->mem, pointer_to(&n->mem, d), note);
    if (name)
        succeed(n, p->node, number_type(n->di, name, 64));
}

/* Pointers to pointers of which some are narrow. */
static void succeed_unknown(dtrans_numbers *n, const ir_di_node *p) {
    static const char name[] = "pointer of 32 or 64 bits";
    LLVMMetadataRef type = LLVMDIBuilderCreateUnspecifiedType(n->di, name, sizeof name - 1);
    succeed(n, p->node, LLVMDIBuilderCreatePointerType(n->di, type, p->size, 0, 0, "", 0));
}

static void succeed_pointer(dtrans_numbers *n, const ir_di_node *p) {
    const ir_di_graph *g = &n->b->info->di.graph;
    const ir_di_node *to = below_names(g, p->base);
    if (!to)
        return;
    if (ir_di_is_record(to)) {
        const ir_di_struct *d = ir_di_struct_of(&n->b->info->di, to->node);
        if (is_apart(n, d))
            succeed_index(n, p, d);
    } else if (ir_di_is_pointer(to)) {
        const ir_di_node *object = below_names(g, to->base);
        const ir_di_struct *d = object && ir_di_is_record(object)
                                    ? ir_di_struct_of(&n->b->info->di, object->node)
                                    : NULL;
        if (d && n->narrow[d->number])
            succeed_unknown(n, p);
    }
}

static void find_successors(dtrans_numbers *n) {
    const map *types = &n->b->info->di.graph.types;
    for (size_t i = 0; i < types->len && ctx_tick(n->b->ctx, 1); i++) {
        const ir_di_node *t = types->at[i].value.p;
        const number *kind = map_get(&n->members, t->node);
        const ir_di_struct *d = ir_di_struct_of(&n->b->info->di, t->node);
        if (kind)
            succeed_member(n, t, kind);
        else if (!n->b->hooks->number_note)
            continue;
        else if (ir_di_is_pointer(t))
            succeed_pointer(n, t);
        else if (t->tag == IR_DI_TAG_STRUCT && d && d->complete && is_changed(n, d))
            succeed_record(n, t);
    }
}

static void replace_operands(dtrans_numbers *n, LLVMMetadataRef node) {
    ir_md_operands(n->b->m, node, &n->ops);
    for (unsigned i = 0; i < n->ops.len; i++) {
        LLVMMetadataRef old = ir_md_node_at(&n->ops, i);
        LLVMMetadataRef new = old ? map_get(&n->successors, old) : NULL;
        if (new)
            LLVMReplaceMDNodeOperandWith(LLVMMetadataAsValue(n->b->m->llvm_ctx, node), i, new);
    }
}

/* Lists of members are not among the nodes that were reached. */
static void replace_all(dtrans_numbers *n) {
    const ir_di_graph *g = &n->b->info->di.graph;
    for (size_t i = 0; i < g->types.len && ctx_tick(n->b->ctx, 1); i++) {
        const ir_di_node *t = g->types.at[i].value.p;
        if (ir_di_is_record(t) && !map_find(&n->successors, t->node))
            replace_operands(n, operand(n, t->node, IR_DI_OP_ELEMENTS));
    }
    for (size_t i = 0; i < n->made.len && ctx_tick(n->b->ctx, 1); i++) {
        LLVMMetadataRef made = n->made.at[i];
        if (LLVMGetMetadataKind(made) == LLVMDICompositeTypeMetadataKind)
            replace_operands(n, operand(n, made, IR_DI_OP_ELEMENTS));
        replace_operands(n, made);
    }
    for (size_t i = 0; i < g->work.len && ctx_tick(n->b->ctx, 1); i++)
        if (!map_find(&n->successors, g->work.at[i]))
            replace_operands(n, g->work.at[i]);
}

/* What is only pointed to by numbers would else be in nobody's debug info. */
static void keep_records(dtrans_numbers *n) {
    ir_di_graph *g = &n->b->info->di.graph;
    LLVMMetadataRef unit = ir_di_first_unit(g);
    VEC(LLVMMetadataRef) records = {0};
    for (size_t i = 0; i < n->made.len; i++)
        if (LLVMGetDINodeTag(n->made.at[i]) == IR_DI_TAG_STRUCT)
            vec_push(n->b->ctx, &records, n->made.at[i]);
    if (unit && records.len)
        ir_di_add_types(g, unit, records.at, records.len);
    vec_free(n->b->ctx, &records);
}

void dtrans_numbers_apply(dtrans_numbers *n) {
    if (!is_active(n))
        return;
    n->di = LLVMCreateDIBuilderDisallowUnresolved(n->b->m->llvm);
    if (ctx_ok(n->b->ctx))
        find_successors(n);
    if (ctx_ok(n->b->ctx))
        replace_all(n);
    if (ctx_ok(n->b->ctx))
        keep_records(n);
    LLVMDisposeDIBuilder(n->di);
    dtrans_sources_free(&n->sources);
    vec_free(n->b->ctx, &n->made);
    vec_free(n->b->ctx, &n->ops);
    map_free(&n->members);
    map_free(&n->successors);
    arena_free(&n->mem);
}

/* Below arrays, names and qualifiers; a node that this transform may have made. */
static LLVMMetadataRef below_all(DTransOptBase *b, LLVMMetadataRef type, ir_md_ops *ops) {
    for (unsigned i = 0; type && i < IR_MAX_TYPE_LEVELS; i++) {
        switch (LLVMGetDINodeTag(type)) {
        case IR_DI_TAG_ARRAY:
        case IR_DI_TAG_TYPEDEF:
        case IR_DI_TAG_CONST:
        case IR_DI_TAG_VOLATILE:
        case IR_DI_TAG_RESTRICT:
            ir_md_operands(b->m, type, ops);
            type = ir_md_node_at(ops, IR_DI_OP_BASE);
            break;
        default:
            return type;
        }
    }
    return type;
}

static void spell_pointer(DTransOptBase *b, LLVMMetadataRef pointer, ir_md_ops *ops, str *out) {
    ir_md_operands(b->m, pointer, ops);
    LLVMMetadataRef to = below_all(b, ir_md_node_at(ops, IR_DI_OP_BASE), ops);
    if (to)
        ir_md_operands(b->m, to, ops);
    const char *name = to ? ir_md_string_at(ops, IR_DI_OP_NAME) : NULL;
    name = name && *name ? name : NULL;
    bool record = to && LLVMGetDINodeTag(to) == IR_DI_TAG_STRUCT;
    str_printf(out, "%s%s *", record && name ? "struct " : "",
               name     ? name
               : record ? "(unnamed)"
                        : "void");
    str_add(out, b->hooks->number_note(b, IR_NONE, 0, b->data));
}

/* A variable of integers that is said to be one of pointers. */
static void correct(void *data, LLVMMetadataRef variable, LLVMTypeRef storage) {
    DTransOptBase *b = data;
    ir_di_graph *g = &b->info->di.graph;
    LLVMTypeRef element = ir_below_arrays(storage);
    if (!variable || LLVMGetTypeKind(element) != LLVMIntegerTypeKind)
        return;
    ir_md_ops ops = {0};
    LLVMMetadataRef type = below_all(b, ir_di_variable_type(g, variable), &ops);
    if (type && LLVMGetDINodeTag(type) == IR_DI_TAG_POINTER) {
        str name;
        str_init(&name, b->ctx);
        spell_pointer(b, type, &ops, &name);
        LLVMDIBuilderRef di = LLVMCreateDIBuilderDisallowUnresolved(b->m->llvm);
        unsigned bits = LLVMGetIntTypeWidth(element);
        LLVMMetadataRef new = number_type(di, str_text(&name), bits);
        uint64_t size = ir_abi_size(b->layouts.target, storage) * BYTE;
        LLVMMetadataRef range = LLVMDIBuilderGetOrCreateSubrange(di, 0, (int64_t)(size / bits));
        if (ir_is_array(storage))
            new = LLVMDIBuilderCreateArrayType(di, size, 0, new, &range, 1);
        ir_di_set_variable_type(g, variable, new);
        LLVMDisposeDIBuilder(di);
        str_free(&name);
    }
    vec_free(b->ctx, &ops);
}

void dtrans_numbers_in_variables(DTransOptBase *b) {
    if (b->hooks->number_note && b->info->di.all.len)
        dtrans_each_variable(b->m, correct, b);
}
