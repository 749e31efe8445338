/* The document of docs/hir-json.md. */
#include "report/report_hir.h"

#include "base/json.h"

typedef struct writer {
    const hir *h;
    json *j;
    str text; /* scratch */
} writer;

static void member_blob(writer *w, hir_blob b) {
    hir_blob_print(w->h, b, &w->text);
    json_member_text(w->j, "blob", &w->text);
}

static void write_ivs(writer *w, const CanonExpr *ce) {
    json *j = w->j;
    json_member_array(j, "ivs");
    for (uint32_t i = 0; i < ce->iv_count; i++) {
        if (!ce->ivs[i].coefficient)
            continue;
        json_begin_object(j);
        json_write_members(j, JSON("level", i + 1), JSON("coefficient", ce->ivs[i].coefficient));
        if (ce->ivs[i].blob)
            member_blob(w, ce->ivs[i].blob);
        json_end_object(j);
    }
    json_end_array(j);
}

static void write_blobs(writer *w, const CanonExpr *ce) {
    json_member_array(w->j, "blobs");
    for (uint32_t i = 0; i < ce->blob_count; i++) {
        json_begin_object(w->j);
        json_write_members(w->j, JSON("coefficient", ce->blobs[i].coefficient));
        member_blob(w, ce->blobs[i].blob);
        json_end_object(w->j);
    }
    json_end_array(w->j);
}

static void write_canon(writer *w, const CanonExpr *ce) {
    static const char *const casts[] = {
        [HIR_CAST_TRUNC] = "trunc", [HIR_CAST_ZEXT] = "zext", [HIR_CAST_SEXT] = "sext"};
    json *j = w->j;
    json_begin_object(j);
    hir_canon_print(w->h, ce, &w->text);
    json_member_text(w->j, "text", &w->text);
    hir_type_text(&w->text, ce->source);
    json_member_text(w->j, "source", &w->text);
    json_write_members(j, JSON("cast", casts[ce->cast]));
    hir_type_text(&w->text, ce->dest);
    json_member_text(w->j, "type", &w->text);
    write_ivs(w, ce);
    write_blobs(w, ce);
    json_write_members(j, JSON("constant", ce->constant), JSON("denominator", ce->denominator),
                       JSON("signed", ce->is_signed), JSON("exact", ce->exact),
                       JSON("defined_at", ce->defined_at));
    json_end_object(j);
}

static void write_dimension(writer *w, const RegDDRef *ref, uint32_t d) {
    json *j = w->j;
    json_begin_object(j);
    json_key(j, "subscript");
    write_canon(w, ref->subscripts[d]);
    hir_blob_print(w->h, ref->strides[d], &w->text);
    json_member_text(w->j, "stride", &w->text);
    json_write_members(j, JSON("size", ref->sizes[d]));
    json_end_object(j);
}

static void write_indexing(writer *w, const RegDDRef *ref) {
    const RegDDRef *index;
    hir_indexing how = hir_ref_indexing(w->h, ref, &index);
    json_key(w->j, "indexed_by");
    if (how == HIR_NOT_INDEXED) {
        json_null(w->j);
        return;
    }
    json_begin_object(w->j);
    json_write_members(w->j, JSON("node", index->node->number),
                       JSON("through", how == HIR_INDEXED_BY_BASE ? "base" : "subscript"));
    hir_ref_print(w->h, index, &w->text);
    json_member_text(w->j, "text", &w->text);
    json_end_object(w->j);
}

static void write_blob_refs(writer *w, const RegDDRef *ref) {
    json_member_array(w->j, "blob_refs");
    for (uint32_t i = 0; i < ref->blob_ref_count; i++) {
        json_begin_object(w->j);
        member_blob(w, ref->blob_refs[i].blob);
        json_write_members(w->j, JSON("symbase", ref->blob_refs[i].symbase),
                           JSON("level", ref->blob_refs[i].level));
        json_end_object(w->j);
    }
    json_end_array(w->j);
}

static void write_ref(writer *w, const RegDDRef *ref) {
    static const char *const kinds[] = {"scalar", "memory", "address"};
    json *j = w->j;
    if (!ref) {
        json_null(j);
        return;
    }
    json_begin_object(j);
    json_write_members(j, JSON("kind", kinds[ref->kind]));
    hir_ref_print(w->h, ref, &w->text);
    json_member_text(w->j, "text", &w->text);
    json_write_members(j, JSON("symbase", ref->symbase), JSON("written", ref->is_lval));
    write_blob_refs(w, ref);
    if (ref->kind == REF_SCALAR) {
        json_key(j, "value");
        write_canon(w, ref->subscripts[0]);
    } else {
        json_key(j, "base");
        write_canon(w, ref->base);
        json_member_array(j, "dimensions");
        for (uint32_t d = 0; d < ref->dimensions; d++)
            write_dimension(w, ref, d);
        json_end_array(j);
        json_write_members(j, JSON("in_bounds", ref->in_bounds), JSON("volatile", ref->is_volatile),
                           JSON("atomic", ref->atomic));
        write_indexing(w, ref);
    }
    json_end_object(j);
}

