#include "dtrans/analysis/size_parts.h"

#include "ir/ptr/ptr_place.h"
#include "ir/size.h"
#include "ir/value.h"

enum { MAX_LEVELS = 16, MAX_AROUND = 64, MAX_STEPS = 12 };

/* All reads of one place, as a list that begins at a number from 1. */
static void note_reader(dtrans_visitor *v, LLVMValueRef inst) {
    LLVMTypeRef type;
    LLVMValueRef address = LLVMIsAStoreInst(inst) ? NULL : ir_accessed(inst, &type);
    ptr_graph *g = &v->info->graph;
    ptr_class c = address ? dtrans_class_of(v->info, address) : 0;
    map_word *first = c ? map_put_u(&v->readers, ptr_scalar_view(g, c)) : NULL;
    dtrans_reader reader = {inst, first ? (uint32_t)first->u : 0};
    if (first && vec_push(v->info->ctx, &v->reads, reader))
        first->u = v->reads.len;
}

static void find_all_readers(dtrans_visitor *v) {
    if (v->readers_known)
        return;
    v->readers_known = true;
    ir_each_function (fn, v->info->m->llvm)
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb)
                if (ctx_tick(v->info->ctx, 1))
                    note_reader(v, inst);
}

/* Whether bytes of the place, or of what it lies in, are known outside or moved by number. */
static bool is_shared(ptr_graph *g, ptr_class c) {
    ptr_class work[MAX_AROUND];
    unsigned len = 0;
    work[len++] = c;
    for (unsigned i = 0; i < len; i++) {
        const ptr_node *n = &g->nodes.at[work[i]];
        if (n->bulk || ptr_marked(g, work[i], PTR_ESCAPES) || ptr_marked(g, work[i], PTR_UNKNOWN))
            return true;
        for (size_t h = 0; h < n->holders.len; h++) {
            ptr_class around = ptr_find(g, n->holders.at[h].container);
            bool known = false;
            for (unsigned k = 0; k < len; k++)
                known |= work[k] == around;
            if (!known && len == MAX_AROUND)
                return true;
            if (!known)
                work[len++] = around;
        }
    }
    return false;
}

/* Whether some of the bytes are a place of their own. */
static bool has_parts(const ptr_graph *g, ptr_class c, int64_t bytes) {
    const ptr_node *n = &g->nodes.at[c];
    bool parts = n->stride && n->stride < (uint64_t)bytes;
    for (size_t i = 0; !parts && i < n->fields.len; i++)
        parts = n->fields.at[i].offset > -bytes && n->fields.at[i].offset < bytes;
    return parts;
}

bool dtrans_find_readers(dtrans_visitor *v, LLVMValueRef store, dtrans_readers *out) {
    ptr_graph *g = &v->info->graph;
    ptr_class c = dtrans_class_of(v->info, LLVMGetOperand(store, 1));
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(store, 0));
    ptr_class place = c ? ptr_scalar_view(g, c) : 0;
    if (!place || has_parts(g, place, (int64_t)ir_store_size(v->target, type)) ||
        is_shared(g, place))
        return false;
    find_all_readers(v);
    for (uint32_t i = (uint32_t)map_number_u(&v->readers, place); i; i = v->reads.at[i - 1].next) {
        LLVMValueRef inst = v->reads.at[i - 1].inst;
        if (!LLVMIsALoadInst(inst) || LLVMTypeOf(inst) != type ||
            !vec_push(v->info->ctx, out, inst))
            return false;
    }
    return true;
}

/* A block in which nothing happens, and where it leads. */
static LLVMBasicBlockRef after_nothing(LLVMBasicBlockRef bb) {
    LLVMValueRef first = LLVMGetFirstInstruction(bb);
    while (first && (LLVMIsABinaryOperator(first) || LLVMIsACastInst(first)))
        first = LLVMGetNextInstruction(first);
    bool goes_on = first && LLVMIsABranchInst(first) && !LLVMIsConditional(first);
    return goes_on ? LLVMGetSuccessor(first, 0) : NULL;
}

LLVMBasicBlockRef dtrans_only_chooses(LLVMValueRef branch) {
    if (!LLVMIsABranchInst(branch) || !LLVMIsConditional(branch))
        return NULL;
    LLVMBasicBlockRef a = LLVMGetSuccessor(branch, 0), b = LLVMGetSuccessor(branch, 1);
    LLVMBasicBlockRef after_a = after_nothing(a), after_b = after_nothing(b);
    if (after_a == b)
        return b;
    if (after_b == a)
        return a;
    return after_a == after_b ? after_a : NULL;
}

bool dtrans_is_arithmetic_function(LLVMValueRef fn) {
    if (LLVMIsDeclaration(fn) || LLVMCountBasicBlocks(fn) != 1 ||
        LLVMGetTypeKind(LLVMGetReturnType(LLVMGlobalGetValueType(fn))) != LLVMIntegerTypeKind)
        return false;
    ir_each_inst (inst, LLVMGetEntryBasicBlock(fn))
        if (!LLVMIsABinaryOperator(inst) && !LLVMIsACastInst(inst) && !LLVMIsAICmpInst(inst) &&
            !LLVMIsASelectInst(inst) && !LLVMIsAReturnInst(inst))
            return false;
    return true;
}

static bool is_made_of(LLVMValueRef value, LLVMValueRef param, int steps, bool *found) {
    *found |= value == param;
    if (value == param || LLVMIsAConstantInt(value) || LLVMIsAArgument(value))
        return true;
    bool copied = LLVMIsABinaryOperator(value) || LLVMIsAZExtInst(value) ||
                  LLVMIsASExtInst(value) || LLVMIsASelectInst(value) || LLVMIsAICmpInst(value);
    for (int i = 0; copied && i < LLVMGetNumOperands(value); i++)
        copied =
            steps > 0 && is_made_of(LLVMGetOperand(value, (unsigned)i), param, steps - 1, found);
    return copied;
}

bool dtrans_is_made_of(LLVMValueRef value, LLVMValueRef param) {
    bool found = false;
    return is_made_of(value, param, MAX_STEPS, &found) && found;
}
