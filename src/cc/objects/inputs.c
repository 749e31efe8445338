#include "cc/objects/inputs.h"

#include "base/show.h"
#include "cc/objects/archive.h"
#include "cc/objects/cc_reasons.h"

#include <fcntl.h>
#include <limits.h>
#include <llvm-c/Core.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file of the link, mapped as long as the inputs live. */
typedef struct cc_file {
    const char *path; /* NULL if there is none */
    const char *bytes;
    size_t size;
    VEC(cc_archive_member) members;
    VEC(size_t) alike; /* by member: 1 + the next one of its name, 0 after the last */
    map first;         /* name → 1 + the first member of that name */
    bool is_archive, thin;
} cc_file;

const char *cc_native_reason(cc_native native) {
    static const char *const reasons[CC_NATIVE_REASONS] = {
        [CC_MERGED] = "takes part",
        [CC_NO_RECORD] = CC_WHY_NO_RECORD,
        [CC_OTHER_LLVM] = CC_WHY_OTHER_LLVM,
        [CC_OTHER_LATHE] = CC_WHY_OTHER_LATHE,
        [CC_REFUSED] = CC_WHY_REFUSED,
        [CC_DAMAGED] = CC_WHY_DAMAGED,
        [CC_UNREADABLE] = CC_WHY_UNREADABLE,
        [CC_ASSEMBLER] = CC_WHY_ASSEMBLER,
        [CC_ASSEMBLER_STRINGS] = CC_WHY_ASSEMBLER_STRINGS,
        [CC_OTHER_TARGET] = CC_WHY_OTHER_TARGET,
        [CC_CHANGED] = CC_WHY_CHANGED,
        [CC_AMBIGUOUS] = CC_WHY_AMBIGUOUS,
    };
    return reasons[native];
}

void cc_member_print(str *out, const cc_member *m) {
    if (m->archive)
        show_printf(out, "%s(%s)", m->archive, m->name);
    else
        show_add(out, m->name);
}

