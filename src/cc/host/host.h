/* lathe's passes inside a program that runs LLVM by itself: opt, clang or a linker that has loaded
 * the plugin.
 *
 * The host's module must stay the same object, and must stay as it is if anything goes wrong. So
 * passes work on a copy in an LLVM context of its own; what they made of it is handed over as
 * bitcode once all of them have succeeded and the verifier has accepted it. */
#pragma once

#include "base/change.h"
#include "base/str.h"
#include "ir/ir_pass.h"

#include <llvm-c/Core.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The environment variable for what command lines of hosts cannot carry: words with spaces between.
 *   load=FILE       the passes of this shared object are there, too; without passes=, they run
 * after the others of the row. May be given several times off             nothing is done that was
 * not asked for by the name of a pass at=link|start   where the row of passes runs: at the
 * beginning of a full LTO link, which is the default, or at the beginning of clang's pipeline
 *   passes=LIST     that row, as lathe opt takes it; by default, pass_layouts without a runtime
 *   only=TYPES      no transform changes other structs than these
 *   skip=TYPES      no transform changes these structs
 *   pre-link=WORD   whether a full LTO link runs lto-pre-link after the row: auto (if the module
 *                   comes from objects that were not optimised), always, never */
#define CC_HOST_VARIABLE "LATHE_PLUGIN"

typedef enum cc_pre_link { CC_PRE_LINK_AUTO, CC_PRE_LINK_ALWAYS, CC_PRE_LINK_NEVER } cc_pre_link;

typedef struct cc_host_settings {
    bool off, at_start;
    cc_pre_link pre_link;
    const char *passes;      /* NULL: the row is made of what there is */
    const char *only, *skip; /* NULL: no such list */
} cc_host_settings;

/* One use of lathe by the host. */
typedef struct cc_host {
    lathe_ctx *ctx; /* its status is the run's; NULL: there was no memory at all */
    lathe_diag_fn *tell;
    void *data; /* of tell */
    arena mem;
    cc_host_settings settings;
    remark_list remarks;
    change_list changes;
    str text;                     /* what printing passes printed */
    LLVMMemoryBufferRef changed;  /* what the module is to become, NULL if it stays as it is */
    LLVMMemoryBufferRef original; /* the module as it was, NULL if nobody needs it */
    bool embeds;                  /* a record was added, or cc_host_embed is to add one */
    bool pre_link;                /* lto-pre-link must run now */
} cc_host;

/* Where the host is in its work. */
typedef enum cc_place {
    CC_AT_NAME,  /* at a pass that was asked for by its name */
    CC_AT_START, /* at the beginning of clang's pipeline */
    CC_AT_HALF,  /* where clang's pipeline has simplified the unit */
    CC_AT_LINK,  /* at the beginning of a full LTO link */
} cc_place;

/* Runs what belongs there: `passes` at a name, else what the environment says, on a copy of the
 * module. At a start or in a link, symbols that the module defines and does not keep to itself are
 * taken to be used by code outside. The host is to be freed. */
void cc_host_run(cc_host *host, lathe_diag_fn *tell, void *data, LLVMModuleRef module,
                 cc_place place, const char *passes);
/* At a start, once the module is what it is to become: adds the record that its object carries. */
void cc_host_embed(cc_host *host, LLVMModuleRef module);
/* Reports what failed, too. */
void cc_host_free(cc_host *host);

/* One sentence about what went wrong, "" if nothing did. */
const char *cc_host_error(const cc_host *host);

/* The host cannot read what the module is to become. */
void cc_host_refuse(cc_host *host);

/* A remark in the terms of a host. */
typedef struct cc_host_remark {
    remark_kind kind;
    const char *pass, *name;
    LLVMValueRef function; /* one with a body */
    LLVMMetadataRef place; /* a location in it, NULL if none is known */
    const remark_part *parts;
    size_t part_count;
} cc_host_remark;

/* Hands over the remarks, each to the one of emit that stands for its kind, if the module has a
 * function where they can stand. */
typedef void cc_host_emit(const cc_host_remark *remark);
void cc_host_remarks(const cc_host *host, LLVMModuleRef module, cc_host_emit *const emit[]);

/* Which pass of lathe, or of a shared object, the text asks for: its index (pass_at). SIZE_MAX if
 * it is none; error becomes a line of text, "" if nothing is wrong. */
size_t cc_host_pass(const char *text, char error[CTX_ERROR_SIZE]);

#ifdef __cplusplus
}
#endif
