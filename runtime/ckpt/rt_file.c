#include "rt_file.h"

#include <string.h>

const char *ck_kind_name(unsigned kind) {
    static const char *const names[CK_KIND_END] = {
        "",        "pages",   "data",  "info",        "frames",
        "process", "streams", "sites", "descriptors", "symbols"};
    return kind && kind < CK_KIND_END ? names[kind] : "unknown";
}

static uint64_t header_hash(const ck_header *header, const ck_key *key) {
    return ck_seal(key, CK_USE_HEADER, header, offsetof(ck_header, hash));
}

/* Of the header as it is before it has one, and a checksum. */
static void add_header(ck_hmac *mac, const ck_header *header) {
    ck_header bare = *header;
    memset(bare.mac, 0, sizeof bare.mac);
    bare.hash = 0;
    ck_hmac_add(mac, &bare, sizeof bare);
}

void ck_file_mac(const void *data, size_t size, const ck_key *key,
                 unsigned char mac[CK_MAC_BYTES]) {
    ck_hmac m;
    ck_header header;
    memcpy(&header, data, sizeof header);
    ck_mac_begin(&m, key, CK_USE_FILE);
    add_header(&m, &header);
    ck_hmac_add(&m, (const char *)data + sizeof header, size - sizeof header);
    ck_hmac_end(&m, mac);
}

static bool check_mac(const void *data, size_t size, const ck_header *header, const ck_key *key,
                      const char **why) {
    unsigned char mac[CK_MAC_BYTES];
    if (!key->set)
        return true;
    ck_file_mac(data, size, key, mac);
    return ck_mac_same(mac, header->mac) || ck_fail(why, "it was not written with this key");
}

static uint64_t fold(uint64_t hash, uint64_t with, const ck_key *key) {
    uint64_t pair[2] = {hash, with};
    return ck_seal(key, CK_USE_FOLD, pair, sizeof pair);
}

static bool check_header(const ck_header *h, size_t size, const ck_key *key, const char **why) {
    if (memcmp(h->magic, CK_MAGIC, sizeof h->magic))
        return ck_fail(why, "it is not a checkpoint");
    if (h->endian != CK_ENDIAN)
        return ck_fail(why, "it is from a machine of another byte order");
    if (h->version != CK_VERSION)
        return ck_fail(why, "it is of another version");
    if (!(h->flags & CK_FLAG_KEYED) != !key->set)
        return ck_fail(why, key->set ? "it was written without a key" : "it needs a key");
    if (h->hash != header_hash(h, key))
        return ck_fail(why, key->set ? "the header is damaged or the key is another"
                                     : "the header is damaged");
    if (h->flags & ~(uint32_t)(CK_FLAG_KEYED | CK_LEVELS << CK_FLAG_LEVEL))
        return ck_fail(why, "it is of another version");
    if (h->file_size != size)
        return ck_fail(why, "it is cut short or has grown");
    if (!h->sections || h->sections > CK_MAX_SECTIONS)
        return ck_fail(why, "the section table is damaged");
    return true;
}

static bool take_section(ck_file *out, const ck_section *s, const char *data, uint64_t *end,
                         const char **why) {
    if (!s->kind || s->kind >= CK_KIND_END || out->section[s->kind].data)
        return ck_fail(why, "the section table is damaged");
    if (s->offset != *end || s->size > out->header.file_size - *end)
        return ck_fail(why, "a section lies outside of the file");
    out->section[s->kind] = (ck_bytes){data + s->offset, (size_t)s->size};
    *end += s->size;
    return true;
}

static bool check_page(const ck_page *page, uint64_t *floor, const char **why) {
    uint64_t room = CK_PAGE - page->address % CK_PAGE;
    if (page->address < *floor || !page->size || page->size > room ||
        page->address + page->size < page->address || page->where >= CK_WHERE_END)
        return ck_fail(why, "the page table is damaged");
    *floor = page->address + page->size;
    return true;
}

