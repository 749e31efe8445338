/* Out of SSA. PHIs become copies at the ends of the edges that lead to them. Where values of one
 * cycle of definitions (a PHI, and what it gets from the next iteration) are never needed at the
 * same time, they are one temp, and the copy between them is gone. */
#include "hir/build/builder.h"

#include "base/bitset.h"
#include "ir/scc.h"

enum { MAX_MEMBERS = 24, MAX_LIVE_BITS = 1 << 26 };

typedef struct edge {
    uint32_t from, to; /* indexes into wanted */
} edge;

typedef struct use {
    uint32_t value, block, position;
} use;

typedef struct live {
    bool asked;
    bitset in; /* by position of the block in the order */
    bitset out;
} live;

typedef struct sharer {
    hir_builder *b;
    arena mem;
    VEC(edge) edges;
    VEC(use) uses;
    uint32_t *use_start;
    ir_scc scc;
    live *lives;      /* by index into wanted */
    uint32_t *stack;  /* for walks over the blocks of the region */
    uint32_t *leader; /* of the class */
    uint32_t *next;   /* in the class, a ring */
    uint32_t *size;   /* of a leader's class */
    uint64_t bits;    /* of bitsets so far */
    map renamed;      /* temps -> that of their class */
} sharer;

static uint32_t local_of(const hir_builder *b, hir_temp t) {
    return t < b->defs.len ? b->defs.at[t].local : IR_NONE;
}

typedef void each_local(sharer *s, uint32_t local, void *data);

static void each_temp_in(sharer *s, const RegDDRef *ref, each_local *visit, void *data) {
    hir_blob_list blobs = {0};
    hir_builder *b = s->b;
    hir_ref_collect_temp_blobs(b->h, ref, &blobs);
    for (size_t i = 0; i < blobs.len; i++) {
        uint32_t local = local_of(b, hir_blob_at(b->h, blobs.at[i])->temp);
        if (local != IR_NONE && hir_b_in_region(b, b->defs.at[b->wanted.at[local]].block))
            visit(s, local, data);
    }
    vec_free(b->ctx, &blobs);
}

static void note_use(sharer *s, uint32_t local, void *data) {
    use u = *(use *)data;
    u.value = local;
    vec_push(s->b->ctx, &s->uses, u);
}

static void visit_read(void *data, RegDDRef *ref, uint32_t block, uint32_t position) {
    sharer *s = data;
    use u = {.block = block, .position = position};
    if (hir_b_in_region(s->b, block))
        each_temp_in(s, ref, note_use, &u);
}

/* What is needed after the region is read wherever the region is left below its definition. */
static void note_live_out(sharer *s) {
    hir_builder *b = s->b;
    const ir_list *exiting = &b->loops->loops[b->last].exiting;
    for (size_t i = 0; i < b->region->live_out.len; i++) {
        hir_temp t = b->region->live_out.at[i];
        uint32_t local = local_of(b, t);
        for (uint32_t e = 0; local != IR_NONE && e < exiting->count; e++)
            if (ir_dominates(b->dom, b->defs.at[t].block, exiting->at[e]))
                vec_push(b->ctx, &s->uses, (use){local, exiting->at[e], HIR_AT_EDGE});
    }
}

/* Puts uses in the order of their values. */
static bool sort_uses(sharer *s) {
    size_t count = s->b->wanted.len;
    s->use_start = arena_array(&s->mem, count + 2, uint32_t);
    use *sorted = arena_array(&s->mem, s->uses.len, use);
    if (!s->use_start || !sorted)
        return false;
    for (size_t i = 0; i < s->uses.len; i++)
        s->use_start[s->uses.at[i].value + 2]++;
    for (size_t i = 2; i < count + 2; i++)
        s->use_start[i] += s->use_start[i - 1];
    for (size_t i = 0; i < s->uses.len; i++)
        sorted[s->use_start[s->uses.at[i].value + 1]++] = s->uses.at[i];
    for (size_t i = 0; i < s->uses.len; i++)
        s->uses.at[i] = sorted[i];
    return ctx_tick(s->b->ctx, s->uses.len);
}

