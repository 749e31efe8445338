#include "ir/names.h"

#include <string.h>

static bool has_name(LLVMValueRef value) {
    size_t length;
    LLVMGetValueName2(value, &length);
    return length != 0;
}

static void number(ir_names *names, LLVMValueRef value) {
    if (has_name(value))
        return;
    uint64_t next = names->numbers.len;
    map_set(&names->numbers, value, (map_word){.u = next});
}

bool ir_names_init(ir_names *names, lathe_ctx *ctx, LLVMValueRef fn) {
    map_init(&names->numbers, ctx);
    for (LLVMValueRef arg = LLVMGetFirstParam(fn); arg; arg = LLVMGetNextParam(arg))
        number(names, arg);
    ir_each_block (bb, fn) {
        uint64_t work = 1;
        number(names, LLVMBasicBlockAsValue(bb));
        ir_each_inst (inst, bb) {
            work++;
            if (LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMVoidTypeKind)
                number(names, inst);
        }
        if (!ctx_tick(ctx, work))
            break;
    }
    return ctx_ok(ctx);
}

void ir_names_free(ir_names *names) {
    map_free(&names->numbers);
}

static bool is_plain(const char *name, size_t length) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789-._";
    if (length == 0 || (name[0] >= '0' && name[0] <= '9'))
        return false;
    for (size_t i = 0; i < length; i++)
        if (!name[i] || !strchr(plain, name[i]))
            return false;
    return true;
}

void ir_name_quote(str *out, const char *name, size_t length) {
    if (is_plain(name, length)) {
        str_add_n(out, name, length);
        return;
    }
    str_add_char(out, '"');
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)name[i];
        if (c == '\\')
            str_add(out, "\\\\");
        else if (c >= ' ' && c < 0x7f && c != '"')
            str_add_char(out, (char)c);
        else
            str_printf(out, "\\%02X", c);
    }
    str_add_char(out, '"');
}

void ir_names_add(const ir_names *names, str *out, LLVMValueRef value) {
    size_t length;
    const char *name = LLVMGetValueName2(value, &length);
    str_add_char(out, '%');
    if (length) {
        ir_name_quote(out, name, length);
        return;
    }
    map_word *n = map_find(&names->numbers, value);
    if (n)
        str_printf(out, "%llu", (unsigned long long)n->u);
    else
        str_add_char(out, '?');
}

void ir_names_add_block(const ir_names *names, str *out, LLVMBasicBlockRef bb) {
    ir_names_add(names, out, LLVMBasicBlockAsValue(bb));
}
