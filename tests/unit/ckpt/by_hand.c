/* A program as the compiler would have made it, written by hand: main calls walk, which calls
 * itself and has a directive at the bottom. by_hand STEPS [DEPTH] prints a number that depends on
 * heap, globals, locals in memory, random numbers and what it read and wrote. */
#include "ckpt/alloc.h"
#include "ckpt/process.h"
#include "ckpt/rt_abi.h"
#include "ckpt/streams.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct node {
    struct node *next;
    uint64_t value;
} node;

static node *list;
static uint64_t total = 17;
static double table[3000];
static lathe_ckpt_file *output;

static const lathe_ckpt_value walk_values[] = {{"depth", "i64", 0, 8}, {"local", "ptr", 8, 8}};
static const lathe_ckpt_site at_bottom = {"walk", "by_hand.c:1", 1, 16, 1, 2, walk_values};
static const lathe_ckpt_site at_call = {"walk", "by_hand.c:2", 2, 16, 0, 2, walk_values};
static const lathe_ckpt_value main_values[] = {{"step", "i64", 0, 8}, {"steps", "i64", 8, 8}};
static const lathe_ckpt_site in_main = {"main", "by_hand.c:3", 1, 16, 0, 2, main_values};

static void work(uint64_t *local) {
    node *n = lathe_ckpt_malloc(sizeof *n);
    *n = (node){list, (uint64_t)rand() ^ *local};
    list = n;
    total = total * 31 + n->value + (uint64_t)(drand48() * 1e6);
    table[total % 3000] += 0.1;
    if (total % 3 == 0 && list->next) {
        node *gone = list->next;
        list->next = gone->next;
        lathe_ckpt_free(gone);
    }
    fprintf(output->stream, "%llu\n", (unsigned long long)total);
    ++*local;
}

static void store_pair(lathe_ckpt_frame *frame, uint64_t a, uint64_t b) {
    memcpy(frame->values, &a, 8);
    memcpy(frame->values + 8, &b, 8);
}

static void load_pair(const lathe_ckpt_frame *frame, uint64_t *a, uint64_t *b) {
    memcpy(a, frame->values, 8);
    memcpy(b, frame->values + 8, 8);
}

static int walk(uint64_t depth) {
    char *old = lathe_ckpt_sp;
    uint64_t *local = (uint64_t *)(void *)old;
    lathe_ckpt_sp = old + 16;
    if (lathe_ckpt_mode) {
        const lathe_ckpt_frame *frame = lathe_ckpt_load("walk");
        uint64_t address;
        load_pair(frame, &depth, &address);
        lathe_ckpt_sp = frame->sp;
        if (address != (uint64_t)(uintptr_t)local)
            abort();
        if (frame->point == 1)
            goto resumed;
        walk(0);
        goto called;
    }
    *local = depth;
    if (depth) {
        walk(depth - 1);
    called:
        if (lathe_ckpt_mode) {
            store_pair(lathe_ckpt_save(&at_call), depth, (uint64_t)(uintptr_t)local);
            goto leave;
        }
    } else {
        errno = 33;
        lathe_ckpt_frame *record = lathe_ckpt_due ? lathe_ckpt_begin(&at_bottom) : NULL;
        if (record) {
            store_pair(record, depth, (uint64_t)(uintptr_t)local);
            goto leave;
        }
    resumed:
        if (errno != 33)
            abort();
    }
    work(local);
    if (*local != depth + 1)
        abort();
leave:
    lathe_ckpt_sp = old;
    return 0;
}

static int entry(int argc, char **argv, char **envp) {
    uint64_t step = 0, steps = 0;
    (void)envp;
    if (lathe_ckpt_mode) {
        const lathe_ckpt_frame *frame = lathe_ckpt_load("main");
        load_pair(frame, &step, &steps);
        lathe_ckpt_sp = frame->sp;
        walk(0);
        goto called;
    }
    if (argc < 2)
        return 2;
    steps = strtoull(argv[1], NULL, 10);
    output = lathe_ckpt_fopen("by_hand.out", "w");
    if (!output)
        return 2;
    srand(5);
    lathe_ckpt_srand48(6);
    for (; step < steps; step++) {
        walk(argc > 2 ? strtoull(argv[2], NULL, 10) : 10);
    called:
        if (lathe_ckpt_mode) {
            store_pair(lathe_ckpt_save(&in_main), step, steps);
            return 0;
        }
        if (step % 16 == 0)
            printf("step %llu\n", (unsigned long long)step);
    }
    double sum = 0;
    for (unsigned i = 0; i < 3000; i++)
        sum += table[i] * i;
    for (node *n = list; n; n = n->next)
        total = total * 33 + n->value;
    printf("%llu %a %s\n", (unsigned long long)total, sum, argv[1]);
    if (getenv("BY_HAND_ADDRESS"))
        printf("%p\n", (void *)list);
    lathe_ckpt_fclose(output);
    return 0;
}

static const lathe_ckpt_global globals[] = {{&list, sizeof list, "list", 1},
                                            {&total, sizeof total, "total", 0},
                                            {table, sizeof table, "table", 0},
                                            {&output, sizeof output, "output", 1}};
static const lathe_ckpt_program program = {LATHE_CKPT_ABI, 4, 0x1234, "by_hand", entry, globals, 0};

/* With BY_HAND_TAKEN, something else is where the arena wants to be. */
static void take_address(int argc, char **argv, char **envp) {
    (void)argc;
    (void)argv;
    while (*envp && strncmp(*envp, "BY_HAND_TAKEN=", 14))
        envp++;
    if (*envp)
        mmap((void *)0x200000010000, 4096, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
}

/* Before the runtime's constructor. */
__attribute__((section(".preinit_array"), used)) static void (*const first)(int, char **,
                                                                            char **) = take_address;

int main(int argc, char **argv, char **envp) {
    return lathe_ckpt_run(&program, argc, argv, envp);
}
