/* The model.
 *
 * A loop visits objects. What it touches of an object lies in stretches of memory, and a stretch of
 * b bytes at any address is in (63 + b) / 64 lines of 64 bytes, on average.
 *
 *   walking   Objects are visited in order. Of each group that is touched, either all bytes of the
 *             objects passed come into the cache, or the lines of the stretches, whichever is less.
 *             What lies alone in its array is loaded by vectors; in a struct, in pieces.
 *   jumping   The lines of the stretches come in. How many of them are there already depends on how
 *             much memory the objects' stretches take up: the bytes count by what of the struct it
 *             is that has to stay in the cache.
 *   staying   One object: nothing.
 *
 * Weights are those of the analysis: of the profile if there is one. Otherwise all loops count as
 * equally long, except that one that takes every tenth object runs a tenth as often. */
#include "dtrans/cost/layout_cost.h"

#include "ir/machine.h"

/* A struct in pieces costs so much more than vectors of the same bytes. */
static const double in_pieces = 1.125;

/* What a loop touches of one group. */
typedef struct stretch {
    uint64_t from, to;
    double weight;
} stretch;

typedef struct sums {
    double lines;     /* bytes of lines, by weight */
    uint64_t kept;    /* bytes of an object's lines */
    uint64_t largest; /* bytes of a field touched */
} sums;

static void add_stretch(sums *s, const stretch *x) {
    if (x->to == x->from)
        return;
    uint64_t bytes = x->to - x->from + IR_CACHE_LINE - 1;
    s->lines += x->weight * (double)bytes;
    s->kept += bytes;
}

/* All touches of one type in one loop. */
typedef struct visit {
    DTransInfo *info;
    const cost_strides *strides;
    const dtrans_type *type;
    const uint32_t *at; /* numbers in info->touched */
    uint32_t count;
    cost_stride stride;
    double weight; /* objects visited */
} visit;

static const dtrans_touched *touch(const visit *v, uint32_t i) {
    return &v->info->touched.at[v->at[i]];
}

/* Objects whose field is touched. */
static double visits_of(const dtrans_touched *t) {
    return t->share < t->heaviest ? t->share : t->heaviest;
}

static void find_weight(visit *v) {
    v->stride = v->strides->of[v->at[0]];
    for (uint32_t i = 0; i < v->count; i++)
        if (visits_of(touch(v, i)) > v->weight)
            v->weight = visits_of(touch(v, i));
}

static uint32_t group_of(const cost_layout *layout, uint32_t field) {
    return layout->group ? layout->group[field] : field;
}

/* Where a field is in its group; in the struct without a layout. */
static uint64_t place_of(const dtrans_type *t, const cost_layout *layout, uint32_t field) {
    uint64_t place = 0;
    if (!layout)
        return t->fields[field].offset;
    for (uint32_t k = 0; layout->group && k < field; k++)
        if (layout->group[k] == layout->group[field])
            place += t->fields[k].size;
    return place;
}

/* What is closer than a line is one stretch. */
static sums sum_group(const visit *v, const cost_layout *layout, uint32_t group) {
    sums s = {0};
    stretch now = {0};
    for (uint32_t i = 0; i < v->count; i++) {
        const dtrans_touched *t = touch(v, i);
        if (layout && group_of(layout, t->field) != group)
            continue;
        uint64_t from = place_of(v->type, layout, t->field);
        if (now.to == now.from || from >= now.to + IR_CACHE_LINE) {
            add_stretch(&s, &now);
            now = (stretch){from, from, 0};
        }
        now.to = from + v->type->fields[t->field].size;
        now.weight = visits_of(t) > now.weight ? visits_of(t) : now.weight;
        if (s.largest < v->type->fields[t->field].size)
            s.largest = v->type->fields[t->field].size;
    }
    add_stretch(&s, &now);
    return s;
}

/* Objects from one that is visited to the next. */
static double passed(const visit *v) {
    double step = (double)v->stride.bytes / (double)v->type->size;
    return v->stride.motion == COST_WALKS && step > 1 ? step : 1;
}

static double cost_of_walk(const visit *v, const sums *s, uint64_t size) {
    double all = v->weight * (double)size * passed(v);
    return (all < s->lines ? all : s->lines) * (s->largest == size ? 1 : in_pieces);
}

static double cost_of_visit(visit *v, const cost_layout *layout) {
    double walk = 0, lines = 0, kept = 0;
    find_weight(v);
    for (uint32_t g = 0; g < (layout ? layout->groups : 1); g++) {
        uint64_t size = layout ? layout->size[g] : v->type->size;
        sums s = sum_group(v, layout, g);
        walk += s.largest ? cost_of_walk(v, &s, size) : 0;
        lines += s.lines;
        kept += (double)(s.kept < size ? s.kept : size);
    }
    if (v->stride.motion == COST_STAYS)
        return 0;
    if (v->stride.motion == COST_WALKS)
        return touch(v, 0)->profiled ? walk : walk / passed(v);
    return lines * kept / (double)v->type->size;
}

static double cost_of(DTransInfo *info, uint32_t type, const cost_layout *layout) {
    const cost_strides *strides = cost_strides_of(info, type);
    double cost = 0;
    uint32_t at = strides ? strides->first[type] : 0, end = strides ? strides->first[type + 1] : 0;
    while (at < end) {
        visit v = {.info = info, .strides = strides, .type = &info->types.at[type]};
        uint32_t loop = info->touched.at[strides->order[at]].loop;
        v.at = strides->order + at;
        while (at < end && info->touched.at[strides->order[at]].loop == loop) {
            at++;
            v.count++;
        }
        cost += cost_of_visit(&v, layout);
    }
    return cost;
}

double cost_of_array(DTransInfo *info, uint32_t type) {
    return cost_of(info, type, NULL);
}

double cost_of_parts(DTransInfo *info, uint32_t type, const cost_layout *layout) {
    return cost_of(info, type, layout);
}

/* What glibc's malloc takes for an object. */
static uint64_t chunk_of(uint64_t size) {
    enum { HEADER = 8, STEP = 16, LEAST = 32 };
    uint64_t chunk = (size + HEADER + STEP - 1) / STEP * STEP;
    return chunk < LEAST ? LEAST : chunk;
}

double cost_of_nodes(const dtrans_type *t) {
    return cost_of_pooled(t, chunk_of(t->size));
}

double cost_of_pooled(const dtrans_type *t, uint64_t bytes) {
    return (1 + t->frequency) * (double)bytes;
}

double cost_of_pooled_parts(const dtrans_type *t, const cost_layout *layout) {
    double cost = layout->groups ? (double)layout->size[0] : 0;
    for (uint32_t f = 0; f < t->field_count; f++) {
        uint32_t group = group_of(layout, f);
        if (group != IR_NONE)
            cost += t->fields[f].frequency *
                    (double)(layout->size[group] + (group ? IR_CACHE_LINE : 0));
    }
    return cost;
}

bool cost_stays_in_cache(const dtrans_type *t, uint64_t most) {
    for (size_t i = 0; i < t->sites.len; i++) {
        if (!t->sites.at[i].count)
            return false;
        if (t->sites.at[i].count > most)
            most = t->sites.at[i].count;
    }
    return most <= IR_CACHE_FIRST / 2 / t->size;
}

bool cost_pays(double now, double then) {
    return then * 8 <= now * 7 && then < now;
}
