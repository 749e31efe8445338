/* The text form: what is printed is read back as the same, and bad text is refused with its place.
 */
#include "hir_text.h"

#include "failing_alloc.h"

/* All that can stand in a text, in the plain form as it is printed. */
static const char *const plain_texts[] = {
    "BEGIN REGION\nEND REGION\n",
    "FUNCTION f.1\nBEGIN REGION\n%x = 1;\nEND REGION\nBEGIN REGION\n%x = 2;\nEND REGION\n",
    "FUNCTION \"odd name\"\nBEGIN REGION\n%\"a b\" = @\"c d\";\nEND REGION\n",
    /* Loops. */
    "BEGIN REGION\n"
    "+ DO i1 = 0, %n + -1, 1   <DO_LOOP>\n"
    "|   + DO i2 = 0, i1, 1   <DO_MULTI_EXIT_LOOP>\n"
    "|   |   if (%x == 0)\n"
    "|   |   {\n"
    "|   |      goto out;\n"
    "|   |   }\n"
    "|   + END LOOP\n"
    "|   out:\n"
    "|   + WHILE i2   <WHILE_LOOP>\n"
    "|   |   goto elsewhere;\n"
    "|   + END LOOP\n"
    "|   + DO i2 = 0, smin(%n, 100) + -1, 1   <DO_LOOP>\n"
    "|   + END LOOP\n"
    "+ END LOOP\n"
    "END REGION\n",
    /* Ifs. */
    "BEGIN REGION\n"
    "if (%a < %b)\n"
    "{\n"
    "   if (%a olt 1.000000e+00)\n"
    "   {\n"
    "   }\n"
    "   else\n"
    "   {\n"
    "      + DO i1 = 0, 7, 1   <DO_LOOP>\n"
    "      |   if (%a >=u i1 + 1)\n"
    "      |   {\n"
    "      |   }\n"
    "      + END LOOP\n"
    "   }\n"
    "}\n"
    "else\n"
    "{\n"
    "   if (%p != null)\n"
    "   {\n"
    "      %x = 1;\n"
    "   }\n"
    "}\n"
    "%y = 2;\n"
    "END REGION\n",
    /* Switches. */
    "BEGIN REGION\n"
    "+ DO i1 = 0, 7, 1   <DO_LOOP>\n"
    "|   switch (i1 + %x)\n"
    "|   {\n"
    "|   case 0:\n"
    "|      %y = 1;\n"
    "|      break;\n"
    "|   case -5:\n"
    "|      switch (%y)\n"
    "|      {\n"
    "|      default:\n"
    "|         break;\n"
    "|      }\n"
    "|      if (%y != 0)\n"
    "|      {\n"
    "|      }\n"
    "|      break;\n"
    "|   default:\n"
    "|      goto \"default\";\n"
    "|      break;\n"
    "|   }\n"
    "|   \"default\":\n"
    "|   12:\n"
    "|   goto 12;\n"
    "+ END LOOP\n"
    "END REGION\n",
    /* Instructions. */
    "BEGIN REGION\n"
    "%x = %a;\n"
    "%x = %a + %b;\n"
    "%x = %a  +  %b;\n"
    "%x = %a  -  2 * %b + 1;\n"
    "%x = %a  *  -1;\n"
    "%x = %a  /  %b;\n"
    "%x = %a  /u  %b;\n"
    "%x = %a  srem  %b;\n"
    "%x = %a  urem  %b;\n"
    "%x = %a  <<  3;\n"
    "%x = %a  >>  3;\n"
    "%x = %a  >>u  3;\n"
    "%x = %a  &  3;\n"
    "%x = %a  |  3;\n"
    "%x = %a  ^  -1;\n"
    "%f = %g  +  1.500000e+00;\n"
    "%f = %g  frem  0x7FF8000000000000;\n"
    "%f = fneg(%g);\n"
    "%c = %a  <  %b;\n"
    "%c = %a  >=u  %b;\n"
    "%c = %g  uno  %g;\n"
    "%c = %g  one  0.000000e+00;\n"
    "%x = %c ? %a : %b;\n"
    "%x = (%a  <=  %b) ? %a + 1 : 0;\n"
    "%x = (%g  oge  -2.500000e-01) ? %a : %b;\n"
    "%x = trunc(%a);\n"
    "%x = sitofp(%a);\n"
    "%x = ptrtoint(%p);\n"
    "%x = freeze(%a);\n"
    "%x = extractvalue(%s) \"1, 0\";\n"
    "fence() \"seq_cst\";\n"
    "@f();\n"
    "%x = @llvm.umin.i32(%a, %b);\n"
    "%x = @\"odd name\"(&(%p)[0], %a + 1);\n"
    "%x = *%fp(%a);\n"
    "*%fp();\n"
    "invoke @g(%a);\n"
    "%x = (%p)[0];\n"
    "(%p)[%a] = %x;\n"
    "(%p)[0][%a + -1] = 1.000000e+00;\n"
    "%p = &(%q)[%a];\n"
    "%x = undef;\n"
    "%x = `ptrtoint (ptr @g to i64)`;\n"
    "ret(%x);\n"
    "END REGION\n",
    /* Blobs and CanonExprs. */
    "BEGIN REGION\n"
    "+ DO i1 = 0, 7, 1   <DO_LOOP>\n"
    "|   + DO i2 = 0, 7, 1   <DO_LOOP>\n"
    "|   |   %x = 2 * i1 + -1 * i2 + 3 * %a + -4;\n"
    "|   |   %x = -1 * %a * i1;\n"
    "|   |   %x = (%a + 2 * %b + 7) * i1;\n"
    "|   |   %x = (i1 + %a) / 4;\n"
    "|   |   %x = (2 * i1) /u 3;\n"
    "|   |   %x = (%a) /u 3;\n"
    "|   |   %x = 3 * (%a / %b) + 1;\n"
    "|   |   %x = (%a /u (%b + 1)) + sext(%w) + 1;\n"
    "|   |   %x = smax(%a, 0) * i1 + umin(%a, %b, 7);\n"
    "|   |   %x = umax((%a + 1), smin(%b, 9)) + 1;\n"
    "|   |   %x = sext.i8.i64(%v) * i2;\n"
    "|   |   %x = 4 * zext((%w + trunc(%a))) + 1;\n"
    "|   |   %x = ptrtoint(%p) + 1;\n"
    "|   |   %x = (%10 * %9) + 1;\n"
    "|   |   %x = zext.i16.i64(trunc.i32.i16(%w));\n"
    "|   |   %x = sext.i32.i64(trunc(%a));\n"
    "|   |   (%p)[sext.i32.i64(trunc(%a))] = %x;\n"
    "|   |   (8 * i1 + %p)[i2] = 0;\n"
    "|   + END LOOP\n"
    "+ END LOOP\n"
    "END REGION\n",
};

