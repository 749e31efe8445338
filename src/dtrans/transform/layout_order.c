#include "dtrans/transform/layout_order.h"

#include "base/num.h"
#include "ir/machine.h"
#include "ir/size.h"

#include <math.h>
#include <string.h>

/* Beyond this many fields trying all exchanges costs more than it can give. */
enum { MAX_SEARCH = 32 };

/* Where in a line objects begin is not known, only that allocators align them to this. */
enum { OBJECT_ALIGN = 16 };

typedef struct search {
    const dtrans_type *t;
    uint64_t *offset, *align; /* of each field, by its old number */
} search;

static bool search_init(search *s, arena *mem, const dtrans_type *t, LLVMTargetDataRef target) {
    *s = (search){t, arena_array(mem, t->field_count + 1, uint64_t),
                  arena_array(mem, t->field_count + 1, uint64_t)};
    if (!s->offset || !s->align)
        return false;
    for (uint32_t f = 0; f < t->field_count; f++)
        s->align[f] = ir_abi_align(target, LLVMStructGetTypeAtIndex(t->llvm, f));
    return true;
}

/* For how many of the offsets in a line where an object may begin bytes of two blocks are on
 * different lines, as a fraction. */
static double apart(uint64_t block, uint64_t later) {
    uint64_t distance = later - block;
    return distance < IR_CACHE_LINE ? (double)distance / IR_CACHE_LINE : 1;
}

/* No more than that it is over `enough`, if it is. */
static double cost_of(const search *s, const dtrans_order *order, uint64_t align, double enough) {
    uint64_t mask = ~((align > OBJECT_ALIGN ? align : OBJECT_ALIGN) - 1);
    uint32_t last = s->t->affinity ? order->count : 0;
    double cost = 0;
    for (uint32_t i = 0; i < order->count && !(cost > enough); i++) {
        uint32_t a = order->field[i];
        uint64_t at = s->offset[a], size = s->t->fields[a].size;
        if (size && size <= IR_CACHE_LINE)
            cost += apart(at & mask, (at + size - 1) & mask) * s->t->fields[a].frequency;
        const double *both = last ? &s->t->affinity[(size_t)a * s->t->field_count] : NULL;
        for (uint32_t k = i + 1; k < last; k++) {
            uint32_t b = order->field[k];
            if (both[b] > 0)
                cost += apart(at & mask, s->offset[b] & mask) * both[b];
        }
    }
    return cost;
}

/* Lays the fields out and fills in what the order costs, as far as it takes to see whether it is
 * better than `best`; NULL: in full. */
static void measure(const search *s, dtrans_order *order, const dtrans_order *best) {
    uint64_t at = 0, align = 1;
    order->reach = 0;
    for (uint32_t i = 0; i < order->count; i++) {
        uint32_t f = order->field[i];
        align = s->align[f] > align ? s->align[f] : align;
        at = num_round_up(at, s->align[f]);
        s->offset[f] = at;
        order->reach += (double)at * s->t->fields[f].frequency;
        at += s->t->fields[f].size;
    }
    order->size = num_round_up(at, align);
    order->cost = 0;
    if (!best || order->size <= best->size)
        order->cost =
            cost_of(s, order, align, best && order->size == best->size ? best->cost : HUGE_VAL);
}

static bool is_better(const dtrans_order *a, const dtrans_order *b) {
    if (a->size != b->size)
        return a->size < b->size;
    return a->cost != b->cost ? a->cost < b->cost : a->reach < b->reach;
}

bool dtrans_order_of(dtrans_order *order, arena *mem, const dtrans_type *t,
                     LLVMTargetDataRef target) {
    *order = (dtrans_order){.field = arena_array(mem, t->field_count + 1, uint32_t)};
    search s;
    if (!order->field || !search_init(&s, mem, t, target))
        return false;
    for (uint32_t i = 0; i < t->field_count; i++)
        if (!t->fields[i].padding)
            order->field[order->count++] = i;
    measure(&s, order, NULL);
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
        uint64_t align = s->align[f], other = best == IR_NONE ? 0 : s->align[best];
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
        at = num_round_up(at, s->align[f]) + s->t->fields[f].size;
    }
    for (uint32_t i = 0; i < from->count; i++)
        if (from->field[i] >= end)
            order->field[order->count++] = from->field[i];
    measure(s, order, NULL);
}

/* Moves the field at position `from` to position `to`; those between make room. */
static void move(dtrans_order *order, uint32_t from, uint32_t to) {
    uint32_t field = order->field[from];
    for (; from < to; from++)
        order->field[from] = order->field[from + 1];
    for (; from > to; from--)
        order->field[from] = order->field[from - 1];
    order->field[to] = field;
}

static void swap(dtrans_order *order, uint32_t i, uint32_t k) {
    uint32_t field = order->field[i];
    order->field[i] = order->field[k];
    order->field[k] = field;
}

/* After a change of `order` whose size and cost are still those from before it. */
static bool keep_better(const search *s, dtrans_order *order) {
    dtrans_order trial = *order;
    measure(s, &trial, order);
    if (!is_better(&trial, order))
        return false;
    *order = trial;
    return true;
}

static bool try_pair(const search *s, dtrans_order *order, uint32_t i, uint32_t k) {
    swap(order, i, k);
    if (keep_better(s, order))
        return true;
    swap(order, i, k);
    if (k == i + 1) /* for neighbours it is all the same */
        return false;
    move(order, i, k);
    if (keep_better(s, order))
        return true;
    move(order, k, i);
    move(order, k, i);
    if (keep_better(s, order))
        return true;
    move(order, i, k);
    return false;
}

/* Exchanges and moves fields as long as that helps. Every change makes the order strictly better,
 * so none comes twice; since there are more orders than anyone can wait for, a round for each field
 * must do. */
static void exchange(const search *s, dtrans_order *order, uint32_t first, uint32_t end) {
    uint32_t last = order->count;
    while (last > 0 && order->field[last - 1] >= end)
        last--;
    bool better = true;
    for (uint32_t round = 0; better && round < order->count; round++) {
        better = false;
        for (uint32_t i = first; i < last; i++)
            for (uint32_t k = i + 1; k < last; k++)
                better |= try_pair(s, order, i, k);
    }
}

void dtrans_order_improve(dtrans_order *order, arena *mem, const dtrans_type *t,
                          LLVMTargetDataRef target, uint32_t first, uint32_t end) {
    search s;
    dtrans_order packed = {.field = arena_array(mem, t->field_count + 1, uint32_t)};
    bool *placed = arena_array(mem, t->field_count + 1, bool);
    if (!search_init(&s, mem, t, target) || !packed.field || !placed || !order->count)
        return;
    pack(&s, &packed, order, placed, first, end);
    if (t->field_count <= MAX_SEARCH && packed.size > OBJECT_ALIGN)
        exchange(&s, &packed, first, end);
    if (is_better(&packed, order))
        *order = packed;
}
