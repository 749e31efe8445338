/* Whether memory of an allocator is reached only through what its calls return.
 *
 * A wrapper may keep a header before the object, put the block into a list, or carve objects out of
 * larger blocks. What is inside the allocator is a class of its own, *inner*: that of the results
 * of the function. Its call sites are objects apart from it as long as nobody reads or writes
 * through inner, knows its type, or gives it away: what is before an object, or links blocks, are
 * other classes. Where that does not hold, all call sites are inner again.
 *
 * Parameters that only step back to a header are joined with inner, not with what callers pass, if
 * all that they pass are such objects; else what lies before may be a struct around a member. Steps
 * back outside of such functions undo the separation, too. A block must be freed from where it
 * begins: where headers differ, the objects count as lost. */
#include "ir/ptr/wrap_check.h"

#include "ir/ptr/ptr_place.h"
#include "ir/value.h"

enum { MAX_HOLDERS = 64, MAX_LEVELS = 8 };

ptr_class ptr_watch(ptr_builder *b, LLVMValueRef call, const ptr_wrapper *w) {
    ptr_class c = ptr_new(b->g);
    ptr_watched watched = {w->function, call, c, ptr_here(b), false};
    vec_push(b->g->ctx, &b->watched, watched);
    return c;
}

void ptr_note_freed(ptr_builder *b, ptr_class c, uint64_t before) {
    ptr_freed freed = {c, before, ptr_here(b)};
    if (c)
        vec_push(b->g->ctx, &b->freed, freed);
}

void ptr_note_step(ptr_builder *b, ptr_class actual, LLVMValueRef fn, unsigned param,
                   const ptr_wrapper *w) {
    ptr_stepped step = {actual, fn, param, false};
    vec_push(b->g->ctx, &b->stepped, step);
    if (w->freed_before) {
        ptr_note_freed(b, actual, w->freed_before);
        ptr_add_mark(b->g, actual, PTR_FREED, 0, ptr_here(b));
    }
}

static ptr_signature *signature_of(ptr_builder *b, LLVMValueRef fn) {
    uint32_t index = ptr_signature_of(b->g, ptr_value(b, fn), LLVMGlobalGetValueType(fn), NULL,
                                      LLVMCountParams(fn));
    return index ? &b->g->signatures.at[index] : NULL;
}

static ptr_class result_of(ptr_builder *b, LLVMValueRef fn) {
    ptr_signature *s = signature_of(b, fn);
    return s ? ptr_find(b->g, s->result) : 0;
}

static ptr_class parameter_of(ptr_builder *b, LLVMValueRef fn, unsigned param) {
    ptr_signature *s = signature_of(b, fn);
    return s ? ptr_find(b->g, s->params[param]) : 0;
}

/* Whether bytes of the class, or of what it lies in, are moved by number. */
static bool is_moved_as_bytes(const ptr_graph *g, ptr_class c) {
    ptr_class work[MAX_HOLDERS];
    unsigned len = 0;
    work[len++] = c;
    for (unsigned i = 0; i < len; i++) {
        const ptr_node *n = &g->nodes.at[work[i]];
        if (n->bulk)
            return true;
        for (size_t h = 0; h < n->holders.len; h++) {
            ptr_class container = ptr_find((ptr_graph *)g, n->holders.at[h].container);
            bool known = false;
            for (unsigned k = 0; k < len; k++)
                known |= work[k] == container;
            if (!known && len == MAX_HOLDERS)
                return true;
            if (!known)
                work[len++] = container;
        }
    }
    return false;
}

/* Whether anything but the calls' results leads to the memory. */
static bool is_reached(ptr_graph *g, ptr_class c) {
    const ptr_node *n = &g->nodes.at[c];
    bool inside = !c || n->used || n->types.first || n->pointee || n->signatures ||
                  ptr_marked(g, c, PTR_ESCAPES) || ptr_marked(g, c, PTR_UNKNOWN);
    for (size_t i = 0; !inside && i < n->fields.len; i++)
        inside = n->fields.at[i].offset >= 0;
    return inside || is_moved_as_bytes(g, c);
}

/* Objects with headers, by class. They become objects of their classes only in the end. */
static void find_headed(ptr_builder *b, map *headed) {
    for (size_t i = 0; i < b->watched.len; i++) {
        const ptr_watched *w = &b->watched.at[i];
        if (!w->undone && ptr_wrapper_of(&b->wrappers, w->function)->header)
            map_add_u(headed, ptr_find(b->g, w->c));
    }
}

