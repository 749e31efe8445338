/* ELF files and archives, whole and damaged: what is read must lie in the file. */
#include "failing_alloc.h"

#include "cc/objects/archive.h"
#include "cc/objects/elf.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int exported_for_this_test(void);
/* In the symbol table of this very program. */
__attribute__((used, noinline)) int exported_for_this_test(void) {
    return 7;
}

/* Exactly as large as it is, so that sanitizers see each byte beyond. */
static char *read_all(const char *path, size_t *size) {
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    assert_true(fd >= 0 && fstat(fd, &st) == 0);
    char *bytes = malloc((size_t)st.st_size);
    assert_int_equal(read(fd, bytes, (size_t)st.st_size), st.st_size);
    close(fd);
    *size = (size_t)st.st_size;
    return bytes;
}

static void own_symbols_are_found(void **state) {
    (void)state;
    size_t size, found = 0, undefined = 0;
    char *bytes = read_all("/proc/self/exe", &size);
    cc_elf elf;
    assert_true(cc_elf_open(&elf, bytes, size));
    assert_true(cc_elf_is_pie(&elf));
    assert_false(cc_elf_is_shared(&elf));
    cc_symtab table = cc_elf_symbols(&elf, SHT_SYMTAB);
    for (size_t i = 0; i < table.count; i++) {
        cc_symbol s = cc_elf_symbol(&table, i);
        if (strcmp(s.name, "exported_for_this_test") == 0) {
            found++;
            assert_int_equal(s.type, STT_FUNC);
        }
        undefined += cc_symbol_is_global(&s) && cc_symbol_definition(&s) == CC_UNDEFINED;
    }
    assert_int_equal(found, 1);
    assert_true(undefined > 0);
    free(bytes);
}

static void versions_and_libraries_are_found(void **state) {
    (void)state;
    size_t size, versioned = 0;
    char *bytes = read_all("/proc/self/exe", &size);
    lathe_ctx *ctx = lathe_ctx_new();
    arena mem;
    cc_elf elf;
    cc_versions versions;
    arena_init(&mem, ctx);
    assert_true(cc_elf_open(&elf, bytes, size));
    assert_true(cc_elf_versions(&elf, &mem, &versions));
    for (size_t i = 0; i < versions.count; i++)
        versioned += strncmp(versions.at[i], "GLIBC_", 6) == 0;
    assert_true(versioned > 0);
    bool libc = false;
    uint64_t name;
    for (size_t i = 0; cc_elf_dynamic(&elf, DT_NEEDED, i, &name); i++)
        libc |= strcmp(cc_elf_dynamic_string(&elf, name), "libc.so.6") == 0;
    assert_true(libc);
    assert_string_equal(cc_elf_dynamic_string(&elf, UINT64_MAX), "");
    arena_free(&mem);
    lathe_ctx_free(ctx);
    free(bytes);
}

/* Everything there is to ask. */
static size_t ask_all(lathe_ctx *ctx, const char *bytes, size_t size) {
    cc_elf elf;
    cc_section section;
    size_t sum = 0;
    uint64_t value;
    if (!cc_elf_open(&elf, bytes, size))
        return 0;
    for (size_t i = 0; cc_elf_section(&elf, i, &section); i++) {
        sum += strlen(section.name) + section.type;
        if (section.bytes && section.size)
            sum += (unsigned char)section.bytes[0] + (unsigned char)section.bytes[section.size - 1];
    }
    static const uint32_t tables[] = {SHT_SYMTAB, SHT_DYNSYM};
    for (size_t t = 0; t < 2; t++) {
        cc_symtab table = cc_elf_symbols(&elf, tables[t]);
        for (size_t i = 0; i < table.count; i++)
            sum += strlen(cc_elf_symbol(&table, i).name);
    }
    arena mem;
    cc_versions versions;
    arena_init(&mem, ctx);
    if (cc_elf_versions(&elf, &mem, &versions))
        for (size_t i = 0; i < versions.count; i++)
            sum += strlen(versions.at[i]);
    for (size_t i = 0; cc_elf_dynamic(&elf, DT_NEEDED, i, &value); i++)
        sum += strlen(cc_elf_dynamic_string(&elf, value));
    arena_free(&mem);
    return sum;
}

