/* HIR that was read from text or JSON, tied to the code that it describes.
 *
 * The text is read over HIR that was built from that code, so temps with the same name are the
 * same. A statement that stands in both as the same text is the same: the k-th of several is the
 * k-th, if both have as many; else only those with the same number are. It gets the instruction
 * that it was, and references with all that is known of them. Other statements are made anew:
 * references to memory take what text does not say from one that leads through the same base, but
 * nothing that the code promised. */
#include "hir/text.h"

#include <string.h>

/* Statements with the same text. */
typedef struct tie_group {
    VEC(HLNode *) old;
    size_t met, there; /* so many of the new ones; there are so many */
} tie_group;

typedef struct tie {
    hir *h;
    HLRegion *old, *new;
    VEC(HLNode *) nodes; /* of the old region, in lexical order */
    map groups;          /* text -> tie_group */
    arena mem;
    bool failed;
} tie;

static bool fail(tie *t, const HLNode *node, const char *what) {
    if (!t->failed && ctx_ok(t->h->ctx))
        ctx_fail(t->h->ctx, LATHE_BAD_INPUT, "node <%u> of '%s': %s", node->number, t->h->function,
                 what);
    t->failed = true;
    return false;
}

static tie_group *group_of(tie *t, const HLNode *node) {
    str line;
    str_init(&line, t->h->ctx);
    hir_node_text(t->h, node, false, &line);
    const char *key = arena_strdup(&t->mem, str_text(&line));
    str_free(&line);
    map_word *place = key ? map_put_s(&t->groups, key) : NULL;
    if (place && !place->p)
        place->p = arena_new(&t->mem, tie_group);
    t->failed |= !place || !place->p;
    return t->failed ? NULL : place->p;
}

static void group_nodes(tie *t) {
    hir_each_node (node, &t->old->node) {
        tie_group *g =
            node->kind == HL_REGION || !ctx_tick(t->h->ctx, 1) ? NULL : group_of(t, node);
        vec_push(t->h->ctx, &t->nodes, node);
        if (g)
            vec_push(t->h->ctx, &g->old, node);
    }
    hir_each_node (node, &t->new->node) {
        tie_group *g =
            node->kind == HL_REGION || !ctx_tick(t->h->ctx, 1) ? NULL : group_of(t, node);
        if (g)
            g->there++;
    }
}

/* NULL if there is none, or it is not clear which. */
static HLNode *counterpart(tie *t, const HLNode *node) {
    tie_group *g = group_of(t, node);
    HLNode *found = NULL;
    if (!g)
        return NULL;
    if (g->there == g->old.len)
        return g->old.at[g->met++];
    for (size_t i = 0; i < g->old.len; i++)
        if (g->old.at[i]->number == node->number)
            found = g->old.at[i];
    return found && found->kind == node->kind ? found : NULL;
}

/* References of statements with the same text. */
static void take_refs(tie *t, HLDDNode *to, const HLDDNode *from) {
    for (uint32_t i = 0; i < to->ref_count && i < from->ref_count; i++) {
        RegDDRef *ref = hir_ref_copy(t->h, from->refs[i]);
        if (!ref)
            t->failed = true;
        else
            hir_set_ref(to, i, ref);
    }
}

static void take_inst(HLInst *to, const HLInst *from) {
    HLDDNode own = to->node;
    *to = *from;
    to->node = own;
}

static void take_goto(HLGoto *to, const HLGoto *from) {
    if (to->target)
        return;
    to->from = from->from;
    to->to = from->to;
    to->inst = from->inst;
}

static void take(tie *t, HLNode *to, const HLNode *from) {
    to->where = from->where;
    if (hir_as_dd(to))
        take_refs(t, hir_as_dd(to), hir_as_dd((HLNode *)from));
    switch (to->kind) {
    case HL_INST:
        take_inst((HLInst *)to, (const HLInst *)from);
        break;
    case HL_IF:
        ((HLIf *)to)->inst = ((const HLIf *)from)->inst;
        break;
    case HL_SWITCH:
        ((HLSwitch *)to)->inst = ((const HLSwitch *)from)->inst;
        break;
    case HL_GOTO:
        take_goto((HLGoto *)to, (const HLGoto *)from);
        break;
    case HL_LOOP:
        ((HLLoop *)to)->origin = ((const HLLoop *)from)->origin;
        hir_loop_set((HLLoop *)to, LOOP_MUST_PROGRESS,
                     hir_loop_is((const HLLoop *)from, LOOP_MUST_PROGRESS));
        break;
    default:
        break;
    }
}

/* A reference of the old region through the same base, in as many dimensions. */
static const RegDDRef *relative_of(const tie *t, const RegDDRef *ref) {
    for (size_t i = 0; i < t->nodes.len; i++)
        hir_each_ref (old, t->nodes.at[i])
            if (old->kind == REF_MEMORY && old->dimensions == ref->dimensions &&
                hir_canon_equal(old->base, ref->base))
                return old;
    return NULL;
}

