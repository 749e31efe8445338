/* Whether a hir is what its headers promise. */
#include "hir/node.h"

#include <string.h>

typedef struct checker {
    const hir *h;
    str *why;
    bool good;
    HLRegion *region;
    uint32_t level;
    map labels; /* of the region: HLLabel -> 1 */
    map live;   /* temps that the region writes -> deepest level + 1 */
} checker;

typedef VEC(HLNode *) node_stack;

__attribute__((format(printf, 3, 4))) static bool wrong(checker *c, const HLNode *node,
                                                        const char *format, ...) {
    if (!c->good)
        return false;
    c->good = false;
    if (!c->why)
        return false;
    if (node)
        str_printf(c->why, "<%u>: ", node->number);
    va_list args;
    va_start(args, format);
    str_vprintf(c->why, format, args);
    va_end(args);
    return false;
}

static bool is_index(const checker *c, hir_blob b) {
    return b && b < c->h->blobs.len;
}

/* Of a sum's source type. */
static bool blob_fits(const checker *c, const CanonExpr *ce, hir_blob b) {
    LLVMTypeRef type = hir_blob_at(c->h, b)->type;
    return type == ce->source ||
           (hir_width(c->h, type) == hir_width(c->h, ce->source) && hir_width(c->h, type) != 0);
}

static void check_terms(checker *c, const HLNode *node, const CanonExpr *ce) {
    for (uint32_t i = 0; i < ce->iv_count; i++) {
        if (!ce->ivs[i].coefficient)
            continue;
        if (i + 1 > c->level)
            wrong(c, node, "i%u is used outside of its loop", i + 1);
        else if (ce->ivs[i].blob &&
                 (!is_index(c, ce->ivs[i].blob) || !blob_fits(c, ce, ce->ivs[i].blob)))
            wrong(c, node, "the blob of i%u has another type", i + 1);
    }
    for (uint32_t i = 0; i < ce->blob_count; i++) {
        if (!ce->blobs[i].coefficient || !is_index(c, ce->blobs[i].blob))
            wrong(c, node, "an empty blob term");
        else if (!blob_fits(c, ce, ce->blobs[i].blob))
            wrong(c, node, "a blob has another type than its sum");
        else if (i && hir_blob_compare(c->h, ce->blobs[i - 1].blob, ce->blobs[i].blob) >= 0)
            wrong(c, node, "blobs are not in order");
    }
}

static void check_canon(checker *c, const HLNode *node, const CanonExpr *ce) {
    if (!ce) {
        wrong(c, node, "a ref without its CanonExpr");
        return;
    }
    if (!ce->source || !ce->dest || !hir_canon_cast_fits(c->h, ce))
        wrong(c, node, "a cast does not fit its types");
    if (ce->denominator < 1)
        wrong(c, node, "a denominator below 1");
    if (ce->iv_count > HIR_MAX_LEVEL || (ce->iv_count && !ce->ivs[ce->iv_count - 1].coefficient))
        wrong(c, node, "an induction variable of no enclosing loop");
    else
        check_terms(c, node, ce);
    if (!c->good)
        return;
    CanonExpr again = *ce;
    hir_canon_update_level(c->h, &again, c->region);
    if (again.defined_at != ce->defined_at)
        wrong(c, node, "defined at level %u, not %u", again.defined_at, ce->defined_at);
}

static void check_blob_refs(checker *c, const HLNode *node, const RegDDRef *ref) {
    hir_blob_list blobs = {0};
    hir_ref_collect_temp_blobs(c->h, ref, &blobs);
    if (blobs.len != ref->blob_ref_count)
        wrong(c, node, "%zu temps, but %u blob refs", blobs.len, ref->blob_ref_count);
    for (size_t i = 0; c->good && i < blobs.len; i++) {
        const BlobDDRef *b = &ref->blob_refs[i];
        hir_temp t = hir_blob_at(c->h, blobs.at[i])->temp;
        const hir_temp_info *info = hir_temp_at(c->h, t);
        if (b->blob != blobs.at[i] || b->parent != ref || b->symbase != info->symbase ||
            b->level != hir_temp_level(c->h, t, c->region))
            wrong(c, node, "the blob ref of %s is not up to date", info->name);
    }
    vec_free(c->h->ctx, &blobs);
}

