#include "dtrans/transform/layout_plan.h"

#include "ir/size.h"
#include "ir/value.h"

static const LocalPointerInfo nowhere = {
    .views = &(dtrans_view){0}, .dominant = IR_NONE, .analysed = true};
static const dtrans_place untouched = {.info = &nowhere, .type = IR_NONE};

void dtrans_plan_init(dtrans_plan *p, DTransInfo *info, const dtrans_layouts *layouts,
                      const char *name) {
    *p = (dtrans_plan){.info = info, .layouts = layouts, .name = name};
    dtrans_visitor_init(&p->visitor, info);
    map_init(&p->planned, info->ctx);
    map_init(&p->places, info->ctx);
}

void dtrans_plan_free(dtrans_plan *p) {
    dtrans_visitor_free(&p->visitor);
    vec_free(p->info->ctx, &p->edits);
    vec_free(p->info->ctx, &p->variables);
    vec_free(p->info->ctx, &p->clones);
    vec_free(p->info->ctx, &p->nulls);
    vec_free(p->info->ctx, &p->scaled);
    map_free(&p->planned);
    map_free(&p->places);
}

void dtrans_plan_add(dtrans_plan *p, dtrans_edit edit) {
    edit.constant = LLVMIsAConstantExpr(edit.at) != NULL;
    vec_push(p->info->ctx, &p->edits, edit);
}

void dtrans_plan_erase(dtrans_plan *p, LLVMValueRef at, dtrans_rule rule) {
    dtrans_plan_add(p, (dtrans_edit){.kind = EDIT_ERASE, .at = at, .rule = rule});
}

void dtrans_plan_scale(dtrans_plan *p, LLVMValueRef at, unsigned operand, uint64_t from,
                       uint64_t to) {
    dtrans_plan_add(p, (dtrans_edit){EDIT_SCALE, at, operand, from, to, .rule = RULE_SIZES});
}

static LLVMTypeRef view_type(const dtrans_plan *p, const dtrans_view *view) {
    return p->info->types.at[view->type].llvm;
}

static bool is_remapped(const dtrans_plan *p, const dtrans_view *view) {
    const dtrans_type *t = &p->info->types.at[view->type];
    return t->layout->sized && dtrans_is_remapped(p->layouts, t->llvm);
}

static bool is_deleted_view(const dtrans_plan *p, const dtrans_view *view) {
    uint64_t to;
    return view->element && is_remapped(p, view) &&
           dtrans_new_offset(p->layouts, view_type(p, view), view->offset, &to) == DTRANS_DELETED;
}

static void add_view(dtrans_plan *p, dtrans_place *place, const dtrans_view *view) {
    if (!is_remapped(p, view))
        return;
    uint64_t align = dtrans_new_align(p->layouts, view_type(p, view), view->offset);
    place->remapped = true;
    place->align = align < place->align ? align : place->align;
    place->partly_deleted |= is_deleted_view(p, view);
}

/* A class around the location in question, and where in it that lies. */
typedef struct around {
    ptr_class at;
    int64_t offset;
} around;

typedef VEC(around) around_list;

static bool is_deleted_in(dtrans_plan *p, around a) {
    const LocalPointerInfo *info = dtrans_local_class(&p->visitor.local, a.at);
    bool deleted = a.offset >= 0 && info->objects;
    for (uint32_t i = 0; deleted && i < info->objects; i++) {
        dtrans_view view = {.type = info->views[i].type, .offset = (uint64_t)a.offset};
        view.element = true;
        deleted = is_deleted_view(p, &view);
    }
    return deleted;
}

static void push_holders(ptr_graph *g, around_list *work, around from) {
    const ptr_node *n = &g->nodes.at[from.at];
    for (size_t h = 0; h < n->holders.len; h++) {
        around out = {ptr_find(g, n->holders.at[h].container),
                      n->holders.at[h].offset + from.offset};
        bool known = false;
        for (size_t i = 0; i < work->len; i++)
            known |= work->at[i].at == out.at && work->at[i].offset == out.offset;
        if (!known)
            vec_push(g->ctx, work, out);
    }
}

