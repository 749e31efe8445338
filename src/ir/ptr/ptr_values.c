/* Classes of values: constants, globals, and what instructions and arguments carry. */
#include "ir/ptr/ptr.h"
#include "ir/ptr/ptr_build.h"
#include "ir/ptr/ptr_shape.h"
#include "ir/size.h"
#include "ir/structs.h"
#include "ir/value.h"

#include <string.h>

carrier ptr_carrier(const ptr_builder *b, LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMPointerTypeKind:
        return CARRIES_POINTER;
    case LLVMIntegerTypeKind: {
        unsigned bits = LLVMGetIntTypeWidth(type);
        if (bits > b->pointer_bytes * 8)
            return CARRIES_AGGREGATE;
        return bits == b->pointer_bytes * 8 ? CARRIES_POINTER : CARRIES_NONE;
    }
    case LLVMDoubleTypeKind:
        return b->pointer_bytes == 8 ? CARRIES_POINTER : CARRIES_NONE;
    case LLVMStructTypeKind:
    case LLVMArrayTypeKind:
    case LLVMVectorTypeKind:
        if (!LLVMTypeIsSized(type) ||
            (ir_has_fixed_size(type) && ir_abi_size(b->layout, type) < b->pointer_bytes))
            return CARRIES_NONE;
        return CARRIES_AGGREGATE;
    case LLVMX86_FP80TypeKind:
    case LLVMFP128TypeKind:
    case LLVMPPC_FP128TypeKind:
    case LLVMScalableVectorTypeKind:
    case LLVMTargetExtTypeKind:
    case LLVMX86_AMXTypeKind:
        return CARRIES_AGGREGATE;
    default:
        return CARRIES_NONE;
    }
}

bool ptr_holds_integers(LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMVectorTypeKind || kind == LLVMScalableVectorTypeKind)
        kind = LLVMGetTypeKind(LLVMGetElementType(type));
    return kind == LLVMIntegerTypeKind;
}

uint32_t ptr_here(ptr_builder *b) {
    if (!b->witness)
        b->witness = ptr_witness_new(b->g, b->inst ? b->inst : b->fn, NULL);
    return b->witness;
}

void ptr_lose(ptr_builder *b, ptr_class c, ptr_reason reason) {
    if (!c)
        return;
    ptr_add_mark(b->g, c, PTR_ESCAPES, reason, ptr_here(b));
    ptr_add_mark(b->g, c, PTR_UNKNOWN, reason, ptr_here(b));
}

bool ptr_is_copy(LLVMValueRef v) {
    static const bool copies[256] = {
        [LLVMLoad] = true,          [LLVMPHI] = true,
        [LLVMSelect] = true,        [LLVMCall] = true,
        [LLVMInvoke] = true,        [LLVMCallBr] = true,
        [LLVMPtrToInt] = true,      [LLVMIntToPtr] = true,
        [LLVMBitCast] = true,       [LLVMAddrSpaceCast] = true,
        [LLVMFreeze] = true,        [LLVMExtractValue] = true,
        [LLVMInsertValue] = true,   [LLVMExtractElement] = true,
        [LLVMInsertElement] = true, [LLVMShuffleVector] = true,
        [LLVMGetElementPtr] = true, [LLVMAlloca] = true,
        [LLVMAtomicRMW] = true,     [LLVMAtomicCmpXchg] = true,
        [LLVMVAArg] = true,         [LLVMLandingPad] = true,
        [LLVMCatchPad] = true,      [LLVMCleanupPad] = true,
    };
    return !LLVMIsAInstruction(v) || copies[LLVMGetInstructionOpcode(v)];
}

void ptr_define(ptr_builder *b, LLVMValueRef v, ptr_class c) {
    map_word *known = map_put(&b->g->value_class, v);
    if (!known || !c)
        return;
    if (known->u)
        ptr_merge(b->g, (ptr_class)known->u, c);
    else
        known->u = c;
}

static void add_symbol(ptr_builder *b, LLVMValueRef global, ptr_class c, uint32_t witness) {
    LLVMLinkage linkage = LLVMGetLinkage(global);
    size_t length;
    const char *name = LLVMGetValueName2(global, &length);
    ptr_symbol s = {.name = name, .object = c, .witness = witness};
    s.function = LLVMIsAFunction(global) != NULL;
    s.defined = !LLVMIsDeclaration(global) && linkage != LLVMAvailableExternallyLinkage;
    s.exported = !ir_is_local(global);
    s.library = s.function && !s.defined && lib_find(name, length);
    if (!s.exported && s.defined)
        return;
    map_set(&b->g->symbol_named, name, (map_word){.u = b->g->symbols.len});
    vec_push(b->g->ctx, &b->g->symbols, s);
}

