/* The record that is put into a module, and the modules that get none. */
#include "failing_alloc.h"
#include "module_text.h"

#include "cc/host/embed.h"
#include "cc/objects/record.h"
#include "cc/objects/setting.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <string.h>

#define HEAD "target triple = \"x86_64-pc-linux-gnu\"\n"
#define NOTES                                                                                      \
    "f\0a.c\0"                                                                                     \
    "12\0interchange\0"
#define USED                                                                                       \
    "@kept = internal global i32 4\n"                                                              \
    "@llvm.compiler.used = appending global [1 x ptr] [ptr @kept], section \"llvm.metadata\"\n"

/* As the plugin does it: with the bitcode of the module as it is. */
static bool embed(lathe_ctx *ctx, LLVMModuleRef module, const char *options, const char *notes,
                  size_t size) {
    str text;
    str_init(&text, ctx);
    str_add_n(&text, notes, size);
    LLVMMemoryBufferRef bitcode = LLVMWriteBitcodeToMemoryBuffer(module);
    bool embedded = ctx_ok(ctx) && cc_embed(ctx, module, bitcode, options, &text);
    LLVMDisposeMemoryBuffer(bitcode);
    str_free(&text);
    return embedded;
}

static void assert_valid(lathe_module *m) {
    char *message = NULL;
    assert_int_equal(LLVMVerifyModule(m->llvm, LLVMReturnStatusAction, &message), 0);
    LLVMDisposeMessage(message);
}

static void a_record_is_added_and_kept(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    lathe_module *m = module_from_text(ctx, HEAD USED "define void @f() {\n  ret void\n}\n");
    assert_true(cc_embed_is_possible(m->llvm));
    assert_true(embed(ctx, m->llvm, "3l\x1f-fPIC\x1f-mavx", NOTES, sizeof NOTES - 1));
    assert_valid(m);
    LLVMValueRef variable = LLVMGetNamedGlobal(m->llvm, "lathe.bc");
    assert_non_null(variable);
    assert_string_equal(LLVMGetSection(variable), CC_RECORD_SECTION);
    size_t size, offset = 0;
    const char *bytes = LLVMGetAsString(LLVMGetInitializer(variable), &size);
    cc_record r;
    assert_int_equal(cc_record_next(bytes, size, &offset, &r), CC_RECORD_FOUND);
    assert_int_equal(offset, size);
    assert_int_equal(r.level, 3);
    assert_true(r.loops);
    assert_int_equal(r.notes_size, sizeof NOTES - 1);
    assert_memory_equal(r.notes, NOTES, sizeof NOTES - 1);
    assert_int_equal(r.llvm_major, 22);
    assert_true(cc_settings_have(r.options, r.options_size, "-fPIC"));
    assert_int_equal(r.options_size, 4); /* the bitcode knows of the other */
    LLVMValueRef list = LLVMGetInitializer(LLVMGetNamedGlobal(m->llvm, "llvm.compiler.used"));
    assert_int_equal(LLVMGetNumOperands(list), 2);
    assert_ptr_equal(LLVMGetOperand(list, 0), LLVMGetNamedGlobal(m->llvm, "kept"));
    assert_ptr_equal(LLVMGetOperand(list, 1), variable);
    lathe_module_free(m);
    lathe_ctx_free(ctx);
}

static void levels_and_words_may_be_missing(void **state) {
    (void)state;
    static const struct {
        const char *options;
        int level;
        size_t size;
    } cases[] = {{"", 0, 0}, {"2", 2, 0}, {"x", 0, 0}, {"1\x1f", 1, 0}, {"1\x1f\x1f-g", 1, 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lathe_ctx *ctx = lathe_ctx_new();
        lathe_module *m = module_from_text(ctx, HEAD "@a = global i32 0\n");
        assert_true(embed(ctx, m->llvm, cases[i].options, "", 0));
        assert_valid(m);
        size_t size, offset = 0;
        LLVMValueRef variable = LLVMGetNamedGlobal(m->llvm, "lathe.bc");
        const char *bytes = LLVMGetAsString(LLVMGetInitializer(variable), &size);
        cc_record r;
        assert_int_equal(cc_record_next(bytes, size, &offset, &r), CC_RECORD_FOUND);
        assert_int_equal(r.level, cases[i].level);
        assert_false(r.loops);
        assert_int_equal(r.notes_size, 0);
        assert_int_equal(r.options_size, cases[i].size);
        lathe_module_free(m);
        lathe_ctx_free(ctx);
    }
}

static void options_that_objects_cannot_keep_make_it_none(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    lathe_module *m = module_from_text(ctx, HEAD "@a = global i32 0\n");
    assert_true(embed(ctx, m->llvm, "2\x1f-fPIC\x1f-mllvm\x1f-g", "", 0));
    assert_null(LLVMGetNamedGlobal(m->llvm, "lathe.bc"));
    lathe_module_free(m);
    lathe_ctx_free(ctx);
}

static void some_modules_get_none(void **state) {
    (void)state;
    static const char *const texts[] = {
        HEAD "module asm \"nop\"\n",
        HEAD "define void @f() sanitize_memory {\n  ret void\n}\n",
        HEAD "define void @f() \"fentry-call\"=\"true\" {\n  ret void\n}\n",
        HEAD "declare void @__ubsan_handle_out_of_bounds()\n",
        HEAD "!llvm.gcov = !{!0}\n!0 = !{}\n"
             "!llvm.module.flags = !{!1}\n!1 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
        HEAD "!llvm.module.flags = !{!0}\n!0 = !{i32 4, !\"kcfi\", i32 1}\n",
        "target triple = \"arm64-apple-macosx14\"\n",
        "target triple = \"x86_64-pc-windows-msvc\"\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        lathe_ctx *ctx = lathe_ctx_new();
        lathe_module *m = module_from_text(ctx, texts[i]);
        assert_false(cc_embed_is_possible(m->llvm));
        lathe_module_free(m);
        lathe_ctx_free(ctx);
    }
}

static void without_memory_the_module_stays(void **state) {
    (void)state;
    for (size_t n = 1;; n++) {
        lathe_ctx *ctx = lathe_ctx_new();
        lathe_module *m = module_from_text(ctx, HEAD USED);
        char *before = LLVMPrintModuleToString(m->llvm);
        lathe_ctx *meager = lathe_ctx_new();
        failing_alloc f = {.fail_at = n};
        meager->alloc = failing_realloc;
        meager->alloc_data = &f;
        bool embedded = embed(meager, m->llvm, "2\x1f-g", "", 0);
        char *after = LLVMPrintModuleToString(m->llvm);
        assert_int_equal(strcmp(before, after) != 0, embedded);
        assert_int_equal(f.live, 0);
        LLVMDisposeMessage(before);
        LLVMDisposeMessage(after);
        lathe_ctx_free(meager);
        lathe_module_free(m);
        lathe_ctx_free(ctx);
        if (embedded) {
            assert_true(n > 2);
            return;
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_is_added_and_kept),
        cmocka_unit_test(levels_and_words_may_be_missing),
        cmocka_unit_test(options_that_objects_cannot_keep_make_it_none),
        cmocka_unit_test(some_modules_get_none),
        cmocka_unit_test(without_memory_the_module_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
