/* Checkpoint files that lie: random numbers, and hashes that are right all the same. */
#ifndef CKPT_LIES_H
#define CKPT_LIES_H

#include "ckpt/rt_file.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static uint64_t lies_state = 88172645463325252u;

static inline uint64_t draw(void) {
    lies_state ^= lies_state << 13;
    lies_state ^= lies_state >> 7;
    lies_state ^= lies_state << 17;
    return lies_state;
}

/* Numbers at which a check of sizes may be wrong. */
static inline uint64_t draw_number(size_t size) {
    switch (draw() % 6) {
    case 0:
        return UINT64_MAX - draw() % 64;
    case 1:
        return draw() % 64;
    case 2:
        return size + draw() % 64 - 32;
    case 3:
        return UINT64_C(1) << draw() % 64;
    default:
        return draw();
    }
}

/* Recomputes the hashes of a file, as one who wants to deceive the loader would. */
static inline void sign(unsigned char *data, size_t size, const ck_key *key) {
    ck_header *header = (void *)data;
    ck_section *table = (void *)(data + sizeof *header);
    size_t room = (size - sizeof *header) / sizeof *table;
    size_t count = header->sections < room ? header->sections : room;
    for (size_t i = 0; i < count; i++)
        if (table[i].offset <= size && table[i].size <= size - table[i].offset &&
            table[i].kind != CK_DATA)
            table[i].hash = ck_seal(key, CK_USE_SECTION, data + table[i].offset, table[i].size);
    header->table_hash = ck_seal(key, CK_USE_TABLE, table, count * sizeof *table);
    memset(header->mac, 0, sizeof header->mac);
    if (key->set)
        ck_file_mac(data, size, key, header->mac);
    header->hash = ck_seal(key, CK_USE_HEADER, header, offsetof(ck_header, hash));
}

#endif
