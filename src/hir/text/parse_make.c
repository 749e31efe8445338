/* From what was read to the model: types, temps, blobs, CanonExprs, refs. */
#include "hir/text/parse.h"

#include "hir/text/opnames.h"

#include <string.h>

static type_class *root_of(type_class *c) {
    while (c->parent) {
        if (c->parent->parent)
            c->parent = c->parent->parent;
        c = c->parent;
    }
    return c;
}

static bool is_pointer(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMPointerTypeKind;
}

/* Pointers are numbers of their width in sums. */
static bool agree(const hir *h, LLVMTypeRef a, LLVMTypeRef b) {
    if (a == b)
        return true;
    return (is_pointer(a) || is_pointer(b)) && hir_width(h, a) == hir_width(h, b);
}

bool parse_unify(parser *p, type_class *a, type_class *b, const hir_token *where) {
    type_class *to = root_of(a), *from = root_of(b);
    if (to == from)
        return true;
    if (to->type && from->type && !agree(p->h, to->type, from->type)) {
        char *left = LLVMPrintTypeToString(to->type), *right = LLVMPrintTypeToString(from->type);
        parse_error(p, where, "%s and %s in one sum", left, right);
        LLVMDisposeMessage(left);
        LLVMDisposeMessage(right);
        return false;
    }
    from->parent = to;
    to->type = to->type ? to->type : from->type;
    to->guess = to->guess ? to->guess : from->guess;
    return true;
}

bool parse_type_is(parser *p, type_class *c, LLVMTypeRef type, LLVMTypeRef guess,
                   const hir_token *where) {
    type_class *said = arena_new(&p->scratch, type_class);
    if (!said)
        return false;
    *said = (type_class){.type = type, .guess = guess};
    return parse_unify(p, c, said, where);
}

static LLVMTypeRef type_of(const parser *p, type_class *c) {
    const type_class *root = root_of(c);
    if (root->type)
        return root->type;
    return root->guess ? root->guess : LLVMInt64TypeInContext(p->h->m->llvm_ctx);
}

static bool make_temps(parser *p) {
    hir *h = p->h;
    h->symbases = p->symbases > h->symbases ? p->symbases : h->symbases;
    for (size_t i = 0; i < p->temps.len; i++) {
        text_temp *t = p->temps.at[i].value.p;
        if (!t || t->temp)
            continue;
        hir_symbase before = h->symbases;
        t->temp = hir_temp_new(h, t->name, type_of(p, &t->type), NULL);
        if (!t->temp)
            return false;
        if (t->has_symbase) {
            h->temps.at[t->temp].symbase = t->symbase;
            h->symbases = before;
        }
    }
    return true;
}

/* Depth is that of the text's expressions, which is bounded. */
static hir_blob make_blob(parser *p, expr *e);

static hir_blob too_large(parser *p, const expr *e) {
    parse_error(p, e->where, "the expression cannot be written as a blob");
    return 0;
}

static hir_blob make_compound(parser *p, hir_blob_op op, expr *e) {
    hir_blob operands[HIR_MAX_OPERANDS];
    uint32_t count = 0;
    for (expr *x = e->first; x; x = x->next) {
        if (count == HIR_MAX_OPERANDS || !(operands[count++] = make_blob(p, x)))
            return too_large(p, e);
    }
    hir_blob b = hir_blob_make(p->h, op, type_of(p, &e->type), operands, count);
    return b ? b : too_large(p, e);
}

static hir_blob make_blob(parser *p, expr *e) {
    LLVMTypeRef type = type_of(p, &e->type);
    switch (e->kind) {
    case EXPR_NUMBER:
        return hir_blob_constant(p->h, type, e->number);
    case EXPR_CONSTANT:
        return hir_blob_temp(p->h, hir_temp_constant(p->h, e->text, type, NULL));
    case EXPR_TEMP:
        return hir_blob_temp(p->h, e->temp->temp);
    case EXPR_SUM:
        return make_compound(p, BLOB_ADD, e);
    case EXPR_PRODUCT:
        return make_compound(p, BLOB_MUL, e);
    case EXPR_QUOTIENT:
    case EXPR_MINMAX:
    case EXPR_CAST:
        return make_compound(p, e->op, e);
    case EXPR_IV:
        break;
    }
    parse_error(p, e->where, "an induction variable is not allowed here");
    return 0;
}

