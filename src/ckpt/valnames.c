#include "ckpt/valnames.h"

#include "base/arena.h"
#include "ir/llvmx.h"
#include "ir/md.h"
#include "ir/names.h"

enum { VARIABLE_NAME = 1 }; /* an operand of DILocalVariable */

/* Without optimisation, a parameter is named through the local that it is stored in. */
static LLVMValueRef stored_argument(LLVMValueRef value) {
    if (!LLVMIsAAllocaInst(value))
        return NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == value &&
            LLVMIsAArgument(LLVMGetOperand(user, 0)))
            return LLVMGetOperand(user, 0);
    }
    return NULL;
}

static void put(map *names, LLVMValueRef value, const char *name) {
    map_word *place = map_put(names, value);
    if (place && !place->s)
        place->s = name;
}

typedef struct namer {
    map *names;
    lathe_module *m;
    ir_md_ops ops;
} namer;

static void bind(void *data, LLVMDbgRecordRef r) {
    namer *n = data;
    LLVMValueRef value = LLVMDbgVariableRecordGetValue(r, 0);
    LLVMMetadataRef variable = LLVMDbgVariableRecordGetVariable(r);
    if (!value || !variable)
        return;
    ir_md_operands(n->m, variable, &n->ops);
    const char *name = ir_md_string_at(&n->ops, VARIABLE_NAME);
    if (!name)
        return;
    put(n->names, value, name);
    if (stored_argument(value))
        put(n->names, stored_argument(value), name);
}

bool ckpt_source_names(map *names, arena *mem, lathe_module *m, LLVMValueRef fn) {
    (void)mem;
    namer n = {.names = names, .m = m};
    ir_each_block (bb, fn)
        llvmx_each_variable(bb, bind, &n);
    vec_free(m->ctx, &n.ops);
    return ctx_ok(m->ctx);
}

static void name_one(map *names, arena *mem, const ir_names *numbers, LLVMValueRef value) {
    map_word *place = map_put(names, value);
    if (!place || place->s)
        return;
    str text;
    str_init(&text, mem->ctx);
    ir_names_add(numbers, &text, value);
    const char *name = arena_strdup(mem, str_text(&text) + (*str_text(&text) == '%'));
    str_free(&text);
    if ((place = map_find(names, value)))
        place->s = name;
}

bool ckpt_name_values(map *names, arena *mem, lathe_module *m, LLVMValueRef fn) {
    ir_names numbers;
    ckpt_source_names(names, mem, m, fn);
    if (ir_names_init(&numbers, m->ctx, fn)) {
        for (unsigned i = 0, n = LLVMCountParams(fn); i < n; i++)
            name_one(names, mem, &numbers, LLVMGetParam(fn, i));
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb)
                if (LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMVoidTypeKind)
                    name_one(names, mem, &numbers, inst);
    }
    ir_names_free(&numbers);
    return ctx_ok(m->ctx);
}
