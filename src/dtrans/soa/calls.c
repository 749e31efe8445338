/* Who may call whom, what runs at most once, and what may run before something else. */
#include "dtrans/soa/soa.h"

#include "dtrans/analysis/info.h"
#include "ir/edit/call.h"

#include <string.h>

/* What one function does: calls in order of the module. */
typedef struct caller {
    VEC(LLVMValueRef) callees; /* defined functions */
    bool indirect;             /* may call any function whose address is taken */
} caller;

typedef struct soa_calls {
    map numbers; /* defined function → number + 1 */
    VEC(caller) callers;
    VEC(LLVMValueRef) taken;
} soa_calls;

static bool is_address_taken(LLVMValueRef fn) {
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAInstruction(user) || !ir_is_call_site(user) || LLVMGetCalledValue(user) != fn)
            return true;
        for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
            if (LLVMGetOperand(user, i) == fn)
                return true;
    }
    return false;
}

/* Functions of the library may call back what they are given. */
static void add_call(soa *s, caller *c, LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call), fn = LLVMIsAFunction(callee);
    if (LLVMIsAInlineAsm(callee))
        return;
    if (!fn || (LLVMIsDeclaration(fn) && !LLVMGetIntrinsicID(fn)))
        c->indirect = true;
    else if (!LLVMIsDeclaration(fn))
        vec_push(s->info->ctx, &c->callees, fn);
}

static soa_calls *calls_of(soa *s) {
    if (s->calls)
        return s->calls;
    soa_calls *calls = arena_new(&s->mem, soa_calls);
    if (!calls)
        return NULL;
    map_init(&calls->numbers, s->info->ctx);
    s->calls = calls;
    ir_each_function (fn, s->info->m->llvm) {
        if (LLVMIsDeclaration(fn))
            continue;
        caller c = {0};
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb)
                if (ctx_tick(s->info->ctx, 1) && ir_is_call_site(inst))
                    add_call(s, &c, inst);
        map_word *slot = map_put(&calls->numbers, fn);
        if (slot && vec_push(s->info->ctx, &calls->callers, c))
            slot->u = calls->callers.len;
        if (is_address_taken(fn))
            vec_push(s->info->ctx, &calls->taken, fn);
    }
    return calls;
}

void soa_calls_free(soa *s) {
    if (!s->calls)
        return;
    for (size_t i = 0; i < s->calls->callers.len; i++)
        vec_free(s->info->ctx, &s->calls->callers.at[i].callees);
    vec_free(s->info->ctx, &s->calls->callers);
    vec_free(s->info->ctx, &s->calls->taken);
    map_free(&s->calls->numbers);
    s->calls = NULL;
}

typedef VEC(LLVMValueRef) function_list;

/* Adds to the list what is not in it. */
static void visit(soa *s, map *seen, function_list *work, LLVMValueRef fn) {
    map_word *slot = map_put(seen, fn);
    if (slot && !slot->u) {
        slot->u = 1;
        vec_push(s->info->ctx, work, fn);
    }
}

static void visit_callees(soa *s, map *seen, function_list *work, const caller *c) {
    for (size_t i = 0; i < c->callees.len; i++)
        visit(s, seen, work, c->callees.at[i]);
    for (size_t i = 0; c->indirect && i < s->calls->taken.len; i++)
        visit(s, seen, work, s->calls->taken.at[i]);
}

static bool reaches(soa *s, const caller *first, LLVMValueRef to) {
    soa_calls *calls = calls_of(s);
    map seen;
    function_list work = {0};
    bool found = !calls; /* what cannot be told may be */
    map_init(&seen, s->info->ctx);
    if (calls)
        visit_callees(s, &seen, &work, first);
    while (!found && work.len && ctx_tick(s->info->ctx, 1)) {
        LLVMValueRef fn = vec_pop(&work);
        map_word *number = map_find(&calls->numbers, fn);
        found = fn == to;
        if (number && number->u)
            visit_callees(s, &seen, &work, &calls->callers.at[number->u - 1]);
    }
    vec_free(s->info->ctx, &work);
    map_free(&seen);
    return found || !ctx_ok(s->info->ctx);
}

bool soa_may_reach(soa *s, LLVMValueRef from, LLVMValueRef to) {
    soa_calls *calls = calls_of(s);
    map_word *number = calls ? map_find(&calls->numbers, from) : NULL;
    if (!number || !number->u)
        return !calls;
    caller c = calls->callers.at[number->u - 1]; /* the list may not move while it is used */
    return reaches(s, &c, to);
}

bool soa_may_call(soa *s, LLVMValueRef inst, LLVMValueRef fn) {
    if (!ir_is_call_site(inst) || !calls_of(s))
        return false;
    caller one = {0};
    add_call(s, &one, inst);
    bool found = reaches(s, &one, fn);
    vec_free(s->info->ctx, &one.callees);
    return found;
}

bool soa_can_follow(soa *s, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    map seen;
    VEC(LLVMBasicBlockRef) work = {0};
    bool found = false;
    map_init(&seen, s->info->ctx);
    vec_push(s->info->ctx, &work, from);
    while (!found && work.len && ctx_tick(s->info->ctx, 1)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(vec_pop(&work));
        for (unsigned i = 0; end && i < LLVMGetNumSuccessors(end); i++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(end, i);
            map_word *slot = map_put(&seen, next);
            found |= next == to;
            if (slot && !slot->u) {
                slot->u = 1;
                vec_push(s->info->ctx, &work, next);
            }
        }
    }
    vec_free(s->info->ctx, &work);
    map_free(&seen);
    return found || !ctx_ok(s->info->ctx);
}

