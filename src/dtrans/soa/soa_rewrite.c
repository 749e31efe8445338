/* Carries the edits out, in terms of the old program but for field types. */
#include "base/limits.h"
#include "dtrans/soa/soa.h"

#include <llvm-c/DebugInfo.h>

#include "ir/attr.h"
#include "ir/edit/edit_carry.h"
#include "ir/size.h"
#include "ir/value.h"

LLVMTypeRef soa_word(const soa *s) {
    return LLVMInt64TypeInContext(s->info->m->llvm_ctx);
}

LLVMValueRef soa_int(const soa *s, uint64_t value) {
    return LLVMConstInt(soa_word(s), value, true);
}

LLVMTypeRef soa_pointer_type(const soa *s) {
    return LLVMPointerTypeInContext(s->info->m->llvm_ctx, 0);
}

/* Of a constant the number itself, which no builder folds it to. */
LLVMValueRef soa_index(soa *s, LLVMValueRef pointer) {
    if (ir_is_constant_of(pointer, LLVMIntToPtr) &&
        LLVMTypeOf(LLVMGetOperand(pointer, 0)) == soa_word(s))
        return LLVMGetOperand(pointer, 0);
    return LLVMBuildPtrToInt(s->b, pointer, soa_word(s), "");
}

LLVMValueRef soa_pointer(soa *s, LLVMValueRef index) {
    return LLVMBuildIntToPtr(s->b, index, soa_pointer_type(s), "");
}

/* Bytes from a pointer. */
LLVMValueRef soa_add_bytes(soa *s, LLVMValueRef pointer, LLVMValueRef bytes) {
    return LLVMBuildGEP2(s->b, LLVMInt8TypeInContext(s->info->m->llvm_ctx), pointer, &bytes, 1, "");
}

/* The address of a part of the element with an index. */
static LLVMValueRef part_base(soa *s, const soa_array *a, uint32_t part, LLVMValueRef *index) {
    const soa_shape *shape = soa_shape_of(s, a->type);
    if (a->block == BLOCK_GLOBAL && LLVMIsAConstantInt(*index)) {
        *index = soa_int(s, LLVMConstIntGetZExtValue(*index) - 1);
        return a->parts[part];
    }
    if (a->block == BLOCK_GLOBAL) {
        LLVMValueRef low = soa_int(s, 0 - shape->parts[part].size);
        LLVMTypeRef byte = LLVMInt8TypeInContext(s->info->m->llvm_ctx);
        return LLVMConstGEP2(byte, a->parts[part], &low, 1);
    }
    return LLVMBuildLoad2(s->b, soa_pointer_type(s), soa_base_slot(s, a, part), "");
}

LLVMValueRef soa_part_address(soa *s, const soa_array *a, uint32_t part, LLVMValueRef index) {
    LLVMValueRef base = part_base(s, a, part, &index);
    return LLVMBuildGEP2(s->b, soa_shape_of(s, a->type)->parts[part].type, base, &index, 1, "");
}

LLVMValueRef soa_field_address(soa *s, const soa_array *a, uint32_t element, LLVMValueRef index) {
    const soa_shape *shape = soa_shape_of(s, a->type);
    uint32_t number = shape->part[element];
    const soa_part *part = &shape->parts[number];
    LLVMValueRef base = part_base(s, a, number, &index);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(s->info->m->llvm_ctx);
    LLVMValueRef indices[] = {index, LLVMConstInt(i32, shape->member[element], false)};
    return LLVMBuildGEP2(s->b, part->type, base, indices, part->count > 1 ? 2 : 1, "");
}

