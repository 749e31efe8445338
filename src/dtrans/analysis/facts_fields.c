/* Every access to every field. Classes of pointers know the locations; a class that is the location
 * of one field, wherever its pointers come from, gives that field its accesses. What is known of
 * other classes makes obstacles. */
#include "dtrans/analysis/facts.h"
#include "ir/ir_address.h"
#include "ir/size.h"
#include "ir/value.h"

#include <string.h>

void dtrans_facts_init(dtrans_facts *f, DTransInfo *info) {
    *f = (dtrans_facts){.info = info};
    arena_init(&f->mem, info->ctx);
    map_init(&f->place, info->ctx);
    dtrans_visitor_init(&f->visitor, info);
}

static void free_lists(dtrans_facts *f, uint32_t type) {
    for (uint32_t k = 0; f->fields[type] && k < f->info->types.at[type].field_count; k++)
        vec_free(f->info->ctx, &f->fields[type][k].list);
}

void dtrans_facts_free(dtrans_facts *f) {
    for (uint32_t i = 0; f->fields && i < f->info->types.len; i++)
        free_lists(f, i);
    dtrans_visitor_free(&f->visitor);
    map_free(&f->place);
    arena_free(&f->mem);
}

static void obstruct(dtrans_field_use *u, LLVMValueRef where, const char *obstacle) {
    if (u && !u->obstacle) {
        u->obstacle = obstacle;
        u->where = where;
    }
}

static void obstruct_all(dtrans_facts *f, uint32_t type, LLVMValueRef where, const char *obstacle) {
    for (uint32_t k = 0; k < f->info->types.at[type].field_count; k++)
        obstruct(&f->fields[type][k], where, obstacle);
}

static bool allocate(dtrans_facts *f) {
    size_t count = f->info->types.len;
    dtrans_field_use **fields = arena_array(&f->mem, count + 1, dtrans_field_use *);
    for (size_t i = 0; fields && i < count; i++)
        fields[i] = arena_array(&f->mem, f->info->types.at[i].field_count + 1, dtrans_field_use);
    f->fields = ctx_ok(f->info->ctx) ? fields : NULL;
    return f->fields != NULL;
}

/* Of conditions that mean that something is done to objects which is not followed, the first. */
static const char *unfollowed(dtrans_facts *f, const dtrans_type *t) {
    static const SafetyData followed = DTRANS_BIT(GlobalPtr) | DTRANS_BIT(GlobalInstance) |
                                       DTRANS_BIT(ContainsNestedStruct) | DTRANS_BIT(NestedStruct) |
                                       DTRANS_BIT(FieldAddressTaken);
    for (dtrans_condition c = 0; c < DTRANS_CONDITIONS; c++)
        if (t->safety & ~followed & dtrans_bit(c))
            return arena_printf(&f->mem, "'%s' has the condition %s", t->name,
                                dtrans_condition_name(c));
    return NULL;
}

/* What forbids to know all accesses to the fields of a struct, and of what is in it by value. */
static const char *obstacle_of(dtrans_facts *f, const dtrans_type *t) {
    if (!dtrans_is_program_legal(f->info))
        return "the program is not whole, or handles exceptions";
    if (!t->layout->sized || !t->size)
        return "the program does not define the struct";
    if (str_starts_with(t->name, "union."))
        return "members of a union share their bytes";
    return unfollowed(f, t);
}

/* Inner structs come before outer ones in no order, so it is repeated until nothing changes. */
static void obstruct_structs(dtrans_facts *f) {
    const DTransInfo *info = f->info;
    const char **why = arena_array(&f->mem, info->types.len + 1, const char *);
    bool changed = why != NULL;
    for (uint32_t i = 0; why && i < info->types.len; i++)
        why[i] = obstacle_of(f, &info->types.at[i]);
    while (changed && ctx_tick(info->ctx, 1)) {
        changed = false;
        for (uint32_t i = 0; i < info->types.len; i++)
            for (uint32_t k = 0; why[i] && k < info->types.at[i].field_count; k++) {
                uint32_t inner = dtrans_field_type(info, i, k);
                if (inner == IR_NONE || why[inner])
                    continue;
                why[inner] = why[i];
                changed = true;
            }
    }
    for (uint32_t i = 0; why && i < info->types.len; i++)
        if (why[i])
            obstruct_all(f, i, NULL, why[i]);
}