static void note_edge(sharer *s, uint32_t local, void *data) {
    vec_push(s->b->ctx, &s->edges, (edge){*(uint32_t *)data, local});
}

static void edges_of(sharer *s, uint32_t local) {
    hir_builder *b = s->b;
    hir_def def = b->defs.at[b->wanted.at[local]];
    RegDDRef **sources = def.is_copy ? NULL : map_get(&b->phi_sources, def.value);
    HLInst *node = map_get(def.is_copy ? &b->copy_nodes : &b->nodes, def.value);
    unsigned count = sources ? LLVMCountIncoming(def.value) : 0;
    for (unsigned i = 0; i < count; i++)
        if (sources[i])
            each_temp_in(s, sources[i], note_edge, &local);
    for (uint32_t i = 1; !sources && node && i < node->node.ref_count; i++)
        if (node->node.refs[i])
            each_temp_in(s, node->node.refs[i], note_edge, &local);
}

static bool find_cycles(sharer *s) {
    uint32_t count = (uint32_t)s->b->wanted.len;
    for (uint32_t i = 0; i < count; i++)
        edges_of(s, i);
    uint32_t *start = arena_array(&s->mem, (size_t)count + 1, uint32_t);
    uint32_t *targets = arena_array(&s->mem, s->edges.len, uint32_t);
    if (!start || !targets)
        return false;
    for (size_t i = 0; i < s->edges.len; i++) {
        start[s->edges.at[i].from + 1]++;
        targets[i] = s->edges.at[i].to; /* they were made in the order of `from` */
    }
    for (uint32_t i = 0; i < count; i++)
        start[i + 1] += start[i];
    return ir_scc_build(&s->scc, &s->mem, count, start, targets);
}

static uint32_t def_position(const sharer *s, uint32_t local) {
    hir_builder *b = s->b;
    hir_def def = b->defs.at[b->wanted.at[local]];
    HLNode *node = map_get(def.is_copy ? &b->copy_nodes : &b->nodes, def.value);
    return node ? node->order : 0;
}

static void flow_back(sharer *s, live *l, uint32_t block, uint32_t def_block) {
    const ir_cfg *cfg = s->b->cfg;
    uint32_t depth = 0, *stack = s->stack;
    stack[depth++] = block;
    while (depth) {
        uint32_t at = stack[--depth];
        if (at == def_block || bitset_has(&l->in, s->b->place[at]))
            continue;
        bitset_add(&l->in, s->b->place[at]);
        for (uint32_t i = cfg->pred_start[at]; i < cfg->pred_start[at + 1]; i++) {
            uint32_t from = cfg->preds[i];
            if (!hir_b_in_region(s->b, from) || bitset_has(&l->out, s->b->place[from]))
                continue;
            bitset_add(&l->out, s->b->place[from]);
            stack[depth++] = from;
        }
    }
}

/* Where the value is needed later. NULL if that is too much to find out. */
static const live *live_of(sharer *s, uint32_t local) {
    hir_builder *b = s->b;
    live *l = &s->lives[local];
    if (l->asked)
        return l->in.words ? l : NULL;
    l->asked = true;
    s->bits += 2 * (uint64_t)b->order_count;
    if (s->bits > MAX_LIVE_BITS || !bitset_init(&l->out, &s->mem, b->order_count) ||
        !bitset_init(&l->in, &s->mem, b->order_count))
        return NULL;
    uint32_t def_block = b->defs.at[b->wanted.at[local]].block;
    for (uint32_t i = s->use_start[local]; i < s->use_start[local + 1]; i++)
        flow_back(s, l, s->uses.at[i].block, def_block);
    return l;
}

/* Whether the value is there, and needed, after what stands at the position. */
static bool is_live_after(sharer *s, uint32_t local, uint32_t block, uint32_t position) {
    const live *l = live_of(s, local);
    hir_def def = s->b->defs.at[s->b->wanted.at[local]];
    if (!l)
        return true;
    bool there = def.block == block ? def_position(s, local) <= position
                                    : bitset_has(&l->in, s->b->place[block]);
    if (!there)
        return false;
    if (bitset_has(&l->out, s->b->place[block]))
        return true;
    for (uint32_t i = s->use_start[local]; i < s->use_start[local + 1]; i++)
        if (s->uses.at[i].block == block && s->uses.at[i].position > position)
            return true;
    return false;
}

