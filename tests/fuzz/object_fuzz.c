/* Objects and archives that lie: object_fuzz COUNT, from LATHE_FUZZ_SEED on.
 *
 * Numbers and bytes of a good object with records, of an archive and of a thin archive are changed,
 * and in half of the cases the checksums of the records are made right again. The result goes
 * through the readers of ELF, archives, records and settings, in a block of exactly its size, and
 * as a file through the reader of a link's inputs. They may say what they like of it, as long as
 * they stay inside, which the sanitizers judge, and as long as every word that is made of a record
 * is one that lathe would have recorded. */
#include "cc/objects/archive.h"
#include "cc/objects/inputs.h"
#include "cc/objects/pack.h"
#include "cc/objects/setting.h"
#include "seed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

static uint64_t state;

static uint64_t next_random(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static size_t below(size_t limit) {
    return limit ? next_random() % limit : 0;
}

static void die(const char *what) {
    fprintf(stderr, "object_fuzz: %s\n", what);
    exit(1);
}

static void add_record(str *out) {
    static const char *const words[] = {"-fPIC", "-march=x86-64-v3", "-gz=zlib", "-mtls-size=32"};
    str fields;
    str_init(&fields, out->ctx);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        cc_setting s;
        if (cc_setting_parse(words[i], &s) != CC_WORD_KEPT)
            die("a setting is not known");
        cc_setting_write(&fields, &s);
    }
    static const char whole[200] = "BC\xc0\xde-whole";
    str packed;
    str_init(&packed, out->ctx);
    cc_pack(&packed, whole, sizeof whole);
    cc_record r = {.options = fields.at,
                   .options_size = fields.len,
                   .level = 2,
                   .llvm_major = 22,
                   .bitcode = str_text(&packed),
                   .bitcode_size = packed.len,
                   .simplified = "BC\xc0\xde-less",
                   .simplified_size = 9};
    cc_record_write(out, &r);
    str_free(&packed);
    str_free(&fields);
}

static void add_section(str *out, Elf64_Shdr *at, uint32_t name, uint32_t type, const str *bytes) {
    *at = (Elf64_Shdr){.sh_name = name,
                       .sh_type = type,
                       .sh_offset = out->len,
                       .sh_size = bytes->len,
                       .sh_addralign = 8};
    str_add_n(out, str_text(bytes), bytes->len);
    while (out->len % 8)
        str_add_char(out, '\0');
}

/* An object with two records and a few symbols. */
static void add_object(str *out) {
    static const char names[] = "\0.lathe.bc\0.symtab\0.strtab\0.shstrtab";
    static const char strings[] = "\0main\0helper\0x.c";
    Elf64_Sym symbols[4] = {{.st_name = 0}};
    symbols[1] = (Elf64_Sym){.st_name = 13, .st_info = ELF64_ST_INFO(STB_LOCAL, STT_FILE)};
    symbols[2] =
        (Elf64_Sym){.st_name = 1, .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), .st_shndx = 1};
    symbols[3] = (Elf64_Sym){.st_name = 6, .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE)};
    Elf64_Shdr sections[5] = {{.sh_name = 0}};
    str records, table, text, section_names;
    size_t start = out->len;
    str_init(&records, out->ctx);
    str_init(&table, out->ctx);
    str_init(&text, out->ctx);
    str_init(&section_names, out->ctx);
    add_record(&records);
    str_add_n(&records, "\0\0\0", 3);
    add_record(&records);
    str_add_n(&table, (const char *)symbols, sizeof symbols);
    str_add_n(&text, strings, sizeof strings);
    str_add_n(&section_names, names, sizeof names);
    str_add_repeat(out, '\0', sizeof(Elf64_Ehdr));
    add_section(out, &sections[1], 1, SHT_PROGBITS, &records);
    add_section(out, &sections[2], 11, SHT_SYMTAB, &table);
    sections[2].sh_link = 3;
    sections[2].sh_entsize = sizeof *symbols;
    add_section(out, &sections[3], 19, SHT_STRTAB, &text);
    add_section(out, &sections[4], 27, SHT_STRTAB, &section_names);
    for (size_t i = 1; i < 5; i++)
        sections[i].sh_offset -= start;
    Elf64_Ehdr header = {.e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
                         .e_type = ET_REL,
                         .e_machine = EM_X86_64,
                         .e_shoff = out->len - start,
                         .e_shentsize = sizeof *sections,
                         .e_shnum = 5,
                         .e_shstrndx = 4};
    str_add_n(out, (const char *)sections, sizeof sections);
    memcpy(out->at + start, &header, sizeof header);
    str_free(&records);
    str_free(&table);
    str_free(&text);
    str_free(&section_names);
}

static void add_member(str *out, const char *name, const str *body, bool stored) {
    str_printf(out, "%-16s%-12d%-6d%-6d%-8d%-10zu`\n", name, 0, 0, 0, 644, body->len);
    if (stored)
        str_add_n(out, str_text(body), body->len);
    if (stored && body->len % 2)
        str_add_char(out, '\n');
}

static void add_archive(str *out, bool thin) {
    str object, names;
    str_init(&object, out->ctx);
    str_init(&names, out->ctx);
    add_object(&object);
    str_add(&names, "a-name-that-is-long-for-a-member.o/\nanother/long-name-of-one.o/\n");
    str_add(out, thin ? "!<thin>\n" : "!<arch>\n");
    add_member(out, "//", &names, true);
    add_member(out, "/0", &object, !thin);
    add_member(out, "x.o/", &object, !thin);
    add_member(out, "x.o/", &object, !thin);
    add_member(out, "/36", &object, !thin);
    str_free(&object);
    str_free(&names);
}

