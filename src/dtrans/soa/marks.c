/* Addresses of fields that hold indexes are marked, so that later passes find them. */
#include "dtrans/annotate/annotate.h"
#include "dtrans/soa/soa.h"
#include "ir/ir_address.h"
#include "ir/value.h"

static const dtrans_change *change_to(const soa *s, LLVMTypeRef type) {
    const dtrans_layouts *l = &s->base->layouts;
    for (size_t i = 0; i < l->changes.len; i++)
        if (l->changes.at[i].to == type)
            return &l->changes.at[i];
    return NULL;
}

static bool holds_index(soa *s, const dtrans_change *change, uint32_t element) {
    for (uint32_t f = 0; f < s->info->types.at[change->type].field_count; f++)
        if (change->element[f] == element)
            return dtrans_pointer_field(s->base, change->type, f) != NULL;
    return false;
}

/* Of a struct that is a part of elements. */
static bool is_index_member(soa *s, LLVMTypeRef type, unsigned member) {
    for (size_t i = 0; i < s->shapes.len; i++) {
        const soa_shape *shape = s->shapes.at[i].value.p;
        for (uint32_t k = 0; shape && k < shape->count; k++)
            if (shape->parts[k].type == type && shape->parts[k].count > 1)
                return holds_index(s, change_to(s, shape->whole), shape->parts[k].members[member]);
    }
    return false;
}

static bool is_index_field(soa *s, LLVMTypeRef type, unsigned element) {
    const dtrans_change *change = change_to(s, type);
    if (!change)
        return is_index_member(s, type, element);
    return change->dependent && holds_index(s, change, element);
}

/* Whether an address computation ends at an index in a struct. */
static bool leads_to_index(soa *s, LLVMValueRef gep) {
    ir_gep_walk w = ir_gep_begin(gep);
    bool index = false;
    while (ir_gep_step(&w))
        index = w.member ? is_index_field(s, w.in, w.field) : index;
    return index && LLVMGetTypeKind(w.type) == LLVMIntegerTypeKind;
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
                ir_is_pointer(inst) && leads_to_index(s, inst))
                mark(s, inst);
        }
}
