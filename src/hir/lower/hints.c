/* Metadata of branches: how likely their ways are, and what was said about a loop. */
#include "hir/lower/lowerer.h"
#include "ir/md.h"
#include "ir/value.h"

#include <string.h>

static unsigned kind_of(hir_lowerer *l, const char *name) {
    return ir_md_kind(l->m->llvm_ctx, name);
}

enum { MAX_PROFILE = 6 };

/* !{!"branch_weights", …, a, b} with the last two the other way round; NULL if it is not of that
 * form. */
static LLVMValueRef swapped_weights(hir_lowerer *l, LLVMValueRef node) {
    LLVMValueRef operands[MAX_PROFILE];
    LLVMMetadataRef parts[MAX_PROFILE];
    unsigned count = LLVMGetMDNodeNumOperands(node);
    if (count < 3 || count > MAX_PROFILE)
        return NULL;
    LLVMGetMDNodeOperands(node, operands);
    for (unsigned i = 0; i < count; i++)
        parts[i] = LLVMValueAsMetadata(operands[i]);
    LLVMMetadataRef swap = parts[count - 1];
    parts[count - 1] = parts[count - 2];
    parts[count - 2] = swap;
    return LLVMMetadataAsValue(l->m->llvm_ctx, LLVMMDNodeInContext2(l->m->llvm_ctx, parts, count));
}

void hir_l_carry_weights(hir_lowerer *l, LLVMValueRef from, LLVMValueRef to, bool swapped) {
    unsigned unpredictable = kind_of(l, "unpredictable"), prof = kind_of(l, "prof");
    LLVMValueRef weights = LLVMGetMetadata(from, prof);
    if (LLVMGetMetadata(from, unpredictable))
        LLVMSetMetadata(to, unpredictable, LLVMGetMetadata(from, unpredictable));
    if (weights && swapped)
        weights = swapped_weights(l, weights);
    if (weights)
        LLVMSetMetadata(to, prof, weights);
}

/* The loop's start has two predecessors: the block before the loop, and the latch. */
LLVMValueRef hir_l_back_branch(const HLLoop *loop) {
    if (!loop->origin)
        return NULL;
    LLVMValueRef last = NULL;
    LLVMContextRef ctx = LLVMGetTypeContext(loop->iv_type);
    unsigned kind = ir_md_kind(ctx, "llvm.loop");
    for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(loop->origin)); use;
         use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsATerminatorInst(user) && LLVMGetMetadata(user, kind))
            return user;
        if (loop->counted && LLVMIsATerminatorInst(user) &&
            LLVMGetInstructionParent(user) == loop->counted)
            last = user;
    }
    return last;
}

/* What stays true of a loop whose iterations are others now. `value`, if not NULL: only if the
 * property has it. */
typedef struct lasting {
    const char *name;
    const uint64_t *value;
    bool innermost; /* a request about an innermost loop, and kept by those */
} lasting;

static const uint64_t zero = 0, one = 1;
static const lasting lasting_hints[] = {
    {"llvm.loop.disable_nonforced", NULL, false},
    {"llvm.loop.distribute.enable", &zero, false},
    {"llvm.loop.interleave.count", &one, false},
    {"llvm.loop.interleave.count", NULL, true},
    {"llvm.loop.isvectorized", NULL, false},
    {"llvm.loop.licm_versioning.disable", NULL, false},
    {"llvm.loop.pipeline.disable", NULL, false},
    {"llvm.loop.unroll.disable", NULL, false},
    {"llvm.loop.unroll.runtime.disable", NULL, false},
    {"llvm.loop.unroll_and_jam.disable", NULL, false},
    {"llvm.loop.vectorize.enable", &zero, false},
    {"llvm.loop.vectorize.enable", NULL, true},
    {"llvm.loop.vectorize.predicate.enable", NULL, true},
    {"llvm.loop.vectorize.scalable.enable", NULL, true},
    {"llvm.loop.vectorize.width", &one, false},
    {"llvm.loop.vectorize.width", NULL, true},
};

/* A property without a name is a source position. */
static bool lasts(const HLLoop *loop, bool innermost, const ir_md_ops *property) {
    const char *name = ir_md_string_at(property, 0);
    uint64_t value = 0;
    if (!hir_loop_is(loop, LOOP_OTHER_BODY) || !name)
        return true;
    if (strcmp(name, "llvm.loop.mustprogress") == 0)
        return hir_loop_is(loop, LOOP_MUST_PROGRESS);
    bool known = ir_md_uint_at(property, 1, &value);
    for (size_t i = 0; i < sizeof lasting_hints / sizeof *lasting_hints; i++) {
        const lasting *h = &lasting_hints[i];
        if (strcmp(name, h->name) == 0 && (!h->value || (known && value == *h->value)) &&
            (!h->innermost || innermost))
            return true;
    }
    return false;
}

/* What still holds of a loop that is a copy, or does something else now, in a node of its own. NULL
 * if nothing does. */
static LLVMMetadataRef lasting_node(hir_lowerer *l, const HLLoop *loop, LLVMMetadataRef was) {
    ir_md_ops all = {0}, property = {0};
    VEC(LLVMMetadataRef) kept = {0};
    LLVMMetadataRef node = NULL;
    bool any = false, innermost = hir_is_innermost((HLLoop *)loop);
    ir_md_operands(l->m, was, &all);
    for (size_t i = 1; i < all.len; i++) {
        LLVMMetadataRef each = ir_md_node_at(&all, i);
        ir_md_operands(l->m, each, &property);
        if (!each || !lasts(loop, innermost, &property))
            continue;
        any |= ir_md_string_at(&property, 0) != NULL;
        vec_push(l->ctx, &kept, each);
    }
    if (any && ctx_ok(l->ctx))
        node = ir_md_distinct(l->m, kept.at, kept.len);
    vec_free(l->ctx, &kept);
    vec_free(l->ctx, &property);
    vec_free(l->ctx, &all);
    return node;
}

void hir_l_carry_loop(hir_lowerer *l, const HLLoop *loop, LLVMValueRef to) {
    unsigned kind = kind_of(l, "llvm.loop");
    LLVMValueRef from = hir_l_back_branch(loop);
    if (!from)
        return;
    LLVMMetadataRef was = ir_md_attached(from, kind);
    LLVMMetadataRef now = was && (hir_loop_is(loop, LOOP_OTHER_BODY) || !loop->header)
                              ? lasting_node(l, loop, was)
                              : was;
    if (now)
        LLVMSetMetadata(to, kind, LLVMMetadataAsValue(l->m->llvm_ctx, now));
    if (loop->header && LLVMGetNumSuccessors(from) == 2 && LLVMGetNumSuccessors(to) == 2)
        hir_l_carry_weights(l, from, to, LLVMGetSuccessor(from, 0) == loop->header);
}
