/* Clang prints declarations as they were written (-ast-print), with constants computed:
 *
 *     Printing task:
 *     int task(float data[1024], int n, double b[n][n + 1], float ckpt_mem[static 4096]) {
 *
 * Only definitions count, since a declaration may say less. Two definitions of one name (overloads)
 * that disagree about a parameter leave it unknown. The size of an element is debug info's. */
#include "ir/signatures.h"

#include "base/map.h"
#include "ir/attr.h"
#include "ir/llvmx.h"
#include "ir/md.h"
#include "ir/value.h"

#include <llvm-c/DebugInfo.h>

#include <ctype.h>

static const char attribute[] = "lathe-bytes";

enum { MAX_DIMENSIONS = 8, SUBPROGRAM_NAME = 2, VARIABLE_NAME = 1 };

const char *ir_param_bytes(LLVMValueRef param, unsigned *length) {
    LLVMValueRef fn = LLVMGetParamParent(param);
    unsigned index = 0;
    while (LLVMGetParam(fn, index) != param)
        index++;
    LLVMAttributeRef a =
        LLVMGetStringAttributeAtIndex(fn, index + 1, attribute, sizeof attribute - 1);
    return a ? LLVMGetStringAttributeValue(a, length) : NULL;
}

void ir_param_set_bytes(LLVMValueRef param, const char *expression, size_t length) {
    LLVMValueRef fn = LLVMGetParamParent(param);
    unsigned index = 0;
    while (LLVMGetParam(fn, index) != param)
        index++;
    LLVMRemoveStringAttributeAtIndex(fn, index + 1, attribute, sizeof attribute - 1);
    LLVMAddAttributeAtIndex(fn, index + 1,
                            LLVMCreateStringAttribute(LLVMGetValueContext(fn), attribute,
                                                      sizeof attribute - 1, expression,
                                                      (unsigned)length));
}

/* ---- which functions ---- */

typedef struct reader {
    lathe_module *m;
    LLVMValueRef fn;
    arena mem;
    ir_md_ops ops;
    const char *name; /* of the function in the source */
    const char *text; /* what clang printed */
    map names;        /* of the function's parameters */
    size_t noted;
} reader;

static bool is_wanted(LLVMValueRef fn) {
    bool pointers = false;
    for (unsigned i = 0, n = LLVMCountParams(fn); i < n; i++) {
        LLVMValueRef param = LLVMGetParam(fn, i);
        if (ir_is_pointer(param) && strcmp(LLVMGetValueName(param), "ckpt_mem") == 0)
            return true;
        pointers |= ir_is_pointer(param);
    }
    if (pointers)
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb)
                if (strcmp(ir_callee_name(inst), "checkpoint") == 0)
                    return true;
    return false;
}

/* ---- one declaration ---- */

typedef struct span {
    const char *at;
    size_t length;
} span;

static bool is_word_char(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static span trim(span s) {
    while (s.length && isspace((unsigned char)*s.at))
        s.at++, s.length--;
    while (s.length && isspace((unsigned char)s.at[s.length - 1]))
        s.length--;
    return s;
}

/* What closes the bracket that `at` begins with; NULL if nothing does. */
static const char *closing(const char *at) {
    size_t depth = 0;
    for (; *at; at++) {
        depth += strchr("([{", *at) != NULL;
        if (strchr(")]}", *at) && --depth == 0)
            return at;
    }
    return NULL;
}

/* Without the words that may stand within the first pair of brackets. */
static span without_qualifiers(span s) {
    static const char *const words[] = {"static", "const", "restrict", "volatile"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i]);
        s = trim(s);
        if (s.length >= length && memcmp(s.at, words[i], length) == 0 &&
            (s.length == length || !is_word_char(s.at[length]))) {
            s = (span){s.at + length, s.length - length};
            i = (size_t)-1;
        }
    }
    return trim(s);
}

