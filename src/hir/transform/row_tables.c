/* A nest whose rows are reached through tables of pointers (double **a, a[i][j]), and the same nest
 * with arrays of two dimensions instead, for when the rows of each table are at equal distances:
 *
 *   %unsafe = 0;
 *   %first = a[0]; %pitch = (a[1] - a[0]) / 8;      in elements of a row
 *   + DO i: if (a[i] != %first + 8 * %pitch * i) %unsafe = 1;
 *   if (%unsafe == 0)
 *      + DO …: (%first)[i][j]                       stride of i: 8 * %pitch
 *   else
 *      + DO …: %row = a[i]; (%row)[j]               the copy
 *
 * Nothing in the nest may write the tables. Only entries between two that the nest reads are read:
 * each check is under the conditions on which the load that it is for gets to its first and its
 * last entry (row_ends.h), and the nest runs to its end. Entries are what the nest makes of them
 * whatever %first and %pitch are: the check compares all of them. Each row is reached by its own
 * pointer all the same, since it may be an object of its own (hir_rows). Matrices that are one
 * block, or rows that were allocated one after the other, pass; what is known of references then is
 * for run-time checks of the usual kind (version.c), which may follow. */
#include "hir/transform/row_ends.h"
#include "hir/transform/version.h"
#include "ir/value.h"

enum { MAX_ROWS = 16 };

/* A load of a row's address, and the check that is for it. */
typedef struct row_load {
    HLInst *inst;
    hir_temp row;
    const RegDDRef *entry;
    row_end begin, end;     /* its first entry and its last one */
    CanonExpr *from, *last; /* the first, and how many come after it */
    uint32_t table;         /* the number of the first load from the same table */
    int64_t distance;       /* from that one's first entry */
    int64_t unit;           /* bytes of an element of a row */
    hir_temp first, pitch;  /* of the table; only in its first load */
    hir_rows *rows;         /* the same */
} row_load;

typedef struct row_maker {
    versioner v; /* for the copy, and the reply */
    hir *h;
    row_load rows[MAX_ROWS];
    uint32_t count;
    VEC(RegDDRef *) uses;
    VEC(uint32_t) row_of; /* of each use */
} row_maker;

static bool decline(row_maker *m) {
    return hir_give_up(&m->v.reply, HIR_WHY_BASE_VARIES);
}

static bool no_memory(row_maker *m) {
    return hir_give_up(&m->v.reply, HIR_WHY_OUT_OF_MEMORY);
}

/* Loads of rows. */

/* Of a place in the table that is the same in all of the nest, but for the entry. */
static bool is_entry(row_maker *m, row_load *l) {
    const CanonExpr *ce = l->entry->subscripts[0];
    for (uint32_t d = 1; d < l->entry->dimensions; d++)
        if (!row_is_fixed(l->entry->subscripts[d]))
            return false;
    return !row_is_fixed(ce) && l->entry->value && LLVMIsALoadInst(l->entry->value) &&
           hir_dimension_const_stride(m->h, l->entry, 1) == sizeof(int64_t) &&
           row_is_fixed(l->entry->base) && row_find_end(&m->v.x, l->inst, ce, false, &l->begin) &&
           row_find_end(&m->v.x, l->inst, ce, true, &l->end);
}

static bool is_written(const row_maker *m, const RegDDRef *entry) {
    const dd_graph *g = m->v.g;
    for (size_t i = 0; i < g->edges.len; i++) {
        const dd_edge *e = &g->edges.at[i];
        const dd_ref *from = &g->refs.at[e->source], *to = &g->refs.at[e->sink];
        if (e->kind != DD_INPUT && ((from->ref == entry && from->kind != DD_REF_SCALAR) ||
                                    (to->ref == entry && to->kind != DD_REF_SCALAR)))
            return true;
    }
    return false;
}

