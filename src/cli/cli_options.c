#include "cli/cli_options.h"

#include "base/nearest.h"
#include "cli/rowtext.h"

#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_LONG_KEY = 256, MAX_OPTIONS = 48 };

static const cli_option shared[] = {
    {"color", 0, CLI_CHOICE, CLI_FIELD(color), "WHEN", "auto|always|never",
     "Colour messages: when standard error is a terminal (auto), always or never", false},
    CLI_FLAG_ROW("help", 'h', help, "Show this help"),
    {0},
};

static const cli_option for_readers[] = {
    CLI_VALUE_ROW(
        "budget-bytes", 0, CLI_NUMBER, budget_bytes, "N",
        "Give up (exit 4) when lathe's own data needs more than N bytes (N may end in K, M or G)"),
    CLI_VALUE_ROW("budget-ops", 0, CLI_NUMBER, budget_ops, "N",
                  "Give up (exit 4) after N operations"),
    CLI_VALUE_ROW("clang", 0, CLI_TEXT, clang, "PROGRAM",
                  "Compile C inputs with PROGRAM instead of clang 22"),
    CLI_VALUE_ROW("load-seconds", 0, CLI_NUMBER, load_seconds, "N",
                  "Refuse an input that LLVM needs more than N seconds of processor time to read "
                  "(by default 8, and 2 more per megabyte); 0 reads without limits"),
    CLI_FLAG_ROW("quiet", 'q', quiet, "Show errors only"),
    CLI_FLAG_ROW("stats", 0, stats,
                 "Print lathe's counters to standard error (as JSON with --json)"),
    CLI_FLAG_ROW("time", 0, time,
                 "Print the time of each phase to standard error (as JSON with --json)"),
    CLI_FLAG_ROW("verbose", 'v', verbose, "Show progress, notes and remarks"),
    {0},
};

const cli_exit_code cli_exit_codes[] = {
    {0, "success"},
    {1, "a check that was asked for does not hold"},
    {2, "usage error, or a file cannot be read or written"},
    {3, "bad input: the IR or C given is not a valid program"},
    {4, "the work or memory budget is used up"},
    {70, "internal error; a folder to reproduce it is named"},
    {0, NULL},
};

const cli_option *cli_option_at(const cli_command *command, size_t index) {
    const cli_option *tables[] = {command->options, command->reads_files ? for_readers : NULL,
                                  command->is_clang ? NULL : shared};
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
        for (const cli_option *o = tables[t]; o && o->name; o++)
            if (index-- == 0)
                return o;
    return NULL;
}

const char *cli_dashes(const cli_command *command) {
    return command->is_clang ? "-" : "--";
}

bool cli_option_shown(const cli_option *option) {
    return !option->hidden;
}

static cli_hint hint_of(const nearest *n, const char *dashes) {
    cli_hint hint = {""};
    if (n->found)
        snprintf(hint.text, sizeof hint.text, " (did you mean '%s%s'?)", dashes, n->found);
    return hint;
}

cli_hint cli_hint_command(const char *word) {
    nearest n = nearest_init(word, strlen(word));
    for (const cli_command *const *c = cli_commands; *c; c++)
        nearest_consider(&n, (*c)->name);
    return hint_of(&n, "");
}

static cli_hint hint_option(const cli_command *command, const char *word, size_t length) {
    const cli_option *o;
    nearest n = nearest_init(word, length);
    for (size_t i = 0; (o = cli_option_at(command, i)); i++)
        if (cli_option_shown(o))
            nearest_consider(&n, o->name);
    return hint_of(&n, "--");
}

/* The option a long word means: by its whole name, or by a beginning that only one has. */
static const cli_option *find_long(const cli_command *command, const char *word, size_t length,
                                   bool *ambiguous) {
    const cli_option *o, *found = NULL;
    *ambiguous = false;
    for (size_t i = 0; (o = cli_option_at(command, i)); i++) {
        if (strncmp(o->name, word, length) != 0)
            continue;
        if (o->name[length] == '\0')
            return o;
        if (cli_option_shown(o)) {
            *ambiguous = found != NULL;
            found = o;
        }
    }
    return *ambiguous ? NULL : found;
}

static const cli_option *find_letter(const cli_command *command, char letter) {
    const cli_option *o;
    for (size_t i = 0; (o = cli_option_at(command, i)); i++)
        if (o->letter && o->letter == letter)
            return o;
    return NULL;
}

static const char *title(const cli_command *command) {
    return *command->name ? command->name : "--help";
}

static bool fail_usage(lathe_ctx *ctx, const cli_command *command, const char *what,
                       const char *word, const char *hint) {
    bool root = !*command->name;
    ctx_fail(ctx, LATHE_USAGE, "%s '%s'%s; see lathe %s%s", what, word, hint, title(command),
             root ? "" : " --help");
    return false;
}