static void check_ref(checker *c, const HLNode *node, const RegDDRef *ref) {
    if (!ref || ref->node != node) {
        wrong(c, node, "a ref that does not know its node");
        return;
    }
    if (ref->dimensions < 1 || (ref->kind == REF_SCALAR) != (ref->base == NULL))
        wrong(c, node, "a ref without dimensions, or with a base that it should not have");
    if (!ref->type)
        wrong(c, node, "a ref without a type");
    if (ref->kind == REF_SCALAR && ref->dimensions != 1)
        wrong(c, node, "a scalar with %u dimensions", ref->dimensions);
    if (ref->symbase > c->h->symbases)
        wrong(c, node, "symbase %u was never handed out", ref->symbase);
    if (ref->base)
        check_canon(c, node, ref->base);
    for (uint32_t d = 0; d < ref->dimensions && c->good; d++)
        check_canon(c, node, ref->subscripts[d]);
    if (c->good)
        check_blob_refs(c, node, ref);
}

static uint32_t expected_refs(const HLNode *node, uint32_t actual) {
    if (node->kind == HL_LOOP)
        return ((const HLLoop *)node)->loop_kind == LOOP_WHILE ? 0 : 1;
    return node->kind == HL_IF ? 2 : node->kind == HL_SWITCH ? 1 : actual;
}

static void note_written(checker *c, const HLInst *inst) {
    const RegDDRef *left = inst->node.refs[0];
    hir_temp t = left->kind == REF_SCALAR ? hir_ref_temp(c->h, left) : 0;
    bool constant = t && hir_temp_at(c->h, t)->global;
    if (left->kind == REF_ADDRESS || (left->kind == REF_SCALAR && (!t || constant))) {
        wrong(c, &inst->node.node, "a definition is neither a temp nor memory");
        return;
    }
    map_word *level = t ? map_put_u(&c->live, t) : NULL;
    if (level && level->u < c->level + 1)
        level->u = c->level + 1;
}

static void check_refs(checker *c, HLNode *node) {
    HLDDNode *dd = hir_as_dd(node);
    if (!dd)
        return;
    if (dd->ref_count != expected_refs(node, dd->ref_count))
        wrong(c, node, "%u refs", dd->ref_count);
    const HLInst *inst = node->kind == HL_INST ? (const HLInst *)node : NULL;
    for (uint32_t i = 0; i < dd->ref_count && c->good; i++) {
        check_ref(c, node, dd->refs[i]);
        if (c->good && dd->refs[i]->is_lval != (inst && inst->has_lval && i == 0))
            wrong(c, node, "ref %u is wrong about being written", i);
    }
    if (inst && !inst->opcode && (!inst->has_lval || inst->node.ref_count != 2))
        wrong(c, node, "a copy with %u refs", inst->node.ref_count);
    if (inst && inst->has_lval && inst->node.ref_count == 0)
        wrong(c, node, "a result, but no refs");
    else if (inst && inst->has_lval && c->good)
        note_written(c, inst);
}

/* One list of parent's; what has lists itself is put onto the stack. */
static void check_list(checker *c, HLNode *parent, hir_list *list, node_stack *stack) {
    HLNode *before = NULL;
    for (HLNode *node = list->first; node && c->good; node = node->next) {
        if (node->parent != parent || node->list != list)
            wrong(c, node, "a node that is not in its parent");
        else if (node->prev != before || node->kind == HL_REGION)
            wrong(c, node, "a list that is broken");
        else if (hir_child_list(node, 0))
            vec_push(c->h->ctx, stack, node);
        before = node;
    }
    if (c->good && list->last != before)
        wrong(c, parent, "a list that is broken");
}

