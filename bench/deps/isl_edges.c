/* Reads what `lathe hir --isl` prints and says what isl finds: for each two accesses of a nest with
 * one base and at least one write, one line for every edge that a graph of dependences has.
 *
 *   pair FUNCTION NEST A B                                   these two were compared
 *   edge FUNCTION NEST SOURCE SINK LEVEL DIRECTIONS DISTANCES
 *
 * DIRECTIONS is a digit per loop around both (1 <, 2 =, 4 >, added), DISTANCES a number or * each.
 */
#include <isl/aff.h>
#include <isl/ctx.h>
#include <isl/ilp.h>
#include <isl/local_space.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ACCESSES = 4096, MAX_LOOPS = 16, MAX_NAME = 256 };

typedef struct access {
    unsigned number;
    bool writes, varies;
    unsigned loops[MAX_LOOPS];
    unsigned depth;
    isl_map *map;
} access;

static access accesses[MAX_ACCESSES];
static unsigned count;
static char function[MAX_NAME], nest[MAX_NAME];

static unsigned common_loops(const access *a, const access *b) {
    unsigned common = 0;
    while (common < a->depth && common < b->depth && a->loops[common] == b->loops[common])
        common++;
    return common;
}

/* What y - x is in the loops around both, for iterations x of a and y of b that meet. */
static isl_set *differences(const access *a, const access *b, unsigned common) {
    isl_map *met = isl_map_apply_range(isl_map_copy(a->map), isl_map_reverse(isl_map_copy(b->map)));
    met = isl_map_project_out(met, isl_dim_in, common, a->depth - common);
    met = isl_map_project_out(met, isl_dim_out, common, b->depth - common);
    met = isl_map_reset_tuple_id(isl_map_reset_tuple_id(met, isl_dim_in), isl_dim_out);
    isl_set *d = isl_map_deltas(met);
    return isl_set_project_out_all_params(d);
}

/* Those whose difference at the level is negative, 0 or positive. */
static isl_set *with_sign(isl_set *d, unsigned level, int sign) {
    if (sign == 0)
        return isl_set_fix_si(d, isl_dim_set, level, 0);
    return sign > 0 ? isl_set_lower_bound_si(d, isl_dim_set, level, 1)
                    : isl_set_upper_bound_si(d, isl_dim_set, level, -1);
}

static bool is_possible(isl_set *d, unsigned level, int sign) {
    isl_set *some = with_sign(isl_set_copy(d), level, sign);
    bool possible = !isl_set_is_empty(some);
    isl_set_free(some);
    return possible;
}

static void print_distance(isl_set *d, unsigned level, bool turn) {
    isl_local_space *space = isl_local_space_from_space(isl_set_get_space(d));
    isl_aff *at = isl_aff_var_on_domain(space, isl_dim_set, level);
    isl_val *low = isl_set_min_val(d, at), *high = isl_set_max_val(d, at);
    if (isl_val_is_int(low) && isl_val_eq(low, high))
        printf(" %ld", turn ? -isl_val_get_num_si(low) : isl_val_get_num_si(low));
    else
        printf(" *");
    isl_val_free(low);
    isl_val_free(high);
    isl_aff_free(at);
}

/* level is the carrying loop's number from 1, or 0. */
static void print_edge(const access *source, const access *sink, unsigned level, isl_set *d,
                       unsigned common, bool turn) {
    printf("edge %s %s %u %u %u ", function, nest, source->number, sink->number, level);
    for (unsigned k = 0; k < common; k++) {
        int less = is_possible(d, k, turn ? -1 : 1), greater = is_possible(d, k, turn ? 1 : -1);
        printf("%d", less + 2 * is_possible(d, k, 0) + 4 * greater);
    }
    printf(common ? "" : "-");
    for (unsigned k = 0; k < common; k++)
        print_distance(d, k, turn);
    printf("\n");
}

static void compare(const access *a, const access *b) {
    unsigned common = common_loops(a, b);
    isl_set *all = differences(a, b, common);
    printf("pair %s %s %u %u\n", function, nest, a->number, b->number);
    for (unsigned k = 0; k < common; k++) {
        for (int sign = 1; sign >= -1; sign -= 2) {
            isl_set *some = with_sign(isl_set_copy(all), k, sign);
            if (!isl_set_is_empty(some) && (sign > 0 || a != b))
                print_edge(sign > 0 ? a : b, sign > 0 ? b : a, k + 1, some, common, sign < 0);
            isl_set_free(some);
        }
        all = with_sign(all, k, 0);
    }
    if (a != b && !isl_set_is_empty(all))
        print_edge(a, b, 0, all, common, false);
    isl_set_free(all);
}

static void finish_nest(void) {
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = i; k < count; k++) {
            const access *a = &accesses[i], *b = &accesses[k];
            if ((a->writes || b->writes) && !a->varies && !b->varies &&
                strcmp(isl_map_get_tuple_name(a->map, isl_dim_out),
                       isl_map_get_tuple_name(b->map, isl_dim_out)) == 0)
                compare(a, b);
        }
    for (unsigned i = 0; i < count; i++)
        isl_map_free(accesses[i].map);
    count = 0;
}

/* "# <9> TEXT, in <2> <5>, base @A" */
static void read_loops(const char *line, access *a) {
    const char *in = strstr(line, ", in <");
    *a = (access){0};
    for (const char *at = in ? in + 5 : NULL; at && *at == '<' && a->depth < MAX_LOOPS;
         at = at[0] == ' ' ? at + 1 : NULL) {
        char *end;
        a->loops[a->depth++] = (unsigned)strtoul(at + 1, &end, 10);
        at = *end == '>' ? end + 1 : end;
    }
}

static void read_line(isl_ctx *ctx, char *line) {
    static access next;
    char *text = strstr(line, " := ");
    if (line[0] == '#' && strstr(line, ", nest ")) {
        finish_nest();
        sscanf(line, "# %255[^,], nest %255s", function, nest);
    } else if (strncmp(line, "# <", 3) == 0) {
        read_loops(line, &next);
    } else if (line[0] == '#') {
        next.varies |= strstr(line, ", which varies") != NULL;
    } else if (text && count < MAX_ACCESSES) {
        *strrchr(text, ';') = 0;
        next.writes = line[0] == 'W';
        next.number = (unsigned)strtoul(line + 1, NULL, 10);
        next.map = isl_map_read_from_str(ctx, text + 4);
        if (!next.map) {
            fprintf(stderr, "isl cannot read: %s\n", line);
            exit(1);
        }
        accesses[count++] = next;
    }
}

int main(void) {
    isl_ctx *ctx = isl_ctx_alloc();
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0)
        read_line(ctx, line);
    finish_nest();
    free(line);
    isl_ctx_free(ctx);
    return 0;
}