bool soa_in_cycle(soa *s, LLVMBasicBlockRef bb) {
    return soa_can_follow(s, bb, bb);
}

static bool uses_one_of(const soa *s, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++) {
        LLVMValueRef fn = LLVMGetNamedFunction(s->info->m->llvm, names[i]);
        if (fn && LLVMGetFirstUse(fn))
            return true;
    }
    return false;
}

bool soa_has_threads(const soa *s) {
    static const char *const names[] = {"pthread_create", "thrd_create", "__kmpc_fork_call",
                                        "GOMP_parallel",  "clone",       "signal",
                                        "sigaction",      "sigset",      "timer_create"};
    return uses_one_of(s, names, sizeof names / sizeof *names);
}

bool soa_has_jumps(const soa *s) {
    static const char twice[] = "returns_twice";
    unsigned kind = LLVMGetEnumAttributeKindForName(twice, sizeof twice - 1);
    static const char *const names[] = {"setjmp",      "_setjmp",    "sigsetjmp",
                                        "__sigsetjmp", "getcontext", "vfork"};
    ir_each_function (fn, s->info->m->llvm)
        if (LLVMIsDeclaration(fn) && LLVMGetFirstUse(fn) &&
            LLVMGetEnumAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind))
            return true;
    return uses_one_of(s, names, sizeof names / sizeof *names);
}

static LLVMValueRef function_of(LLVMValueRef inst) {
    return LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst));
}

/* The only place a function is called from, NULL if there is another way into it. */
static LLVMValueRef only_call(soa *s, LLVMValueRef fn) {
    LLVMUseRef use = LLVMGetFirstUse(fn);
    if (!use || LLVMGetNextUse(use) || is_address_taken(fn) || dtrans_is_seen_outside(s->info, fn))
        return NULL;
    return LLVMGetUser(use);
}

static bool is_entry(LLVMValueRef fn) {
    return strcmp(LLVMGetValueName(fn), "main") == 0 && !LLVMGetFirstUse(fn);
}

bool soa_runs_once(soa *s, LLVMValueRef inst, soa_point *point) {
    enum { MOST = sizeof point->inst / sizeof *point->inst };
    point->depth = 0;
    for (LLVMValueRef at = inst; at; at = only_call(s, function_of(at))) {
        if (point->depth == MOST || soa_in_cycle(s, LLVMGetInstructionParent(at)))
            return false;
        point->inst[point->depth++] = at;
        if (!is_entry(function_of(at)))
            continue;
        for (unsigned i = 0; i < point->depth / 2; i++) {
            LLVMValueRef other = point->inst[i];
            point->inst[i] = point->inst[point->depth - 1 - i];
            point->inst[point->depth - 1 - i] = other;
        }
        return !soa_has_jumps(s);
    }
    return false;
}

/* Blocks from which control can come to the block, by at least one edge. */
static void find_before(soa *s, LLVMBasicBlockRef bb, map *before) {
    VEC(LLVMBasicBlockRef) work = {0};
    vec_push(s->info->ctx, &work, bb);
    while (work.len && ctx_tick(s->info->ctx, 1)) {
        LLVMValueRef target = LLVMBasicBlockAsValue(vec_pop(&work));
        for (LLVMUseRef u = LLVMGetFirstUse(target); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef end = LLVMGetUser(u);
            LLVMBasicBlockRef from = LLVMIsAInstruction(end) ? LLVMGetInstructionParent(end) : NULL;
            map_word *slot = from ? map_put(before, from) : NULL;
            if (slot && !slot->u) {
                slot->u = 1;
                vec_push(s->info->ctx, &work, from);
            }
        }
    }
    vec_free(s->info->ctx, &work);
}

/* Collects the calls that may run before `at` in its function; true if `inst` itself may. */
static bool collect_before(soa *s, LLVMValueRef at, LLVMValueRef inst, caller *calls) {
    map before;
    bool found = false;
    LLVMBasicBlockRef here = LLVMGetInstructionParent(at);
    map_init(&before, s->info->ctx);
    find_before(s, here, &before);
    ir_each_block (bb, function_of(at)) {
        bool all = map_find(&before, bb) != NULL;
        for (LLVMValueRef i = all || bb == here ? LLVMGetFirstInstruction(bb) : NULL;
             i && (all || i != at); i = LLVMGetNextInstruction(i)) {
            found |= i == inst && i != at;
            if (ctx_tick(s->info->ctx, 1) && ir_is_call_site(i) && i != at)
                add_call(s, calls, i);
        }
    }
    map_free(&before);
    return found;
}

/* Constructors, whose addresses are taken, run before main. */
bool soa_may_precede(soa *s, LLVMValueRef inst, const soa_point *point) {
    caller calls = {.indirect = LLVMGetNamedGlobal(s->info->m->llvm, "llvm.global_ctors") != NULL};
    bool found = false;
    for (unsigned i = 0; i < point->depth; i++)
        found |= collect_before(s, point->inst[i], inst, &calls);
    found = found || reaches(s, &calls, function_of(inst));
    vec_free(s->info->ctx, &calls.callees);
    return found;
}
