/* Allocators that carve objects out of larger blocks: arenas, obstacks, buffers with a mark.
 *
 * A *cursor* is a pointer or a number in memory that says where free memory begins. The function
 * returns what the cursor says, perhaps rounded up, and moves the cursor behind the object before
 * anything else can happen: objects do not overlap as long as nobody moves the cursor back while
 * they are in use. In the function itself the cursor is otherwise only set along with a fresh
 * block. Elsewhere it may be set to what was kept of it before, to the beginning of a block, or to
 * nothing, as those who give back all memory at once do, which ends the life of the objects;
 * wrap_check.c looks at all such stores of the program. Nothing is known of how large blocks are,
 * so objects from there may not grow. */
#include "ir/attr.h"
#include "ir/ir_address.h"
#include "ir/ptr/wrap_fresh.h"
#include "ir/size.h"
#include "ir/value.h"

enum { MAX_BACK = 64, MAX_EQUAL = 8, MAX_TERMS = 8 };

typedef struct carving {
    ptr_wrappers *w;
    LLVMValueRef fn, move; /* the store that moves the cursor */
    ptr_wrapper *out;
} carving;

static bool is_same(LLVMValueRef a, LLVMValueRef b, int depth);

static bool same_operands(LLVMValueRef a, LLVMValueRef b, int depth) {
    int count = LLVMGetNumOperands(a);
    bool same = count == LLVMGetNumOperands(b);
    for (int i = 0; same && i < count; i++)
        same = is_same(LLVMGetOperand(a, (unsigned)i), LLVMGetOperand(b, (unsigned)i), depth - 1);
    return same;
}

/* Whether nothing that may write comes between two instructions of one block, in either order. */
static bool nothing_between(LLVMValueRef a, LLVMValueRef b) {
    if (LLVMGetInstructionParent(a) != LLVMGetInstructionParent(b))
        return false;
    for (int turn = 0; turn < 2; turn++) {
        LLVMValueRef i = turn ? b : a, end = turn ? a : b;
        for (; i && i != end; i = LLVMGetNextInstruction(i))
            if (LLVMIsAStoreInst(i) || (LLVMIsACallInst(i) && !LLVMIsAIntrinsicInst(i)) ||
                LLVMIsAMemIntrinsic(i))
                break;
        if (i == end)
            return true;
    }
    return false;
}

/* Whether two values surely are equal: computed alike, and read where nothing was written. */
static bool is_same(LLVMValueRef a, LLVMValueRef b, int depth) {
    if (a == b)
        return true;
    if (depth == 0 || !LLVMIsAInstruction(a) || !LLVMIsAInstruction(b) ||
        LLVMGetInstructionOpcode(a) != LLVMGetInstructionOpcode(b) ||
        LLVMTypeOf(a) != LLVMTypeOf(b))
        return false;
    if (LLVMIsALoadInst(a))
        return !LLVMGetVolatile(a) && !LLVMGetVolatile(b) && nothing_between(a, b) &&
               is_same(LLVMGetOperand(a, 0), LLVMGetOperand(b, 0), depth - 1);
    if (LLVMIsAGetElementPtrInst(a))
        return LLVMGetGEPSourceElementType(a) == LLVMGetGEPSourceElementType(b) &&
               same_operands(a, b, depth);
    return (LLVMIsABinaryOperator(a) || LLVMIsACastInst(a)) && same_operands(a, b, depth);
}

static const ptr_form unknown = {.arg = -1, .count = -1};

static ptr_form plus(ptr_form a, ptr_form b) {
    bool good = a.known && b.known && (a.arg < 0 || b.arg < 0);
    ptr_form f = a.arg >= 0 ? a : b;
    f.least = a.least + b.least;
    f.most = a.most + b.most;
    return good ? f : unknown;
}

