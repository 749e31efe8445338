/* Following what a function writes, at little cost: a store outside innermost loops notes the piece
 * of 64 bytes that it is in. Of a store in an innermost loop whose address is linear in the
 * iteration, the first, the second and the last address are computed where the loop is left, and
 * what lies on that line is noted, be it a row or a column. Anything else notes the whole object.
 *
 * Nothing may be saved between a write and its note: loops with points in them note each store.
 */
#include "ckpt/exceptions.h"
#include "ckpt/mem_fn.h"

#include "ir/edit/edit_split.h"
#include "ir/size.h"
#include "ir/value.h"

#include <string.h>

enum { MAX_CHAIN = 24, SMALLEST_PIECE = 64 };

typedef struct follower {
    mem_fn *w;
    ckpt_region *r;
    const ir_cfg *cfg;
    const ir_loops *loops;
    bool *has_child, *has_point; /* per loop */
    LLVMValueRef addresses;      /* room for three of them */
    map exits;                   /* loop number + 1 -> list of blocks on its exit edges */
} follower;

typedef struct exit_list {
    LLVMBasicBlockRef *at;
    uint32_t count;
} exit_list;

/* ---- noting ---- */

static LLVMTypeRef word_type(const follower *d) {
    return LLVMInt64TypeInContext(d->w->f.m->llvm_ctx);
}

static LLVMValueRef offset_of(follower *d, LLVMValueRef pointer) {
    LLVMBuilderRef b = d->w->f.b;
    return LLVMBuildSub(b, LLVMBuildPtrToInt(b, pointer, word_type(d), ""),
                        LLVMBuildPtrToInt(b, d->r->root, word_type(d), ""), "");
}

/* Notes bytes lo … hi - 1 of the region, as far as they are in it. */
static void note(follower *d, LLVMValueRef lo, LLVMValueRef hi) {
    const ckpt_region *r = d->r;
    LLVMValueRef args[] = {r->now, r->length, r->shift, ckpt_int64(&d->w->f, r->most), lo, hi};
    ckpt_mem_call(d->w, "ckpt.mem.note", args, 6);
}

static void note_here(follower *d, LLVMValueRef inst, LLVMValueRef pointer, LLVMValueRef bytes) {
    LLVMPositionBuilderBefore(d->w->f.b, inst);
    LLVMValueRef lo = offset_of(d, pointer);
    note(d, lo, LLVMBuildAdd(d->w->f.b, lo, bytes, ""));
}

static void note_all(follower *d, LLVMValueRef inst) {
    LLVMPositionBuilderBefore(d->w->f.b, inst);
    note(d, ckpt_int64(&d->w->f, 0), d->r->length);
}

/* Sets bit `bit` of a word of bits. */
static void set_bit(follower *d, LLVMValueRef words, uint64_t first, LLVMValueRef bit) {
    LLVMBuilderRef b = d->w->f.b;
    LLVMValueRef word = LLVMBuildLShr(b, bit, ckpt_int64(&d->w->f, 6), "");
    LLVMValueRef at = LLVMBuildAdd(b, word, ckpt_int64(&d->w->f, first), "");
    LLVMValueRef place = LLVMBuildInBoundsGEP2(b, word_type(d), words, &at, 1, "");
    LLVMValueRef mask = LLVMBuildShl(b, ckpt_int64(&d->w->f, 1),
                                     LLVMBuildAnd(b, bit, ckpt_int64(&d->w->f, 63), ""), "");
    LLVMValueRef old = LLVMBuildLoad2(b, word_type(d), place, "");
    LLVMBuildStore(b, LLVMBuildOr(b, old, mask, ""), place);
}

/* The piece that has the byte: without a call, since stores are many. A byte outside of the region
 * counts as its first. */
static void note_piece(follower *d, LLVMValueRef byte) {
    LLVMBuilderRef b = d->w->f.b;
    LLVMValueRef in = LLVMBuildICmp(b, LLVMIntULT, byte, d->r->length, "");
    LLVMValueRef safe = LLVMBuildSelect(b, in, byte, ckpt_int64(&d->w->f, 0), "");
    LLVMValueRef piece = LLVMBuildLShr(b, safe, d->r->shift, "");
    set_bit(d, d->r->now, (d->r->most + 63) / 64, piece);
    set_bit(d, d->r->now, 0, LLVMBuildLShr(b, piece, ckpt_int64(&d->w->f, 6), ""));
}

