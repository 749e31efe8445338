#include "cc/objects/setting.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

typedef enum value_kind {
    NO_VALUE,
    ONE_OF, /* the words of `values` */
    NUMBER, /* decimal digits */
    NAME,   /* of a processor or a function: letters, digits, and _ . + - */
    NAMES,  /* several, with commas between them */
} value_kind;

typedef struct row {
    const char *word; /* up to its value */
    value_kind kind;
    const char *values; /* of ONE_OF, with blanks between them */
    bool arithmetic;
} row;

#define FLAG(word) {word, NO_VALUE, NULL, false}
#define CHOICE(word, values) {word, ONE_OF, values, false}
#define VALUE(word, kind) {word, kind, NULL, false}

enum { MAX_FIELDS = 256, MAX_VALUE = 64, MAX_DIGITS = 9, FIELD_HEADER = 4 };

/* A row's number in objects is 1 + its index: changes of the order raise the version in record.c.
 *
 * What bitcode carries (features of the processor, visibility, attributes of functions) is not
 * here; nor is anything that names a file, or hands words on to LLVM, the assembler or a plugin. */
static const row rows[] = {
    /* clang-format off */
    FLAG("-fPIC"), FLAG("-fPIE"), FLAG("-fno-PIC"), FLAG("-fno-PIE"), FLAG("-fno-pic"),
    FLAG("-fno-pie"), FLAG("-fpic"), FLAG("-fpie"), FLAG("-fplt"), FLAG("-fno-plt"),
    FLAG("-fsemantic-interposition"), FLAG("-fno-semantic-interposition"),
    CHOICE("-ftls-model=", "global-dynamic local-dynamic initial-exec local-exec"),
    FLAG("-femulated-tls"), FLAG("-fno-emulated-tls"), FLAG("-faddrsig"), FLAG("-fno-addrsig"),
    FLAG("-fasynchronous-unwind-tables"), FLAG("-fno-asynchronous-unwind-tables"),
    FLAG("-funwind-tables"), FLAG("-fno-unwind-tables"), FLAG("-fexceptions"),
    FLAG("-fno-exceptions"), FLAG("-fomit-frame-pointer"), FLAG("-fno-omit-frame-pointer"),
    CHOICE("-fbasic-block-sections=", "all none"), FLAG("-fbasic-block-address-map"),
    FLAG("-fno-basic-block-address-map"), FLAG("-fdata-sections"), FLAG("-fno-data-sections"),
    FLAG("-ffunction-sections"), FLAG("-fno-function-sections"), FLAG("-funique-section-names"),
    FLAG("-fno-unique-section-names"), FLAG("-fzero-initialized-in-bss"),
    FLAG("-fno-zero-initialized-in-bss"), FLAG("-fsplit-machine-functions"),
    FLAG("-fno-split-machine-functions"), FLAG("-fcf-protection"),
    CHOICE("-fcf-protection=", "none branch return full"), FLAG("-fstack-protector"),
    FLAG("-fstack-protector-all"), FLAG("-fstack-protector-strong"), FLAG("-fno-stack-protector"),
    FLAG("-fstack-clash-protection"), FLAG("-fno-stack-clash-protection"), FLAG("-fbuiltin"),
    FLAG("-fno-builtin"), VALUE("-fno-builtin-", NAME), FLAG("-ffreestanding"),
    {"-ffast-math", NO_VALUE, NULL, true}, {"-fno-fast-math", NO_VALUE, NULL, true},
    {"-ffp-contract=", ONE_OF, "on off fast fast-honor-pragmas", true},
    {"-ffp-model=", ONE_OF, "precise strict fast aggressive", true}, FLAG("-fvectorize"),
    FLAG("-fno-vectorize"), FLAG("-ftree-vectorize"), FLAG("-fno-tree-vectorize"),
    FLAG("-fslp-vectorize"), FLAG("-fno-slp-vectorize"), FLAG("-ftree-slp-vectorize"),
    FLAG("-fno-tree-slp-vectorize"), FLAG("-funroll-loops"), FLAG("-fno-unroll-loops"),
    CHOICE("-fveclib=", "none libmvec SVML SLEEF ArmPL AMDLIBM"), FLAG("-fdebug-types-section"),
    FLAG("-fno-debug-types-section"), FLAG("-g"), CHOICE("-g", "0 1 2 3"), FLAG("-ggdb"),
    CHOICE("-ggdb", "0 1 2 3"), FLAG("-glldb"), FLAG("-gsce"), FLAG("-gline-tables-only"),
    FLAG("-gline-directives-only"), FLAG("-gmlt"), FLAG("-gdwarf"), CHOICE("-gdwarf-", "2 3 4 5"),
    FLAG("-gdwarf32"), FLAG("-gdwarf64"), FLAG("-gstrict-dwarf"), FLAG("-gno-strict-dwarf"),
    FLAG("-gz"), CHOICE("-gz=", "none zlib zstd"), VALUE("-march=", NAME), VALUE("-mcpu=", NAME),
    VALUE("-mtune=", NAME), CHOICE("-mcmodel=", "tiny small kernel medium large"),
    VALUE("-mlarge-data-threshold=", NUMBER), CHOICE("-mtls-dialect=", "gnu gnu2 trad desc auto"),
    VALUE("-mtls-size=", NUMBER), FLAG("-mrelax-all"), FLAG("-mno-relax-all"),
    FLAG("-mbranches-within-32B-boundaries"), VALUE("-malign-branch-boundary=", NUMBER),
    VALUE("-malign-branch=", NAMES), VALUE("-mpad-max-prefix-size=", NUMBER),
    FLAG("-mglobal-merge"), FLAG("-mno-global-merge"), FLAG("-moutline"), FLAG("-mno-outline"),
    FLAG("-mfix-cortex-a53-835769"), FLAG("-mno-fix-cortex-a53-835769"),
    CHOICE("-mfloat-abi=", "soft softfp hard"), FLAG("-msoft-float"), FLAG("-mno-soft-float"),
    FLAG("-Wa,--noexecstack"), FLAG("-Wa,--compress-debug-sections"),
    CHOICE("-Wa,--compress-debug-sections=", "none zlib zstd"),
    CHOICE("-Wa,-mrelax-relocations=", "yes no"), FLAG("-Wa,-mbranches-within-32B-boundaries"),
    /* clang-format on */
};

