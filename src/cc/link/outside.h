/* What everything but the merged objects does with symbols: who mentions them, whose definition the
 * linker has chosen, what the output exports. */
#pragma once

#include "cc/link/command.h"
#include "cc/objects/inputs.h"

/* Why a symbol of the merged module stays visible. */
typedef enum cc_kept {
    CC_HIDDEN, /* the symbol does not stay visible */
    CC_KEPT_EXPORTED,
    CC_KEPT_NATIVE,
    CC_KEPT_NAMED,
    CC_KEPT_MARKED,
    CC_KEPT_RUNTIME,
    CC_KEPT_ENTRY,
    CC_KEPT_GROUP,
    CC_KEPT_REASONS
} cc_kept;

/* "exported dynamically": what the symbol is. */
const char *cc_kept_reason(cc_kept kept);

/* The best definition that objects without bitcode have of a symbol. */
typedef struct cc_claim {
    cc_definition definition;
    size_t order; /* of the first member that has it */
} cc_claim;

typedef struct cc_outside {
    lathe_ctx *ctx;
    arena mem;
    map claims; /* symbol → index into list, of all that such objects mention */
    VEC(cc_claim) list;
    map exported;     /* symbols defined in the output's dynamic table */
    map named;        /* by options, scripts and assembler */
    map wrapped;      /* of --wrap */
    map assigned;     /* of --defsym, and of scripts */
    bool main_named;  /* by anything but the object that the program starts in */
    bool exports_all; /* what is visible is exported, unless options of the linker say otherwise */
    const char *library; /* what is taken for the C library's and has a definition of the user's
                            outside the bitcode, NULL if there is none */
} cc_outside;

/* output is what the native link made. The status is on the context. */
void cc_outside_init(cc_outside *o, const cc_inputs *in, const cc_command *command,
                     const cc_elf *output);
/* To be called once it is settled which members are merged. The status is set if an option or a
 * script gives another meaning to what a merged member defines. */
void cc_outside_add_native(cc_outside *o, const cc_inputs *in);

/* Every word of a text that could be a symbol. */
void cc_outside_name_all(cc_outside *o, const char *text, size_t length);
void cc_outside_name(cc_outside *o, const char *name);
/* "__wrap_NAME" or "__real_NAME". NULL without memory. */
const char *cc_outside_prefixed(arena *mem, const char *prefix, const char *name);

/* Whether the linker has chosen the definition of an object without bitcode over that of the
 * member with number `order`. */
bool cc_outside_prevails(const cc_outside *o, const char *name, cc_definition definition,
                         size_t order);
/* Whether main may be called by others than the start of the program. To be asked once all members
 * are read. */
bool cc_outside_calls_main(const cc_outside *o);
/* Why a symbol must stay visible by its name alone. */
cc_kept cc_outside_keeps(const cc_outside *o, const char *name);
