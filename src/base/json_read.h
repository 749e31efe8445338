/* Reading JSON (RFC 8259) as data: a tree of values that know their line and column. What is read
 * may come from anybody: nesting, the members of one object and the size of numbers are bounded, an
 * object has each name only once, text is UTF-8 without NUL, and nothing may follow the
 * document. Errors are LATHE_BAD_INPUT with file, line and column; the first one stays.
 */
#pragma once

#include "base/arena.h"

enum { JSON_MAX_MEMBERS = 4096 }; /* of one object: names are looked for one by one */

typedef enum json_kind {
    JSON_NULL,
    JSON_BOOL,
    JSON_INTEGER,
    JSON_REAL, /* a fraction, an exponent, or more than 64 bits: its value is not kept */
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT,
} json_kind;

typedef struct json_value {
    json_kind kind;
    uint32_t line, column;           /* from 1 */
    bool truth;                      /* JSON_BOOL; of JSON_INTEGER: it is negative */
    uint64_t number;                 /* JSON_INTEGER: without its sign */
    const char *text;                /* JSON_STRING */
    const char *key;                 /* of a member of an object */
    struct json_value *first, *next; /* what is in it, in order; what follows beside it */
    uint32_t count;                  /* of what is in it */
} json_value;

#define json_each(value, in) for (const json_value *value = (in)->first; value; value = value->next)

/* Where values come from, and where they live. */
typedef struct json_in {
    lathe_ctx *ctx;
    arena *mem;
    const char *name; /* of the file, for messages */
} json_in;

/* NULL with the status set. */
const json_value *json_read(const json_in *in, const char *text, size_t size);
/* Always false. */
bool json_wrong(const json_in *in, const json_value *where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* NULL if the object has no such member. */
const json_value *json_find(const json_value *object, const char *key);
/* A member of that kind; NULL and an error if there is none. */
const json_value *json_get(const json_in *in, const json_value *object, const char *key,
                           json_kind kind);
/* The same, but null is NULL without an error; *good is whether the member is there and right. */
const json_value *json_get_if(const json_in *in, const json_value *object, const char *key,
                              json_kind kind, bool *good);
const char *json_get_text(const json_in *in, const json_value *object, const char *key);
bool json_get_bool(const json_in *in, const json_value *object, const char *key, bool *truth);
bool json_get_int(const json_in *in, const json_value *object, const char *key, int64_t *number);
/* From least to most. */
bool json_get_uint(const json_in *in, const json_value *object, const char *key, uint64_t least,
                   uint64_t most, uint64_t *number);
/* Whether the value is such a number; an error if not. */
bool json_is_uint(const json_in *in, const json_value *value, uint64_t least, uint64_t most);
