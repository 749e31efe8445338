/* Initializers in a new layout: printed constants and refusals. */
#include "layouts.h"

#include "dtrans/transform/layout_init.h"

static uint32_t number(fixture *f, const char *type) {
    return type ? dtrans_type_named(&f->info, type) : IR_NONE;
}

static bool remap(fixture *f, const char *name, const char *type, dtrans_image *image) {
    LLVMValueRef g = LLVMGetNamedGlobal(f->p.m.llvm, name);
    assert_non_null(g);
    bool done = dtrans_remap_initializer(&f->l, LLVMGlobalGetValueType(g), LLVMGetInitializer(g),
                                         number(f, type), image);
    assert_int_equal(lathe_ctx_status(f->p.ctx), LATHE_OK);
    return done;
}

static bool can_remap(fixture *f, const char *name, const char *type) {
    LLVMValueRef g = LLVMGetNamedGlobal(f->p.m.llvm, name);
    return dtrans_can_remap_initializer(&f->info, LLVMGlobalGetValueType(g), LLVMGetInitializer(g),
                                        number(f, type));
}

/* The size is in bytes. */
static void expect(fixture *f, const char *name, const char *type, uint64_t size,
                   const char *expected) {
    dtrans_image image = {0};
    assert_true(can_remap(f, name, type));
    assert_true(remap(f, name, type, &image));
    char *text = LLVMPrintValueToString(image.init);
    assert_string_equal(text, expected);
    LLVMDisposeMessage(text);
    assert_ptr_equal(LLVMTypeOf(image.init), image.type);
    assert_int_equal(LLVMABISizeOfType(f->l.target, image.type), size);
}

static void expect_refusal(fixture *f, const char *name, const char *type) {
    dtrans_image image = {(LLVMTypeRef)f, (LLVMValueRef)f};
    assert_false(can_remap(f, name, type));
    assert_false(remap(f, name, type, &image));
    assert_ptr_equal(image.type, f);
    assert_ptr_equal(image.init, f);
}

/* S is turned round. */
static const char plain[] =
    LAYOUT "%S = type { i8, i32, ptr }\n"
           "%S.to = type { ptr, i32, i8 }\n"
           "%Outer = type { i16, [2 x %S], i64 }\n"
           "%Alone = type { i64 }\n"
           "@used = external global { %S, %S.to, %Outer, %Alone }\n"
           "@x = global [4 x i32] zeroinitializer\n"
           "@one = global %S { i8 1, i32 2, ptr @x }\n"
           "@rows = global [2 x [2 x %S]] [[2 x %S] [%S { i8 1, i32 2, ptr null }, %S undef],"
           "  [2 x %S] zeroinitializer]\n"
           "@outer = global %Outer { i16 7, [2 x %S] [%S { i8 1, i32 2, ptr null }, %S poison],"
           "  i64 9 }\n"
           "@literal = global <{ %S, i8 }> <{ %S { i8 1, i32 2, ptr null }, i8 5 }>\n"
           "@huge = global [1000000 x %S] zeroinitializer\n"
           "@undefined = global [3 x %S] undef\n"
           "@poisoned = global [3 x %S] poison\n"
           "@field = global %S { i8 0, i32 0, ptr getelementptr (i8, ptr @x, i64 8) }\n"
           "@alone = global %Alone { i64 4 }\n"
           "@outside = external global [5 x %S]\n"
           "@bare = external global [3 x { i8, [3 x i8], i32, ptr }]\n";

static void begin_plain(fixture *f) {
    begin(f, plain);
    change(f, "S", (int[]){2, 1, 0});
    settle(f);
}

