/* The commands and their options. The tables named here are the only ones where an option is
 * listed: the parser, --help, the man page and the shell completion are made from them.
 */
#pragma once

#include "base/diag.h"

/* The values of an option that may be given several times, in their order. */
typedef struct cli_texts {
    const char **at;
    size_t count;
} cli_texts;

/* What the user asked for. Strings are borrowed from argv. */
typedef struct cli_request {
    int argc; /* the whole command line, for reproducers */
    char **argv;
    const char **inputs;
    size_t input_count;
    const char *const *c_flags; /* what stands after -- */
    size_t c_flag_count;
    const char *bisect_limit, *check_command, *run_args;
    bool reduce_ir;
    const char *passes, *output, *clang, *generate;
    cli_texts load, fuzzed;
    uint64_t count, seed; /* of fuzzed programs; CLI_DEFAULT if not given */
    const char *type;
    const char *explain, *fail_if_illegal, *exports, *html, *profile;
    const char *dtrans_only, *dtrans_skip, *dtrans_force, *dtrans_alloc, *remarks;
    bool help, version, quiet, verbose, json, all, time, stats, layouts;
    bool advise, rules, only_legal, root_causes;
    bool plugin_path, lto_flags;
    const char *function;
    bool numbers, as_is, parse, optimize;
    bool deps, dot, isl, strict, assume_noalias, assume_dims;
    int why_not, dd_exact;
    uint64_t region;
    const char *inject, *ckpt_mem, *ckpt_sizes, *ckpt_live, *inspect, *policy;
    cli_texts ckpt_size, trust;
    uint64_t save; /* a process id; 0 if not given */
    bool report, automatic;
    uint64_t level; /* of optimisation; CLI_DEFAULT if not given and the command has none */
    int color;      /* a color_mode */
    uint64_t budget_ops, budget_bytes;
    uint64_t load_seconds; /* CLI_DEFAULT if not given */
} cli_request;

#define CLI_DEFAULT UINT64_MAX

typedef enum cli_kind {
    CLI_FLAG,   /* field is a bool */
    CLI_TEXT,   /* field is a const char * */
    CLI_TEXTS,  /* field is a cli_texts */
    CLI_NUMBER, /* field is a uint64_t; the text may end in K, M or G */
    CLI_CHOICE, /* field is an int: the index into `values`; 0, too, if it is not given */
    CLI_ANSWER, /* the same plus 1, so that 0 is only: not given */
} cli_kind;

typedef struct cli_option {
    const char *name; /* NULL ends a table */
    char letter;      /* 0 if none */
    cli_kind kind;
    size_t field;       /* offset in cli_request */
    const char *arg;    /* what the value is called; "FILE" completes to files */
    const char *values; /* the words it may be, with | between; NULL if any */
    const char *help;   /* names them, too; words in braces stand for rows (rowtext.h) */
    bool hidden;        /* a door for the build, shown nowhere */
} cli_option;

typedef struct cli_run {
    const cli_request *request;
    lathe_ctx *ctx;
    lathe_module *module; /* NULL for commands that read no files */
    str *out;             /* becomes the standard output */
    int stderr_fd;        /* the user's standard error; LLVM's noise goes elsewhere */
    bool shows_failure;   /* out is written although the run failed */
} cli_run;

typedef struct cli_command {
    const char *name;
    const char *summary;     /* one line, no full stop */
    const char *description; /* plain sentences */
    const cli_option *options;
    bool reads_files; /* runs in a worker, with a loaded module */
    uint64_t level;   /* for which C is compiled if the user says no other; 0: as IR to look at */
    bool is_clang;    /* all other options are clang's, and lathe's look like them: -flathe=… */
    /* Whether this request needs no files all the same; NULL if every one needs them. */
    bool (*needs_no_files)(const cli_request *request);
    /* Whether run reads the request's files itself, and the module is NULL; NULL if never. */
    bool (*reads_them_itself)(const cli_request *request);
    /* Refuses a request before anything is read; NULL if there is nothing to check. */
    lathe_status (*check)(lathe_ctx *ctx, const cli_request *request);
    lathe_status (*run)(cli_run *run);
    /* Writes request->output in place of a module; NULL: a module is what is written. */
    lathe_status (*write)(cli_run *run);
} cli_command;

extern const cli_command cli_root, cli_cc, cli_ckpt, cli_cxx, cli_dtrans, cli_fuzz, cli_hir,
    cli_info, cli_opt, cli_passes, cli_reduce;
