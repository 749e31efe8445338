/* Transforms from outside the tree: what is refused, and that a run that fails leaves the module.
 */
#include "module_text.h"

#include "lathe/transform.h"

#include <llvm-c/Analysis.h>

static const char program[] =
    "target datalayout = \"e-i64:64-n8:16:32:64-S128\"\n"
    "%struct.node = type { i8, i64, i32, ptr }\n"
    "@top = internal global %struct.node zeroinitializer\n"
    "declare ptr @malloc(i64)\n"
    "declare i32 @printf(ptr, ...)\n"
    "@text = private constant [4 x i8] c\"%d\\0A\\00\"\n"
    "define i32 @main() {\n"
    "  %n = call ptr @malloc(i64 32)\n"
    "  %v = getelementptr inbounds %struct.node, ptr %n, i32 0, i32 1\n"
    "  store i64 7, ptr %v\n"
    "  %s = getelementptr inbounds %struct.node, ptr %n, i32 0, i32 2\n"
    "  store i32 300, ptr %s\n"
    "  %x = getelementptr inbounds %struct.node, ptr %n, i32 0, i32 3\n"
    "  store ptr @top, ptr %x\n"
    "  %next = load ptr, ptr %x\n"
    "  %w = getelementptr inbounds %struct.node, ptr %next, i32 0, i32 1\n"
    "  %r = load i64, ptr %w\n"
    "  %t = load i32, ptr %s\n"
    "  %p = call i32 (ptr, ...) @printf(ptr @text, i32 %t)\n"
    "  %k = trunc i64 %r to i32\n"
    "  ret i32 %k\n}\n";

/* What one hook does wrong; others do what is right. */
typedef enum wrong {
    NOTHING,
    REPLACES_IN_PLAN,
    REMAPS_IN_PLAN,
    DECIDES_IN_PREPARE,
    REPLACES_TWICE,
    MAPS_TO_FULL_STRUCT,
    MAPS_UNKNOWN_STRUCT,
    MAPS_SHORT_POINTER,
    SETS_BODY_IN_PREPARE,
    SETS_VALUE_IN_PREPARE,
    LEAVES_NO_BODY,
    SHORT_BODY,
    FIELD_TWICE,
    FIELD_LEFT_OUT,
    UNKNOWN_TYPE,
    UNKNOWN_LIST,
    TOO_FEW_NUMBERS,
    SETS_NULL,
    SETS_DATA,
    GLOBAL_OF_OTHER_TYPE,
    GLOBAL_WITHOUT_CONTENTS,
    REMAPS_TO_OTHER_LAYOUT,
    MATERIALIZES_OTHER_TYPE,
    RETYPES_AND_FORGETS,
    FAILS,
    WRONGS
} wrong;

static const char *const sentences[WRONGS] = {
    [REPLACES_IN_PLAN] = "only `prepare_types` may call it",
    [REMAPS_IN_PLAN] = "there are no new types yet",
    [DECIDES_IN_PREPARE] = "only `plan` may call it",
    [REPLACES_TWICE] = "has a new struct already",
    [MAPS_TO_FULL_STRUCT] = "not a new opaque struct",
    [MAPS_UNKNOWN_STRUCT] = "there is no type",
    [MAPS_SHORT_POINTER] = "not one of the size of a pointer",
    [SETS_BODY_IN_PREPARE] = "only `populate_types` may call it",
    [SETS_VALUE_IN_PREPARE] = "values are replaced from step 5 on",
    [LEAVES_NO_BODY] = "a new struct has no body",
    [SHORT_BODY] = "does not have the fields of the old one",
    [FIELD_TWICE] = "it has a field twice",
    [FIELD_LEFT_OUT] = "it lacks a field that is needed",
    [UNKNOWN_TYPE] = "type: there is no type 77",
    [UNKNOWN_LIST] = "there is no such list",
    [TOO_FEW_NUMBERS] = "there is not a number for each field",
    [SETS_NULL] = "is NULL",
    [SETS_DATA] = "is plain data",
    [GLOBAL_OF_OTHER_TYPE] = "create_global_replacement: not a new variable",
    [GLOBAL_WITHOUT_CONTENTS] = "has no contents",
    [REMAPS_TO_OTHER_LAYOUT] = "remap_type: what it returns is not laid out as the old type",
    [MATERIALIZES_OTHER_TYPE] = "materialize: what it returns is of another type",
    [RETYPES_AND_FORGETS] = "of a field that has another type now is left",
    [FAILS] = "mine: on purpose",
};