/* How far `to` is beyond `from`. */
static ptr_form distance(const carving *c, LLVMValueRef from, LLVMValueRef to, int depth) {
    if (is_same(from, to, MAX_EQUAL))
        return (ptr_form){true, -1, -1, 0, 0, 0};
    if (depth == 0 || !LLVMIsAInstruction(to))
        return unknown;
    if (LLVMIsAGetElementPtrInst(to)) {
        bool bytes = LLVMGetNumIndices(to) == 1 &&
                     LLVMGetTypeKind(LLVMGetGEPSourceElementType(to)) == LLVMIntegerTypeKind &&
                     LLVMGetIntTypeWidth(LLVMGetGEPSourceElementType(to)) == 8;
        ptr_form before = bytes ? distance(c, from, LLVMGetOperand(to, 0), depth - 1) : unknown;
        return before.known ? plus(before, ptr_form_of(c->w->ctx, c->fn, LLVMGetOperand(to, 1)))
                            : unknown;
    }
    LLVMOpcode op = LLVMGetInstructionOpcode(to);
    LLVMValueRef left = LLVMIsABinaryOperator(to) ? LLVMGetOperand(to, 0) : NULL;
    LLVMValueRef right = left ? LLVMGetOperand(to, 1) : NULL;
    if (op == LLVMAdd) {
        ptr_form f = plus(distance(c, from, left, depth - 1), ptr_form_of(c->w->ctx, c->fn, right));
        return f.known
                   ? f
                   : plus(distance(c, from, right, depth - 1), ptr_form_of(c->w->ctx, c->fn, left));
    }
    int64_t mask = op == LLVMAnd && LLVMIsAConstantInt(right) ? LLVMConstIntGetSExtValue(right) : 0;
    if (mask >= 0 || mask < -4096 || (-mask & (-mask - 1)))
        return unknown;
    return plus(distance(c, from, left, depth - 1), (ptr_form){true, -1, -1, mask + 1, 0, 0});
}

/* The memory that a returned pointer's distance, or itself, is read from: where the cursor is. */
static LLVMValueRef cursor_of(LLVMValueRef from) {
    for (int i = 0; i < MAX_TERMS; i++) {
        if (LLVMIsALoadInst(from))
            return from;
        bool rounds = LLVMIsABinaryOperator(from) && LLVMIsAConstantInt(LLVMGetOperand(from, 1)) &&
                      (LLVMGetInstructionOpcode(from) == LLVMAdd ||
                       LLVMGetInstructionOpcode(from) == LLVMAnd);
        if (!rounds)
            return NULL;
        from = LLVMGetOperand(from, 0);
    }
    return NULL;
}

/* A function of the program that contains no return, as those that end in exit. */
static bool never_returns(LLVMValueRef call) {
    LLVMValueRef fn = ptr_direct_callee(call);
    if (!LLVMIsACallInst(call) || LLVMIsAIntrinsicInst(call))
        return false;
    if (ir_attr_of_call(call, IR_AT_FUNCTION, "noreturn"))
        return true;
    bool returns = !fn || LLVMIsDeclaration(fn) || LLVMCountBasicBlocks(fn) > MAX_BACK;
    for (LLVMBasicBlockRef bb = returns ? NULL : LLVMGetFirstBasicBlock(fn); bb && !returns;
         bb = LLVMGetNextBasicBlock(bb))
        returns = LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(bb)) != NULL;
    return !returns;
}

/* The only block from which execution comes into another one, NULL if there are several. */
static LLVMBasicBlockRef only_before(LLVMBasicBlockRef bb) {
    LLVMBasicBlockRef only = NULL;
    ir_each_user (user, LLVMBasicBlockAsValue(bb)) {
        if (!LLVMIsATerminatorInst(user))
            continue;
        LLVMBasicBlockRef from = LLVMGetInstructionParent(user);
        bool ends = false;
        ir_each_inst (inst, from)
            ends |= never_returns(inst);
        if (!ends && only && only != from)
            return NULL;
        only = ends ? only : from;
    }
    return only;
}

/* Whether the path from the load to the store, up from block to only predecessor, is free of other
 * writes. */
static bool is_current(LLVMValueRef load, LLVMValueRef store) {
    LLVMBasicBlockRef bb = LLVMGetInstructionParent(store);
    LLVMValueRef i = LLVMGetPreviousInstruction(store);
    for (int blocks = 0; blocks < MAX_BACK; blocks++) {
        for (; i; i = LLVMGetPreviousInstruction(i)) {
            if (i == load)
                return true;
            if (LLVMIsAStoreInst(i) || (LLVMIsACallInst(i) && !LLVMIsAIntrinsicInst(i)))
                return false;
        }
        bb = only_before(bb);
        if (!bb)
            return false;
        i = LLVMGetLastInstruction(bb);
    }
    return false;
}

