/* lathe: which struct types of a program may change shape, and why others may not.
 *
 * Ownership words are those of lathe.h. Strings that these functions return without LATHE_GIVE
 * live as long as the analysis. Types are numbered from 0 in the order in which they appear in the
 * program, fields and uses of a type from 0 as well. Numbers out of range are harmless: they
 * give NULL, 0 or false.
 */
#ifndef LATHE_DTRANS_H
#define LATHE_DTRANS_H

#include <lathe/lathe.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What is known of the struct types of a program. */
typedef struct lathe_dtrans lathe_dtrans;

/* What the analysis may assume. */
typedef struct lathe_dtrans_options {
    size_t struct_size;
    const char *const *exports; /* what code outside uses, as with lathe_dtrans_export */
    size_t export_count;
} lathe_dtrans_options;

/* A list of names; never grows. `label` is what messages call the list, for callers who have a name
 * of their own for it, such as an option of a command; NULL: the name of the member or argument. */
typedef struct lathe_dtrans_names {
    const char *const *at; /* NULL: nothing is said */
    size_t count;
    const char *label;
} lathe_dtrans_names;

/* One transform for one type; never grows. */
typedef struct lathe_dtrans_forced {
    const char *transform; /* "split", or another that docs/passes.md has as forced */
    const char *type;
} lathe_dtrans_forced;

/* What transforms of the module's layouts shall do. Types are named as in IR or in the source.
 * Types declared with __attribute__((btf_decl_tag("lathe.keep"))) never change, if there is debug
 * info. None of this changes verdicts. */
typedef struct lathe_dtrans_settings {
    size_t struct_size;
    lathe_dtrans_names only;           /* the only types that may change; an empty list: none may */
    lathe_dtrans_names skip;           /* types that may not change */
    const lathe_dtrans_forced *forced; /* the transform that shall change a type if it can, whether
                                          or not it pays; the others leave that type alone */
    size_t forced_count;
    const char *forced_label;   /* as in lathe_dtrans_names */
    lathe_dtrans_names exports; /* as lathe_dtrans_export; they add up */
    /* Functions that allocate, as "NAME:SIZE" or "NAME:SIZE:COUNT": each returns null, or memory
     * that nothing else points to, of as many bytes as its argument SIZE says, from 0, or SIZE
     * times COUNT. What it does with the size besides is of no concern to the program. */
    lathe_dtrans_names allocators;
} lathe_dtrans_settings;

/* Says what transforms of the module's layouts shall do. Replaces all settings given before, except
 * exports; NULL: of what was given, nothing holds. All of it is checked before anything is done.
 * LATHE_USAGE, and the settings from before, if a list is missing, a name is missing or empty, a
 * transform is not one of those above, or an export cannot be the name of a symbol; the message
 * names the member. A name that nothing in the program has is not an error but a warning, that of a
 * type by the next analysis. */
LATHE_API lathe_status lathe_dtrans_set(LATHE_KEEP lathe_module *module,
                                        const lathe_dtrans_settings *settings);

/* Says which types may change, `only` and `skip` of the settings, as lists with commas between.
 * NULL: nothing is said. */
LATHE_API lathe_status lathe_dtrans_choose(LATHE_KEEP lathe_module *module, const char *only,
                                           const char *skip);

/* Says which transform shall change which type, `forced` of the settings, as text,
 * "pool:node,split:arc". NULL: nothing is said. LATHE_USAGE, and what was said before, if a word is
 * not a transform, a colon and a name. */
LATHE_API lathe_status lathe_dtrans_force(LATHE_KEEP lathe_module *module, const char *force);

/* Says which functions and variables code outside the program uses, with commas between; without
 * main, they are what makes it whole. What they take, return and reach belongs to others. From now
 * on all else, except main, is internal to the module, also when it is written: what was forgotten
 * is an error of the linker's. A program with weak definitions stays as it is, and is not whole. A
 * name of nothing is a warning. NULL and no names do nothing. */
LATHE_API lathe_status lathe_dtrans_export(LATHE_KEEP lathe_module *module, const char *exports);

/* Analyses the program. The module is prepared for it (always-inline, mem2reg), must outlive the
 * analysis, and must not change while it is asked. options may be NULL. NULL on failure. */
LATHE_GIVE LATHE_API lathe_dtrans *lathe_dtrans_analyze(LATHE_KEEP lathe_module *module,
                                                        const lathe_dtrans_options *options);
