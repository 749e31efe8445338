/* dtrans-marks: pointer annotations that other passes left, of any kind, with the fields whose
 * addresses they mark, wherever those have gone since.
 *
 * Needs: any module; runs always-inline and mem2reg on it.
 * Keeps: the meaning of the module, and the annotations.
 * Breaks: nothing.
 * Declines when: never.
 */
#include "dtrans/analysis/local.h"
#include "dtrans/analysis/shared.h"
#include "dtrans/annotate/annotate.h"
#include "dtrans/dtrans_passes.h"
#include "ir/value.h"

static void print_views(DTransInfo *info, const LocalPointerInfo *p, str *out) {
    dtrans_each_view (view, p) {
        const dtrans_type *t = &info->types.at[view->type];
        uint32_t field = view->element && !view->outer
                             ? dtrans_field_at(info, view->type, view->offset)
                             : IR_NONE;
        if (field != IR_NONE)
            str_printf(out, " %s field %u", t->name, field);
        else if (!view->element)
            str_printf(out, " %s", t->name);
    }
}

static void print_mark(dtrans_local *local, LLVMValueRef call, str *out) {
    unsigned line;
    size_t length;
    const char *file = dtrans_annotation_file(call, &line);
    const char *text = dtrans_annotation_text(call, &length);
    str_printf(out, "%s \"%s\"", dtrans_annotation_kind_name(call), text);
    if (file)
        str_printf(out, " %s:%u", file, line);
    str_printf(out, " @%s:", LLVMGetValueName(ir_function_of(call)));
    print_views(local->info, dtrans_local_value(local, LLVMGetOperand(call, 0)), out);
    str_add_char(out, '\n');
}

static void print_indexes(const DTransInfo *info, str *out) {
    for (size_t i = 0; i < info->types.len; i++)
        for (uint32_t f = 0; f < info->types.at[i].field_count; f++)
            if (info->types.at[i].fields[f].index)
                str_printf(out, "%s field %u is an index\n", info->types.at[i].name, f);
}

lathe_status dtrans_marks_pass(lathe_module *m, const ir_params *params, str *out) {
    DTransInfo *info = dtrans_shared_info(m);
    dtrans_local local;
    (void)params;
    if (!info)
        return m->ctx->status;
    dtrans_local_init(&local, info);
    ir_each_function (fn, m->llvm)
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb)
                if (ctx_tick(m->ctx, 1) && dtrans_is_annotation(inst))
                    print_mark(&local, inst, out);
    print_indexes(info, out);
    dtrans_local_free(&local);
    return m->ctx->status;
}
