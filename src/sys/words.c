#include "sys/words.h"

#include "base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Files within files; clang refuses only true recursion, which ends here as well. */
enum { MAX_DEPTH = 64 };

/* A file whose words are being taken, for each level of nesting. */
typedef struct level {
    const char *name;
    sys_words words;
    size_t next;
} level;

typedef struct expansion {
    lathe_ctx *ctx;
    arena *mem;
    level levels[MAX_DEPTH];
    size_t depth;
    bool refused;
} expansion;

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static char *read_all(lathe_ctx *ctx, arena *mem, int fd, size_t *size) {
    str text;
    char buffer[1 << 14];
    ssize_t n;
    str_init(&text, ctx);
    while ((n = read(fd, buffer, sizeof buffer)) > 0 || (n < 0 && errno == EINTR))
        if (n > 0)
            str_add_n(&text, buffer, (size_t)n);
    char *copy = n < 0 ? NULL : arena_strndup(mem, str_text(&text), text.len);
    *size = text.len;
    str_free(&text);
    return copy;
}

/* One word from p on, which is not a space; appends it to token and returns what comes after it. */
static const char *take_word(const char *p, const char *end, str *token) {
    char quote = '\0';
    for (; p < end && (quote || !is_space(*p)); p++) {
        if (*p == '\\' && p + 1 < end)
            str_add_char(token, *++p);
        else if (quote ? *p == quote : *p == '"' || *p == '\'')
            quote = quote ? '\0' : *p;
        else
            str_add_char(token, *p);
    }
    return p;
}

/* Empty words vanish, as clang has it. */
static void split(expansion *e, const char *text, size_t size, sys_words *words) {
    const char *end = text + size;
    str token;
    str_init(&token, e->ctx);
    for (const char *p = text; p < end;) {
        if (is_space(*p)) {
            p++;
            continue;
        }
        str_clear(&token);
        p = take_word(p, end, &token);
        if (token.len)
            vec_push(e->ctx, words, arena_strndup(e->mem, str_text(&token), token.len));
    }
    str_free(&token);
}

static bool is_open_already(const expansion *e, const char *name) {
    for (size_t i = 0; i < e->depth; i++)
        if (strcmp(e->levels[i].name, name) == 0)
            return true;
    return false;
}

static bool starts_with(const char *text, size_t size, const char *mark) {
    return size >= strlen(mark) && memcmp(text, mark, strlen(mark)) == 0;
}

/* The words of an open file. UTF-16, which clang converts, is not read here. */
static void enter(expansion *e, const char *name, int fd) {
    size_t size = 0;
    struct stat st;
    bool readable = fstat(fd, &st) == 0 && !S_ISDIR(st.st_mode);
    char *text = readable ? read_all(e->ctx, e->mem, fd, &size) : NULL;
    if (!text || e->depth == MAX_DEPTH || is_open_already(e, name) ||
        starts_with(text, size, "\xff\xfe") || starts_with(text, size, "\xfe\xff")) {
        e->refused = true;
        return;
    }
    size_t skip = starts_with(text, size, "\xef\xbb\xbf") ? 3 : 0;
    level *l = &e->levels[e->depth++];
    *l = (level){.name = name};
    split(e, text + skip, size - skip, &l->words);
}

static void take(expansion *e, const char *word, sys_words *out) {
    int fd = word[0] == '@' ? open(word + 1, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0) {
        vec_push(e->ctx, out, word);
        return;
    }
    enter(e, word + 1, fd);
    close(fd);
}

static void leave(expansion *e) {
    vec_free(e->ctx, &e->levels[e->depth - 1].words);
    e->depth--;
}

static void take_nested(expansion *e, sys_words *out) {
    while (e->depth && ctx_ok(e->ctx)) {
        level *l = &e->levels[e->depth - 1];
        if (l->next == l->words.len || e->refused)
            leave(e);
        else
            take(e, l->words.at[l->next++], out);
    }
    while (e->depth)
        leave(e);
}

void sys_words_add(lathe_ctx *ctx, sys_words *words, const char *const *from) {
    for (; *from; from++)
        vec_push(ctx, words, *from);
}

bool sys_words_expand(lathe_ctx *ctx, arena *mem, int argc, char *const *argv, sys_words *words) {
    expansion e = {.ctx = ctx, .mem = mem};
    for (int i = 0; i < argc && !e.refused && ctx_ok(ctx); i++) {
        take(&e, argv[i], words);
        take_nested(&e, words);
    }
    return !e.refused && ctx_ok(ctx);
}
