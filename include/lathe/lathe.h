/* lathe: reshape whole LLVM programs. The public C API.
 *
 * One law of ownership for the whole API, written in every prototype:
 *   LATHE_GIVE  the caller receives the object and must free it: a handle with the one function
 *               lathe_..._free of its kind, a string with lathe_free;
 *   LATHE_TAKE  the callee consumes the object, the caller forgets it;
 *   LATHE_KEEP  the callee borrows the object for the call.
 * What is freed may be NULL.
 *
 * The library never exits, aborts or prints. A function that fails returns NULL, false or a status,
 * and the context remembers the first failure until lathe_ctx_clear().
 *
 * Structs of options and of results begin with their size, struct_size, so that they can grow:
 * LATHE_INIT and LATHE_WITH set it, and all other members to zero, which is the default of each. A
 * struct without a size is LATHE_USAGE, and so is one that sets a member that this library does not
 * know yet. What is added later, this library leaves zero. Structs that are used in arrays or
 * inside others never grow, and say so.
 *
 * Indexes count from 0. Levels of loops and numbers of nodes are no indexes but names, and are
 * those that text and JSON show.
 *
 * Threads: all state lives in a context; there is none outside. A context and all that was made
 * from it, directly or not, belong to one thread at a time: calls on them must not overlap, also
 * those that take a const handle. Different contexts may be used by different threads at once, each
 * with modules of an LLVM context of its own (lathe_module_load makes one for each module).
 * Functions that take no handle may be called by any thread at any time. Callbacks run in the
 * thread that called.
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

/* A struct that begins with struct_size, with that set and all else zero:
 *     lathe_load_options options = LATHE_INIT(lathe_load_options);
 * and, in C, with members of the caller's:
 *     lathe_load_options options = LATHE_WITH(lathe_load_options, .passes = "mem2reg"); */
#ifdef __cplusplus
extern "C++" {
template <class Struct> inline Struct lathe_init() {
    Struct Sized = Struct();
    Sized.struct_size = sizeof(Struct);
    return Sized;
}
}
#define LATHE_INIT(type) lathe_init<type>()
#else
#define LATHE_INIT(type) ((type){.struct_size = sizeof(type)})
#define LATHE_WITH(type, ...) ((type){.struct_size = sizeof(type), __VA_ARGS__})
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* What every call works with: limits, the first failure, where diagnostics go. */
typedef struct lathe_ctx lathe_ctx;
/* A program, or a part of one, as LLVM IR. */
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

/* The exit code that the command documents for the status; 70 for what is not a status. */
LATHE_API int lathe_status_exit_code(lathe_status status);
/* A stable lower-case word for the status, as it appears in JSON, such as "gave-up". */
LATHE_API const char *lathe_status_name(lathe_status status);

/* The version of the library that runs: "0.1.0". */
LATHE_API const char *lathe_version(void);

/* Frees a string that the library gave; NULL is none. */
LATHE_API void lathe_free(LATHE_TAKE void *string);

/* A context without limits, whose diagnostics go nowhere. NULL when there is no memory. */
LATHE_GIVE LATHE_API lathe_ctx *lathe_ctx_new(void);
/* Frees a context; what was made from it must be freed before. */
LATHE_API void lathe_ctx_free(LATHE_TAKE lathe_ctx *ctx);
/* How the first call ended that has failed since the last clear; LATHE_OK if none has. */
LATHE_API lathe_status lathe_ctx_status(LATHE_KEEP const lathe_ctx *ctx);
/* The first error since the last clear, one line, "" if none. Valid until the next call. */
LATHE_API const char *lathe_ctx_error(LATHE_KEEP const lathe_ctx *ctx);
/* Forgets the failure; calls are made again. */
LATHE_API void lathe_ctx_clear(LATHE_KEEP lathe_ctx *ctx);
/* Limits on work and on memory held by lathe's own structures; 0 means no limit. */
LATHE_API void lathe_ctx_set_budget(LATHE_KEEP lathe_ctx *ctx, uint64_t operations, uint64_t bytes);

/* How much a diagnostic matters. */
typedef enum lathe_severity { LATHE_NOTE, LATHE_REMARK, LATHE_WARNING, LATHE_ERROR } lathe_severity;

/* Something a person should know, with the source line it is about. The library fills it, and
 * strings live for the call only. */
typedef struct lathe_diag {
    size_t struct_size;
    lathe_severity severity;
    const char *id;   /* stable reason id, NULL if none */
    const char *file; /* NULL if there is no line */
    unsigned line;    /* 0 if unknown */
    unsigned column;  /* 0 if unknown */
    const char *message;
} lathe_diag;

/* Receives each diagnostic, with the data that was given beside the function. */
typedef void lathe_diag_fn(void *data, const lathe_diag *diag);
/* Where diagnostics go from now on; NULL: nowhere. */
LATHE_API void lathe_ctx_set_diag(LATHE_KEEP lathe_ctx *ctx, lathe_diag_fn *fn, void *data);

/* What a remark is about. */
typedef enum lathe_remark_kind {
    LATHE_REMARK_PASSED, /* something was done */
    LATHE_REMARK_MISSED, /* something could not be done, or would not pay */
    LATHE_REMARK_ANALYSIS
} lathe_remark_kind;

