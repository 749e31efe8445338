/* Annotations through C: refusals, queries of any value, calls in no block, dependent types. */
#include "failing_alloc.h"
#include "parsed.h"

#include "dtrans/annotate/annotate.h"
#include "dtrans/dtrans_passes.h"
#include "ir/map/valuemap.h"
#include "lathe/dtrans.h"
#include "passes/passes.h"

static const char *const text = "%S = type { i32, i64 }\n"
                                "%T = type { i8, %S }\n"
                                "%O = type opaque\n"
                                "@o = external global %O\n"
                                "@.str = private constant [6 x i8] c\"index\\00\", section "
                                "\"llvm.metadata\"\n"
                                "declare ptr @llvm.ptr.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)\n"
                                "define void @f(ptr %p, i64 %n) {\n"
                                "entry:\n"
                                "  %a = getelementptr %S, ptr %p, i64 1\n"
                                "  store i64 %n, ptr %a\n"
                                "  %u = call ptr @llvm.ptr.annotation.p0.p0(ptr %a, ptr @.str, "
                                "ptr null, i32 0, ptr null)\n"
                                "  br label %next\n"
                                "next:\n"
                                "  %h = phi ptr [ %u, %entry ]\n"
                                "  ret void\n"
                                "}\n";

static LLVMTypeRef named(parsed *p, const char *name) {
    return LLVMGetTypeByName2(p->llvm, name);
}

static LLVMValueRef variable(parsed *p) {
    return dtrans_annotation_variable(&p->m, DPA_AOSToSOAIndexField, "index", NULL);
}

static void types_are_refused(void **state) {
    (void)state;
    parsed p = parse(text);
    LLVMValueRef gep = inst_at(&p, "f", 0), store = inst_at(&p, "f", 1);
    LLVMValueRef fn = LLVMGetNamedFunction(p.m.llvm, "f");
    LLVMTypeRef s = named(&p, "S"), type = NULL;
    unsigned level = 0;
    assert_false(dtrans_annotated_type(gep, &type, &level));
    assert_false(dtrans_annotate_type(gep, s, 0));
    assert_false(dtrans_annotate_type(gep, s, DTRANS_MAX_LEVEL + 1));
    assert_false(dtrans_annotate_type(gep, named(&p, "O"), 1));
    assert_false(dtrans_annotate_type(gep, LLVMVoidTypeInContext(p.llvm), 1));
    assert_false(dtrans_annotate_type(gep, LLVMGlobalGetValueType(fn), 1));
    assert_false(dtrans_annotate_type(gep, LLVMMetadataTypeInContext(p.llvm), 1));
    assert_false(dtrans_annotate_type(gep, LLVMTokenTypeInContext(p.llvm), 1));
    assert_false(dtrans_annotate_type(store, s, 1));
    assert_false(dtrans_annotate_type(LLVMGetParam(fn, 0), s, 1));
    assert_false(says(&p, "dtrans-type"));
    assert_true(dtrans_annotate_type(gep, s, DTRANS_MAX_LEVEL));
    assert_true(dtrans_annotated_type(gep, &type, &level));
    assert_ptr_equal(type, s);
    assert_int_equal(level, DTRANS_MAX_LEVEL);
    assert_false(dtrans_annotate_type(gep, s, 0)); /* and the old one stays */
    assert_true(dtrans_annotated_type(gep, &type, &level));
    assert_false(dtrans_annotated_type(LLVMGetParam(fn, 0), &type, &level));
    assert_false(dtrans_annotated_type(store, &type, &level));
    assert_true(dtrans_remove_type(gep));
    assert_false(dtrans_remove_type(gep));
    assert_false(dtrans_annotated_type(gep, &type, &level));
    assert_valid(&p);
    parsed_free(&p);
}

