#include "cc/bisect.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void tell(void *data, const char *line) {
    const cc_bisect *b = data;
    const char *log = getenv(CC_BISECT_LOG);
    dprintf(b->fd, "lathe: %s\n", line);
    int fd = log ? open(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666) : -1;
    if (fd < 0)
        return;
    dprintf(fd, "%s: %s\n", b->output, line);
    close(fd);
}

static bool read_limit(const char *text, int64_t *limit) {
    char *end;
    errno = 0;
    *limit = strtoll(text, &end, 10);
    return *text && !*end && !errno && *limit >= -1;
}

void cc_bisect_begin(cc_bisect *b, lathe_ctx *ctx, const char *output, int fd) {
    const char *text = getenv(CC_BISECT_VARIABLE);
    int64_t limit;
    *b = (cc_bisect){.output = output, .fd = fd};
    if (!text)
        return;
    if (!read_limit(text, &limit)) {
        ctx_fail(ctx, LATHE_USAGE, CC_BISECT_VARIABLE " is '%s': it must be a number, or -1", text);
        return;
    }
    b->ctx = ctx;
    bisect_begin(&b->of, ctx, limit, tell, b);
}

void cc_bisect_end(cc_bisect *b) {
    if (b->ctx)
        bisect_free(&b->of, b->ctx);
    b->ctx = NULL;
}

bool cc_bisect_set(const char *limit) {
    int64_t number;
    return read_limit(limit, &number) && setenv(CC_BISECT_VARIABLE, limit, 1) == 0;
}