/* How many elements an address computation moves by. */
static LLVMValueRef moved_by(soa *s, const soa_path *path) {
    LLVMValueRef sum = soa_int(s, 0);
    for (size_t i = 0; i < path->terms.len; i++) {
        LLVMValueRef n = path->terms.at[i].index;
        n = n ? LLVMBuildIntCast2(s->b, n, soa_word(s), true, "") : soa_int(s, 1);
        if (path->terms.at[i].over != 1)
            n = LLVMBuildExactSDiv(s->b, n, soa_int(s, (uint64_t)path->terms.at[i].over), "");
        if (path->terms.at[i].times != 1)
            n = LLVMBuildMul(s->b, n, soa_int(s, (uint64_t)path->terms.at[i].times), "");
        sum = LLVMIsNull(sum) ? n : LLVMBuildAdd(s->b, sum, n, "");
    }
    return sum;
}

/* From the field's address on: the same members under the new types, or bytes. */
LLVMValueRef soa_enter_field(soa *s, const soa_array *a, LLVMValueRef gep, const soa_path *path,
                             LLVMValueRef address) {
    const dtrans_layouts *l = &s->base->layouts;
    const dtrans_type *t = &s->info->types.at[a->type];
    const dtrans_change *change = dtrans_change_of(l, t->llvm);
    uint32_t element = change->element[path->field];
    LLVMTypeRef old = LLVMStructGetTypeAtIndex(t->llvm, path->field);
    LLVMTypeRef new = LLVMStructGetTypeAtIndex(change->to, element);
    LLVMValueRef indices[DTRANS_MAX_INDICES] = {soa_int(s, 0)};
    unsigned count = 1;
    if (path->rest == 0) {
        uint64_t to;
        if (dtrans_new_offset(l, t->llvm, t->fields[path->field].offset + path->inside, &to) !=
            DTRANS_KEPT)
            to = ir_offset_of(s->visitor.target, change->to, element);
        to -= ir_offset_of(s->visitor.target, change->to, element);
        return to ? soa_add_bytes(s, address, soa_int(s, to)) : address;
    }
    for (unsigned i = path->rest; i <= LLVMGetNumIndices(gep) && count < DTRANS_MAX_INDICES; i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i);
        indices[count++] = index;
        if (!ir_is_struct(old)) {
            old = LLVMGetElementType(old);
            continue;
        }
        unsigned n = (unsigned)LLVMConstIntGetZExtValue(index);
        const dtrans_change *inner = dtrans_change_of(l, old);
        if (inner)
            indices[count - 1] = LLVMConstInt(LLVMTypeOf(index), inner->element[n], false);
        old = LLVMStructGetTypeAtIndex(old, n);
    }
    return count == 1 ? address : LLVMBuildInBoundsGEP2(s->b, new, address, indices, count, "");
}

static void apply_address(soa *s, const soa_edit *e) {
    const soa_array *a = &s->arrays.at[e->array];
    const dtrans_change *change =
        dtrans_change_of(&s->base->layouts, s->info->types.at[a->type].llvm);
    soa_path path;
    if (!soa_decode(s, a, e->at, &path)) {
        ctx_fail(s->info->ctx, LATHE_INTERNAL, "an address computation has changed its meaning");
        vec_free(s->info->ctx, &path.terms);
        return;
    }
    LLVMValueRef by = moved_by(s, &path), base = LLVMGetOperand(e->at, 0), to;
    if (e->kind == SOA_STEP) {
        to = soa_add_bytes(s, base, by);
    } else {
        LLVMValueRef index = soa_index(s, base);
        index = LLVMIsNull(by) ? index : LLVMBuildAdd(s->b, index, by, "");
        to = soa_field_address(s, a, change->element[path.field], index);
        to = soa_enter_field(s, a, e->at, &path, to);
    }
    vec_free(s->info->ctx, &path.terms);
    ir_carry_and_replace(e->at, to);
}

static void apply_access(soa *s, const soa_edit *e) {
    const soa_array *a = &s->arrays.at[e->array];
    const dtrans_change *change =
        dtrans_change_of(&s->base->layouts, s->info->types.at[a->type].llvm);
    LLVMValueRef index = soa_index(s, LLVMGetOperand(e->at, e->operand));
    LLVMSetOperand(e->at, e->operand, soa_field_address(s, a, change->element[0], index));
}

