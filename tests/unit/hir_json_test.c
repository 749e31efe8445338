/* HIR as JSON: what is written is read, what is damaged is refused, and nothing else happens. */
#include "failing_alloc.h"
#include "hir_text.h"

#include "report/report_hir.h"

/* Something of everything. */
static const char source[] =
    "FUNCTION \"a b\"\n"
    "TEMP %n {i32}\nTEMP %m {i64 sb:40}\nTEMP @g {ptr}\n"
    "BEGIN REGION entry \"e\" exit \"x\" ! \"x.c\":1:2\n"
    "LIVE-IN %n %m @g\nLIVE-OUT %s\nRANGE %m 0 99\n"
    "+ DO i1 = 0, sext(%n) + -1, 1   <DO_MULTI_EXIT_LOOP> {exact}\n"
    "|   + WHILE i2   <WHILE_LOOP> refused \"no-induction\" \"why\" \"h\" at \"x.c\":4:1\n"
    "|   |   %x = (%p)[2 * %m * i1 + 3 : %m * 4 x 10][(smax(%m, 1) + i2) / 3 : 4]{i32 sb:7 "
    "inbounds};\n"
    "|   |   %s = %x  +  %n;\n"
    "|   |   %d = (@g)[0 : 8]{double sb:9 volatile};\n"
    "|   |   %e = %d  *  1.5e+00;\n"
    "|   |   if (%e olt `0x7FF8000000000000`)\n"
    "|   |   {\n"
    "|   |      %y = (%x  <u  7) ? %x : trunc.i64.i32(umin(%m, 12));\n"
    "|   |      goto out;\n"
    "|   |   }\n"
    "|   |   else\n"
    "|   |   {\n"
    "|   |      %q = &(%p)[i2 : 4]{ptr sb:8};\n"
    "|   |      %z = @call(%q, null) \"tail\";\n"
    "|   |      *%f(%z);\n"
    "|   |   }\n"
    "|   |   switch (%x)\n"
    "|   |   {\n"
    "|   |   case -4:\n"
    "|   |      %s = 2;\n"
    "|   |      break;\n"
    "|   |   case 7:\n"
    "|   |      goto far;\n"
    "|   |      break;\n"
    "|   |   default:\n"
    "|   |      break;\n"
    "|   |   }\n"
    "|   + END LOOP\n"
    "+ END LOOP\n"
    "out:\n"
    "END REGION\n";

typedef struct pair {
    hir_text t; /* only for its module and context */
    report_hir_function from, to;
} pair;

static void begin(pair *p) {
    *p = (pair){0};
    hir_text_begin(&p->t);
    assert_true(hir_init(&p->from.h, &p->t.p.m) && hir_init(&p->to.h, &p->t.p.m));
    if (!hir_parse(&p->from.h, "test", source, strlen(source)))
        fail_msg("%s", lathe_ctx_error(p->t.p.ctx));
    assert_verified(&p->from.h);
}

static void end(pair *p) {
    hir_free(&p->from.h);
    hir_free(&p->to.h);
    hir_text_end(&p->t);
}

static str write(report_hir_function *f) {
    str text;
    lathe_hir all = {.ctx = f->h.ctx, .functions = {.at = &f, .len = 1, .cap = 1}};
    str_init(&text, f->h.ctx);
    hir_report_json(&text, &all, &(lathe_hir_view){0});
    return text;
}

static bool read(hir *h, const char *text, size_t size) {
    arena mem;
    arena_init(&mem, h->ctx);
    json_in in = {.ctx = h->ctx, .mem = &mem, .name = "test"};
    const json_value *document = json_read(&in, text, size);
    const json_value *list = document ? json_get(&in, document, "functions", JSON_ARRAY) : NULL;
    bool good = list && list->first && hir_from_json(h, &in, list->first);
    arena_free(&mem);
    return good;
}

static void what_is_written_is_read(void **state) {
    (void)state;
    pair p;
    begin(&p);
    str document = write(&p.from);
    if (!read(&p.to.h, document.at, document.len))
        fail_msg("%s in\n%s", lathe_ctx_error(p.t.p.ctx), document.at);
    assert_verified(&p.to.h);
    hir_text_options all = {.numbers = true, .verbose = true};
    str first = hir_text_print(&p.from.h, all), second = hir_text_print(&p.to.h, all);
    assert_string_equal(str_text(&first), str_text(&second));
    assert_non_null(strstr(str_text(&first), "case -4:"));
    str again = write(&p.to);
    /* Counts are found by those who add a function. */
    assert_string_equal(strstr(document.at, "\"temps\""), strstr(again.at, "\"temps\""));
    assert_true(hir_loop_is((HLLoop *)node_at(&p.to.h, 2), LOOP_EXACT_BOUND));
    str_free(&again);
    str_free(&first);
    str_free(&second);
    str_free(&document);
    end(&p);
}

