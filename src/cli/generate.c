#include "cli/generate.h"

#include "base/show.h"
#include "cc/objects/cc_reasons.h"
#include "cli/rowtext.h"
#include "report/report_reasons.h"

#include <string.h>

/* Text for roff: a backslash, a minus and a dot or quote at the start of a line mean something
 * there. */
static void add_roff(str *out, const char *text, size_t length) {
    for (const char *end = text + length; text < end; text++) {
        if (*text == '\\')
            str_add(out, "\\e");
        else if (*text == '-')
            str_add(out, "\\-");
        else if (*text == '\'')
            str_add(out, "\\(aq");
        else
            str_add_char(out, *text);
        if (*text == ',')
            str_add(out, "\\:"); /* a pipeline is one word, which may be long */
    }
}

void cli_roff_printf(str *out, const char *format, ...) {
    va_list args;
    va_start(args, format);
    show_vprintf(out, add_roff, format, &args);
    va_end(args);
}

/* The same of text with words that stand for rows. */
static void add_roff_of_rows(str *out, const char *text) {
    arena mem;
    arena_init(&mem, out->ctx);
    cli_roff_printf(out, "%s", cli_row_text(&mem, text));
    arena_free(&mem);
}

static void add_man_option(str *out, const cli_command *command, const cli_option *o) {
    str_add(out, ".TP\n");
    if (o->letter)
        str_printf(out, ".BR \\-%c \", \"", o->letter);
    else
        str_add(out, ".B ");
    cli_roff_printf(out, "%s%s", cli_dashes(command), o->name);
    if (o->arg)
        str_printf(out, "=%s", o->arg);
    str_add_char(out, '\n');
    add_roff_of_rows(out, o->help);
    str_add(out, ".\n");
}

static void add_man_options(str *out, const cli_command *command) {
    const cli_option *o;
    for (size_t i = 0; (o = cli_option_at(command, i)); i++)
        if (cli_option_shown(o))
            add_man_option(out, command, o);
}

static void add_synopsis(str *out, const cli_command *command) {
    str_printf(out, "lathe %s", command->name);
    str_add(out, command->is_clang ? " " CLI_CLANG_ARGS : " [OPTION...]");
    if (command->reads_files)
        str_add(out, " " CLI_ARGS);
    str_add(out, "\n");
}

static void add_man_command(str *out, const cli_command *command) {
    str_printf(out, ".SH COMMAND %s\n", command->name);
    add_synopsis(out, command);
    cli_roff_printf(out, ".PP\n%s\n", command->description);
    add_man_options(out, command);
}

static void add_man_exit_codes(str *out) {
    str_add(out, ".SH EXIT STATUS\n");
    for (const cli_exit_code *e = cli_exit_codes; e->meaning; e++)
        cli_roff_printf(out, ".TP\n.B %d\n%s.\n", e->code, e->meaning);
}

static const struct {
    const char *name, *meaning;
    const char *command; /* on whose page it is; NULL: on that of lathe alone */
} environment[] = {
    {"LATHE_PLUGIN",
     "What the plugin does in clang and in links with lld: words with spaces "
     "between, such as passes=LIST, only=TYPES, skip=TYPES, off. Without passes= it runs "
     "{pipeline}.",
     NULL},
    {"LATHE_CRASH_DIR",
     "Where folders that reproduce an internal error are made; else the "
     "current directory, else TMPDIR.",
     NULL},
    {"LATHE_CC_CLANG", "The compiler that lathe cc runs instead of clang 22.", "cc"},
    {"LATHE_CKPT", "Set to off, a program with checkpoints neither saves nor goes on.", "ckpt"},
    {"LATHE_CKPT_DIR", "Where a program keeps its checkpoints; else PROGRAM.ckpt.", "ckpt"},
    {"LATHE_CKPT_EVERY", "Seconds between two saves; else 60.", "ckpt"},
    {"LATHE_CKPT_KEEP", "How many checkpoints a program keeps.", "ckpt"},
    {"LATHE_CKPT_KEY",
     "A text that checkpoints are hashed with; those hashed otherwise are not used.", "ckpt"},
    {"LATHE_CKPT_SIGNAL",
     "Signals, by commas (TERM,USR1), at which a program saves: those that are meant to end it do "
     "so "
     "then.",
     "ckpt"},
    {"NO_COLOR", "Set to anything, it turns colour off where --color does not say otherwise.",
     NULL},
};

