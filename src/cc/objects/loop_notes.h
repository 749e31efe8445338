/* What compiling a unit has changed of its loop nests: a list in the unit's record, so that a link
 * can report it. A note is four texts that end in a zero byte: function, file ("" if unknown), line
 * in decimal digits, transform. Whoever reads them takes them for data: they are shown escaped. */
#pragma once

#include "base/change.h"
#include "base/str.h"

typedef struct cc_loop_note {
    const char *function, *file, *line, *transform;
} cc_loop_note;

/* Appends a note for each loop nest among the changes that has a remark. */
void cc_loop_notes_add(str *out, const change_list *changes, const remark_list *remarks);
/* The note at *offset, which moves after it. False at the end. */
bool cc_loop_notes_next(const char *notes, size_t size, size_t *offset, cc_loop_note *note);
bool cc_loop_notes_are_sound(const char *notes, size_t size);