/* A fact, or text between facts; never grows. */
typedef struct lathe_remark_part {
    const char *key; /* "Type", "OldSize", …; "String" for text */
    const char *value;
} lathe_remark_part;

/* What a pass did or did not do, as `lathe opt --remarks=FILE` writes it. The library fills it, and
 * strings live for the call only. */
typedef struct lathe_remark {
    size_t struct_size;
    lathe_remark_kind kind;
    const char *pass;     /* "dtrans-reorder-fields" */
    const char *name;     /* a word for what was done, or a stable reason id */
    const char *function; /* where it was; if in none, "main" or the name of the module */
    const char *file;     /* NULL if there is no line */
    unsigned line;        /* 0 if unknown */
    unsigned column;      /* 0 if unknown */
    const char *message;  /* the values of all parts, one sentence */
    const lathe_remark_part *parts;
    size_t part_count;
} lathe_remark;

/* Receives each remark, with the data that was given beside the function. */
typedef void lathe_remark_fn(void *data, const lathe_remark *remark);
/* Where the remarks of passes and transforms go from now on, once each pipeline has succeeded;
 * NULL: nowhere. */
LATHE_API void lathe_ctx_set_remarks(LATHE_KEEP lathe_ctx *ctx, lathe_remark_fn *fn, void *data);

/* How inputs are read. */
typedef struct lathe_load_options {
    size_t struct_size;
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
 * the module into shape in place, as they say, and lathe_hir_lower changes it in place. */
LATHE_GIVE LATHE_API lathe_module *lathe_module_wrap(LATHE_KEEP lathe_ctx *ctx,
                                                     LATHE_KEEP LLVMModuleRef module);
/* Frees a module; analyses of it must be freed before. */
LATHE_API void lathe_module_free(LATHE_TAKE lathe_module *module);
/* The LLVM module, which stays the library's, or the caller's if it was wrapped. */
LATHE_API LLVMModuleRef lathe_module_llvm(LATHE_KEEP lathe_module *module);
/* Writes bitcode, or text when path ends in .ll. The file appears whole or not at all; devices and
 * pipes are written directly. "-" writes text to the standard output. */
LATHE_API lathe_status lathe_module_write(LATHE_KEEP lathe_module *module, const char *path);

/* Runs a comma-separated pipeline of lathe's and LLVM's passes, then the verifier. *output, unless
 * output is NULL, becomes what printing passes have printed, NULL after a failure. */
LATHE_API lathe_status lathe_run_passes(LATHE_KEEP lathe_module *module, const char *pipeline,
                                        LATHE_GIVE char **output);
/* Runs a pipeline as lathe_run_passes does, and says how much it has changed. *changed, unless that
 * is NULL, becomes how many types, loop nests and checkpoints lathe's transforms have changed or
 * made, 0 after a failure. */
LATHE_API lathe_status lathe_run_passes_changed(LATHE_KEEP lathe_module *module,
                                                const char *pipeline, LATHE_GIVE char **output,
                                                size_t *changed);

/* Loads the passes of a shared object (lathe/pass.h), which pipelines of this context then have
 * beside lathe's own. The path is one also without a slash in it. A file that is loaded already
 * stays as it is. LATHE_IO, or LATHE_BAD_INPUT if it is none, was built for another version or has
 * a pass that is not sound; then none of its passes is there. */
LATHE_API lathe_status lathe_load_passes(LATHE_KEEP lathe_ctx *ctx, const char *path);

/* A pass, as `lathe passes` lists it. The library fills it, and strings live as long as the
 * context. */
typedef struct lathe_pass_info {
    size_t struct_size;
    const char *name, *summary;
    const char *file; /* the shared object that it is from; NULL: it is lathe's own */
} lathe_pass_info;

/* How many passes there are, those that were loaded included. */
LATHE_API size_t lathe_pass_count(LATHE_KEEP const lathe_ctx *ctx);
/* Fills what is known of a pass. False if there is none of that index. */
LATHE_API bool lathe_pass_get(LATHE_KEEP lathe_ctx *ctx, size_t index, lathe_pass_info *info);

/* What `lathe info` shows, as text or as JSON. NULL on failure. */
LATHE_GIVE LATHE_API char *lathe_module_info(LATHE_KEEP lathe_module *module, bool json);

/* How the summary is shown. */
typedef struct lathe_info_options {
    size_t struct_size;
    bool json;        /* the document of docs/info-json.md instead of text */
    bool layouts;     /* text: the layout of every struct after the table; JSON has them always */
    const char *type; /* only this struct type, by its IR name ("struct.node") or its name in the
                         source ("node", "struct node"); LATHE_USAGE if there is none. NULL: all */
} lathe_info_options;

/* What `lathe info` shows, as the options say, which may be NULL. NULL on failure. */
LATHE_GIVE LATHE_API char *lathe_module_info_with(LATHE_KEEP lathe_module *module,
                                                  const lathe_info_options *options);

#ifdef __cplusplus
}
#endif
#endif
