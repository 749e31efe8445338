/* llvm.objectsize, which _FORTIFY_SOURCE and programs ask how many bytes there are from a pointer
 * to the end of its object, is answered by LLVM later, in terms of the new layout. Two things go
 * wrong then, and are mended here by computing with its answer:
 *
 *  - A program compares the answer with sizeof, which stays what it was. For a pointer to a whole
 *    object the answer is scaled to old sizes. The library's own checks (__strcpy_chk and the like)
 *    are about bytes that are written: no size of theirs is rewritten, so that for them it is not.
 *  - What comes after a field is another one, or none, and what hands out an object may not be a
 *    function that LLVM knows. The answer is at most what there is up to the next field, at most
 *    what there was to the end of the object, and for an object that is allocated on its own at
 *    most its size. A check so fails wherever it did, and in no program that stays in the field.
 *
 * "At least" (the modes 2 and 3 of the builtin) is left to LLVM, except for scaling. */
#include "dtrans/transform/base.h"

#include "ir/ir_address.h"
#include "ir/size.h"
#include "ir/value.h"

#include <string.h>

enum { POINTER, AT_LEAST, NULL_UNKNOWN, DYNAMIC }; /* operands */

/* A byte of an object of a changed type. */
typedef struct spot {
    uint32_t type; /* IR_NONE: it is not known to be one */
    uint64_t offset;
} spot;

typedef struct question {
    DTransOptBase *b;
    LLVMBuilderRef at;
    LLVMValueRef call;
    LLVMTypeRef word;
    const LocalPointerInfo *info;
    bool at_least, dynamic;
} question;

static const LocalPointerInfo *local(DTransOptBase *b, LLVMValueRef v) {
    return dtrans_local_value(&b->plan.visitor.local, v);
}

static const dtrans_type *type_at(const question *q, uint32_t type) {
    return &q->b->info->types.at[type];
}

static LLVMValueRef number(const question *q, uint64_t value) {
    return LLVMConstInt(q->word, value, false);
}

static LLVMValueRef smaller(const question *q, LLVMValueRef a, LLVMValueRef b) {
    return LLVMBuildSelect(q->at, LLVMBuildICmp(q->at, LLVMIntULT, a, b, ""), a, b, "");
}

static LLVMValueRef larger(const question *q, LLVMValueRef a, LLVMValueRef b) {
    return LLVMBuildSelect(q->at, LLVMBuildICmp(q->at, LLVMIntULT, a, b, ""), b, a, "");
}

static bool is_asked(LLVMValueRef inst) {
    static const char prefix[] = "llvm.objectsize.";
    LLVMValueRef fn = ir_callee(inst);
    return fn && strncmp(LLVMGetValueName(fn), prefix, sizeof prefix - 1) == 0;
}

static bool is_checking_call(LLVMValueRef user) {
    static const char end[] = "_chk";
    LLVMValueRef fn = ir_callee(user);
    size_t length = 0;
    const char *name = fn && LLVMIsDeclaration(fn) ? LLVMGetValueName2(fn, &length) : "";
    return length >= sizeof end && strcmp(name + length - (sizeof end - 1), end) == 0;
}

/* Whether only checks of the library use the answer. */
static bool is_for_library(LLVMValueRef call) {
    ir_each_user (user, call)
        if (!is_checking_call(user))
            return false;
    return true;
}

/* The field with the byte; IR_NONE if it is padding, or changes itself. */
static uint32_t field_at(const question *q, spot s) {
    const dtrans_type *t = type_at(q, s.type);
    const dtrans_hooks *hooks = q->b->hooks;
    for (uint32_t f = 0; f < t->field_count; f++) {
        const dtrans_field *field = &t->fields[f];
        if (s.offset < field->offset || s.offset - field->offset >= field->size)
            continue;
        bool changes = field->padding ||
                       dtrans_is_remapped(&q->b->layouts, LLVMStructGetTypeAtIndex(t->llvm, f)) ||
                       (hooks->field_type && hooks->field_type(q->b, s.type, f, q->b->data));
        return changes ? IR_NONE : f;
    }
    return IR_NONE;
}

/* From the beginning of a field to that of the next one, or to the end. */
static uint64_t extent_of(const question *q, const dtrans_change *change, uint32_t field) {
    LLVMTargetDataRef target = q->b->layouts.target;
    uint32_t element = change->element[field];
    uint64_t begin = ir_offset_of(target, change->to, element);
    uint64_t end = element + 1 < LLVMCountStructElementTypes(change->to)
                       ? ir_offset_of(target, change->to, element + 1)
                       : dtrans_new_size(&q->b->layouts, change->from);
    return change->apart ? type_at(q, change->type)->fields[field].size : end - begin;
}

