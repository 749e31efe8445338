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

typedef struct lathe_dtrans lathe_dtrans;

/* Zero-initialise, then set what differs. */
typedef struct lathe_dtrans_options {
    const char *const *exports; /* what code outside uses, as with lathe_dtrans_export */
    size_t export_count;
} lathe_dtrans_options;

/* A list of names. `label` is what messages call the list, for callers who have a name of their own
 * for it, such as an option of a command; NULL: the name of the member or argument. */
typedef struct lathe_dtrans_names {
    const char *const *at; /* NULL: nothing is said */
    size_t count;
    const char *label;
} lathe_dtrans_names;

typedef struct lathe_dtrans_forced {
    const char *transform; /* "split", or another that docs/passes.md has as forced */
    const char *type;
} lathe_dtrans_forced;

/* What transforms of the module's layouts shall do. Zero-initialise, then set what differs. Types
 * are named as in IR or in the source. Types declared with
 * __attribute__((btf_decl_tag("lathe.keep"))) never change, if there is debug info. None of this
 * changes verdicts. */
typedef struct lathe_dtrans_settings {
    lathe_dtrans_names only;           /* the only types that may change; an empty list: none may */
    lathe_dtrans_names skip;           /* types that may not change */
    const lathe_dtrans_forced *forced; /* the transform that shall change a type if it can, whether
                                          or not it pays; the others leave that type alone */
    size_t forced_count;
    const char *forced_label;   /* as in lathe_dtrans_names */
    lathe_dtrans_names exports; /* as lathe_dtrans_export; they add up */
} lathe_dtrans_settings;

/* Replaces all settings given before, except exports; NULL: of what was given, nothing
 * holds. All of it is checked before anything is done. LATHE_USAGE, and the settings from before,
 * if a list is missing, a name is missing or empty, a transform is not one of those above, or an
 * export cannot be the name of a symbol; the message names the member. A name that nothing in the
 * program has is not an error but a warning, that of a type by the next analysis. */
LATHE_API lathe_status lathe_dtrans_set(LATHE_KEEP lathe_module *module,
                                        const lathe_dtrans_settings *settings);

/* `only` and `skip` of the settings as lists with commas between. NULL: nothing is said. */
LATHE_API lathe_status lathe_dtrans_choose(LATHE_KEEP lathe_module *module, const char *only,
                                           const char *skip);

/* `forced` of the settings as text, "pool:node,split:arc". NULL: nothing is said. LATHE_USAGE, and
 * what was said before, if a word is not a transform, a colon and a name. */
LATHE_API lathe_status lathe_dtrans_force(LATHE_KEEP lathe_module *module, const char *force);

/* Which functions and variables code outside the program uses, with commas between; without main,
 * they are what makes it whole. What they take, return and reach belongs to others. From now on all
 * else, except main, is internal to the module, also when it is written: what was forgotten is an
 * error of the linker's. A program with weak definitions stays as it is, and is not whole. A name
 * of nothing is a warning. NULL and no names do nothing. */
LATHE_API lathe_status lathe_dtrans_export(LATHE_KEEP lathe_module *module, const char *exports);

/* Analyses the program. The module is prepared for it (always-inline, mem2reg), must outlive the
 * analysis, and must not change while it is asked. options may be NULL. NULL on failure. */
LATHE_GIVE LATHE_API lathe_dtrans *lathe_dtrans_analyze(LATHE_KEEP lathe_module *module,
                                                        const lathe_dtrans_options *options);
LATHE_API void lathe_dtrans_free(LATHE_TAKE lathe_dtrans *analysis);

/* Why nothing may change because the program is not whole; NULL if it is whole. */
LATHE_API const char *lathe_dtrans_not_whole_reason(LATHE_KEEP const lathe_dtrans *analysis);
/* Whether the program handles exceptions, in which case nothing may change either. */
LATHE_API bool lathe_dtrans_has_exceptions(LATHE_KEEP const lathe_dtrans *analysis);

#define LATHE_DTRANS_NONE SIZE_MAX

LATHE_API size_t lathe_dtrans_type_count(LATHE_KEEP const lathe_dtrans *analysis);
/* By IR name ("struct.node") or name in the source ("node", "struct node"); LATHE_DTRANS_NONE if
 * there is no such type. */
