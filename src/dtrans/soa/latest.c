/* A local variable holds the only block: one function makes all blocks, and what an activation of
 * it reallocates is always what it got last. A value is that at a point if no allocation is
 * between its definition and the point; where values meet, each must be it at the end of its way;
 * null is it as long as there was no allocation. */
#include "dtrans/soa/soa.h"
#include "ir/value.h"

/* A value that must be the latest one before an instruction. */
typedef struct claim {
    LLVMValueRef value, before;
} claim;

typedef struct latest {
    soa *s;
    const soa_sites *sites;
    VEC(claim) work;
    map phis; /* whose ways are looked at */
} latest;

typedef enum found { FOUND_NOTHING, FOUND_DEFINITION, FOUND_SITE } found;

/* From an instruction, which is not looked at, to the start of its block. */
static found look_back(const latest *l, LLVMValueRef from, LLVMValueRef definition) {
    for (LLVMValueRef i = from; i; i = LLVMGetPreviousInstruction(i)) {
        if (i == definition)
            return FOUND_DEFINITION;
        if (soa_is_site(l->sites, i))
            return FOUND_SITE;
    }
    return FOUND_NOTHING;
}

/* Whether no site stands between the definition (NULL: the start of the function) and a point. */
static bool is_clear(latest *l, LLVMValueRef definition, LLVMValueRef before) {
    map seen;
    soa_block_list work = {0};
    LLVMBasicBlockRef here = LLVMGetInstructionParent(before);
    found at = look_back(l, LLVMGetPreviousInstruction(before), definition);
    map_init(&seen, l->s->info->ctx);
    if (at == FOUND_NOTHING)
        soa_push_predecessors(l->s, here, &seen, &work);
    while (at != FOUND_SITE && work.len && ctx_tick(l->s->info->ctx, 1)) {
        LLVMBasicBlockRef bb = vec_pop(&work);
        at = look_back(l, LLVMGetLastInstruction(bb), definition);
        if (at == FOUND_NOTHING)
            soa_push_predecessors(l->s, bb, &seen, &work);
    }
    vec_free(l->s->info->ctx, &work);
    map_free(&seen);
    return at != FOUND_SITE && ctx_ok(l->s->info->ctx);
}

static bool check_claim(latest *l, claim c) {
    if (LLVMIsAConstantPointerNull(c.value))
        return is_clear(l, NULL, c.before);
    if (!soa_is_site(l->sites, c.value) && !LLVMIsAPHINode(c.value))
        return false;
    if (!is_clear(l, c.value, c.before))
        return false;
    if (!LLVMIsAPHINode(c.value) || !map_add(&l->phis, c.value))
        return ctx_ok(l->s->info->ctx);
    for (unsigned i = 0; i < LLVMCountIncoming(c.value); i++)
        vec_push(l->s->info->ctx, &l->work,
                 (claim){LLVMGetIncomingValue(c.value, i),
                         LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(c.value, i))});
    return true;
}

bool soa_has_latest_value(soa *s, const soa_sites *sites) {
    latest l = {.s = s, .sites = sites};
    LLVMValueRef fn = ir_function_of(sites->at[0]->at);
    bool good = true;
    map_init(&l.phis, s->info->ctx);
    for (size_t i = 0; good && i < sites->len; i++) {
        LLVMValueRef at = sites->at[i]->at;
        good = ir_function_of(at) == fn;
        if (good && sites->at[i]->regrown < 0)
            good = is_clear(&l, NULL, at);
        else if (good)
            vec_push(s->info->ctx, &l.work,
                     (claim){LLVMGetOperand(at, (unsigned)sites->at[i]->regrown), at});
    }
    while (good && l.work.len && ctx_tick(s->info->ctx, 1))
        good = check_claim(&l, vec_pop(&l.work));
    vec_free(s->info->ctx, &l.work);
    map_free(&l.phis);
    return good && ctx_ok(s->info->ctx);
}
