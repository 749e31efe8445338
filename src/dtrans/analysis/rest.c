/* Calls that cover more bytes than the characters whose address they get: those of the
 * members after them, up to where one of these or the object ends. What is done with the bytes may
 * be a loop, or a library function that is given a length it cannot be seen from. */
#include "dtrans/analysis/visit.h"
#include "ir/ir_address.h"
#include "ir/size.h"
#include "ir/value.h"

enum { MAX_LEVELS = 8 };

/* Where in structs, one inside the other, an address computation leads. */
typedef struct way {
    struct {
        uint32_t type;
        uint64_t offset;
    } at[MAX_LEVELS];
    unsigned len;
} way;

static void enter_struct(const DTransInfo *info, way *w, LLVMTypeRef type) {
    uint32_t known = dtrans_type_of(info, type);
    if (known != IR_NONE && w->len < MAX_LEVELS) {
        w->at[w->len].type = known;
        w->at[w->len++].offset = 0;
    }
}

static void go_on(way *w, uint64_t by) {
    for (unsigned i = 0; i < w->len; i++)
        w->at[i].offset += by;
}

/* By members. Which element of an array it is, is known to the structs in it alone. */
static void follow_path(dtrans_visitor *v, LLVMValueRef gep, way *w) {
    for (ir_gep_walk g = ir_gep_begin(gep); ir_gep_step(&g);) {
        if (g.member) {
            enter_struct(v->info, w, g.in);
            go_on(w, ir_offset_of(v->target, g.in, g.field));
        } else if (LLVMIsAConstantInt(g.index)) {
            go_on(w, LLVMConstIntGetZExtValue(g.index) * ir_abi_size(v->target, g.type));
        } else {
            w->len = 0;
        }
    }
}

/* By bytes from the start of an object. */
static void follow_bytes(dtrans_visitor *v, LLVMValueRef gep, way *w) {
    const LocalPointerInfo *p = dtrans_local_value(&v->local, LLVMGetOperand(gep, 0));
    ir_distance d = ir_gep_distance(v->target, gep);
    if (!w->len && p->dominant != IR_NONE)
        enter_struct(v->info, w, v->info->types.at[p->dominant].llvm);
    if (d.variable || d.constant < 0)
        w->len = 0;
    else
        go_on(w, (uint64_t)d.constant);
}

static bool is_sized_gep(LLVMValueRef pointer) {
    return ir_is_gep(pointer) && ir_has_fixed_size(LLVMGetGEPSourceElementType(pointer));
}

/* Front ends enter a member array in a step of its own. */
static void follow(dtrans_visitor *v, LLVMValueRef pointer, way *w) {
    LLVMValueRef steps[MAX_LEVELS];
    unsigned count = 0;
    for (; count < MAX_LEVELS && is_sized_gep(pointer); pointer = LLVMGetOperand(pointer, 0))
        steps[count++] = pointer;
    while (count--) {
        if (LLVMGetNumIndices(steps[count]) > 1)
            follow_path(v, steps[count], w);
        else
            follow_bytes(v, steps[count], w);
    }
}

/* Whether a field of the struct begins or ends there, or the struct does. */
static bool is_border(const dtrans_type *t, uint64_t offset) {
    for (uint32_t i = 0; i < t->field_count; i++)
        if (offset == t->fields[i].offset || offset == t->fields[i].offset + t->fields[i].size)
            return true;
    return offset == t->size;
}

static bool goes_beyond(dtrans_visitor *v, const dtrans_type *t, uint64_t offset, uint64_t bytes) {
    if (!t->layout->sized || offset >= t->size || bytes > t->size - offset)
        return false;
    bool opaque;
    uint64_t leaf = dtrans_leaf_size(v->info, (uint32_t)(t - v->info->types.at), offset, &opaque);
    if (!opaque) /* a lone character, and a number that may be anything */
        return leaf == 1 && bytes > 1 && offset + bytes == t->size;
    return bytes > leaf && is_border(t, offset + bytes);
}

void dtrans_judge_told(dtrans_visitor *v, LLVMValueRef pointer, LLVMValueRef number) {
    if (!is_sized_gep(pointer) || !LLVMIsAConstantInt(number) ||
        LLVMGetIntTypeWidth(LLVMTypeOf(number)) > 64 ||
        LLVMGetIntTypeWidth(LLVMTypeOf(number)) < 32)
        return;
    way w = {.len = 0};
    follow(v, pointer, &w);
    for (unsigned i = 0; i < w.len; i++)
        if (goes_beyond(v, &v->info->types.at[w.at[i].type], w.at[i].offset,
                        LLVMConstIntGetZExtValue(number)))
            dtrans_note_here(
                v, w.at[i].type, BadPtrManipulation,
                "a function gets the address of characters in it and a number that goes "
                "beyond them");
}
