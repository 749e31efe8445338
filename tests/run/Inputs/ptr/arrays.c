/* Arrays in structs in arrays, two dimensions, rows as pointers, walks over equal members. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct vec3 {
    float x, y, z;
};
struct cell {
    int id;
    struct vec3 corner[4];
    struct {
        short lo, hi;
    } range[3];
    struct cell *neighbour[2];
};
struct grid {
    int rows, cols;
    struct cell cells[3][4];
    double weight[3][4];
    int *row_start[3];
    int index[3][4];
};
struct packet {
    int len;
    struct vec3 *end;
    struct vec3 data[];
};
static struct grid g;
static int matrix[5][7];
static float component(const struct vec3 *v, int i) {
    return (&v->x)[i];
}
static int trace(int (*m)[7], int rows) {
    int s = 0;
    for (int *p = m[0], *end = m[rows - 1] + 7; p < end; p += 3)
        s += *p;
    return s;
}
static double total(const double *w, int n) {
    double s = 0;
    while (n--)
        s += *w++;
    return s;
}
int main(void) {
    for (int r = 0; r < 3; r++) {
        g.row_start[r] = g.index[r];
        for (int c = 0; c < 4; c++) {
            struct cell *cell = &g.cells[r][c];
            cell->id = r * 4 + c;
            for (int k = 0; k < 4; k++)
                cell->corner[k] = (struct vec3){(float)r, (float)c, (float)k};
            for (int k = 0; k < 3; k++)
                cell->range[k].hi = (short)(k + r);
            cell->neighbour[0] = c ? cell - 1 : NULL;
            cell->neighbour[1] = r ? &g.cells[r - 1][c] : NULL;
            g.weight[r][c] = r - c;
            g.index[r][c] = r + c;
        }
    }
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 7; j++)
            matrix[i][j] = i * j;
    struct packet *p = malloc(sizeof *p + 6 * sizeof *p->data);
    p->len = 6;
    p->end = p->data + 6;
    struct cell copy[4];
    memcpy(copy, g.cells[1], sizeof copy);
    for (int i = 0; i < 6; i++)
        p->data[i] = copy[i % 4].corner[i % 3];
    double sum = total(g.weight[0], 12) + trace(matrix, 5);
    for (struct vec3 *v = p->data; v < p->end; v++)
        sum += v->x + v->y * 2;
    for (int i = 0; i < 12; i++)
        sum += (&g.cells[0][0])[i].range[2].hi + *(g.row_start[1] + i % 4);
    for (struct cell *c = &g.cells[2][3]; c; c = c->neighbour[c->id & 1])
        sum += c->id * (double)c->corner[3].z;
    printf("%g %g\n", sum, (double)component(&p->data[2], 0));
    return 0;
}
