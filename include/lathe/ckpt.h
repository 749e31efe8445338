/* lathe: checkpoints, for two readers.
 *
 * Programs that are to survive being killed call checkpoint(), and are built with lathe ckpt or
 * lathe cc -flathe-ckpt. That needs nothing else: the rest of this header is there only where
 * LLVM's C headers are.
 *
 * Tools put checkpoints into programs, in the steps that the command does:
 *
 *     lathe_ckpt_split          a block with several successors ends before its compare and branch,
 *                               so that all that it computed is live out of its first half
 *     lathe_ckpt_live_analyze   what is live into and out of each block, and what a checkpoint at
 *                               its end has to save
 *     lathe_ckpt_candidates_find    where a checkpoint could be, and what it would save how often:
 *                               lathe_ckpt_candidates_choose puts a call of checkpoint() there
 *     lathe_ckpt_inject         each call of checkpoint() becomes code that saves and restores
 *
 * What is to be saved into memory may be changed in between, as text: the JSON of what is live, and
 * how many bytes arguments point to (lathe_ckpt_sizes_set).
 *
 * A program with checkpoints is linked with lathe's runtime, as lathe ckpt does:
 *
 *     lathe ckpt placed.bc -o program          (before injecting: does that, too)
 */
#ifndef LATHE_CKPT_H
#define LATHE_CKPT_H

#ifdef __cplusplus
extern "C" {
#endif

/* The program may be saved here: it is, when a save is due, and costs next to nothing otherwise.
 * When the program is killed and run again in the same directory with the same arguments, it goes
 * on from the last save. Without lathe, the runtime's own checkpoint() does nothing. */
void checkpoint(void);

#ifdef __cplusplus
}
#endif

#if __has_include(<llvm-c/Types.h>)
#include <lathe/lathe.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Splits each block that has several successors in two, X.upper and X.lower, before its branch or
 * switch and the compare that this alone uses. *count, unless NULL, becomes how many were split. */
LATHE_API lathe_status lathe_ckpt_split(LATHE_KEEP lathe_module *module, size_t *count);

/* What is live in a function, block by block, as it was when that was asked: later changes of the
 * function make it out of date, and its handles invalid as they do all others. */
typedef struct lathe_ckpt_live lathe_ckpt_live;

/* Sets of values of a block. */
typedef enum lathe_ckpt_set {
    LATHE_CKPT_LIVE_IN,  /* read in the block or after it, and known before it */
    LATHE_CKPT_LIVE_OUT, /* read after the block, and known at its end */
    LATHE_CKPT_TRACKED   /* what a checkpoint at the end of the block saves: values that are live
                            out of it, and memory of locals and pointer arguments that the function
                            modifies and may still read */
} lathe_ckpt_set;

/* What is saved: a value, or the bytes of an object. */
typedef enum lathe_ckpt_kind {
    LATHE_CKPT_ARGUMENT,
    LATHE_CKPT_VALUE,
    LATHE_CKPT_MEMORY
} lathe_ckpt_kind;

/* An element of a set. The library fills it, and strings live as long as the handle. */
typedef struct lathe_ckpt_value {
    size_t struct_size;
    LLVMValueRef value; /* of memory: the local, or the argument that points to it */
    const char *name;   /* in the source; if it has none there, in IR */
    const char *type;   /* in IR; of a local's memory, the type of the local */
    lathe_ckpt_kind kind;
    uint64_t bytes; /* 0 of memory whose size is not known */
} lathe_ckpt_value;

/* Finds what is live in a function with a body. NULL on failure. */
LATHE_GIVE LATHE_API lathe_ckpt_live *lathe_ckpt_live_analyze(LATHE_KEEP lathe_module *module,
                                                              LLVMValueRef function);
/* Frees what was found. */
LATHE_API void lathe_ckpt_live_free(LATHE_TAKE lathe_ckpt_live *live);
/* How many blocks the function has. */
LATHE_API size_t lathe_ckpt_live_block_count(LATHE_KEEP const lathe_ckpt_live *live);
/* The block of an index, in the order of the function. NULL if there is none. */
LATHE_API LLVMBasicBlockRef lathe_ckpt_live_block(LATHE_KEEP const lathe_ckpt_live *live,
                                                  size_t block);
/* How many elements a set of a block has. */
LATHE_API size_t lathe_ckpt_live_count(LATHE_KEEP const lathe_ckpt_live *live, size_t block,
                                       lathe_ckpt_set set);
/* Fills an element of a set of a block. False if there is none of that index. */
LATHE_API bool lathe_ckpt_live_get(LATHE_KEEP const lathe_ckpt_live *live, size_t block,
                                   lathe_ckpt_set set, size_t index, lathe_ckpt_value *value);