static bool set_number(const char *text, uint64_t *number) {
    static const char units[] = "KMG";
    char *end;
    errno = 0;
    uint64_t value = strtoull(text, &end, 10);
    if (errno || end == text || strchr("+- \t", *text))
        return false;
    const char *unit = *end ? strchr(units, *end) : NULL;
    if (*end && (!unit || end[1]))
        return false;
    uint64_t factor = unit ? UINT64_C(1024) << (10 * (unit - units)) : 1;
    return !__builtin_mul_overflow(value, factor, number);
}

static bool set_choice(const char *values, const char *text, int *choice) {
    size_t length = strlen(text);
    int index = 0;
    for (const char *v = values; *v; v += strcspn(v, "|"), v += *v == '|', index++) {
        if (strcspn(v, "|") == length && memcmp(v, text, length) == 0) {
            *choice = index;
            return true;
        }
    }
    return false;
}

static bool add_text(cli_texts *texts, const char *text) {
    const char **at = reallocarray(texts->at, texts->count + 1, sizeof *at);
    if (at) {
        texts->at = at;
        at[texts->count++] = text;
    }
    return at;
}

static bool set_option(cli_request *r, const cli_option *o, const char *value) {
    char *field = (char *)r + o->field;
    switch (o->kind) {
    case CLI_FLAG:
        *(bool *)field = true;
        return true;
    case CLI_TEXT:
        memcpy(field, &value, sizeof value);
        return true;
    case CLI_TEXTS:
        return add_text((cli_texts *)(void *)field, value);
    case CLI_NUMBER:
        return set_number(value, (uint64_t *)(void *)field);
    case CLI_CHOICE:
        return set_choice(o->values, value, (int *)(void *)field);
    case CLI_ANSWER:
        return set_choice(o->values, value, (int *)(void *)field) && ++*(int *)(void *)field;
    }
    return false;
}

typedef struct parsing {
    lathe_ctx *ctx;
    const cli_command *command;
    cli_request *request;
    int at; /* the word that is looked at */
} parsing;

/* Its value is what is joined to it, or else the next word. */
static bool take_option(parsing *p, const cli_option *o, const char *shown, const char *joined) {
    const char *value = joined;
    if (o->arg && !value && !(value = p->request->argv[++p->at]))
        return fail_usage(p->ctx, p->command, "a value is missing after option", shown, "");
    if (!set_option(p->request, o, value))
        ctx_fail(p->ctx, LATHE_USAGE, "'%s' is not a value for --%s (it takes %s)", value, o->name,
                 o->values ? o->values : "a number");
    return ctx_ok(p->ctx);
}

static bool take_long(parsing *p, const char *word) {
    char name[64];
    size_t length = strcspn(word + 2, "=");
    const char *joined = word[2 + length] == '=' ? word + 2 + length + 1 : NULL;
    bool ambiguous;
    snprintf(name, sizeof name, "%.*s", (int)length + 2, word);
    const cli_option *o = find_long(p->command, word + 2, length, &ambiguous);
    if (!o)
        return fail_usage(p->ctx, p->command, ambiguous ? "ambiguous option" : "unknown option",
                          name, hint_option(p->command, word + 2, length).text);
    if (!o->arg && joined)
        return fail_usage(p->ctx, p->command, "no value is taken by option", name, "");
    return take_option(p, o, name, joined);
}

static bool take_letters(parsing *p, const char *word) {
    for (const char *c = word + 1; *c; c++) {
        const char shown[] = {'-', *c, '\0'};
        const cli_option *o = find_letter(p->command, *c);
        if (!o)
            return fail_usage(p->ctx, p->command, "unknown option", shown,
                              hint_option(p->command, word + 1, strlen(word + 1)).text);
        if (!take_option(p, o, shown, o->arg && c[1] ? c + 1 : NULL))
            return false;
        if (o->arg)
            return true;
    }
    return true;
}

/* Up to the "--" that starts clang's flags. */
static bool take_words(parsing *p) {
    cli_request *r = p->request;
    for (; p->at < r->argc && strcmp(r->argv[p->at], "--") != 0; p->at++) {
        const char *word = r->argv[p->at];
        if (word[0] != '-' || !word[1])
            r->inputs[r->input_count++] = word;
        else if (!(word[1] == '-' ? take_long : take_letters)(p, word))
            return false;
    }
    return true;
}

bool cli_parse(lathe_ctx *ctx, const cli_command *command, int first, cli_request *r) {
    parsing p = {ctx, command, r, first};
    r->inputs = calloc((size_t)r->argc + 1, sizeof *r->inputs);
    if (!r->inputs)
        ctx_fail(ctx, LATHE_NO_MEMORY, "out of memory");
    if (!r->inputs || !take_words(&p))
        return false;
    bool has_flags = p.at < r->argc;
    r->c_flags = (const char *const *)r->argv + p.at + has_flags;
    r->c_flag_count = has_flags ? (size_t)(r->argc - p.at - 1) : 0;
    return true;
}