static void declared_types_are_followed(void **state) {
    (void)state;
    fixture f;
    begin_plain(&f);
    expect(&f, "one", "S", 16, "%new.S { ptr @x, i32 2, i8 1 }");
    expect(&f, "one", NULL, 16, "%new.S { ptr @x, i32 2, i8 1 }");
    expect(&f, "rows", "S", 64,
           "[2 x [2 x %new.S]] [[2 x %new.S] [%new.S { ptr null, i32 2, i8 1 }, %new.S undef], "
           "[2 x %new.S] zeroinitializer]");
    expect(&f, "outer", "Outer", 48,
           "%Outer.0 { i16 7, [2 x %new.S] [%new.S { ptr null, i32 2, i8 1 }, %new.S poison], "
           "i64 9 }");
    expect(&f, "literal", NULL, 17,
           "<{ %new.S, i8 }> <{ %new.S { ptr null, i32 2, i8 1 }, i8 5 }>");
    expect(&f, "huge", "S", 16000000, "[1000000 x %new.S] zeroinitializer");
    expect(&f, "undefined", "S", 48, "[3 x %new.S] undef");
    expect(&f, "poisoned", "S", 48, "[3 x %new.S] poison");
    expect(&f, "field", "S", 16, "%new.S { ptr getelementptr (i8, ptr @x, i64 8), i32 0, i8 0 }");
    expect(&f, "alone", "Alone", 8, "%Alone { i64 4 }");
    expect(&f, "x", NULL, 16, "[4 x i32] zeroinitializer");
    end(&f);
}

static void types_change_without_initializers(void **state) {
    (void)state;
    fixture f;
    begin_plain(&f);
    dtrans_image image;
    LLVMTypeRef to = LLVMGetTypeByName2(f.p.llvm, "new.S");
    assert_true(remap(&f, "outside", "S", &image));
    assert_ptr_equal(image.type, LLVMArrayType2(to, 5));
    assert_null(image.init);
    assert_true(can_remap(&f, "bare", "S"));
    assert_true(remap(&f, "bare", "S", &image));
    assert_ptr_equal(image.type, LLVMArrayType2(to, 3));
    assert_null(image.init);
    end(&f);
}

/* An object must not be taken for an array of its first member. */
static void other_names_are_refused(void **state) {
    (void)state;
    fixture f;
    begin(&f, LAYOUT "%A = type { i32, i32 }\n%A.to = type { i32, i32 }\n"
                     "%C = type { %A, i32, i32 }\n%D = type { i64, i64 }\n"
                     "@used = external global { %A, %A.to, %C, %D }\n"
                     "@c = global %C { %A { i32 1, i32 2 }, i32 3, i32 4 }\n"
                     "@d = global %D { i64 1, i64 2 }\n");
    change(&f, "A", (int[]){1, 0});
    settle(&f);
    expect_refusal(&f, "c", "A");
    expect_refusal(&f, "d", "A");
    expect(&f, "c", "C", 16, "%C.0 { %new.A { i32 2, i32 1 }, i32 3, i32 4 }");
    end(&f);
}

