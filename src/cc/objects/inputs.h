/* What a linker has put into its output: objects and members of archives, as its --trace names
 * them, with the records they carry. */
#pragma once

#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"
#include "cc/objects/elf.h"
#include "cc/objects/record.h"
#include "sys/words.h"

/* Why an object is linked as it is. */
typedef enum cc_native {
    CC_MERGED, /* not as it is: its bitcode takes part */
    CC_NO_RECORD,
    CC_OTHER_LLVM,
    CC_OTHER_LATHE,
    CC_DAMAGED,
    CC_REFUSED,
    CC_UNREADABLE,
    CC_ASSEMBLER,
    CC_ASSEMBLER_STRINGS,
    CC_OTHER_TARGET,
    CC_CHANGED,
    CC_AMBIGUOUS,
    CC_NATIVE_REASONS
} cc_native;

/* "carries no bitcode": the object's name goes before it. */
const char *cc_native_reason(cc_native native);

typedef struct cc_member {
    const char *archive; /* path, NULL for an object that is a file */
    const char *name;    /* path, in an archive the member's name */
    const char *line;    /* of the trace */
    const char *bytes;
    size_t size;
    cc_elf elf;
    cc_native native;
    size_t first_record, record_count; /* in cc_inputs.records */
} cc_member;

/* Invariants: 1. members stand in the order in which the linker read them.
 *             2. every member is a relocatable object; merged ones have at least one record. */
typedef struct cc_inputs {
    lathe_ctx *ctx;
    arena mem;
    map files; /* path → cc_file */
    map thin;  /* path of a member of a thin archive → the archive's path */
    VEC(cc_member) members;
    VEC(cc_record) records;
    VEC(const char *) scripts; /* texts of files that are neither ELF nor archives */
    const char *unknown;       /* what the linker read and lathe does not understand, or NULL */
    const char *unclear; /* an archive with names that lines of a trace cannot hold, or NULL */
    size_t merged;       /* members that are */
    int level;           /* the highest of all records */
} cc_inputs;

/* Reads a linker's trace: its lines, a line twice where two members have one name. False if it
 * names what is not there, or without memory; `why` then says so. */
bool cc_inputs_read(cc_inputs *in, lathe_ctx *ctx, const char *trace, const char **why);
/* Adds the scripts among the words of the linker's command line: gold does not trace them. */
void cc_inputs_add_scripts(cc_inputs *in, const sys_words *words);
/* Looks at the names in archives that -l may mean: a trace may not even show that it hides them. */
void cc_inputs_look_at_libraries(cc_inputs *in, const sys_words *words);
void cc_inputs_free(cc_inputs *in);

/* "lib.a(x.o)" or "x.o" */
void cc_member_print(str *out, const cc_member *member);

/* Whether a line of a linker's output is one of its trace. */
bool cc_is_trace(const char *line, size_t length);

/* "what 'name'", for a sentence that says why something cannot be done; never NULL. */
const char *cc_explain(arena *mem, const char *what, const char *name);
