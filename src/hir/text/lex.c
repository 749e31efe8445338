#include "hir/text/lex.h"

#include "base/str.h"
#include "hir/hir.h"

#include <string.h>

typedef struct lexer {
    lathe_ctx *ctx;
    const char *at, *end, *line_start;
    uint32_t line;
    bool fresh;      /* nothing of this line was seen but bars and a number */
    uint32_t number; /* of the line */
    hir_tokens *out;
} lexer;

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_name_char(char c) {
    return is_letter(c) || str_is_digit(c) || c == '.' || c == '$' || c == '-';
}

static char peek(const lexer *l, size_t ahead) {
    return ahead < (size_t)(l->end - l->at) ? l->at[ahead] : '\0';
}

static size_t run_of(const lexer *l, size_t from, bool (*wanted)(char)) {
    size_t n = from;
    while (n < (size_t)(l->end - l->at) && wanted(l->at[n]))
        n++;
    return n;
}

/* The position after the closing quote; 0 if there is none in the line, or a NUL before it. */
static size_t quoted(const lexer *l, size_t from, char quote) {
    size_t n = from + 1;
    while (peek(l, n) && peek(l, n) != '\n' && peek(l, n) != quote)
        n++;
    return peek(l, n) == quote ? n + 1 : 0;
}

static size_t sign_length(const lexer *l) {
    static const char *const signs[] = {
        ">>u", "<=u", ">=u", "<<", ">>", "<=", ">=", "==", "!=", "/u", "<u", ">u"};
    size_t left = (size_t)(l->end - l->at);
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        size_t n = strlen(signs[i]);
        bool word = signs[i][n - 1] == 'u' && is_name_char(peek(l, n));
        if (n <= left && memcmp(l->at, signs[i], n) == 0 && !word)
            return n;
    }
    return strchr("()[]{},;:=?&!+-*/|^<>", *l->at) && *l->at ? 1 : 0;
}

static size_t measure(const lexer *l, hir_token_kind *kind) {
    char c = peek(l, 0);
    if (is_letter(c)) {
        *kind = TOKEN_WORD;
        return run_of(l, 0, is_name_char);
    }
    if (c == '%' || c == '@') {
        *kind = TOKEN_TEMP;
        bool unnamed = peek(l, 1) == '?'; /* what has no name in IR, as inline assembly */
        size_t n = peek(l, 1) == '"' ? quoted(l, 1, '"') : run_of(l, 1 + unnamed, is_name_char);
        return n > 1 ? n : 0;
    }
    if (str_is_digit(c) || (c == '-' && str_is_digit(peek(l, 1)))) {
        bool floating;
        size_t n = hir_number_length(l->at, (size_t)(l->end - l->at), &floating);
        *kind = floating ? TOKEN_CONSTANT : TOKEN_NUMBER;
        return n;
    }
    *kind = c == '"' ? TOKEN_STRING : c == '`' ? TOKEN_CONSTANT : TOKEN_SIGN;
    return c == '"' || c == '`' ? quoted(l, 0, c) : sign_length(l);
}

static void push(lexer *l, hir_token_kind kind, size_t length, size_t blanks) {
    hir_token token = {.kind = kind,
                       .at = l->at,
                       .length = (uint32_t)length,
                       .line = l->line,
                       .column = (uint32_t)(l->at - l->line_start) + 1,
                       .number = l->fresh ? l->number : 0,
                       .wide = blanks >= 2,
                       .first = l->fresh};
    vec_push(l->ctx, l->out, token);
    l->fresh = false;
}

static void new_line(lexer *l) {
    l->line++;
    l->line_start = ++l->at;
    l->fresh = true;
    l->number = 0;
}

/* <12> */
static bool skip_number(lexer *l) {
    size_t n = run_of(l, 1, str_is_digit);
    if (*l->at != '<' || n == 1 || n > 10 || peek(l, n) != '>')
        return false;
    uint64_t number = 0;
    for (size_t i = 1; i < n; i++)
        number = number * 10 + (uint64_t)(l->at[i] - '0');
    l->number = number < UINT32_MAX / 2 ? (uint32_t)number : 0;
    l->at += n + 1;
    return true;
}

static bool is_comment(const lexer *l) {
    char c = peek(l, 0);
    return (c == '.' || c == '/') && peek(l, 1) == c;
}

/* Skips what is between tokens; how many blanks of the line were right before the next. */
static size_t skip(lexer *l) {
    size_t blanks = 0;
    while (l->at < l->end) {
        char c = *l->at;
        if (c == '\n') {
            new_line(l);
            blanks = 0;
        } else if (is_comment(l)) {
            while (l->at < l->end && *l->at != '\n')
                l->at++;
        } else if (c == ' ' || c == '\t' || c == '\r') {
            blanks++;
            l->at++;
        } else if (l->fresh && c == '|') {
            l->at++;
        } else if (!l->fresh || !skip_number(l)) {
            break;
        }
    }
    return blanks;
}

bool hir_lex(lathe_ctx *ctx, const char *text, size_t size, uint32_t first_line, hir_tokens *out) {
    lexer l = {.ctx = ctx,
               .at = text,
               .end = text + size,
               .line_start = text,
               .line = first_line,
               .fresh = true,
               .out = out};
    while (ctx_tick(ctx, 1)) {
        size_t blanks = skip(&l);
        if (l.at >= l.end)
            break;
        hir_token_kind kind = TOKEN_END;
        size_t length = measure(&l, &kind);
        if (length == 0 || length > UINT32_MAX / 2) {
            push(&l, TOKEN_END, 0, 0);
            return false;
        }
        push(&l, kind, length, blanks);
        l.at += length;
    }
    l.fresh = true;
    push(&l, TOKEN_END, 0, 0);
    return ctx_ok(ctx);
}

bool hir_token_is(const hir_token *token, const char *text) {
    return (token->kind == TOKEN_SIGN || token->kind == TOKEN_WORD) &&
           strlen(text) == token->length && memcmp(token->at, text, token->length) == 0;
}