static bool check_pages(ck_file *out, uint64_t expected, const ck_key *key, const char **why) {
    const unsigned char *data = out->section[CK_DATA].data;
    size_t left = out->section[CK_DATA].size;
    uint64_t floor = 0, folded = 0;
    for (size_t i = 0; i < out->page_count; i++) {
        const ck_page *page = &out->pages[i];
        if (!check_page(page, &floor, why))
            return false;
        if (page->where == CK_IN_BASE && !out->header.base)
            return ck_fail(why, "a page refers to a base that does not exist");
        if (page->where != CK_STORED)
            continue;
        if (page->size > left)
            return ck_fail(why, "the page table is damaged");
        if (ck_hash(key, data, page->size) != page->hash)
            return ck_fail(why, "a page is damaged");
        folded = fold(folded, page->hash, key);
        data += page->size;
        left -= page->size;
    }
    if (left || folded != expected)
        return ck_fail(why, "the page table is damaged");
    return true;
}

bool ck_file_parse(ck_file *out, const void *data, size_t size, const ck_key *key,
                   const char **why) {
    *out = (ck_file){0};
    if (size < sizeof out->header)
        return ck_fail(why, "it is cut short");
    memcpy(&out->header, data, sizeof out->header);
    if (!check_header(&out->header, size, key, why) ||
        !check_mac(data, size, &out->header, key, why))
        return false;
    size_t table_size = out->header.sections * sizeof(ck_section);
    if (table_size > size - sizeof out->header)
        return ck_fail(why, "the section table is damaged");
    const ck_section *table = (const void *)((const char *)data + sizeof out->header);
    if (ck_seal(key, CK_USE_TABLE, table, table_size) != out->header.table_hash)
        return ck_fail(why, "the section table is damaged");
    uint64_t end = sizeof out->header + table_size, data_hash = 0;
    for (unsigned i = 0; i < out->header.sections; i++) {
        if (!take_section(out, &table[i], data, &end, why))
            return false;
        const ck_bytes *bytes = &out->section[table[i].kind];
        if (table[i].kind == CK_DATA)
            data_hash = table[i].hash;
        else if (ck_seal(key, CK_USE_SECTION, bytes->data, bytes->size) != table[i].hash)
            return ck_fail(why, "a section is damaged");
    }
    const ck_bytes *pages = &out->section[CK_PAGES];
    if (end != size || table[0].kind != CK_PAGES || pages->size % sizeof(ck_page) ||
        !out->section[CK_DATA].data)
        return ck_fail(why, "the section table is damaged");
    out->pages = pages->data;
    out->page_count = pages->size / sizeof(ck_page);
    return check_pages(out, data_hash, key, why);
}

static void find_in_base(ck_cursor *c, uint64_t address) {
    while (c->base_at < c->base->page_count && c->base->pages[c->base_at].address < address) {
        const ck_page *page = &c->base->pages[c->base_at++];
        if (page->where == CK_STORED)
            c->base_data += page->size;
    }
}

bool ck_file_match_base(const ck_file *file, const ck_file *base, const char **why) {
    if (base->header.generation != file->header.base || base->header.hash != file->header.base_id ||
        base->header.base)
        return ck_fail(why, "its base is another file");
    ck_cursor c;
    ck_cursor_init(&c, file, base);
    for (size_t i = 0; i < file->page_count; i++) {
        const ck_page *page = &file->pages[i];
        if (page->where != CK_IN_BASE)
            continue;
        find_in_base(&c, page->address);
        const ck_page *there = c.base_at < base->page_count ? &base->pages[c.base_at] : NULL;
        if (!there || there->address != page->address || there->size != page->size ||
            there->hash != page->hash)
            return ck_fail(why, "a page is missing in its base");
    }
    return true;
}

void ck_cursor_init(ck_cursor *c, const ck_file *file, const ck_file *base) {
    *c = (ck_cursor){.file = file, .base = base, .data = file->section[CK_DATA].data};
    if (base)
        c->base_data = base->section[CK_DATA].data;
}

bool ck_cursor_next(ck_cursor *c, const ck_page **page, const void **data) {
    if (c->at == c->file->page_count)
        return false;
    *page = &c->file->pages[c->at++];
    *data = NULL;
    if ((*page)->where == CK_STORED) {
        *data = c->data;
        c->data += (*page)->size;
    } else if ((*page)->where == CK_IN_BASE) {
        find_in_base(c, (*page)->address);
        if (c->base->pages[c->base_at].where == CK_STORED)
            *data = c->base_data;
    }
    return true;
}

static uint64_t stored_size(const ck_draft *draft, const ck_key *key, uint64_t *hash) {
    uint64_t size = 0;
    *hash = 0;
    for (size_t i = 0; i < draft->page_count; i++)
        if (draft->pages[i].where == CK_STORED) {
            size += draft->pages[i].size;
            *hash = fold(*hash, draft->pages[i].hash, key);
        }
    return size;
}

