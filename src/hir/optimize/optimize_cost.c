/* The cost model. What is assumed of the units and latencies of machines is here, the rest in
 * ir/machine.h. Numbers are cycles, roughly those of x86-64 cores of the last ten years; only their
 * ratios matter.
 *
 * An iteration of the innermost loop takes as long as its busiest unit, or, if it waits for the one
 * before, as the latency of what it waits for. To that come the cache lines that have to be
 * fetched: a loop's lines stay for its next execution if all that is touched in between fits. */
#include "hir/optimize/optimize_cost.h"

#include "base/num.h"
#include "ir/machine.h"

#include <math.h>
#include <string.h>

static const double per_load = 0.5, per_store = 1, per_operation = 0.5;
static const double per_slot = 0.25;                               /* four instructions at a time */
static const double per_strided_load = 1, per_strided_store = 1.5; /* of one lane */
static const double per_iteration = 0.5;
static const double per_entry = 12; /* of an innermost loop */
static const double per_kept = 2;   /* to bring into a register what stays the same in it */
static const double per_spill = 1;
static const double per_jump = 4; /* by data: one in five is predicted wrong, for some 20 cycles */
static const double for_the_rest = 0.03; /* a loop for iterations that are left over, in code */
static const double latency_of_whole = 2, latency_of_sum = 4, latency_of_quotient = 13,
                    latency_of_store = 4; /* until it can be loaded */
static const double cost_of_root = 12;
static const uint32_t kept_registers = 3; /* for what is computed in between */
static const uint32_t kept_whole = 2;     /* the stack and the counter; bounds can be in memory */

typedef struct cache {
    double bytes;
    double near, far; /* to fetch a line after the last one, or anywhere */
} cache;
static const double ways = 8; /* lines in a set */
static const cache caches[] = {{IR_CACHE_FIRST, 2, 8}, {IR_CACHE_SECOND, 5, 20}};

static double largest(double a, double b) {
    return a > b ? a : b;
}

/* Instructions. */

/* A call that may set errno becomes an instruction and a jump past the call. */
static double errno_cost(cost_nest *n, const char *callee) {
    n->is_simple = false;
    return !strcmp(callee, "sqrt") || !strcmp(callee, "sqrtf") ? cost_of_root : 50;
}

static double call_cost(cost_nest *n, const char *callee) {
    if (callee && str_starts_with(callee, "@"))
        callee++;
    if (callee && str_starts_with(callee, "llvm.fmuladd"))
        return 2;
    if (callee && str_starts_with(callee, "llvm.sqrt"))
        return cost_of_root;
    if (callee && (str_starts_with(callee, "llvm.abs") || str_starts_with(callee, "llvm.f") ||
                   str_starts_with(callee, "llvm.m") || str_starts_with(callee, "llvm.s") ||
                   str_starts_with(callee, "llvm.u")))
        return 1;
    return errno_cost(n, callee ? callee : "");
}

double cost_of_inst(cost_nest *n, const HLInst *inst) {
    switch (inst->opcode) {
    case LLVMFDiv:
        n->latency = latency_of_quotient;
        return 8;
    case LLVMSDiv:
    case LLVMUDiv:
    case LLVMSRem:
    case LLVMURem:
    case LLVMFRem:
        n->is_simple = false;
        return 24;
    case LLVMCall:
    case LLVMInvoke:
        return call_cost(n, inst->callee);
    case LLVMLoad:
    case LLVMStore:
    case LLVMGetElementPtr:
        return 0;
    case LLVMSelect:
        return 1 + inst->compares;
    default:
        return inst->opcode ? 1 : 0;
    }
}

/* Machines. */

void cost_read_machine(cost_nest *n, uint32_t widest) {
    ir_machine machine = ir_machine_of(n->h->fn);
    n->registers = machine.vector_registers;
    n->whole_registers = machine.whole_registers;
    n->lanes = widest && widest < machine.vector_bytes ? machine.vector_bytes / widest : 1;
    n->latency = largest(n->latency, latency_of_whole);
}

void cost_carry(cost_nest *n, LLVMTypeRef type) {
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
        n->latency = largest(n->latency, latency_of_sum);
}

/* Cycles. */

static double absolute(int64_t stride) {
    return fabs((double)stride);
}

