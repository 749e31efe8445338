#include "ckpt/mem_size.h"

#include "base/arena.h"
#include "ckpt/valnames.h"
#include "ir/signatures.h"
#include "ir/value.h"

#include <ctype.h>

/* Of constants: as the functions of runtime/mem have it. */
static const uint64_t too_many = UINT64_C(1) << 63;

enum { MAX_NESTING = 64 };

typedef struct number {
    bool known; /* when compiling */
    uint64_t n;
    LLVMValueRef value;
} number;

typedef struct operation {
    char sign;
    const char *name; /* in runtime/mem */
} operation;

static const operation operations[] = {
    {'+', "ckpt.mem.add"}, {'-', "ckpt.mem.sub"}, {'*', "ckpt.mem.mul"}, {'/', "ckpt.mem.div"}};

static number fail(ckpt_size_reader *r, const char *wrong, const char *about, size_t length) {
    if (!r->wrong) {
        r->wrong = wrong;
        r->about = about;
        r->about_length = length;
    }
    return (number){.known = true};
}

static LLVMTypeRef word_type(const ckpt_size_reader *r) {
    return LLVMInt64TypeInContext(r->m->llvm_ctx);
}

static LLVMValueRef value_of(const ckpt_size_reader *r, number a) {
    return a.known ? LLVMConstInt(word_type(r), a.n, false) : a.value;
}

static LLVMValueRef call(const ckpt_size_reader *r, const char *name, LLVMValueRef *args,
                         unsigned count) {
    LLVMValueRef fn = LLVMGetNamedFunction(r->m->llvm, name);
    return LLVMBuildCall2(r->b, LLVMGlobalGetValueType(fn), fn, args, count, "");
}

static uint64_t compute(char sign, uint64_t a, uint64_t b) {
    uint64_t result = too_many;
    if (a >= too_many || b >= too_many)
        return too_many;
    if (sign == '+')
        result = a + b;
    else if (sign == '-' && b <= a)
        result = a - b;
    else if (sign == '*' && __builtin_mul_overflow(a, b, &result))
        result = too_many;
    else if (sign == '/' && b)
        result = a / b;
    return result < too_many ? result : too_many;
}

static number combine(ckpt_size_reader *r, const operation *o, number a, number b) {
    number result = {.known = a.known && b.known};
    if (result.known)
        result.n = compute(o->sign, a.n, b.n);
    else if (r->b && !r->wrong)
        result.value = call(r, o->name, (LLVMValueRef[]){value_of(r, a), value_of(r, b)}, 2);
    return result;
}

static void skip_blanks(ckpt_size_reader *r) {
    while (r->at < r->end && isspace((unsigned char)*r->at))
        r->at++;
}

static number read_number(ckpt_size_reader *r) {
    const char *start = r->at;
    uint64_t n = 0;
    for (; r->at < r->end && str_is_digit(*r->at); r->at++)
        n = compute('+', compute('*', n, 10), (uint64_t)(*r->at - '0'));
    while (r->at < r->end && strchr("uUlL", *r->at))
        r->at++;
    if (r->at < r->end && (isalnum((unsigned char)*r->at) || *r->at == '_'))
        return fail(r, "is not a number", start, (size_t)(r->at + 1 - start));
    return (number){.known = true, .n = n};
}

static LLVMValueRef find_parameter(const ckpt_size_reader *r, const char *name, size_t length) {
    for (unsigned i = 0, n = LLVMCountParams(r->fn); i < n; i++) {
        LLVMValueRef param = LLVMGetParam(r->fn, i);
        if (str_is(map_get(r->names, param), name, length) ||
            str_is(LLVMGetValueName(param), name, length))
            return param;
    }
    return NULL;
}

/* The parameter as the caller passes it: a number of up to 64 bits. */
static number read_name(ckpt_size_reader *r) {
    const char *start = r->at;
    while (r->at < r->end && (isalnum((unsigned char)*r->at) || *r->at == '_'))
        r->at++;
    size_t length = (size_t)(r->at - start);
    LLVMValueRef param = find_parameter(r, start, length);
    if (!param)
        return fail(r, "is not a parameter", start, length);
    LLVMTypeRef type = LLVMTypeOf(param);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) > 64)
        return fail(r, "is not an integer", start, length);
    number result = {.known = false};
    if (r->b) {
        LLVMValueRef wide = LLVMBuildIntCast2(r->b, param, word_type(r), true, "");
        result.value = call(r, "ckpt.mem.number", &wide, 1);
    }
    return result;
}

static number read_sum(ckpt_size_reader *r, unsigned depth);

static number read_factor(ckpt_size_reader *r, unsigned depth) {
    skip_blanks(r);
    if (depth > MAX_NESTING || r->at == r->end)
        return fail(r, depth > MAX_NESTING ? "is nested too deeply" : "is not complete", "", 0);
    if (str_is_digit(*r->at))
        return read_number(r);
    if (isalpha((unsigned char)*r->at) || *r->at == '_')
        return read_name(r);
    if (*r->at != '(')
        return fail(r, "is not a number, a parameter or a parenthesis", r->at, 1);
    r->at++;
    number inner = read_sum(r, depth + 1);
    skip_blanks(r);
    if (r->at == r->end || *r->at != ')')
        return fail(r, "is not closed", "(", 1);
    r->at++;
    return inner;
}

static const operation *next_operation(ckpt_size_reader *r, const char *signs) {
    skip_blanks(r);
    if (r->at == r->end || !strchr(signs, *r->at))
        return NULL;
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        if (operations[i].sign == *r->at) {
            r->at++;
            return &operations[i];
        }
    return NULL;
}

static number read_product(ckpt_size_reader *r, unsigned depth) {
    number left = read_factor(r, depth);
    for (const operation *o; !r->wrong && (o = next_operation(r, "*/"));)
        left = combine(r, o, left, read_factor(r, depth));
    return left;
}

static number read_sum(ckpt_size_reader *r, unsigned depth) {
    number left = read_product(r, depth);
    for (const operation *o; !r->wrong && (o = next_operation(r, "+-"));)
        left = combine(r, o, left, read_product(r, depth));
    return left;
}

bool ckpt_size_read(ckpt_size_reader *r, const char *text, size_t length, uint64_t *constant,
                    LLVMValueRef *value) {
    r->at = text;
    r->end = text + length;
    r->wrong = NULL;
    number n = read_sum(r, 0);
    skip_blanks(r);
    if (!r->wrong && r->at < r->end)
        fail(r, "is not an operation", r->at, 1);
    if (!r->wrong && n.known && (n.n == 0 || n.n >= too_many))
        fail(r, n.n ? "is too large" : "is zero", text, length);
    if (constant)
        *constant = n.known && !r->wrong ? n.n : 0;
    if (value && r->b && !r->wrong)
        *value = value_of(r, n);
    return !r->wrong;
}

ckpt_said_size ckpt_said_bytes(lathe_module *m, arena *mem, LLVMValueRef argument) {
    ckpt_said_size said = {0};
    unsigned length;
    const char *text = ir_param_bytes(argument, &length);
    if (!text)
        return said;
    map names;
    map_init(&names, m->ctx);
    ckpt_size_reader r = {.m = m, .fn = LLVMGetParamParent(argument), .names = &names};
    ckpt_source_names(&names, mem, m, r.fn);
    if (ckpt_size_read(&r, text, length, &said.bytes, NULL) && !said.bytes)
        said.expression = arena_strndup(mem, text, length);
    map_free(&names);
    return said;
}
