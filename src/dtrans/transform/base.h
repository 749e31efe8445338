/* DTransOptBase: what all transforms of layouts have in common. A transform is data: a set of hooks
 * that the base calls in eight steps, after the first of them, `plan`, has decided what becomes of
 * each type. Decisions are values (decision.h), and all that the others go by, so that they can be
 * written to a file, and carried out from there.
 *
 *   1 prepare_types    new opaque structs, mapped to the old ones; is there work at all?
 *   2 (base)           structs that hold one of those by value, or a pointer that becomes an
 *                      integer, get opaque copies: dependent types
 *   3 (base)           … and their bodies
 *   4 populate_types   bodies of the new structs
 *     (base)           the plan: every use that depends on a layout, or blame; both lead back to
 *                      1, with a plan for the last time; then it is carried out, in terms of the
 *                      old types, and functions whose pointers become integers get their types
 *   5 prepare_module   new global variables and functions the transform needs
 *   6 (base)           prototypes of functions whose type changes with a struct
 *   7 create_global, initialize_global, post_process_global
 *   8 for each function: process_function, (base) remapping, post_process_function
 *
 * Invariants other code relies on:
 *  1. Until step 5 the module is untouched; 1 to 4 run several times and must decide alike when
 *     `info` is the same.
 *  2. `values` maps what was replaced to its replacement and is the transform's to write to from
 *     step 5 on: an operand found there is replaced wherever it is used.
 *  3. After a failure (status on the context) the module is undefined.
 */
#pragma once

#include "dtrans/transform/decision.h"
#include "dtrans/transform/layout_plan.h"
#include "dtrans/transform/pointers.h"
#include "ir/map/valuemap.h"

typedef struct DTransOptBase DTransOptBase;

/* The name of a transform, and that of the counter of types it changed; of those without a row. */
#define DTRANS_NAME(text) .name = text, .counter = "types changed by " text