static bool is_headed(ptr_builder *b, const map *headed, ptr_class c) {
    c = ptr_find(b->g, c);
    const ptr_node *n = &b->g->nodes.at[c];
    return map_find_u(headed, c) && !n->objects.first && !n->holders.len;
}

static LLVMValueRef parameter(const ptr_stepped *s) {
    return LLVMGetParam(s->fn, s->param);
}

/* What is known of the steps into one parameter is true of all of them. */
static bool undo_parameters(ptr_builder *b, const map *bad) {
    for (size_t i = 0; i < b->stepped.len && bad->len; i++) {
        ptr_stepped *s = &b->stepped.at[i];
        if (s->undone || !map_find(bad, parameter(s)))
            continue;
        s->undone = true;
        ptr_merge(b->g, s->actual, parameter_of(b, s->fn, s->param));
        ptr_settle(b->g);
    }
    return bad->len > 0;
}

/* Steps back of parameters that are also given other things, or whose objects are reached. */
static bool undo_steps(ptr_builder *b) {
    map bad, headed;
    map_init(&bad, b->g->ctx);
    map_init(&headed, b->g->ctx);
    find_headed(b, &headed);
    for (size_t i = 0; i < b->stepped.len; i++) {
        const ptr_stepped *s = &b->stepped.at[i];
        bool good =
            is_headed(b, &headed, s->actual) && !is_reached(b->g, parameter_of(b, s->fn, s->param));
        if (!s->undone && !good)
            map_add(&bad, parameter(s));
    }
    bool changed = undo_parameters(b, &bad);
    map_free(&bad);
    map_free(&headed);
    return changed;
}

/* Parameters that step back lead to the headers of blocks that are freed there. */
static void join_steps(ptr_builder *b) {
    const ptr_wrappers *all = &b->wrappers;
    for (size_t i = 0; i < b->stepped.len; i++) {
        const ptr_stepped *step = &b->stepped.at[i];
        const ptr_wrapper *to = ptr_wrapper_of(all, step->fn);
        for (size_t k = 0; k < all->at.len && !step->undone; k++) {
            const ptr_wrapper *w = &all->at.at[k];
            if (w->allocates && w->header && (!to->freed_before || to->freed_before == w->header))
                ptr_merge(b->g, parameter_of(b, step->fn, step->param), result_of(b, w->function));
        }
        ptr_settle(b->g);
    }
}

static bool steps_before(const ptr_graph *g, ptr_class c) {
    const ptr_node *n = &g->nodes.at[c];
    return n->fields.len && n->fields.at[0].offset < 0;
}

/* Cells that say where free memory is, by class: 1 if they may have been moved in another way. */
static void find_cells(ptr_builder *b, map *cells) {
    for (size_t i = 0; i < b->watched.len; i++) {
        const ptr_wrapper *w = ptr_wrapper_of(&b->wrappers, b->watched.at[i].function);
        LLVMValueRef at[] = {w->cursor_cell, w->base_cell};
        for (int k = 0; k < 2; k++) {
            ptr_class c = at[k] ? ptr_scalar_view(b->g, ptr_find(b->g, ptr_value(b, at[k]))) : 0;
            if (c)
                map_add_u(cells, c);
        }
    }
}

/* Nothing, the beginning of a block, or what was kept: of a cell that is set outside of the
 * functions that move it on. */
static bool is_reset(LLVMValueRef value) {
    for (int i = 0; i < MAX_LEVELS && LLVMIsAGetElementPtrInst(value); i++) {
        for (unsigned k = 1; k <= LLVMGetNumIndices(value); k++)
            if (!LLVMIsAConstantInt(LLVMGetOperand(value, k)))
                return false;
        value = LLVMGetOperand(value, 0);
    }
    return LLVMIsConstant(value) || LLVMIsAArgument(value) || LLVMIsALoadInst(value) ||
           LLVMIsAAllocaInst(value) || LLVMIsACallInst(value) != NULL;
}

static void check_cell(ptr_builder *b, map *cells, LLVMValueRef inst) {
    LLVMTypeRef type;
    LLVMValueRef address = LLVMIsALoadInst(inst) ? NULL : ir_accessed(inst, &type);
    ptr_class c = address ? ptr_scalar_view(b->g, ptr_find(b->g, ptr_value(b, address))) : 0;
    map_word *moved = c ? map_find_u(cells, c) : NULL;
    if (moved && !(LLVMIsAStoreInst(inst) &&
                   (map_find(&b->wrappers.moves, inst) || is_reset(LLVMGetOperand(inst, 0)))))
        moved->u = 1;
}

