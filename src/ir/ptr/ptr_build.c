/* One constraint per instruction: what it copies, reads, writes or computes. */
#include "ir/ptr/ptr_build.h"
#include "ir/attr.h"
#include "ir/ptr/ptr.h"
#include "ir/ptr/ptr_check.h"
#include "ir/ptr/ptr_shape.h"
#include "ir/ptr/wrap_check.h"
#include "ir/size.h"
#include "ir/structs.h"
#include "ir/value.h"

#include <string.h>

typedef void visit_fn(ptr_builder *b, LLVMValueRef inst);

static uint64_t size_of(const ptr_builder *b, LLVMTypeRef type) {
    return ir_has_fixed_size(type) ? ir_store_size(b->layout, type) : 0;
}

/* The location a pointer operand names, `type` wide at least. */
static ptr_class access_place(ptr_builder *b, LLVMValueRef pointer, LLVMTypeRef type) {
    ptr_class place = ptr_value(b, pointer);
    ptr_extend(b->g, place, size_of(b, type));
    place = ptr_find(b->g, place);
    b->g->nodes.at[place].accessed = b->g->nodes.at[place].used = true;
    return place;
}

static void visit_load(ptr_builder *b, LLVMValueRef inst) {
    ptr_class place = access_place(b, LLVMGetOperand(inst, 0), LLVMTypeOf(inst));
    carrier kind = ptr_carrier(b, LLVMTypeOf(inst));
    b->g->nodes.at[place].part_read |= kind == CARRIES_NONE;
    if (kind == CARRIES_POINTER)
        ptr_define(b, inst, ptr_pointee_named(b->g, place));
    else if (kind == CARRIES_AGGREGATE)
        ptr_merge(b->g, place, ptr_value(b, inst));
}

static void write_value(ptr_builder *b, LLVMValueRef pointer, LLVMValueRef v) {
    ptr_class place = access_place(b, pointer, LLVMTypeOf(v));
    carrier kind = ptr_carrier(b, LLVMTypeOf(v));
    b->g->nodes.at[place].part_written |= kind == CARRIES_NONE;
    if (kind == CARRIES_POINTER)
        ptr_set_pointee(b->g, place, ptr_value_named(b, v));
    else if (kind == CARRIES_AGGREGATE)
        ptr_merge(b->g, place, ptr_value(b, v));
}

static void visit_store(ptr_builder *b, LLVMValueRef inst) {
    write_value(b, LLVMGetOperand(inst, 1), LLVMGetOperand(inst, 0));
}

static void visit_alloca(ptr_builder *b, LLVMValueRef inst) {
    ptr_class c = ptr_value(b, inst);
    ptr_add_object(b->g, c, PTR_LOCAL, 0, ptr_here(b));
    LLVMTypeRef type = LLVMGetAllocatedType(inst);
    type = ir_below_arrays(type);
    uint32_t shape = ptr_shape_of(b->g, b->layout, type);
    if (shape)
        ptr_see_shape(b->g, c, shape, ptr_here(b));
}

/* A distance from null, or from another number, is an address of its own. */
static void cast_indices(ptr_builder *b, LLVMValueRef gep) {
    ptr_class c = ptr_value(b, gep);
    b->g->nodes.at[c].cast = true;
    for (unsigned i = 0; i < LLVMGetNumIndices(gep); i++)
        ptr_flow_to(b, LLVMGetOperand(gep, i + 1), gep);
}

/* A vector is the location of its lanes: they point anywhere near what the base points to. */
static void visit_gep(ptr_builder *b, LLVMValueRef inst) {
    LLVMValueRef base = LLVMGetOperand(inst, 0);
    if (ir_is_pointer(inst)) {
        ptr_class c = ptr_gep(b, inst);
        ptr_define(b, inst, c);
        if (!c)
            cast_indices(b, inst);
        return;
    }
    ptr_class from = ptr_value(b, base);
    if (!ir_is_pointer(base)) {
        ptr_merge(b->g, ptr_value(b, inst), from);
        from = ptr_pointee(b->g, from);
    }
    ptr_set_pointee(b->g, ptr_value(b, inst), ptr_walk(b->g, from, 1));
}

