/* lathe: passes of your own, in a shared object that lathe loads.
 *
 *     cc -shared -fPIC mine.c $(pkg-config --cflags lathe) -o mine.so
 *     lathe opt --load=./mine.so --passes=my-pass …
 *     lathe cc -flathe-load=./mine.so …
 *     LATHE_PLUGIN="load=./mine.so" opt --load-pass-plugin="$(lathe --plugin-path)" …
 *     lathe_load_passes(ctx, "./mine.so")
 *     lathe fuzz --load=./mine.so --pass=my-pass
 *
 * A pass is a row, as lathe's own are. It has a function for the kind of work that it does: on the
 * module, on a loop of a nest, on layouts of structs, or on where checkpoints are; lathe does the
 * rest: parameters are checked, loops chosen, code verified, what was done and not done is told.
 *
 * A shared object has the rights of the program that loads it, so only command lines, the
 * environment and the API name one: lathe never loads what an object file or a module asks for. It
 * stays loaded until the process ends, and may be in use by several threads at once, each with a
 * context of its own.
 *
 * This header is for the files of such a shared object: it defines what lathe looks for there,
 * unless LATHE_PASS_DECLARATIONS is defined.
 */
#ifndef LATHE_PASS_H
#define LATHE_PASS_H

#include <lathe/ckpt.h>
#include <lathe/hir_graph.h>
#include <lathe/transform.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The number of what is written here, which becomes another one when shared objects that are built
 * already could no longer be used: those are refused then. */
#define LATHE_PASS_ABI 1

/* One run of a pass. Lives as long as the run. */
typedef struct lathe_pass_call lathe_pass_call;

/* What a parameter may be. */
typedef enum lathe_param_kind {
    LATHE_PARAM_FLAG,   /* a bare word, such as verbose in name<verbose> */
    LATHE_PARAM_NUMBER, /* decimal, from least to most */
    LATHE_PARAM_CHOICE, /* one of the words in `value`, with | between them */
    LATHE_PARAM_TEXT    /* for the pass to read */
} lathe_param_kind;

/* A parameter of a pass; never grows. */
typedef struct lathe_param {
    const char *key;
    lathe_param_kind kind;
    const char *value;    /* what help calls the value; the words of a choice; NULL of a flag */
    uint64_t least, most; /* of a number */
    const char *help;     /* one line without a full stop */
} lathe_param;

/* What must hold where a pass runs, as bits of lathe_pass.needs. */
typedef enum lathe_pass_need {
    LATHE_NEEDS_PROGRAM = 1, /* a whole program, with main; the pass is left out elsewhere, and a
                                remark says so */
    LATHE_NEEDS_LOOPS = 2    /* loops in the form that HIR is built from; those that are not are
                                brought into it first. Passes on loops have it so always */
} lathe_pass_need;

/* What a pass leaves as it was, as bits of lathe_pass.keeps. */
typedef enum lathe_pass_keep {
    LATHE_KEEPS_MODULE = 1 /* everything: it only looks. This is checked */
} lathe_pass_keep;

/* A pass, with one of run_module, run_loop, layouts and choose_checkpoints. */
typedef struct lathe_pass {
    size_t struct_size;
    const char *name;    /* small letters, digits and dashes. Not one of lathe's, and not beginning
                            as those do: "hir-", "dtrans-", "ckpt-", "ir-" */
    const char *summary; /* one line without a full stop */
    const lathe_param *params;
    size_t param_count;
    unsigned needs, keeps; /* sums of lathe_pass_need and lathe_pass_keep */

    /* Reads or changes the module, through lathe or LLVM (lathe_module_llvm). */
    void (*run_module)(lathe_pass_call *call, lathe_module *module);
    /* Changes the loop, or what is in it: true if it has; else *why may say why not. It is asked at
     * each loop of each nest, outer ones first; parameters function, loop, line and level choose
     * some of them. What it changes is HIR again (lathe_hir_update), and becomes code when all
     * loops of the function were asked. `graph` has the dependences of the nest. */
    bool (*run_loop)(lathe_pass_call *call, lathe_ddg *graph, lathe_hl_node *loop,
                     lathe_deps_answer *why);
    /* A transform of layouts; its hooks get the call as their data. */
    const lathe_transform_hooks *layouts;
    /* Ends the run, whether it failed or not, and frees what the state leads to. NULL: nothing. */
    void (*end)(lathe_pass_call *call);
    /* Chooses where checkpoints are (lathe_ckpt_candidates_choose); those that the program has
     * already stay, unless they are dropped. Injecting comes after it: lathe ckpt --policy runs it
     * first. */
    void (*choose_checkpoints)(lathe_pass_call *call, lathe_ckpt_candidates *candidates);
} lathe_pass;

