/* lathe cc and lathe c++: their options and help. cc/ does the work, in this process, since
 * clang's exit codes and output are to pass through. */
#include "cli/cli_options.h"

static const cli_option options[] = {
    {"flathe", 0, CLI_TEXT, 0, "WHAT", NULL,
     "What the link does to the program's structs: none, or a list of {transforms} and "
     "shuffle:SEED, with commas between (by default, at -O2 and above, those of general use, each "
     "where it pays)",
     false},
    {"flathe-bisect-limit", 0, CLI_TEXT, 0, "N", NULL,
     "Number every single change of a struct or a loop nest, and make only the first N; -1: all. "
     "lathe reduce finds the one that goes wrong",
     false},
    {"flathe-ckpt", 0, CLI_FLAG, 0, NULL, NULL,
     "Make the program survive being killed: it saves its state at the calls of checkpoint(), and "
     "goes on from there when it is run again (see lathe ckpt)",
     false},
    {"flathe-ckpt-auto", 0, CLI_FLAG, 0, NULL, NULL,
     "The same, and choose where to save: no call of checkpoint() is needed", false},
    {"flathe-loops", 0, CLI_FLAG, 0, NULL, NULL,
     "Change loop nests where that makes them faster, at -O2 and above (see lathe hir --optimize)",
     false},
    {"flathe-lto", 0, CLI_TEXT, 0, "MODE", NULL,
     "full: optimise and link the program as one module even if nothing in it changes; given also "
     "when objects are compiled, they carry what that needs (by default such a link is clang's "
     "own, "
     "byte for byte)",
     false},
    {"flathe-budget", 0, CLI_TEXT, 0, "SECONDS", NULL,
     "Processor time that changing and optimising the program at the link may take, instead of a "
     "small multiple of what compiling it takes; past it, clang's own link is kept. 0: any time",
     false},
    {"flathe-report", 0, CLI_TEXT, 0, "FILE", NULL,
     "Write what the link did, and what not and why, to FILE: as text, or as JSON if it ends in "
     ".json",
     false},
    {"flathe-skip", 0, CLI_TEXT, 0, "TYPE", NULL,
     "Leave these structs as they are; may be given several times", false},
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
