/* Attributes and metadata that a restore edge makes untrue. Functions on the path are called with
 * zeros, return zeros, and write memory that they did not write before; saved pointers are based on
 * nothing that LLVM can see. */
#include "ckpt/inject.h"
#include "ir/attr.h"
#include "ir/value.h"

#include <string.h>

static const char *const function_claims[] = {
    "memory",   "nosync",  "nofree",       "willreturn", "norecurse", "speculatable",
    "noreturn", "optnone", "mustprogress", "nocallback", "allockind", "allocsize",
};
static const char *const parameter_claims[] = {
    "noalias",  "nonnull",        "dereferenceable", "dereferenceable_or_null",
    "align",    "readonly",       "readnone",        "writeonly",
    "captures", "range",          "nofpclass",       "initializes",
    "nofree",   "dead_on_unwind", "writable",        "dead_on_return",
};
static const char *const return_claims[] = {
    "noalias", "nonnull", "dereferenceable", "dereferenceable_or_null",
    "align",   "range",   "nofpclass",
};
static const char *const metadata_claims[] = {
    "range",   "nonnull",     "align", "dereferenceable", "dereferenceable_or_null",
    "noalias", "alias.scope",
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void drop_metadata(LLVMValueRef inst, const char *name) {
    LLVMContextRef c = LLVMGetValueContext(inst);
    LLVMSetMetadata(inst, ir_md_kind(c, name), NULL);
}

static void drop_scopes(LLVMValueRef inst) {
    static const char *const scopes[] = {"noalias", "alias.scope"};
    for (size_t i = 0; i < COUNT(scopes); i++)
        drop_metadata(inst, scopes[i]);
}

/* What is returned may no longer be an argument: zeros are returned too. */
static void drop_from_parameter(LLVMValueRef owner, LLVMAttributeIndex at) {
    ir_attr_remove(owner, at, "returned");
    bool by_value = ir_attr_get(owner, at, "byval") || ir_attr_get(owner, at, "sret");
    for (size_t i = 0; i < COUNT(parameter_claims); i++)
        if (!by_value || strcmp(parameter_claims[i], "align") != 0)
            ir_attr_remove(owner, at, parameter_claims[i]);
}

static void drop_attributes(LLVMValueRef owner, unsigned parameters) {
    for (size_t i = 0; i < COUNT(function_claims); i++)
        ir_attr_remove(owner, IR_AT_FUNCTION, function_claims[i]);
    for (unsigned i = 0; i < parameters; i++)
        drop_from_parameter(owner, i + 1);
    for (size_t i = 0; i < COUNT(return_claims); i++)
        ir_attr_remove(owner, LLVMAttributeReturnIndex, return_claims[i]);
}

void ckpt_drop_claims(ckpt_fn *f) {
    drop_attributes(f->fn, LLVMCountParams(f->fn));
    ir_each_block (bb, f->fn)
        ir_each_inst (inst, bb)
            drop_scopes(inst);
}

void ckpt_drop_call_claims(LLVMValueRef call) {
    drop_attributes(call, LLVMGetNumArgOperands(call));
    for (size_t i = 0; i < COUNT(metadata_claims); i++)
        drop_metadata(call, metadata_claims[i]);
}
