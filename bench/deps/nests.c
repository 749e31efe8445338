/* Loop nests whose dependences lathe and LLVM are asked about. MODE 0: constant bounds; 1: arrays
 * of variable length; 2: fixed arrays, but bounds that are only known at run time; 3: the same,
 * with subscripts and addresses that wrap around (compiled with -fwrapv). */
#if MODE == 0
#ifndef N
#define N 40
#endif
#define n N
#define SIZE N
#else
#define SIZE 500
#endif

#if MODE == 1
#define KERNEL(name)                                                                               \
    void name(int n, double A[n][n], double B[n][n], double C[n][n], double x[n], double y[n],     \
              double z[n], double T[n][n][n], double U[n][n][n])
#else
double A[SIZE][SIZE], B[SIZE][SIZE], C[SIZE][SIZE], x[SIZE], y[SIZE], z[SIZE];
double T[SIZE][SIZE][SIZE], U[SIZE][SIZE][SIZE];
#if MODE == 0
#define KERNEL(name) void name(void)
#else
#define KERNEL(name) void name(int n)
#endif
#endif
#define FOR(i, low, high) for (int i = (low); i < (high); i++)
#define DOWN(i, high, low) for (int i = (high); i >= (low); i--)

#if MODE != 3
KERNEL(product) {
    FOR(i, 0, n) FOR(j, 0, n) {
        C[i][j] *= 0.5;
        FOR(k, 0, n) C[i][j] += A[i][k] * B[k][j];
    }
}

KERNEL(product_ikj) {
    FOR(i, 0, n) FOR(k, 0, n) FOR(j, 0, n) C[i][j] += A[i][k] * B[k][j];
}

KERNEL(rank_update) {
    FOR(i, 0, n) {
        FOR(j, 0, i + 1) C[i][j] *= 0.3;
        FOR(k, 0, n) FOR(j, 0, i + 1) C[i][j] += A[i][k] * A[j][k];
    }
}

KERNEL(triangular_product) {
    FOR(i, 0, n) FOR(j, 0, n) {
        FOR(k, i + 1, n) B[i][j] += A[k][i] * B[k][j];
        B[i][j] = 2 * B[i][j];
    }
}

KERNEL(lower_upper) {
    FOR(i, 0, n) {
        FOR(j, 0, i) {
            FOR(k, 0, j) A[i][j] -= A[i][k] * A[k][j];
            A[i][j] /= A[j][j];
        }
        FOR(j, i, n) FOR(k, 0, i) A[i][j] -= A[i][k] * A[k][j];
    }
}

KERNEL(lower_upper_right) {
    FOR(k, 0, n - 1) FOR(i, k + 1, n) {
        A[i][k] /= A[k][k];
        FOR(j, k + 1, n) A[i][j] -= A[i][k] * A[k][j];
    }
}

KERNEL(root) {
    FOR(i, 0, n) {
        FOR(j, 0, i) {
            FOR(k, 0, j) A[i][j] -= A[i][k] * A[j][k];
            A[i][j] /= A[j][j];
        }
        FOR(k, 0, i) A[i][i] -= A[i][k] * A[i][k];
    }
}

KERNEL(solve_lower) {
    FOR(i, 0, n) {
        x[i] = y[i];
        FOR(j, 0, i) x[i] -= A[i][j] * x[j];
        x[i] = x[i] / A[i][i];
    }
}

KERNEL(solve_upper) {
    DOWN(i, n - 1, 0) {
        FOR(j, i + 1, n) x[i] -= A[i][j] * x[j];
        x[i] /= A[i][i];
    }
}

KERNEL(toeplitz) {
    FOR(k, 1, n) {
        double sum = 0;
        FOR(i, 0, k) sum += x[k - i - 1] * y[i];
        FOR(i, 0, k) z[i] = y[i] + sum * y[k - i - 1];
        FOR(i, 0, k) y[i] = z[i];
        y[k] = sum;
    }
}

KERNEL(stencil_line) {
    FOR(t, 0, 20) {
        FOR(i, 1, n - 1) y[i] = x[i - 1] + x[i] + x[i + 1];
        FOR(i, 1, n - 1) x[i] = y[i - 1] + y[i] + y[i + 1];
    }
}

KERNEL(stencil_line_in_place) {
    FOR(t, 0, 20) FOR(i, 1, n - 1) x[i] = x[i - 1] + x[i] + x[i + 1];
}

KERNEL(stencil_plane) {
    FOR(t, 0, 20) {
        FOR(i, 1, n - 1) FOR(j, 1, n - 1) B[i][j] = A[i][j] + A[i][j - 1] + A[i + 1][j];
        FOR(i, 1, n - 1) FOR(j, 1, n - 1) A[i][j] = B[i][j] + B[i][j - 1] + B[i + 1][j];
    }
}

