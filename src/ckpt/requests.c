#include "ckpt/requests.h"

#include "base/vec.h"
#include "ckpt/ckpt_reasons.h"
#include "ir/value.h"

#include <string.h>

enum { MOST = 8 };

/* Numbers of Linux, which are the same on all processors that the runtime knows. */
static const struct {
    const char *name;
    unsigned argument, count;
    uint64_t harmless[MOST];
} calls[] = {
    /* F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC, F_GETPIPE_SZ */
    {"fcntl", 1, 7, {0, 1, 2, 3, 4, 1030, 1032}},
    {"fcntl64", 1, 7, {0, 1, 2, 3, 4, 1030, 1032}},
    /* TCGETS, TIOCGWINSZ, FIONREAD */
    {"ioctl", 1, 3, {0x5401, 0x5413, 0x541b}},
};

static bool is_harmless(LLVMValueRef request, size_t call) {
    if (!LLVMIsAConstantInt(request))
        return false;
    uint64_t number = LLVMConstIntGetZExtValue(request);
    for (unsigned i = 0; i < calls[call].count; i++)
        if (calls[call].harmless[i] == number)
            return true;
    return false;
}

static void check_calls(ckpt_refusals *r, LLVMValueRef fn, size_t call) {
    unsigned argument = calls[call].argument;
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool calls_it = ir_is_call_of(user, fn) && !ir_call_passes(user, fn);
        if (!calls_it || argument >= LLVMGetNumArgOperands(user) ||
            !is_harmless(LLVMGetOperand(user, argument), call))
            ckpt_refuse(r, NULL, LLVMIsAInstruction(user) ? user : NULL, CKPT_WHY_REQUEST,
                        calls[call].name);
    }
}

void ckpt_check_requests(ckpt_refusals *r, LLVMValueRef fn) {
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (strcmp(LLVMGetValueName(fn), calls[i].name) == 0)
            check_calls(r, fn, i);
}
