/* Expressions and refs, without types. */
#include "hir/text/parse.h"

#include <stdio.h>
#include <string.h>

const hir_token *parse_peek(const parser *p, size_t ahead) {
    static const hir_token none = {.kind = TOKEN_END, .at = ""};
    if (p->tokens.len == 0)
        return &none;
    size_t at = p->at + ahead;
    return &p->tokens.at[at < p->tokens.len ? at : p->tokens.len - 1];
}

const hir_token *parse_next(parser *p) {
    const hir_token *token = parse_peek(p, 0);
    if (token->kind != TOKEN_END)
        p->at++;
    return token;
}

bool parse_sees(const parser *p, const char *text) {
    return hir_token_is(parse_peek(p, 0), text);
}

bool parse_accept(parser *p, const char *text) {
    bool seen = !p->failed && parse_sees(p, text);
    if (seen)
        p->at++;
    return seen;
}

bool parse_error(parser *p, const hir_token *where, const char *format, ...) {
    if (p->failed)
        return false;
    p->failed = true;
    if (p->silent)
        return false;
    str message;
    str_init(&message, p->h->ctx);
    va_list args;
    va_start(args, format);
    str_vprintf(&message, format, args);
    va_end(args);
    ctx_fail(p->h->ctx, LATHE_BAD_INPUT, "%s:%u:%u: %s", p->name, where->line, where->column,
             str_text(&message));
    str_free(&message);
    return false;
}

/* "expected x, found y" */
static bool unexpected(parser *p, const char *wanted) {
    const hir_token *token = parse_peek(p, 0);
    if (token->kind == TOKEN_END)
        return parse_error(p, token, "expected %s, found the end", wanted);
    int shown = token->length > 40 ? 40 : (int)token->length;
    return parse_error(p, token, "expected %s, found '%.*s'", wanted, shown, token->at);
}

bool parse_expect(parser *p, const char *text) {
    if (parse_accept(p, text))
        return true;
    char wanted[32];
    snprintf(wanted, sizeof wanted, "'%s'", text);
    return unexpected(p, wanted);
}

