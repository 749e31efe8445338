/* Ranges of integers over a program, and of fields: each row is a function body that ends in a call
 * of @show with the value in question, beside near misses of which nothing may be known. */
#include "module_text.h"

#include "lathe/dtrans.h"

#include <inttypes.h>

static const char frame[] = "target datalayout = \"e-i64:64-n8:16:32:64-S128\"\n"
                            "%%struct.s = type { i64, i32, i32 }\n"
                            "declare ptr @calloc(i64, i64)\n"
                            "declare i32 @outside()\n"
                            "declare void @show(i32)\n"
                            "declare void @take(ptr)\n"
                            "declare i32 @llvm.smin.i32(i32, i32)\n"
                            "declare i32 @llvm.smax.i32(i32, i32)\n"
                            "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n"
                            "define internal i32 @id(i32 %%x) {\n  ret i32 %%x\n}\n"
                            "define internal i32 @leaked(i32 %%x) {\n  ret i32 %%x\n}\n"
                            "@pointer = internal global ptr @leaked\n"
                            "define internal void @body(i32 %%x, i8 %%b, i1 %%c, ptr %%s) {\n%s}\n"
                            "define i32 @main(i32 %%argc, ptr %%argv) {\n"
                            "  %%s = call ptr @calloc(i64 4, i64 16)\n"
                            "  %%x = call i32 @outside()\n"
                            "  %%b = trunc i32 %%x to i8\n"
                            "  %%c = icmp eq i32 %%x, 3\n"
                            "  call void @body(i32 %%x, i8 %%b, i1 %%c, ptr %%s)\n"
                            "  ret i32 0\n}\n";

#define FIELD(n) "  %f" #n " = getelementptr %struct.s, ptr %s, i64 0, i32 " #n "\n"
#define SHOW "  call void @show(i32 %r)\n  ret void\n"

typedef struct row {
    const char *body;
    bool known;
    int64_t least, most;
} row;

