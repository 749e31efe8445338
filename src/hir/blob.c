#include "hir/blob.h"

#include <stdlib.h>
#include <string.h>

const hir_blob_info *hir_blob_at(const hir *h, hir_blob b) {
    static const hir_blob_info none = {.op = BLOB_CONSTANT};
    return b < h->blobs.len ? &h->blobs.at[b] : &none;
}

bool hir_is_temp_blob(const hir *h, hir_blob b) {
    return b && hir_blob_at(h, b)->op == BLOB_TEMP;
}

bool hir_is_constant_blob(const hir *h, hir_blob b, int64_t *value) {
    const hir_blob_info *info = hir_blob_at(h, b);
    if (!b || info->op != BLOB_CONSTANT)
        return false;
    *value = info->constant;
    return true;
}

/* Operands lists under construction; what does not fit is given up. */
typedef struct operand_list {
    hir_blob at[HIR_MAX_OPERANDS];
    uint32_t count;
    bool full;
} operand_list;

static void push(operand_list *list, hir_blob b) {
    if (list->count == HIR_MAX_OPERANDS)
        list->full = true;
    else
        list->at[list->count++] = b;
}

/* Insertion keeps equal operands beside one another. */
static void push_sorted(const hir *h, operand_list *list, hir_blob b) {
    push(list, b);
    if (list->full)
        return;
    uint32_t i = list->count - 1;
    for (; i > 0 && hir_blob_compare(h, list->at[i - 1], b) > 0; i--)
        list->at[i] = list->at[i - 1];
    list->at[i] = b;
}

static uint64_t mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static uint64_t hash_of(const hir_blob_info *key) {
    uint64_t hash = mix(key->op, (uintptr_t)key->type);
    hash = mix(hash, key->temp);
    hash = mix(hash, (uint64_t)key->constant);
    for (uint32_t i = 0; i < key->operand_count; i++)
        hash = mix(hash, key->operands[i]);
    return hash;
}

static bool same(const hir_blob_info *a, const hir_blob_info *b) {
    return a->op == b->op && a->type == b->type && a->temp == b->temp &&
           a->constant == b->constant && a->operand_count == b->operand_count &&
           (a->operand_count == 0 ||
            memcmp(a->operands, b->operands, a->operand_count * sizeof *a->operands) == 0);
}

static bool measure(const hir *h, hir_blob_info *key) {
    uint32_t size = 1, depth = 0;
    for (uint32_t i = 0; i < key->operand_count; i++) {
        const hir_blob_info *operand = hir_blob_at(h, key->operands[i]);
        size += operand->size;
        depth = operand->depth > depth ? operand->depth : depth;
    }
    key->size = (uint16_t)size;
    key->depth = (uint16_t)(depth + 1);
    return size <= HIR_MAX_BLOB_SIZE && depth < HIR_MAX_BLOB_DEPTH;
}

static hir_blob add_blob(hir *h, hir_blob_info key, map_word *first) {
    if (key.operand_count) {
        hir_blob *operands = arena_array(&h->mem, key.operand_count, hir_blob);
        if (!operands)
            return 0;
        memcpy(operands, key.operands, key.operand_count * sizeof *operands);
        key.operands = operands;
    }
    key.next = (hir_blob)first->u;
    hir_blob b = (hir_blob)h->blobs.len;
    if (!b || !ir_fits(h->ctx, h->blobs.len) || !vec_push(h->ctx, &h->blobs, key))
        return 0;
    first->u = b;
    return b;
}

/* The blob with this form; operands are borrowed. */
static hir_blob intern(hir *h, hir_blob_info key) {
    if (!measure(h, &key))
        return 0;
    map_word *first = map_put_u(&h->blob_by_hash, hash_of(&key));
    if (!first)
        return 0;
    for (hir_blob b = (hir_blob)first->u; b; b = h->blobs.at[b].next)
        if (same(&h->blobs.at[b], &key))
            return b;
    return add_blob(h, key, first);
}

static hir_blob intern_list(hir *h, hir_blob_op op, LLVMTypeRef type, const operand_list *list) {
    if (list->full)
        return 0;
    return intern(h,
                  (hir_blob_info){
                      .op = op, .type = type, .operands = list->at, .operand_count = list->count});
}

hir_blob hir_blob_temp(hir *h, hir_temp t) {
    if (!t || t >= h->temps.len)
        return 0;
    hir_temp_info *info = &h->temps.at[t];
    if (!info->blob)
        info->blob = intern(h, (hir_blob_info){.op = BLOB_TEMP, .type = info->type, .temp = t});
    return info->blob;
}