static bool interfere(sharer *s, uint32_t x, uint32_t y) {
    hir_builder *b = s->b;
    return is_live_after(s, x, b->defs.at[b->wanted.at[y]].block, def_position(s, y)) ||
           is_live_after(s, y, b->defs.at[b->wanted.at[x]].block, def_position(s, x));
}

static bool classes_interfere(sharer *s, uint32_t x, uint32_t y) {
    uint32_t i = x;
    do {
        uint32_t j = y;
        do {
            if (interfere(s, i, j))
                return true;
            j = s->next[j];
        } while (j != y);
        i = s->next[i];
    } while (i != x);
    return false;
}

static void join(sharer *s, uint32_t x, uint32_t y) {
    uint32_t to = s->leader[x], from = s->leader[y];
    if (to == from || s->size[to] + s->size[from] > MAX_MEMBERS || classes_interfere(s, x, y))
        return;
    s->size[to] += s->size[from];
    for (uint32_t i = s->next[y]; i != y; i = s->next[i])
        s->leader[i] = to;
    s->leader[y] = to;
    uint32_t after = s->next[x];
    s->next[x] = s->next[y];
    s->next[y] = after;
}

static void join_sources(sharer *s, uint32_t local) {
    hir_builder *b = s->b;
    hir_temp t = b->wanted.at[local];
    hir_def def = b->defs.at[t];
    RegDDRef **sources = def.is_copy ? NULL : map_get(&b->phi_sources, def.value);
    unsigned count = sources ? LLVMCountIncoming(def.value) : 0;
    for (unsigned i = 0; i < count; i++) {
        uint32_t other = sources[i] ? local_of(b, hir_ref_temp(b->h, sources[i])) : IR_NONE;
        if (other == IR_NONE || s->scc.component[other] != s->scc.component[local] ||
            b->defs.at[b->wanted.at[other]].is_copy ||
            hir_temp_at(b->h, b->wanted.at[other])->type != hir_temp_at(b->h, t)->type)
            continue;
        join(s, local, other);
    }
}

static bool init(sharer *s) {
    size_t count = s->b->wanted.len;
    s->lives = arena_array(&s->mem, count, live);
    s->leader = arena_array(&s->mem, count, uint32_t);
    s->next = arena_array(&s->mem, count, uint32_t);
    s->size = arena_array(&s->mem, count, uint32_t);
    s->stack = arena_array(&s->mem, (size_t)s->b->order_count + 1, uint32_t);
    if (!s->stack || !s->lives || !s->leader || !s->next || !s->size)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        s->leader[i] = s->next[i] = i;
        s->size[i] = 1;
    }
    return true;
}

/* The classes' temps, in the order of the blocks, so that an outer PHI gives the name. */
static void join_all(sharer *s) {
    hir_builder *b = s->b;
    for (uint32_t i = 0; i < b->order_count; i++)
        ir_each_inst (phi, b->cfg->blocks[b->order[i]]) {
            map_word *t = LLVMIsAPHINode(phi) ? map_find(&b->temps, phi) : NULL;
            if (!LLVMIsAPHINode(phi))
                break;
            uint32_t local = t ? local_of(b, (hir_temp)t->u) : IR_NONE;
            if (local != IR_NONE)
                join_sources(s, local);
        }
}

static void dissolve(sharer *s, uint32_t local) {
    uint32_t at = local;
    do {
        uint32_t next = s->next[at];
        s->leader[at] = s->next[at] = at;
        s->size[at] = 1;
        at = next;
    } while (at != local);
}