static const char alike[] = LAYOUT
    "%S = type { i32, i8, i64, [4 x i8] }\n"
    "%S.to = type { i64, [4 x i8], i32, i8 }\n"
    "%union.U = type { double, [8 x i8] }\n"
    "%V = type { i8, %union.U, i16 }\n"
    "%V.to = type { %union.U, i16, i8 }\n"
    "%F = type { i8, [3 x i8], i32 }\n"
    "%F.to = type { i32, i8, [3 x i8] }\n"
    "%In = type { i8, i32 }\n"
    "%In.to = type { i32, i8 }\n"
    "%Out = type { i64, [2 x %In], ptr }\n"
    "%Open = type { i32, i32, [0 x i32] }\n"
    "%Open.to = type { i32, i32, [0 x i32] }\n"
    "@used = external global { %S, %S.to, %V, %V.to, %F, %F.to, %In, %In.to, %Out, %Open,"
    "  %Open.to }\n"
    "@t = global i32 0\n"
    "@padded = global { i32, i8, [3 x i8], i64, [4 x i8], [4 x i8] } { i32 1, i8 2,"
    "  [3 x i8] undef, i64 3, [4 x i8] c\"abcd\", [4 x i8] c\"wxyz\" }\n"
    "@table = global <{ { i32, i8, [3 x i8], i64, [4 x i8], [4 x i8] },"
    "  { i32, i8, [3 x i8], i64, [4 x i8], [4 x i8] },"
    "  [98 x { i32, i8, [3 x i8], i64, [4 x i8], [4 x i8] }] }> <{"
    "  { i32, i8, [3 x i8], i64, [4 x i8], [4 x i8] } { i32 1, i8 2, [3 x i8] zeroinitializer,"
    "  i64 3, [4 x i8] c\"abcd\", [4 x i8] zeroinitializer },"
    "  { i32, i8, [3 x i8], i64, [4 x i8], [4 x i8] } { i32 5, i8 0, [3 x i8] zeroinitializer,"
    "  i64 0, [4 x i8] zeroinitializer, [4 x i8] zeroinitializer },"
    "  [98 x { i32, i8, [3 x i8], i64, [4 x i8], [4 x i8] }] zeroinitializer }>\n"
    "@bytes = global [24 x i8] "
    "c\"\\01\\00\\00\\00\\02...\\03\\00\\00\\00\\00\\00\\00\\00abcd....\"\n"
    "@split = global <{ i32, i8, [3 x i8], i64, [2 x i8], [6 x i8] }> <{ i32 1, i8 2,"
    "  [3 x i8] zeroinitializer, i64 3, [2 x i8] c\"ab\", [6 x i8] zeroinitializer }>\n"
    "@across = global { i64, i64, i64 } { i64 4294967298, i64 0, i64 0 }\n"
    "@zeroes = global { i64, i64, i64 } { i64 0, i64 6, i64 0 }\n"
    "@nothing = global { i64, i64, i64 } zeroinitializer\n"
    "@short = global { i64, i64 } { i64 0, i64 1 }\n"
    "@long = global [4 x i64] [i64 0, i64 1, i64 0, i64 0]\n"
    "@uni = global { i8, [7 x i8], { i32, [12 x i8] }, i16, [6 x i8] } { i8 1,"
    "  [7 x i8] zeroinitializer, { i32, [12 x i8] } { i32 77, [12 x i8] zeroinitializer }, i16 3,"
    "  [6 x i8] zeroinitializer }\n"
    "@uniwide = global <{ i8, [7 x i8], <4 x i32>, i16, [6 x i8] }> <{ i8 1,"
    "  [7 x i8] zeroinitializer, <4 x i32> <i32 1, i32 2, i32 3, i32 4>, i16 3,"
    "  [6 x i8] zeroinitializer }>\n"
    "@unis = global <{ { i8, [7 x i8], { i32, [12 x i8] }, i16, [6 x i8] },"
    "  { i8, [7 x i8], { double, [8 x i8] }, i16, [6 x i8] } }> <{"
    "  { i8, [7 x i8], { i32, [12 x i8] }, i16, [6 x i8] } { i8 1,"
    "  [7 x i8] zeroinitializer, { i32, [12 x i8] } { i32 77, [12 x i8] zeroinitializer }, i16 3,"
    "  [6 x i8] zeroinitializer },"
    "  { i8, [7 x i8], { double, [8 x i8] }, i16, [6 x i8] } { i8 0, [7 x i8] undef,"
    "  { double, [8 x i8] } { double 1.5, [8 x i8] zeroinitializer }, i16 4, [6 x i8] undef } }>\n"
    "@bits = global { i8, i8, i8, i8, i32 } { i8 1, i8 2, i8 3, i8 4, i32 5 }\n"
    "@flags = global { i8, [3 x i8], i8, i8, i8, i8 } { i8 1, [3 x i8] c\"abc\", i8 2, i8 3,"
    "  i8 0, i8 4 }\n"
    "@nested = global { i64, [2 x { i8, [3 x i8], i32 }], ptr } { i64 1,"
    "  [2 x { i8, [3 x i8], i32 }] [{ i8, [3 x i8], i32 } { i8 2, [3 x i8] undef, i32 3 },"
    "  { i8, [3 x i8], i32 } { i8 4, [3 x i8] zeroinitializer, i32 5 }], ptr @t }\n"
    "@mixed = global { i64, %In, { i8, [3 x i8], i32 }, ptr } { i64 1, %In { i8 2, i32 3 },"
    "  { i8, [3 x i8], i32 } { i8 4, [3 x i8] zeroinitializer, i32 5 }, ptr @t }\n"
    "@ints = global [6 x i32] [i32 1, i32 2, i32 3, i32 4, i32 5, i32 6]\n"
    "@ins = global [4 x i32] [i32 0, i32 3, i32 0, i32 5]\n"
    "@flexible = global { i32, i32, [2 x i32] } { i32 1, i32 2, [2 x i32] [i32 3, i32 4] }\n"
    "@inflexible = global { i32, i32 } { i32 1, i32 2 }\n";

