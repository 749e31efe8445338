/* Which parameter a function saves into: the one named ckpt_mem, or what FUNC:ARG:BYTES says; and
 * how many bytes others point to, as other such words say. */
#include "base/nearest.h"
#include "ckpt/ckpt_mem.h"
#include "ckpt/mem_size.h"
#include "ckpt/valnames.h"
#include "ir/signatures.h"
#include "ir/value.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define NAME "ckpt_mem"

/* ---- FUNC:ARG:BYTES ---- */

/* Digits only, so that 4K, -1 and an empty word are not numbers. */
static bool read_number(const char *text, size_t length, uint64_t *number) {
    if (length == 0 || length > 20 || strspn(text, "0123456789") < length)
        return false;
    errno = 0;
    *number = strtoull(text, NULL, 10);
    return errno == 0;
}

/* Splits the words; gives where BYTES begins, NULL with the status set. */
static const char *split(ckpt_mem_place *p, lathe_ctx *ctx, const char *text, const char *what) {
    *p = (ckpt_mem_place){.text = text};
    p->function = text;
    p->function_length = strcspn(text, ":");
    p->argument = text + p->function_length;
    p->argument += *p->argument == ':';
    p->argument_length = strcspn(p->argument, ":");
    const char *bytes = p->argument + p->argument_length;
    bytes += *bytes == ':';
    if (p->function_length && p->argument_length && *bytes)
        return bytes;
    ctx_fail(ctx, LATHE_USAGE, "'%s' does not say %s: write FUNC:ARG:BYTES", text, what);
    return NULL;
}

bool ckpt_mem_place_read(ckpt_mem_place *p, lathe_ctx *ctx, const char *text) {
    *p = (ckpt_mem_place){.text = text};
    if (!text)
        return true;
    const char *bytes = split(p, ctx, text, "where ckpt_mem is");
    if (bytes && (!read_number(bytes, strlen(bytes), &p->bytes) || p->bytes == 0))
        ctx_fail(ctx, LATHE_USAGE, "'%s': '%s' is not a number of bytes", text, bytes);
    return ctx_ok(ctx);
}

/* The source's name of a parameter is tried only if the IR's is another. */
static bool says(const ckpt_mem_place *p, LLVMValueRef fn, unsigned index, const char *ir,
                 const char *source) {
    uint64_t number;
    if (!p->text || !str_is(LLVMGetValueName(fn), p->function, p->function_length))
        return false;
    return str_is(ir, p->argument, p->argument_length) ||
           str_is(source, p->argument, p->argument_length) ||
           (read_number(p->argument, p->argument_length, &number) && number == index);
}

/* ---- which parameter ---- */

/* What FUNC:ARG:BYTES says goes before the name. */
LLVMValueRef ckpt_mem_find(lathe_module *m, LLVMValueRef fn, const ckpt_options *options,
                           uint64_t *bytes) {
    map names;
    arena mem;
    LLVMValueRef found = NULL;
    *bytes = 0;
    map_init(&names, m->ctx);
    arena_init(&mem, m->ctx);
    if (!LLVMIsDeclaration(fn))
        ckpt_source_names(&names, &mem, m, fn);
    for (unsigned i = 0, n = LLVMCountParams(fn); i < n && !*bytes; i++) {
        LLVMValueRef param = LLVMGetParam(fn, i);
        const char *ir = LLVMGetValueName(param), *source = map_get(&names, param);
        if (!ir_is_pointer(param))
            continue;
        bool said = says(&options->mem, fn, i, ir, source);
        if (said)
            *bytes = options->mem.bytes;
        if (said ||
            (!found && (str_is(ir, NAME, strlen(NAME)) || str_is(source, NAME, strlen(NAME)))))
            found = param;
    }
    map_free(&names);
    arena_free(&mem);
    return found;
}

LLVMValueRef ckpt_mem_parameter(lathe_module *m, LLVMValueRef fn, const ckpt_options *options) {
    uint64_t bytes;
    return ckpt_mem_find(m, fn, options, &bytes);
}

/* ---- whether it is there ---- */

static LLVMValueRef find_function(lathe_module *m, const ckpt_mem_place *p) {
    nearest n = nearest_init(p->function, p->function_length);
    ir_each_function (fn, m->llvm) {
        if (LLVMIsDeclaration(fn) || !ctx_tick(m->ctx, 1))
            continue;
        if (str_is(LLVMGetValueName(fn), p->function, p->function_length))
            return fn;
        nearest_consider(&n, LLVMGetValueName(fn));
    }
    LLVMValueRef only = NULL;
    size_t count = 0;
    ir_each_function (fn, m->llvm)
        if (!LLVMIsDeclaration(fn) && ir_has_source_name(m, fn, p->function, p->function_length)) {
            only = fn;
            count++;
        }
    if (count == 1)
        return only;
    ctx_fail(m->ctx, LATHE_USAGE,
             "'%s': no function '%.*s' is defined in this program" NEAREST_HINT, p->text,
             (int)p->function_length, p->function, NEAREST_WORDS(n));
    return NULL;
}

