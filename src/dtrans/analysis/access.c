/* Loads and stores: judged by place, offset and width, never by the type the IR writes. */
#include "dtrans/analysis/visit.h"

#include <string.h>

void dtrans_note_views(dtrans_visitor *v, const LocalPointerInfo *p, dtrans_condition object,
                       dtrans_condition element, const char *reason) {
    for (uint32_t i = 0; i < p->count; i++) {
        const dtrans_view *view = &p->views[i];
        dtrans_condition c = view->element ? element : object;
        if (c != DTRANS_CONDITIONS)
            dtrans_note(v->info, view->type, c, v->inst, "%s", reason);
    }
}

static bool is_union(LLVMTypeRef type) {
    const char *name = LLVMGetStructName(type);
    return name && strncmp(name, "union.", 6) == 0;
}

static bool is_byte_array(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMArrayTypeKind &&
           LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMIntegerTypeKind &&
           LLVMGetIntTypeWidth(LLVMGetElementType(type)) == 8;
}

uint64_t dtrans_leaf_size(LLVMTargetDataRef target, LLVMTypeRef type, uint64_t offset,
                          bool *opaque) {
    *opaque = false;
    for (;;) {
        uint64_t size = LLVMABISizeOfType(target, type);
        if (offset >= size)
            return 0;
        if (LLVMGetTypeKind(type) == LLVMStructTypeKind && !is_union(type)) {
            unsigned field = LLVMElementAtOffset(target, type, offset);
            offset -= LLVMOffsetOfElement(target, type, field);
            type = LLVMStructGetTypeAtIndex(type, field);
        } else if (LLVMGetTypeKind(type) == LLVMStructTypeKind || is_byte_array(type)) {
            *opaque = true;
            return size - offset;
        } else if (LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
            type = LLVMGetElementType(type);
            offset %= LLVMABISizeOfType(target, type);
        } else {
            return offset ? 0 : LLVMStoreSizeOfType(target, type);
        }
    }
}

static void count_access(dtrans_visitor *v, const dtrans_view *view, LLVMValueRef value) {
    uint32_t field = dtrans_field_at(v->info, view->type, view->offset);
    if (field == IR_NONE)
        return;
    dtrans_type *t = &v->info->types.at[view->type];
    dtrans_field *f = &t->fields[field];
    f->frequency += v->weight;
    t->frequency += v->weight;
    if (!value) {
        f->reads++;
        return;
    }
    f->writes++;
    if (!LLVMIsConstant(value) || (f->values == DTRANS_ONE_VALUE && f->value != value))
        f->values = DTRANS_MANY_VALUES;
    else if (f->values == DTRANS_UNWRITTEN) {
        f->values = DTRANS_ONE_VALUE;
        f->value = value;
    }
}

/* An object's address used for a scalar touches the first field, at any depth. */
static void judge_access(dtrans_visitor *v, const dtrans_view *view, LLVMTypeRef type,
                         LLVMValueRef value) {
    const dtrans_type *t = &v->info->types.at[view->type];
    if (!t->layout->sized || !t->field_count)
        return;
    uint64_t width = LLVMStoreSizeOfType(v->target, type);
    uint64_t offset = t->size ? view->offset % t->size : view->offset;
    bool opaque;
    uint64_t leaf = dtrans_leaf_size(v->target, t->llvm, offset, &opaque);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (leaf == width || (opaque && width <= leaf)) {
        count_access(v, &(dtrans_view){view->type, offset, true, false}, value);
        if (!view->element)
            v->info->types.at[view->type].fields[0].pinned = true;
        return;
    }
    bool whole = kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind ||
                 (!view->element && width == t->size);
    if (whole)
        dtrans_note(v->info, view->type, WholeStructureReference, v->inst,
                    "%llu bytes of the object are %s as one value", (unsigned long long)width,
                    value ? "stored" : "loaded");
    else
        dtrans_note(v->info, view->type, MismatchedElementAccess, v->inst,
                    "%llu bytes are %s where a field of %llu bytes is", (unsigned long long)width,
                    value ? "written" : "read", (unsigned long long)leaf);
}

static const char *special_access(LLVMValueRef inst) {
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    if (op == LLVMAtomicRMW || op == LLVMAtomicCmpXchg)
        return "an atomic operation accesses it";
    if ((op == LLVMLoad || op == LLVMStore) && LLVMGetVolatile(inst))
        return "a volatile access touches it";
    if ((op == LLVMLoad || op == LLVMStore) &&
        LLVMGetOrdering(inst) != LLVMAtomicOrderingNotAtomic)
        return "an atomic access touches it";
    return NULL;
}

void dtrans_visit_access(dtrans_visitor *v, LLVMValueRef pointer, LLVMTypeRef type,
                         LLVMValueRef value) {
    const LocalPointerInfo *p = dtrans_local_value(&v->local, pointer);
    if (!p->count || !LLVMTypeIsSized(type))
        return;
    const char *special = special_access(v->inst);
    if (special)
        dtrans_note_views(v, p, VolatileData, VolatileData, special);
    for (uint32_t i = 0; i < p->count; i++)
        judge_access(v, &p->views[i], type, value);
}