/* The value of a number, or `otherwise` if it was not given. */
LATHE_API uint64_t lathe_pass_number(LATHE_KEEP const lathe_pass_call *call, const char *key,
                                     uint64_t otherwise);
/* Whether a parameter was given. */
LATHE_API bool lathe_pass_given(LATHE_KEEP const lathe_pass_call *call, const char *key);
/* The value of a parameter as it was written, "" of a flag; NULL if it was not given. */
LATHE_API const char *lathe_pass_text(LATHE_KEEP const lathe_pass_call *call, const char *key);
/* Which of a choice's words it is, from 0, or `otherwise` if it was not given. */
LATHE_API size_t lathe_pass_choice(LATHE_KEEP const lathe_pass_call *call, const char *key,
                                   size_t otherwise);
/* Memory of the pass's own for this run: zero at first, and the same each time, so that what one
 * hook of a transform finds serves another. It is freed when the run ends. All calls of a run give
 * one size. NULL without memory, or for another size than at first. */
LATHE_API void *lathe_pass_state(LATHE_KEEP lathe_pass_call *call, size_t size);
/* The context of the run. */
LATHE_API lathe_ctx *lathe_pass_ctx(LATHE_KEEP const lathe_pass_call *call);
/* Prints: the text becomes a part of the pipeline's output. */
LATHE_API void lathe_pass_print(LATHE_KEEP lathe_pass_call *call, const char *text);
/* Tells what was done, or not done and why: id is a word for it, message a sentence without a full
 * stop. `where` is the instruction, function or variable that it is about; NULL: the program. */
LATHE_API void lathe_pass_remark(LATHE_KEEP lathe_pass_call *call, lathe_remark_kind kind,
                                 const char *id, LLVMValueRef where, const char *message);
/* Fails the run, and with it the pipeline. The message is a sentence without a full stop. */
LATHE_API void lathe_pass_fail(LATHE_KEEP lathe_pass_call *call, const char *message);

/* Makes a pass known, at file scope: LATHE_REGISTER_PASS(strip, .name = "my-strip", …). The first
 * word is a name of C's that no other pass of the file has. In C++, from C++20 on. */
#define LATHE_REGISTER_PASS(id, ...)                                                               \
    static const lathe_pass id##_lathe_pass = {.struct_size = sizeof(lathe_pass), __VA_ARGS__};    \
    __attribute__((used, section("lathe_passes"))) static const lathe_pass *const id##_lathe_row = \
        &id##_lathe_pass

/* What lathe looks for in a shared object: the rows, which its linker puts side by side; it
 * never grows. */
typedef struct lathe_pass_file {
    uint32_t abi; /* LATHE_PASS_ABI */
    const lathe_pass *const *first;
    const lathe_pass *const *end;
} lathe_pass_file;

#ifndef LATHE_PASS_DECLARATIONS
extern const lathe_pass *const __start_lathe_passes[] __attribute__((weak, visibility("hidden")));
extern const lathe_pass *const __stop_lathe_passes[] __attribute__((weak, visibility("hidden")));
extern const lathe_pass_file lathe_passes_here;
__attribute__((weak, visibility("default"))) const lathe_pass_file lathe_passes_here = {
    LATHE_PASS_ABI, __start_lathe_passes, __stop_lathe_passes};
#endif

#ifdef __cplusplus
}
#endif
#endif
