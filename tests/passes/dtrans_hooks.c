/* dtrans-test-hooks: a transform for tests of the base. It replaces structs by equal ones, and each
 * parameter makes one hook do something that shows in the module, or in the text.
 *
 *   type=NAME         only this struct; else all that may change
 *   prefix=TEXT       of new names; "__DTH_" if it is not given
 *   pointers          pointers to the structs become integers; says so of each type, or why not
 *   bits=N            … of so many bits
 *   decline           prepare_types finds no work
 *   trace             prints the order of calls
 *   add=NAME          prepare_module adds a variable
 *   take=NAME         create_global takes this variable, initialize_global gives it zeroes
 *   redirect=NAME     prepare_module copies this function and writes the copy to the value map
 *   constant=NAME     process_function puts 42 for the instruction of this name
 *   remap=NAME        the own type remapper maps this struct to "own.NAME"
 *   materialize=NAME  the own materializer puts a new declaration "own.NAME" for this function
 *   break             post_process_function leaves main with a block that does not end
 *
 * Needs: a whole program.
 * Keeps: all layouts, and the program's behaviour but for what the parameters say.
 * Breaks: pointers to types, variables, functions and instructions.
 * Declines when: nothing may change.
 */
#include "dtrans/transform/layout_body.h"
#include "dtrans/transform/layout_run.h"
#include "ir/edit/signature.h"
#include "passes/passes.h"

#include <stdlib.h>
#include <string.h>

typedef struct hooks_test {
    const ir_params *params;
    str *out;
    LLVMValueRef made; /* by the materializer */
} hooks_test;

static const char *param(const hooks_test *t, const char *key) {
    return ir_param_get(t->params, key);
}

/* Whether the parameter names the value. */
static bool is_meant(const hooks_test *t, const char *key, LLVMValueRef v) {
    const char *name = param(t, key);
    return name && strcmp(LLVMGetValueName(v), name) == 0;
}

/* Steps that only prepare are shown when they are made for good. */
static void trace_step(const DTransOptBase *b, const hooks_test *t, const char *hook) {
    if (!b->rehearsal && param(t, "trace"))
        str_printf(t->out, "%s\n", hook);
}

static void trace(const hooks_test *t, const char *hook, LLVMValueRef v) {
    if (param(t, "trace"))
        str_printf(t->out, "%s @%s\n", hook, LLVMGetValueName(v));
}

static void map_pointers(DTransOptBase *b, const hooks_test *t, uint32_t type) {
    LLVMValueRef where;
    const char *bits = param(t, "bits");
    LLVMTypeRef word = bits ? LLVMIntTypeInContext(b->m->llvm_ctx, (unsigned)atoi(bits))
                            : LLVMIntPtrTypeInContext(b->m->llvm_ctx, b->layouts.target);
    bool mapped = dtrans_map_pointer(b, type, word);
    const char *reason = dtrans_pointer_refusal(b, type, &where);
    if (b->rehearsal)
        return;
    str_printf(t->out, "%s: pointers %s%s\n", b->info->types.at[type].name,
               mapped ? "become integers" : "stay: ", mapped ? "" : reason);
}

static bool prepare_types(DTransOptBase *b, void *data) {
    const hooks_test *t = data;
    const char *name = param(t, "type"), *prefix = param(t, "prefix");
    trace_step(b, t, "prepare_types");
    if (param(t, "decline"))
        return false;
    for (uint32_t i = 0; i < b->info->types.len; i++) {
        if (!dtrans_may_change(b, i, DTRANS_REORDER_FIELDS) ||
            (name && strcmp(b->info->types.at[i].name, name) != 0))
            continue;
        dtrans_base_replace(b, i, prefix ? prefix : "__DTH_");
        if (param(t, "pointers"))
            map_pointers(b, t, i);
    }
    return b->layouts.changes.len > 0;
}

static void populate_types(DTransOptBase *b, void *data) {
    trace_step(b, data, "populate_types");
    for (size_t i = 0; i < b->layouts.changes.len; i++) {
        dtrans_change *change = &b->layouts.changes.at[i];
        dtrans_body body;
        if (!change->dependent && dtrans_body_init(&body, b, change))
            dtrans_body_set(&body, b, change);
    }
}

static void redirect(DTransOptBase *b, LLVMValueRef fn) {
    ir_param_source params[8];
    unsigned count = LLVMCountParams(fn);
    if (count > sizeof params / sizeof *params)
        return;
    for (unsigned i = 0; i < count; i++)
        params[i] = (ir_param_source){.number = i};
    ir_signature same = {LLVMGlobalGetValueType(fn), "copy", params, true};
    LLVMValueRef copy = ir_function_resign(b->m, fn, &same);
    if (copy)
        ir_valuemap_set(&b->values, fn, copy);
}

