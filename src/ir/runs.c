#include "ir/runs.h"

#include "base/vec.h"
#include "ir/analyses.h"
#include "ir/scc.h"

#include <math.h>
#include <string.h>

/* A cycle of calls is taken to turn this often each time it is entered. */
#define RECURSION_TURNS 8.0
#define MOST_RUNS 1e18

typedef struct call {
    uint32_t caller, callee;
    double runs; /* per run of the caller */
} call;

typedef struct solver {
    lathe_ctx *ctx;
    lathe_module *m;
    ir_runs *r;
    VEC(call) calls;           /* by caller, in order */
    uint32_t *start, *callees; /* calls as a graph */
} solver;

static bool number_functions(ir_runs *r, arena *a, lathe_module *m) {
    size_t count = 0;
    ir_each_function (fn, m->llvm)
        count += !LLVMIsDeclaration(fn);
    if (!ir_numbering_init(&r->functions, a, count))
        return false;
    ir_each_function (fn, m->llvm)
        if (!LLVMIsDeclaration(fn))
            ir_numbering_add(&r->functions, fn);
    r->runs = arena_array(a, count, double);
    r->profiled = arena_array(a, count, bool);
    return r->runs && r->profiled;
}

static LLVMValueRef function_at(const ir_runs *r, uint32_t i) {
    return (LLVMValueRef)(uintptr_t)r->functions.keys[i];
}

static void add_calls_of_block(solver *s, uint32_t caller, LLVMBasicBlockRef bb, double runs) {
    ir_each_inst (inst, bb) {
        if (!LLVMIsACallInst(inst) && !LLVMIsAInvokeInst(inst))
            continue;
        uint32_t callee = ir_numbering_find(&s->r->functions, LLVMGetCalledValue(inst));
        if (callee != IR_NONE)
            vec_push(s->ctx, &s->calls, (call){caller, callee, runs});
    }
}

static bool add_calls(solver *s, uint32_t caller) {
    LLVMValueRef fn = function_at(s->r, caller);
    const ir_freq *freq = ir_freq_of(s->m, fn);
    const ir_cfg *cfg = freq ? ir_cfg_of(s->m, fn) : NULL;
    for (uint32_t b = 0; cfg && b < cfg->count; b++)
        if (freq->block[b] > 0)
            add_calls_of_block(s, caller, cfg->blocks[b], freq->block[b]);
    return cfg && ctx_ok(s->ctx);
}

static bool build_graph(solver *s, arena *a) {
    uint32_t count = s->r->functions.count;
    if (!ir_fits(s->ctx, s->calls.len))
        return false;
    s->start = arena_array(a, (size_t)count + 1, uint32_t);
    s->callees = arena_array(a, s->calls.len, uint32_t);
    if (!s->start || !s->callees)
        return false;
    for (size_t i = 0; i < s->calls.len; i++) {
        s->start[s->calls.at[i].caller + 1]++;
        s->callees[i] = s->calls.at[i].callee;
    }
    for (uint32_t i = 0; i < count; i++)
        s->start[i + 1] += s->start[i];
    return true;
}

/* The callee is the last operand of every kind of call. */
static bool is_callee_use(LLVMUseRef use) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsACallInst(user) && !LLVMIsAInvokeInst(user))
        return false;
    return LLVMGetOperandUse(user, (unsigned)LLVMGetNumOperands(user) - 1) == use;
}

static bool is_entered_from_outside(LLVMValueRef fn) {
    size_t length;
    const char *name = LLVMGetValueName2(fn, &length);
    if (!LLVMGetFirstUse(fn) || (length == 4 && memcmp(name, "main", 4) == 0))
        return true;
    for (LLVMUseRef use = LLVMGetFirstUse(fn); use; use = LLVMGetNextUse(use))
        if (!is_callee_use(use))
            return true;
    return false;
}

static bool start_runs(solver *s) {
    for (uint32_t i = 0; i < s->r->functions.count; i++) {
        LLVMValueRef fn = function_at(s->r, i);
        uint64_t count;
        s->r->profiled[i] = ir_entry_count(fn, &count);
        s->r->runs[i] = s->r->profiled[i] ? (double)count : is_entered_from_outside(fn);
        if (!ctx_tick(s->ctx, 1))
            return false;
    }
    return true;
}

/* What enters a component of several functions reaches all of them, several times. */
static void spread_component(solver *s, const uint32_t *members, uint32_t count) {
    double entered = 0;
    for (uint32_t i = 0; i < count; i++)
        entered += s->r->profiled[members[i]] ? 0 : s->r->runs[members[i]];
    for (uint32_t i = 0; i < count; i++)
        if (!s->r->profiled[members[i]])
            s->r->runs[members[i]] = fmin(entered * RECURSION_TURNS, MOST_RUNS);
}

static bool calls_itself(const solver *s, uint32_t fn) {
    for (uint32_t i = s->start[fn]; i < s->start[fn + 1]; i++)
        if (s->callees[i] == fn)
            return true;
    return false;
}

static void call_others(solver *s, const ir_scc *scc, uint32_t caller) {
    for (uint32_t i = s->start[caller]; i < s->start[caller + 1]; i++) {
        const call *c = &s->calls.at[i];
        if (scc->component[c->callee] == scc->component[caller] || s->r->profiled[c->callee])
            continue;
        double *runs = &s->r->runs[c->callee];
        *runs = fmin(*runs + s->r->runs[caller] * c->runs, MOST_RUNS);
    }
}

/* Callers come before callees; functions of one component stand together in `order`. */
static bool spread(solver *s, arena *a) {
    uint32_t count = s->r->functions.count;
    ir_scc scc;
    if (!ir_scc_build(&scc, a, count, s->start, s->callees))
        return false;
    uint32_t *order = arena_array(a, count, uint32_t);
    uint32_t *place = arena_array(a, (size_t)scc.count + 1, uint32_t);
    if (!order || !place)
        return false;
    for (uint32_t c = 0; c < scc.count; c++)
        place[c + 1] = place[c] + scc.size[c];
    for (uint32_t i = 0; i < count; i++)
        order[place[scc.component[i]]++] = i;
    for (uint32_t c = scc.count; c-- > 0;) {
        const uint32_t *members = order + place[c] - scc.size[c];
        if (scc.size[c] > 1 || calls_itself(s, *members))
            spread_component(s, members, scc.size[c]);
        for (uint32_t i = 0; i < scc.size[c]; i++)
            call_others(s, &scc, members[i]);
    }
    return ctx_tick(s->ctx, s->calls.len);
}

bool ir_runs_build(ir_runs *r, arena *a, lathe_module *m) {
    *r = (ir_runs){.runs = NULL};
    solver s = {.ctx = m->ctx, .m = m, .r = r};
    bool ok = number_functions(r, a, m);
    for (uint32_t i = 0; ok && i < r->functions.count; i++)
        ok = add_calls(&s, i);
    ok = ok && build_graph(&s, a) && start_runs(&s) && spread(&s, a);
    vec_free(m->ctx, &s.calls);
    return ok;
}

double ir_runs_of(const ir_runs *r, LLVMValueRef fn) {
    uint32_t i = ir_numbering_find(&r->functions, fn);
    return i == IR_NONE ? 0 : r->runs[i];
}