static bool is_row_load(row_maker *m, HLInst *inst, row_load *l) {
    if (inst->opcode != LLVMLoad || inst->node.ref_count != 2)
        return false;
    *l = (row_load){
        .inst = inst, .row = hir_ref_temp(m->h, inst->node.refs[0]), .entry = inst->node.refs[1]};
    LLVMTypeRef type = l->entry->type;
    if (!l->row || l->entry->kind != REF_MEMORY || l->entry->is_volatile || l->entry->atomic ||
        LLVMGetTypeKind(type) != LLVMPointerTypeKind || LLVMGetPointerAddressSpace(type) != 0)
        return false;
    const RegDDRef *def = hir_temp_at(m->h, l->row)->defs;
    return def && !def->next_def && !hir_is_live_out(m->v.g->region, l->row) &&
           !is_written(m, l->entry) && is_entry(m, l);
}

/* Tables. */

static bool is_same_table(const RegDDRef *a, const RegDDRef *b) {
    if (a->dimensions != b->dimensions || !hir_canon_equal(a->base, b->base))
        return false;
    for (uint32_t d = 1; d < a->dimensions; d++)
        if (a->strides[d] != b->strides[d] || !hir_canon_equal(a->subscripts[d], b->subscripts[d]))
            return false;
    return true;
}

static bool count_entries(row_maker *m, row_load *l) {
    CanonExpr *back = hir_canon_copy(m->h, l->begin.at);
    l->from = l->begin.at;
    l->last = hir_canon_copy(m->h, l->end.at);
    return (back && l->last && hir_canon_negate(m->h, back) &&
            hir_canon_add(m->h, l->last, back)) ||
           decline(m);
}

static bool is_at_distance(row_maker *m, row_load *l, const row_load *first) {
    CanonExpr *by = hir_canon_copy(m->h, first->from);
    return by && hir_canon_negate(m->h, by) && hir_canon_add(m->h, by, l->from) &&
           hir_is_constant(by, &l->distance);
}

static bool add_row(row_maker *m, row_load l) {
    if (m->count == MAX_ROWS)
        return hir_give_up(&m->v.reply, HIR_WHY_TOO_MANY_BASES);
    if (!count_entries(m, &l))
        return false;
    l.table = m->count;
    for (uint32_t i = 0; i < m->count && l.table == m->count; i++)
        if (m->rows[i].table == i && is_same_table(m->rows[i].entry, l.entry) &&
            is_at_distance(m, &l, &m->rows[i]))
            l.table = i;
    m->rows[m->count++] = l;
    return true;
}

static bool find_rows(row_maker *m) {
    hir_each_node (node, &m->v.loop->node.node) {
        HLInst *inst = hir_as_inst(node);
        row_load l;
        if (!ctx_tick(m->h->ctx, 1))
            return no_memory(m);
        if (inst && is_row_load(m, inst, &l) && !add_row(m, l))
            return false;
    }
    return m->count || decline(m);
}

/* Uses of rows. */

static const row_load *row_in(const row_maker *m, const RegDDRef *ref) {
    for (uint32_t i = 0; i < m->count; i++)
        if (hir_mentions(ref, hir_temp_at(m->h, m->rows[i].row)->symbase))
            return &m->rows[i];
    return NULL;
}

static bool mentions_inside(const row_maker *m, const RegDDRef *ref, const row_load *l) {
    hir_blob_list blobs = {0};
    bool found = false;
    for (uint32_t d = 0; d < ref->dimensions; d++) {
        hir_canon_collect_temp_blobs(m->h, ref->subscripts[d], &blobs);
        hir_collect_temp_blobs(m->h, ref->strides[d], &blobs);
    }
    for (size_t i = 0; i < blobs.len; i++)
        found |= hir_blob_at(m->h, blobs.at[i])->temp == l->row;
    vec_free(m->h->ctx, &blobs);
    return found || !ctx_ok(m->h->ctx);
}

/* In the same iteration, after the load, and as nothing but a base: then the row's elements are
 * a dimension, and the rows another one around it. All rows of a table have elements of one size.
 */
