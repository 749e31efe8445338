#include "ir/input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Pipes and devices have no size of their own; nothing larger than this is a program. */
enum { LARGEST_STREAM = 1 << 30, READ_AT_ONCE = 1 << 16 };

void ir_input_free(lathe_ctx *ctx, ir_input *in) {
    ctx_free(ctx, in->bytes, in->cap);
    *in = (ir_input){.name = in->name};
}

static bool reserve(lathe_ctx *ctx, ir_input *in, size_t want) {
    if (want <= in->cap)
        return true;
    size_t cap = in->cap + in->cap / 2 < want ? want : in->cap + in->cap / 2;
    char *bytes = ctx_realloc(ctx, in->bytes, in->cap, cap);
    if (!bytes)
        return false;
    in->bytes = bytes;
    in->cap = cap;
    return true;
}

bool ir_input_slurp(lathe_ctx *ctx, ir_input *in, int fd) {
    struct stat st;
    bool sized = fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
    if (sized && !reserve(ctx, in, (size_t)st.st_size + 2))
        return false;
    for (;;) {
        if (in->cap - in->size < 2 && !reserve(ctx, in, in->size + READ_AT_ONCE))
            return false;
        ssize_t n = read(fd, in->bytes + in->size, in->cap - in->size - 1);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            ctx_fail(ctx, LATHE_IO, "%s: cannot be read: %s", in->name, strerror(errno));
            return false;
        }
        if (n == 0)
            break;
        in->size += (size_t)n;
        if (!sized && in->size > LARGEST_STREAM) {
            ctx_fail(ctx, LATHE_IO, "%s: more than 1 GiB from a pipe or device; give lathe a file",
                     in->name);
            return false;
        }
    }
    in->bytes[in->size] = '\0';
    return true;
}

static bool has_suffix(const char *path, const char *suffix) {
    size_t length = strlen(path), tail = strlen(suffix);
    return length > tail && strcmp(path + length - tail, suffix) == 0;
}

static bool has_any_suffix(const char *path, const char *const *suffixes) {
    for (; *suffixes; suffixes++)
        if (has_suffix(path, *suffixes))
            return true;
    return false;
}

bool ir_input_is_c(const char *path) {
    static const char *const suffixes[] = {".c",   ".i", ".cc", ".cpp", ".cxx",
                                           ".c++", ".C", ".ii", NULL};
    return has_any_suffix(path, suffixes);
}

/* What people hand over by mistake, recognized by the first bytes. */
static const struct {
    const char *magic;
    size_t length;
    const char *what;
} foreign[] = {
    {"\x7f"
     "ELF",
     4, "an ELF object"},
    {"!<arch>\n", 8, "an archive"},
    {"!<thin>\n", 8, "an archive"},
    {"\xcf\xfa\xed\xfe", 4, "a Mach-O object"},
    {"\xce\xfa\xed\xfe", 4, "a Mach-O object"},
    {"\xca\xfe\xba\xbe", 4, "a Mach-O object"},
    {"MZ", 2, "a Windows program"},
    {"\0asm", 4, "a WebAssembly object"},
    {"CPCH", 4, "a precompiled header"},
    {"\x1f\x8b", 2, "a gzip file"},
    {"\xfd"
     "7zXZ",
     5, "an xz file"},
    {"(\xb5/\xfd", 4, "a zstd file"},
    {"PK\3\4", 4, "a zip file"},
    {"\x89PNG", 4, "a PNG image"},
    {"%PDF-", 5, "a PDF document"},
};

static bool starts_with(const ir_input *in, const char *magic, size_t length) {
    return in->size >= length && memcmp(in->bytes, magic, length) == 0;
}

static bool is_bitcode(const ir_input *in) {
    return starts_with(in, "BC\xc0\xde", 4) || starts_with(in, "\xde\xc0\x17\x0b", 4);
}

