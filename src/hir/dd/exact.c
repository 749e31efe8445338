/* isl: the last to be asked. */
#include "hir/dd/pair.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/ctx.h>
#include <isl/options.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

#include <stdlib.h>

struct dd_exact {
    isl_ctx *ctx;
    uint64_t left; /* questions */
    bool skips_values;
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
    e->skips_values = false;
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

void dd_exact_skip_values(dd_exact *e) {
    if (e)
        e->skips_values = true;
}

static isl_aff *row_as_aff(isl_basic_set *set, const dd_system *s, uint32_t r) {
    const int64_t *row = dd_row_of(s, r);
    isl_ctx *ctx = isl_basic_set_get_ctx(set);
    isl_local_space *space = isl_basic_set_get_local_space(set);
    isl_aff *aff = isl_aff_zero_on_domain(space);
    for (uint32_t i = 0; i < s->vars; i++)
        if (row[i])
            aff = isl_aff_set_coefficient_val(aff, isl_dim_in, (int)i,
                                              isl_val_int_from_si(ctx, row[i]));
    return isl_aff_set_constant_val(aff, isl_val_int_from_si(ctx, row[s->vars]));
}

static isl_basic_set *add_row(isl_basic_set *set, const dd_system *s, uint32_t r) {
    isl_aff *row = row_as_aff(set, s, r);
    return isl_basic_set_add_constraint(set, s->kind[r] == DD_ROW_EQUAL
                                                 ? isl_equality_from_aff(row)
                                                 : isl_inequality_from_aff(row));
}

/* The constraints as a set; NULL if that is too much, or nothing more may be asked. */
static isl_basic_set *make_set(dd_exact *e, const dd_system *s) {
    if (e->left == 0)
        return NULL;
    e->left--;
    isl_ctx_reset_operations(e->ctx);
    isl_ctx_reset_error(e->ctx);
    isl_basic_set *set = isl_basic_set_universe(isl_space_set_alloc(e->ctx, 0, s->vars));
    for (uint32_t r = 0; r < s->rows; r++)
        if (s->kind[r] <= DD_ROW_AT_LEAST)
            set = add_row(set, s, r);
    return set;
}

dd_verdict dd_exact_solve(dd_exact *e, const dd_system *s) {
    isl_basic_set *set = make_set(e, s);
    isl_bool empty = set ? isl_basic_set_is_empty(set) : isl_bool_error;
    isl_basic_set_free(set);
    return empty == isl_bool_true    ? DD_EMPTY
           : empty == isl_bool_false ? (s->loose ? DD_UNSURE : DD_SOLVED)
                                     : DD_UNSURE;
}

/* Whether it is a number of 64 bits; it is freed. */
static bool take_number(isl_val *v, int64_t *number) {
    bool is =
        v && isl_val_is_int(v) == isl_bool_true && isl_val_n_abs_num_chunks(v, sizeof *number) <= 1;
    *number = is ? isl_val_get_num_si(v) : 0;
    isl_val_free(v);
    return is && *number > -INT64_MAX && *number < INT64_MAX;
}

/* A value that the row has in the set, which is freed. DD_UNSURE if isl does not know. */
static dd_verdict some_value(isl_basic_set *set, isl_aff *aff, int64_t *value) {
    isl_point *point = isl_basic_set_sample_point(set);
    isl_bool none = isl_point_is_void(point);
    if (none != isl_bool_false) {
        isl_point_free(point);
        return none == isl_bool_true ? DD_EMPTY : DD_UNSURE;
    }
    return take_number(isl_aff_eval(isl_aff_copy(aff), point), value) ? DD_SOLVED : DD_UNSURE;
}

/* Where the row is greater than the value, or less. */
static isl_basic_set *beyond(isl_basic_set *set, isl_aff *aff, int64_t value, bool greater) {
    isl_ctx *ctx = isl_basic_set_get_ctx(set);
    isl_aff *by = isl_aff_add_constant_val(isl_aff_copy(aff), isl_val_int_from_si(ctx, -value));
    by = isl_aff_add_constant_si(greater ? by : isl_aff_neg(by), -1);
    return isl_basic_set_add_constraint(isl_basic_set_copy(set), isl_inequality_from_aff(by));
}

static dd_verdict another_value(isl_basic_set *set, isl_aff *aff, int64_t value, int64_t *other) {
    dd_verdict more = some_value(beyond(set, aff, value, true), aff, other);
    return more == DD_EMPTY ? some_value(beyond(set, aff, value, false), aff, other) : more;
}

bool dd_exact_values(dd_exact *e, const dd_system *s, uint32_t row, int64_t values[2]) {
    isl_basic_set *set = e->skips_values ? NULL : make_set(e, s);
    isl_aff *aff = set ? row_as_aff(set, s, row) : NULL;
    dd_verdict other = DD_UNSURE;
    if (aff && some_value(isl_basic_set_copy(set), aff, &values[0]) == DD_SOLVED)
        other = another_value(set, aff, values[0], &values[1]);
    if (other == DD_EMPTY)
        values[1] = values[0];
    isl_aff_free(aff);
    isl_basic_set_free(set);
    return other != DD_UNSURE;
}