static bool add_use(row_maker *m, RegDDRef *ref, const row_load *l) {
    const HLNode *load = &l->inst->node.node;
    row_load *table = &m->rows[l->table];
    if (ref->kind == REF_SCALAR || !hir_is_self_blob(m->h, ref->base) ||
        mentions_inside(m, ref, l) || !hir_is_in_list(ref->node, load->list) ||
        !hir_is_before(load, ref->node))
        return decline(m);
    int64_t unit = hir_dimension_const_stride(m->h, ref, ref->dimensions);
    if (unit <= 0 || (table->unit && table->unit != unit) || ref->dimensions == HIR_MAX_SHAPE)
        return decline(m);
    table->unit = unit;
    vec_push(m->h->ctx, &m->uses, ref);
    vec_push(m->h->ctx, &m->row_of, (uint32_t)(l - m->rows));
    return true;
}

static bool find_uses(row_maker *m) {
    hir_each_node (node, &m->v.g->region->node)
        hir_each_ref (ref, node) {
            const row_load *l = ctx_tick(m->h->ctx, 1) ? row_in(m, ref) : NULL;
            if (l && ref != l->inst->node.refs[0] && !add_use(m, ref, l))
                return false;
        }
    for (uint32_t i = 0; i < m->count; i++)
        if (m->rows[i].table == i && !m->rows[i].unit)
            return decline(m);
    return ctx_ok(m->h->ctx) || no_memory(m);
}

/* Checks. */

/* Where the next node of the checks goes. */
typedef struct spot {
    hir_list *list;
    HLNode *parent;
} spot;

static HLNode *put(row_maker *m, spot at, HLNode *node) {
    if (!node)
        return NULL;
    node->where = m->v.loop->node.node.where;
    if (at.list)
        hir_append(at.list, at.parent, node);
    else
        vec_push(m->h->ctx, &m->v.checks, node);
    return node;
}

static bool put_assign(row_maker *m, spot at, hir_temp t, CanonExpr *value) {
    HLInst *inst = value ? hir_assign(m->h, t, value) : NULL;
    return put(m, at, inst ? &inst->node.node : NULL) != NULL;
}

/* t = the entry; frozen, for the nest need not look at what it is. */
static bool put_load(row_maker *m, spot at, const row_load *l, hir_temp t, const CanonExpr *index) {
    hir_temp raw = hir_temp_new(m->h, "%entry", l->entry->type, NULL);
    HLInst *load = raw ? hir_load_into(m->h, &(hir_access){.inst = l->inst}, raw) : NULL;
    HLInst *frozen = load ? hir_assign_ref(m->h, t, hir_ref_of_temp(m->h, raw)) : NULL;
    CanonExpr *own = index ? hir_canon_copy(m->h, index) : NULL;
    if (!frozen || !own)
        return false;
    frozen->opcode = LLVMFreeze;
    load->node.refs[1]->subscripts[0] = own;
    return put(m, at, &load->node.node) && put(m, at, &frozen->node.node);
}

static hir_blob number_of(row_maker *m, hir_temp pointer) {
    hir_blob b = hir_blob_temp(m->h, pointer);
    return hir_blob_make(m->h, BLOB_PTRTOINT, hir_index_type(m->h), &b, 1);
}

/* The condition as it is in that iteration. */
static HLIf *copy_guard(row_maker *m, const row_guard *g) {
    HLIf *new = hir_new_if(m->h);
    bool done = new && hir_set_refs(m->h, &new->node, g->branch->node.ref_count);
    for (uint32_t i = 0; i < g->branch->node.ref_count && done; i++) {
        RegDDRef *ref = hir_ref_copy(m->h, g->branch->node.refs[i]);
        if (ref && g->left)
            ref->subscripts[0] = hir_canon_copy(m->h, i == 0 ? g->left : g->right);
        hir_set_ref(&new->node, i, ref);
        done = ref && ref->subscripts[0];
    }
    if (!done)
        return NULL;
    new->is_float = g->branch->is_float;
    new->predicate = g->branch->predicate;
    new->real_predicate = g->branch->real_predicate;
    return new;
}