bool parse_number(parser *p, int64_t *number) {
    const hir_token *token = parse_peek(p, 0);
    *number = 0;
    if (token->kind != TOKEN_NUMBER)
        return unexpected(p, "a number");
    bool negative = token->at[0] == '-';
    for (uint32_t i = negative; i < token->length; i++) {
        int64_t digit = token->at[i] - '0';
        if (__builtin_mul_overflow(*number, 10, number) ||
            __builtin_sub_overflow(*number, digit, number))
            return parse_error(p, token, "the number does not fit 64 bits");
    }
    if (!negative && __builtin_mul_overflow(*number, -1, number))
        return parse_error(p, token, "the number does not fit 64 bits");
    parse_next(p);
    return !p->failed;
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

const char *hir_unquote(hir *h, const char *text, size_t length) {
    char *plain = arena_alloc(&h->mem, length + 1);
    size_t n = 0;
    for (size_t i = 1; plain && i + 1 < length; i++) {
        int high = i + 3 < length ? hex_digit(text[i + 1]) : -1;
        int low = i + 3 < length ? hex_digit(text[i + 2]) : -1;
        if (text[i] == '\\' && high >= 0 && low >= 0) {
            plain[n++] = (char)(high * 16 + low);
            i += 2;
        } else {
            plain[n++] = text[i];
        }
    }
    return plain;
}

const char *parse_string(parser *p) {
    const hir_token *token = parse_peek(p, 0);
    const char *text = NULL;
    if (token->kind == TOKEN_STRING)
        text = hir_unquote(p->h, token->at, token->length);
    else if (token->kind == TOKEN_WORD || token->kind == TOKEN_NUMBER)
        text = arena_strndup(&p->h->mem, token->at, token->length);
    else
        unexpected(p, "a name");
    parse_next(p);
    return p->failed ? NULL : text;
}

text_temp *parse_temp(parser *p, const hir_token *token) {
    const char *name = arena_strndup(&p->h->mem, token->at, token->length);
    map_word *place = name ? map_put_s(&p->temps, name) : NULL;
    if (!place)
        return NULL;
    if (!place->p) {
        text_temp *temp = arena_new(&p->scratch, text_temp);
        if (!temp)
            return NULL;
        temp->name = name;
        temp->temp = hir_temp_named(p->h, name);
        temp->type.type = temp->temp ? hir_temp_at(p->h, temp->temp)->type : NULL;
        if (name[0] == '@')
            temp->type.guess = LLVMPointerTypeInContext(p->h->m->llvm_ctx, 0);
        place->p = temp;
    }
    return place->p;
}

static expr *new_expr(parser *p, expr_kind kind, const hir_token *where) {
    expr *e = arena_new(&p->scratch, expr);
    if (!e) {
        p->failed = true;
        return NULL;
    }
    e->kind = kind;
    e->where = where;
    return e;
}

/* false if either is missing. */
static bool add_operand(expr *e, expr *operand) {
    if (!e || !operand)
        return false;
    *(e->last ? &e->last->next : &e->first) = operand;
    e->last = operand;
    return true;
}

static bool starts_with(const hir_token *token, const char *word, size_t *length) {
    *length = strlen(word);
    if (token->kind != TOKEN_WORD || token->length < *length ||
        memcmp(token->at, word, *length) != 0)
        return false;
    return token->length == *length || token->at[*length] == '.';
}

/* i32, ptr, ptr1 (in address space 1), up to a dot or the end. */
static LLVMTypeRef short_type(parser *p, const char **at, const char *end) {
    const char *start = *at;
    bool pointer = end - start >= 3 && memcmp(start, "ptr", 3) == 0;
    *at += pointer ? 3 : 1;
    unsigned number = 0, digits = 0;
    for (; *at < end && **at >= '0' && **at <= '9' && digits < 7; ++*at, digits++)
        number = number * 10 + (unsigned)(**at - '0');
    LLVMContextRef context = p->h->m->llvm_ctx;
    if (pointer)
        return LLVMPointerTypeInContext(context, number);
    bool integer = start < end && *start == 'i' && digits && number >= 1 && number <= 64;
    return integer ? LLVMIntTypeInContext(context, number) : NULL;
}

/* .i8.i64 after the name of a cast. */
static bool cast_types(parser *p, const hir_token *token, size_t name, LLVMTypeRef types[2]) {
    const char *at = token->at + name, *end = token->at + token->length;
    for (int i = 0; i < 2; i++) {
        if (at >= end || *at != '.' || ++at >= end || !(types[i] = short_type(p, &at, end)))
            return parse_error(p, token, "expected types, as in sext.i32.i64");
    }
    return at == end || parse_error(p, token, "expected two types, as in sext.i32.i64");
}

static void usual_types(parser *p, hir_blob_op op, LLVMTypeRef types[2]) {
    LLVMContextRef context = p->h->m->llvm_ctx;
    LLVMTypeRef i32 = LLVMInt32TypeInContext(context), i64 = LLVMInt64TypeInContext(context);
    types[0] = op == BLOB_PTRTOINT ? LLVMPointerTypeInContext(context, 0)
               : op == BLOB_TRUNC  ? i64
                                   : i32;
    types[1] = op == BLOB_TRUNC ? i32 : i64;
}

bool parse_cast_fits(const hir *h, hir_blob_op op, const LLVMTypeRef types[2]) {
    uint32_t from = hir_width(h, types[0]), to = hir_width(h, types[1]);
    bool from_pointer = LLVMGetTypeKind(types[0]) == LLVMPointerTypeKind;
    if (op == BLOB_PTRTOINT)
        return from_pointer && LLVMGetTypeKind(types[1]) == LLVMIntegerTypeKind;
    bool integers = !from_pointer && LLVMGetTypeKind(types[1]) == LLVMIntegerTypeKind;
    return integers && (op == BLOB_TRUNC ? from > to : from < to);
}

static expr *parse_cast(parser *p, hir_blob_op op, size_t name) {
    const hir_token *token = parse_next(p);
    expr *e = new_expr(p, EXPR_CAST, token);
    if (!e)
        return NULL;
    LLVMTypeRef types[2];
    e->op = op;
    e->explicit_types = token->length > name;
    if (e->explicit_types && !cast_types(p, token, name, types))
        return NULL;
    if (!e->explicit_types)
        usual_types(p, op, types);
    if (!parse_cast_fits(p->h, op, types)) {
        parse_error(p, token, "the cast does not fit its two types");
        return NULL;
    }
    e->type.type = types[1];
    if (!parse_expect(p, "(") || !add_operand(e, parse_expression(p)) || !parse_expect(p, ")"))
        return NULL;
    /* A pointer's address space is the temp's to say. */
    bool open = op == BLOB_PTRTOINT && !e->explicit_types;
    return parse_type_is(p, &e->first->type, open ? NULL : types[0], open ? types[0] : NULL, token)
               ? e
               : NULL;
}

static expr *parse_minmax(parser *p, hir_blob_op op) {
    expr *e = new_expr(p, EXPR_MINMAX, parse_next(p));
    if (!e || !parse_expect(p, "("))
        return NULL;
    e->op = op;
    do {
        expr *operand = parse_expression(p);
        if (!add_operand(e, operand) || !parse_unify(p, &e->type, &operand->type, operand->where))
            return NULL;
    } while (parse_accept(p, ","));
    return parse_expect(p, ")") ? e : NULL;
}

static expr *parse_constant(parser *p) {
    const hir_token *token = parse_next(p);
    expr *e = new_expr(p, EXPR_CONSTANT, token);
    if (!e)
        return NULL;
    bool quoted = token->at[0] == '`';
    e->text = arena_strndup(&p->scratch, token->at + quoted, token->length - 2 * quoted);
    if (token->kind == TOKEN_CONSTANT && !quoted)
        e->type.guess = LLVMDoubleTypeInContext(p->h->m->llvm_ctx);
    else if (hir_token_is(token, "null"))
        e->type.guess = LLVMPointerTypeInContext(p->h->m->llvm_ctx, 0);
    return e->text ? e : NULL;
}

/* i3; 0 if it is not one. */
static uint32_t iv_level(const hir_token *token) {
    uint32_t level = 0;
    if (token->length < 2 || token->length > 3 || token->at[0] != 'i')
        return 0;
    for (uint32_t i = 1; i < token->length; i++) {
        if (token->at[i] < '0' || token->at[i] > '9')
            return 0;
        level = level * 10 + (uint32_t)(token->at[i] - '0');
    }
    return level;
}

static expr *parse_iv(parser *p, uint32_t level) {
    const hir_token *token = parse_next(p);
    expr *e = new_expr(p, EXPR_IV, token);
    if (level > p->loop_level) {
        parse_error(p, token, "i%u is used outside of its loop", level);
        return NULL;
    }
    if (e)
        e->number = level;
    return e;
}

static expr *parse_word(parser *p) {
    static const struct {
        const char *name;
        hir_blob_op op;
    } rows[] = {
        {"sext", BLOB_SEXT},         {"zext", BLOB_ZEXT}, {"trunc", BLOB_TRUNC},
        {"ptrtoint", BLOB_PTRTOINT}, {"smin", BLOB_SMIN}, {"smax", BLOB_SMAX},
        {"umin", BLOB_UMIN},         {"umax", BLOB_UMAX},
    };
    const hir_token *token = parse_peek(p, 0);
    size_t name;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!starts_with(token, rows[i].name, &name))
            continue;
        return rows[i].op >= BLOB_TRUNC ? parse_cast(p, rows[i].op, name)
                                        : parse_minmax(p, rows[i].op);
    }
    if (hir_is_plain_constant(token->at, token->length))
        return parse_constant(p);
    uint32_t level = iv_level(token);
    if (level)
        return parse_iv(p, level);
    unexpected(p, "a value");
    return NULL;
}

