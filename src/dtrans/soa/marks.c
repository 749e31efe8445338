/* Addresses of fields that hold indexes are marked, so that later passes find them. */
#include "dtrans/annotate/annotate.h"
#include "dtrans/soa/soa.h"

static const dtrans_change *change_to(const soa *s, LLVMTypeRef type) {
    const dtrans_layouts *l = &s->base->layouts;
    for (size_t i = 0; i < l->changes.len; i++)
        if (l->changes.at[i].to == type)
            return &l->changes.at[i];
    return NULL;
}

static bool is_index_field(soa *s, LLVMTypeRef type, unsigned element) {
    const dtrans_change *change = change_to(s, type);
    if (!change || !change->dependent)
        return false;
    for (uint32_t f = 0; f < s->info->types.at[change->type].field_count; f++)
        if (change->element[f] == element)
            return dtrans_pointer_field(s->base, change->type, f) != NULL;
    return false;
}

/* Whether an address computation ends at an index in a struct. */
static bool leads_to_index(soa *s, LLVMValueRef gep) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    bool index = false;
    for (unsigned i = 1; i < LLVMGetNumIndices(gep); i++) {
        if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned n = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(gep, i + 1));
            index = is_index_field(s, type, n);
            type = LLVMStructGetTypeAtIndex(type, n);
        } else {
            type = LLVMGetElementType(type);
        }
    }
    return index && LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
}

static void mark(soa *s, LLVMValueRef gep) {
    LLVMValueRef text = dtrans_annotation_variable(s->info->m, DPA_AOSToSOAIndexField,
                                                   "{dtrans} AOS-to-SOA index", NULL);
    dtrans_pointer_note note = {.variable = text, .file = "_source_file"};
    if (text)
        dtrans_annotate_pointer(s->info->m, gep, &note, LLVMGetNextInstruction(gep));
}

void soa_mark_fields(soa *s, LLVMValueRef fn) {
    LLVMValueRef next;
    ir_each_block (bb, fn)
        for (LLVMValueRef inst = LLVMGetFirstInstruction(bb); inst; inst = next) {
            next = LLVMGetNextInstruction(inst);
            if (ctx_tick(s->info->ctx, 1) && LLVMIsAGetElementPtrInst(inst) &&
                LLVMGetTypeKind(LLVMTypeOf(inst)) == LLVMPointerTypeKind && leads_to_index(s, inst))
                mark(s, inst);
        }
}
