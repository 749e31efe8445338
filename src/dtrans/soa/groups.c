/* Which fields of an array of structs stay together. */
#include "base/num.h"
#include "dtrans/soa/soa.h"

#include "ir/size.h"

#include <stdlib.h>
#include <string.h>

static bool begin(soa_groups *groups, arena *mem, const dtrans_type *t) {
    *groups = (soa_groups){.of = arena_array(mem, t->field_count + 1, uint32_t)};
    for (uint32_t f = 0; groups->of && f < t->field_count; f++)
        groups->of[f] = t->fields[f].padding ? IR_NONE : f;
    return groups->of != NULL;
}

static void merge(soa_groups *groups, const dtrans_type *t, uint32_t into, uint32_t from) {
    for (uint32_t f = 0; f < t->field_count; f++)
        if (groups->of[f] == from)
            groups->of[f] = into;
}

/* Numbers the groups as their first fields are. */
static bool number(soa_groups *groups, arena *mem, const dtrans_type *t, uint32_t most) {
    uint32_t *known = arena_array(mem, most + 1, uint32_t);
    groups->count = 0;
    for (uint32_t f = 0; known && f < t->field_count; f++) {
        uint32_t old = groups->of[f];
        if (old == IR_NONE)
            continue;
        if (!known[old])
            known[old] = ++groups->count;
        groups->of[f] = known[old] - 1;
    }
    return known != NULL;
}

double soa_hottest(const dtrans_type *t) {
    double most = 0;
    for (uint32_t f = 0; f < t->field_count; f++)
        if (!t->fields[f].padding && t->fields[f].frequency > most)
            most = t->fields[f].frequency;
    return most;
}

/* What is hardly used is one group, whatever it is used with; without affinity the rest is one,
 * too. */
static void join_by_heat(soa_groups *groups, const dtrans_type *t, bool hot) {
    enum { COLD_PART = 50 };
    double most = soa_hottest(t);
    uint32_t first = IR_NONE;
    for (uint32_t f = 0; f < t->field_count; f++) {
        double heat = t->fields[f].frequency;
        bool is_hot = heat > 0 && heat * COLD_PART >= most;
        if (groups->of[f] == IR_NONE || is_hot != hot)
            continue;
        if (first == IR_NONE)
            first = groups->of[f];
        groups->of[f] = first;
    }
}

/* Groups while they are made, each under the number of a field in it. */
typedef struct bonds {
    double *together; /* by two groups: how often fields of both are used in one loop */
    double *either;   /* … and how often the hotter of the two is used at all */
    uint32_t count;
} bonds;

static bool find_bonds(bonds *b, arena *mem, const dtrans_type *t, const soa_groups *groups) {
    size_t n = t->field_count;
    *b = (bonds){arena_array(mem, n * n + 1, double), arena_array(mem, n * n + 1, double),
                 t->field_count};
    if (!b->together || !b->either)
        return false;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++) {
            if (groups->of[i] == IR_NONE || groups->of[k] == IR_NONE)
                continue;
            double x = t->fields[i].frequency, y = t->fields[k].frequency;
            size_t at = groups->of[i] * n + groups->of[k];
            b->together[at] += t->affinity[i * n + k];
            b->either[at] += x > y ? x : y;
        }
    return true;
}

static void merge_bonds(bonds *b, size_t into, size_t from) {
    size_t n = b->count;
    double *sums[] = {b->together, b->either};
    for (size_t i = 0; i < 2; i++) {
        for (size_t k = 0; k < n; k++)
            sums[i][into * n + k] += sums[i][from * n + k];
        for (size_t k = 0; k < n; k++) {
            sums[i][k * n + into] += sums[i][k * n + from];
            sums[i][from * n + k] = sums[i][k * n + from] = 0;
        }
    }
}

/* Two groups become one as long as a third of the uses of their fields are uses of both: less, and
 * loops over the one would read the other in vain. Each round leaves one group less with a share.
 */
static void join_used_together(soa_groups *groups, const dtrans_type *t, bonds *b) {
    const double enough = 1.0 / 3;
    for (;;) {
        uint32_t best_a = 0, best_b = 0;
        double best = 0;
        for (uint32_t i = 0; i < b->count; i++)
            for (uint32_t k = i + 1; k < b->count; k++) {
                double either = b->either[(size_t)i * b->count + k];
                double share = either > 0 ? b->together[(size_t)i * b->count + k] / either : 0;
                if (share >= enough && share > best) {
                    best = share;
                    best_a = i;
                    best_b = k;
                }
            }
        if (best_a == best_b)
            return;
        merge(groups, t, best_a, best_b);
        merge_bonds(b, best_a, best_b);
    }
}

/* The cooler half of the fields goes. */
static void cut_in_half(soa_groups *groups, const dtrans_type *t) {
    uint32_t fields = 0;
    for (uint32_t f = 0; f < t->field_count; f++)
        fields += groups->of[f] != IR_NONE;
    for (uint32_t f = 0; f < t->field_count; f++) {
        uint32_t hotter = 0;
        for (uint32_t k = 0; k < t->field_count; k++)
            hotter += groups->of[k] != IR_NONE &&
                      (t->fields[k].frequency > t->fields[f].frequency ||
                       (k < f && t->fields[k].frequency == t->fields[f].frequency));
        if (groups->of[f] != IR_NONE)
            groups->of[f] = hotter < (fields + 1) / 2 ? 0 : 1;
    }
}

