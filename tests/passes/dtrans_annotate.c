/* dtrans-test-annotate, dtrans-test-annotations
 *
 * Needs: instructions with names, or GEPs with the struct's type.
 * Keeps: behaviour; with call=, the named function is called with every pointer that carries an
 *        annotation, so that the program itself can tell which field is marked.
 * Breaks: with call=, our pointer annotations.
 * Declines when: nothing matches, or an annotation is refused.
 */
#include "dtrans/annotate/annotate.h"
#include "ir/names.h"

#include "base/vec.h"
#include "ir/value.h"
#include "passes/passes.h"

#include <llvm-c/DebugInfo.h>

#include <stdlib.h>
#include <string.h>

static bool has_name(LLVMValueRef value, const char *name) {
    return name && strcmp(LLVMGetValueName(value), name) == 0;
}

/* The address of field `field` of a struct, as the front end writes it. */
static bool is_field_address(LLVMValueRef inst, const char *of, unsigned field) {
    if (!of || !LLVMIsAGetElementPtrInst(inst) || LLVMGetNumOperands(inst) != 3)
        return false;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(inst);
    LLVMValueRef index = LLVMGetOperand(inst, 2);
    return LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMGetStructName(type) &&
           strcmp(LLVMGetStructName(type), of) == 0 && LLVMIsAConstantInt(index) &&
           LLVMConstIntGetZExtValue(index) == field;
}

typedef VEC(LLVMValueRef) inst_list;

static void select_insts(lathe_module *m, const ir_params *params, inst_list *list) {
    const char *function = ir_param_get(params, "function"), *value = ir_param_get(params, "value");
    const char *of = ir_param_get(params, "of");
    unsigned field = (unsigned)ir_param_number(params, "field", 0);
    ir_each_function (fn, m->llvm) {
        if (function && !has_name(fn, function))
            continue;
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb)
                if (ctx_tick(m->ctx, 1) &&
                    (has_name(inst, value) || is_field_address(inst, of, field)))
                    vec_push(m->ctx, list, inst);
    }
}

static LLVMValueRef named_inst(LLVMValueRef fn, const char *name) {
    ir_each_block (bb, fn)
        ir_each_inst (inst, bb)
            if (has_name(inst, name))
                return inst;
    return NULL;
}

static LLVMValueRef place_for(LLVMValueRef inst, const ir_params *params) {
    const char *before = ir_param_get(params, "before");
    LLVMBasicBlockRef bb = LLVMGetInstructionParent(inst);
    return before ? named_inst(LLVMGetBasicBlockParent(bb), before) : LLVMGetNextInstruction(inst);
}

static void mark_type(lathe_module *m, const ir_params *params, const char *name,
                      LLVMValueRef inst) {
    LLVMTypeRef type = LLVMGetTypeByName2(m->llvm_ctx, name);
    if (!type || !dtrans_annotate_type(inst, type, (unsigned)ir_param_number(params, "level", 1)))
        ctx_fail(m->ctx, LATHE_USAGE, "the type annotation is refused");
}

static void mark_pointer(lathe_module *m, const ir_params *params, const char *kind,
                         LLVMValueRef inst) {
    const char *text = ir_param_get(params, "text");
    dtrans_annotation named = dtrans_annotation_named(kind);
    if (named == DPA_Own && !ir_param_given(params, "own"))
        named = DPA_None;
    dtrans_pointer_note note = {
        .variable = dtrans_annotation_variable(m, named, text ? text : "",
                                               ir_param_get(params, "extension")),
        .own = named == DPA_Own ? kind : NULL,
        .file = ir_param_get(params, "file"),
        .line = (unsigned)ir_param_number(params, "line", 0),
        .name = ir_param_get(params, "name"),
    };
    LLVMValueRef before = place_for(inst, params);
    if (!before)
        ctx_fail(m->ctx, LATHE_USAGE, "there is no instruction to annotate before");
    else if (note.variable)
        dtrans_annotate_pointer(m, inst, &note, before);
}

