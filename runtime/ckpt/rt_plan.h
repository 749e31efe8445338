/* Memory ranges cut into pages with their hashes. */
#pragma once

#include "store.h"

/* give: free() the pages. NULL if memory is out. */
ck_page *ck_plan_pages(const ck_range *ranges, size_t count, const ck_key *key, size_t *page_count);
/* Pages that stand unchanged in the base become CK_IN_BASE. Returns the bytes still stored. */
uint64_t ck_plan_against(ck_page *pages, size_t count, const ck_slot *slot);
/* Undoes ck_plan_against. */
void ck_plan_alone(ck_page *pages, size_t count);
uint64_t ck_plan_stored(const ck_page *pages, size_t count);
