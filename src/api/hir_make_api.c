/* lathe/hir_edit.h: temps, blobs, expressions, references and nodes that are made. What is given is
 * checked here; the model's own functions do the work. */
#include "api/arguments.h"
#include "api/hir_functions.h"

#include "hir/lower.h"
#include "hir/transform/transform.h"
#include "ir/size.h"

#include <lathe/hir_edit.h>
#include <string.h>

static bool is_temp(const hir *f, lathe_temp t) {
    return (t && t < f->temps.len) || api_wrong(f->ctx, "temp: there is no such temp");
}

static bool is_blob(const hir *f, lathe_blob b) {
    return (b && b < f->blobs.len) || api_wrong(f->ctx, "blob: there is no such blob");
}

static bool is_level(const hir *f, unsigned level) {
    return (level >= 1 && level <= HIR_MAX_LEVEL) ||
           api_wrong(f->ctx, "level: there is no such level");
}

static bool has_arithmetic(const hir *f, LLVMTypeRef type) {
    return (type && hir_width(f, type)) ||
           api_wrong(f->ctx, "type: not an integer of 64 bits or fewer, or a pointer");
}

/* Temps and blobs. */

lathe_temp lathe_temp_create(hir *f, const char *name, LLVMTypeRef type) {
    if (!name || name[0] != '%' || !name[1])
        return api_wrong(f->ctx, "name: does not start with % and a letter");
    if (!type || !ir_has_fixed_size(type))
        return api_wrong(f->ctx, "type: missing, or without a size");
    return hir_temp_new(f, name, type, NULL);
}

lathe_blob lathe_blob_create_temp(hir *f, lathe_temp temp) {
    return is_temp(f, temp) ? hir_blob_temp(f, temp) : 0;
}

lathe_blob lathe_blob_create_constant(hir *f, LLVMTypeRef type, int64_t value) {
    return has_arithmetic(f, type) ? hir_blob_constant(f, type, value) : 0;
}

static bool can_cast(const hir *f, lathe_blob_op op, LLVMTypeRef from, LLVMTypeRef to) {
    uint32_t source = hir_width(f, from), dest = hir_width(f, to);
    bool fits = op == LATHE_BLOB_PTRTOINT ? LLVMGetTypeKind(from) == LLVMPointerTypeKind
                : op == LATHE_BLOB_TRUNC  ? source > dest
                                          : source && source < dest;
    return fits || api_wrong(f->ctx, "type: the cast does not lead to it");
}

static bool can_operate(const hir *f, lathe_blob_op op, LLVMTypeRef type,
                        const lathe_blob *operands, size_t count) {
    bool casts = op >= LATHE_BLOB_TRUNC, divides = op == LATHE_BLOB_UDIV || op == LATHE_BLOB_SDIV;
    size_t least = casts ? 1 : 2, most = casts ? 1 : divides ? 2 : HIR_MAX_OPERANDS;
    if (op < LATHE_BLOB_ADD || op > LATHE_BLOB_PTRTOINT)
        return api_wrong(f->ctx, "op: not an operation");
    if (!operands || count < least || count > most)
        return api_wrong(f->ctx, "count: not as many operands as the operation takes");
    for (size_t i = 0; i < count; i++) {
        if (!is_blob(f, operands[i]))
            return false;
        LLVMTypeRef own = hir_blob_at(f, operands[i])->type;
        if (casts ? !can_cast(f, op, own, type) : hir_width(f, own) != hir_width(f, type))
            return casts ? false : api_wrong(f->ctx, "operands: of another width than the type");
    }
    return true;
}

lathe_blob lathe_blob_create(hir *f, lathe_blob_op op, LLVMTypeRef type, const lathe_blob *operands,
                             size_t count) {
    bool good = has_arithmetic(f, type) && can_operate(f, op, type, operands, count);
    return good ? hir_blob_make(f, (hir_blob_op)op, type, operands, (uint32_t)count) : 0;
}

/* Canonical expressions. */

CanonExpr *lathe_canon_create(hir *f, LLVMTypeRef type) {
    return has_arithmetic(f, type) ? hir_canon_new(f, type) : NULL;
}

