/* Calls that make, end, copy or set objects. */
#include "dtrans/analysis/facts.h"
#include "ir/value.h"

#include <string.h>

static const struct {
    const char *name;
    dtrans_call_kind kind;
    unsigned size; /* the argument that is a number of bytes */
} functions[] = {
    {"llvm.memcpy.", DTRANS_CALL_COPIES, 2}, {"llvm.memmove.", DTRANS_CALL_MOVES, 2},
    {"llvm.memset.", DTRANS_CALL_SETS, 2},   {"memcpy", DTRANS_CALL_COPIES, 2},
    {"memmove", DTRANS_CALL_MOVES, 2},       {"memset", DTRANS_CALL_SETS, 2},
};

static bool is_named(const char *name, const char *row) {
    size_t length = strlen(row);
    return row[length - 1] == '.' ? str_starts_with(name, row) : strcmp(name, row) == 0;
}

static uint32_t type_at(dtrans_facts *f, LLVMValueRef pointer) {
    return dtrans_local_value(&f->visitor.local, pointer)->dominant;
}

/* How many objects so many bytes are. */
static void count_objects(const dtrans_facts *f, dtrans_call *call) {
    uint64_t size = call->type == IR_NONE ? 0 : f->info->types.at[call->type].size;
    call->count = size && call->bytes % size == 0 ? call->bytes / size : 0;
}

static bool moves_bytes(dtrans_facts *f, LLVMValueRef inst, dtrans_call *call) {
    const char *name = ir_callee_name(inst);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (!is_named(name, functions[i].name) || LLVMGetNumArgOperands(inst) <= functions[i].size)
            continue;
        *call = (dtrans_call){.kind = functions[i].kind};
        call->type = type_at(f, LLVMGetOperand(inst, 0));
        call->size = LLVMGetOperand(inst, functions[i].size);
        call->bytes = LLVMIsAConstantInt(call->size) ? LLVMConstIntGetZExtValue(call->size) : 0;
        count_objects(f, call);
        return true;
    }
    return false;
}

static bool allocates(dtrans_facts *f, LLVMValueRef inst, dtrans_call *call) {
    const ptr_site *site = dtrans_site_of(&f->visitor, inst);
    if (!site)
        return false;
    int size = dtrans_bytes_argument(site);
    *call = (dtrans_call){.kind = DTRANS_CALL_ALLOCATES,
                          .type = type_at(f, inst),
                          .bytes = dtrans_site_bytes(site),
                          .zeroed = site->zeroed,
                          .size = size < 0 ? NULL : LLVMGetOperand(inst, (unsigned)size)};
    if (strcmp(site->function, "realloc") == 0)
        call->kind = DTRANS_CALL_REALLOCATES;
    count_objects(f, call);
    return true;
}

static bool frees(dtrans_facts *f, LLVMValueRef inst, dtrans_call *call) {
    LLVMValueRef fn = ir_callee(inst);
    const char *name = ir_callee_name(inst);
    const lib_func *row = fn && ir_is_outside(fn) ? lib_find(name, strlen(name)) : NULL;
    if (!row || !row->args || row->args[0] != LIB_FREE || row->result != LIB_RESULT_NONE ||
        !LLVMGetNumArgOperands(inst))
        return false;
    *call = (dtrans_call){.kind = DTRANS_CALL_FREES};
    call->type = type_at(f, LLVMGetOperand(inst, 0));
    return true;
}

bool dtrans_call_of(dtrans_facts *f, LLVMValueRef inst, dtrans_call *call) {
    return LLVMIsACallInst(inst) &&
           (moves_bytes(f, inst, call) || allocates(f, inst, call) || frees(f, inst, call));
}