/* The result is a copy of each operand that can carry a pointer. */
static void visit_copy(ptr_builder *b, LLVMValueRef inst) {
    carrier kind = ptr_carrier(b, LLVMTypeOf(inst));
    if (kind == CARRIES_NONE)
        return;
    ptr_class c = ptr_value_named(b, inst);
    for (int i = 0; i < LLVMGetNumOperands(inst); i++) {
        LLVMValueRef v = LLVMGetOperand(inst, (unsigned)i);
        if (ptr_carrier(b, LLVMTypeOf(v)) == kind)
            ptr_merge(b->g, c, ptr_value_named(b, v));
    }
}

/* The bits of one width in another. */
static void convert(ptr_builder *b, LLVMValueRef from, LLVMValueRef to) {
    if (ptr_carrier(b, LLVMTypeOf(to)) == CARRIES_NONE)
        ptr_flow_narrow(b, from, to);
    else
        ptr_flow_to(b, from, to);
}

/* Casts between a register of pointer width and something else of it, or not of it. */
static void visit_cast(ptr_builder *b, LLVMValueRef inst) {
    LLVMValueRef from = LLVMGetOperand(inst, 0);
    if (LLVMIsAIntToPtrInst(inst)) {
        ptr_class c = ptr_value(b, inst);
        b->g->nodes.at[c].cast = true;
    }
    carrier to_kind = ptr_carrier(b, LLVMTypeOf(inst));
    carrier from_kind = ptr_carrier(b, LLVMTypeOf(from));
    if (to_kind != CARRIES_NONE && to_kind == from_kind) {
        ptr_merge(b->g, ptr_value_named(b, inst), ptr_value_named(b, from));
        return;
    }
    if (from_kind != CARRIES_NONE)
        ptr_add_mark(b->g, ptr_value(b, from), PTR_COMPUTED, 0, ptr_here(b));
    convert(b, from, inst);
}

static bool is_pointer_cast(LLVMValueRef v) {
    if (LLVMIsAConstantExpr(v))
        return LLVMGetConstOpcode(v) == LLVMPtrToInt;
    return LLVMIsAPtrToIntInst(v);
}

static void visit_arithmetic(ptr_builder *b, LLVMValueRef inst) {
    if (!ptr_holds_integers(LLVMTypeOf(inst)) || ptr_carrier(b, LLVMTypeOf(inst)) == CARRIES_NONE)
        return;
    LLVMValueRef left = LLVMGetOperand(inst, 0), right = LLVMGetOperand(inst, 1);
    bool difference = LLVMGetInstructionOpcode(inst) == LLVMSub && is_pointer_cast(left) &&
                      is_pointer_cast(right);
    if (difference) {
        ptr_flow_difference(b, left, right, inst);
        ptr_flow_difference(b, right, left, inst);
    } else {
        ptr_flow_to(b, left, inst);
        ptr_flow_to(b, right, inst);
    }
    if (LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMIntegerTypeKind)
        return;
    ptr_mark mark = difference ? PTR_DIFF : PTR_COMPUTED;
    if (ptr_is_copy(left))
        ptr_add_mark(b->g, ptr_value(b, left), mark, 0, ptr_here(b));
    if (ptr_is_copy(right))
        ptr_add_mark(b->g, ptr_value(b, right), mark, 0, ptr_here(b));
}

static void visit_conversion(ptr_builder *b, LLVMValueRef inst) {
    LLVMValueRef from = LLVMGetOperand(inst, 0);
    if (ptr_carrier(b, LLVMTypeOf(from)) != CARRIES_NONE && ptr_is_copy(from))
        ptr_add_mark(b->g, ptr_value(b, from), PTR_COMPUTED, 0, ptr_here(b));
    convert(b, from, inst);
}

/* Floating-point arithmetic makes no addresses, but an address may be kept as such a number: it
 * then goes where the narrow integers go. Bits of a pointer are not what is converted back. */
static void visit_to_floating(ptr_builder *b, LLVMValueRef inst) {
    LLVMValueRef from = LLVMGetOperand(inst, 0);
    if (ptr_carrier(b, LLVMTypeOf(from)) == CARRIES_NONE)
        return;
    if (ptr_is_copy(from))
        ptr_add_mark(b->g, ptr_value(b, from), PTR_COMPUTED, 0, ptr_here(b));
    ptr_flow_narrow(b, from, inst);
}

static void visit_from_floating(ptr_builder *b, LLVMValueRef inst) {
    if (ptr_carrier(b, LLVMTypeOf(inst)) != CARRIES_NONE)
        ptr_flow_any_narrow(b, inst);
}

