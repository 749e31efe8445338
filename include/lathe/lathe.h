/* lathe: reshape whole LLVM programs. The public C API.
 *
 * One law of ownership for the whole API, written in every prototype:
 *   LATHE_GIVE  the caller receives the object and must free it;
 *   LATHE_TAKE  the callee consumes the object, the caller forgets it;
 *   LATHE_KEEP  the callee borrows the object for the call.
 *
 * The library never exits, aborts or prints. A function that fails returns NULL or a status, and
 * the context remembers the first failure until lathe_ctx_clear(). All state lives in a context;
 * a context and what was made from it belong to one thread at a time.
 *
 * Arguments and options are checked when a function is called: one that is not sound is
 * LATHE_USAGE, nothing is done, and the message begins with the name of the argument or member.
 * Handles (a context, a module, an analysis) must be valid.
 *
 * The library trusts its input: LLVM's bitcode reader itself crashes on some damaged files. Code
 * that reads files from strangers should do so in a process of its own, as the lathe command does.
 */
#ifndef LATHE_LATHE_H
#define LATHE_LATHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <llvm-c/Types.h>

#if defined(__GNUC__)
#define LATHE_API __attribute__((visibility("default")))
#else
#define LATHE_API
#endif

#define LATHE_GIVE
#define LATHE_TAKE
#define LATHE_KEEP

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lathe_ctx lathe_ctx;
typedef struct lathe_module lathe_module;

/* How a call ended. lathe_status_exit_code() maps each to the exit code the command documents. */
typedef enum lathe_status {
    LATHE_OK = 0,
    LATHE_GATE_FAILED, /* a check the user asked for does not hold                  exit 1 */
    LATHE_USAGE,       /* unknown option, pass or parameter                         exit 2 */
    LATHE_IO,          /* a file cannot be read or written, a tool cannot be run    exit 2 */
    LATHE_BAD_INPUT,   /* the input is not a valid program for this LLVM            exit 3 */
    LATHE_GAVE_UP,     /* the work budget is used up                                exit 4 */
    LATHE_NO_MEMORY,   /* the system has no memory left                             exit 4 */
    LATHE_INTERNAL     /* a defect in lathe                                         exit 70 */
} lathe_status;

/* 70 for what is not a status. */
LATHE_API int lathe_status_exit_code(lathe_status status);
/* A stable lower-case word for the status, as it appears in JSON: "ok", "gave-up", … */
LATHE_API const char *lathe_status_name(lathe_status status);

/* "0.1.0" */
LATHE_API const char *lathe_version(void);

/* NULL when there is no memory. */
LATHE_GIVE LATHE_API lathe_ctx *lathe_ctx_new(void);
LATHE_API void lathe_ctx_free(LATHE_TAKE lathe_ctx *ctx);
LATHE_API lathe_status lathe_ctx_status(LATHE_KEEP const lathe_ctx *ctx);
/* The first error since the last clear, one line, "" if none. Valid until the next call. */
LATHE_API const char *lathe_ctx_error(LATHE_KEEP const lathe_ctx *ctx);
LATHE_API void lathe_ctx_clear(LATHE_KEEP lathe_ctx *ctx);
/* Limits on work and on memory held by lathe's own structures; 0 means no limit. */
LATHE_API void lathe_ctx_set_budget(LATHE_KEEP lathe_ctx *ctx, uint64_t operations, uint64_t bytes);

typedef enum lathe_severity { LATHE_NOTE, LATHE_REMARK, LATHE_WARNING, LATHE_ERROR } lathe_severity;

/* Something a person should know, with the source line it is about. Strings live for the call only.
 */
typedef struct lathe_diag {
    lathe_severity severity;
    const char *id;   /* stable reason id, NULL if none */
    const char *file; /* NULL if there is no line */
    unsigned line;    /* 0 if unknown */
    unsigned column;  /* 0 if unknown */
    const char *message;
} lathe_diag;

