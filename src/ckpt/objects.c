#include "ckpt/objects.h"

#include "ckpt/exceptions.h"
#include "ir/attr.h"
#include "ir/size.h"
#include "ir/value.h"

#include <string.h>

/* captures(none) is the attribute with no bit set. */
static bool is_captured(LLVMValueRef call, unsigned argument) {
    LLVMAttributeRef a = ir_attr_of_call(call, argument + 1, "captures");
    return !a || LLVMGetEnumAttributeValue(a) != 0;
}

static void see_call(ckpt_object *o, LLVMValueRef call, LLVMValueRef pointer) {
    const char *name = ir_callee_name(call);
    if (str_is_listed("llvm.lifetime.* llvm.assume* llvm.dbg.*", name, strlen(name)))
        return;
    for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n; i++) {
        if (LLVMGetOperand(call, i) != pointer)
            continue;
        if (str_starts_with(name, "llvm.mem")) {
            o->modified |= i == 0;
            continue;
        }
        if (!ir_attr_of_call(call, i + 1, "readonly") && !ir_attr_of_call(call, i + 1, "readnone"))
            o->modified = true;
        o->escapes |= is_captured(call, i);
    }
    if (LLVMGetCalledValue(call) == pointer)
        o->escapes = true;
}

bool ckpt_is_derivation(LLVMValueRef user) {
    return LLVMIsAGetElementPtrInst(user) || LLVMIsAPHINode(user) || LLVMIsASelectInst(user) ||
           LLVMIsABitCastInst(user) || LLVMIsAAddrSpaceCastInst(user) || LLVMIsAFreezeInst(user);
}

static void see_use(ckpt_object *o, LLVMValueRef user, LLVMValueRef pointer) {
    if (LLVMIsALoadInst(user) || LLVMIsAICmpInst(user))
        return;
    if (LLVMIsAStoreInst(user)) {
        if (LLVMGetOperand(user, 0) == pointer)
            o->escapes = true;
        if (LLVMGetOperand(user, 1) == pointer)
            o->modified = true;
        if (LLVMGetOperand(user, 1) == pointer && ir_is_pointer(LLVMGetOperand(user, 0)) &&
            !LLVMIsNull(LLVMGetOperand(user, 0)))
            o->pointer_stored = user;
        return;
    }
    if (ckpt_is_call(user)) {
        see_call(o, user, pointer);
        return;
    }
    o->modified = true;
    o->escapes |= !LLVMIsAAtomicRMWInst(user) && !LLVMIsAAtomicCmpXchgInst(user);
}

static void follow(ckpt_objects *all, ckpt_object *o) {
    map seen;
    map_init(&seen, all->ctx);
    vec_push(all->ctx, &o->pointers, o->root);
    for (size_t i = 0; i < o->pointers.len && ctx_tick(all->ctx, 1); i++)
        for (LLVMUseRef u = LLVMGetFirstUse(o->pointers.at[i]); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            if (!LLVMIsAInstruction(user))
                continue;
            if (!ckpt_is_derivation(user)) {
                see_use(o, user, o->pointers.at[i]);
                continue;
            }
            if (map_add(&seen, user))
                vec_push(all->ctx, &o->pointers, user);
        }
    map_free(&seen);
}

static uint64_t alloca_bytes(const lathe_module *m, LLVMValueRef inst) {
    LLVMValueRef count = LLVMGetOperand(inst, 0);
    if (!LLVMIsAConstantInt(count))
        return 0;
    return ir_abi_size(ir_layout(m), LLVMGetAllocatedType(inst)) * LLVMConstIntGetZExtValue(count);
}

/* What an array becomes when it is passed: the address of its first element. */
static bool is_same_address(LLVMValueRef value) {
    if (!LLVMIsAGetElementPtrInst(value))
        return false;
    for (int i = 1, n = LLVMGetNumOperands(value); i < n; i++)
        if (!LLVMIsNull(LLVMGetOperand(value, (unsigned)i)))
            return false;
    return true;
}

static uint64_t object_bytes(const lathe_module *m, LLVMValueRef value) {
    while (is_same_address(value))
        value = LLVMGetOperand(value, 0);
    if (LLVMIsAAllocaInst(value))
        return alloca_bytes(m, value);
    if (LLVMIsAGlobalVariable(value))
        return ir_abi_size(ir_layout(m), LLVMGlobalGetValueType(value));
    return 0;
}

static uint64_t claimed_bytes(LLVMValueRef fn, unsigned index) {
    LLVMAttributeRef a = ir_attr_get(fn, index + 1, "dereferenceable");
    return a ? LLVMGetEnumAttributeValue(a) : 0;
}

static uint64_t passed_bytes(const lathe_module *m, LLVMValueRef fn, unsigned index) {
    uint64_t all = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        if (!ckpt_is_call_of(call, fn) || index >= LLVMGetNumArgOperands(call))
            return 0;
        uint64_t bytes = object_bytes(m, LLVMGetOperand(call, index));
        if (!bytes || (all && bytes != all))
            return 0;
        all = bytes;
    }
    return all;
}

ckpt_said_size ckpt_argument_bytes(lathe_module *m, arena *mem, LLVMValueRef argument) {
    LLVMValueRef fn = LLVMGetParamParent(argument);
    unsigned index = 0;
    while (LLVMGetParam(fn, index) != argument)
        index++;
    ckpt_said_size said = ckpt_said_bytes(m, mem, argument);
    if (!said.bytes && !said.expression)
        said.bytes = claimed_bytes(fn, index);
    if (!said.bytes && !said.expression)
        said.bytes = passed_bytes(m, fn, index);
    return said;
}

static void add(ckpt_objects *o, LLVMValueRef root, ckpt_said_size size) {
    ckpt_object object = {.root = root, .bytes = size.bytes, .size = size.expression};
    follow(o, &object);
    if (!vec_push(o->ctx, &o->all, object))
        vec_free(o->ctx, &object.pointers);
}

bool ckpt_objects_find(ckpt_objects *o, lathe_module *m, LLVMValueRef fn) {
    *o = (ckpt_objects){.ctx = m->ctx};
    arena_init(&o->mem, m->ctx);
    for (unsigned i = 0, n = LLVMCountParams(fn); i < n; i++) {
        LLVMValueRef argument = LLVMGetParam(fn, i);
        if (ir_is_pointer(argument))
            add(o, argument, ckpt_argument_bytes(m, &o->mem, argument));
    }
    ir_each_block (bb, fn)
        ir_each_inst (inst, bb)
            if (LLVMIsAAllocaInst(inst) && ctx_tick(m->ctx, 1))
                add(o, inst, (ckpt_said_size){.bytes = alloca_bytes(m, inst)});
    return ctx_ok(m->ctx);
}

void ckpt_objects_free(ckpt_objects *o) {
    for (size_t i = 0; i < o->all.len; i++)
        vec_free(o->ctx, &o->all.at[i].pointers);
    vec_free(o->ctx, &o->all);
    arena_free(&o->mem);
}

bool ckpt_object_live_out(const ckpt_object *o, const ir_live *live, uint32_t block) {
    if (o->escapes)
        return true;
    for (size_t i = 0; i < o->pointers.len; i++)
        if (ir_live_out_of(live, block, o->pointers.at[i]))
            return true;
    return false;
}