lathe_status dtrans_test_annotate(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    const char *type = ir_param_get(params, "type"), *kind = ir_param_get(params, "kind");
    inst_list list = {0};
    select_insts(m, params, &list);
    if (!list.len)
        ctx_fail(m->ctx, LATHE_USAGE, "there is nothing to annotate");
    for (size_t i = 0; i < list.len && ctx_ok(m->ctx); i++) {
        if (type)
            mark_type(m, params, type, list.at[i]);
        if (kind)
            mark_pointer(m, params, kind, list.at[i]);
    }
    vec_free(m->ctx, &list);
    return m->ctx->status;
}

static void print_type(LLVMValueRef inst, const char *where, str *out) {
    LLVMTypeRef type;
    unsigned level;
    LLVMContextRef llvm = LLVMGetTypeContext(LLVMTypeOf(inst));
    if (dtrans_annotated_type(inst, &type, &level)) {
        char *text = LLVMPrintTypeToString(type);
        char *body = strstr(text, " = type");
        if (body)
            *body = '\0';
        str_printf(out, "%s dtrans-type level %u of %s\n", where, level, text);
        LLVMDisposeMessage(text);
    } else if (LLVMGetMetadata(inst, ir_md_kind(llvm, "dtrans-type"))) {
        str_printf(out, "%s dtrans-type malformed\n", where);
    }
}

static void print_pointer(const ir_names *names, LLVMValueRef inst, const char *where, str *out) {
    if (!dtrans_is_annotation_call(inst))
        return;
    size_t length = 0;
    const char *text = dtrans_annotation_text(inst, &length);
    const char *kind = dtrans_annotation_kind_name(inst);
    str_printf(out, "%s %s", where, kind ? kind : dtrans_annotation_name(DPA_None));
    if (text)
        str_printf(out, " \"%.*s\"", (int)length, text);
    str_add(out, " on ");
    ir_names_add(names, out, LLVMGetOperand(inst, 0));
    str_add_char(out, '\n');
}

static void print_function(lathe_module *m, LLVMValueRef fn, str *out) {
    ir_names names;
    str where;
    str_init(&where, m->ctx);
    bool ready = ir_names_init(&names, m->ctx, fn);
    ir_each_block (bb, fn)
        ir_each_inst (inst, bb) {
            if (!ready || !ctx_tick(m->ctx, 1))
                break;
            str_clear(&where);
            str_printf(&where, "@%s ", LLVMGetValueName(fn));
            ir_names_add(&names, &where, inst);
            print_type(inst, str_text(&where), out);
            print_pointer(&names, inst, str_text(&where), out);
        }
    ir_names_free(&names);
    str_free(&where);
}

static void call_with(lathe_module *m, LLVMValueRef fn, LLVMValueRef callee) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(m->llvm_ctx);
    ir_each_block (bb, fn)
        ir_each_inst (inst, bb) {
            if (!dtrans_is_annotation(inst) || !ctx_tick(m->ctx, 1))
                continue;
            LLVMValueRef pointer = LLVMGetOperand(inst, 0);
            LLVMPositionBuilderBeforeInstrAndDbgRecords(b, inst);
            LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(inst));
            LLVMBuildCall2(b, LLVMGlobalGetValueType(callee), callee, &pointer, 1, "");
        }
    LLVMDisposeBuilder(b);
}

lathe_status dtrans_test_annotations(lathe_module *m, const ir_params *params, str *out) {
    const char *name = ir_param_get(params, "call");
    LLVMValueRef callee = name ? LLVMGetNamedFunction(m->llvm, name) : NULL;
    if (name && (!callee || LLVMCountParams(callee) != 1))
        return ctx_fail(m->ctx, LATHE_USAGE, "'%s' is not a function of one pointer", name);
    ir_each_function (fn, m->llvm) {
        if (callee)
            call_with(m, fn, callee);
        else
            print_function(m, fn, out);
    }
    return m->ctx->status;
}