CanonExpr *lathe_canon_create_ext(hir *f, LLVMTypeRef source, LLVMTypeRef dest,
                                  lathe_canon_cast cast) {
    static const hir_cast casts[] = {HIR_CAST_NONE, HIR_CAST_TRUNC, HIR_CAST_ZEXT, HIR_CAST_SEXT};
    static const lathe_blob_op ops[] = {LATHE_BLOB_TEMP, LATHE_BLOB_TRUNC, LATHE_BLOB_ZEXT,
                                        LATHE_BLOB_SEXT};
    if (!has_arithmetic(f, source) || !has_arithmetic(f, dest))
        return NULL;
    if (cast > LATHE_CANON_SEXT || (cast == LATHE_CANON_NO_CAST && source != dest)) {
        api_wrong(f->ctx, "cast: none, between different types");
        return NULL;
    }
    bool fits = cast == LATHE_CANON_NO_CAST || can_cast(f, ops[cast], source, dest);
    return fits ? hir_canon_ext(f, source, dest, casts[cast]) : NULL;
}

CanonExpr *lathe_canon_clone(hir *f, const CanonExpr *ce) {
    return hir_canon_copy(f, ce);
}

static bool fits(const hir *f, const CanonExpr *ce, lathe_blob b) {
    if (!is_blob(f, b))
        return false;
    return hir_width(f, hir_blob_at(f, b)->type) == hir_width(f, ce->source) ||
           api_wrong(f->ctx, "blob: of another width than the expression");
}

bool lathe_canon_add_iv(hir *f, CanonExpr *ce, unsigned level, int64_t coefficient,
                        lathe_blob blob) {
    return is_level(f, level) && (!blob || fits(f, ce, blob)) &&
           hir_canon_add_iv(f, ce, level, coefficient, blob);
}

bool lathe_canon_add_blob(hir *f, CanonExpr *ce, int64_t coefficient, lathe_blob blob) {
    return fits(f, ce, blob) && hir_canon_add_blob(f, ce, coefficient, blob);
}

bool lathe_canon_add_constant(hir *f, CanonExpr *ce, int64_t value) {
    return hir_canon_add_constant(f, ce, value);
}

bool lathe_canon_add(hir *f, CanonExpr *ce, const CanonExpr *other) {
    return hir_canon_add(f, ce, other);
}

bool lathe_canon_negate(hir *f, CanonExpr *ce) {
    return hir_canon_negate(f, ce);
}

bool lathe_canon_multiply(hir *f, CanonExpr *ce, int64_t factor) {
    return hir_canon_multiply_by(f, ce, factor);
}

bool lathe_canon_multiply_by_blob(hir *f, CanonExpr *ce, lathe_blob blob) {
    return fits(f, ce, blob) && hir_canon_multiply_by_blob(f, ce, blob);
}

bool lathe_canon_divide(hir *f, CanonExpr *ce, int64_t by, bool is_signed) {
    if (by < 1)
        return api_wrong(f->ctx, "by: not above 0");
    return hir_canon_divide_by(f, ce, by, is_signed);
}

bool lathe_canon_replace_iv(hir *f, CanonExpr *ce, unsigned level, const CanonExpr *with) {
    if (!is_level(f, level))
        return false;
    if (!hir_canon_is_plain(with))
        return api_wrong(f->ctx, "with: has a cast or a denominator");
    return hir_canon_substitute(f, ce, level, with);
}

void lathe_canon_update_level(const hir *f, CanonExpr *ce, const HLNode *region) {
    if (region->kind == HL_REGION)
        hir_canon_update_level(f, ce, (const HLRegion *)region);
}

/* References. */

RegDDRef *lathe_ddref_create_scalar(hir *f, CanonExpr *value) {
    return hir_ref_scalar(f, value);
}

RegDDRef *lathe_ddref_create_temp(hir *f, lathe_temp temp) {
    return is_temp(f, temp) ? hir_ref_of_temp(f, temp) : NULL;
}

static RegDDRef *printed_constant(hir *f, LLVMValueRef constant) {
    LLVMTypeRef type = LLVMTypeOf(constant);
    char *text = LLVMPrintValueToString(constant), *name = LLVMPrintTypeToString(type);
    size_t skip = strlen(name) + 1;
    bool typed = !strncmp(text, name, skip - 1) && strlen(text) > skip;
    hir_temp t = hir_temp_constant(f, typed ? text + skip : text, type, constant);
    LLVMDisposeMessage(text);
    LLVMDisposeMessage(name);
    return t ? hir_ref_of_temp(f, t) : NULL;
}