/* A small file keeps the bytes that matter dense: the headers of sections, and tables. */
static void damaged_files_are_survived(void **state) {
    (void)state;
    size_t size;
    char *bytes = read_all("/proc/self/exe", &size);
    cc_elf elf;
    assert_true(cc_elf_open(&elf, bytes, size));
    lathe_ctx *ctx = lathe_ctx_new();
    size_t whole = ask_all(ctx, bytes, size), other = 0;
    size_t headers = (size_t)elf.header.e_shoff, span = size - headers;
    srand(5);
    for (int round = 0; round < 60; round++) {
        size_t at[4];
        char old[4];
        for (int k = 0; k < 4; k++) {
            at[k] = k == 0 ? (size_t)rand() % sizeof(Elf64_Ehdr) : headers + (size_t)rand() % span;
            old[k] = bytes[at[k]];
            bytes[at[k]] = (char)rand();
        }
        other += ask_all(ctx, bytes, size) != whole;
        for (int k = 4; k-- > 0;)
            bytes[at[k]] = old[k];
    }
    assert_true(other > 20);
    assert_int_equal(ask_all(ctx, bytes, size), whole);
    for (size_t cut = 0; cut < 200; cut++) {
        char *shorter = malloc(cut + 1);
        memcpy(shorter, bytes, cut);
        ask_all(ctx, shorter, cut);
        free(shorter);
    }
    lathe_ctx_free(ctx);
    free(bytes);
}

static size_t add_member(char *to, const char *name, size_t size, const char *data) {
    size_t stored = data ? size : 0;
    sprintf(to, "%-16s%-12s%-6s%-6s%-8s%-10zu`\n", name, "0", "0", "0", "644", size);
    if (stored)
        memcpy(to + 60, data, stored);
    if (stored & 1)
        to[60 + stored] = '\n';
    return 60 + stored + (stored & 1);
}

static size_t make_archive(char *bytes, bool thin) {
    size_t at = 8;
    memcpy(bytes, thin ? "!<thin>\n" : "!<arch>\n", 8);
    at += add_member(bytes + at, "/", 5, "index");
    at += add_member(bytes + at, "//", 24, "a/long/name/of/one.o/\nxx");
    at += add_member(bytes + at, "short one.o/", 3, thin ? NULL : "abc");
    at += add_member(bytes + at, "/0", 4, thin ? NULL : "defg");
    return at;
}

static void assert_member(const cc_archive_member *m, const char *name, const char *data) {
    assert_int_equal(m->name_length, strlen(name));
    assert_memory_equal(m->name, name, strlen(name));
    if (data) {
        assert_int_equal(m->size, strlen(data));
        assert_memory_equal(m->bytes, data, strlen(data));
    } else {
        assert_null(m->bytes);
    }
}

static void members_are_found(void **state) {
    (void)state;
    for (int thin = 0; thin < 2; thin++) {
        char bytes[1024];
        size_t size = make_archive(bytes, thin);
        cc_archive a;
        cc_archive_member m;
        assert_true(cc_archive_open(&a, bytes, size));
        assert_int_equal(a.thin, thin);
        assert_true(cc_archive_next(&a, &m));
        assert_member(&m, "short one.o", thin ? NULL : "abc");
        assert_true(cc_archive_next(&a, &m));
        assert_member(&m, "a/long/name/of/one.o", thin ? NULL : "defg");
        assert_false(cc_archive_next(&a, &m));
    }
    cc_archive a;
    assert_false(cc_archive_open(&a, "!<arcx>\n", 8));
    assert_false(cc_archive_open(&a, "!<arch>", 7));
}

static void damaged_archives_are_survived(void **state) {
    (void)state;
    char whole[1024];
    size_t size = make_archive(whole, false);
    srand(3);
    for (int round = 0; round < 3000; round++) {
        size_t length = round % 2 ? size : (size_t)rand() % size;
        char *bytes = malloc(length + 1);
        memcpy(bytes, whole, length);
        if (length > 8)
            bytes[8 + (size_t)rand() % (length - 8)] = (char)rand();
        cc_archive a;
        cc_archive_member m;
        size_t sum = 0;
        if (cc_archive_open(&a, bytes, length))
            while (cc_archive_next(&a, &m)) {
                assert_true(m.bytes >= bytes && m.bytes + m.size <= bytes + length);
                assert_true(m.name >= bytes && m.name + m.name_length <= bytes + length);
                sum++;
            }
        assert_true(sum <= 4);
        free(bytes);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_symbols_are_found),
        cmocka_unit_test(versions_and_libraries_are_found),
        cmocka_unit_test(damaged_files_are_survived),
        cmocka_unit_test(members_are_found),
        cmocka_unit_test(damaged_archives_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