/* The document with one text replaced, and what is said about it. */
static const struct {
    const char *from, *to, *error;
} wrong[] = {
    {"\"kind\": \"loop\"", "\"kind\": \"lop\"", "this 'kind' of node is unknown"},
    {"\"loop_kind\": \"while\"", "\"loop_kind\": \"whale\"", "this 'loop_kind' is unknown"},
    {"\"opcode\": \"load\"", "\"opcode\": \"lod\"", "this 'opcode' is unknown"},
    {"\"predicate\": \"olt\"", "\"predicate\": \"old\"", "this 'predicate' is unknown"},
    {"\"predicate\": \"<u\"", "\"predicate\": 3", "'predicate' is an integer, not text"},
    {"\"exact-bound\"", "\"exact\"", "this 'state' of a loop is unknown"},
    {"\"number\": 2,", "\"number\": 1,", "two nodes of the function have the number 1"},
    {"\"number\": 2,", "\"number\": 0,", "'number' is not from 1 to 2147483647"},
    {"\"parent\": 2,", "\"parent\": 1,", "its 'parent' is not the node that lists it"},
    {"\"body\": [\n                2,", "\"body\": [\n                2, 2,",
     "expected a later node that is in no other list"},
    {"\"body\": [\n                2,", "\"body\": [\n                1,",
     "expected a later node that is in no other list"},
    {"\"body\": [\n                2,", "\"body\": [", "this node is in no list"},
    {"\"op\": \"smax\"", "\"op\": \"max\"", "such a blob cannot be made"},
    {"\"op\": \"sext\"", "\"op\": \"trunc\"", "such a blob cannot be made"},
    {"\"name\": \"%n\"", "\"name\": \"n\"", "the temp's name is not one, or is taken"},
    {"\"name\": \"%m\"", "\"name\": \"%n\"", "the temp's name is not one, or is taken"},
    {"\"type\": \"i32\"", "\"type\": \"i32 i32\"", "'type' is not a type"},
    {"\"denominator\": 3", "\"denominator\": 0", "the denominator does not fit the type"},
    {"\"level\": 2,\n                            \"coefficient\"",
     "\"level\": 3,\n                            \"coefficient\"", "'level' is not from 1 to 2"},
    {"\"stride_id\": 7", "\"stride_id\": 99", "'stride_id' is not from 0 to"},
    {"\"live_in\": [\n            \"%n\"", "\"live_in\": [\n            \"%none\"",
     "expected the name of a temp of the function"},
    {"\"high\": 99", "\"high\": -1", "'low' is above 'high'"},
    {"\"target\": 17", "\"target\": 1", "its 'target' is not the label of this name"},
    {"\"written\": true", "\"written\": false", "this cannot be assigned to here, or is"},
    {"\"entry\": \"e\",", "", "'entry' is missing"},
    {"\"refused_loop\": \"h\"", "\"refused_loop\": null", "'refused_loop' is null, not text"},
    {"\"kind\": \"address\"", "\"kind\": \"adress\"", "this 'kind' of reference is unknown"},
};

static void what_is_wrong_is_refused(void **state) {
    (void)state;
    pair p;
    begin(&p);
    str document = write(&p.from);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *at = strstr(document.at, wrong[i].from);
        if (!at)
            fail_msg("%s is not in\n%s", wrong[i].from, document.at);
        hir_text t;
        hir_text_begin(&t);
        str changed;
        str_init(&changed, t.p.ctx);
        str_add_n(&changed, document.at, (size_t)(at - document.at));
        str_add(&changed, wrong[i].to);
        str_add(&changed, at + strlen(wrong[i].from));
        assert_false(read(&t.h, changed.at, changed.len));
        assert_int_equal(lathe_ctx_status(t.p.ctx), LATHE_BAD_INPUT);
        if (!strstr(lathe_ctx_error(t.p.ctx), wrong[i].error))
            fail_msg("%s: %s", wrong[i].to, lathe_ctx_error(t.p.ctx));
        assert_true(str_starts_with(lathe_ctx_error(t.p.ctx), "test:"));
        str_free(&changed);
        hir_text_end(&t);
    }
    str_free(&document);
    end(&p);
}

