/* LLVM's types as LLVM writes them. */
#include "hir/text/parse.h"

#include <string.h>

static LLVMTypeRef no_type(parser *p, const hir_token *where) {
    parse_error(p, where, "expected a type");
    return NULL;
}

static LLVMTypeRef named_type(LLVMContextRef context, const hir_token *token) {
    static const struct {
        const char *name;
        LLVMTypeRef (*make)(LLVMContextRef);
    } rows[] = {
        {"half", LLVMHalfTypeInContext},   {"bfloat", LLVMBFloatTypeInContext},
        {"float", LLVMFloatTypeInContext}, {"double", LLVMDoubleTypeInContext},
        {"fp128", LLVMFP128TypeInContext}, {"x86_fp80", LLVMX86FP80TypeInContext},
        {"void", LLVMVoidTypeInContext},   {"ppc_fp128", LLVMPPCFP128TypeInContext},
        {"token", LLVMTokenTypeInContext}, {"metadata", LLVMMetadataTypeInContext},
        {"label", LLVMLabelTypeInContext}, {"x86_amx", LLVMX86AMXTypeInContext},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (hir_token_is(token, rows[i].name))
            return rows[i].make(context);
    return NULL;
}

static LLVMTypeRef integer_type(LLVMContextRef context, const hir_token *token) {
    enum { WIDEST = 1 << 23 };
    unsigned width = 0;
    if (token->kind != TOKEN_WORD || token->at[0] != 'i' || token->length < 2 || token->length > 8)
        return NULL;
    for (uint32_t i = 1; i < token->length; i++) {
        if (token->at[i] < '0' || token->at[i] > '9')
            return NULL;
        width = width * 10 + (unsigned)(token->at[i] - '0');
    }
    return width >= 1 && width <= WIDEST ? LLVMIntTypeInContext(context, width) : NULL;
}

static LLVMTypeRef pointer_type(parser *p) {
    int64_t space = 0;
    if (parse_accept(p, "addrspace") &&
        (!parse_expect(p, "(") || !parse_number(p, &space) || !parse_expect(p, ")")))
        return NULL;
    if (space < 0 || space >= 1 << 24)
        return no_type(p, parse_peek(p, 0));
    return LLVMPointerTypeInContext(p->h->m->llvm_ctx, (unsigned)space);
}

static LLVMTypeRef struct_named(parser *p, const hir_token *token) {
    const char *at = token->at + 1;
    const char *name = at[0] == '"' ? hir_unquote(p->h, at, token->length - 1)
                                    : arena_strndup(&p->scratch, at, token->length - 1);
    if (!name || token->at[0] != '%')
        return no_type(p, token);
    LLVMTypeRef known = LLVMGetTypeByName2(p->h->m->llvm_ctx, name);
    return known ? known : LLVMStructCreateNamed(p->h->m->llvm_ctx, name);
}

static bool is_element(LLVMTypeRef type, bool of_vector) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    switch (kind) {
    case LLVMVoidTypeKind:
    case LLVMLabelTypeKind:
    case LLVMMetadataTypeKind:
    case LLVMFunctionTypeKind:
    case LLVMTokenTypeKind:
    case LLVMX86_AMXTypeKind:
        return false;
    case LLVMStructTypeKind:
    case LLVMArrayTypeKind:
    case LLVMVectorTypeKind:
    case LLVMScalableVectorTypeKind:
        return !of_vector && kind != LLVMScalableVectorTypeKind;
    default:
        return true;
    }
}

static LLVMTypeRef struct_type(parser *p, bool packed) {
    VEC(LLVMTypeRef) fields = {0};
    LLVMTypeRef type = NULL;
    const hir_token *where = parse_peek(p, 0);
    bool good = true;
    while (good && !parse_sees(p, "}")) {
        type = parse_type(p);
        good = type && is_element(type, false) && vec_push(p->h->ctx, &fields, type);
        good = good && (parse_accept(p, ",") || parse_sees(p, "}"));
    }
    good = good && parse_expect(p, "}") && (!packed || parse_expect(p, ">"));
    type = good
               ? LLVMStructTypeInContext(p->h->m->llvm_ctx, fields.at, (unsigned)fields.len, packed)
               : no_type(p, where);
    vec_free(p->h->ctx, &fields);
    return type;
}

/* 4 x float> or 10 x i32], after the opening sign. */
static LLVMTypeRef sequence_type(parser *p, bool vector) {
    const hir_token *where = parse_peek(p, 0);
    int64_t count;
    bool scalable = vector && parse_accept(p, "vscale") && parse_expect(p, "x");
    if (!parse_number(p, &count) || !parse_expect(p, "x"))
        return NULL;
    LLVMTypeRef element = parse_type(p);
    if (!element || !parse_expect(p, vector ? ">" : "]"))
        return NULL;
    if (!is_element(element, vector) || count < vector || (vector && count > INT32_MAX))
        return no_type(p, where);
    if (scalable)
        return LLVMScalableVectorType(element, (unsigned)count);
    return vector ? LLVMVectorType(element, (unsigned)count)
                  : LLVMArrayType2(element, (uint64_t)count);
}

static LLVMTypeRef parse_type_inside(parser *p) {
    if (parse_accept(p, "ptr"))
        return pointer_type(p);
    if (parse_accept(p, "["))
        return sequence_type(p, false);
    if (parse_accept(p, "{"))
        return struct_type(p, false);
    if (parse_accept(p, "<"))
        return parse_accept(p, "{") ? struct_type(p, true) : sequence_type(p, true);
    const hir_token *token = parse_next(p);
    if (token->kind == TOKEN_TEMP)
        return struct_named(p, token);
    LLVMTypeRef type = integer_type(p->h->m->llvm_ctx, token);
    if (!type)
        type = named_type(p->h->m->llvm_ctx, token);
    return type ? type : no_type(p, token);
}

LLVMTypeRef parse_type(parser *p) {
    if (p->failed)
        return NULL;
    if (p->depth == HIR_MAX_NESTING) {
        parse_error(p, parse_peek(p, 0), "types are nested too deeply");
        return NULL;
    }
    p->depth++;
    LLVMTypeRef type = parse_type_inside(p);
    p->depth--;
    return type;
}

LLVMTypeRef parse_type_text(hir *h, const char *text) {
    parser p = {.h = h, .name = "", .silent = true};
    LLVMTypeRef type = NULL;
    arena_init(&p.scratch, h->ctx);
    if (hir_lex(h->ctx, text, strlen(text), 1, &p.tokens))
        type = parse_type(&p);
    bool ends = parse_peek(&p, 0)->kind == TOKEN_END;
    vec_free(h->ctx, &p.tokens);
    arena_free(&p.scratch);
    return ends ? type : NULL;
}
