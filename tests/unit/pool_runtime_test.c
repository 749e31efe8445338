/* Pools of objects: what is handed out, where it lies, and what happens when there is no more. */
#include "pool/checker.h"
#include "pool/chunks.h"
#include "pool/rtpool_abi.h"

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static uint64_t end_of(const struct lathe_pool *pool) {
    return UINT64_C(1) << (32 + pool->shift);
}

static bool is_zero(const void *bytes, size_t size) {
    const char *at = bytes;
    for (size_t i = 0; i < size; i++)
        if (at[i])
            return false;
    return true;
}

static void objects_lie_side_by_side_and_low(void **state) {
    (void)state;
    for (unsigned shift = 0; shift <= POOL_MOST_SHIFT; shift++) {
        struct lathe_pool pool = {.alone = &lathe_pool_crowded, .size = 48, .shift = shift};
        char *first = lathe_pool_alloc(&pool), *second = lathe_pool_alloc(&pool);
        assert_non_null(first);
        assert_ptr_equal(second, first + 48);
        assert_int_equal((uintptr_t)first % (UINT64_C(1) << shift), 0);
        assert_true((uintptr_t)second + 48 < end_of(&pool));
        assert_ptr_equal(pool_owner(first), &pool);
        assert_ptr_equal(pool_owner(second + 47), &pool);
    }
}

static void a_freed_object_comes_back_first(void **state) {
    (void)state;
    struct lathe_pool pool = {.alone = &lathe_pool_crowded, .size = 12, .shift = 2};
    char *a = lathe_pool_alloc(&pool), *b = lathe_pool_alloc(&pool), *c = lathe_pool_alloc(&pool);
    if (pool_is_checked())
        return;
    lathe_pool_free(&pool, a);
    lathe_pool_free(&pool, c);
    assert_ptr_equal(lathe_pool_alloc(&pool), c);
    assert_ptr_equal(lathe_pool_alloc(&pool), a);
    assert_ptr_equal(lathe_pool_alloc(&pool), b + 24);
    lathe_pool_free(&pool, NULL);
    assert_ptr_equal(lathe_pool_alloc(&pool), b + 36);
}

static void zeroed_objects_are_zero_also_the_second_time(void **state) {
    (void)state;
    struct lathe_pool pool = {.alone = &lathe_pool_crowded, .size = 40, .shift = 3};
    char *a = lathe_pool_zalloc(&pool);
    assert_true(is_zero(a, 40));
    memset(a, 0xa5, 40);
    lathe_pool_free(&pool, a);
    char *b = lathe_pool_zalloc(&pool);
    assert_true(a == b || pool_is_checked());
    assert_true(is_zero(b, 40));
}

enum { MANY = 400000 };

static void a_pool_grows_and_loses_nothing(void **state) {
    (void)state;
    struct lathe_pool pool = {.alone = &lathe_pool_crowded, .size = 24, .shift = 3};
    uint64_t **all = calloc(MANY, sizeof *all);
    assert_non_null(all);
    for (uint64_t i = 0; i < MANY; i++) {
        all[i] = lathe_pool_alloc(&pool);
        assert_non_null(all[i]);
        all[i][0] = all[i][1] = all[i][2] = i;
    }
    for (uint64_t i = 0; i < MANY; i++)
        assert_true(all[i][0] == i && all[i][1] == i && all[i][2] == i);
    assert_true(pool.taken >= UINT64_C(24) * MANY);
    assert_true(pool.taken < UINT64_C(24) * MANY * 3 / 2);
    uint64_t taken = pool.taken;
    for (size_t i = 0; i < MANY; i++)
        lathe_pool_free(&pool, all[i]);
    for (size_t i = 0; i < MANY; i++)
        assert_non_null(lathe_pool_alloc(&pool));
    assert_true(pool.taken == taken || pool_is_checked());
    free(all);
}

