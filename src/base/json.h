/* Streaming JSON writer: two-space indentation, valid UTF-8 whatever it is given (bytes that are
 * not UTF-8 become U+FFFD). The caller keeps begin/end and key/value in step.
 *
 *   json_begin_object(&j); json_key(&j, "n"); json_uint(&j, 3); json_end_object(&j);
 */
#pragma once

#include "base/str.h"

enum { JSON_MAX_DEPTH = 32 };

typedef struct json {
    str *out;
    unsigned depth;
    bool has_items[JSON_MAX_DEPTH + 1];
    bool after_key;
} json;

void json_init(json *j, str *out);
void json_begin_object(json *j);
void json_end_object(json *j);
void json_begin_array(json *j);
void json_end_array(json *j);
void json_key(json *j, const char *key);
void json_string(json *j, const char *text); /* NULL writes null */
void json_string_n(json *j, const char *text, size_t length);
void json_uint(json *j, uint64_t value);
void json_int(json *j, int64_t value);
void json_double(json *j, double value); /* not finite writes null */
void json_bool(json *j, bool value);
void json_null(json *j);
/* A value that is JSON already. */
void json_raw(json *j, const char *text);

/* The number of all documents (docs/json.md): it is raised when a member of one of them changes its
 * meaning or goes. JSON_SCHEMA("hir") is what says which document it is. */
#define JSON_VERSION 2
#define JSON_TEXT_OF(number) #number
#define JSON_TEXT(number) JSON_TEXT_OF(number)
#define JSON_SCHEMA(kind) "lathe-" kind "/" JSON_TEXT(JSON_VERSION)
/* Begins the object that a document is, with its schema. */
void json_begin_document(json *j, const char *schema);

/* key and value in one; of an array or object, its beginning */
void json_member_array(json *j, const char *key);
void json_member_object(json *j, const char *key);
/* The text, which is empty afterwards. */
void json_member_text(json *j, const char *key, str *text);

/* A member of an object by the type of its value. A comparison has type int, which is refused: it
 * could be meant as a number. JSON_TRUTH is for those; JSON_IF is null if the condition does not
 * hold, and JSON_KNOWN if the value is 0. */
typedef struct json_pair {
    const char *key;
    enum { JSON_PAIR_STRING, JSON_PAIR_UINT, JSON_PAIR_INT, JSON_PAIR_DOUBLE, JSON_PAIR_BOOL } kind;
    union {
        const char *string;
        uint64_t number;
        int64_t integer;
        double real;
        bool truth;
    };
} json_pair;
static inline json_pair json_pair_string(const char *key, const char *text) {
    return (json_pair){.key = key, .kind = JSON_PAIR_STRING, .string = text};
}
static inline json_pair json_pair_uint(const char *key, uint64_t value) {
    return (json_pair){.key = key, .kind = JSON_PAIR_UINT, .number = value};
}
static inline json_pair json_pair_int(const char *key, int64_t value) {
    return (json_pair){.key = key, .kind = JSON_PAIR_INT, .integer = value};
}
static inline json_pair json_pair_double(const char *key, double value) {
    return (json_pair){.key = key, .kind = JSON_PAIR_DOUBLE, .real = value};
}
static inline json_pair json_pair_bool(const char *key, bool value) {
    return (json_pair){.key = key, .kind = JSON_PAIR_BOOL, .truth = value};
}
#define JSON(key, value)                                                                           \
    _Generic((value),                                                                              \
        char *: json_pair_string,                                                                  \
        const char *: json_pair_string,                                                            \
        unsigned: json_pair_uint,                                                                  \
        unsigned long: json_pair_uint,                                                             \
        unsigned long long: json_pair_uint,                                                        \
        long: json_pair_int,                                                                       \
        long long: json_pair_int,                                                                  \
        double: json_pair_double,                                                                  \
        bool: json_pair_bool)(key, value)
#define JSON_TRUTH(key, value) json_pair_bool(key, value)
#define JSON_IF(condition, key, value)                                                             \
    ((condition) ? JSON(key, value) : json_pair_string(key, NULL))
#define JSON_KNOWN(key, value) JSON_IF(value, key, value)

/* Members of the object that was begun; or an object of these and no more. */
#define json_write_members(j, ...)                                                                 \
    json_add_members(j, (const json_pair[]){__VA_ARGS__, {.key = NULL}})
#define json_write_object(j, ...)                                                                  \
    json_add_object(j, (const json_pair[]){__VA_ARGS__, {.key = NULL}})
void json_add_members(json *j, const json_pair *pairs);
void json_add_object(json *j, const json_pair *pairs);