/* Frees an analysis; its module may change again. */
LATHE_API void lathe_dtrans_free(LATHE_TAKE lathe_dtrans *analysis);

/* Why nothing may change because the program is not whole; NULL if it is whole. */
LATHE_API const char *lathe_dtrans_not_whole_reason(LATHE_KEEP const lathe_dtrans *analysis);
/* Whether the program handles exceptions, in which case nothing may change either. */
LATHE_API bool lathe_dtrans_has_exceptions(LATHE_KEEP const lathe_dtrans *analysis);

#define LATHE_DTRANS_NONE SIZE_MAX

/* How many struct types the program has. */
LATHE_API size_t lathe_dtrans_type_count(LATHE_KEEP const lathe_dtrans *analysis);
/* The index of the type with that name: by IR name ("struct.node") or name in the source ("node",
 * "struct node"); LATHE_DTRANS_NONE if there is no such type. */
LATHE_API size_t lathe_dtrans_type_find(LATHE_KEEP const lathe_dtrans *analysis, const char *name);
/* The name of the type as in IR: "struct.node". */
LATHE_API const char *lathe_dtrans_type_name(LATHE_KEEP const lathe_dtrans *analysis, size_t type);
/* How many bytes the type has; 0 if the program does not define it. */
LATHE_API uint64_t lathe_dtrans_type_size(LATHE_KEEP const lathe_dtrans *analysis, size_t type);
/* The type's alignment in bytes; 0 if the program does not define it. */
LATHE_API uint64_t lathe_dtrans_type_align(LATHE_KEEP const lathe_dtrans *analysis, size_t type);
/* Why the user wants no transform to change the type; NULL if it may change. */
LATHE_API const char *lathe_dtrans_type_kept(LATHE_KEEP const lathe_dtrans *analysis, size_t type);
/* How many accesses of the type's fields are expected at run time. */
LATHE_API double lathe_dtrans_type_frequency(LATHE_KEEP const lathe_dtrans *analysis, size_t type);

/* An element of the IR type. */
typedef struct lathe_dtrans_field {
    size_t struct_size;
    const char *name; /* as in the source, "" if unknown */
    const char *type; /* as in the source, else IR text */
    uint64_t offset, size;
    uint64_t reads, writes; /* accesses in the program */
    double frequency;       /* accesses expected at run time */
    bool padding;           /* inserted by the front end, holds no data */
    bool address_taken;
    bool pinned;              /* must stay at its offset */
    bool never_read;          /* no read was seen, and its address is not taken */
    const char *single_value; /* the constant that all stores write; NULL if there is none */
} lathe_dtrans_field;

/* How many fields the type has, elements of the IR type. */
LATHE_API size_t lathe_dtrans_field_count(LATHE_KEEP const lathe_dtrans *analysis, size_t type);
/* Fills what is known of a field. False if there is no such field, or on failure. */
LATHE_API bool lathe_dtrans_field_get(LATHE_KEEP lathe_dtrans *analysis, size_t type, size_t index,
                                      lathe_dtrans_field *field);

/* A use of the type that sets a safety condition. */
typedef struct lathe_dtrans_use {
    size_t struct_size;
    const char *condition; /* "BadCasting", … */
    const char *reason;    /* one sentence, no full stop */
    const char *function;  /* NULL if it is in none */
    const char *file;      /* NULL if unknown */
    unsigned line, column; /* 0 if unknown */
} lathe_dtrans_use;

/* How many uses of the type set a safety condition. */
LATHE_API size_t lathe_dtrans_use_count(LATHE_KEEP const lathe_dtrans *analysis, size_t type);
/* Fills what is known of a use. False if there is no such use, or on failure. */
LATHE_API bool lathe_dtrans_use_get(LATHE_KEEP lathe_dtrans *analysis, size_t type, size_t index,
                                    lathe_dtrans_use *use);

/* The instruction, variable or function that the use is; NULL if it is about the type itself. */
LATHE_API LLVMValueRef lathe_dtrans_use_value(LATHE_KEEP const lathe_dtrans *analysis, size_t type,
                                              size_t index);

/* How many safety conditions there are. */
LATHE_API size_t lathe_dtrans_condition_count(void);
/* The name of a safety condition, such as "BadCasting"; docs/dtrans-rules.md says what they mean.
 * NULL for numbers of none. */
LATHE_API const char *lathe_dtrans_condition_name(size_t condition);
/* Whether the type has the condition. False for names of none. */
LATHE_API bool lathe_dtrans_has_condition(LATHE_KEEP const lathe_dtrans *analysis, size_t type,
                                          const char *condition);

