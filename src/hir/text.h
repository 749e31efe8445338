/* HIR as text: printed in the form of the documents, and read back; and read from JSON. */
#pragma once

#include "base/json_read.h"
#include "hir/node.h"

typedef struct hir_text_options {
    bool numbers;    /* <12> before each node */
    bool verbose;    /* types, strides, sizes, symbases, levels: all that the model knows */
    uint32_t region; /* only this one, counted from 1; 0: all */
} hir_text_options;

/* Pieces; the functions in the model's headers print the plain form. A verbose CanonExpr shows its
 * cast, which the plain form leaves out, and its type where no temp gives it. */
void hir_blob_text(const hir *h, hir_blob b, bool verbose, str *out);
void hir_canon_text(const hir *h, const CanonExpr *ce, bool verbose, str *out);
void hir_ref_text(const hir *h, const RegDDRef *ref, bool verbose, str *out);
/* One node's line, without indentation; loops, ifs and switches without what is in them. */
void hir_node_text(const hir *h, const HLNode *node, bool verbose, str *out);
/* Any text in double quotes, with \XX for what cannot stand there. */
void hir_quote(str *out, const char *text);
/* The other way: without its quotes, and with \XX replaced, for as long as the hir lives. */
const char *hir_unquote(hir *h, const char *text, size_t length);
/* Whether a name is quoted in JSON: it is not UTF-8, or looks as if it was quoted. */
bool hir_is_quoted_in_json(const char *name);
/* A type: as LLVM writes it, a struct with a name by that. */
void hir_type_text(str *out, LLVMTypeRef type);
/* A label's name: bare, or quoted. */
void hir_label_text(str *out, const char *name);

/* The type that text gives to a CanonExpr when nothing in it gives its type. */
LLVMTypeRef hir_default_type(const hir *h, const CanonExpr *ce);

void hir_print(const hir *h, const hir_text_options *options, str *out);

/* Reads what hir_print printed, in any of its forms, into an empty hir. False with the status set
 * to LATHE_BAD_INPUT and line and column in the message. */
bool hir_parse(hir *h, const char *name, const char *text, size_t size);

/* Text of several functions, which is read one by one: a line that starts with FUNCTION starts the
 * next. */
typedef struct hir_source {
    const char *name; /* for messages */
    const char *at, *end;
    uint32_t line; /* of `at`, from 1 */
} hir_source;
hir_source hir_source_of(const char *name, const char *text, size_t size);
/* Whether there is anything left but blanks and comments. */
bool hir_source_has_more(hir_source *source);
/* As hir_parse does; moves on. */
bool hir_parse_next(hir *h, hir_source *source);
/* Whether the next function of the text is that one; to be asked after hir_source_has_more. */
bool hir_source_is_of(const hir_source *source, hir *h, const char *function);
/* The same into HIR that was built from code: the nests of the text take the place of those with
 * the same first block and exit, and can be lowered as if they had been built. Others stay. False
 * with the status set, also if the code has no such nest. */
bool hir_parse_over(hir *h, hir_source *source);

/* Reads one function of the document of docs/hir-json.md into an empty hir. False with the status
 * set to LATHE_BAD_INPUT and line and column in the message. */
bool hir_from_json(hir *h, const json_in *in, const json_value *function);
/* Whether it is one of the same name. */
bool hir_json_is_of(const json_in *in, const json_value *function, hir *h);
/* As hir_parse_over does. */
bool hir_from_json_over(hir *h, const json_in *in, const json_value *function);
