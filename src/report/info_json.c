/* The document described in docs/info-json.md. */
#include "report/report_info.h"

#include "base/json.h"
#include "ir/structtext.h"

static void write_counts(json *j, const ir_summary *s) {
    json_key(j, "functions");
    json_write_object(j, JSON("defined", s->defined), JSON("declared", s->declared),
                      JSON("intrinsics", s->intrinsics));
    json_key(j, "globals");
    json_write_object(j, JSON("defined", s->globals_defined),
                      JSON("declared", s->globals_declared));
    json_write_members(j, JSON("blocks", s->blocks));
    json_member_object(j, "instructions");
    json_write_members(j, JSON("total", s->instructions));
    for (ir_op_class c = 0; c < IR_OP_CLASSES; c++)
        json_write_members(j, JSON(ir_op_class_name(c), s->by_class[c]));
    json_end_object(j);
}

static void write_loops(json *j, const ir_summary *s) {
    json_member_object(j, "loops");
    json_write_members(j, JSON("total", s->loops));
    json_member_array(j, "by_depth");
    for (size_t d = 0; d < s->loops_at.len; d++)
        json_uint(j, s->loops_at.at[d]);
    json_end_array(j);
    json_write_members(j, JSON("irreducible_regions", s->irreducible));
    json_end_object(j);
}

static void write_source(json *j, const ir_di_struct *source) {
    json_key(j, "source");
    if (!source) {
        json_null(j);
        return;
    }
    json_write_object(j, JSON("kind", ir_di_keyword(source)), JSON("name", source->name),
                      JSON("file", source->file), JSON("line", source->line),
                      JSON("copies", source->copies));
}

static void write_field(json *j, const ir_field *f) {
    json_write_object(j, JSON("name", f->name), JSON("type", f->type),
                      JSON("offset_bits", f->offset_bits), JSON("size_bits", f->size_bits),
                      JSON("hole_before_bits", f->hole_bits), JSON("depth", f->depth),
                      JSON("bitfield", f->bitfield));
}

static void write_layout(json *j, const ir_struct *s) {
    json_write_members(j, JSON("size", s->size), JSON("align", s->align),
                       JSON("align_inferred", s->align_is_inferred), JSON("holes", s->hole_count),
                       JSON("hole_bits", s->hole_bits), JSON("tail_bits", s->tail_bits));
    json_member_array(j, "fields");
    for (size_t i = 0; i < s->field_count; i++)
        write_field(j, &s->fields[i]);
    json_end_array(j);
}

static void write_struct(json *j, const ir_struct *s) {
    json_begin_object(j);
    json_write_members(j, JSON("name", s->name), JSON_TRUTH("in_ir", s->type != NULL),
                       JSON("union", s->is_union), JSON("packed", s->packed),
                       JSON("literal", s->literal),
                       JSON_TRUTH("opaque", s->type && LLVMIsOpaqueStruct(s->type)),
                       JSON("sized", s->sized), JSON("ambiguous", s->ambiguous));
    write_source(j, s->source);
    if (s->sized)
        write_layout(j, s);
    json_end_object(j);
}

void info_print_json(str *out, const ir_summary *s, const char *type) {
    json j;
    size_t length;
    json_init(&j, out);
    json_begin_document(&j, JSON_SCHEMA("info"));
    json_write_members(&j, JSON("module", LLVMGetModuleIdentifier(s->m->llvm, &length)),
                       JSON("target", LLVMGetTarget(s->m->llvm)));
    write_counts(&j, s);
    write_loops(&j, s);
    json_member_array(&j, "structs");
    for (size_t i = 0; i < s->structs.all.len && ctx_tick(s->m->ctx, 1); i++)
        if (info_is_chosen(&s->structs.all.at[i], type))
            write_struct(&j, &s->structs.all.at[i]);
    json_end_array(&j);
    json_end_object(&j);
}
