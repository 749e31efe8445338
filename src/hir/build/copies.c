/* The copies on an edge happen at the same time: put in a row, none may overwrite what another one
 * still reads. */
#include "hir/build/builder.h"

typedef struct copy {
    hir_temp to;
    RegDDRef *from;
    bool done;
} copy;

typedef struct copy_list {
    hir_builder *b;
    VEC(copy) at;
    hir_list *list;
    HLNode *parent;
} copy_list;

static bool reads_temp(hir_builder *b, const RegDDRef *ref, hir_temp t) {
    hir_blob_list blobs = {0};
    bool found = false;
    hir_ref_collect_temp_blobs(b->h, ref, &blobs);
    for (size_t i = 0; i < blobs.len; i++)
        found |= hir_blob_at(b->h, blobs.at[i])->temp == t;
    vec_free(b->ctx, &blobs);
    return found;
}

static void collect(copy_list *c, uint32_t from, uint32_t to) {
    hir_builder *b = c->b;
    ir_each_inst (phi, b->cfg->blocks[to]) {
        if (!LLVMIsAPHINode(phi))
            break;
        RegDDRef **sources = map_get(&b->phi_sources, phi);
        unsigned count = sources ? LLVMCountIncoming(phi) : 0;
        for (unsigned i = 0; i < count; i++) {
            if (!sources[i] || LLVMGetIncomingBlock(phi, i) != b->cfg->blocks[from])
                continue;
            hir_temp t = (hir_temp)map_find(&b->temps, phi)->u;
            if (hir_ref_temp(b->h, sources[i]) != t)
                vec_push(b->ctx, &c->at, (copy){t, hir_ref_copy(b->h, sources[i]), false});
            break;
        }
    }
}

static void emit(copy_list *c, hir_temp to, RegDDRef *from) {
    HLInst *node = hir_b_make_copy(c->b, to, from);
    if (node)
        hir_append(c->list, c->parent, &node->node.node);
}

/* Whether another copy that is not done reads what this one writes. */
static bool is_blocked(const copy_list *c, size_t index) {
    for (size_t i = 0; i < c->at.len; i++)
        if (i != index && !c->at.at[i].done && c->at.at[i].from &&
            reads_temp(c->b, c->at.at[i].from, c->at.at[index].to))
            return true;
    return false;
}

static bool emit_ready(copy_list *c) {
    bool any = false;
    for (size_t i = 0; i < c->at.len; i++)
        if (!c->at.at[i].done && !is_blocked(c, i)) {
            emit(c, c->at.at[i].to, c->at.at[i].from);
            c->at.at[i].done = any = true;
        }
    return any;
}

/* All that are left wait for one another: one is read now and written later. */
static bool break_cycle(copy_list *c) {
    hir_builder *b = c->b;
    for (size_t i = 0; i < c->at.len; i++) {
        copy *each = &c->at.at[i];
        if (each->done)
            continue;
        const hir_temp_info *info = hir_temp_at(b->h, each->to);
        hir_temp saved = hir_temp_new(b->h, info->name, info->type, NULL);
        emit(c, saved, each->from);
        each->from = hir_ref_of_temp(b->h, saved);
        return each->from != NULL;
    }
    return false;
}

void hir_b_edge_copies(hir_builder *b, uint32_t from, uint32_t to, hir_list *list, HLNode *parent) {
    copy_list c = {.b = b, .list = list, .parent = parent};
    collect(&c, from, to);
    while (ctx_tick(b->ctx, c.at.len + 1) && (emit_ready(&c) || break_cycle(&c)))
        continue;
    vec_free(b->ctx, &c.at);
}
