/* Attributes and metadata that a restore edge makes untrue. Functions on the path are called with
 * zeros, return zeros, and write memory that they did not write before; saved pointers are based on
 * nothing that LLVM can see. */
#include "ckpt/inject.h"

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
    LLVMSetMetadata(inst, LLVMGetMDKindIDInContext(c, name, (unsigned)strlen(name)), NULL);
}

static unsigned kind_of(const char *name) {
    return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static const LLVMAttributeIndex on_function = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

/* What is returned may no longer be an argument: zeros are returned too. */
static void drop_from_parameter(LLVMValueRef fn, LLVMAttributeIndex at) {
    LLVMRemoveEnumAttributeAtIndex(fn, at, kind_of("returned"));
    bool by_value = LLVMGetEnumAttributeAtIndex(fn, at, kind_of("byval")) ||
                    LLVMGetEnumAttributeAtIndex(fn, at, kind_of("sret"));
    for (size_t i = 0; i < COUNT(parameter_claims); i++)
        if (!by_value || strcmp(parameter_claims[i], "align") != 0)
            LLVMRemoveEnumAttributeAtIndex(fn, at, kind_of(parameter_claims[i]));
}

static void drop_scopes(LLVMValueRef inst) {
    static const char *const scopes[] = {"noalias", "alias.scope"};
    for (size_t i = 0; i < COUNT(scopes); i++)
        drop_metadata(inst, scopes[i]);
}

void ckpt_drop_claims(ckpt_fn *f) {
    for (size_t i = 0; i < COUNT(function_claims); i++)
        LLVMRemoveEnumAttributeAtIndex(f->fn, on_function, kind_of(function_claims[i]));
    for (unsigned i = 0, n = LLVMCountParams(f->fn); i < n; i++)
        drop_from_parameter(f->fn, i + 1);
    for (size_t i = 0; i < COUNT(return_claims); i++)
        LLVMRemoveEnumAttributeAtIndex(f->fn, LLVMAttributeReturnIndex, kind_of(return_claims[i]));
    ir_each_block (bb, f->fn)
        ir_each_inst (inst, bb)
            drop_scopes(inst);
}

void ckpt_drop_call_claims(LLVMValueRef call) {
    for (size_t i = 0; i < COUNT(function_claims); i++)
        LLVMRemoveCallSiteEnumAttribute(call, on_function, kind_of(function_claims[i]));
    for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n; i++) {
        LLVMRemoveCallSiteEnumAttribute(call, i + 1, kind_of("returned"));
        bool by_value = LLVMGetCallSiteEnumAttribute(call, i + 1, kind_of("byval")) ||
                        LLVMGetCallSiteEnumAttribute(call, i + 1, kind_of("sret"));
        for (size_t a = 0; a < COUNT(parameter_claims); a++)
            if (!by_value || strcmp(parameter_claims[a], "align") != 0)
                LLVMRemoveCallSiteEnumAttribute(call, i + 1, kind_of(parameter_claims[a]));
    }
    for (size_t i = 0; i < COUNT(return_claims); i++)
        LLVMRemoveCallSiteEnumAttribute(call, LLVMAttributeReturnIndex, kind_of(return_claims[i]));
    for (size_t i = 0; i < COUNT(metadata_claims); i++)
        drop_metadata(call, metadata_claims[i]);
}