RegDDRef *lathe_ddref_create_constant(hir *f, LLVMValueRef constant) {
    if (!constant || !LLVMIsAConstant(constant)) {
        api_wrong(f->ctx, "constant: not a constant");
        return NULL;
    }
    LLVMTypeRef type = LLVMTypeOf(constant);
    if (LLVMIsAConstantInt(constant) && hir_width(f, type))
        return hir_ref_scalar(f, hir_canon_constant(f, type, LLVMConstIntGetSExtValue(constant)));
    return printed_constant(f, constant);
}

static bool are_strides(const hir *f, CanonExpr *const *subscripts, const int64_t *strides,
                        size_t dimensions) {
    if (!subscripts || !strides || !dimensions || dimensions > UINT16_MAX)
        return api_wrong(f->ctx, "dimensions: none, or subscripts or strides are missing");
    for (size_t i = 0; i < dimensions; i++)
        if (!subscripts[i] || subscripts[i]->dest != hir_index_type(f))
            return api_wrong(f->ctx, "subscripts: one is missing, or not as wide as a pointer");
    return true;
}

RegDDRef *lathe_ddref_create_memory(hir *f, const RegDDRef *like, CanonExpr *base,
                                    CanonExpr *const *subscripts, const int64_t *strides,
                                    size_t dimensions, LLVMTypeRef type) {
    bool good = like && like->kind == REF_MEMORY;
    if (!good)
        api_wrong(f->ctx, "like: not a reference to memory");
    if (good && (!type || !ir_has_fixed_size(type)))
        good = api_wrong(f->ctx, "type: missing, or without a size");
    if (good && (!base || LLVMGetTypeKind(base->dest) != LLVMPointerTypeKind))
        good = api_wrong(f->ctx, "base: not a pointer");
    if (!good || !are_strides(f, subscripts, strides, dimensions))
        return NULL;
    RegDDRef *ref = hir_ref_memory(f, REF_MEMORY, base, (uint32_t)dimensions);
    for (uint32_t d = 0; ref && d < dimensions; d++) {
        ref->subscripts[d] = subscripts[d];
        ref->strides[d] = hir_blob_constant(f, hir_index_type(f), strides[d]);
    }
    if (!ref)
        return NULL;
    ref->symbase = like->symbase;
    ref->type = type;
    ref->any_alignment = true;
    return ref;
}

/* What was known of where it leads is no longer known. */
static void forget_promises(RegDDRef *ref) {
    ref->in_bounds = ref->in_dims = ref->no_wrap = ref->same_object = ref->adds_up = false;
    ref->version = NULL;
    ref->group = 0;
    if (ref->kind == REF_MEMORY) {
        ref->any_alignment = true;
        ref->value = NULL;
    }
}

RegDDRef *lathe_ddref_clone(hir *f, const RegDDRef *ref) {
    RegDDRef *copy = hir_ref_copy(f, ref);
    if (copy) {
        copy->is_lval = false;
        forget_promises(copy);
    }
    return copy;
}

/* An instruction computes something else than the one that it was: it does not take over what that
 * promised. */
static void detach(HLNode *node) {
    HLInst *inst = node ? hir_as_inst(node) : NULL;
    if (!inst)
        return;
    inst->reordered = true;
    if (inst->opcode == LLVMLoad || inst->opcode == LLVMStore)
        inst->inst = NULL;
}

bool lathe_ddref_set_subscript(hir *f, RegDDRef *ref, unsigned dimension, CanonExpr *ce) {
    if (dimension < 1 || dimension > ref->dimensions)
        return api_wrong(f->ctx, "dimension: there is no such dimension");
    if (!ce || ce->dest != ref->subscripts[dimension - 1]->dest)
        return api_wrong(f->ctx, "ce: missing, or of another type");
    ref->subscripts[dimension - 1] = ce;
    if (ref->kind == REF_SCALAR)
        ref->symbase = hir_temp_at(f, hir_ref_temp(f, ref))->symbase;
    forget_promises(ref);
    detach(ref->node);
    api_hir_changed(ref->node);
    return true;
}

/* Nodes. */

static bool is_free(const hir *f, const RegDDRef *ref) {
    return (ref && !ref->node) || api_wrong(f->ctx, "a reference is missing, or in a node already");
}

static bool are_free(const hir *f, RegDDRef *lval, RegDDRef *const *operands, size_t count) {
    if (!operands || count > 4)
        return api_wrong(f->ctx, "operands: missing, or too many");
    if (!is_free(f, lval))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!is_free(f, operands[i]))
            return false;
    return true;
}

