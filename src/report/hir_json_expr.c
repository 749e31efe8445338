/* Temps, blobs, CanonExprs and references. A blob is written once, in the function's table, after
 * those it is made of; wherever it is used, the document has its text and its index there. */
#include "report/hir_json.h"

#include <string.h>

/* ---- blobs ---- */

/* Depth is bounded by HIR_MAX_BLOB_DEPTH. */
static void note_blob(hir_json_writer *w, hir_blob b) {
    if (!b || !map_add_u(&w->blob_ids, b))
        return;
    const hir_blob_info *info = hir_blob_at(w->h, b);
    for (uint32_t i = 0; i < info->operand_count; i++)
        note_blob(w, info->operands[i]);
}

static void note_canon(hir_json_writer *w, const CanonExpr *ce) {
    if (ce)
        hir_each_term (t, ce)
            note_blob(w, t.blob);
}

void hir_json_note_ref(hir_json_writer *w, const RegDDRef *ref) {
    note_canon(w, ref->base);
    for (uint32_t d = 0; d < ref->dimensions; d++) {
        note_canon(w, ref->subscripts[d]);
        note_blob(w, ref->strides[d]);
    }
    for (uint32_t k = hir_node_level(ref->node); k > 0; k--)
        note_canon(w, hir_stride_at_level(w->h, ref, k));
}

static void write_id(hir_json_writer *w, const char *key, hir_blob b) {
    uint64_t id = map_number_u(&w->blob_ids, b);
    json_write_members(w->j, JSON_IF(id, key, id - 1));
}

/* Its text, and its place in the table. */
static void member_blob(hir_json_writer *w, hir_blob b) {
    hir_blob_print(w->h, b, &w->text);
    json_member_text(w->j, "blob", &w->text);
    write_id(w, "blob_id", b);
}

/* A temp is written by its name, a constant that is no integer as IR has it. */
static void write_leaf(hir_json_writer *w, const hir_temp_info *temp) {
    if (temp->name[0] == '%' || temp->name[0] == '@') {
        json_write_members(w->j, JSON("op", "temp"), JSON("temp", temp->name));
        return;
    }
    size_t quoted = temp->name[0] == '`', length = strlen(temp->name);
    json_write_members(w->j, JSON("op", "literal"));
    json_key(w->j, "literal");
    json_string_n(w->j, temp->name + quoted, length - 2 * quoted);
}

static void write_blob(hir_json_writer *w, hir_blob b) {
    const hir_blob_info *info = hir_blob_at(w->h, b);
    json *j = w->j;
    json_begin_object(j);
    hir_blob_text(w->h, b, true, &w->text);
    json_member_text(j, "text", &w->text);
    hir_type_text(&w->text, info->type);
    json_member_text(j, "type", &w->text);
    if (info->op == BLOB_TEMP) {
        write_leaf(w, hir_temp_at(w->h, info->temp));
    } else if (info->op == BLOB_CONSTANT) {
        json_write_members(j, JSON("op", hir_blob_op_name(info->op)),
                           JSON("constant", info->constant));
    } else {
        json_write_members(j, JSON("op", hir_blob_op_name(info->op)));
        json_member_array(j, "operands");
        for (uint32_t i = 0; i < info->operand_count; i++)
            json_uint(j, map_number_u(&w->blob_ids, info->operands[i]) - 1);
        json_end_array(j);
    }
    json_end_object(j);
}

static void write_temp(hir_json_writer *w, const hir_temp_info *temp) {
    json_begin_object(w->j);
    json_write_members(w->j, JSON("name", temp->name));
    hir_type_text(&w->text, temp->type);
    json_member_text(w->j, "type", &w->text);
    json_write_members(w->j, JSON("symbase", temp->symbase), JSON("level", temp->level));
    json_end_object(w->j);
}

void hir_json_tables(hir_json_writer *w) {
    uint64_t id = 0;
    json_member_array(w->j, "temps");
    for (size_t t = 1; t < w->h->temps.len; t++)
        if (strchr("%@", w->h->temps.at[t].name[0]))
            write_temp(w, &w->h->temps.at[t]);
    json_end_array(w->j);
    json_member_array(w->j, "blobs");
    for (hir_blob b = 1; b < w->h->blobs.len && ctx_tick(w->h->ctx, 1); b++) {
        map_word *at = map_find_u(&w->blob_ids, b);
        if (!at)
            continue;
        at->u = ++id;
        write_blob(w, b);
    }
    json_end_array(w->j);
}

/* ---- CanonExprs ---- */