hir_blob hir_blob_constant(hir *h, LLVMTypeRef type, int64_t value) {
    int64_t own = hir_sign_extend((uint64_t)value, hir_width(h, type));
    return intern(h, (hir_blob_info){.op = BLOB_CONSTANT, .type = type, .constant = own});
}

/* The factors of a product from the index on. */
static hir_blob product_from(hir *h, hir_blob product, uint32_t index) {
    const hir_blob_info info = *hir_blob_at(h, product);
    if (info.operand_count - index == 1)
        return info.operands[index];
    return intern(h, (hir_blob_info){.op = BLOB_MUL,
                                     .type = info.type,
                                     .operands = info.operands + index,
                                     .operand_count = info.operand_count - index});
}

void hir_blob_split(hir *h, hir_blob b, int64_t *coefficient, hir_blob *rest) {
    *coefficient = 1;
    *rest = b;
    const hir_blob_info *info = hir_blob_at(h, b);
    if (hir_is_constant_blob(h, b, coefficient))
        *rest = 0;
    else if (info->op == BLOB_MUL && hir_is_constant_blob(h, info->operands[0], coefficient))
        *rest = product_from(h, b, 1);
}

/* A sum under construction: coefficients of what has no constant factor. */
typedef struct sum {
    operand_list rests;
    uint64_t coefficients[HIR_MAX_OPERANDS];
    uint64_t constant;
} sum;

static void sum_add(hir *h, sum *s, hir_blob term) {
    int64_t coefficient;
    hir_blob rest;
    hir_blob_split(h, term, &coefficient, &rest);
    if (!rest) {
        s->constant += (uint64_t)coefficient;
        return;
    }
    uint32_t at = 0;
    while (at < s->rests.count && hir_blob_compare(h, s->rests.at[at], rest) < 0)
        at++;
    if (at < s->rests.count && s->rests.at[at] == rest) {
        s->coefficients[at] += (uint64_t)coefficient;
        return;
    }
    push(&s->rests, rest);
    if (s->rests.full)
        return;
    for (uint32_t i = s->rests.count - 1; i > at; i--) {
        s->rests.at[i] = s->rests.at[i - 1];
        s->coefficients[i] = s->coefficients[i - 1];
    }
    s->rests.at[at] = rest;
    s->coefficients[at] = (uint64_t)coefficient;
}

static hir_blob make_add(hir *h, LLVMTypeRef type, const hir_blob *operands, uint32_t count) {
    uint32_t width = hir_width(h, type);
    sum s = {0};
    for (uint32_t i = 0; i < count; i++) {
        const hir_blob_info info = *hir_blob_at(h, operands[i]);
        if (info.op != BLOB_ADD)
            sum_add(h, &s, operands[i]);
        for (uint32_t k = 0; info.op == BLOB_ADD && k < info.operand_count; k++)
            sum_add(h, &s, info.operands[k]);
    }
    if (s.rests.full)
        return 0;
    operand_list terms = {0};
    for (uint32_t i = 0; i < s.rests.count; i++) {
        int64_t coefficient = hir_sign_extend(s.coefficients[i], width);
        if (coefficient)
            push(&terms, hir_blob_times(h, type, coefficient, s.rests.at[i]));
    }
    int64_t constant = hir_sign_extend(s.constant, width);
    if (constant || terms.count == 0)
        push(&terms, hir_blob_constant(h, type, constant));
    for (uint32_t i = 0; i < terms.count; i++)
        if (!terms.at[i])
            return 0;
    return terms.count == 1 ? terms.at[0] : intern_list(h, BLOB_ADD, type, &terms);
}

/* A constant times a sum is the sum of the products, so that both have one form. */
static hir_blob distribute(hir *h, LLVMTypeRef type, int64_t factor, hir_blob blob_sum) {
    const hir_blob_info info = *hir_blob_at(h, blob_sum);
    operand_list terms = {0};
    for (uint32_t i = 0; i < info.operand_count; i++) {
        hir_blob term = hir_blob_times(h, type, factor, info.operands[i]);
        if (!term)
            return 0;
        push(&terms, term);
    }
    return make_add(h, type, terms.at, terms.count);
}

static void push_factor(const hir *h, operand_list *factors, uint64_t *constant, hir_blob b) {
    int64_t value;
    if (hir_is_constant_blob(h, b, &value))
        *constant *= (uint64_t)value;
    else
        push_sorted(h, factors, b);
}

