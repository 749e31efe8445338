#include "rt_records.h"

#include "hash.h"

#include <stdlib.h>
#include <string.h>

/* Generated code reads as many bytes as its site has. A record of a damaged file may be shorter;
 * then what it reads is zeros of ours. */
enum { SLACK = 1 << 16 };

uint64_t ck_function_hash(const char *name) {
    return ck_hash(&(ck_key){0}, name, strlen(name));
}

void ck_records_clear(ck_records *records) {
    records->bytes.size = 0;
    records->count = records->left = 0;
    records->site_count = 0;
}

static bool add_start(ck_records *records, size_t start) {
    if (!ck_array_reserve(&records->starts, &records->room, records->count + 1,
                          sizeof *records->starts))
        return false;
    records->starts[records->count++] = start;
    return true;
}

static bool add_site(ck_records *records, const lathe_ckpt_site *site) {
    for (size_t i = records->site_count; i-- > 0;)
        if (records->sites[i] == site)
            return true;
    if (!ck_array_reserve(&records->sites, &records->site_room, records->site_count + 1,
                          sizeof *records->sites))
        return false;
    records->sites[records->site_count++] = site;
    return true;
}

lathe_ckpt_frame *ck_records_push(ck_records *records, const lathe_ckpt_site *site) {
    size_t start = records->bytes.size;
    size_t size = (sizeof(ck_record) + (size_t)site->bytes + 15) & ~(size_t)15;
    if (size > UINT32_MAX || !add_site(records, site))
        return NULL;
    /* realloc of libc is aligned to 16, and so is every record. */
    ck_record *record = ck_buffer_grow(&records->bytes, size);
    if (!record || !add_start(records, start))
        return NULL;
    record->function = ck_function_hash(site->function);
    record->size = (uint32_t)size;
    record->directive = site->directive;
    record->frame.point = site->point;
    record->frame.bytes = site->bytes;
    return &record->frame;
}

void ck_records_rewind(ck_records *records) {
    records->left = records->count;
}

const lathe_ckpt_frame *ck_records_pop(ck_records *records, const char *function) {
    if (!records->left)
        return NULL;
    const ck_record *record =
        (const void *)(records->bytes.data + records->starts[--records->left]);
    return record->function == ck_function_hash(function) ? &record->frame : NULL;
}

static bool is_record(const ck_record *record, size_t left, uint64_t low, uint64_t high) {
    uint64_t sp = (uint64_t)(uintptr_t)record->frame.sp;
    return record->size >= sizeof *record && record->size % 16 == 0 && record->size <= left &&
           record->frame.bytes <= record->size - sizeof *record && sp >= low && sp <= high &&
           sp % 16 == 0;
}

bool ck_records_read(ck_records *records, const void *data, size_t size, uint64_t low,
                     uint64_t high) {
    ck_records_clear(records);
    char *copy = ck_buffer_grow(&records->bytes, size + SLACK);
    if (!copy)
        return false;
    memcpy(copy, data, size);
    records->bytes.size = size;
    for (size_t at = 0; at < size;) {
        const ck_record *record = (const void *)(copy + at);
        if (size - at < sizeof *record || !is_record(record, size - at, low, high) ||
            record->directive != (at == 0) || !add_start(records, at))
            return false;
        at += record->size;
    }
    ck_records_rewind(records);
    return records->count > 0;
}

void ck_records_describe(const ck_records *records, ck_buffer *out) {
    for (size_t i = 0; i < records->site_count; i++) {
        const lathe_ckpt_site *site = records->sites[i];
        ck_buffer_print(out, "site\t%s\t%u\t%s\t%s\t%u\n", site->function, site->point, site->place,
                        site->directive ? "directive" : "call", site->bytes);
        for (uint32_t v = 0; v < site->value_count; v++) {
            const lathe_ckpt_value *value = &site->values[v];
            ck_buffer_print(out, "value\t%s\t%s\t%u\t%u\n", value->name, value->type, value->offset,
                            value->bytes);
        }
    }
}

static const lathe_ckpt_site *site_of(const ck_records *records, const ck_record *record) {
    for (size_t i = 0; i < records->site_count; i++)
        if (records->sites[i]->point == record->frame.point &&
            ck_function_hash(records->sites[i]->function) == record->function)
            return records->sites[i];
    return NULL;
}

const lathe_ckpt_value *ck_records_value(const ck_records *records, size_t at) {
    size_t i = records->count;
    while (i && records->starts[i - 1] > at)
        i--;
    if (!i)
        return NULL;
    const ck_record *record = (const void *)(records->bytes.data + records->starts[i - 1]);
    const lathe_ckpt_site *site = site_of(records, record);
    uint64_t offset = at - records->starts[i - 1] - offsetof(ck_record, frame.values);
    for (uint32_t v = 0; site && v < site->value_count; v++)
        if (offset - site->values[v].offset < site->values[v].bytes)
            return &site->values[v];
    return NULL;
}
