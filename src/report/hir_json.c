/* Nodes, regions and functions. The nodes of a region are in lexical order, each with the numbers
 * of its parent and of what is in it: the document stays flat, for loops may be nested more deeply
 * than a reader of JSON likes. */
#include "report/hir_json.h"

#include "hir/text/opnames.h"

/* A name, which may have bytes that JSON cannot have; or null. */
static void member_name(hir_json_writer *w, const char *key, const char *name) {
    bool quoted = name && hir_is_quoted_in_json(name);
    if (quoted)
        hir_quote(&w->text, name);
    json_write_members(w->j, JSON(key, quoted ? str_text(&w->text) : name));
    str_clear(&w->text);
}

static void write_place(hir_json_writer *w, const ir_place *where) {
    member_name(w, "file", where->file);
    json_write_members(w->j, JSON("line", where->line), JSON("column", where->column));
}

static void write_list(json *j, const char *key, const hir_list *list) {
    json_member_array(j, key);
    for (const HLNode *node = list->first; node; node = node->next)
        json_uint(j, node->number);
    json_end_array(j);
}

static void write_loop(hir_json_writer *w, const HLLoop *loop) {
    static const char *const kinds[] = {"do", "do-multi-exit", "while"};
    json *j = w->j;
    json_write_members(j, JSON("loop_kind", kinds[loop->loop_kind]), JSON("level", loop->level));
    hir_type_text(&w->text, loop->iv_type);
    json_member_text(j, "iv_type", &w->text);
    json_member_array(j, "state");
    for (unsigned state = 1; state <= LOOP_OTHER_COUNT; state <<= 1)
        if (loop->state & state)
            json_string(j, hir_loop_state_name(state));
    json_end_array(j);
    if (loop->refusal) {
        json_write_members(j, JSON("refusal", loop->refusal->id),
                           JSON("reason", loop->refusal->reason));
        member_name(w, "refused_loop", loop->refusal->loop);
        json_member_object(j, "refused_at");
        write_place(w, &loop->refusal->where);
        json_end_object(j);
    }
    write_list(j, "body", &loop->body);
}

static void write_if(json *j, const HLIf *branch) {
    json_write_members(j, JSON("predicate", branch->is_float
                                                ? hir_real_predicate_sign(branch->real_predicate)
                                                : hir_predicate_sign(branch->predicate)));
    write_list(j, "then", &branch->then_body);
    write_list(j, "else", &branch->else_body);
}

static void write_switch(json *j, const HLSwitch *choice) {
    json_member_array(j, "cases");
    for (uint32_t i = 0; i < choice->case_count; i++) {
        json_begin_object(j);
        json_write_members(j, JSON("value", choice->cases[i].value));
        write_list(j, "body", &choice->cases[i].body);
        json_end_object(j);
    }
    json_end_array(j);
    write_list(j, "default", &choice->default_body);
}

static void write_goto(hir_json_writer *w, const HLGoto *jump) {
    member_name(w, "name", jump->name);
    json_write_members(w->j, JSON_IF(jump->target, "target", jump->target->node.number));
}

static void write_inst(hir_json_writer *w, const HLInst *inst) {
    const char *opcode = inst->opcode ? hir_opcode_name(inst->opcode) : "copy";
    bool is_float = inst->is_float || inst->opcode == LLVMFCmp;
    const char *predicate = is_float ? hir_real_predicate_sign(inst->real_predicate)
                                     : hir_predicate_sign(inst->predicate);
    bool compares = inst->opcode == LLVMICmp || inst->opcode == LLVMFCmp || inst->compares;
    json_write_members(w->j, JSON("opcode", opcode ? opcode : "unknown"),
                       JSON_IF(compares, "predicate", predicate));
    member_name(w, "callee", inst->callee);
    member_name(w, "operation", inst->text);
    json_write_members(w->j, JSON("has_result", inst->has_lval),
                       JSON("reordered", inst->reordered));
}

static void write_kind(hir_json_writer *w, HLNode *node) {
    switch (node->kind) {
    case HL_REGION:
        write_list(w->j, "body", &((HLRegion *)node)->body);
        break;
    case HL_LOOP:
        write_loop(w, (const HLLoop *)node);
        break;
    case HL_IF:
        write_if(w->j, (const HLIf *)node);
        break;
    case HL_SWITCH:
        write_switch(w->j, (const HLSwitch *)node);
        break;
    case HL_LABEL:
        member_name(w, "name", ((const HLLabel *)node)->name);
        break;
    case HL_GOTO:
        write_goto(w, (const HLGoto *)node);
        break;
    case HL_INST:
        write_inst(w, (const HLInst *)node);
        break;
    }
}

