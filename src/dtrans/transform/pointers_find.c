/* Mapped pointers in the program: what has to be rewritten, found before anything is touched. */
#include "dtrans/transform/base.h"
#include "dtrans/transform/pointers.h"
#include "ir/attr.h"
#include "ir/size.h"
#include "ir/value.h"

#include <string.h>

static LLVMTypeRef integer_for(const DTransOptBase *b, uint32_t type) {
    return type == IR_NONE ? NULL : b->pointers.types[type].integer;
}

static ptr_class class_of(DTransOptBase *b, LLVMValueRef v) {
    return dtrans_class_of(b->info, v);
}

static void freeze(DTransOptBase *b, ptr_class c) {
    c = ptr_find(&b->info->graph, c);
    if (c)
        map_put_u(&b->pointers.frozen, c);
}

static void freeze_function(DTransOptBase *b, LLVMValueRef fn) {
    ptr_graph *g = &b->info->graph;
    ptr_class c = class_of(b, fn);
    if (!c)
        return;
    uint32_t signature = g->nodes.at[c].signatures;
    if (ir_is_outside(fn) || strcmp(LLVMGetValueName(fn), "main") == 0 ||
        ptr_marked(g, c, PTR_ESCAPES) || ptr_marked(g, c, PTR_UNKNOWN) || !signature ||
        g->signatures.at[signature].next)
        freeze(b, c);
}

/* A function the library is given is called by it; exceptions and tail calls fix types, too. */
static void freeze_call(DTransOptBase *b, LLVMValueRef fn, LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call), known = LLVMIsAFunction(callee);
    ptr_graph *g = &b->info->graph;
    if (LLVMIsAInlineAsm(callee))
        return;
    bool tail = ir_is_musttail(call);
    bool odd = known && LLVMGlobalGetValueType(known) != LLVMGetCalledFunctionType(call);
    if (tail)
        freeze(b, class_of(b, fn));
    if (tail || odd || !LLVMIsACallInst(call))
        freeze(b, class_of(b, callee));
    for (unsigned i = 0; known && ir_is_outside(known) && i < LLVMGetNumArgOperands(call); i++) {
        ptr_class c = class_of(b, LLVMGetOperand(call, i));
        if (c && g->nodes.at[c].signatures)
            freeze(b, c);
    }
}

/* Finds the classes of functions that must stay as they are. */
static void freeze_functions(DTransOptBase *b) {
    LLVMModuleRef m = b->m->llvm;
    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(m); a; a = LLVMGetNextGlobalAlias(a))
        freeze(b, class_of(b, LLVMAliasGetAliasee(a)));
    for (LLVMValueRef i = LLVMGetFirstGlobalIFunc(m); i; i = LLVMGetNextGlobalIFunc(i))
        freeze(b, class_of(b, LLVMGetGlobalIFuncResolver(i)));
    ir_each_function (fn, m) {
        freeze_function(b, fn);
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb)
                if (ctx_tick(b->ctx, 1) && ir_is_call_site(inst))
                    freeze_call(b, fn, inst);
    }
}

bool dtrans_is_passed_as_memory(LLVMValueRef owner, unsigned i) {
    static const char *const kinds[] = {"byval",        "sret",       "byref",      "inalloca",
                                        "preallocated", "nest",       "swifterror", "swiftself",
                                        "swiftasync",   "elementtype"};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (ir_attr_get(owner, i + 1, kinds[k]))
            return true;
    return false;
}

/* What a function type becomes for a function, or a call, of the class; the type itself if it
 * stays. */
static LLVMTypeRef function_type(DTransOptBase *b, ptr_class c, LLVMTypeRef type,
                                 LLVMValueRef owner) {
    const ptr_graph *g = &b->info->graph;
    c = ptr_find(&b->info->graph, c);
    uint32_t index = c ? g->nodes.at[c].signatures : 0;
    if (!index || map_find_u(&b->pointers.frozen, c) || g->signatures.at[index].type != type)
        return type;
    unsigned count = LLVMCountParamTypes(type);
    vec_clear(&b->pointers.params);
    if (!vec_reserve(b->ctx, &b->pointers.params, (size_t)count + 1))
        return type;
    LLVMGetParamTypes(type, b->pointers.params.at);
    const ptr_class *params = g->signatures.at[index].params;
    bool changed = false;
    for (unsigned i = 0; i < count; i++) {
        LLVMTypeRef to = integer_for(b, dtrans_pointee_of(b, params[i]));
        if (!to || LLVMGetTypeKind(b->pointers.params.at[i]) != LLVMPointerTypeKind ||
            dtrans_is_passed_as_memory(owner, i))
            continue;
        b->pointers.params.at[i] = to;
        changed = true;
    }
    LLVMTypeRef result = LLVMGetReturnType(type);
    LLVMTypeRef to = integer_for(b, dtrans_pointee_of(b, g->signatures.at[index].result));
    if (to && LLVMGetTypeKind(result) == LLVMPointerTypeKind) {
        result = to;
        changed = true;
    }
    return changed
               ? LLVMFunctionType(result, b->pointers.params.at, count, LLVMIsFunctionVarArg(type))
               : type;
}

