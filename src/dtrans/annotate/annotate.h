/* Annotations: what one dtrans pass writes into the module for a later one, so that neither has
 * to know the other and passes may run in any order.
 *
 * A type annotation is metadata on an instruction,
 *     %p = call ptr @f(), !dtrans-type !0        !0 = !{%struct.S zeroinitializer, i32 LEVEL}
 * which says that the result leads to an S through LEVEL pointers: 1 for S*, 2 for S**. S is named
 * by a constant of it, because constants in metadata follow when types are mapped or renamed.
 *
 * A pointer annotation is a call of llvm.ptr.annotation whose second operand is a variable with a
 * name of ours. It marks an address and not a field number, so it stays right when fields move.
 * Users write the same call through __attribute__((annotate)), but with a variable of the front
 * end; what the string says never decides.
 */
#pragma once

#include "base/limits.h"
#include "ir/module.h"

/* Annotates an instruction that has a result; an earlier annotation is replaced. False, and nothing
 * changes, if the level is not in 1..DTRANS_MAX_LEVEL or the type has no constant of its own
 * (opaque structs, functions, void). */
bool dtrans_annotate_type(LLVMValueRef inst, LLVMTypeRef type, unsigned level);

/* The kind of the metadata that holds them, for who looks at many instructions. */
unsigned dtrans_annotated_type_kind(LLVMContextRef llvm);

/* False if the value has no type annotation, or one that is not of the form above. */
bool dtrans_annotated_type(LLVMValueRef inst, LLVMTypeRef *type, unsigned *level);

/* False if there was none. Malformed ones are removed too: the tag is ours. */
bool dtrans_remove_type(LLVMValueRef inst);

typedef enum dtrans_annotation {
    DPA_None,
    DPA_AOSToSOAIndexField, /* the address of a variable that was made a peeling index */
    DPA_Own,                /* of a kind that a transform outside the tree has named */
    DPA_Kinds
} dtrans_annotation;

/* "DPA_AOSToSOAIndexField"; DPA_None has the name "DPA_None". */
const char *dtrans_annotation_name(dtrans_annotation kind);
/* DPA_Own for names of others' kinds: "DPA_", then letters, digits and underscores. DPA_None for
 * all that is neither. */
dtrans_annotation dtrans_annotation_named(const char *name);

/* The variable that holds the text of an annotation, made once per module, kind, extension and
 * text. Its name is the kind's, followed by the extension, which may be NULL, and by a number if
 * the module uses that name for something else. NULL with the status set on failure. */
LLVMValueRef dtrans_annotation_variable(lathe_module *m, dtrans_annotation kind, const char *text,
                                        const char *extension);

typedef struct dtrans_pointer_note {
    LLVMValueRef variable; /* of dtrans_annotation_variable */
    const char *file;      /* NULL if unknown */
    unsigned line;
    const char *name; /* of the result; NULL for none */
    const char *own;  /* the name of the kind, of DPA_Own */
} dtrans_pointer_note;

/* Builds the call that annotates a pointer, before the given instruction and with its debug
 * location. With NULL the call is in no block, and the caller's to insert or delete. NULL with the
 * status set on failure. */
LLVMValueRef dtrans_annotate_pointer(lathe_module *m, LLVMValueRef pointer,
                                     const dtrans_pointer_note *note, LLVMValueRef before);

/* Any value may be asked. DPA_None for all that is not an annotation of ours. */
dtrans_annotation dtrans_annotation_kind(LLVMValueRef value);
bool dtrans_is_annotation(LLVMValueRef value);
bool dtrans_is_annotation_of_kind(LLVMValueRef value, dtrans_annotation kind);
/* The name of its kind, that of others' kinds included; NULL for all that is no annotation of ours.
 * Lives as long as the LLVM context. */
const char *dtrans_annotation_kind_name(LLVMValueRef value);
/* Removes the call: its users get the pointer. False if the value is not an annotation of ours in a
 * function. */
bool dtrans_remove_annotation(LLVMValueRef call);
/* Whether it is a call of llvm.ptr.annotation, ours or the user's. */
bool dtrans_is_annotation_call(LLVMValueRef value);
/* The text of one of our annotations, not ended by NUL; NULL for all that is none. */
const char *dtrans_annotation_text(LLVMValueRef value, size_t *length);
/* The file it was made with, NULL if none was given, and the line. */
const char *dtrans_annotation_file(LLVMValueRef value, unsigned *line);

/* Whether a global is a variable or a file name that was made here. */
bool dtrans_is_annotation_string(LLVMValueRef global);