/* Required: dependent_prefix, and plan or prepare_types. All get the transform's data. */
typedef struct dtrans_hooks {
    /* From the row. */
    const char *name;           /* "dtrans-reorder-fields" */
    const char *counter;        /* a literal, see DTRANS_NAME; NULL counts with all others */
    dtrans_transform transform; /* whose blocking conditions it heeds */
    /* The data: so many zeros, then filled from parameters. False: there is nothing to do, or the
     * status is set. `end` follows in any case. */
    size_t data_size;
    bool (*begin)(lathe_module *m, const ir_params *params, void *data);
    void (*end)(lathe_module *m, void *data);
    const char *prefix;           /* of names of types that are decided about */
    const char *dependent_prefix; /* of names of dependent types */
    /* Decides about each type (dtrans_decide), from the analysis of the whole program. */
    void (*plan)(DTransOptBase *b, void *data);
    /* Whether it pays to change the type; what `plan` asks through dtrans_pays. */
    bool (*pays)(DTransOptBase *b, uint32_t type, void *data);
    /* Of transforms that only decide about the order of fields: whether an order that comes from a
     * file is one that `plan` might have found. Without it, `plan` is called for such a file, too,
     * and has to come to the same decisions, with dtrans_pays for its choices. */
    bool (*allows)(DTransOptBase *b, uint32_t type, const uint32_t *order, void *data);
    str *plan_to;          /* decisions are written there, and nothing changes; NULL: all does */
    const char *plan_from; /* the file that they are read from; NULL: none */
    const char *plan_text; /* … or the text of one */
    /* Without these, each type that is decided about gets its fields in the order decided. */
    bool (*prepare_types)(DTransOptBase *b, void *data);
    void (*populate_types)(DTransOptBase *b, void *data);
    bool measures_objects; /* llvm.objectsize of its objects is found when the program runs */
    /* What the transform rewrites itself before the edits, see dtrans_plan.claims. Asked after
     * prepare_types. */
    bool (*claims)(void *data, LLVMValueRef v);
    /* What an element of a struct becomes if it is not what its type becomes, else NULL. Accesses
     * to it are the transform's to rewrite. */
    LLVMTypeRef (*field_type)(DTransOptBase *b, uint32_t type, uint32_t field, void *data);
    /* Of transforms that make integers narrower: whether what is left is widened by its sign. Debug
     * info has a number of that kind then. */
    bool (*is_signed)(DTransOptBase *b, uint32_t type, uint32_t field, void *data);
    /* Of transforms that make numbers of pointers: what a debugger's user reads after the name
     * of the pointer's type, of a field or, if the type is IR_NONE, of a variable. */
    const char *(*number_note)(DTransOptBase *b, uint32_t type, uint32_t field, void *data);
    const char *only;   /* the only type to change, as the user names it; NULL: all */
    const char *remark; /* its name, of a type that changes; NULL: by what changes */
    /* Adds to that remark, of which there is a list then. */
    void (*describe)(DTransOptBase *b, const dtrans_change *change, void *data);
    /* Remarks of the transform's own, before anything changes; also if nothing will. The other is
     * about a type that changes, instead of the base's; false leaves it to the base. */
    void (*outcome)(DTransOptBase *b, void *data);
    bool (*remark_change)(DTransOptBase *b, uint32_t type, void *data);
    /* Instructions of the transform's own. Before: the plan is made and nothing of it carried out,
     * the program is still the old one. After: addresses are new by now, types are still old, and
     * functions may be copied next. */
    void (*before_edits)(DTransOptBase *b, void *data);
    void (*after_edits)(DTransOptBase *b, void *data);
    void (*prepare_module)(DTransOptBase *b, void *data);
    /* The replacement of a variable whose type changes, or NULL: the base makes it. */
    LLVMValueRef (*create_global)(DTransOptBase *b, LLVMValueRef old, void *data);
    void (*initialize_global)(DTransOptBase *b, LLVMValueRef old, LLVMValueRef new, void *data);
    void (*post_process_global)(DTransOptBase *b, LLVMValueRef old, LLVMValueRef new, void *data);
    /* The function has its body, instructions in it have their old types. */
    void (*process_function)(DTransOptBase *b, LLVMValueRef fn, void *data);
    /* The function before the transform; if it was cloned, the clone is in `values`. */
    void (*post_process_function)(DTransOptBase *b, LLVMValueRef original, void *data);
    /* All is done, the program is the new one. */
    void (*finish)(DTransOptBase *b, void *data);
    /* A type remapper and a materializer of the transform's own, see ir_typemap_own_fn and
     * ir_valuemap_own_fn. What the first yields must be laid out as the old type. */
    LLVMTypeRef (*remap_type)(DTransOptBase *b, LLVMTypeRef type, void *data);
    LLVMValueRef (*materialize)(DTransOptBase *b, LLVMValueRef value, void *data);
} dtrans_hooks;

/* Which of the eight steps may run: what is called at another time is a mistake in a transform. */
typedef enum dtrans_phase {
    DTRANS_MAKES_TYPES, /* 1 to 4, with the plan: the module is only read */
    DTRANS_EDITS,       /* the plan is carried out, in terms of the old types */
    DTRANS_REPLACES,    /* 5 to 8 */
} dtrans_phase;

struct DTransOptBase {
    DTransInfo *info;
    dtrans_decisions decisions;   /* of this round */
    const dtrans_decision *given; /* by type, from a file; NULL: there is none */
    lathe_module *m;
    lathe_ctx *ctx;
    const dtrans_hooks *hooks;
    void *data;
    ir_typemap types;
    dtrans_layouts layouts;
    ir_valuemap values;
    dtrans_plan plan;
    dtrans_pointers pointers;
    map debug_types; /* of transforms with `number_note`: old IR type → its new debug type */
    str name;        /* of the type being named */
    dtrans_phase phase;
    size_t rehearsed; /* changes that were planned for: the last round makes as many */
    bool rehearsal;   /* the types made now serve to plan, and are thrown away */
    bool sizes_left;  /* LLVM has to find what llvm.objectsize says of some changed object, at most:
                         it must see what is allocated */
};