/* Byte offset of the element an extractvalue or insertvalue names. */
static uint64_t element_offset(const ptr_builder *b, LLVMTypeRef type, LLVMValueRef inst) {
    const unsigned *indices = LLVMGetIndices(inst);
    uint64_t offset = 0;
    for (unsigned i = 0; i < LLVMGetNumIndices(inst); i++) {
        if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            offset += ir_offset_of(b->layout, type, indices[i]);
            type = LLVMStructGetTypeAtIndex(type, indices[i]);
        } else {
            type = LLVMGetElementType(type);
            offset += indices[i] * ir_abi_size(b->layout, type);
        }
    }
    return offset;
}

/* `element` is the part at `offset` of the aggregate whose class is `whole`. */
static void link_element(ptr_builder *b, ptr_class whole, uint64_t offset, LLVMValueRef element) {
    carrier kind = ptr_carrier(b, LLVMTypeOf(element));
    if (!whole)
        return;
    ptr_class place = ptr_at(b->g, whole, (int64_t)offset);
    if (kind == CARRIES_NONE) {
        b->g->nodes.at[place].part_read = b->g->nodes.at[place].part_written = true;
        return;
    }
    ptr_class value = ptr_value(b, element);
    if (kind == CARRIES_POINTER && value)
        ptr_set_pointee(b->g, place, value);
    else
        ptr_merge(b->g, place, value);
}

static void visit_extract_value(ptr_builder *b, LLVMValueRef inst) {
    LLVMValueRef from = LLVMGetOperand(inst, 0);
    link_element(b, ptr_value(b, from), element_offset(b, LLVMTypeOf(from), inst), inst);
}

static void visit_insert_value(ptr_builder *b, LLVMValueRef inst) {
    ptr_class whole = ptr_value(b, inst);
    ptr_merge(b->g, whole, ptr_value(b, LLVMGetOperand(inst, 0)));
    link_element(b, whole, element_offset(b, LLVMTypeOf(inst), inst), LLVMGetOperand(inst, 1));
}

/* All lanes of a vector are one. */
static void visit_vector(ptr_builder *b, LLVMValueRef inst) {
    bool extracts = LLVMGetInstructionOpcode(inst) == LLVMExtractElement;
    ptr_class whole = ptr_value(b, extracts ? LLVMGetOperand(inst, 0) : inst);
    if (!whole)
        return;
    whole = ptr_walk(b->g, whole, b->pointer_bytes);
    if (extracts) {
        link_element(b, whole, 0, inst);
        return;
    }
    ptr_merge(b->g, whole, ptr_value(b, LLVMGetOperand(inst, 0)));
    if (LLVMGetInstructionOpcode(inst) == LLVMInsertElement)
        link_element(b, whole, 0, LLVMGetOperand(inst, 1));
    else
        ptr_merge(b->g, whole, ptr_value(b, LLVMGetOperand(inst, 1)));
}

static void note_part_read(ptr_builder *b, LLVMValueRef pointer, LLVMTypeRef type) {
    ptr_class place = ptr_value(b, pointer);
    b->g->nodes.at[place].part_read |= ptr_carrier(b, type) == CARRIES_NONE;
}

static void visit_cmpxchg(ptr_builder *b, LLVMValueRef inst) {
    LLVMValueRef pointer = LLVMGetOperand(inst, 0);
    write_value(b, pointer, LLVMGetOperand(inst, 1));
    write_value(b, pointer, LLVMGetOperand(inst, 2));
    note_part_read(b, pointer, LLVMTypeOf(LLVMGetOperand(inst, 1)));
    ptr_class result = ptr_value(b, inst);
    if (result && ptr_carrier(b, LLVMTypeOf(LLVMGetOperand(inst, 1))) == CARRIES_POINTER)
        ptr_set_pointee(b->g, result, ptr_pointee(b->g, ptr_value(b, pointer)));
}

static void visit_rmw(ptr_builder *b, LLVMValueRef inst) {
    LLVMValueRef pointer = LLVMGetOperand(inst, 0);
    write_value(b, pointer, LLVMGetOperand(inst, 1));
    note_part_read(b, pointer, LLVMTypeOf(inst));
    if (ptr_carrier(b, LLVMTypeOf(inst)) != CARRIES_POINTER)
        return;
    ptr_class held = ptr_pointee(b->g, ptr_value(b, pointer));
    ptr_merge(b->g, ptr_value(b, inst), held);
    if (LLVMGetAtomicRMWBinOp(inst) == LLVMAtomicRMWBinOpXchg)
        return;
    ptr_add_mark(b->g, held, PTR_COMPUTED, 0, ptr_here(b));
    ptr_flow_to(b, inst, inst);
}