typedef struct fixture {
    lathe_ctx *ctx;
    lathe_module *m;
    wrong wrong;
    int begun, ended;
} fixture;

static LLVMContextRef llvm_of(lathe_transform *t) {
    return LLVMGetModuleContext(lathe_module_llvm(lathe_transform_module(t)));
}

static LLVMTypeRef node_of(lathe_transform *t) {
    return lathe_dtrans_type_llvm(lathe_transform_analysis(t), 0);
}

static bool begin(lathe_transform *t, void *data) {
    assert_int_equal(lathe_transform_step_of(t), LATHE_TRANSFORM_BEGINS);
    ((fixture *)data)->begun++;
    return true;
}

static void end(lathe_transform *t, void *data) {
    assert_int_equal(lathe_transform_step_of(t), LATHE_TRANSFORM_BEGINS);
    ((fixture *)data)->ended++;
}

static void plan(lathe_transform *t, void *data) {
    uint32_t order[] = {3, 1, 2, 0};
    size_t type = 0, count = 4;
    lathe_transform_list list = LATHE_TRANSFORM_ORDER;
    switch (((fixture *)data)->wrong) {
    case REPLACES_IN_PLAN:
        assert_null(lathe_transform_replace(t, 0, NULL));
        break;
    case REMAPS_IN_PLAN:
        assert_ptr_equal(lathe_transform_remap_type(t, node_of(t)), node_of(t));
        break;
    case FIELD_TWICE:
        order[0] = 0;
        break;
    case FIELD_LEFT_OUT:
        order[1] = LATHE_TRANSFORM_NONE;
        break;
    case UNKNOWN_TYPE:
        type = 77;
        break;
    case UNKNOWN_LIST:
        list = (lathe_transform_list)9;
        break;
    case TOO_FEW_NUMBERS:
        count = 3;
        break;
    default:
        break;
    }
    lathe_transform_decide(t, type, list, order, count);
}

static bool prepare(lathe_transform *t, void *data) {
    fixture *f = data;
    LLVMTypeRef node = node_of(t), word = LLVMInt32TypeInContext(llvm_of(t));
    LLVMTypeRef fresh = LLVMStructCreateNamed(llvm_of(t), "");
    uint32_t order[] = {0, 1, 2, 3};
    if (f->wrong == DECIDES_IN_PREPARE)
        assert_false(lathe_transform_decide(t, 0, LATHE_TRANSFORM_ORDER, order, 4));
    if (f->wrong == SETS_BODY_IN_PREPARE)
        assert_false(lathe_transform_set_body(t, 0, NULL, NULL, 4));
    if (f->wrong == SETS_VALUE_IN_PREPARE)
        assert_false(lathe_transform_set_value(t, NULL, NULL));
    if (f->wrong == MAPS_TO_FULL_STRUCT)
        return lathe_transform_add_type_mapping(t, node, node);
    if (f->wrong == MAPS_UNKNOWN_STRUCT)
        return lathe_transform_add_type_mapping(t, fresh, fresh);
    if (f->wrong == MAPS_SHORT_POINTER)
        assert_false(lathe_transform_map_pointer(t, 0, word));
    bool done = lathe_transform_add_type_mapping(t, node, fresh);
    if (f->wrong == REPLACES_TWICE)
        assert_null(lathe_transform_replace(t, 0, NULL));
    return done;
}

static void populate(lathe_transform *t, void *data) {
    fixture *f = data;
    lathe_transform_change c = LATHE_INIT(lathe_transform_change);
    LLVMTypeRef byte = LLVMInt8TypeInContext(llvm_of(t));
    assert_true(lathe_transform_change_get(t, 0, &c));
    if (f->wrong == SHORT_BODY)
        LLVMStructSetBody(c.to, &byte, 1, false);
    else if (f->wrong != LEAVES_NO_BODY)
        lathe_transform_set_body(t, 0, NULL, NULL, 4);
}

static void before(lathe_transform *t, void *data) {
    if (((fixture *)data)->wrong == FAILS)
        lathe_transform_fail(t, "on purpose");
}

