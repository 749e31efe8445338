// A function that saves into ckpt_mem is killed at random and called again, in a process in which its
// arrays are as they were at the start: from IR of every level, in every block, for locals of all
// kinds, arrays of two dimensions, globals, and pointers into them.
// RUN: clang -O2 %S/Inputs/mem_main.c %s -DPLAIN -o %t.plain && %t.plain > %t.want
// RUN: %S/Inputs/mem_levels.sh %s %t %S/Inputs/mem_main.c 12
#ifdef PLAIN
static void checkpoint(void) {}
#else
void checkpoint(void);
#endif
#define N 24

static int counter;

__attribute__((noinline)) static double pick(const double *p, int k) { return p[k % N] + counter; }

double kernel(int n, double a[static N][N], unsigned *ckpt_mem) {
    double sum = 0, row[N], *best = &row[0];
    float f = 1.5f;
    long double e = 1;
    short s = 3;
    char history[7] = {0};
    __int128 wide = 1;
    for (int i = 0; i < N; i++)
        row[i] = i;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < N; j++) {
            a[i % N][j] = a[i % N][j] * 0.5 + i * 0.25 + j;
            sum += a[i % N][j] * 1e-3;
        }
        history[i % 7]++;
        counter++;
        row[i % N] += sum * 1e-9;
        best = row[i % N] > *best ? &row[i % N] : best;
        f = f * 1.0001f + 0.5f;
        e = e * 0.999L + 1;
        s = (short)(s + i);
        wide = wide * 3 + i;
        switch (i % 3) {
        case 0:
            sum += 1;
            break;
        case 1:
            sum -= 0.5;
            checkpoint();
            sum += history[2];
            break;
        default:
            sum *= 0.999;
        }
        if (i % 16 == 0)
            checkpoint();
        sum += pick(row, i) * 1e-6;
    }
    for (int k = 0; k < 7; k++)
        sum += history[k] * k;
    return sum + f + (double)e + s + (double)(long)(wide >> 60) + *best + counter;
}
