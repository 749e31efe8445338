/* Address computations: to a field, to another element, to the container, or to nowhere good. */
#include "dtrans/analysis/visit.h"
#include "ir/ir_address.h"
#include "ir/size.h"
#include "ir/value.h"

/* Whether a scalar, a struct or an array begins at offset. */
static bool begins_member(dtrans_visitor *v, uint32_t type, uint64_t offset) {
    bool opaque;
    return dtrans_leaf_size(v->info, type, offset, &opaque) != 0;
}

typedef enum landing { ON_A_MEMBER, OUT_OF_THE_OBJECT, ON_NOTHING } landing;

static landing land(dtrans_visitor *v, const dtrans_view *view, int64_t offset) {
    const dtrans_type *t = &v->info->types.at[view->type];
    int64_t size = (int64_t)t->size;
    if (!t->layout->sized || !size)
        return ON_A_MEMBER;
    int64_t place = (int64_t)view->offset + offset;
    if (place >= 0 && (uint64_t)place >= t->tail)
        return begins_member(v, view->type, (uint64_t)place) ? ON_A_MEMBER : ON_NOTHING;
    if (view->element && (place < 0 || place > size))
        return OUT_OF_THE_OBJECT;
    uint64_t inside = (uint64_t)((place % size + size) % size);
    return !inside || begins_member(v, view->type, inside) ? ON_A_MEMBER : ON_NOTHING;
}

static bool is_array_member(dtrans_visitor *v, const dtrans_view *view) {
    LLVMTypeRef type = v->info->types.at[view->type].llvm;
    uint64_t offset = view->offset;
    while (!ir_is_array(type))
        if (!dtrans_enter(v->target, &type, &offset))
            return false;
    return true;
}

/* Whether an object is, as far as its declaration or allocation shows, an array of elements of so
 * many bytes. */
static bool is_array_object(dtrans_visitor *v, const ptr_fact *f, uint64_t element) {
    LLVMValueRef where = v->info->graph.witnesses.at[f->witness].value;
    if (f->kind == PTR_HEAP)
        return dtrans_site_bytes(&v->info->graph.sites.at[f->detail]) != element;
    if (f->kind == PTR_LOCAL)
        return ir_is_array(LLVMGetAllocatedType(where)) ||
               !LLVMIsAConstantInt(LLVMGetOperand(where, 0));
    return f->kind == PTR_GLOBAL && ir_is_array(LLVMGlobalGetValueType(where));
}

/* Whether locations of the pointer's class lie in arrays. A pointer that is moved then points
 * there: C lets none move from a lone member to its neighbours. */
static bool has_arrays(dtrans_visitor *v, const LocalPointerInfo *p, uint64_t element) {
    const ptr_graph *g = &v->info->graph;
    for (uint32_t f = g->nodes.at[p->place].objects.first; f; f = g->facts.at[f].next)
        if (is_array_object(v, &g->facts.at[f], element))
            return true;
    dtrans_each_field (view, p)
        if (is_array_member(v, view))
            return true;
    return false;
}

/* Whether the address computation enters a member that is not an array. */
static bool enters_lone(dtrans_visitor *v, LLVMValueRef gep) {
    if (LLVMGetNumIndices(gep) == 1)
        return LLVMIsAConstantInt(LLVMGetOperand(gep, 1)) &&
               dtrans_local_value(&v->local, gep)->place !=
                   dtrans_local_value(&v->local, LLVMGetOperand(gep, 0))->place;
    ir_gep_walk w = ir_gep_begin(gep);
    while (ir_gep_step(&w))
        ;
    return w.member && !ir_is_array(w.type);
}

enum { MAX_TRACED = 32 };

typedef struct traced {
    LLVMValueRef at[MAX_TRACED];
    size_t len;
} traced;

static void trace(traced *t, LLVMValueRef value) {
    for (size_t i = 0; i < t->len; i++)
        if (t->at[i] == value)
            return;
    if (t->len < MAX_TRACED)
        t->at[t->len++] = value;
}

static void trace_callers(traced *t, LLVMValueRef param) {
    LLVMValueRef fn = LLVMGetParamParent(param);
    unsigned index = 0;
    while (LLVMGetParam(fn, index) != param)
        index++;
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u && t->len < MAX_TRACED; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        if (ir_is_call_of(call, fn) && index < LLVMGetNumArgOperands(call))
            trace(t, LLVMGetOperand(call, index));
    }
}