/* "float b[n][n + 1]" as "(n)*(n + 1)" if the parameter has that name and such a type. */
static bool read_dimensions(span parameter, const char *name, str *out) {
    const char *open = memchr(parameter.at, '[', parameter.length);
    const char *end = parameter.at + parameter.length;
    size_t length = strlen(name), count = 0;
    if (!open || (size_t)(open - parameter.at) < length ||
        memcmp(open - length, name, length) != 0 ||
        (open - parameter.at > (ptrdiff_t)length && is_word_char(open[-(ptrdiff_t)length - 1])))
        return false;
    while (open < end && *open == '[' && count++ < MAX_DIMENSIONS) {
        const char *close = closing(open);
        if (!close)
            return false;
        span inside = without_qualifiers((span){open + 1, (size_t)(close - open - 1)});
        if (!inside.length || (inside.length == 1 && *inside.at == '*'))
            return false;
        str_add(out, out->len ? "*(" : "(");
        str_add_n(out, inside.at, inside.length);
        str_add_char(out, ')');
        open = close + 1;
    }
    return open == end;
}

/* The same for the parameter of that name in a list; nothing is added if there is none. */
static void read_parameters(const char *open, const char *close, const char *name, str *out) {
    for (const char *at = open + 1; at < close;) {
        const char *end = at;
        for (; end < close && *end != ','; end++)
            if (strchr("([{", *end) && !(end = closing(end)))
                return;
        str_clear(out);
        if (read_dimensions(trim((span){at, (size_t)(end - at)}), name, out))
            return;
        str_clear(out);
        at = end + 1;
    }
}

/* Whether "name(" stands here, and the declaration has a body. */
static const char *parameters_of_definition(const reader *r, const char *at, const char **close) {
    const char *open = at + strlen(r->name);
    if ((at > r->text && is_word_char(at[-1])) || *open != '(' || !(*close = closing(open)))
        return NULL;
    const char *after = *close + strcspn(*close, "{;");
    return *after == '{' ? open : NULL;
}

/* A template is printed as it is written and as it is used: only parameters may be named. */
static bool names_parameters(const reader *r, const str *expression) {
    for (const char *at = str_text(expression); *at;) {
        size_t length = 0;
        while (is_word_char(at[length]))
            length++;
        char word[64];
        if (length && !str_is_digit(*at)) {
            if (length >= sizeof word)
                return false;
            memcpy(word, at, length);
            word[length] = '\0';
            if (!map_find_s(&r->names, word))
                return false;
        }
        at += length ? length : 1;
    }
    return true;
}

/* All definitions must say the same. */
static bool find_dimensions(reader *r, const char *name, str *found) {
    str one;
    bool same = true;
    str_init(&one, r->m->ctx);
    for (const char *at = r->text; same && (at = strstr(at, r->name)); at++) {
        const char *close, *open = parameters_of_definition(r, at, &close);
        if (!open)
            continue;
        read_parameters(open, close, name, &one);
        if (one.len && !names_parameters(r, &one))
            continue;
        if (one.len && found->len && strcmp(str_text(&one), str_text(found)) != 0)
            same = false;
        else if (one.len && !found->len)
            str_add(found, str_text(&one));
    }
    str_free(&one);
    return same && found->len;
}

/* ---- elements ---- */

enum {
    POINTER = 0x0f,
    ARRAY = 0x01,
    TYPEDEF = 0x16,
    CONST = 0x26,
    VOLATILE = 0x35,
    RESTRICT = 0x37
};

static LLVMMetadataRef base_of(reader *r, LLVMMetadataRef type) {
    ir_md_operands(r->m, type, &r->ops);
    return ir_md_node_at(&r->ops, IR_DI_OP_BASE);
}

static LLVMMetadataRef below_qualifiers(reader *r, LLVMMetadataRef type) {
    for (int steps = 0; type && steps < 64; steps++) {
        unsigned tag = LLVMGetDINodeTag(type);
        if (tag != TYPEDEF && tag != CONST && tag != VOLATILE && tag != RESTRICT)
            return type;
        type = base_of(r, type);
    }
    return NULL;
}

/* Of what the pointer points to, or the array that it points to is made of; 0 if not known. */
static uint64_t element_bytes(reader *r, LLVMMetadataRef type) {
    type = below_qualifiers(r, type);
    if (!type || LLVMGetDINodeTag(type) != POINTER)
        return 0;
    type = below_qualifiers(r, base_of(r, type));
    for (int steps = 0; type && LLVMGetDINodeTag(type) == ARRAY && steps < MAX_DIMENSIONS; steps++)
        type = below_qualifiers(r, base_of(r, type));
    return type ? LLVMDITypeGetSizeInBits(type) / 8 : 0;
}

