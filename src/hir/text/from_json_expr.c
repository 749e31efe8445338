/* Types, temps, blobs, CanonExprs and references from JSON. */
#include "hir/text/from_json.h"

#include "hir/text/parse.h"

const char *from_json_keep(hir_json *r, const json_value *v) {
    size_t length = strlen(v->text);
    bool quoted = length > 1 && v->text[0] == '"' && v->text[length - 1] == '"';
    return quoted ? hir_unquote(r->h, v->text, length) : arena_strdup(&r->h->mem, v->text);
}

const char *from_json_name(hir_json *r, const json_value *object, const char *key) {
    const json_value *v = json_get(r->in, object, key, JSON_STRING);
    return v ? from_json_keep(r, v) : NULL;
}

LLVMTypeRef from_json_type(hir_json *r, const json_value *object, const char *key) {
    const json_value *v = json_get(r->in, object, key, JSON_STRING);
    map_word *known = v ? map_put_s(&r->types, v->text) : NULL;
    if (!known)
        return NULL;
    if (!known->p)
        known->p = parse_type_text(r->h, v->text);
    if (!known->p)
        json_wrong(r->in, v, "'%s' is not a type", key);
    return known->p;
}

/* ---- temps ---- */

static bool has_controls(const char *text) {
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            return true;
    return false;
}

/* %x, @"a b": one word of the text. */
static bool is_temp_name(const hir *h, const char *name) {
    hir_tokens tokens = {0};
    bool good = !has_controls(name) && hir_lex(h->ctx, name, strlen(name), 1, &tokens) &&
                tokens.len == 2 && tokens.at[0].kind == TOKEN_TEMP &&
                tokens.at[0].length == strlen(name);
    vec_free(h->ctx, &tokens);
    return good;
}

static bool read_symbase(hir_json *r, const json_value *v, hir_symbase *symbase) {
    uint64_t number;
    bool good = json_get_uint(r->in, v, "symbase", 0, FROM_JSON_NUMBERS, &number);
    *symbase = (hir_symbase)number;
    return good;
}

static bool read_temp(hir_json *r, const json_value *v) {
    hir *h = r->h;
    hir_symbase symbase, before = h->symbases;
    const char *name = json_get_text(r->in, v, "name");
    LLVMTypeRef type = name ? from_json_type(r, v, "type") : NULL;
    if (!type || !read_symbase(r, v, &symbase))
        return false;
    hir_temp known = is_temp_name(h, name) ? hir_temp_named(h, name) : 0;
    if (known && known < r->old_temps && hir_temp_at(h, known)->type == type)
        return true;
    if (known || !is_temp_name(h, name))
        return json_wrong(r->in, v, "the temp's name is not one, or is taken");
    hir_temp t = hir_temp_new(h, name, type, NULL);
    if (!t)
        return false;
    h->temps.at[t].symbase = symbase;
    h->symbases = symbase > before ? symbase : before;
    return true;
}

bool from_json_temps(hir_json *r, const json_value *temps) {
    json_each (v, temps)
        if (!read_temp(r, v))
            return false;
    return ctx_ok(r->h->ctx);
}

hir_temp from_json_temp(hir_json *r, const json_value *name) {
    const char *text = name->kind == JSON_STRING ? name->text : "";
    hir_temp t = *text == '%' || *text == '@' ? hir_temp_named(r->h, text) : 0;
    if (!t)
        json_wrong(r->in, name, "expected the name of a temp of the function");
    return t;
}

/* ---- blobs ---- */

/* The blob of which that is the index. */
static bool read_index(hir_json *r, const json_value *v, hir_blob *b) {
    if (r->blobs.len == 0)
        return json_wrong(r->in, v, "there is no such blob before this");
    if (!json_is_uint(r->in, v, 0, r->blobs.len - 1))
        return false;
    *b = r->blobs.at[v->number];
    return true;
}

static hir_blob make_compound(hir_json *r, const json_value *v, hir_blob_op op, LLVMTypeRef type) {
    hir_blob operands[HIR_MAX_OPERANDS];
    uint32_t count = 0;
    const json_value *list = json_get(r->in, v, "operands", JSON_ARRAY);
    if (!list || list->count > HIR_MAX_OPERANDS)
        return 0;
    json_each (operand, list)
        if (!read_index(r, operand, &operands[count++]))
            return 0;
    if (op < BLOB_TRUNC)
        return count >= 2 ? hir_blob_make(r->h, op, type, operands, count) : 0;
    if (count != 1)
        return 0;
    LLVMTypeRef types[2] = {hir_blob_at(r->h, operands[0])->type, type};
    return parse_cast_fits(r->h, op, types) ? hir_blob_make(r->h, op, type, operands, 1) : 0;
}