/* The number of a type by its LLVM handle: that of a named struct, LATHE_DTRANS_NONE for all
 * others. */
LATHE_API size_t lathe_dtrans_type_of(LATHE_KEEP const lathe_dtrans *analysis, LLVMTypeRef type);
/* The LLVM handle of a type; NULL for numbers of none. */
LATHE_API LLVMTypeRef lathe_dtrans_type_llvm(LATHE_KEEP const lathe_dtrans *analysis, size_t type);

/* Where objects of the type are allocated. */
typedef struct lathe_dtrans_site {
    size_t struct_size;
    LLVMValueRef call;
    const char *function; /* "malloc", or a wrapper of the program's */
    uint64_t count;       /* objects, 0 if that is not constant */
} lathe_dtrans_site;

/* How many calls allocate objects of the type. */
LATHE_API size_t lathe_dtrans_site_count(LATHE_KEEP const lathe_dtrans *analysis, size_t type);
/* Fills what is known of such a call. False if there is none of that number. */
LATHE_API bool lathe_dtrans_site_get(LATHE_KEEP const lathe_dtrans *analysis, size_t type,
                                     size_t index, lathe_dtrans_site *site);

/* How often the loops run that use both fields, as the cost model sees it: fields with a high
 * affinity should be neighbours. 0 if no loop does, or there is no such field. */
LATHE_API double lathe_dtrans_affinity(LATHE_KEEP const lathe_dtrans *analysis, size_t type,
                                       size_t field, size_t other);

/* Values. These questions are about the program as it was analysed, and are worked out when they
 * are asked; the module must not have changed since. */

/* Why not every access to the field is known: one sentence without a full stop, and in *where,
 * which may be NULL, the instruction that shows it, if there is one. NULL: all that ever touches
 * the field are the accesses below, each of which is a load or store of exactly this field, and
 * operations on whole objects (allocation, copies, setting to zero). */
LATHE_API const char *lathe_dtrans_field_obstacle(LATHE_KEEP lathe_dtrans *analysis, size_t type,
                                                  size_t field, LLVMValueRef *where);
/* How many loads and stores of the field are known. */
LATHE_API size_t lathe_dtrans_access_count(LATHE_KEEP lathe_dtrans *analysis, size_t type,
                                           size_t field);
/* A load or store of the field, in the order of the program; NULL if there is none of that number.
 */
LATHE_API LLVMValueRef lathe_dtrans_access_at(LATHE_KEEP lathe_dtrans *analysis, size_t type,
                                              size_t field, size_t index);
/* The different constants that are stored into the field, if all that is stored are integer
 * constants. Fills up to `room` and returns how many there are; SIZE_MAX if they are more, or not
 * only constants. Memory that begins as zero is not counted. */
LATHE_API size_t lathe_dtrans_field_values(LATHE_KEEP lathe_dtrans *analysis, size_t type,
                                           size_t field, LLVMValueRef *values, size_t room);
/* The smallest and the largest number that an integer field can hold, as signed ones, zero
 * included. False if no more is known than its type. */
LATHE_API bool lathe_dtrans_field_range(LATHE_KEEP lathe_dtrans *analysis, size_t type,
                                        size_t field, int64_t *least, int64_t *most);
/* The smallest and the largest number that any integer value of up to 64 bits can be. False if no
 * more is known than its type. */
LATHE_API bool lathe_dtrans_value_range(LATHE_KEEP lathe_dtrans *analysis, LLVMValueRef value,
                                        int64_t *least, int64_t *most);
/* Whether AOS-to-SOA made an index of the field: it is marked with DPA_AOSToSOAIndexField. */
LATHE_API bool lathe_dtrans_is_index_field(LATHE_KEEP const lathe_dtrans *analysis, size_t type,
                                           size_t field);

/* What a pointer, or an integer that carries one, points to (LocalPointerInfo). */
typedef struct lathe_dtrans_pointer {
    size_t struct_size;
    size_t dominant;  /* the unique type of the objects there; LATHE_DTRANS_NONE if there is none */
    size_t aliases;   /* how many ways there are to see the location */
    size_t objects;   /* of those, the first, as whole objects; the others as fields */
    bool conflicting; /* objects of types that do not begin with one another */
    bool analysed;    /* all sources of the pointer are known */
    bool escapes;     /* code outside may use the location */
} lathe_dtrans_pointer;