static void begin_alike(fixture *f) {
    begin(f, alike);
    change(f, "S", (int[]){2, 3, 0, 1});
    change(f, "V", (int[]){2, 0, 1});
    change(f, "F", (int[]){1, 2, 0});
    change(f, "In", (int[]){1, 0});
    change(f, "Open", (int[]){1, 0, 2});
    settle(f);
}

static void lookalikes_become_the_struct(void **state) {
    (void)state;
    fixture f;
    begin_alike(&f);
    expect(&f, "padded", "S", 24, "%new.S { i64 3, [4 x i8] c\"abcd\", i32 1, i8 2 }");
    expect(&f, "bits", "F", 8, "%new.F { i32 5, i8 1, [3 x i8] c\"\\02\\03\\04\" }");
    expect(&f, "nested", "Out", 32,
           "%Out.0 { i64 1, [2 x %new.In] [%new.In { i32 3, i8 2 }, %new.In { i32 5, i8 4 }], "
           "ptr @t }");
    expect(&f, "mixed", "Out", 32,
           "%Out.0 { i64 1, [2 x %new.In] [%new.In { i32 3, i8 2 }, %new.In { i32 5, i8 4 }], "
           "ptr @t }");
    expect(&f, "nothing", "S", 24, "%new.S zeroinitializer");
    expect(&f, "inflexible", "Open", 8, "%new.Open { i32 2, i32 1, [0 x i32] zeroinitializer }");
    expect(&f, "zeroes", "S", 24, "%new.S { i64 6, [4 x i8] zeroinitializer, i32 0, i8 0 }");
    end(&f);
}

static void tables_stay_tables(void **state) {
    (void)state;
    fixture f;
    begin_alike(&f);
    expect(&f, "table", "S", 2400,
           "<{ %new.S, %new.S, [98 x %new.S] }> <{ "
           "%new.S { i64 3, [4 x i8] c\"abcd\", i32 1, i8 2 }, "
           "%new.S { i64 0, [4 x i8] zeroinitializer, i32 5, i8 0 }, "
           "[98 x %new.S] zeroinitializer }>");
    expect(&f, "ins", "In", 16, "[2 x %new.In] [%new.In { i32 3, i8 0 }, %new.In { i32 5, i8 0 }]");
    end(&f);
}

static void other_scalars_are_packed(void **state) {
    (void)state;
    fixture f;
    begin_alike(&f);
    expect(&f, "bytes", "S", 24,
           "<{ [8 x i8], [4 x i8], [4 x i8], i8, [7 x i8] }> <{ "
           "[8 x i8] c\"\\03\\00\\00\\00\\00\\00\\00\\00\", [4 x i8] c\"abcd\", "
           "[4 x i8] c\"\\01\\00\\00\\00\", i8 2, [7 x i8] zeroinitializer }>");
    expect(&f, "split", "S", 24,
           "<{ i64, [2 x i8], [2 x i8], i32, i8, [7 x i8] }> <{ i64 3, [2 x i8] c\"ab\", "
           "[2 x i8] zeroinitializer, i32 1, i8 2, [7 x i8] zeroinitializer }>");
    expect(&f, "uni", "V", 24,
           "<{ i32, [12 x i8], i16, i8, [5 x i8] }> <{ i32 77, [12 x i8] zeroinitializer, i16 3, "
           "i8 1, [5 x i8] zeroinitializer }>");
    expect(&f, "uniwide", "V", 24,
           "<{ <4 x i32>, i16, i8, [5 x i8] }> <{ <4 x i32> <i32 1, i32 2, i32 3, i32 4>, i16 3, "
           "i8 1, [5 x i8] zeroinitializer }>");
    expect(&f, "unis", "V", 48,
           "<{ <{ i32, [12 x i8], i16, i8, [5 x i8] }>, %new.V }> <{ "
           "<{ i32, [12 x i8], i16, i8, [5 x i8] }> <{ i32 77, [12 x i8] zeroinitializer, i16 3, "
           "i8 1, [5 x i8] zeroinitializer }>, %new.V { %union.U { double 1.500000e+00, "
           "[8 x i8] zeroinitializer }, i16 4, i8 0 } }>");
    expect(&f, "flags", "F", 8,
           "<{ i8, i8, [1 x i8], i8, i8, [3 x i8] }> <{ i8 2, i8 3, [1 x i8] zeroinitializer, "
           "i8 4, i8 1, [3 x i8] c\"abc\" }>");
    end(&f);
}

