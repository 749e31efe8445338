/* Analyses are made once, are gone when they are forgotten, and are never of another function than
 * the one that is there now. */
#include "flow_text.h"

#include "base/assert.h"
#include "ir/analyses.h"
#include "ir/edit/edit_split.h"
#include "ir/llvmpasses.h"
#include "ir/summary.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static const char graph[] = "define void @f(i1 %c) {\n"
                            "entry: br label %loop\n"
                            "loop: br i1 %c, label %loop, label %end\n"
                            "end: ret void\n}\n"
                            "define void @g() {\n  ret void\n}\n";

typedef struct fixture {
    flow_text t;
    lathe_module *m;
} fixture;

static fixture begin(void) {
    fixture f = {.t = flow_text_parse(graph)};
    f.t.fn = LLVMGetNamedFunction(f.t.llvm, "f");
    f.m = lathe_module_wrap(f.t.ctx, f.t.llvm);
    return f;
}

static void end(fixture *f) {
    lathe_module_free(f->m);
    flow_text_free(&f->t);
}

static void test_once(void **state) {
    (void)state;
    fixture f = begin();
    const ir_loops *loops = ir_loops_of(f.m, f.t.fn);
    assert_int_equal(loops->count, 1);
    assert_ptr_equal(ir_loops_of(f.m, f.t.fn), loops);
    assert_ptr_equal(ir_cfg_of(f.m, f.t.fn), loops->cfg);
    assert_ptr_equal(ir_dom_of(f.m, f.t.fn)->cfg, loops->cfg);
    assert_ptr_equal(ir_postdom_of(f.m, f.t.fn)->cfg, loops->cfg);
    assert_ptr_equal(ir_live_of(f.m, f.t.fn)->cfg, loops->cfg);
    assert_true(ir_freq_of(f.m, f.t.fn)->block[1] > 1);
    assert_ptr_equal(ir_freq_of(f.m, f.t.fn), ir_freq_of(f.m, f.t.fn));
    assert_int_equal(ir_cfg_of(f.m, LLVMGetNamedFunction(f.t.llvm, "g"))->count, 1);
    end(&f);
}

/* What edits blocks, runs LLVM's passes or marks a change forgets. */
static void test_forgotten(void **state) {
    (void)state;
    fixture f = begin();
    LLVMValueRef g = LLVMGetNamedFunction(f.t.llvm, "g");
    const ir_cfg *other = ir_cfg_of(f.m, g);
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(f.t.fn);
    assert_int_equal(ir_cfg_of(f.m, f.t.fn)->count, 3);
    assert_non_null(ir_split_edge(f.m, LLVMGetBasicBlockTerminator(entry), 0));
    assert_int_equal(ir_cfg_of(f.m, f.t.fn)->count, 4);
    assert_ptr_equal(ir_cfg_of(f.m, g), other);
    assert_true(ir_run_llvm(f.m, &(ir_llvm_run){.passes = "simplifycfg", .function = f.t.fn}));
    assert_int_equal(ir_cfg_of(f.m, f.t.fn)->count, 3);
    LLVMAppendBasicBlockInContext(f.t.llvm_ctx, f.t.fn, "more");
    ir_mark_changed(f.m);
    assert_int_equal(ir_cfg_of(f.m, f.t.fn)->count, 4);
    end(&f);
}

static bool ask_after_change(fixture *f, bool tells) {
    pid_t child = fork();
    if (child == 0) {
        signal(SIGABRT, SIG_DFL);
        close(STDERR_FILENO);
        LLVMSetSuccessor(LLVMGetBasicBlockTerminator(LLVMGetEntryBasicBlock(f->t.fn)), 0,
                         LLVMGetLastBasicBlock(f->t.fn));
        if (tells)
            ir_analyses_forget(f->m, f->t.fn);
        ir_dom_of(f->m, f->t.fn);
        _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

static void test_stale(void **state) {
    (void)state;
    fixture f = begin();
    assert_non_null(ir_loops_of(f.m, f.t.fn));
    assert_int_equal(ask_after_change(&f, false), LATHE_ASSERTING);
    assert_false(ask_after_change(&f, true));
    end(&f);
}

static void test_verified(void **state) {
    (void)state;
    fixture f = begin();
    assert_true(f.m->unverified); /* nobody has looked at what a caller gave */
    assert_int_equal(ir_verify_changes(f.m, "test"), LATHE_OK);
    assert_false(f.m->unverified);
    LLVMAppendBasicBlockInContext(f.t.llvm_ctx, f.t.fn, "empty");
    ir_mark_changed(f.m);
    assert_int_equal(ir_verify_changes(f.m, "test"), LATHE_INTERNAL);
    end(&f);
}

static uint64_t loops_in(lathe_module *m) {
    ir_summary s;
    assert_true(ir_summary_init(&s, m));
    uint64_t loops = s.loops;
    ir_summary_free(&s);
    return loops;
}

/* The library's callers tell nobody what they change. */
static void test_callers(void **state) {
    (void)state;
    fixture f = begin();
    LLVMBasicBlockRef last = LLVMGetLastBasicBlock(f.t.fn);
    LLVMValueRef back = LLVMGetBasicBlockTerminator(LLVMGetPreviousBasicBlock(last));
    assert_int_equal(loops_in(f.m), 1);
    LLVMSetSuccessor(back, 0, last);
    assert_int_equal(loops_in(f.m), 0);
    char *text;
    LLVMSetSuccessor(back, 0, LLVMGetInstructionParent(back));
    assert_int_equal(lathe_run_passes(f.m, "ir-print<what=frequency>", &text), LATHE_OK);
    lathe_free(text);
    LLVMSetSuccessor(back, 0, last);
    assert_int_equal(loops_in(f.m), 0);
    end(&f);
}

static void test_no_such_pass(void **state) {
    (void)state;
    fixture f = begin();
    assert_false(ir_run_llvm(
        f.m, &(ir_llvm_run){.passes = "no-such-pass", .doing = "trying", .failure = LATHE_USAGE}));
    assert_int_equal(lathe_ctx_status(f.t.ctx), LATHE_USAGE);
    assert_non_null(strstr(lathe_ctx_error(f.t.ctx), "trying: "));
    assert_non_null(strstr(lathe_ctx_error(f.t.ctx), "no-such-pass'"));
    end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_once),    cmocka_unit_test(test_forgotten),
        cmocka_unit_test(test_stale),   cmocka_unit_test(test_verified),
        cmocka_unit_test(test_callers), cmocka_unit_test(test_no_such_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
