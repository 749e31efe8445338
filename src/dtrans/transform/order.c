#include "dtrans/transform/order.h"

#include <string.h>

/* Beyond this many fields trying all exchanges costs more than it can give. */
enum { MAX_SEARCH = 48 };

typedef struct search {
    const dtrans_type *t;
    LLVMTargetDataRef target;
    uint64_t *offset; /* of each field, by its old number */
} search;

static uint64_t align_of(const search *s, uint32_t field) {
    return LLVMABIAlignmentOfType(s->target, LLVMStructGetTypeAtIndex(s->t->llvm, field));
}

static uint64_t round_up(uint64_t n, uint64_t align) {
    return (n + align - 1) / align * align;
}

static uint64_t line_of(uint64_t offset) {
    return offset / DTRANS_CACHE_LINE;
}

/* Lays the fields out and fills in what the order costs. */
static void measure(const search *s, dtrans_order *order) {
    uint64_t at = 0, align = 1;
    order->cost = 0;
    for (uint32_t i = 0; i < order->count; i++) {
        uint32_t f = order->field[i];
        uint64_t own = align_of(s, f);
        align = own > align ? own : align;
        at = round_up(at, own);
        s->offset[f] = at;
        at += s->t->fields[f].size;
        if (s->t->fields[f].size && s->t->fields[f].size <= DTRANS_CACHE_LINE &&
            line_of(at - 1) != line_of(s->offset[f]))
            order->cost += s->t->fields[f].frequency;
    }
    order->size = round_up(at, align);
    if (!s->t->affinity || order->size <= DTRANS_CACHE_LINE)
        return;
    for (uint32_t i = 0; i < order->count; i++)
        for (uint32_t k = i + 1; k < order->count; k++) {
            uint32_t a = order->field[i], b = order->field[k];
            if (line_of(s->offset[a]) != line_of(s->offset[b]))
                order->cost += a < b ? s->t->affinity[a * s->t->field_count + b]
                                     : s->t->affinity[b * s->t->field_count + a];
        }
}

static bool is_better(const dtrans_order *a, const dtrans_order *b) {
    return a->size != b->size ? a->size < b->size : a->cost < b->cost;
}

bool dtrans_order_of(dtrans_order *order, arena *mem, const dtrans_type *t,
                     LLVMTargetDataRef target) {
    *order = (dtrans_order){.field = arena_array(mem, t->field_count + 1, uint32_t)};
    search s = {t, target, arena_array(mem, t->field_count + 1, uint64_t)};
    if (!order->field || !s.offset)
        return false;
    for (uint32_t i = 0; i < t->field_count; i++)
        if (!t->fields[i].padding)
            order->field[order->count++] = i;
    measure(&s, order);
    order->size = t->size;
    return true;
}

/* The next field of a layout without avoidable gaps: of those that begin right here the one with
 * the strictest alignment, hotter ones first; if none does, the one with the weakest. */
static uint32_t pick(const search *s, const dtrans_order *order, const bool *placed, uint64_t at) {
    uint32_t best = IR_NONE;
    bool best_fits = false;
    for (uint32_t i = 0; i < order->count; i++) {
        uint32_t f = order->field[i];
        if (placed[f])
            continue;
        uint64_t align = align_of(s, f), other = best == IR_NONE ? 0 : align_of(s, best);
        bool fits = at % align == 0;
        bool better = best == IR_NONE || (fits && !best_fits);
        if (!better && fits == best_fits)
            better = fits ? align > other || (align == other && s->t->fields[f].frequency >
                                                                    s->t->fields[best].frequency)
                          : align < other;
        if (better) {
            best = f;
            best_fits = fits;
        }
    }
    return best;
}

/* Packs all that may move as tightly as it goes. */
static void pack(const search *s, dtrans_order *order, const dtrans_order *from, bool *placed,
                 uint32_t first, uint32_t end) {
    uint64_t at = 0;
    memset(placed, 0, s->t->field_count * sizeof *placed);
    order->count = 0;
    for (uint32_t i = 0; i < from->count; i++)
        placed[from->field[i]] = from->field[i] >= end;
    for (uint32_t left = from->count; left > 0; left--) {
        uint32_t f = order->count == 0 && first ? from->field[0] : pick(s, from, placed, at);
        if (f == IR_NONE)
            break;
        placed[f] = true;
        order->field[order->count++] = f;
        at = round_up(at, align_of(s, f)) + s->t->fields[f].size;
    }
    for (uint32_t i = 0; i < from->count; i++)
        if (from->field[i] >= end)
            order->field[order->count++] = from->field[i];
    measure(s, order);
}

static void swap(uint32_t *a, uint32_t *b) {
    uint32_t t = *a;
    *a = *b;
    *b = t;
}

/* Exchanges pairs as long as that helps. */
static void exchange(const search *s, dtrans_order *order, uint32_t first, uint32_t end) {
    uint32_t last = order->count;
    while (last > 0 && order->field[last - 1] >= end)
        last--;
    for (bool better = true; better;) {
        better = false;
        for (uint32_t i = first; i < last; i++)
            for (uint32_t k = i + 1; k < last; k++) {
                dtrans_order trial = *order;
                swap(&trial.field[i], &trial.field[k]);
                measure(s, &trial);
                if (is_better(&trial, order)) {
                    *order = trial;
                    better = true;
                } else {
                    swap(&trial.field[i], &trial.field[k]);
                }
            }
    }
}

void dtrans_order_improve(dtrans_order *order, arena *mem, const dtrans_type *t,
                          LLVMTargetDataRef target, uint32_t first, uint32_t end) {
    search s = {t, target, arena_array(mem, t->field_count + 1, uint64_t)};
    dtrans_order packed = {.field = arena_array(mem, t->field_count + 1, uint32_t)};
    bool *placed = arena_array(mem, t->field_count + 1, bool);
    if (!s.offset || !packed.field || !placed || !order->count)
        return;
    pack(&s, &packed, order, placed, first, end);
    if (t->field_count <= MAX_SEARCH && packed.size > DTRANS_CACHE_LINE)
        exchange(&s, &packed, first, end);
    if (is_better(&packed, order))
        *order = packed;
}
