/* Who may call whom, what runs at most once, and what may run before something else.
 *
 * Nothing is concluded from the names of functions that a program does not use. Control leaves the
 * module by every call of something that is not in it, and comes back wherever code outside can
 * enter: at the *entries*, which are the functions that are visible outside, those whose addresses
 * are taken (callbacks, handlers of signals, starts of threads, constructors) and those that
 * assembler names. An entry, and all it calls, may be active any number of times at any moment:
 * on other threads, in a signal handler between two instructions, on another stack. What only main
 * leads to, by direct calls, is active as often as it calls itself.
 *
 * main is not an entry if it is called by the start of the program alone (dtrans_is_seen_outside).
 */
#include "dtrans/soa/soa.h"

#include "dtrans/analysis/type_info.h"
#include "ir/attr.h"
#include "ir/libfuncs.h"
#include "ir/value.h"

#include <string.h>

/* What one function does: calls in order of the module. */
typedef struct caller {
    VEC(LLVMValueRef) callees; /* defined functions */
    bool leaves;               /* code outside may run, and so may every entry */
    bool jumps;                /* some call may return twice */
} caller;

typedef struct soa_calls {
    map numbers; /* defined function → number + 1 */
    VEC(caller) callers;
    VEC(LLVMValueRef) entries;
    VEC(LLVMValueRef) early; /* functions that may run before main does */
    map entered;             /* the entries and all they may call; filled when first asked for */
    bool has_entered;
    map is_entry;
    bool jumps;        /* in any function */
    bool hidden_jumps; /* what may return twice is perhaps called through a pointer */
    unsigned nocallback, returns_twice, coroutine; /* attributes */
} soa_calls;

static bool is_called_by(LLVMValueRef user, LLVMValueRef fn) {
    return LLVMIsAInstruction(user) && ir_is_call_site(user) && LLVMGetCalledValue(user) == fn &&
           !ir_call_passes(user, fn);
}

static bool is_address_taken(LLVMValueRef fn) {
    ir_each_user (user, fn)
        if (!is_called_by(user, fn))
            return true;
    return false;
}

/* Whether the address is there before any code of the module runs. */
static bool is_in_constant(LLVMValueRef fn) {
    ir_each_user (user, fn)
        if (!LLVMIsAInstruction(user))
            return true;
    return false;
}

static bool has_attribute(LLVMValueRef fn, unsigned kind) {
    return LLVMGetEnumAttributeAtIndex(fn, IR_AT_FUNCTION, kind) != NULL;
}

/* What is declared as calling nothing back, as most intrinsics are, stays outside. */
static void add_call(soa *s, caller *c, LLVMValueRef call) {
    LLVMValueRef fn = LLVMIsAFunction(LLVMGetCalledValue(call));
    if (!fn || (LLVMIsDeclaration(fn) && !has_attribute(fn, s->calls->nocallback)) ||
        LLVMGetLinkage(fn) == LLVMAvailableExternallyLinkage)
        c->leaves = true;
    if (fn && !LLVMIsDeclaration(fn))
        vec_push(s->info->ctx, &c->callees, fn);
}

/* Front ends mark what may return twice; of intrinsics there is one, and swapcontext is what they
 * forget. */
static bool is_left_twice(const soa_calls *calls, LLVMValueRef fn) {
    return has_attribute(fn, calls->returns_twice) ||
           strcmp(LLVMGetValueName(fn), "llvm.eh.sjlj.setjmp") == 0 ||
           strcmp(LLVMGetValueName(fn), "swapcontext") == 0;
}

static bool returns_twice(const soa *s, LLVMValueRef call) {
    LLVMValueRef fn = LLVMIsAFunction(LLVMGetCalledValue(call));
    return LLVMGetCallSiteEnumAttribute(call, IR_AT_FUNCTION, s->calls->returns_twice) ||
           (fn && is_left_twice(s->calls, fn));
}

static void add_entry(soa *s, LLVMValueRef fn, bool early) {
    vec_push(s->info->ctx, &s->calls->entries, fn);
    map_put(&s->calls->is_entry, fn);
    if (early)
        vec_push(s->info->ctx, &s->calls->early, fn);
}

/* Every word that is the name of a function. */
static void add_named(soa *s, const char *text, size_t length) {
    for (size_t i = 0, begin = 0; i <= length; i++) {
        if (i < length && str_is_symbol_char(text[i]))
            continue;
        const char *name = i > begin ? arena_strndup(&s->mem, text + begin, i - begin) : NULL;
        LLVMValueRef fn = name ? LLVMGetNamedFunction(s->info->m->llvm, name) : NULL;
        if (fn && !LLVMIsDeclaration(fn))
            add_entry(s, fn, true);
        begin = i + 1;
    }
}

static void add_instruction(soa *s, caller *c, LLVMValueRef inst) {
    size_t length;
    if (!ir_is_call_site(inst))
        return;
    add_call(s, c, inst);
    c->jumps |= returns_twice(s, inst);
    LLVMValueRef callee = LLVMGetCalledValue(inst);
    if (LLVMIsAInlineAsm(callee)) {
        const char *text = LLVMGetInlineAsmAsmString(callee, &length);
        add_named(s, text, length);
    }
}

