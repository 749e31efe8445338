/* Values of every kind that are live over a checkpoint. */
#include "torture.h"

#include <stdbool.h>

typedef float four __attribute__((vector_size(16)));
typedef struct pair {
    int8_t a;
    int64_t b;
} pair;
typedef struct small {
    short x, y;
} small;

static pair turn(pair p) {
    return (pair){(int8_t)(p.b & 127), p.a + p.b * 3};
}

int main(int argc, char **argv) {
    long n = size_argument(argc, argv, 50000);
    bool flag = false;
    int8_t i8 = 1;
    uint16_t u16 = 2;
    int32_t i32 = 3;
    uint64_t u64 = 4;
    unsigned __int128 u128 = 5;
    float f = 0.5f;
    double d = 0.25;
    long double ld = 0.125L;
    four v = {1, 2, 3, 4};
    pair p = {1, 2};
    small s = {3, 4};
    char name[12] = "abcdefghijk";
    int *inner = &i32;
    for (long r = 0; r < n; r++) {
        for (int i = 0; i < 2000; i++) {
            flag ^= i & 1;
            i8 = (int8_t)(i8 * 3 + i);
            u16 = (uint16_t)(u16 * 5 + i8);
            *inner = (int32_t)((uint32_t)i32 * 7u + u16);
            u64 = mix(u64, (uint64_t)i32);
            u128 = u128 * u64 + (unsigned)i;
            f = f * 0.999f + (float)i8;
            d = d * 0.9999 + f;
            ld = ld * 0.99999L + d;
            v = v * 0.5f + f;
            p = turn(p);
            s.x = (short)(s.x + s.y + i);
            name[i % 11] = (char)('a' + (unsigned)u64 % 26);
        }
        checkpoint();
        s.y = (short)(s.y ^ (flag ? 5 : 9));
    }
    uint64_t hash = mix(u64, (uint64_t)(u128 >> 64) ^ (uint64_t)u128);
    hash = mix(hash, (uint64_t)i8 + u16 * 3u + (uint64_t)i32 + flag);
    hash = mix_double(mix_double(hash, f), d);
    printf("%016llx %La %a %d %lld %d %d %s\n", (unsigned long long)hash, ld,
           (double)(v[0] + v[3]), p.a, (long long)p.b, s.x, s.y, name);
    return 0;
}