/* Of one command, or of all if it is NULL. */
static void add_man_environment(str *out, const cli_command *command) {
    bool any = false;
    for (size_t i = 0; i < sizeof environment / sizeof *environment; i++) {
        const char *own = environment[i].command;
        if (command && (!own || (strcmp(own, command->name) != 0 &&
                                 !(strcmp(own, "cc") == 0 && command->is_clang))))
            continue;
        str_printf(out, "%s.TP\n.B %s\n", any ? "" : ".SH ENVIRONMENT\n", environment[i].name);
        add_roff_of_rows(out, environment[i].meaning);
        str_add_char(out, '\n');
        any = true;
    }
}

/* Long words are broken, and lines are not stretched: groff's man macros go by a string of theirs
 * from 1.23 on. */
#define LEFT ".ad l\n.ds AD l\n"

static void add_man(str *out) {
    str_printf(out, ".TH LATHE 1 \"\" \"lathe %s\" \"User Commands\"\n" LEFT, lathe_version());
    str_printf(out, ".SH NAME\nlathe \\- %s\n.SH SYNOPSIS\n", cli_root.summary);
    for (const cli_command *const *c = cli_commands; *c; c++) {
        add_synopsis(out, *c);
        str_add(out, ".br\n");
    }
    cli_roff_printf(
        out,
        "lathe [OPTION...]\n.SH DESCRIPTION\n%s\nInputs are recognized by their content, C by its "
        "suffix; several are linked into one module, and \\(aq\\-\\(aq is the standard input. What "
        "follows \\-\\- is given to clang for the C inputs.\n.SH OPTIONS\n",
        cli_root.description);
    add_man_options(out, &cli_root);
    for (const cli_command *const *c = cli_commands; *c; c++)
        add_man_command(out, *c);
    cli_add_man_passes(out);
    add_man_exit_codes(out);
    add_man_environment(out, NULL);
}

/* The page of one command, lathe-NAME.1. */
static void add_man_page(str *out, const cli_command *command) {
    str_add(out, ".TH LATHE\\-");
    for (const char *c = command->name; *c; c++)
        str_add_char(out, *c >= 'a' && *c <= 'z' ? (char)(*c - 'a' + 'A') : *c);
    str_printf(out, " 1 \"\" \"lathe %s\" \"User Commands\"\n" LEFT ".SH NAME\nlathe\\-%s \\- ",
               lathe_version(), command->name);
    cli_roff_printf(out, "%s\n.SH SYNOPSIS\n", command->summary);
    add_synopsis(out, command);
    cli_roff_printf(out, ".SH DESCRIPTION\n%s\n.SH OPTIONS\n", command->description);
    add_man_options(out, command);
    if (command == &cli_passes)
        cli_add_man_passes(out);
    if (!command->is_clang)
        add_man_exit_codes(out);
    add_man_environment(out, command);
    str_add(out, ".SH SEE ALSO\n.BR lathe (1)\n");
}

static bool add_man_page_of(str *out, const char *name) {
    for (const cli_command *const *c = cli_commands; *c; c++)
        if (strcmp((*c)->name, name) == 0) {
            add_man_page(out, *c);
            return true;
        }
    return false;
}

static void add_commands(str *out) {
    for (const cli_command *const *c = cli_commands; *c; c++)
        str_printf(out, "%s\n", (*c)->name);
}

/* The words of one option, "--name=" when a value follows. */
static void add_completion_words(str *out, const cli_command *command) {
    const cli_option *o;
    const char *space = "";
    for (size_t i = 0; (o = cli_option_at(command, i)); i++) {
        if (!cli_option_shown(o))
            continue;
        str_printf(out, "%s%s%s%s", space, cli_dashes(command), o->name, o->arg ? "=" : "");
        if (o->letter)
            str_printf(out, " -%c", o->letter);
        space = " ";
    }
}

static void add_completion_options(str *out) {
    str_add(out, "    case $command in\n");
    for (const cli_command *const *c = cli_commands; *c; c++) {
        str_printf(out, "    %s) options='", (*c)->name);
        add_completion_words(out, *c);
        str_add(out, "' ;;\n");
    }
    str_add(out, "    *) options='");
    add_completion_words(out, &cli_root);
    str_add(out, "' ;;\n    esac\n");
}

static bool seen_before(const cli_command *command, size_t index, const char *name) {
    const cli_option *o;
    for (const cli_command *const *c = cli_commands; *c; c++)
        for (size_t i = 0; (o = cli_option_at(*c, i)); i++) {
            if (*c == command && i == index)
                return false;
            if (strcmp(o->name, name) == 0)
                return true;
        }
    return false;
}

static void add_completion_value(str *out, const char *dashes, const cli_option *o, arena *mem) {
    const char *values = o->values ? o->values : cli_row_values(mem, o->help);
    if (!values)
        return;
    str_printf(out, "    %s%s) COMPREPLY=($(compgen -W '", dashes, o->name);
    for (const char *v = values; *v; v++)
        str_add_char(out, *v == '|' ? ' ' : *v);
    str_add(out, "' -- \"$value\")); return ;;\n");
}