/* Whether walks will end. So this cannot be done by one. */
static void check_links(checker *c, HLRegion *region) {
    node_stack stack = {0};
    if (region->node.parent || region->node.list)
        wrong(c, &region->node, "a region inside another node");
    vec_push(c->h->ctx, &stack, &region->node);
    while (stack.len && c->good && ctx_tick(c->h->ctx, 1)) {
        HLNode *node = vec_pop(&stack);
        hir_list *list;
        for (uint32_t i = 0; c->good && (list = hir_child_list(node, i)); i++)
            check_list(c, node, list, &stack);
    }
    vec_free(c->h->ctx, &stack);
}

static bool visit(void *data, HLNode *node) {
    checker *c = data;
    if (!c->good || !ctx_tick(c->h->ctx, 1))
        return false;
    check_refs(c, node);
    if (node->kind == HL_LOOP && ((HLLoop *)node)->level != ++c->level)
        wrong(c, node, "a loop at level %u says %u", c->level, ((HLLoop *)node)->level);
    if (node->kind == HL_LOOP && !hir_loop_is_good((const HLLoop *)node))
        wrong(c, node, "what is said of the loop contradicts itself");
    if (c->level > HIR_MAX_LEVEL)
        wrong(c, node, "loops are nested too deeply");
    return c->good;
}

static void leave(void *data, HLNode *node) {
    checker *c = data;
    if (node->kind == HL_LOOP && c->level)
        c->level--;
}

static void check_goto(checker *c, HLNode *node) {
    const HLGoto *jump = node->kind == HL_GOTO ? (const HLGoto *)node : NULL;
    if (jump && jump->target && !map_find(&c->labels, jump->target))
        wrong(c, node, "a goto to a label of another region");
    else if (jump && jump->target && strcmp(jump->name, jump->target->name) != 0)
        wrong(c, node, "a goto to %s is at %s", jump->name, jump->target->name);
}

static void check_region(checker *c, HLRegion *region) {
    c->region = region;
    c->level = 0;
    map_clear(&c->labels);
    map_clear(&c->live);
    check_links(c, region);
    if (!c->good || !ctx_ok(c->h->ctx))
        return;
    hir_walk(&region->node, &(hir_walker){.visit = visit, .leave = leave, .data = c});
    if (!c->good)
        return;
    hir_each_node (node, &region->node)
        if (node->kind == HL_LABEL)
            map_put(&c->labels, node);
    hir_each_node (node, &region->node)
        if (c->good)
            check_goto(c, node);
}

/* A temp is assigned at least as deep as the region says; exactly so if it is the only one. */
static void check_temp_levels(checker *c) {
    for (size_t i = 0; i < c->live.len && c->good; i++) {
        const hir_temp_info *info = hir_temp_at(c->h, (hir_temp)c->live.at[i].key.u);
        uint64_t level = c->live.at[i].value.u - 1;
        if (info->region ? info->region != c->region || info->level != level : info->level < level)
            wrong(c, NULL, "%s is assigned at level %u, not %u", info->name, (unsigned)level,
                  info->level);
    }
}

bool hir_verify(const hir *h, str *why) {
    checker c = {.h = h, .why = why, .good = true};
    map_init(&c.labels, h->ctx);
    map_init(&c.live, h->ctx);
    for (size_t i = 0; i < h->regions.len && c.good; i++) {
        check_region(&c, h->regions.at[i]);
        check_temp_levels(&c);
    }
    map_free(&c.labels);
    map_free(&c.live);
    return c.good && ctx_ok(h->ctx);
}

void hir_assert_good(const hir *h) {
#ifdef LATHE_ASSERTS
    if (!ctx_ok(h->ctx))
        return;
    uint64_t used = h->ctx->ops_used;
    str why;
    str_init(&why, h->ctx);
    if (!hir_verify(h, &why) && ctx_ok(h->ctx))
        lathe_assert_failed(str_text(&why), h->function ? h->function : "", 0, __func__);
    str_free(&why);
    if (ctx_ok(h->ctx))
        h->ctx->ops_used = used;
#else
    (void)h;
#endif
}
