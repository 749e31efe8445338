/* All passes of all rooms, in the order in which they are listed. */
#include "pass/pipeline.h"

#include "dtrans/analysis/transforms.h"
#include "hir/hir_passes.h"
#include "pass/lists.h"
#include "pass/rooms.h"

#include <string.h>

static const ir_pass *const rooms[] = {ir_pass_list,     hir_pass_list,  hir_transform_list,
                                       dtrans_pass_list, ckpt_pass_list, pass_added_list};

/* NULL if they are fewer; then less is left of *index. */
static const ir_pass *skip(const ir_pass *passes, size_t *index) {
    for (const ir_pass *p = passes; p && p->name; p++)
        if ((*index)-- == 0)
            return p;
    return NULL;
}

/* Transforms of layouts come first. */
const ir_pass *pass_at(const lathe_ctx *ctx, size_t index) {
    const ir_pass *found = NULL;
    if (index < DTRANS_TRANSFORMS)
        return &dtrans_row_of((dtrans_transform)index)->pass;
    index -= DTRANS_TRANSFORMS;
    for (size_t r = 0; !found && r < sizeof rooms / sizeof *rooms; r++)
        found = skip(rooms[r], &index);
    for (const pass_room *room = ctx ? ctx->rooms : NULL; !found && room; room = room->next)
        found = skip(room->passes, &index);
    return found;
}

const ir_pass *pass_find(const lathe_ctx *ctx, const char *name, size_t length) {
    const ir_pass *p;
    for (size_t i = 0; (p = pass_at(ctx, i)); i++)
        if (strlen(p->name) == length && memcmp(p->name, name, length) == 0)
            return p;
    return NULL;
}
