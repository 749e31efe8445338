/* HIR: the loop nests of a function as a tree in lexical order.
 *
 * Everything belongs to one hir, lives in its arena and dies with it. Nothing in the model needs
 * LLVM IR with it: what was read from text is as good as what was built from a function, only
 * `value` and `inst` fields are NULL then. LLVM types are those of the module's context. */
#pragma once

#include "base/arena.h"
#include "base/limits.h"
#include "base/map.h"
#include "base/vec.h"
#include "hir/hir_reasons.h"
#include "ir/module.h"
#include "ir/numbering.h"
#include "ir/srcloc.h"

/* Nesting levels, up to HIR_MAX_LEVEL: 1 is the outermost loop of a region, 0 is before and around
 * all loops. */

typedef uint32_t hir_blob;    /* 0: none; the same expression always has the same number */
typedef uint32_t hir_temp;    /* 0: none */
typedef uint32_t hir_symbase; /* 0: none, of constants */

typedef struct HLNode HLNode;
typedef struct HLRegion HLRegion;
typedef struct HLLoop HLLoop;
typedef struct RegDDRef RegDDRef;

/* A scalar that is assigned somewhere, or comes from outside. The values of one SCC of copies and
 * PHIs are one temp. */
typedef struct hir_temp_info {
    const char *name; /* as printed: "%x.018", "@b", "%12", made up if the IR has none */
    LLVMTypeRef type;
    LLVMValueRef value; /* the first of its values, NULL if it came from text */
    hir_symbase symbase;
    bool global; /* a global's or function's address, or another constant */
    /* By hir_update_levels: */
    uint32_t level;   /* the deepest one at which it is assigned, 0 if it never is */
    HLRegion *region; /* the one that assigns it, NULL if none does, or several do */
    RegDDRef *defs;   /* the refs that write it, in lexical order, see next_def; NULL if none */
    hir_blob blob;    /* the temp blob, 0 if nobody asked for it yet */
} hir_temp_info;

/* Why a loop is not modelled, or not as a DO loop. */
typedef struct hir_refusal {
    const char *id;     /* stable, see docs/hir-model.md */
    const char *reason; /* a sentence */
    const char *loop;   /* its header block's name */
    ir_place where;
} hir_refusal;

static inline hir_refusal hir_refuse(hir_why why, const char *loop, ir_place where) {
    return (hir_refusal){hir_reasons[why].id, hir_reasons[why].sentence, loop, where};
}

/* Memory in the function's frame, and the region whose row it is; NULL: nobody's. */
typedef struct hir_row_memory {
    LLVMValueRef at;
    uint64_t bytes;
    const struct HLRegion *region;
} hir_row_memory;

/* A remark; id is NULL if something was done. */
void hir_remark(lathe_ctx *ctx, const char *id, ir_place where, const char *message);

typedef struct hir {
    lathe_module *m;
    lathe_ctx *ctx;
    arena mem;
    const char *function; /* its name, "" if unknown */
    LLVMValueRef fn;      /* NULL if it came from text */
    bool keeps_values;    /* set before hir_build: each SSA value has a temp of its own */
    bool keeps_hints;     /* the same: llvm.assume and llvm.pseudoprobe are nodes */
    bool joins_loops;     /* the same: loops right after one another share a region */
    bool lowered;         /* hir_lower was here: it can only be read */
    LLVMTargetDataRef target;
    VEC(hir_temp_info) temps; /* [0] unused */
    map temp_by_name, temp_by_value;
    VEC(struct hir_blob_info) blobs; /* [0] unused */
    map blob_by_hash;                /* the first of a chain, see hir_blob_info.next */
    hir_symbase symbases;            /* handed out so far */
    uint32_t node_count;             /* numbers handed out so far */
    VEC(HLRegion *) regions;
    VEC(HLRegion *) made; /* all that hir_new_region made, for hir_free */
    VEC(hir_refusal) refusals;
    /* For transform/row.c: memory of the frame that rows may use, in bytes what is left to take,
     * and whether these are known. */
    VEC(hir_row_memory) row_memory;
    uint64_t row_bytes;
    bool knows_rows;
} hir;

/* Says of a loop of h that `what`, such as "interchange", was done, or why not (id and reason), in
 * a remark and the list of changes. Where ctx->remarks is NULL, only the message. */
void hir_tell(const hir *h, const char *pass, const char *what, const char *id, const char *reason,
              ir_place where);

/* Free it in any case. */
bool hir_init(hir *h, lathe_module *m);
void hir_free(hir *h);

/* A new temp with a symbase of its own; the name starts with % or @, is quoted as IR quotes it, and
 * gets a number if it is taken. 0 without memory. */
hir_temp hir_temp_new(hir *h, const char *name, LLVMTypeRef type, LLVMValueRef value);
hir_temp hir_temp_named(const hir *h, const char *name);
/* A temp for a constant that is not an integer: a floating-point number, null, undef, an
 * expression. The same text and type give the same temp, which has no symbase. */
hir_temp hir_temp_constant(hir *h, const char *text, LLVMTypeRef type, LLVMValueRef value);
/* How far a number at the start of the text goes, an integer or *floating; 0 if there is none. */
size_t hir_number_length(const char *text, size_t length, bool *floating);
/* Whether a constant with this text is written as it is, not in backquotes: 1.5e+00, 0xH3C00,
 * null, undef, poison, zeroinitializer, none. */
bool hir_is_plain_constant(const char *text, size_t length);
const hir_temp_info *hir_temp_at(const hir *h, hir_temp t);
hir_symbase hir_symbase_new(hir *h);

/* The level at which t is assigned in the region, 0 if it is not; of any region if that is NULL. */
uint32_t hir_temp_level(const hir *h, hir_temp t, const HLRegion *region);

/* Bits of an integer of at most 64 bits or of a pointer; 0 of other types, which have no
 * arithmetic here. */
uint32_t hir_width(const hir *h, LLVMTypeRef type);
/* The integer type of a pointer's width. */
LLVMTypeRef hir_index_type(const hir *h);
/* The low bits as a signed or unsigned number; all 64 if the width is 0. */
int64_t hir_sign_extend(uint64_t bits, uint32_t width);
uint64_t hir_zero_extend(uint64_t bits, uint32_t width);
