/* dtrans-analysis: DTransInfo as text, for tests and for people who write passes.
 *
 * Needs: any module; runs always-inline and mem2reg on it.
 * Keeps: the meaning of the module.
 * Breaks: nothing.
 * Declines when: never; an illegal type is a result.
 */
#include "dtrans/analysis/shared.h"
#include "dtrans/analysis/type_remark.h"
#include "dtrans/dtrans_passes.h"
#include "ir/value.h"

#include <inttypes.h>

static void print_place(DTransInfo *info, LLVMValueRef where, str *out) {
    ir_srcloc *places = &info->graph.places;
    ir_place place = {0};
    if (!where)
        return;
    LLVMValueRef owner = where;
    if (LLVMIsAInstruction(where)) {
        place = ir_srcloc_inst(places, where);
        owner = ir_function_of(where);
    } else if (LLVMIsAFunction(where)) {
        place = ir_srcloc_function(places, where);
    } else if (LLVMIsAGlobalVariable(where)) {
        place = ir_srcloc_global(places, where);
    }
    str_add_char(out, ' ');
    if (place.line) {
        ir_place_print(out, &place);
        str_add_char(out, ' ');
    }
    str_printf(out, "@%s", LLVMGetValueName(owner));
}

static void print_field(const dtrans_type *t, uint32_t index, str *out) {
    const dtrans_field *f = &t->fields[index];
    str_printf(out, "  field %u%s%s offset %" PRIu64 " size %" PRIu64, index, *f->name ? " " : "",
               f->name, f->offset, f->size);
    if (f->padding)
        str_add(out, " padding");
    else
        str_printf(out, " reads %" PRIu64 " writes %" PRIu64, f->reads, f->writes);
    if (f->values == DTRANS_ONE_VALUE)
        str_add(out, " one-value");
    if (f->address_taken)
        str_add(out, " address-taken");
    str_add(out, f->pinned ? " pinned\n" : "\n");
}

static void print_type(DTransInfo *info, uint32_t index, str *out) {
    const dtrans_type *t = &info->types.at[index];
    str_printf(out, "type %s size %" PRIu64 " align %" PRIu64 " legal", t->name, t->size, t->align);
    bool any = false;
    for (int x = 0; x < DTRANS_TRANSFORMS; x++) {
        if (!dtrans_is_legal(info, index, (dtrans_transform)x))
            continue;
        str_printf(out, " %s", dtrans_transform_name((dtrans_transform)x));
        any = true;
    }
    str_add(out, any ? "\n" : " nothing\n");
    for (uint32_t f = 0; f < t->field_count; f++)
        print_field(t, f, out);
    for (uint32_t f = 0; t->affinity && f < t->field_count * t->field_count; f++)
        if (f / t->field_count < f % t->field_count && t->affinity[f] > 0)
            str_printf(out, "  together %u %u weight %.0f\n", f / t->field_count,
                       f % t->field_count, t->affinity[f]);
    for (size_t i = 0; i < t->sites.len; i++) {
        str_printf(out, "  site %s count %" PRIu64, t->sites.at[i].function, t->sites.at[i].count);
        print_place(info, t->sites.at[i].call, out);
        str_add_char(out, '\n');
    }
    if (t->kept)
        str_printf(out, "  kept %s\n", t->kept);
    for (uint32_t u = t->first_use; u; u = info->uses.at[u].next) {
        str_printf(out, "  %s", dtrans_condition_name(info->uses.at[u].condition));
        print_place(info, info->uses.at[u].where, out);
        str_printf(out, ": %s\n", info->uses.at[u].reason);
    }
}

static void print_program(DTransInfo *info, str *out) {
    if (!info->whole) {
        str_printf(out, "not whole: %s", info->not_whole);
        print_place(info, info->not_whole_at, out);
        str_add_char(out, '\n');
    }
    if (info->exception_at) {
        str_add(out, "exception handling:");
        print_place(info, info->exception_at, out);
        str_add_char(out, '\n');
    }
}

lathe_status dtrans_analysis_pass(lathe_module *m, const ir_params *params, str *out) {
    DTransInfo *info = dtrans_shared_info(m);
    const char *only = ir_param_get(params, "type");
    if (!info)
        return m->ctx->status;
    print_program(info, out);
    if (only)
        dtrans_warn_of_type(info, "dtrans-analysis", only);
    for (uint32_t i = 0; ctx_ok(m->ctx) && i < info->types.len; i++)
        if (!only || dtrans_is_named(&info->types.at[i], only))
            print_type(info, i, out);
    dtrans_remark_analysis(info);
    return m->ctx->status;
}
