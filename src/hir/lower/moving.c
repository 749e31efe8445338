/* A number that does not change in a loop, plus or minus the number of the iteration: counters that
 * start anywhere, or run down. They get PHIs of their own, as they mostly had: if they were
 * computed from the number of the iteration, that and the start would take two registers. */
#include "hir/lower/lowerer.h"

struct hir_l_moving {
    hir_l_moving *next;
    hir_blob base;
    LLVMTypeRef type;
    bool down, is_signed;
    bool bounded; /* there is no next iteration if the next value would wrap */
    LLVMValueRef phi;
};

/* A temp, or one that is made wider or narrower: nothing that could trap before the loop. */
static hir_temp temp_of(const hir *h, hir_blob b) {
    const hir_blob_info *info = hir_blob_at(h, b);
    while (hir_is_cast(info->op))
        info = hir_blob_at(h, info->operands[0]);
    return info->op == BLOB_TEMP ? info->temp : 0;
}

static void start(hir_lowerer *l, const hir_l_loop *loop, hir_l_moving *m) {
    LLVMBasicBlockRef now = LLVMGetInsertBlock(l->builder), before = loop->before;
    LLVMPositionBuilderBefore(l->builder, LLVMGetBasicBlockTerminator(before));
    LLVMValueRef first = hir_emit_blob(&l->emitter, m->base);
    if (first)
        first = hir_emit_resized(&l->emitter, first, m->type, m->is_signed);
    LLVMPositionBuilderBefore(l->builder, loop->count);
    m->phi = first ? LLVMBuildPhi(l->builder, m->type, "") : NULL;
    if (first)
        LLVMAddIncoming(m->phi, &first, &before, 1);
    LLVMPositionBuilderAtEnd(l->builder, now);
}

static hir_l_moving *find(hir_lowerer *l, uint32_t level, const hir_moving *sum) {
    hir_l_loop *loop = &l->loops[level];
    bool is_signed = sum->is_signed && hir_blob_at(l->h, sum->base)->type != sum->type;
    for (hir_l_moving *m = loop->moving; m; m = m->next)
        if (m->base == sum->base && m->type == sum->type && m->down == sum->down &&
            m->is_signed == is_signed)
            return m;
    hir_l_moving *m = arena_new(&l->mem, hir_l_moving);
    if (!m)
        return NULL;
    *m = (hir_l_moving){.next = loop->moving,
                        .base = sum->base,
                        .type = sum->type,
                        .down = sum->down,
                        .is_signed = is_signed};
    start(l, loop, m);
    if (!m->phi)
        return NULL;
    return loop->moving = m;
}

LLVMValueRef hir_l_moving_value(hir_lowerer *l, uint32_t level, const hir_moving *sum) {
    hir_temp base = temp_of(l->h, sum->base);
    hir_l_moving *m = base && !hir_is_assigned_in(l->h, base, &l->loops[level].loop->node.node)
                          ? find(l, level, sum)
                          : NULL;
    return m ? m->phi : NULL;
}

void hir_l_move(hir_lowerer *l, LLVMBasicBlockRef latch) {
    for (hir_l_moving *m = l->loops[l->level].moving; m; m = m->next) {
        LLVMValueRef step = LLVMConstInt(m->type, m->down ? UINT64_MAX : 1, true);
        LLVMValueRef next = LLVMBuildAdd(l->builder, m->phi, step, "");
        LLVMSetNSW(next, m->bounded);
        LLVMAddIncoming(m->phi, &next, &latch, 1);
    }
}

/* Bounds max(x, y) - x and x - min(x, y): there are iterations until x + i or x - i gets to y. On
 * the way from x to y nothing wraps. */
bool hir_l_find_limit(hir_lowerer *l, const HLLoop *loop, hir_l_limit *limit) {
    const CanonExpr *upper = hir_upper(loop);
    if (upper->iv_count || upper->blob_count != 2 || upper->constant ||
        !hir_canon_is_plain(upper) || LLVMGetTypeKind(upper->source) != LLVMIntegerTypeKind)
        return false;
    for (uint32_t i = 0; i < 2; i++) {
        const hir_blob_term *end = &upper->blobs[i], *from = &upper->blobs[1 - i];
        const hir_blob_info *info = hir_blob_at(l->h, end->blob);
        bool down = info->op == BLOB_SMIN;
        if ((!down && info->op != BLOB_SMAX) || info->operand_count != 2 ||
            end->coefficient != (down ? -1 : 1) || from->coefficient != -end->coefficient)
            continue;
        bool second = info->operands[1] == from->blob;
        *limit = (hir_l_limit){.start = from->blob, .end = info->operands[!second], .down = down};
        hir_temp base = temp_of(l->h, from->blob);
        limit->type = upper->source;
        return info->operands[second] == from->blob && base &&
               !hir_is_assigned_in(l->h, base, &loop->node.node);
    }
    return false;
}

void hir_l_start_limit(hir_lowerer *l, hir_l_limit *limit) {
    hir_moving sum = {.base = limit->start, .type = limit->type, .down = limit->down};
    limit->counter = find(l, l->level, &sum);
    if (limit->counter)
        limit->counter->bounded = true;
    else
        ctx_fail(l->ctx, LATHE_INTERNAL, "a loop of '%s' cannot be lowered", l->h->function);
}

LLVMValueRef hir_l_is_at_limit(hir_lowerer *l, const hir_l_limit *limit) {
    if (!limit->counter)
        return LLVMConstInt(LLVMInt1TypeInContext(l->m->llvm_ctx), 1, false);
    return LLVMBuildICmp(l->builder, limit->down ? LLVMIntSLE : LLVMIntSGE, limit->counter->phi,
                         limit->value, "");
}
