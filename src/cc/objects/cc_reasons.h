/* Why lathe cc leaves an object, a compilation or a link to clang: sentences, which have no ids
 * since builds show them as text. cc_reasons.c has what they mean. */
#pragma once

#include "base/reason.h"

/* Objects that are linked as they are (lathe cc). */
#define CC_WHY_NO_RECORD "carries no bitcode"
#define CC_WHY_OTHER_LLVM "carries bitcode of another LLVM version"
#define CC_WHY_OTHER_LATHE "carries bitcode of another version of lathe"
#define CC_WHY_DAMAGED "carries damaged bitcode"
#define CC_WHY_UNREADABLE "carries bitcode that cannot be read"
#define CC_WHY_CHANGED "has other symbols than its bitcode: it was changed after it was compiled"
#define CC_WHY_REFUSED "carries options that lathe does not take from objects"
#define CC_WHY_ASSEMBLER "has assembler that names its own symbols"
#define CC_WHY_ASSEMBLER_STRINGS "has assembler with quoted strings, which may name files to read"
#define CC_WHY_OTHER_TARGET "is for another target"
#define CC_WHY_AMBIGUOUS "has a name that several members of its archive have"

/* Compilations that are left to clang. */
#define CC_WHY_CHECKS "puts checks into the code that clang's own pipeline makes"
#define CC_WHY_COUNTERS "counts in code that clang's own pipeline makes"
#define CC_WHY_PROFILES "reads a profile that only clang's own pipeline can attach"
#define CC_WHY_TRACES "puts calls into every function in clang's own pipeline"
#define CC_WHY_OWN_LTO "is clang's own link-time optimisation (lathe's plugin works there)"
#define CC_WHY_THIN_LTO                                                                            \
    "is clang's ThinLTO (with -flto=full, lathe links the program; its plugin works there, too)"
#define CC_WHY_MADE_BY_LTO "was made by clang's own link-time optimisation"
#define CC_WHY_EMBED "keeps bitcode in objects in clang's own way"
#define CC_WHY_FOREIGN_CPU "is for another machine than this one"
#define CC_WHY_OFFLOADING "compiles for a second machine at once"
#define CC_WHY_DIRECTORY "gives names of files another meaning"
#define CC_WHY_CARRY "objects do not keep the option '%s' for the link"
#define CC_WHY_NO_PLUGIN "the clang named by LATHE_CC_CLANG cannot load lathe's plugin"
#define CC_WHY_STEPS "clang compiles this in steps that lathe does not know"

/* Links without transforms. */
#define CC_WHY_NOTHING_USABLE "no object carries bitcode that can be used"
#define CC_WHY_NO_BITCODE "the bitcode of no object can be used"
#define CC_WHY_LOW_LEVEL "the objects are compiled with less than -O2"
#define CC_WHY_UNCHANGED "nothing of the program changes"
#define CC_WHY_NO_COMMAND "clang does not say how it links"
#define CC_WHY_SEVERAL_COMMANDS "clang links by several commands"
#define CC_WHY_LINKER_OPTION "lathe cannot follow the linker option"
#define CC_WHY_ARCHIVES "several archives may be meant by"
#define CC_WHY_ARCHIVE "cannot read the members of the archive"
#define CC_WHY_NOT_NAMED "the linker's command line does not name"
#define CC_WHY_NO_OBJECTS "the objects are not named on the linker's command line"
#define CC_WHY_UNKNOWN_LINKER "lathe does not know this linker"
#define CC_WHY_MEMBER_NAMES "lathe cannot read the names of members of"
#define CC_WHY_NOT_ELF "is not an ELF object"
#define CC_WHY_NOT_ELF64 "the linker's output is not a 64-bit little-endian ELF file"
#define CC_WHY_SCRIPT "a linker script among the inputs arranges sections"
#define CC_WHY_SCRIPT_SYMBOL "a linker option or script defines '%s', which an object has, too"
#define CC_WHY_WRAP                                                                                \
    "lathe cannot follow the linker option '--wrap=%s' into the object that has the symbol"
#define CC_WHY_ALIAS "the alias '%s' is defined elsewhere, too"
#define CC_WHY_OUTPUT_DEFINES "the new output does not define as before"
#define CC_WHY_OUTPUT_EXPORTS "the new output would export"
#define CC_WHY_OUTPUT_NEEDS "the new output would need"
#define CC_WHY_OUTPUT_LIBRARY "the new output would need the library"
#define CC_WHY_OUTPUT_TEXTREL "the new output would need its code to be changed when it is loaded"
#define CC_WHY_OUTPUT_KIND "the new output is of another kind"
#define CC_WHY_OUTPUT_PART "a new part of the program needs"
#define CC_WHY_OUTPUT_TWICE "the linker would take twice"
#define CC_WHY_BUDGET "its budget of %u seconds is used up"
#define CC_WHY_MEMORY "optimising it took too much memory"
#define CC_WHY_OPTIMISING "optimising it ended with %s"
#define CC_WHY_CODE_SLOW "generating code for it takes more time than its size explains"
#define CC_WHY_CODE_FAILED "clang cannot generate code for the merged program"
#define CC_WHY_LINKER_REFUSES "the linker refuses the merged program"
#define CC_WHY_FAILED "lathe failed at the link"
#define CC_WHY_POOL_LIBRARY "liblathe-pool.a is not where lathe is"

/* All of them, with what they mean; ends with a row of nothing. */
extern const reason_row cc_reasons[];