static void prepare_module(lathe_transform *t, void *data) {
    fixture *f = data;
    LLVMValueRef one = LLVMConstInt(LLVMInt32TypeInContext(llvm_of(t)), 1, false);
    if (f->wrong == SETS_NULL)
        assert_false(lathe_transform_set_value(t, one, NULL));
    if (f->wrong == SETS_DATA)
        assert_false(lathe_transform_set_value(t, one, one));
}

static LLVMValueRef create(lathe_transform *t, LLVMValueRef old, void *data) {
    fixture *f = data;
    LLVMModuleRef m = lathe_module_llvm(lathe_transform_module(t));
    if (f->wrong == GLOBAL_OF_OTHER_TYPE)
        return LLVMAddGlobal(m, LLVMInt32TypeInContext(llvm_of(t)), "");
    LLVMTypeRef type = lathe_transform_remap_type(t, LLVMGlobalGetValueType(old));
    return f->wrong == GLOBAL_WITHOUT_CONTENTS ? LLVMAddGlobal(m, type, "") : NULL;
}

static LLVMTypeRef remap(lathe_transform *t, LLVMTypeRef type, void *data) {
    bool array = LLVMGetTypeKind(type) == LLVMArrayTypeKind;
    if (((fixture *)data)->wrong != REMAPS_TO_OTHER_LAYOUT || !array)
        return NULL;
    return LLVMArrayType2(LLVMInt8TypeInContext(llvm_of(t)), 5);
}

static LLVMValueRef materialize(lathe_transform *t, LLVMValueRef value, void *data) {
    bool function = LLVMIsAFunction(value);
    if (((fixture *)data)->wrong != MATERIALIZES_OTHER_TYPE || !function)
        return NULL;
    return LLVMConstInt(LLVMInt32TypeInContext(llvm_of(t)), 1, false);
}

static LLVMTypeRef field_type(lathe_transform *t, size_t type, size_t field, void *data) {
    (void)data;
    return type == 0 && field == 2 ? LLVMInt16TypeInContext(llvm_of(t)) : NULL;
}

static lathe_transform_hooks hooks_for(wrong w) {
    lathe_transform_hooks h = {.struct_size = sizeof h,
                               .name = "mine",
                               .begin = begin,
                               .end = end,
                               .plan = plan,
                               .before_edits = before,
                               .prepare_module = prepare_module,
                               .create_global_replacement = create,
                               .remap_type = remap,
                               .materialize = materialize};
    if (w >= DECIDES_IN_PREPARE && w <= SHORT_BODY) {
        h.plan = NULL;
        h.prepare_types = prepare;
        h.populate_types = populate;
    }
    if (w == RETYPES_AND_FORGETS)
        h.field_type = field_type;
    return h;
}

static fixture loaded(wrong w) {
    fixture f = {.ctx = lathe_ctx_new(), .wrong = w};
    f.m = module_from_text(f.ctx, program);
    return f;
}

static void unload(fixture *f) {
    lathe_module_free(f->m);
    lathe_ctx_free(f->ctx);
}

static char *text_of(fixture *f) {
    return LLVMPrintModuleToString(lathe_module_llvm(f->m));
}

static void mistakes_fail_the_run(void **state) {
    (void)state;
    for (wrong w = NOTHING + 1; w < WRONGS; w++) {
        fixture f = loaded(w);
        lathe_transform_hooks h = hooks_for(w);
        char *old = text_of(&f);
        size_t changed = 9;
        lathe_status expected = w == FAILS ? LATHE_GATE_FAILED : LATHE_USAGE;
        assert_int_equal(lathe_transform_run(f.m, &h, &f, &changed), expected);
        if (!strstr(lathe_ctx_error(f.ctx), sentences[w]))
            fail_msg("%d: %s", (int)w, lathe_ctx_error(f.ctx));
        assert_int_equal(changed, 0);
        assert_int_equal(f.begun, f.ended);
        char *now = text_of(&f);
        assert_string_equal(old, now);
        LLVMDisposeMessage(old);
        LLVMDisposeMessage(now);
        unload(&f);
    }
}

