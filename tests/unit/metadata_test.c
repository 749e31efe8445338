/* Malformed TBAA and debug info. LLVM's readers refuse most of it in files, but modules built in
 * memory can hold it: the readers must say "unknown" and stay inside memory. */
#include "module_text.h"

#include "ir/structs.h"
#include "ir/tbaa.h"

typedef struct tag_row {
    const char *node, *expected;
} tag_row;

/* Nodes the rows may use. */
static const char common[] = "!n = !{!0}\n"
                             "!1 = !{!\"root\"}\n"
                             "!2 = !{!\"omnipotent char\", !1, i64 0}\n"
                             "!3 = !{!\"int\", !2, i64 0}\n"
                             "!4 = !{!\"S\", !3, i64 0, !3, i64 4}\n"
                             "!5 = distinct !{!\"cycle\", !5, i64 0}\n"
                             "!6 = !{!\"odd\", !3, i64 0, !3}\n"
                             "!7 = !{!\"down\", !3, i64 4, !3, i64 0}\n"
                             "!8 = !{!\"strings\", !\"a\", !\"b\", !\"c\", !\"d\"}\n"
                             "!9 = !{i64 0}\n"
                             "!10 = distinct !{!\"a\", !11, i64 0, !11, i64 8}\n"
                             "!11 = distinct !{!\"b\", !10, i64 0, !10, i64 8}\n"
                             "!12 = !{!2, i64 4, !\"sized\"}\n"
                             "!13 = !{!2, !\"4\", !\"unsized\"}\n"
                             "!14 = !{!2, i64 8, !\"bad\", !12, i64 0}\n"
                             "!15 = !{}\n";

static const tag_row tag_rows[] = {
    {"!{!3, !3, i64 0}", "int"},
    {"!{!4, !3, i64 4}", "struct S + 4: int"},
    {"!{!12, !12, i64 0, i64 4}", "sized, 4 bytes"},
    {"!{!\"plain\", !2}", "plain"},
    {"!{!\"plain\", !2, i64 0, i64 1}", "plain, constant"},
    {"!{}", "unknown"},
    {"!{i64 0}", "unknown"},
    {"!{null}", "unknown"},
    {"!{!\"root\"}", "unknown"},
    {"!{!3}", "unknown"},
    {"!{!3, !3}", "unknown"},
    {"!{null, null, i64 0}", "unknown"},
    {"!{!3, null, i64 0}", "unknown"},
    {"!{!3, !3, !3}", "unknown"},
    {"!{!3, !3, !\"0\"}", "unknown"},
    {"!{!3, !3, i128 0}", "unknown"},
    {"!{!3, !3, double 0.0}", "unknown"},
    {"!{!3, !3, i64 0, i64 0, i64 0, i64 0}", "unknown"},
    {"!{!3, !3, i64 0, !3}", "unknown"},
    {"!{!1, !1, i64 0}", "unknown"},
    {"!{!15, !3, i64 0}", "unknown"},
    {"!{!6, !3, i64 0}", "unknown"},
    {"!{!7, !3, i64 0}", "unknown"},
    {"!{!8, !3, i64 0}", "unknown"},
    {"!{!9, !3, i64 0}", "unknown"},
    {"!{!3, !9, i64 0}", "unknown"},
    {"!{!13, !13, i64 0}", "unknown"},
    {"!{!14, !12, i64 0, i64 4}", "unknown"},
    {"distinct !{!0, !0, i64 0}", "unknown"},
    {"!{!5, !5, i64 0}", "struct cycle + 0: struct cycle"},
    {"!{!10, !11, i64 8}", "struct a + 8: struct b"},
    {"!{!\"only a name\", !\"no parent\"}", "unknown"},
};

static void check_tag(lathe_ctx *ctx, const tag_row *row) {
    char text[4096];
    snprintf(text, sizeof text, "%s!0 = %s\n", common, row->node);
    lathe_module *m = module_from_text(ctx, text);
    LLVMValueRef value;
    LLVMGetNamedMetadataOperands(m->llvm, "n", &value);
    ir_tbaa t;
    ir_tbaa_init(&t, m);
    const ir_tbaa_tag *tag = ir_tbaa_read_tag(&t, LLVMValueAsMetadata(value));
    str out;
    str_init(&out, ctx);
    assert_non_null(tag);
    ir_tbaa_tag_print(&out, tag);
    if (strcmp(str_text(&out), row->expected) != 0)
        fail_msg("%s: %s, expected %s", row->node, str_text(&out), row->expected);
    str_free(&out);
    ir_tbaa_free(&t);
    lathe_module_free(m);
}

static void tags_that_are_malformed_are_unknown(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    for (size_t i = 0; i < sizeof tag_rows / sizeof *tag_rows; i++)
        check_tag(ctx, &tag_rows[i]);
    assert_int_equal(lathe_ctx_status(ctx), LATHE_OK);
    lathe_ctx_free(ctx);
}

