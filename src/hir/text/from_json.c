/* A function's nodes from JSON: each by itself, then the lists that they are in, then references
 * and gotos. A node comes after the one that it is in, so lists make a tree. */
#include "hir/text/from_json.h"

#include "hir/text/opnames.h"
#include "hir/text/parse.h"

/* ---- nodes by themselves ---- */

static bool read_place(hir_json *r, const json_value *v, ir_place *where) {
    bool good;
    uint64_t line, column;
    const json_value *file = json_get_if(r->in, v, "file", JSON_STRING, &good);
    if (!good || !json_get_uint(r->in, v, "line", 0, UINT32_MAX, &line) ||
        !json_get_uint(r->in, v, "column", 0, UINT32_MAX, &column))
        return false;
    if (!file)
        return true;
    *where = (ir_place){.file = from_json_keep(r, file),
                        .line = (unsigned)line,
                        .column = (unsigned)column,
                        .exact = true};
    return where->file != NULL;
}

/* Null, or text that lives as long as the hir. */
static bool read_optional(hir_json *r, const json_value *v, const char *key, const char **text) {
    bool good;
    const json_value *at = json_get_if(r->in, v, key, JSON_STRING, &good);
    *text = at ? from_json_keep(r, at) : NULL;
    return good && ctx_ok(r->h->ctx);
}

static bool read_predicate(hir_json *r, const json_value *v, bool *is_float,
                           LLVMIntPredicate *predicate, LLVMRealPredicate *real) {
    const char *sign = json_get_text(r->in, v, "predicate");
    return sign && (hir_predicate_signed(sign, strlen(sign), is_float, predicate, real) ||
                    json_wrong(r->in, v, "this 'predicate' is unknown"));
}

static HLNode *make_region(hir_json *r, const json_value *v) {
    HLRegion *region = vec_last(&r->h->regions);
    (void)v;
    return &region->node;
}

static bool read_state(hir_json *r, const json_value *v, HLLoop *loop) {
    const json_value *list = json_get(r->in, v, "state", JSON_ARRAY);
    if (!list)
        return false;
    json_each (word, list) {
        unsigned state = word->kind == JSON_STRING ? hir_loop_state_named(word->text) : 0;
        if (!state)
            return json_wrong(r->in, word, "this 'state' of a loop is unknown");
        /* What the branch does is known as long as the branch is. */
        loop->state |= state & ~(unsigned)LOOP_BRANCH;
    }
    return true;
}

static bool read_loop_refusal(hir_json *r, const json_value *v, HLLoop *loop) {
    if (!json_find(v, "refusal"))
        return true;
    const json_value *at = json_get(r->in, v, "refused_at", JSON_OBJECT);
    loop->refusal = at ? arena_new(&r->h->mem, hir_refusal) : NULL;
    if (!loop->refusal)
        return false;
    loop->refusal->id = from_json_name(r, v, "refusal");
    loop->refusal->reason = from_json_name(r, v, "reason");
    loop->refusal->loop = from_json_name(r, v, "refused_loop");
    return loop->refusal->id && loop->refusal->reason && loop->refusal->loop &&
           read_place(r, at, &loop->refusal->where);
}

static HLNode *make_loop(hir_json *r, const json_value *v) {
    static const char *const kinds[] = {
        [LOOP_DO] = "do", [LOOP_MULTI_EXIT] = "do-multi-exit", [LOOP_WHILE] = "while"};
    const char *name = json_get_text(r->in, v, "loop_kind");
    int kind = LOOP_DO;
    while (name && kind <= LOOP_WHILE && strcmp(name, kinds[kind]) != 0)
        kind++;
    if (!name || kind > LOOP_WHILE) {
        json_wrong(r->in, v, "this 'loop_kind' is unknown");
        return NULL;
    }
    HLLoop *loop = hir_new_loop(r->h, (hir_loop_kind)kind);
    if (!loop || !(loop->iv_type = from_json_type(r, v, "iv_type")))
        return NULL;
    return read_state(r, v, loop) && read_loop_refusal(r, v, loop) ? &loop->node.node : NULL;
}

static HLNode *make_if(hir_json *r, const json_value *v) {
    HLIf *branch = hir_new_if(r->h);
    return branch && read_predicate(r, v, &branch->is_float, &branch->predicate,
                                    &branch->real_predicate)
               ? &branch->node.node
               : NULL;
}

static HLNode *make_switch(hir_json *r, const json_value *v) {
    const json_value *cases = json_get(r->in, v, "cases", JSON_ARRAY);
    HLSwitch *choice = cases ? hir_new_switch(r->h, cases->count) : NULL;
    uint32_t i = 0;
    if (!choice)
        return NULL;
    json_each (one, cases)
        if (!json_get_int(r->in, one, "value", &choice->cases[i++].value))
            return NULL;
    return &choice->node.node;
}