/* Looks at all stores of the program if there are such cells. */
static void check_cells(ptr_builder *b, map *cells) {
    find_cells(b, cells);
    for (size_t i = 0; i < cells->len; i++)
        cells->at[i].value.u = is_moved_as_bytes(b->g, (ptr_class)cells->at[i].key.u);
    if (!cells->len)
        return;
    ir_each_function (fn, b->m->llvm)
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb)
                if (ctx_tick(b->g->ctx, 1))
                    check_cell(b, cells, inst);
}

static bool is_moved(ptr_builder *b, const map *cells, LLVMValueRef cell) {
    ptr_class c = cell ? ptr_scalar_view(b->g, ptr_find(b->g, ptr_value(b, cell))) : 0;
    map_word *moved = c ? map_find_u(cells, c) : NULL;
    return cell && (!moved || moved->u || ptr_marked(b->g, c, PTR_ESCAPES));
}

/* Memory from where somebody else moves the marks of free memory is not fresh. */
static void undo_moved(ptr_builder *b) {
    map cells;
    map_init(&cells, b->g->ctx);
    check_cells(b, &cells);
    for (size_t i = 0; i < b->watched.len; i++) {
        ptr_watched *watched = &b->watched.at[i];
        const ptr_wrapper *w = ptr_wrapper_of(&b->wrappers, watched->function);
        if (!is_moved(b, &cells, w->cursor_cell) && !is_moved(b, &cells, w->base_cell))
            continue;
        watched->undone = true;
        ptr_merge(b->g, watched->c, result_of(b, watched->function));
        ptr_settle(b->g);
    }
    map_free(&cells);
}

static bool undo_watched(ptr_builder *b) {
    bool changed = false;
    for (size_t i = 0; i < b->watched.len; i++) {
        ptr_watched *w = &b->watched.at[i];
        ptr_class inner = result_of(b, w->function);
        if (w->undone || (!is_reached(b->g, inner) && !steps_before(b->g, ptr_find(b->g, w->c))))
            continue;
        w->undone = changed = true;
        ptr_merge(b->g, w->c, inner);
        ptr_settle(b->g);
    }
    return changed;
}

static void keep_watched(ptr_builder *b, const ptr_watched *watched) {
    const ptr_wrapper *w = ptr_wrapper_of(&b->wrappers, watched->function);
    ptr_site site = ptr_site_of(watched->call, w);
    if (!vec_push(b->g->ctx, &b->g->sites, site))
        return;
    ptr_add_object(b->g, ptr_find(b->g, watched->c), PTR_HEAP, (uint32_t)b->g->sites.len - 1,
                   watched->witness);
    ptr_pair shadow = {.a = result_of(b, watched->function), .b = watched->c, .at = watched->call};
    vec_push(b->g->ctx, &b->g->shadows, shadow);
}

static bool has_other_header(const ptr_graph *g, ptr_class c, uint64_t before) {
    for (uint32_t f = g->nodes.at[c].objects.first; f; f = g->facts.at[f].next)
        if (g->facts.at[f].kind == PTR_HEAP && g->sites.at[g->facts.at[f].detail].header != before)
            return true;
    return false;
}

/* A class is asked once for each distance from which its blocks are freed. */
static void check_freed(ptr_builder *b) {
    map asked;
    map_init(&asked, b->g->ctx);
    for (size_t i = 0; i < b->freed.len && ctx_tick(b->g->ctx, 1); i++) {
        const ptr_freed *freed = &b->freed.at[i];
        ptr_class c = ptr_find(b->g, freed->c);
        uint64_t before = freed->before < UINT32_MAX ? freed->before : UINT32_MAX;
        if (!map_add_u(&asked, (uint64_t)c << 32 | before) || !has_other_header(b->g, c, before))
            continue;
        b->witness = freed->witness;
        ptr_lose(b, c, PTR_REASON_OPERATION);
    }
    map_free(&asked);
}

/* Each round undoes at least one site or step. */
void ptr_check_wrappers(ptr_builder *b) {
    undo_moved(b);
    undo_steps(b);
    join_steps(b);
    while ((undo_watched(b) || undo_steps(b)) && ctx_tick(b->g->ctx, 1))
        ;
    for (size_t i = 0; i < b->watched.len && ctx_ok(b->g->ctx); i++)
        if (!b->watched.at[i].undone)
            keep_watched(b, &b->watched.at[i]);
    check_freed(b);
    vec_free(b->g->ctx, &b->watched);
    vec_free(b->g->ctx, &b->stepped);
    vec_free(b->g->ctx, &b->freed);
}