static void put_number(str *s) {
    static const uint64_t odd[] = {0,        1,          2,         7,          8,
                                   0x7f,     0xff,       0xffff,    0x7fffffff, 0xffffffff,
                                   1u << 31, UINT64_MAX, INT64_MAX, 1ull << 40, UINT64_MAX - 7};
    size_t width = (size_t)1 << below(4), at = below(s->len - 8);
    uint64_t value = odd[below(sizeof odd / sizeof *odd)];
    if (below(3) == 0)
        value = s->len + below(64) - 32;
    if (below(2))
        at -= at % width;
    memcpy(s->at + at, &value, width);
}

static void mutate(str *s) {
    size_t count = 1 + below(3);
    for (size_t i = 0; i < count && s->len > 16; i++) {
        size_t at = below(s->len - 1), from = below(s->len - 1),
               room = s->len - (at > from ? at : from);
        switch (below(6)) {
        case 0:
            s->at[at] ^= (char)(1 << below(8));
            break;
        case 1:
            s->len = at + 1;
            break;
        case 2:
            memmove(s->at + at, s->at + from, below(room < 64 ? room : 64));
            break;
        default:
            put_number(s);
        }
    }
}

/* What lies keep a record from being found by is its checksum alone. */
static void repair(str *s) {
    for (size_t at = 0; at + 72 < s->len; at++) {
        if (memcmp(s->at + at, "LATHEBC", 7) != 0)
            continue;
        uint64_t sizes[4], whole = 72;
        memcpy(sizes, s->at + at + 16, sizeof sizes);
        for (size_t i = 0; i < 4; i++)
            whole = sizes[i] > s->len || whole > s->len ? UINT64_MAX : whole + sizes[i];
        if (whole > s->len - at)
            continue;
        uint64_t sum = XXH64(s->at + at + 16, whole - 16, 0);
        memcpy(s->at + at + 8, &sum, sizeof sum);
    }
}

static size_t found;

static void check_record(lathe_ctx *ctx, const cc_record *r) {
    arena mem;
    cc_setting s, again;
    arena_init(&mem, ctx);
    for (size_t offset = 0; cc_setting_next(r->options, r->options_size, &offset, &s);) {
        const char *word = cc_setting_word(&mem, &s);
        if (cc_setting_parse(word, &again) != CC_WORD_KEPT)
            die("a record gives a word that lathe does not record");
    }
    if (r->level < 0 || r->level > 3)
        die("a record gives a level that is none");
    cc_unpacked u = cc_unpack(ctx, r->bitcode, r->bitcode_size);
    cc_unpacked_free(ctx, &u);
    found++;
    arena_free(&mem);
}

static void read_object(lathe_ctx *ctx, const char *bytes, size_t size) {
    cc_elf elf;
    cc_section section;
    cc_record record;
    size_t offset = 0, names = 0;
    if (!bytes || !cc_elf_open(&elf, bytes, size))
        return;
    cc_symtab table = cc_elf_symbols(&elf, SHT_SYMTAB);
    for (size_t i = 0; i < table.count; i++)
        names += strlen(cc_elf_symbol(&table, i).name);
    if (!cc_elf_section_named(&elf, CC_RECORD_SECTION, &section) || !section.bytes)
        return;
    while (cc_record_next(section.bytes, section.size, &offset, &record) == CC_RECORD_FOUND)
        check_record(ctx, &record);
    (void)names;
}

static void read_block(lathe_ctx *ctx, const str *s) {
    char *block = malloc(s->len ? s->len : 1);
    if (!block)
        die("no memory");
    memcpy(block, str_text(s), s->len);
    cc_archive archive;
    cc_archive_member member;
    if (cc_archive_open(&archive, block, s->len))
        for (size_t i = 0; i < 1000 && cc_archive_next(&archive, &member); i++)
            read_object(ctx, member.bytes, member.size);
    read_object(ctx, block, s->len);
    free(block);
}

static void read_file(lathe_ctx *ctx, const char *path, const str *s) {
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(str_text(s), 1, s->len, f) != s->len || fclose(f) != 0)
        die("a file cannot be written");
    str trace;
    cc_inputs in;
    const char *why;
    str_init(&trace, ctx);
    str_printf(&trace, "%s\n%s(x.o)\n%s(x.o)\n(%s)a-name-that-is-long-for-a-member.o\n", path, path,
               path, path);
    cc_inputs_read(&in, ctx, str_text(&trace), &why);
    for (size_t i = 0; i < in.records.len; i++)
        check_record(ctx, &in.records.at[i]);
    cc_inputs_free(&in);
    str_free(&trace);
    lathe_ctx_clear(ctx);
}

int main(int argc, char **argv) {
    size_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 20000;
    uint64_t seed = first_seed();
    char path[] = "/tmp/lathe-object-fuzz-XXXXXX";
    int fd = mkstemp(path);
    if (fd < 0)
        die("no file");
    close(fd);
    for (size_t i = 0; i < count; i++) {
        lathe_ctx *ctx = lathe_ctx_new();
        str s;
        state = seed * 0x9e3779b97f4a7c15u + i * 0xbf58476d1ce4e5b9u + 1;
        for (size_t k = 0; k < 8; k++)
            next_random();
        str_init(&s, ctx);
        if (i % 3 == 0)
            add_object(&s);
        else
            add_archive(&s, i % 3 == 1);
        if (i >= 3)
            mutate(&s);
        if (below(2))
            repair(&s);
        read_block(ctx, &s);
        if (i % 4 == 0)
            read_file(ctx, path, &s);
        str_free(&s);
        lathe_ctx_free(ctx);
    }
    unlink(path);
    printf("%zu mutants, %zu records read\n", count, found);
    return found ? 0 : 1;
}