static bool is_fresh_block(const carving *c, LLVMValueRef v) {
    int64_t offset = 0;
    v = ptr_strip_distance(c->w, v, &offset);
    LLVMValueRef callee = ptr_direct_callee(v);
    const lib_func *row = callee ? ptr_library_row(callee) : NULL;
    const ptr_wrapper *inner = callee && !row ? ptr_wrapper_of(c->w, callee) : NULL;
    return offset >= 0 &&
           ((row && (row->result == LIB_RESULT_HEAP || row->result == LIB_RESULT_ZEROED)) ||
            (inner && inner->allocates));
}

/* What was last stored to where a load reads, in its block or the only ones before it. */
static LLVMValueRef stored_before(LLVMValueRef load) {
    LLVMBasicBlockRef bb = LLVMGetInstructionParent(load);
    LLVMValueRef address = LLVMGetOperand(load, 0), i = LLVMGetPreviousInstruction(load);
    for (int blocks = 0; blocks < MAX_TERMS; blocks++) {
        for (; i; i = LLVMGetPreviousInstruction(i)) {
            if (LLVMIsAStoreInst(i))
                return is_same(LLVMGetOperand(i, 1), address, MAX_EQUAL) ? LLVMGetOperand(i, 0)
                                                                         : NULL;
            if (LLVMIsACallInst(i) && !LLVMIsAIntrinsicInst(i))
                return NULL;
        }
        bb = only_before(bb);
        if (!bb)
            return NULL;
        i = LLVMGetLastInstruction(bb);
    }
    return NULL;
}

static bool stores_fresh(const carving *c, LLVMValueRef value) {
    int64_t offset = 0;
    LLVMValueRef base = ptr_strip_distance(c->w, value, &offset);
    if (offset >= 0 && LLVMIsALoadInst(base)) {
        LLVMValueRef stored = stored_before(base);
        base = stored ? stored : base;
    }
    return offset >= 0 && is_fresh_block(c, base);
}

/* A number at the start of a block: stored into the block itself, or beside where its address is.
 */
static bool begins_block(const carving *c, LLVMValueRef store) {
    if (!LLVMIsAConstantInt(LLVMGetOperand(store, 0)))
        return false;
    if (is_fresh_block(c, LLVMGetOperand(store, 1)))
        return true;
    ir_each_inst (inst, LLVMGetInstructionParent(store))
        if (LLVMIsAStoreInst(inst) && ir_is_pointer(LLVMGetOperand(inst, 0)) &&
            stores_fresh(c, LLVMGetOperand(inst, 0)))
            return true;
    return false;
}

/* Whether two addresses may be those of one cell: the same member of whatever it is, or variable.
 */
static bool is_like(LLVMValueRef a, LLVMValueRef b) {
    if (a == b)
        return true;
    if (!LLVMIsAGetElementPtrInst(a) || !LLVMIsAGetElementPtrInst(b) ||
        LLVMGetGEPSourceElementType(a) != LLVMGetGEPSourceElementType(b) ||
        LLVMGetNumIndices(a) != LLVMGetNumIndices(b))
        return false;
    for (unsigned i = 1; i <= LLVMGetNumIndices(a); i++)
        if (LLVMGetOperand(a, i) != LLVMGetOperand(b, i))
            return false;
    return true;
}

/* Other stores to the cursor in the function itself come with a block of their own. */
static bool is_kept_inside(const carving *c, LLVMValueRef cell) {
    ir_each_block (bb, c->fn)
        ir_each_inst (inst, bb) {
            if (!LLVMIsAStoreInst(inst) || inst == c->move ||
                !is_like(LLVMGetOperand(inst, 1), cell))
                continue;
            bool good = ir_is_pointer(LLVMGetOperand(inst, 0))
                            ? stores_fresh(c, LLVMGetOperand(inst, 0))
                            : begins_block(c, inst);
            if (!good)
                return false;
            map_add(&c->w->moves, inst);
        }
    return true;
}

/* Where a block begins is set in the function to fresh blocks alone, if the cursor lies elsewhere.
 */
static bool is_base_kept(const carving *c, LLVMValueRef base, LLVMValueRef cell) {
    int64_t ignored = 0;
    base = ptr_strip_distance(c->w, base, &ignored);
    if (!LLVMIsALoadInst(base))
        return LLVMIsConstant(base);
    LLVMValueRef around = ptr_strip_distance(c->w, cell, &ignored);
    if (is_same(base, around, MAX_EQUAL))
        return true;
    c->out->base_cell = LLVMGetOperand(base, 0);
    ir_each_block (bb, c->fn)
        ir_each_inst (inst, bb) {
            if (!LLVMIsAStoreInst(inst) ||
                !is_like(LLVMGetOperand(inst, 1), LLVMGetOperand(base, 0)))
                continue;
            if (!stores_fresh(c, LLVMGetOperand(inst, 0)))
                return false;
            map_add(&c->w->moves, inst);
        }
    return true;
}

