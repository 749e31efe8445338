/* What hir-test-check calls: a closed form and the value that it stands for. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t checks, wrong;

static void report(void) {
    fprintf(stderr, "hir check: %llu checks, %llu wrong\n", (unsigned long long)checks,
            (unsigned long long)wrong);
    if (wrong)
        _Exit(99);
}

void lathe_hir_check(uint64_t id, uint64_t value, uint64_t form) {
    if (checks++ == 0)
        atexit(report);
    if (value == form || wrong++ > 20)
        return;
    fprintf(stderr, "hir check %llu: %llu is not %llu\n", (unsigned long long)id,
            (unsigned long long)value, (unsigned long long)form);
}
