/* isl: the last to be asked. */
#include "hir/dd/pair.h"

#include <isl/constraint.h>
#include <isl/ctx.h>
#include <isl/options.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

#include <stdlib.h>

struct dd_exact {
    isl_ctx *ctx;
    uint64_t left; /* questions */
};

dd_exact *dd_exact_new(unsigned long operations, uint64_t questions) {
    dd_exact *e = malloc(sizeof *e);
    if (!e)
        return NULL;
    e->ctx = isl_ctx_alloc();
    if (!e->ctx) {
        free(e);
        return NULL;
    }
    e->left = questions ? questions : UINT64_MAX;
    isl_options_set_on_error(e->ctx, ISL_ON_ERROR_CONTINUE);
    isl_ctx_set_max_operations(e->ctx, operations);
    return e;
}

void dd_exact_free(dd_exact *e) {
    if (!e)
        return;
    isl_ctx_free(e->ctx);
    free(e);
}

static isl_basic_set *add_row(isl_basic_set *set, isl_local_space *space, const dd_system *s,
                              uint32_t r) {
    const int64_t *row = dd_row_of(s, r);
    isl_constraint *c = s->kind[r] == DD_ROW_EQUAL
                            ? isl_constraint_alloc_equality(isl_local_space_copy(space))
                            : isl_constraint_alloc_inequality(isl_local_space_copy(space));
    isl_ctx *ctx = isl_local_space_get_ctx(space);
    for (uint32_t i = 0; i < s->vars; i++)
        if (row[i])
            c = isl_constraint_set_coefficient_val(c, isl_dim_set, (int)i,
                                                   isl_val_int_from_si(ctx, row[i]));
    c = isl_constraint_set_constant_val(c, isl_val_int_from_si(ctx, row[s->vars]));
    return isl_basic_set_add_constraint(set, c);
}

dd_verdict dd_exact_solve(dd_exact *e, const dd_system *s) {
    if (e->left == 0)
        return DD_UNSURE;
    e->left--;
    isl_ctx_reset_operations(e->ctx);
    isl_ctx_reset_error(e->ctx);
    isl_space *space = isl_space_set_alloc(e->ctx, 0, s->vars);
    isl_local_space *local = isl_local_space_from_space(isl_space_copy(space));
    isl_basic_set *set = isl_basic_set_universe(space);
    for (uint32_t r = 0; r < s->rows; r++)
        if (s->kind[r] <= DD_ROW_AT_LEAST)
            set = add_row(set, local, s, r);
    isl_bool empty = set ? isl_basic_set_is_empty(set) : isl_bool_error;
    isl_basic_set_free(set);
    isl_local_space_free(local);
    return empty == isl_bool_true    ? DD_EMPTY
           : empty == isl_bool_false ? (s->loose ? DD_UNSURE : DD_SOLVED)
                                     : DD_UNSURE;
}