static void visit_return(ptr_builder *b, LLVMValueRef inst) {
    if (LLVMGetNumOperands(inst) == 0 || !b->signature)
        return;
    ptr_class c = ptr_value_named(b, LLVMGetOperand(inst, 0));
    ptr_class *result = &b->g->signatures.at[b->signature].result;
    if (*result)
        ptr_merge(b->g, *result, c);
    else
        *result = c;
}

static void visit_va_arg(ptr_builder *b, LLVMValueRef inst) {
    ptr_class list = ptr_value(b, LLVMGetOperand(inst, 0));
    if (ptr_carrier(b, LLVMTypeOf(inst)) == CARRIES_POINTER)
        ptr_define(b, inst, ptr_pointee(b->g, ptr_pointee(b->g, list)));
    else if (ptr_value(b, inst))
        ptr_merge(b->g, ptr_value(b, inst), ptr_pointee(b->g, list));
}

/* Exception values come from outside; dtrans refuses such modules as a whole. */
static void visit_exception(ptr_builder *b, LLVMValueRef inst) {
    for (int i = 0; i < LLVMGetNumOperands(inst); i++) {
        LLVMValueRef v = LLVMGetOperand(inst, (unsigned)i);
        if (!LLVMValueIsBasicBlock(v))
            ptr_lose(b, ptr_value(b, v), PTR_REASON_EXCEPTION);
    }
    ptr_lose(b, ptr_value(b, inst), PTR_REASON_EXCEPTION);
}

static void visit_nothing(ptr_builder *b, LLVMValueRef inst) {
    (void)b;
    (void)inst;
}

/* What is not here has to do with exceptions. */
static visit_fn *const visitors[] = {
    /* clang-format off */
    [LLVMBr] = visit_nothing, [LLVMSwitch] = visit_nothing, [LLVMIndirectBr] = visit_nothing,
    [LLVMUnreachable] = visit_nothing, [LLVMFNeg] = visit_nothing, [LLVMFAdd] = visit_nothing,
    [LLVMFSub] = visit_nothing, [LLVMFMul] = visit_nothing, [LLVMFDiv] = visit_nothing,
    [LLVMFRem] = visit_nothing, [LLVMFPTrunc] = visit_nothing, [LLVMFPExt] = visit_nothing,
    [LLVMICmp] = visit_nothing, [LLVMFCmp] = visit_nothing, [LLVMFence] = visit_nothing,
    [LLVMInvoke] = ptr_call, [LLVMCallBr] = ptr_call, [LLVMCall] = ptr_call,
    [LLVMAdd] = visit_arithmetic, [LLVMSub] = visit_arithmetic, [LLVMMul] = visit_arithmetic,
    [LLVMUDiv] = visit_arithmetic, [LLVMSDiv] = visit_arithmetic, [LLVMURem] = visit_arithmetic,
    [LLVMSRem] = visit_arithmetic, [LLVMShl] = visit_arithmetic, [LLVMLShr] = visit_arithmetic,
    [LLVMAShr] = visit_arithmetic, [LLVMAnd] = visit_arithmetic, [LLVMOr] = visit_arithmetic,
    [LLVMXor] = visit_arithmetic,
    [LLVMTrunc] = visit_conversion, [LLVMZExt] = visit_conversion, [LLVMSExt] = visit_conversion,
    [LLVMPtrToAddr] = visit_conversion,
    [LLVMFPToUI] = visit_from_floating, [LLVMFPToSI] = visit_from_floating,
    [LLVMUIToFP] = visit_to_floating, [LLVMSIToFP] = visit_to_floating,
    [LLVMPtrToInt] = visit_cast, [LLVMIntToPtr] = visit_cast, [LLVMBitCast] = visit_cast,
    [LLVMAddrSpaceCast] = visit_cast,
    [LLVMPHI] = visit_copy, [LLVMSelect] = visit_copy, [LLVMFreeze] = visit_copy,
    [LLVMExtractElement] = visit_vector, [LLVMInsertElement] = visit_vector,
    [LLVMShuffleVector] = visit_vector,
    [LLVMRet] = visit_return, [LLVMAlloca] = visit_alloca, [LLVMLoad] = visit_load,
    [LLVMStore] = visit_store, [LLVMGetElementPtr] = visit_gep, [LLVMVAArg] = visit_va_arg,
    [LLVMExtractValue] = visit_extract_value, [LLVMInsertValue] = visit_insert_value,
    [LLVMAtomicCmpXchg] = visit_cmpxchg, [LLVMAtomicRMW] = visit_rmw,
    /* clang-format on */
};