/* Whether the distance of the pointer from the root is a multiple of a power of two. */
static bool is_multiple(const follower *d, LLVMValueRef pointer, uint64_t of) {
    LLVMTargetDataRef layout = ir_layout(d->w->f.m);
    for (int steps = 0; pointer != d->r->root; steps++) {
        if (steps > 8 || !LLVMIsAGetElementPtrInst(pointer))
            return false;
        LLVMTypeRef type = LLVMGetGEPSourceElementType(pointer);
        for (int i = 1, n = LLVMGetNumOperands(pointer); i < n; i++) {
            if (i > 1 && LLVMGetTypeKind(type) != LLVMArrayTypeKind)
                return false;
            type = i > 1 ? LLVMGetElementType(type) : type;
            if (ir_abi_size(layout, type) % of)
                return false;
        }
        pointer = LLVMGetOperand(pointer, 0);
    }
    return true;
}

static void note_store(follower *d, LLVMValueRef store, LLVMValueRef pointer, uint64_t bytes) {
    LLVMBuilderRef b = d->w->f.b;
    LLVMPositionBuilderBefore(b, store);
    LLVMValueRef lo = offset_of(d, pointer);
    bool within =
        bytes <= SMALLEST_PIECE && (bytes & (bytes - 1)) == 0 && is_multiple(d, pointer, bytes);
    if (bytes > SMALLEST_PIECE) {
        note(d, lo, LLVMBuildAdd(b, lo, ckpt_int64(&d->w->f, bytes), ""));
        return;
    }
    note_piece(d, lo);
    if (!within)
        note_piece(d, LLVMBuildAdd(b, lo, ckpt_int64(&d->w->f, bytes - 1), ""));
}

/* ---- linear addresses ---- */

typedef struct chain {
    follower *d;
    uint32_t loop;
    int iteration; /* 0: the first, 1: the one after it, 2: the last */
    unsigned steps;
} chain;

static bool is_inside(const chain *c, LLVMValueRef v) {
    if (!LLVMIsAInstruction(v))
        return false;
    uint32_t b = ir_cfg_number(c->d->cfg, LLVMGetInstructionParent(v));
    return b != IR_NONE && ir_loop_has_block(c->d->loops, c->loop, b);
}

static bool steps_evenly(LLVMValueRef phi, LLVMValueRef next) {
    if (LLVMIsAGetElementPtrInst(next))
        return LLVMGetOperand(next, 0) == phi && LLVMGetNumOperands(next) == 2 &&
               LLVMIsAConstantInt(LLVMGetOperand(next, 1));
    if (!LLVMIsABinaryOperator(next) || LLVMGetInstructionOpcode(next) != LLVMAdd)
        return false;
    bool wide = LLVMGetIntTypeWidth(LLVMTypeOf(phi)) == 64;
    return LLVMGetOperand(next, 0) == phi && LLVMIsAConstantInt(LLVMGetOperand(next, 1)) &&
           (wide || LLVMGetNSW(next));
}

/* What a PHI is in the second iteration. */
static LLVMValueRef step_from(chain *c, LLVMValueRef phi, LLVMValueRef start, LLVMValueRef step) {
    LLVMBuilderRef b = c->d->w->f.b;
    if (LLVMGetTypeKind(LLVMTypeOf(phi)) == LLVMIntegerTypeKind)
        return LLVMBuildAdd(b, start, step, "");
    for (unsigned i = 0, n = LLVMCountIncoming(phi); i < n; i++) {
        LLVMValueRef next = LLVMGetIncomingValue(phi, i);
        if (LLVMIsAGetElementPtrInst(next) && LLVMGetOperand(next, 0) == phi)
            return LLVMBuildGEP2(b, LLVMGetGEPSourceElementType(next), start, &step, 1, "");
    }
    return NULL;
}

