/* Reading HIR's text. First everything is read into trees without types (expr, ref_text), then
 * types are found from declarations and casts, then the model is made of it. */
#pragma once

#include "hir/text.h"
#include "hir/text/lex.h"

typedef enum expr_kind {
    EXPR_NUMBER,
    EXPR_CONSTANT,
    EXPR_TEMP,
    EXPR_IV,
    EXPR_SUM,
    EXPR_PRODUCT,
    EXPR_QUOTIENT,
    EXPR_MINMAX,
    EXPR_CAST,
} expr_kind;

/* What has one type: expressions that are added to one another, all uses of a temp. A union-find
 * forest. */
typedef struct type_class {
    struct type_class *parent; /* NULL of a root */
    LLVMTypeRef type;          /* that the text says, NULL if it does not */
    LLVMTypeRef guess;         /* if it says nothing, NULL for i64 */
} type_class;

/* A temp of the text; same address, same temp. */
typedef struct text_temp {
    type_class type; /* first: its class is the temp */
    const char *name;
    hir_temp temp; /* once it is made */
    hir_symbase symbase;
    bool has_symbase;
} text_temp;

typedef struct expr {
    type_class type;
    expr_kind kind;
    const hir_token *where;
    struct expr *first, *last, *next; /* operands */
    int64_t number;                   /* EXPR_NUMBER; the level of EXPR_IV */
    hir_blob_op op;                   /* EXPR_CAST, EXPR_MINMAX, EXPR_QUOTIENT */
    text_temp *temp;                  /* EXPR_TEMP */
    const char *text;                 /* EXPR_CONSTANT */
    bool explicit_types;              /* EXPR_CAST: sext.i8.i64, not sext */
} expr;

/* What stands in braces. */
typedef struct attributes {
    LLVMTypeRef type;
    bool exact, in_bounds, no_wrap, is_volatile, atomic, has_symbase;
    hir_symbase symbase;
} attributes;

typedef struct canon_text {
    expr *value;
    attributes given;
} canon_text;

typedef struct dimension_text {
    canon_text subscript;
    expr *stride; /* NULL: unknown */
    uint64_t size;
    struct dimension_text *outer;
} dimension_text;

typedef struct ref_text {
    hir_ref_kind kind;
    canon_text value;           /* of a scalar, or the base */
    dimension_text *dimensions; /* the innermost */
    uint32_t dimension_count;
    attributes given;
} ref_text;

typedef struct pending_ref {
    HLDDNode *node;
    uint32_t index;
    ref_text *text;
} pending_ref;

typedef struct pending_live {
    HLRegion *region;
    bool out;
    text_temp *temp;
    bool is_range; /* not that it is live, but what it can be */
    int64_t low, high;
} pending_live;

/* An if, switch, loop or region that is not closed yet. */
typedef enum frame_state {
    IN_BODY,      /* of a region, a loop, or a part of an if */
    BEFORE_THEN,  /* { must come */
    IN_THEN,      /* } or a node */
    AFTER_THEN,   /* else, or what comes after the if */
    BEFORE_ELSE,  /* { */
    IN_ELSE,      /* } or a node */
    BEFORE_CASES, /* { */
    IN_CASES,     /* case, default, }, or a node if one is open */
} frame_state;

typedef struct frame {
    HLNode *node;
    frame_state state;
    VEC(hir_case) cases; /* of a switch; the default is last, once it was seen */
    bool has_default, in_case;
} frame;

typedef struct parser {
    hir *h;
    const char *name; /* of the file */
    hir_tokens tokens;
    size_t at;
    arena scratch;
    bool failed;
    bool silent;         /* errors are the caller's to report */
    uint32_t depth;      /* of expressions and types */
    uint32_t loop_level; /* loops around */
    map temps;           /* name -> text_temp */
    map labels;          /* of the region: name -> HLLabel */
    VEC(HLGoto *) gotos; /* of the region */
    VEC(frame) frames;
    VEC(pending_ref) refs;
    VEC(pending_live) lives;
    hir_symbase symbases; /* the highest the text says */
} parser;

/* Tokens. */
const hir_token *parse_peek(const parser *p, size_t ahead);
const hir_token *parse_next(parser *p);
bool parse_sees(const parser *p, const char *text);
/* Moves on if that is next. */
bool parse_accept(parser *p, const char *text);
bool parse_expect(parser *p, const char *text);
bool parse_number(parser *p, int64_t *number);
/* The text of a string or name in quotes, or a bare word. NULL and an error if there is none. */
const char *parse_string(parser *p);
/* The first error counts. Always false. */
bool parse_error(parser *p, const hir_token *where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* NULL and an error. */
LLVMTypeRef parse_type(parser *p);
/* A text that is a type, and nothing else; NULL without an error if it is none. */
LLVMTypeRef parse_type_text(hir *h, const char *text);
/* Whether there is such a cast from the first type to the second. */
bool parse_cast_fits(const hir *h, hir_blob_op op, const LLVMTypeRef types[2]);
/* Whether a number can stand under the quotient of such a type. */
bool parse_divisor_fits(const hir *h, LLVMTypeRef type, int64_t divisor, bool is_signed);
/* Whether an instruction can assign to it. */
bool parse_can_be_written(const hir *h, const RegDDRef *ref);
attributes parse_attributes(parser *p);
expr *parse_expression(parser *p);
ref_text *parse_ref(parser *p);
text_temp *parse_temp(parser *p, const hir_token *token);
/* What is after the parenthesis that closes the one that is next; the last token if none does. */
const hir_token *parse_behind_parens(const parser *p);

/* Puts a node where the text is; it gets the number that its line has. NULL fails. */
bool parse_add_node(parser *p, HLNode *node, const hir_token *where);
/* Remembers a ref of the node, to be made when all types are known. NULL fails. */
bool parse_keep_ref(parser *p, HLDDNode *node, uint32_t index, ref_text *text);
/* ! "file":12:3, if it is there. */
bool parse_place(parser *p, HLNode *node);
/* Whether a comparison is next, and which. */
bool parse_predicate(parser *p, bool *is_float, LLVMIntPredicate *predicate,
                     LLVMRealPredicate *real);
bool parse_inst(parser *p, const hir_token *where);

/* Types of all classes; temps; then refs in their nodes. */
bool parse_make(parser *p);
/* The class has that type, or, if nothing says one, the type that is a guess. */
bool parse_type_is(parser *p, type_class *c, LLVMTypeRef type, LLVMTypeRef guess,
                   const hir_token *where);

/* The two get one type. */
bool parse_unify(parser *p, type_class *a, type_class *b, const hir_token *where);
