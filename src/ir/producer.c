/* Reads as much of LLVM's bitstream container as it takes to find who wrote a file. Used when
 * LLVM refuses the file, so nothing here may trust it. */
#include "ir/input.h"

#include <string.h>

enum { ENTER_BLOCK = 1, DEFINE_ABBREV = 2, UNABBREVIATED = 3, FIRST_ABBREV = 4 };
enum { IDENTIFICATION_BLOCK = 13, PRODUCER_RECORD = 1, MAX_OPERANDS = 8 };
enum { ENCODE_FIXED = 1, ENCODE_VBR = 2, ENCODE_ARRAY = 3, ENCODE_CHAR6 = 4 };

/* Invariant: at <= end, both in bits; reading past the end gives zeros and sets failed. */
typedef struct bits {
    const unsigned char *bytes;
    uint64_t at, end;
    bool failed;
} bits;

typedef struct operand {
    bool literal;
    unsigned encoding;
    uint64_t value; /* the literal, or the width of a fixed or variable field */
} operand;

static uint64_t take(bits *b, uint64_t count) {
    if (count > 64 || b->end - b->at < count) {
        b->failed = true;
        return 0;
    }
    uint64_t value = 0;
    for (uint64_t i = 0; i < count; i++, b->at++)
        value |= (uint64_t)(b->bytes[b->at / 8] >> (b->at % 8) & 1) << i;
    return value;
}

static uint64_t take_vbr(bits *b, uint64_t width) {
    uint64_t value = 0;
    if (width < 2 || width > 32) {
        b->failed = true;
        return 0;
    }
    for (uint64_t shift = 0; shift < 64 && !b->failed; shift += width - 1) {
        uint64_t piece = take(b, width);
        value |= (piece & ((UINT64_C(1) << (width - 1)) - 1)) << shift;
        if (!(piece >> (width - 1)))
            break;
    }
    return value;
}

static size_t take_abbreviation(bits *b, operand *operands) {
    uint64_t count = take_vbr(b, 5);
    if (count > MAX_OPERANDS)
        b->failed = true;
    for (uint64_t i = 0; i < count && !b->failed; i++) {
        operands[i] = (operand){.literal = take(b, 1)};
        if (operands[i].literal) {
            operands[i].value = take_vbr(b, 8);
            continue;
        }
        operands[i].encoding = (unsigned)take(b, 3);
        if (operands[i].encoding == ENCODE_FIXED || operands[i].encoding == ENCODE_VBR)
            operands[i].value = take_vbr(b, 5);
    }
    return b->failed ? 0 : (size_t)count;
}

static uint64_t take_field(bits *b, const operand *o) {
    static const char alphabet[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
    if (o->literal)
        return o->value;
    switch (o->encoding) {
    case ENCODE_FIXED:
        return take(b, o->value);
    case ENCODE_VBR:
        return take_vbr(b, o->value);
    case ENCODE_CHAR6:
        return (unsigned char)alphabet[take(b, 6)];
    default:
        b->failed = true;
        return 0;
    }
}

static void take_text(bits *b, const operand *element, uint64_t count, char *producer) {
    size_t length = 0;
    for (uint64_t i = 0; i < count && !b->failed && length + 1 < IR_PRODUCER_SIZE; i++) {
        uint64_t c = take_field(b, element);
        producer[length++] = c > 0x20 && c < 0x7f ? (char)c : '?';
    }
    producer[b->failed ? 0 : length] = '\0';
}

/* The record that follows the block's first abbreviation: code, then the producer as an array. */
static void take_producer(bits *b, char *producer) {
    static const operand plain = {.encoding = ENCODE_VBR, .value = 6};
    operand operands[MAX_OPERANDS];
    size_t count = 0;
    uint64_t id = take(b, 5);
    if (id == DEFINE_ABBREV) {
        count = take_abbreviation(b, operands);
        id = take(b, 5);
    }
    if (id == UNABBREVIATED && take_vbr(b, 6) == PRODUCER_RECORD) {
        uint64_t length = take_vbr(b, 6);
        take_text(b, &plain, length, producer);
    } else if (id == FIRST_ABBREV && count == 3 && operands[1].encoding == ENCODE_ARRAY &&
               take_field(b, &operands[0]) == PRODUCER_RECORD) {
        uint64_t length = take_vbr(b, 6);
        take_text(b, &operands[2], length, producer);
    }
}

static uint32_t word_at(const char *bytes) {
    uint32_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

void ir_bitcode_producer(const char *bytes, size_t size, char producer[IR_PRODUCER_SIZE]) {
    producer[0] = '\0';
    size_t start = 0;
    if (size >= 20 && word_at(bytes) == 0x0b17c0de)
        start = word_at(bytes + 8);
    if (start > size || size - start < 16 || memcmp(bytes + start, "BC\xc0\xde", 4) != 0)
        return;
    bits b = {(const unsigned char *)bytes + start, 32, (uint64_t)(size - start) * 8, false};
    if (take(&b, 2) != ENTER_BLOCK || take_vbr(&b, 8) != IDENTIFICATION_BLOCK ||
        take_vbr(&b, 4) != 5)
        return;
    b.at = (b.at + 31) / 32 * 32 + 32;
    if (b.at < b.end)
        take_producer(&b, producer);
}
