#include "ckpt/scratch.h"

#include "ckpt/faulty_io.h"

/* What memory was at each generation. */
enum { GENERATIONS = 7 };
typedef struct history {
    unsigned char *image[GENERATIONS + 1];
    unsigned committed[GENERATIONS + 1]; /* the number of operations when the save returned */
} history;

static void remember(scratch *s, history *h, uint64_t generation) {
    free(h->image[generation]);
    h->image[generation] = malloc(PAGES * CK_PAGE);
    memcpy(h->image[generation], s->memory, PAGES * CK_PAGE);
}

static void forget_all(history *h) {
    for (unsigned i = 0; i <= GENERATIONS; i++)
        free(h->image[i]);
}

/* The generation that a new process would resume from, checked against what it should hold. */
static uint64_t resume(scratch *s, const history *h) {
    ck_store store;
    ck_loaded loaded;
    uint64_t generation = 0;
    s->config.io = &ck_io_system;
    assert_int_equal(ck_store_open(&store, &s->config), CK_OPENED);
    if (ck_store_load(&store, &loaded, NULL, NULL)) {
        generation = loaded.file.header.generation;
        assert_true(generation <= GENERATIONS);
        assert_non_null(h->image[generation]);
        unsigned char *image = image_of(s, &loaded);
        assert_memory_equal(image, h->image[generation], PAGES * CK_PAGE - 100);
        free(image);
        ck_loaded_free(&loaded);
    }
    ck_store_close(&store);
    return generation;
}

static void fill(scratch *s) {
    for (unsigned i = 0; i < PAGES * CK_PAGE; i++)
        s->memory[i] = (unsigned char)(i * 2654435761u >> 24);
    s->tick = 0;
}

/* An empty directory, and a store in it whose calls can fail. */
static void open_faulty(scratch *s, faulty *f, ck_store *store) {
    faulty_init(f);
    empty_directory(s->path);
    fill(s);
    s->config.io = &f->io;
    assert_int_equal(ck_store_open(store, &s->config), CK_OPENED);
}

static bool save_next(scratch *s, ck_store *store, history *h, uint64_t generation) {
    change_memory(s);
    remember(s, h, generation);
    return save_memory(s, store, NULL);
}

/* From now on: the nth call fails, and so many more. */
typedef struct failure {
    unsigned nth, more;
    int error;
} failure;

static void fail_from(faulty *f, failure what) {
    f->calls = 0;
    f->fail_at = what.nth;
    f->fail_more = what.more;
    f->error = what.error;
}

/* Three saves, then one during which calls fail. Whether there were so many calls. */
static bool fail_fourth_save(scratch *s, faulty *f, ck_store *store, history *h, failure what) {
    open_faulty(s, f, store);
    for (unsigned g = 1; g <= 3; g++)
        assert_true(save_next(s, store, h, g));
    fail_from(f, what);
    save_next(s, store, h, 4);
    f->fail_at = 0;
    return f->calls >= what.nth;
}

/* The third save, or a fourth that is whole, is what a new process finds; and the next one works.
 */
static bool fail_one_call(scratch *s, unsigned nth, int error) {
    faulty f;
    ck_store store;
    history h = {0};
    bool reached = fail_fourth_save(s, &f, &store, &h, (failure){nth, 0, error});
    uint64_t last = store.generations[store.count - 1].number;
    assert_true(last >= 3);
    assert_true(save_next(s, &store, &h, last + 1));
    ck_store_close(&store);
    assert_int_equal(resume(s, &h), last + 1);
    forget_all(&h);
    return reached;
}

static void a_failed_call_costs_at_most_one_save(void **state) {
    scratch *s = *state;
    static const int errors[] = {ENOSPC, EIO, EROFS, EINTR, EDQUOT};
    for (unsigned e = 0; e < sizeof errors / sizeof *errors; e++) {
        unsigned nth = 1;
        while (fail_one_call(s, nth, errors[e]))
            nth++;
        assert_true(nth > 6);
    }
}

