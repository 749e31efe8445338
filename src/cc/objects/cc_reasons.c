/* What the reasons of lathe cc mean, and what a user can do; for docs/reasons.md. */
#include "cc/objects/cc_reasons.h"

const reason_row cc_reasons[] = {
    {.sentence = "Objects that are linked as they are (lathe cc)"},
    {"", CC_WHY_NO_RECORD,
     "The object was compiled by another compiler, from assembler, or with an option that lathe "
     "leaves to clang.",
     "Compile it with lathe cc."},
    {"",
     CC_WHY_OTHER_LLVM "\n" CC_WHY_OTHER_LATHE "\n" CC_WHY_DAMAGED "\n" CC_WHY_UNREADABLE
                       "\n" CC_WHY_CHANGED,
     "Bitcode is read by the LLVM and the lathe that wrote it only.", "Compile the object again."},
    {"", CC_WHY_REFUSED,
     "Options in objects are taken from a fixed list, since an object may come from anywhere.",
     "Compile the object again, without the option."},
    {"", CC_WHY_ASSEMBLER "\n" CC_WHY_ASSEMBLER_STRINGS,
     "Assembler at file level may define symbols or read files that the merged program would not "
     "have.",
     "Move the assembler to a file of its own."},
    {"", CC_WHY_OTHER_TARGET, "The object is for another processor or system than the rest.",
     "Compile it with the flags of the others."},
    {"", CC_WHY_AMBIGUOUS,
     "Several members of the archive have this name, so the linker's choice cannot be seen.",
     "Give members different names."},
    {.sentence = "Compilations that are left to clang"},
    {"", CC_WHY_CHECKS "\n" CC_WHY_COUNTERS "\n" CC_WHY_PROFILES "\n" CC_WHY_TRACES,
     "The option needs passes that run in clang's own pipeline only.",
     "Leave the option out, or use clang for these builds."},
    {"", CC_WHY_OWN_LTO "\n" CC_WHY_THIN_LTO "\n" CC_WHY_MADE_BY_LTO "\n" CC_WHY_EMBED,
     "Bitcode takes another path through clang then.",
     "Leave the option out, or use -flto=full; for clang's own LTO, use lathe's plugin."},
    {"", CC_WHY_FOREIGN_CPU "\n" CC_WHY_OFFLOADING,
     "lathe transforms programs for the machine it runs on.", "Compile natively."},
    {"", CC_WHY_DIRECTORY, "Names of files would not be found again.",
     "Change the directory before the compilation."},
    {"", CC_WHY_CARRY,
     "The object would have to carry an option to the link for which there is no field.",
     "Leave the option out."},
    {"", CC_WHY_NO_PLUGIN "\n" CC_WHY_STEPS,
     "The compiler does not load lathe's pass plugin, or compiles in steps that are not known.",
     "Use clang 22, or unset LATHE_CC_CLANG."},
    {.sentence = "Links without transforms"},
    {"", CC_WHY_NOTHING_USABLE "\n" CC_WHY_NO_BITCODE "\n" CC_WHY_LOW_LEVEL "\n" CC_WHY_UNCHANGED,
     "Nothing could be gained: clang's own link is kept, byte for byte.",
     "Compile with lathe cc -O2; -flathe-lto=full optimizes the program as one module all the "
     "same."},
    {"",
     CC_WHY_NO_COMMAND "\n" CC_WHY_SEVERAL_COMMANDS "\n" CC_WHY_LINKER_OPTION "\n" CC_WHY_ARCHIVES
                       "\n" CC_WHY_ARCHIVE "\n" CC_WHY_NOT_NAMED "\n" CC_WHY_NO_OBJECTS
                       "\n" CC_WHY_UNKNOWN_LINKER "\n" CC_WHY_MEMBER_NAMES "\n" CC_WHY_NOT_ELF
                       "\n" CC_WHY_NOT_ELF64,
     "The link must be repeated with other objects, and it is not clear how.",
     "Link with one plain command; -v shows it."},
    {"", CC_WHY_SCRIPT "\n" CC_WHY_SCRIPT_SYMBOL "\n" CC_WHY_WRAP "\n" CC_WHY_ALIAS,
     "A linker script, an option or an alias gives symbols or sections a meaning that the merged "
     "program would lose.",
     "Leave the script or option out for this program."},
    {"",
     CC_WHY_OUTPUT_DEFINES "\n" CC_WHY_OUTPUT_EXPORTS "\n" CC_WHY_OUTPUT_NEEDS
                           "\n" CC_WHY_OUTPUT_LIBRARY "\n" CC_WHY_OUTPUT_TEXTREL
                           "\n" CC_WHY_OUTPUT_KIND "\n" CC_WHY_OUTPUT_PART "\n" CC_WHY_OUTPUT_TWICE,
     "The transformed program would have other dynamic symbols, libraries or relocations than "
     "clang's link, so that it could behave differently where it is used.",
     "Report it: such a link should have been equal."},
    {"",
     CC_WHY_BUDGET "\n" CC_WHY_MEMORY "\n" CC_WHY_OPTIMISING "\n" CC_WHY_CODE_SLOW
                   "\n" CC_WHY_CODE_FAILED "\n" CC_WHY_LINKER_REFUSES "\n" CC_WHY_FAILED,
     "A limit on time or memory was reached, or LLVM failed.",
     "Raise -flathe-budget=SECONDS; report it if LLVM failed."},
    {"", CC_WHY_POOL_LIBRARY, "Pools need lathe's runtime library at the link.",
     "Install lathe as a whole."},
    {.id = NULL},
};