static expr *parse_integer(parser *p) {
    expr *e = new_expr(p, EXPR_NUMBER, parse_peek(p, 0));
    return e && parse_number(p, &e->number) ? e : NULL;
}

static expr *parse_use(parser *p) {
    const hir_token *token = parse_next(p);
    expr *e = new_expr(p, EXPR_TEMP, token);
    if (!e || !(e->temp = parse_temp(p, token)))
        return NULL;
    return parse_unify(p, &e->type, &e->temp->type, token) ? e : NULL;
}

static expr *parse_atom(parser *p) {
    switch (parse_peek(p, 0)->kind) {
    case TOKEN_WORD:
        return parse_word(p);
    case TOKEN_NUMBER:
        return parse_integer(p);
    case TOKEN_CONSTANT:
        return parse_constant(p);
    case TOKEN_TEMP:
        return parse_use(p);
    default:
        break;
    }
    if (!parse_accept(p, "(")) {
        unexpected(p, "a value");
        return NULL;
    }
    expr *e = parse_expression(p);
    return e && parse_expect(p, ")") ? e : NULL;
}

/* Two blanks before a sign make it an instruction's. */
static bool accept_narrow(parser *p, const char *sign) {
    return !parse_peek(p, 0)->wide && parse_accept(p, sign);
}