/* Runs a transform on an analysed module; true if it changed something. Types it has to leave alone
 * have a new condition in `info` that says why. After a change `info` is out of date. */
bool dtrans_base_run(DTransInfo *info, const dtrans_hooks *hooks, void *data);

/* For `plan`: the type changes. A list of a number for each field, all IR_NONE at first, or NULL
 * without memory; `chosen` is set for types that it pays to change, not for others with them. */
uint32_t *dtrans_decide(DTransOptBase *b, uint32_t type, dtrans_list list);
/* Whether the order has each field once at most, and what must stay first or last there. */
bool dtrans_is_sound_order(DTransOptBase *b, uint32_t type, const uint32_t *order);
/* Whether the transform shall change the type: the cost model says so, or the file. */
bool dtrans_pays(DTransOptBase *b, uint32_t type);

/* Whether the transform may change the struct: it is legal, and the user does not keep it. */
bool dtrans_may_change(const DTransOptBase *b, uint32_t type, dtrans_transform transform);

/* A new struct for one of the module's, under the old name with a prefix. NULL on failure. */
dtrans_change *dtrans_base_replace(DTransOptBase *b, uint32_t type, const char *prefix);

/* The same with an opaque struct of the transform's own, which nothing else is mapped to. */
dtrans_change *dtrans_base_map(DTransOptBase *b, uint32_t type, LLVMTypeRef to);

/* The old name with a prefix, "" during a rehearsal: a type that took a name would keep it from its
 * successor. Valid until the next one. */
const char *dtrans_base_name(DTransOptBase *b, const char *prefix, const char *old);

/* For the files of the base.
 *
 * base_globals.c: step 7. */
void dtrans_base_globals(DTransOptBase *b);

/* decide.c: where decisions come from, the transform or a file. A file is held against the program:
 * what it says about a type has to be something that the transform might have decided there. */
/* Fills b->decisions anew for a round. */
void dtrans_decide_all(DTransOptBase *b);

/* What b->given has changes for cannot be done. False, with the status set if there is any. */
bool dtrans_refuse_given(DTransOptBase *b);
/* The same for the file of a program that may not change as a whole. */
void dtrans_refuse_plan(DTransInfo *info, const dtrans_hooks *hooks);

/* Reads the hooks' file into `given`, which is empty, and is b->given then. */
void dtrans_read_plan(DTransOptBase *b, dtrans_decisions *given);

/* stale_hints.c: type annotations (dtrans/annotate) that stop being true. Before anything of the
 * plan is carried out, and when all is done. */
void dtrans_drop_stale_hints(DTransOptBase *b);
void dtrans_drop_hints_on_numbers(DTransOptBase *b);

/* objectsize.c: answers of llvm.objectsize about objects whose layout changes. Before anything else
 * of the plan is carried out, while values have their classes. */
void dtrans_keep_object_sizes(DTransOptBase *b);

/* outcome.c: what a transform did and did not do: the list of changes, remarks, and counters. To be
 * called once there is a plan, before it is carried out: types then have their old and new layouts,
 * and positions in the program are what they were. Without a plan nothing changes. */
void dtrans_record_outcome(DTransOptBase *b, bool has_plan);

/* debug.c: rewrites the debug types of all changed and dependent structs: every copy in every
 * translation unit. The types in info must still be the old ones; the module may have the old or
 * the new. info->di is kept true; info->structs still describes the old layouts. */
void dtrans_remap_debug_info(const dtrans_layouts *l, DTransInfo *info);

/* layout_mark.c */
uint64_t dtrans_module_mark(LLVMModuleRef m);