/* A global is one object; its value type is only a witness. */
static ptr_class new_object(ptr_builder *b, LLVMValueRef global) {
    ptr_class c = ptr_new(b->g);
    uint32_t witness = ptr_witness_new(b->g, global, NULL);
    bool function = LLVMIsAFunction(global) != NULL;
    ptr_define(b, global, c);
    ptr_add_object(b->g, c, function ? PTR_FUNCTION : PTR_GLOBAL, 0, witness);
    add_symbol(b, global, c, witness);
    if (function)
        return c;
    bool array = false;
    LLVMTypeRef type = LLVMGlobalGetValueType(global);
    for (; LLVMGetTypeKind(type) == LLVMArrayTypeKind; array = true)
        type = LLVMGetElementType(type);
    uint32_t shape = ptr_shape_of(b->g, b->layout, type);
    if (shape)
        ptr_see_shape(b->g, c, shape, witness);
    if (array && ir_has_fixed_size(type))
        ptr_walk(b->g, c, ir_abi_size(b->layout, type));
    return c;
}

/* The operand of a constant cast, or what an alias stands for. */
static LLVMValueRef strip_constant(LLVMValueRef v) {
    for (int depth = 0; depth < 64; depth++) {
        if (LLVMIsAGlobalAlias(v))
            v = LLVMAliasGetAliasee(v);
        else if (LLVMIsAConstantExpr(v) &&
                 (LLVMGetConstOpcode(v) == LLVMBitCast || LLVMGetConstOpcode(v) == LLVMIntToPtr ||
                  LLVMGetConstOpcode(v) == LLVMPtrToInt ||
                  LLVMGetConstOpcode(v) == LLVMAddrSpaceCast))
            v = LLVMGetOperand(v, 0);
        else
            break;
    }
    return v;
}

static void fill_initializer(ptr_builder *b, ptr_class c, LLVMValueRef value);

static ptr_class constant_expression(ptr_builder *b, LLVMValueRef v) {
    if (LLVMGetConstOpcode(v) == LLVMGetElementPtr)
        return ptr_gep(b, v);
    ptr_class c = ptr_new(b->g);
    b->g->nodes.at[c].cast = true;
    for (int i = 0; i < LLVMGetNumOperands(v); i++) {
        LLVMValueRef operand = LLVMGetOperand(v, (unsigned)i);
        ptr_add_mark(b->g, ptr_value(b, operand), PTR_COMPUTED, 0, ptr_here(b));
        ptr_flow_into(b, operand, c, LLVMTypeOf(v));
    }
    return c;
}

static ptr_class constant_value(ptr_builder *b, LLVMValueRef v) {
    LLVMValueRef core = strip_constant(v);
    if (LLVMIsAConstantExpr(core))
        return constant_expression(b, core);
    if (LLVMIsAGlobalVariable(core) || LLVMIsAFunction(core)) {
        map_word *known = map_find(&b->g->value_class, core);
        return known ? ptr_find(b->g, (ptr_class)known->u) : new_object(b, core);
    }
    if (LLVMIsAGlobalIFunc(core)) {
        ptr_class c = ptr_new(b->g);
        ptr_lose(b, c, PTR_REASON_EXTERNAL_SYMBOL);
        return c;
    }
    if (ptr_carrier(b, LLVMTypeOf(core)) != CARRIES_AGGREGATE || LLVMIsAUndefValue(core) ||
        LLVMIsAConstantAggregateZero(core) || LLVMIsAConstantInt(core) ||
        LLVMIsAConstantDataSequential(core) || LLVMIsAConstantFP(core))
        return 0;
    ptr_class c = ptr_new(b->g);
    fill_initializer(b, c, core);
    return c;
}

ptr_class ptr_value_named(ptr_builder *b, LLVMValueRef v) {
    ptr_class c = ptr_value(b, v);
    map_word *known = c ? map_find(&b->g->value_class, v) : NULL;
    return known && known->u ? (ptr_class)known->u : c;
}

ptr_class ptr_value(ptr_builder *b, LLVMValueRef v) {
    if (LLVMIsConstant(v)) {
        bool named = LLVMIsAConstantExpr(v) || LLVMIsAGlobalAlias(v);
        map_word *seen = named ? map_find(&b->g->value_class, v) : NULL;
        ptr_class c = seen ? (ptr_class)seen->u : constant_value(b, v);
        ptr_settle(b->g);
        if (c && !seen && named)
            ptr_define(b, v, c);
        return ptr_find(b->g, c);
    }
    if (ptr_carrier(b, LLVMTypeOf(v)) == CARRIES_NONE)
        return 0;
    map_word *known = map_put(&b->g->value_class, v);
    if (!known)
        return 0;
    if (!known->u)
        known->u = ptr_new(b->g);
    return ptr_find(b->g, (ptr_class)known->u);
}

typedef struct init_item {
    LLVMValueRef value;
    uint64_t offset;
} init_item;

typedef struct init_work {
    VEC(init_item) at;
    lathe_ctx *ctx;
} init_work;