static LLVMValueRef eval_phi(chain *c, LLVMValueRef phi) {
    const ir_loop *l = &c->d->loops->loops[c->loop];
    LLVMValueRef start = NULL, step = NULL;
    if (LLVMGetInstructionParent(phi) != c->d->cfg->blocks[l->header])
        return NULL;
    for (unsigned i = 0, n = LLVMCountIncoming(phi); i < n; i++) {
        uint32_t from = ir_cfg_number(c->d->cfg, LLVMGetIncomingBlock(phi, i));
        LLVMValueRef v = LLVMGetIncomingValue(phi, i);
        if (from == IR_NONE || !ir_loop_has_block(c->d->loops, c->loop, from)) {
            if (start)
                return NULL;
            start = v;
        } else if (!steps_evenly(phi, v) || (step && step != LLVMGetOperand(v, 1)))
            return NULL;
        else
            step = LLVMGetOperand(v, 1);
    }
    if (c->iteration != 1 || !start || !step)
        return c->iteration ? phi : start;
    return step_from(c, phi, start, step);
}

static LLVMValueRef eval(chain *c, LLVMValueRef v);

static LLVMValueRef eval_gep(chain *c, LLVMValueRef gep) {
    LLVMValueRef ops[MAX_CHAIN];
    int count = LLVMGetNumOperands(gep);
    if (count > MAX_CHAIN)
        return NULL;
    for (int i = 0; i < count; i++)
        if (!(ops[i] = eval(c, LLVMGetOperand(gep, (unsigned)i))))
            return NULL;
    return LLVMBuildGEP2(c->d->w->f.b, LLVMGetGEPSourceElementType(gep), ops[0], ops + 1,
                         (unsigned)count - 1, "");
}

static LLVMValueRef eval_arithmetic(chain *c, LLVMValueRef v) {
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
    bool linear = op == LLVMAdd || op == LLVMSub ||
                  (op == LLVMMul && (!is_inside(c, a) || !is_inside(c, b))) ||
                  (op == LLVMShl && !is_inside(c, b));
    bool wide = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind &&
                LLVMGetIntTypeWidth(LLVMTypeOf(v)) == 64;
    if (!linear || (!wide && !LLVMGetNSW(v)) || !(a = eval(c, a)) || !(b = eval(c, b)))
        return NULL;
    return LLVMBuildBinOp(c->d->w->f.b, op, a, b, "");
}

/* The value in the first or the last iteration, built at the builder's position outside the loop.
 * NULL if it is not linear in the iteration, or may wrap around. */
static LLVMValueRef eval(chain *c, LLVMValueRef v) {
    if (!is_inside(c, v))
        return v;
    if (c->steps++ > MAX_CHAIN)
        return NULL;
    if (LLVMIsAPHINode(v))
        return eval_phi(c, v);
    if (LLVMIsAGetElementPtrInst(v))
        return eval_gep(c, v);
    if (LLVMIsASExtInst(v) || (LLVMIsAZExtInst(v) && LLVMGetNNeg(v))) {
        LLVMValueRef inner = eval(c, LLVMGetOperand(v, 0));
        return inner ? LLVMBuildSExt(c->d->w->f.b, inner, LLVMTypeOf(v), "") : NULL;
    }
    return LLVMIsABinaryOperator(v) ? eval_arithmetic(c, v) : NULL;
}

static bool is_linear(follower *d, uint32_t loop, LLVMValueRef pointer, LLVMBasicBlockRef scratch) {
    LLVMPositionBuilderAtEnd(d->w->f.b, scratch);
    for (int iteration = 0; iteration < 3; iteration++) {
        chain c = {.d = d, .loop = loop, .iteration = iteration};
        if (!eval(&c, pointer))
            return false;
    }
    return true;
}

/* ---- loops ---- */

