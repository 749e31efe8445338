// Narrow and unsigned induction variables, with inputs that wrap around. Where wrapping cannot be
// excluded, the extension stays around the closed form, or the trip count is not known.
#include <limits.h>
#include <stdio.h>
static int a[70000];
static unsigned char bytes[600];
static long total;

void u8_below(unsigned char n) {
    for (unsigned char i = 0; i < n; i++)
        a[i] += 1;
}
void u8_from(unsigned char from, unsigned char n) {
    for (unsigned char i = 0; i != n; i++)
        a[(unsigned char)(from + i)] += 2;
}
void u8_wraps(unsigned char from, unsigned char to) {
    unsigned char i = from;
    do {
        a[i] += 3;
        i++;
    } while (i != to);
}
void u8_by_3(unsigned char to) {
    unsigned char i = 0;
    do {
        a[i] += 4;
        i += 3;
    } while (i != to);
}
void u8_scaled(int n) {
    unsigned char k = 0;
    for (int i = 0; i < n; i++) {
        a[k] += 5;
        k += 7;
    }
}
void i8_counter(int n) {
    signed char k = -100;
    for (int i = 0; i < n; i++) {
        a[k + 128] += 6;
        k = (signed char)(k + 9);
    }
}
void u16_below(unsigned short n) {
    for (unsigned short i = 0; i < n; i++)
        a[i] ^= i;
}
void u16_wraps(unsigned n) {
    unsigned short k = 65000;
    for (unsigned i = 0; i < n; i++)
        a[k++] += 1;
}
void i16_mixed(short n) {
    for (short i = 0; i < n; i++)
        a[2 * i] -= i;
}
void u32_offset(unsigned from, unsigned n) {
    for (unsigned i = 0; i < n; i++)
        a[(from + i) % 70000] += 1;
}
void u32_wrapping_subscript(unsigned from, unsigned n) {
    for (unsigned i = 0; i < n; i++)
        a[from + i] += 2;
}
void u32_down(unsigned n) {
    for (unsigned i = n; i-- > 0;)
        a[i] += 3;
}
void u32_step(unsigned n, unsigned step) {
    for (unsigned i = 0; i < n; i += step)
        a[i] += 4;
}
void u32_by_5(unsigned n) {
    for (unsigned i = 0; i < n; i += 5)
        a[i % 70000] += 5;
}
void u32_at_most(unsigned n) {
    for (unsigned i = 1; i <= n; i++) {
        a[i % 70000]++;
        if (i > 300)
            break;
    }
}
void i32_at_most(int n) {
    for (int i = 0; i <= n; i++)
        a[i]++;
}
void i64_trunc(long n) {
    for (long i = 0; i < n; i++)
        total += (unsigned char)(i * 3) + (short)(i << 9) + bytes[(unsigned char)i];
}
void signed_of_unsigned(unsigned n) {
    for (unsigned i = 0; i < n; i++)
        total += (int)(i - 5) / 2;
}
void char_bound(int n) {
    for (unsigned char i = 0; i < n; i++) {
        a[i]++;
        if (a[i] > 1000000)
            return;
    }
}
void ne_step_2(unsigned n) {
    for (unsigned i = 0; i != 2 * n; i += 2)
        a[i]++;
}
void ne_step_6(unsigned char n) {
    unsigned char i = 0;
    while (1) {
        a[i]++;
        i += 6;
        if (i == (unsigned char)(6 * n))
            break;
    }
}
void shifted(unsigned n) {
    for (unsigned i = 0; i < n; i++)
        a[(i << 28) >> 28] += 1;
}
void negated(unsigned char n) {
    for (unsigned char i = 0; i < n; i++)
        a[(unsigned char)~i] += 2;
}
void long_product(unsigned k, unsigned n) {
    for (unsigned i = 0; i < n; i++)
        a[(k * i) & 65535] += 1;
}
void narrow_product(unsigned char k, unsigned n) {
    for (unsigned i = 0; i < n; i++)
        a[(unsigned char)(k * i)] += 1;
}
int main(void) {
    for (int i = 0; i < 600; i++)
        bytes[i] = (unsigned char)(i * 7);
    u8_below(255);
    u8_below(0);
    u8_from(250, 20);
    u8_from(3, 0);
    u8_wraps(250, 3);
    u8_wraps(7, 7);
    u8_by_3(1);
    u8_by_3(255);
    u8_scaled(500);
    i8_counter(300);
    u16_below(65535);
    u16_wraps(3000);
    i16_mixed(32767);
    i16_mixed(-5);
    u32_offset(4294967290u, 20);
    u32_wrapping_subscript(4294967290u, 0);
    u32_wrapping_subscript(100, 20);
    u32_down(100);
    u32_down(0);
    u32_step(1000, 7);
    u32_by_5(1000);
    u32_at_most(UINT_MAX);
    u32_at_most(0);
    i32_at_most(100);
    i32_at_most(-1);
    i64_trunc(1000);
    signed_of_unsigned(100);
    char_bound(200);
    ne_step_2(50);
    ne_step_2(0);
    ne_step_6(200);
    shifted(100);
    negated(200);
    long_product(3000000000u, 100);
    narrow_product(77, 100);
    for (int i = 0; i < 70000; i++)
        total = total * 3 + a[i];
    printf("%ld\n", total);
    return 0;
}
