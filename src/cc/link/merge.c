#include "cc/link/merge.h"

#include "cc/link/link_wrap.h"
#include "cc/objects/cc_reasons.h"
#include "ir/module.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/Linker.h>

#include <stdlib.h>
#include <string.h>

static bool is_odr(LLVMLinkage linkage) {
    return linkage == LLVMWeakODRLinkage || linkage == LLVMLinkOnceODRLinkage;
}

static void replace_by_declaration(LLVMModuleRef module, LLVMValueRef fn) {
    size_t length;
    char *name = strdup(LLVMGetValueName2(fn, &length));
    if (!name)
        return;
    LLVMSetValueName2(fn, "", 0);
    LLVMValueRef declared = LLVMAddFunction(module, name, LLVMGlobalGetValueType(fn));
    LLVMSetFunctionCallConv(declared, LLVMGetFunctionCallConv(fn));
    LLVMSetVisibility(declared, LLVMGetVisibility(fn));
    LLVMReplaceAllUsesWith(fn, declared);
    LLVMDeleteFunction(fn);
    free(name);
}

/* The definition of another object prevails: what is known of it is only what every definition of
 * the name must have in common. False for what LLVM-C cannot take out of a module. */
static bool give_up_definition(LLVMModuleRef module, LLVMValueRef value) {
    bool odr = is_odr(LLVMGetLinkage(value));
    if (!LLVMIsAFunction(value) && !LLVMIsAGlobalVariable(value))
        return false;
    LLVMSetComdat(value, NULL);
    if (odr) {
        LLVMSetLinkage(value, LLVMAvailableExternallyLinkage);
    } else if (LLVMIsAGlobalVariable(value)) {
        LLVMSetInitializer(value, NULL);
        LLVMSetLinkage(value, LLVMExternalLinkage);
    } else {
        replace_by_declaration(module, value);
    }
    return true;
}

static bool drop_overruled(LLVMModuleRef module, const cc_outside *o, size_t order) {
    LLVMValueRef next;
    for (LLVMValueRef v = cc_next_global(module, NULL); v; v = next) {
        next = cc_next_global(module, v);
        size_t length;
        const char *name = LLVMGetValueName2(v, &length);
        cc_definition own =
            LLVMIsDeclaration(v) ? CC_UNDEFINED : cc_linkage_definition(LLVMGetLinkage(v));
        if (own == CC_UNDEFINED || !cc_outside_prevails(o, name, own, order))
            continue;
        if (!give_up_definition(module, v)) {
            ctx_fail(o->ctx, LATHE_GAVE_UP, CC_WHY_ALIAS, name);
            return false;
        }
    }
    return true;
}

/* LLVM's messages, of which the first error is the reason to give up. */
static void on_message(LLVMDiagnosticInfoRef info, void *data) {
    lathe_ctx *ctx = data;
    if (LLVMGetDiagInfoSeverity(info) != LLVMDSError)
        return;
    char *text = LLVMGetDiagInfoDescription(info);
    text[strcspn(text, "\n")] = '\0';
    ctx_fail(ctx, LATHE_GAVE_UP, "LLVM cannot link the bitcode: %s", text);
    LLVMDisposeMessage(text);
}

/* Takes the second, also if that fails. */
static void join(lathe_ctx *ctx, LLVMModuleRef into, LLVMModuleRef from) {
    if (!ctx_ok(ctx))
        LLVMDisposeModule(from);
    else if (LLVMLinkModules2(into, from))
        ctx_fail(ctx, LATHE_GAVE_UP, "LLVM cannot link the bitcode");
}

/* One module of all, which are those of the units in their order. The linker looks through all of
 * its destination at each call, so neighbours are joined, then neighbours among those, and so on:
 * every unit is looked through as often as the number of units can be halved. What is first stays
 * the destination: linking makes one of all struct types that look alike, and so those of the
 * first, often the only one, stay separate. Which definition of a symbol prevails does not depend
 * on how neighbours are grouped. */
static LLVMModuleRef join_all(lathe_ctx *ctx, cc_units *units) {
    for (size_t step = 1; step < units->len; step *= 2)
        for (size_t i = 0; i + step < units->len; i += 2 * step)
            join(ctx, units->at[i].module, units->at[i + step].module);
    return units->len ? units->at[0].module : NULL;
}

LLVMModuleRef cc_merge(LLVMContextRef llvm, const char *name, cc_units *units,
                       const cc_outside *o) {
    LLVMContextSetDiagnosticHandler(llvm, on_message, o->ctx);
    cc_wrap_units(units, o);
    for (size_t i = 0; i < units->len && ctx_ok(o->ctx); i++)
        drop_overruled(units->at[i].module, o, units->at[i].member);
    LLVMModuleRef whole = join_all(o->ctx, units);
    vec_clear(units);
    if (whole) {
        LLVMSetModuleIdentifier(whole, name, strlen(name));
        cc_wrap_whole(whole, o);
    }
    if (ctx_ok(o->ctx) || !whole)
        return whole;
    LLVMDisposeModule(whole);
    return NULL;
}