static void obstruct_fields(dtrans_facts *f, uint32_t type) {
    const dtrans_type *t = &f->info->types.at[type];
    for (uint32_t k = 0; k < t->field_count; k++) {
        dtrans_field_use *u = &f->fields[type][k];
        u->type = LLVMStructGetTypeAtIndex(t->llvm, k);
        LLVMTypeKind kind = LLVMGetTypeKind(u->type);
        if (t->fields[k].padding)
            obstruct(u, NULL, "it is padding");
        if (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind)
            obstruct(u, NULL, "it is not a scalar");
        if (strchr(t->fields[k].name, '+'))
            obstruct(u, NULL, "bit-fields share it");
        if (t->fields[k].pinned)
            obstruct(u, NULL, "its address is also used as that of the object");
        if (t->fields[k].address_taken)
            obstruct(u, NULL, "its address is stored, passed or returned");
        if (t->open && k + 1 == t->field_count)
            obstruct(u, NULL, "more may follow it than the struct says");
    }
}

/* The scalar that is at an offset of a struct, at any depth. `inside`: bytes into it. */
static dtrans_field_use *scalar_at(const dtrans_facts *f, uint32_t type, uint64_t offset,
                                   uint32_t *in, uint64_t *inside) {
    LLVMTargetDataRef target = f->visitor.target;
    for (;;) {
        uint32_t field = dtrans_field_at(f->info, type, offset);
        if (field == IR_NONE)
            return NULL;
        offset -= f->info->types.at[type].fields[field].offset;
        LLVMTypeRef at = LLVMStructGetTypeAtIndex(f->info->types.at[type].llvm, field);
        *in = type;
        *inside = offset;
        while (ir_is_array(at)) {
            at = LLVMGetElementType(at);
            uint64_t size = ir_abi_size(target, at);
            offset = size ? offset % size : 0;
        }
        type = dtrans_type_of(f->info, at);
        if (type == IR_NONE)
            return &f->fields[*in][field];
    }
}

/* Whether the struct is an object of the class, or what such an object begins with. */
static bool begins_object(const dtrans_facts *f, const LocalPointerInfo *p, uint32_t type) {
    dtrans_each_object (view, p)
        for (uint32_t at = view->type; at != IR_NONE; at = dtrans_field_type(f->info, at, 0)) {
            if (at == type)
                return true;
            if (!f->info->types.at[at].field_count)
                break;
        }
    return false;
}

/* What is done with such addresses besides loading and storing. */
static const char *odd_mark(ptr_graph *g, ptr_class c) {
    for (ptr_mark m = 0; m < PTR_MARKS; m++)
        if (m != PTR_FREED && ptr_marked(g, c, m))
            return "its address is known outside, or computed with";
    return g->nodes.at[c].objects.first ? "other memory is used through the same pointers" : NULL;
}

static void set_place(dtrans_facts *f, ptr_class c, dtrans_field_use *use) {
    map_word *slot = map_put_u(&f->place, c);
    if (slot)
        slot->p = use;
}

/* The location of a class that is not an object's: that of one field, or of none. */
static void judge_location(dtrans_facts *f, ptr_class c, const LocalPointerInfo *p) {
    dtrans_field_use *only = NULL;
    const char *why = odd_mark(&f->info->graph, c);
    bool several = p->conflicting || p->tangled;
    uint32_t in;
    uint64_t inside;
    dtrans_each_view (view, p) {
        dtrans_field_use *u = scalar_at(f, view->type, view->offset, &in, &inside);
        several |= !u || inside || (only && only != u);
        only = u ? u : only;
    }
    dtrans_each_view (view, p) {
        dtrans_field_use *u = scalar_at(f, view->type, view->offset, &in, &inside);
        if (why)
            obstruct(u, NULL, why);
        if (several)
            obstruct(u, NULL, "a pointer to it may also lead to something else");
    }
    if (only && !several)
        set_place(f, c, only);
}