/* The library calls what it finds under its own names, as it does with malloc. */
static bool is_seen_outside(soa *s, LLVMValueRef fn) {
    size_t length;
    const char *name = LLVMGetValueName2(fn, &length);
    bool local =
        LLVMGetLinkage(fn) == LLVMInternalLinkage || LLVMGetLinkage(fn) == LLVMPrivateLinkage;
    return dtrans_is_seen_outside(s->info, fn) || (!local && lib_find(name, length));
}

static void add_function(soa *s, LLVMValueRef fn) {
    caller c = {0};
    ir_each_block (bb, fn)
        ir_each_inst (inst, bb)
            if (ctx_tick(s->info->ctx, 1))
                add_instruction(s, &c, inst);
    s->calls->jumps |= c.jumps;
    if (vec_push(s->info->ctx, &s->calls->callers, c))
        map_set_number(&s->calls->numbers, fn, s->calls->callers.len);
    bool seen = is_seen_outside(s, fn);
    /* a coroutine returns when it is suspended, and is active still */
    if (seen || is_address_taken(fn) || has_attribute(fn, s->calls->coroutine))
        add_entry(s, fn, seen || is_in_constant(fn));
}

static soa_calls *calls_of(soa *s) {
    if (s->calls)
        return s->calls;
    soa_calls *calls = arena_new(&s->mem, soa_calls);
    if (!calls)
        return NULL;
    map_init(&calls->numbers, s->info->ctx);
    map_init(&calls->entered, s->info->ctx);
    map_init(&calls->is_entry, s->info->ctx);
    calls->nocallback = ir_attr_kind("nocallback");
    calls->returns_twice = ir_attr_kind("returns_twice");
    calls->coroutine = ir_attr_kind("presplitcoroutine");
    s->calls = calls;
    ir_each_function (fn, s->info->m->llvm)
        if (!LLVMIsDeclaration(fn))
            add_function(s, fn);
        else if (is_left_twice(calls, fn) && is_address_taken(fn))
            calls->jumps = calls->hidden_jumps = true;
    size_t length;
    const char *text = LLVMGetModuleInlineAsm(s->info->m->llvm, &length);
    add_named(s, text, length);
    return calls;
}

void soa_calls_free(soa *s) {
    if (!s->calls)
        return;
    for (size_t i = 0; i < s->calls->callers.len; i++)
        vec_free(s->info->ctx, &s->calls->callers.at[i].callees);
    vec_free(s->info->ctx, &s->calls->callers);
    vec_free(s->info->ctx, &s->calls->entries);
    vec_free(s->info->ctx, &s->calls->early);
    map_free(&s->calls->numbers);
    map_free(&s->calls->entered);
    map_free(&s->calls->is_entry);
    s->calls = NULL;
}

typedef VEC(LLVMValueRef) function_list;

/* Adds to the list what is not in it. */
static void visit(soa *s, map *seen, function_list *work, LLVMValueRef fn) {
    if (map_add(seen, fn))
        vec_push(s->info->ctx, work, fn);
}

/* What one function does, NULL if the module does not define it. */
static const caller *caller_of(const soa_calls *calls, LLVMValueRef fn) {
    uint64_t number = map_number(&calls->numbers, fn);
    return number ? &calls->callers.at[number - 1] : NULL;
}

static void visit_callees(soa *s, map *seen, function_list *work, const caller *c) {
    for (size_t i = 0; i < c->callees.len; i++)
        visit(s, seen, work, c->callees.at[i]);
    for (size_t i = 0; c->leaves && i < s->calls->entries.len; i++)
        visit(s, seen, work, s->calls->entries.at[i]);
}

/* Adds all that functions in the list may call, at any depth; stops at `to`, if it is not NULL. */
static bool visit_all(soa *s, map *seen, function_list *work, LLVMValueRef to) {
    while (work->len && ctx_tick(s->info->ctx, 1)) {
        LLVMValueRef fn = vec_pop(work);
        const caller *c = caller_of(s->calls, fn);
        if (fn == to)
            return true;
        if (c)
            visit_callees(s, seen, work, c);
    }
    return false;
}

static bool reaches(soa *s, const caller *first, LLVMValueRef to) {
    soa_calls *calls = calls_of(s);
    map seen;
    function_list work = {0};
    bool found = !calls; /* what is not known may be */
    map_init(&seen, s->info->ctx);
    if (calls) {
        visit_callees(s, &seen, &work, first);
        found = visit_all(s, &seen, &work, to);
    }
    vec_free(s->info->ctx, &work);
    map_free(&seen);
    return found || !ctx_ok(s->info->ctx);
}

bool soa_may_reach(soa *s, LLVMValueRef from, LLVMValueRef to) {
    soa_calls *calls = calls_of(s);
    const caller *c = calls ? caller_of(calls, from) : NULL;
    return c ? reaches(s, c, to) : !calls;
}

