/* Random objects in random layouts: every byte that is kept is where the layouts say. */
#include "layouts.h"
#include "seed.h"

#include "dtrans/transform/layout_init.h"

/* A constant's bytes; pointers do not occur. */
static void dump(fixture *f, LLVMValueRef c, uint8_t *to) {
    LLVMTypeRef type = LLVMTypeOf(c);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (LLVMIsNull(c) || LLVMIsUndef(c))
        return;
    if (kind == LLVMIntegerTypeKind) {
        uint64_t value = LLVMConstIntGetZExtValue(c);
        memcpy(to, &value, LLVMABISizeOfType(f->l.target, type));
        return;
    }
    bool whole = kind == LLVMStructTypeKind;
    uint64_t count = whole ? LLVMCountStructElementTypes(type) : LLVMGetArrayLength2(type);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef part = LLVMGetAggregateElement(c, i);
        dump(f, part,
             to + (whole ? LLVMOffsetOfElement(f->l.target, type, i)
                         : i * LLVMABISizeOfType(f->l.target, LLVMTypeOf(part))));
    }
}

static uint32_t random_below(uint64_t *seed, uint32_t limit) {
    *seed = *seed * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (uint32_t)(*seed >> 33) % limit;
}

enum { MAX_FIELDS = 6, MAX_BYTES = 4096, RANDOM_FILL = 0xA5 };

typedef struct body {
    char text[256];
    uint32_t count;
} body;

static void add_field(body *b, const char *type) {
    strcat(b->text, b->count++ ? ", " : "");
    strcat(b->text, type);
}

/* Fields in another order, some of them gone, with paddings in between. */
static void shuffle(uint64_t *seed, const char *const *fields, uint32_t count, int *element,
                    body *to) {
    uint32_t order[MAX_FIELDS];
    for (uint32_t i = 0; i < count; i++) {
        uint32_t j = random_below(seed, i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (random_below(seed, 3) == 0)
            add_field(to, random_below(seed, 2) ? "[7 x i8]" : "i16");
        element[order[i]] = -1;
        if (random_below(seed, 5) && to->count < 15) {
            element[order[i]] = (int)to->count;
            add_field(to, fields[order[i]]);
        }
    }
    if (to->count == 0)
        add_field(to, "[64 x i8]");
}

/* A look-alike of the bytes: scalars as they are, or as bytes, or, left out, as zeroes. */
typedef struct writer {
    fixture *f;
    uint64_t *seed;
    uint8_t *bytes;
    LLVMValueRef parts[MAX_BYTES];
    unsigned count;
    uint64_t end;
} writer;

static void write_bytes(writer *w, uint64_t begin, uint64_t end) {
    LLVMTypeRef byte = LLVMInt8TypeInContext(w->f->p.llvm);
    if (begin < end)
        w->parts[w->count++] =
            LLVMConstDataArray(byte, (const char *)w->bytes + begin, end - begin);
    w->end = end;
}

static void write_object(writer *w, LLVMTypeRef type, uint64_t offset) {
    uint64_t size = LLVMABISizeOfType(w->f->l.target, type);
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            write_object(w, LLVMStructGetTypeAtIndex(type, i),
                         offset + LLVMOffsetOfElement(w->f->l.target, type, i));
        if (random_below(w->seed, 2))
            write_bytes(w, w->end, offset + size);
        return;
    }
    uint64_t value = 0;
    if (random_below(w->seed, 4) == 0)
        memset(w->bytes + offset, 0, size);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || random_below(w->seed, 4) == 0)
        return; /* comes with the bytes before what comes next */
    write_bytes(w, w->end, offset);
    memcpy(&value, w->bytes + offset, size);
    w->parts[w->count++] = LLVMConstInt(type, value, false);
    w->end = offset + size;
}

static void check_bytes(fixture *f, LLVMTypeRef type, const uint8_t *old, uint64_t count,
                        const uint8_t *new) {
    uint64_t size = LLVMABISizeOfType(f->l.target, type), new_size = dtrans_new_size(&f->l, type);
    uint8_t seen[MAX_BYTES] = {0};
    for (uint64_t i = 0; i < count * size; i++) {
        uint64_t to;
        if (dtrans_new_offset(&f->l, type, i % size, &to) != DTRANS_KEPT)
            continue;
        to += i / size * new_size;
        assert_int_equal(new[to], old[i]);
        seen[to] = 1;
    }
    for (uint64_t i = 0; i < count * new_size; i++)
        assert_true(seen[i] || new[i] == 0 || (f->l.fill && new[i] == RANDOM_FILL));
}

static void check_objects(fixture *f, uint64_t *seed) {
    LLVMTypeRef type = LLVMGetTypeByName2(f->p.llvm, "S");
    uint64_t count = 1 + random_below(seed, 4), size = LLVMABISizeOfType(f->l.target, type);
    uint8_t old[MAX_BYTES] = {0}, new[MAX_BYTES] = {0};
    for (uint64_t i = 0; i < count * size; i++)
        old[i] = (uint8_t)random_below(seed, 256);
    writer w = {.f = f, .seed = seed, .bytes = old};
    for (uint64_t i = 0; i < count; i++)
        write_object(&w, type, i * size);
    write_bytes(&w, w.end, count * size);
    LLVMValueRef init = LLVMConstStructInContext(f->p.llvm, w.parts, w.count, true);
    dtrans_image image = {0};
    uint32_t s = dtrans_type_named(&f->info, "S");
    assert_true(dtrans_can_remap_initializer(&f->info, LLVMTypeOf(init), init, s));
    assert_true(dtrans_remap_initializer(&f->l, LLVMTypeOf(init), init, s, &image));
    assert_ptr_equal(LLVMTypeOf(image.init), image.type);
    assert_int_equal(LLVMABISizeOfType(f->l.target, image.type),
                     count * dtrans_new_size(&f->l, type));
    dump(f, image.init, new);
    check_bytes(f, type, old, count, new);
}

static void check_random(uint64_t seed) {
    static const char *const kinds[] = {"i8", "i16", "i32", "i64", "[5 x i8]", "%In", "%Kept"};
    const char *fields[MAX_FIELDS], *inner[] = {"i8", "i32", "[3 x i8]"};
    body from = {0}, to = {0}, inner_to = {0};
    int element[MAX_FIELDS], inner_element[3];
    uint32_t count = 1 + random_below(&seed, MAX_FIELDS);
    for (uint32_t i = 0; i < count; i++)
        add_field(&from, fields[i] = kinds[random_below(&seed, 7)]);
    shuffle(&seed, fields, count, element, &to);
    shuffle(&seed, inner, 3, inner_element, &inner_to);
    char text[1024];
    snprintf(text, sizeof text,
             LAYOUT "%%Kept = type { i32, i8 }\n%%In = type { i8, i32, [3 x i8] }\n"
                    "%%In.to = type { %s }\n%%S = type { %s }\n%%S.to = type { %s }\n"
                    "@used = external global { %%Kept, %%In, %%In.to, %%S, %%S.to }\n",
             inner_to.text, from.text, to.text);
    fixture f;
    begin(&f, text);
    change(&f, "In", inner_element);
    change(&f, "S", element);
    settle(&f);
    f.l.fill = random_below(&seed, 2) ? RANDOM_FILL : 0;
    check_objects(&f, &seed);
    end(&f);
}

static void random_objects_keep_their_bytes(void **state) {
    (void)state;
    uint64_t first = first_seed();
    for (uint64_t i = 0; i < 500; i++)
        check_random(first + i);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_objects_keep_their_bytes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
