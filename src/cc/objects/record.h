/* Bitcode in an object: what section `.lathe.bc` holds. `ld -r` puts the sections of several
 * objects after each other, with padding between them, so each record says where it ends. */
#pragma once

#include "base/str.h"

#include <stdint.h>

#define CC_RECORD_SECTION ".lathe.bc"

/* Of a translation unit, as far as it matters at link time. */
typedef struct cc_record {
    const char *options; /* for code generation: fields of cc/objects/setting.h */
    size_t options_size;
    int level;    /* as in cc_args: 0 to 3 */
    bool loops;   /* compiling it changes loop nests, and does so again */
    bool structs; /* it has struct types that transforms may change */
    unsigned llvm_major, llvm_minor, llvm_patch; /* that wrote the bitcode */
    const char *bitcode; /* as the front end left the unit; in the form of cc/objects/pack.h */
    size_t bitcode_size;
    const char *simplified; /* as clang's pipeline simplified it, for links that change nothing */
    size_t simplified_size; /* 0 if there is none */
    const char *notes;      /* what became of loop nests: cc/objects/loop_notes.h */
    size_t notes_size;
} cc_record;

/* Appends the record with a checksum over all of it. False without memory. */
bool cc_record_write(str *out, const cc_record *record);

typedef enum cc_record_state {
    CC_RECORD_END,
    CC_RECORD_FOUND,
    CC_RECORD_DAMAGED,
    CC_RECORD_OTHER,   /* of another version of lathe */
    CC_RECORD_REFUSED, /* a field holds what lathe never writes */
} cc_record_state;

/* The record at *offset or, past padding, after it; moves *offset to the end of the record. After
 * one that was not found there is nothing to look for, so *offset is then size. What a record
 * points to lies in data, at any alignment; its options are sound and its level is one. */
cc_record_state cc_record_next(const char *data, size_t size, size_t *offset, cc_record *record);
