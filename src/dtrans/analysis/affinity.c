/* Which fields of a type are touched in the same innermost loop, and how often: affinity. */
#include "dtrans/analysis/visit.h"

#include <stdlib.h>

/* Locations that belong to many types say nothing about any one of them. */
enum { MAX_VIEWS = 8 };

static uint32_t views_of(const LocalPointerInfo *p, uint32_t type) {
    uint32_t count = 0;
    dtrans_each_view (view, p)
        count += view->type == type;
    return count;
}

/* Once for all views of a type, which come one after another. */
static void note_toucher(dtrans_visitor *v, uint32_t type) {
    size_t count = v->info->touchers.len;
    const dtrans_toucher *last = count ? &v->info->touchers.at[count - 1] : NULL;
    if (!last || last->inst != v->inst || last->type != type)
        vec_push(v->info->ctx, &v->info->touchers, (dtrans_toucher){v->loop, type, v->inst});
}

void dtrans_touch(dtrans_visitor *v, const LocalPointerInfo *p) {
    if (p->count > MAX_VIEWS)
        return;
    dtrans_each_view (view, p) {
        uint32_t field = dtrans_field_at(v->info, view->type, view->offset);
        if (field == IR_NONE || !v->info->types.at[view->type].affinity)
            continue;
        dtrans_touched t = {.loop = v->loop,
                            .type = view->type,
                            .field = field,
                            .in_loop = v->in_loop,
                            .profiled = v->profiled,
                            .weight = v->weight,
                            .share = v->weight / (double)views_of(p, view->type),
                            .heaviest = v->weight};
        vec_push(v->info->ctx, &v->info->touched, t);
        note_toucher(v, view->type);
    }
}

static int by_loop(const void *a, const void *b) {
    const dtrans_touched *x = a, *y = b;
    if (x->loop != y->loop)
        return x->loop < y->loop ? -1 : 1;
    if (x->type != y->type)
        return x->type < y->type ? -1 : 1;
    return (x->field > y->field) - (x->field < y->field);
}

static void join(dtrans_touched *into, const dtrans_touched *t) {
    into->weight += t->weight;
    into->share += t->share;
    if (t->heaviest > into->heaviest)
        into->heaviest = t->heaviest;
}

/* Touches of one field in one loop become one, with the weight of all. */
static void add_up(DTransInfo *info, size_t from) {
    size_t kept = from;
    for (size_t i = from; i < info->touched.len; i++) {
        if (kept > from && by_loop(&info->touched.at[i], &info->touched.at[kept - 1]) == 0)
            join(&info->touched.at[kept - 1], &info->touched.at[i]);
        else
            info->touched.at[kept++] = info->touched.at[i];
    }
    info->touched.len = kept;
}

static void relate(DTransInfo *info, const dtrans_touched *a, const dtrans_touched *b) {
    dtrans_type *t = &info->types.at[a->type];
    double both = a->weight < b->weight ? a->weight : b->weight;
    t->affinity[(size_t)a->field * t->field_count + b->field] += both;
    t->affinity[(size_t)b->field * t->field_count + a->field] += both;
}

void dtrans_finish_loops(dtrans_visitor *v) {
    DTransInfo *info = v->info;
    size_t from = v->touched_before, count = info->touched.len - from;
    if (count > 1)
        qsort(info->touched.at + from, count, sizeof *info->touched.at, by_loop);
    add_up(info, from);
    for (size_t i = from; i < info->touched.len; i++) {
        const dtrans_touched *a = &info->touched.at[i];
        for (size_t j = i + 1; a->in_loop && j < info->touched.len; j++) {
            const dtrans_touched *b = &info->touched.at[j];
            if (a->loop != b->loop || a->type != b->type)
                break;
            relate(info, a, b);
        }
    }
    v->touched_before = info->touched.len;
}
