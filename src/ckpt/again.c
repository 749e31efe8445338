#include "ckpt/again.h"

#include "ir/libfuncs.h"
#include "ir/value.h"

#include <string.h>

static const lib_func *called_external(LLVMValueRef inst) {
    if (!LLVMIsACallInst(inst))
        return NULL;
    LLVMValueRef callee = LLVMGetCalledValue(inst);
    if (!LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee))
        return NULL;
    return lib_find_judged(LLVMGetValueName(callee));
}

static bool is_getter(LLVMValueRef inst) {
    const lib_func *e = called_external(inst);
    return e && e->verdict == LIB_CKPT_AGAIN;
}

/* What it is computed from, if it is an address or a pointer that was loaded. */
static LLVMValueRef base_of(LLVMValueRef inst) {
    bool follows = LLVMIsAGetElementPtrInst(inst) || (LLVMIsALoadInst(inst) && ir_is_pointer(inst));
    return follows ? LLVMGetOperand(inst, 0) : NULL;
}

/* How many steps it is from a getter, which is at 1; 0: it is not such a value. */
static unsigned distance(LLVMValueRef value) {
    unsigned steps = 1;
    for (; value && LLVMIsAInstruction(value); value = base_of(value), steps++)
        if (is_getter(value))
            return steps;
    return 0;
}

bool ckpt_is_again(LLVMValueRef inst) {
    return distance(inst) > 0;
}

static void repeat(ckpt_fn *f, LLVMValueRef value) {
    VEC(LLVMValueRef) users = {0};
    for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAInstruction(user) &&
            LLVMGetInstructionParent(user) != LLVMGetInstructionParent(value))
            vec_push(f->m->ctx, &users, user);
    }
    for (size_t i = 0; i < users.len; i++) {
        LLVMValueRef copy = LLVMInstructionClone(value);
        LLVMPositionBuilderBefore(f->b, users.at[i]);
        LLVMInsertIntoBuilder(f->b, copy);
        for (int o = 0, n = LLVMGetNumOperands(users.at[i]); o < n; o++)
            if (LLVMGetOperand(users.at[i], (unsigned)o) == value)
                LLVMSetOperand(users.at[i], (unsigned)o, copy);
    }
    vec_free(f->m->ctx, &users);
}

/* Values at one distance; the greatest distance there is. */
static unsigned repeat_at(ckpt_fn *f, unsigned steps) {
    VEC(LLVMValueRef) values = {0};
    unsigned most = 0;
    ir_each_block (bb, f->fn)
        ir_each_inst (inst, bb) {
            unsigned far = distance(inst);
            most = far > most ? far : most;
            if (far && far == steps)
                vec_push(f->m->ctx, &values, inst);
        }
    for (size_t i = 0; i < values.len; i++)
        repeat(f, values.at[i]);
    vec_free(f->m->ctx, &values);
    return most;
}

/* Copies use what the original used, so what is computed last is repeated first. */
void ckpt_repeat_values(ckpt_fn *f) {
    for (unsigned steps = repeat_at(f, 0); steps; steps--)
        repeat_at(f, steps);
}

/* ---- where they may go ---- */

/* A function of libc that looks at what it is given, and neither keeps nor returns it. */
static bool only_looks(LLVMValueRef call) {
    const lib_func *e = called_external(call);
    return e && (e->verdict == LIB_CKPT_FINE || e->verdict == LIB_CKPT_STREAM) &&
           !ir_is_pointer(call) && !strstr(e->name, "cpy") && !strstr(e->name, "move");
}

/* A local that is only read and written, so that what is in it is known. */
static bool is_plain_local(LLVMValueRef place) {
    if (!LLVMIsAAllocaInst(place))
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(place); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool stored = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != place;
        if (!LLVMIsALoadInst(user) && !stored && !ir_calls_named(user, "llvm.lifetime."))
            return false;
    }
    return true;
}

typedef VEC(LLVMValueRef) value_list;

static bool has(const value_list *list, LLVMValueRef value) {
    for (size_t i = 0; i < list->len; i++)
        if (list->at[i] == value)
            return true;
    return false;
}

typedef struct flow {
    lathe_ctx *ctx;
    value_list values; /* that are, or may be, such */
    bool on_path;
} flow;

static void follow(flow *f, LLVMValueRef value) {
    if (!has(&f->values, value))
        vec_push(f->ctx, &f->values, value);
}

static void follow_local(flow *f, LLVMValueRef place) {
    for (LLVMUseRef u = LLVMGetFirstUse(place); u; u = LLVMGetNextUse(u))
        if (LLVMIsALoadInst(LLVMGetUser(u)))
            follow(f, LLVMGetUser(u));
}

/* Whether the use is one that can be followed; what comes of it is then followed, too. */
static bool is_followed(flow *f, LLVMValueRef value, LLVMValueRef user) {
    if (LLVMIsAStoreInst(user)) {
        LLVMValueRef place = LLVMGetOperand(user, 1);
        if (LLVMGetOperand(user, 0) != value)
            return true;
        if (f->on_path || !is_plain_local(place))
            return false;
        follow_local(f, place);
        return true;
    }
    if (LLVMIsAPHINode(user) || LLVMIsASelectInst(user)) {
        follow(f, user);
        return !f->on_path;
    }
    if (base_of(user) == value)
        follow(f, user);
    else if (!LLVMIsALoadInst(user) && !LLVMIsAICmpInst(user) && !only_looks(user))
        return false;
    return true;
}

LLVMValueRef ckpt_again_escape(lathe_ctx *ctx, LLVMValueRef inst, bool on_path) {
    flow f = {.ctx = ctx, .on_path = on_path};
    LLVMValueRef found = NULL;
    if (is_getter(inst))
        follow(&f, inst);
    for (size_t i = 0; i < f.values.len && !found && ctx_tick(ctx, 1); i++)
        for (LLVMUseRef u = LLVMGetFirstUse(f.values.at[i]); u && !found; u = LLVMGetNextUse(u))
            if (!is_followed(&f, f.values.at[i], LLVMGetUser(u)))
                found = LLVMGetUser(u);
    vec_free(ctx, &f.values);
    return found;
}
