#include "cli/cli_reduce.h"

#include "base/io.h"
#include "base/str.h"
#include "sys/bisect_env.h"
#include "sys/sys_run.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_RUNS = 200 };

static const char *path_of(reduction *r, const char *name) {
    const char *path = arena_printf(&r->mem, "%s/%s", r->folder, name);
    return path ? path : "";
}

/* A line of the log: OUTPUT: bisect: (NUMBER) PASS on WHAT. False if it is not one of these. */
static bool parse(char *line, uint64_t *number, char **what, bool *made) {
    static const char word[] = ": bisect: ", not_made[] = "NOT running ";
    char *at = strstr(line, word), *end;
    if (!at)
        return false;
    at += strlen(word);
    *made = !str_starts_with(at, not_made);
    at += *made ? 0 : strlen(not_made);
    if (*at != '(')
        return false;
    *number = strtoull(at + 1, &end, 10);
    if (!str_starts_with(end, ") "))
        return false;
    *what = end + 2;
    (*what)[strcspn(*what, "\n")] = '\0';
    return true;
}

/* The largest number, and the changes that were made. Several links may have the same numbers. */
static uint64_t read_log(reduction *r) {
    char line[4096], *what;
    uint64_t number, most = 0;
    bool made;
    FILE *file = fopen(path_of(r, "log.txt"), "re");
    vec_clear(&r->made);
    while (file && fgets(line, sizeof line, file)) {
        if (!parse(line, &number, &what, &made))
            continue;
        most = number > most ? number : most;
        if (made)
            vec_push(r->ctx, &r->made, arena_strdup(&r->mem, what));
    }
    if (file)
        fclose(file);
    return most;
}

static void set_environment(reduction *r, int64_t limit, const char *only) {
    char text[32];
    snprintf(text, sizeof text, "%" PRId64, limit);
    setenv(SYS_BISECT_VARIABLE, text, 1);
    setenv(SYS_BISECT_LOG, path_of(r, "log.txt"), 1);
    if (only)
        setenv(SYS_BISECT_ONLY, only, 1);
    else
        unsetenv(SYS_BISECT_ONLY);
    unlink(path_of(r, "log.txt"));
}

/* Whether the check is content with the changes up to the limit. */
static bool is_right(reduction *r, int64_t limit, const char *only) {
    const char *const words[] = {"sh", "-c", r->check, NULL};
    set_environment(r, limit, only);
    int out = open(path_of(r, "output.txt"), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    int code = sys_run(r->ctx, &(sys_child){.words = words, .out = out, .err = out});
    io_close(out);
    r->runs++;
    return code == 0;
}

static bool write_changes(reduction *r, const reduce_lines *lines, const char *path) {
    FILE *file = fopen(path, "we");
    for (size_t i = 0; file && i < lines->len; i++)
        fprintf(file, "%s\n", lines->at[i]);
    if (!file || fclose(file) != 0)
        ctx_fail(r->ctx, LATHE_IO, "%s: cannot be written", path);
    return ctx_ok(r->ctx);
}

/* Whether these changes alone are enough to fail. */
static bool is_enough(reduction *r, const reduce_lines *lines) {
    const char *path = path_of(r, "changes.txt");
    return lines->len && write_changes(r, lines, path) && !is_right(r, -1, path) && ctx_ok(r->ctx);
}

static void halve(reduction *r) {
    uint64_t right = 0, wrong = r->all;
    while (wrong - right > 1 && ctx_ok(r->ctx)) {
        uint64_t middle = right + (wrong - right) / 2;
        bool good = is_right(r, (int64_t)middle, NULL);
        dprintf(r->fd, "lathe: reduce: %s with the first %" PRIu64 "\n", good ? "right" : "wrong",
                middle);
        *(good ? &right : &wrong) = middle;
    }
    r->number = wrong;
}

/* The lines without those from `from` on, as many as `count`. */
static reduce_lines without(reduction *r, const reduce_lines *all, size_t from, size_t count) {
    reduce_lines rest = {0};
    for (size_t i = 0; i < all->len; i++)
        if (i < from || i >= from + count)
            vec_push(r->ctx, &rest, all->at[i]);
    return rest;
}

/* Takes away as many changes as it can, from halves down to single ones. */
static void take_away(reduction *r, reduce_lines *all) {
    for (size_t step = (all->len + 1) / 2; step && ctx_ok(r->ctx); step = step == 1 ? 0 : step / 2)
        for (size_t from = 0; from < all->len && all->len > 1 && r->runs < MAX_RUNS;) {
            reduce_lines rest = without(r, all, from, step);
            if (is_enough(r, &rest)) {
                vec_free(r->ctx, all);
                *all = rest;
            } else {
                vec_free(r->ctx, &rest);
                from += step;
            }
        }
}

/* What the limit found is the last; it may be enough alone, or need some of those before. */
static void find_fewest(reduction *r) {
    reduce_lines all = {0};
    is_right(r, (int64_t)r->number, NULL);
    read_log(r);
    for (size_t i = 0; i < r->made.len; i++)
        vec_push(r->ctx, &all, r->made.at[i]);
    if (is_enough(r, &all))
        take_away(r, &all);
    write_changes(r, &all, path_of(r, "changes.txt"));
    vec_free(r->ctx, &r->made);
    r->made = all;
}

lathe_status reduce_search(reduction *r) {
    if (!is_right(r, 0, NULL) && ctx_ok(r->ctx))
        return ctx_fail(r->ctx, LATHE_GATE_FAILED,
                        "the check fails without any change of lathe's; what it said is in %s",
                        path_of(r, "output.txt"));
    bool right = is_right(r, -1, NULL);
    r->all = read_log(r);
    if (ctx_ok(r->ctx) && !r->all)
        return ctx_fail(r->ctx, LATHE_GATE_FAILED, "lathe changes nothing that could be wrong");
    if (ctx_ok(r->ctx) && right)
        return ctx_fail(r->ctx, LATHE_GATE_FAILED, "the check passes with all %" PRIu64 " changes",
                        r->all);
    halve(r);
    if (ctx_ok(r->ctx))
        find_fewest(r);
    return r->ctx->status;
}