static HLNode *make_label(hir_json *r, const json_value *v) {
    const char *name = from_json_name(r, v, "name");
    HLLabel *label = name ? hir_new_label(r->h, name) : NULL;
    map_word *known = label ? map_put_s(&r->labels, name) : NULL;
    if (!known)
        return NULL;
    if (known->p) {
        json_wrong(r->in, v, "the region has another label with this name");
        return NULL;
    }
    known->p = label;
    return &label->node;
}

static HLNode *make_goto(hir_json *r, const json_value *v) {
    const char *name = from_json_name(r, v, "name");
    HLGoto *jump = name ? hir_new_goto(r->h, name) : NULL;
    return jump ? &jump->node : NULL;
}

static bool read_comparison(hir_json *r, const json_value *v, HLInst *inst) {
    bool chooses = inst->opcode == LLVMSelect;
    const json_value *sign = json_find(v, "predicate");
    bool compares = sign && sign->kind != JSON_NULL;
    bool must = inst->opcode == LLVMICmp || inst->opcode == LLVMFCmp;
    if (!compares)
        return (sign && !must) || json_wrong(r->in, v, "'predicate' is missing");
    if (!read_predicate(r, v, &inst->is_float, &inst->predicate, &inst->real_predicate))
        return false;
    inst->compares = chooses;
    return chooses || (must && inst->is_float == (inst->opcode == LLVMFCmp)) ||
           json_wrong(r->in, sign, "the predicate is not one of this opcode");
}

static HLNode *make_inst(hir_json *r, const json_value *v) {
    const char *name = json_get_text(r->in, v, "opcode");
    bool copy = name && strcmp(name, "copy") == 0;
    LLVMOpcode opcode = name && !copy ? hir_opcode_named(name, strlen(name)) : (LLVMOpcode)0;
    if (!opcode && !copy) {
        json_wrong(r->in, v, "this 'opcode' is unknown");
        return NULL;
    }
    HLInst *inst = hir_new_inst(r->h, opcode, 0);
    bool good = inst && json_get_bool(r->in, v, "has_result", &inst->has_lval) &&
                json_get_bool(r->in, v, "reordered", &inst->reordered) &&
                read_optional(r, v, "callee", &inst->callee) &&
                read_optional(r, v, "operation", &inst->text) && read_comparison(r, v, inst);
    return good ? &inst->node.node : NULL;
}

static const struct node_row {
    const char *kind;
    HLNode *(*make)(hir_json *r, const json_value *v);
    const char *lists[3]; /* of nodes in it; a switch has more in its cases */
} rows[] = {
    [HL_REGION] = {"region", make_region, {"body"}},
    [HL_LOOP] = {"loop", make_loop, {"body"}},
    [HL_IF] = {"if", make_if, {"then", "else"}},
    [HL_SWITCH] = {"switch", make_switch, {"default"}},
    [HL_LABEL] = {"label", make_label, {NULL}},
    [HL_GOTO] = {"goto", make_goto, {NULL}},
    [HL_INST] = {"inst", make_inst, {NULL}},
};

static const struct node_row *row_of(hir_json *r, const json_value *v) {
    const char *kind = json_get_text(r->in, v, "kind");
    for (int i = HL_REGION; kind && i <= HL_INST; i++)
        if (strcmp(kind, rows[i].kind) == 0)
            return &rows[i];
    json_wrong(r->in, v, "this 'kind' of node is unknown");
    return NULL;
}

/* The region is the first, and only there. */
static bool read_node(hir_json *r, const json_value *v) {
    uint64_t number;
    const struct node_row *row = row_of(r, v);
    if (!row || !json_get_uint(r->in, v, "number", 1, FROM_JSON_NUMBERS, &number))
        return false;
    if ((row == &rows[HL_REGION]) != (r->nodes.len == 0))
        return json_wrong(r->in, v, "the region is the first of its nodes, and no other is one");
    HLNode *node = row->make(r, v);
    map_word *known = node ? map_put_u(&r->numbers, number) : NULL;
    if (!known || !read_place(r, v, &node->where))
        return false;
    if (known->u)
        return json_wrong(r->in, v, "two nodes of the function have the number %u",
                          (unsigned)number);
    node->number = (uint32_t)number;
    if (r->h->node_count < node->number)
        r->h->node_count = node->number;
    known->u = r->nodes.len + 1;
    return vec_push(r->h->ctx, &r->nodes, (json_node){.at = v, .node = node});
}

/* ---- lists ---- */