bool soa_group_by_heat(soa_groups *groups, arena *mem, const dtrans_type *t, bool cut) {
    bonds b;
    if (!begin(groups, mem, t))
        return false;
    join_by_heat(groups, t, false);
    if (!t->affinity)
        join_by_heat(groups, t, true);
    else if (find_bonds(&b, mem, t, groups))
        join_used_together(groups, t, &b);
    if (!number(groups, mem, t, t->field_count))
        return false;
    if (cut && groups->count == 1) {
        cut_in_half(groups, t);
        return number(groups, mem, t, 1);
    }
    return true;
}

static uint32_t field_called(const dtrans_type *t, const char *word, size_t length) {
    for (uint32_t f = 0; f < t->field_count; f++)
        if (dtrans_field_is_called(&t->fields[f], word, length))
            return f;
    char *end;
    unsigned long f = length ? strtoul(word, &end, 10) : t->field_count;
    return length && *word >= '0' && *word <= '9' && end == word + length && f < t->field_count
               ? (uint32_t)f
               : IR_NONE;
}

const char *soa_group_as_told(soa_groups *groups, arena *mem, const dtrans_type *t,
                              const char *text) {
    uint32_t group = 0;
    if (!begin(groups, mem, t))
        return NULL;
    for (uint32_t f = 0; f < t->field_count; f++)
        if (groups->of[f] != IR_NONE)
            groups->of[f] = 0;
    for (const char *word = text;; group += *word == ',', word++) {
        size_t length = strcspn(word, "+,");
        uint32_t f = field_called(t, word, length);
        bool again = f != IR_NONE && groups->of[f] == group + 1 && strchr(t->fields[f].name, '+');
        if (f == IR_NONE || (groups->of[f] != 0 && !again))
            return arena_strndup(mem, word, length);
        groups->of[f] = group + 1;
        word += length;
        if (!*word)
            break;
    }
    number(groups, mem, t, group + 1);
    return NULL;
}

bool soa_group_as_decided(soa_groups *groups, arena *mem, const dtrans_type *t,
                          const dtrans_decision *decision) {
    const uint32_t *group = decision->list[DTRANS_GROUP];
    if (!group || !begin(groups, mem, t))
        return false;
    for (uint32_t f = 0; f < t->field_count; f++)
        if (groups->of[f] != IR_NONE)
            groups->of[f] = group[f] < t->field_count ? group[f] : 0;
    return number(groups, mem, t, t->field_count);
}

/* Bytes of a group's fields, and their strictest alignment. */
typedef struct extent {
    uint64_t bytes, align;
} extent;

static uint64_t padded(extent e) {
    return num_round_up(e.bytes, e.align);
}

static extent joined(extent a, extent b) {
    return (extent){a.bytes + b.bytes, a.align > b.align ? a.align : b.align};
}

static extent *extents_of(const soa_groups *groups, arena *mem, const dtrans_type *t,
                          LLVMTargetDataRef target) {
    extent *all = arena_array(mem, groups->count + 1, extent);
    for (uint32_t i = 0; all && i < groups->count; i++)
        all[i].align = 1;
    for (uint32_t f = 0; all && f < t->field_count; f++) {
        extent own = {t->fields[f].size,
                      ir_abi_align(target, LLVMStructGetTypeAtIndex(t->llvm, f))};
        if (groups->of[f] != IR_NONE)
            all[groups->of[f]] = joined(all[groups->of[f]], own);
    }
    return all;
}

uint64_t *soa_group_sizes(const soa_groups *groups, arena *mem, const dtrans_type *t,
                          LLVMTargetDataRef target) {
    const extent *all = extents_of(groups, mem, t, target);
    uint64_t *sizes = arena_array(mem, groups->count + 1, uint64_t);
    for (uint32_t i = 0; all && sizes && i < groups->count; i++)
        sizes[i] = padded(all[i]);
    return all ? sizes : NULL;
}

uint64_t soa_grouped_size(const soa_groups *groups, arena *mem, const dtrans_type *t,
                          LLVMTargetDataRef target) {
    const extent *all = extents_of(groups, mem, t, target);
    uint64_t sum = 0;
    for (uint32_t i = 0; all && i < groups->count; i++)
        sum += padded(all[i]);
    return sum;
}

/* The two groups that take the least as one; later ones, if that is equal. */
static void join_best(soa_groups *groups, const dtrans_type *t, const extent *all) {
    uint64_t best = 0;
    uint32_t best_a = 0, best_b = 1;
    for (uint32_t i = 0; i < groups->count; i++)
        for (uint32_t k = i + 1; k < groups->count; k++) {
            uint64_t gain = padded(all[i]) + padded(all[k]) - padded(joined(all[i], all[k]));
            if (gain >= best) {
                best = gain;
                best_a = i;
                best_b = k;
            }
        }
    merge(groups, t, best_a, best_b);
}

void soa_group_to_fit(soa_groups *groups, arena *mem, const dtrans_type *t,
                      LLVMTargetDataRef target) {
    while (groups->count > 1 && soa_grouped_size(groups, mem, t, target) > t->size) {
        const extent *all = extents_of(groups, mem, t, target);
        if (!all)
            return;
        join_best(groups, t, all);
        if (!number(groups, mem, t, groups->count))
            return;
    }
}

void soa_groups_print(const soa_groups *groups, const dtrans_type *t, str *out) {
    for (uint32_t i = 0; i < groups->count; i++) {
        bool first = true;
        for (uint32_t f = 0; f < t->field_count; f++) {
            if (groups->of[f] != i)
                continue;
            str_add(out, !first ? "+" : i ? ", " : "");
            if (*t->fields[f].name)
                str_add(out, t->fields[f].name);
            else
                str_printf(out, "%u", f);
            first = false;
        }
    }
}