static hir_blob make_temp(hir_json *r, const json_value *v, LLVMTypeRef type) {
    const json_value *name = json_get(r->in, v, "temp", JSON_STRING);
    hir_temp t = name ? from_json_temp(r, name) : 0;
    return t && hir_temp_at(r->h, t)->type == type ? hir_blob_temp(r->h, t) : 0;
}

static hir_blob make_integer(hir_json *r, const json_value *v, LLVMTypeRef type) {
    int64_t number;
    return json_get_int(r->in, v, "constant", &number) ? hir_blob_constant(r->h, type, number) : 0;
}

/* A constant that is not an integer. */
static hir_blob make_literal(hir_json *r, const json_value *v, LLVMTypeRef type) {
    const char *text = json_get_text(r->in, v, "literal");
    return text && !has_controls(text)
               ? hir_blob_temp(r->h, hir_temp_constant(r->h, text, type, NULL))
               : 0;
}

static hir_blob make_blob(hir_json *r, const json_value *v, const char *name, LLVMTypeRef type) {
    if (strcmp(name, "literal") == 0)
        return make_literal(r, v, type);
    hir_blob_op op = BLOB_TEMP;
    while (op <= BLOB_PTRTOINT && strcmp(name, hir_blob_op_name(op)) != 0)
        op++;
    return op > BLOB_PTRTOINT    ? 0
           : op == BLOB_TEMP     ? make_temp(r, v, type)
           : op == BLOB_CONSTANT ? make_integer(r, v, type)
                                 : make_compound(r, v, op, type);
}

bool from_json_blobs(hir_json *r, const json_value *blobs) {
    json_each (v, blobs) {
        const char *name = json_get_text(r->in, v, "op");
        LLVMTypeRef type = name ? from_json_type(r, v, "type") : NULL;
        hir_blob b = type ? make_blob(r, v, name, type) : 0;
        if (!b)
            return json_wrong(r->in, v, "such a blob cannot be made");
        if (!vec_push(r->h->ctx, &r->blobs, b))
            return false;
    }
    return true;
}

/* ---- CanonExprs ---- */

static bool read_cast(hir_json *r, const json_value *v, CanonExpr *ce) {
    bool good;
    const json_value *name = json_get_if(r->in, v, "cast", JSON_STRING, &good);
    if (!good)
        return false;
    for (hir_blob_op op = BLOB_TRUNC; name && op <= BLOB_SEXT; op++)
        if (strcmp(name->text, hir_blob_op_name(op)) == 0)
            ce->cast = (hir_cast)op;
    bool known = !name || ce->cast != HIR_CAST_NONE;
    return (known && hir_canon_cast_fits(r->h, ce)) ||
           json_wrong(r->in, v, "the cast does not fit its two types");
}

/* An element of ivs or blobs. */
static bool add_term(hir_json *r, CanonExpr *ce, const json_value *v, bool is_iv, uint32_t around) {
    uint64_t level = 0;
    int64_t coefficient;
    hir_blob b = 0;
    const json_value *id = json_find(v, "blob_id");
    if (!json_get_int(r->in, v, "coefficient", &coefficient) ||
        (is_iv && !json_get_uint(r->in, v, "level", 1, around, &level)))
        return false;
    if (!id && !is_iv)
        return json_wrong(r->in, v, "'blob_id' is missing");
    if (id && !read_index(r, id, &b))
        return false;
    return hir_canon_add_term(r->h, ce, (uint32_t)level, coefficient, b) ||
           json_wrong(r->in, v, "the sum with this term cannot be represented");
}

static bool add_terms(hir_json *r, CanonExpr *ce, const json_value *v, uint32_t around) {
    const json_value *ivs = json_get(r->in, v, "ivs", JSON_ARRAY);
    const json_value *blobs = ivs ? json_get(r->in, v, "blobs", JSON_ARRAY) : NULL;
    int64_t constant;
    if (!blobs || !json_get_int(r->in, v, "constant", &constant))
        return false;
    json_each (term, ivs)
        if (!add_term(r, ce, term, true, around))
            return false;
    json_each (term, blobs)
        if (!add_term(r, ce, term, false, 0))
            return false;
    return hir_canon_add_constant(r->h, ce, constant) ||
           json_wrong(r->in, v, "the sum cannot be represented");
}

