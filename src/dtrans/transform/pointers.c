/* Which pointers lead to objects of exactly one type, and which fields hold them. */
#include "dtrans/transform/pointers.h"

#include "base/limits.h"
#include "dtrans/transform/base.h"
#include "dtrans/transform/layout_body.h"
#include "ir/size.h"
#include "ir/value.h"

void dtrans_pointers_init(DTransOptBase *b) {
    b->pointers = (dtrans_pointers){0};
    dtrans_local_init(&b->pointers.local, b->info);
    map_init(&b->pointers.frozen, b->ctx);
}

void dtrans_pointers_free(DTransOptBase *b) {
    dtrans_local_free(&b->pointers.local);
    map_free(&b->pointers.frozen);
    vec_free(b->ctx, &b->pointers.casts);
    vec_free(b->ctx, &b->pointers.params);
}

static void refuse(DTransOptBase *b, uint32_t type, LLVMValueRef where, const char *reason) {
    dtrans_pointee *p = &b->pointers.types[type];
    if (!p->refusal)
        *p = (dtrans_pointee){.refusal = reason, .where = where};
}

static const LocalPointerInfo *local(DTransOptBase *b, ptr_class c) {
    return dtrans_local_class(&b->pointers.local, c);
}

uint32_t dtrans_pointee_of(DTransOptBase *b, ptr_class c) {
    const LocalPointerInfo *p = local(b, c);
    bool exact = p->count == 1 && p->objects == 1 && !p->conflicting && !p->tangled &&
                 !p->views[0].element && !p->views[0].beyond;
    return exact ? p->views[0].type : IR_NONE;
}

bool dtrans_pointer_field_at(const DTransOptBase *b, uint32_t type, uint64_t offset, uint32_t *in,
                             uint32_t *number) {
    const DTransInfo *info = b->info;
    for (;;) {
        uint32_t field = dtrans_field_at(info, type, offset);
        if (field == IR_NONE)
            return false;
        offset -= info->types.at[type].fields[field].offset;
        LLVMTypeRef at = LLVMStructGetTypeAtIndex(info->types.at[type].llvm, field);
        while (ir_is_array(at)) {
            at = LLVMGetElementType(at);
            uint64_t size = ir_abi_size(b->layouts.target, at);
            offset = size ? offset % size : 0;
        }
        if (LLVMGetTypeKind(at) == LLVMPointerTypeKind) {
            *in = type;
            *number = field;
            return offset == 0;
        }
        type = dtrans_type_of(info, at);
        if (type == IR_NONE)
            return false;
    }
}

static dtrans_kept *field_at(const DTransOptBase *b, uint32_t type, uint64_t offset) {
    uint32_t in, number;
    return dtrans_pointer_field_at(b, type, offset, &in, &number) ? &b->pointers.fields[in][number]
                                                                  : NULL;
}

/* The type that pointers kept at the locations of a class lead to, IR_NONE if not exactly one.
 */
static uint32_t kept_at(DTransOptBase *b, ptr_class cell) {
    ptr_class pointee = ptr_pointee_if_any(&b->info->graph, cell);
    uint32_t type = dtrans_pointee_of(b, pointee);
    if (type != IR_NONE || (pointee && !dtrans_is_blank(&b->pointers.local, pointee)))
        return type;
    const LocalPointerInfo *place = local(b, cell);
    dtrans_each_view (view, place) {
        const dtrans_kept *kept = field_at(b, view->type, view->offset);
        if (kept)
            return kept->type;
    }
    return IR_NONE;
}

LLVMTypeRef dtrans_kept_integer(DTransOptBase *b, ptr_class cell) {
    uint32_t type = kept_at(b, cell);
    LLVMTypeRef to = type == IR_NONE ? NULL : b->pointers.types[type].integer;
    LLVMTypeRef word = LLVMIntPtrTypeInContext(b->m->llvm_ctx, b->layouts.target);
    bool narrow = to && LLVMGetIntTypeWidth(to) < LLVMGetIntTypeWidth(word);
    return narrow && !local(b, cell)->count ? word : to;
}

static LLVMValueRef witness_of(const DTransOptBase *b, ptr_class c) {
    const ptr_graph *g = &b->info->graph;
    uint32_t fact = g->nodes.at[c].types.first;
    return fact ? g->witnesses.at[g->facts.at[fact].witness].value : NULL;
}