/* The bytes that may be used from a spot on; 0 if that cannot be said. */
static uint64_t room_at(const question *q, spot s) {
    const dtrans_type *t = s.type == IR_NONE ? NULL : type_at(q, s.type);
    const dtrans_change *change = t ? dtrans_change_of(&q->b->layouts, t->llvm) : NULL;
    uint32_t field =
        change && !change->dependent && t->tail == DTRANS_NO_TAIL ? field_at(q, s) : IR_NONE;
    if (field == IR_NONE || change->element[field] == IR_NONE)
        return 0;
    uint64_t inside = s.offset - t->fields[field].offset;
    uint64_t now = extent_of(q, change, field) - inside, before = t->size - s.offset;
    return now < before ? now : before;
}

/* Follows address computations back to an object of a type; NULL if they do not begin at one.
 * *offset is what is constant of them, and *variable whether something is not. */
static LLVMValueRef object_of(const question *q, LLVMValueRef v, int64_t *offset, bool *variable) {
    enum { MOST = 16 };
    *offset = 0;
    *variable = false;
    for (int i = 0; i < MOST; i++) {
        const LocalPointerInfo *info = local(q->b, v);
        if (info->objects == 1 && info->count == 1)
            return v;
        if (!LLVMIsAGetElementPtrInst(v))
            break;
        ir_distance d = ir_gep_distance(q->b->layouts.target, v);
        *offset += d.constant;
        *variable |= d.variable;
        v = LLVMGetOperand(v, 0);
    }
    return NULL;
}

static bool has_unknown(const question *q) {
    ptr_graph *g = &q->b->info->graph;
    return !q->info->place || ptr_marked(g, q->info->place, PTR_UNKNOWN);
}

/* The most room at any field that the pointer may lead to; 0 if it may lead elsewhere. */
static uint64_t room_by_class(const question *q) {
    const LocalPointerInfo *info = q->info;
    uint64_t most = 0;
    if (has_unknown(q) || info->objects || info->tangled ||
        q->b->info->graph.nodes.at[info->place].objects.first)
        return 0;
    dtrans_each_view (view, info) {
        uint64_t room = view->element && !view->beyond && !view->outer
                            ? room_at(q, (spot){view->type, view->offset})
                            : 0;
        if (!room)
            return 0;
        most = room > most ? room : most;
    }
    return most;
}

/* What is left of a field's room after a distance that is known when the program runs. */
static LLVMValueRef room_behind(const question *q, uint64_t room, LLVMValueRef object,
                                uint64_t offset) {
    LLVMValueRef to = LLVMBuildPtrToInt(q->at, LLVMGetOperand(q->call, POINTER), q->word, "");
    LLVMValueRef from = LLVMBuildPtrToInt(q->at, object, q->word, "");
    LLVMValueRef far =
        LLVMBuildSub(q->at, LLVMBuildSub(q->at, to, from, ""), number(q, offset), "");
    LLVMValueRef beyond = LLVMBuildICmp(q->at, LLVMIntULT, number(q, room), far, "");
    LLVMValueRef left = LLVMBuildSub(q->at, number(q, room), far, "");
    return LLVMBuildSelect(q->at, beyond, number(q, 0), left, "");
}

/* Whether the distance from the object is to be asked for when the program runs. Only of pools: of
 * other objects LLVM still sees the size, and later transforms would see pointers become numbers.
 */
static bool is_measured(const question *q, LLVMValueRef object) {
    const LocalPointerInfo *info = q->info;
    bool known = object && info->count == 1 && local(q->b, object)->dominant == info->views[0].type;
    const dtrans_change *change =
        known ? dtrans_change_of(&q->b->layouts, type_at(q, info->views[0].type)->llvm) : NULL;
    return q->dynamic && q->b->hooks->measures_objects && change && !change->apart;
}

/* The room from the pointer on; NULL if it cannot be said. Where a distance is variable, it may
 * lead back as well: what counts is the field, whose beginning it is not in front of. */
static LLVMValueRef room_of_field(const question *q) {
    int64_t offset;
    bool variable;
    uint64_t to;
    LLVMValueRef object = object_of(q, LLVMGetOperand(q->call, POINTER), &offset, &variable);
    uint32_t type = object ? local(q->b, object)->dominant : IR_NONE;
    uint64_t room = room_by_class(q);
    if (type != IR_NONE && !variable && offset >= 0) {
        uint64_t exact = room_at(q, (spot){type, (uint64_t)offset});
        room = exact ? exact : room;
    } else if (room && variable && is_measured(q, object) &&
               dtrans_new_offset(&q->b->layouts, type_at(q, type)->llvm, q->info->views[0].offset,
                                 &to) == DTRANS_KEPT) {
        return room_behind(q, room, object, to);
    }
    return room ? number(q, room) : NULL;
}

static uint64_t bytes_of(const question *q, const ptr_fact *fact) {
    const ptr_graph *g = &q->b->info->graph;
    LLVMValueRef v = g->witnesses.at[fact->witness].value;
    LLVMTargetDataRef target = q->b->layouts.target;
    if (fact->kind == PTR_HEAP) {
        const ptr_site *site = &g->sites.at[fact->detail];
        return site->slack || site->floor ? 0 : dtrans_site_bytes(site);
    }
    if (v && LLVMIsAGlobalVariable(v))
        return ir_abi_size(target, LLVMGlobalGetValueType(v));
    if (v && LLVMIsAAllocaInst(v) && LLVMIsAConstantInt(LLVMGetOperand(v, 0)))
        return ir_abi_size(target, LLVMGetAllocatedType(v)) *
               LLVMConstIntGetZExtValue(LLVMGetOperand(v, 0));
    return 0;
}