/* Ifs, one in the other, but for those conditions that are among the others already. */
static bool put_guards(row_maker *m, const row_end *end, const row_end *others, spot *at) {
    for (uint32_t i = 0; i < end->guards; i++) {
        const row_guard *g = &end->guard[i];
        if (others && row_is_same_guard(g, &others->guard[i]))
            continue;
        HLIf *new = copy_guard(m, g);
        if (!new || !put(m, *at, &new->node.node))
            return false;
        *at = (spot){g->holds ? &new->then_body : &new->else_body, &new->node.node};
    }
    return true;
}

/* if (left != right) %unsafe = 1; by the predicate. */
static bool put_condition(row_maker *m, spot at, CanonExpr *left, LLVMIntPredicate predicate,
                          CanonExpr *right, HLIf **branch) {
    *branch = left && right
                  ? hir_new_comparison(m->h, left, predicate, right, &m->v.loop->node.node)
                  : NULL;
    return *branch && put(m, at, &(*branch)->node.node) &&
           put_assign(m, (spot){&(*branch)->then_body, &(*branch)->node.node}, m->v.unsafe,
                      hir_canon_constant(m->h, hir_index_type(m->h), 1));
}

/* %first and %pitch, from the first two entries; one row alone is not worth it. */
static bool put_pitch(row_maker *m, spot at, row_load *l) {
    LLVMTypeRef type = hir_index_type(m->h);
    hir_temp next = hir_temp_new(m->h, "%next", l->entry->type, NULL);
    CanonExpr *second = hir_canon_copy(m->h, l->from), *bytes = hir_canon_new(m->h, type);
    HLIf *single;
    if (!next || !second || !bytes || !hir_canon_add_constant(m->h, second, 1) ||
        !put_condition(m, at, hir_canon_copy(m->h, l->last), LLVMIntEQ,
                       hir_canon_constant(m->h, type, 0), &single))
        return false;
    spot several = {&single->else_body, &single->node.node};
    return put_load(m, several, l, l->first, l->from) && put_load(m, several, l, next, second) &&
           hir_canon_add_blob(m->h, bytes, 1, number_of(m, next)) &&
           hir_canon_add_blob(m->h, bytes, -1, number_of(m, l->first)) &&
           hir_canon_divide_by(m->h, bytes, l->unit, true) &&
           put_assign(m, several, l->pitch, bytes);
}

/* Where the entry of an iteration should lead. */
static CanonExpr *expected(row_maker *m, const row_load *l, const row_load *table) {
    CanonExpr *ce = hir_canon_new(m->h, hir_index_type(m->h));
    hir_blob pitch = hir_blob_temp(m->h, table->pitch);
    int64_t bytes;
    bool done = ce && pitch && !__builtin_mul_overflow(l->distance, table->unit, &bytes) &&
                hir_canon_add_iv(m->h, ce, 1, table->unit, pitch) &&
                hir_canon_add_blob(m->h, ce, bytes, pitch) &&
                hir_canon_add_blob(m->h, ce, 1, number_of(m, table->first));
    return done ? ce : NULL;
}

static HLLoop *loop_over(row_maker *m, const row_load *l) {
    HLLoop *loop = hir_new_loop(m->h, LOOP_DO);
    CanonExpr *last = hir_canon_copy(m->h, l->last);
    RegDDRef *upper = last ? hir_ref_scalar(m->h, last) : NULL;
    if (!loop || !upper)
        return NULL;
    loop->iv_type = hir_index_type(m->h);
    hir_set_ref(&loop->node, 0, upper);
    return loop;
}