/* A statement that the code does not have. */
static void make_anew(tie *t, HLNode *node) {
    hir_each_ref (ref, node) {
        if (ref->kind == REF_SCALAR)
            continue;
        const RegDDRef *like = relative_of(t, ref);
        if (!like) {
            fail(t, node, "no reference of the nest in the program leads through that base");
            return;
        }
        ref->symbase = ref->kind == REF_MEMORY ? like->symbase : ref->symbase;
        ref->type = ref->kind == REF_MEMORY ? like->type : ref->type;
        ref->any_alignment = true;
        ref->in_bounds = ref->no_wrap = ref->same_object = ref->adds_up = false;
        for (uint32_t d = 0; d < ref->dimensions; d++) {
            ref->strides[d] = like->strides[d];
            ref->sizes[d] = 0;
            if (ref->subscripts[d]->dest != like->subscripts[d]->dest)
                fail(t, node, "a subscript has not the type of a pointer's width: write its cast");
        }
    }
    if (node->kind == HL_LOOP) {
        ((HLLoop *)node)->iv_type = hir_index_type(t->h);
        hir_loop_set((HLLoop *)node, LOOP_MUST_PROGRESS, false);
    }
}

static void tie_nodes(tie *t) {
    group_nodes(t);
    hir_each_node (node, &t->new->node) {
        if (node->kind == HL_REGION || t->failed || !ctx_tick(t->h->ctx, 1))
            continue;
        const HLNode *old = counterpart(t, node);
        if (old)
            take(t, node, old);
        else
            make_anew(t, node);
        if (node->kind == HL_LOOP) {
            hir_loop_set((HLLoop *)node, LOOP_OTHER_BODY, true);
            hir_loop_set((HLLoop *)node, LOOP_OTHER_COUNT, true);
        }
    }
}

/* Where the nest stands in the code, what it reads and what it leaves. */
static void take_borders(tie *t) {
    lathe_ctx *ctx = t->h->ctx;
    HLRegion *to = t->new, *from = t->old;
    to->entry_from = from->entry_from;
    to->entry_to = from->entry_to;
    to->exit_from = from->exit_from;
    to->exit_to = from->exit_to;
    to->node.where = from->node.where;
    to->changed = true;
    vec_clear(&to->live_in);
    vec_clear(&to->live_out);
    vec_clear(&to->ranges);
    for (size_t i = 0; i < from->live_in.len; i++)
        vec_push(ctx, &to->live_in, from->live_in.at[i]);
    for (size_t i = 0; i < from->live_out.len; i++)
        vec_push(ctx, &to->live_out, from->live_out.at[i]);
    for (size_t i = 0; i < from->ranges.len; i++)
        vec_push(ctx, &to->ranges, from->ranges.at[i]);
    for (size_t i = 0; i < from->outs.len; i++)
        vec_push(ctx, &to->outs, from->outs.at[i]);
    for (size_t i = 0; i < from->blocks.len; i++)
        vec_push(ctx, &to->blocks, from->blocks.at[i]);
}

static bool tie_region(hir *h, HLRegion *old, HLRegion *new) {
    tie t = {.h = h, .old = old, .new = new};
    arena_init(&t.mem, h->ctx);
    map_init_strings(&t.groups, h->ctx);
    take_borders(&t);
    tie_nodes(&t);
    for (size_t i = 0; i < t.groups.len; i++)
        if (t.groups.at[i].value.p)
            vec_free(h->ctx, &((tie_group *)t.groups.at[i].value.p)->old);
    vec_free(h->ctx, &t.nodes);
    map_free(&t.groups);
    arena_free(&t.mem);
    return !t.failed && ctx_ok(h->ctx);
}

/* The built region that the text's one is, from the given one on. Without names, it is the next
 * one, if the text has them all. */
static size_t region_like(const hir *h, const HLRegion *new, size_t from, size_t end) {
    if (!*new->entry && !*new->exit && h->regions.len == 2 * end)
        return from;
    for (size_t i = from; i < end; i++)
        if (!strcmp(h->regions.at[i]->entry, new->entry) &&
            !strcmp(h->regions.at[i]->exit, new->exit))
            return i;
    return end;
}

static bool tie_regions(hir *h, size_t built) {
    size_t next = 0;
    for (size_t i = built; i < h->regions.len; i++) {
        HLRegion *new = h->regions.at[i];
        next = region_like(h, new, next, built);
        if (next == built) {
            ctx_fail(h->ctx, LATHE_BAD_INPUT,
                     "'%s' has no loop nest from block \"%s\" to \"%s\" at this point", h->function,
                     new->entry, new->exit);
            return false;
        }
        if (!tie_region(h, h->regions.at[next], new))
            return false;
        h->regions.at[next++] = new;
    }
    return true;
}

/* What the HIR had before something was read over it. */
typedef struct before {
    size_t regions, refusals;
    const char *function;
} before;

static before before_reading(const hir *h) {
    return (before){h->regions.len, h->refusals.len, h->function};
}

static bool tie_what_was_read(hir *h, before b) {
    h->function = b.function;
    h->refusals.len = b.refusals;
    bool tied = tie_regions(h, b.regions);
    h->regions.len = b.regions;
    return tied && hir_update_levels(h);
}

bool hir_parse_over(hir *h, hir_source *source) {
    before b = before_reading(h);
    return hir_parse_next(h, source) && tie_what_was_read(h, b);
}

bool hir_from_json_over(hir *h, const json_in *in, const json_value *function) {
    before b = before_reading(h);
    return hir_from_json(h, in, function) && tie_what_was_read(h, b);
}
