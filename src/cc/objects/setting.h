/* The settings of code generation that objects keep, as typed fields.
 *
 * An object is data that anyone may have written, so no word of it becomes a word of a command
 * line: a field has the number of a row of one closed table and, where the row takes one, a value
 * that must pass the row's own check. The words for clang are then made from the table. */
#pragma once

#include "base/arena.h"
#include "base/str.h"

typedef struct cc_setting {
    size_t row;
    const char *value; /* not NUL-terminated; "" for rows without one */
    size_t length;
} cc_setting;

/* What is done with a word of clang's command line. */
typedef enum cc_word_use {
    CC_WORD_UNUSED, /* the bitcode carries it, or code does not depend on it */
    CC_WORD_KEPT,
    CC_WORD_LOST, /* code depends on it, and objects cannot keep it */
} cc_word_use;

/* Fills `setting` for a word that is kept. */
cc_word_use cc_setting_parse(const char *word, cc_setting *setting);

/* Appends a field. */
void cc_setting_write(str *out, const cc_setting *setting);

/* The field at *offset, which moves past it. False at the end, and for what is not a field. */
bool cc_setting_next(const char *bytes, size_t size, size_t *offset, cc_setting *setting);

/* Whether the bytes are fields to their end. */
bool cc_settings_are_sound(const char *bytes, size_t size);

/* Whether one of the fields is what `word` sets. */
bool cc_settings_have(const char *bytes, size_t size, const char *word);

/* The word that sets it, for clang. NULL without memory. */
const char *cc_setting_word(arena *mem, const cc_setting *setting);

/* Settings of arithmetic that only hold for a program all of whose objects have them: what one
 * object allows for its own arithmetic, its instructions carry. */
bool cc_setting_is_arithmetic(const cc_setting *setting);
