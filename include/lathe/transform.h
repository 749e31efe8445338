/* lathe: transforms of struct layouts of your own.
 *
 * A transform is a set of hooks, and the base does the rest: it remaps types in the whole module,
 * rewrites every address, size, copy, initializer, attribute and piece of debug info that depends
 * on a layout that changes, and refuses types for which it cannot (they have a new condition then,
 * and the hooks are asked again). The steps:
 *
 *   plan                     which types change; decided from the analysis, nothing is touched
 *   1 prepare_types          new structs, mapped to the old ones
 *   2, 3 (base)              structs that hold those by value: dependent types, and their bodies
 *   4 populate_types         bodies of the new structs
 *     (base)                 the plan of all that must be rewritten, or blame: then from the start
 *     before_edits           the program is still the old one, and will be changed now
 *     (base), after_edits    addresses and sizes are new, types are still old
 *   5 prepare_module         variables and functions of the transform's own
 *   6 (base)                 functions whose types change
 *   7 create_global_replacement, initialize_global_replacement, post_process_global
 *   8 for each function: process_function, (base) its types, post_process_function
 *     finish
 *
 * plan and steps 1 to 4 run several times, must decide alike when the analysis says the same, and
 * must not touch the module. Types made there may be thrown away. What is decided in `plan` is a
 * value: lathe_transform_plan writes it down, lathe_transform_apply carries it out later.
 *
 * Ownership words are those of lathe.h. Types are numbered as in the analysis (lathe/dtrans.h), and
 * are had by LLVM handle through lathe_dtrans_type_of. A function that is called in a step it is
 * not for sets LATHE_USAGE and does nothing; the run then fails as a whole. Strings that are
 * returned live as long as the run.
 */
#ifndef LATHE_TRANSFORM_H
#define LATHE_TRANSFORM_H

#include <lathe/dtrans.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One run of a transform: what hooks are given. */
typedef struct lathe_transform lathe_transform;

/* No field, or no number. */
#define LATHE_TRANSFORM_NONE UINT32_MAX

/* The hooks of a transform. Required: name, and plan or prepare_types. `data` is what the run was
 * given. */
typedef struct lathe_transform_hooks {
    size_t struct_size;
    const char *name;             /* "my-narrow": letters, digits and dashes */
    const char *prefix;           /* of names of new structs; NULL: "__" */
    const char *dependent_prefix; /* of names of dependent types; NULL: "__dep_" */
    /* The transform by whose conditions types are judged, as lathe_dtrans_is_legal takes it; NULL:
     * "reorder-fields". */
    const char *like;

    /* When a run begins and ends. A module that is the caller's (lathe_module_wrap) is transformed
     * twice, first as a copy; each time between a begin and an end. begin: false if there is
     * nothing to do. */
    bool (*begin)(lathe_transform *t, void *data);
    void (*end)(lathe_transform *t, void *data);

    /* Decides about each type, by lathe_transform_decide. */
    void (*plan)(lathe_transform *t, void *data);

    /* Step 1: false if there is nothing to do. Without it, each type that was decided about gets a
     * new struct. Step 4: without it, new structs have the fields in the order that was decided. */
    bool (*prepare_types)(lathe_transform *t, void *data);
    void (*populate_types)(lathe_transform *t, void *data);
    /* What a field of a changed struct becomes if it is not what its type becomes; else NULL. All
     * accesses to such a field must be known (lathe_dtrans_field_obstacle), and be replaced by the
     * transform in after_edits: a run that leaves one fails. */
    LLVMTypeRef (*field_type)(lathe_transform *t, size_t type, size_t field, void *data);
    /* Of an integer field that field_type makes narrower: whether it is widened by its sign. Debug
     * info says so. Without it such fields count as unsigned. */
    bool (*field_is_signed)(lathe_transform *t, size_t type, size_t field, void *data);

    /* The module may be changed from here on. */
    void (*before_edits)(lathe_transform *t, void *data);
    void (*after_edits)(lathe_transform *t, void *data);
    void (*prepare_module)(lathe_transform *t, void *data);

    /* Step 7. The replacement of a variable whose type changes, or NULL: the base makes it. It is
     * without a name, of the mapped type, and gets its contents from the second hook. The third is
     * called for every variable that was replaced. */
    LLVMValueRef (*create_global_replacement)(lathe_transform *t, LLVMValueRef old, void *data);
    void (*initialize_global_replacement)(lathe_transform *t, LLVMValueRef old,
                                          LLVMValueRef replacement, void *data);
    void (*post_process_global)(lathe_transform *t, LLVMValueRef old, LLVMValueRef replacement,
                                void *data);

    /* Step 8. The function has its body, and its instructions their old types. Afterwards: the
     * function as it was before the transform; if it was cloned, lathe_transform_value has the
     * clone. */
    void (*process_function)(lathe_transform *t, LLVMValueRef function, void *data);
    void (*post_process_function)(lathe_transform *t, LLVMValueRef original, void *data);
    void (*finish)(lathe_transform *t, void *data);

    /* A type remapper of the transform's own, asked once for each struct, array, vector or function
     * type that is not mapped: a type that is laid out alike, or NULL to leave it to the base. */
    LLVMTypeRef (*remap_type)(lathe_transform *t, LLVMTypeRef type, void *data);
    /* A materializer: the replacement of a value that has none yet, of the value's new type, or
     * NULL to leave it to the base. */
    LLVMValueRef (*materialize)(lathe_transform *t, LLVMValueRef value, void *data);
} lathe_transform_hooks;

