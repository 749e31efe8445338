/* What the reports of `lathe dtrans` share: where uses are, what blocks a transform, which type a
 * name means. */
#include "report/dtrans.h"

#include "base/nearest.h"
#include "report/report_info.h"

#include <stdio.h>
#include <string.h>

const char *dtrans_shown_path(const lathe_dtrans *d, const char *path) {
    return str_below(path, d->view ? d->view->folder : NULL);
}

static ir_place whole_place(lathe_dtrans *d, LLVMValueRef value) {
    if (!value)
        return (ir_place){0};
    if (LLVMIsAInstruction(value))
        return ir_srcloc_inst(&d->places, value);
    if (LLVMIsAFunction(value))
        return ir_srcloc_function(&d->places, value);
    if (LLVMIsAArgument(value))
        return ir_srcloc_function(&d->places, LLVMGetParamParent(value));
    if (LLVMIsAGlobalVariable(value))
        return ir_srcloc_global(&d->places, value);
    return (ir_place){0};
}

ir_place dtrans_value_place(lathe_dtrans *d, LLVMValueRef value) {
    ir_place place = whole_place(d, value);
    place.file = dtrans_shown_path(d, place.file);
    return place;
}

ir_place dtrans_use_place(lathe_dtrans *d, uint32_t type, const dtrans_use *use) {
    if (use->where)
        return dtrans_value_place(d, use->where);
    const ir_di_struct *source = dtrans_type_at(d, type)->layout->source;
    if (!source)
        return (ir_place){0};
    return (ir_place){.file = dtrans_shown_path(d, source->file), .line = source->line};
}

bool dtrans_is_never_read(const dtrans_field *f) {
    return !f->reads && !f->address_taken && !f->padding;
}

/* "i32 7" without its type */
const char *dtrans_single_value(lathe_dtrans *d, const dtrans_field *f) {
    if (f->values != DTRANS_ONE_VALUE || !f->value)
        return NULL;
    if (LLVMIsAConstantInt(f->value) && LLVMGetIntTypeWidth(LLVMTypeOf(f->value)) <= 64) {
        char number[24];
        int length = snprintf(number, sizeof number, "%lld", LLVMConstIntGetSExtValue(f->value));
        return arena_strndup(&d->mem, number, (size_t)length);
    }
    if (LLVMIsAGlobalValue(f->value))
        return LLVMGetValueName(f->value);
    char *text = LLVMPrintValueToString(f->value), *space = strrchr(text, ' ');
    const char *shown = arena_strdup(&d->mem, space ? space + 1 : text);
    LLVMDisposeMessage(text);
    return shown;
}

double dtrans_hottest(const dtrans_type *t) {
    double most = 0;
    for (uint32_t i = 0; i < t->field_count; i++)
        most = t->fields[i].frequency > most ? t->fields[i].frequency : most;
    return most;
}

bool dtrans_is_any_legal(const DTransInfo *info, uint32_t type) {
    for (dtrans_transform t = 0; t < DTRANS_TRANSFORMS; t++)
        if (dtrans_is_legal(info, type, t))
            return true;
    return false;
}

bool dtrans_is_shown(const lathe_dtrans *d, const lathe_dtrans_view *view, uint32_t type) {
    return !view->only_legal || dtrans_is_any_legal(&d->info, type);
}

dtrans_names dtrans_blockers(const DTransInfo *info, uint32_t type, dtrans_transform transform) {
    dtrans_names names = {.count = 0};
    SafetyData blocking = dtrans_blocking(&info->types.at[type], transform);
    if (!info->whole)
        names.at[names.count++] = "NotWholeProgram";
    if (info->exception_at)
        names.at[names.count++] = "ExceptionHandling";
    for (dtrans_condition c = 0; c < DTRANS_CONDITIONS; c++)
        if (blocking & dtrans_bit(c))
            names.at[names.count++] = dtrans_condition_name(c);
    return names;
}

void dtrans_print_names(str *out, const dtrans_names *names) {
    for (size_t i = 0; i < names->count; i++)
        str_printf(out, "%s%s", i ? ", " : "", names->at[i]);
}

uint32_t dtrans_find_type(const lathe_dtrans *d, const char *name) {
    uint32_t type = dtrans_type_named(&d->info, name);
    for (uint32_t i = 0; type == IR_NONE && i < d->info.types.len; i++)
        if (info_is_chosen(dtrans_type_at(d, i)->layout, name))
            type = i;
    return type;
}

uint32_t dtrans_require_type(const lathe_dtrans *d, const char *name) {
    uint32_t type = dtrans_find_type(d, name);
    if (type != IR_NONE)
        return type;
    nearest n = nearest_init(name, strlen(name));
    for (uint32_t i = 0; i < d->info.types.len; i++) {
        const char *own = dtrans_type_at(d, i)->name, *dot = strchr(own, '.');
        nearest_consider(&n, own);
        if (dot)
            nearest_consider(&n, dot + 1);
    }
    ctx_fail(d->info.ctx, LATHE_USAGE, "no struct type '%s' in this program" NEAREST_HINT, name,
             NEAREST_WORDS(n));
    return IR_NONE;
}
