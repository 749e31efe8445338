/* lathe/pass.h: what the functions of a pass ask and say. */
#include "api/loaded.h"

#include "api/arguments.h"
#include "base/remark.h"
#include "ir/srcloc.h"
#include "ir/value.h"

#include <string.h>

uint64_t lathe_pass_number(const lathe_pass_call *call, const char *key, uint64_t otherwise) {
    return ir_param_number(call->params, key, otherwise);
}

bool lathe_pass_given(const lathe_pass_call *call, const char *key) {
    return ir_param_given(call->params, key);
}

const char *lathe_pass_text(const lathe_pass_call *call, const char *key) {
    return ir_param_get(call->params, key);
}

size_t lathe_pass_choice(const lathe_pass_call *call, const char *key, size_t otherwise) {
    return ir_param_choice(call->params, key, otherwise);
}

lathe_ctx *lathe_pass_ctx(const lathe_pass_call *call) {
    return call->m->ctx;
}

void *lathe_pass_state(lathe_pass_call *call, size_t size) {
    lathe_ctx *ctx = call->m->ctx;
    if (!call->state && size && (call->state = ctx_realloc(ctx, NULL, 0, size))) {
        memset(call->state, 0, size);
        call->state_size = size;
    }
    if (call->state && size != call->state_size) {
        lathe_pass_fail(call, "it asks for its state in two sizes");
        return NULL;
    }
    return call->state;
}

void lathe_pass_print(lathe_pass_call *call, const char *text) {
    if (text)
        str_add(call->out, text);
}

static const char *function_of(const lathe_module *m, LLVMValueRef where) {
    size_t length;
    LLVMValueRef fn = where && LLVMIsAInstruction(where) ? ir_function_of(where) : where;
    if (fn && LLVMIsAFunction(fn))
        return LLVMGetValueName2(fn, &length);
    return LLVMGetNamedFunction(m->llvm, "main") ? "main"
                                                 : LLVMGetModuleIdentifier(m->llvm, &length);
}

static ir_place place_of(ir_srcloc *places, LLVMValueRef where) {
    if (where && LLVMIsAInstruction(where))
        return ir_srcloc_inst(places, where);
    if (where && LLVMIsAFunction(where))
        return ir_srcloc_function(places, where);
    if (where && LLVMIsAGlobalVariable(where))
        return ir_srcloc_global(places, where);
    return (ir_place){0};
}

void lathe_pass_remark(lathe_pass_call *call, lathe_remark_kind kind, const char *id,
                       LLVMValueRef where, const char *message) {
    lathe_ctx *ctx = call->m->ctx;
    ir_srcloc places;
    if (kind > LATHE_REMARK_ANALYSIS || !api_has_text(ctx, id, "id") ||
        !api_has_text(ctx, message, "message"))
        return;
    ir_srcloc_init(&places, call->m);
    ir_place place = place_of(&places, where);
    const char *file = place.line ? place.file : NULL;
    ctx_diag(ctx, &(lathe_diag){.severity = LATHE_REMARK,
                                .id = id,
                                .file = file,
                                .line = place.line,
                                .column = place.column,
                                .message = message});
    if (ctx->remarks) {
        const char *word = arena_strdup(&ctx->remarks->mem, id);
        remark_add(ctx->remarks, &(remark){.kind = (remark_kind)kind,
                                           .pass = call->pass->row.name,
                                           .name = word ? word : "",
                                           .function = function_of(call->m, where),
                                           .file = file,
                                           .line = place.line,
                                           .column = place.column});
        remark_add_part(ctx->remarks, "String", "%s", message);
    }
    ir_srcloc_free(&places);
}

void lathe_pass_fail(lathe_pass_call *call, const char *message) {
    ctx_fail(call->m->ctx, LATHE_BAD_INPUT, "pass '%s' of %s: %s", call->pass->row.name,
             call->pass->file, message ? message : "it has failed");
}