/* As above, but the process ends right after the failure. */
static bool fail_and_die(scratch *s, unsigned nth, int error) {
    faulty f;
    ck_store store;
    history h = {0};
    bool reached = fail_fourth_save(s, &f, &store, &h, (failure){nth, 1000, error});
    ck_store_close(&store);
    assert_true(resume(s, &h) >= 3);
    forget_all(&h);
    return reached;
}

static void a_dead_disk_leaves_the_last_generation(void **state) {
    scratch *s = *state;
    static const int errors[] = {ENOSPC, EIO, EROFS};
    for (unsigned e = 0; e < 3; e++)
        for (unsigned nth = 1; fail_and_die(s, nth, errors[e]); nth++)
            ;
}

static void a_failure_is_told(void **state) {
    scratch *s = *state;
    faulty f;
    ck_store store;
    faulty_init(&f);
    s->config.io = &f.io;
    assert_int_equal(ck_store_open(&store, &s->config), CK_OPENED);
    fail_from(&f, (failure){3, 0, ENOSPC});
    assert_false(save_memory(s, &store, NULL));
    assert_string_equal(s->said, "generation 1 was not saved: No space left on device\n");
    assert_int_equal(count_files(s->path, ".tmp"), 0);
    f.fail_at = 0;
    assert_true(save_memory(s, &store, NULL));
    ck_store_close(&store);
}

static void short_transfers_and_signals_are_gone_over(void **state) {
    scratch *s = *state;
    faulty f;
    ck_store store;
    ck_loaded loaded;
    faulty_init(&f);
    f.brief = true;
    s->config.io = &f.io;
    change_memory(s);
    assert_int_equal(ck_store_open(&store, &s->config), CK_OPENED);
    fail_from(&f, (failure){5, 20, EINTR});
    assert_true(save_memory(s, &store, NULL));
    assert_true(f.calls > 1000);
    f.calls = 0;
    f.fail_at = 4;
    assert_true(ck_store_load(&store, &loaded, NULL, NULL));
    unsigned char *image = image_of(s, &loaded);
    assert_memory_equal(image, s->memory, PAGES * CK_PAGE - 100);
    free(image);
    ck_loaded_free(&loaded);
    ck_store_close(&store);
}

static void opening_may_fail_anywhere(void **state) {
    scratch *s = *state;
    for (unsigned nth = 1;; nth++) {
        faulty f;
        ck_store store;
        faulty_init(&f);
        s->config.io = &f.io;
        f.fail_at = nth;
        f.error = EACCES;
        *s->said = 0;
        ck_opened opened = ck_store_open(&store, &s->config);
        bool reached = f.calls >= nth;
        if (opened == CK_OPENED)
            ck_store_close(&store);
        else
            assert_true(*s->said);
        if (!reached)
            break;
        assert_true(nth < 100);
    }
}

/* A disk: files with what is surely on it and what is only in memory, and two sets of names. */
enum { MAX_INODES = 64 };
typedef struct disk {
    struct {
        unsigned char *data;
        size_t size, synced;
    } inode[MAX_INODES];
    unsigned inode_count;
    struct {
        char name[48];
        unsigned inode;
    } now[MAX_INODES], safe[MAX_INODES];
    unsigned now_count, safe_count;
} disk;

static int find_name(const disk *d, const char *name) {
    for (unsigned i = 0; i < d->now_count; i++)
        if (!strcmp(d->now[i].name, name))
            return (int)i;
    return -1;
}

static void drop_name(disk *d, const char *name) {
    int at = find_name(d, name);
    if (at >= 0)
        d->now[at] = d->now[--d->now_count];
}

