// RUN: %torture --kills=4 --damage=1 %s
// REQUIRES: ckpt-runtime
// Backtracking: a board in the caller's frame, changed by all the frames below.
#include <stdio.h>
void checkpoint(void);
static int place(int *board, int n, int row) {
    int found = 0;
    if (row == n) {
        checkpoint();
        return 1;
    }
    for (int c = 0; c < n; c++) {
        int ok = 1;
        for (int r = 0; r < row && ok; r++)
            ok = board[r] != c && board[r] - c != row - r && c - board[r] != row - r;
        if (ok) {
            board[row] = c;
            found += place(board, n, row + 1);
        }
    }
    return found;
}
int main(void) {
    int board[8];
    printf("%d\n", place(board, 8, 0));
}
