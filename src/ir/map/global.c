/* Global variables, functions, aliases and ifuncs under a type map. None of them can change its
 * value type, so those that must are made anew; the old ones stay, unused, until the run ends. */
#include "ir/map/valuemap.h"

#include "ir/edit/body.h"
#include "ir/edit/carry.h"
#include "ir/llvmpasses.h"

#include <string.h>

typedef VEC(LLVMValueRef) value_list;

static bool changes(ir_valuemap *v, LLVMValueRef global) {
    LLVMTypeRef type = LLVMGlobalGetValueType(global);
    return map_type(v, type) != type && !map_find(&v->retired, global);
}

static void replace(ir_valuemap *v, LLVMValueRef old, LLVMValueRef new) {
    if (LLVMTypeOf(old) != LLVMTypeOf(new)) {
        ctx_fail(v->ctx, LATHE_BAD_INPUT, "cannot rebuild '@%s' in its address space",
                 LLVMGetValueName(old));
        return;
    }
    ir_carry_name(old, new);
    ir_valuemap_set(v, old, new);
    LLVMReplaceAllUsesWith(old, new);
    vec_push(v->ctx, &v->dead_globals, old);
}

static void replace_variable(ir_valuemap *v, LLVMValueRef old) {
    LLVMTypeRef type = map_type(v, LLVMGlobalGetValueType(old));
    unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(old));
    LLVMValueRef new = LLVMAddGlobalInAddressSpace(v->m->llvm, type, "", space);
    ir_carry_variable(old, new);
    replace(v, old, new);
}

/* Programs rely on the order of variables within a section of their own (tables that the linker
 * concatenates), and a new variable stands last: when one variable of a section is made anew, all
 * of that section are. */
static void replace_variables(ir_valuemap *v) {
    value_list all = {0};
    map sections;
    map_init_strings(&sections, v->ctx);
    ir_each_global (g, v->m->llvm) {
        vec_push(v->ctx, &all, g);
        const char *section = LLVMGetSection(g);
        if (section && *section && changes(v, g))
            map_put_s(&sections, section);
    }
    for (size_t i = 0; i < all.len && ctx_tick(v->ctx, 1); i++) {
        const char *section = LLVMGetSection(all.at[i]);
        if (changes(v, all.at[i]) || (section && map_find_s(&sections, section)))
            replace_variable(v, all.at[i]);
    }
    map_free(&sections);
    vec_free(v->ctx, &all);
}

/* An intrinsic's name spells its types. Those that can take a struct as a value (ssa.copy,
 * gc.result) have their result as the only such type, which the old name confirms. */
static LLVMValueRef intrinsic_for(ir_valuemap *v, LLVMValueRef old, LLVMTypeRef type) {
    unsigned id = LLVMGetIntrinsicID(old);
    LLVMTypeRef before = LLVMGetReturnType(LLVMGlobalGetValueType(old));
    LLVMTypeRef after = LLVMGetReturnType(type);
    size_t length, old_length;
    const char *old_name = LLVMGetValueName2(old, &old_length);
    if (LLVMIntrinsicIsOverloaded(id)) {
        char *name = LLVMIntrinsicCopyOverloadedName2(v->m->llvm, id, &before, 1, &length);
        bool same = length == old_length && memcmp(name, old_name, length) == 0;
        LLVMDisposeMessage(name);
        if (same)
            return LLVMGetIntrinsicDeclaration(v->m->llvm, id, &after, 1);
    }
    ctx_fail(v->ctx, LATHE_BAD_INPUT, "cannot rebuild the intrinsic '%s'", old_name);
    return NULL;
}

/* Attributes of pointers mean nothing for integers. */
static void carry_attrs(LLVMValueRef old, LLVMValueRef new, LLVMAttributeIndex index,
                        LLVMTypeRef from, LLVMTypeRef to) {
    if (LLVMGetTypeKind(from) == LLVMGetTypeKind(to))
        ir_carry_fn_attrs(old, index, new, index);
}

LLVMValueRef ir_valuemap_resign(ir_valuemap *v, LLVMValueRef old, LLVMTypeRef type) {
    LLVMValueRef new = LLVMAddFunction(v->m->llvm, "", type);
    unsigned params = LLVMCountParams(old);
    ir_carry_function(old, new);
    ir_carry_fn_attrs(old, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, new,
                      (LLVMAttributeIndex)LLVMAttributeFunctionIndex);
    carry_attrs(old, new, LLVMAttributeReturnIndex, LLVMGetReturnType(LLVMGlobalGetValueType(old)),
                LLVMGetReturnType(type));
    ir_body_move(old, new);
    for (unsigned i = 0; i < params; i++) {
        LLVMValueRef from = LLVMGetParam(old, i), to = LLVMGetParam(new, i);
        carry_attrs(old, new, i + 1, LLVMTypeOf(from), LLVMTypeOf(to));
        ir_carry_name(from, to);
        ir_valuemap_set(v, from, to);
        if (LLVMTypeOf(from) == LLVMTypeOf(to))
            LLVMReplaceAllUsesWith(from, to);
    }
    replace(v, old, new);
    map_put(&v->retired, old);
    return new;
}

