/* The words of HIR's text. */
#pragma once

#include "base/vec.h"

typedef enum hir_token_kind {
    TOKEN_END,
    TOKEN_WORD,     /* DO, sext.i8.i64, for.end */
    TOKEN_TEMP,     /* %x, @"a b" */
    TOKEN_NUMBER,   /* 12, -3 */
    TOKEN_CONSTANT, /* 1.5e+00, `…` */
    TOKEN_STRING,   /* "…", with its quotes */
    TOKEN_SIGN,     /* +, /u, <=u, ( */
} hir_token_kind;

typedef struct hir_token {
    hir_token_kind kind;
    const char *at;
    uint32_t length;
    uint32_t line, column; /* from 1 */
    uint32_t number;       /* <12> before the first word of a line, 0 if there is none */
    bool wide;             /* two blanks or more before it */
    bool first;            /* of its line, except for bars */
} hir_token;

typedef VEC(hir_token) hir_tokens;

/* Cuts the text into tokens, ended by TOKEN_END. False if a quote is not closed or a character
 * means nothing; the last token then is where. Comments: from .. or // to the end of the line. */
bool hir_lex(lathe_ctx *ctx, const char *text, size_t size, uint32_t first_line, hir_tokens *out);

bool hir_token_is(const hir_token *token, const char *text);