static void prepare_module(DTransOptBase *b, void *data) {
    const hooks_test *t = data;
    const char *add = param(t, "add"), *name = param(t, "redirect");
    trace_step(b, t, "prepare_module");
    if (add) {
        LLVMTypeRef type = LLVMInt32TypeInContext(b->m->llvm_ctx);
        LLVMValueRef global = LLVMAddGlobal(b->m->llvm, type, add);
        LLVMSetInitializer(global, LLVMConstInt(type, 7, false));
    }
    LLVMValueRef fn = name ? LLVMGetNamedFunction(b->m->llvm, name) : NULL;
    if (fn)
        redirect(b, fn);
}

static LLVMValueRef create_global(DTransOptBase *b, LLVMValueRef old, void *data) {
    const hooks_test *t = data;
    bool taken = is_meant(t, "take", old);
    trace(t, taken ? "create_global, taken:" : "create_global, left:", old);
    return taken ? LLVMAddGlobal(b->m->llvm,
                                 dtrans_new_type(&b->layouts, LLVMGlobalGetValueType(old)), "")
                 : NULL;
}

static void initialize_global(DTransOptBase *b, LLVMValueRef old, LLVMValueRef new, void *data) {
    (void)b;
    (void)old;
    trace(data, "initialize_global", new);
    LLVMSetInitializer(new, LLVMConstNull(LLVMGlobalGetValueType(new)));
}

static void post_process_global(DTransOptBase *b, LLVMValueRef old, LLVMValueRef new, void *data) {
    trace(data,
          map_get(&b->values.values, old) == new ? "post_process_global" : "not mapped:", new);
}

static void process_function(DTransOptBase *b, LLVMValueRef fn, void *data) {
    (void)b;
    LLVMValueRef next;
    trace(data, "process_function", fn);
    ir_each_block (bb, fn)
        for (LLVMValueRef inst = LLVMGetFirstInstruction(bb); inst; inst = next) {
            next = LLVMGetNextInstruction(inst);
            if (!is_meant(data, "constant", inst))
                continue;
            LLVMReplaceAllUsesWith(inst, LLVMConstInt(LLVMTypeOf(inst), 42, false));
            LLVMInstructionEraseFromParent(inst);
        }
}

static void post_process_function(DTransOptBase *b, LLVMValueRef original, void *data) {
    const hooks_test *t = data;
    LLVMValueRef clone = map_get(&b->values.values, original);
    bool moved = LLVMIsDeclaration(original);
    trace(t, moved ? "post_process_function, clone:" : "post_process_function",
          moved ? clone : original);
    LLVMValueRef fn = moved ? clone : original;
    if (param(t, "break") && strcmp(LLVMGetValueName(fn), "main") == 0)
        LLVMAppendBasicBlockInContext(b->m->llvm_ctx, fn, "broken");
}

static LLVMTypeRef remap_type(DTransOptBase *b, LLVMTypeRef type, void *data) {
    const char *name = param(data, "remap");
    bool named = LLVMGetTypeKind(type) == LLVMStructTypeKind && !LLVMIsLiteralStruct(type);
    if (!name || !named || strcmp(LLVMGetStructName(type), name) != 0)
        return NULL;
    unsigned count = LLVMCountStructElementTypes(type);
    LLVMTypeRef *elements = arena_array(&b->layouts.mem, count + 1, LLVMTypeRef);
    if (!elements)
        return NULL;
    LLVMGetStructElementTypes(type, elements);
    LLVMTypeRef to = LLVMStructCreateNamed(b->m->llvm_ctx, dtrans_base_name(b, "own.", name));
    LLVMStructSetBody(to, elements, count, LLVMIsPackedStruct(type));
    return to;
}

static LLVMValueRef materialize(DTransOptBase *b, LLVMValueRef value, void *data) {
    hooks_test *t = data;
    if (!LLVMIsAFunction(value) || !is_meant(t, "materialize", value))
        return NULL;
    if (!t->made)
        t->made = LLVMAddFunction(b->m->llvm, dtrans_base_name(b, "own.", LLVMGetValueName(value)),
                                  LLVMGlobalGetValueType(value));
    return t->made;
}

lathe_status dtrans_test_hooks_pass(lathe_module *m, const ir_params *params, str *out) {
    static const dtrans_hooks hooks = {
        .name = "dtrans-test-hooks",
        .dependent_prefix = "__DDT_",
        .prepare_types = prepare_types,
        .populate_types = populate_types,
        .prepare_module = prepare_module,
        .create_global = create_global,
        .initialize_global = initialize_global,
        .post_process_global = post_process_global,
        .process_function = process_function,
        .post_process_function = post_process_function,
        .remap_type = remap_type,
        .materialize = materialize,
    };
    hooks_test test = {.params = params, .out = out};
    return dtrans_run(m, &hooks, &test);
}