/* Whether a pointer is, as far as its function and those that call it show, a lone member's. */
static bool comes_from_member(dtrans_visitor *v, LLVMValueRef pointer) {
    traced t = {.at = {pointer}, .len = 1};
    for (size_t i = 0; i < t.len; i++) {
        LLVMValueRef at = t.at[i];
        if (ir_is_gep(at)) {
            if (enters_lone(v, at))
                return true;
            if (LLVMGetNumIndices(at) == 1)
                trace(&t, LLVMGetOperand(at, 0));
        } else if (LLVMIsAArgument(at)) {
            trace_callers(&t, at);
        } else if (LLVMIsAPHINode(at) || LLVMIsASelectInst(at) || LLVMIsAFreezeInst(at)) {
            for (int k = LLVMIsASelectInst(at) ? 1 : 0; k < LLVMGetNumOperands(at); k++)
                trace(&t, LLVMGetOperand(at, (unsigned)k));
        }
    }
    return false;
}

/* Whether a lone member has a neighbour like itself: x, y and z are often walked as if they were an
 * array, though C does not allow it. Pointers are only where that is seen to be one to a member;
 * chains that begin in a table need that. */
static bool has_twin(dtrans_visitor *v, const dtrans_view *view, uint64_t step,
                     LLVMValueRef moved) {
    const dtrans_type *t = &v->info->types.at[view->type];
    uint32_t field = dtrans_field_at(v->info, view->type, view->offset);
    if (field == IR_NONE || t->fields[field].offset != view->offset || !t->fields[field].size ||
        step % t->fields[field].size)
        return false;
    LLVMTypeRef own = LLVMStructGetTypeAtIndex(t->llvm, field);
    bool twin = false;
    for (uint32_t i = field ? field - 1 : 0; i <= field + 1 && i < t->field_count; i++)
        twin |= i != field && LLVMStructGetTypeAtIndex(t->llvm, i) == own;
    return twin && (LLVMGetTypeKind(own) != LLVMPointerTypeKind || comes_from_member(v, moved));
}

/* Whether the offset leads to another object of an array of them. */
static bool leads_on(dtrans_visitor *v, const LocalPointerInfo *p, int64_t offset) {
    if (p->dominant == IR_NONE)
        return false;
    const dtrans_type *t = &v->info->types.at[p->dominant];
    const dtrans_view whole = {.type = p->dominant};
    return t->layout->sized && (offset < 0 || offset >= (int64_t)t->size) &&
           land(v, &whole, offset) == ON_A_MEMBER && has_arrays(v, p, t->size);
}

/* A pointer to a member that several structs have may only be moved to where it lands in the one
 * it is in at that time: container_of asks for that one. A pointer that is moved on to an object
 * further in an array is not in a struct that ends before; one in a member array stays there. */
static void judge_offset(dtrans_visitor *v, const LocalPointerInfo *p, int64_t offset) {
    bool lands = false, everywhere = true;
    dtrans_each_view (view, p) {
        bool here = land(v, view, offset) == ON_A_MEMBER;
        lands |= here && (view->element || offset > 0);
        everywhere &= here;
    }
    if (everywhere)
        return;
    bool on = leads_on(v, p, offset);
    int64_t element = p->dominant == IR_NONE ? 0 : (int64_t)v->info->types.at[p->dominant].size;
    dtrans_each_view (view, p) {
        landing l = land(v, view, offset);
        bool other = lands && (l == OUT_OF_THE_OBJECT || (!view->element && offset < 0));
        bool inside = view->element && element && offset % element == 0 && is_array_member(v, view);
        if (l == ON_A_MEMBER || other || inside || (on && view->element))
            continue;
        dtrans_note_here(v, view->type, BadPtrManipulation,
                         "an address %lld bytes from the start of the object is computed, where no "
                         "field begins",
                         (long long)view->offset + (long long)offset);
    }
}

/* Front ends clear padding; whether it is padding is judged with the length of the range. */
static bool is_only_a_range(LLVMValueRef gep) {
    ir_each_user (user, gep)
        if (!ir_calls_named(user, "llvm.mem"))
            return false;
    return LLVMGetFirstUse(gep) != NULL;
}

