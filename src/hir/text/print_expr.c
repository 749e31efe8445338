/* Blobs, CanonExprs and refs as text. */
#include "hir/text.h"

#include "ir/names.h"

#include <string.h>

void hir_quote(str *out, const char *text) {
    str_add_char(out, '"');
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c >= ' ' && c < 0x7f && c != '"' && c != '\\')
            str_add_char(out, (char)c);
        else
            str_printf(out, "\\%02X", c);
    }
    str_add_char(out, '"');
}

bool hir_is_quoted_in_json(const char *name) {
    size_t left = strlen(name), length = 1;
    for (const char *at = name; left && length; at += length, left -= length)
        length = str_utf8_length(at, left);
    return name[0] == '"' || length == 0;
}

void hir_type_text(str *out, LLVMTypeRef type) {
    const char *name = LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMGetStructName(type) : NULL;
    if (name) {
        str_add_char(out, '%');
        ir_name_quote(out, name, strlen(name));
        return;
    }
    char *text = LLVMPrintTypeToString(type);
    str_add(out, text);
    LLVMDisposeMessage(text);
}

/* A type in the name of a cast: i32, ptr, ptr1 in address space 1. */
static void short_type(str *out, LLVMTypeRef type) {
    bool pointer = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
    unsigned space = pointer ? LLVMGetPointerAddressSpace(type) : 0;
    if (space)
        str_printf(out, "ptr%u", space);
    else
        hir_type_text(out, type);
}

static bool is_integer(LLVMTypeRef type, unsigned width) {
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == width;
}

/* Casts between i32 and i64 need no types. */
static bool is_usual_cast(const char *name, LLVMTypeRef from, LLVMTypeRef to) {
    if (strcmp(name, "ptrtoint") == 0)
        return is_integer(to, 64);
    bool narrows = strcmp(name, "trunc") == 0;
    return is_integer(from, narrows ? 64 : 32) && is_integer(to, narrows ? 32 : 64);
}

static void open_cast(str *out, const char *name, LLVMTypeRef from, LLVMTypeRef to, bool verbose) {
    str_add(out, name);
    if (verbose || !is_usual_cast(name, from, to)) {
        str_add_char(out, '.');
        short_type(out, from);
        str_add_char(out, '.');
        short_type(out, to);
    }
    str_add_char(out, '(');
}

static const char *const blob_words[] = {
    [BLOB_ADD] = " + ",   [BLOB_MUL] = " * ",   [BLOB_UDIV] = " /u ",
    [BLOB_SDIV] = " / ",  [BLOB_SMIN] = "smin", [BLOB_SMAX] = "smax",
    [BLOB_UMIN] = "umin", [BLOB_UMAX] = "umax", [BLOB_TRUNC] = "trunc",
    [BLOB_ZEXT] = "zext", [BLOB_SEXT] = "sext", [BLOB_PTRTOINT] = "ptrtoint",
};

/* Depth is bounded by HIR_MAX_BLOB_DEPTH. */
void hir_blob_text(const hir *h, hir_blob b, bool verbose, str *out) {
    const hir_blob_info *info = hir_blob_at(h, b);
    if (info->op == BLOB_TEMP) {
        str_add(out, hir_temp_at(h, info->temp)->name);
        return;
    }
    if (info->op == BLOB_CONSTANT) {
        str_printf(out, "%lld", (long long)info->constant);
        return;
    }
    const char *word = blob_words[info->op], *between = word[0] == ' ' ? word : ", ";
    if (info->op >= BLOB_TRUNC)
        open_cast(out, word, hir_blob_at(h, info->operands[0])->type, info->type, verbose);
    else
        str_printf(out, "%s(", word[0] == ' ' ? "" : word);
    for (uint32_t i = 0; i < info->operand_count; i++) {
        str_add(out, i ? between : "");
        hir_blob_text(h, info->operands[i], verbose, out);
    }
    str_add_char(out, ')');
}