static void what_is_right_runs(void **state) {
    (void)state;
    for (int own = 0; own < 2; own++) {
        fixture f = loaded(NOTHING);
        lathe_transform_hooks h = hooks_for(own ? DECIDES_IN_PREPARE : NOTHING);
        size_t changed;
        assert_int_equal(lathe_transform_run(f.m, &h, &f, &changed), LATHE_OK);
        assert_int_equal(changed, 1);
        assert_int_equal(f.begun, 1);
        assert_int_equal(f.ended, 1);
        assert_false(LLVMVerifyModule(lathe_module_llvm(f.m), LLVMReturnStatusAction, NULL));
        unload(&f);
    }
}

/* A module of the caller's is neither replaced nor touched by a run that fails. */
static void modules_of_the_callers(void **state) {
    (void)state;
    for (wrong w = NOTHING; w <= FAILS; w += FAILS) {
        fixture f = loaded(w);
        lathe_transform_hooks h = hooks_for(w);
        LLVMModuleRef llvm = lathe_module_llvm(f.m);
        LLVMValueRef before_run =
            LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(LLVMGetNamedFunction(llvm, "main")));
        size_t changed;
        f.m->owned = false;
        lathe_status status = lathe_transform_run(f.m, &h, &f, &changed);
        assert_int_equal(status, w == FAILS ? LATHE_GATE_FAILED : LATHE_OK);
        assert_int_equal(f.begun, w == FAILS ? 1 : 2);
        assert_int_equal(f.ended, f.begun);
        assert_int_equal(changed, w != FAILS);
        assert_ptr_equal(lathe_module_llvm(f.m), llvm);
        if (w == FAILS)
            assert_int_equal(LLVMGetInstructionOpcode(before_run), LLVMCall);
        f.m->owned = true;
        unload(&f);
    }
}

