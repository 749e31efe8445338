#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ckpt/rt_records.h"

#include <stdlib.h>
#include <string.h>

static const lathe_ckpt_site at_directive = {"leaf", "a.c:1", 1, 8, 1, 0, NULL};
static const lathe_ckpt_site in_call = {"middle", "a.c:2", 2, 24, 0, 0, NULL};
static const lathe_ckpt_site in_main = {"main", "a.c:3", 1, 0, 0, 0, NULL};

enum { LOW = 0x1000, HIGH = 0x2000 };

static void free_records(ck_records *records) {
    free(records->bytes.data);
    free(records->starts);
    free(records->sites);
}

static void push(ck_records *records, const lathe_ckpt_site *site, unsigned char mark) {
    lathe_ckpt_frame *frame = ck_records_push(records, site);
    assert_non_null(frame);
    frame->sp = (void *)(uintptr_t)(LOW + 16);
    memset(frame->values, mark, site->bytes);
}

static void take_back(void **state) {
    (void)state;
    ck_records written = {0}, read = {0};
    push(&written, &at_directive, 1);
    push(&written, &in_call, 2);
    push(&written, &in_main, 3);
    assert_true(ck_records_read(&read, written.bytes.data, written.bytes.size, LOW, HIGH));
    assert_int_equal(ck_records_pop(&read, "main")->point, 1);
    const lathe_ckpt_frame *frame = ck_records_pop(&read, "middle");
    assert_int_equal(frame->point, 2);
    assert_int_equal(frame->values[23], 2);
    assert_null(ck_records_pop(&read, "main"));
    assert_int_equal(read.left, 0);
    free_records(&written);
    free_records(&read);
}

/* A frame that took the last record would run, though it was only on the way to a checkpoint. */
static void innermost_is_a_directive(void **state) {
    (void)state;
    const lathe_ckpt_site *bad[][3] = {{&in_call, &in_main, NULL},
                                       {&at_directive, &at_directive, &in_main},
                                       {&in_call, &at_directive, &in_main}};
    for (size_t i = 0; i < 3; i++) {
        ck_records written = {0}, read = {0};
        for (size_t k = 0; k < 3 && bad[i][k]; k++)
            push(&written, bad[i][k], 1);
        assert_false(ck_records_read(&read, written.bytes.data, written.bytes.size, LOW, HIGH));
        free_records(&written);
        free_records(&read);
    }
}

static void malformed(void **state) {
    (void)state;
    ck_records written = {0}, read = {0};
    push(&written, &at_directive, 1);
    push(&written, &in_main, 2);
    size_t size = written.bytes.size;
    assert_false(ck_records_read(&read, written.bytes.data, size - 16, LOW, HIGH));
    assert_false(ck_records_read(&read, written.bytes.data, 0, LOW, HIGH));
    assert_false(ck_records_read(&read, written.bytes.data, size, LOW + 32, HIGH));
    assert_true(ck_records_read(&read, written.bytes.data, size, LOW, HIGH));
    free_records(&written);
    free_records(&read);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(take_back),
        cmocka_unit_test(innermost_is_a_directive),
        cmocka_unit_test(malformed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