LATHE_API size_t lathe_dtrans_type_find(LATHE_KEEP const lathe_dtrans *analysis, const char *name);
/* As in IR: "struct.node" */
LATHE_API const char *lathe_dtrans_type_name(LATHE_KEEP const lathe_dtrans *analysis, size_t type);
/* In bytes; 0 if the program does not define the type. */
LATHE_API uint64_t lathe_dtrans_type_size(LATHE_KEEP const lathe_dtrans *analysis, size_t type);
LATHE_API uint64_t lathe_dtrans_type_align(LATHE_KEEP const lathe_dtrans *analysis, size_t type);
/* Why the user wants no transform to change the type; NULL if it may change. */
LATHE_API const char *lathe_dtrans_type_kept(LATHE_KEEP const lathe_dtrans *analysis, size_t type);
/* Accesses of its fields expected at run time. */
LATHE_API double lathe_dtrans_type_frequency(LATHE_KEEP const lathe_dtrans *analysis, size_t type);

/* An element of the IR type. */
typedef struct lathe_dtrans_field {
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

LATHE_API size_t lathe_dtrans_field_count(LATHE_KEEP const lathe_dtrans *analysis, size_t type);
LATHE_API bool lathe_dtrans_field_get(LATHE_KEEP lathe_dtrans *analysis, size_t type, size_t index,
                                      lathe_dtrans_field *field);

/* A use of the type that sets a safety condition. */
typedef struct lathe_dtrans_use {
    const char *condition; /* "BadCasting", … */
    const char *reason;    /* one sentence, no full stop */
    const char *function;  /* NULL if it is in none */
    const char *file;      /* NULL if unknown */
    unsigned line, column; /* 0 if unknown */
} lathe_dtrans_use;

LATHE_API size_t lathe_dtrans_use_count(LATHE_KEEP const lathe_dtrans *analysis, size_t type);
LATHE_API bool lathe_dtrans_use_get(LATHE_KEEP lathe_dtrans *analysis, size_t type, size_t index,
                                    lathe_dtrans_use *use);

/* The transforms, by number and by name, such as "reorder-fields"; docs/passes.md lists them. */
LATHE_API size_t lathe_dtrans_transform_count(void);
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

/* What is shown. Zero-initialise, then set what differs. */
typedef struct lathe_dtrans_view {
    bool only_legal;    /* only types that at least one transform may change */
    bool advise;        /* what a programmer could change by hand */
    bool color;         /* text: colours for terminals */
    const char *folder; /* paths below it are shown without it; NULL: whole paths. Source lines are
                           then read relative to the current directory */
    const char *type;   /* only this type, and every use that blocks it with its source line;
                           LATHE_USAGE if there is none */
    const char *see;    /* text: how its reader sees one type only, to stand before the type's name,
                           such as "see --explain="; NULL: nothing is said about that */
} lathe_dtrans_view;

/* Reports: text for people, the document of docs/dtrans-json.md, one self-contained HTML page.
 * view may be NULL. Malloc'd, free() them; NULL on failure. */
LATHE_GIVE LATHE_API char *lathe_dtrans_text(LATHE_KEEP lathe_dtrans *analysis,
                                             const lathe_dtrans_view *view);
LATHE_GIVE LATHE_API char *lathe_dtrans_json(LATHE_KEEP lathe_dtrans *analysis,
                                             const lathe_dtrans_view *view);
LATHE_GIVE LATHE_API char *lathe_dtrans_html(LATHE_KEEP lathe_dtrans *analysis,
                                             const lathe_dtrans_view *view);

/* Annotations: what one pass leaves in the module for a later one (docs/dtrans-annotations.md).
 * They are not tied to an analysis. */

/* Says that the result of an instruction leads to an object of the type through `level` pointers, 1
 * or more; replaces what was said before. False, with LATHE_USAGE set, for an instruction without
 * result, a type without size or a level out of range. */
LATHE_API bool lathe_dtrans_annotate_type(LATHE_KEEP lathe_module *module, LLVMValueRef inst,
                                          LLVMTypeRef type, unsigned level);
/* What was said; false if nothing was, or nothing that can be understood. */
LATHE_API bool lathe_dtrans_annotated_type(LLVMValueRef inst, LLVMTypeRef *type, unsigned *level);

/* Zero-initialise, then set what differs. */
typedef struct lathe_dtrans_mark {
    const char *kind;      /* "DPA_AOSToSOAIndexField" */
    const char *text;      /* NULL for "" */
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
/* The kind of mark a value is; NULL if it is not a mark, a user's annotate attribute included. */
LATHE_API const char *lathe_dtrans_annotation_kind(LLVMValueRef value);

#ifdef __cplusplus
}
#endif
#endif
