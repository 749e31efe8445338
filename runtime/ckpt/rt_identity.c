#include "rt_identity.h"

#include "hash.h"

#include <elf.h>
#include <link.h>
#include <string.h>

static const ck_key no_key;

static uint64_t join(uint64_t print, const void *data, size_t size) {
    uint64_t pair[2] = {print, ck_hash(&no_key, data, size)};
    return ck_hash(&no_key, pair, sizeof pair);
}

typedef struct finding {
    uint64_t build_id, segments;
    int has_build_id;
} finding;

static size_t note_pad(size_t size) {
    return (size + 3) & ~(size_t)3;
}

static void look_for_build_id(const char *at, size_t size, finding *out) {
    while (size >= sizeof(ElfW(Nhdr))) {
        const ElfW(Nhdr) *note = (const void *)at;
        size_t name = note_pad(note->n_namesz), text = note_pad(note->n_descsz);
        size_t whole = sizeof *note + name + text;
        if (whole > size)
            return;
        const char *words = at + sizeof *note;
        if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && !memcmp(words, "GNU", 4)) {
            out->build_id = ck_hash(&no_key, words + name, note->n_descsz);
            out->has_build_id = 1;
        }
        at += whole;
        size -= whole;
    }
}

static int visit(struct dl_phdr_info *info, size_t size, void *user) {
    (void)size;
    finding *out = user;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        const char *at = (const char *)(info->dlpi_addr + segment->p_vaddr);
        if (segment->p_type == PT_NOTE)
            look_for_build_id(at, segment->p_memsz, out);
    }
    for (unsigned i = 0; i < info->dlpi_phnum && !out->has_build_id; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        const char *at = (const char *)(info->dlpi_addr + segment->p_vaddr);
        if (segment->p_type == PT_LOAD && segment->p_flags & PF_R && !(segment->p_flags & PF_W))
            out->segments = join(out->segments, at, segment->p_filesz);
    }
    return 1; /* the first object is the executable */
}

uint64_t ck_program_print(const lathe_ckpt_program *program) {
    finding found = {0};
    dl_iterate_phdr(visit, &found);
    uint64_t parts[4] = {program->build, found.has_build_id ? found.build_id : found.segments,
                         (uint64_t)(uintptr_t)program, (uint64_t)(uintptr_t)program->entry};
    uint64_t print = join(LATHE_CKPT_ABI, parts, sizeof parts);
    for (uint32_t i = 0; i < program->global_count; i++) {
        uint64_t where[2] = {(uint64_t)(uintptr_t)program->globals[i].start,
                             program->globals[i].bytes};
        print = join(print, where, sizeof where);
    }
    return print;
}

uint64_t ck_arguments_print(int argc, char **argv) {
    uint64_t print = (uint64_t)argc;
    for (int i = 1; i < argc; i++)
        print = join(print, argv[i], strlen(argv[i]));
    return print;
}