static void replace_function(ir_valuemap *v, LLVMValueRef old) {
    LLVMTypeRef type = map_type(v, LLVMGlobalGetValueType(old));
    if (LLVMGetIntrinsicID(old)) {
        LLVMValueRef new = intrinsic_for(v, old, type);
        if (!new)
            return;
        ir_valuemap_set(v, old, new);
        LLVMReplaceAllUsesWith(old, new);
        vec_push(v->ctx, &v->dead_globals, old);
        return;
    }
    ir_valuemap_resign(v, old, type);
}

static void replace_alias(ir_valuemap *v, LLVMValueRef old) {
    LLVMValueRef aliasee = LLVMAliasGetAliasee(old);
    if (LLVMIsAGlobalVariable(aliasee) && LLVMIsThreadLocal(aliasee)) {
        ctx_fail(v->ctx, LATHE_BAD_INPUT, "cannot rebuild the thread-local alias '@%s'",
                 LLVMGetValueName(old));
        return;
    }
    LLVMValueRef new = LLVMAddAlias2(v->m->llvm, map_type(v, LLVMGlobalGetValueType(old)),
                                     LLVMGetPointerAddressSpace(LLVMTypeOf(old)), aliasee, "");
    ir_carry_symbol(old, new);
    replace(v, old, new);
}

static void replace_ifunc(ir_valuemap *v, LLVMValueRef old) {
    LLVMValueRef new = LLVMAddGlobalIFunc(
        v->m->llvm, "", 0, map_type(v, LLVMGlobalGetValueType(old)),
        LLVMGetPointerAddressSpace(LLVMTypeOf(old)), LLVMGetGlobalIFuncResolver(old));
    ir_carry_symbol(old, new);
    replace(v, old, new);
}

static void replace_each(ir_valuemap *v, const value_list *list,
                         void (*one)(ir_valuemap *, LLVMValueRef)) {
    for (size_t i = 0; i < list->len && ctx_tick(v->ctx, 1); i++)
        if (changes(v, list->at[i]))
            one(v, list->at[i]);
}

void map_globals(ir_valuemap *v) {
    LLVMModuleRef m = v->m->llvm;
    value_list list = {0};
    replace_variables(v);
    ir_each_function (fn, m)
        vec_push(v->ctx, &list, fn);
    replace_each(v, &list, replace_function);
    vec_clear(&list);
    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(m); a; a = LLVMGetNextGlobalAlias(a))
        vec_push(v->ctx, &list, a);
    replace_each(v, &list, replace_alias);
    vec_clear(&list);
    for (LLVMValueRef i = LLVMGetFirstGlobalIFunc(m); i; i = LLVMGetNextGlobalIFunc(i))
        vec_push(v->ctx, &list, i);
    replace_each(v, &list, replace_ifunc);
    vec_free(v->ctx, &list);
}

static void map_function_data(ir_valuemap *v, LLVMValueRef fn) {
    if (LLVMHasPersonalityFn(fn))
        LLVMSetPersonalityFn(fn, map_constant(v, LLVMGetPersonalityFn(fn)));
    if (LLVMHasPrefixData(fn))
        LLVMSetPrefixData(fn, map_constant(v, LLVMGetPrefixData(fn)));
    if (LLVMHasPrologueData(fn))
        LLVMSetPrologueData(fn, map_constant(v, LLVMGetPrologueData(fn)));
}

/* The new variable takes the mapped initializer of the old one. */
static void map_initializers(ir_valuemap *v) {
    ir_each_global (g, v->m->llvm) {
        LLVMValueRef init = LLVMGetInitializer(g);
        LLVMValueRef new = map_get(&v->values, g);
        if (!init || !ctx_tick(v->ctx, 1))
            continue;
        LLVMValueRef mapped = map_constant(v, init);
        if (ctx_ok(v->ctx) && (new || mapped != init))
            LLVMSetInitializer(new ? new : g, mapped);
    }
}