/* Everything that has a zero can be named, and looked up as it was. */
static void types_of_all_kinds(void **state) {
    (void)state;
    parsed p = parse(text);
    LLVMValueRef gep = inst_at(&p, "f", 0);
    LLVMTypeRef s = named(&p, "S"), i8 = LLVMInt8TypeInContext(p.llvm);
    LLVMTypeRef parts[] = {i8, s};
    LLVMTypeRef all[] = {
        s,
        named(&p, "T"),
        LLVMArrayType2(LLVMArrayType2(s, 5), 4),
        LLVMStructTypeInContext(p.llvm, parts, 2, false),
        LLVMStructTypeInContext(p.llvm, NULL, 0, false),
        i8,
        LLVMIntTypeInContext(p.llvm, 200),
        LLVMDoubleTypeInContext(p.llvm),
        LLVMX86FP80TypeInContext(p.llvm),
        LLVMPointerTypeInContext(p.llvm, 0),
        LLVMVectorType(i8, 4),
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        LLVMTypeRef type = NULL;
        unsigned level = 0;
        assert_true(dtrans_annotate_type(gep, all[i], (unsigned)i + 1));
        assert_true(dtrans_annotated_type(gep, &type, &level));
        assert_ptr_equal(type, all[i]);
        assert_int_equal(level, i + 1);
    }
    assert_valid(&p);
    parsed_free(&p);
}

/* Only S is mapped; an annotation of what holds an S follows. */
static void dependent_types_follow(void **state) {
    (void)state;
    parsed p = parse(text);
    LLVMTypeRef s = named(&p, "S"), i64 = LLVMInt64TypeInContext(p.llvm), type = NULL;
    LLVMTypeRef parts[] = {i64, i64, i64}, to = LLVMStructCreateNamed(p.llvm, "__DTT_S");
    LLVMStructSetBody(to, parts, 3, false);
    unsigned level = 0;
    assert_true(dtrans_annotate_type(inst_at(&p, "f", 0), s, 3));
    assert_true(dtrans_annotate_type(inst_at(&p, "f", 2), named(&p, "T"), 1));
    assert_true(dtrans_annotate_type(inst_at(&p, "f", 4), LLVMArrayType2(s, 7), 2));
    ir_typemap t;
    ir_valuemap v;
    ir_typemap_init(&t, p.ctx, p.llvm);
    ir_valuemap_init(&v, &p.m, &t);
    assert_true(ir_typemap_set(&t, s, to));
    assert_int_equal(ir_valuemap_run(&v), LATHE_OK);
    assert_true(dtrans_annotated_type(inst_at(&p, "f", 0), &type, &level));
    assert_ptr_equal(type, to);
    assert_int_equal(level, 3);
    assert_true(dtrans_annotated_type(inst_at(&p, "f", 2), &type, &level));
    assert_ptr_equal(LLVMStructGetTypeAtIndex(type, 1), to);
    assert_true(dtrans_annotated_type(inst_at(&p, "f", 4), &type, &level));
    assert_ptr_equal(type, LLVMArrayType2(to, 7));
    assert_int_equal(level, 2);
    assert_valid(&p);
    ir_valuemap_free(&v);
    ir_typemap_free(&t);
    parsed_free(&p);
}

static void any_value_may_be_asked(void **state) {
    (void)state;
    parsed p = parse(text);
    LLVMValueRef fn = LLVMGetNamedFunction(p.m.llvm, "f"), gep = inst_at(&p, "f", 0);
    LLVMValueRef var = variable(&p);
    dtrans_pointer_note note = {.variable = var};
    LLVMValueRef mark = dtrans_annotate_pointer(&p.m, gep, &note, inst_at(&p, "f", 1));
    LLVMValueRef others[] = {fn,
                             gep,
                             var,
                             LLVMGetParam(fn, 0),
                             LLVMConstNull(LLVMTypeOf(gep)),
                             LLVMBasicBlockAsValue(LLVMGetEntryBasicBlock(fn)),
                             inst_at(&p, "f", 3)};
    size_t length = 7;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_false(dtrans_is_annotation(others[i]));
        assert_null(dtrans_annotation_text(others[i], &length));
    }
    assert_true(dtrans_is_annotation_call(inst_at(&p, "f", 3))); /* but the user's */
    assert_true(dtrans_is_annotation(mark));
    assert_true(dtrans_is_annotation_of_kind(mark, DPA_AOSToSOAIndexField));
    assert_false(dtrans_is_annotation_of_kind(mark, DPA_None));
    assert_false(dtrans_is_annotation_of_kind(mark, DPA_Kinds));
    assert_false(dtrans_is_annotation_of_kind(gep, DPA_None));
    assert_int_equal(dtrans_annotation_kind(mark), DPA_AOSToSOAIndexField);
    assert_memory_equal(dtrans_annotation_text(mark, &length), "index", 5);
    assert_int_equal(length, 5);
    assert_true(dtrans_is_annotation_string(var));
    assert_false(dtrans_is_annotation_string(LLVMGetNamedGlobal(p.m.llvm, ".str")));
    assert_ptr_equal(variable(&p), var);
    assert_string_equal(dtrans_annotation_name(DPA_Kinds), "DPA_None");
    assert_int_equal(dtrans_annotation_named("DPA_None"), DPA_None);
    assert_valid(&p);
    parsed_free(&p);
}