void hir_blob_print(const hir *h, hir_blob b, str *out) {
    hir_blob_text(h, b, false, out);
}

/* level 0: no induction variable; blob 0: no blob. */
static void print_term(const hir *h, int64_t coefficient, hir_blob blob, uint32_t level,
                       bool verbose, str *out) {
    const char *times = "";
    if (coefficient != 1 || (!blob && !level)) {
        str_printf(out, "%lld", (long long)coefficient);
        times = " * ";
    }
    if (blob) {
        str_add(out, times);
        hir_blob_text(h, blob, verbose, out);
        times = " * ";
    }
    if (level)
        str_printf(out, "%si%u", times, level);
}

static void print_sum(const hir *h, const CanonExpr *ce, bool verbose, str *out) {
    const char *plus = "";
    hir_each_term (t, ce) {
        str_add(out, plus);
        print_term(h, t.coefficient, t.blob, t.level, verbose, out);
        plus = " + ";
    }
    if (ce->constant || !*plus) {
        str_add(out, plus);
        print_term(h, ce->constant, 0, 0, verbose, out);
    }
}

static void print_quotient(const hir *h, const CanonExpr *ce, bool verbose, str *out) {
    if (ce->denominator == 1) {
        print_sum(h, ce, verbose, out);
        return;
    }
    str_add_char(out, '(');
    print_sum(h, ce, verbose, out);
    str_printf(out, ") %s %lld", ce->is_signed ? "/" : "/u", (long long)ce->denominator);
}

static bool is_floating_text(const char *name) {
    return (name[0] >= '0' && name[0] <= '9') || name[0] == '-';
}

LLVMTypeRef hir_default_type(const hir *h, const CanonExpr *ce) {
    LLVMContextRef context = h->m->llvm_ctx;
    if (hir_is_self_blob(h, ce)) {
        const char *name = hir_temp_at(h, hir_blob_at(h, ce->blobs[0].blob)->temp)->name;
        if (is_floating_text(name))
            return LLVMDoubleTypeInContext(context);
        if (strcmp(name, "null") == 0)
            return LLVMPointerTypeInContext(context, 0);
    }
    return LLVMInt64TypeInContext(context);
}

static bool is_typed_blob(const hir *h, hir_blob b) {
    const hir_blob_info *info = hir_blob_at(h, b);
    if (!b || info->op == BLOB_CONSTANT)
        return false;
    if (info->op >= BLOB_TRUNC)
        return true;
    const char *name = hir_temp_at(h, info->temp)->name;
    if (info->op == BLOB_TEMP)
        return name[0] == '%' || name[0] == '@';
    for (uint32_t i = 0; i < info->operand_count; i++)
        if (is_typed_blob(h, info->operands[i]))
            return true;
    return false;
}

/* Whether the sum's text has something with a type: a temp that is declared, or a cast. */
static bool tells_type(const hir *h, const CanonExpr *ce) {
    hir_each_term (t, ce)
        if (is_typed_blob(h, t.blob))
            return true;
    return false;
}

/* " word" or "{word": pieces in braces. */
static void attribute(str *out, bool *open, const char *format, uint64_t number) {
    str_add_char(out, *open ? ' ' : '{');
    *open = true;
    str_printf(out, format, (unsigned long long)number);
}

static void canon_attributes(const hir *h, const CanonExpr *ce, bool *open, str *out) {
    bool typed = ce->cast != HIR_CAST_NONE || tells_type(h, ce);
    if (!typed && ce->source != hir_default_type(h, ce)) {
        attribute(out, open, "", 0);
        hir_type_text(out, ce->source);
    }
    if (ce->exact && !hir_is_simple(ce))
        attribute(out, open, "exact", 0);
}

/* A cast of a cast: hiding the outer one would make the inner one look like it. */
static bool is_cast_inside(const hir *h, const CanonExpr *ce) {
    hir_blob b = ce->denominator == 1 ? hir_only_blob(ce) : 0;
    return b && hir_blob_at(h, b)->op >= BLOB_TRUNC;
}