/* One product: numbers, at most one induction variable, blobs. */
typedef struct term {
    int64_t coefficient;
    uint32_t level;
    hir_blob blob;
} term;

static bool add_factor(parser *p, term *t, expr *e, LLVMTypeRef type) {
    if (e->kind == EXPR_NUMBER)
        return !__builtin_mul_overflow(t->coefficient, e->number, &t->coefficient) ||
               parse_error(p, e->where, "the coefficient does not fit 64 bits");
    if (e->kind == EXPR_IV) {
        if (t->level)
            return parse_error(p, e->where, "a product of two induction variables");
        t->level = (uint32_t)e->number;
        return true;
    }
    hir_blob b = make_blob(p, e);
    if (b && t->blob)
        b = hir_blob_make(p->h, BLOB_MUL, type, (hir_blob[]){t->blob, b}, 2);
    t->blob = b;
    return b || parse_error(p, e->where, "the expression cannot be written as a blob");
}

static bool add_term(parser *p, CanonExpr *ce, expr *e) {
    term t = {.coefficient = 1};
    bool product = e->kind == EXPR_PRODUCT;
    for (expr *x = product ? e->first : e; x; x = product ? x->next : NULL)
        if (!add_factor(p, &t, x, ce->source))
            return false;
    bool added = hir_canon_add_term(p->h, ce, t.level, t.coefficient, t.blob);
    return added || parse_error(p, e->where, "the term is not linear");
}

/* Depth is that of the text's expressions. */
static bool add_terms(parser *p, CanonExpr *ce, expr *e) {
    if (e->kind != EXPR_SUM)
        return add_term(p, ce, e);
    for (expr *x = e->first; x; x = x->next)
        if (!add_terms(p, ce, x))
            return false;
    return true;
}

static hir_cast cast_of(const expr *e) {
    return e->kind == EXPR_CAST && hir_is_cast(e->op) ? (hir_cast)e->op : HIR_CAST_NONE;
}

bool parse_divisor_fits(const hir *h, LLVMTypeRef type, int64_t divisor, bool is_signed) {
    uint32_t width = hir_width(h, type), bits = width ? width - is_signed : 0;
    return bits >= 63 || divisor < INT64_C(1) << bits;
}

/* Whether the numerator is divided by a number that the type can hold. */
static bool is_fraction(const parser *p, expr *e) {
    if (e->kind != EXPR_QUOTIENT || e->last->kind != EXPR_NUMBER || e->last->number < 2)
        return false;
    return parse_divisor_fits(p->h, type_of(p, &e->type), e->last->number, e->op == BLOB_SDIV);
}

static CanonExpr *make_canon(parser *p, const canon_text *text) {
    expr *e = text->value;
    LLVMTypeRef dest = type_of(p, &e->type);
    hir_cast cast = cast_of(e);
    if (cast != HIR_CAST_NONE)
        e = e->first;
    CanonExpr *ce = hir_canon_ext(p->h, type_of(p, &e->type), dest, cast);
    if (!ce)
        return NULL;
    if (is_fraction(p, e)) {
        ce->denominator = e->last->number;
        ce->is_signed = e->op == BLOB_SDIV;
        e = e->first;
    }
    if (!add_terms(p, ce, e))
        return NULL;
    ce->exact |= text->given.exact;
    return ce;
}

/* All references through one temp may meet, as far as the text says. */
static hir_symbase memory_symbase(parser *p, map *by_base, const CanonExpr *base) {
    uint64_t key = hir_is_self_blob(p->h, base) ? base->blobs[0].blob : 0;
    map_word *place = map_put_u(by_base, key);
    if (place && !place->u)
        place->u = hir_symbase_new(p->h);
    return place ? (hir_symbase)place->u : 0;
}

static bool make_dimensions(parser *p, RegDDRef *ref, const ref_text *text) {
    const dimension_text *d = text->dimensions;
    for (uint32_t i = 0; i < text->dimension_count; i++, d = d->outer) {
        ref->subscripts[i] = make_canon(p, &d->subscript);
        ref->sizes[i] = d->size;
        if (!ref->subscripts[i])
            return false;
        if (d->stride && !(ref->strides[i] = make_blob(p, d->stride)))
            return false;
    }
    return true;
}