static void vote(DTransOptBase *b, dtrans_kept *kept, uint32_t type, LLVMValueRef where) {
    static const char disagree[] =
        "a field holds such pointers in some objects and others in others";
    uint32_t before = kept->type;
    if (type == IR_NONE)
        kept->other = true;
    else
        kept->type = type;
    if (kept->type == IR_NONE || (!kept->other && (before == IR_NONE || before == type)))
        return;
    refuse(b, kept->type, where, disagree);
    if (before != IR_NONE)
        refuse(b, before, where, disagree);
}

/* What pointers kept at the location show about the fields it may be. */
static void count_cell(DTransOptBase *b, ptr_class cell) {
    ptr_class pointee = ptr_pointee_if_any(&b->info->graph, cell);
    if (!pointee || dtrans_is_blank(&b->pointers.local, pointee))
        return;
    uint32_t type = dtrans_pointee_of(b, pointee);
    const LocalPointerInfo *place = local(b, cell);
    bool variable = b->info->graph.nodes.at[cell].objects.first && !place->objects;
    if (type != IR_NONE && place->count && variable)
        b->pointers.types[type].mixed = true;
    dtrans_each_view (view, place) {
        dtrans_kept *kept = field_at(b, view->type, view->offset);
        if (kept)
            vote(b, kept, type, witness_of(b, cell));
        else if (type != IR_NONE && !view->outer)
            refuse(b, type, witness_of(b, cell),
                   "such a pointer is kept where a struct has no pointer");
    }
}

/* A type some of whose objects can only be distinguished from others by more than their address. */
static void count_objects(DTransOptBase *b, ptr_class c) {
    ptr_graph *g = &b->info->graph;
    const LocalPointerInfo *place = local(b, c);
    bool exact = dtrans_pointee_of(b, c) != IR_NONE;
    dtrans_each_object (view, place) {
        if (!exact)
            refuse(b, view->type, witness_of(b, c),
                   "such a pointer may also lead to another type, or to a field");
        else if (ptr_marked(g, c, PTR_UNKNOWN) || ptr_marked(g, c, PTR_ESCAPES))
            refuse(b, view->type, witness_of(b, c), "code outside knows such pointers");
    }
}

/* The structs around a mapped pointer change, too. */
static void check_holders(DTransOptBase *b) {
    for (uint32_t i = 0; i < b->info->types.len; i++)
        for (uint32_t k = 0; k < b->info->types.at[i].field_count; k++)
            if (b->pointers.fields[i][k].type != IR_NONE &&
                !dtrans_may_change(b, i, DTRANS_REORDER_FIELDS))
                refuse(b, b->pointers.fields[i][k].type, NULL,
                       "a struct that must keep its layout holds such a pointer");
}

/* The address of a load or store that a change of width would not reach, else NULL. */
static LLVMValueRef odd_address(LLVMValueRef inst) {
    LLVMTypeRef type;
    LLVMValueRef address = ir_accessed(inst, &type);
    bool plain =
        address && ir_is_plain_access(inst) && LLVMGetTypeKind(type) == LLVMPointerTypeKind;
    return plain ? NULL : address;
}

static void count_accesses(DTransOptBase *b) {
    ir_each_function (fn, b->m->llvm)
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb) {
                LLVMValueRef address = ctx_tick(b->ctx, 1) ? odd_address(inst) : NULL;
                ptr_class c = address ? ptr_class_of_operand(&b->info->graph, b->m, address) : 0;
                uint32_t type = c ? kept_at(b, c) : IR_NONE;
                if (type != IR_NONE && !b->pointers.types[type].odd)
                    b->pointers.types[type].odd = inst;
            }
}

static bool allocate(DTransOptBase *b) {
    arena *mem = &b->layouts.mem;
    size_t count = b->info->types.len;
    dtrans_pointee *types = arena_array(mem, count + 1, dtrans_pointee);
    b->pointers.fields = arena_array(mem, count + 1, dtrans_kept *);
    for (size_t i = 0; types && b->pointers.fields && i < count; i++) {
        uint32_t fields = b->info->types.at[i].field_count;
        b->pointers.fields[i] = arena_array(mem, fields + 1, dtrans_kept);
        for (uint32_t k = 0; b->pointers.fields[i] && k < fields; k++)
            b->pointers.fields[i][k] = (dtrans_kept){.type = IR_NONE};
    }
    b->pointers.types = ctx_ok(b->ctx) ? types : NULL;
    return ctx_ok(b->ctx);
}

