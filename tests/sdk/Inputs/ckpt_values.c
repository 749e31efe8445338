/* Calls the functions of lathe/ckpt.h on a program and prints what they give, a line for each:
 * values.py holds that against what is recorded for two programs, and against the documentation's
 * table. */
#include <lathe/ckpt.h>

#include <llvm-c/Core.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static lathe_ctx *ctx;
static const char *path;
static lathe_module *module;

/* A line: the name, and what is printed for each. */
#define LINE(name, each, ...)                                                                      \
    do {                                                                                           \
        printf("%s:", name);                                                                       \
        each {                                                                                     \
            __VA_ARGS__;                                                                           \
        }                                                                                          \
        putchar('\n');                                                                             \
    } while (0)

static void number(long long n) {
    printf(" %lld", n);
}

static void word(const char *text) {
    printf(" %s", text ? text : "-");
}

static void load(void) {
    lathe_module_free(module);
    module = lathe_module_load(ctx, &path, 1, NULL);
    if (!module) {
        fprintf(stderr, "%s\n", lathe_ctx_error(ctx));
        exit(1);
    }
}

static LLVMValueRef function(const char *name) {
    return LLVMGetNamedFunction(lathe_module_llvm(module), name);
}

static size_t calls_in(const char *name) {
    size_t count = 0;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(function(name)); bb;
         bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))
            count += LLVMGetInstructionOpcode(i) == LLVMCall &&
                     LLVMGetCalledValue(i) == function("checkpoint");
    return count;
}

static void print_split(void) {
    size_t count, blocks = LLVMCountBasicBlocks(function("main"));
    LINE("lathe_ckpt_split", , number(lathe_ckpt_split(module, &count)); number((long long)count);
         number((long long)(LLVMCountBasicBlocks(function("main")) - blocks)));
}

/* Liveness. */

#define EACH_BLOCK for (size_t b = 0; b < lathe_ckpt_live_block_count(live); b++)
#define EACH_SET                                                                                   \
    EACH_BLOCK                                                                                     \
    for (int s = LATHE_CKPT_LIVE_IN; s <= LATHE_CKPT_TRACKED; s++)

static void print_value(const lathe_ckpt_value *v) {
    printf(" %s/%s/%d/%llu%s", v->name, v->type, v->kind, (unsigned long long)v->bytes,
           v->value ? "" : "?");
}

static void print_sets(const lathe_ckpt_live *live) {
    lathe_ckpt_value v = LATHE_INIT(lathe_ckpt_value);
    printf("lathe_ckpt_live_get:");
    EACH_SET
        for (size_t i = 0; lathe_ckpt_live_get(live, b, (lathe_ckpt_set)s, i, &v); i++)
            print_value(&v);
    putchar('\n');
}

static void print_live(void) {
    lathe_ckpt_live *live = lathe_ckpt_live_analyze(module, function("main"));
    char *json = lathe_ckpt_live_json(module);
    LINE("lathe_ckpt_live_analyze", , number(live != NULL);
         number((long long)lathe_ckpt_live_count(live, 1, LATHE_CKPT_LIVE_OUT)));
    LINE("lathe_ckpt_live_block_count", , number((long long)lathe_ckpt_live_block_count(live)));
    LINE("lathe_ckpt_live_block", EACH_BLOCK,
         word(LLVMGetBasicBlockName(lathe_ckpt_live_block(live, b))));
    LINE("lathe_ckpt_live_count", EACH_SET,
         number((long long)lathe_ckpt_live_count(live, b, (lathe_ckpt_set)s)));
    print_sets(live);
    LINE("lathe_ckpt_live_bytes", EACH_BLOCK, number((long long)lathe_ckpt_live_bytes(live, b)));
    LINE("lathe_ckpt_live_json", , number((long long)strlen(json)));
    lathe_free(json);
    lathe_ckpt_live_free(live);
    LINE("lathe_ckpt_live_free", , number((long long)LLVMCountBasicBlocks(function("main"))));
}

/* Candidates. */

static void print_candidate(const lathe_ckpt_candidate *p) {
    size_t length;
    printf(" %s/%s:%u:%u/%u%s%s%s%s/%.0f/%.2f/%.2f/%zu/%llu",
           LLVMGetValueName2(p->function, &length), LLVMGetBasicBlockName(p->block), p->line,
           p->column, p->level, p->always ? "a" : "", p->has_one_successor ? "1" : "",
           p->in_memory ? "m" : "", p->chosen ? "c" : "", p->runs, p->share, p->time, p->tracked,
           (unsigned long long)p->bytes);
}

static void print_candidates(void) {
    lathe_ckpt_candidates *all = lathe_ckpt_candidates_find(module, NULL);
    lathe_ckpt_candidates *one = lathe_ckpt_candidates_find(module, function("main"));
    lathe_ckpt_candidate p = LATHE_INIT(lathe_ckpt_candidate);
    LINE("lathe_ckpt_candidates_find", , number((long long)lathe_ckpt_candidates_count(one)));
    LINE("lathe_ckpt_candidates_count", , number((long long)lathe_ckpt_candidates_count(all)));
    LINE("lathe_ckpt_candidates_get", for (size_t i = 0; lathe_ckpt_candidates_get(all, i, &p); i++),
         print_candidate(&p));
    LINE("lathe_ckpt_candidates_choose", , number(lathe_ckpt_candidates_choose(one, 1));
         number(lathe_ckpt_candidates_choose(one, 1)); number(lathe_ckpt_candidates_choose(one, 2));
         number((long long)calls_in("main")));
    LINE("lathe_ckpt_candidates_drop", for (size_t i = 0; i < lathe_ckpt_candidates_count(all); i++),
         number(lathe_ckpt_candidates_drop(all, i));
         lathe_ckpt_candidates_get(all, i, &p); number(p.chosen); number((long long)calls_in("main")));
    lathe_ckpt_candidates_free(all);
    lathe_ckpt_candidates_free(one);
    LINE("lathe_ckpt_candidates_free", , number((long long)calls_in("main"));
         number((long long)LLVMCountBasicBlocks(function("main"))));
}