/* From there outwards, every way must come to a deleted field before it comes to an object. */
static bool is_deleted(dtrans_plan *p, ptr_class c) {
    ptr_graph *g = &p->info->graph;
    around_list work = {0};
    bool deleted = g->nodes.at[c].holders.len && !g->nodes.at[c].objects.first;
    push_holders(g, &work, (around){c, 0});
    for (size_t i = 0; deleted && i < work.len && ctx_tick(g->ctx, 1); i++) {
        around at = work.at[i];
        if (is_deleted_in(p, at))
            continue;
        deleted = g->nodes.at[at.at].holders.len && !g->nodes.at[at.at].objects.first;
        push_holders(g, &work, at);
    }
    vec_free(g->ctx, &work);
    return deleted;
}

/* Of types that begin with one another the largest is the object. */
static void find_whole(dtrans_plan *p, dtrans_place *place) {
    uint32_t type = place->info->dominant;
    place->type = IR_NONE;
    if (type == IR_NONE || !p->info->types.at[type].layout->sized ||
        !dtrans_is_remapped(p->layouts, p->info->types.at[type].llvm))
        return;
    place->type = type;
    place->whole = p->info->types.at[type].llvm;
    place->old_size = p->info->types.at[type].size;
    place->new_size = dtrans_new_size(p->layouts, place->whole);
    uint64_t tail = p->info->types.at[type].tail, to;
    if (tail != DTRANS_NO_TAIL &&
        dtrans_new_offset(p->layouts, place->whole, tail, &to) == DTRANS_KEPT)
        place->tail_moves = (int64_t)to - (int64_t)tail;
    if (tail != DTRANS_NO_TAIL) {
        place->old_step = dtrans_tail_step(p->layouts->target, place->whole);
        place->new_step =
            dtrans_tail_step(p->layouts->target, dtrans_new_type(p->layouts, place->whole));
    }
}

const dtrans_place *dtrans_place_at(dtrans_plan *p, ptr_class c) {
    const LocalPointerInfo *info = dtrans_local_class(&p->visitor.local, c);
    if (!info->count)
        return &untouched;
    map_word *known = map_put_u(&p->places, info->place);
    if (!known)
        return &untouched;
    if (known->p)
        return known->p;
    dtrans_place *place = arena_new(&p->info->mem, dtrans_place);
    if (!place)
        return &untouched;
    *place = (dtrans_place){.info = info, .align = UINT64_MAX};
    dtrans_each_view (view, info)
        add_view(p, place, view);
    place->deleted = place->partly_deleted && is_deleted(p, info->place);
    find_whole(p, place);
    map_find_u(&p->places, info->place)->p = place;
    return place;
}

const dtrans_place *dtrans_place_of(dtrans_plan *p, LLVMValueRef pointer) {
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(pointer));
    if (kind != LLVMPointerTypeKind)
        return &untouched;
    return dtrans_place_at(p, ptr_class_of_operand(&p->info->graph, p->info->m, pointer));
}

void dtrans_blame_type(dtrans_plan *p, LLVMTypeRef type, LLVMValueRef where, const char *reason) {
    VEC(LLVMTypeRef) work = {0};
    lathe_ctx *ctx = p->info->ctx;
    vec_push(ctx, &work, type);
    while (work.len && ctx_tick(ctx, 1)) {
        LLVMTypeRef at = vec_pop(&work);
        LLVMTypeKind kind = LLVMGetTypeKind(at);
        const dtrans_change *change = dtrans_change_of(p->layouts, at);
        p->blamed |= change != NULL;
        if (change)
            dtrans_note(p->info, change->type, UnhandledUse, where, "%s: %s", p->name, reason);
        if (!dtrans_is_remapped(p->layouts, at))
            continue;
        if (kind == LLVMArrayTypeKind)
            vec_push(ctx, &work, LLVMGetElementType(at));
        for (unsigned i = 0; kind == LLVMStructTypeKind && i < LLVMCountStructElementTypes(at); i++)
            vec_push(ctx, &work, LLVMStructGetTypeAtIndex(at, i));
    }
    vec_free(ctx, &work);
}