static void push_elements(ptr_builder *b, init_work *w, init_item item) {
    LLVMTypeRef type = LLVMTypeOf(item.value);
    bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
    uint64_t step = is_struct ? 0 : ir_abi_size(b->layout, LLVMGetElementType(type));
    int count = LLVMGetNumOperands(item.value);
    ptr_expect(b->g, (size_t)count);
    for (int i = count - 1; i >= 0; i--) {
        uint64_t offset =
            is_struct ? ir_offset_of(b->layout, type, (unsigned)i) : step * (uint64_t)i;
        init_item element = {LLVMGetOperand(item.value, (unsigned)i), item.offset + offset};
        vec_push(w->ctx, &w->at, element);
    }
}

/* Pointers inside an initializer are stored at their byte offsets; the type of the initializer
 * need not be the object's. */
static void fill_initializer(ptr_builder *b, ptr_class c, LLVMValueRef value) {
    init_work w = {.ctx = b->g->ctx};
    vec_push(w.ctx, &w.at, (init_item){value, 0});
    while (w.at.len && ctx_tick(b->g->ctx, 1)) {
        init_item item = vec_pop(&w.at);
        LLVMValueRef v = item.value;
        if (LLVMIsAConstantStruct(v) || LLVMIsAConstantArray(v) || LLVMIsAConstantVector(v)) {
            push_elements(b, &w, item);
            continue;
        }
        if (ptr_carrier(b, LLVMTypeOf(v)) != CARRIES_POINTER)
            continue;
        ptr_class target = ptr_value(b, v);
        if (target)
            ptr_set_pointee(b->g, ptr_at(b->g, c, (int64_t)item.offset), target);
        ptr_settle(b->g);
    }
    vec_free(w.ctx, &w.at);
}

static void lose_listed(ptr_builder *b, LLVMValueRef list) {
    LLVMValueRef init = LLVMGetInitializer(list);
    for (int i = 0; init && i < LLVMGetNumOperands(init); i++)
        ptr_lose(b, ptr_value(b, LLVMGetOperand(init, (unsigned)i)), PTR_REASON_EXTERNAL_SYMBOL);
}

/* Module-level assembler may name any symbol. */
static void lose_all(ptr_builder *b, ptr_reason reason) {
    ir_each_global (g, b->m->llvm)
        ptr_lose(b, ptr_value(b, g), reason);
    ir_each_function (fn, b->m->llvm)
        if (!LLVMIsDeclaration(fn))
            ptr_lose(b, ptr_value(b, fn), reason);
}

static void lose_if_visible(ptr_builder *b, LLVMValueRef symbol) {
    LLVMLinkage linkage = LLVMGetLinkage(symbol);
    if (LLVMIsDeclaration(symbol) || ir_is_local(symbol) ||
        linkage == LLVMAvailableExternallyLinkage || linkage == LLVMAppendingLinkage ||
        strcmp(LLVMGetValueName(symbol), "main") == 0)
        return;
    b->fn = symbol;
    b->witness = 0;
    ptr_lose(b, ptr_value(b, symbol), PTR_REASON_EXTERNAL_SYMBOL);
}

static void lose_visible(ptr_builder *b) {
    LLVMModuleRef llvm = b->m->llvm;
    ir_each_global (g, llvm)
        lose_if_visible(b, g);
    ir_each_function (fn, llvm)
        lose_if_visible(b, fn);
    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(llvm); a; a = LLVMGetNextGlobalAlias(a))
        lose_if_visible(b, a);
}

void ptr_globals(ptr_builder *b) {
    b->inst = NULL;
    if (b->m->settings.visible_used)
        lose_visible(b);
    ir_each_global (g, b->m->llvm) {
        b->fn = g;
        b->g->here = g;
        b->witness = 0;
        const char *name = LLVMGetValueName(g);
        if (strcmp(name, "llvm.used") == 0 || strcmp(name, "llvm.compiler.used") == 0)
            lose_listed(b, g);
        if (str_starts_with(name, "llvm.") && strcmp(name, "llvm.global_ctors") != 0)
            continue;
        ptr_expect(b->g, 1);
        ptr_class c = ptr_value(b, g);
        if (LLVMGetInitializer(g))
            fill_initializer(b, c, LLVMGetInitializer(g));
    }
    size_t length;
    LLVMGetModuleInlineAsm(b->m->llvm, &length);
    if (!length)
        return;
    b->witness = ptr_witness_new(b->g, NULL, "module asm");
    lose_all(b, PTR_REASON_ASM);
}

ptr_class ptr_class_of(ptr_graph *g, LLVMValueRef v) {
    map_word *known = map_find(&g->value_class, v);
    return known ? ptr_find(g, (ptr_class)known->u) : 0;
}

ptr_class ptr_class_of_operand(ptr_graph *g, lathe_module *m, LLVMValueRef v) {
    if (!LLVMIsConstant(v))
        return ptr_class_of(g, v);
    ptr_builder b = {.g = g, .m = m, .layout = ir_layout(m)};
    b.pointer_bytes = LLVMPointerSize(b.layout);
    return ptr_value(&b, v);
}
