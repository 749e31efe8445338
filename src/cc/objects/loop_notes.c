#include "cc/objects/loop_notes.h"

#include <stdio.h>
#include <string.h>

enum { MAX_DIGITS = 9 };

static void add_text(str *out, const char *text) {
    str_add_n(out, text, strlen(text) + 1);
}

static void add_note(str *out, const remark *r, const char *transform) {
    char line[MAX_DIGITS + 2];
    snprintf(line, sizeof line, "%u", r->line % 1000000000);
    add_text(out, r->function);
    add_text(out, r->file ? r->file : "");
    add_text(out, r->file ? line : "0");
    add_text(out, transform);
}

void cc_loop_notes_add(str *out, const change_list *changes, const remark_list *remarks) {
    for (size_t i = 0; i < changes->all.len; i++) {
        const change *c = &changes->all.at[i];
        if (c->kind != CHANGE_LOOP || c->remark >= remarks->all.len)
            continue;
        const remark *r = &remarks->all.at[c->remark];
        if (r->part_count)
            add_note(out, r, remarks->parts.at[r->first_part].value);
    }
}

/* NULL if no text begins there that ends in the list. */
static const char *next_text(const char *notes, size_t size, size_t *offset) {
    const char *text = notes + *offset, *end = NULL;
    if (*offset < size)
        end = memchr(text, '\0', size - *offset);
    if (!end)
        return NULL;
    *offset = (size_t)(end - notes) + 1;
    return text;
}

bool cc_loop_notes_next(const char *notes, size_t size, size_t *offset, cc_loop_note *note) {
    return (note->function = next_text(notes, size, offset)) &&
           (note->file = next_text(notes, size, offset)) &&
           (note->line = next_text(notes, size, offset)) &&
           (note->transform = next_text(notes, size, offset));
}

static bool is_sound(const cc_loop_note *note) {
    size_t digits = strspn(note->line, "0123456789");
    return digits > 0 && digits <= MAX_DIGITS && !note->line[digits];
}

bool cc_loop_notes_are_sound(const char *notes, size_t size) {
    size_t offset = 0;
    cc_loop_note note;
    while (offset < size)
        if (!cc_loop_notes_next(notes, size, &offset, &note) || !is_sound(&note))
            return false;
    return true;
}