static void other_cuts_are_refused(void **state) {
    (void)state;
    fixture f;
    begin_alike(&f);
    expect_refusal(&f, "across", "S");
    expect_refusal(&f, "ints", "S"); /* the second lies over an i8 and padding */
    expect_refusal(&f, "short", "S");
    expect_refusal(&f, "long", "S");
    expect_refusal(&f, "flexible", "Open");
    end(&f);
}

static void expect_unplanned(fixture *f, const char *name, const char *type, const char *expected) {
    dtrans_image image;
    assert_false(can_remap(f, name, type));
    assert_true(remap(f, name, type, &image));
    char *text = LLVMPrintValueToString(image.init);
    assert_string_equal(text, expected);
    LLVMDisposeMessage(text);
}

/* A struct that stays as it is may be cut anyhow, but a plan does not know that it stays. */
static void what_stays_may_be_cut_anyhow(void **state) {
    (void)state;
    fixture f;
    begin(&f, LAYOUT "%In = type { i32, i32 }\n%Out = type { i8, %In }\n"
                     "%Out.to = type { %In, i8 }\n"
                     "@used = external global { %In, %Out, %Out.to }\n"
                     "@wide = global <{ i8, [3 x i8], i64 }> <{ i8 1, [3 x i8] zeroinitializer,"
                     "  i64 4294967298 }>\n"
                     "@askew = global <{ i8, [5 x i8], i32, i16 }> <{ i8 1, [5 x i8] undef,"
                     "  i32 2, i16 0 }>\n");
    change(&f, "Out", (int[]){1, 0});
    settle(&f);
    expect_unplanned(&f, "wide", "Out",
                     "<{ i64, i8, [3 x i8] }> <{ i64 4294967298, i8 1, "
                     "[3 x i8] zeroinitializer }>");
    expect_unplanned(&f, "askew", "Out",
                     "<{ [2 x i8], i32, [2 x i8], i8, [3 x i8] }> <{ [2 x i8] zeroinitializer, "
                     "i32 2, [2 x i8] zeroinitializer, i8 1, [3 x i8] zeroinitializer }>");
    end(&f);
}

/* A leaf may be all of a struct that changes, and still not keep its place in it. */
static void whole_members_move_inside(void **state) {
    (void)state;
    fixture f;
    begin(&f, LAYOUT "%One = type { i32 }\n%One.to = type { [4 x i8], i32 }\n"
                     "%Out = type { i32, %One }\n"
                     "@used = external global { %One, %One.to, %Out }\n"
                     "@g = global { i32, i32 } { i32 1, i32 2 }\n"
                     "@h = global [2 x i32] [i32 1, i32 2]\n");
    change(&f, "One", (int[]){1});
    settle(&f);
    const char *same = "%Out.0 { i32 1, %new.One { [4 x i8] zeroinitializer, i32 2 } }";
    expect(&f, "g", "Out", 12, same);
    expect(&f, "h", "Out", 12, same);
    expect(&f, "h", "One", 16,
           "[2 x %new.One] [%new.One { [4 x i8] zeroinitializer, i32 1 }, "
           "%new.One { [4 x i8] zeroinitializer, i32 2 }]");
    end(&f);
}