static bool put_check(row_maker *m, uint32_t i) {
    row_load *l = &m->rows[i], *table = &m->rows[l->table];
    spot at = {0};
    hir_temp entry = hir_temp_new(m->h, "%row", l->entry->type, NULL);
    if (!entry || !put_guards(m, &l->begin, NULL, &at) || !put_guards(m, &l->end, &l->begin, &at) ||
        (l == table && !put_pitch(m, at, l)))
        return false;
    HLLoop *loop = loop_over(m, l);
    CanonExpr *index = hir_canon_copy(m->h, l->from);
    HLIf *differs;
    if (!loop || !index || !hir_canon_add_iv(m->h, index, 1, 1, 0) || !put(m, at, &loop->node.node))
        return false;
    spot inside = {&loop->body, &loop->node.node};
    return put_load(m, inside, l, entry, index) &&
           put_condition(m, inside, hir_canon_blob(m->h, number_of(m, entry)), LLVMIntNE,
                         expected(m, l, table), &differs);
}

/* The address of the first entry. Nobody promises that it is in the table's object: the nest may
 * read no entry. */
static bool put_table(row_maker *m, row_load *l) {
    RegDDRef *entry = hir_ref_copy(m->h, l->entry);
    CanonExpr *from = hir_canon_copy(m->h, l->from);
    hir_temp t = hir_temp_new(m->h, "%table", l->entry->base->dest, NULL);
    l->rows = arena_new(&m->h->mem, hir_rows);
    if (!entry || !from || !t || !l->rows)
        return false;
    entry->kind = REF_ADDRESS;
    entry->symbase = 0;
    entry->type = l->entry->base->dest;
    entry->value = NULL;
    entry->subscripts[0] = from;
    entry->in_bounds = entry->no_wrap = entry->same_object = entry->adds_up = false;
    *l->rows = (hir_rows){hir_blob_temp(m->h, t), l->entry->value};
    HLInst *inst = hir_new_assign(m->h, LLVMGetElementPtr, hir_ref_of_temp(m->h, t), entry);
    return l->rows->table && l->rows->load && put(m, (spot){0}, inst ? &inst->node.node : NULL);
}

static bool put_checks(row_maker *m) {
    LLVMTypeRef type = hir_index_type(m->h);
    m->v.unsafe = hir_temp_new(m->h, "%unsafe", type, NULL);
    bool done =
        m->v.unsafe && put_assign(m, (spot){0}, m->v.unsafe, hir_canon_constant(m->h, type, 0));
    for (uint32_t i = 0; i < m->count && done; i++) {
        row_load *l = &m->rows[i];
        if (l->table != i)
            continue;
        l->first = hir_temp_new(m->h, "%first", l->entry->type, NULL);
        l->pitch = hir_temp_new(m->h, "%pitch", type, NULL);
        done = l->first && l->pitch && put_table(m, l) &&
               put_assign(m, (spot){0}, l->first, hir_canon_copy(m->h, l->entry->base)) &&
               put_assign(m, (spot){0}, l->pitch, hir_canon_constant(m->h, type, 0));
    }
    for (uint32_t i = 0; i < m->count && done; i++)
        done = put_check(m, i);
    return done || no_memory(m);
}

/* The nest with arrays of two dimensions. */

static RegDDRef *with_rows(row_maker *m, const RegDDRef *ref, const row_load *l) {
    const row_load *table = &m->rows[l->table];
    RegDDRef *old = hir_ref_copy(m->h, ref);
    CanonExpr *base = hir_canon_blob(m->h, hir_blob_temp(m->h, table->first));
    CanonExpr *back = hir_canon_copy(m->h, table->from);
    CanonExpr *row = hir_canon_copy(m->h, l->entry->subscripts[0]);
    CanonExpr *pitch = hir_canon_new(m->h, hir_index_type(m->h));
    hir_blob columns = hir_blob_temp(m->h, table->pitch);
    if (!old || !base || !back || !row || !pitch || !columns || !hir_canon_negate(m->h, back) ||
        !hir_canon_add(m->h, row, back) || !hir_canon_add_blob(m->h, pitch, table->unit, columns))
        return NULL;
    RegDDRef *new = hir_ref_memory(m->h, ref->kind, base, ref->dimensions + 1);
    if (!new)
        return NULL;
    CanonExpr **subscripts = new->subscripts;
    hir_blob *strides = new->strides;
    uint64_t *sizes = new->sizes;
    for (uint32_t d = 0; d < ref->dimensions; d++) {
        subscripts[d] = old->subscripts[d];
        strides[d] = ref->strides[d];
        sizes[d] = d + 1 < ref->dimensions ? ref->sizes[d] : 0;
    }
    subscripts[ref->dimensions] = row;
    strides[ref->dimensions] = hir_canon_as_blob(m->h, pitch);
    *new = *old;
    new->base = base;
    new->subscripts = subscripts;
    new->strides = strides;
    new->sizes = sizes;
    new->dimensions = ref->dimensions + 1;
    new->rows = table->rows;
    new->in_bounds = new->no_wrap = new->in_dims = new->same_object = new->adds_up = false;
    return strides[ref->dimensions] ? new : NULL;
}

