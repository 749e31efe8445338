/* A module that was handed over with lathe_module_wrap stays the caller's: every pass, with budgets
 * that end and memory that runs out, leaves the module and its context alive, and the module as it
 * was unless all passes succeeded. */
#include "module_text.h"
#include "pass/pipeline.h"

#include <llvm-c/Analysis.h>

/* Structs, a loop nest, a checkpoint, and an external function that checkpoints are refused for. */
static const char program[] =
    "target triple = \"x86_64-unknown-linux-gnu\"\n"
    "%struct.node = type { i8, i64, i8, ptr }\n"
    "@head = internal global ptr null\n"
    "@grid = internal global [16 x [16 x i32]] zeroinitializer\n"
    "declare void @checkpoint()\n"
    "declare noalias ptr @malloc(i64) allockind(\"alloc,uninitialized\") allocsize(0)\n"
    "declare void @mystery()\n"
    "define internal i64 @sum() {\n"
    "  %n = call ptr @malloc(i64 32)\n"
    "  %b = getelementptr inbounds %struct.node, ptr %n, i32 0, i32 1\n"
    "  store i64 7, ptr %b\n"
    "  store ptr %n, ptr @head\n"
    "  %h = load ptr, ptr @head\n"
    "  %c = getelementptr inbounds %struct.node, ptr %h, i32 0, i32 1\n"
    "  %v = load i64, ptr %c\n"
    "  ret i64 %v\n"
    "}\n"
    "define i32 @main() {\n"
    "entry:\n"
    "  br label %rows\n"
    "rows:\n"
    "  %i = phi i64 [ 0, %entry ], [ %i1, %next ]\n"
    "  br label %row\n"
    "row:\n"
    "  %j = phi i64 [ 0, %rows ], [ %j1, %row ]\n"
    "  %p = getelementptr inbounds [16 x [16 x i32]], ptr @grid, i64 0, i64 %j, i64 %i\n"
    "  %x = load i32, ptr %p\n"
    "  %y = add i32 %x, 3\n"
    "  store i32 %y, ptr %p\n"
    "  %j1 = add nuw nsw i64 %j, 1\n"
    "  %d = icmp eq i64 %j1, 16\n"
    "  br i1 %d, label %next, label %row\n"
    "next:\n"
    "  call void @checkpoint()\n"
    "  %i1 = add nuw nsw i64 %i, 1\n"
    "  %e = icmp eq i64 %i1, 16\n"
    "  br i1 %e, label %out, label %rows\n"
    "out:\n"
    "  %s = call i64 @sum()\n"
    "  %r = trunc i64 %s to i32\n"
    "  ret i32 %r\n"
    "}\n";

/* One function with ckpt_mem that is accepted, one that is refused. */
static const char two_of_mem[] = "declare void @checkpoint()\n"
                                 "declare ptr @elsewhere()\n"
                                 "define i32 @good(ptr %ckpt_mem, i32 %n) {\n"
                                 "entry:\n"
                                 "  br label %loop\n"
                                 "loop:\n"
                                 "  %i = phi i32 [ 0, %entry ], [ %k, %loop ]\n"
                                 "  call void @checkpoint()\n"
                                 "  %k = add i32 %i, 1\n"
                                 "  %d = icmp slt i32 %k, %n\n"
                                 "  br i1 %d, label %loop, label %out\n"
                                 "out:\n"
                                 "  ret i32 %k\n"
                                 "}\n"
                                 "define i32 @bad(ptr %ckpt_mem) {\n"
                                 "  %p = call ptr @elsewhere()\n"
                                 "  call void @checkpoint()\n"
                                 "  %v = load i32, ptr %p\n"
                                 "  ret i32 %v\n"
                                 "}\n";

typedef struct callers {
    LLVMContextRef context;
    LLVMModuleRef llvm;
    LLVMValueRef main;
    char *before;
} callers;

static callers made_from(const char *text) {
    callers c = {.context = LLVMContextCreate()};
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "test.ll");
    char *message = NULL;
    if (LLVMParseIRInContext2(c.context, buffer, &c.llvm, &message))
        fail_msg("%s", message);
    LLVMDisposeMemoryBuffer(buffer);
    c.main = LLVMGetLastFunction(c.llvm);
    c.before = LLVMPrintModuleToString(c.llvm);
    return c;
}

/* What a caller may do with what is his, whatever became of the passes. */
static void expect_mine(const callers *c, bool unchanged, const char *after) {
    char *message = NULL, *text = LLVMPrintModuleToString(c->llvm);
    if (unchanged) {
        if (strcmp(text, c->before) != 0)
            fail_msg("%s changed the module although it failed", after);
        assert_ptr_equal(c->main, LLVMGetLastFunction(c->llvm));
        assert_string_equal(LLVMGetValueName(c->main), strstr(c->before, "@main") ? "main" : "bad");
    }
    if (LLVMVerifyModule(c->llvm, LLVMReturnStatusAction, &message))
        fail_msg("%s: %s", after, message);
    LLVMDisposeMessage(message);
    LLVMDisposeMessage(text);
}