static bool map_file(cc_file *file) {
    struct stat st;
    int fd = open(file->path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool ok = fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
    if (ok && st.st_size > 0) {
        void *bytes = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        ok = bytes != MAP_FAILED;
        file->bytes = ok ? bytes : NULL;
        file->size = ok ? (size_t)st.st_size : 0;
    }
    close(fd);
    return ok;
}

/* Members of thin archives are files beside it. */
static char *thin_path(cc_inputs *in, const cc_file *archive, const cc_archive_member *member) {
    str path;
    const char *slash = strrchr(archive->path, '/');
    str_init(&path, in->ctx);
    if (slash && member->name[0] != '/')
        str_add_n(&path, archive->path, (size_t)(slash - archive->path) + 1);
    str_add_n(&path, member->name, member->name_length);
    return str_keep(&path, &in->mem);
}

/* From the last to the first, so that those of one name hang together in their order. */
static void index_members(cc_inputs *in, cc_file *file) {
    map_init_strings(&file->first, in->ctx);
    for (size_t i = 0; i < file->members.len; i++)
        vec_push(in->ctx, &file->alike, 0);
    for (size_t i = file->members.len; i-- > 0 && ctx_ok(in->ctx);) {
        const cc_archive_member *m = &file->members.at[i];
        char *name = arena_strndup(&in->mem, m->name, m->name_length);
        map_word *first = name ? map_put_s(&file->first, name) : NULL;
        if (!first)
            return;
        file->alike.at[i] = first->u;
        first->u = i + 1;
    }
}

/* A linker's trace has a line for each file: a name with a newline makes a second line, of
 * anything. In archives of BSD's form, "#1" represents a name that lies elsewhere. */
static bool is_clear_name(const cc_archive_member *m) {
    return !memchr(m->name, '\n', m->name_length) &&
           (m->name_length != 2 || memcmp(m->name, "#1", 2) != 0);
}

static void list_members(cc_inputs *in, cc_file *file) {
    cc_archive archive;
    cc_archive_member member;
    file->is_archive = cc_archive_open(&archive, file->bytes, file->size);
    file->thin = file->is_archive && archive.thin;
    while (file->is_archive && cc_archive_next(&archive, &member) && ctx_tick(in->ctx, 1)) {
        vec_push(in->ctx, &file->members, member);
        if (!is_clear_name(&member) && !in->unclear)
            in->unclear = file->path;
    }
    if (file->is_archive)
        index_members(in, file);
    for (size_t i = 0; file->thin && i < file->members.len; i++) {
        char *path = thin_path(in, file, &file->members.at[i]);
        map_word *owner = path ? map_put_s(&in->thin, path) : NULL;
        if (owner)
            owner->s = file->path;
    }
}

/* NULL if there is no such file. */
static cc_file *file_at(cc_inputs *in, const char *path, size_t length) {
    char *key = arena_strndup(&in->mem, path, length);
    map_word *known = key ? map_put_s(&in->files, key) : NULL;
    if (!known || known->p)
        return known ? known->p : NULL;
    cc_file *file = arena_new(&in->mem, cc_file);
    if (!file)
        return NULL;
    known->p = file;
    file->path = key;
    if (map_file(file))
        list_members(in, file);
    else
        file->path = NULL;
    return file;
}

static cc_file *existing_file(cc_inputs *in, const char *path, size_t length) {
    cc_file *file = file_at(in, path, length);
    return file && file->path ? file : NULL;
}

static bool is_this_llvm(const cc_record *r) {
    unsigned major, minor, patch;
    LLVMGetVersion(&major, &minor, &patch);
    return r->llvm_major == major && r->llvm_minor == minor && r->llvm_patch == patch;
}

static cc_native native_for(cc_record_state state) {
    if (state == CC_RECORD_OTHER)
        return CC_OTHER_LATHE;
    return state == CC_RECORD_REFUSED ? CC_REFUSED : CC_DAMAGED;
}

static void read_records(cc_inputs *in, cc_member *m) {
    cc_section section;
    m->first_record = in->records.len;
    m->native = CC_NO_RECORD;
    if (!cc_elf_section_named(&m->elf, CC_RECORD_SECTION, &section))
        return;
    cc_record record;
    cc_record_state state = CC_RECORD_DAMAGED;
    size_t offset = 0;
    m->native = CC_MERGED;
    while (section.bytes && (state = cc_record_next(section.bytes, section.size, &offset,
                                                    &record)) == CC_RECORD_FOUND) {
        if (!is_this_llvm(&record))
            m->native = CC_OTHER_LLVM;
        vec_push(in->ctx, &in->records, record);
    }
    m->record_count = in->records.len - m->first_record;
    if (state != CC_RECORD_END)
        m->native = native_for(state);
    else if (m->record_count == 0)
        m->native = CC_NO_RECORD;
}

static void note_level(cc_inputs *in, const cc_member *m) {
    in->merged++;
    for (size_t i = 0; i < m->record_count; i++)
        if (in->records.at[m->first_record + i].level > in->level)
            in->level = in->records.at[m->first_record + i].level;
}

static bool add_script(cc_inputs *in, const char *bytes, size_t size) {
    bool is_text = !memchr(bytes, '\0', size);
    char *text = is_text ? arena_strndup(&in->mem, bytes, size) : NULL;
    if (text)
        vec_push(in->ctx, &in->scripts, text);
    return is_text;
}

/* Shared libraries say through the output's dynamic symbols what they need. */
static void add_object(cc_inputs *in, cc_member m) {
    if (!cc_elf_open(&m.elf, m.bytes, m.size)) {
        if (m.bytes && (m.archive || !add_script(in, m.bytes, m.size)))
            in->unknown = in->unknown ? in->unknown : m.line;
        return;
    }
    if (m.elf.header.e_type != ET_REL)
        return;
    if (m.native == CC_MERGED)
        read_records(in, &m);
    if (m.native == CC_MERGED)
        note_level(in, &m);
    vec_push(in->ctx, &in->members, m);
}

static bool add_thin(cc_inputs *in, const cc_file *archive, const cc_archive_member *member,
                     cc_member m) {
    char *path = thin_path(in, archive, member);
    const cc_file *file = path ? existing_file(in, path, strlen(path)) : NULL;
    if (!file)
        return false;
    m.bytes = file->bytes;
    m.size = file->size;
    add_object(in, m);
    return true;
}

/* Where several members have the name and not all of them are meant, nothing says which are: then
 * all are taken for used, and none is merged. */
static bool add_members(cc_inputs *in, cc_file *archive, cc_member m, size_t times) {
    const map_word *known = map_find_s(&archive->first, m.name);
    size_t count = 0, first = known ? known->u : 0;
    for (size_t i = first; i; i = archive->alike.at[i - 1])
        count++;
    m.native = count > times ? CC_AMBIGUOUS : CC_MERGED;
    for (size_t i = first; i; i = archive->alike.at[i - 1]) {
        const cc_archive_member *member = &archive->members.at[i - 1];
        m.bytes = member->bytes;
        m.size = member->size;
        if (!archive->thin)
            add_object(in, m);
        else if (!add_thin(in, archive, member, m))
            return false;
    }
    return count > 0;
}

/* One line: a path, "archive(member)", or as GNU ld has it "(archive)member". */
typedef struct trace_line {
    const char *path, *member;
    size_t path_length, member_length;
} trace_line;

static bool is_file(const char *path, size_t length) {
    char name[PATH_MAX];
    struct stat st;
    if (length == 0 || length >= sizeof name)
        return false;
    memcpy(name, path, length);
    name[length] = '\0';
    return stat(name, &st) == 0 && S_ISREG(st.st_mode);
}

/* Folders and members may have parentheses in their names: the archive is what is a file. */
static bool split_line(const char *text, size_t length, trace_line *line) {
    const char *end = text + length;
    bool leads = length && text[0] == '(', ends = length && end[-1] == ')';
    char sign = leads ? ')' : '(';
    *line = (trace_line){.path = text, .path_length = length};
    for (const char *p = text; (leads || ends) && (p = memchr(p, sign, (size_t)(end - p))); p++) {
        const char *path = text + leads;
        if (!is_file(path, (size_t)(p - path)))
            continue;
        *line = (trace_line){.path = path,
                             .path_length = (size_t)(p - path),
                             .member = p + 1,
                             .member_length = (size_t)(end - p) - 1 - !leads};
        return true;
    }
    return false;
}

bool cc_is_trace(const char *text, size_t length) {
    trace_line line;
    return is_file(text, length) || split_line(text, length, &line);
}

static const char *line_end(const char *text) {
    return text + strcspn(text, "\n");
}

/* Each line once, with the number of times it is in the trace. */
static void count_lines(cc_inputs *in, map *lines, const char *trace) {
    for (const char *p = trace; *p; p = line_end(p), p += *p == '\n') {
        char *key = arena_strndup(&in->mem, p, (size_t)(line_end(p) - p));
        map_word *times = key ? map_put_s(lines, key) : NULL;
        if (times)
            times->u++;
    }
}

/* GNU ld names members of thin archives by their own paths. */
static void add_file(cc_inputs *in, const cc_file *file, const char *line) {
    const map_word *thin = map_find_s(&in->thin, file->path);
    add_object(in, (cc_member){.archive = thin ? thin->s : NULL,
                               .name = file->path,
                               .line = line,
                               .bytes = file->bytes,
                               .size = file->size});
}

static bool read_line(cc_inputs *in, const char *text, size_t times) {
    trace_line line;
    cc_file *file = existing_file(in, text, strlen(text));
    if (file && !file->is_archive)
        add_file(in, file, text);
    if (file)
        return true;
    if (!split_line(text, strlen(text), &line))
        return false;
    file = existing_file(in, line.path, line.path_length);
    char *name = arena_strndup(&in->mem, line.member, line.member_length);
    if (!name || !file || !file->is_archive)
        return false;
    return add_members(in, file, (cc_member){.archive = file->path, .name = name, .line = text},
                       times);
}

const char *cc_explain(arena *mem, const char *what, const char *name) {
    const char *why = arena_printf(mem, "%s '%s'", what, name);
    return why ? why : "out of memory";
}

static const char *explain(cc_inputs *in, const char *line, const char *trouble) {
    return arena_printf(&in->mem, "the linker read '%s', which %s", line, trouble);
}

bool cc_inputs_read(cc_inputs *in, lathe_ctx *ctx, const char *trace, const char **why) {
    *in = (cc_inputs){.ctx = ctx};
    *why = "out of memory";
    arena_init(&in->mem, ctx);
    map_init_strings(&in->files, ctx);
    map_init_strings(&in->thin, ctx);
    map lines;
    map_init_strings(&lines, ctx);
    count_lines(in, &lines, trace);
    bool ok = true;
    for (size_t i = 0; ok && i < lines.len && ctx_tick(ctx, 1); i++) {
        ok = read_line(in, lines.at[i].key.s, lines.at[i].value.u);
        if (!ok)
            *why = explain(in, lines.at[i].key.s, "lathe cannot find");
    }
    map_free(&lines);
    if (ok && in->unknown) {
        *why = explain(in, in->unknown, CC_WHY_NOT_ELF);
        ok = false;
    }
    return ok && ctx_ok(ctx);
}

/* The archive that -lNAME may mean in one folder of the linker's is looked at for its names alone.
 */
static void look_at_library(cc_inputs *in, const char *folder, const char *name) {
    const char *path = *name == ':' ? arena_printf(&in->mem, "%s/%s", folder, name + 1)
                                    : arena_printf(&in->mem, "%s/lib%s.a", folder, name);
    if (path && is_file(path, strlen(path)))
        existing_file(in, path, strlen(path));
}

void cc_inputs_look_at_libraries(cc_inputs *in, const sys_words *words) {
    for (size_t i = 1; i < words->len; i++)
        for (size_t k = 1; strncmp(words->at[i], "-l", 2) == 0 && k < words->len; k++)
            if (strncmp(words->at[k], "-L", 2) == 0 && ctx_tick(in->ctx, 1))
                look_at_library(in, words->at[k] + 2, words->at[i] + 2);
}

void cc_inputs_add_scripts(cc_inputs *in, const sys_words *words) {
    for (size_t i = 1; i < words->len && ctx_tick(in->ctx, 1); i++) {
        const char *word = words->at[i];
        if (word[0] == '-' || map_find_s(&in->files, word) || !is_file(word, strlen(word)))
            continue;
        const cc_file *file = existing_file(in, word, strlen(word));
        cc_elf elf;
        if (file && file->bytes && !file->is_archive && !cc_elf_open(&elf, file->bytes, file->size))
            add_script(in, file->bytes, file->size);
    }
}

void cc_inputs_free(cc_inputs *in) {
    for (size_t i = 0; i < in->files.len; i++) {
        cc_file *file = in->files.at[i].value.p;
        if (!file)
            continue;
        vec_free(in->ctx, &file->members);
        vec_free(in->ctx, &file->alike);
        if (file->is_archive)
            map_free(&file->first);
        if (file->bytes)
            munmap((void *)file->bytes, file->size);
    }
    vec_free(in->ctx, &in->members);
    vec_free(in->ctx, &in->records);
    vec_free(in->ctx, &in->scripts);
    map_free(&in->files);
    map_free(&in->thin);
    arena_free(&in->mem);
}
