#include "hir/hir.h"

#include "base/change.h"
#include "base/remark.h"
#include "hir/node.h"

#include <string.h>

void hir_remark(lathe_ctx *ctx, const char *id, ir_place where, const char *message) {
    ctx_diag(ctx, &(lathe_diag){.severity = LATHE_REMARK,
                                .id = id,
                                .file = where.file,
                                .line = where.line,
                                .column = where.column,
                                .message = message});
}

static void add_remark(const hir *h, const char *pass, const char *what, const char *id,
                       ir_place where, const char *rest) {
    remark_add(h->ctx->remarks, &(remark){.kind = id ? REMARK_MISSED : REMARK_PASSED,
                                          .pass = pass,
                                          .name = id ? "LoopStays" : "LoopChanged",
                                          .function = h->function,
                                          .file = where.file,
                                          .line = where.line,
                                          .column = where.column});
    remark_add_part(h->ctx->remarks, "Transform", "%s", what);
    remark_add_part(h->ctx->remarks, "String", "%s", rest);
}

void hir_tell(const hir *h, const char *pass, const char *what, const char *id, const char *reason,
              ir_place where) {
    str text;
    str_init(&text, h->ctx);
    str_printf(&text, "%s of a loop in '%s' %s%s", what, h->function,
               id       ? "declined: "
               : reason ? "done, "
                        : "done",
               reason ? reason : "");
    if (!id)
        change_add(h->ctx, &(change){.kind = CHANGE_LOOP, .pass = pass, .of = h->function});
    hir_remark(h->ctx, id, where, str_text(&text));
    if (h->ctx->remarks)
        add_remark(h, pass, what, id, where, str_text(&text) + strlen(what));
    str_free(&text);
}

bool hir_init(hir *h, lathe_module *m) {
    *h = (hir){.m = m, .ctx = m->ctx, .function = "", .target = ir_layout(m)};
    arena_init(&h->mem, m->ctx);
    map_init_strings(&h->temp_by_name, m->ctx);
    map_init(&h->temp_by_value, m->ctx);
    map_init(&h->blob_by_hash, m->ctx);
    vec_push(h->ctx, &h->temps, (hir_temp_info){.name = ""});
    vec_push(h->ctx, &h->blobs, (hir_blob_info){0});
    return ctx_ok(h->ctx);
}

void hir_free(hir *h) {
    for (size_t i = 0; i < h->made.len; i++) {
        vec_free(h->ctx, &h->made.at[i]->live_in);
        vec_free(h->ctx, &h->made.at[i]->live_out);
        vec_free(h->ctx, &h->made.at[i]->ranges);
        vec_free(h->ctx, &h->made.at[i]->outs);
        vec_free(h->ctx, &h->made.at[i]->blocks);
    }
    vec_free(h->ctx, &h->made);
    vec_free(h->ctx, &h->regions);
    vec_free(h->ctx, &h->refusals);
    vec_free(h->ctx, &h->row_memory);
    vec_free(h->ctx, &h->temps);
    vec_free(h->ctx, &h->blobs);
    map_free(&h->temp_by_name);
    map_free(&h->temp_by_value);
    map_free(&h->blob_by_hash);
    arena_free(&h->mem);
}

/* "%x" -> "%x.2", "%\"a b\"" -> "%\"a b.2\"". */
static const char *numbered_name(hir *h, const char *name, uint32_t number) {
    size_t length = strlen(name);
    bool quoted = length > 2 && name[length - 1] == '"';
    str text;
    str_init(&text, h->ctx);
    str_printf(&text, "%.*s.%u%s", (int)(length - quoted), name, number, quoted ? "\"" : "");
    const char *copy = text.at ? arena_strndup(&h->mem, text.at, text.len) : NULL;
    str_free(&text);
    return copy;
}

/* A copy of the name that no temp has. The map's value for a taken name is the temp that has it;
 * numbers are tried from its count of temps so far, to stay near-linear when one name is wanted
 * again and again. */
static const char *free_name(hir *h, const char *name) {
    if (!map_find_s(&h->temp_by_name, name))
        return arena_strdup(&h->mem, name);
    const char *other = NULL;
    for (uint32_t n = 1; n != 0; n = n < 16 ? n + 1 : n + (uint32_t)h->temps.len) {
        other = numbered_name(h, name, n);
        if (!other || !map_find_s(&h->temp_by_name, other))
            break;
    }
    return other;
}

/* key: what it is found by. */
static hir_temp add_temp(hir *h, const char *key, hir_temp_info info) {
    if (!key || !info.name || !ctx_ok(h->ctx) || !ir_fits(h->ctx, h->temps.len))
        return 0;
    hir_temp t = (hir_temp)h->temps.len;
    map_word *place = map_put_s(&h->temp_by_name, key);
    if (!place)
        return 0;
    place->u = t;
    if (!vec_push(h->ctx, &h->temps, info))
        return 0;
    map_word *by_value = info.value ? map_put(&h->temp_by_value, info.value) : NULL;
    if (by_value && !by_value->u)
        by_value->u = t;
    return t;
}