static hir_blob make_mul(hir *h, LLVMTypeRef type, const hir_blob *operands, uint32_t count) {
    operand_list factors = {0};
    uint64_t product = 1;
    for (uint32_t i = 0; i < count; i++) {
        const hir_blob_info *info = hir_blob_at(h, operands[i]);
        if (info->op != BLOB_MUL)
            push_factor(h, &factors, &product, operands[i]);
        for (uint32_t k = 0; info->op == BLOB_MUL && k < info->operand_count; k++)
            push_factor(h, &factors, &product, info->operands[k]);
    }
    int64_t constant = hir_sign_extend(product, hir_width(h, type));
    bool one = hir_zero_extend(product, hir_width(h, type)) == 1;
    if (constant == 0 || factors.count == 0)
        return hir_blob_constant(h, type, constant);
    if (one && factors.count == 1)
        return factors.at[0];
    if (factors.count == 1 && hir_blob_at(h, factors.at[0])->op == BLOB_ADD)
        return distribute(h, type, constant, factors.at[0]);
    if (one)
        return intern_list(h, BLOB_MUL, type, &factors);
    operand_list all = {.at = {hir_blob_constant(h, type, constant)}, .count = 1};
    for (uint32_t i = 0; i < factors.count; i++)
        push(&all, factors.at[i]);
    all.full |= factors.full;
    return all.at[0] ? intern_list(h, BLOB_MUL, type, &all) : 0;
}

uint64_t hir_quotient(uint64_t a, uint64_t b, bool is_signed, uint32_t width) {
    uint64_t low_b = hir_zero_extend(b, width);
    if (low_b == 0)
        return 0;
    if (!is_signed)
        return hir_zero_extend(a, width) / low_b;
    int64_t divisor = hir_sign_extend(b, width);
    return divisor == -1 ? -a : (uint64_t)(hir_sign_extend(a, width) / divisor);
}

static hir_blob make_div(hir *h, hir_blob_op op, LLVMTypeRef type, const hir_blob operands[2]) {
    int64_t a, b;
    bool constant = hir_is_constant_blob(h, operands[0], &a);
    if (hir_is_constant_blob(h, operands[1], &b)) {
        /* In one bit, 1 is also -1: the same quotient either way. */
        if (hir_zero_extend((uint64_t)b, hir_width(h, type)) == 1)
            return operands[0];
        if (constant)
            return hir_blob_constant(h, type,
                                     (int64_t)hir_quotient((uint64_t)a, (uint64_t)b,
                                                           op == BLOB_SDIV, hir_width(h, type)));
    }
    if (constant && a == 0)
        return operands[0];
    operand_list both = {.at = {operands[0], operands[1]}, .count = 2};
    return intern_list(h, op, type, &both);
}

/* What never wins a minimum or maximum of its kind. */
static int64_t weakest(hir_blob_op op, uint32_t width) {
    int64_t least = (int64_t)(UINT64_MAX << (width - 1));
    return op == BLOB_SMIN ? ~least : op == BLOB_SMAX ? least : op == BLOB_UMIN ? -1 : 0;
}

static int64_t strongest(hir_blob_op op, uint32_t width) {
    return ~weakest(op, width);
}

/* Adds one operand of a minimum or maximum; a sorted list has equal ones beside one another. */
static void pick(const hir *h, hir_blob_op op, operand_list *list, int64_t *best, hir_blob b,
                 uint32_t width) {
    int64_t value;
    if (hir_is_constant_blob(h, b, &value)) {
        *best = (int64_t)hir_better(op, (uint64_t)value, (uint64_t)*best, width);
        return;
    }
    for (uint32_t i = 0; i < list->count; i++)
        if (list->at[i] == b)
            return;
    push_sorted(h, list, b);
}

static hir_blob make_minmax(hir *h, hir_blob_op op, LLVMTypeRef type, const hir_blob *operands,
                            uint32_t count) {
    uint32_t width = hir_width(h, type);
    int64_t best = weakest(op, width);
    operand_list list = {0};
    for (uint32_t i = 0; i < count; i++) {
        const hir_blob_info *info = hir_blob_at(h, operands[i]);
        if (info->op != op)
            pick(h, op, &list, &best, operands[i], width);
        for (uint32_t k = 0; info->op == op && k < info->operand_count; k++)
            pick(h, op, &list, &best, info->operands[k], width);
    }
    if (list.count == 0 || best == strongest(op, width))
        return hir_blob_constant(h, type, best);
    if (best != weakest(op, width))
        push(&list, hir_blob_constant(h, type, best));
    if (list.count == 1)
        return list.at[0];
    return list.at[list.count - 1] ? intern_list(h, op, type, &list) : 0;
}

static hir_blob make_cast(hir *h, hir_blob_op op, LLVMTypeRef type, hir_blob b);