void dtrans_blame(dtrans_plan *p, const dtrans_place *place, LLVMValueRef where,
                  const char *reason) {
    dtrans_each_view (view, place->info)
        if (is_remapped(p, view))
            dtrans_blame_type(p, view_type(p, view), where, reason);
}

void dtrans_need_field(dtrans_plan *p, uint32_t type, uint32_t field) {
    dtrans_type *t = &p->info->types.at[type];
    p->blamed = true;
    t->fields[field].needed = true;
    if (p->coarse && dtrans_change_of(p->layouts, t->llvm))
        dtrans_note(p->info, type, UnhandledUse, NULL, "%s: a field of it cannot be deleted",
                    p->name);
}

void dtrans_blame_deletion(dtrans_plan *p, const dtrans_place *place) {
    p->blamed = true;
    dtrans_each_field (view, place->info) {
        uint32_t field = dtrans_field_at(p->info, view->type, view->offset);
        if (field != IR_NONE)
            dtrans_need_field(p, view->type, field);
    }
}

/* The one value a deleted field always has, NULL if reading it is not foreseen. Members around its
 * struct have no value of their own. */
static LLVMValueRef constant_of(dtrans_plan *p, const dtrans_place *place, LLVMTypeRef type) {
    LLVMValueRef value = NULL;
    dtrans_each_field (view, place->info) {
        if (view->outer)
            continue;
        uint32_t field = dtrans_field_at(p->info, view->type, view->offset);
        LLVMValueRef own =
            field == IR_NONE ? NULL : p->info->types.at[view->type].fields[field].value;
        if (!own || LLVMTypeOf(own) != type || (value && own != value))
            return NULL;
        value = own;
    }
    return value;
}

static void plan_deleted(dtrans_plan *p, const dtrans_place *place, LLVMValueRef inst) {
    if (LLVMIsAStoreInst(inst)) {
        dtrans_plan_erase(p, inst, RULE_NONE);
        return;
    }
    LLVMValueRef value = constant_of(p, place, LLVMTypeOf(inst));
    if (value)
        dtrans_plan_add(p, (dtrans_edit){.kind = EDIT_VALUE, .at = inst, .value = value});
    else
        dtrans_blame_deletion(p, place);
}

static void plan_access(dtrans_plan *p, LLVMValueRef inst, LLVMValueRef pointer) {
    const dtrans_place *place = dtrans_place_of(p, pointer);
    if (!place->remapped || dtrans_plan_pieces(p, place, inst))
        return;
    if (place->deleted)
        plan_deleted(p, place, inst);
    else if (place->partly_deleted)
        dtrans_blame_deletion(p, place);
    else if (LLVMGetAlignment(inst) > place->align)
        dtrans_plan_add(
            p,
            (dtrans_edit){.kind = EDIT_ALIGN, .at = inst, .to = place->align, .rule = RULE_ALIGN});
}

/* Code is generated for atomic accesses that are aligned to their width; none is done without. */
static void plan_atomic(dtrans_plan *p, LLVMValueRef inst, LLVMValueRef pointer, LLVMTypeRef type) {
    const dtrans_place *place = dtrans_place_of(p, pointer);
    if (!place->remapped)
        return;
    if (place->deleted || place->partly_deleted)
        dtrans_blame_deletion(p, place);
    else if (place->align < ir_store_size(p->layouts->target, type))
        dtrans_blame(p, place, inst, "an atomic access would not be aligned to its width");
    else if (LLVMGetAlignment(inst) > place->align)
        dtrans_plan_add(
            p,
            (dtrans_edit){.kind = EDIT_ALIGN, .at = inst, .to = place->align, .rule = RULE_ALIGN});
}

/* What a loaded pointer is said to lead to. */
static void plan_loaded(dtrans_plan *p, LLVMValueRef load) {
    if (LLVMHasMetadata(load) && ir_is_pointer(load) && dtrans_place_of(p, load)->remapped)
        dtrans_plan_add(p, (dtrans_edit){.kind = EDIT_FORGET, .at = load, .rule = RULE_ATTRIBUTES});
}