static void apply_difference(soa *s, const soa_edit *e) {
    (void)s;
    ir_carry_and_replace(e->at, LLVMGetOperand(e->at, 0));
}

static void apply_erase(soa *s, const soa_edit *e) {
    (void)s;
    LLVMInstructionEraseFromParent(e->at);
}

static void apply(soa *s, const soa_edit *e) {
    static void (*const how[])(soa *, const soa_edit *) = {
        [SOA_STEP] = apply_address,          [SOA_FIELD] = apply_address,
        [SOA_ACCESS] = apply_access,         [SOA_DIFFERENCE] = apply_difference,
        [SOA_ALLOCATE] = soa_apply_allocate, [SOA_FREE] = soa_apply_free,
        [SOA_COPY] = soa_apply_copy,         [SOA_SET] = soa_apply_set,
        [SOA_LOCAL] = soa_apply_local,       [SOA_ERASE] = apply_erase,
    };
    LLVMPositionBuilderBefore(s->b, e->at);
    LLVMSetCurrentDebugLocation2(s->b, LLVMInstructionGetDebugLoc(e->at));
    how[e->kind](s, e);
}

/* A function now also reads where the arrays are, and arrays that no argument leads to. */
static void forget_effects(soa *s) {
    static const char *const facts[] = {"memory", "speculatable"};
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        ir_each_function (fn, s->info->m->llvm) {
            if (LLVMIsDeclaration(fn))
                continue;
            ir_attr_remove(fn, IR_AT_FUNCTION, facts[i]);
            ir_each_user (user, fn)
                if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == fn)
                    ir_attr_remove(user, IR_AT_FUNCTION, facts[i]);
            ir_each_block (bb, fn)
                ir_each_inst (inst, bb)
                    if (LLVMIsACallInst(inst) && !LLVMIsAFunction(LLVMGetCalledValue(inst)))
                        ir_attr_remove(inst, IR_AT_FUNCTION, facts[i]);
        }
    }
}

/* An index is neither aligned nor does it point to memory. */
static void forget_memory(soa *s, LLVMValueRef owner, LLVMAttributeIndex index, LLVMValueRef v) {
    static const char *const facts[] = {"align", "dereferenceable", "dereferenceable_or_null"};
    if (!ir_is_pointer(v) || !soa_array_of(s, v))
        return;
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        ir_attr_remove(owner, index, facts[i]);
}

static void forget_facts(soa *s) {
    ir_each_function (fn, s->info->m->llvm) {
        for (unsigned i = 0; i < LLVMCountParams(fn); i++)
            forget_memory(s, fn, i + 1, LLVMGetParam(fn, i));
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb) {
                if (LLVMIsAReturnInst(inst) && LLVMGetNumOperands(inst))
                    forget_memory(s, fn, LLVMAttributeReturnIndex, LLVMGetOperand(inst, 0));
                if (!LLVMIsACallInst(inst))
                    continue;
                forget_memory(s, inst, LLVMAttributeReturnIndex, inst);
                for (unsigned i = 0; i < LLVMGetNumArgOperands(inst); i++)
                    forget_memory(s, inst, i + 1, LLVMGetOperand(inst, i));
            }
    }
    forget_effects(s);
}

void soa_rewrite(DTransOptBase *b, void *data) {
    soa *s = data;
    (void)b;
    s->b = LLVMCreateBuilderInContext(s->info->m->llvm_ctx);
    forget_facts(s);
    soa_make_storage(s);
    if (ctx_ok(s->info->ctx))
        soa_replace_globals(s);
    if (ctx_ok(s->info->ctx))
        soa_describe(s);
    for (size_t i = 0; i < s->edits.len && ctx_tick(s->info->ctx, 1); i++)
        if (s->candidate[s->arrays.at[s->edits.at[i].array].type])
            apply(s, &s->edits.at[i]);
    LLVMDisposeBuilder(s->b);
}