static void write_node(hir_json_writer *w, HLNode *node) {
    static const char *const kinds[] = {"region", "loop", "if", "switch", "label", "goto", "inst"};
    json *j = w->j;
    HLDDNode *dd = hir_as_dd(node);
    json_begin_object(j);
    json_write_members(j, JSON("number", node->number), JSON("kind", kinds[node->kind]),
                       JSON_IF(node->parent, "parent", node->parent->number));
    hir_node_text(w->h, node, false, &w->text);
    json_member_text(j, "text", &w->text);
    write_place(w, &node->where);
    write_kind(w, node);
    if (dd) {
        json_member_array(j, "refs");
        for (uint32_t i = 0; i < dd->ref_count; i++)
            hir_json_ref(w, dd->refs[i]);
        json_end_array(j);
    }
    json_end_object(j);
}

static void write_live(hir_json_writer *w, const char *key, const hir_temp *temps, size_t count) {
    json_member_array(w->j, key);
    for (size_t i = 0; i < count; i++)
        json_string(w->j, hir_temp_at(w->h, temps[i])->name);
    json_end_array(w->j);
}

static void write_ranges(hir_json_writer *w, const HLRegion *region) {
    json_member_array(w->j, "ranges");
    for (size_t i = 0; i < region->ranges.len; i++) {
        const hir_in_range *r = &region->ranges.at[i];
        json_write_object(w->j, JSON("temp", hir_temp_at(w->h, r->temp)->name), JSON("low", r->low),
                          JSON("high", r->high));
    }
    json_end_array(w->j);
}

static void write_region(hir_json_writer *w, HLRegion *region, size_t number) {
    json *j = w->j;
    json_begin_object(j);
    json_write_members(j, JSON("region", number));
    member_name(w, "entry", region->entry);
    member_name(w, "exit", region->exit);
    json_write_members(j, JSON("max_level", region->max_level));
    write_live(w, "live_in", region->live_in.at, region->live_in.len);
    write_live(w, "live_out", region->live_out.at, region->live_out.len);
    write_ranges(w, region);
    json_member_array(j, "nodes");
    hir_each_node (node, &region->node)
        if (ctx_tick(w->h->ctx, 1))
            write_node(w, node);
    json_end_array(j);
    json_end_object(j);
}

static void write_refusals(hir_json_writer *w, const report_hir_function *f) {
    json_member_array(w->j, "refusals");
    for (size_t i = 0; i < f->refusals.len; i++) {
        const lathe_hir_refusal *r = &f->refusals.at[i];
        json_begin_object(w->j);
        json_write_members(w->j, JSON("id", r->id), JSON("reason", r->reason));
        member_name(w, "loop", r->loop);
        json_write_members(w->j, JSON("modelled", r->modelled));
        write_place(w, &(ir_place){.file = r->file, .line = r->line, .column = r->column});
        json_end_object(w->j);
    }
    json_end_array(w->j);
}

static void write_counts(json *j, const lathe_hir_counts *c) {
    json_key(j, "counts");
    json_write_object(j, JSON("loops", c->loops), JSON("regions", c->regions),
                      JSON("do", c->do_loops), JSON("do_multi_exit", c->multi_exit_loops),
                      JSON("while", c->while_loops), JSON("not_modelled", c->not_modelled));
}

static void note_refs(hir_json_writer *w, HLRegion *region) {
    hir_each_node (node, &region->node)
        if (ctx_tick(w->h->ctx, 1))
            hir_each_ref (ref, node)
                hir_json_note_ref(w, ref);
}

static void write_function(json *j, report_hir_function *f, const lathe_hir_view *view) {
    hir_json_writer w = {.h = &f->h, .j = j};
    str_init(&w.text, f->h.ctx);
    map_init(&w.blob_ids, f->h.ctx);
    for (size_t i = 0; i < f->h.regions.len; i++)
        if (hir_is_shown(view, i))
            note_refs(&w, f->h.regions.at[i]);
    json_begin_object(j);
    member_name(&w, "function", f->h.function);
    write_counts(j, &f->counts);
    hir_json_tables(&w);
    json_member_array(j, "regions");
    for (size_t i = 0; i < f->h.regions.len; i++)
        if (hir_is_shown(view, i))
            write_region(&w, f->h.regions.at[i], i + 1);
    json_end_array(j);
    write_refusals(&w, f);
    json_end_object(j);
    map_free(&w.blob_ids);
    str_free(&w.text);
}

void hir_report_json(str *out, lathe_hir *h, const lathe_hir_view *view) {
    json j;
    json_init(&j, out);
    json_begin_document(&j, JSON_SCHEMA("hir"));
    json_write_members(&j, JSON("version", (unsigned)JSON_VERSION));
    lathe_hir_counts counts = hir_report_count(h, LATHE_HIR_ALL);
    write_counts(&j, &counts);
    json_member_array(&j, "functions");
    for (size_t i = 0; i < h->functions.len; i++)
        write_function(&j, h->functions.at[i], view);
    json_end_array(&j);
    json_end_object(&j);
}
