/* Arrays of three and four dimensions, on the stack and static. */
#include "torture.h"

enum { X = 24, Y = 20, Z = 28 };
static int32_t life[2][X][Y][Z];

int main(int argc, char **argv) {
    long rounds = size_argument(argc, argv, 20000);
    double heat[X][Y][Z];
    float flux[3][X][Y];
    uint32_t state = 61;
    memset(flux, 0, sizeof flux);
    for (int x = 0; x < X; x++)
        for (int y = 0; y < Y; y++)
            for (int z = 0; z < Z; z++) {
                heat[x][y][z] = next_random(&state) / 4294967296.0;
                life[0][x][y][z] = (int32_t)(next_random(&state) & 3);
            }
    for (long r = 0; r < rounds; r++) {
        int from = (int)(r & 1), to = !from;
        for (int x = 0; x < X; x++)
            for (int y = 0; y < Y; y++)
                for (int z = 0; z < Z; z++) {
                    int right = (x + 1) % X, down = (y + 1) % Y, back = (z + Z - 1) % Z;
                    heat[x][y][z] = 0.7 * heat[x][y][z] + 0.1 * heat[right][y][z] +
                                    0.1 * heat[x][down][z] + 0.1 * heat[x][y][back];
                    life[to][x][y][z] = (life[from][right][y][z] * 5 + life[from][x][down][back] +
                                         life[from][x][y][z]) %
                                        1021;
                    flux[r % 3][x][y] += (float)heat[x][y][z];
                }
        checkpoint();
    }
    uint64_t hash = 0;
    for (int x = 0; x < X; x++)
        for (int y = 0; y < Y; y++) {
            for (int z = 0; z < Z; z++)
                hash = mix_double(mix(hash, (uint64_t)life[0][x][y][z]), heat[x][y][z]);
            for (int k = 0; k < 3; k++)
                hash = mix_double(hash, flux[k][x][y]);
        }
    printf("%016llx\n", (unsigned long long)hash);
    return 0;
}