/* Fields at the location of an object, which is not what begins there. */
static void judge_object(dtrans_facts *f, const LocalPointerInfo *p) {
    uint32_t in;
    uint64_t inside;
    dtrans_each_field (view, p) {
        dtrans_field_use *u = scalar_at(f, view->type, view->offset, &in, &inside);
        if (u && (inside || u != &f->fields[in][0] || !begins_object(f, p, in)))
            obstruct(u, NULL, "a pointer to it may also lead to an object");
    }
}

/* Looking up constants adds classes. */
static void judge_classes(dtrans_facts *f) {
    ptr_graph *g = &f->info->graph;
    for (; f->judged < g->nodes.len && ctx_tick(f->info->ctx, 1); f->judged++) {
        ptr_class c = (ptr_class)f->judged;
        if (c == 0 || g->nodes.at[c].up != c)
            continue;
        const LocalPointerInfo *p = dtrans_local_class(&f->visitor.local, c);
        if (p->objects)
            judge_object(f, p);
        else if (p->count)
            judge_location(f, c, p);
    }
}

static dtrans_field_use *use_at(dtrans_facts *f, LLVMValueRef pointer) {
    if (!ir_is_pointer(pointer))
        return NULL;
    ptr_class c = dtrans_class_of(f->info, pointer);
    judge_classes(f);
    map_word *slot = map_find_u(&f->place, c);
    return slot ? slot->p : NULL;
}

/* The field that an address computation names by its types, NULL if it ends elsewhere. */
static dtrans_field_use *named_field(const dtrans_facts *f, LLVMValueRef gep) {
    ir_gep_walk w = ir_gep_begin(gep);
    dtrans_field_use *named = NULL;
    while (ir_gep_step(&w)) {
        uint32_t in = w.member ? dtrans_type_of(f->info, w.in) : IR_NONE;
        named = in == IR_NONE ? NULL : &f->fields[in][w.field];
    }
    return named;
}

static void look_at_address(dtrans_facts *f, LLVMValueRef gep) {
    dtrans_field_use *from = use_at(f, LLVMGetOperand(gep, 0)), *named = named_field(f, gep);
    LLVMTypeRef source = LLVMGetGEPSourceElementType(gep);
    LLVMValueRef where = LLVMIsAInstruction(gep);
    if (from && !ir_has_fixed_size(source)) {
        obstruct(from, where, "an address computed from its own is not understood");
    } else if (from) {
        ir_distance d = ir_gep_distance(f->visitor.target, gep);
        if (d.variable || d.constant)
            obstruct(from, where, "other addresses are computed from its own");
    }
    if (named && use_at(f, gep) != named)
        obstruct(named, where, "an address of it is not known to lead there only");
}

static void look_at_constant(dtrans_facts *f, LLVMValueRef constant, map *seen) {
    dtrans_value_list work = {0};
    vec_push(f->info->ctx, &work, constant);
    while (work.len && ctx_tick(f->info->ctx, 1)) {
        LLVMValueRef c = vec_pop(&work);
        bool parts = LLVMIsAConstantExpr(c) || LLVMIsAConstantStruct(c) ||
                     LLVMIsAConstantArray(c) || LLVMIsAConstantVector(c);
        if (!parts || !map_add(seen, c))
            continue;
        if (ir_is_constant_of(c, LLVMGetElementPtr))
            look_at_address(f, c);
        else if (LLVMIsAConstantExpr(c))
            obstruct(use_at(f, LLVMGetOperand(c, 0)), NULL, "its address is used as a number");
        for (int i = 0; i < LLVMGetNumOperands(c); i++)
            vec_push(f->info->ctx, &work, LLVMGetOperand(c, (unsigned)i));
    }
    vec_free(f->info->ctx, &work);
}

static void look_at_access(dtrans_facts *f, LLVMValueRef inst, LLVMValueRef address,
                           LLVMTypeRef type) {
    dtrans_field_use *u = use_at(f, address);
    if (!u)
        return;
    if (ir_is_plain_access(inst) && !LLVMGetVolatile(inst) && u->type == type)
        vec_push(f->info->ctx, &u->list, inst);
    else
        obstruct(u, inst, "it is accessed in another way than as what it is");
}