/* Nothing but what touches the array it leads to uses the address. */
static bool stays_there(LLVMValueRef gep) {
    ir_each_user (user, gep) {
        bool stores = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != gep;
        bool ranges = LLVMIsAMemIntrinsic(user) && LLVMIsAConstantInt(LLVMGetOperand(user, 2));
        if (!LLVMIsALoadInst(user) && !stores && !ranges)
            return false;
    }
    return true;
}

/* Whether characters are there, from which a pointer may move over all other bytes too. */
static bool is_bytes(dtrans_visitor *v, const dtrans_view *view, int64_t by) {
    const dtrans_type *t = &v->info->types.at[view->type];
    int64_t place = (int64_t)view->offset + by;
    if (!t->layout->sized || place < 0 || place >= (int64_t)t->size)
        return false;
    bool opaque = false;
    uint64_t leaf = dtrans_leaf_size(v->info, view->type, (uint64_t)place, &opaque);
    return leaf == 1 || (leaf && opaque);
}

/* The pointer may be about all bytes from there to the end of the object. */
static void note_counted(dtrans_visitor *v, const LocalPointerInfo *p, LLVMValueRef gep,
                         int64_t by) {
    if (stays_there(gep))
        return;
    dtrans_each_view (view, p)
        if (!view->outer && !is_bytes(v, view, 0) && is_bytes(v, view, by))
            vec_push(v->info->ctx, &v->counted, (dtrans_counted){view->type, gep});
}

/* Whether pointers of this one's class are moved by, or bytes taken in, numbers not known here. */
static bool is_unmeasured(dtrans_visitor *v, LLVMValueRef pointer) {
    const LocalPointerInfo *p = dtrans_local_value(&v->local, pointer);
    return ptr_marked(&v->info->graph, p->place, PTR_WALKED) || map_find(&v->unmeasured, p);
}

/* Optimised IR counts bytes for every member: there it takes more to suspect an address. */
void dtrans_finish_geps(dtrans_visitor *v) {
    for (size_t i = 0; i < v->counted.len; i++) {
        uint32_t type = v->counted.at[i].type;
        LLVMValueRef gep = v->counted.at[i].gep;
        if (map_find(&v->by_member, v->info->types.at[type].llvm) || is_unmeasured(v, gep))
            dtrans_note(v->info, type, BadPtrManipulation, gep,
                        "a pointer to some of its bytes is computed and moved");
    }
}

/* The numbers that a count is made of: its factors, what callers pass for them. */
static void trace_factors(LLVMValueRef count, traced *t) {
    trace(t, count);
    for (size_t i = 0; i < t->len; i++) {
        LLVMValueRef at = t->at[i];
        LLVMOpcode op = LLVMIsAInstruction(at) ? LLVMGetInstructionOpcode(at) : LLVMRet;
        if (LLVMIsAArgument(at))
            trace_callers(t, at);
        else if (op == LLVMMul || op == LLVMSExt || op == LLVMZExt || op == LLVMTrunc)
            for (int k = 0; k < LLVMGetNumOperands(at); k++)
                trace(t, LLVMGetOperand(at, (unsigned)k));
    }
}

/* Whether a member is walked from object to object, in steps that are the struct's size, or may be:
 * who counts less than such members for its steps need not stop at the next of a plain array. */
static bool goes_over_objects(dtrans_visitor *v, const dtrans_view *view, uint64_t step,
                              const traced *factors) {
    const dtrans_type *t = &v->info->types.at[view->type];
    bool opaque;
    if (dtrans_leaf_size(v->info, view->type, view->offset, &opaque) > step && !opaque)
        return !is_array_member(v, view);
    for (size_t i = 0; i < factors->len; i++) {
        if (!LLVMIsAConstantInt(factors->at[i]) ||
            LLVMGetIntTypeWidth(LLVMTypeOf(factors->at[i])) > 64)
            continue;
        int64_t number = LLVMConstIntGetSExtValue(factors->at[i]), bytes;
        if (!__builtin_mul_overflow(number < 0 ? -(uint64_t)number : (uint64_t)number, step,
                                    &bytes) &&
            bytes && (uint64_t)bytes % t->size == 0)
            return !is_array_member(v, view);
    }
    return false;
}