/* Runs the transform: analyses the program, plans, carries out, verifies. *changed becomes the
 * number of types that have changed, dependent ones included; it may be NULL. Analyses made before
 * must be freed before, and LLVM handles into the module be asked for again (lathe_module_llvm).
 * LATHE_OK and 0 if nothing may change. After a failure the module is what it was. */
LATHE_API lathe_status lathe_transform_run(LATHE_KEEP lathe_module *module,
                                           const lathe_transform_hooks *hooks, void *data,
                                           size_t *changed);

/* The first half: what `plan` decides, as text with a line for each type that changes. The module
 * stays as it is. LATHE_USAGE without the hook `plan`. */
LATHE_API lathe_status lathe_transform_plan(LATHE_KEEP lathe_module *module,
                                            const lathe_transform_hooks *hooks, void *data,
                                            LATHE_GIVE char **plan);
/* The second half, for that text and the same program. `plan` is asked again and has to come to
 * what the text says; LATHE_USAGE or LATHE_BAD_INPUT if it does not. */
LATHE_API lathe_status lathe_transform_apply(LATHE_KEEP lathe_module *module,
                                             const lathe_transform_hooks *hooks, void *data,
                                             const char *plan, size_t *changed);

/* Where the run is. */
typedef enum lathe_transform_step {
    LATHE_TRANSFORM_BEGINS,   /* begin and end */
    LATHE_TRANSFORM_TYPES,    /* plan, steps 1 to 4: the module is only read */
    LATHE_TRANSFORM_EDITS,    /* before_edits, after_edits: in terms of the old types */
    LATHE_TRANSFORM_REPLACES, /* steps 5 to 8 */
} lathe_transform_step;

/* Where the run is, for hooks and for functions that they share. */
LATHE_API lathe_transform_step lathe_transform_step_of(LATHE_KEEP const lathe_transform *run);
/* Whether types made now serve to plan, and are thrown away. */
LATHE_API bool lathe_transform_is_rehearsal(LATHE_KEEP const lathe_transform *run);
/* The module being transformed. In a run on a copy this is the copy. */
LATHE_API lathe_module *lathe_transform_module(LATHE_KEEP const lathe_transform *run);
/* The analysis, of the program as it was before the transform. What it says of instructions holds
 * until after_edits. */
LATHE_API lathe_dtrans *lathe_transform_analysis(LATHE_KEEP lathe_transform *run);
/* Fails the run: the module becomes what it was. The message is a sentence without a full stop. */
LATHE_API void lathe_transform_fail(LATHE_KEEP lathe_transform *run, const char *message);

/* Deciding. */

/* Whether the transform may change the type: no condition that forbids `like` holds, the user does
 * not keep it, and no earlier round found a use that cannot be rewritten. */
LATHE_API bool lathe_transform_may_change(LATHE_KEEP const lathe_transform *run, size_t type);
/* Whether the field must stay: something needs it that nothing foresaw, or it was pinned. */
LATHE_API bool lathe_transform_is_field_needed(LATHE_KEEP const lathe_transform *run, size_t type,
                                               size_t field);

/* What numbers of a decision mean. Only the first has a meaning to the base. */
typedef enum lathe_transform_list {
    LATHE_TRANSFORM_ORDER,  /* by position: the field that goes there, or LATHE_TRANSFORM_NONE */
    LATHE_TRANSFORM_GROUP,  /* by field: which part it goes into */
    LATHE_TRANSFORM_NARROW, /* by field: 1 if it becomes narrower */
} lathe_transform_list;

/* Decides that a type changes, with a number for each of its `count` fields; numbers may be NULL:
 * just that it changes. Only in `plan`. An order has each field once; padding may be left out, and
 * with it fields that are never read and that "delete-fields" may delete. False, with LATHE_USAGE,
 * if that does not hold. */
LATHE_API bool lathe_transform_decide(LATHE_KEEP lathe_transform *run, size_t type,
                                      lathe_transform_list list, const uint32_t *numbers,
                                      size_t count);
/* The number decided for a field, or a position; LATHE_TRANSFORM_NONE if there is none. */
LATHE_API uint32_t lathe_transform_decided(LATHE_KEEP const lathe_transform *run, size_t type,
                                           lathe_transform_list list, size_t field);