/* One way to see the location: an object of a type, or an element of one. */
typedef struct lathe_dtrans_alias {
    size_t struct_size;
    size_t type;
    uint64_t offset; /* in the type, 0 for an object */
    size_t field;    /* that begins there or holds it; LATHE_DTRANS_NONE for an object */
    bool outer;      /* the field is or has in it a struct with the field of another alias */
} lathe_dtrans_alias;

/* Fills what is known of where a pointer leads. False for values that are not pointers, nor
 * integers that may carry one. */
LATHE_API bool lathe_dtrans_pointer_get(LATHE_KEEP lathe_dtrans *analysis, LLVMValueRef value,
                                        lathe_dtrans_pointer *pointer);
/* Fills one alias of a pointer, those of whole objects first. False if there is none of that
 * number. */
LATHE_API bool lathe_dtrans_alias_get(LATHE_KEEP lathe_dtrans *analysis, LLVMValueRef value,
                                      size_t index, lathe_dtrans_alias *alias);

/* What a call does to objects. */
typedef enum lathe_dtrans_call_kind {
    LATHE_DTRANS_ALLOCATES,
    LATHE_DTRANS_REALLOCATES,
    LATHE_DTRANS_FREES,
    LATHE_DTRANS_COPIES, /* memcpy */
    LATHE_DTRANS_MOVES,  /* memmove */
    LATHE_DTRANS_SETS    /* memset */
} lathe_dtrans_call_kind;

/* A call that makes, ends, copies or sets objects. */
typedef struct lathe_dtrans_call {
    size_t struct_size;
    lathe_dtrans_call_kind kind;
    size_t type;       /* of the objects, LATHE_DTRANS_NONE if that is not exactly one */
    uint64_t bytes;    /* 0 if that is not constant */
    uint64_t count;    /* of objects; 0 if that is not constant, or not a whole number */
    bool zeroed;       /* new memory is zero, or may be */
    LLVMValueRef size; /* the argument that is the number of bytes; NULL if none is alone */
} lathe_dtrans_call;

/* Fills what a call does to objects. False if the instruction is not such a call. */
LATHE_API bool lathe_dtrans_call_get(LATHE_KEEP lathe_dtrans *analysis, LLVMValueRef instruction,
                                     lathe_dtrans_call *call);

/* Makes the analysis anew after the module was changed, in place and of the whole program. Numbers
 * of types, uses and accesses may be others than before. On failure the analysis can only be freed.
 * There is no call that patches single facts: pointer classes, accesses and conditions depend on
 * one another, and what was patched could not be relied on. */
LATHE_API lathe_status lathe_dtrans_update(LATHE_KEEP lathe_dtrans *analysis);

/* How many transforms of layouts there are. */
LATHE_API size_t lathe_dtrans_transform_count(void);
/* The name of a transform, such as "reorder-fields"; docs/passes.md lists them. */
LATHE_API const char *lathe_dtrans_transform_name(size_t transform);

/* Whether the transform may be applied to the type. False for names of no transform. */
LATHE_API bool lathe_dtrans_is_legal(LATHE_KEEP const lathe_dtrans *analysis, size_t type,
                                     const char *transform);
/* What blocks the transform: "NotWholeProgram", "ExceptionHandling", then the type's conditions.
 * Fills up to `room` names and returns how many there are. */
LATHE_API size_t lathe_dtrans_blocked_by(LATHE_KEEP const lathe_dtrans *analysis, size_t type,
                                         const char *transform, const char **names, size_t room);

/* Applies a transform, by the name that lathe_dtrans_is_legal takes, to every type that it may
 * change, that gains by it and that the user's choice (lathe_dtrans_choose) leaves to it. The
 * module is analysed for that by itself; analyses made before must be freed before, and LLVM
 * handles into the module be asked for again (lathe_module_llvm). *changed becomes the number of
 * types that have changed; it may be NULL. LATHE_USAGE if there is no such transform yet. After a
 * failure the module is what it was. */
LATHE_API lathe_status lathe_dtrans_apply(LATHE_KEEP lathe_module *module, const char *transform,
                                          size_t *changed);

/* What reports show. */
typedef struct lathe_dtrans_view {
    size_t struct_size;
    bool only_legal;    /* only types that at least one transform may change */
    bool advise;        /* what a programmer could change by hand */
    bool color;         /* text: colours for terminals */
    const char *folder; /* paths below it are shown without it; NULL: whole paths. Source lines are
                           then read relative to the current directory */
    const char *type;   /* only this type, and every use that blocks it with its source line;
                           LATHE_USAGE if there is none */
    const char *see;    /* text: how its reader sees one type only, to stand before the type's name,
                           such as "see --explain="; NULL: nothing is said about that */
    bool root_causes;   /* text: which lines keep types from changing, those first that keep most,
                           instead of the types */
} lathe_dtrans_view;