static void a_limit_is_kept_and_freeing_helps(void **state) {
    (void)state;
    struct lathe_pool pool = {
        .alone = &lathe_pool_crowded, .size = 1024, .shift = 3, .limit = 2 * POOL_GRANULE};
    void *last = NULL, *next;
    size_t count = 0;
    errno = 0;
    while ((next = lathe_pool_alloc(&pool))) {
        last = next;
        count++;
    }
    assert_int_equal(count, 2 * POOL_GRANULE / 1024);
    assert_int_equal(errno, ENOMEM);
    assert_null(lathe_pool_zalloc(&pool));
    lathe_pool_free(&pool, last);
    assert_ptr_equal(lathe_pool_alloc(&pool), last);
    assert_null(lathe_pool_alloc(&pool));
}

/* A limit smaller than any chunk: nothing at all, as malloc may. */
static void a_tiny_limit_gives_nothing(void **state) {
    (void)state;
    struct lathe_pool pool = {.alone = &lathe_pool_crowded, .size = 16, .shift = 3, .limit = 4096};
    assert_null(lathe_pool_alloc(&pool));
}

static void objects_larger_than_a_chunk(void **state) {
    (void)state;
    struct lathe_pool pool = {
        .alone = &lathe_pool_crowded, .size = 3 * POOL_GRANULE / 2, .shift = 3};
    char *a = lathe_pool_alloc(&pool), *b = lathe_pool_alloc(&pool);
    assert_non_null(a);
    assert_non_null(b);
    a[pool.size - 1] = b[pool.size - 1] = 1;
    assert_true(a + pool.size <= b || b + pool.size <= a);
}

/* Addresses that 32 bits cannot name are never handed out: the pool refuses instead. Everything
 * below the end is taken by others in a process of its own. */
static void refuse_when_addresses_are_used_up(void) {
    struct lathe_pool pool = {.alone = &lathe_pool_crowded, .size = 32, .shift = 0};
    for (uint64_t at = UINT64_C(1) << 28; at < end_of(&pool); at += UINT64_C(1) << 20)
        mmap((void *)(uintptr_t)at, 1 << 20, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    errno = 0;
    _exit(lathe_pool_alloc(&pool) == NULL && errno == ENOMEM ? 0 : 1);
}

/* What malloc does not get, a pool does not, and with memory again it goes on. */
static void refuse_without_memory(void) {
    struct rlimit old, none;
    struct lathe_pool pool = {.alone = &lathe_pool_crowded, .size = 32, .shift = 3};
    getrlimit(RLIMIT_AS, &old);
    none = (struct rlimit){1, old.rlim_max};
    setrlimit(RLIMIT_AS, &none);
    bool refused = lathe_pool_alloc(&pool) == NULL;
    setrlimit(RLIMIT_AS, &old);
    _exit(refused && lathe_pool_alloc(&pool) ? 0 : 1);
}

static int status_of(void (*child)(void)) {
    int status = -1;
    pid_t pid = fork();
    if (pid == 0)
        child();
    waitpid(pid, &status, 0);
    return status;
}

static void exhaustion(void **state) {
    (void)state;
    assert_int_equal(status_of(refuse_when_addresses_are_used_up), 0);
    assert_int_equal(status_of(refuse_without_memory), 0);
}

static void release_knows_whose_memory_it_is(void **state) {
    (void)state;
    struct lathe_pool one = {.alone = &lathe_pool_crowded, .size = 16, .shift = 3}, two = one;
    void *a = lathe_pool_alloc(&one), *b = lathe_pool_alloc(&two);
    lathe_pool_release(a);
    lathe_pool_release(b);
    lathe_pool_release(malloc(100));
    lathe_pool_release(NULL);
    assert_true(pool_is_checked() || lathe_pool_alloc(&one) == a);
    assert_true(pool_is_checked() || lathe_pool_alloc(&two) == b);
    assert_null(pool_owner(&one));
    assert_null(pool_owner(NULL));
}

enum { THREADS = 4, ROUNDS = 20000, HELD = 16 };

static void *work(void *data) {
    struct lathe_pool *pool = data;
    uint64_t *held[HELD] = {0}, wrong = 0, own = (uintptr_t)&held;
    for (unsigned i = 0; i < ROUNDS; i++) {
        uint64_t **slot = &held[i * 7 % HELD];
        if (*slot) {
            wrong += (*slot)[0] != own || (*slot)[1] != own;
            lathe_pool_free(pool, *slot);
            *slot = NULL;
        } else if ((*slot = lathe_pool_alloc(pool))) {
            (*slot)[0] = (*slot)[1] = own;
        } else {
            wrong++;
        }
    }
    return (void *)(uintptr_t)wrong;
}

static void threads_share_a_pool(void **state) {
    (void)state;
    struct lathe_pool pool = {.alone = &lathe_pool_crowded, .size = 16, .shift = 3};
    pthread_t threads[THREADS];
    void *wrong;
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, &pool), 0);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], &wrong);
        assert_null(wrong);
    }
}

