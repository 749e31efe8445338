#include "inspect.h"

#include "buffer.h"
#include "rt_file.h"
#include "rt_records.h"
#include "streams_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct report {
    ck_buffer out;
    const ck_file *file;
    uint64_t stored, zero, in_base; /* pages */
    uint64_t arena, globals;        /* bytes */
} report;

/* A tab-separated line of the sites section, cut into its parts. */
enum { PARTS = 6 };
typedef struct line {
    ck_bytes part[PARTS];
    unsigned count;
} line;

static bool next_line(const char **at, const char *end, line *out) {
    out->count = 0;
    if (*at >= end)
        return false;
    const char *stop = memchr(*at, '\n', (size_t)(end - *at));
    if (!stop)
        stop = end;
    for (const char *from = *at; out->count < PARTS;) {
        const char *tab = memchr(from, '\t', (size_t)(stop - from));
        const char *to = tab ? tab : stop;
        out->part[out->count++] = (ck_bytes){from, (size_t)(to - from)};
        if (!tab)
            break;
        from = tab + 1;
    }
    *at = stop < end ? stop + 1 : end;
    return true;
}

static bool is_word(const line *l, const char *word) {
    return l->count && l->part[0].size == strlen(word) &&
           !memcmp(l->part[0].data, word, l->part[0].size);
}

static uint64_t number_of(ck_bytes text) {
    uint64_t number = 0;
    for (size_t i = 0; i < text.size; i++) {
        char digit = ((const char *)text.data)[i];
        if (digit < '0' || digit > '9')
            break;
        number = number * 10 + (uint64_t)(digit - '0');
    }
    return number;
}

/* The line of a record's site; *values then points at the lines of its values. */
static bool find_site(const ck_file *file, const ck_record *record, line *site,
                      const char **values) {
    const ck_bytes *text = &file->section[CK_SITES];
    const char *at = text->data, *end = at ? at + text->size : NULL;
    while (next_line(&at, end, site)) {
        if (!is_word(site, "site") || site->count < 6 ||
            number_of(site->part[2]) != record->frame.point)
            continue;
        uint64_t hash = ck_hash(&(ck_key){0}, site->part[1].data, site->part[1].size);
        *values = at;
        if (hash == record->function)
            return true;
    }
    return false;
}

/* Text of others goes out with everything but plain characters taken out, so that it can neither
 * steer a terminal nor break JSON. */
static void add_text(ck_buffer *out, ck_bytes text) {
    for (size_t i = 0; i < text.size; i++) {
        unsigned char c = ((const unsigned char *)text.data)[i];
        ck_buffer_print(out, "%c", c < 32 || c == 127 || c == '"' || c == '\\' ? '?' : c);
    }
}

static ck_bytes words(const char *text) {
    return (ck_bytes){text, strlen(text)};
}

static void add_string(ck_buffer *out, const char *key, ck_bytes text) {
    ck_buffer_print(out, "\"%s\": \"", key);
    /* Bytes that are not ASCII may not be UTF-8. */
    for (size_t i = 0; i < text.size; i++) {
        unsigned char c = ((const unsigned char *)text.data)[i];
        if (c < 32 || c >= 127 || c == '"' || c == '\\')
            ck_buffer_print(out, "\\u%04x", c);
        else
            ck_buffer_print(out, "%c", c);
    }
    ck_buffer_print(out, "\"");
}

/* With more to come after it. */
static void add_member(ck_buffer *out, const char *key, ck_bytes text) {
    add_string(out, key, text);
    ck_buffer_print(out, ", ");
}

/* The value as C would print it, where the type is one of those that people read. */
static bool print_value(char out[64], ck_bytes type, const unsigned char *at, uint64_t size) {
    uint64_t bits = 0;
    double real;
    float single;
    bool is_double = type.size == 6 && !memcmp(type.data, "double", 6);
    if (size > 8 || !type.size)
        return false;
    memcpy(&bits, at, size);
    if (is_double && size == 8) {
        memcpy(&real, at, 8);
        snprintf(out, 64, "%.17g", real);
    } else if (type.size == 5 && !memcmp(type.data, "float", 5) && size == 4) {
        memcpy(&single, at, 4);
        snprintf(out, 64, "%.9g", (double)single);
    } else if (type.size == 3 && !memcmp(type.data, "ptr", 3)) {
        snprintf(out, 64, "0x%" PRIx64, bits);
    } else if (*(const char *)type.data == 'i' && size) {
        unsigned shift = 64 - 8 * (unsigned)size;
        snprintf(out, 64, "%" PRId64, (int64_t)(bits << shift) >> shift);
    } else {
        return false;
    }
    return true;
}