static LLVMValueRef only_result(LLVMValueRef fn) {
    LLVMValueRef only = NULL;
    ir_each_block (bb, fn) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(bb);
        if (!last || !LLVMIsAReturnInst(last))
            continue;
        if (only)
            return NULL;
        only = LLVMGetOperand(last, 0);
    }
    for (int i = 0; only && LLVMIsAPHINode(only); i++) { /* null, or the memory */
        LLVMValueRef memory = NULL;
        for (unsigned k = 0; k < LLVMCountIncoming(only); k++)
            if (!LLVMIsAConstantPointerNull(LLVMGetIncomingValue(only, k))) {
                if (memory || i == MAX_TERMS)
                    return NULL;
                memory = LLVMGetIncomingValue(only, k);
            }
        only = memory;
    }
    return only;
}

/* The store that moves the cursor on from where the returned memory is. */
static LLVMValueRef find_move(carving *c, LLVMValueRef from, LLVMValueRef cursor, int64_t header,
                              ptr_form *moved) {
    ir_each_block (bb, c->fn)
        ir_each_inst (inst, bb) {
            if (!LLVMIsAStoreInst(inst) || LLVMGetVolatile(inst) ||
                !is_same(LLVMGetOperand(inst, 1), LLVMGetOperand(cursor, 0), MAX_EQUAL) ||
                !is_current(cursor, inst))
                continue;
            *moved = distance(c, from, LLVMGetOperand(inst, 0), MAX_TERMS);
            if (moved->known && moved->arg >= 0 && moved->least >= header)
                return inst;
        }
    return NULL;
}

/* Whether the memory is not returned but after the cursor was moved. */
static bool is_moved_first(const carving *c, LLVMValueRef result) {
    LLVMBasicBlockRef bb = LLVMGetInstructionParent(c->move);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
    if (LLVMIsAReturnInst(end))
        return true;
    if (!LLVMIsABranchInst(end) || LLVMIsConditional(end))
        return false;
    LLVMValueRef phi = LLVMGetFirstInstruction(LLVMGetSuccessor(end, 0));
    for (unsigned i = 0; LLVMIsAPHINode(phi) && i < LLVMCountIncoming(phi); i++)
        if (LLVMGetIncomingValue(phi, i) == result)
            return LLVMGetIncomingBlock(phi, i) == bb;
    return false;
}

bool ptr_returns_carved(ptr_wrappers *w, LLVMValueRef fn, ptr_wrapper *out) {
    carving c = {.w = w, .fn = fn, .out = out};
    LLVMValueRef result = only_result(fn), base = NULL;
    int64_t header = 0;
    LLVMValueRef from = result ? ptr_strip_distance(w, result, &header) : NULL;
    if (!from || header < 0)
        return false;
    if (LLVMIsAGetElementPtrInst(from) && LLVMGetNumIndices(from) <= 2 &&
        ir_abi_size(ir_layout(w->m), ir_below_arrays(LLVMGetGEPSourceElementType(from))) == 1) {
        base = LLVMGetOperand(from, 0);
        from = LLVMGetOperand(from, LLVMGetNumIndices(from));
    }
    LLVMValueRef cursor = cursor_of(from);
    ptr_form moved;
    if (!cursor || LLVMGetVolatile(cursor) ||
        !(c.move = find_move(&c, from, cursor, header, &moved)) || !is_moved_first(&c, result) ||
        !is_kept_inside(&c, LLVMGetOperand(cursor, 0)) ||
        (base && !is_base_kept(&c, base, LLVMGetOperand(cursor, 0))))
        return false;
    map_add(&w->moves, c.move);
    out->size_arg = moved.arg;
    out->count_arg = moved.count;
    out->slack = (uint64_t)(moved.most > header ? moved.most - header : 0);
    out->floor = (uint64_t)(moved.floor > header ? moved.floor - header : 0);
    out->header = (uint64_t)header;
    out->zeroed = true;
    out->carved = true;
    out->cursor_cell = LLVMGetOperand(cursor, 0);
    return true;
}