/* A report for people, as text. view may be NULL. NULL on failure. */
LATHE_GIVE LATHE_API char *lathe_dtrans_text(LATHE_KEEP lathe_dtrans *analysis,
                                             const lathe_dtrans_view *view);
/* The report as the JSON document of docs/dtrans-json.md. view may be NULL. NULL on failure. */
LATHE_GIVE LATHE_API char *lathe_dtrans_json(LATHE_KEEP lathe_dtrans *analysis,
                                             const lathe_dtrans_view *view);
/* The report as one self-contained HTML page. view may be NULL. NULL on failure. */
LATHE_GIVE LATHE_API char *lathe_dtrans_html(LATHE_KEEP lathe_dtrans *analysis,
                                             const lathe_dtrans_view *view);

/* Annotations: what one pass leaves in the module for a later one (docs/dtrans-annotations.md).
 * They are not tied to an analysis. */

/* Says that the result of an instruction leads to an object of the type through `level` pointers, 1
 * or more; replaces what was said before. False, with LATHE_USAGE set, for an instruction without
 * result, a type without size or a level out of range. */
LATHE_API bool lathe_dtrans_annotate_type(LATHE_KEEP lathe_module *module, LLVMValueRef inst,
                                          LLVMTypeRef type, unsigned level);
/* The type that was said of an instruction, and its level; false if none was, or none that can be
 * understood. */
LATHE_API bool lathe_dtrans_annotated_type(LLVMValueRef inst, LLVMTypeRef *type, unsigned *level);

/* A mark of a pointer. */
typedef struct lathe_dtrans_mark {
    size_t struct_size;
    const char *kind; /* "DPA_AOSToSOAIndexField", or one of your own: "DPA_", then letters, digits
                         and underscores */
    const char *text; /* NULL for "" */
    const char *extension; /* of the variable that holds the text; NULL for none */
    const char *file;      /* NULL if unknown */
    unsigned line;
    const char *name; /* of the result; NULL for none */
} lathe_dtrans_mark;

/* Marks a pointer by a call that returns it, inserted before an instruction; with NULL it is in no
 * block, and the caller's. NULL on failure. */
LATHE_API LLVMValueRef lathe_dtrans_annotate_pointer(LATHE_KEEP lathe_module *module,
                                                     LLVMValueRef pointer,
                                                     const lathe_dtrans_mark *mark,
                                                     LLVMValueRef before);
/* The variable that holds the text of such a mark: made once for each kind, text and extension.
 * NULL on failure. */
LATHE_API LLVMValueRef lathe_dtrans_annotation_variable(LATHE_KEEP lathe_module *module,
                                                        const lathe_dtrans_mark *mark);
/* Whether a value is a mark of any kind; a user's annotate attribute is none. */
LATHE_API bool lathe_dtrans_is_annotation(LLVMValueRef value);
/* Whether a value is a mark of that kind. */
LATHE_API bool lathe_dtrans_is_annotation_of_kind(LLVMValueRef value, const char *kind);
/* The kind of mark a value is; NULL if it is not a mark, a user's annotate attribute included. */
LATHE_API const char *lathe_dtrans_annotation_kind(LLVMValueRef value);
/* The text of a mark, "" if it has none; NULL if the value is not a mark. Lives as long as the
 * module. */
LATHE_API const char *lathe_dtrans_annotation_text(LLVMValueRef value);
/* The file and the line that a mark was made with; NULL and 0 if unknown. False if the value is not
 * a mark. */
LATHE_API bool lathe_dtrans_annotation_place(LLVMValueRef value, const char **file, unsigned *line);
/* Removes a mark: whatever used it uses the pointer again. False, and nothing is done, if the value
 * is not a mark in a function. */
LATHE_API bool lathe_dtrans_remove_annotation(LATHE_KEEP lathe_module *module, LLVMValueRef value);
/* Removes what lathe_dtrans_annotate_type said; false if nothing was. */
LATHE_API bool lathe_dtrans_remove_annotated_type(LATHE_KEEP lathe_module *module,
                                                  LLVMValueRef inst);

#ifdef __cplusplus
}
#endif
#endif