typedef void value_visitor(ck_buffer *out, const line *value, const char *text, bool first);

static void each_value(report *r, const ck_record *record, const char *at, value_visitor *visit) {
    const ck_bytes *sites = &r->file->section[CK_SITES];
    const char *end = (const char *)sites->data + sites->size;
    bool first = true;
    for (line value; next_line(&at, end, &value) && is_word(&value, "value"); first = false) {
        if (value.count < 5)
            continue;
        char text[64] = "";
        uint64_t offset = number_of(value.part[3]), size = number_of(value.part[4]);
        if (offset <= record->frame.bytes && size <= record->frame.bytes - offset)
            print_value(text, value.part[2], record->frame.values + offset, size);
        visit(&r->out, &value, text, first);
    }
}

static void value_text(ck_buffer *out, const line *value, const char *text, bool first) {
    (void)first;
    ck_buffer_print(out, "    ");
    add_text(out, value->part[1]);
    ck_buffer_print(out, "  ");
    add_text(out, value->part[2]);
    ck_buffer_print(out, "  %" PRIu64 " bytes%s%s\n", number_of(value->part[4]),
                    *text ? "  = " : "", text);
}

static void value_json(ck_buffer *out, const line *value, const char *text, bool first) {
    ck_buffer_print(out, "%s\n      {", first ? "" : ",");
    add_member(out, "name", value->part[1]);
    add_member(out, "type", value->part[2]);
    ck_buffer_print(out, "\"bytes\": %" PRIu64, number_of(value->part[4]));
    if (*text) {
        ck_buffer_print(out, ", ");
        add_string(out, "value", words(text));
    }
    ck_buffer_print(out, "}");
}

static void count_pages(report *r) {
    for (size_t i = 0; i < r->file->page_count; i++) {
        const ck_page *page = &r->file->pages[i];
        *(page->where == CK_STORED ? &r->stored
          : page->where == CK_ZERO ? &r->zero
                                   : &r->in_base) += 1;
        *(page->address >= r->file->header.arena ? &r->arena : &r->globals) += page->size;
    }
}

/* Records are innermost first in the file and outermost first in the report. */
typedef void record_visitor(report *r, const ck_record *record, bool first);

static void each_record(report *r, record_visitor *visit) {
    const ck_bytes *frames = &r->file->section[CK_FRAMES];
    size_t count = 0, room = frames->size / sizeof(ck_record);
    size_t *starts = malloc((room + 1) * sizeof *starts);
    char *copy = malloc(frames->size + 1); /* aligned */
    if (starts && copy && frames->data) {
        memcpy(copy, frames->data, frames->size);
        for (size_t at = 0; count < room && frames->size - at >= sizeof(ck_record);) {
            const ck_record *record = (const void *)(copy + at);
            if (record->size < sizeof *record || record->size % 16 ||
                record->size > frames->size - at ||
                record->frame.bytes > record->size - sizeof *record)
                break;
            starts[count++] = at;
            at += record->size;
        }
        for (size_t i = count; i-- > 0;)
            visit(r, (const void *)(copy + starts[i]), i + 1 == count);
    }
    free(starts);
    free(copy);
}

static void record_text(report *r, const ck_record *record, bool first) {
    line site;
    const char *values;
    if (first)
        ck_buffer_print(&r->out, "frames, outermost first\n");
    if (!find_site(r->file, record, &site, &values)) {
        ck_buffer_print(&r->out, "  unknown function, %u bytes\n", record->frame.bytes);
        return;
    }
    ck_buffer_print(&r->out, "  ");
    add_text(&r->out, site.part[1]);
    ck_buffer_print(&r->out, " at ");
    add_text(&r->out, site.part[3]);
    ck_buffer_print(&r->out, " (");
    add_text(&r->out, site.part[4]);
    ck_buffer_print(&r->out, "), %u bytes\n", record->frame.bytes);
    each_value(r, record, values, value_text);
}