static void add(DTransOptBase *b, dtrans_cast_kind kind, LLVMValueRef at, LLVMTypeRef type) {
    vec_push(b->ctx, &b->pointers.casts, (dtrans_cast){kind, at, type});
}

enum { MAX_ELEMENTS = 4096 };

/* The type a variable of pointers gets: all of them must be mapped alike. NULL if it stays. */
static LLVMTypeRef variable_type(DTransOptBase *b, LLVMValueRef variable, LLVMTypeRef type) {
    ptr_graph *g = &b->info->graph;
    ptr_class c = class_of(b, variable);
    LLVMTypeRef integer = c ? dtrans_kept_integer(b, c) : NULL;
    LLVMTypeRef to = integer ? dtrans_pointer_array(type, integer) : NULL;
    uint64_t step = LLVMPointerSize(b->layouts.target);
    uint64_t count = to ? ir_abi_size(b->layouts.target, type) / step : 0;
    if (count > MAX_ELEMENTS && g->nodes.at[c].stride != step)
        return NULL;
    for (uint64_t i = 1; i < count && i < MAX_ELEMENTS; i++) {
        ptr_class at = ptr_at(g, c, (int64_t)(i * step));
        ptr_class pointee = ptr_pointee_if_any(g, at);
        if (pointee && dtrans_kept_integer(b, at) != integer)
            return NULL;
    }
    return to;
}

static void find_in_instruction(DTransOptBase *b, LLVMValueRef inst) {
    LLVMTypeRef to;
    bool simple = ir_is_plain_access(inst);
    if (simple && LLVMIsALoadInst(inst) && ir_is_pointer(inst)) {
        to = dtrans_kept_integer(b, class_of(b, LLVMGetOperand(inst, 0)));
        if (to)
            add(b, CAST_LOAD, inst, to);
    } else if (simple && LLVMIsAStoreInst(inst) && ir_is_pointer(LLVMGetOperand(inst, 0))) {
        to = dtrans_kept_integer(b, class_of(b, LLVMGetOperand(inst, 1)));
        if (to)
            add(b, CAST_STORE, inst, to);
    } else if (LLVMIsAGetElementPtrInst(inst)) {
        to = dtrans_kept_integer(b, class_of(b, LLVMGetOperand(inst, 0)));
        to = to ? dtrans_pointer_array(LLVMGetGEPSourceElementType(inst), to) : NULL;
        if (to)
            add(b, CAST_ADDRESS, inst, to);
    } else if (LLVMIsAAllocaInst(inst)) {
        to = variable_type(b, inst, LLVMGetAllocatedType(inst));
        if (to)
            add(b, CAST_VARIABLE, inst, to);
    } else if (LLVMIsACallInst(inst) && !LLVMIsAInlineAsm(LLVMGetCalledValue(inst))) {
        LLVMTypeRef type = LLVMGetCalledFunctionType(inst);
        to = function_type(b, class_of(b, LLVMGetCalledValue(inst)), type, inst);
        if (to != type)
            add(b, CAST_CALL, inst, to);
    }
}

/* Functions first: calls are rebuilt for functions that have their new types. */
static void find_functions(DTransOptBase *b) {
    ir_each_function (fn, b->m->llvm) {
        LLVMTypeRef type = LLVMGlobalGetValueType(fn);
        LLVMTypeRef to = function_type(b, class_of(b, fn), type, fn);
        if (to == type)
            continue;
        add(b, CAST_FUNCTION, fn, to);
        if (LLVMGetReturnType(to) == LLVMGetReturnType(type))
            continue;
        ir_each_block (bb, fn) {
            LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
            if (end && LLVMIsAReturnInst(end))
                add(b, CAST_RETURN, end, LLVMGetReturnType(to));
        }
    }
}

/* A variable in a section of its own may be part of a table that only the linker completes. */
static void find_globals(DTransOptBase *b) {
    ir_each_global (global, b->m->llvm) {
        const char *section = LLVMGetSection(global);
        if (LLVMIsDeclaration(global) || (section && *section) ||
            map_find(&b->plan.planned, global) || dtrans_is_claimed(&b->plan, global))
            continue;
        LLVMTypeRef to = variable_type(b, global, LLVMGlobalGetValueType(global));
        if (to)
            vec_push(b->ctx, &b->plan.variables, (dtrans_variable){global, IR_NONE, to});
    }
}

void dtrans_pointers_collect(DTransOptBase *b) {
    if (!b->pointers.active)
        return;
    map erased;
    map_init(&erased, b->ctx);
    dtrans_plan_list_erased(&b->plan, &erased);
    freeze_functions(b);
    find_globals(b);
    find_functions(b);
    ir_each_function (fn, b->m->llvm)
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb)
                if (ctx_tick(b->ctx, 1) && !map_find(&erased, inst) &&
                    (LLVMIsACallInst(inst) || !dtrans_is_claimed(&b->plan, inst)))
                    find_in_instruction(b, inst);
    map_free(&erased);
}