/* Injecting. */

#define EACH_SITE for (size_t i = 0; lathe_ckpt_site_get(r, i, &site); i++)

static void print_sites(const lathe_ckpt_result *r) {
    lathe_ckpt_site site = LATHE_INIT(lathe_ckpt_site);
    lathe_ckpt_field f = LATHE_INIT(lathe_ckpt_field);
    LINE("lathe_ckpt_site_count", , number((long long)lathe_ckpt_site_count(r)));
    LINE("lathe_ckpt_site_get", EACH_SITE,
         printf(" %s/%s:%u:%u/%u%s/%llu/%zu%s", site.function, site.block, site.line, site.column,
                site.point, site.directive ? "d" : "", (unsigned long long)site.bytes,
                site.field_count, strrchr(site.file, '/')));
    LINE(
        "lathe_ckpt_field_get",
        EACH_SITE for (size_t n = 0; lathe_ckpt_field_get(r, i, n, &f); n++),
        printf(" %s/%s/%d@%llu+%llu/%s", f.name, f.type, f.kind, (unsigned long long)f.offset,
               (unsigned long long)f.bytes, f.why));
}

static void print_result(const lathe_ckpt_result *r) {
    lathe_ckpt_refusal refusal = LATHE_INIT(lathe_ckpt_refusal);
    lathe_ckpt_growth g = LATHE_INIT(lathe_ckpt_growth);
    LINE("lathe_ckpt_refusal_count", , number((long long)lathe_ckpt_refusal_count(r)));
    LINE("lathe_ckpt_refusal_get",
         for (size_t i = 0; lathe_ckpt_refusal_get(r, i, &refusal); i++), word(refusal.id);
         word(refusal.function); word(refusal.reason); number(refusal.line));
    LINE("lathe_ckpt_growth_count", , number((long long)lathe_ckpt_growth_count(r)));
    LINE("lathe_ckpt_growth_get", for (size_t i = 0; lathe_ckpt_growth_get(r, i, &g); i++),
         word(g.function);
         number(g.before > 10); number(g.after > g.before); number((long long)g.cloned));
}

/* Paths in it are of any length. */
static long long lines(const char *text) {
    long long count = 0;
    while ((text = strchr(text, '\n')) != NULL)
        text++, count++;
    return count;
}

static void print_texts(const lathe_ckpt_result *r) {
    char *text = lathe_ckpt_text(r), *json = lathe_ckpt_json(r);
    LINE("lathe_ckpt_text", , printf(" %.*s", (int)strcspn(text, "\n"), text));
    LINE("lathe_ckpt_json", , number(lines(json)));
    lathe_free(text);
    lathe_free(json);
}

static size_t sites_with(const lathe_ckpt_options *options) {
    load();
    lathe_ckpt_result *r = lathe_ckpt_inject(module, options);
    size_t count = r ? lathe_ckpt_site_count(r) : 99;
    lathe_ckpt_result_free(r);
    return count;
}

static void print_size(const char *function_name, unsigned argument) {
    char *size = lathe_ckpt_size_get(module, function(function_name), argument);
    word(size);
    lathe_free(size);
}

static void print_sizes(void) {
    LINE("lathe_ckpt_size_get", , print_size("kernel", 2); print_size("kernel", 1);
         print_size("kernel", 2));
    LINE("lathe_ckpt_sizes_set", , number(lathe_ckpt_sizes_set(module, "kernel:ckpt_mem:9*8 # why\n"));
         print_size("kernel", 2));
}

static void print_inject(void) {
    load();
    lathe_ckpt_result *r = lathe_ckpt_inject(module, NULL);
    lathe_module_free(module); /* the result stays */
    module = NULL;
    print_sites(r);
    print_result(r);
    print_texts(r);
    LINE("lathe_ckpt_result_free", , number((long long)lathe_ckpt_growth_count(r)));
    lathe_ckpt_result_free(r);
    LINE("lathe_ckpt_inject", , number((long long)sites_with(NULL));
         number((long long)sites_with(&LATHE_WITH(lathe_ckpt_options, .memory_only = true)));
         number((long long)sites_with(&LATHE_WITH(lathe_ckpt_options, .automatic = true)));
         number((long long)sites_with(&LATHE_WITH(lathe_ckpt_options, .live = "{\"functions\": {}}")));
         number((long long)sites_with(&LATHE_WITH(lathe_ckpt_options, .memory_only = true,
                                                  .mem_function = "kernel", .mem_argument = "0",
                                                  .mem_bytes = 4096)));
         word(lathe_ctx_error(ctx)));
}

int main(int argc, char **argv) {
    (void)argc;
    path = argv[1];
    ctx = lathe_ctx_new();
    load();
    print_split();
    load();
    print_live();
    load();
    print_candidates();
    load();
    print_sizes();
    print_inject();
    lathe_module_free(module);
    lathe_ctx_free(ctx);
    return 0;
}