static void write_place(writer *w, const ir_place *where) {
    json_write_members(w->j, JSON("file", where->file), JSON("line", where->line),
                       JSON("column", where->column));
}

static void write_loop(writer *w, const HLLoop *loop) {
    static const char *const kinds[] = {"do", "do-multi-exit", "while"};
    json_write_members(w->j, JSON("loop_kind", kinds[loop->loop_kind]), JSON("level", loop->level));
    if (loop->refusal)
        json_write_members(w->j, JSON("refusal", loop->refusal->id),
                           JSON("reason", loop->refusal->reason));
}

/* The nodes of the region in lexical order, each with its parent's number: the tree stays flat, for
 * loops may be nested more deeply than a reader of JSON likes. */
static void write_node(writer *w, HLNode *node) {
    static const char *const kinds[] = {"region", "loop", "if", "switch", "label", "goto", "inst"};
    json *j = w->j;
    HLDDNode *dd = hir_as_dd(node);
    json_begin_object(j);
    json_write_members(j, JSON("number", node->number), JSON("kind", kinds[node->kind]),
                       JSON_IF(node->parent, "parent", node->parent->number));
    hir_node_text(w->h, node, false, &w->text);
    json_member_text(w->j, "text", &w->text);
    write_place(w, &node->where);
    if (node->kind == HL_LOOP)
        write_loop(w, (const HLLoop *)node);
    if (dd) {
        json_member_array(j, "refs");
        for (uint32_t i = 0; i < dd->ref_count; i++)
            write_ref(w, dd->refs[i]);
        json_end_array(j);
    }
    json_end_object(j);
}

static void write_region(writer *w, HLRegion *region, size_t number) {
    json *j = w->j;
    json_begin_object(j);
    json_write_members(j, JSON("region", number), JSON("entry", region->entry),
                       JSON("exit", region->exit), JSON("max_level", region->max_level));
    json_member_array(j, "nodes");
    hir_each_node (node, &region->node)
        if (ctx_tick(w->h->ctx, 1))
            write_node(w, node);
    json_end_array(j);
    json_end_object(j);
}

static void write_refusals(json *j, const report_hir_function *f) {
    json_member_array(j, "refusals");
    for (size_t i = 0; i < f->refusals.len; i++) {
        const lathe_hir_refusal *r = &f->refusals.at[i];
        json_write_object(j, JSON("id", r->id), JSON("reason", r->reason), JSON("loop", r->loop),
                          JSON("modelled", r->modelled), JSON("file", r->file),
                          JSON("line", r->line), JSON("column", r->column));
    }
    json_end_array(j);
}

static void write_counts(json *j, const lathe_hir_counts *c) {
    json_key(j, "counts");
    json_write_object(j, JSON("loops", c->loops), JSON("regions", c->regions),
                      JSON("do", c->do_loops), JSON("do_multi_exit", c->multi_exit_loops),
                      JSON("while", c->while_loops), JSON("not_modelled", c->not_modelled));
}

static void write_function(json *j, report_hir_function *f, const lathe_hir_view *view) {
    writer w = {.h = &f->h, .j = j};
    str_init(&w.text, f->h.ctx);
    json_begin_object(j);
    json_write_members(j, JSON("function", f->h.function));
    write_counts(j, &f->counts);
    json_member_array(j, "regions");
    for (size_t i = 0; i < f->h.regions.len; i++)
        if (view->region == 0 || view->region == i + 1)
            write_region(&w, f->h.regions.at[i], i + 1);
    json_end_array(j);
    write_refusals(j, f);
    json_end_object(j);
    str_free(&w.text);
}

void hir_report_json(str *out, lathe_hir *h, const lathe_hir_view *view) {
    json j;
    json_init(&j, out);
    json_begin_object(&j);
    json_write_members(&j, JSON("version", 1u));
    lathe_hir_counts counts = hir_report_count(h, LATHE_HIR_ALL);
    write_counts(&j, &counts);
    json_member_array(&j, "functions");
    for (size_t i = 0; i < h->functions.len; i++)
        write_function(&j, h->functions.at[i], view);
    json_end_array(&j);
    json_end_object(&j);
}
