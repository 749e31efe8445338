/* Structs of the source that no instruction and no variable of the IR has as its type: the front
 * end has turned all uses into plain bytes. Nothing is proven of them, so they stay as they are. */
#include "report/dtrans.h"

#include "base/show.h"
#include "ir/structtext.h"
#include "report/report_info.h"

#include <string.h>

static const char id[] = "NoTypeInIR";
static const char reason[] = "no instruction or variable of the IR has this type, so its uses "
                             "cannot be distinguished from those of other bytes";

/* Of headers of the system, debug info knows many. */
static bool is_own(const ir_struct *s) {
    const char *file = s->source ? s->source->file : NULL;
    return !file || strncmp(file, "/usr/", 5) != 0;
}

const ir_struct *dtrans_find_unseen(const lathe_dtrans *d, const char *name) {
    const ir_structs *all = &d->info.structs;
    bool in_ir = dtrans_find_type(d, name) != IR_NONE;
    for (size_t i = all->in_ir; !in_ir && i < all->all.len; i++)
        if (info_is_chosen(&all->all.at[i], name))
            return &all->all.at[i];
    return NULL;
}

void dtrans_print_unseen(str *out, const ir_struct *s) {
    ir_struct_print(out, s);
    show_printf(out, "  stays as it is\n    %s: %s\n", id, reason);
}

void dtrans_list_unseen(str *out, const lathe_dtrans *d) {
    enum { SHOWN = 5 };
    const ir_structs *all = &d->info.structs;
    size_t count = 0;
    for (size_t i = all->in_ir; i < all->all.len && ctx_tick(out->ctx, 1); i++) {
        const ir_struct *s = &all->all.at[i];
        if (!is_own(s) || count++ >= SHOWN)
            continue;
        str_add(out, count == 1 ? "\nonly in the source, and stay as they are: " : ", ");
        show_add(out, s->name);
    }
    if (count > SHOWN)
        str_printf(out, " and %zu more", count - SHOWN);
    if (count)
        show_printf(out, " (%s)\n", id);
}

void dtrans_write_unseen(json *j, const lathe_dtrans *d, bool none, const ir_struct *only) {
    const ir_structs *all = &d->info.structs;
    json_member_array(j, "source_only");
    for (size_t i = all->in_ir; !none && i < all->all.len && ctx_tick(d->info.ctx, 1); i++) {
        const ir_struct *s = &all->all.at[i];
        if (only && s != only)
            continue;
        json_write_object(j, JSON("name", s->name), JSON("size", s->size),
                          JSON("file", s->source ? s->source->file : NULL),
                          JSON_KNOWN("line", s->source ? s->source->line : 0),
                          JSON("condition", id), JSON("reason", reason));
    }
    json_end_array(j);
}
