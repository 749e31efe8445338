/* Alignments that a struct or a field of it is declared with (`_Alignas`, `aligned`). A new layout
 * would not keep them, and code outside may rely on them: read() from a file opened with O_DIRECT
 * fails for a buffer that is not aligned as the disk wants it.
 *
 * Debug info has it (ir/structs.c). Without it, a declaration leaves two traces, of which either
 * alone may be something else: variables and accesses are aligned to more than what allocators and
 * large arrays are in any case, and the front end fills up to the next multiple with bytes that
 * nothing uses. An array of which only the variable is aligned has no such bytes, or has them for
 * the same reason.
 */
#include "dtrans/analysis/type_info.h"
#include "ir/size.h"
#include "ir/value.h"

enum { USUAL_ALIGN = 16 };

typedef struct traces {
    DTransInfo *info;
    LLVMTargetDataRef target;
    uint64_t *most; /* of each type, what objects of it are aligned to; 0 if no more than usual */
} traces;

static void note(DTransInfo *info, uint32_t index) {
    dtrans_note(info, index, UnhandledUse, NULL,
                "it is declared with a larger alignment than its fields ask for, which a new "
                "layout would not keep");
}

void dtrans_note_known_alignment(DTransInfo *info, uint32_t index) {
    const ir_struct *layout = info->types.at[index].layout;
    if (layout->sized &&
        info->types.at[index].align > ir_abi_align(ir_layout(info->m), layout->type))
        note(info, index);
}

/* An object, each element of an array, and each member that is aligned with it. */
static void see(traces *t, LLVMTypeRef type, uint64_t align) {
    while (ir_is_array(type))
        type = LLVMGetElementType(type);
    uint32_t index = dtrans_type_of(t->info, type);
    if (align <= USUAL_ALIGN || index == IR_NONE || !t->info->types.at[index].layout->sized ||
        ir_abi_size(t->target, type) % align || t->most[index] >= align)
        return;
    t->most[index] = align;
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
        if (ir_offset_of(t->target, type, i) % align == 0)
            see(t, LLVMStructGetTypeAtIndex(type, i), align);
}

/* `p->field`: the object is aligned as the field, if that is at a multiple of it. */
static void see_access(traces *t, LLVMValueRef inst) {
    uint64_t align = LLVMGetAlignment(inst);
    LLVMValueRef at = LLVMGetOperand(inst, LLVMIsAStoreInst(inst) ? 1 : 0);
    if (align <= USUAL_ALIGN || !LLVMIsAGetElementPtrInst(at) || LLVMGetNumIndices(at) != 2 ||
        !LLVMIsAConstantInt(LLVMGetOperand(at, 2)))
        return;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(at);
    unsigned field = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(at, 2));
    if (dtrans_type_of(t->info, type) != IR_NONE &&
        ir_offset_of(t->target, type, field) % align == 0)
        see(t, type, align);
}

static void see_instruction(traces *t, LLVMValueRef inst) {
    if (LLVMIsAAllocaInst(inst))
        see(t, LLVMGetAllocatedType(inst), LLVMGetAlignment(inst));
    else if (LLVMIsALoadInst(inst) || LLVMIsAStoreInst(inst))
        see_access(t, inst);
}

static bool is_filling(const traces *t, const dtrans_type *type, uint32_t field, uint64_t align) {
    LLVMTypeRef element = LLVMStructGetTypeAtIndex(type->llvm, field);
    const dtrans_field *f = &type->fields[field];
    return ir_is_array(element) && ir_abi_size(t->target, LLVMGetElementType(element)) == 1 &&
           f->size && !f->reads && !f->writes && (f->offset + f->size) % align == 0;
}

static void judge(traces *t, uint32_t index) {
    const dtrans_type *type = &t->info->types.at[index];
    for (uint32_t i = 0; t->most[index] && i < type->field_count; i++)
        if (is_filling(t, type, i, t->most[index])) {
            note(t->info, index);
            return;
        }
}

void dtrans_note_seen_alignments(DTransInfo *info) {
    LLVMModuleRef m = info->m->llvm;
    traces t = {.info = info, .target = ir_layout(info->m)};
    t.most = arena_array(&info->mem, info->types.len + 1, uint64_t);
    if (!t.most)
        return;
    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
        see(&t, LLVMGlobalGetValueType(g), LLVMGetAlignment(g));
    ir_each_function (fn, m)
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb)
                if (ctx_tick(info->ctx, 1))
                    see_instruction(&t, inst);
    for (uint32_t i = 0; i < info->types.len; i++)
        judge(&t, i);
}