/* a[(unsigned char)i] is not a[i]. */
static bool may_change(const CanonExpr *ce) {
    return ce->cast != HIR_CAST_NONE && ce->iv_count && !ce->exact;
}

/* Without what stands in braces. */
static void print_form(const hir *h, const CanonExpr *ce, bool verbose, str *out) {
    bool cast = ce->cast != HIR_CAST_NONE && (verbose || is_cast_inside(h, ce));
    if (cast)
        open_cast(out, blob_words[ce->cast], ce->source, ce->dest, true);
    print_quotient(h, ce, verbose, out);
    if (cast)
        str_add_char(out, ')');
}

void hir_canon_text(const hir *h, const CanonExpr *ce, bool verbose, str *out) {
    bool open = false;
    print_form(h, ce, verbose, out);
    if (verbose)
        canon_attributes(h, ce, &open, out);
    if (open)
        str_add_char(out, '}');
}

void hir_canon_print(const hir *h, const CanonExpr *ce, str *out) {
    hir_canon_text(h, ce, false, out);
}

static void print_dimension(const hir *h, const RegDDRef *ref, uint32_t d, bool verbose, str *out) {
    bool cast = !verbose && may_change(ref->subscripts[d]);
    str_add_char(out, '[');
    if (cast)
        open_cast(out, blob_words[ref->subscripts[d]->cast], ref->subscripts[d]->source,
                  ref->subscripts[d]->dest, true);
    hir_canon_text(h, ref->subscripts[d], verbose, out);
    if (cast)
        str_add_char(out, ')');
    if (verbose && (ref->strides[d] || ref->sizes[d])) {
        str_add(out, " : ");
        if (ref->strides[d])
            hir_blob_text(h, ref->strides[d], true, out);
        else
            str_add_char(out, '?');
        if (ref->sizes[d])
            str_printf(out, " x %llu", (unsigned long long)ref->sizes[d]);
    }
    str_add_char(out, ']');
}

static void memory_attributes(const RegDDRef *ref, bool *open, str *out) {
    if (ref->type) {
        attribute(out, open, "", 0);
        hir_type_text(out, ref->type);
    }
    attribute(out, open, "sb:%llu", ref->symbase);
    if (ref->in_bounds)
        attribute(out, open, "inbounds", 0);
    if (ref->no_wrap)
        attribute(out, open, "nowrap", 0);
    if (ref->is_volatile)
        attribute(out, open, "volatile", 0);
    if (ref->atomic)
        attribute(out, open, "atomic", 0);
}

static void print_memory(const hir *h, const RegDDRef *ref, bool verbose, str *out) {
    str_add(out, ref->kind == REF_ADDRESS ? "&(" : "(");
    hir_canon_text(h, ref->base, verbose, out);
    str_add_char(out, ')');
    for (uint32_t d = ref->dimensions; d > 0; d--)
        print_dimension(h, ref, d - 1, verbose, out);
    bool open = false;
    if (verbose)
        memory_attributes(ref, &open, out);
    if (open)
        str_add_char(out, '}');
}

static void print_scalar(const hir *h, const RegDDRef *ref, bool verbose, str *out) {
    bool open = false;
    print_form(h, ref->subscripts[0], verbose, out);
    if (!verbose)
        return;
    canon_attributes(h, ref->subscripts[0], &open, out);
    if (ref->symbase != hir_temp_at(h, hir_ref_temp(h, ref))->symbase)
        attribute(out, &open, "sb:%llu", ref->symbase);
    if (open)
        str_add_char(out, '}');
}

void hir_ref_text(const hir *h, const RegDDRef *ref, bool verbose, str *out) {
    if (!ref)
        str_add_char(out, '?');
    else if (ref->kind == REF_SCALAR)
        print_scalar(h, ref, verbose, out);
    else
        print_memory(h, ref, verbose, out);
}

void hir_ref_print(const hir *h, const RegDDRef *ref, str *out) {
    hir_ref_text(h, ref, false, out);
}
