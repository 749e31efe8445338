/* Instructions. */
#include "hir/text/parse.h"

#include "hir/text/opnames.h"

/* An instruction that is being read. */
typedef struct draft {
    HLInst *inst;
    VEC(ref_text *) refs;
} draft;

static bool add_ref(parser *p, draft *d) {
    ref_text *ref = parse_ref(p);
    return ref && vec_push(p->h->ctx, &d->refs, ref);
}

static bool parse_arguments(parser *p, draft *d) {
    if (!parse_expect(p, "("))
        return false;
    if (parse_accept(p, ")"))
        return true;
    do {
        if (!add_ref(p, d))
            return false;
    } while (parse_accept(p, ","));
    return parse_expect(p, ")");
}

static bool parse_call(parser *p, draft *d, LLVMOpcode opcode) {
    d->inst->opcode = opcode;
    const hir_token *token = parse_peek(p, 0);
    if (parse_accept(p, "*"))
        return add_ref(p, d) && parse_arguments(p, d);
    if (token->kind != TOKEN_TEMP || token->at[0] != '@')
        return parse_error(p, token, "expected the called function");
    parse_next(p);
    const char *at = token->at + 1;
    d->inst->callee = *at == '"' ? hir_unquote(p->h, at, token->length - 1)
                                 : arena_strndup(&p->h->mem, at, token->length - 1);
    return d->inst->callee && parse_arguments(p, d);
}

/* ? a : b */
static bool parse_choice(parser *p, draft *d) {
    d->inst->opcode = LLVMSelect;
    return parse_expect(p, "?") && add_ref(p, d) && parse_expect(p, ":") && add_ref(p, d);
}

static bool parse_comparison(parser *p, draft *d) {
    HLInst *inst = d->inst;
    if (!parse_predicate(p, &inst->is_float, &inst->predicate, &inst->real_predicate))
        return parse_error(p, parse_peek(p, 0), "expected a comparison");
    inst->opcode = inst->is_float ? LLVMFCmp : LLVMICmp;
    return add_ref(p, d);
}

/* (a < b) ? c : d */
static bool parse_fused_select(parser *p, draft *d) {
    d->inst->compares = true;
    return parse_expect(p, "(") && add_ref(p, d) && parse_comparison(p, d) &&
           parse_expect(p, ")") && parse_choice(p, d);
}

static LLVMOpcode assignment_opcode(const draft *d) {
    if (d->inst->has_lval && d->refs.at[0]->kind == REF_MEMORY)
        return LLVMStore;
    hir_ref_kind right = vec_last(&d->refs)->kind;
    return right == REF_MEMORY    ? LLVMLoad
           : right == REF_ADDRESS ? LLVMGetElementPtr
                                  : (LLVMOpcode)0;
}

static bool parse_simple(parser *p, draft *d) {
    if (!add_ref(p, d))
        return false;
    const hir_token *token = parse_peek(p, 0);
    bool is_float;
    LLVMIntPredicate predicate;
    LLVMRealPredicate real;
    if (parse_sees(p, "?"))
        return parse_choice(p, d);
    if (parse_sees(p, ";") || token->kind == TOKEN_STRING) {
        d->inst->opcode = assignment_opcode(d);
        return d->inst->has_lval || parse_error(p, token, "expected = and a value");
    }
    bool can_be = token->kind == TOKEN_SIGN || token->kind == TOKEN_WORD;
    LLVMOpcode opcode = can_be ? hir_opcode_signed(token->at, token->length, false) : (LLVMOpcode)0;
    if (opcode) {
        parse_next(p);
        d->inst->opcode = opcode;
        return add_ref(p, d);
    }
    if (can_be && hir_predicate_signed(token->at, token->length, &is_float, &predicate, &real))
        return parse_comparison(p, d);
    return parse_error(p, token, "expected an operation or ;");
}

/* name(…), and nothing after it. Casts in sums look alike, but go on. */
static LLVMOpcode generic_opcode(parser *p) {
    const hir_token *token = parse_peek(p, 0);
    if (token->kind != TOKEN_WORD || !hir_token_is(parse_peek(p, 1), "("))
        return (LLVMOpcode)0;
    LLVMOpcode opcode = hir_opcode_named(token->at, token->length);
    if (!opcode)
        return opcode;
    p->at++;
    const hir_token *behind = parse_behind_parens(p);
    p->at--;
    bool ends = hir_token_is(behind, ";") || behind->kind == TOKEN_STRING;
    return ends ? opcode : (LLVMOpcode)0;
}

static bool parse_right_side(parser *p, draft *d) {
    const hir_token *token = parse_peek(p, 0);
    LLVMOpcode generic = generic_opcode(p);
    if (generic) {
        parse_next(p);
        d->inst->opcode = generic;
        return parse_arguments(p, d);
    }
    if (parse_accept(p, "invoke"))
        return parse_call(p, d, LLVMInvoke);
    if (parse_accept(p, "callbr"))
        return parse_call(p, d, LLVMCallBr);
    bool callee = token->kind == TOKEN_TEMP && token->at[0] == '@';
    if (parse_sees(p, "*") || (callee && hir_token_is(parse_peek(p, 1), "(")))
        return parse_call(p, d, LLVMCall);
    if (parse_sees(p, "(") && hir_token_is(parse_behind_parens(p), "?"))
        return parse_fused_select(p, d);
    return parse_simple(p, d);
}

/* Whether the statement has a left side: an = outside of all brackets, before its end. */
static bool has_left_side(const parser *p) {
    for (size_t i = 0;; i++) {
        const hir_token *token = parse_peek(p, i);
        if (token->kind == TOKEN_END || hir_token_is(token, ";") || (i && token->first))
            return false;
        if (hir_token_is(token, "="))
            return true;
    }
}

static bool finish_inst(parser *p, draft *d, const hir_token *where) {
    if (parse_peek(p, 0)->kind == TOKEN_STRING && !(d->inst->text = parse_string(p)))
        return false;
    if (!parse_expect(p, ";") || !hir_set_refs(p->h, &d->inst->node, (uint32_t)d->refs.len))
        return false;
    for (size_t i = 0; i < d->refs.len; i++)
        parse_keep_ref(p, &d->inst->node, (uint32_t)i, d->refs.at[i]);
    return parse_add_node(p, &d->inst->node.node, where) && parse_place(p, &d->inst->node.node);
}

bool parse_inst(parser *p, const hir_token *where) {
    draft d = {.inst = hir_new_inst(p->h, (LLVMOpcode)0, 0)};
    if (!d.inst)
        return false;
    d.inst->has_lval = has_left_side(p);
    bool good = !d.inst->has_lval || (add_ref(p, &d) && parse_expect(p, "="));
    good = good && parse_right_side(p, &d) && finish_inst(p, &d, where);
    vec_free(p->h->ctx, &d.refs);
    return good;
}