/* left and right in a node of the kind. */
static expr *join(parser *p, expr_kind kind, expr *left, expr *right, const hir_token *where) {
    if (!left || !right)
        return NULL;
    expr *e = new_expr(p, kind, where);
    if (!add_operand(e, left) || !add_operand(e, right))
        return NULL;
    return parse_unify(p, &e->type, &left->type, where) &&
                   parse_unify(p, &e->type, &right->type, where)
               ? e
               : NULL;
}

/* The same, but a node that was made so before gets right as one more. */
static expr *grow(parser *p, expr_kind kind, expr *left, expr *right, const hir_token *where,
                  bool *own) {
    if (!*own) {
        *own = true;
        return join(p, kind, left, right, where);
    }
    return add_operand(left, right) && parse_unify(p, &left->type, &right->type, where) ? left
                                                                                        : NULL;
}

static expr *parse_product(parser *p) {
    expr *e = parse_atom(p);
    bool own = false;
    while (e && !p->failed) {
        const hir_token *sign = parse_peek(p, 0);
        bool is_signed = accept_narrow(p, "/");
        if (is_signed || accept_narrow(p, "/u")) {
            e = join(p, EXPR_QUOTIENT, e, parse_atom(p), sign);
            if (e)
                e->op = is_signed ? BLOB_SDIV : BLOB_UDIV;
            own = false;
        } else if (accept_narrow(p, "*")) {
            e = grow(p, EXPR_PRODUCT, e, parse_atom(p), sign, &own);
        } else {
            return e;
        }
    }
    return NULL;
}

static expr *negated(parser *p, expr *e, const hir_token *where) {
    expr *minus = new_expr(p, EXPR_NUMBER, where);
    if (minus)
        minus->number = -1;
    return join(p, EXPR_PRODUCT, minus, e, where);
}

static expr *parse_sum(parser *p) {
    expr *e = parse_product(p);
    bool own = false;
    while (e && !p->failed) {
        const hir_token *sign = parse_peek(p, 0);
        if (accept_narrow(p, "+"))
            e = grow(p, EXPR_SUM, e, parse_product(p), sign, &own);
        else if (accept_narrow(p, "-"))
            e = grow(p, EXPR_SUM, e, negated(p, parse_product(p), sign), sign, &own);
        else
            return e;
    }
    return NULL;
}

expr *parse_expression(parser *p) {
    if (p->depth == HIR_MAX_NESTING) {
        parse_error(p, parse_peek(p, 0), "expressions are nested too deeply");
        return NULL;
    }
    p->depth++;
    expr *e = parse_sum(p);
    p->depth--;
    return e;
}

const hir_token *parse_behind_parens(const parser *p) {
    uint32_t depth = 0;
    for (size_t i = 0;; i++) {
        const hir_token *token = parse_peek(p, i);
        if (hir_token_is(token, "("))
            depth++;
        else if (hir_token_is(token, ")"))
            depth--;
        else if (token->kind == TOKEN_END || hir_token_is(token, ";"))
            return token;
        if (depth == 0)
            return parse_peek(p, i + 1);
    }
}

