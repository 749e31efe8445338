#include "ir/edit/records.h"

#include "base/vec.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

typedef struct restated {
    LLVMValueRef value;
    LLVMMetadataRef variable, expression, location;
} restated;

typedef VEC(restated) restated_list;

static bool is_of_several(const lathe_module *m, LLVMMetadataRef expression) {
    char *text = LLVMPrintValueToString(LLVMMetadataAsValue(m->llvm_ctx, expression));
    bool several = strstr(text, "DW_OP_LLVM_arg") != NULL;
    LLVMDisposeMessage(text);
    return several;
}

/* From the first record that needs one, all records: the last one about a variable counts. */
static void list_records(lathe_module *m, LLVMValueRef inst, ir_successor_fn successor, void *data,
                         restated_list *out) {
    vec_clear(out);
    for (LLVMDbgRecordRef r = LLVMGetFirstDbgRecord(inst); r; r = LLVMGetNextDbgRecord(r)) {
        if (LLVMDbgRecordGetKind(r) != LLVMDbgRecordValue)
            continue;
        LLVMMetadataRef expression = LLVMDbgVariableRecordGetExpression(r);
        LLVMValueRef value = LLVMDbgVariableRecordGetValue(r, 0);
        LLVMValueRef next = value ? successor(data, value) : NULL;
        if (!value || (!next && out->len == 0) || is_of_several(m, expression))
            continue;
        vec_push(m->ctx, out,
                 (restated){next ? next : value, LLVMDbgVariableRecordGetVariable(r), expression,
                            LLVMDbgRecordGetDebugLoc(r)});
    }
}

void ir_restate_records(lathe_module *m, LLVMValueRef fn, ir_successor_fn successor, void *data) {
    LLVMDIBuilderRef b = LLVMCreateDIBuilderDisallowUnresolved(m->llvm);
    restated_list all = {0};
    ir_each_block (bb, fn)
        ir_each_inst (inst, bb) {
            list_records(m, inst, successor, data, &all);
            for (size_t i = 0; i < all.len; i++)
                LLVMDIBuilderInsertDbgValueRecordBefore(b, all.at[i].value, all.at[i].variable,
                                                        all.at[i].expression, all.at[i].location,
                                                        inst);
        }
    LLVMDisposeDIBuilder(b);
    vec_free(m->ctx, &all);
}
