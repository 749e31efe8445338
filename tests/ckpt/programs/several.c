// RUN: %torture --kills=4 --damage=1 %s
// REQUIRES: ckpt-runtime
// Several checkpoints in one function, in sequence, nested loops and both arms of a branch.
#include <stdio.h>
void checkpoint(void);
int main(void) {
    int a[6][7] = {{0}}, sum = 0;
    checkpoint();
    for (int i = 0; i < 6; i++) {
        checkpoint();
        for (int j = 0; j < 7; j++) {
            a[i][j] = i * j + sum;
            if ((i + j) % 2) {
                sum += a[i][j];
                checkpoint();
            } else {
                checkpoint();
                sum ^= a[i][j];
            }
            while (sum > 1000) {
                sum /= 3;
                checkpoint();
            }
        }
    }
    checkpoint();
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 7; j++)
            sum = sum * 3 % 10007 + a[i][j];
    checkpoint();
    printf("%d\n", sum);
}