/* ---- parameters ---- */

static LLVMValueRef argument_of(LLVMValueRef value) {
    if (value && LLVMIsAArgument(value))
        return value;
    if (!value || !LLVMIsAAllocaInst(value))
        return NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == value &&
            LLVMIsAArgument(LLVMGetOperand(user, 0)))
            return LLVMGetOperand(user, 0);
    }
    return NULL;
}

static void note_parameter(void *data, LLVMDbgRecordRef record) {
    reader *r = data;
    LLVMValueRef argument = argument_of(LLVMDbgVariableRecordGetValue(record, 0));
    LLVMMetadataRef variable = LLVMDbgVariableRecordGetVariable(record);
    unsigned length;
    if (!argument || !variable || !ir_is_pointer(argument) || ir_param_bytes(argument, &length))
        return;
    ir_md_operands(r->m, variable, &r->ops);
    const char *name = ir_md_string_at(&r->ops, VARIABLE_NAME);
    LLVMMetadataRef type = ir_md_node_at(&r->ops, IR_DI_OP_TYPE);
    uint64_t bytes = type ? element_bytes(r, type) : 0;
    str expression;
    str_init(&expression, r->m->ctx);
    if (name && bytes && find_dimensions(r, name, &expression)) {
        str_printf(&expression, "*%llu", (unsigned long long)bytes);
        ir_param_set_bytes(argument, str_text(&expression), expression.len);
        r->noted++;
    }
    str_free(&expression);
}

static void note_name(void *data, LLVMDbgRecordRef record) {
    reader *r = data;
    LLVMMetadataRef variable = LLVMDbgVariableRecordGetVariable(record);
    if (!variable || !argument_of(LLVMDbgVariableRecordGetValue(record, 0)))
        return;
    ir_md_operands(r->m, variable, &r->ops);
    const char *name = ir_md_string_at(&r->ops, VARIABLE_NAME);
    if (name)
        map_put_s(&r->names, name);
}

static const char *source_name(reader *r) {
    LLVMMetadataRef subprogram = LLVMGetSubprogram(r->fn);
    if (!subprogram)
        return NULL;
    ir_md_operands(r->m, subprogram, &r->ops);
    const char *name = ir_md_string_at(&r->ops, SUBPROGRAM_NAME);
    return name ? arena_strdup(&r->mem, name) : NULL;
}

static bool note_function(reader *r, const char *path, const lathe_load_options *options) {
    ir_input printed = {.name = path};
    if (!(r->name = source_name(r)))
        return ctx_ok(r->m->ctx);
    char *bare = arena_strndup(&r->mem, r->name, strcspn(r->name, "<"));
    if (bare && ir_input_declarations(r->m->ctx, &printed, path, bare, options)) {
        r->text = printed.bytes;
        map_clear(&r->names);
        ir_each_block (bb, r->fn)
            llvmx_each_variable(bb, note_name, r);
        ir_each_block (bb, r->fn)
            llvmx_each_variable(bb, note_parameter, r);
    }
    ir_input_free(r->m->ctx, &printed);
    return ctx_ok(r->m->ctx);
}

bool ir_note_array_sizes(lathe_ctx *ctx, LLVMModuleRef module, const char *path,
                         const lathe_load_options *options) {
    lathe_module alone = {.ctx = ctx, .llvm_ctx = LLVMGetModuleContext(module), .llvm = module};
    reader r = {.m = &alone};
    arena_init(&r.mem, ctx);
    map_init_strings(&r.names, ctx);
    ir_each_function (fn, module)
        if (!LLVMIsDeclaration(fn) && is_wanted(fn)) {
            r.fn = fn;
            if (!note_function(&r, path, options))
                break;
        }
    vec_free(ctx, &r.ops);
    map_free(&r.names);
    arena_free(&r.mem);
    return r.noted > 0;
}

bool ir_has_source_name(lathe_module *m, LLVMValueRef fn, const char *name, size_t length) {
    reader r = {.m = m, .fn = fn};
    arena_init(&r.mem, m->ctx);
    bool same = str_is(source_name(&r), name, length);
    vec_free(m->ctx, &r.ops);
    arena_free(&r.mem);
    return same;
}