double cost_copies(const cost_nest *n, const cost_plan *p, uint32_t loops) {
    double copies = 1;
    for (uint32_t k = 0; k < n->depth; k++)
        copies *= loops >> k & 1 ? p->factors[k] : 1;
    return copies;
}

static uint32_t loops_of(const cost_nest *n, const cost_ref *ref) {
    uint32_t loops = 0;
    for (uint32_t k = 0; k < n->depth; k++)
        loops |= (uint32_t)(ref->strides[k] != 0) << k;
    return loops;
}

/* Loops from one iteration of which to the next it is not known how far the reference moves. */
static uint32_t unknown_in(const cost_nest *n, const cost_ref *ref) {
    uint32_t loops = 0;
    for (uint32_t k = 0; k < n->depth; k++)
        loops |= (uint32_t)(ref->strides[k] == COST_UNKNOWN_STRIDE) << k;
    return loops;
}

/* Of one iteration, of as many lanes as a vector has. */
typedef struct body {
    double operations, jumps, loads, stores;
    double live; /* registers for what stays the same, or is carried to the next */
    double addresses;
    double slots;
    bool forwards; /* what one iteration stores, the next one loads */
} body;

static void add_reference(body *b, const cost_ref *ref, bool disturbed, double copies, double step,
                          double lanes, double addresses) {
    bool packed = step == ref->bytes || lanes == 1;
    if (!step && !disturbed) {
        b->live += copies;
        return;
    }
    b->addresses += ref->is_new ? addresses : ref->has_address;
    b->forwards |= !step && ref->reads && ref->writes;
    if (ref->reads) {
        b->loads += copies * (packed ? per_load : per_strided_load * lanes);
        b->slots += copies * (packed ? 1 : 2 * lanes);
    }
    if (ref->writes) {
        b->stores += copies * (packed ? per_store : per_strided_store * lanes);
        b->slots += copies * (packed ? 2 : 3 * lanes);
    }
}

static body body_of(const cost_nest *n, const cost_plan *p, double lanes) {
    body b = {0};
    for (size_t i = 0; i < n->refs.len; i++) {
        const cost_ref *ref = &n->refs.at[i];
        add_reference(&b, ref, ref->disturbed >> cost_innermost(n, p) & 1,
                      ref->copies * cost_copies(n, p, loops_of(n, ref)),
                      absolute(ref->strides[cost_innermost(n, p)]), lanes,
                      cost_copies(n, p, unknown_in(n, ref)));
    }
    for (size_t i = 0; i < n->operations.len; i++) {
        const cost_operation *op = &n->operations.at[i];
        if (!(op->loops >> cost_innermost(n, p) & 1))
            continue;
        b.operations += op->units * cost_copies(n, p, op->loops);
        b.jumps += op->jumps * cost_copies(n, p, op->loops);
    }
    b.slots += b.operations;
    return b;
}

static double iteration_cycles(const cost_nest *n, const cost_plan *p, const body *b) {
    double cycles = largest(largest(b->operations * per_operation, b->slots * per_slot),
                            largest(b->loads, b->stores));
    if (n->carries >> cost_innermost(n, p) & 1)
        cycles = largest(cycles, n->latency + (b->forwards ? latency_of_store : 0));
    double spilled = largest(0, b->live + kept_registers - n->registers) +
                     largest(0, b->addresses + kept_whole - n->whole_registers);
    return cycles + per_iteration + b->jumps * per_jump + spilled * per_spill;
}

/* How the loops from a position on move a reference. Those that move it by the same walk over the
 * same lines, one a little further than the other. */
typedef struct walk {
    double steps[COST_DEPTH], counts[COST_DEPTH];
    uint32_t different, least; /* the smallest step */
} walk;

static walk walk_of(const cost_nest *n, const cost_plan *p, const cost_ref *ref, uint32_t from) {
    walk w = {0};
    for (uint32_t k = n->depth; k-- > from;) {
        uint32_t loop = p->order[k], same = 0;
        double step = absolute(ref->strides[loop]);
        while (same < w.different && w.steps[same] != step)
            same++;
        if (same < w.different)
            w.counts[same] += n->trips[loop] - 1;
        else if (step) {
            w.least = w.different && w.steps[w.least] < step ? w.least : same;
            w.steps[same] = step;
            w.counts[w.different++] = n->trips[loop];
        }
    }
    return w;
}