/* Blocks on the edges that leave the loop, made on first use. NULL if one cannot be made. */
static const exit_list *exits_of(follower *d, uint32_t loop) {
    map_word *known = map_put_u(&d->exits, loop + 1);
    if (!known || known->p)
        return known ? known->p : NULL;
    const ir_loop *l = &d->loops->loops[loop];
    VEC(LLVMBasicBlockRef) made = {0};
    bool ok = true;
    for (uint32_t i = 0; i < l->exiting.count && ok; i++) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(d->cfg->blocks[l->exiting.at[i]]);
        for (unsigned s = 0; s < LLVMGetNumSuccessors(last) && ok; s++) {
            uint32_t to = ir_cfg_number(d->cfg, LLVMGetSuccessor(last, s));
            if (to == IR_NONE || ir_loop_has_block(d->loops, loop, to))
                continue;
            LLVMBasicBlockRef bb = ir_split_edge(d->w->f.m, last, s);
            ok = bb && vec_push(d->w->f.m->ctx, &made, bb);
        }
    }
    exit_list *list = arena_new(&d->w->f.mem, exit_list);
    LLVMBasicBlockRef *at = arena_array(&d->w->f.mem, made.len + 1, LLVMBasicBlockRef);
    if (list && at) {
        if (made.len)
            memcpy(at, made.at, made.len * sizeof *at);
        *list = (exit_list){at, ok ? (uint32_t)made.len : 0};
        map_find_u(&d->exits, loop + 1)->p = list;
    }
    vec_free(d->w->f.m->ctx, &made);
    return list;
}

/* The addresses of the first, the second and the last iteration say which have been written. */
static void note_at_exits(follower *d, uint32_t loop, LLVMValueRef pointer, LLVMValueRef bytes,
                          const exit_list *exits) {
    const ckpt_region *r = d->r;
    LLVMBuilderRef b = d->w->f.b;
    for (uint32_t i = 0; i < exits->count; i++) {
        LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(exits->at[i]));
        for (int iteration = 0; iteration < 3; iteration++) {
            chain c = {.d = d, .loop = loop, .iteration = iteration};
            LLVMValueRef at = ckpt_int64(&d->w->f, (uint64_t)iteration);
            LLVMBuildStore(b, offset_of(d, eval(&c, pointer)),
                           LLVMBuildInBoundsGEP2(b, word_type(d), d->addresses, &at, 1, ""));
        }
        LLVMValueRef args[] = {r->now,       r->length, r->shift, ckpt_int64(&d->w->f, r->most),
                               d->addresses, bytes};
        ckpt_mem_call(d->w, "ckpt.mem.note_steps", args, 6);
    }
}

/* The innermost loop whose stores may be noted where it is left; IR_NONE if there is none. */
static uint32_t quiet_loop(const follower *d, LLVMValueRef inst) {
    uint32_t b = ir_cfg_number(d->cfg, LLVMGetInstructionParent(inst));
    uint32_t loop = b == IR_NONE ? IR_NONE : d->loops->innermost[b];
    return loop != IR_NONE && !d->has_child[loop] && !d->has_point[loop] ? loop : IR_NONE;
}

static void follow_store(follower *d, LLVMValueRef store, LLVMValueRef pointer,
                         LLVMBasicBlockRef scratch) {
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(store, 0));
    uint64_t bytes = ir_store_size(ir_layout(d->w->f.m), type);
    uint32_t loop = quiet_loop(d, store);
    const exit_list *exits =
        loop != IR_NONE && is_linear(d, loop, pointer, scratch) ? exits_of(d, loop) : NULL;
    if (exits && exits->count)
        note_at_exits(d, loop, pointer, ckpt_int64(&d->w->f, bytes), exits);
    else
        note_store(d, store, pointer, bytes);
}

/* ---- uses ---- */

static void follow_call(follower *d, LLVMValueRef call, LLVMValueRef pointer) {
    const char *name = ir_callee_name(call);
    if (str_is_listed("llvm.lifetime.* llvm.assume* llvm.dbg.*", name, strlen(name)))
        return;
    if (!str_starts_with(name, "llvm.mem"))
        note_all(d, call);
    else if (LLVMGetOperand(call, 0) == pointer) {
        LLVMPositionBuilderBefore(d->w->f.b, call);
        LLVMValueRef bytes =
            LLVMBuildIntCast2(d->w->f.b, LLVMGetOperand(call, 2), word_type(d), false, "");
        note_here(d, call, pointer, bytes);
    }
}

/* Notes themselves take addresses as numbers; a region whose program does is not followed. */
static bool only_looks(LLVMValueRef user) {
    return LLVMIsAPtrToIntInst(user) || LLVMIsALoadInst(user) || LLVMIsAICmpInst(user) ||
           LLVMIsAGetElementPtrInst(user) || LLVMIsAPHINode(user) || LLVMIsASelectInst(user) ||
           LLVMIsABitCastInst(user) || LLVMIsAFreezeInst(user) || LLVMIsAAddrSpaceCastInst(user);
}