static unsigned fill_table(ck_draft *draft, ck_section *table, const ck_key *key) {
    uint64_t data_hash;
    draft->section[CK_PAGES] = (ck_bytes){draft->pages, draft->page_count * sizeof *draft->pages};
    draft->section[CK_DATA] = (ck_bytes){"", (size_t)stored_size(draft, key, &data_hash)};
    unsigned count = 0;
    for (unsigned kind = CK_PAGES; kind < CK_KIND_END; kind++) {
        const ck_bytes *bytes = &draft->section[kind];
        if (!bytes->data && kind > CK_DATA)
            continue;
        uint64_t hash =
            kind == CK_DATA ? data_hash : ck_seal(key, CK_USE_SECTION, bytes->data, bytes->size);
        table[count++] = (ck_section){.kind = kind, .size = bytes->size, .hash = hash};
    }
    uint64_t offset = sizeof(ck_header) + count * sizeof(ck_section);
    for (unsigned i = 0; i < count; i++) {
        table[i].offset = offset;
        offset += table[i].size;
    }
    draft->header.file_size = offset;
    return count;
}

/* Pages that are stored are read at their own addresses. */
static void fill_mac(ck_draft *draft, const ck_section *table, unsigned count, const ck_key *key) {
    ck_hmac mac;
    ck_mac_begin(&mac, key, CK_USE_FILE);
    add_header(&mac, &draft->header);
    ck_hmac_add(&mac, table, count * sizeof *table);
    for (unsigned i = 0; i < count; i++) {
        const ck_bytes *bytes = &draft->section[table[i].kind];
        if (table[i].kind != CK_DATA)
            ck_hmac_add(&mac, bytes->data, bytes->size);
        for (size_t p = 0; table[i].kind == CK_DATA && p < draft->page_count; p++)
            if (draft->pages[p].where == CK_STORED)
                ck_hmac_add(&mac, (const void *)(uintptr_t)draft->pages[p].address,
                            draft->pages[p].size);
    }
    ck_hmac_end(&mac, draft->header.mac);
}

static void fill_header(ck_draft *draft, const ck_section *table, unsigned count,
                        const ck_key *key) {
    ck_header *header = &draft->header;
    memcpy(header->magic, CK_MAGIC, sizeof header->magic);
    header->version = CK_VERSION;
    header->endian = CK_ENDIAN;
    header->sections = count;
    header->flags = (header->flags & CK_LEVELS << CK_FLAG_LEVEL) | (key->set ? CK_FLAG_KEYED : 0);
    header->table_hash = ck_seal(key, CK_USE_TABLE, table, count * sizeof *table);
    memset(header->mac, 0, sizeof header->mac);
    if (key->set)
        fill_mac(draft, table, count, key);
    header->hash = header_hash(header, key);
}

/* Pages that lie side by side in memory go out in one call. */
static bool write_data(const ck_draft *draft, const ck_io *io, int file) {
    for (size_t i = 0; i < draft->page_count;) {
        const ck_page *page = &draft->pages[i++];
        if (page->where != CK_STORED)
            continue;
        uint64_t end = page->address + page->size;
        while (i < draft->page_count && draft->pages[i].where == CK_STORED &&
               draft->pages[i].address == end)
            end += draft->pages[i++].size;
        if (!ck_write_all(io, file, (const void *)(uintptr_t)page->address, end - page->address))
            return false;
    }
    return true;
}

bool ck_draft_write(ck_draft *draft, const ck_io *io, int file, const ck_key *key) {
    struct {
        ck_header header;
        ck_section table[CK_MAX_SECTIONS];
    } front = {0};
    unsigned count = fill_table(draft, front.table, key);
    fill_header(draft, front.table, count, key);
    front.header = draft->header;
    if (!ck_write_all(io, file, &front, sizeof front.header + count * sizeof *front.table))
        return false;
    for (unsigned i = 0; i < count; i++) {
        const ck_bytes *bytes = &draft->section[front.table[i].kind];
        bool ok = front.table[i].kind == CK_DATA ? write_data(draft, io, file)
                                                 : ck_write_all(io, file, bytes->data, bytes->size);
        if (!ok)
            return false;
    }
    return true;
}