/* Whether it was decided that the type changes. */
LATHE_API bool lathe_transform_is_decided(LATHE_KEEP const lathe_transform *run, size_t type);

/* The type map. */

/* In prepare_types: an opaque struct that takes the place of the type, under its name with a prefix
 * (NULL: the hooks'). NULL on failure. */
LATHE_API LLVMTypeRef lathe_transform_replace(LATHE_KEEP lathe_transform *run, size_t type,
                                              const char *prefix);
/* In prepare_types: the same with an opaque struct of the transform's own, of the module's LLVM
 * context (addTypeMapping). `from` is a struct that the analysis lists and that may change. */
LATHE_API bool lathe_transform_add_type_mapping(LATHE_KEEP lathe_transform *run, LLVMTypeRef from,
                                                LLVMTypeRef to);
/* A name for such a struct: "" in a rehearsal, so that names stay free for what is made for good.
 * Valid until the next call. */
LATHE_API const char *lathe_transform_type_name(LATHE_KEEP lathe_transform *run, const char *prefix,
                                                size_t type);
/* What any type becomes: structs, arrays of them, function types, structs that hold one by value.
 * Pointers have no pointee in LLVM and stay. The type itself if it does not change. Not in `plan`:
 * what is looked up there would be mapped before it is prepared. */
LATHE_API LLVMTypeRef lathe_transform_remap_type(LATHE_KEEP lathe_transform *run, LLVMTypeRef type);
/* In prepare_types: pointers to the struct become integers of that type, wherever they are kept or
 * passed. False if they cannot; lathe_transform_pointer_refusal says why. */
LATHE_API bool lathe_transform_map_pointer(LATHE_KEEP lathe_transform *run, size_t type,
                                           LLVMTypeRef integer);
/* In prepare_types: why pointers to the struct cannot become integers, NULL if they can. */
LATHE_API const char *lathe_transform_pointer_refusal(LATHE_KEEP lathe_transform *run, size_t type);
/* In populate_types: the body of a new struct: the old fields in an order as lathe_transform_decide
 * takes it, NULL for the old one; padding[i] bytes before what is at position i, and padding[count]
 * at the end, NULL for none. */
LATHE_API bool lathe_transform_set_body(LATHE_KEEP lathe_transform *run, size_t type,
                                        const uint32_t *order, const uint64_t *padding,
                                        size_t count);

/* Layouts, from step 4 on. */

/* A struct that has a new one in its place. */
typedef struct lathe_transform_change {
    size_t struct_size;
    size_t type;
    LLVMTypeRef from, to;
    bool dependent; /* the base made it */
} lathe_transform_change;

/* How many structs got a new one in their place, but for those that only hold such a struct. */
LATHE_API size_t lathe_transform_change_count(LATHE_KEEP const lathe_transform *run);
/* Fills which struct it was, and its successor. False if there is none of that number. */
LATHE_API bool lathe_transform_change_get(LATHE_KEEP const lathe_transform *run, size_t index,
                                          lathe_transform_change *change);
/* The element of the new struct that a field is; the same if the struct stays, and
 * LATHE_TRANSFORM_NONE if the field is deleted. */
LATHE_API uint32_t lathe_transform_new_element(LATHE_KEEP const lathe_transform *run, size_t type,
                                               size_t field);
/* The size of an old type under the new layouts. */
LATHE_API uint64_t lathe_transform_new_size(LATHE_KEEP lathe_transform *run, LLVMTypeRef type);

/* What becomes of a byte of an object. */
typedef enum lathe_transform_fate {
    LATHE_TRANSFORM_KEPT,    /* it is at the new offset */
    LATHE_TRANSFORM_DELETED, /* its field is gone */
    LATHE_TRANSFORM_PADDING, /* it held nothing, and is gone */
    LATHE_TRANSFORM_BROKEN   /* there is no such byte */
} lathe_transform_fate;

/* Where a byte of an object of an old type is in the new one; the end maps to the end. *to is set
 * if the byte is kept. */
LATHE_API lathe_transform_fate lathe_transform_new_offset(LATHE_KEEP lathe_transform *run,
                                                          LLVMTypeRef type, uint64_t offset,
                                                          uint64_t *to);

/* The value map. */

/* What takes the place of a value: a variable, function or instruction of the old program. NULL if
 * nothing does, or nothing yet. */
LATHE_API LLVMValueRef lathe_transform_value(LATHE_KEEP const lathe_transform *run,
                                             LLVMValueRef old);
/* From step 5 on: wherever `old` is an operand, `replacement` is from now on. Not for constants
 * that are plain data. */
LATHE_API bool lathe_transform_set_value(LATHE_KEEP lathe_transform *run, LLVMValueRef old,
                                         LLVMValueRef replacement);

#ifdef __cplusplus
}
#endif
#endif