/* How many bytes are tracked at the end of a block, as far as sizes are known. */
LATHE_API uint64_t lathe_ckpt_live_bytes(LATHE_KEEP const lathe_ckpt_live *live, size_t block);
/* The sets of all functions of a module as the pass ckpt-live prints them. NULL on failure. */
LATHE_GIVE LATHE_API char *lathe_ckpt_live_json(LATHE_KEEP lathe_module *module);

/* Where checkpoints could be: the ends of the blocks of a program's functions. Choosing and
 * dropping keep the list true; other changes of the module make it out of date. */
typedef struct lathe_ckpt_candidates lathe_ckpt_candidates;

/* A candidate, the end of a block. The library fills it, and strings live as long as the handle. */
typedef struct lathe_ckpt_candidate {
    size_t struct_size;
    LLVMValueRef function;
    LLVMBasicBlockRef block;
    const char *file;      /* NULL if there is no line */
    unsigned line, column; /* of the last instruction of the block that has them; 0 if unknown */
    unsigned level;        /* how many loops it is in */
    bool always;           /* each iteration of the innermost of them passes it, or each run of the
                              function if it is in none */
    bool has_one_successor;
    bool in_memory; /* the function saves into a parameter (ckpt_mem) */
    bool chosen;    /* there is a call of checkpoint() in the block */
    double runs;    /* of the block in one run of the function, estimated */
    double share;   /* of the function's time that the outermost loop around it takes, with what
                       it calls, estimated: from 0 to 1; 0 outside of loops */
    double time;    /* of one run of the program that one run of the function takes, times how
                       often it is called, estimated: from 0 to 1 */
    size_t tracked; /* how many values and objects a checkpoint saves there */
    uint64_t bytes; /* of those, as far as they are known */
} lathe_ckpt_candidate;

/* Finds the candidates of one function, or of all that have a body if it is NULL. NULL on failure.
 */
LATHE_GIVE LATHE_API lathe_ckpt_candidates *
lathe_ckpt_candidates_find(LATHE_KEEP lathe_module *module, LLVMValueRef function);
/* Frees the list; what was chosen stays. */
LATHE_API void lathe_ckpt_candidates_free(LATHE_TAKE lathe_ckpt_candidates *candidates);
/* How many candidates there are. */
LATHE_API size_t lathe_ckpt_candidates_count(LATHE_KEEP const lathe_ckpt_candidates *candidates);
/* Fills what is known of a candidate. False if there is none of that index. */
LATHE_API bool lathe_ckpt_candidates_get(LATHE_KEEP const lathe_ckpt_candidates *candidates,
                                         size_t index, lathe_ckpt_candidate *candidate);
/* Puts a call of checkpoint() to the end of the block, before the compare and branch, unless there
 * is one. LATHE_USAGE if there is no such candidate. */
LATHE_API lathe_status lathe_ckpt_candidates_choose(LATHE_KEEP lathe_ckpt_candidates *candidates,
                                                    size_t index);
/* Removes the calls of checkpoint() from the block. LATHE_USAGE if there is no such candidate. */
LATHE_API lathe_status lathe_ckpt_candidates_drop(LATHE_KEEP lathe_ckpt_candidates *candidates,
                                                  size_t index);

/* Which half is injected. */
typedef enum lathe_ckpt_half {
    LATHE_CKPT_SAVE_RESTORE,
    LATHE_CKPT_SAVE,
    LATHE_CKPT_RESTORE
} lathe_ckpt_half;

/* How checkpoints are injected. */
typedef struct lathe_ckpt_options {
    size_t struct_size;
    lathe_ckpt_half half;     /* of checkpoints in memory; programs have both */
    bool automatic;           /* choose candidates in functions that have none */
    bool memory_only;         /* only functions that save into a parameter, not the program */
    const char *mem_function; /* saves into a parameter that is not called ckpt_mem; NULL: none */
    const char *mem_argument; /* of it: a name, or a number from 0 */
    uint64_t mem_bytes;       /* that it points to; 0: known from the program */
    const char *name;         /* of the program in checkpoints, NULL: that of its file */
    const char *live;         /* what checkpoints in memory save: the JSON of lathe_ckpt_live_json,
                                 edited; NULL: what is live */
} lathe_ckpt_options;

/* Says how many bytes arguments point to, one in each line of the text, FUNC:ARG:BYTES: BYTES is an
 * expression over other arguments, such as n*n*8; what follows a # is a comment. It counts more
 * than what the source declares. LATHE_USAGE if there is no such function or argument. */