static const row values[] = {
    {"  call void @show(i32 7)\n  ret void\n", true, 7, 7},
    {"  call void @show(i32 %x)\n  ret void\n", false, 0, 0},
    {"  %r = zext i8 %b to i32\n" SHOW, true, 0, 255},
    {"  %r = sext i8 %b to i32\n" SHOW, true, -128, 127},
    {"  %r = zext i1 %c to i32\n" SHOW, true, 0, 1},
    {"  %r = sext i1 %c to i32\n" SHOW, true, -1, 0},
    {"  %r = and i32 %x, 15\n" SHOW, true, 0, 15},
    {"  %r = and i32 %x, -16\n" SHOW, false, 0, 0},
    {"  %n = zext i8 %b to i32\n  %r = and i32 %n, -2\n" SHOW, true, 0, 255},
    {"  %r = urem i32 %x, 10\n" SHOW, true, 0, 9},
    {"  %r = srem i32 %x, 10\n" SHOW, true, -9, 9},
    {"  %n = zext i8 %b to i32\n  %r = srem i32 %n, 10\n" SHOW, true, 0, 9},
    {"  %r = srem i32 %x, -10\n" SHOW, false, 0, 0},
    {"  %r = srem i32 10, %x\n" SHOW, false, 0, 0},
    {"  %r = lshr i32 %x, 28\n" SHOW, true, 0, 15},
    {"  %r = ashr i32 %x, 28\n" SHOW, true, -8, 7},
    {"  %r = lshr i32 %x, 0\n" SHOW, false, 0, 0},
    {"  %n = zext i8 %b to i32\n  %r = udiv i32 %n, 5\n" SHOW, true, 0, 51},
    {"  %r = sdiv i32 %x, 2\n" SHOW, false, 0, 0},
    {"  %n = zext i8 %b to i32\n  %r = add i32 %n, 5\n" SHOW, true, 5, 260},
    {"  %n = zext i8 %b to i32\n  %r = sub i32 5, %n\n" SHOW, true, -250, 5},
    {"  %n = sext i8 %b to i32\n  %r = mul i32 %n, %n\n" SHOW, true, -16256, 16384},
    {"  %n = lshr i32 %x, 1\n  %r = add i32 %n, 1\n" SHOW, false, 0, 0},
    {"  %n = lshr i32 %x, 1\n  %r = mul i32 %n, 2\n" SHOW, false, 0, 0},
    {"  %n = zext i8 %b to i32\n  %r = or i32 %n, 256\n" SHOW, true, 0, 511},
    {"  %n = sext i8 %b to i32\n  %r = or i32 %n, 256\n" SHOW, false, 0, 0},
    {"  %n = zext i8 %b to i32\n  %r = xor i32 %n, 3\n" SHOW, true, 0, 255},
    {"  %r = xor i32 %x, 3\n" SHOW, false, 0, 0},
    {"  %r = select i1 %c, i32 3, i32 -4\n" SHOW, true, -4, 3},
    {"  %r = select i1 %c, i32 3, i32 %x\n" SHOW, false, 0, 0},
    {"  %r = select i1 %c, i32 3, i32 undef\n" SHOW, true, 3, 3},
    {"  %r = freeze i32 9\n" SHOW, true, 9, 9},
    {"  %n = and i32 %x, 100\n  %t = trunc i32 %n to i8\n  %r = sext i8 %t to i32\n" SHOW, true, 0,
     100},
    {"  %n = and i32 %x, 200\n  %t = trunc i32 %n to i8\n  %r = sext i8 %t to i32\n" SHOW, true,
     -128, 127},
    {"  %r = call i32 @llvm.smin.i32(i32 %x, i32 5)\n" SHOW, true, INT32_MIN, 5},
    {"  %n = call i32 @llvm.smin.i32(i32 %x, i32 5)\n"
     "  %r = call i32 @llvm.smax.i32(i32 %n, i32 -3)\n" SHOW,
     true, -3, 5},
    {"  %n = and i32 %x, 63\n  %r = call i32 @id(i32 %n)\n" SHOW, true, 0, 63},
    {"  %n = and i32 %x, 63\n  %o = call i32 @id(i32 %x)\n  %r = call i32 @id(i32 %n)\n" SHOW,
     false, 0, 0},
    {"  %n = and i32 %x, 63\n  %r = call i32 @leaked(i32 %n)\n" SHOW, false, 0, 0},
    {"  %r = call i32 @outside()\n" SHOW, false, 0, 0},
    /* A circle of steps that pass on, and one that counts. */
    {"  br label %loop\nloop:\n  %r = phi i32 [ 4, %0 ], [ %q, %loop ]\n"
     "  %q = select i1 %c, i32 %r, i32 6\n  br i1 %c, label %loop, label %out\nout:\n" SHOW,
     true, 4, 6},
    {"  br label %loop\nloop:\n  %r = phi i32 [ 4, %0 ], [ %q, %loop ]\n"
     "  %q = add i32 %r, 1\n  br i1 %c, label %loop, label %out\nout:\n" SHOW,
     false, 0, 0},
    {"  br label %loop\nloop:\n  %n = phi i32 [ 4, %0 ], [ %q, %loop ]\n"
     "  %q = add i32 %n, 1\n  %r = and i32 %q, 31\n  br i1 %c, label %loop, label "
     "%out\nout:\n" SHOW,
     true, 0, 31},
};

/* Of field 1; field 2 is there to be copied from. */
static const row fields[] = {
    {FIELD(1) "  store i32 9, ptr %f1\n  ret void\n", true, 0, 9},
    {FIELD(1) "  store i32 -9, ptr %f1\n  ret void\n", true, -9, 0},
    {FIELD(1) "  store i32 %x, ptr %f1\n  ret void\n", false, 0, 0},
    {FIELD(1) "  %v = load i32, ptr %f1\n  store i32 %v, ptr %f1\n  ret void\n", true, 0, 0},
    {FIELD(
         1) "  %v = load i32, ptr %f1\n  %w = add i32 %v, 1\n  store i32 %w, ptr %f1\n  ret void\n",
     false, 0, 0},
    {FIELD(1) FIELD(2) "  store i32 40, ptr %f2\n  %v = load i32, ptr %f2\n"
                       "  store i32 %v, ptr %f1\n  %u = load i32, ptr %f1\n"
                       "  store i32 %u, ptr %f2\n  ret void\n",
     true, 0, 40},
    {FIELD(1) FIELD(2) "  store i32 %x, ptr %f2\n  %v = load i32, ptr %f2\n"
                       "  store i32 %v, ptr %f1\n  ret void\n",
     false, 0, 0},
    {FIELD(1) "  store volatile i32 9, ptr %f1\n  ret void\n", false, 0, 0},
    {FIELD(1) "  store atomic i32 9, ptr %f1 seq_cst, align 4\n  ret void\n", false, 0, 0},
    {FIELD(1) "  store i16 9, ptr %f1\n  ret void\n", false, 0, 0},
    {FIELD(1) "  store i32 9, ptr %f1\n  call void @take(ptr %f1)\n  ret void\n", false, 0, 0},
    {FIELD(1) "  store i32 9, ptr %f1\n  call void @take(ptr %s)\n  ret void\n", false, 0, 0},
    {FIELD(1) "  store i32 9, ptr %f1\n  call void @llvm.memset.p0.i64(ptr %s, i8 0, i64 16, i1 "
              "false)\n"
              "  ret void\n",
     true, 0, 9},
    {FIELD(1) "  store i32 9, ptr %f1\n  call void @llvm.memset.p0.i64(ptr %s, i8 1, i64 16, i1 "
              "false)\n"
              "  ret void\n",
     false, 0, 0},
    {FIELD(1) FIELD(2) "  %p = select i1 %c, ptr %f1, ptr %f2\n  store i32 9, ptr %p\n  ret void\n",
     false, 0, 0},
    {FIELD(1) "  %l = alloca i32\n  %p = select i1 %c, ptr %f1, ptr %l\n  store i32 9, ptr %p\n"
              "  call void @take(ptr null)\n  ret void\n",
     false, 0, 0},
    {FIELD(
         1) "  %i = ptrtoint ptr %f1 to i64\n  %j = add i64 %i, 4\n  %p = inttoptr i64 %j to ptr\n"
            "  store i32 9, ptr %p\n  ret void\n",
     false, 0, 0},
    {FIELD(1) "  store i32 9, ptr %f1\n  %p = getelementptr i8, ptr %s, i64 8\n"
              "  store i32 12, ptr %p\n  ret void\n",
     true, 0, 12},
    {FIELD(1) "  %p = getelementptr i32, ptr %f1, i64 1\n  store i32 9, ptr %p\n  ret void\n",
     false, 0, 0},
};

