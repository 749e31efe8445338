/* Linked to programs that trace_deps.py has instrumented: writes what they access, in which
 * iteration, to the file that LATHE_TRACE names. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_LOOPS = 4096, MAX_EVENTS = 4000000 };

static uint64_t iteration[MAX_LOOPS];
static FILE *out;
static long events;

static void begin(void) {
    const char *name = getenv("LATHE_TRACE");
    out = name ? fopen(name, "wb") : NULL;
    if (!out) {
        perror(name ? name : "LATHE_TRACE");
        exit(2);
    }
}

void lathe_trace_call(uint32_t function) {
    if (!out)
        begin();
    fprintf(out, "call %u\n", function);
}

void lathe_trace_loop(uint32_t loop, uint64_t at) {
    iteration[loop] = at;
}

/* loops: numbers of those around it, outermost first. */
void lathe_trace_access(uint32_t access, const void *address, uint64_t size, const uint32_t *loops,
                        uint32_t count) {
    if (++events > MAX_EVENTS) {
        fprintf(stderr, "more than %d accesses\n", MAX_EVENTS);
        exit(3);
    }
    fprintf(out, "%u %llu %llu", access, (unsigned long long)(uintptr_t)address,
            (unsigned long long)size);
    for (uint32_t i = 0; i < count; i++)
        fprintf(out, " %llu", (unsigned long long)iteration[loops[i]]);
    fputc('\n', out);
}
