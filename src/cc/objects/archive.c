#include "cc/objects/archive.h"

#include <ar.h>
#include <string.h>

static const char thin_magic[] = "!<thin>\n";

bool cc_archive_open(cc_archive *archive, const char *bytes, size_t size) {
    *archive = (cc_archive){.bytes = bytes, .size = size, .names = "", .next = SARMAG};
    if (size < SARMAG)
        return false;
    archive->thin = memcmp(bytes, thin_magic, SARMAG) == 0;
    return archive->thin || memcmp(bytes, ARMAG, SARMAG) == 0;
}

/* Decimal digits, then blanks. False for anything else. */
static bool read_number(const char *text, size_t length, size_t *value) {
    size_t i = 0;
    *value = 0;
    for (; i < length && text[i] >= '0' && text[i] <= '9'; i++)
        *value = *value * 10 + (size_t)(text[i] - '0');
    bool any = i > 0;
    for (; i < length; i++)
        if (text[i] != ' ')
            return false;
    return any;
}

/* Names end in '/', so that they may contain blanks; in the table of long ones a newline follows.
 */
static bool read_name(const cc_archive *a, const struct ar_hdr *h, cc_archive_member *m) {
    size_t offset;
    const char *end;
    if (h->ar_name[0] == '/') {
        if (!read_number(h->ar_name + 1, sizeof h->ar_name - 1, &offset) || offset >= a->names_size)
            return false;
        m->name = a->names + offset;
        end = memchr(m->name, '\n', a->names_size - offset);
        if (!end || end == m->name || end[-1] != '/')
            return false;
        m->name_length = (size_t)(end - m->name) - 1;
        return true;
    }
    m->name = h->ar_name;
    end = memchr(m->name, '/', sizeof h->ar_name);
    m->name_length = end ? (size_t)(end - m->name) : 0;
    return end != NULL;
}

static bool is_table(const struct ar_hdr *h, const char *name) {
    size_t length = strlen(name);
    return memcmp(h->ar_name, name, length) == 0 && h->ar_name[length] == ' ';
}

bool cc_archive_next(cc_archive *a, cc_archive_member *m) {
    for (;;) {
        const struct ar_hdr *h = (const struct ar_hdr *)(a->bytes + a->next);
        if (a->next > a->size || a->size - a->next < sizeof *h ||
            memcmp(h->ar_fmag, ARFMAG, sizeof h->ar_fmag) != 0 ||
            !read_number(h->ar_size, sizeof h->ar_size, &m->size))
            return false;
        bool names = is_table(h, "//");
        bool index = is_table(h, "/") || is_table(h, "/SYM64/");
        bool stored = !a->thin || names || index;
        size_t data = a->next + sizeof *h;
        if (stored && m->size > a->size - data)
            return false;
        m->bytes = stored ? a->bytes + data : NULL;
        a->next = stored ? data + m->size + (m->size & 1) : data;
        if (names) {
            a->names = m->bytes;
            a->names_size = m->size;
        } else if (!index) {
            return read_name(a, h, m);
        }
    }
}