/* Values: an option of one name has the same values wherever it is. */
static void add_completion_values(str *out) {
    const cli_option *o;
    arena mem;
    arena_init(&mem, out->ctx);
    str_add(out, "    case $option in\n");
    for (const cli_command *const *c = cli_commands; *c; c++)
        for (size_t i = 0; (o = cli_option_at(*c, i)); i++)
            if (!seen_before(*c, i, o->name))
                add_completion_value(out, cli_dashes(*c), o, &mem);
    arena_free(&mem);
    str_add(out, "    --passes) COMPREPLY=($(compgen -W \"$(lathe passes 2>/dev/null |\n"
                 "        sed -n 's/^\\([a-z][a-z0-9-]*\\)[ <].*/\\1/p')\" -- \"$value\")); return "
                 ";;\n");
    str_add(out, "    --?*) [[ $option == \"$word\" ]] || {\n"
                 "        COMPREPLY=($(compgen -f -- \"$value\")); return; } ;;\n    esac\n");
}

static void add_completion(str *out) {
    str_add(out, "# bash completion for lathe; made from its option table\n_lathe()\n{\n");
    str_add(out, "    local word=${COMP_WORDS[COMP_CWORD]} command='' options value option i\n"
                 "    COMPREPLY=()\n"
                 "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
                 "        case ${COMP_WORDS[i]} in\n"
                 "        -*) ;;\n"
                 "        *) command=${COMP_WORDS[i]}; break ;;\n"
                 "        esac\n"
                 "    done\n"
                 "    option=$word value=''\n"
                 "    if [[ $word == '=' ]]; then\n"
                 "        option=${COMP_WORDS[COMP_CWORD-1]}\n"
                 "    elif ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[COMP_CWORD-1]} == '=' ]]; then\n"
                 "        option=${COMP_WORDS[COMP_CWORD-2]} value=$word\n"
                 "    fi\n");
    add_completion_values(out);
    add_completion_options(out);
    str_add(out, "    if [[ $word == -* ]]; then\n"
                 "        COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
                 "        [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace\n"
                 "    elif [[ -z $command ]]; then\n"
                 "        COMPREPLY=($(compgen -W '");
    for (const cli_command *const *c = cli_commands; *c; c++)
        str_printf(out, "%s%s", c == cli_commands ? "" : " ", (*c)->name);
    str_add(out, "' -- \"$word\"))\n"
                 "    else\n"
                 "        COMPREPLY=($(compgen -f -- \"$word\"))\n"
                 "    fi\n}\ncomplete -o filenames -F _lathe lathe\n");
}

static void add_option_rows(str *out, const cli_command *command, arena *mem) {
    const cli_option *o;
    str_printf(out, "\n## lathe%s%s\n\n| option | meaning |\n|---|---|\n",
               *command->name ? " " : "", command->name);
    for (size_t i = 0; (o = cli_option_at(command, i)); i++)
        if (cli_option_shown(o))
            str_printf(out, "| `%s%s%s%s` | %s |\n", cli_dashes(command), o->name,
                       o->arg ? "=" : "", o->arg ? o->arg : "", cli_row_text(mem, o->help));
}

/* docs/options.md */
static void add_options(str *out) {
    arena mem;
    arena_init(&mem, out->ctx);
    str_add(out, "# Options\n\nThis page is `lathe --generate=options`; `lathe COMMAND --help` and "
                 "`man lathe-COMMAND` say the same.\n");
    add_option_rows(out, &cli_root, &mem);
    for (const cli_command *const *c = cli_commands; *c; c++)
        add_option_rows(out, *c, &mem);
    arena_free(&mem);
}

lathe_status cli_generate(lathe_ctx *ctx, const char *what, str *out) {
    if (strcmp(what, "man") == 0)
        add_man(out);
    else if (str_starts_with(what, "man-") && add_man_page_of(out, what + 4))
        return ctx->status;
    else if (strcmp(what, "commands") == 0)
        add_commands(out);
    else if (strcmp(what, "completion") == 0)
        add_completion(out);
    else if (strcmp(what, "passes") == 0)
        cli_add_passes_page(out);
    else if (strcmp(what, "options") == 0)
        add_options(out);
    else if (strcmp(what, "reasons") == 0)
        reasons_print(out, cc_reasons);
    else
        ctx_fail(ctx, LATHE_USAGE,
                 "cannot generate '%s'; expected man, man-COMMAND, commands, completion, "
                 "options, passes or reasons",
                 what);
    return ctx->status;
}