/* What has a say in code and is more than a setting: by how it begins. */
static const char *const lost[] = {"-Wa,", "-Xassembler", "-mllvm", "-mmlir",
                                   "-fbasic-block-sections=list="};

static bool is_number(const char *value, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (value[i] < '0' || value[i] > '9')
            return false;
    return length > 0 && length <= MAX_DIGITS;
}

/* ASCII only, whatever the locale. */
static bool is_letter_or_digit(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static bool is_name(const char *value, size_t length, const char *signs) {
    for (size_t i = 0; i < length; i++)
        if (!is_letter_or_digit(value[i]) && (!value[i] || !strchr(signs, value[i])))
            return false;
    return length > 0 && length <= MAX_VALUE && (is_letter_or_digit(value[0]) || value[0] == '_');
}

static bool is_valid(const row *r, const char *value, size_t length) {
    switch (r->kind) {
    case NO_VALUE:
        return length == 0;
    case ONE_OF:
        return str_is_listed(r->values, value, length);
    case NUMBER:
        return is_number(value, length);
    case NAME:
        return is_name(value, length, "_.+-");
    case NAMES:
        return is_name(value, length, "_.+-,");
    }
    return false;
}

static bool takes_any(const row *r) {
    return r->kind == NUMBER || r->kind == NAME || r->kind == NAMES;
}

cc_word_use cc_setting_parse(const char *word, cc_setting *setting) {
    bool misses = false;
    for (size_t i = 0; i < COUNT(rows); i++) {
        size_t length = strlen(rows[i].word);
        if (strncmp(word, rows[i].word, length) != 0)
            continue;
        *setting = (cc_setting){i, word + length, strlen(word + length)};
        if (is_valid(&rows[i], setting->value, setting->length))
            return CC_WORD_KEPT;
        misses |= takes_any(&rows[i]);
    }
    for (size_t i = 0; i < COUNT(lost); i++)
        misses |= strncmp(word, lost[i], strlen(lost[i])) == 0;
    return misses ? CC_WORD_LOST : CC_WORD_UNUSED;
}

/* A field: the row's number and the value's length in two bytes each, the value. */
void cc_setting_write(str *out, const cc_setting *s) {
    size_t number = s->row + 1;
    const char header[FIELD_HEADER] = {(char)(number & 0xff), (char)(number >> 8),
                                       (char)(s->length & 0xff), (char)(s->length >> 8)};
    str_add_n(out, header, sizeof header);
    str_add_n(out, s->value, s->length);
}

static size_t two_bytes(const char *at) {
    return (size_t)(unsigned char)at[0] | (size_t)(unsigned char)at[1] << 8;
}

bool cc_setting_next(const char *bytes, size_t size, size_t *offset, cc_setting *s) {
    if (size - *offset < FIELD_HEADER)
        return false;
    const char *at = bytes + *offset;
    *s = (cc_setting){two_bytes(at) - 1, at + FIELD_HEADER, two_bytes(at + 2)};
    if (s->row >= COUNT(rows) || s->length > size - *offset - FIELD_HEADER ||
        !is_valid(&rows[s->row], s->value, s->length))
        return false;
    *offset += FIELD_HEADER + s->length;
    return true;
}

bool cc_settings_are_sound(const char *bytes, size_t size) {
    size_t offset = 0, count = 0;
    cc_setting s;
    while (count <= MAX_FIELDS && cc_setting_next(bytes, size, &offset, &s))
        count++;
    return offset == size && count <= MAX_FIELDS;
}

bool cc_settings_have(const char *bytes, size_t size, const char *word) {
    cc_setting wanted, s;
    if (cc_setting_parse(word, &wanted) != CC_WORD_KEPT)
        return false;
    for (size_t offset = 0; cc_setting_next(bytes, size, &offset, &s);)
        if (s.row == wanted.row && s.length == wanted.length &&
            memcmp(s.value, wanted.value, s.length) == 0)
            return true;
    return false;
}

const char *cc_setting_word(arena *mem, const cc_setting *s) {
    return arena_printf(mem, "%s%.*s", rows[s->row].word, (int)s->length, s->value);
}

bool cc_setting_is_arithmetic(const cc_setting *s) {
    return rows[s->row].arithmetic;
}
