/* Checkpoint files that lie: ckpt_fuzz COUNT, from LATHE_FUZZ_SEED on.
 *
 * Numbers and bytes of a good file are changed, the hashes are made right again, and the result
 * goes through the loader and both forms of inspection, as does each file that was only damaged.
 * The loader must refuse damage; of lies it must only survive, which the sanitizers judge. */
#include "ckpt/inspect.h"
#include "ckpt/lies.h"
#include "ckpt/rt_arena.h"
#include "ckpt/rt_file.h"
#include "ckpt/rt_records.h"
#include "ckpt/streams.h"
#include "ckpt/streams_file.h"

#include "seed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint64_t memory[3 * CK_PAGE / 8] __attribute__((aligned(CK_PAGE)));

/* A file with something in every section. */
static unsigned char *make_file(size_t *size) {
    static const lathe_ckpt_value values[] = {{"i", "i64", 0, 8}, {"x", "double", 8, 8}};
    static const lathe_ckpt_site site = {"main", "a.c:3", 1, 16, 1, 2, values};
    ck_records records = {0};
    ck_buffer sites = {0}, streams = {0};
    for (unsigned i = 0; i < 3; i++)
        ck_records_push(&records, &site)->sp = ck_arena_frames();
    ck_records_describe(&records, &sites);
    ck_stream_record stream = {.handle = 64, .path_size = 4, .content_size = 4, .mode = "w+"};
    ck_buffer_add(&streams, &stream, sizeof stream);
    ck_buffer_add(&streams, "a.b\0text", 8);
    ck_page pages[3];
    ck_key key = {0};
    for (unsigned i = 0; i < 3; i++) {
        memory[i * CK_PAGE / 8] = i + 1;
        void *at = (char *)memory + i * CK_PAGE;
        pages[i] = (ck_page){(uintptr_t)at, CK_PAGE, CK_STORED, ck_hash(&key, at, CK_PAGE)};
    }
    ck_draft draft = {.header = {.generation = 3, .base = 1, .base_id = 9},
                      .section = {[CK_INFO] = {"prog\0arg", 9},
                                  [CK_FRAMES] = {records.bytes.data, records.bytes.size},
                                  [CK_STREAMS] = {streams.data, streams.size},
                                  [CK_SITES] = {sites.data, sites.size}},
                      .pages = pages,
                      .page_count = 3};
    char name[] = "/tmp/lathe-fuzz-XXXXXX";
    int file = mkstemp(name);
    if (file < 0 || !ck_draft_write(&draft, &ck_io_system, file, &key))
        return NULL;
    *size = draft.header.file_size;
    unsigned char *data = malloc(*size);
    lseek(file, 0, SEEK_SET);
    if (!ck_read_all(&ck_io_system, file, data, *size))
        return NULL;
    close(file);
    unlink(name);
    free(records.starts);
    free(records.sites);
    ck_buffer_free(&records.bytes);
    ck_buffer_free(&sites);
    ck_buffer_free(&streams);
    return data;
}

static void change(unsigned char *data, size_t size) {
    for (unsigned left = 1 + draw() % 3; left; left--) {
        uint64_t number = draw_number(size);
        size_t width = (size_t)1 << draw() % 4;
        /* The front, where the numbers are, or the end, where the small sections are. */
        size_t at = draw() % 2 ? 16 + draw() % 300 : size - 700 + draw() % 690;
        memcpy(data + at / width * width, &number, width);
    }
}

/* Everything that a start does with a file before it touches the program. */
static bool read_all(const unsigned char *data, size_t size) {
    ck_file file;
    ck_key key = {0};
    ck_records records = {0};
    const char *why;
    bool valid, parsed = ck_file_parse(&file, data, size, &key, &why);
    for (int json = 0; json < 2; json++) {
        char *text = ck_inspect_bytes("file", data, size, NULL, json, &valid);
        if (!text || valid != parsed)
            abort();
        free(text);
    }
    if (!parsed)
        return false;
    const ck_bytes *frames = &file.section[CK_FRAMES], *streams = &file.section[CK_STREAMS];
    uint64_t low = (uintptr_t)ck_arena_frames();
    if (frames->data)
        ck_records_read(&records, frames->data, frames->size, low, low + 4096);
    if (streams->data)
        ck_streams_check(streams->data, streams->size, &why);
    free(records.starts);
    free(records.sites);
    ck_buffer_free(&records.bytes);
    return true;
}

int main(int argc, char **argv) {
    long count = argc > 1 ? atol(argv[1]) : 20000, parsed = 0;
    ck_key key = {0};
    size_t size;
    lies_state += first_seed();
    ck_arena_reserve();
    unsigned char *whole = make_file(&size);
    if (!whole || !read_all(whole, size))
        return 1;
    for (long i = 0; i < count; i++) {
        /* As long as it says, so that one byte more is an error that is seen. */
        size_t length = i % 8 == 0 ? draw() % size : size;
        unsigned char *copy = malloc(length ? length : 1);
        memcpy(copy, whole, length);
        if (i % 2 && length == size) {
            change(copy, size);
            sign(copy, size, &key);
            parsed += read_all(copy, length);
        } else {
            if (length == size)
                copy[draw() % size] ^= (unsigned char)(1u << draw() % 8);
            if (read_all(copy, length)) {
                fprintf(stderr, "ckpt_fuzz: damage %ld was not found, see LATHE_FUZZ_SEED\n", i);
                return 1;
            }
        }
        free(copy);
    }
    free(whole);
    printf("%ld files, %ld of them lies that look right\n", count, parsed);
    return parsed > 0 ? 0 : 1;
}
