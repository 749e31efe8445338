/* lathe/lathe.h: passes from shared objects, and the list of all.
 *
 * The rows of a shared object are read once and checked as arguments are: what a context has is
 * sound. They become rows of lathe's, so that pipelines, help and fuzzers know no difference. */
#include "api/arguments.h"
#include "api/loaded.h"
#include "hir/hir_build.h"
#include "hir/hir_passes.h"
#include "pass/pipeline.h"
#include "pass/rooms.h"
#include "sys/shared_object.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* The passes of one file in one context. */
typedef struct loaded_room {
    pass_room room;
    arena mem;
} loaded_room;

static void free_room(lathe_ctx *ctx, loaded_room *room) {
    arena_free(&room->mem);
    ctx_free(ctx, room, sizeof *room);
}

static void close_rooms(lathe_ctx *ctx) {
    for (pass_room *next, *room = ctx->rooms; room; room = next) {
        next = room->next;
        free_room(ctx, (loaded_room *)room);
    }
    ctx->rooms = NULL;
}

static bool is_word(const char *text) {
    size_t length = text ? strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-") : 0;
    return length && !text[length] && text[0] != '-' && length < 64;
}

static bool is_reserved(const char *name) {
    static const char *const own[] = {"hir-", "dtrans-", "ckpt-", "ir-"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strncmp(name, own[i], strlen(own[i])) == 0)
            return true;
    return false;
}

static bool wrong_row(lathe_ctx *ctx, const char *file, const char *name, const char *what) {
    ctx_fail(ctx, LATHE_BAD_INPUT, "%s: pass '%s': %s", file, name, what);
    return false;
}

static bool check_name(lathe_ctx *ctx, const char *file, const lathe_pass *p) {
    if (!is_word(p->name))
        return wrong_row(ctx, file, p->name ? p->name : "",
                         "its name is not of small letters, digits and dashes");
    if (is_reserved(p->name))
        return wrong_row(ctx, file, p->name, "names that begin so are lathe's");
    if (pass_find(ctx, p->name, strlen(p->name)))
        return wrong_row(ctx, file, p->name, "another pass has this name already");
    if (!p->summary || !*p->summary)
        return wrong_row(ctx, file, p->name, "it has no summary");
    return true;
}

static bool check_work(lathe_ctx *ctx, const char *file, const lathe_pass *p) {
    unsigned needs = LATHE_NEEDS_PROGRAM | LATHE_NEEDS_LOOPS;
    if (!!p->run_module + !!p->run_loop + !!p->layouts + !!p->choose_checkpoints != 1)
        return wrong_row(
            ctx, file, p->name,
            "it has to have one of run_module, run_loop, layouts and choose_checkpoints");
    if ((p->needs & ~needs) || (p->keeps & ~(unsigned)LATHE_KEEPS_MODULE))
        return wrong_row(ctx, file, p->name, "it needs or keeps what this lathe does not know");
    return true;
}

static bool check_params(lathe_ctx *ctx, const char *file, const lathe_pass *p) {
    if (p->param_count && !p->params)
        return wrong_row(ctx, file, p->name, "there is no list of its parameters");
    for (size_t i = 0; i < p->param_count; i++) {
        const lathe_param *param = &p->params[i];
        bool needs_value = param->kind != LATHE_PARAM_FLAG;
        if (!is_word(param->key) || param->kind > LATHE_PARAM_TEXT || !param->help ||
            needs_value != (param->value && *param->value) || param->least > param->most)
            return wrong_row(ctx, file, p->name, "one of its parameters is not sound");
    }
    return true;
}

/* Passes on loops choose them as lathe's own do. */
static const ir_param_row *make_params(arena *mem, const lathe_pass *p) {
    static const ir_param_row choose[] = {HIR_CHOOSE};
    size_t more = p->run_loop ? sizeof choose / sizeof *choose : 0, count = p->param_count;
    ir_param_row *rows = arena_array(mem, count + more + 1, ir_param_row);
    if (!rows)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        const lathe_param *from = &p->params[i];
        rows[i] = (ir_param_row){
            from->key, (ir_param_kind)from->kind, from->value, from->least, from->most, from->help};
    }
    if (more)
        memcpy(rows + count, choose, sizeof choose);
    rows[count + more] = (ir_param_row){0};
    return rows;
}

static ir_scope scope_of(const lathe_pass *p) {
    if (p->run_loop)
        return IR_LOOPS;
    if (p->layouts)
        return IR_LAYOUTS;
    return p->choose_checkpoints ? IR_CHECKPOINTS : IR_MODULE;
}

