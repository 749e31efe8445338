/* Affinity: which fields of a type are touched in the same innermost loop, and how often. */
#include "dtrans/analysis/visit.h"

#include <stdlib.h>

/* Places that belong to many types say nothing about any one of them. */
enum { MAX_VIEWS = 8 };

void dtrans_touch(dtrans_visitor *v, const LocalPointerInfo *p) {
    if (v->loop == IR_NONE || p->count > MAX_VIEWS)
        return;
    for (uint32_t i = 0; i < p->count; i++) {
        const dtrans_view *view = &p->views[i];
        uint32_t field = dtrans_field_at(v->info, view->type, view->offset);
        if (field == IR_NONE || !v->info->types.at[view->type].affinity)
            continue;
        dtrans_touched t = {v->loop, view->type, field, v->weight};
        vec_push(v->info->ctx, &v->touched, t);
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

/* Touches of one field in one loop become one, with the weight of all. */
static void add_up(dtrans_visitor *v) {
    size_t kept = 0;
    for (size_t i = 0; i < v->touched.len; i++) {
        if (kept && by_loop(&v->touched.at[i], &v->touched.at[kept - 1]) == 0)
            v->touched.at[kept - 1].weight += v->touched.at[i].weight;
        else
            v->touched.at[kept++] = v->touched.at[i];
    }
    v->touched.len = kept;
}

static void relate(DTransInfo *info, const dtrans_touched *a, const dtrans_touched *b) {
    dtrans_type *t = &info->types.at[a->type];
    double both = a->weight < b->weight ? a->weight : b->weight;
    t->affinity[(size_t)a->field * t->field_count + b->field] += both;
    t->affinity[(size_t)b->field * t->field_count + a->field] += both;
}

void dtrans_finish_loops(dtrans_visitor *v) {
    if (v->touched.len > 1)
        qsort(v->touched.at, v->touched.len, sizeof *v->touched.at, by_loop);
    add_up(v);
    for (size_t i = 0; i < v->touched.len; i++) {
        const dtrans_touched *a = &v->touched.at[i];
        for (size_t j = i + 1; j < v->touched.len; j++) {
            const dtrans_touched *b = &v->touched.at[j];
            if (a->loop != b->loop || a->type != b->type)
                break;
            relate(v->info, a, b);
        }
    }
    vec_clear(&v->touched);
}