hir_temp hir_temp_new(hir *h, const char *name, LLVMTypeRef type, LLVMValueRef value) {
    const char *own = free_name(h, name);
    bool global = own && own[0] == '@';
    hir_temp_info info = {
        .name = own, .type = type, .value = value, .symbase = hir_symbase_new(h), .global = global};
    return add_temp(h, own, info);
}

hir_temp hir_temp_named(const hir *h, const char *name) {
    map_word *place = map_find_s(&h->temp_by_name, name);
    return place && place->u < h->temps.len ? (hir_temp)place->u : 0;
}

static char char_at(const char *text, size_t length, size_t at) {
    return at < length ? text[at] : '\0';
}

static size_t digits_from(const char *text, size_t length, size_t from) {
    while (str_is_digit(char_at(text, length, from)))
        from++;
    return from;
}

size_t hir_number_length(const char *text, size_t length, bool *floating) {
    size_t n = char_at(text, length, 0) == '-';
    *floating = char_at(text, length, n) == '0' && char_at(text, length, n + 1) == 'x';
    if (*floating) {
        size_t start = n + 2;
        for (n = start; n < length && memchr("0123456789abcdefABCDEFKLMHR", text[n], 27);)
            n++;
        return n > start ? n : 0;
    }
    n = digits_from(text, length, n);
    if (char_at(text, length, n) != '.' || !str_is_digit(char_at(text, length, n + 1)))
        return n;
    *floating = true;
    n = digits_from(text, length, n + 1);
    char sign = char_at(text, length, n + 1);
    size_t exponent = n + 1 + (sign == '+' || sign == '-');
    bool has = char_at(text, length, n) == 'e' && str_is_digit(char_at(text, length, exponent));
    return has ? digits_from(text, length, exponent) : n;
}

bool hir_is_plain_constant(const char *text, size_t length) {
    static const char *const words[] = {"null", "undef", "poison", "zeroinitializer", "none"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == length && memcmp(text, words[i], length) == 0)
            return true;
    bool floating;
    return hir_number_length(text, length, &floating) == length && floating;
}

/* Constants that are written alike may differ in type, so they are found by both. */
static const char *constant_key(hir *h, const char *text, LLVMTypeRef type) {
    char *type_text = LLVMPrintTypeToString(type);
    str key;
    str_init(&key, h->ctx);
    str_printf(&key, "%s %s", type_text, text);
    LLVMDisposeMessage(type_text);
    const char *copy = key.at ? arena_strndup(&h->mem, key.at, key.len) : NULL;
    str_free(&key);
    return copy;
}

/* As written in HIR: plain, or in backquotes, with those in it turned into plain quotes. */
static const char *constant_name(hir *h, const char *text) {
    size_t length = strlen(text);
    if (hir_is_plain_constant(text, length))
        return arena_strndup(&h->mem, text, length);
    char *name = arena_alloc(&h->mem, length + 3);
    if (!name)
        return NULL;
    name[0] = name[length + 1] = '`';
    for (size_t i = 0; i < length; i++)
        name[i + 1] = text[i] == '`' || text[i] == '\n' ? '\'' : text[i];
    return name;
}

hir_temp hir_temp_constant(hir *h, const char *text, LLVMTypeRef type, LLVMValueRef value) {
    const char *name = constant_name(h, text);
    const char *key = name ? constant_key(h, name, type) : NULL;
    hir_temp known = key ? hir_temp_named(h, key) : 0;
    if (known)
        return known;
    return add_temp(h, key,
                    (hir_temp_info){.name = name, .type = type, .value = value, .global = true});
}

const hir_temp_info *hir_temp_at(const hir *h, hir_temp t) {
    static const hir_temp_info none = {.name = ""};
    return t < h->temps.len ? &h->temps.at[t] : &none;
}

hir_symbase hir_symbase_new(hir *h) {
    return ir_fits(h->ctx, (uint64_t)h->symbases + 1) ? ++h->symbases : 0;
}

uint32_t hir_temp_level(const hir *h, hir_temp t, const HLRegion *region) {
    const hir_temp_info *info = hir_temp_at(h, t);
    return region && info->region && info->region != region ? 0 : info->level;
}

uint32_t hir_width(const hir *h, LLVMTypeRef type) {
    if (!type)
        return 0;
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind: {
        unsigned width = LLVMGetIntTypeWidth(type);
        return width <= 64 ? width : 0;
    }
    case LLVMPointerTypeKind: {
        unsigned size = LLVMPointerSizeForAS(h->target, LLVMGetPointerAddressSpace(type));
        return size <= 8 ? size * 8 : 0;
    }
    default:
        return 0;
    }
}

LLVMTypeRef hir_index_type(const hir *h) {
    return LLVMIntPtrTypeInContext(h->m->llvm_ctx, h->target);
}

int64_t hir_sign_extend(uint64_t bits, uint32_t width) {
    if (width == 0 || width >= 64)
        return (int64_t)bits;
    uint64_t sign = UINT64_C(1) << (width - 1);
    uint64_t low = hir_zero_extend(bits, width);
    return (int64_t)((low ^ sign) - sign);
}

uint64_t hir_zero_extend(uint64_t bits, uint32_t width) {
    return width == 0 || width >= 64 ? bits : bits & ((UINT64_C(1) << width) - 1);
}