static void write_ivs(hir_json_writer *w, const CanonExpr *ce) {
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

static void write_blobs(hir_json_writer *w, const CanonExpr *ce) {
    json_member_array(w->j, "blobs");
    for (uint32_t i = 0; i < ce->blob_count; i++) {
        json_begin_object(w->j);
        json_write_members(w->j, JSON("coefficient", ce->blobs[i].coefficient));
        member_blob(w, ce->blobs[i].blob);
        json_end_object(w->j);
    }
    json_end_array(w->j);
}

/* level: loops around its node. */
static void write_canon(hir_json_writer *w, const CanonExpr *ce, uint32_t level) {
    json *j = w->j;
    json_begin_object(j);
    hir_canon_print(w->h, ce, &w->text);
    json_member_text(j, "text", &w->text);
    hir_type_text(&w->text, ce->source);
    json_member_text(j, "source", &w->text);
    json_write_members(j, JSON_IF(ce->cast, "cast", hir_blob_op_name((hir_blob_op)ce->cast)));
    hir_type_text(&w->text, ce->dest);
    json_member_text(j, "type", &w->text);
    write_ivs(w, ce);
    write_blobs(w, ce);
    json_write_members(j, JSON("constant", ce->constant), JSON("denominator", ce->denominator),
                       JSON("signed", ce->is_signed), JSON("exact", ce->exact),
                       JSON("defined_at", ce->defined_at),
                       JSON_IF(level, "linear", hir_is_linear_at(ce, level)),
                       JSON("self_blob", hir_is_self_blob(w->h, ce)));
    json_end_object(j);
}

/* ---- references ---- */

static void write_dimension(hir_json_writer *w, const RegDDRef *ref, uint32_t d, uint32_t level) {
    json *j = w->j;
    json_begin_object(j);
    json_key(j, "subscript");
    write_canon(w, ref->subscripts[d], level);
    if (ref->strides[d])
        hir_blob_print(w->h, ref->strides[d], &w->text);
    json_write_members(j, JSON_IF(ref->strides[d], "stride", str_text(&w->text)));
    str_clear(&w->text);
    write_id(w, "stride_id", ref->strides[d]);
    json_write_members(j, JSON("size", ref->sizes[d]));
    json_end_object(j);
}

static void write_stride_at(hir_json_writer *w, const RegDDRef *ref, uint32_t level) {
    CanonExpr *ce = hir_stride_at_level(w->h, ref, level);
    int64_t bytes;
    json_begin_object(w->j);
    json_write_members(w->j, JSON("level", level),
                       JSON_IF(ce && hir_is_constant(ce, &bytes), "bytes", bytes));
    json_key(w->j, "value");
    if (ce)
        write_canon(w, ce, hir_node_level(ref->node));
    else
        json_null(w->j);
    json_end_object(w->j);
}

static void write_indexing(hir_json_writer *w, const RegDDRef *ref) {
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

static void write_blob_refs(hir_json_writer *w, const RegDDRef *ref) {
    json_member_array(w->j, "blob_refs");
    for (uint32_t i = 0; i < ref->blob_ref_count; i++) {
        json_begin_object(w->j);
        hir_blob_print(w->h, ref->blob_refs[i].blob, &w->text);
        json_member_text(w->j, "blob", &w->text);
        json_write_members(w->j, JSON("symbase", ref->blob_refs[i].symbase),
                           JSON("level", ref->blob_refs[i].level));
        json_end_object(w->j);
    }
    json_end_array(w->j);
}

static void write_memory(hir_json_writer *w, const RegDDRef *ref, uint32_t level) {
    json *j = w->j;
    json_key(j, "base");
    write_canon(w, ref->base, level);
    json_member_array(j, "dimensions");
    for (uint32_t d = 0; d < ref->dimensions; d++)
        write_dimension(w, ref, d, level);
    json_end_array(j);
    json_member_array(j, "strides");
    for (uint32_t k = 1; k <= level; k++)
        write_stride_at(w, ref, k);
    json_end_array(j);
    hir_type_text(&w->text, ref->type);
    json_member_text(j, "type", &w->text);
    json_write_members(j, JSON("in_bounds", ref->in_bounds), JSON("no_wrap", ref->no_wrap),
                       JSON("same_object", ref->same_object), JSON("adds_up", ref->adds_up),
                       JSON("volatile", ref->is_volatile), JSON("atomic", ref->atomic));
    write_indexing(w, ref);
}

void hir_json_ref(hir_json_writer *w, const RegDDRef *ref) {
    static const char *const kinds[] = {"scalar", "memory", "address"};
    json *j = w->j;
    if (!ref) {
        json_null(j);
        return;
    }
    uint32_t level = hir_node_level(ref->node);
    json_begin_object(j);
    json_write_members(j, JSON("kind", kinds[ref->kind]));
    hir_ref_print(w->h, ref, &w->text);
    json_member_text(j, "text", &w->text);
    json_write_members(j, JSON("symbase", ref->symbase), JSON("written", ref->is_lval));
    write_blob_refs(w, ref);
    if (ref->kind == REF_SCALAR) {
        json_key(j, "value");
        write_canon(w, ref->subscripts[0], level);
    } else {
        write_memory(w, ref, level);
    }
    json_end_object(j);
}