static HLNode *finish(hir *f, HLInst *inst, RegDDRef *lval, RegDDRef *const *operands,
                      size_t count) {
    if (!inst)
        return NULL;
    inst->has_lval = true;
    hir_set_ref(&inst->node, 0, lval);
    lval->is_lval = true;
    for (uint32_t i = 0; i < count; i++)
        hir_set_ref(&inst->node, i + 1, operands[i]);
    bool writes = lval->kind == REF_MEMORY ? inst->opcode == LLVMStore
                                           : lathe_ddref_temp(f, lval) && inst->opcode != LLVMStore;
    if (writes && hir_can_make(f, inst))
        return &inst->node.node;
    for (uint32_t i = 0; i <= count; i++)
        inst->node.refs[i]->node = NULL;
    api_wrong(f->ctx, "opcode: not an operation on operands of these types");
    return NULL;
}

HLNode *lathe_hl_create_inst(hir *f, LLVMOpcode opcode, RegDDRef *lval, RegDDRef *const *operands,
                             size_t count) {
    if (!are_free(f, lval, operands, count))
        return NULL;
    return finish(f, hir_new_inst(f, opcode, (uint32_t)count + 1), lval, operands, count);
}

HLNode *lathe_hl_create_cmp(hir *f, LLVMIntPredicate predicate, RegDDRef *lval, RegDDRef *left,
                            RegDDRef *right) {
    RegDDRef *sides[] = {left, right};
    if (!are_free(f, lval, sides, 2))
        return NULL;
    HLInst *inst = hir_new_inst(f, LLVMICmp, 3);
    if (inst)
        inst->predicate = predicate;
    return finish(f, inst, lval, sides, 2);
}

HLNode *lathe_hl_create_if(hir *f, LLVMIntPredicate predicate, RegDDRef *left, RegDDRef *right) {
    if (!is_free(f, left) || !is_free(f, right))
        return NULL;
    if (left->type != right->type || !hir_width(f, left->type)) {
        api_wrong(f->ctx, "right: of another type than left, or not an integer");
        return NULL;
    }
    HLIf *branch = hir_new_if(f);
    if (!branch)
        return NULL;
    branch->predicate = predicate;
    hir_set_ref(&branch->node, 0, left);
    hir_set_ref(&branch->node, 1, right);
    return &branch->node.node;
}

HLNode *lathe_hl_create_loop(hir *f, CanonExpr *upper) {
    if (!upper || LLVMGetTypeKind(upper->dest) != LLVMIntegerTypeKind) {
        api_wrong(f->ctx, "upper: missing, or not an integer");
        return NULL;
    }
    HLLoop *loop = hir_new_loop(f, LOOP_DO);
    RegDDRef *ref = loop ? hir_ref_scalar(f, upper) : NULL;
    if (!ref)
        return NULL;
    loop->iv_type = upper->dest;
    hir_set_ref(&loop->node, 0, ref);
    return &loop->node.node;
}

HLNode *lathe_hl_create_label(hir *f, const char *name) {
    if (!api_has_text(f->ctx, name, "name"))
        return NULL;
    HLLabel *label = hir_new_label(f, name);
    return label ? &label->node : NULL;
}

HLNode *lathe_hl_create_goto(hir *f, HLNode *label) {
    if (!label || label->kind != HL_LABEL) {
        api_wrong(f->ctx, "label: not a label");
        return NULL;
    }
    HLGoto *jump = hir_new_goto(f, ((HLLabel *)label)->name);
    if (!jump)
        return NULL;
    jump->target = (HLLabel *)label;
    return &jump->node;
}

HLNode *lathe_hl_clone(hir *f, const HLNode *node) {
    if (node->kind == HL_REGION) {
        api_wrong(f->ctx, "node: a region");
        return NULL;
    }
    return hir_clone(f, node);
}

bool lathe_hl_set_ref(hir *f, HLNode *node, size_t index, RegDDRef *ref) {
    HLDDNode *dd = hir_as_dd(node);
    if (!dd || index >= dd->ref_count)
        return api_wrong(f->ctx, "index: the node has no such reference");
    if (!is_free(f, ref))
        return false;
    if (ref->type != dd->refs[index]->type)
        return api_wrong(f->ctx, "ref: of another type");
    if (dd->refs[index]->is_lval && ref->kind == REF_SCALAR && !lathe_ddref_temp(f, ref))
        return api_wrong(f->ctx, "ref: cannot be written");
    ref->is_lval = dd->refs[index]->is_lval;
    dd->refs[index]->node = NULL;
    hir_set_ref(dd, (uint32_t)index, ref);
    detach(node);
    api_hir_changed(node);
    return true;
}
