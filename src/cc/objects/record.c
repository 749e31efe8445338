#include "cc/objects/record.h"

#include "cc/objects/loop_notes.h"
#include "cc/objects/setting.h"

#include <string.h>
#include <xxhash.h>

/* A record, numbers little-endian:
 *
 * -  0: magic, of which no byte is 0, so that padding cannot hide its start; the last is the
 * version
 * -  8: checksum over everything from byte 16 to the end of the record
 * - 16: sizes of the options, the bitcode, the simplified bitcode and the notes about loops
 * - 48: level, LLVM's major, minor and patch version, flags, 0
 * - 72: options, bitcode, simplified bitcode, notes
 */
enum { VERSION = 7, CHECKSUM = 8, SIZES = 16, PARTS = 4, NUMBERS = 48, HEADER = 72 };
enum { MAX_LEVEL = 3, CHANGES_LOOPS = 1, HAS_STRUCTS = 2 };

static const char magic[8] = {'L', 'A', 'T', 'H', 'E', 'B', 'C', '\5'};

static void put(char *at, uint64_t value, size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        at[i] = (char)(value >> (8 * i));
}

static uint64_t get(const char *at, size_t bytes) {
    uint64_t value = 0;
    for (size_t i = bytes; i-- > 0;)
        value = value << 8 | (unsigned char)at[i];
    return value;
}

bool cc_record_write(str *out, const cc_record *record) {
    char header[HEADER] = {0};
    memcpy(header, magic, sizeof magic);
    put(header + SIZES, record->options_size, 8);
    put(header + SIZES + 8, record->bitcode_size, 8);
    put(header + SIZES + 16, record->simplified_size, 8);
    put(header + SIZES + 24, record->notes_size, 8);
    put(header + NUMBERS, (uint64_t)record->level, 4);
    put(header + NUMBERS + 4, record->llvm_major, 4);
    put(header + NUMBERS + 8, record->llvm_minor, 4);
    put(header + NUMBERS + 12, record->llvm_patch, 4);
    put(header + NUMBERS + 16,
        (record->loops ? CHANGES_LOOPS : 0) | (record->structs ? HAS_STRUCTS : 0), 4);
    size_t start = out->len;
    str_add_n(out, header, sizeof header);
    str_add_n(out, record->options, record->options_size);
    str_add_n(out, record->bitcode, record->bitcode_size);
    if (record->simplified_size)
        str_add_n(out, record->simplified, record->simplified_size);
    if (record->notes_size)
        str_add_n(out, record->notes, record->notes_size);
    if (!ctx_ok(out->ctx))
        return false;
    put(out->at + start + CHECKSUM, XXH64(out->at + start + SIZES, out->len - start - SIZES, 0), 8);
    return true;
}

/* The size of the whole record at data, 0 if it does not lie in the bytes there are. */
static size_t whole_size(const char *data, size_t size) {
    if (size < HEADER || memcmp(data, magic, sizeof magic) != 0)
        return 0;
    size_t whole = HEADER;
    for (size_t i = 0; i < PARTS; i++) {
        uint64_t part = get(data + SIZES + 8 * i, 8);
        if (part > size - whole)
            return 0;
        whole += (size_t)part;
    }
    return whole;
}

static cc_record read_record(const char *data) {
    size_t options_size = (size_t)get(data + SIZES, 8);
    size_t bitcode_size = (size_t)get(data + SIZES + 8, 8);
    size_t simplified_size = (size_t)get(data + SIZES + 16, 8);
    const char *simplified = data + HEADER + options_size + bitcode_size;
    return (cc_record){
        .options = data + HEADER,
        .options_size = options_size,
        .level = (int)get(data + NUMBERS, 4),
        .llvm_major = (unsigned)get(data + NUMBERS + 4, 4),
        .llvm_minor = (unsigned)get(data + NUMBERS + 8, 4),
        .llvm_patch = (unsigned)get(data + NUMBERS + 12, 4),
        .bitcode = data + HEADER + options_size,
        .bitcode_size = bitcode_size,
        .loops = get(data + NUMBERS + 16, 4) & CHANGES_LOOPS,
        .structs = get(data + NUMBERS + 16, 4) & HAS_STRUCTS,
        .simplified = simplified,
        .simplified_size = simplified_size,
        .notes = simplified + simplified_size,
        .notes_size = (size_t)get(data + SIZES + 24, 8),
    };
}

static bool is_other_version(const char *data, size_t size) {
    return size > VERSION && memcmp(data, magic, VERSION) == 0 && data[VERSION] != magic[VERSION];
}

/* A checksum keeps accidents out, not people: whatever a record says is checked. */
static bool is_sound(const cc_record *r) {
    return r->level >= 0 && r->level <= MAX_LEVEL &&
           cc_settings_are_sound(r->options, r->options_size) &&
           cc_loop_notes_are_sound(r->notes, r->notes_size);
}

cc_record_state cc_record_next(const char *data, size_t size, size_t *offset, cc_record *record) {
    size_t at = *offset;
    while (at < size && data[at] == '\0')
        at++;
    *offset = size;
    if (at >= size)
        return CC_RECORD_END;
    if (is_other_version(data + at, size - at))
        return CC_RECORD_OTHER;
    size_t whole = whole_size(data + at, size - at);
    if (whole == 0 || get(data + at + CHECKSUM, 8) != XXH64(data + at + SIZES, whole - SIZES, 0))
        return CC_RECORD_DAMAGED;
    *record = read_record(data + at);
    if (!is_sound(record))
        return CC_RECORD_REFUSED;
    *offset = at + whole;
    return CC_RECORD_FOUND;
}