static void hooks_are_checked(void **state) {
    (void)state;
    static const struct {
        lathe_transform_hooks hooks;
        const char *sentence;
    } rows[] = {
        {{.struct_size = 3, .name = "x", .plan = plan}, "hooks: "},
        {{.struct_size = sizeof(lathe_transform_hooks), .plan = plan}, "name: it is NULL"},
        {{.struct_size = sizeof(lathe_transform_hooks), .name = "", .plan = plan},
         "name: it is empty"},
        {{.struct_size = sizeof(lathe_transform_hooks), .name = "a b", .plan = plan},
         "name: 'a b' has"},
        {{.struct_size = sizeof(lathe_transform_hooks), .name = "x", .plan = plan, .like = "no"},
         "like: there is no transform 'no'"},
        {{.struct_size = sizeof(lathe_transform_hooks), .name = "x"},
         "neither plan nor prepare_types"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fixture f = loaded(NOTHING);
        assert_int_equal(lathe_transform_run(f.m, &rows[i].hooks, &f, NULL), LATHE_USAGE);
        assert_non_null(strstr(lathe_ctx_error(f.ctx), rows[i].sentence));
        unload(&f);
    }
    fixture f = loaded(NOTHING);
    assert_int_equal(lathe_transform_run(f.m, NULL, NULL, NULL), LATHE_USAGE);
    unload(&f);
}

static void plans_are_held_against_the_program(void **state) {
    (void)state;
    fixture f = loaded(NOTHING);
    lathe_transform_hooks h = hooks_for(NOTHING), none = hooks_for(DECIDES_IN_PREPARE);
    char *text, *old = text_of(&f);
    size_t changed;
    assert_int_equal(lathe_transform_plan(f.m, &h, &f, &text), LATHE_OK);
    assert_string_equal(text, "lathe-plan mine\nchosen order=3,1,2,0 of struct.node\n");
    char *now = text_of(&f);
    assert_string_equal(old, now);
    LLVMDisposeMessage(old);
    LLVMDisposeMessage(now);
    assert_int_equal(lathe_transform_apply(f.m, &h, &f, "lathe-plan other\n", NULL),
                     LATHE_BAD_INPUT);
    lathe_ctx_clear(f.ctx);
    assert_int_equal(lathe_transform_apply(f.m, &h, &f, "", NULL), LATHE_USAGE);
    lathe_ctx_clear(f.ctx);
    const char *others = "lathe-plan mine\nchosen order=0,1,2,3 of struct.node\n";
    assert_int_equal(lathe_transform_apply(f.m, &h, &f, others, &changed), LATHE_USAGE);
    assert_int_equal(changed, 0);
    lathe_ctx_clear(f.ctx);
    assert_int_equal(lathe_transform_apply(f.m, &none, &f, text, NULL), LATHE_USAGE);
    lathe_ctx_clear(f.ctx);
    char *nothing = text;
    assert_int_equal(lathe_transform_plan(f.m, &none, &f, &nothing), LATHE_USAGE);
    assert_null(nothing);
    lathe_ctx_clear(f.ctx);
    assert_int_equal(lathe_transform_apply(f.m, &h, &f, text, &changed), LATHE_OK);
    assert_int_equal(changed, 1);
    free(text);
    unload(&f);
}

static char *transformed(lathe_module *m, uint64_t which) {
    fixture f = {.wrong = NOTHING};
    lathe_transform_hooks h = hooks_for(which % 2 ? DECIDES_IN_PREPARE : NOTHING);
    h.end = NULL;
    return lathe_transform_run(m, &h, &f, NULL) == LATHE_OK ? strdup("") : NULL;
}

static void memory_and_budgets_end_a_run(void **state) {
    (void)state;
    expect_failing_memory_is_reported(program, transformed, 0);
    assert_true(count_given_up(program, transformed, 2000) > 3);
}

static void numbers_out_of_range_are_harmless(void **state) {
    (void)state;
    fixture f = loaded(NOTHING);
    lathe_dtrans *d = lathe_dtrans_analyze(f.m, NULL);
    const size_t none = LATHE_DTRANS_NONE;
    lathe_dtrans_site site = LATHE_INIT(lathe_dtrans_site);
    lathe_dtrans_pointer pointer = LATHE_INIT(lathe_dtrans_pointer);
    lathe_dtrans_alias alias = LATHE_INIT(lathe_dtrans_alias);
    lathe_dtrans_call call = LATHE_INIT(lathe_dtrans_call);
    int64_t least, most;
    assert_null(lathe_dtrans_type_llvm(d, none));
    assert_int_equal(lathe_dtrans_type_of(d, NULL), none);
    assert_int_equal(lathe_dtrans_type_of(d, LLVMInt32TypeInContext(f.m->llvm_ctx)), none);
    assert_null(lathe_dtrans_use_value(d, none, 0));
    assert_null(lathe_dtrans_condition_name(99));
    assert_false(lathe_dtrans_has_condition(d, 0, "NoSuchCondition"));
    assert_false(lathe_dtrans_has_condition(d, none, "BadCasting"));
    assert_false(lathe_dtrans_has_condition(d, 0, NULL));
    assert_false(lathe_dtrans_site_get(d, 0, 9, &site));
    assert_true(lathe_dtrans_affinity(d, 0, 0, 9) == 0);
    assert_non_null(lathe_dtrans_field_obstacle(d, 0, 9, NULL));
    assert_int_equal(lathe_dtrans_access_count(d, none, 0), 0);
    assert_null(lathe_dtrans_access_at(d, 0, 0, 99));
    assert_int_equal(lathe_dtrans_field_values(d, 0, 9, NULL, 0), SIZE_MAX);
    assert_int_equal(lathe_dtrans_field_values(d, 0, 2, NULL, 3), SIZE_MAX);
    assert_false(lathe_dtrans_field_range(d, none, 0, &least, &most));
    assert_true(lathe_dtrans_field_range(d, 0, 2, NULL, NULL));
    assert_false(lathe_dtrans_value_range(d, NULL, &least, &most));
    assert_false(lathe_dtrans_pointer_get(d, NULL, &pointer));
    assert_false(lathe_dtrans_alias_get(d, NULL, 0, &alias));
    assert_false(lathe_dtrans_call_get(d, NULL, &call));
    assert_false(lathe_dtrans_is_annotation(NULL));
    assert_null(lathe_dtrans_annotation_text(NULL));
    lathe_dtrans_free(d);
    unload(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mistakes_fail_the_run),
        cmocka_unit_test(what_is_right_runs),
        cmocka_unit_test(modules_of_the_callers),
        cmocka_unit_test(hooks_are_checked),
        cmocka_unit_test(plans_are_held_against_the_program),
        cmocka_unit_test(memory_and_budgets_end_a_run),
        cmocka_unit_test(numbers_out_of_range_are_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