static bool read_division(hir_json *r, CanonExpr *ce, const json_value *v) {
    if (!json_get_int(r->in, v, "denominator", &ce->denominator) ||
        !json_get_bool(r->in, v, "signed", &ce->is_signed))
        return false;
    bool fits = ce->denominator == 1 ||
                (ce->denominator > 1 &&
                 parse_divisor_fits(r->h, ce->source, ce->denominator, ce->is_signed));
    return fits || json_wrong(r->in, v, "the denominator does not fit the type");
}

/* around: loops whose induction variables it may use. */
static CanonExpr *read_canon(hir_json *r, const json_value *object, const char *key,
                             uint32_t around) {
    const json_value *v = json_get(r->in, object, key, JSON_OBJECT);
    LLVMTypeRef source = v ? from_json_type(r, v, "source") : NULL;
    LLVMTypeRef dest = source ? from_json_type(r, v, "type") : NULL;
    CanonExpr *ce = dest ? hir_canon_ext(r->h, source, dest, HIR_CAST_NONE) : NULL;
    bool exact;
    if (!ce || !read_cast(r, v, ce) || !add_terms(r, ce, v, around) || !read_division(r, ce, v) ||
        !json_get_bool(r->in, v, "exact", &exact))
        return NULL;
    ce->exact |= exact;
    return ce;
}

/* ---- references ---- */

static bool read_dimension(hir_json *r, const json_value *v, RegDDRef *ref, uint32_t d,
                           uint32_t around) {
    bool good;
    const json_value *stride = json_get_if(r->in, v, "stride_id", JSON_INTEGER, &good);
    if (!good || !json_get_uint(r->in, v, "size", 0, UINT64_MAX, &ref->sizes[d]))
        return false;
    ref->subscripts[d] = read_canon(r, v, "subscript", around);
    return ref->subscripts[d] && (!stride || read_index(r, stride, &ref->strides[d]));
}

static bool read_flags(hir_json *r, const json_value *v, RegDDRef *ref) {
    return json_get_bool(r->in, v, "in_bounds", &ref->in_bounds) &&
           json_get_bool(r->in, v, "no_wrap", &ref->no_wrap) &&
           json_get_bool(r->in, v, "same_object", &ref->same_object) &&
           json_get_bool(r->in, v, "adds_up", &ref->adds_up) &&
           json_get_bool(r->in, v, "volatile", &ref->is_volatile) &&
           json_get_bool(r->in, v, "atomic", &ref->atomic);
}

static RegDDRef *read_memory(hir_json *r, const json_value *v, hir_ref_kind kind, uint32_t around) {
    CanonExpr *base = read_canon(r, v, "base", around);
    const json_value *list = base ? json_get(r->in, v, "dimensions", JSON_ARRAY) : NULL;
    RegDDRef *ref = list ? hir_ref_memory(r->h, kind, base, list->count) : NULL;
    if (!ref) {
        if (list && !list->count)
            json_wrong(r->in, list, "a reference has at least one dimension");
        return NULL;
    }
    uint32_t d = 0;
    json_each (dimension, list)
        if (!read_dimension(r, dimension, ref, d++, around))
            return NULL;
    ref->type = from_json_type(r, v, "type");
    return ref->type && read_flags(r, v, ref) ? ref : NULL;
}

RegDDRef *from_json_ref(hir_json *r, const json_value *v, uint32_t level) {
    static const char *const kinds[] = {
        [REF_SCALAR] = "scalar", [REF_MEMORY] = "memory", [REF_ADDRESS] = "address"};
    const char *name = json_get_text(r->in, v, "kind");
    hir_symbase symbase;
    if (!name || !read_symbase(r, v, &symbase))
        return NULL;
    int kind = REF_SCALAR;
    while (kind <= REF_ADDRESS && strcmp(name, kinds[kind]) != 0)
        kind++;
    if (kind > REF_ADDRESS) {
        json_wrong(r->in, v, "this 'kind' of reference is unknown");
        return NULL;
    }
    RegDDRef *ref = kind == REF_SCALAR ? hir_ref_scalar(r->h, read_canon(r, v, "value", level))
                                       : read_memory(r, v, (hir_ref_kind)kind, level);
    if (ref) {
        ref->symbase = symbase;
        r->h->symbases = symbase > r->h->symbases ? symbase : r->h->symbases;
    }
    return ref;
}