enum { PLAIN_TEXTS = sizeof plain_texts / sizeof *plain_texts };

/* Blobs and products print in their own order. */
static const struct {
    const char *from, *to;
} reordered[] = {
    {"%x = %b + %a;", "%x = %a + %b;"},
    {"%x = (%10 * %9) + 1;", "%x = (%9 * %10) + 1;"},
    {"%x = (%a + 2 * %b + 7) * i1;", "%x = (%a + (2 * %b) + 7) * i1;"},
    {"%x = 1 + %a - 3;", "%x = %a + -2;"},
    {"%x = 2 * 3 * %a + %a;", "%x = 7 * %a;"},
    {"%x = %a * 2 * i1 + 3 * i1;", "%x = ((2 * %a) + 3) * i1;"},
    {"%x = smax(%a, smax(3, %a), 5);", "%x = smax(%a, 5);"},
    {"(%p)[sext(%w)] = 1;", "(%p)[%w] = 1;"},
    {"%x = %a  -  2 * %b + 1;", "%x = %a  -  2 * %b + 1;"},
    {"%x = %w - sext.i8.i32(%w8);", "%x = %w + -1 * sext.i8.i32(%w8);"},
};

static void printing_has_one_order(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof reordered / sizeof *reordered; i++) {
        char text[400], expected[400];
        snprintf(text, sizeof text, "+ DO i1 = 0, 1, 1\n%s\n+ END LOOP\n", reordered[i].from);
        snprintf(expected, sizeof expected,
                 "BEGIN REGION\n+ DO i1 = 0, 1, 1   <DO_LOOP>\n|   %s\n+ END LOOP\nEND REGION\n",
                 reordered[i].to);
        hir_text t;
        hir_text_read(&t, text);
        str out = hir_text_print(&t.h, (hir_text_options){0});
        assert_string_equal(str_text(&out), expected);
        str_free(&out);
        hir_text_end(&t);
    }
}

