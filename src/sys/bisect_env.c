#include "sys/bisect_env.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char upper[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", type_word[] = " on type ";

static void tell(void *data, const char *line) {
    const sys_bisect *b = data;
    const char *log = getenv(SYS_BISECT_LOG);
    dprintf(b->fd, "lathe: %s\n", line);
    int fd = log ? open(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666) : -1;
    if (fd < 0)
        return;
    dprintf(fd, "%s: %s\n", b->output, line);
    close(fd);
}

/* Passes put such words before the name of a type that they have changed: __DRF_struct.item. */
static const char *skip_marks(const char *name) {
    for (;;) {
        size_t length = strncmp(name, "__", 2) == 0 ? 2 + strspn(name + 2, upper) : 0;
        if (length < 3 || name[length] != '_')
            return name;
        name += length + 1;
    }
}

static const char *plain_name(arena *mem, const char *line) {
    const char *name = strstr(line, type_word);
    int before = name ? (int)(name + strlen(type_word) - line) : (int)strlen(line);
    return arena_printf(mem, "%.*s%s", before, line, name ? skip_marks(line + before) : "");
}

static bool is_wanted(void *data, const char *pass, const char *what) {
    sys_bisect *b = data;
    const char *line = arena_printf(&b->of.mem, "%s on %s", pass, what);
    const char *plain = line ? plain_name(&b->of.mem, line) : NULL;
    return plain && map_find_s(&b->only, plain);
}

static void read_only(sys_bisect *b, const char *path) {
    char line[4096];
    FILE *file = fopen(path, "re");
    if (!file) {
        ctx_fail(b->ctx, LATHE_IO, "%s: cannot be read: %s", path, strerror(errno));
        return;
    }
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        const char *plain = *line ? plain_name(&b->of.mem, line) : NULL;
        if (plain)
            map_put_s(&b->only, plain);
    }
    fclose(file);
    b->of.wants = is_wanted;
}

static bool read_limit(const char *text, int64_t *limit) {
    char *end;
    errno = 0;
    *limit = strtoll(text, &end, 10);
    return *text && !*end && !errno && *limit >= -1;
}

void sys_bisect_begin(sys_bisect *b, lathe_ctx *ctx, const char *output, int fd) {
    const char *text = getenv(SYS_BISECT_VARIABLE);
    int64_t limit;
    *b = (sys_bisect){.output = output, .fd = fd};
    if (!text)
        return;
    if (!read_limit(text, &limit)) {
        ctx_fail(ctx, LATHE_USAGE, SYS_BISECT_VARIABLE " is '%s': it must be a number, or -1",
                 text);
        return;
    }
    b->ctx = ctx;
    bisect_begin(&b->of, ctx, limit, tell, b);
    map_init_strings(&b->only, ctx);
    const char *only = getenv(SYS_BISECT_ONLY);
    if (only && *only)
        read_only(b, only);
}

void sys_bisect_end(sys_bisect *b) {
    if (!b->ctx)
        return;
    map_free(&b->only);
    bisect_free(&b->of, b->ctx);
    b->ctx = NULL;
}

bool sys_bisect_set(const char *limit) {
    int64_t number;
    return read_limit(limit, &number) && setenv(SYS_BISECT_VARIABLE, limit, 1) == 0;
}