/* One look at every class answers the questions about all types. */
static bool count_once(DTransOptBase *b) {
    ptr_graph *g = &b->info->graph;
    if (b->pointers.types)
        return true;
    if (!allocate(b))
        return false;
    size_t count = g->nodes.len; /* looking up adds nodes, but no locations */
    for (ptr_class c = 1; c < count && ctx_tick(b->ctx, 1); c++) {
        if (g->nodes.at[c].up != c)
            continue;
        count_objects(b, c);
        count_cell(b, c);
    }
    check_holders(b);
    count_accesses(b);
    return ctx_ok(b->ctx);
}

const char *dtrans_pointer_refusal(DTransOptBase *b, uint32_t type, LLVMValueRef *where) {
    if (!count_once(b))
        return "out of memory";
    *where = b->pointers.types[type].where;
    return b->pointers.types[type].refusal;
}

/* What an integer that cannot hold every address cannot do. */
const char *dtrans_narrow_refusal(DTransOptBase *b, uint32_t type) {
    if (!count_once(b))
        return "out of memory";
    if (b->pointers.types[type].odd)
        return "such a pointer is accessed as something else";
    if (b->pointers.types[type].mixed)
        return "such a pointer is kept where a field or a variable may be";
    for (uint32_t i = 0; i < b->info->types.len; i++)
        for (uint32_t k = 0; k < b->info->types.at[i].field_count; k++)
            if (b->pointers.fields[i][k].type == type &&
                b->info->types.at[i].safety & dtrans_bit(HasInitializerList))
                return "an initialised object holds such a pointer";
    return NULL;
}

bool dtrans_map_pointer(DTransOptBase *b, uint32_t type, LLVMTypeRef integer) {
    if (!count_once(b) || b->pointers.types[type].refusal)
        return false;
    uint64_t width = LLVMGetIntTypeWidth(integer);
    const char *narrow =
        width < 8 * LLVMPointerSize(b->layouts.target) ? dtrans_narrow_refusal(b, type) : NULL;
    if (narrow) {
        refuse(b, type, b->pointers.types[type].odd, narrow);
        return false;
    }
    b->pointers.types[type].integer = integer;
    b->pointers.active = true;
    return true;
}

LLVMTypeRef dtrans_pointer_array(LLVMTypeRef type, LLVMTypeRef integer) {
    uint64_t lengths[DTRANS_MAX_DIMENSIONS];
    unsigned count = 0;
    for (; ir_is_array(type); type = LLVMGetElementType(type)) {
        if (count == DTRANS_MAX_DIMENSIONS)
            return NULL;
        lengths[count++] = LLVMGetArrayLength2(type);
    }
    if (LLVMGetTypeKind(type) != LLVMPointerTypeKind)
        return NULL;
    while (count)
        integer = LLVMArrayType2(integer, lengths[--count]);
    return integer;
}

LLVMTypeRef dtrans_pointer_field(const DTransOptBase *b, uint32_t type, uint32_t field) {
    if (!b->pointers.active || b->pointers.fields[type][field].type == IR_NONE)
        return NULL;
    LLVMTypeRef to = b->pointers.types[b->pointers.fields[type][field].type].integer;
    LLVMTypeRef at = LLVMStructGetTypeAtIndex(b->info->types.at[type].llvm, field);
    return to ? dtrans_pointer_array(at, to) : NULL;
}

/* Step 2 for structs that hold mapped pointers. */
void dtrans_pointers_types(DTransOptBase *b) {
    for (uint32_t i = 0; b->pointers.active && i < b->info->types.len; i++) {
        bool holds = false;
        for (uint32_t k = 0; k < b->info->types.at[i].field_count; k++)
            holds |= dtrans_pointer_field(b, i, k) != NULL;
        if (!holds || dtrans_change_of(&b->layouts, b->info->types.at[i].llvm))
            continue;
        dtrans_change *change = dtrans_base_replace(b, i, b->hooks->dependent_prefix);
        if (change)
            change->dependent = true;
    }
}

/* Step 3 for them. */
void dtrans_pointers_bodies(DTransOptBase *b) {
    for (size_t i = 0; i < b->layouts.changes.len; i++) {
        dtrans_change *change = &b->layouts.changes.at[i];
        dtrans_body body;
        if (change->dependent && dtrans_body_init(&body, b, change))
            dtrans_body_set(&body, b, change);
    }
}