static void plain_text_comes_back(void **state) {
    (void)state;
    for (size_t i = 0; i < PLAIN_TEXTS; i++) {
        hir_text t;
        hir_text_read(&t, plain_texts[i]);
        str once = hir_text_print(&t.h, (hir_text_options){0});
        if (!strstr(plain_texts[i], "(%10 * %9)"))
            assert_string_equal(str_text(&once), plain_texts[i]);
        hir_text again;
        hir_text_read(&again, str_text(&once));
        str twice = hir_text_print(&again.h, (hir_text_options){0});
        assert_string_equal(str_text(&once), str_text(&twice));
        str_free(&once);
        str_free(&twice);
        hir_text_end(&again);
        hir_text_end(&t);
    }
}

/* As printed with everything. */
static const char verbose_text[] =
    "FUNCTION f\n"
    "TEMP @A {ptr sb:1 level:0}\n"
    "TEMP %n {i32 sb:2 level:0}\n"
    "TEMP %f {float sb:9 level:2}\n"
    "TEMP %v {<4 x float> sb:4 level:2}\n"
    "TEMP %s {{ i32, [3 x %struct.s] } sb:5 level:0}\n"
    "TEMP %q {ptr addrspace(1) sb:6 level:0}\n"
    "TEMP %b {i1 sb:7 level:2}\n"
    "TEMP %w {i128 sb:8 level:2}\n"
    "NO LOOP refused \"irreducible\" \"it has two entries\" \"bb.7\" at \"a b.c\":3:4\n"
    "<1>          BEGIN REGION entry \"entry\" exit \"for.end\"\n"
    "             LIVE-IN @A %n\n"
    "             LIVE-OUT %f\n"
    "<5>          + DO i1 = 0, sext.i32.i64(%n + -1), 1   <DO_MULTI_EXIT_LOOP> {i32} refused "
    "\"exits\" \"it has several exits\" \"for.body\" ! \"x.c\":7:3\n"
    "<6>          |   + DO i2 = 0, 9{i32}, 1   <DO_LOOP>\n"
    "<7>          |   |   %f = (@A)[0 : 400 x 1][sext.i32.i64(i1 + %n){exact} : 40 x 10][i2{exact} "
    ": 4]{float sb:12 inbounds volatile} ! \"x.c\":9:12\n";

static const char verbose_more[] =
    "<8>          |   |   %f = %f  +  1.500000e+00{float};\n"
    "<9>          |   |   %f = %f  *  1.500000e+00{float};\n"
    "<10>         |   |   %v = %v  +  %v;\n"
    "<11>         |   |   %b = i1 + 1{i32}  <  3{i32};\n"
    "<12>         |   |   %b = zext.i8.i32((2 * i1 + 3) / 2)  ==  trunc.i64.i32(i2);\n"
    "<13>         |   |   %w = `18446744073709551616`{i128};\n"
    "<14>         |   |   (%q)[i2 : (4 * sext.i32.i64(%n))][0 : ? x 7]{<4 x float> sb:13 atomic} = "
    "%v;\n"
    "<15>         |   |   %f = 0.000000e+00{float};\n"
    "<16>         |   |   %b = %q  ==  null{ptr addrspace(1)};\n"
    "<17>         |   |   %b = i1{i32}  !=  2 * i1{i32 exact sb:3};\n"
    "<18>         |   |   %b = 1{i1};\n"
    "<6>          |   + END LOOP\n"
    "<5>          + END LOOP\n"
    "<1>          END REGION\n";

static str verbose_source(lathe_ctx *ctx) {
    str text;
    str_init(&text, ctx);
    str_add(&text, verbose_text);
    /* The place stands behind the semicolon. */
    const char *place = strstr(text.at, " ! \"x.c\":9:12\n");
    size_t at = (size_t)(place - text.at);
    str moved;
    str_init(&moved, ctx);
    str_add_n(&moved, text.at, at);
    str_add_char(&moved, ';');
    str_add(&moved, text.at + at);
    str_add(&moved, verbose_more);
    str_free(&text);
    return moved;
}