static void apply(disk *d, const op *o) {
    int at = find_name(d, o->name);
    unsigned inode = at >= 0 ? d->now[at].inode : 0;
    switch (o->kind) {
    case OP_CREATE:
        if (at >= 0)
            return;
        assert_true(d->now_count < MAX_INODES && d->inode_count < MAX_INODES);
        strcpy(d->now[d->now_count].name, o->name);
        d->now[d->now_count++].inode = d->inode_count++;
        return;
    case OP_WRITE:
        assert_true(at >= 0);
        d->inode[inode].data = realloc(d->inode[inode].data, d->inode[inode].size + o->size);
        memcpy(d->inode[inode].data + d->inode[inode].size, o->data, o->size);
        d->inode[inode].size += o->size;
        return;
    case OP_SYNC:
        if (at >= 0)
            d->inode[inode].synced = d->inode[inode].size;
        return;
    case OP_SYNC_DIR:
        memcpy(d->safe, d->now, sizeof d->safe);
        d->safe_count = d->now_count;
        return;
    case OP_RENAME:
        assert_true(at >= 0);
        drop_name(d, o->to);
        at = find_name(d, o->name);
        strcpy(d->now[at].name, o->to);
        return;
    case OP_UNLINK:
        drop_name(d, o->name);
        return;
    }
}

/* What is found after a kill (all of it), after the power went (only what is safe), and after the
 * power went when names were written out but contents were not. */
typedef enum crash { KILLED, POWER, NAMES_ONLY, CRASHES } crash;

static void materialise(const scratch *s, const disk *d, crash how) {
    char path[400];
    unsigned count = how == POWER ? d->safe_count : d->now_count;
    empty_directory(s->path);
    for (unsigned i = 0; i < count; i++) {
        const char *name = how == POWER ? d->safe[i].name : d->now[i].name;
        unsigned inode = how == POWER ? d->safe[i].inode : d->now[i].inode;
        size_t size = how == KILLED ? d->inode[inode].size : d->inode[inode].synced;
        snprintf(path, sizeof path, "%s/%s", s->path, name);
        write_file(path, d->inode[inode].data, size);
    }
}

static uint64_t last_committed(const history *h, unsigned ops) {
    uint64_t last = 0;
    for (unsigned g = 1; g <= GENERATIONS; g++)
        if (h->committed[g] && h->committed[g] <= ops)
            last = g;
    return last;
}

/* Records a run of GENERATIONS saves; then, for every number of system calls after which it may
 * have ended, looks at what a new process finds. */
static void no_crash_loses_what_was_committed(void **state) {
    scratch *s = *state;
    faulty f;
    ck_store store;
    history h = {0};
    faulty_init(&f);
    f.ops = calloc(MAX_OPS, sizeof *f.ops);
    s->config.io = &f.io;
    fill(s);
    assert_int_equal(ck_store_open(&store, &s->config), CK_OPENED);
    for (unsigned g = 1; g <= GENERATIONS; g++) {
        change_memory(s);
        if (g == 5)
            memset(s->memory, 77, 20 * CK_PAGE); /* so much that a new base is written */
        remember(s, &h, g);
        assert_true(save_memory(s, &store, NULL));
        h.committed[g] = f.op_count;
    }
    ck_store_close(&store);
    assert_true(f.op_count > 40 && f.op_count < MAX_OPS);
    disk d = {0};
    for (unsigned ops = 0; ops <= f.op_count; ops++) {
        if (ops)
            apply(&d, &f.ops[ops - 1]);
        for (crash how = KILLED; how < CRASHES; how++) {
            materialise(s, &d, how);
            assert_true(resume(s, &h) >= last_committed(&h, ops));
        }
    }
    for (unsigned i = 0; i < d.inode_count; i++)
        free(d.inode[i].data);
    for (unsigned i = 0; i < f.op_count; i++)
        free(f.ops[i].data);
    free(f.ops);
    forget_all(&h);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, scratch_setup, scratch_teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_failed_call_costs_at_most_one_save),
        TEST(a_dead_disk_leaves_the_last_generation),
        TEST(a_failure_is_told),
        TEST(short_transfers_and_signals_are_gone_over),
        TEST(opening_may_fail_anywhere),
        TEST(no_crash_loses_what_was_committed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
