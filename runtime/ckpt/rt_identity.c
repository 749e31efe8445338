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

/* The linker's names for the ends of the section, if there is one. */
extern const char __start_lathe_ckpt_places[] __attribute__((weak, visibility("hidden")));
extern const char __stop_lathe_ckpt_places[] __attribute__((weak, visibility("hidden")));

typedef struct span {
    const char *at, *end;
} span;

typedef struct finding {
    uint64_t segments;
    span left_out[8]; /* what says nothing of the program, sorted by address */
    size_t count;
} finding;

static void leave_out(finding *out, const char *at, const char *end) {
    size_t i = out->count;
    if (at >= end || i == sizeof out->left_out / sizeof *out->left_out)
        return;
    for (; i && out->left_out[i - 1].at > at; i--)
        out->left_out[i] = out->left_out[i - 1];
    out->left_out[i] = (span){at, end};
    out->count++;
}

static void add_segment(finding *out, const char *at, const char *end) {
    for (size_t i = 0; i < out->count && at < end; i++) {
        span hole = out->left_out[i];
        if (hole.end <= at || hole.at >= end)
            continue;
        if (hole.at > at)
            out->segments = join(out->segments, at, (size_t)(hole.at - at));
        at = hole.end;
    }
    if (at < end)
        out->segments = join(out->segments, at, (size_t)(end - at));
}

/* Of the executable: code and constants, where they are. Not its header, which says where debug
 * information is in the file, nor notes, of which the build id depends on all of the file. */
static int visit(struct dl_phdr_info *info, size_t size, void *user) {
    (void)size;
    finding *out = user;
    leave_out(out, __start_lathe_ckpt_places, __stop_lathe_ckpt_places);
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        const char *at = (const char *)(info->dlpi_addr + segment->p_vaddr);
        if (segment->p_type == PT_NOTE)
            leave_out(out, at, at + segment->p_memsz);
        if (segment->p_type == PT_LOAD && segment->p_offset == 0)
            leave_out(out, at, at + sizeof(ElfW(Ehdr)));
    }
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        const char *at = (const char *)(info->dlpi_addr + segment->p_vaddr);
        if (segment->p_type == PT_LOAD && segment->p_flags & PF_R && !(segment->p_flags & PF_W)) {
            uint64_t where = (uint64_t)(uintptr_t)at;
            out->segments = join(out->segments, &where, sizeof where);
            add_segment(out, at, at + segment->p_filesz);
        }
    }
    return 1; /* the first object is the executable */
}

uint64_t ck_program_print(const lathe_ckpt_program *program) {
    finding found = {0};
    dl_iterate_phdr(visit, &found);
    uint64_t parts[4] = {program->build, found.segments, (uint64_t)(uintptr_t)program,
                         (uint64_t)(uintptr_t)program->entry};
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