/* "0 'n', 1 'state'", pointers only: what ARG may be. */
static void list_pointers(str *out, LLVMValueRef fn, const map *names) {
    for (unsigned i = 0, n = LLVMCountParams(fn); i < n; i++) {
        LLVMValueRef param = LLVMGetParam(fn, i);
        const char *name = map_get(names, param);
        if (!name)
            name = LLVMGetValueName(param);
        if (ir_is_pointer(param))
            str_printf(out, "%s%u%s%s%s", out->len ? ", " : "", i, *name ? " '" : "", name,
                       *name ? "'" : "");
    }
}

static void fail_argument(lathe_module *m, LLVMValueRef fn, const ckpt_mem_place *p) {
    str pointers;
    map names;
    arena mem;
    str_init(&pointers, m->ctx);
    map_init(&names, m->ctx);
    arena_init(&mem, m->ctx);
    ckpt_source_names(&names, &mem, m, fn);
    list_pointers(&pointers, fn, &names);
    ctx_fail(m->ctx, LATHE_USAGE, "'%s': '%.*s' is not a pointer argument of '%s'; %s%s", p->text,
             (int)p->argument_length, p->argument, LLVMGetValueName(fn),
             pointers.len ? "there is " : "there is none", str_text(&pointers));
    str_free(&pointers);
    map_free(&names);
    arena_free(&mem);
}

bool ckpt_mem_place_check(lathe_module *m, const ckpt_options *options) {
    if (!options->mem.text)
        return true;
    LLVMValueRef fn = find_function(m, &options->mem);
    uint64_t bytes = 0;
    if (fn && (!ckpt_mem_find(m, fn, options, &bytes) || !bytes))
        fail_argument(m, fn, &options->mem);
    return ctx_ok(m->ctx);
}

/* ---- how many bytes others have ---- */

static LLVMValueRef find_argument(LLVMValueRef fn, const map *names, const ckpt_mem_place *p) {
    uint64_t number;
    bool is_number = read_number(p->argument, p->argument_length, &number);
    for (unsigned i = 0, n = LLVMCountParams(fn); i < n; i++) {
        LLVMValueRef param = LLVMGetParam(fn, i);
        if (ir_is_pointer(param) &&
            (str_is(LLVMGetValueName(param), p->argument, p->argument_length) ||
             str_is(map_get(names, param), p->argument, p->argument_length) ||
             (is_number && number == i)))
            return param;
    }
    return NULL;
}

static void take_size(lathe_module *m, LLVMValueRef fn, const ckpt_mem_place *p,
                      const char *bytes) {
    map names;
    arena mem;
    map_init(&names, m->ctx);
    arena_init(&mem, m->ctx);
    ckpt_source_names(&names, &mem, m, fn);
    LLVMValueRef param = find_argument(fn, &names, p);
    ckpt_size_reader r = {.m = m, .fn = fn, .names = &names};
    if (!param)
        fail_argument(m, fn, p);
    else if (!ckpt_size_read(&r, bytes, strlen(bytes), NULL, NULL))
        ctx_fail(m->ctx, LATHE_USAGE, "'%s': '%.*s' %s%s", p->text, (int)r.about_length, r.about,
                 r.wrong, r.about_length ? "" : " a number of bytes");
    else
        ir_param_set_bytes(param, bytes, strlen(bytes));
    map_free(&names);
    arena_free(&mem);
}

bool ckpt_say_size(lathe_module *m, const char *text) {
    ckpt_mem_place p;
    const char *bytes = split(&p, m->ctx, text, "how many bytes an argument points to");
    LLVMValueRef fn = bytes ? find_function(m, &p) : NULL;
    if (fn)
        take_size(m, fn, &p, bytes);
    return ctx_ok(m->ctx);
}

bool ckpt_say_sizes(lathe_module *m, const char *text) {
    str line;
    str_init(&line, m->ctx);
    while (*text && ctx_ok(m->ctx)) {
        size_t whole = strcspn(text, "\n"), length = strcspn(text, "#\n");
        const char *at = text;
        while (length && strchr(" \t\r", *at))
            at++, length--;
        while (length && strchr(" \t\r", at[length - 1]))
            length--;
        str_clear(&line);
        str_add_n(&line, at, length);
        if (length)
            ckpt_say_size(m, str_text(&line));
        text += whole + (text[whole] == '\n');
    }
    str_free(&line);
    return ctx_ok(m->ctx);
}

bool ckpt_read_sizes(lathe_module *m, const char *path) {
    ir_input in;
    if (ir_input_read_text(m->ctx, &in, path)) {
        ckpt_say_sizes(m, in.bytes);
        ir_input_free(m->ctx, &in);
    }
    return ctx_ok(m->ctx);
}
