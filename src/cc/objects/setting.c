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
    const char *values; /* of ONE_OF, a blank after each */
    bool arithmetic;
} row;

enum { MAX_FIELDS = 256, MAX_VALUE = 64, MAX_DIGITS = 9, FIELD_HEADER = 4 };

/* A row's number in objects is 1 + its index: changes of the order raise the version in record.c.
 *
 * What bitcode carries (features of the processor, visibility, attributes of functions) is not
 * here; nor is anything that names a file, or hands words on to LLVM, the assembler or a plugin. */
static const row rows[] = {
    {"-fPIC", NO_VALUE, NULL, false},
    {"-fPIE", NO_VALUE, NULL, false},
    {"-fno-PIC", NO_VALUE, NULL, false},
    {"-fno-PIE", NO_VALUE, NULL, false},
    {"-fno-pic", NO_VALUE, NULL, false},
    {"-fno-pie", NO_VALUE, NULL, false},
    {"-fpic", NO_VALUE, NULL, false},
    {"-fpie", NO_VALUE, NULL, false},
    {"-fplt", NO_VALUE, NULL, false},
    {"-fno-plt", NO_VALUE, NULL, false},
    {"-fsemantic-interposition", NO_VALUE, NULL, false},
    {"-fno-semantic-interposition", NO_VALUE, NULL, false},
    {"-ftls-model=", ONE_OF, "global-dynamic local-dynamic initial-exec local-exec ", false},
    {"-femulated-tls", NO_VALUE, NULL, false},
    {"-fno-emulated-tls", NO_VALUE, NULL, false},
    {"-faddrsig", NO_VALUE, NULL, false},
    {"-fno-addrsig", NO_VALUE, NULL, false},
    {"-fasynchronous-unwind-tables", NO_VALUE, NULL, false},
    {"-fno-asynchronous-unwind-tables", NO_VALUE, NULL, false},
    {"-funwind-tables", NO_VALUE, NULL, false},
    {"-fno-unwind-tables", NO_VALUE, NULL, false},
    {"-fexceptions", NO_VALUE, NULL, false},
    {"-fno-exceptions", NO_VALUE, NULL, false},
    {"-fomit-frame-pointer", NO_VALUE, NULL, false},
    {"-fno-omit-frame-pointer", NO_VALUE, NULL, false},
    {"-fbasic-block-sections=", ONE_OF, "all none ", false},
    {"-fbasic-block-address-map", NO_VALUE, NULL, false},
    {"-fno-basic-block-address-map", NO_VALUE, NULL, false},
    {"-fdata-sections", NO_VALUE, NULL, false},
    {"-fno-data-sections", NO_VALUE, NULL, false},
    {"-ffunction-sections", NO_VALUE, NULL, false},
    {"-fno-function-sections", NO_VALUE, NULL, false},
    {"-funique-section-names", NO_VALUE, NULL, false},
    {"-fno-unique-section-names", NO_VALUE, NULL, false},
    {"-fzero-initialized-in-bss", NO_VALUE, NULL, false},
    {"-fno-zero-initialized-in-bss", NO_VALUE, NULL, false},
    {"-fsplit-machine-functions", NO_VALUE, NULL, false},
    {"-fno-split-machine-functions", NO_VALUE, NULL, false},
    {"-fcf-protection", NO_VALUE, NULL, false},
    {"-fcf-protection=", ONE_OF, "none branch return full ", false},
    {"-fstack-protector", NO_VALUE, NULL, false},
    {"-fstack-protector-all", NO_VALUE, NULL, false},
    {"-fstack-protector-strong", NO_VALUE, NULL, false},
    {"-fno-stack-protector", NO_VALUE, NULL, false},
    {"-fstack-clash-protection", NO_VALUE, NULL, false},
    {"-fno-stack-clash-protection", NO_VALUE, NULL, false},
    {"-fbuiltin", NO_VALUE, NULL, false},
    {"-fno-builtin", NO_VALUE, NULL, false},
    {"-fno-builtin-", NAME, NULL, false},
    {"-ffreestanding", NO_VALUE, NULL, false},
    {"-ffast-math", NO_VALUE, NULL, true},
    {"-fno-fast-math", NO_VALUE, NULL, true},
    {"-ffp-contract=", ONE_OF, "on off fast fast-honor-pragmas ", true},
    {"-ffp-model=", ONE_OF, "precise strict fast aggressive ", true},
    {"-fvectorize", NO_VALUE, NULL, false},
    {"-fno-vectorize", NO_VALUE, NULL, false},
    {"-ftree-vectorize", NO_VALUE, NULL, false},
    {"-fno-tree-vectorize", NO_VALUE, NULL, false},
    {"-fslp-vectorize", NO_VALUE, NULL, false},
    {"-fno-slp-vectorize", NO_VALUE, NULL, false},
    {"-ftree-slp-vectorize", NO_VALUE, NULL, false},
    {"-fno-tree-slp-vectorize", NO_VALUE, NULL, false},
    {"-funroll-loops", NO_VALUE, NULL, false},
    {"-fno-unroll-loops", NO_VALUE, NULL, false},
    {"-fveclib=", ONE_OF, "none libmvec SVML SLEEF ArmPL AMDLIBM ", false},
    {"-fdebug-types-section", NO_VALUE, NULL, false},
    {"-fno-debug-types-section", NO_VALUE, NULL, false},
    {"-g", NO_VALUE, NULL, false},
    {"-g", ONE_OF, "0 1 2 3 ", false},
    {"-ggdb", NO_VALUE, NULL, false},
    {"-ggdb", ONE_OF, "0 1 2 3 ", false},
    {"-glldb", NO_VALUE, NULL, false},
    {"-gsce", NO_VALUE, NULL, false},
    {"-gline-tables-only", NO_VALUE, NULL, false},
    {"-gline-directives-only", NO_VALUE, NULL, false},
    {"-gmlt", NO_VALUE, NULL, false},
    {"-gdwarf", NO_VALUE, NULL, false},
    {"-gdwarf-", ONE_OF, "2 3 4 5 ", false},
    {"-gdwarf32", NO_VALUE, NULL, false},
    {"-gdwarf64", NO_VALUE, NULL, false},
    {"-gstrict-dwarf", NO_VALUE, NULL, false},
    {"-gno-strict-dwarf", NO_VALUE, NULL, false},
    {"-gz", NO_VALUE, NULL, false},
    {"-gz=", ONE_OF, "none zlib zstd ", false},
    {"-march=", NAME, NULL, false},
    {"-mcpu=", NAME, NULL, false},
    {"-mtune=", NAME, NULL, false},
    {"-mcmodel=", ONE_OF, "tiny small kernel medium large ", false},
    {"-mlarge-data-threshold=", NUMBER, NULL, false},
    {"-mtls-dialect=", ONE_OF, "gnu gnu2 trad desc auto ", false},
    {"-mtls-size=", NUMBER, NULL, false},
    {"-mrelax-all", NO_VALUE, NULL, false},
    {"-mno-relax-all", NO_VALUE, NULL, false},
    {"-mbranches-within-32B-boundaries", NO_VALUE, NULL, false},
    {"-malign-branch-boundary=", NUMBER, NULL, false},
    {"-malign-branch=", NAMES, NULL, false},
    {"-mpad-max-prefix-size=", NUMBER, NULL, false},
    {"-mglobal-merge", NO_VALUE, NULL, false},
    {"-mno-global-merge", NO_VALUE, NULL, false},
    {"-moutline", NO_VALUE, NULL, false},
    {"-mno-outline", NO_VALUE, NULL, false},
    {"-mfix-cortex-a53-835769", NO_VALUE, NULL, false},
    {"-mno-fix-cortex-a53-835769", NO_VALUE, NULL, false},
    {"-mfloat-abi=", ONE_OF, "soft softfp hard ", false},
    {"-msoft-float", NO_VALUE, NULL, false},
    {"-mno-soft-float", NO_VALUE, NULL, false},
    {"-Wa,--noexecstack", NO_VALUE, NULL, false},
    {"-Wa,--compress-debug-sections", NO_VALUE, NULL, false},
    {"-Wa,--compress-debug-sections=", ONE_OF, "none zlib zstd ", false},
    {"-Wa,-mrelax-relocations=", ONE_OF, "yes no ", false},
    {"-Wa,-mbranches-within-32B-boundaries", NO_VALUE, NULL, false},
};

/* What has a say in code and is more than a setting: by how it begins. */
static const char *const lost[] = {"-Wa,", "-Xassembler", "-mllvm", "-mmlir",
                                   "-fbasic-block-sections=list="};

static bool is_one_of(const char *values, const char *value, size_t length) {
    for (const char *p = values; *p; p += strcspn(p, " ") + 1)
        if (strcspn(p, " ") == length && memcmp(p, value, length) == 0)
            return true;
    return false;
}

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
        return is_one_of(r->values, value, length);
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
