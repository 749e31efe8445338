/* lathe cc and lathe c++: their options and help. cc/ does the work, in this process, since
 * clang's exit codes and output are to pass through. */
#include "cli/cli_options.h"

#define WORD(name, kind, arg, help) {name, 0, kind, 0, arg, NULL, help, false}

static const cli_option options[] = {
    WORD("flathe", CLI_TEXT, "WHAT",
         "What the link does to the program's structs: none, or a list of {transforms} and "
         "shuffle:SEED, with commas between (by default, at -O2 and above, those of general use, "
         "each where it pays)"),
    WORD("flathe-alloc", CLI_TEXT, "NAME:SIZE[:COUNT]",
         "Take the function NAME for an allocator: it returns memory that nothing else points to, "
         "of as many bytes as its argument SIZE says, from 0, or SIZE times COUNT, and the program "
         "does not depend on what else it does with the size; may be given several times"),
    WORD("flathe-bisect-limit", CLI_TEXT, "N",
         "Number every single change of a struct or a loop nest, and make only the first N; -1: "
         "all. lathe reduce finds the one that goes wrong"),
    WORD("flathe-ckpt", CLI_FLAG, NULL,
         "Make the program survive being killed: it saves its state at the calls of checkpoint(), "
         "and goes on from there when it is run again (see lathe ckpt)"),
    WORD("flathe-ckpt-auto", CLI_FLAG, NULL,
         "The same, and choose where to save: no call of checkpoint() is needed"),
    WORD("flathe-load", CLI_TEXT, "FILE",
         "Load passes from a shared object (see lathe/pass.h): with -flathe=, those that it names "
         "run "
         "in the link, without it all of them after lathe's own, at any level; may be given "
         "several times"),
    WORD("flathe-loops", CLI_FLAG, NULL,
         "Change loop nests where that makes them faster, also at -O2, not only at -O3 (see lathe "
         "hir --optimize)"),
    WORD("fno-lathe-loops", CLI_FLAG, NULL, "Leave loop nests to clang, also at -O3"),
    WORD("flathe-lto", CLI_TEXT, "MODE",
         "full: optimise and link the program as one module even if nothing in it changes; given "
         "also when objects are compiled, they carry what that needs (by default such a link is "
         "clang's own, byte for byte)"),
    WORD("flathe-budget", CLI_TEXT, "SECONDS",
         "Processor time that changing and optimising the program at the link may take, instead of "
         "a small multiple of what compiling it takes; past it, clang's own link is kept. 0: any "
         "time"),
    WORD("flathe-report", CLI_TEXT, "FILE",
         "Write what the link did, and what not and why, to FILE: as text, or as JSON if it ends "
         "in .json"),
    WORD("flathe-skip", CLI_TEXT, "TYPE",
         "Leave these structs as they are; may be given several times"),
    {0},
};

#define DESCRIPTION                                                                                \
    "Objects are ordinary ones that also carry bitcode; when they are linked, lathe transforms "   \
    "the whole program. What it cannot handle is left to clang alone, with one warning that says " \
    "why. All other options are clang's, --version too; so are exit codes, but for 2, which "      \
    "means "                                                                                       \
    "a wrong option of lathe's."

const cli_command cli_cc = {
    .name = "cc",
    .summary = "Compile and link C as clang does, with lathe at the link",
    .description =
        "Replaces clang: make CC=\"lathe cc\", or lathe-cc where one word is needed. " DESCRIPTION,
    .options = options,
    .is_clang = true,
};

const cli_command cli_cxx = {
    .name = "c++",
    .summary = "Compile and link C++ as clang++ does",
    .description = "Replaces clang++: make CXX=\"lathe c++\", or lathe-c++ where one word is "
                   "needed. " DESCRIPTION,
    .options = options,
    .is_clang = true,
};
