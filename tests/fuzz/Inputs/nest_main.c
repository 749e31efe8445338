/* Runs the nests of a file of gen_nests.py, from the one whose number is given on, each on the same
 * data as ever, and prints a number for all that is in memory afterwards. */
#include "nest_main.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { SHARED = 4096, PAGE = 4096, PAGES = 4 };

static uint64_t shared[SHARED], state, noted;
static char *pages; /* nothing is before and behind them */

static uint64_t draw(void) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state >> 11;
}

void note(unsigned long value) {
    noted = noted * 31 + value + 1;
}

unsigned long noted_last(void) {
    return noted;
}

unsigned long scramble(unsigned long value) {
    return (value ^ value >> 7) * 0x9e3779b97f4a7c15u;
}

static void fill(const struct area *a) {
    unsigned char *bytes = a->at;
    double *doubles = a->at;
    float *floats = a->at;
    switch (a->kind) {
    case BYTES:
        for (unsigned long i = 0; i < a->size; i += 4) {
            uint64_t value = draw();
            memcpy(bytes + i, &value, a->size - i < 4 ? a->size - i : 4);
        }
        break;
    case SMALL: /* of any width: no sum of a few is beyond it */
        memset(bytes, 0, a->size);
        for (unsigned long i = 0; i < a->size; i += 8)
            bytes[i] = (unsigned char)(draw() >> 49);
        break;
    case FLOATS:
        for (unsigned long i = 0; i < a->size / sizeof *floats; i++)
            floats[i] = (float)(int)(draw() >> 24) * 0x1p-27f - 0.5f;
        break;
    case DOUBLES:
        for (unsigned long i = 0; i < a->size / sizeof *doubles; i++)
            doubles[i] = (double)draw() * 0x1p-52 - 0.5;
        break;
    }
}

static uint64_t mix(uint64_t sum, uint64_t value) {
    sum = (sum ^ value) * 0x9e3779b97f4a7c15u;
    return sum ^ sum >> 29;
}

/* Which of several numbers that are none comes of an operation is not defined. */
static uint64_t hash(const struct area *a, uint64_t sum) {
    const unsigned char *bytes = a->at;
    const double *doubles = a->at;
    const float *floats = a->at;
    unsigned long step = a->kind == FLOATS ? sizeof *floats : 8;
    for (unsigned long i = 0, at = 0; at < a->size; i++, at += step) {
        bool none = a->kind == FLOATS ? floats[i] != floats[i]
                                      : a->kind == DOUBLES && doubles[i] != doubles[i];
        uint64_t value = 0;
        if (none)
            value = 7;
        else
            memcpy(&value, bytes + at, a->size - at < step ? a->size - at : step);
        sum = mix(sum, value);
    }
    return sum;
}

static void make_pages(void) {
    char *all = mmap(NULL, (PAGES + 2) * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pages = all + PAGE;
    if (all == MAP_FAILED || mprotect(pages, PAGES * PAGE, PROT_READ | PROT_WRITE)) {
        perror("pages");
        exit(1);
    }
}

static uint64_t run(const struct nest *n) {
    struct area memory = {shared, (unsigned long)SHARED * n->element, n->kind};
    unsigned long edge = (unsigned long)n->edge * n->element;
    struct area last = {n->at_start ? pages : pages + PAGES * PAGE - edge, edge, n->kind};
    uint64_t sum = 0;
    state = noted = 1;
    for (unsigned c = 0; c < n->call_count; c++) {
        const struct call *call = &n->calls[c];
        for (const struct area *a = n->areas; a->at; a++)
            fill(a);
        if (n->element)
            fill(&memory);
        fill(&last);
        n->run(call->n, call->m, (char *)shared + (unsigned long)call->apart * n->element, shared,
               last.at);
        for (const struct area *a = n->areas; a->at; a++)
            sum = hash(a, sum);
        if (n->element)
            sum = hash(&memory, sum);
        sum = hash(&last, sum);
    }
    return mix(sum, noted);
}

int main(int argc, char **argv) {
    make_pages();
    for (const struct nest *n = nests + (argc > 1 ? atoi(argv[1]) : 0); n->name; n++) {
        printf("%s ", n->name);
        fflush(stdout);
        printf("%016llx\n", (unsigned long long)run(n));
    }
}