static void follow_pointer(follower *d, LLVMValueRef pointer, LLVMBasicBlockRef scratch) {
    VEC(LLVMValueRef) users = {0};
    for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u))
        if (LLVMIsAInstruction(LLVMGetUser(u)) && !only_looks(LLVMGetUser(u)))
            vec_push(d->w->f.m->ctx, &users, LLVMGetUser(u));
    for (size_t i = 0; i < users.len && ctx_tick(d->w->f.m->ctx, 1); i++) {
        LLVMValueRef user = users.at[i];
        if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == pointer)
            follow_store(d, user, pointer, scratch);
        else if (ckpt_is_call(user))
            follow_call(d, user, pointer);
        else
            note_all(d, user);
    }
    vec_free(d->w->f.m->ctx, &users);
}

/* ---- regions ---- */

static LLVMValueRef bits(follower *d, const char *name) {
    uint64_t words = d->r->most + (d->r->most + 63) / 64;
    LLVMValueRef v = LLVMBuildAlloca(d->w->f.b, LLVMArrayType2(word_type(d), words), name);
    LLVMSetAlignment(v, 8);
    return v;
}

/* The smallest pieces for which there are bits enough. */
static LLVMValueRef shift_value(follower *d) {
    const ckpt_region *r = d->r;
    uint64_t shift = 6;
    if (r->size)
        return ckpt_mem_call(d->w, "ckpt.mem.shift",
                             (LLVMValueRef[]){r->length, ckpt_int64(&d->w->f, r->most)}, 2);
    while ((r->bytes + (UINT64_C(1) << shift) - 1) >> shift > r->most * 64)
        shift++;
    return ckpt_int64(&d->w->f, shift);
}

static void make_variables(follower *d) {
    ckpt_region *r = d->r;
    LLVMPositionBuilderBefore(d->w->f.b, LLVMGetBasicBlockTerminator(d->w->f.prologue));
    r->now = bits(d, "ckpt.now");
    r->old = bits(d, "ckpt.old");
    r->shift = shift_value(d);
    LLVMValueRef args[] = {r->now, r->old, r->length, r->shift, ckpt_int64(&d->w->f, r->most)};
    ckpt_mem_call(d->w, "ckpt.mem.note_all", args, 5);
}

static bool look_at_loops(follower *d) {
    arena *mem = &d->w->f.mem;
    if (!(d->loops = ckpt_loops_now(&d->w->f)))
        return false;
    d->cfg = d->loops->cfg;
    d->has_child = arena_array(mem, d->loops->count + 1, bool);
    d->has_point = arena_array(mem, d->loops->count + 1, bool);
    if (!d->has_child || !d->has_point)
        return false;
    for (uint32_t l = 0; l < d->loops->count; l++)
        if (d->loops->loops[l].parent != IR_NONE)
            d->has_child[d->loops->loops[l].parent] = true;
    for (size_t i = 0; i < d->w->f.points.len; i++) {
        uint32_t l = d->loops->innermost[ir_cfg_number(d->cfg, d->w->f.points.at[i].x)];
        if (l != IR_NONE)
            d->has_point[l] = true;
    }
    return true;
}

bool ckpt_mem_follow_writes(mem_fn *w) {
    follower d = {.w = w};
    map_init(&d.exits, w->f.m->ctx);
    if (look_at_loops(&d)) {
        LLVMBasicBlockRef scratch = ckpt_add_block(&w->f, w->f.name, ".scratch", NULL);
        LLVMPositionBuilderBefore(w->f.b, LLVMGetBasicBlockTerminator(w->f.prologue));
        d.addresses = LLVMBuildAlloca(w->f.b, LLVMArrayType2(word_type(&d), 3), "ckpt.addresses");
        for (size_t i = 0; i < w->regions.len && ctx_ok(w->f.m->ctx); i++) {
            d.r = &w->regions.at[i];
            if (!d.r->followed)
                continue;
            make_variables(&d);
            for (size_t p = 0; p < d.r->object->pointers.len; p++)
                follow_pointer(&d, d.r->object->pointers.at[p], scratch);
        }
        LLVMDeleteBasicBlock(scratch);
    }
    map_free(&d.exits);
    return ctx_ok(w->f.m->ctx);
}