typedef struct internalizer {
    lathe_ctx *ctx;
    const cc_outside *o;
    map marked; /* members of llvm.used and llvm.compiler.used */
    map groups; /* comdats with a visible member */
} internalizer;

static void list_marked(internalizer *z, LLVMModuleRef module) {
    static const char *const lists[] = {"llvm.used", "llvm.compiler.used"};
    for (size_t i = 0; i < 2; i++) {
        LLVMValueRef list = LLVMGetNamedGlobal(module, lists[i]);
        LLVMValueRef init = list ? LLVMGetInitializer(list) : NULL;
        for (int k = 0; init && k < LLVMGetNumOperands(init); k++) {
            LLVMValueRef value = LLVMGetOperand(init, (unsigned)k);
            while (LLVMIsAConstantExpr(value))
                value = LLVMGetOperand(value, 0);
            map_put(&z->marked, value);
        }
    }
}

static LLVMComdatRef comdat_of(LLVMValueRef value) {
    return LLVMIsAFunction(value) || LLVMIsAGlobalVariable(value) ? LLVMGetComdat(value) : NULL;
}

static bool is_visible_definition(LLVMValueRef value) {
    return !LLVMIsDeclaration(value) &&
           cc_linkage_definition(LLVMGetLinkage(value)) != CC_UNDEFINED;
}

/* A section of one's own is there for whoever walks through it; parts of the usual ones are not. */
static bool has_own_section(LLVMValueRef value) {
    static const char *const usual[] = {".text", ".data", ".rodata", ".bss", ".tdata", ".tbss"};
    bool object = LLVMIsAFunction(value) || LLVMIsAGlobalVariable(value);
    const char *section = object ? LLVMGetSection(value) : NULL;
    for (size_t i = 0; section && i < sizeof usual / sizeof *usual; i++)
        if (strncmp(section, usual[i], strlen(usual[i])) == 0)
            return false;
    return section && *section;
}

static cc_kept judge(const internalizer *z, LLVMValueRef value) {
    size_t length;
    cc_kept kept = cc_outside_keeps(z->o, LLVMGetValueName2(value, &length));
    if (kept != CC_HIDDEN)
        return kept;
    return has_own_section(value) || map_find(&z->marked, value) ? CC_KEPT_MARKED : CC_HIDDEN;
}

static LLVMLinkage lasting(LLVMLinkage linkage) {
    if (linkage == LLVMLinkOnceAnyLinkage)
        return LLVMWeakAnyLinkage;
    return linkage == LLVMLinkOnceODRLinkage ? LLVMWeakODRLinkage : linkage;
}

/* What is not exported though it could be has been hidden by the linker: by a version script, or
 * because of the archive it was in. The merged object is in no archive. */
static void keep(const internalizer *z, LLVMValueRef value, cc_kept why) {
    LLVMSetLinkage(value, lasting(LLVMGetLinkage(value)));
    if (why != CC_KEPT_EXPORTED && z->o->exports_all &&
        !map_find_s(&z->o->exported, LLVMGetValueName(value)))
        LLVMSetVisibility(value, LLVMHiddenVisibility);
}

static void hide(LLVMValueRef value) {
    if (LLVMIsAFunction(value) || LLVMIsAGlobalVariable(value))
        LLVMSetComdat(value, NULL);
    LLVMSetVisibility(value, LLVMDefaultVisibility);
    LLVMSetLinkage(value, LLVMInternalLinkage);
}

static void decide(internalizer *z, LLVMValueRef value, arena *mem, cc_kept_symbols *kept) {
    cc_kept why = judge(z, value);
    LLVMComdatRef comdat = comdat_of(value);
    if (why == CC_HIDDEN && comdat && map_find(&z->groups, comdat))
        why = CC_KEPT_GROUP;
    if (why == CC_HIDDEN) {
        hide(value);
        return;
    }
    keep(z, value, why);
    vec_push(z->ctx, kept, (cc_kept_symbol){arena_strdup(mem, LLVMGetValueName(value)), why});
}

void cc_internalize(lathe_ctx *ctx, LLVMModuleRef module, const cc_outside *o, arena *mem,
                    cc_kept_symbols *kept) {
    internalizer z = {.ctx = ctx, .o = o};
    map_init(&z.marked, ctx);
    map_init(&z.groups, ctx);
    list_marked(&z, module);
    LLVMValueRef v;
    for (v = cc_next_global(module, NULL); v; v = cc_next_global(module, v))
        if (is_visible_definition(v) && comdat_of(v) && judge(&z, v) != CC_HIDDEN)
            map_put(&z.groups, comdat_of(v));
    for (v = cc_next_global(module, NULL); v && ctx_tick(ctx, 1); v = cc_next_global(module, v))
        if (is_visible_definition(v))
            decide(&z, v, mem, kept);
    map_free(&z.marked);
    map_free(&z.groups);
}