static void a_call_may_be_in_no_block(void **state) {
    (void)state;
    parsed p = parse(text);
    dtrans_pointer_note note = {variable(&p), "x.c", 3, "mark", NULL};
    LLVMValueRef call = dtrans_annotate_pointer(&p.m, inst_at(&p, "f", 0), &note, NULL);
    assert_non_null(call);
    assert_null(LLVMGetInstructionParent(call));
    assert_true(dtrans_is_annotation(call));
    LLVMBuilderRef b = LLVMCreateBuilderInContext(p.llvm);
    LLVMPositionBuilderBefore(b, inst_at(&p, "f", 1));
    LLVMInsertIntoBuilderWithName(b, call, "mark");
    LLVMDisposeBuilder(b);
    assert_true(says(&p, "%mark = call ptr @llvm.ptr.annotation.p0.p0(ptr %a, "
                         "ptr @__DTransAOSToSOAIndexFieldName, ptr @__DTransAnnotationFile.x.c, "
                         "i32 3, ptr null)"));
    assert_valid(&p);
    LLVMValueRef second = dtrans_annotate_pointer(&p.m, inst_at(&p, "f", 0), &note, NULL);
    LLVMDeleteInstruction(second);
    parsed_free(&p);
}

static void expect_usage(parsed *p, LLVMValueRef result) {
    assert_null(result);
    assert_int_equal(lathe_ctx_status(p->ctx), LATHE_USAGE);
    lathe_ctx_clear(p->ctx);
}

static void pointers_are_refused(void **state) {
    (void)state;
    parsed p = parse(text);
    LLVMValueRef fn = LLVMGetNamedFunction(p.m.llvm, "f"), gep = inst_at(&p, "f", 0);
    dtrans_pointer_note good = {.variable = variable(&p)}, none = {0};
    dtrans_pointer_note user = {.variable = LLVMGetNamedGlobal(p.m.llvm, ".str")};
    LLVMValueRef store = inst_at(&p, "f", 1), phi = inst_at(&p, "f", 4);
    expect_usage(&p, dtrans_annotate_pointer(&p.m, LLVMGetParam(fn, 1), &good, store));
    expect_usage(&p, dtrans_annotate_pointer(&p.m, gep, &user, store));
    expect_usage(&p, dtrans_annotate_pointer(&p.m, gep, &none, store));
    expect_usage(&p, dtrans_annotate_pointer(&p.m, gep, &good, phi));
    expect_usage(&p, dtrans_annotation_variable(&p.m, DPA_None, "", NULL));
    expect_usage(&p, dtrans_annotation_variable(&p.m, DPA_Kinds, "", NULL));
    parsed_free(&p);
}

static void the_public_api_does_both(void **state) {
    (void)state;
    parsed p = parse(text);
    LLVMValueRef gep = inst_at(&p, "f", 0), store = inst_at(&p, "f", 1);
    LLVMTypeRef type = NULL;
    unsigned level = 0;
    assert_true(lathe_dtrans_annotate_type(&p.m, gep, named(&p, "T"), 2));
    assert_true(lathe_dtrans_annotated_type(gep, &type, &level));
    assert_ptr_equal(type, named(&p, "T"));
    assert_int_equal(level, 2);
    assert_false(lathe_dtrans_annotate_type(&p.m, gep, named(&p, "T"), 0));
    expect_usage(&p, NULL);
    lathe_dtrans_mark mark = {
        .struct_size = sizeof mark, .kind = "DPA_AOSToSOAIndexField", .extension = ".T"};
    LLVMValueRef call = lathe_dtrans_annotate_pointer(&p.m, gep, &mark, store);
    assert_string_equal(lathe_dtrans_annotation_kind(call), mark.kind);
    assert_null(lathe_dtrans_annotation_kind(gep));
    assert_non_null(LLVMGetNamedGlobal(p.m.llvm, "__DTransAOSToSOAIndexFieldName.T"));
    lathe_dtrans_mark unknown = LATHE_WITH(lathe_dtrans_mark, .kind = "Unknown"),
                      empty = LATHE_INIT(lathe_dtrans_mark);
    expect_usage(&p, lathe_dtrans_annotate_pointer(&p.m, gep, &unknown, store));
    expect_usage(&p, lathe_dtrans_annotate_pointer(&p.m, gep, &empty, store));
    assert_valid(&p);
    parsed_free(&p);
}

