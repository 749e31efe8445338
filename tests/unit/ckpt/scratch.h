/* A directory for one test, and a store in it whose messages are kept. */
#ifndef CKPT_SCRATCH_H
#define CKPT_SCRATCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ckpt/store.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PAGES = 24 };

typedef struct scratch {
    char root[64], path[96];
    char said[4096];
    ck_config config;
    unsigned char *memory; /* PAGES pages */
    unsigned tick;
} scratch;

static void keep_text(void *user, const char *text) {
    scratch *s = user;
    size_t used = strlen(s->said);
    snprintf(s->said + used, sizeof s->said - used, "%s\n", text);
}

static inline void empty_directory(const char *path) {
    char name[512];
    DIR *stream = opendir(path);
    for (struct dirent *entry; stream && (entry = readdir(stream));) {
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (entry->d_type != DT_DIR)
            unlink(name);
    }
    if (stream)
        closedir(stream);
}

static inline int scratch_setup(void **state) {
    scratch *s = calloc(1, sizeof *s);
    strcpy(s->root, "/tmp/lathe-ckpt-XXXXXX");
    if (!s || !mkdtemp(s->root))
        return -1;
    snprintf(s->path, sizeof s->path, "%s/x.ckpt", s->root);
    s->memory = aligned_alloc(CK_PAGE, PAGES * CK_PAGE);
    memset(s->memory, 0, PAGES * CK_PAGE);
    s->config = (ck_config){.io = &ck_io_system,
                            .voice = {keep_text, s},
                            .path = s->path,
                            .keep = 2,
                            .program = 11,
                            .arguments = 22,
                            .arena = 33};
    *state = s;
    return 0;
}

static inline int scratch_teardown(void **state) {
    scratch *s = *state;
    chmod(s->path, 0700);
    empty_directory(s->path);
    rmdir(s->path);
    empty_directory(s->root);
    rmdir(s->root);
    free(s->memory);
    free(s);
    return 0;
}

/* A few pages change from one generation to the next; the first and last always do. */
static inline void change_memory(scratch *s) {
    unsigned tick = ++s->tick;
    for (unsigned i = 0; i < 3; i++) {
        unsigned page = i == 0 ? 0 : i == 1 ? PAGES - 1 : tick * 7 % PAGES;
        for (unsigned b = 0; b < CK_PAGE; b++)
            s->memory[page * CK_PAGE + b] = (unsigned char)(tick * 31 + b * (page + 1) + b / 256);
    }
}

static inline bool save_memory(scratch *s, ck_store *store, ck_saved *saved) {
    ck_range range = {(uintptr_t)s->memory, PAGES * CK_PAGE - 100};
    ck_bytes section[CK_KIND_END] = {[CK_INFO] = {"prog\0arg", 9},
                                     [CK_FRAMES] = {&s->tick, sizeof s->tick}};
    return ck_store_save(store, section, &range, 1, saved);
}

/* The memory that a loaded generation holds, in PAGES pages that the caller frees. */
static inline unsigned char *image_of(const scratch *s, const ck_loaded *loaded) {
    unsigned char *image = calloc(PAGES, CK_PAGE);
    ck_cursor cursor;
    const ck_page *page;
    const void *data;
    ck_cursor_init(&cursor, &loaded->file, loaded->has_base ? &loaded->base : NULL);
    while (ck_cursor_next(&cursor, &page, &data)) {
        size_t at = page->address - (uintptr_t)s->memory;
        assert_true(at < PAGES * CK_PAGE && page->size <= PAGES * CK_PAGE - at);
        if (data)
            memcpy(image + at, data, page->size);
    }
    return image;
}

static inline unsigned count_files(const char *path, const char *suffix) {
    unsigned count = 0;
    DIR *stream = opendir(path);
    for (struct dirent *entry; stream && (entry = readdir(stream));) {
        size_t length = strlen(entry->d_name), tail = strlen(suffix);
        count += length >= tail && !strcmp(entry->d_name + length - tail, suffix);
    }
    if (stream)
        closedir(stream);
    return count;
}

/* The path of the newest file, for tests that damage it. */
static inline void newest_file(const char *path, char *out, size_t size) {
    char best[256] = "";
    DIR *stream = opendir(path);
    for (struct dirent *entry; stream && (entry = readdir(stream));)
        if (strstr(entry->d_name, ".ckpt") && strcmp(entry->d_name, best) > 0)
            snprintf(best, sizeof best, "%s", entry->d_name);
    if (stream)
        closedir(stream);
    snprintf(out, size, "%s/%s", path, best);
}

static inline unsigned char *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    unsigned char *data = malloc(*size + 1);
    assert_int_equal(fread(data, 1, *size, file), *size);
    data[*size] = 0;
    fclose(file);
    return data;
}

static inline void write_file(const char *path, const void *data, size_t size) {
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(file >= 0);
    assert_int_equal(write(file, data, size), (ssize_t)size);
    close(file);
}

#endif
