#include "cc/link/link_runtime.h"

#include <stdlib.h>
#include <string.h>

/* Sorted by bytes; mathematical ones without their f and l. */
static const char *const names[] = {
    /* clang-format off */
    "_Unwind_Resume", "acos", "aligned_alloc", "asin", "atan", "atan2", "bcmp", "bzero", "calloc",
    "cbrt", "ceil", "copysign", "cos", "cosh", "cospi", "erf", "erfc", "exp", "exp10", "exp2",
    "expm1", "fabs", "floor", "fma", "fmax", "fmaximum", "fmin", "fminimum", "fmod", "fputc",
    "fputs", "free", "frexp", "fwrite", "ldexp", "llrint", "llround", "log", "log10", "log1p",
    "log2", "longjmp", "lrint", "lround", "malloc", "memccpy", "memchr", "memcmp", "memcpy",
    "memmove", "mempcpy", "memrchr", "memset", "memset_pattern16", "modf", "nearbyint", "pow",
    "putchar", "puts", "realloc", "remainder", "rint", "round", "roundeven", "setjmp", "sin",
    "sincos", "sincospi", "sinh", "sinpi", "snprintf", "sprintf", "sqrt", "stpcpy", "stpncpy",
    "strcat", "strchr", "strcmp", "strcpy", "strcspn", "strdup", "strlcat", "strlcpy", "strlen",
    "strncat", "strncmp", "strncpy", "strndup", "strnlen", "strpbrk", "strrchr", "strspn", "strstr",
    "strtol", "strtoll", "tan", "tanh", "tgamma", "trunc", "vsnprintf", "vsprintf",
    /* clang-format on */
};
/* What follows them names types and operations. */
static const char *const prefixes[] = {
    "__add",     "__ashl", "__ashr",    "__atomic_", "__clear_cache",  "__cmp",    "__cxa_atexit",
    "__cxa_end", "__div",  "__emutls_", "__eq",      "__extend",       "__fix",    "__float",
    "__ge",      "__gnu_", "__gt",      "__le",      "__llvm_",        "__lshr",   "__lt",
    "__mem",     "__mod",  "__mul",     "__ne",      "__pow",          "__sincos", "__stack_chk",
    "__stp",     "__str",  "__sub",     "__sync_",   "__tls_get_addr", "__trunc",  "__ucmp",
    "__udiv",    "__umod", "__unord",   "_Znam",     "_Znwm",          "_ZdaPv",   "_ZdlPv",
    "__cxx_",
};

static int compare(const void *name, const void *entry) {
    return strcmp(name, *(const char *const *)entry);
}

static bool is_listed(const char *name) {
    return bsearch(name, names, sizeof names / sizeof *names, sizeof *names, compare) != NULL;
}

bool cc_is_runtime_name(const char *name) {
    enum { LONGEST = 31 };
    char base[LONGEST + 1];
    size_t length = strlen(name);
    if (is_listed(name))
        return true;
    if (length > 1 && length <= LONGEST && strchr("fl", name[length - 1])) {
        memcpy(base, name, length - 1);
        base[length - 1] = '\0';
        if (is_listed(base))
            return true;
    }
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    return false;
}