/* Whether every object that the pointer may lead to is one of the type, on its own. */
static bool is_single(const question *q, uint64_t size) {
    const ptr_graph *g = &q->b->info->graph;
    bool good = q->info->objects == 1 && !has_unknown(q) && !q->info->tangled &&
                !g->nodes.at[q->info->place].holders.len;
    uint32_t first = good ? g->nodes.at[q->info->place].objects.first : 0;
    for (uint32_t f = first; f; f = g->facts.at[f].next)
        good &= bytes_of(q, &g->facts.at[f]) == size;
    return good && first;
}

/* As many objects of the old size as there are of the new one. */
static LLVMValueRef scaled(const question *q, LLVMValueRef answer) {
    LLVMValueRef result = answer;
    dtrans_each_object (view, q->info) {
        const dtrans_type *t = type_at(q, view->type);
        uint64_t now = dtrans_new_size(&q->b->layouts, t->llvm);
        if (now == t->size || !now)
            continue;
        LLVMValueRef count = LLVMBuildUDiv(q->at, answer, number(q, now), "");
        LLVMValueRef old = LLVMBuildMul(q->at, count, number(q, t->size), "");
        result = q->info->count == 1 ? old : larger(q, result, old);
    }
    LLVMValueRef unknown = LLVMConstAllOnes(q->word);
    LLVMValueRef known = LLVMBuildICmp(q->at, LLVMIntNE, answer, unknown, "");
    return result == answer ? answer : LLVMBuildSelect(q->at, known, result, unknown, "");
}

static LLVMValueRef answer_for_object(question *q) {
    const dtrans_type *t = type_at(q, q->info->views[0].type);
    uint64_t size = t->size, now = dtrans_new_size(&q->b->layouts, t->llvm);
    bool library = is_for_library(q->call);
    LLVMValueRef answer = library ? q->call : scaled(q, q->call);
    bool single = is_single(q, size);
    q->b->sizes_left |= !single;
    if (q->at_least || !single)
        return answer;
    return smaller(q, answer, number(q, library && now < size ? now : size));
}

static LLVMValueRef answer_for_field(question *q) {
    LLVMValueRef room = q->at_least ? NULL : room_of_field(q);
    q->b->sizes_left |= !room;
    return room ? smaller(q, q->call, room) : q->call;
}

static bool is_about_changed(const question *q) {
    dtrans_each_view (view, q->info)
        if (dtrans_is_remapped(&q->b->layouts, type_at(q, view->type)->llvm))
            return true;
    return false;
}

/* Where the answer was used before it was computed with. */
static void replace(LLVMValueRef old, LLVMValueRef new, const LLVMValueRef *users, size_t count) {

    for (size_t i = 0; i < count; i++)
        for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(users[i]); k++)
            if (LLVMGetOperand(users[i], k) == old)
                LLVMSetOperand(users[i], k, new);
}

static void answer(question *q) {
    lathe_ctx *ctx = q->b->ctx;
    VEC(LLVMValueRef) users = {0};
    ir_each_user (user, q->call)
        vec_push(ctx, &users, user);
    LLVMPositionBuilderBeforeInstrAndDbgRecords(q->at, LLVMGetNextInstruction(q->call));
    LLVMValueRef new = q->info->objects ? answer_for_object(q) : answer_for_field(q);
    if (new != q->call && ctx_ok(ctx))
        replace(q->call, new, users.at, users.len);
    vec_free(ctx, &users);
}

static bool is_set(LLVMValueRef call, unsigned operand) {
    return LLVMConstIntGetZExtValue(LLVMGetOperand(call, operand)) != 0;
}

void dtrans_keep_object_sizes(DTransOptBase *b) {
    VEC(LLVMValueRef) asked = {0};
    question q = {.b = b, .at = LLVMCreateBuilderInContext(b->m->llvm_ctx)};
    ir_each_function (fn, b->m->llvm)
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb)
                if (ctx_tick(b->ctx, 1) && is_asked(inst))
                    vec_push(b->ctx, &asked, inst);
    for (size_t i = 0; i < asked.len && ctx_tick(b->ctx, 1); i++) {
        q.call = asked.at[i];
        q.word = LLVMTypeOf(q.call);
        q.info = local(b, LLVMGetOperand(q.call, POINTER));
        q.at_least = is_set(q.call, AT_LEAST);
        q.dynamic = is_set(q.call, DYNAMIC);
        if (is_about_changed(&q))
            answer(&q);
    }
    vec_free(b->ctx, &asked);
    LLVMDisposeBuilder(q.at);
}