/* The node of that number, if it comes after `owner` in this region. */
static json_node *find_after(hir_json *r, const json_value *number, size_t owner) {
    bool good = json_is_uint(r->in, number, 1, FROM_JSON_NUMBERS);
    const map_word *at = good ? map_find_u(&r->numbers, number->number) : NULL;
    json_node *found = at && at->u <= r->nodes.len ? &r->nodes.at[at->u - 1] : NULL;
    if (found && found->node->number == number->number && at->u - 1 > owner && !found->listed)
        return found;
    json_wrong(r->in, number, "expected a later node that is in no other list");
    return NULL;
}

static bool fill_list(hir_json *r, size_t owner, hir_list *list, const json_value *numbers) {
    const json_node *parent = &r->nodes.at[owner];
    uint32_t level = parent->level + (parent->node->kind == HL_LOOP);
    if (level > HIR_MAX_LEVEL)
        return json_wrong(r->in, numbers, "loops are nested more than %d deep", HIR_MAX_LEVEL);
    json_each (number, numbers) {
        json_node *child = find_after(r, number, owner);
        uint64_t said;
        if (!child || !json_get_uint(r->in, child->at, "parent", 1, FROM_JSON_NUMBERS, &said))
            return false;
        if (said != parent->node->number)
            return json_wrong(r->in, child->at, "its 'parent' is not the node that lists it");
        child->listed = true;
        child->level = level;
        hir_append(list, parent->node, child->node);
    }
    return true;
}

static bool fill_cases(hir_json *r, size_t owner, uint32_t *index) {
    const json_node *n = &r->nodes.at[owner];
    json_each (one, json_find(n->at, "cases")) {
        const json_value *body = json_get(r->in, one, "body", JSON_ARRAY);
        if (!body || !fill_list(r, owner, hir_child_list(n->node, (*index)++), body))
            return false;
    }
    return true;
}

static bool fill_lists(hir_json *r, size_t owner) {
    const json_node *n = &r->nodes.at[owner];
    uint32_t index = 0;
    if (n->node->kind == HL_SWITCH && !fill_cases(r, owner, &index))
        return false;
    for (const char *const *name = rows[n->node->kind].lists; *name; name++) {
        const json_value *numbers = json_get(r->in, n->at, *name, JSON_ARRAY);
        if (!numbers || !fill_list(r, owner, hir_child_list(n->node, index++), numbers))
            return false;
    }
    return true;
}

static bool check_listed(hir_json *r) {
    for (size_t i = 1; i < r->nodes.len; i++)
        if (!r->nodes.at[i].listed)
            return json_wrong(r->in, r->nodes.at[i].at, "this node is in no list");
    return true;
}

/* ---- what refers to other things ---- */

static bool read_ref(hir_json *r, const json_node *n, HLDDNode *dd, const json_value *v,
                     uint32_t index) {
    const HLInst *inst = hir_as_inst(n->node);
    bool written;
    RegDDRef *ref = from_json_ref(r, v, n->level);
    if (!ref || !json_get_bool(r->in, v, "written", &written))
        return false;
    ref->is_lval = inst && inst->has_lval && index == 0;
    if (written != ref->is_lval || (written && !parse_can_be_written(r->h, ref)))
        return json_wrong(r->in, v, "this cannot be assigned to here, or is");
    hir_set_ref(dd, index, ref);
    return true;
}

static bool read_refs(hir_json *r, const json_node *n) {
    HLDDNode *dd = hir_as_dd(n->node);
    const json_value *refs = dd ? json_get(r->in, n->at, "refs", JSON_ARRAY) : NULL;
    uint32_t index = 0;
    if (!refs || !hir_set_refs(r->h, dd, refs->count))
        return !dd;
    json_each (v, refs)
        if (!read_ref(r, n, dd, v, index++))
            return false;
    return true;
}

static bool resolve_goto(hir_json *r, const json_node *n) {
    bool good;
    if (n->node->kind != HL_GOTO)
        return true;
    HLGoto *jump = (HLGoto *)n->node;
    map_word *label = map_find_s(&r->labels, jump->name);
    const json_value *target = json_get_if(r->in, n->at, "target", JSON_INTEGER, &good);
    jump->target = label ? label->p : NULL;
    uint64_t number = jump->target ? jump->target->node.number : 0;
    return good && ((target ? target->number : 0) == number ||
                    json_wrong(r->in, n->at, "its 'target' is not the label of this name"));
}

/* ---- regions ---- */

static bool push_live(hir_json *r, HLRegion *region, const json_value *name, bool out) {
    hir_temp t = from_json_temp(r, name);
    return t && (out ? vec_push(r->h->ctx, &region->live_out, t)
                     : vec_push(r->h->ctx, &region->live_in, t));
}