static void use_pool_in_child(void) {
    struct lathe_pool pool = {.alone = &lathe_pool_crowded, .size = 16, .shift = 3};
    _exit(lathe_pool_alloc(&pool) ? 0 : 1);
}

/* The lock is not held in a child, whatever other threads did when it was made. */
static void a_child_has_pools_too(void **state) {
    (void)state;
    struct lathe_pool pool = {.alone = &lathe_pool_crowded, .size = 16, .shift = 3};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, work, &pool), 0);
    for (int i = 0; i < 10; i++)
        assert_int_equal(status_of(use_pool_in_child), 0);
    pthread_join(thread, NULL);
}

static char *part_of(const struct lathe_pool *pool, char *object, uint32_t part) {
    uintptr_t in = (uintptr_t)object % LATHE_POOL_GRANULE;
    return object - in + pool->parts[part].offset + in / pool->size * pool->parts[part].size;
}

/* Two granules and a bit: all parts are apart, in the granule of the first, and zero. */
static void parts_lie_in_the_granule_of_the_first(void **state) {
    (void)state;
    enum { COUNT = 16384, OBJECTS = 2 * COUNT + 5 };
    static const struct lathe_pool_part parts[] = {{COUNT * 16, 40}, {COUNT * 56, 4}};
    struct lathe_pool pool = {.alone = &lathe_pool_crowded,
                              .size = 16,
                              .shift = 4,
                              .per_granule = COUNT,
                              .part_count = 2,
                              .parts = parts};
    char *last = NULL;
    int begun = 0;
    for (int i = 0; i < OBJECTS; i++) {
        char *object = lathe_pool_alloc(&pool);
        assert_non_null(object);
        assert_true((uintptr_t)object % LATHE_POOL_GRANULE < (size_t)COUNT * 16);
        begun += !last || object != last + 16;
        for (uint32_t k = 0; k < 2; k++) {
            char *part = part_of(&pool, object, k);
            assert_true((uintptr_t)part / LATHE_POOL_GRANULE ==
                        (uintptr_t)object / LATHE_POOL_GRANULE);
            assert_true(is_zero(part, parts[k].size));
            memset(part, 1, parts[k].size);
        }
        assert_true(is_zero(object, 16));
        memset(object, 1, 16);
        last = object;
    }
    assert_in_range(begun, 3,
                    4); /* the first granule from a random object on, then what is before */
    lathe_pool_free(&pool, last);
    if (pool_is_checked())
        return;
    assert_ptr_equal(lathe_pool_zalloc(&pool), last);
    assert_true(is_zero(last, 16));
    assert_true(is_zero(part_of(&pool, last, 0), 40) && is_zero(part_of(&pool, last, 1), 4));
    assert_int_equal(part_of(&pool, last - 16, 0)[39], 1);
    assert_int_equal(part_of(&pool, last - 16, 1)[3], 1);
}