static lathe_dtrans *analyzed(lathe_ctx *ctx, const char *body, lathe_module **m) {
    char text[6000];
    snprintf(text, sizeof text, frame, body);
    *m = module_from_text(ctx, text);
    lathe_dtrans *d = lathe_dtrans_analyze(*m, NULL);
    assert_non_null(d);
    return d;
}

static LLVMValueRef shown(lathe_module *m) {
    LLVMValueRef fn = LLVMGetNamedFunction(m->llvm, "body");
    ir_each_block (bb, fn)
        ir_each_inst (inst, bb)
            if (LLVMIsACallInst(inst) &&
                LLVMGetCalledValue(inst) == LLVMGetNamedFunction(m->llvm, "show"))
                return LLVMGetOperand(inst, 0);
    fail();
    return NULL;
}

static void check(const row *r, bool known, int64_t least, int64_t most) {
    if (known != r->known || (known && (least != r->least || most != r->most)))
        fail_msg("%s: %s%" PRId64 "..%" PRId64, r->body, known ? "" : "not ", least, most);
}

static void ranges_of_values(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        lathe_ctx *ctx = lathe_ctx_new();
        lathe_module *m;
        lathe_dtrans *d = analyzed(ctx, values[i].body, &m);
        int64_t least = 0, most = 0;
        bool known = lathe_dtrans_value_range(d, shown(m), &least, &most);
        check(&values[i], known, least, most);
        lathe_dtrans_free(d);
        lathe_module_free(m);
        lathe_ctx_free(ctx);
    }
}

static void ranges_of_fields(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        lathe_ctx *ctx = lathe_ctx_new();
        lathe_module *m;
        lathe_dtrans *d = analyzed(ctx, fields[i].body, &m);
        int64_t least = 0, most = 0;
        bool known = lathe_dtrans_field_range(d, lathe_dtrans_type_find(d, "s"), 1, &least, &most);
        check(&fields[i], known, least, most);
        lathe_dtrans_free(d);
        lathe_module_free(m);
        lathe_ctx_free(ctx);
    }
}

/* What main is given, and what a function is that nothing calls, comes from outside. */
static void entries_are_given_anything(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    lathe_module *m;
    lathe_dtrans *d = analyzed(ctx, "  ret void\n", &m);
    LLVMValueRef argc = LLVMGetParam(LLVMGetNamedFunction(m->llvm, "main"), 0);
    LLVMValueRef uncalled = LLVMGetParam(LLVMGetNamedFunction(m->llvm, "id"), 0);
    assert_false(lathe_dtrans_value_range(d, argc, NULL, NULL));
    assert_false(lathe_dtrans_value_range(d, uncalled, NULL, NULL));
    lathe_dtrans_free(d);
    lathe_module_free(m);
    lathe_ctx_free(ctx);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges_of_values),
        cmocka_unit_test(ranges_of_fields),
        cmocka_unit_test(entries_are_given_anything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