bool dtrans_is_claimed(const dtrans_plan *p, LLVMValueRef v) {
    return p->claims && p->claims(p->claims_data, v);
}

static void plan_operation(dtrans_plan *p, LLVMValueRef inst) {
    LLVMTypeRef type;
    LLVMValueRef pointer = ir_accessed(inst, &type);
    if (pointer && !ir_is_plain_access(inst)) {
        if (LLVMIsALoadInst(inst))
            plan_loaded(p, inst);
        plan_atomic(p, inst, pointer, type);
        return;
    }
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMLoad:
        plan_loaded(p, inst); /* first: the other may erase it */
        plan_access(p, inst, LLVMGetOperand(inst, 0));
        break;
    case LLVMStore:
        plan_access(p, inst, LLVMGetOperand(inst, 1));
        break;
    case LLVMGetElementPtr:
        dtrans_plan_gep(p, inst);
        break;
    case LLVMAlloca:
        dtrans_plan_declared(p, inst, LLVMGetAllocatedType(inst));
        break;
    case LLVMCall:
        dtrans_plan_call(p, inst);
        break;
    case LLVMSub:
        dtrans_plan_difference(p, inst);
        break;
    default:
        break;
    }
}

/* What the transform claims leads to a field as before, or from one object to the next. */
static void plan_claimed(dtrans_plan *p, LLVMValueRef inst) {
    if (LLVMIsAGetElementPtrInst(inst) &&
        dtrans_place_of(p, inst) != dtrans_place_of(p, LLVMGetOperand(inst, 0)))
        dtrans_plan_null(p, inst, true);
}

static void plan_instruction(dtrans_plan *p, LLVMValueRef inst) {
    if (dtrans_is_claimed(p, inst))
        plan_claimed(p, inst);
    else
        plan_operation(p, inst);
    for (int i = 0; i < LLVMGetNumOperands(inst); i++) {
        LLVMValueRef operand = LLVMGetOperand(inst, (unsigned)i);
        if (operand && LLVMIsConstant(operand))
            dtrans_plan_constant(p, operand);
    }
}

/* The variable that a constant address is computed from, step by step; NULL if it is none, or the
 * steps are more than DTRANS_MAX_NESTED. */
static LLVMValueRef constant_base(LLVMValueRef address) {
    for (int depth = 0; depth < DTRANS_MAX_NESTED && LLVMIsAConstantExpr(address); depth++) {
        if (LLVMGetConstOpcode(address) != LLVMGetElementPtr)
            return NULL;
        address = LLVMGetOperand(address, 0);
    }
    return LLVMIsAGlobalVariable(address);
}

void dtrans_plan_list_erased(const dtrans_plan *p, map *erased) {
    for (size_t i = 0; i < p->edits.len; i++) {
        const dtrans_edit *e = &p->edits.at[i];
        if (e->kind == EDIT_VALUE || e->kind == EDIT_ERASE || e->kind == EDIT_RETYPE ||
            e->kind == EDIT_PATH || e->kind == EDIT_OFFSET || e->kind == EDIT_STEP)
            map_put(erased, e->at);
    }
}

/* A new address constant is built over the new variable. */
static void check_constants(dtrans_plan *p) {
    for (size_t i = 0; i < p->edits.len; i++) {
        LLVMValueRef at = p->edits.at[i].at;
        if (!p->edits.at[i].constant)
            continue;
        LLVMValueRef base = constant_base(at);
        if (!base || !map_find(&p->planned, base))
            dtrans_blame(p, dtrans_place_of(p, LLVMGetOperand(at, 0)), NULL,
                         "a constant address is not that of a variable");
    }
}

bool dtrans_plan_make(dtrans_plan *p) {
    dtrans_plan_globals(p);
    dtrans_plan_objects(p);
    ir_each_function (fn, p->info->m->llvm) {
        dtrans_plan_attributes(p, fn);
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb) {
                if (!ctx_tick(p->info->ctx, 1))
                    return false;
                plan_instruction(p, inst);
            }
    }
    check_constants(p);
    return !p->blamed && ctx_ok(p->info->ctx);
}
