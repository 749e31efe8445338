/* Streaming JSON writer: two-space indentation, valid UTF-8 whatever it is given (bytes that are
 * no UTF-8 become U+FFFD). The caller keeps begin/end and key/value in step.
 *
 *   json_begin_object(&j); json_key(&j, "n"); json_uint(&j, 3); json_end_object(&j);
 */
#ifndef LATHE_BASE_JSON_H
#define LATHE_BASE_JSON_H

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

/* key and value in one; of an array or object, its beginning */
void json_member_array(json *j, const char *key);
void json_member_object(json *j, const char *key);
void json_member_string(json *j, const char *key, const char *text);
/* The text, which is empty afterwards. */
void json_member_text(json *j, const char *key, str *text);
void json_member_uint(json *j, const char *key, uint64_t value);
void json_member_int(json *j, const char *key, int64_t value);
void json_member_double(json *j, const char *key, double value);
void json_member_bool(json *j, const char *key, bool value);
/* 0 is not known, and writes null. */
void json_member_known(json *j, const char *key, uint64_t value);

#endif
