// RUN: %torture --kills=4 --damage=1 %s
// REQUIRES: ckpt-runtime
// Quicksort by recursion, then the library's qsort with a comparison that reaches no checkpoint.
#include <stdio.h>
#include <stdlib.h>
void checkpoint(void);
static int compare(const void *a, const void *b) {
    return *(const int *)a % 100 - *(const int *)b % 100;
}
static void quick(int *a, int n) {
    if (n < 2)
        return;
    int pivot = a[n / 2], i = 0, j = n - 1;
    while (i <= j) {
        while (a[i] < pivot)
            i++;
        while (a[j] > pivot)
            j--;
        if (i <= j) {
            int t = a[i];
            a[i++] = a[j];
            a[j--] = t;
        }
    }
    checkpoint();
    quick(a, j + 1);
    quick(a + i, n - i);
}
int main(void) {
    int n = 150, *a = malloc(sizeof *a * (size_t)n);
    unsigned x = 1, sum = 0;
    for (int i = 0; i < n; i++)
        a[i] = (int)((x = x * 1103515245 + 12345) >> 8 & 0xffff);
    quick(a, n);
    for (int i = 1; i < n; i++)
        sum += a[i] >= a[i - 1];
    qsort(a, (size_t)n, sizeof *a, compare);
    checkpoint();
    for (int i = 0; i < n; i++)
        sum = sum * 31 + (unsigned)a[i] % 100;
    printf("%u\n", sum);
}
