/* What the words of a command line need of LLVM's library: all that a program without it has to
 * hand on to one that has it. */
#include "cc/driver/args.h"
#include "dtrans/analysis/type_settings.h"
#include "lathe/lathe.h"
#include "pass/defaults.h"

#include <llvm-c/Core.h>
#include <llvm-c/TargetMachine.h>

#include <string.h>

/* The processor, and what follows the vendor: "x86_64" and "-linux-gnu". */
static bool same_machine(const char *a, const char *b) {
    size_t arch = strcspn(a, "-");
    const char *a_system = strchr(a + arch + (a[arch] == '-'), '-');
    const char *b_system = strncmp(a, b, arch + 1) == 0 ? strchr(b + arch + 1, '-') : NULL;
    return a_system && b_system && strcmp(a_system, b_system) == 0;
}

static bool is_own_target(const char *triple) {
    char *host = LLVMGetDefaultTargetTriple(), *wanted = LLVMNormalizeTargetTriple(triple);
    char *here = LLVMNormalizeTargetTriple(host);
    bool same = same_machine(wanted, here);
    LLVMDisposeMessage(here);
    LLVMDisposeMessage(wanted);
    LLVMDisposeMessage(host);
    return same;
}

static bool load(lathe_ctx *ctx, const char *file) {
    return lathe_load_passes(ctx, file) == LATHE_OK;
}

const cc_services cc_services_all = {is_own_target, load, pass_add_chosen, dtrans_is_allocator};