/* Every command but the root, in the order of the help; ends with NULL. */
extern const cli_command *const cli_commands[];

typedef struct cli_exit_code {
    int code;
    const char *meaning;
} cli_exit_code;
extern const cli_exit_code cli_exit_codes[]; /* ends with a NULL meaning */

#define CLI_FIELD(name) offsetof(cli_request, name)
/* Rows of options: one without a value, and one with a text or number. */
#define CLI_FLAG_ROW(name, letter, member, help)                                                   \
    {name, letter, CLI_FLAG, CLI_FIELD(member), NULL, NULL, help, false}
#define CLI_VALUE_ROW(name, letter, kind, member, arg, help)                                       \
    {name, letter, kind, CLI_FIELD(member), arg, NULL, help, false}

/* Options of all commands that analyse or change layouts. */
#define CLI_DTRANS_ONLY                                                                            \
    CLI_VALUE_ROW("dtrans-only", 0, CLI_TEXT, dtrans_only, "TYPES",                                \
                  "Let no transform of layouts change other structs than these: names as in the "  \
                  "source or in IR, with commas between")
#define CLI_DTRANS_SKIP                                                                            \
    CLI_VALUE_ROW("dtrans-skip", 0, CLI_TEXT, dtrans_skip, "TYPES",                                \
                  "Let no transform of layouts change these structs")
#define CLI_DTRANS_FORCE                                                                           \
    CLI_VALUE_ROW("dtrans-force", 0, CLI_TEXT, dtrans_force, "PASS:TYPE",                          \
                  "Let one of {forced} change this struct if it can, whether or not it pays; "     \
                  "several with commas between")
#define CLI_DTRANS_ALLOC                                                                           \
    CLI_VALUE_ROW("dtrans-alloc", 0, CLI_TEXT, dtrans_alloc, "NAME:SIZE[:COUNT]",                  \
                  "Take the function NAME for an allocator: it returns memory that nothing else "  \
                  "points to, of as many bytes as its argument SIZE says, from 0, or SIZE times "  \
                  "COUNT, and the program does not depend on what else it does with the size; "    \
                  "several with commas between")
#define CLI_EXPORT                                                                                 \
    CLI_VALUE_ROW("export", 0, CLI_TEXT, exports, "NAMES",                                         \
                  "What code outside the program uses, with commas between; without main, this "   \
                  "is what makes it whole. All else becomes internal")
#define CLI_LOAD                                                                                   \
    CLI_VALUE_ROW("load", 0, CLI_TEXTS, load, "FILE",                                              \
                  "Load passes from a shared object (lathe/pass.h), which may do all that this "   \
                  "program may; several times for several")
#define CLI_REMARKS                                                                                \
    CLI_VALUE_ROW("remarks", 0, CLI_TEXT, remarks, "FILE",                                         \
                  "Write what was changed, and what was not and why, to FILE as optimization "     \
                  "remarks in YAML")

/* The options of a command: its own, then those it shares. NULL after the last. */
const cli_option *cli_option_at(const cli_command *command, size_t index);
/* What stands before the names of its options. */
const char *cli_dashes(const cli_command *command);
/* Whether the option is a table entry that help, man page and completion show. */
bool cli_option_shown(const cli_option *option);

/* Fills the request from argv[first…]. False with the status set to LATHE_USAGE. */
bool cli_parse(lathe_ctx *ctx, const cli_command *command, int first, cli_request *request);
void cli_request_free(cli_request *request);
/* Gives the context the passes of --load. */
lathe_status cli_load(lathe_ctx *ctx, const cli_request *request);

/* How many of the words after -- from this one on are for the linker alone, and mean nothing where
 * C is compiled: 0 if it is none of them, 2 if the next is its value. */
size_t cli_linker_words(const cli_request *request, size_t index);

/* " (did you mean 'x'?)", or "" when nothing is near. Text lives in the buffer given. */
typedef struct cli_hint {
    char text[80];
} cli_hint;
cli_hint cli_hint_command(const char *word);

/* The help of a command, as --help prints it. */
void cli_help(const cli_command *command, str *out);

/* How the words after the options of a command that reads files are shown. */
#define CLI_ARGS "FILE... [-- CLANG-FLAG...]"
/* The same for commands whose options are clang's. */
#define CLI_CLANG_ARGS "[OPTION | CLANG-OPTION]... FILE..."
