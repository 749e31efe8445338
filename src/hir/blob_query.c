/* What may be asked of blobs. Recursion goes down a blob, whose depth is bounded. */
#include "base/str.h"
#include "hir/blob.h"

#include <string.h>

const char *hir_blob_op_name(hir_blob_op op) {
    static const char *const names[] = {
        [BLOB_TEMP] = "temp", [BLOB_CONSTANT] = "constant", [BLOB_ADD] = "add",
        [BLOB_MUL] = "mul",   [BLOB_UDIV] = "udiv",         [BLOB_SDIV] = "sdiv",
        [BLOB_SMIN] = "smin", [BLOB_SMAX] = "smax",         [BLOB_UMIN] = "umin",
        [BLOB_UMAX] = "umax", [BLOB_TRUNC] = "trunc",       [BLOB_ZEXT] = "zext",
        [BLOB_SEXT] = "sext", [BLOB_PTRTOINT] = "ptrtoint",
    };
    return names[op];
}

/* Compares two runs of digits by value, and moves past them. */
static int compare_digits(const char **a, const char **b) {
    while (**a == '0' && str_is_digit((*a)[1]))
        ++*a;
    while (**b == '0' && str_is_digit((*b)[1]))
        ++*b;
    size_t left = strspn(*a, "0123456789"), right = strspn(*b, "0123456789");
    int order = left != right ? (left < right ? -1 : 1) : memcmp(*a, *b, left);
    *a += left;
    *b += right;
    return order;
}

static int compare_names(const char *a, const char *b) {
    const char *left = a, *right = b;
    while (*left && *right) {
        int order = 0;
        if (str_is_digit(*left) && str_is_digit(*right))
            order = compare_digits(&left, &right);
        else
            order = (unsigned char)*left++ - (unsigned char)*right++;
        if (order)
            return order;
    }
    int order = (unsigned char)*left - (unsigned char)*right;
    return order ? order : strcmp(a, b);
}

static int compare_operands(const hir *h, const hir_blob_info *a, const hir_blob_info *b) {
    if (a->operand_count != b->operand_count)
        return a->operand_count < b->operand_count ? -1 : 1;
    for (uint32_t i = 0; i < a->operand_count; i++) {
        int order = hir_blob_compare(h, a->operands[i], b->operands[i]);
        if (order)
            return order;
    }
    return 0;
}

static int compare_leaves(const hir *h, const hir_blob_info *a, const hir_blob_info *b) {
    if (a->op == BLOB_TEMP)
        return compare_names(hir_temp_at(h, a->temp)->name, hir_temp_at(h, b->temp)->name);
    return (a->constant > b->constant) - (a->constant < b->constant);
}

int hir_blob_compare(const hir *h, hir_blob a, hir_blob b) {
    if (a == b)
        return 0;
    const hir_blob_info *left = hir_blob_at(h, a), *right = hir_blob_at(h, b);
    int order = (int)left->op - (int)right->op;
    if (!order)
        order =
            left->operand_count ? compare_operands(h, left, right) : compare_leaves(h, left, right);
    if (!order)
        order = (int)hir_width(h, left->type) - (int)hir_width(h, right->type);
    return order ? order : a < b ? -1 : 1;
}

static void add_temp_blob(const hir *h, hir_blob b, hir_blob_list *out) {
    size_t at = 0;
    while (at < out->len && hir_blob_compare(h, out->at[at], b) < 0)
        at++;
    if (at < out->len && out->at[at] == b)
        return;
    if (!vec_push(h->ctx, out, b))
        return;
    memmove(out->at + at + 1, out->at + at, (out->len - 1 - at) * sizeof *out->at);
    out->at[at] = b;
}

void hir_collect_temp_blobs(const hir *h, hir_blob b, hir_blob_list *out) {
    const hir_blob_info *info = hir_blob_at(h, b);
    if (!b)
        return;
    if (info->op == BLOB_TEMP)
        add_temp_blob(h, b, out);
    for (uint32_t i = 0; i < info->operand_count; i++)
        hir_collect_temp_blobs(h, info->operands[i], out);
}

uint32_t hir_blob_level(const hir *h, hir_blob b, const HLRegion *region) {
    const hir_blob_info *info = hir_blob_at(h, b);
    uint32_t deepest = info->op == BLOB_TEMP ? hir_temp_level(h, info->temp, region) : 0;
    for (uint32_t i = 0; i < info->operand_count; i++) {
        uint32_t level = hir_blob_level(h, info->operands[i], region);
        deepest = level > deepest ? level : deepest;
    }
    return deepest;
}

uint64_t hir_better(hir_blob_op op, uint64_t a, uint64_t b, uint32_t width) {
    bool less = op == BLOB_SMIN || op == BLOB_SMAX
                    ? hir_sign_extend(a, width) < hir_sign_extend(b, width)
                    : hir_zero_extend(a, width) < hir_zero_extend(b, width);
    return less == (op == BLOB_SMIN || op == BLOB_UMIN) ? a : b;
}

static uint64_t combine(hir_blob_op op, uint64_t a, uint64_t b, uint32_t width) {
    switch (op) {
    case BLOB_ADD:
        return a + b;
    case BLOB_MUL:
        return a * b;
    case BLOB_UDIV:
    case BLOB_SDIV:
        return hir_quotient(a, b, op == BLOB_SDIV, width);
    default:
        return hir_better(op, a, b, width);
    }
}

uint64_t hir_blob_value(const hir *h, hir_blob b, hir_temp_value *temp, void *data) {
    const hir_blob_info *info = hir_blob_at(h, b);
    uint32_t width = hir_width(h, info->type);
    if (info->op == BLOB_TEMP)
        return hir_zero_extend(temp(data, info->temp), width);
    if (info->op == BLOB_CONSTANT)
        return hir_zero_extend((uint64_t)info->constant, width);
    uint64_t value = hir_blob_value(h, info->operands[0], temp, data);
    if (info->op == BLOB_SEXT)
        value =
            (uint64_t)hir_sign_extend(value, hir_width(h, hir_blob_at(h, info->operands[0])->type));
    for (uint32_t i = 1; i < info->operand_count; i++)
        value = combine(info->op, value, hir_blob_value(h, info->operands[i], temp, data), width);
    return hir_zero_extend(value, width);
}
