#include "cc/link/link_wrap.h"

#include "cc/link/link_runtime.h"
#include "cc/objects/cc_reasons.h"

#include <string.h>

static LLVMValueRef find(LLVMModuleRef module, const char *name) {
    LLVMValueRef found = LLVMGetNamedFunction(module, name);
    if (!found)
        found = LLVMGetNamedGlobal(module, name);
    if (!found)
        found = LLVMGetNamedGlobalAlias(module, name, strlen(name));
    return found ? found : LLVMGetNamedGlobalIFunc(module, name, strlen(name));
}

static bool is_defined(LLVMValueRef value) {
    return value && !LLVMIsDeclaration(value) &&
           cc_linkage_definition(LLVMGetLinkage(value)) != CC_UNDEFINED;
}

/* The compiler knew the function of the C library by its name, not the one that is called. */
static void forget_library(LLVMValueRef function) {
    static const struct {
        LLVMAttributeIndex at;
        const char *name;
    } known[] = {{LLVMAttributeFunctionIndex, "allocsize"},
                 {LLVMAttributeFunctionIndex, "allockind"},
                 {LLVMAttributeReturnIndex, "noalias"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        LLVMRemoveEnumAttributeAtIndex(
            function, known[i].at,
            LLVMGetEnumAttributeKindForName(known[i].name, strlen(known[i].name)));
}

/* Only functions and variables can be declared. */
static void redirect(LLVMModuleRef module, LLVMValueRef declared, const char *name) {
    LLVMValueRef there = find(module, name);
    if (!there) {
        if (LLVMIsAFunction(declared))
            forget_library(declared);
        LLVMSetValueName2(declared, name, strlen(name));
        return;
    }
    LLVMReplaceAllUsesWith(declared, there);
    if (LLVMIsAFunction(declared))
        LLVMDeleteFunction(declared);
    else
        LLVMDeleteGlobal(declared);
}

/* What one object does with one wrapped symbol. */
typedef struct dealings {
    bool has, uses;
} dealings;

static dealings dealings_of(const cc_units *units, size_t first, const char *name) {
    dealings d = {false, false};
    for (size_t i = first; i < units->len && units->at[i].member == units->at[first].member; i++) {
        LLVMValueRef value = find(units->at[i].module, name);
        d.has |= is_defined(value);
        d.uses |= value && LLVMGetFirstUse(value);
    }
    return d;
}

/* Calls that the compiler makes of other code are not there yet, and would be to what is inside. */
static bool check(const cc_units *units, const cc_outside *o, const char *name) {
    for (size_t i = 0; i < units->len && ctx_tick(o->ctx, 1); i++) {
        dealings d = dealings_of(units, i, name);
        if (d.has && (d.uses || cc_is_runtime_name(name))) {
            ctx_fail(o->ctx, LATHE_GAVE_UP, CC_WHY_WRAP, name);
            return false;
        }
    }
    return ctx_ok(o->ctx);
}

bool cc_wrap_units(const cc_units *units, const cc_outside *o) {
    arena mem;
    bool ok = true;
    arena_init(&mem, o->ctx);
    for (size_t w = 0; ok && w < o->wrapped.len; w++) {
        const char *name = o->wrapped.at[w].key.s,
                   *wrapper = cc_outside_prefixed(&mem, "__wrap_", name);
        ok = wrapper && check(units, o, name);
        for (size_t i = 0; ok && i < units->len; i++) {
            LLVMValueRef value = find(units->at[i].module, name);
            if (value && LLVMIsDeclaration(value))
                redirect(units->at[i].module, value, wrapper);
        }
    }
    arena_free(&mem);
    return ok;
}

void cc_wrap_whole(LLVMModuleRef whole, const cc_outside *o) {
    arena mem;
    arena_init(&mem, o->ctx);
    for (size_t w = 0; w < o->wrapped.len; w++) {
        const char *name = o->wrapped.at[w].key.s,
                   *real = cc_outside_prefixed(&mem, "__real_", name);
        LLVMValueRef value = real ? find(whole, real) : NULL;
        if (value && LLVMIsDeclaration(value) && is_defined(find(whole, name)))
            redirect(whole, value, name);
    }
    arena_free(&mem);
}
