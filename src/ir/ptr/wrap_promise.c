/* What is said of functions that allocate: by the user (-flathe-alloc=NAME:SIZE), who vouches for
 * all of it, or by their attributes, malloc and alloc_size together. */
#include "ir/attr.h"
#include "ir/ptr/wrap_fresh.h"
#include "ir/value.h"

#include <stdlib.h>
#include <string.h>

enum { NO_COUNT = -1 };

/* "NAME:SIZE" or "NAME:SIZE:COUNT", with arguments counted from 0. */
static bool is_named(const char *text, LLVMValueRef fn, ptr_wrapper *out) {
    size_t length;
    const char *name = LLVMGetValueName2(fn, &length), *colon = strchr(text, ':');
    if (!colon || (size_t)(colon - text) != length || memcmp(text, name, length) != 0)
        return false;
    char *end;
    out->size_arg = (int)strtol(colon + 1, &end, 10);
    out->count_arg = *end == ':' ? (int)strtol(end + 1, NULL, 10) : NO_COUNT;
    return true;
}

static bool is_size(LLVMValueRef fn, int arg) {
    return arg >= 0 && (unsigned)arg < LLVMCountParams(fn) &&
           LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(fn, (unsigned)arg))) == LLVMIntegerTypeKind;
}

/* LLVM keeps the number of the size in the upper half, that of the count, or -1, in the lower. */
static bool has_attributes(LLVMValueRef fn, ptr_wrapper *out) {
    LLVMAttributeRef sizes = ir_attr_get(fn, IR_AT_FUNCTION, "allocsize");
    if (!sizes || !ir_attr_get(fn, LLVMAttributeReturnIndex, "noalias"))
        return false;
    uint64_t packed = LLVMGetEnumAttributeValue(sizes);
    uint32_t count = (uint32_t)packed;
    out->size_arg = (int)(packed >> 32);
    out->count_arg = count == UINT32_MAX ? NO_COUNT : (int)count;
    return true;
}

bool ptr_is_vouched(const ptr_wrappers *w, LLVMValueRef fn, ptr_wrapper *out) {
    if (LLVMGetTypeKind(LLVMGetReturnType(LLVMGlobalGetValueType(fn))) != LLVMPointerTypeKind ||
        (LLVMIsDeclaration(fn) && ptr_library_row(fn)))
        return false;
    out->zeroed = true;
    ir_each_name (text, &w->m->settings.allocators)
        out->vouched |= is_named(text, fn, out);
    return (out->vouched || has_attributes(fn, out)) && is_size(fn, out->size_arg) &&
           (out->count_arg == NO_COUNT || is_size(fn, out->count_arg));
}