static void objects_in_parts_end_with_the_limit(void **state) {
    (void)state;
    static const struct lathe_pool_part part = {1 << 19, 4096};
    struct lathe_pool pool = {.alone = &lathe_pool_crowded,
                              .size = 8,
                              .shift = 3,
                              .limit = 2 * LATHE_POOL_GRANULE,
                              .per_granule = 100,
                              .part_count = 1,
                              .parts = &part};
    for (int i = 0; i < 200; i++)
        assert_non_null(lathe_pool_zalloc(&pool));
    errno = 0;
    assert_null(lathe_pool_alloc(&pool));
    assert_int_equal(errno, ENOMEM);
}

/* What happens to a child that does something, and what it says. */
static int end_of_child(void (*child)(void), char *said, size_t room) {
    int ends[2], status = -1;
    assert_int_equal(pipe(ends), 0);
    pid_t pid = fork();
    if (pid == 0) {
        dup2(ends[1], STDERR_FILENO);
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        child();
        _exit(0);
    }
    close(ends[1]);
    ssize_t got = read(ends[0], said, room - 1);
    said[got > 0 ? got : 0] = 0;
    close(ends[0]);
    waitpid(pid, &status, 0);
    return status;
}

static void assert_ends(void (*child)(void), const char *message) {
    char said[256];
    int status = end_of_child(child, said, sizeof said);
    assert_string_equal(said, message);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

#define TWICE "lathe: double free of a pooled object\n"
#define NO_OBJECT "lathe: free of an address that is not a pooled object\n"
#define DAMAGED "lathe: a pooled object was written to after it was freed\n"

static struct lathe_pool tried = {.alone = &lathe_pool_crowded, .size = 24, .shift = 3};
static struct lathe_pool tried_too = {.alone = &lathe_pool_crowded, .size = 24, .shift = 3};

static void free_twice(void) {
    void *a = lathe_pool_alloc(&tried);
    lathe_pool_free(&tried, a);
    lathe_pool_free(&tried, a);
}

static void free_twice_with_others_between(void) {
    void *all[50];
    for (int i = 0; i < 50; i++)
        all[i] = lathe_pool_alloc(&tried);
    for (int i = 0; i < 50; i++)
        lathe_pool_free(&tried, all[i]);
    for (int i = 0; i < 20; i++)
        lathe_pool_alloc(&tried);
    lathe_pool_release(all[7]);
}

static void *free_it(void *object) {
    lathe_pool_free(&tried, object);
    return NULL;
}

static void free_twice_in_threads(void) {
    pthread_t thread;
    void *a = lathe_pool_alloc(&tried);
    for (int i = 0; i < 2; i++) {
        pthread_create(&thread, NULL, free_it, a);
        pthread_join(thread, NULL);
    }
}

static void free_inside(void) {
    lathe_pool_free(&tried, (char *)lathe_pool_alloc(&tried) + 8);
}

static void release_inside(void) {
    lathe_pool_release((char *)lathe_pool_alloc(&tried) + 4);
}

static void free_what_is_of_another_pool(void) {
    lathe_pool_alloc(&tried);
    lathe_pool_free(&tried, lathe_pool_alloc(&tried_too));
}

static void free_a_variable(void) {
    uint64_t variable[3] = {0};
    lathe_pool_free(&tried, variable);
}

static void free_memory_of_malloc(void) {
    lathe_pool_free(&tried, malloc(24));
}

static void free_what_was_never_allocated(void) {
    lathe_pool_free(&tried, (char *)lathe_pool_alloc(&tried) + 24);
}

/* The random beginning is not the first slot of its chunk, except by chance that a seed excludes.
 */
static void free_before_the_first(void) {
    lathe_pool_free(&tried, (char *)lathe_pool_alloc(&tried) - 24);
}

static void write_after_free(void) {
    char *a = lathe_pool_alloc(&tried);
    lathe_pool_free(&tried, a);
    memset(a, 'x', 24);
    lathe_pool_alloc(&tried);
}

static void wrong_frees_end_the_program(void **state) {
    (void)state;
    assert_ends(free_twice, TWICE);
    assert_ends(free_twice_with_others_between, TWICE);
    assert_ends(free_twice_in_threads, TWICE);
    assert_ends(free_inside, NO_OBJECT);
    assert_ends(release_inside, NO_OBJECT);
    assert_ends(free_what_is_of_another_pool, NO_OBJECT);
    assert_ends(free_a_variable, NO_OBJECT);
    assert_ends(free_memory_of_malloc, NO_OBJECT);
    assert_ends(free_what_was_never_allocated, NO_OBJECT);
    assert_ends(free_before_the_first, NO_OBJECT);
    if (!pool_is_checked())
        assert_ends(write_after_free, DAMAGED);
}

/* An object that happens to hold what marks a freed one may be freed. */
static void what_looks_freed_is_looked_for(void **state) {
    (void)state;
    struct lathe_pool pool = {.alone = &lathe_pool_crowded, .size = 24, .shift = 3};
    uint32_t *a = lathe_pool_alloc(&pool), *b = lathe_pool_alloc(&pool);
    lathe_pool_free(&pool, b);
    a[1] = (uint32_t)((uintptr_t)a >> 3) ^ pool.mark;
    lathe_pool_free(&pool, a);
    assert_non_null(lathe_pool_alloc(&pool));
}

/* What is in front of the first object is not lost. */
static void the_first_chunk_is_used_up(void **state) {
    (void)state;
    enum { SLOTS = LATHE_POOL_GRANULE / 40 };
    struct lathe_pool pool = {
        .alone = &lathe_pool_crowded, .size = 40, .shift = 3, .limit = LATHE_POOL_GRANULE};
    char **all = calloc(SLOTS, sizeof *all);
    for (int i = 0; i < SLOTS; i++) {
        all[i] = lathe_pool_zalloc(&pool);
        assert_non_null(all[i]);
        assert_true(is_zero(all[i], 40));
        memset(all[i], 1, 40);
    }
    assert_null(lathe_pool_alloc(&pool));
    for (int i = 0; i < SLOTS; i++)
        lathe_pool_free(&pool, all[i]);
    free(all);
}

/* Among so many pools, no two begin alike: their granules and their places in them differ. */
static void pools_begin_anywhere(void **state) {
    (void)state;
    enum { POOLS = 64 };
    static struct lathe_pool pools[POOLS];
    uint64_t seen = 0, in = 0;
    for (int i = 0; i < POOLS; i++) {
        pools[i] = (struct lathe_pool){.alone = &lathe_pool_crowded, .size = 16, .shift = 3};
        uintptr_t at = (uintptr_t)lathe_pool_alloc(&pools[i]);
        seen |= UINT64_C(1) << (at >> POOL_GRANULE_BITS) % 61;
        in |= UINT64_C(1) << at / 16 % 61;
    }
    assert_true(__builtin_popcountll(in) > POOLS / 4);
    assert_true(__builtin_popcountll(seen) > POOLS / 4);
}

int main(void) {
    setenv("LATHE_POOL_SEED", "1", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_frees_end_the_program),
        cmocka_unit_test(what_looks_freed_is_looked_for),
        cmocka_unit_test(the_first_chunk_is_used_up),
        cmocka_unit_test(pools_begin_anywhere),
        cmocka_unit_test(objects_lie_side_by_side_and_low),
        cmocka_unit_test(a_freed_object_comes_back_first),
        cmocka_unit_test(parts_lie_in_the_granule_of_the_first),
        cmocka_unit_test(objects_in_parts_end_with_the_limit),
        cmocka_unit_test(zeroed_objects_are_zero_also_the_second_time),
        cmocka_unit_test(a_pool_grows_and_loses_nothing),
        cmocka_unit_test(a_limit_is_kept_and_freeing_helps),
        cmocka_unit_test(a_tiny_limit_gives_nothing),
        cmocka_unit_test(objects_larger_than_a_chunk),
        cmocka_unit_test(exhaustion),
        cmocka_unit_test(release_knows_whose_memory_it_is),
        cmocka_unit_test(threads_share_a_pool),
        cmocka_unit_test(a_child_has_pools_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