static void done_with(callers *c) {
    LLVMDisposeMessage(c->before);
    LLVMDisposeModule(c->llvm);
    LLVMContextDispose(c->context);
}

typedef struct limits {
    uint64_t operations; /* 0: none */
    size_t allocations;  /* SIZE_MAX: none */
} limits;

static lathe_status run_limited(const char *text, const char *passes, limits most) {
    callers c = made_from(text);
    lathe_ctx *ctx = lathe_ctx_new();
    lathe_module *m = lathe_module_wrap(ctx, c.llvm);
    size_t left = most.allocations;
    lathe_ctx_set_budget(ctx, most.operations, 0);
    if (most.allocations != SIZE_MAX) {
        ctx->alloc = metered_alloc;
        ctx->alloc_data = &left;
    }
    lathe_status status = lathe_run_passes(m, passes, NULL);
    assert_ptr_equal(lathe_module_llvm(m), c.llvm);
    lathe_module_free(m);
    lathe_ctx_free(ctx);
    expect_mine(&c, status != LATHE_OK, passes);
    done_with(&c);
    return status;
}

static void every_pass_leaves_it_the_callers(void **state) {
    (void)state;
    const ir_pass *pass;
    for (size_t i = 0; (pass = pass_at(NULL, i)); i++)
        run_limited(program, pass->name, (limits){0, SIZE_MAX});
}

static void a_budget_that_ends_changes_nothing(void **state) {
    (void)state;
    const ir_pass *pass;
    size_t gave_up = 0;
    for (size_t i = 0; (pass = pass_at(NULL, i)); i++)
        for (uint64_t budget = 1; budget < 2000; budget *= 5)
            gave_up +=
                run_limited(program, pass->name, (limits){budget, SIZE_MAX}) == LATHE_GAVE_UP;
    assert_true(gave_up > 40);
}

static void memory_that_runs_out_changes_nothing(void **state) {
    (void)state;
    const ir_pass *pass;
    size_t failed = 0;
    for (size_t i = 0; (pass = pass_at(NULL, i)); i++)
        for (size_t allowed = 2; allowed < 4000; allowed += 1 + allowed / 2)
            failed += run_limited(program, pass->name, (limits){0, allowed}) == LATHE_NO_MEMORY;
    assert_true(failed > 100);
}

/* An unknown function: no checkpoints, said as a warning or, if that is asked for, as a failure. */
static void a_refused_program_is_untouched(void **state) {
    (void)state;
    char text[sizeof program + 64];
    const char *at = strstr(program, "  %s = call");
    snprintf(text, sizeof text, "%.*s  call void @mystery()\n%s", (int)(at - program), program, at);
    assert_int_equal(run_limited(text, "ckpt-inject<strict>", (limits){0, SIZE_MAX}),
                     LATHE_GATE_FAILED);
    callers c = made_from(text);
    lathe_ctx *ctx = lathe_ctx_new();
    lathe_module *m = lathe_module_wrap(ctx, c.llvm);
    assert_int_equal(lathe_run_passes(m, "ckpt-inject", NULL), LATHE_OK);
    lathe_module_free(m);
    lathe_ctx_free(ctx);
    expect_mine(&c, true, "ckpt-inject");
    done_with(&c);
}

/* A failure later in the pipeline takes back what came before it. */
static void a_pipeline_is_all_or_nothing(void **state) {
    (void)state;
    assert_int_equal(
        run_limited(program, "ckpt-inject,dtrans-shuffle<seed=x>", (limits){0, SIZE_MAX}),
        LATHE_USAGE);
    assert_int_equal(run_limited(program, "hir-tile,no-such-pass", (limits){0, SIZE_MAX}),
                     LATHE_USAGE);
}

/* What is refused is left, the rest is done, in the module itself. */
static void what_is_not_refused_is_done_in_place(void **state) {
    (void)state;
    callers c = made_from(two_of_mem);
    lathe_ctx *ctx = lathe_ctx_new();
    lathe_module *m = lathe_module_wrap(ctx, c.llvm);
    assert_int_equal(lathe_run_passes(m, "ckpt-inject<mem-only>", NULL), LATHE_OK);
    assert_ptr_equal(lathe_module_llvm(m), c.llvm);
    lathe_module_free(m);
    lathe_ctx_free(ctx);
    char *text = LLVMPrintModuleToString(c.llvm);
    assert_non_null(strstr(text, "lathe-ckpt-mem"));
    const char *bad = strstr(c.before, "define i32 @bad");
    char body[512];
    snprintf(body, sizeof body, "%.*s", (int)(strstr(bad, "\n}") - bad), bad);
    assert_non_null(strstr(text, body));
    LLVMDisposeMessage(text);
    expect_mine(&c, false, "ckpt-inject<mem-only>");
    done_with(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pass_leaves_it_the_callers),
        cmocka_unit_test(a_budget_that_ends_changes_nothing),
        cmocka_unit_test(memory_that_runs_out_changes_nothing),
        cmocka_unit_test(a_refused_program_is_untouched),
        cmocka_unit_test(a_pipeline_is_all_or_nothing),
        cmocka_unit_test(what_is_not_refused_is_done_in_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
