#include "cc/link/depfile.h"

#include "base/io.h"
#include "base/str.h"
#include "ir/input.h"
#include "ir/module.h"

#include <fcntl.h>
#include <string.h>

/* The linker's words come in pieces: -Wl,a,b and -Xlinker a. */
typedef struct pieces {
    lathe_ctx *ctx;
    arena *mem;
    sys_words all;
} pieces;

static void add_pieces(pieces *p, const char *text) {
    for (; text; text = strchr(text, ',') ? strchr(text, ',') + 1 : NULL)
        vec_push(p->ctx, &p->all, arena_strndup(p->mem, text, strcspn(text, ",")));
}

static void list_pieces(pieces *p, const cc_args *args) {
    for (size_t i = 0; i < args->words.len; i++) {
        if (strncmp(args->words.at[i], "-Wl,", 4) == 0)
            add_pieces(p, args->words.at[i] + 4);
        else if (strcmp(args->words.at[i], "-Xlinker") == 0 && i + 1 < args->words.len)
            vec_push(p->ctx, &p->all, args->words.at[++i]);
    }
}

static const char *find_name(const pieces *p) {
    static const char option[] = "dependency-file";
    const char *found = NULL;
    for (size_t i = 0; i < p->all.len && ctx_ok(p->ctx); i++) {
        const char *word = p->all.at[i], *name = word + strspn(word, "-");
        if (word[0] != '-' || strncmp(name, option, strlen(option)) != 0)
            continue;
        if (name[strlen(option)] == '=')
            found = name + strlen(option) + 1;
        else if (!name[strlen(option)] && i + 1 < p->all.len)
            found = p->all.at[i + 1];
    }
    return found;
}

static void mend(lathe_ctx *ctx, const char *name, const char *written, const char *meant) {
    ir_input file = {.name = name};
    int fd = open(name, O_RDONLY | O_CLOEXEC);
    str text;
    str_init(&text, ctx);
    if (fd >= 0 && ir_input_slurp(ctx, &file, fd)) {
        const char *p = file.bytes, *next;
        for (; (next = strstr(p, written)); p = next + strlen(written)) {
            str_add_n(&text, p, (size_t)(next - p));
            str_add(&text, meant);
        }
        str_add(&text, p);
        if (ctx_ok(ctx))
            ir_write_file(ctx, name, str_text(&text), text.len);
    }
    io_close(fd);
    ir_input_free(ctx, &file);
    str_free(&text);
}

void cc_depfile_mend(lathe_ctx *ctx, const cc_args *args, const char *written, const char *meant) {
    arena mem;
    arena_init(&mem, ctx);
    pieces p = {.ctx = ctx, .mem = &mem};
    list_pieces(&p, args);
    const char *name = find_name(&p);
    if (name)
        mend(ctx, name, written, meant);
    vec_free(ctx, &p.all);
    arena_free(&mem);
}