static uint64_t next_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state * 0x2545f4914f6cdd1du;
}

/* Where a number or text begins that is a value; its length. */
static size_t find_value(const char *text, size_t size, uint64_t *seed, size_t *length) {
    size_t start = next_random(seed) % size;
    for (size_t i = 0; i < size; i++) {
        size_t at = (start + i) % size;
        if (at < 2 || text[at - 1] != ' ' || strchr(" \n{[}]", text[at]))
            continue;
        *length = strcspn(text + at, ",\n:");
        if (text[at + *length] != ':')
            return at;
    }
    *length = 0;
    return 0;
}

/* Puts one value of the text in the place of another, or something odd. */
static void damage(str *text, uint64_t *seed) {
    static const char *const odd[] = {"null", "-1", "0",  "1",    "99",     "18446744073709551615",
                                      "1.5",  "[]", "{}", "\"\"", "\"i1\"", "\"ptr\"",
                                      "true"};
    size_t length, other_length;
    size_t at = find_value(text->at, text->len, seed, &length);
    size_t other = find_value(text->at, text->len, seed, &other_length);
    bool swap = next_random(seed) % 3;
    str changed;
    str_init(&changed, text->ctx);
    str_add_n(&changed, text->at, at);
    if (swap)
        str_add_n(&changed, text->at + other, other_length);
    else
        str_add(&changed, odd[next_random(seed) % (sizeof odd / sizeof *odd)]);
    str_add(&changed, text->at + at + length);
    str_free(text);
    *text = changed;
}

/* If it can be read, and is good, it is written and read as the same. */
static void read_damaged(const str *text) {
    pair p = {0};
    hir_text_begin(&p.t);
    assert_true(hir_init(&p.from.h, &p.t.p.m) && hir_init(&p.to.h, &p.t.p.m));
    if (!read(&p.from.h, text->at, text->len)) {
        assert_int_equal(lathe_ctx_status(p.t.p.ctx), LATHE_BAD_INPUT);
    } else if (hir_verify(&p.from.h, NULL)) {
        str document = write(&p.from);
        if (!read(&p.to.h, document.at, document.len))
            fail_msg("%s in\n%s", lathe_ctx_error(p.t.p.ctx), document.at);
        assert_verified(&p.to.h);
        str first = hir_text_print(&p.from.h, (hir_text_options){.verbose = true});
        str second = hir_text_print(&p.to.h, (hir_text_options){.verbose = true});
        assert_string_equal(str_text(&first), str_text(&second));
        str_free(&first);
        str_free(&second);
        str_free(&document);
    }
    end(&p);
}

static void damaged_documents_are_read_or_refused(void **state) {
    (void)state;
    const char *many = getenv("LATHE_JSON_MUTANTS");
    long count = many ? strtol(many, NULL, 10) : 1500;
    pair p;
    begin(&p);
    str document = write(&p.from);
    uint64_t seed = 77;
    for (long i = 0; i < count; i++) {
        lathe_ctx *ctx = lathe_ctx_new();
        str copy;
        str_init(&copy, ctx);
        str_add(&copy, document.at);
        for (uint64_t n = 1 + next_random(&seed) % 2; n > 0; n--)
            damage(&copy, &seed);
        read_damaged(&copy);
        str_free(&copy);
        lathe_ctx_free(ctx);
    }
    str_free(&document);
    end(&p);
}

static const char *written; /* by write(), for the test that has no memory */

static void read_and_write(lathe_ctx *ctx) {
    LLVMContextRef llvm = LLVMContextCreate();
    LLVMModuleRef module = LLVMModuleCreateWithNameInContext("m", llvm);
    lathe_module m = {.ctx = ctx, .llvm_ctx = llvm, .llvm = module};
    report_hir_function f = {0};
    if (hir_init(&f.h, &m) && read(&f.h, written, strlen(written))) {
        str text = write(&f);
        str_free(&text);
    }
    hir_free(&f.h);
    LLVMDisposeModule(module);
    LLVMContextDispose(llvm);
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    pair p;
    begin(&p);
    str document = write(&p.from);
    written = document.at;
    fail_every_allocation(read_and_write);
    str_free(&document);
    end(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(what_is_wrong_is_refused),
        cmocka_unit_test(damaged_documents_are_read_or_refused),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