static void visit(ptr_builder *b, LLVMValueRef inst) {
    LLVMOpcode opcode = LLVMGetInstructionOpcode(inst);
    visit_fn *fn = opcode < sizeof visitors / sizeof *visitors ? visitors[opcode] : NULL;
    b->inst = inst;
    b->g->here = inst;
    b->witness = 0;
    if (fn)
        fn(b, inst);
    else
        visit_exception(b, inst);
    ptr_settle(b->g);
}

static ptr_class parameter_class(ptr_builder *b, LLVMValueRef param) {
    ptr_class c = ptr_value(b, param);
    static const char *const typed[] = {"byval", "sret", "byref", "inalloca", "preallocated"};
    if (!c || !ir_is_pointer(param))
        return c;
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
        LLVMAttributeRef a = ir_attr_of_param(param, typed[i]);
        uint32_t shape = a ? ptr_shape_of(b->g, b->layout, LLVMGetTypeAttributeValue(a)) : 0;
        if (shape)
            ptr_see_shape(b->g, c, shape, ptr_here(b));
    }
    return c;
}

static void begin_function(ptr_builder *b, LLVMValueRef fn) {
    b->fn = fn;
    b->inst = NULL;
    b->g->here = fn;
    b->witness = 0;
    LLVMTypeRef type = LLVMGlobalGetValueType(fn);
    ptr_class c = ptr_value(b, fn);
    ptr_expect(b->g, 1 + LLVMCountParams(fn));
    b->signature = ptr_signature_of(b->g, c, type, NULL, LLVMCountParams(fn));
    if (!b->signature)
        return;
    b->g->signatures.at[b->signature].defined = true;
    bool entry = strcmp(LLVMGetValueName(fn), "main") == 0;
    for (unsigned i = 0; i < LLVMCountParams(fn); i++) {
        ptr_class p = parameter_class(b, LLVMGetParam(fn, i));
        p = p ? ptr_value_named(b, LLVMGetParam(fn, i)) : 0;
        ptr_class *slot = &b->g->signatures.at[b->signature].params[i];
        if (*slot)
            ptr_merge(b->g, *slot, p);
        else
            *slot = p;
        if (entry)
            ptr_lose(b, p, PTR_REASON_ENTRY);
    }
    ptr_settle(b->g);
}

static void visit_function(ptr_builder *b, LLVMValueRef fn) {
    begin_function(b, fn);
    ir_each_block (bb, fn) {
        ir_each_inst (inst, bb) {
            ptr_expect(b->g, 1);
            visit(b, inst);
        }
        if (!ctx_tick(b->g->ctx, 1))
            return;
    }
}

void ptr_build(ptr_graph *g, lathe_module *m) {
    if (!ptr_graph_init(g, m))
        return;
    ctx_timer timer = ctx_phase_begin(m->ctx, "ptrclasses");
    ptr_builder b = {.g = g, .m = m, .layout = ir_layout(m)};
    b.pointer_bytes = LLVMPointerSize(b.layout);
    ptr_wrappers_find(&b.wrappers, m);
    for (size_t i = 0; i < b.wrappers.at.len; i++) {
        const ptr_wrapper *w = &b.wrappers.at.at[i];
        if (w->passes >= 0)
            map_set(&g->passing, w->function, (map_word){.u = (uint64_t)w->passes + 1});
    }
    ir_each_function (fn, m->llvm)
        if (!LLVMIsDeclaration(fn) && LLVMGetLinkage(fn) != LLVMAvailableExternallyLinkage)
            visit_function(&b, fn);
    ptr_globals(&b);
    ptr_finish_callbacks(&b);
    ptr_check_wrappers(&b);
    ptr_wrappers_free(&b.wrappers);
    vec_free(m->ctx, &b.callbacks);
    ptr_graph_assert(g);
    ctx_phase_end(m->ctx, timer);
    ctx_count(m->ctx, "ptrclasses.nodes", g->nodes.len - 1);
}
