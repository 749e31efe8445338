/* printf formats: which of them only show an address. */
#include "dtrans/analysis/visit.h"

#include <string.h>

/* The characters of a constant string, NULL if v is none. */
static const char *constant_text(LLVMValueRef v, size_t *length) {
    if (!LLVMIsAGlobalVariable(v) || !LLVMIsGlobalConstant(v) || LLVMIsDeclaration(v))
        return NULL;
    LLVMValueRef init = LLVMGetInitializer(v);
    return LLVMIsAConstantDataSequential(init) && LLVMIsConstantString(init)
               ? LLVMGetAsString(init, length)
               : NULL;
}

/* The conversion that consumes the index-th variadic argument; 0 if that is not certain. */
static char conversion(const char *text, const char *end, unsigned index) {
    unsigned taken = 0;
    for (const char *at = text; at < end && *at; at++) {
        if (*at != '%')
            continue;
        for (at++; at < end && *at && strchr("-+ #0'.123456789*hlLqjzt", *at); at++)
            if (*at == '*' && taken++ == index)
                return '*';
        if (at >= end || *at == '$')
            return 0;
        if (*at != '%' && *at != 'm' && taken++ == index)
            return *at;
    }
    return 0;
}

bool dtrans_is_shown_as_address(LLVMValueRef call, const lib_func *row, unsigned arg) {
    size_t fixed = strlen(row->args), length;
    if (!fixed || arg < fixed || row->args[fixed - 1] != LIB_TEXT_IN)
        return false;
    const char *text = constant_text(LLVMGetOperand(call, (unsigned)fixed - 1), &length);
    return text && conversion(text, text + length, arg - (unsigned)fixed) == 'p';
}
