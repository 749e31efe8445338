#include "ir/edit/known_callees.h"

#include "base/map.h"
#include "base/vec.h"
#include "ir/ir_address.h"
#include "ir/size.h"
#include "ir/value.h"

enum { MAX_USES = 4096, MAX_LEVELS = 32 };

/* A function that is stored at an offset of a variable; NULL if several are. */
typedef struct holding {
    uint64_t offset;
    LLVMValueRef function;
} holding;

typedef struct variable {
    LLVMValueRef global;
    bool known; /* all that is stored in it */
    VEC(holding) stored;
} variable;

typedef struct knowing {
    lathe_module *m;
    LLVMTargetDataRef layout;
    map numbers; /* variable → index + 1 */
    VEC(variable) all;
} knowing;

/* A linker, or a host that compiles one file of many, keeps to the module what no one else uses. */
static bool is_whole(const lathe_module *m) {
    LLVMValueRef entry = LLVMGetNamedFunction(m->llvm, "main");
    return entry && !LLVMIsDeclaration(entry) && m->settings.linked == IR_NOT_LINKED &&
           !m->settings.visible_used && !m->settings.exports.text;
}

static bool is_ours(const lathe_module *m, LLVMValueRef g) {
    LLVMLinkage linkage = LLVMGetLinkage(g);
    bool definite = linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage ||
                    linkage == LLVMExternalLinkage;
    return LLVMGetInitializer(g) && definite && !LLVMIsExternallyInitialized(g) &&
           (LLVMIsGlobalConstant(g) || ir_is_local(g) || is_whole(m));
}

/* The variable that an address lies in, and where; NULL if that is not known. */
static LLVMValueRef variable_at(const knowing *k, LLVMValueRef address, uint64_t *offset) {
    *offset = 0;
    for (int i = 0; i < MAX_LEVELS && ir_is_gep(address); i++) {
        if (!ir_has_fixed_size(LLVMGetGEPSourceElementType(address)) || !ir_is_pointer(address))
            return NULL;
        ir_distance d = ir_gep_distance(k->layout, address);
        if (d.variable)
            return NULL;
        *offset += (uint64_t)d.constant;
        address = LLVMGetOperand(address, 0);
    }
    return LLVMIsAGlobalVariable(address);
}

/* The pointer at an offset of a constant, NULL if something else is there. */
static LLVMValueRef element_at(LLVMTargetDataRef layout, LLVMValueRef v, uint64_t offset) {
    for (int i = 0; i < MAX_LEVELS; i++) {
        LLVMTypeRef type = LLVMTypeOf(v);
        if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
            return offset ? NULL : v;
        bool is_struct = ir_is_struct(type);
        if ((!is_struct && !ir_is_array(type)) || offset >= ir_abi_size(layout, type))
            return NULL;
        uint64_t step = is_struct ? 0 : ir_abi_size(layout, LLVMGetElementType(type));
        if (!is_struct && !step)
            return NULL;
        unsigned n =
            is_struct ? LLVMElementAtOffset(layout, type, offset) : (unsigned)(offset / step);
        offset -= is_struct ? ir_offset_of(layout, type, n) : n * step;
        v = LLVMGetAggregateElement(v, n);
        if (!v)
            return NULL;
    }
    return NULL;
}

static void add_stored(knowing *k, variable *at, uint64_t offset, LLVMValueRef value) {
    if (LLVMIsNull(value))
        return;
    LLVMValueRef function = LLVMIsAFunction(value);
    vec_push(k->m->ctx, &at->stored, (holding){offset, function});
}

/* What is stored through an address in the variable. False if it may be known elsewhere. */
static bool follow(knowing *k, variable *at, LLVMValueRef address, unsigned *uses) {
    for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        uint64_t offset;
        if (++*uses > MAX_USES)
            return false;
        if (LLVMIsALoadInst(user))
            continue;
        if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != address &&
            ir_is_pointer(LLVMGetOperand(user, 0)) && variable_at(k, address, &offset)) {
            add_stored(k, at, offset, LLVMGetOperand(user, 0));
        } else if (!ir_is_gep(user) || LLVMGetOperand(user, 0) != address ||
                   !follow(k, at, user, uses)) {
            return false;
        }
    }
    return true;
}

static variable *know(knowing *k, LLVMValueRef global) {
    map_word *number = map_put(&k->numbers, global);
    if (!number)
        return NULL;
    if (!number->u) {
        variable at = {.global = global};
        unsigned uses = 0;
        at.known = is_ours(k->m, global) &&
                   (LLVMIsGlobalConstant(global) || follow(k, &at, global, &uses));
        if (!vec_push(k->m->ctx, &k->all, at))
            return NULL;
        number->u = k->all.len;
    }
    return &k->all.at[number->u - 1];
}

/* The only function that is ever at the address; calling null is no way out. */
static LLVMValueRef only_function(knowing *k, LLVMValueRef address) {
    uint64_t offset;
    LLVMValueRef global = variable_at(k, address, &offset);
    variable *at = global ? know(k, global) : NULL;
    if (!at || !at->known)
        return NULL;
    LLVMValueRef first = element_at(k->layout, LLVMGetInitializer(global), offset);
    if (!first || (!LLVMIsNull(first) && !LLVMIsAFunction(first)))
        return NULL;
    LLVMValueRef only = LLVMIsAFunction(first);
    for (size_t i = 0; i < at->stored.len; i++) {
        const holding *h = &at->stored.at[i];
        bool apart = h->offset + LLVMPointerSize(k->layout) <= offset ||
                     offset + LLVMPointerSize(k->layout) <= h->offset;
        if (apart)
            continue;
        if (h->offset != offset || !h->function || (only && only != h->function))
            return NULL;
        only = h->function;
    }
    return only;
}

static void settle_call(knowing *k, LLVMValueRef call) {
    LLVMValueRef load = LLVMGetCalledValue(call);
    if (!LLVMIsALoadInst(load) || LLVMGetVolatile(load))
        return;
    LLVMValueRef fn = only_function(k, LLVMGetOperand(load, 0));
    if (!fn || LLVMGlobalGetValueType(fn) != LLVMGetCalledFunctionType(call) ||
        LLVMGetFunctionCallConv(fn) != LLVMGetInstructionCallConv(call))
        return;
    LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, fn);
    ir_mark_changed(k->m);
}

void ir_know_callees(lathe_module *m) {
    knowing k = {.m = m, .layout = ir_layout(m)};
    map_init(&k.numbers, m->ctx);
    ir_each_function (fn, m->llvm)
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb)
                if (LLVMIsACallInst(inst) && ctx_tick(m->ctx, 1))
                    settle_call(&k, inst);
    for (size_t i = 0; i < k.all.len; i++)
        vec_free(m->ctx, &k.all.at[i].stored);
    vec_free(m->ctx, &k.all);
    map_free(&k.numbers);
}

lathe_status ir_know_callees_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)params, (void)out;
    ir_begin_change(m);
    ir_know_callees(m);
    return m->ctx->status;
}