static const char debug_program[] =
    "target datalayout = \"e-i64:64-n8:16:32:64-S128\"\n"
    "%struct.s = type { i32, ptr, [2 x %struct.in], i32 }\n"
    "%struct.in = type { i8, i8 }\n"
    "@g = global %struct.s zeroinitializer, !dbg !20\n"
    "!llvm.dbg.cu = !{!0}\n"
    "!llvm.module.flags = !{!2}\n"
    "!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug,"
    " retainedTypes: !{!3}, globals: !{!20})\n"
    "!1 = !DIFile(filename: \"a.c\", directory: \"/d\")\n"
    "!2 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
    "!3 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: \"s\", file: !1, line: 1,"
    " size: 192, elements: !4)\n"
    "!4 = !{!5, !6, !7, !8}\n"
    "!5 = !DIDerivedType(tag: DW_TAG_member, name: \"a\", scope: !3, file: !1, baseType: !9,"
    " size: 32)\n"
    "!6 = !DIDerivedType(tag: DW_TAG_member, name: \"p\", scope: !3, file: !1, baseType: !10,"
    " size: 64, offset: 64)\n"
    "!7 = !DIDerivedType(tag: DW_TAG_member, name: \"in\", scope: !3, file: !1, baseType: !11,"
    " size: 32, offset: 128)\n"
    "!8 = !DIDerivedType(tag: DW_TAG_member, name: \"b\", scope: !3, file: !1, baseType: !9,"
    " size: 5, offset: 160, flags: DIFlagBitField, extraData: i64 160)\n"
    "!9 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n"
    "!10 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !3, size: 64)\n"
    "!11 = !DICompositeType(tag: DW_TAG_array_type, baseType: !12, size: 32, elements: !13)\n"
    "!12 = !DIDerivedType(tag: DW_TAG_typedef, name: \"in\", file: !1, baseType: !14)\n"
    "!13 = !{!DISubrange(count: 2)}\n"
    "!14 = distinct !DICompositeType(tag: DW_TAG_structure_type, file: !1, line: 2, size: 16,"
    " elements: !15)\n"
    "!15 = !{!16, !17}\n"
    "!16 = !DIDerivedType(tag: DW_TAG_member, name: \"x\", scope: !14, file: !1, baseType: !18,"
    " size: 8)\n"
    "!17 = !DIDerivedType(tag: DW_TAG_member, name: \"y\", scope: !14, file: !1, baseType: !18,"
    " size: 8, offset: 8)\n"
    "!18 = !DIBasicType(name: \"char\", size: 8, encoding: DW_ATE_signed_char)\n"
    "!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())\n"
    "!21 = distinct !DIGlobalVariable(name: \"g\", scope: !0, file: !1, line: 9, type: !3,"
    " isDefinition: true)\n";

static void well_formed_debug_info_is_read(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    lathe_module *m = module_from_text(ctx, debug_program);
    ir_di_types di;
    ir_structs structs;
    assert_true(ir_di_types_init(&di, m));
    assert_true(ir_structs_init(&structs, m, &di));
    assert_int_equal(structs.all.len, 2);
    const ir_struct *s = &structs.all.at[0];
    assert_string_equal(s->name, "struct.s");
    assert_non_null(s->source);
    assert_int_equal(s->field_count, 4);
    assert_int_equal(s->hole_bits, 32);
    assert_int_equal(s->tail_bits, 192 - 165);
    assert_int_equal(s->fields[3].source->storage_bits, 160);
    const ir_di_member *in = s->fields[2].source;
    assert_int_equal(in->reach, IR_DI_ARRAY_OF);
    assert_string_equal(in->target->name, "in");
    assert_true(in->target->named_by_typedef);
    assert_ptr_equal(structs.all.at[1].source, in->target);
    assert_ptr_equal(ir_struct_of(&structs, s->type), s);
    ir_structs_free(&structs);
    ir_di_types_free(&di);
    lathe_module_free(m);
    lathe_ctx_free(ctx);
}

static void types_are_chosen_by_their_source_names(void **state) {
    (void)state;
    static const char *const names[] = {"s", "struct s", "struct.s"};
    lathe_ctx *ctx = lathe_ctx_new();
    lathe_module *m = module_from_text(ctx, debug_program);
    for (size_t i = 0; i < 3; i++) {
        char *text = lathe_module_info_with(m, &LATHE_WITH(lathe_info_options, .type = names[i]));
        assert_non_null(text);
        assert_ptr_equal(strstr(text, "struct.s: 24 bytes"), text);
        assert_non_null(strstr(text, "in in[2]\n"));
        assert_non_null(strstr(text, "5 bits  int b\n"));
        lathe_free(text);
    }
    assert_null(lathe_module_info_with(m, &LATHE_WITH(lathe_info_options, .type = "union s")));
    lathe_module_free(m);
    lathe_ctx_free(ctx);
}

