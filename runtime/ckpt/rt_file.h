/* The form of a checkpoint file, and its reader and writer.
 *
 *   header (136 bytes) | section table (32 bytes each) | sections, without gaps, in table order
 *
 * Invariants that the reader checks, in this order, before it trusts a byte:
 *  1. The header's hash covers the header, which holds the hash of the table, which holds the hash
 *     of every section. No byte of a file is outside of a hash.
 *     With a key, the header also holds an authentication code of the whole file.
 *  2. Sections lie end to end from the table to the end of the file.
 *  3. The pages section comes first. Its entries ascend, do not overlap and none crosses a
 * 4096-byte boundary; those that are stored in this file lie in the data section in the same order.
 *  4. Each entry holds the hash of its page; the data section's hash is folded from those.
 *  5. An entry with CK_IN_BASE is there, with the same address, size and hash, in the file of
 *     generation `base`, whose header hash is `base_id`, and is not CK_IN_BASE there.
 *
 * All numbers are in the byte order of the machine that wrote them; `endian` says which. */
#pragma once

#include "hash.h"
#include "rt_io.h"

#define CK_MAGIC "LATHECKP"
enum { CK_VERSION = 3, CK_ENDIAN = 0x01020304, CK_PAGE = 4096, CK_MAX_SECTIONS = 16 };
/* Flags also have the program's level of optimisation, plus 1; 0 if it is not known. */
enum { CK_FLAG_KEYED = 1, CK_FLAG_LEVEL = 8, CK_LEVELS = 7 };

typedef enum ck_kind {
    CK_PAGES = 1,   /* ck_page[] */
    CK_DATA,        /* the pages stored here */
    CK_INFO,        /* program name and arguments, each ended by a zero byte */
    CK_FRAMES,      /* the records of the generated code */
    CK_PROCESS,     /* random numbers, errno, rounding mode, arguments */
    CK_STREAMS,     /* open files */
    CK_SITES,       /* text that describes the records, for people */
    CK_DESCRIPTORS, /* open file descriptors */
    CK_SYMBOLS,     /* addresses of libraries in the pages and records */
    CK_KIND_END
} ck_kind;

typedef enum ck_where { CK_STORED, CK_ZERO, CK_IN_BASE, CK_WHERE_END } ck_where;

typedef struct ck_header {
    char magic[8];
    uint32_t version, endian;
    uint32_t sections, flags;
    uint64_t file_size;
    uint64_t program, arguments; /* fingerprints */
    uint64_t generation;
    uint64_t base, base_id;          /* 0: the file stands alone */
    uint64_t arena;                  /* address of the arena */
    int64_t time;                    /* seconds since 1970 */
    unsigned char mac[CK_MAC_BYTES]; /* with a key: of the file, with zeros here and in hash */
    uint64_t table_hash;
    uint64_t hash;
} ck_header;

typedef struct ck_section {
    uint32_t kind, reserved;
    uint64_t offset, size, hash;
} ck_section;

typedef struct ck_page {
    uint64_t address;
    uint32_t size, where;
    uint64_t hash;
} ck_page;

_Static_assert(sizeof(ck_header) == 136 && sizeof(ck_section) == 32 && sizeof(ck_page) == 24,
               "the file has no padding");

typedef struct ck_bytes {
    const void *data;
    size_t size;
} ck_bytes;

/* A file in memory that holds invariants 1 to 4. Borrows the memory. */
typedef struct ck_file {
    ck_header header;
    ck_bytes section[CK_KIND_END];
    const ck_page *pages;
    size_t page_count;
} ck_file;

/* data must be aligned to 8. On failure *why is a constant sentence part ("the header is damaged").
 */
bool ck_file_parse(ck_file *out, const void *data, size_t size, const ck_key *key,
                   const char **why);
/* The code of a file that is whole, as its header should have it. */
void ck_file_mac(const void *data, size_t size, const ck_key *key, unsigned char mac[CK_MAC_BYTES]);
/* Invariant 5 for a file that has a base. */
bool ck_file_match_base(const ck_file *file, const ck_file *base, const char **why);

/* One page of a file and its base (NULL if the file has none). data is NULL for zeros. */
typedef struct ck_cursor {
    const ck_file *file, *base;
    size_t at, base_at;
    const unsigned char *data, *base_data;
} ck_cursor;
void ck_cursor_init(ck_cursor *c, const ck_file *file, const ck_file *base);
bool ck_cursor_next(ck_cursor *c, const ck_page **page, const void **data);

/* What a file is written from. Pages are read at their own addresses. The writer fills in the
 * header's magic, version, sizes and hashes. */
typedef struct ck_draft {
    ck_header header;
    ck_bytes section[CK_KIND_END]; /* CK_PAGES and CK_DATA are taken from pages */
    const ck_page *pages;
    size_t page_count;
} ck_draft;

bool ck_draft_write(ck_draft *draft, const ck_io *io, int file, const ck_key *key);
const char *ck_kind_name(unsigned kind);
