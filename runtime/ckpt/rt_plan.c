#include "rt_plan.h"

#include <stdlib.h>
#include <string.h>

static size_t pages_of(const ck_range *range) {
    return (size_t)((range->address % CK_PAGE + range->size + CK_PAGE - 1) / CK_PAGE);
}

static bool is_zero(const unsigned char *at, size_t size) {
    return !*at && !memcmp(at, at + 1, size - 1);
}

static ck_page page_at(uint64_t address, uint64_t size, const ck_key *key) {
    const void *at = (const void *)(uintptr_t)address;
    return (ck_page){.address = address,
                     .size = (uint32_t)size,
                     .where = is_zero(at, (size_t)size) ? CK_ZERO : CK_STORED,
                     .hash = ck_hash(key, at, (size_t)size)};
}

ck_page *ck_plan_pages(const ck_range *ranges, size_t count, const ck_key *key,
                       size_t *page_count) {
    size_t room = 0, used = 0;
    for (size_t i = 0; i < count; i++)
        room += ranges[i].size ? pages_of(&ranges[i]) : 0;
    ck_page *pages = malloc((room ? room : 1) * sizeof *pages);
    for (size_t i = 0; pages && i < count; i++) {
        uint64_t at = ranges[i].address, end = at + ranges[i].size;
        while (at < end) {
            uint64_t size = CK_PAGE - at % CK_PAGE;
            if (size > end - at)
                size = end - at;
            pages[used++] = page_at(at, size, key);
            at += size;
        }
    }
    *page_count = used;
    return pages;
}

uint64_t ck_plan_stored(const ck_page *pages, size_t count) {
    uint64_t stored = 0;
    for (size_t i = 0; i < count; i++)
        stored += pages[i].where == CK_STORED ? pages[i].size : 0;
    return stored;
}

uint64_t ck_plan_against(ck_page *pages, size_t count, const ck_slot *slot) {
    for (size_t i = 0, b = 0; i < count; i++) {
        while (b < slot->page_count && slot->pages[b].address < pages[i].address)
            b++;
        const ck_page *base = b < slot->page_count ? &slot->pages[b] : NULL;
        if (pages[i].where == CK_STORED && base && base->where == CK_STORED &&
            base->address == pages[i].address && base->size == pages[i].size &&
            base->hash == pages[i].hash)
            pages[i].where = CK_IN_BASE;
    }
    return ck_plan_stored(pages, count);
}

void ck_plan_alone(ck_page *pages, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (pages[i].where == CK_IN_BASE)
            pages[i].where = CK_STORED;
}