static RegDDRef *make_memory(parser *p, const ref_text *text, CanonExpr *base, map *by_base) {
    RegDDRef *ref = hir_ref_memory(p->h, text->kind, base, text->dimension_count);
    if (!ref || !make_dimensions(p, ref, text))
        return NULL;
    LLVMContextRef context = p->h->m->llvm_ctx;
    ref->type = text->given.type            ? text->given.type
                : text->kind == REF_ADDRESS ? LLVMPointerTypeInContext(context, 0)
                                            : LLVMInt64TypeInContext(context);
    ref->in_bounds = text->given.in_bounds;
    ref->no_wrap = text->given.no_wrap;
    ref->is_volatile = text->given.is_volatile;
    ref->atomic = text->given.atomic;
    ref->symbase = text->given.has_symbase ? text->given.symbase : memory_symbase(p, by_base, base);
    return ref;
}

static RegDDRef *make_ref(parser *p, const ref_text *text, map *by_base) {
    CanonExpr *ce = make_canon(p, &text->value);
    if (!ce)
        return NULL;
    if (text->kind != REF_SCALAR)
        return make_memory(p, text, ce, by_base);
    RegDDRef *ref = hir_ref_scalar(p->h, ce);
    if (ref && text->given.has_symbase)
        ref->symbase = text->given.symbase;
    return ref;
}

static bool is_floating(LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMX86_FP80TypeKind:
    case LLVMFP128TypeKind:
    case LLVMPPC_FP128TypeKind:
        return true;
    case LLVMVectorTypeKind:
    case LLVMScalableVectorTypeKind:
        return is_floating(LLVMGetElementType(type));
    default:
        return false;
    }
}

/* Signs do not distinguish integer from floating-point additions, types do. */
static void settle_opcode(HLDDNode *node, uint32_t index, const RegDDRef *ref) {
    if (node->node.kind != HL_INST)
        return;
    HLInst *inst = (HLInst *)node;
    const char *sign = hir_opcode_sign(inst->opcode);
    if (sign && index + 1 == node->ref_count && is_floating(ref->type))
        inst->opcode = hir_opcode_signed(sign, strlen(sign), true);
}

bool parse_can_be_written(const hir *h, const RegDDRef *ref) {
    if (ref->kind != REF_SCALAR)
        return ref->kind == REF_MEMORY;
    return hir_temp_at(h, hir_ref_temp(h, ref))->name[0] == '%';
}

static bool place_ref(parser *p, const pending_ref *r, RegDDRef *ref) {
    const HLInst *inst = r->node->node.kind == HL_INST ? (const HLInst *)r->node : NULL;
    ref->is_lval = inst && inst->has_lval && r->index == 0;
    if (ref->is_lval && !parse_can_be_written(p->h, ref))
        return parse_error(p, r->text->value.value->where, "this cannot be assigned to");
    hir_set_ref(r->node, r->index, ref);
    settle_opcode(r->node, r->index, ref);
    return true;
}

static bool make_refs(parser *p) {
    map by_base;
    map_init(&by_base, p->h->ctx);
    for (size_t i = 0; i < p->refs.len && !p->failed; i++) {
        const pending_ref *r = &p->refs.at[i];
        RegDDRef *ref = make_ref(p, r->text, &by_base);
        p->failed |= !ref || !place_ref(p, r, ref);
    }
    map_free(&by_base);
    return !p->failed;
}

static void make_lives(parser *p) {
    for (size_t i = 0; i < p->lives.len; i++) {
        const pending_live *live = &p->lives.at[i];
        if (live->is_range)
            vec_push(p->h->ctx, &live->region->ranges,
                     (hir_in_range){live->temp->temp, live->low, live->high});
        else if (live->out)
            vec_push(p->h->ctx, &live->region->live_out, live->temp->temp);
        else
            vec_push(p->h->ctx, &live->region->live_in, live->temp->temp);
    }
}

bool parse_make(parser *p) {
    if (!make_temps(p) || !make_refs(p))
        return false;
    make_lives(p);
    return hir_update_levels(p->h) && !p->failed;
}