void cli_request_free(cli_request *r) {
    free(r->inputs);
    free(r->load.at);
    free(r->fuzzed.at);
}

lathe_status cli_load(lathe_ctx *ctx, const cli_request *r) {
    for (size_t i = 0; i < r->load.count && ctx_ok(ctx); i++)
        lathe_load_passes(ctx, r->load.at[i]);
    return lathe_ctx_status(ctx);
}

size_t cli_linker_words(const cli_request *r, size_t index) {
    static const char *const joined[] = {"-l", "-L", "-Wl,"};
    static const char *const before_value[] = {"-l", "-L", "-Xlinker"};
    const char *word = r->c_flags[index];
    for (size_t i = 0; i < sizeof before_value / sizeof *before_value; i++)
        if (strcmp(word, before_value[i]) == 0)
            return index + 1 < r->c_flag_count ? 2 : 1;
    for (size_t i = 0; i < sizeof joined / sizeof *joined; i++)
        if (str_starts_with(word, joined[i]))
            return 1;
    return 0;
}

static void add_help_text(const cli_command *command, str *doc) {
    if (*command->name) {
        str_printf(doc, "%s\v", command->description);
    } else {
        str_printf(doc, "%s\n\nCommands:\n", command->description);
        for (const cli_command *const *c = cli_commands; *c; c++)
            str_printf(doc, "  %-10s %s\n", (*c)->name, (*c)->summary);
        str_add(doc, "\v'lathe COMMAND --help' shows a command's options.\n\n");
    }
    str_add(doc, "Exit codes:\n");
    for (const cli_exit_code *e = cli_exit_codes; e->meaning; e++)
        str_printf(doc, "  %2d  %s\n", e->code, e->meaning);
}

/* argp's remark that -o takes what --output takes is left out; the list shows it. */
static char *filter_help(int key, const char *text, void *input) {
    (void)input;
    return key == ARGP_KEY_HELP_DUP_ARGS_NOTE ? NULL : (char *)text;
}

/* Lines as long as argp makes them. */
static void add_wrapped(str *out, const char *text, int indent) {
    enum { COLUMNS = 79 };
    int column = 0;
    while (*text) {
        int length = (int)strcspn(text, " ");
        bool first = column == 0;
        if (!first && column + 1 + length > COLUMNS) {
            str_add_char(out, '\n');
            first = true;
        }
        str_printf(out, "%*s%.*s", first ? indent : 1, "", length, text);
        column = (first ? indent : column + 1) + length;
        text += length;
        text += *text == ' ';
    }
    str_add_char(out, '\n');
}

/* argp knows no long options with one dash. */
static void add_clang_help(const cli_command *command, str *out) {
    const cli_option *o;
    arena mem;
    arena_init(&mem, out->ctx);
    str_printf(out, "Usage: lathe %s " CLI_CLANG_ARGS "\n", command->name);
    add_wrapped(out, command->description, 0);
    for (size_t i = 0; (o = cli_option_at(command, i)); i++) {
        str_printf(out, "\n  %s%s%s%s\n", cli_dashes(command), o->name, o->arg ? "=" : "",
                   o->arg ? o->arg : "");
        add_wrapped(out, cli_row_text(&mem, o->help), 8);
    }
    arena_free(&mem);
}

static void fill_argp_options(const cli_command *command, struct argp_option *options, arena *mem) {
    const cli_option *o;
    for (size_t i = 0; i + 1 < MAX_OPTIONS && (o = cli_option_at(command, i)); i++)
        options[i] = (struct argp_option){.name = o->name,
                                          .key = o->letter ? o->letter : FIRST_LONG_KEY + (int)i,
                                          .arg = o->arg,
                                          .flags = o->hidden ? OPTION_HIDDEN : 0,
                                          .doc = o->help ? cli_row_text(mem, o->help) : NULL};
}

void cli_help(const cli_command *command, str *out) {
    if (command->is_clang) {
        add_clang_help(command, out);
        return;
    }
    str doc;
    arena mem;
    char *text = NULL;
    size_t size = 0;
    char name[32];
    snprintf(name, sizeof name, "lathe%s%s", *command->name ? " " : "", command->name);
    str_init(&doc, out->ctx);
    add_help_text(command, &doc);
    struct argp_option options[MAX_OPTIONS] = {0};
    arena_init(&mem, out->ctx);
    fill_argp_options(command, options, &mem);
    struct argp argp = {.options = options,
                        .args_doc = command->reads_files ? CLI_ARGS
                                    : *command->name     ? NULL
                                                         : "COMMAND ...",
                        .doc = str_text(&doc),
                        .help_filter = filter_help};
    FILE *stream = open_memstream(&text, &size);
    if (stream) {
        argp_help(&argp, stream, ARGP_HELP_SHORT_USAGE | ARGP_HELP_LONG | ARGP_HELP_DOC, name);
        fclose(stream);
        str_add_n(out, text, size);
    }
    free(text);
    arena_free(&mem);
    str_free(&doc);
}
