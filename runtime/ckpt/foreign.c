#include "foreign.h"

#include "rt_arena.h"
#include "rt_io.h"
#include "streams.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <inttypes.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* As it is in a file; followed by the name, with its zero, padded to 8. */
typedef struct symbol {
    uint64_t where; /* an address, or a distance into the records */
    uint32_t in_records, name_size;
} symbol;

typedef struct region {
    uint64_t start, end;
    char name[64]; /* the end of its path */
} region;

typedef struct map_of {
    region *regions; /* ascending */
    size_t count, room;
    uint64_t low, high;         /* of all */
    uint64_t own_low, own_high; /* the executable */
} map_of;

/* Programs that are linked statically have neither. */
extern void *dlsym(void *restrict, const char *restrict) __attribute__((weak));
extern int dladdr(const void *, Dl_info *) __attribute__((weak));

/* ---- what is foreign ---- */

static int find_own(struct dl_phdr_info *info, size_t size, void *user) {
    map_of *m = user;
    (void)size;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uint64_t start = info->dlpi_addr + segment->p_vaddr, end = start + segment->p_memsz;
        if (segment->p_type != PT_LOAD)
            continue;
        m->own_low = m->own_low && m->own_low < start ? m->own_low : start;
        m->own_high = m->own_high > end ? m->own_high : end;
    }
    return 1; /* the first object is the executable */
}

/* Small numbers are in every program's memory, and a heap of libc's can be there, too: it is kept
 * elsewhere, as far as it was not begun. */
static const uint64_t SMALL = UINT64_C(1) << 32;

static bool is_foreign(const map_of *m, const region *r, const char *permissions) {
    bool own = r->start <= m->own_high && r->end > m->own_low;
    return permissions[0] == 'r' && !own && !ck_arena_overlaps(r->start, r->end) &&
           r->start >= SMALL && strncmp(r->name, "[stack", 6) != 0 &&
           strncmp(r->name, "[vvar", 5) != 0;
}

static bool add_region(map_of *m, const char *line) {
    region r = {0};
    char permissions[8] = "";
    int at = 0;
    if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %7s %*s %*s %*s %n", &r.start, &r.end, permissions,
               &at) < 3)
        return true;
    const char *slash = strrchr(line + at, '/');
    snprintf(r.name, sizeof r.name, "%s", slash ? slash + 1 : line + at);
    if (!is_foreign(m, &r, permissions))
        return true;
    if (!ck_array_reserve(&m->regions, &m->room, m->count + 1, sizeof *m->regions))
        return false;
    m->regions[m->count++] = r;
    m->low = m->count == 1 ? r.start : m->low;
    m->high = r.end;
    return true;
}

static bool read_all(int file, ck_buffer *out) {
    char piece[4096];
    ssize_t got;
    while ((got = read(file, piece, sizeof piece)) > 0)
        ck_buffer_add(out, piece, (size_t)got);
    ck_buffer_add(out, "", 1);
    return got == 0 && !out->failed;
}

static bool read_map(map_of *m) {
    ck_buffer text = {0};
    int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    bool done = file >= 0 && read_all(file, &text);
    ck_close(&ck_io_system, file);
    dl_iterate_phdr(find_own, m);
    for (char *at = text.data, *end; done && at && *at; at = end + 1) {
        end = strchr(at, '\n');
        if (!end)
            break;
        *end = 0;
        done = add_region(m, at);
    }
    ck_buffer_free(&text);
    return done;
}