static void annotate_all(lathe_ctx *ctx) {
    parsed p = parse(text);
    p.m.ctx = ctx;
    dtrans_annotation_variable(&p.m, DPA_AOSToSOAIndexField, "other", NULL);
    lathe_dtrans_mark mark = {
        .struct_size = sizeof mark,
        .kind = "DPA_AOSToSOAIndexField",
        .text = "index",
        .file = "a/file/with/a/name/that/does/not/fit/into/a/small/buffer/of/any/kind.c",
    };
    LLVMValueRef gep = inst_at(&p, "f", 0), store = inst_at(&p, "f", 1);
    lathe_dtrans_annotate_pointer(&p.m, gep, &mark, store);
    ir_params none = {.len = 0};
    str out;
    str_init(&out, ctx);
    dtrans_test_annotations(&p.m, &none, &out);
    dtrans_strip_annotations(&p.m, &none, &out);
    str_free(&out);
    assert_valid(&p);
    parsed_free(&p);
}

/* Kinds that lathe does not know: made, read back, told apart, and removed one by one. */
static void kinds_of_ones_own(void **state) {
    (void)state;
    parsed p = parse(text);
    LLVMValueRef gep = inst_at(&p, "f", 0), store = inst_at(&p, "f", 1);
    lathe_dtrans_mark mine = {
        .struct_size = sizeof mine, .kind = "DPA_Mine", .text = "a", .file = "x.c", .line = 7};
    lathe_dtrans_mark yours = {.struct_size = sizeof yours, .kind = "DPA_Yours", .extension = ".y"};
    LLVMValueRef a = lathe_dtrans_annotate_pointer(&p.m, gep, &mine, store);
    LLVMValueRef b = lathe_dtrans_annotate_pointer(&p.m, a, &yours, store);
    const char *file = "";
    unsigned line = 9;
    LLVMSetOperand(store, 1, b);
    assert_string_equal(lathe_dtrans_annotation_kind(a), "DPA_Mine");
    assert_string_equal(lathe_dtrans_annotation_kind(b), "DPA_Yours");
    assert_string_equal(lathe_dtrans_annotation_text(a), "a");
    assert_string_equal(lathe_dtrans_annotation_text(b), "");
    assert_true(lathe_dtrans_is_annotation_of_kind(a, "DPA_Mine"));
    assert_false(lathe_dtrans_is_annotation_of_kind(a, "DPA_Yours"));
    assert_true(lathe_dtrans_annotation_place(a, &file, &line));
    assert_string_equal(file, "x.c");
    assert_int_equal(line, 7);
    assert_true(lathe_dtrans_annotation_place(b, &file, &line));
    assert_null(file);
    assert_int_equal(line, 0);
    assert_false(lathe_dtrans_annotation_place(gep, &file, &line));
    assert_ptr_equal(lathe_dtrans_annotation_variable(&p.m, &mine), LLVMGetOperand(a, 1));
    assert_true(lathe_dtrans_remove_annotation(&p.m, a));
    assert_ptr_equal(LLVMGetOperand(b, 0), gep);
    assert_false(lathe_dtrans_remove_annotation(&p.m, gep));
    assert_false(lathe_dtrans_remove_annotation(&p.m, inst_at(&p, "f", 3))); /* the user's */
    assert_true(lathe_dtrans_remove_annotation(&p.m, b));
    assert_ptr_equal(LLVMGetOperand(store, 1), gep);
    assert_true(lathe_dtrans_annotate_type(&p.m, gep, named(&p, "S"), 1));
    assert_true(lathe_dtrans_remove_annotated_type(&p.m, gep));
    assert_false(lathe_dtrans_remove_annotated_type(&p.m, gep));
    assert_valid(&p);
    parsed_free(&p);
}

static void memory_may_run_out(void **state) {
    (void)state;
    fail_every_allocation(annotate_all);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_are_refused),         cmocka_unit_test(types_of_all_kinds),
        cmocka_unit_test(dependent_types_follow),    cmocka_unit_test(any_value_may_be_asked),
        cmocka_unit_test(a_call_may_be_in_no_block), cmocka_unit_test(pointers_are_refused),
        cmocka_unit_test(the_public_api_does_both),  cmocka_unit_test(kinds_of_ones_own),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