void map_global_contents(ir_valuemap *v) {
    LLVMModuleRef m = v->m->llvm;
    map_initializers(v);
    ir_each_global (g, m)
        map_metadata_of_global(v, g);
    ir_each_function (fn, m) {
        map_function_data(v, fn);
        map_fn_attributes(v, fn);
        map_metadata_of_global(v, fn);
    }
    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(m); a; a = LLVMGetNextGlobalAlias(a))
        LLVMAliasSetAliasee(a, map_constant(v, LLVMAliasGetAliasee(a)));
    for (LLVMValueRef i = LLVMGetFirstGlobalIFunc(m); i; i = LLVMGetNextGlobalIFunc(i))
        LLVMSetGlobalIFuncResolver(i, map_constant(v, LLVMGetGlobalIFuncResolver(i)));
}

/* Adds all global values but the dead aliases. */
static void list_living(ir_valuemap *v, value_list *list) {
    LLVMModuleRef m = v->m->llvm;
    map dead;
    map_init(&dead, v->ctx);
    for (size_t i = 0; i < v->dead_globals.len; i++)
        map_put(&dead, v->dead_globals.at[i]);
    ir_each_global (g, m)
        vec_push(v->ctx, list, g);
    ir_each_function (fn, m)
        vec_push(v->ctx, list, fn);
    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(m); a; a = LLVMGetNextGlobalAlias(a))
        if (!map_find(&dead, a))
            vec_push(v->ctx, list, a);
    for (LLVMValueRef i = LLVMGetFirstGlobalIFunc(m); i; i = LLVMGetNextGlobalIFunc(i))
        vec_push(v->ctx, list, i);
    map_free(&dead);
}

/* LLVM-C cannot delete an alias. LLVM's own pass does, made to spare all else by a variable that
 * mentions all else. */
static void delete_dead_aliases(ir_valuemap *v) {
    value_list living = {0};
    list_living(v, &living);
    if (ctx_ok(v->ctx)) {
        LLVMValueRef all =
            LLVMConstStructInContext(v->m->llvm_ctx, living.at, (unsigned)living.len, false);
        LLVMValueRef keep = LLVMAddGlobal(v->m->llvm, LLVMTypeOf(all), "lathe.keep");
        LLVMSetInitializer(keep, all);
        for (size_t i = 0; i < v->dead_globals.len;
             i++) /* out of any comdat, which would hold it */
            if (LLVMTypeOf(v->dead_globals.at[i]) == LLVMTypeOf(keep))
                LLVMAliasSetAliasee(v->dead_globals.at[i], keep);
        ir_run_llvm(
            v->m, &(ir_llvm_run){.passes = "globaldce", .doing = "value map: a dead alias stays"});
        LLVMDeleteGlobal(keep);
    }
    vec_free(v->ctx, &living);
}

/* After a failure a body may still use the parameters of the function it came from. */
static void delete_function(LLVMValueRef old) {
    for (LLVMValueRef p = LLVMGetFirstParam(old); p; p = LLVMGetNextParam(p))
        if (LLVMGetFirstUse(p))
            LLVMReplaceAllUsesWith(p, LLVMGetPoison(LLVMTypeOf(p)));
    LLVMDeleteFunction(old);
}

static void delete_global(LLVMValueRef old) {
    if (LLVMIsAFunction(old))
        delete_function(old);
    else if (LLVMIsAGlobalIFunc(old))
        LLVMEraseGlobalIFunc(old);
    else if (LLVMIsAGlobalVariable(old))
        LLVMDeleteGlobal(old);
}

static void carry_hidden_properties(ir_valuemap *v) {
    value_list from = {0}, to = {0};
    for (size_t i = 0; i < v->dead_globals.len; i++) {
        LLVMValueRef old = v->dead_globals.at[i], new = map_get(&v->values, old);
        if (!new || (LLVMIsAFunction(old) && LLVMGetIntrinsicID(old)))
            continue;
        vec_push(v->ctx, &from, old);
        vec_push(v->ctx, &to, new);
    }
    if (ctx_ok(v->ctx))
        ir_carry_hidden(v->ctx, from.at, to.at, from.len);
    vec_free(v->ctx, &from);
    vec_free(v->ctx, &to);
}

void map_globals_finish(ir_valuemap *v) {
    size_t aliases = 0;
    carry_hidden_properties(v);
    for (size_t i = 0; i < v->dead_globals.len; i++) {
        LLVMValueRef old = v->dead_globals.at[i];
        if (LLVMIsAGlobalAlias(old)) {
            LLVMSetLinkage(old, LLVMInternalLinkage);
            v->dead_globals.at[aliases++] = old;
        } else {
            delete_global(old);
        }
    }
    v->dead_globals.len = aliases;
    if (aliases && ctx_ok(v->ctx))
        delete_dead_aliases(v);
    vec_clear(&v->dead_globals);
}
