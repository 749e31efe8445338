#include "ckpt/scratch.h"

#include "ckpt/lies.h"

/* Three generations, so that the newest is one with a base. */
static void make_generations(scratch *s, unsigned count) {
    ck_store store;
    ck_saved saved;
    for (unsigned i = 0; i < PAGES * CK_PAGE; i++)
        s->memory[i] = (unsigned char)(i * 2654435761u >> 24);
    memset(s->memory + 5 * CK_PAGE, 0, CK_PAGE);
    assert_int_equal(ck_store_open(&store, &s->config), CK_OPENED);
    for (unsigned i = 0; i < count; i++) {
        change_memory(s);
        assert_true(save_memory(s, &store, &saved));
    }
    ck_store_close(&store);
}

static void what_is_written_can_be_read(void **state) {
    scratch *s = *state;
    ck_store store;
    ck_loaded loaded;
    make_generations(s, 3);
    assert_int_equal(ck_store_open(&store, &s->config), CK_OPENED);
    assert_true(ck_store_load(&store, &loaded, NULL, NULL));
    assert_int_equal(loaded.file.header.generation, 3);
    assert_true(loaded.has_base);
    assert_int_equal(loaded.base.header.generation, 1);
    unsigned char *image = image_of(s, &loaded);
    assert_memory_equal(image, s->memory, PAGES * CK_PAGE - 100);
    assert_int_equal(loaded.file.section[CK_FRAMES].size, sizeof s->tick);
    assert_memory_equal(loaded.file.section[CK_FRAMES].data, &s->tick, sizeof s->tick);
    assert_memory_equal(loaded.file.section[CK_INFO].data, "prog\0arg", 9);
    free(image);
    ck_loaded_free(&loaded);
    ck_store_close(&store);
    assert_string_equal(s->said, "");
}

/* Every one of 500 damages is found, and the generation before is used. */
static void damage_is_found_and_the_older_is_used(void **state) {
    scratch *s = *state;
    char path[400];
    size_t size;
    make_generations(s, 4);
    newest_file(s->path, path, sizeof path);
    unsigned char *whole = read_file(path, &size), *copy = malloc(size);
    for (unsigned i = 0; i < 500; i++) {
        ck_store store;
        ck_loaded loaded;
        memcpy(copy, whole, size);
        size_t length = size;
        if (i % 4 == 0)
            length = (size_t)(draw() % size);
        else
            copy[draw() % (i % 4 == 1 ? 400 : size)] ^= (unsigned char)(1u << draw() % 8);
        write_file(path, copy, length);
        *s->said = 0;
        assert_int_equal(ck_store_open(&store, &s->config), CK_OPENED);
        assert_true(ck_store_load(&store, &loaded, NULL, NULL));
        assert_int_equal(loaded.file.header.generation, 3);
        assert_non_null(strstr(s->said, "generation 4 is not used: "));
        ck_loaded_free(&loaded);
        ck_store_close(&store);
    }
    free(whole);
    free(copy);
}

/* A base that is damaged takes only the generations of its own slot with it. */
static void generations_do_not_share_files(void **state) {
    scratch *s = *state;
    make_generations(s, 6);
    const char *names[] = {"1", "2", "5", "6"};
    for (unsigned i = 0; i < 4; i++) {
        ck_store store;
        ck_loaded loaded;
        char path[400];
        size_t size;
        assert_int_equal(ck_store_open(&store, &s->config), CK_OPENED);
        assert_int_equal(store.count, 4);
        snprintf(path, sizeof path, "%s/%s-000000000%s.ckpt", s->path, store.prefix, names[i]);
        unsigned char *whole = read_file(path, &size);
        write_file(path, whole, size / 2);
        assert_true(ck_store_load(&store, &loaded, NULL, NULL));
        assert_int_equal(loaded.file.header.generation, i % 2 ? 5 : 6);
        write_file(path, whole, size);
        free(whole);
        ck_loaded_free(&loaded);
        ck_store_close(&store);
    }
}

/* Numbers that lie, under hashes that are right. The sanitizers see what the loader touches. */
static void a_hostile_file_is_only_refused(void **state) {
    scratch *s = *state;
    ck_key key = {0};
    char path[400];
    size_t size;
    unsigned parsed = 0;
    make_generations(s, 3);
    newest_file(s->path, path, sizeof path);
    unsigned char *whole = read_file(path, &size), *copy = malloc(size);
    for (unsigned i = 0; i < 20000; i++) {
        ck_file file;
        const char *why = NULL;
        memcpy(copy, whole, size);
        for (unsigned n = 0; n < 1 + i % 3; n++) {
            uint64_t number = draw_number(size);
            size_t width = draw() % 2 ? 4 : 8, at = 8 + draw() % 600 / 4 * 4;
            memcpy(copy + at, &number, width);
        }
        sign(copy, size, &key);
        if (!ck_file_parse(&file, copy, size, &key, &why)) {
            assert_non_null(why);
            continue;
        }
        parsed++;
        if (ck_file_match_base(&file, &file, &why))
            fail_msg("a file with a base is no base");
    }
    assert_true(parsed > 0 && parsed < 20000);
    free(whole);
    free(copy);
}

/* Checksums alone do not vouch for a file, even of one who would know the number that they begin
 * with. */
static void a_file_without_the_code_is_refused(void **state) {
    scratch *s = *state;
    char path[400];
    size_t size;
    ck_file file;
    const char *why = NULL;
    s->config.key = ck_key_from_text("secret");
    make_generations(s, 1);
    newest_file(s->path, path, sizeof path);
    unsigned char *data = read_file(path, &size);
    ck_header *header = (void *)data;
    assert_true(ck_file_parse(&file, data, size, &s->config.key, &why));
    for (unsigned i = 0; i < CK_MAC_BYTES; i++) {
        header->mac[i] ^= 1;
        header->hash = ck_seal(&s->config.key, CK_USE_HEADER, header, offsetof(ck_header, hash));
        assert_false(ck_file_parse(&file, data, size, &s->config.key, &why));
        assert_string_equal(why, "it was not written with this key");
        header->mac[i] ^= 1;
    }
    free(data);
}

static void a_short_file_is_refused(void **state) {
    (void)state;
    ck_file file;
    ck_key key = {0};
    const char *why;
    uint64_t bytes[sizeof(ck_header) / 8] = {0};
    for (size_t size = 0; size <= sizeof bytes; size++)
        assert_false(ck_file_parse(&file, bytes, size, &key, &why));
    assert_string_equal(why, "it is not a checkpoint");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_written_can_be_read, scratch_setup,
                                        scratch_teardown),
        cmocka_unit_test_setup_teardown(damage_is_found_and_the_older_is_used, scratch_setup,
                                        scratch_teardown),
        cmocka_unit_test_setup_teardown(generations_do_not_share_files, scratch_setup,
                                        scratch_teardown),
        cmocka_unit_test_setup_teardown(a_hostile_file_is_only_refused, scratch_setup,
                                        scratch_teardown),
        cmocka_unit_test_setup_teardown(a_file_without_the_code_is_refused, scratch_setup,
                                        scratch_teardown),
        cmocka_unit_test(a_short_file_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
