#include "ir/recursion.h"

#include "base/map.h"
#include "base/vec.h"
#include "ir/attr.h"
#include "ir/libfuncs.h"
#include "ir/value.h"

#include <string.h>

typedef struct search {
    lathe_module *m;
    map seen;
    VEC(LLVMValueRef) work;
    bool unknown; /* code that is not known has been called */
} search;

/* Whether the function is used for more than being called by its name. */
static bool has_address_taken(LLVMValueRef fn) {
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!ir_is_call_site(user) || LLVMGetCalledValue(user) != fn)
            return true;
        for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
            if (LLVMGetOperand(user, i) == fn)
                return true;
    }
    return false;
}

/* A function of the C library that is given no function and keeps none. */
static bool is_plain_library(LLVMValueRef fn) {
    size_t length;
    const char *name = LLVMGetValueName2(fn, &length);
    const lib_func *row = lib_find(name, length);
    return row && !row->callback && !strchr(row->args, LIB_CALLBACK) &&
           !strchr(row->args, LIB_KEEP) && strlen(row->args) == LLVMCountParams(fn);
}

static bool is_harmless(LLVMValueRef fn) {
    return LLVMGetIntrinsicID(fn) || ir_attr_get(fn, IR_AT_FUNCTION, "nocallback") ||
           is_plain_library(fn);
}

/* Another definition may replace this one when the program is linked. */
static bool is_replaceable(LLVMValueRef fn) {
    switch (LLVMGetLinkage(fn)) {
    case LLVMWeakAnyLinkage:
    case LLVMLinkOnceAnyLinkage:
    case LLVMExternalWeakLinkage:
        return true;
    default:
        return false;
    }
}

static void add(search *s, LLVMValueRef fn) {
    map_word *slot = map_put(&s->seen, fn);
    if (slot && !slot->u && vec_push(s->m->ctx, &s->work, fn))
        slot->u = 1;
}

/* By its name; of main only the program's own start knows it, and C++ forbids all others. */
static bool is_named_outside(LLVMValueRef fn) {
    return !ir_is_local(fn) && strcmp(LLVMGetValueName(fn), "main") != 0;
}

/* What code that is not known may call. */
static void add_all_visible(search *s) {
    if (s->unknown)
        return;
    s->unknown = true;
    ir_each_function (fn, s->m->llvm)
        if (!LLVMIsDeclaration(fn) && (is_named_outside(fn) || has_address_taken(fn)))
            add(s, fn);
}

static void look_at_call(search *s, LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call), fn = LLVMIsAFunction(callee);
    if (LLVMIsAInlineAsm(callee))
        return;
    if (!fn || (LLVMIsDeclaration(fn) ? !is_harmless(fn) : is_replaceable(fn)))
        add_all_visible(s);
    if (fn && !LLVMIsDeclaration(fn))
        add(s, fn);
}

static void look_at(search *s, LLVMValueRef fn) {
    ir_each_block (bb, fn)
        ir_each_inst (inst, bb)
            if (ctx_tick(s->m->ctx, 1) && ir_is_call_site(inst))
                look_at_call(s, inst);
}

bool ir_may_recurse(lathe_module *m, LLVMValueRef fn) {
    search s = {.m = m};
    map_init(&s.seen, m->ctx);
    look_at(&s, fn);
    while (s.work.len && !map_find(&s.seen, fn) && ctx_ok(m->ctx))
        look_at(&s, vec_pop(&s.work));
    bool found = map_find(&s.seen, fn) || !ctx_ok(m->ctx);
    vec_free(m->ctx, &s.work);
    map_free(&s.seen);
    return found;
}