static const region *region_of(const map_of *m, uint64_t address) {
    size_t low = 0, high = m->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (m->regions[middle].start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low && address < m->regions[low - 1].end ? &m->regions[low - 1] : NULL;
}

/* ---- names ---- */

static void *find_symbol(const char *name) {
    return dlsym ? dlsym(RTLD_DEFAULT, name) : NULL;
}

typedef struct import {
    uint64_t address;
    const char *name;
} import;

/* An address that a symbol is resolved to, as of a function that libc chooses by the processor, is
 * known by no name of its own: those that the program imports are tried. */
static int find_import(struct dl_phdr_info *info, size_t size, void *user) {
    import *want = user;
    const ElfW(Dyn) *dynamic = NULL;
    const ElfW(Sym) *symbols = NULL;
    const char *names = NULL;
    (void)size;
    for (unsigned i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
            dynamic = (const void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
    for (; dynamic && dynamic->d_tag != DT_NULL; dynamic++) {
        if (dynamic->d_tag == DT_SYMTAB)
            symbols = (const void *)dynamic->d_un.d_ptr;
        if (dynamic->d_tag == DT_STRTAB)
            names = (const void *)dynamic->d_un.d_ptr;
    }
    /* The linker places the names right after the symbols. */
    for (const ElfW(Sym) *s = symbols; s && names && (const char *)s < names; s++)
        if (s->st_shndx == SHN_UNDEF && s->st_name &&
            (uint64_t)(uintptr_t)find_symbol(names + s->st_name) == want->address) {
            want->name = names + s->st_name;
            break;
        }
    return 1;
}

/* NULL if it is not the very start of something that has a name. */
static const char *name_of(uint64_t address) {
    Dl_info info;
    void *at = (void *)(uintptr_t)address;
    if (dladdr && dladdr(at, &info) && info.dli_saddr == at && info.dli_sname &&
        find_symbol(info.dli_sname) == at)
        return info.dli_sname;
import want = {address, NULL };
    dl_iterate_phdr(find_import, &want);
    return want.name;
}

/* ---- saving ---- */

typedef struct search {
    const map_of *map;
    const lathe_ckpt_program *program;
    const ck_records *records;
    ck_buffer *out;
    const char **why;
} search;

/* A word that the program follows, by the type that it has there. */
typedef struct pointer {
    const char *name;
    uint64_t offset; /* within a global; in a value, where it is a vector */
    bool active;     /* in a record */
} pointer;

static bool is_global_pointer(const search *s, uint64_t where, pointer *out) {
    for (uint32_t i = 0; i < s->program->global_count; i++) {
        const lathe_ckpt_global *g = &s->program->globals[i];
        uint64_t offset = where - (uint64_t)(uintptr_t)g->start;
        if (!g->pointers || offset >= g->bytes)
            continue;
        *out = (pointer){g->name, offset, false};
        return true;
    }
    return false;
}

static bool is_value_pointer(const search *s, uint64_t where, pointer *out) {
    const lathe_ckpt_value *value = ck_records_value(s->records, (size_t)where);
    if (!value || !strstr(value->type, "ptr"))
        return false;
    *out = (pointer){value->name, 0, true};
    return true;
}

static bool refuse(const search *s, const region *r, const pointer *p) {
    static char text[320];
    char place[160];
    if (p->active)
        snprintf(place, sizeof place, "the value '%s' of an active function", p->name);
    else
        snprintf(place, sizeof place, "'%s' (at byte %" PRIu64 ")", p->name, p->offset);
    snprintf(text, sizeof text,
             "%s holds an address in %s, which is another in the next process, and has no name",
             place, *r->name ? r->name : "memory of a library");
    return ck_fail(s->why, text);
}

static bool add_symbol(const search *s, const char *name, uint64_t where, bool in_records) {
    size_t size = strlen(name) + 1;
    symbol found = {where, in_records, (uint32_t)size};
    ck_buffer_add(s->out, &found, sizeof found);
    ck_buffer_add(s->out, name, size);
    ck_buffer_grow(s->out, -size % 8);
    return true;
}

/* Memory may hold what nobody will read: what a jump buffer and a va_list have of registers, what
 * locals of functions that are over had in them, gaps of structs. None of it is the program's, and
 * it may look like anything, so only words that are known to be pointers keep a save from being
 * made. */
static bool look_at(const search *s, uint64_t word, uint64_t where, bool in_records) {
    const region *r = region_of(s->map, word);
    pointer followed;
    if (!r || (!in_records && ck_stream_holds(where)))
        return true;
    const char *name = name_of(word);
    if (name)
        return add_symbol(s, name, where, in_records);
    bool known =
        in_records ? is_value_pointer(s, where, &followed) : is_global_pointer(s, where, &followed);
    return !known || refuse(s, r, &followed);
}

static bool look_through(const search *s, const void *data, size_t size, bool in_records) {
    const uint64_t *word = data, *end = word + size / sizeof *word;
    uint64_t low = s->map->low, span = s->map->high - low;
    bool done = true;
    for (; word < end && done; word++)
        if (__builtin_expect(*word - low < span, 0))
            done = look_at(s, *word,
                           in_records ? (uint64_t)((const char *)word - (const char *)data)
                                      : (uint64_t)(uintptr_t)word,
                           in_records);
    return done;
}

bool ck_foreign_take(ck_buffer *out, const ck_range *ranges, size_t count,
                     const ck_records *records, const lathe_ckpt_program *program,
                     const char **why) {
    map_of map = {0};
    search s = {&map, program, records, out, why};
    bool done = read_map(&map) || ck_fail(why, "the memory map cannot be read");
    for (size_t i = 0; done && map.count && i < count; i++) {
        uint64_t start = (ranges[i].address + 7) & ~UINT64_C(7);
        uint64_t skipped = start - ranges[i].address;
        if (ranges[i].size > skipped)
            done = look_through(&s, (const void *)(uintptr_t)start,
                                (size_t)(ranges[i].size - skipped), false);
    }
    done = done && (!map.count || look_through(&s, records->bytes.data, records->bytes.size, true));
    free(map.regions);
    return done && (!out->failed || ck_fail(why, "out of memory"));
}

/* ---- restoring ---- */

static bool next_symbol(const char **at, const char *end, symbol *out, const char **name) {
    size_t left = (size_t)(end - *at);
    if (left < sizeof *out)
        return false;
    memcpy(out, *at, sizeof *out);
    uint64_t size = ((uint64_t)out->name_size + 7) & ~UINT64_C(7);
    if (size > left - sizeof *out || !out->name_size)
        return false;
    *name = *at + sizeof *out;
    *at = *name + size;
    return true;
}

bool ck_foreign_check(const void *data, size_t size, size_t records_size,
                      bool (*is_own)(uint64_t address, uint64_t size), const char **why) {
    const char *at = data, *end = at + size, *name;
    for (symbol s; next_symbol(&at, end, &s, &name);) {
        bool fits = s.in_records
                        ? records_size >= 8 && s.where <= records_size - 8 && s.where % 8 == 0
                        : s.where % 8 == 0 && is_own(s.where, 8);
        if (!fits || name[s.name_size - 1])
            return ck_fail(why, "the symbols section is damaged");
        if (!find_symbol(name))
            return ck_fail(why, "a function of a library that it points to is not there");
    }
    return at == end || ck_fail(why, "the symbols section is damaged");
}

void ck_foreign_put(const void *data, size_t size, ck_buffer *records) {
    const char *at = data, *end = at + size, *name;
    for (symbol s; next_symbol(&at, end, &s, &name);) {
        uint64_t address = (uint64_t)(uintptr_t)find_symbol(name);
        char *to = s.in_records ? records->data + s.where : (char *)(uintptr_t)s.where;
        memcpy(to, &address, sizeof address);
    }
}

/* A page that nobody may touch right after the break: libc's allocator, which is not the program's,
 * then takes its memory from where libraries are. */
void ck_foreign_start(void) {
    char *end = sbrk(0);
    if (end == (char *)-1)
        return;
    uintptr_t page = ((uintptr_t)end + CK_PAGE - 1) & ~(uintptr_t)(CK_PAGE - 1);
    void *got = mmap((void *)page, CK_PAGE, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (got != MAP_FAILED && got != (void *)page)
        munmap(got, CK_PAGE);
}
