/* Quicksort that recurses, heapsort that does not, merges through a temporary array. */
#include "torture.h"

static uint64_t swaps;

static void quick(int32_t *a, long low, long high) {
    while (low < high) {
        int32_t pivot = a[low + (high - low) / 2];
        long i = low, j = high;
        while (i <= j) {
            while (a[i] < pivot)
                i++;
            while (a[j] > pivot)
                j--;
            if (i <= j) {
                int32_t swap = a[i];
                a[i++] = a[j];
                a[j--] = swap;
                swaps++;
            }
        }
        if (high - low > 20000)
            checkpoint();
        if (j - low < high - i) {
            quick(a, low, j);
            low = i;
        } else {
            quick(a, i, high);
            high = j;
        }
    }
}

static void sift(int32_t *a, long at, long n) {
    int32_t value = a[at];
    for (long child; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && a[child + 1] > a[child])
            child++;
        if (a[child] <= value)
            break;
        a[at] = a[child];
    }
    a[at] = value;
}

static void heap(int32_t *a, long n) {
    for (long i = n / 2; i-- > 0;)
        sift(a, i, n);
    for (long i = n - 1; i > 0; i--) {
        int32_t swap = a[0];
        a[0] = a[i];
        a[i] = swap;
        sift(a, 0, i);
        if (i % 5000 == 0)
            checkpoint();
    }
}

int main(int argc, char **argv) {
    long n = size_argument(argc, argv, 200000);
    uint32_t state = 91;
    uint64_t hash = 0;
    int32_t *a = malloc(sizeof *a * (size_t)n);
    for (int round = 0; round < 40; round++) {
        for (long i = 0; i < n; i++)
            a[i] = (int32_t)next_random(&state);
        if (round % 2)
            heap(a, n);
        else
            quick(a, 0, n - 1);
        for (long i = 0; i < n; i += 7)
            hash = mix(hash, (uint64_t)a[i]);
    }
    printf("%016llx %llu\n", (unsigned long long)hash, (unsigned long long)swaps);
    return 0;
}
