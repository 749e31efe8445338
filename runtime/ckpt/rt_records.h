/* The records that functions leave while they are unwound, and take back while they are rebuilt. */
#pragma once

#include "buffer.h"
#include "rt_abi.h"

/* In a file and in memory: records one after the other, innermost first, each of a multiple of 16
 * bytes. */
typedef struct ck_record {
    uint64_t function;  /* hash of its name */
    uint32_t size;      /* of all of the record */
    uint32_t directive; /* 1 in the innermost, else 0 */
    lathe_ckpt_frame frame;
} ck_record;

typedef struct ck_records {
    ck_buffer bytes;
    size_t *starts; /* of each record */
    size_t count, room;
    size_t left; /* records that were not taken back yet */
    const lathe_ckpt_site **sites;
    size_t site_count, site_room;
} ck_records;

void ck_records_clear(ck_records *records);
/* NULL if memory is out. */
lathe_ckpt_frame *ck_records_push(ck_records *records, const lathe_ckpt_site *site);
/* NULL if there is none left or the next one is of another function. */
const lathe_ckpt_frame *ck_records_pop(ck_records *records, const char *function);
/* Starts taking back at the outermost. */
void ck_records_rewind(ck_records *records);
/* Copies records from a file; false if they are not well-formed, or the innermost is not the only
 * one of a directive. Frame addresses must lie between
 * low and high. */
bool ck_records_read(ck_records *records, const void *data, size_t size, uint64_t low,
                     uint64_t high);
/* Lines that list the sites of the records: "site" lines with function, point, place, "directive"
 * or "call" and bytes, each followed by "value" lines with name, type, offset and bytes; parts are
 * separated by tabs. */
void ck_records_describe(const ck_records *records, ck_buffer *out);
/* What is at this distance into the records; NULL if it is no value of a site that was pushed. */
const lathe_ckpt_value *ck_records_value(const ck_records *records, size_t at);
uint64_t ck_function_hash(const char *name);