static double lines_in(const walk *w) {
    double lines = 1;
    for (uint32_t k = 0; k < w->different; k++)
        lines *= w->counts[k];
    if (w->different && w->steps[w->least] < IR_CACHE_LINE)
        lines *= w->steps[w->least] / IR_CACHE_LINE;
    return largest(1, lines);
}

static double lines_of(const cost_nest *n, const cost_plan *p, const cost_ref *ref, uint32_t from) {
    walk w = walk_of(n, p, ref, from);
    return lines_in(&w);
}

/* How many times as large a cache would have to be: lines at a distance that is a multiple of a
 * large power of two share few of its sets, unless the walk fills the lines between them. */
static double crowding_in(const walk *w, const cache *c) {
    double sets = c->bytes / IR_CACHE_LINE / ways, run = 1, most = 1;
    if (w->different)
        run = largest(1, w->counts[w->least] * w->steps[w->least] / IR_CACHE_LINE);
    for (uint32_t k = 0; k < w->different; k++) {
        double lines = w->steps[k] / IR_CACHE_LINE;
        if (lines < 1 || fmod(lines, 1) > 0)
            continue;
        double shared = (double)num_gcd((uint64_t)lines, (uint64_t)sets);
        shared /= k == w->least ? 1 : run;
        most = largest(most, shared < w->counts[k] ? shared : w->counts[k]);
    }
    return most;
}

/* The first position from which all fits into the cache. */
static uint32_t fitting_place(const cost_nest *n, const cost_plan *p, const cache *c) {
    for (uint32_t from = 0; from < n->depth; from++) {
        double all = 0;
        for (size_t i = 0; i < n->refs.len; i++) {
            walk w = walk_of(n, p, &n->refs.at[i], from);
            all += n->refs.at[i].is_new ? lines_in(&w) * crowding_in(&w, c) * IR_CACHE_LINE : 0;
        }
        if (all <= c->bytes)
            return from;
    }
    return n->depth;
}

/* How much more often a loop outside of what fits has lines fetched. Right outside, what one
 * iteration has fetched is still there for the next. */
static double times_fetched(const cost_nest *n, const cost_plan *p, const cost_ref *ref,
                            uint32_t place, bool is_next) {
    uint32_t loop = p->order[place];
    if (is_next)
        return lines_of(n, p, ref, place) / lines_of(n, p, ref, place + 1);
    double together = largest(1.0 / p->factors[loop], absolute(ref->strides[loop]) / IR_CACHE_LINE);
    return n->trips[loop] * (together < 1 ? together : 1);
}

static double fetch_cycles(const cost_nest *n, const cost_plan *p, const cache *c) {
    uint32_t from = fitting_place(n, p, c);
    double cycles = 0;
    for (size_t i = 0; i < n->refs.len; i++) {
        const cost_ref *ref = &n->refs.at[i];
        bool is_near = absolute(ref->strides[cost_innermost(n, p)]) <= IR_CACHE_LINE;
        double lines = ref->is_new ? lines_of(n, p, ref, from) : 0;
        for (uint32_t k = 0; k < from; k++)
            lines *= times_fetched(n, p, ref, k, k + 1 == from);
        cycles += lines * (is_near ? c->near : c->far);
    }
    return cycles;
}

void cost_find_cycles(const cost_nest *n, cost_plan *p) {
    uint32_t last = cost_innermost(n, p);
    bool vectors = n->is_simple && n->vectors >> last & 1;
    double lanes = vectors && n->trips[last] >= n->lanes ? n->lanes : 1;
    double iterations = 1;
    for (uint32_t k = 0; k < n->depth; k++)
        iterations *= n->trips[k] / p->factors[k];
    body b = body_of(n, p, lanes);
    p->cycles = iterations / lanes * iteration_cycles(n, p, &b) +
                iterations / n->trips[last] * (per_entry + per_kept * b.live);
    p->fetching = 0;
    for (size_t i = 0; i < sizeof caches / sizeof *caches; i++)
        p->fetching += fetch_cycles(n, p, &caches[i]);
    p->cycles += p->fetching;
    for (uint32_t k = 0; k < n->depth; k++)
        p->cycles *= fmod(n->trips[k], p->factors[k]) > 0 ? 1 + for_the_rest : 1;
}
