/* Global variables: objects, pointers to objects, initializers. */
#include "dtrans/analysis/visit.h"

#include "ir/size.h"
#include "ir/value.h"

typedef struct piece {
    LLVMTypeRef type;
    uint64_t offset;
} piece;

typedef struct piece_work {
    VEC(piece) at;
    lathe_ctx *ctx;
} piece_work;

static void push_pieces(dtrans_visitor *v, piece_work *w, piece from, uint64_t size) {
    if (ir_is_struct(from.type)) {
        for (unsigned i = 0; i < LLVMCountStructElementTypes(from.type); i++) {
            uint64_t at = from.offset + ir_offset_of(v->target, from.type, i);
            vec_push(w->ctx, &w->at, (piece){LLVMStructGetTypeAtIndex(from.type, i), at});
        }
        return;
    }
    LLVMTypeRef element = LLVMGetElementType(from.type);
    uint64_t step = ir_abi_size(v->target, element);
    uint64_t count = LLVMGetArrayLength2(from.type);
    if (step <= 1)
        return; /* a byte lies inside one field or in none */
    for (uint64_t i = 0; i < count && (i == 0 || i * step % size); i++)
        vec_push(w->ctx, &w->at, (piece){element, from.offset + i * step});
}

/* Whether each scalar of an initializer's type lies inside one field of the struct, or in none: an
 * initializer need not have the struct's type, but must be cut where the struct is. */
static bool is_cut_alike(dtrans_visitor *v, LLVMTypeRef init, uint32_t type) {
    if (ir_is_array(init) && ir_abi_size(v->target, LLVMGetElementType(init)) <= 1)
        return true;
    uint64_t size = v->info->types.at[type].size;
    piece_work w = {.ctx = v->info->ctx};
    bool alike = true;
    vec_push(w.ctx, &w.at, (piece){init, 0});
    while (alike && w.at.len && ctx_tick(w.ctx, 1)) {
        piece at = vec_pop(&w.at);
        LLVMTypeKind kind = LLVMGetTypeKind(at.type);
        if (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind) {
            push_pieces(v, &w, at, size);
            continue;
        }
        uint64_t begin = at.offset % size;
        uint64_t end = begin + ir_store_size(v->target, at.type);
        alike = end <= size &&
                dtrans_field_at(v->info, type, begin) == dtrans_field_at(v->info, type, end - 1);
    }
    vec_free(w.ctx, &w.at);
    return alike;
}

/* The same, worked out once for each type of variables and each struct: a class may have hundreds
 * of structs, and thousands of variables of a few types. */
static bool fits_struct(dtrans_visitor *v, LLVMTypeRef init, uint32_t type) {
    map_word *number = map_put(&v->declared, init);
    if (!number)
        return false;
    if (!number->u)
        number->u = v->declared.len;
    map_word *known = map_put_u(&v->alike, number->u << 32 | type);
    if (!known)
        return false;
    if (!known->u)
        known->u = 1 + is_cut_alike(v, init, type);
    return known->u == 2;
}

static void check_initializer(dtrans_visitor *v, LLVMValueRef global, uint32_t type) {
    const dtrans_type *t = &v->info->types.at[type];
    LLVMTypeRef declared = LLVMGlobalGetValueType(global);
    if (t->layout->sized && t->size && declared != t->llvm && ir_has_fixed_size(declared) &&
        !fits_struct(v, declared, type))
        dtrans_note(v->info, type, BadCasting, global,
                    "the initializer of '%s' does not fit the fields of the struct",
                    LLVMGetValueName(global));
}

static void note_address(dtrans_visitor *v, LLVMValueRef global, LLVMValueRef pointer) {
    dtrans_visit_constant(v, pointer);
    const LocalPointerInfo *p = dtrans_local_value(&v->local, pointer);
    for (uint32_t i = 0; !p->objects && i < p->count; i++) {
        const dtrans_view *view = &p->views[i];
        uint32_t field = dtrans_field_at(v->info, view->type, view->offset);
        if (field == IR_NONE || view->outer)
            continue;
        v->info->types.at[view->type].fields[field].address_taken = true;
        dtrans_note(v->info, view->type, FieldAddressTaken, global,
                    "the initializer of '%s' holds the address of a field",
                    LLVMGetValueName(global));
    }
}

/* Addresses of fields in an initializer, however deep. */
static void visit_initializer(dtrans_visitor *v, LLVMValueRef global) {
    struct {
        VEC(LLVMValueRef) at;
    } w = {0};
    lathe_ctx *ctx = v->info->ctx;
    vec_push(ctx, &w.at, LLVMGetInitializer(global));
    while (w.at.len && ctx_tick(ctx, 1)) {
        LLVMValueRef c = vec_pop(&w.at);
        if (LLVMIsAConstantExpr(c))
            note_address(v, global, c);
        else if (LLVMIsAConstantStruct(c) || LLVMIsAConstantArray(c) || LLVMIsAConstantVector(c))
            for (int i = LLVMGetNumOperands(c) - 1; i >= 0; i--)
                vec_push(ctx, &w.at, LLVMGetOperand(c, (unsigned)i));
    }
    vec_free(ctx, &w.at);
}

static void visit_instance(dtrans_visitor *v, LLVMValueRef global, const LocalPointerInfo *p) {
    LLVMValueRef init = LLVMGetInitializer(global);
    const char *name = LLVMGetValueName(global);
    bool initialised = init && !LLVMIsNull(init) && !LLVMIsAUndefValue(init);
    dtrans_each_object (view, p) {
        dtrans_note(v->info, view->type, GlobalInstance, global,
                    "the global variable '%s' is an object of the struct", name);
        if (!initialised)
            continue;
        dtrans_note(v->info, view->type, HasInitializerList, global,
                    "the global variable '%s' has an initializer", name);
        check_initializer(v, global, view->type);
    }
}

void dtrans_visit_globals(dtrans_visitor *v) {
    ir_each_global (global, v->info->m->llvm) {
        ptr_class c = ptr_class_of(&v->info->graph, global);
        const LocalPointerInfo *p = dtrans_local_class(&v->local, c);
        v->inst = global;
        if (LLVMGetInitializer(global))
            visit_initializer(v, global);
        if (p->objects)
            visit_instance(v, global, p);
        LLVMTypeRef type = LLVMGlobalGetValueType(global);
        type = ir_below_arrays(type);
        if (LLVMGetTypeKind(type) != LLVMPointerTypeKind)
            continue;
        const LocalPointerInfo *held =
            dtrans_local_class(&v->local, ptr_pointee_if_any(&v->info->graph, c));
        dtrans_note_views(v, held, GlobalPtr, DTRANS_CONDITIONS,
                          "a global variable points to objects of the struct");
    }
}