/* The value that the PHI gets from the latch, as an index into wanted. */
static uint32_t from_latch(const sharer *s, LLVMValueRef phi, uint32_t latch) {
    hir_builder *b = s->b;
    RegDDRef **sources = map_get(&b->phi_sources, phi);
    unsigned count = sources ? LLVMCountIncoming(phi) : 0;
    for (unsigned i = 0; i < count; i++)
        if (LLVMGetIncomingBlock(phi, i) == b->cfg->blocks[latch] && sources[i])
            return local_of(b, hir_ref_temp(b->h, sources[i]));
    return IR_NONE;
}

/* A loop that is counted ends after the copies for its next iteration. Where such a copy is
 * needed, nothing else in its temp may be needed after the loop. */
static void check_latch(sharer *s, uint32_t local, LLVMValueRef phi, uint32_t latch) {
    uint32_t source = from_latch(s, phi, latch);
    if (source != IR_NONE && s->leader[source] == s->leader[local])
        return;
    for (uint32_t i = s->next[local]; i != local; i = s->next[i])
        if (is_live_after(s, i, latch, HIR_AT_BRANCH)) {
            dissolve(s, local);
            return;
        }
}

static void check_latches(sharer *s) {
    hir_builder *b = s->b;
    for (uint32_t i = 0; i < b->order_count; i++) {
        uint32_t loop = hir_b_loop_of_header(b, b->order[i]);
        if (loop == IR_NONE || !b->facts[loop].at_latch)
            continue;
        ir_each_inst (phi, b->cfg->blocks[b->order[i]]) {
            map_word *t = LLVMIsAPHINode(phi) ? map_find(&b->temps, phi) : NULL;
            uint32_t local = t ? local_of(b, (hir_temp)t->u) : IR_NONE;
            if (!LLVMIsAPHINode(phi))
                break;
            if (local != IR_NONE && s->next[local] != local)
                check_latch(s, local, phi, b->facts[loop].counted);
        }
    }
}

static hir_temp class_temp(const sharer *s, hir_temp t) {
    uint32_t local = local_of(s->b, t);
    return local == IR_NONE ? t : s->b->wanted.at[s->leader[local]];
}

static void rename_read(void *data, RegDDRef *ref, uint32_t block, uint32_t position) {
    sharer *s = data;
    (void)block;
    (void)position;
    hir_rename_ref(s->b->h, ref, &s->renamed);
}

/* Whether any temp gets another name. */
static bool name_classes(sharer *s) {
    hir_builder *b = s->b;
    for (uint32_t i = 0; i < b->wanted.len; i++) {
        map_word *to = s->leader[i] != i ? map_put_u(&s->renamed, b->wanted.at[i]) : NULL;
        if (to)
            to->u = b->wanted.at[s->leader[i]];
    }
    return s->renamed.len && ctx_ok(b->ctx);
}

static void rename_all(sharer *s) {
    hir_builder *b = s->b;
    hir_b_each_read(b, rename_read, s);
    for (size_t i = 0; i < b->wanted.len; i++) {
        hir_def def = b->defs.at[b->wanted.at[i]];
        HLInst *node = map_get(def.is_copy ? &b->copy_nodes : &b->nodes, def.value);
        if (node && node->has_lval && node->node.ref_count)
            hir_rename_ref(b->h, node->node.refs[0], &s->renamed);
        if (!def.is_copy && s->leader[i] != i) {
            map_word *place = map_find(&b->temps, def.value);
            place->u = b->wanted.at[s->leader[i]];
        }
    }
    for (size_t i = 0; i < b->region->outs.len; i++)
        b->region->outs.at[i].temp = b->region->live_out.at[i] =
            class_temp(s, b->region->live_out.at[i]);
}

void hir_b_share_temps(hir_builder *b) {
    sharer s = {.b = b};
    arena_init(&s.mem, b->ctx);
    map_init(&s.renamed, b->ctx);
    hir_b_each_read(b, visit_read, &s);
    note_live_out(&s);
    if (sort_uses(&s) && find_cycles(&s) && init(&s)) {
        join_all(&s);
        check_latches(&s);
        if (name_classes(&s))
            rename_all(&s);
    }
    vec_free(b->ctx, &s.edges);
    vec_free(b->ctx, &s.uses);
    map_free(&s.renamed);
    arena_free(&s.mem);
}
