/* The document described in docs/info-json.md. */
#include "report/report_info.h"

#include "base/json.h"
#include "ir/structtext.h"

static void write_counts(json *j, const ir_summary *s) {
    json_member_object(j, "functions");
    json_member_uint(j, "defined", s->defined);
    json_member_uint(j, "declared", s->declared);
    json_member_uint(j, "intrinsics", s->intrinsics);
    json_end_object(j);
    json_member_object(j, "globals");
    json_member_uint(j, "defined", s->globals_defined);
    json_member_uint(j, "declared", s->globals_declared);
    json_end_object(j);
    json_member_uint(j, "blocks", s->blocks);
    json_member_object(j, "instructions");
    json_member_uint(j, "total", s->instructions);
    for (ir_op_class c = 0; c < IR_OP_CLASSES; c++)
        json_member_uint(j, ir_op_class_name(c), s->by_class[c]);
    json_end_object(j);
}

static void write_loops(json *j, const ir_summary *s) {
    json_member_object(j, "loops");
    json_member_uint(j, "total", s->loops);
    json_member_array(j, "by_depth");
    for (size_t d = 0; d < s->loops_at.len; d++)
        json_uint(j, s->loops_at.at[d]);
    json_end_array(j);
    json_member_uint(j, "irreducible_regions", s->irreducible);
    json_end_object(j);
}

static void write_source(json *j, const ir_di_struct *source) {
    json_key(j, "source");
    if (!source) {
        json_null(j);
        return;
    }
    json_begin_object(j);
    json_member_string(j, "kind", ir_di_keyword(source));
    json_member_string(j, "name", source->name);
    json_member_string(j, "file", source->file);
    json_member_uint(j, "line", source->line);
    json_member_uint(j, "copies", source->copies);
    json_end_object(j);
}

static void write_field(json *j, const ir_field *f) {
    json_begin_object(j);
    json_member_string(j, "name", f->name);
    json_member_string(j, "type", f->type);
    json_member_uint(j, "offset_bits", f->offset_bits);
    json_member_uint(j, "size_bits", f->size_bits);
    json_member_uint(j, "hole_before_bits", f->hole_bits);
    json_member_uint(j, "depth", f->depth);
    json_member_bool(j, "bitfield", f->bitfield);
    json_end_object(j);
}

static void write_layout(json *j, const ir_struct *s) {
    json_member_uint(j, "size", s->size);
    json_member_uint(j, "align", s->align);
    json_member_bool(j, "align_inferred", s->align_is_inferred);
    json_member_uint(j, "holes", s->hole_count);
    json_member_uint(j, "hole_bits", s->hole_bits);
    json_member_uint(j, "tail_bits", s->tail_bits);
    json_member_array(j, "fields");
    for (size_t i = 0; i < s->field_count; i++)
        write_field(j, &s->fields[i]);
    json_end_array(j);
}

static void write_struct(json *j, const ir_struct *s) {
    json_begin_object(j);
    json_member_string(j, "name", s->name);
    json_member_bool(j, "in_ir", s->type != NULL);
    json_member_bool(j, "union", s->is_union);
    json_member_bool(j, "packed", s->packed);
    json_member_bool(j, "literal", s->literal);
    json_member_bool(j, "opaque", s->type && LLVMIsOpaqueStruct(s->type));
    json_member_bool(j, "sized", s->sized);
    json_member_bool(j, "ambiguous", s->ambiguous);
    write_source(j, s->source);
    if (s->sized)
        write_layout(j, s);
    json_end_object(j);
}

void info_print_json(str *out, const ir_summary *s, const char *type) {
    json j;
    size_t length;
    json_init(&j, out);
    json_begin_object(&j);
    json_member_string(&j, "schema", "lathe-info/1");
    json_member_string(&j, "module", LLVMGetModuleIdentifier(s->m->llvm, &length));
    json_member_string(&j, "target", LLVMGetTarget(s->m->llvm));
    write_counts(&j, s);
    write_loops(&j, s);
    json_member_array(&j, "structs");
    for (size_t i = 0; i < s->structs.all.len && ctx_tick(s->m->ctx, 1); i++)
        if (info_is_chosen(&s->structs.all.at[i], type))
            write_struct(&j, &s->structs.all.at[i]);
    json_end_array(&j);
    json_end_object(&j);
}
