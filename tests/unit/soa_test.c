/* AOS-to-SOA and splitting when memory runs out, and when the budget ends, at every point of the
 * way. */
#include "module_text.h"

#include <string.h>

static const char program[] =
    "target datalayout = \"e-i64:64-n8:16:32:64-S128\"\n"
    "%struct.item = type { i32, ptr, double, [2 x i16] }\n"
    "%struct.city = type { i64, ptr }\n"
    "%struct.box = type { i8, ptr, i32 }\n"
    "%struct.spot = type { i64, i32, ptr }\n"
    "@again = internal global ptr @run\n"
    "@grown = internal global ptr null\n"
    "@box = internal global %struct.box zeroinitializer\n"
    "@cities = internal global [2 x %struct.city] [%struct.city { i64 1, ptr getelementptr "
    "(%struct.city, ptr @cities, i64 1) }, %struct.city { i64 2, ptr null }]\n"
    "declare ptr @realloc(ptr, i64)\n"
    "declare void @free(ptr)\n"
    "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
    "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n"
    "define internal i64 @next(ptr %c, i64 %i) {\n"
    "  %p = getelementptr %struct.city, ptr %c, i64 %i, i32 1\n"
    "  %n = load ptr, ptr %p\n"
    "  %none = icmp eq ptr %n, null\n"
    "  %q = select i1 %none, ptr %c, ptr %n\n"
    "  %v = getelementptr %struct.city, ptr %q, i64 0, i32 0\n"
    "  %r = load i64, ptr %v\n"
    "  ret i64 %r\n}\n"
    "define internal void @put(i64 %n) {\n"
    "  %old = load ptr, ptr @grown\n"
    "  %bytes = mul i64 %n, 32\n"
    "  %new = call ptr @realloc(ptr %old, i64 %bytes)\n"
    "  store ptr %new, ptr @grown\n"
    "  %t = alloca %struct.item\n"
    "  %e = getelementptr %struct.item, ptr %new, i64 %n\n"
    "  %last = getelementptr %struct.item, ptr %e, i64 -1\n"
    "  call void @llvm.memcpy.p0.p0.i64(ptr %t, ptr %new, i64 32, i1 false)\n"
    "  call void @llvm.memcpy.p0.p0.i64(ptr %last, ptr %t, i64 32, i1 false)\n"
    "  call void @llvm.memset.p0.i64(ptr %new, i8 0, i64 %bytes, i1 false)\n"
    "  %f = getelementptr %struct.item, ptr %last, i64 0, i32 1\n"
    "  store ptr %new, ptr %f\n"
    "  %in = getelementptr %struct.box, ptr @box, i64 0, i32 1\n"
    "  store ptr %last, ptr %in\n"
    "  %a = ptrtoint ptr %last to i64\n"
    "  %b = ptrtoint ptr %new to i64\n"
    "  %d = sub i64 %a, %b\n"
    "  %count = sdiv exact i64 %d, 32\n"
    "  %s = getelementptr %struct.item, ptr %last, i64 0, i32 3, i64 1\n"
    "  %short = trunc i64 %count to i16\n"
    "  store i16 %short, ptr %s\n"
    "  ret void\n}\n"
    "define internal i64 @sum(ptr %p, i64 %n) {\n"
    "  %k = getelementptr %struct.spot, ptr %p, i64 %n, i32 0\n"
    "  %m = getelementptr %struct.spot, ptr %p, i64 %n, i32 1\n"
    "  %x = load i64, ptr %k\n"
    "  %y = load i32, ptr %m\n"
    "  %w = zext i32 %y to i64\n"
    "  %s = add i64 %x, %w\n"
    "  ret i64 %s\n}\n"
    "define internal i64 @pass(ptr %p) {\n"
    "  %s = call i64 @sum(ptr %p, i64 3)\n"
    "  ret i64 %s\n}\n"
    "define internal i64 @run(i64 %v) {\n"
    "  %a = alloca [4 x %struct.spot]\n"
    "  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 96, i1 false)\n"
    "  %e = getelementptr [4 x %struct.spot], ptr %a, i64 0, i64 3\n"
    "  store i64 %v, ptr %e\n"
    "  %s = call i64 @pass(ptr %a)\n"
    "  ret i64 %s\n}\n"
    "define i32 @main() {\n"
    "  %f = load ptr, ptr @again\n"
    "  %u = call i64 %f(i64 5)\n"
    "  call void @put(i64 4)\n"
    "  call void @put(i64 9)\n"
    "  %p = load ptr, ptr @grown\n"
    "  call void @free(ptr %p)\n"
    "  %v = call i64 @next(ptr @cities, i64 1)\n"
    "  ret i32 0\n}\n";

typedef struct expectation {
    const char *passes;
    const char *texts[4];
} expectation;

static const expectation apart = {"dtrans-aos-to-soa<force;index=32>",
                                  {"%__SOA_struct.item = type { ptr, ptr, ptr, ptr }",
                                   "@cities.0 = internal global [2 x i64] [i64 1, i64 2]",
                                   "%__SOADT_struct.box = type { i8, i32, i32 }",
                                   "define internal i64 @sum(i32 %p, i64 %n, ptr %0, ptr %1)"}};

static const expectation split = {
    "dtrans-split<force;index=32;type=item;groups=0+2,1>,dtrans-split<force;type=city;groups=1+0>",
    {"%__SPLIT_struct.item.0 = type { double, i32 }", "%__SPLIT_struct.city.0 = type { i64, i64 }",
     "@cities.0 = internal global [2 x %__SPLIT_struct.city.0] [%__SPLIT_struct.city.0 { i64 1, ",
     ", %__SPLIT_struct.city.0 { i64 2, i64 0 }]"}};

static void check_text(lathe_module *m, const void *data) {
    const expectation *e = data;
    char *text = LLVMPrintModuleToString(m->llvm);
    for (size_t i = 0; i < 4 && e->texts[i]; i++)
        assert_non_null(strstr(text, e->texts[i]));
    assert_null(strstr(text, "sdiv"));
    LLVMDisposeMessage(text);
}

static void survives_failing_memory(void **state) {
    const expectation *e = *state;
    expect_passes_survive_failing_memory(program, e->passes, check_text, e);
}

static void ends_with_the_budget(void **state) {
    const expectation *e = *state;
    expect_passes_end_with_the_budget(program, e->passes, 4000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(survives_failing_memory, (void *)&apart),
        cmocka_unit_test_prestate(ends_with_the_budget, (void *)&apart),
        cmocka_unit_test_prestate(survives_failing_memory, (void *)&split),
        cmocka_unit_test_prestate(ends_with_the_budget, (void *)&split),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