KERNEL(stencil_plane_in_place) {
    FOR(t, 0, 20)
    FOR(i, 1, n - 1)
    FOR(j, 1, n - 1)
    A[i][j] = A[i - 1][j - 1] + A[i - 1][j] + A[i - 1][j + 1] + A[i][j - 1] + A[i][j] +
              A[i][j + 1] + A[i + 1][j - 1] + A[i + 1][j] + A[i + 1][j + 1];
}

KERNEL(stencil_space) {
    FOR(t, 0, 10)
    FOR(i, 1, n - 1)
    FOR(j, 1, n - 1) FOR(k, 1, n - 1) T[i][j][k] = T[i - 1][j][k] + T[i][j + 1][k] + T[i][j][k - 1];
}

KERNEL(stencil_space_two) {
    FOR(t, 0, 10) {
        FOR(i, 1, n - 1)
        FOR(j, 1, n - 1)
        FOR(k, 1, n - 1) U[i][j][k] = T[i + 1][j][k] - 2 * T[i][j][k] + T[i][j][k - 1];
        FOR(i, 1, n - 1)
        FOR(j, 1, n - 1)
        FOR(k, 1, n - 1) T[i][j][k] = U[i + 1][j][k] - 2 * U[i][j][k] + U[i][j][k - 1];
    }
}

KERNEL(waves) {
    FOR(t, 0, 20) {
        FOR(j, 0, n) B[0][j] = t;
        FOR(i, 1, n) FOR(j, 0, n) B[i][j] -= 0.5 * (A[i][j] - A[i - 1][j]);
        FOR(i, 0, n) FOR(j, 1, n) C[i][j] -= 0.5 * (A[i][j] - A[i][j - 1]);
        FOR(i, 0, n - 1)
        FOR(j, 0, n - 1) A[i][j] -= 0.7 * (C[i][j + 1] - C[i][j] + B[i + 1][j] - B[i][j]);
    }
}

KERNEL(paths) {
    FOR(k, 0, n)
    FOR(i, 0, n) FOR(j, 0, n) A[i][j] = A[i][j] < A[i][k] + A[k][j] ? A[i][j] : A[i][k] + A[k][j];
}

KERNEL(orthogonal) {
    FOR(k, 0, n) {
        double sum = 0;
        FOR(i, 0, n) sum += A[i][k] * A[i][k];
        FOR(i, 0, n) B[i][k] = A[i][k] / sum;
        FOR(j, k + 1, n) {
            C[k][j] = 0;
            FOR(i, 0, n) C[k][j] += B[i][k] * A[i][j];
            FOR(i, 0, n) A[i][j] -= B[i][k] * C[k][j];
        }
    }
}

KERNEL(means) {
    FOR(j, 0, n) {
        x[j] = 0;
        FOR(i, 0, n) x[j] += A[i][j];
    }
    FOR(i, 0, n) FOR(j, 0, n) A[i][j] -= x[j];
    FOR(i, 0, n) FOR(j, i, n) {
        C[i][j] = 0;
        FOR(k, 0, n) C[i][j] += A[k][i] * A[k][j];
        C[j][i] = C[i][j];
    }
}

KERNEL(transpose) {
    FOR(i, 0, n) FOR(j, i + 1, n) {
        double t = A[i][j];
        A[i][j] = A[j][i];
        A[j][i] = t;
    }
}

KERNEL(mirror) {
    FOR(i, 0, n / 2) {
        double t = x[i];
        x[i] = x[n - 1 - i];
        x[n - 1 - i] = t;
    }
}

KERNEL(copy_back) {
    FOR(i, 0, n) FOR(j, 0, i) A[i][j] = A[j][i];
}

KERNEL(symmetric) {
    FOR(i, 0, n) FOR(j, 0, n) {
        double sum = 0;
        FOR(k, 0, i) {
            C[k][j] += B[i][j] * A[i][k];
            sum += B[k][j] * A[i][k];
        }
        C[i][j] = C[i][j] + B[i][j] * A[i][i] + sum;
    }
}

KERNEL(vectors) {
    FOR(i, 0, n) FOR(j, 0, n) x[i] += A[i][j] * y[j];
    FOR(i, 0, n) FOR(j, 0, n) z[i] += A[j][i] * y[j];
}

KERNEL(both_ways) {
    FOR(i, 0, n) {
        y[i] = 0;
        FOR(j, 0, n) y[i] += A[i][j] * x[j];
        FOR(j, 0, n) z[j] += A[i][j] * y[i];
    }
}

KERNEL(tensor) {
    FOR(r, 0, n) FOR(q, 0, n) {
        FOR(p, 0, n) {
            x[p] = 0;
            FOR(s, 0, n) x[p] += T[r][q][s] * A[s][p];
        }
        FOR(p, 0, n) T[r][q][p] = x[p];
    }
}