static void verbose_text_comes_back(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    str source = verbose_source(ctx);
    hir_text t;
    hir_text_read(&t, source.at);
    str out = hir_text_print(&t.h, (hir_text_options){.numbers = true, .verbose = true});
    assert_string_equal(str_text(&out), source.at);
    RegDDRef *ref = node_at(&t.h, 7)->refs[1];
    assert_true(ref->in_bounds && ref->is_volatile && !ref->atomic);
    assert_true(ref->subscripts[0]->exact && ref->subscripts[1]->exact);
    assert_int_equal(ref->symbase, 12);
    assert_int_equal(ref->sizes[1], 10);
    assert_int_equal(ref->subscripts[1]->cast, HIR_CAST_SEXT);
    assert_int_equal(LLVMGetTypeKind(ref->type), LLVMFloatTypeKind);
    assert_int_equal(((HLInst *)node_at(&t.h, 8))->opcode, LLVMFAdd);
    assert_int_equal(((HLInst *)node_at(&t.h, 9))->opcode, LLVMFMul);
    assert_int_equal(((HLInst *)node_at(&t.h, 10))->opcode, LLVMFAdd);
    assert_int_equal(((HLInst *)node_at(&t.h, 7))->opcode, LLVMLoad);
    assert_int_equal(((HLInst *)node_at(&t.h, 14))->opcode, LLVMStore);
    assert_int_equal(t.h.regions.at[0]->live_in.len, 2);
    assert_int_equal(t.h.refusals.len, 1);
    assert_string_equal(t.h.refusals.at[0].where.file, "a b.c");
    CanonExpr *stride = hir_stride_at_level(&t.h, ref, 1);
    assert_canon(&t.h, stride, "40");
    str_free(&out);
    hir_text_end(&t);
    str_free(&source);
    lathe_ctx_free(ctx);
}

/* What was read plainly is the same after it went through the verbose form. */
static void verbose_forms_of_plain_texts_come_back(void **state) {
    (void)state;
    static const hir_text_options verbose = {.numbers = true, .verbose = true};
    for (size_t i = 0; i < PLAIN_TEXTS; i++) {
        hir_text t, again;
        hir_text_read(&t, plain_texts[i]);
        str once = hir_text_print(&t.h, verbose),
            plain = hir_text_print(&t.h, (hir_text_options){0});
        hir_text_read(&again, str_text(&once));
        str twice = hir_text_print(&again.h, verbose);
        str plain_again = hir_text_print(&again.h, (hir_text_options){0});
        assert_string_equal(str_text(&once), str_text(&twice));
        assert_string_equal(str_text(&plain), str_text(&plain_again));
        str_free(&once);
        str_free(&twice);
        str_free(&plain);
        str_free(&plain_again);
        hir_text_end(&again);
        hir_text_end(&t);
    }
}

static void one_region_may_be_printed(void **state) {
    (void)state;
    hir_text t;
    hir_text_read(&t, plain_texts[1]);
    str out = hir_text_print(&t.h, (hir_text_options){.region = 2});
    assert_string_equal(str_text(&out), "FUNCTION f.1\nBEGIN REGION\n%x = 2;\nEND REGION\n");
    str_free(&out);
    hir_text_end(&t);
}