/* p + i: good for objects when i counts objects, and inside array members. */
static void judge_walk(dtrans_visitor *v, const LocalPointerInfo *p, LLVMValueRef gep,
                       LLVMTypeRef element) {
    uint64_t step = ir_abi_size(v->target, element);
    LLVMValueRef index = LLVMGetOperand(gep, LLVMGetNumIndices(gep));
    traced factors = {.len = 0};
    if (p->count > p->objects)
        trace_factors(index, &factors);
    /* With these the answer is about the instruction, not only about the location. */
    bool own = factors.len > 1 || (p->count > p->objects && comes_from_member(v, gep));
    bool fields = dtrans_asks(v, p, EVENT_WALK, step) || own;
    bool arrays = fields && has_arrays(v, p, step);
    for (uint32_t i = 0; i < (fields ? p->count : p->objects); i++) {
        const dtrans_view *view = &p->views[i];
        const dtrans_type *t = &v->info->types.at[view->type];
        if (!t->layout->sized || !t->size || view->outer)
            continue;
        bool counts_objects =
            step && (step % t->size == 0 ||
                     (t->size % step == 0 && dtrans_is_multiple(v, index, t->size / step)));
        if (view->element ? arrays && !has_twin(v, view, step, LLVMGetOperand(gep, 0)) &&
                                !goes_over_objects(v, view, step, &factors)
                          : counts_objects)
            continue;
        dtrans_note_here(v, view->type, BadPtrManipulation, "%s",
                         view->element
                             ? "a pointer to a field that is not an array is moved"
                             : "a pointer to the object is moved by a number of bytes that "
                               "is not known to be a multiple of its size");
    }
}

/* A pointer that is moved by a constant and stays what it was walks, too. */
static void judge_pace(dtrans_visitor *v, const LocalPointerInfo *p, LLVMValueRef gep,
                       int64_t distance) {
    if (!distance || dtrans_local_value(&v->local, gep)->place != p->place)
        return;
    uint64_t step = distance < 0 ? -(uint64_t)distance : (uint64_t)distance;
    dtrans_each_field (view, p)
        if (!view->outer && has_twin(v, view, step, LLVMGetOperand(gep, 0)))
            dtrans_note_here(v, view->type, BadPtrManipulation,
                             "a pointer to a field that is not an array is moved");
}

/* The instruction says nothing of the member it enters, so it stays where the object begins. */
static void pin_skipped(dtrans_visitor *v, LLVMValueRef gep) {
    LLVMTypeRef around = ptr_gep_skips(gep);
    uint32_t type = around ? dtrans_type_of(v->info, around) : IR_NONE;
    if (type != IR_NONE && v->info->types.at[type].field_count)
        v->info->types.at[type].fields[0].pinned = true;
}

/* A pointer to a first member used as one to its container, or the other way round, leaves no
 * instruction to change: the member stays first. */
static void pin_cast(dtrans_visitor *v, const LocalPointerInfo *p, LLVMTypeRef source) {
    uint32_t type = dtrans_type_of(v->info, source);
    if (type == IR_NONE)
        return;
    bool known = false;
    dtrans_each_object (view, p) {
        known |= view->type == type;
        if (view->type != type)
            dtrans_pin_first(v, view->type, source);
    }
    for (uint32_t i = p->objects; !known && i < p->count; i++)
        if (p->views[i].type == type && p->views[i].offset == 0)
            dtrans_pin_first(v, type, NULL);
}

/* p + 1, where p is a struct that may be a lone member: what follows is up to the container. */
static void judge_step(dtrans_visitor *v, const LocalPointerInfo *p, LLVMValueRef gep,
                       LLVMTypeRef source) {
    LLVMValueRef index = LLVMGetOperand(gep, 1);
    if (dtrans_type_of(v->info, source) == IR_NONE || !LLVMIsAConstantInt(index) ||
        !LLVMConstIntGetSExtValue(index))
        return;
    int64_t size = (int64_t)ir_abi_size(v->target, source), distance;
    if (__builtin_mul_overflow(LLVMConstIntGetSExtValue(index), size, &distance))
        return;
    bool arrays = has_arrays(v, p, (uint64_t)size);
    dtrans_each_field (view, p) {
        int64_t to = (int64_t)view->offset + distance;
        bool inside = to >= 0 && to < (int64_t)v->info->types.at[view->type].size;
        bool lone = !arrays || has_twin(v, view, (uint64_t)size, LLVMGetOperand(gep, 0));
        if (inside && lone && !view->outer && !is_array_member(v, view))
            dtrans_note_here(v, view->type, BadPtrManipulation,
                             "a pointer to a field that is not an array is moved");
    }
}