static void record_json(report *r, const ck_record *record, bool first) {
    line site;
    const char *values;
    ck_buffer_print(&r->out, "%s\n    {", first ? "" : ",");
    if (find_site(r->file, record, &site, &values)) {
        add_member(&r->out, "function", site.part[1]);
        add_member(&r->out, "place", site.part[3]);
        add_member(&r->out, "kind", site.part[4]);
        ck_buffer_print(&r->out, "\"values\": [");
        each_value(r, record, values, value_json);
        ck_buffer_print(&r->out, "], ");
    }
    ck_buffer_print(&r->out, "\"point\": %u, \"bytes\": %u}", record->frame.point,
                    record->frame.bytes);
}

static const char *stream_name(const ck_stream_entry *e, unsigned number) {
    static const char *const names[3] = {"stdin", "stdout", "stderr"};
    return e->path ? e->path : number < 3 ? names[number] : "?";
}

static void streams(report *r, bool json) {
    const ck_bytes *bytes = &r->file->section[CK_STREAMS];
    const char *at = bytes->data, *end = at ? at + bytes->size : NULL;
    unsigned number = 0;
    for (ck_stream_entry e; at && ck_stream_next(&at, end, &e); number++) {
        const char *name = stream_name(&e, number);
        ck_bytes text = {name, strnlen(name, e.path ? e.head.path_size : 8)};
        ck_bytes mode = {e.head.mode, strnlen(e.head.mode, sizeof e.head.mode)};
        ck_buffer_print(&r->out, json ? "%s\n    {" : "%s  ", json && number ? "," : "");
        if (json) {
            add_member(&r->out, "name", text);
            add_member(&r->out, "mode", mode);
            ck_buffer_print(&r->out, "\"offset\": %" PRIu64 ", \"size\": %" PRIu64 "}",
                            e.head.offset, e.head.size);
            continue;
        }
        add_text(&r->out, text);
        ck_buffer_print(&r->out, "  \"");
        add_text(&r->out, mode);
        ck_buffer_print(&r->out, "\"  at %" PRIu64 " of %" PRIu64 "\n", e.head.offset, e.head.size);
    }
}

static void arguments(report *r, bool json) {
    const ck_bytes *info = &r->file->section[CK_INFO];
    const char *at = info->data, *end = at ? at + info->size : NULL;
    for (bool first = true; at < end; first = false) {
        size_t length = strnlen(at, (size_t)(end - at));
        ck_bytes text = {at, length};
        if (json) {
            /* A key would be one too many here. */
            ck_buffer item = {0};
            add_string(&item, "", text);
            ck_buffer_print(&r->out, "%s%s", first ? "" : ", ", item.data ? item.data + 4 : "\"\"");
            ck_buffer_free(&item);
        } else {
            ck_buffer_print(&r->out, "%s", first ? "" : " ");
            add_text(&r->out, text);
        }
        at += length < (size_t)(end - at) ? length + 1 : length;
    }
}

static void print_text(report *r, const char *path) {
    const ck_header *h = &r->file->header;
    char when[32] = "?";
    time_t saved = (time_t)h->time;
    struct tm parts;
    if (localtime_r(&saved, &parts))
        strftime(when, sizeof when, "%F %T", &parts);
    ck_buffer_print(&r->out, "%s: generation %" PRIu64 ", valid%s\nprogram   ", path, h->generation,
                    h->flags & CK_FLAG_KEYED ? ", keyed" : "");
    arguments(r, false);
    ck_buffer_print(&r->out, "\nsaved     %s\nsize      %" PRIu64 " bytes\n", when, h->file_size);
    if (h->base)
        ck_buffer_print(&r->out, "base      generation %" PRIu64 "\n", h->base);
    ck_buffer_print(
        &r->out,
        "print     program %016" PRIx64 ", arguments %016" PRIx64 "\n"
        "memory    %" PRIu64 " bytes in the arena at 0x%" PRIx64 ", %" PRIu64 " bytes of globals\n"
        "pages     %" PRIu64 " here, %" PRIu64 " zero, %" PRIu64 " in the base\n",
        h->program, h->arguments, r->arena, h->arena, r->globals, r->stored, r->zero, r->in_base);
    ck_buffer_print(&r->out, "sections\n");
    for (unsigned kind = 1; kind < CK_KIND_END; kind++)
        if (r->file->section[kind].data)
            ck_buffer_print(&r->out, "  %-8s %zu bytes\n", ck_kind_name(kind),
                            r->file->section[kind].size);
    ck_buffer_print(&r->out, "streams\n");
    streams(r, false);
    each_record(r, record_text);
}

