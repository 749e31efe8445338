#include "cc/link/budget.h"

#include "cc/objects/pack.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>

/* clang compiles about 200,000 bytes of front-end bitcode in a second of a machine of 2020, and
 * full LTO optimises and generates code for about as many. BYTES_PER_SECOND is a third of that for
 * slow machines; SOME_SECONDS is what small programs need on the slowest.
 *
 * Transforms take 2 to 10 operations for each byte of bitcode, of which 5 million take a second: so
 * the bound on operations is reached in about the time of compiling. */
enum { SOME_SECONDS = 10, BYTES_PER_SECOND = 66666, SOME_OPERATIONS = 1 << 24 };
enum { OPERATIONS_PER_BYTE = 40 };

/* A way for tests to see what a program does that needs more work than its size explains. */
static uint64_t operations_of(uint64_t bytes) {
    const char *wanted = getenv("LATHE_TEST_OPERATIONS");
    return wanted ? strtoull(wanted, NULL, 10) : SOME_OPERATIONS + OPERATIONS_PER_BYTE * bytes;
}

cc_budget cc_budget_of(const cc_inputs *in, const cc_args *args) {
    uint64_t bytes = 0;
    for (size_t i = 0; i < in->records.len; i++)
        bytes += cc_unpacked_size(in->records.at[i].bitcode, in->records.at[i].bitcode_size);
    if (args->budget != CC_NO_BUDGET)
        return (cc_budget){.seconds = args->budget};
    return (cc_budget){.operations = operations_of(bytes),
                       .seconds = (unsigned)(SOME_SECONDS + bytes / BYTES_PER_SECOND)};
}

void cc_budget_begin(const cc_budget *b, lathe_ctx *ctx) {
    if (b->seconds)
        setrlimit(RLIMIT_CPU, &(struct rlimit){b->seconds, b->seconds + 1});
    ctx_clear(ctx);
    lathe_ctx_set_budget(ctx, b->operations, 0);
}

bool cc_budget_is_used_up(int code) {
    return code == 128 + SIGXCPU;
}