static const char grown[] =
    LAYOUT "%S = type { i8, i32 }\n"
           "%S.to = type { [2 x i8], i32, i16, i8 }\n"
           "%Out = type { %S, [2 x %S] }\n"
           "@used = external global { %S, %S.to, %Out }\n"
           "@one = global %S { i8 1, i32 2 }\n"
           "@zero = global %S zeroinitializer\n"
           "@out = global %Out zeroinitializer\n"
           "@few = global [2 x %S] zeroinitializer\n"
           "@many = global [65 x %S] zeroinitializer\n"
           "@lost = global %S undef\n"
           "@alike = global { i8, [3 x i8], i32 } { i8 1, [3 x i8] undef, i32 2 }\n"
           "@bytes = global [8 x i8] c\"\\01\\00\\00\\00\\02\\00\\00\\00\"\n"
           "@blank = global [2 x { i8, [3 x i8], i32 }] zeroinitializer\n"
           "@rest = global <{ { i8, [3 x i8], i32 }, [99 x { i8, [3 x i8], i32 }] }>"
           "  <{ { i8, [3 x i8], i32 } { i8 1, [3 x i8] undef, i32 2 },"
           "  [99 x { i8, [3 x i8], i32 }] zeroinitializer }>\n"
           "@container = global { { i8, [3 x i8], i32 }, [4 x i32] } { { i8, [3 x i8], i32 }"
           "  { i8 1, [3 x i8] undef, i32 2 }, [4 x i32] zeroinitializer }\n";

static void padding_can_be_filled(void **state) {
    (void)state;
    fixture f;
    begin(&f, grown);
    change(&f, "S", (int[]){3, 1});
    settle(&f);
#define EMPTY "%new.S { [2 x i8] c\"\\A5\\A5\", i32 0, i16 -23131, i8 0 }"
#define FULL "%new.S { [2 x i8] c\"\\A5\\A5\", i32 2, i16 -23131, i8 1 }"
    expect(&f, "one", "S", 12, "%new.S { [2 x i8] zeroinitializer, i32 2, i16 0, i8 1 }");
    expect(&f, "few", "S", 24, "[2 x %new.S] zeroinitializer");
    expect(&f, "alike", "S", 12, "%new.S { [2 x i8] zeroinitializer, i32 2, i16 0, i8 1 }");
    f.l.fill = 0xA5;
    expect(&f, "one", "S", 12, FULL);
    expect(&f, "zero", "S", 12, EMPTY);
    expect(&f, "out", "Out", 36, "%Out.0 { " EMPTY ", [2 x %new.S] [" EMPTY ", " EMPTY "] }");
    expect(&f, "few", "S", 24, "[2 x %new.S] [" EMPTY ", " EMPTY "]");
    expect(&f, "many", "S", 780, "[65 x %new.S] zeroinitializer");
    expect(&f, "lost", "S", 12, "%new.S undef");
    expect(&f, "alike", "S", 12, FULL);
    expect(&f, "bytes", "S", 12,
           "<{ [2 x i8], [2 x i8], [4 x i8], i16, i8, [1 x i8] }> <{ [2 x i8] c\"\\A5\\A5\", "
           "[2 x i8] zeroinitializer, [4 x i8] c\"\\02\\00\\00\\00\", i16 -23131, i8 1, "
           "[1 x i8] zeroinitializer }>");
    expect(&f, "blank", "S", 24, "[2 x %new.S] [" EMPTY ", " EMPTY "]");
    expect(&f, "rest", "S", 1200,
           "<{ %new.S, [99 x %new.S] }> <{ " FULL ", [99 x %new.S] zeroinitializer }>");
    expect(&f, "container", "Out", 36, "%Out.0 { " FULL ", [2 x %new.S] [" EMPTY ", " EMPTY "] }");
    end(&f);
}

static void deleted_fields_go(void **state) {
    (void)state;
    fixture f;
    begin(&f, LAYOUT "%S = type { ptr, i32, i8 }\n%S.to = type { i32 }\n"
                     "@used = external global { %S, %S.to }\n"
                     "@one = global [2 x %S] [%S { ptr @used, i32 1, i8 2 }, %S zeroinitializer]\n"
                     "@alike = global { ptr, i32, i8, [3 x i8] } { ptr @used, i32 1, i8 2,"
                     "  [3 x i8] c\"abc\" }\n"
                     "@gone = global { ptr, i32, i8, [3 x i8] } { ptr @used, i32 0, i8 2,"
                     "  [3 x i8] undef }\n");
    change(&f, "S", (int[]){-1, 0, -1});
    settle(&f);
    expect(&f, "one", "S", 8, "[2 x %new.S] [%new.S { i32 1 }, %new.S zeroinitializer]");
    expect(&f, "alike", "S", 4, "%new.S { i32 1 }");
    expect(&f, "gone", "S", 4, "%new.S zeroinitializer");
    end(&f);
}