static void print_json(report *r, const char *path) {
    const ck_header *h = &r->file->header;
    ck_buffer_print(&r->out, "{\n  \"schema\": \"" CK_INSPECT_SCHEMA "\",\n  \"valid\": true,\n  ");
    add_string(&r->out, "file", words(path));
    ck_buffer_print(&r->out,
                    ",\n  \"version\": %u,\n  \"generation\": %" PRIu64 ",\n  \"base\": %" PRIu64
                    ",\n  \"saved\": %" PRId64 ",\n  \"keyed\": %s,\n  \"bytes\": %" PRIu64
                    ",\n  \"program_print\": \"%016" PRIx64
                    "\",\n  \"arguments_print\": \"%016" PRIx64 "\",\n  \"arguments\": [",
                    h->version, h->generation, h->base, h->time,
                    h->flags & CK_FLAG_KEYED ? "true" : "false", h->file_size, h->program,
                    h->arguments);
    arguments(r, true);
    ck_buffer_print(&r->out,
                    "],\n  \"memory\": {\"arena\": %" PRIu64 ", \"globals\": %" PRIu64
                    ", \"pages_here\": %" PRIu64 ", \"pages_zero\": %" PRIu64
                    ", \"pages_in_base\": %" PRIu64 "},\n  \"sections\": {",
                    r->arena, r->globals, r->stored, r->zero, r->in_base);
    bool first = true;
    for (unsigned kind = 1; kind < CK_KIND_END; kind++)
        if (r->file->section[kind].data) {
            ck_buffer_print(&r->out, "%s\"%s\": %zu", first ? "" : ", ", ck_kind_name(kind),
                            r->file->section[kind].size);
            first = false;
        }
    ck_buffer_print(&r->out, "},\n  \"streams\": [");
    streams(r, true);
    ck_buffer_print(&r->out, "],\n  \"frames\": [");
    each_record(r, record_json);
    ck_buffer_print(&r->out, "]\n}\n");
}

static void print_invalid(report *r, const char *path, const char *why, bool json) {
    if (!json) {
        ck_buffer_print(&r->out, "%s: not valid: %s\n", path, why);
        return;
    }
    ck_buffer_print(&r->out,
                    "{\n  \"schema\": \"" CK_INSPECT_SCHEMA "\",\n  \"valid\": false,\n  ");
    add_string(&r->out, "file", words(path));
    ck_buffer_print(&r->out, ",\n  ");
    add_string(&r->out, "reason", words(why));
    ck_buffer_print(&r->out, "\n}\n");
}

static void *read_any(const char *path, size_t *size, const char **why) {
    struct stat info;
    void *data = NULL;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0 || fstat(file, &info)) {
        *why = strerror(errno);
    } else if (!S_ISREG(info.st_mode)) {
        *why = "it is not a regular file";
    } else {
        *size = (size_t)info.st_size;
        data = malloc(*size ? *size : 1);
        if (!data || !ck_read_all(&ck_io_system, file, data, *size)) {
            *why = strerror(errno);
            free(data);
            data = NULL;
        }
    }
    ck_close(&ck_io_system, file);
    return data;
}

static char *finish(report *r) {
    ck_buffer_grow(&r->out, 1); /* the zero at the end */
    return r->out.data;
}

char *ck_inspect_bytes(const char *path, const void *data, size_t size, const char *key, bool json,
                       bool *valid) {
    ck_file file;
    ck_key hashing = ck_key_from_text(key);
    report r = {.file = &file};
    const char *why = "";
    *valid = ck_file_parse(&file, data, size, &hashing, &why);
    if (!*valid) {
        print_invalid(&r, path, why, json);
    } else {
        count_pages(&r);
        (json ? print_json : print_text)(&r, path);
    }
    return finish(&r);
}

char *ck_inspect(const char *path, const char *key, bool json, bool *valid) {
    report r = {0};
    const char *why = "";
    size_t size = 0;
    void *data = read_any(path, &size, &why);
    *valid = false;
    if (!data) {
        print_invalid(&r, path, why, json);
        return finish(&r);
    }
    char *text = ck_inspect_bytes(path, data, size, key, json, valid);
    free(data);
    return text;
}