typedef void lathe_diag_fn(void *data, const lathe_diag *diag);
LATHE_API void lathe_ctx_set_diag(LATHE_KEEP lathe_ctx *ctx, lathe_diag_fn *fn, void *data);

/* How inputs are read. Zero-initialise, then set what differs. */
typedef struct lathe_load_options {
    const char *const *c_flags; /* extra clang flags for .c inputs */
    size_t c_flag_count;
    const char *clang;  /* the compiler to run, NULL for the one lathe was built with */
    int clang_stderr;   /* descriptor for clang's own messages, 0 for the standard error */
    const char *passes; /* LLVM passes to run on each input before it is linked, NULL for none */
} lathe_load_options;

/* Reads .c, .ll and .bc files and links them into one module that the verifier accepts. C is known
 * by its suffix (.c, .i), IR by its content; "-" is the standard input. NULL on failure. */
LATHE_GIVE LATHE_API lathe_module *lathe_module_load(LATHE_KEEP lathe_ctx *ctx,
                                                     const char *const *paths, size_t count,
                                                     const lathe_load_options *options);
/* Wraps a module of the caller's; lathe_module_free then leaves the LLVM module alone. No call
 * frees, replaces or takes over the module or its LLVM context.
 *
 * lathe_run_passes and lathe_dtrans_apply run on a copy first. If they fail, for whatever reason,
 * or if nothing changes, the module is as it was and every LLVM handle into it stays valid. If they
 * succeed, the module itself is changed: instructions and blocks anywhere, and functions, variables
 * and types that a pass rewrites, may be gone; handles to the module, its context and types stay
 * valid, handles into it are to be asked for again. lathe_dtrans_analyze and lathe_hir_build bring
 * the module into shape in place, as they say. */
LATHE_GIVE LATHE_API lathe_module *lathe_module_wrap(LATHE_KEEP lathe_ctx *ctx,
                                                     LATHE_KEEP LLVMModuleRef module);
LATHE_API void lathe_module_free(LATHE_TAKE lathe_module *module);
LATHE_API LLVMModuleRef lathe_module_llvm(LATHE_KEEP lathe_module *module);
/* Writes bitcode, or text when path ends in .ll. The file appears whole or not at all; devices and
 * pipes are written directly. "-" writes text to the standard output. */
LATHE_API lathe_status lathe_module_write(LATHE_KEEP lathe_module *module, const char *path);

/* Runs a comma-separated pipeline of lathe's and LLVM's passes, then the verifier.
 * Text printed by printing passes is appended to *output (malloc'd, NULL if output is NULL). */
LATHE_API lathe_status lathe_run_passes(LATHE_KEEP lathe_module *module, const char *pipeline,
                                        LATHE_GIVE char **output);
/* The same; *changed, unless that is NULL, becomes how many types, loop nests and checkpoints
 * lathe's transforms have changed or made, 0 after a failure. */
LATHE_API lathe_status lathe_run_passes_changed(LATHE_KEEP lathe_module *module,
                                                const char *pipeline, LATHE_GIVE char **output,
                                                size_t *changed);

/* What `lathe info` shows, as text or as JSON; malloc'd, free() it. NULL on failure. */
LATHE_GIVE LATHE_API char *lathe_module_info(LATHE_KEEP lathe_module *module, bool json);

/* How the summary is shown. Zero-initialise, then set what differs. */
typedef struct lathe_info_options {
    bool json;        /* the document of docs/info-json.md instead of text */
    bool layouts;     /* text: the layout of every struct after the table; JSON has them always */
    const char *type; /* only this struct type, by its IR name ("struct.node") or its name in the
                         source ("node", "struct node"); LATHE_USAGE if there is none. NULL: all */
} lathe_info_options;

/* options may be NULL. */
LATHE_GIVE LATHE_API char *lathe_module_info_with(LATHE_KEEP lathe_module *module,
                                                  const lathe_info_options *options);

#ifdef __cplusplus
}
#endif
#endif