/* Rows of other releases may be shorter or longer. */
static bool make_pass(lathe_ctx *ctx, loaded_room *room, const lathe_pass *given, ir_pass *pass) {
    api_loaded *own = arena_new(&room->mem, api_loaded);
    const char *file = room->room.file;
    if (!own || !api_take(ctx, &own->row, given, file) || !check_name(ctx, file, &own->row) ||
        !check_work(ctx, file, &own->row) || !check_params(ctx, file, &own->row))
        return false;
    own->file = file;
    *pass = (ir_pass){.name = own->row.name,
                      .summary = own->row.summary,
                      .scope = scope_of(&own->row),
                      .params = make_params(&room->mem, &own->row),
                      .run = api_run_loaded,
                      .data = own};
    return pass->params;
}

static bool is_own_twin(const lathe_pass *const *rows, size_t index) {
    for (size_t i = 0; i < index; i++)
        if (rows[i]->name && rows[index]->name && !strcmp(rows[i]->name, rows[index]->name))
            return true;
    return false;
}

static bool fill(lathe_ctx *ctx, loaded_room *room, const lathe_pass_file *file) {
    size_t count = (size_t)(file->end - file->first);
    ir_pass *passes = arena_array(&room->mem, count + 1, ir_pass);
    if (!passes)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (!make_pass(ctx, room, file->first[i], &passes[i]))
            return false;
        if (is_own_twin(file->first, i))
            return wrong_row(ctx, room->room.file, passes[i].name,
                             "another pass has this name already");
    }
    passes[count] = (ir_pass){0};
    room->room.passes = passes;
    return true;
}

static bool check_file(lathe_ctx *ctx, const char *path, const lathe_pass_file *file) {
    if (file->abi != LATHE_PASS_ABI)
        ctx_fail(ctx, LATHE_BAD_INPUT,
                 "%s: it was built for version %u of lathe/pass.h, and this lathe has version %u; "
                 "build it again",
                 path, file->abi, LATHE_PASS_ABI);
    else if (file->first == file->end)
        ctx_fail(ctx, LATHE_BAD_INPUT, "%s: it has no passes for lathe (lathe/pass.h)", path);
    return ctx_ok(ctx);
}

static bool is_loaded(const lathe_ctx *ctx, const char *file) {
    for (const pass_room *room = ctx->rooms; room; room = room->next)
        if (strcmp(room->file, file) == 0)
            return true;
    return false;
}

static void add_room(lathe_ctx *ctx, loaded_room *room) {
    pass_room **end = &ctx->rooms;
    while (*end)
        end = &(*end)->next;
    *end = &room->room;
    ctx->close_rooms = close_rooms;
}

lathe_status lathe_load_passes(lathe_ctx *ctx, const char *path) {
    char whole[PATH_MAX];
    if (!api_has_text(ctx, path, "path") || (realpath(path, whole) && is_loaded(ctx, whole)))
        return ctx->status;
    const lathe_pass_file *file = sys_load_symbol(ctx, path, "lathe_passes_here");
    if (!file || !check_file(ctx, path, file))
        return ctx->status;
    loaded_room *room = ctx_realloc(ctx, NULL, 0, sizeof *room);
    if (!room)
        return ctx->status;
    *room = (loaded_room){0};
    arena_init(&room->mem, ctx);
    room->room.file = arena_strdup(&room->mem, whole);
    if (room->room.file && fill(ctx, room, file))
        add_room(ctx, room);
    else
        free_room(ctx, room);
    return ctx->status;
}

/* Passes of lathe's tests come between, and are not shown. */
static const ir_pass *shown_at(const lathe_ctx *ctx, size_t index) {
    const ir_pass *p;
    for (size_t i = 0; (p = pass_at(ctx, i)); i++)
        if (!p->test_only && index-- == 0)
            return p;
    return NULL;
}

size_t lathe_pass_count(const lathe_ctx *ctx) {
    size_t count = 0;
    const ir_pass *p;
    for (size_t i = 0; (p = pass_at(ctx, i)); i++)
        count += !p->test_only;
    return count;
}

bool lathe_pass_get(lathe_ctx *ctx, size_t index, lathe_pass_info *info) {
    const ir_pass *p = shown_at(ctx, index);
    if (!p)
        return false;
    bool loaded = p->run == api_run_loaded;
    lathe_pass_info own = {.name = p->name,
                           .summary = p->summary,
                           .file = loaded ? ((const api_loaded *)p->data)->file : NULL};
    return api_fill(ctx, info, &own, "info");
}