LATHE_API lathe_status lathe_ckpt_sizes_set(LATHE_KEEP lathe_module *module, const char *text);
/* Gives the expression that is known of an argument of a function, by its number: what was set, or
 * what the C or C++ source declares (float a[n][n]). NULL if there is none, or on failure. */
LATHE_GIVE LATHE_API char *lathe_ckpt_size_get(LATHE_KEEP lathe_module *module,
                                               LLVMValueRef function, unsigned argument);

/* What injecting has done: where checkpoints are, what each saves, what was refused. It stays
 * valid when the module is changed or freed, but not after its context is. */
typedef struct lathe_ckpt_result lathe_ckpt_result;

/* Where a function can be interrupted. The library fills it, and strings live as long as the
 * handle. */
typedef struct lathe_ckpt_site {
    size_t struct_size;
    const char *function, *block; /* names in IR; the block is the one that ends there */
    const char *file;             /* NULL if there is no line */
    unsigned line, column;        /* 0 if unknown */
    unsigned point;               /* its number in the function, from 1 */
    bool directive;               /* a call of checkpoint(); else a call on the way to one */
    uint64_t bytes;               /* of all fields */
    size_t field_count;
} lathe_ckpt_site;

/* What is saved at a site. The library fills it, and strings live as long as the handle. */
typedef struct lathe_ckpt_field {
    size_t struct_size;
    const char *name, *type;
    const char *why; /* it is live */
    lathe_ckpt_kind kind;
    uint64_t offset, bytes; /* within what is saved */
} lathe_ckpt_field;

/* Why a function, or the program, gets no checkpoints. The library fills it, and strings live as
 * long as the handle. */
typedef struct lathe_ckpt_refusal {
    size_t struct_size;
    const char *id, *reason;
    const char *function; /* NULL: the whole program */
    const char *file;     /* NULL if there is no line */
    unsigned line, column;
} lathe_ckpt_refusal;

/* How large a function has become. The library fills it, and the string lives as long as the
 * handle. */
typedef struct lathe_ckpt_growth {
    size_t struct_size;
    const char *function;
    uint64_t before, after; /* instructions; without those that are cloned */
    uint64_t cloned;        /* run only until the loop that was interrupted begins anew */
} lathe_ckpt_growth;

/* Puts checkpoints into the module at the calls of checkpoint(). What is refused stays as it was,
 * and so does a module that the caller owns if that fails. NULL on failure; refusals are none. */
LATHE_GIVE LATHE_API lathe_ckpt_result *lathe_ckpt_inject(LATHE_KEEP lathe_module *module,
                                                          const lathe_ckpt_options *options);
/* Frees a result. */
LATHE_API void lathe_ckpt_result_free(LATHE_TAKE lathe_ckpt_result *result);
/* How many sites there are; 0: no checkpoint was injected. */
LATHE_API size_t lathe_ckpt_site_count(LATHE_KEEP const lathe_ckpt_result *result);
/* Fills a site. False if there is none of that index. */
LATHE_API bool lathe_ckpt_site_get(LATHE_KEEP const lathe_ckpt_result *result, size_t index,
                                   lathe_ckpt_site *site);
/* Fills a field of a site. False if there is none of that index. */
LATHE_API bool lathe_ckpt_field_get(LATHE_KEEP const lathe_ckpt_result *result, size_t site,
                                    size_t index, lathe_ckpt_field *field);
/* How many reasons there are for what was refused. */
LATHE_API size_t lathe_ckpt_refusal_count(LATHE_KEEP const lathe_ckpt_result *result);
/* Fills a reason. False if there is none of that index. */
LATHE_API bool lathe_ckpt_refusal_get(LATHE_KEEP const lathe_ckpt_result *result, size_t index,
                                      lathe_ckpt_refusal *refusal);
/* How many functions were changed. */
LATHE_API size_t lathe_ckpt_growth_count(LATHE_KEEP const lathe_ckpt_result *result);
/* Fills how large a changed function has become. False if there is none of that index. */
LATHE_API bool lathe_ckpt_growth_get(LATHE_KEEP const lathe_ckpt_result *result, size_t index,
                                     lathe_ckpt_growth *growth);
/* What `lathe ckpt --report` prints. NULL on failure. */
LATHE_GIVE LATHE_API char *lathe_ckpt_text(LATHE_KEEP const lathe_ckpt_result *result);
/* What `lathe ckpt --json` prints. NULL on failure. */
LATHE_GIVE LATHE_API char *lathe_ckpt_json(LATHE_KEEP const lathe_ckpt_result *result);

#ifdef __cplusplus
}
#endif
#endif
#endif
