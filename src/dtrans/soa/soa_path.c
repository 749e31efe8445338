/* Address computations that start at an element: how many elements they move by, and to which
 * field. */
#include "base/num.h"
#include "dtrans/soa/soa.h"
#include "ir/ir_address.h"
#include "ir/size.h"
#include "ir/value.h"

static void add_term(soa *s, soa_path *path, LLVMValueRef index, int64_t times, int64_t over) {
    if (times)
        vec_push(s->info->ctx, &path->terms, (soa_term){index, times, over});
}

/* The field that holds byte `offset`; those that only fill gaps are none. */
static bool enter_field(soa *s, const soa_array *a, uint64_t offset, soa_path *path) {
    const dtrans_type *t = &s->info->types.at[a->type];
    path->field = dtrans_field_at(s->info, a->type, offset);
    if (path->field == IR_NONE || t->fields[path->field].padding)
        return false;
    path->inside = offset - t->fields[path->field].offset;
    return true;
}

/* Whole bytes, all constant. */
static bool decode_bytes(soa *s, const soa_array *a, int64_t bytes, bool to_element,
                         soa_path *path) {
    int64_t size = (int64_t)s->info->types.at[a->type].size;
    int64_t elements = (int64_t)num_floor_div(bytes, size);
    add_term(s, path, NULL, elements, 1);
    bytes -= elements * size;
    return to_element ? bytes == 0 : enter_field(s, a, (uint64_t)bytes, path);
}

/* One index over memory of some size: it counts elements, or is known to be a multiple of them. */
static bool decode_index(soa *s, const soa_array *a, LLVMValueRef index, uint64_t step,
                         soa_path *path) {
    uint64_t size = s->info->types.at[a->type].size;
    if (LLVMIsAConstant(index) && !LLVMIsAConstantInt(index))
        return false; /* undefined, or computed from addresses */
    if (step % size == 0) {
        add_term(s, path, index, (int64_t)(step / size), 1);
        return true;
    }
    if (step == 0 || size % step || !dtrans_is_multiple(&s->visitor, index, size / step))
        return false;
    add_term(s, path, index, 1, (int64_t)(size / step));
    return true;
}

/* Along the types, up to the member of the struct itself. */
static bool decode_typed(soa *s, const soa_array *a, LLVMValueRef gep, soa_path *path) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep), object = s->info->types.at[a->type].llvm;
    for (unsigned i = 0; i < LLVMGetNumIndices(gep); i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i + 1);
        if (i > 0 && type == object) {
            path->field = (uint32_t)LLVMConstIntGetZExtValue(index);
            path->rest = i + 2;
            return !s->info->types.at[a->type].fields[path->field].padding;
        }
        if (i > 0 && !ir_is_array(type))
            return false;
        if (i > 0)
            type = LLVMGetElementType(type);
        if (!decode_index(s, a, index, ir_abi_size(s->visitor.target, type), path))
            return false;
    }
    return true;
}

bool soa_decode(soa *s, const soa_array *a, LLVMValueRef gep, soa_path *path) {
    LLVMTypeRef source = LLVMGetGEPSourceElementType(gep), object = s->info->types.at[a->type].llvm;
    bool to_element = soa_array_of(s, gep) == a;
    *path = (soa_path){.field = IR_NONE};
    if (!ir_has_fixed_size(source) || !ir_is_pointer(gep))
        return false;
    ir_distance d = ir_gep_distance(s->visitor.target, gep);
    bool done;
    if (soa_is_array_of(source, object))
        done = decode_typed(s, a, gep, path);
    else if (!d.variable)
        done = decode_bytes(s, a, d.constant, to_element, path);
    else
        done = d.steps && LLVMGetNumIndices(gep) == 1 &&
               decode_index(s, a, LLVMGetOperand(gep, 1), d.step_bytes, path);
    if (done && path->field == IR_NONE && !to_element)
        done = enter_field(s, a, 0, path);
    return done && to_element == (path->field == IR_NONE);
}