/* Calls that say something of memory and do nothing to it. */
static bool is_marker(LLVMValueRef call) {
    static const char *const prefixes[] = {"llvm.lifetime.", "llvm.dbg.", "llvm.ptr.annotation.",
                                           "llvm.prefetch."};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (ir_calls_named(call, prefixes[i]))
            return true;
    return false;
}

/* All that is at the location, and in what is there, at any depth. */
static void fill(dtrans_facts *f, const LocalPointerInfo *p, LLVMValueRef call) {
    VEC(uint32_t) work = {0};
    lathe_ctx *ctx = f->info->ctx;
    dtrans_each_view (view, p)
        vec_push(ctx, &work, view->type);
    while (work.len && ctx_tick(ctx, 1)) {
        uint32_t type = vec_pop(&work);
        for (uint32_t k = 0; k < f->info->types.at[type].field_count; k++) {
            uint32_t inner = dtrans_field_type(f->info, type, k);
            if (inner != IR_NONE)
                vec_push(ctx, &work, inner);
            f->fields[type][k].filled = true;
            f->fields[type][k].where = call;
        }
    }
    vec_free(ctx, &work);
}

/* The byte that a call sets memory to, by any name; NULL if it sets none. */
static LLVMValueRef byte_set(LLVMValueRef call) {
    bool sets = strstr(ir_callee_name(call), "memset") && LLVMGetNumArgOperands(call) > 1;
    return sets ? LLVMGetOperand(call, 1) : NULL;
}

static void look_at_call(dtrans_facts *f, LLVMValueRef call) {
    LLVMValueRef byte = byte_set(call);
    if (byte && !ir_is_zero(byte))
        fill(f, dtrans_local_value(&f->visitor.local, LLVMGetOperand(call, 0)), call);
    if (is_marker(call))
        return;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        obstruct(use_at(f, LLVMGetOperand(call, i)), call, "a function is given its address");
}

static void look_at(dtrans_facts *f, LLVMValueRef inst, map *seen) {
    LLVMTypeRef type;
    LLVMValueRef address = ir_accessed(inst, &type);
    if (address)
        look_at_access(f, inst, address, type);
    else if (LLVMIsAGetElementPtrInst(inst) && ir_is_pointer(inst))
        look_at_address(f, inst);
    else if (LLVMIsAPtrToIntInst(inst))
        obstruct(use_at(f, LLVMGetOperand(inst, 0)), inst, "its address is used as a number");
    else if (ir_is_call_site(inst))
        look_at_call(f, inst);
    for (int i = 0; i < LLVMGetNumOperands(inst); i++) {
        LLVMValueRef operand = LLVMGetOperand(inst, (unsigned)i);
        if (operand && LLVMIsConstant(operand))
            look_at_constant(f, operand, seen);
    }
}

static void look_at_module(dtrans_facts *f) {
    map seen;
    map_init(&seen, f->info->ctx);
    ir_each_global (global, f->info->m->llvm)
        if (LLVMGetInitializer(global))
            look_at_constant(f, LLVMGetInitializer(global), &seen);
    ir_each_function (fn, f->info->m->llvm)
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb)
                if (ctx_tick(f->info->ctx, 1))
                    look_at(f, inst, &seen);
    map_free(&seen);
}

static bool find_once(dtrans_facts *f) {
    if (f->fields)
        return true;
    if (!allocate(f))
        return false;
    for (uint32_t i = 0; i < f->info->types.len; i++)
        obstruct_fields(f, i);
    obstruct_structs(f);
    judge_classes(f);
    look_at_module(f);
    return ctx_ok(f->info->ctx);
}

const dtrans_field_use *dtrans_field_use_of(dtrans_facts *f, uint32_t type, uint32_t field) {
    static const dtrans_field_use unknown = {.obstacle = "nothing was found out", .filled = true};
    lathe_assert(type < f->info->types.len && field < f->info->types.at[type].field_count);
    return find_once(f) ? &f->fields[type][field] : &unknown;
}

const dtrans_field_use *dtrans_field_accessed(dtrans_facts *f, LLVMValueRef inst) {
    LLVMTypeRef type;
    LLVMValueRef address = LLVMIsAInstruction(inst) ? ir_accessed(inst, &type) : NULL;
    return address && find_once(f) ? use_at(f, address) : NULL;
}