static void keep_symbase(parser *p, hir_symbase symbase) {
    p->symbases = symbase > p->symbases ? symbase : p->symbases;
}

static bool parse_attribute(parser *p, attributes *a) {
    int64_t number = 0;
    if (parse_accept(p, "exact"))
        a->exact = true;
    else if (parse_accept(p, "inbounds"))
        a->in_bounds = true;
    else if (parse_accept(p, "nowrap"))
        a->no_wrap = true;
    else if (parse_accept(p, "volatile"))
        a->is_volatile = true;
    else if (parse_accept(p, "atomic"))
        a->atomic = true;
    else if (parse_accept(p, "level"))
        return parse_expect(p, ":") && parse_number(p, &number);
    else if (!parse_accept(p, "sb"))
        return (a->type = parse_type(p)) != NULL;
    else if (!parse_expect(p, ":") || !parse_number(p, &number))
        return false;
    else if (number < 0 || number > INT32_MAX)
        return parse_error(p, parse_peek(p, 0), "no such symbase");
    else
        a->has_symbase = true;
    if (a->has_symbase && number)
        keep_symbase(p, a->symbase = (hir_symbase)number);
    return true;
}

attributes parse_attributes(parser *p) {
    attributes a = {0};
    if (!parse_accept(p, "{"))
        return a;
    while (!p->failed && !parse_accept(p, "}"))
        if (!parse_attribute(p, &a))
            break;
    return a;
}

static bool parse_canon(parser *p, canon_text *ce) {
    ce->value = parse_expression(p);
    if (!ce->value)
        return false;
    ce->given = parse_attributes(p);
    LLVMTypeRef type = ce->given.type;
    return !p->failed &&
           (!type || parse_type_is(p, &ce->value->type, type, NULL, ce->value->where));
}

/* ": 4 x 10" */
static bool parse_extent(parser *p, dimension_text *d) {
    int64_t size = 0;
    if (!parse_accept(p, ":"))
        return true;
    if (!parse_accept(p, "?") && !(d->stride = parse_expression(p)))
        return false;
    if (parse_accept(p, "x") && (!parse_number(p, &size) || size < 0))
        return parse_error(p, parse_peek(p, 0), "a size is not negative");
    d->size = (uint64_t)size;
    return true;
}

static bool parse_dimension(parser *p, ref_text *ref) {
    dimension_text *d = arena_new(&p->scratch, dimension_text);
    if (!d || !parse_canon(p, &d->subscript) || !parse_extent(p, d) || !parse_expect(p, "]"))
        return false;
    d->outer = ref->dimensions;
    ref->dimensions = d;
    ref->dimension_count++;
    return true;
}

static bool parse_memory(parser *p, ref_text *ref) {
    ref->kind = parse_accept(p, "&") ? REF_ADDRESS : REF_MEMORY;
    if (!parse_expect(p, "(") || !parse_canon(p, &ref->value) || !parse_expect(p, ")"))
        return false;
    expr *base = ref->value.value;
    LLVMTypeRef pointer = LLVMPointerTypeInContext(p->h->m->llvm_ctx, 0);
    if (!parse_type_is(p, &base->type, NULL, pointer, base->where) || !parse_expect(p, "["))
        return false;
    do {
        if (!parse_dimension(p, ref))
            return false;
    } while (parse_accept(p, "["));
    ref->given = parse_attributes(p);
    return !p->failed;
}

ref_text *parse_ref(parser *p) {
    ref_text *ref = arena_new(&p->scratch, ref_text);
    if (!ref || p->failed)
        return NULL;
    bool memory =
        parse_sees(p, "&") || (parse_sees(p, "(") && hir_token_is(parse_behind_parens(p), "["));
    if (memory)
        return parse_memory(p, ref) ? ref : NULL;
    if (!parse_canon(p, &ref->value))
        return NULL;
    ref->given = ref->value.given;
    return ref;
}