static lathe_status classify(lathe_ctx *ctx, ir_input *in) {
    if (in->size == 0)
        return ctx_fail(ctx, LATHE_BAD_INPUT, "%s: is empty; give lathe IR or C", in->name);
    in->kind = is_bitcode(in) ? IR_INPUT_BITCODE : IR_INPUT_TEXT;
    if (in->kind == IR_INPUT_BITCODE)
        return LATHE_OK;
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        if (starts_with(in, foreign[i].magic, foreign[i].length))
            return ctx_fail(ctx, LATHE_BAD_INPUT, "%s: is %s; give lathe IR or C", in->name,
                            foreign[i].what);
    const char *nul = memchr(in->bytes, '\0', in->size);
    if (nul)
        return ctx_fail(ctx, LATHE_BAD_INPUT,
                        "%s: is neither bitcode nor text (NUL byte at offset %zu); "
                        "give lathe IR or C",
                        in->name, (size_t)(nul - in->bytes));
    return LATHE_OK;
}

/* Opens path and refuses what no reader could use. -1 with the status set on failure. */
static int open_input(lathe_ctx *ctx, const ir_input *in, const char *path, struct stat *st) {
    int fd = strcmp(path, "-") == 0 ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
                                    : open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, st) != 0) {
        ctx_fail(ctx, LATHE_IO, "%s: cannot be opened: %s", in->name, strerror(errno));
    } else if (S_ISDIR(st->st_mode)) {
        ctx_fail(ctx, LATHE_IO, "%s: is a directory; give lathe the files in it", in->name);
    } else {
        return fd;
    }
    if (fd >= 0)
        close(fd);
    return -1;
}

/* An empty C file is refused like any other empty file: it is a mistake, not a program. */
static bool read_c(lathe_ctx *ctx, ir_input *in, const char *path, const struct stat *st,
                   const lathe_load_options *options) {
    if (S_ISREG(st->st_mode) && st->st_size == 0) {
        ctx_fail(ctx, LATHE_BAD_INPUT, "%s: is empty; give lathe IR or C", in->name);
        return false;
    }
    in->kind = IR_INPUT_C;
    return ir_input_compile(ctx, in, path, options);
}

bool ir_input_read(lathe_ctx *ctx, ir_input *in, const char *path,
                   const lathe_load_options *options) {
    static const char *const other_suffixes[] = {".h", ".hpp", ".m", ".rs", ".f90", NULL};
    *in = (ir_input){.name = strcmp(path, "-") == 0 ? "<stdin>" : path};
    struct stat st;
    int fd = open_input(ctx, in, path, &st);
    if (fd < 0)
        return false;
    bool ok = false;
    if (ir_input_is_c(path))
        ok = read_c(ctx, in, path, &st, options);
    else if (has_any_suffix(path, other_suffixes))
        ctx_fail(ctx, LATHE_BAD_INPUT,
                 "%s: is neither a C nor a C++ file; compile it to bitcode first (-emit-llvm)",
                 in->name);
    else
        ok = ir_input_slurp(ctx, in, fd) && classify(ctx, in) == LATHE_OK;
    close(fd);
    if (!ok)
        ir_input_free(ctx, in);
    return ok;
}

bool ir_input_read_text(lathe_ctx *ctx, ir_input *in, const char *path) {
    *in = (ir_input){.name = strcmp(path, "-") == 0 ? "<stdin>" : path, .kind = IR_INPUT_TEXT};
    struct stat st;
    int fd = open_input(ctx, in, path, &st);
    if (fd < 0)
        return false;
    bool ok = ir_input_slurp(ctx, in, fd);
    close(fd);
    if (ok && in->size && memchr(in->bytes, '\0', in->size)) {
        ctx_fail(ctx, LATHE_BAD_INPUT, "%s: is not text", in->name);
        ok = false;
    }
    if (!ok)
        ir_input_free(ctx, in);
    return ok;
}