KERNEL(sweeps) {
    FOR(t, 0, 10) {
        FOR(i, 1, n - 1) {
            C[0][i] = 1;
            A[i][0] = 0;
            FOR(j, 1, n - 1) {
                A[i][j] = -A[i][j - 1] / 3;
                C[j][i] = B[j][i - 1] - A[i][j - 1];
            }
            DOWN(j, n - 2, 1) C[j][i] = A[i][j] * C[j + 1][i];
        }
    }
}

KERNEL(folding) {
    DOWN(i, n - 1, 0) FOR(j, i + 1, n) {
        if (j - 1 >= 0 && A[i][j] < A[i][j - 1])
            A[i][j] = A[i][j - 1];
        if (i + 1 < n && A[i][j] < A[i + 1][j])
            A[i][j] = A[i + 1][j];
        FOR(k, i + 1, j) if (A[i][j] < A[i][k] + A[k + 1][j]) A[i][j] = A[i][k] + A[k + 1][j];
    }
}

KERNEL(wavefront) {
    FOR(i, 1, n) FOR(j, 1, n) A[i][j] = A[i - 1][j] + A[i][j - 1] + A[i - 1][j - 1];
}

KERNEL(skewed) {
    FOR(i, 1, n) FOR(j, i, n) A[i][j - i] = A[i - 1][j - i + 1];
}

KERNEL(diagonals) {
    FOR(d, 0, n) FOR(i, 0, n - d) A[i][i + d] = A[i + d][i] + B[i][d];
}

KERNEL(even_odd) {
    FOR(i, 0, n / 2) x[2 * i] = x[2 * i + 1];
}

KERNEL(strides) {
    FOR(i, 0, n / 6) x[3 * i + 1] = x[6 * i] + x[2 * i + 1];
}

KERNEL(crossing) {
    FOR(i, 0, n) x[i] = x[n - 1 - i];
}

KERNEL(halves) {
    FOR(i, 0, n / 2) x[i] = x[i + n / 2];
}

KERNEL(coupled) {
    FOR(i, 0, n - 1) FOR(j, 0, n - 1) A[i + 1][i] = A[i][j];
}

KERNEL(coupled_more) {
    FOR(i, 1, n - 1) FOR(j, 1, n - 1) A[i + 1][j - 1] = A[i][j] + A[i - 1][j + 1];
}

KERNEL(upper_lower) {
    FOR(i, 0, n) FOR(j, 0, n) {
        if (i < j)
            A[i][j] = 1;
        else
            B[i][j] = A[j][i];
    }
}

KERNEL(convolve) {
    FOR(i, 0, n / 2) FOR(j, 0, n / 2) x[i + j] += y[i] * z[j];
}

KERNEL(prefix) {
    FOR(i, 1, n) x[i] += x[i - 1];
}

KERNEL(butterfly) {
    FOR(i, 0, n / 4) FOR(j, 0, 2) {
        double t = x[4 * i + j];
        x[4 * i + j] = t + x[4 * i + j + 2];
        x[4 * i + j + 2] = t - x[4 * i + j + 2];
    }
}

KERNEL(first_and_last) {
    FOR(i, 0, n) x[i] = x[0] + x[n - 1];
}

KERNEL(until_negative) {
    FOR(i, 0, n - 1) {
        if (y[i] < 0)
            break;
        x[i + 1] = x[i] + y[i];
    }
}

KERNEL(rows_of_space) {
    FOR(i, 0, n) FOR(j, 1, n) FOR(k, 0, n) T[i][j][k] += T[i][j - 1][k] * A[j][k];
}

KERNEL(planes_of_space) {
    FOR(i, 1, n) FOR(j, 0, n) FOR(k, j, n) T[i][j][k] = T[i - 1][k][j] + U[j][i][k];
}

#else
#define CELLS (&T[0][0][0])
#define AT(bytes) (*(double *)((char *)CELLS + (bytes)))

KERNEL(counter) {
    unsigned char k = 0;
    FOR(i, 0, n) {
        CELLS[k] = CELLS[k] + x[i];
        k += 64;
    }
}

KERNEL(subscript) {
    FOR(i, 0, n) CELLS[(unsigned char)(64 * i + 3)] = CELLS[(unsigned char)(64 * i + 67)];
}

KERNEL(nest) {
    FOR(i, 0, n) FOR(j, 0, n) CELLS[(unsigned char)(128 * i + j)] += x[j];
}

KERNEL(around) {
    FOR(i, 0, n) {
        if (i % 8 == 0)
            AT(i * 0x2000000000000000ul) = i;
    }
}

KERNEL(around_and_back) {
    FOR(i, 0, n) {
        if (i % 4 == 0)
            AT(i * 0x4000000000000000ul + 8) += x[i];
    }
}

KERNEL(around_twice) {
    FOR(i, 0, n) FOR(j, 0, n) {
        if (i % 2 == 0 && j % 4 == 0)
            AT(i * 0x8000000000000000ul + j * 0x4000000000000002ul) = x[j];
    }
}
#endif