static void pointers_can_become_integers(void **state) {
    (void)state;
    fixture f;
    begin(&f, LAYOUT "%S = type { ptr, i32 }\n%S.to = type { i64, i32 }\n"
                     "@used = external global { %S, %S.to }\n"
                     "@one = global %S { ptr @used, i32 1 }\n"
                     "@null = global %S { ptr null, i32 1 }\n");
    change(&f, "S", (int[]){0, 1});
    settle(&f);
    expect(&f, "one", "S", 16, "%new.S { i64 ptrtoint (ptr @used to i64), i32 1 }");
    expect(&f, "null", "S", 16, "%new.S { i64 0, i32 1 }");
    end(&f);
}

static void long_tables_are_quick(void **state) {
    (void)state;
    enum { ROWS = 100000 };
    fixture f;
    begin_alike(&f);
    LLVMTypeRef i8 = LLVMInt8TypeInContext(f.p.llvm), i32 = LLVMInt32TypeInContext(f.p.llvm);
    LLVMValueRef *rows = malloc(ROWS * sizeof *rows);
    assert_non_null(rows);
    for (unsigned i = 0; i < ROWS; i++) {
        LLVMValueRef parts[] = {LLVMConstInt(i8, i % 251, false),
                                LLVMConstNull(LLVMArrayType2(i8, 3)),
                                LLVMConstInt(i32, i + 1, false)};
        rows[i] = LLVMConstStructInContext(f.p.llvm, parts, 3, false);
    }
    LLVMValueRef table = LLVMConstArray2(LLVMTypeOf(rows[0]), rows, ROWS);
    dtrans_image image;
    uint64_t before = f.p.ctx->ops_used;
    assert_true(dtrans_remap_initializer(&f.l, LLVMTypeOf(table), table, number(&f, "In"), &image));
    assert_true(f.p.ctx->ops_used - before < 20 * ROWS);
    assert_ptr_equal(image.type, LLVMArrayType2(LLVMGetTypeByName2(f.p.llvm, "new.In"), ROWS));
    char *text = LLVMPrintValueToString(LLVMGetAggregateElement(image.init, ROWS - 1));
    assert_string_equal(text, "%new.In { i32 100000, i8 101 }");
    LLVMDisposeMessage(text);
    free(rows);
    end(&f);
}

static void survives_failing_memory(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"rows", "S"}, {"outer", "Outer"}, {"alike", "S"}, {"bytes", "S"}, {"rest", "S"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool done = false;
        for (uint64_t allowed = 0; !done; allowed++) {
            fixture f;
            begin(&f, i < 2 ? plain : grown);
            change(&f, "S", i < 2 ? (int[]){2, 1, 0} : (int[]){3, 1, 0});
            settle(&f);
            f.l.fill = i < 2 ? 0 : 0xA5;
            LLVMValueRef g = LLVMGetNamedGlobal(f.p.m.llvm, cases[i][0]);
            failing meter = {allowed};
            f.p.ctx->alloc = fail_after;
            f.p.ctx->alloc_data = &meter;
            dtrans_image image = {0};
            done = dtrans_remap_initializer(&f.l, LLVMGlobalGetValueType(g), LLVMGetInitializer(g),
                                            number(&f, cases[i][1]), &image);
            assert_int_equal(done, lathe_ctx_status(f.p.ctx) == LATHE_OK);
            assert_int_equal(done, image.init != NULL);
            assert_true(allowed < 100);
            end(&f);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(declared_types_are_followed),
        cmocka_unit_test(types_change_without_initializers),
        cmocka_unit_test(other_names_are_refused),
        cmocka_unit_test(lookalikes_become_the_struct),
        cmocka_unit_test(tables_stay_tables),
        cmocka_unit_test(other_scalars_are_packed),
        cmocka_unit_test(other_cuts_are_refused),
        cmocka_unit_test(what_stays_may_be_cut_anyhow),
        cmocka_unit_test(whole_members_move_inside),
        cmocka_unit_test(padding_can_be_filled),
        cmocka_unit_test(deleted_fields_go),
        cmocka_unit_test(pointers_can_become_integers),
        cmocka_unit_test(long_tables_are_quick),
        cmocka_unit_test(survives_failing_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