static bool read_live(hir_json *r, HLRegion *region, const json_value *v) {
    const json_value *in = json_get(r->in, v, "live_in", JSON_ARRAY);
    const json_value *out = in ? json_get(r->in, v, "live_out", JSON_ARRAY) : NULL;
    if (!out)
        return false;
    json_each (name, in)
        if (!push_live(r, region, name, false))
            return false;
    json_each (name, out)
        if (!push_live(r, region, name, true))
            return false;
    return true;
}

static bool read_ranges(hir_json *r, HLRegion *region, const json_value *v) {
    const json_value *ranges = json_get(r->in, v, "ranges", JSON_ARRAY);
    if (!ranges)
        return false;
    json_each (one, ranges) {
        const json_value *name = json_get(r->in, one, "temp", JSON_STRING);
        hir_in_range range = {.temp = name ? from_json_temp(r, name) : 0};
        if (!range.temp || !json_get_int(r->in, one, "low", &range.low) ||
            !json_get_int(r->in, one, "high", &range.high))
            return false;
        if (range.low > range.high)
            return json_wrong(r->in, one, "'low' is above 'high'");
        if (!vec_push(r->h->ctx, &region->ranges, range))
            return false;
    }
    return true;
}

static bool read_nodes(hir_json *r, const json_value *v) {
    const json_value *nodes = json_get(r->in, v, "nodes", JSON_ARRAY);
    if (!nodes)
        return false;
    json_each (node, nodes)
        if (!read_node(r, node) || !ctx_tick(r->h->ctx, 1))
            return false;
    if (r->nodes.len == 0)
        return json_wrong(r->in, nodes, "a region has at least one node, itself");
    for (size_t i = 0; i < r->nodes.len; i++)
        if (!fill_lists(r, i))
            return false;
    for (size_t i = 0; i < r->nodes.len; i++)
        if (!read_refs(r, &r->nodes.at[i]) || !resolve_goto(r, &r->nodes.at[i]))
            return false;
    return check_listed(r);
}

static bool read_region(hir_json *r, const json_value *v) {
    HLRegion *region = hir_new_region(r->h);
    if (!region || !vec_push(r->h->ctx, &r->h->regions, region))
        return false;
    vec_clear(&r->nodes);
    map_clear(&r->labels);
    return (region->entry = from_json_name(r, v, "entry")) &&
           (region->exit = from_json_name(r, v, "exit")) && read_nodes(r, v) &&
           read_live(r, region, v) && read_ranges(r, region, v);
}

/* Of loops that are modelled, the nodes have them. */
static bool read_refusal(hir_json *r, const json_value *v) {
    bool modelled;
    hir_refusal refusal = {0};
    if (!json_get_bool(r->in, v, "modelled", &modelled))
        return false;
    return modelled ||
           ((refusal.id = from_json_name(r, v, "id")) &&
            (refusal.reason = from_json_name(r, v, "reason")) &&
            (refusal.loop = from_json_name(r, v, "loop")) && read_place(r, v, &refusal.where) &&
            vec_push(r->h->ctx, &r->h->refusals, refusal));
}

static bool each_of(hir_json *r, const json_value *v, const char *key,
                    bool (*read)(hir_json *r, const json_value *v)) {
    const json_value *list = json_get(r->in, v, key, JSON_ARRAY);
    if (!list)
        return false;
    json_each (one, list)
        if (!read(r, one))
            return false;
    return true;
}

static bool read_function(hir_json *r, const json_value *v) {
    const json_value *temps = json_get(r->in, v, "temps", JSON_ARRAY);
    const json_value *blobs = temps ? json_get(r->in, v, "blobs", JSON_ARRAY) : NULL;
    return blobs && (r->h->function = from_json_name(r, v, "function")) &&
           from_json_temps(r, temps) && from_json_blobs(r, blobs) &&
           each_of(r, v, "regions", read_region) && each_of(r, v, "refusals", read_refusal) &&
           hir_update_levels(r->h);
}

bool hir_json_is_of(const json_in *in, const json_value *function, hir *h) {
    hir_json r = {.h = h, .in = in};
    const char *name = from_json_name(&r, function, "function");
    return name && strcmp(name, h->function) == 0;
}

bool hir_from_json(hir *h, const json_in *in, const json_value *function) {
    hir_json r = {.h = h, .in = in, .old_temps = h->temps.len};
    map_init_strings(&r.types, h->ctx);
    map_init_strings(&r.labels, h->ctx);
    map_init(&r.numbers, h->ctx);
    bool good = read_function(&r, function) && ctx_ok(h->ctx);
    if (!good)
        json_wrong(in, function, "the function cannot be read");
    vec_free(h->ctx, &r.blobs);
    vec_free(h->ctx, &r.nodes);
    map_free(&r.types);
    map_free(&r.labels);
    map_free(&r.numbers);
    return good;
}
