#include "ckpt/formats.h"

#include "ckpt/ckpt_reasons.h"
#include "ir/value.h"

#include <string.h>

static const struct {
    const char *name; /* after __isoc99_ or __isoc23_, too */
    unsigned format;
} scanners[] = {{"scanf", 0},  {"sscanf", 1},  {"fscanf", 1},
                {"vscanf", 0}, {"vsscanf", 1}, {"vfscanf", 1}};

static bool find_format(const char *name, unsigned *format) {
    if (str_starts_with(name, "__isoc99_") || str_starts_with(name, "__isoc23_"))
        name += 9;
    for (size_t i = 0; i < sizeof scanners / sizeof *scanners; i++)
        if (strcmp(name, scanners[i].name) == 0) {
            *format = scanners[i].format;
            return true;
        }
    return false;
}

/* The characters of a constant string, with the zero at its end; NULL if it is not one. */
static const char *text_of(LLVMValueRef value, size_t *size) {
    if (!LLVMIsAGlobalVariable(value) || !LLVMIsGlobalConstant(value) || LLVMIsDeclaration(value))
        return NULL;
    LLVMValueRef text = LLVMGetInitializer(value);
    if (!text || !LLVMIsConstantString(text))
        return NULL;
    const char *at = LLVMGetAsString(text, size);
    return memchr(at, 0, *size) ? at : NULL;
}

/* %[*][n$][width][m]…: whether a conversion has the m. Within %[…] anything is allowed. */
static bool allocates(const char *at) {
    while ((at = strchr(at, '%'))) {
        at++;
        at += strspn(at, "*'I$0123456789");
        if (*at == 'm')
            return true;
        at += strspn(at, "hljztLq");
        if (*at == 'a' && (at[1] == 's' || at[1] == 'S' || at[1] == '['))
            return true; /* what glibc had for it before */
        if (*at == '[') {
            at += at[1] == '^' ? 2 : 1;
            at = *at ? strchr(at + 1, ']') : NULL;
            if (!at)
                return false;
        }
        if (*at)
            at++;
    }
    return false;
}

/* A PHI or select of constants, or one that a local was set to once, is left to the optimiser. */
static void check_call(ckpt_refusals *r, LLVMValueRef call, LLVMValueRef fn, unsigned format) {
    size_t size;
    const char *text =
        format < LLVMGetNumArgOperands(call) ? text_of(LLVMGetOperand(call, format), &size) : NULL;
    if (!text)
        ckpt_refuse(r, NULL, call, CKPT_WHY_SCANF_FORMAT, LLVMGetValueName(fn));
    else if (allocates(text))
        ckpt_refuse(r, NULL, call, CKPT_WHY_SCANF_ALLOCATES, LLVMGetValueName(fn));
}

void ckpt_check_formats(ckpt_refusals *r, LLVMValueRef fn) {
    unsigned format;
    if (!find_format(LLVMGetValueName(fn), &format))
        return;
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (ir_is_call_of(user, fn))
            check_call(r, user, fn, format);
    }
}
