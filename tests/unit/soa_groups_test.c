/* How fields are grouped by heat and affinity, as told, and so that they fit. */
#include "module_text.h"

#include "dtrans/soa/soa.h"

#include <string.h>

typedef struct sample {
    lathe_ctx *ctx;
    arena mem;
    dtrans_type t;
    dtrans_field fields[8];
    double affinity[64];
} sample;

static void begin(sample *s, uint32_t count, uint64_t size) {
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    memset(s, 0, sizeof *s);
    s->ctx = lathe_ctx_new();
    arena_init(&s->mem, s->ctx);
    s->t = (dtrans_type){.fields = s->fields, .field_count = count, .affinity = s->affinity};
    for (uint32_t f = 0; f < count; f++)
        s->fields[f] = (dtrans_field){.name = names[f], .offset = f * size, .size = size};
    s->t.size = count * size;
}

static void end(sample *s) {
    arena_free(&s->mem);
    lathe_ctx_free(s->ctx);
}

static void use(sample *s, const char *fields, double weight) {
    for (const char *x = fields; *x; x++) {
        s->fields[*x - 'a'].frequency += weight;
        for (const char *y = fields; *y; y++)
            if (x != y)
                s->affinity[(size_t)(*x - 'a') * s->t.field_count + (size_t)(*y - 'a')] += weight;
    }
}

/* "ab|c": the groups in order. */
static void check(const soa_groups *groups, const dtrans_type *t, const char *expected) {
    char text[32] = "";
    for (uint32_t i = 0; i < groups->count; i++) {
        strcat(text, i ? "|" : "");
        for (uint32_t f = 0; f < t->field_count; f++)
            if (groups->of[f] == i)
                strcat(text, t->fields[f].name);
    }
    assert_string_equal(text, expected);
}

static void check_heat(sample *s, bool cut, const char *expected) {
    soa_groups groups;
    assert_true(soa_group_by_heat(&groups, &s->mem, &s->t, cut));
    check(&groups, &s->t, expected);
}

static void loops_make_groups(void **state) {
    (void)state;
    sample s;
    begin(&s, 6, 8);
    use(&s, "ad", 1000);
    use(&s, "bc", 500);
    use(&s, "abcdef", 10);
    check_heat(&s, false, "ad|bc|ef"); /* e and f are cold */
    use(&s, "ef", 300);
    check_heat(&s, false, "ad|bc|ef"); /* … and now warm, together */
    use(&s, "e", 5000);
    check_heat(&s, false, "ad|bc|e|f"); /* f would be read in vain by most loops over e */
    end(&s);
}

static void a_third_is_enough(void **state) {
    (void)state;
    sample s;
    begin(&s, 2, 8);
    use(&s, "ab", 100);
    use(&s, "a", 190);
    check_heat(&s, false, "ab");
    use(&s, "a", 20);
    check_heat(&s, false, "a|b");
    end(&s);
}

static void cold_fields_stay_together(void **state) {
    (void)state;
    sample s;
    begin(&s, 5, 8);
    use(&s, "b", 1000);
    use(&s, "c", 19);
    use(&s, "e", 20); /* a fiftieth is warm */
    check_heat(&s, false, "acd|b|e");
    end(&s);
}

static void without_affinity_there_are_two(void **state) {
    (void)state;
    sample s;
    begin(&s, 4, 8);
    s.t.affinity = NULL;
    s.fields[1].frequency = 1000;
    s.fields[3].frequency = 900;
    check_heat(&s, false, "ac|bd");
    end(&s);
}

static void padding_is_in_no_group(void **state) {
    (void)state;
    sample s;
    begin(&s, 3, 8);
    s.fields[1].padding = true;
    use(&s, "a", 1000);
    check_heat(&s, false, "a|c");
    end(&s);
}

static void nothing_known_is_one_group(void **state) {
    (void)state;
    sample s;
    begin(&s, 5, 8);
    check_heat(&s, false, "abcde");
    check_heat(&s, true, "abc|de");
    s.fields[4].frequency = 2;
    s.fields[0].frequency = s.fields[1].frequency = s.fields[2].frequency = s.fields[3].frequency =
        1;
    s.t.affinity = NULL;
    check_heat(&s, true, "abe|cd");
    s.t.field_count = 1;
    check_heat(&s, true, "a");
    end(&s);
}

static void check_told(sample *s, const char *told, const char *expected) {
    soa_groups groups;
    const char *word = soa_group_as_told(&groups, &s->mem, &s->t, told);
    if (word)
        assert_string_equal(word, expected);
    else
        check(&groups, &s->t, expected);
}

static void groups_can_be_told(void **state) {
    (void)state;
    sample s;
    begin(&s, 5, 8);
    s.fields[3].padding = true;
    check_told(&s, "a+c,b", "ac|b|e");
    check_told(&s, "e,4", "4"); /* twice the same */
    check_told(&s, "2+0", "ac|be");
    check_told(&s, "e+c+b+a", "abce");
    check_told(&s, "a+x", "x");
    check_told(&s, "a+d", "d"); /* padding */
    check_told(&s, "a+", "");
    check_told(&s, "", "");
    check_told(&s, "a,-1", "-1");
    check_told(&s, "a+5", "5");
    check_told(&s, "a+18446744073709551616", "18446744073709551616");
    end(&s);
}

static void groups_fit_into_the_struct(void **state) {
    (void)state;
    sample s;
    soa_groups groups;
    begin(&s, 4, 8);
    LLVMContextRef llvm = LLVMContextCreate();
    LLVMTargetDataRef target = LLVMCreateTargetData("e-i64:64");
    LLVMTypeRef i64 = LLVMInt64TypeInContext(llvm), i8 = LLVMInt8TypeInContext(llvm);
    LLVMTypeRef body[] = {i64, i64, i8, i8};
    s.t.llvm = LLVMStructTypeInContext(llvm, body, 4, false);
    s.fields[2].size = s.fields[3].size = 1;
    s.t.size = 24;
    assert_null(soa_group_as_told(&groups, &s.mem, &s.t, "a+c,b+d"));
    assert_int_equal(soa_grouped_size(&groups, &s.mem, &s.t, target), 32);
    soa_group_to_fit(&groups, &s.mem, &s.t, target);
    check(&groups, &s.t, "abcd");
    assert_null(soa_group_as_told(&groups, &s.mem, &s.t, "a,b+c+d"));
    assert_int_equal(soa_grouped_size(&groups, &s.mem, &s.t, target), 24);
    const uint64_t *sizes = soa_group_sizes(&groups, &s.mem, &s.t, target);
    assert_int_equal(sizes[0], 8);
    assert_int_equal(sizes[1], 16);
    soa_group_to_fit(&groups, &s.mem, &s.t, target);
    check(&groups, &s.t, "a|bcd");
    LLVMDisposeTargetData(target);
    LLVMContextDispose(llvm);
    end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops_make_groups),
        cmocka_unit_test(a_third_is_enough),
        cmocka_unit_test(cold_fields_stay_together),
        cmocka_unit_test(without_affinity_there_are_two),
        cmocka_unit_test(padding_is_in_no_group),
        cmocka_unit_test(nothing_known_is_one_group),
        cmocka_unit_test(groups_can_be_told),
        cmocka_unit_test(groups_fit_into_the_struct),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
