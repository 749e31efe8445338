/* dtrans-split: an array of structs becomes arrays of smaller ones, of fields that are used
 * together; pointers to its elements become indexes.
 *
 *   index=32, index=64   as for dtrans-aos-to-soa
 *   type=NAME            only this struct
 *   groups=a+b,c         these fields (names or numbers) are groups; the rest is one more
 *   force                whether or not it is worth it
 *   best                 not if dtrans-aos-to-soa is worth as much
 *
 * Needs: a whole program.
 * Keeps: the program's behaviour; annotates addresses of index fields in other structs.
 * Breaks: the structs' layout, the types of functions and variables that pass or hold pointers.
 * Declines when: dtrans-aos-to-soa would, or the groups asked for take more memory than the struct.
 */
#include "dtrans/soa/pass.h"

#include "dtrans/analysis/remark.h"
#include "dtrans/cost/cost.h"
#include "dtrans/soa/soa.h"

/* "; groups: x+y, name" */
static void describe(DTransOptBase *b, const dtrans_change *change, void *data) {
    const soa *s = data;
    const dtrans_type *t = &b->info->types.at[change->type];
    const soa_groups *groups = &s->groups[change->type];
    str text;
    str_init(&text, b->ctx);
    for (uint32_t i = 0; i < groups->count; i++) {
        bool first = true;
        for (uint32_t f = 0; f < t->field_count; f++) {
            if (groups->of[f] != i)
                continue;
            str_add(&text, !first ? "+" : i ? ", " : "");
            if (*t->fields[f].name)
                str_add(&text, t->fields[f].name);
            else
                str_printf(&text, "%u", f);
            first = false;
        }
    }
    remark_add_part(b->ctx->remarks, "String", "; groups: ");
    remark_add_part(b->ctx->remarks, "Groups", "%s", str_text(&text));
    cost_tell(b->info, s->estimates[change->type]);
    str_free(&text);
}

lathe_status dtrans_split_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    static const dtrans_hooks hooks = {DTRANS_NAME("dtrans-split"), .transform = DTRANS_SPLIT,
                                       .dependent_prefix = "__SPLITDT_", .remark = "Split",
                                       .describe = describe};
    static const soa_names names = {.bases = "__SPLIT_",
                                    .whole = "__SPLITEL_",
                                    .storage = "__split_",
                                    .count = "__split_count_",
                                    .failed = "__split_failed_"};
    soa s = {.names = &names, .split = true, .grouping = ir_param_get(params, "groups")};
    if (s.grouping && !ir_param_get(params, "type"))
        return ctx_fail(m->ctx, LATHE_USAGE, "groups are of one struct: say type=NAME");
    return soa_run(m, params, &hooks, &s);
}