static bool replace_uses(row_maker *m) {
    for (size_t i = 0; i < m->uses.len; i++) {
        RegDDRef *old = m->uses.at[i], *new = with_rows(m, old, &m->rows[m->row_of.at[i]]);
        HLDDNode *node = hir_as_dd(old->node);
        uint32_t at = 0;
        while (at < node->ref_count && node->refs[at] != old)
            at++;
        if (!new || at == node->ref_count)
            return no_memory(m);
        hir_set_ref(node, at, new);
    }
    return true;
}

static void make(row_maker *m) {
    HLNode *loop = &m->v.loop->node.node;
    HLIf *branch =
        hir_new_comparison(m->h, hir_canon_blob(m->h, hir_blob_temp(m->h, m->v.unsafe)), LLVMIntEQ,
                           hir_canon_constant(m->h, hir_index_type(m->h), 0), loop);
    hir_version *version = arena_new(&m->h->mem, hir_version);
    if (!branch || !version || !version_make_copy(&m->v, branch) || !replace_uses(m)) {
        no_memory(m);
        return;
    }
    branch->version = version; /* of no groups: nothing is known of bases yet */
    for (uint32_t i = 0; i < m->count; i++)
        hir_unlink(&m->rows[i].inst->node.node);
    version_place(&m->v, branch);
}

static bool plan(row_maker *m) {
    const dd_graph *g = m->v.g;
    if (m->v.loop->level != 1)
        return hir_give_up(&m->v.reply, HIR_WHY_NOT_OUTERMOST);
    if (!g->complete)
        return hir_give_up(&m->v.reply, HIR_WHY_DEPS_UNKNOWN);
    m->v.reply = hir_check_body(g, m->v.loop);
    if (!m->v.reply.yes)
        return false;
    if (hir_width(m->h, hir_index_type(m->h)) != 64)
        return hir_give_up(&m->v.reply, HIR_WHY_EXTENT_POINTERS);
    hir_number_nodes(g->region);
    return find_rows(m) && find_uses(m);
}

static dd_reply version_rows(const dd_graph *g, HLLoop *loop, bool is_made) {
    row_maker m = {
        .h = g->h,
        .v = {.g = g, .h = g->h, .loop = loop, .reply = {.yes = true, .edge = DD_NO_EDGE}}};
    extent_init(&m.v.x, g, loop);
    if (plan(&m) && is_made && put_checks(&m))
        make(&m);
    extent_free(&m.v.x);
    vec_free(g->h->ctx, &m.uses);
    vec_free(g->h->ctx, &m.row_of);
    vec_free(g->h->ctx, &m.v.checks);
    return ctx_ok(g->h->ctx) ? m.v.reply : hir_decline(HIR_WHY_OUT_OF_MEMORY);
}

dd_reply hir_version_rows(const dd_graph *g, HLLoop *loop) {
    return version_rows(g, loop, true);
}

dd_reply hir_can_version_rows(const dd_graph *g, HLLoop *loop) {
    return version_rows(g, loop, false);
}
