/* All passes of all rooms, in the order in which they are listed. */
#include "pass/pipeline.h"

#include "dtrans/analysis/transforms.h"
#include "hir/hir_passes.h"
#include "pass/lists.h"

#include <string.h>

static const ir_pass *const rooms[] = {ir_pass_list,     hir_pass_list,  hir_transform_list,
                                       dtrans_pass_list, ckpt_pass_list, pass_added_list};

/* Transforms of layouts come first. */
const ir_pass *pass_at(size_t index) {
    if (index < DTRANS_TRANSFORMS)
        return &dtrans_row_of((dtrans_transform)index)->pass;
    index -= DTRANS_TRANSFORMS;
    for (size_t r = 0; r < sizeof rooms / sizeof *rooms; r++)
        for (const ir_pass *p = rooms[r]; p && p->name; p++)
            if (index-- == 0)
                return p;
    return NULL;
}

const ir_pass *pass_find(const char *name, size_t length) {
    const ir_pass *p;
    for (size_t i = 0; (p = pass_at(i)); i++)
        if (strlen(p->name) == length && memcmp(p->name, name, length) == 0)
            return p;
    return NULL;
}