/* A cast of the operand of a cast, or 0 if the two do not become one. */
static hir_blob join_casts(hir *h, hir_blob_op op, LLVMTypeRef type, const hir_blob_info *inner) {
    hir_blob operand = inner->operands[0];
    uint32_t from = hir_width(h, hir_blob_at(h, operand)->type), to = hir_width(h, type);
    if (op == inner->op || (op == BLOB_SEXT && inner->op == BLOB_ZEXT))
        return make_cast(h, inner->op, type, operand);
    if (op != BLOB_TRUNC)
        return 0;
    if (from == to)
        return hir_blob_at(h, operand)->type == type ? operand : 0;
    return make_cast(h, from > to ? BLOB_TRUNC : inner->op, type, operand);
}

/* The low bits of a product are the product of low bits, which is shorter if extensions go away;
 * 0 if another factor stays. */
static hir_blob narrow_product(hir *h, LLVMTypeRef type, const hir_blob_info *product) {
    operand_list factors = {0};
    for (uint32_t i = 0; i < product->operand_count; i++) {
        hir_blob_op inner = hir_blob_at(h, product->operands[i])->op;
        if (inner != BLOB_SEXT && inner != BLOB_ZEXT && inner != BLOB_CONSTANT)
            return 0;
        push(&factors, make_cast(h, BLOB_TRUNC, type, product->operands[i]));
    }
    for (uint32_t i = 0; i < factors.count; i++)
        if (!factors.at[i])
            return 0;
    return make_mul(h, type, factors.at, factors.count);
}

static hir_blob make_cast(hir *h, hir_blob_op op, LLVMTypeRef type, hir_blob b) {
    const hir_blob_info info = *hir_blob_at(h, b);
    uint32_t from = hir_width(h, info.type), to = hir_width(h, type);
    if (from == 0 || (op == BLOB_TRUNC ? from < to : op != BLOB_PTRTOINT && from > to))
        return 0;
    if (from == to && op != BLOB_PTRTOINT)
        return b;
    if (info.op == BLOB_CONSTANT)
        return hir_blob_constant(h, type,
                                 op == BLOB_SEXT
                                     ? info.constant
                                     : (int64_t)hir_zero_extend((uint64_t)info.constant, from));
    hir_blob joined = hir_is_cast(op) && hir_is_cast(info.op) ? join_casts(h, op, type, &info) : 0;
    if (!joined && op == BLOB_TRUNC && info.op == BLOB_MUL)
        joined = narrow_product(h, type, &info);
    operand_list one = {.at = {b}, .count = 1};
    return joined ? joined : intern_list(h, op, type, &one);
}

hir_blob hir_blob_resized(hir *h, hir_blob b, LLVMTypeRef type) {
    uint32_t from = hir_width(h, hir_blob_at(h, b)->type), to = hir_width(h, type);
    return from == to ? b : hir_blob_make(h, from < to ? BLOB_ZEXT : BLOB_TRUNC, type, &b, 1);
}

hir_blob hir_blob_make(hir *h, hir_blob_op op, LLVMTypeRef type, const hir_blob *operands,
                       uint32_t count) {
    uint32_t width = hir_width(h, type);
    if (width == 0 || count == 0)
        return 0;
    bool cast = op >= BLOB_TRUNC;
    for (uint32_t i = 0; i < count; i++)
        if (!operands[i] || (!cast && hir_width(h, hir_blob_at(h, operands[i])->type) != width))
            return 0;
    switch (op) {
    case BLOB_ADD:
        return make_add(h, type, operands, count);
    case BLOB_MUL:
        return make_mul(h, type, operands, count);
    case BLOB_UDIV:
    case BLOB_SDIV:
        return count == 2 ? make_div(h, op, type, operands) : 0;
    case BLOB_SMIN:
    case BLOB_SMAX:
    case BLOB_UMIN:
    case BLOB_UMAX:
        return make_minmax(h, op, type, operands, count);
    case BLOB_TRUNC:
    case BLOB_ZEXT:
    case BLOB_SEXT:
    case BLOB_PTRTOINT:
        return count == 1 ? make_cast(h, op, type, operands[0]) : 0;
    default:
        return 0;
    }
}

hir_blob hir_blob_of_two(hir *h, hir_blob_op op, LLVMTypeRef type, hir_blob a, hir_blob b) {
    hir_blob both[2] = {a, b};
    return hir_blob_make(h, op, type, both, 2);
}

hir_blob hir_blob_times(hir *h, LLVMTypeRef type, int64_t factor, hir_blob b) {
    return hir_blob_of_two(h, BLOB_MUL, type, hir_blob_constant(h, type, factor), b);
}