/* p + 1, where the struct ends in an array without an end: more of that lies there. */
static void judge_row(dtrans_visitor *v, LLVMValueRef gep, LLVMTypeRef source) {
    uint32_t type = dtrans_type_of(v->info, source);
    LLVMValueRef index = LLVMGetOperand(gep, 1);
    if (type != IR_NONE && v->info->types.at[type].tail != DTRANS_NO_TAIL && !ir_is_zero(index))
        dtrans_note_here(v, type, BadPtrManipulation,
                         "it ends in an array without an end, but the next object is asked for");
}

/* An index inside an array of the GEP's own making walks as well as the first one does. */
static LLVMTypeRef walked_type(LLVMValueRef gep, LLVMTypeRef source) {
    if (!LLVMIsAConstantInt(LLVMGetOperand(gep, 1)))
        return source;
    LLVMTypeRef type = ir_below_arrays(source);
    return ir_is_struct(type) ? NULL : type;
}

static void judge_gep(dtrans_visitor *v, LLVMValueRef gep) {
    LLVMValueRef base = LLVMGetOperand(gep, 0);
    const LocalPointerInfo *p = dtrans_local_value(&v->local, base);
    LLVMTypeRef source = LLVMGetGEPSourceElementType(gep);
    if (LLVMIsAConstantPointerNull(base)) {
        uint32_t type = dtrans_type_of(v->info, source);
        if (type != IR_NONE)
            dtrans_note_here(v, type, BadPtrManipulation,
                             "the offset of a field is computed from a null pointer");
        return;
    }
    if (!p->count || !ir_has_fixed_size(source))
        return;
    if (ptr_gep_skips(gep)) {
        pin_skipped(v, gep);
        return;
    }
    pin_cast(v, p, source);
    bool bytes = LLVMGetTypeKind(source) == LLVMIntegerTypeKind;
    if (bytes && p->conflicting)
        dtrans_note_views(v, p, AmbiguousGEP, DTRANS_CONDITIONS,
                          "a byte offset is added to a pointer to several kinds of struct");
    judge_step(v, p, gep, source);
    judge_row(v, gep, source);
    ir_distance d = ir_gep_distance(v->target, gep);
    if (!bytes && LLVMGetNumIndices(gep) > 1)
        map_put(&v->by_member, source);
    if (!d.variable) {
        if (bytes)
            note_counted(v, p, gep, d.constant);
        judge_pace(v, p, gep, d.constant);
        uint64_t detail = (uint64_t)d.constant + (UINT64_C(1) << 23);
        if (!is_only_a_range(gep) && dtrans_asks(v, p, EVENT_OFFSET, detail))
            judge_offset(v, p, d.constant);
        return;
    }
    LLVMTypeRef walked = walked_type(gep, source);
    if (walked)
        judge_walk(v, p, gep, walked);
}

void dtrans_visit_gep(dtrans_visitor *v) {
    judge_gep(v, v->inst);
}

enum { MAX_CONSTANT_DEPTH = 64 };

void dtrans_visit_constant(dtrans_visitor *v, LLVMValueRef constant) {
    for (int depth = 0; LLVMIsAConstantExpr(constant) && depth < MAX_CONSTANT_DEPTH; depth++) {
        if (!map_add(&v->constants, constant))
            return;
        if (LLVMGetConstOpcode(constant) == LLVMGetElementPtr)
            judge_gep(v, constant);
        LLVMValueRef first = LLVMGetOperand(constant, 0);
        bool second = !LLVMIsAConstantExpr(first) && LLVMGetNumOperands(constant) == 2;
        constant = second ? LLVMGetOperand(constant, 1) : first;
    }
}