bool soa_can_follow(soa *s, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    map seen;
    soa_block_list work = {0};
    bool found = false;
    map_init(&seen, s->info->ctx);
    vec_push(s->info->ctx, &work, from);
    while (!found && work.len && ctx_tick(s->info->ctx, 1)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(vec_pop(&work));
        for (unsigned i = 0; end && i < LLVMGetNumSuccessors(end); i++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(end, i);
            found |= next == to;
            if (map_add(&seen, next))
                vec_push(s->info->ctx, &work, next);
        }
    }
    vec_free(s->info->ctx, &work);
    map_free(&seen);
    return found || !ctx_ok(s->info->ctx);
}

bool soa_in_cycle(soa *s, LLVMBasicBlockRef bb) {
    return soa_can_follow(s, bb, bb);
}

bool soa_has_jumps(soa *s) {
    const soa_calls *calls = calls_of(s);
    return !calls || calls->jumps || !ctx_ok(s->info->ctx);
}

bool soa_jumps_in(soa *s, LLVMValueRef fn) {
    const soa_calls *calls = calls_of(s);
    const caller *c = calls ? caller_of(calls, fn) : NULL;
    return !c || calls->hidden_jumps || c->jumps;
}

bool soa_is_entry(soa *s, LLVMValueRef fn) {
    const soa_calls *calls = calls_of(s);
    return !calls || map_find(&calls->is_entry, fn) || !ctx_ok(s->info->ctx);
}

bool soa_is_coroutine(soa *s, LLVMValueRef fn) {
    const soa_calls *calls = calls_of(s);
    return !calls || has_attribute(fn, calls->coroutine);
}

static bool is_entered(soa *s, LLVMValueRef fn) {
    soa_calls *calls = calls_of(s);
    if (!calls)
        return true;
    if (!calls->has_entered) {
        function_list work = {0};
        caller outside = {.leaves = true};
        calls->has_entered = true;
        visit_callees(s, &calls->entered, &work, &outside);
        visit_all(s, &calls->entered, &work, NULL);
        vec_free(s->info->ctx, &work);
    }
    return map_find(&calls->entered, fn) || !ctx_ok(s->info->ctx);
}

bool soa_may_be_active_twice(soa *s, LLVMValueRef fn) {
    return is_entered(s, fn) || soa_may_reach(s, fn, fn);
}

/* The only site a function is called from, NULL if there is another way into it. */
static LLVMValueRef only_call(soa *s, LLVMValueRef fn) {
    LLVMUseRef use = LLVMGetFirstUse(fn);
    if (!use || LLVMGetNextUse(use) || is_entered(s, fn))
        return NULL;
    return LLVMGetUser(use);
}

/* Where the program begins, once. */
static bool is_start(soa *s, LLVMValueRef fn) {
    return strcmp(LLVMGetValueName(fn), "main") == 0 && !LLVMGetFirstUse(fn) && !is_entered(s, fn);
}

bool soa_runs_once(soa *s, LLVMValueRef inst, soa_point *point) {
    enum { MOST = sizeof point->inst / sizeof *point->inst };
    point->depth = 0;
    for (LLVMValueRef at = inst; at; at = only_call(s, ir_function_of(at))) {
        if (point->depth == MOST || soa_in_cycle(s, LLVMGetInstructionParent(at)))
            return false;
        point->inst[point->depth++] = at;
        if (!is_start(s, ir_function_of(at)))
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

void soa_push_predecessors(soa *s, LLVMBasicBlockRef bb, map *seen, soa_block_list *work) {
    ir_each_user (end, LLVMBasicBlockAsValue(bb)) {
        LLVMBasicBlockRef from = LLVMIsAInstruction(end) ? LLVMGetInstructionParent(end) : NULL;
        if (from && map_add(seen, from))
            vec_push(s->info->ctx, work, from);
    }
}

/* Blocks from which control can come to the block, by at least one edge. */
static void find_before(soa *s, LLVMBasicBlockRef bb, map *before) {
    soa_block_list work = {0};
    vec_push(s->info->ctx, &work, bb);
    while (work.len && ctx_tick(s->info->ctx, 1))
        soa_push_predecessors(s, vec_pop(&work), before, &work);
    vec_free(s->info->ctx, &work);
}

/* Collects the calls that may run before `at` in its function; true if `inst` itself may. */
static bool collect_before(soa *s, LLVMValueRef at, LLVMValueRef inst, caller *calls) {
    map before;
    bool found = false;
    LLVMBasicBlockRef here = LLVMGetInstructionParent(at);
    map_init(&before, s->info->ctx);
    find_before(s, here, &before);
    ir_each_block (bb, ir_function_of(at)) {
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

/* Before main, code outside and constructors may call whatever they know. */
bool soa_may_precede(soa *s, LLVMValueRef inst, const soa_point *point) {
    soa_calls *known = calls_of(s);
    caller calls = {0};
    bool found = !known;
    for (size_t i = 0; known && i < known->early.len; i++)
        vec_push(s->info->ctx, &calls.callees, known->early.at[i]);
    for (unsigned i = 0; i < point->depth; i++)
        found |= collect_before(s, point->inst[i], inst, &calls);
    found = found || reaches(s, &calls, ir_function_of(inst));
    vec_free(s->info->ctx, &calls.callees);
    return found;
}