static void bad_text_is_refused_with_its_place(void **state) {
    (void)state;
    static const struct {
        const char *text, *error;
    } rows[] = {
        {"+ DO i1 = 1, 3, 1\n", "test:1:11: the lower bound must be 0"},
        {"+ DO i1 = 0, 3, 2\n", "test:1:17: the step must be 1"},
        {"+ DO i2 = 0, 3, 1\n", "test:1:6: expected 'i1', found 'i2'"},
        {"+ DO i1 = 0, 3, 1\n", "test:2:1: something is not closed"},
        {"+ END LOOP\n", "test:1:1: there is no open loop to end here"},
        {"\n  %x = i1;\n", "test:2:8: i1 is used outside of its loop"},
        {"%x = ;\n", "test:1:6: expected a value, found ';'"},
        {"%x + 1 = 2;\n", "test:1:4: this cannot be assigned to"},
        {"@x = 2;\n", "test:1:1: this cannot be assigned to"},
        {"1.5 = 2;\n", "test:1:1: this cannot be assigned to"},
        {"&(%p)[0] = 2;\n", "test:1:3: this cannot be assigned to"},
        {"%x;\n", "test:1:3: expected = and a value"},
        {"%x = %y\n", "test:2:1: expected an operation or ;"},
        {"%x = (%y;\n", "test:1:9: expected ')', found ';'"},
        {"%x = 99999999999999999999;\n", "test:1:6: the number does not fit 64 bits"},
        {"%x = \"abc\n", "test:1:6: unknown token, or a quote that is not closed"},
        {"%x = #;\n", "test:1:6: unknown token, or a quote that is not closed"},
        {"%x = sext.i64.i32(%y);\n", "test:1:6: the cast does not fit its two types"},
        {"%x = sext.i32(%y);\n", "test:1:6: expected types, as in sext.i32.i64"},
        {"%x = 1 + sext.i32.i64(%y) + zext.i8.i32(%z);\n", "test:1:27: i64 and i32 in one sum"},
        {"TEMP %x {i32}\nTEMP %x {i64}\n", "test:2:1: i32 and i64 in one sum"},
        {"TEMP %x {i33x}\n", "test:1:10: expected a type"},
        {"TEMP %x {<0 x i8>}\n", "test:1:11: expected a type"},
        {"if (%x)\n{\n}\n", "test:1:7: expected a comparison"},
        {"else\n", "test:1:1: else without an if"},
        {"if (%x == 0)\n%x = 1;\n", "test:2:1: expected { here"},
        {"switch (%x)\n{\n%y = 1;\n}\n", "test:3:1: expected case, default or } here"},
        {"switch (%x)\n{\ndefault:\ncase 1:\n}\n",
         "test:4:1: case outside of a switch, or after its default"},
        {"break;\n", "test:1:1: there is no open case to end here"},
        {"a:\na:\n", "test:2:1: the label is already there"},
        {"LIVE-IN %x\n", "test:1:1: no region is open"},
        {"+ DO i1 = 0, 3, 1\n%x = i1 * i1;\n+ END LOOP\n",
         "test:2:11: a product of two induction variables"},
        {"+ DO i1 = 0, 3, 1\n%x = smin(i1, 2);\n+ END LOOP\n",
         "test:2:11: an induction variable is not allowed here"},
        {"BEGIN REGION\nif (%x == 0)\n{\nEND REGION\n", "test:4:1: something is not closed"},
        {"}\n", "test:1:1: unexpected closing brace"},
        {"%x = (%p)[0] (;\n", "test:1:14: expected an operation or ;"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hir_text t;
        hir_text_begin(&t);
        assert_false(hir_parse(&t.h, "test", rows[i].text, strlen(rows[i].text)));
        assert_int_equal(lathe_ctx_status(t.p.ctx), LATHE_BAD_INPUT);
        assert_string_equal(lathe_ctx_error(t.p.ctx), rows[i].error);
        hir_text_end(&t);
    }
}

static void deep_text_is_refused(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    static const struct {
        const char *head, *piece, *tail;
    } rows[] = {
        {"%x = ", "(", "1;"},          {"%x = ", "smin(", "1;"},  {"%x = ", "sext(", "%y;"},
        {"TEMP %x {", "[1 x ", "i8}"}, {"TEMP %x {", "{", "i8}"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        str text;
        str_init(&text, ctx);
        str_add(&text, rows[i].head);
        for (int k = 0; k < 100000; k++)
            str_add(&text, rows[i].piece);
        str_add(&text, rows[i].tail);
        hir_text t;
        hir_text_begin(&t);
        assert_false(hir_parse(&t.h, "test", text.at, text.len));
        assert_int_equal(lathe_ctx_status(t.p.ctx), LATHE_BAD_INPUT);
        hir_text_end(&t);
        str_free(&text);
    }
    lathe_ctx_free(ctx);
}

/* Many ifs in one another are no problem: nothing recurses over nodes. */
static void deep_nests_of_ifs_are_read(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    enum { DEPTH = 3000 };
    str text;
    str_init(&text, ctx);
    for (int i = 0; i < DEPTH; i++)
        str_add(&text, "if (%x == 0)\n{\n");
    for (int i = 0; i < DEPTH; i++)
        str_add(&text, "}\n");
    hir_text t;
    hir_text_read(&t, text.at);
    str out = hir_text_print(&t.h, (hir_text_options){0});
    assert_true(out.len > text.len);
    str_free(&out);
    hir_text_end(&t);
    str_free(&text);
    lathe_ctx_free(ctx);
}

static uint64_t next_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state * 0x2545f4914f6cdd1du;
}

/* Cuts, swaps and inserts characters. */
static size_t damage(char *text, size_t size, uint64_t *seed) {
    static const char pieces[] = "()[]{}<>+-*/,;:=?&!|%@i1290.\"`\n xs";
    for (uint64_t n = 1 + next_random(seed) % 3; n > 0 && size > 2; n--) {
        size_t at = next_random(seed) % size, length = 1 + next_random(seed) % 6;
        switch (next_random(seed) % 4) {
        case 0:
            text[at] = pieces[next_random(seed) % (sizeof pieces - 1)];
            break;
        case 1:
            length = length > size - at ? size - at : length;
            memmove(text + at, text + at + length, size - at - length);
            size -= length;
            break;
        case 2:
            text[at] = (char)(text[at] ^ (1 << next_random(seed) % 7));
            break;
        default:
            size = at;
            break;
        }
    }
    return size;
}

/* A copy without room behind it, so that reading too far is seen. */
static void read_damaged(const char *text, size_t size) {
    char *exact = malloc(size ? size : 1);
    memcpy(exact, text, size);
    hir_text t, again;
    hir_text_begin(&t);
    if (hir_parse(&t.h, "test", exact, size)) {
        assert_verified(&t.h);
        str out = hir_text_print(&t.h, (hir_text_options){.verbose = true});
        hir_text_read(&again, str_text(&out));
        str twice = hir_text_print(&again.h, (hir_text_options){.verbose = true});
        assert_string_equal(str_text(&out), str_text(&twice));
        str_free(&twice);
        hir_text_end(&again);
        str_free(&out);
    } else {
        assert_int_equal(lathe_ctx_status(t.p.ctx), LATHE_BAD_INPUT);
    }
    hir_text_end(&t);
    free(exact);
}

static void damaged_text_is_read_or_refused(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    str verbose = verbose_source(ctx);
    uint64_t seed = 99;
    for (int i = 0; i < 1500; i++) {
        const char *text = i % 3 ? plain_texts[(size_t)i % PLAIN_TEXTS] : verbose.at;
        char copy[8192];
        size_t size = strlen(text);
        assert_true(size < sizeof copy);
        memcpy(copy, text, size);
        read_damaged(copy, damage(copy, size, &seed));
    }
    str_free(&verbose);
    lathe_ctx_free(ctx);
}

static void read_and_print(lathe_ctx *ctx) {
    LLVMContextRef llvm = LLVMContextCreate();
    LLVMModuleRef module = LLVMModuleCreateWithNameInContext("m", llvm);
    lathe_module m = {.ctx = ctx, .llvm_ctx = llvm, .llvm = module};
    hir h;
    str out;
    str_init(&out, ctx);
    const char *text = plain_texts[PLAIN_TEXTS - 1];
    if (hir_init(&h, &m) && hir_parse(&h, "test", text, strlen(text))) {
        hir_verify(&h, &out);
        hir_print(&h, &(hir_text_options){.verbose = true}, &out);
        const RegDDRef *index, *ref = node_at(&h, 20)->refs[0];
        hir_stride_at_level(&h, ref, 1);
        hir_ref_indexing(&h, ref, &index);
        hir_ref_copy(&h, ref);
    }
    str_free(&out);
    hir_free(&h);
    LLVMDisposeModule(module);
    LLVMContextDispose(llvm);
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    fail_every_allocation(read_and_print);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(printing_has_one_order),
        cmocka_unit_test(plain_text_comes_back),
        cmocka_unit_test(verbose_text_comes_back),
        cmocka_unit_test(verbose_forms_of_plain_texts_come_back),
        cmocka_unit_test(one_region_may_be_printed),
        cmocka_unit_test(bad_text_is_refused_with_its_place),
        cmocka_unit_test(deep_text_is_refused),
        cmocka_unit_test(deep_nests_of_ifs_are_read),
        cmocka_unit_test(damaged_text_is_read_or_refused),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