/* A type with n levels of unnamed structs that share the next one twice: 2^n fields if opened. */
static void shared_unnamed_members_are_not_opened_without_end(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    str text;
    str_init(&text, ctx);
    str_add(&text, "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!2}\n"
                   "!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1,"
                   " emissionKind: FullDebug, retainedTypes: !{!100})\n"
                   "!1 = !DIFile(filename: \"a.c\", directory: \"/d\")\n"
                   "!2 = !{i32 2, !\"Debug Info Version\", i32 3}\n");
    for (int i = 100; i < 400; i += 10)
        str_printf(&text,
                   "!%d = distinct !DICompositeType(tag: DW_TAG_structure_type, name: \"%s\","
                   " file: !1, line: 1, size: 64, elements: !{!%d, !%d})\n"
                   "!%d = !DIDerivedType(tag: DW_TAG_member, scope: !%d, file: !1, baseType: !%d,"
                   " size: 32)\n"
                   "!%d = !DIDerivedType(tag: DW_TAG_member, scope: !%d, file: !1, baseType: !%d,"
                   " size: 32, offset: 32)\n",
                   i, i == 100 ? "top" : "", i + 1, i + 2, i + 1, i, i + 10, i + 2, i, i + 10);
    str_add(&text, "!400 = !DIBasicType(name: \"int\", size: 32)\n");
    lathe_module *m = module_from_text(ctx, str_text(&text));
    char *info = lathe_module_info_with(m, &LATHE_WITH(lathe_info_options, .type = "top"));
    assert_non_null(info);
    assert_non_null(strstr(info, "struct top: 8 bytes"));
    lathe_free(info);
    lathe_module_free(m);
    str_free(&text);
    lathe_ctx_free(ctx);
}

/* What a type's operand may be replaced by. */
static LLVMMetadataRef junk(lathe_module *m, LLVMMetadataRef node, unsigned kind) {
    LLVMMetadataRef string = LLVMMDStringInContext2(m->llvm_ctx, "junk", 4);
    LLVMMetadataRef number =
        LLVMValueAsMetadata(LLVMConstInt(LLVMInt64TypeInContext(m->llvm_ctx), UINT64_MAX, false));
    LLVMMetadataRef parts[] = {string, number, node, NULL};
    switch (kind) {
    case 0:
        return string;
    case 1:
        return number;
    case 2:
        return node;
    case 3:
        return LLVMMDNodeInContext2(m->llvm_ctx, NULL, 0);
    default:
        return LLVMMDNodeInContext2(m->llvm_ctx, parts, 4);
    }
}

/* Replaces one operand of one type; false when there are no more types or operands. */
static bool damage(lathe_module *m, size_t type, unsigned operand, unsigned kind) {
    ir_di_graph g;
    assert_true(ir_di_graph_init(&g, m));
    bool there = type < g.types.len;
    if (there) {
        LLVMMetadataRef node = (LLVMMetadataRef)g.types.at[type].key.p;
        LLVMValueRef value = LLVMMetadataAsValue(m->llvm_ctx, node);
        there = operand < (unsigned)LLVMGetMDNodeNumOperands(value);
        if (there)
            LLVMReplaceMDNodeOperandWith(value, operand, junk(m, node, kind));
    }
    ir_di_graph_free(&g);
    return there;
}

static void damaged_debug_info_does_no_harm(void **state) {
    (void)state;
    size_t tried = 0;
    for (size_t type = 0; type < 16; type++)
        for (unsigned operand = 0; operand < 8; operand++)
            for (unsigned kind = 0; kind < 5; kind++) {
                lathe_ctx *ctx = lathe_ctx_new();
                lathe_module *m = module_from_text(ctx, debug_program);
                if (damage(m, type, operand, kind)) {
                    tried++;
                    for (int json = 0; json < 2; json++) {
                        char *text = lathe_module_info(m, json);
                        assert_true(text || lathe_ctx_status(ctx) == LATHE_INTERNAL);
                        lathe_free(text);
                    }
                }
                lathe_module_free(m);
                lathe_ctx_free(ctx);
            }
    assert_true(tried > 200);
}

static void failing_memory_is_reported(void **state) {
    (void)state;
    expect_failing_memory_is_reported(debug_program, info_report, 0);
    expect_failing_memory_is_reported(debug_program, info_report, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tags_that_are_malformed_are_unknown),
        cmocka_unit_test(well_formed_debug_info_is_read),
        cmocka_unit_test(types_are_chosen_by_their_source_names),
        cmocka_unit_test(shared_unnamed_members_are_not_opened_without_end),
        cmocka_unit_test(damaged_debug_info_does_no_harm),
        cmocka_unit_test(failing_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
