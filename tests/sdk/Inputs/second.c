// The same questions with other answers.
enum { N = 24 };
float x[N][N], y[N];
short codes[N];
long total;

void strides(long step) {
    for (long i = 0; i < 7; i++)
        x[i][step] = y[3 * i + 2];
    for (long i = 0; i < step; i++)
        y[i] += step;
}

void gather(float *restrict to, const short *restrict where, unsigned n) {
    for (unsigned i = 0; i < n; i++)
        to[4 * i] = y[where[2 * i] + 1];
}

void choose(long *restrict p, long n) {
    for (long i = 0; i < n; i++) {
        switch (p[i]) {
        case -3:
            p[i] = 5;
            break;
        case 4:
        case 9:
            p[i] = y[2];
            break;
        default:
            if (x[1][i] > 2.0f)
                p[i] = n / 8;
        }
    }
}

void search(void) {
    while (total > 3)
        total = total % 7 ? total - 2 : total / 3;
}

void product(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            x[j][i] = x[j][i] * 0.5f;
}

void pair(void) {
    for (int i = 0; i < N; i++)
        y[i] = i;
    for (int i = 1; i < N; i++)
        codes[i] = codes[i - 1] + y[i];
}

float u[N], v[N], w[N];

void fused(void) {
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            x[i][j] = 1;
        for (int j = 0; j < N; j++)
            u[j] += x[i][j];
    }
}

void parts(void) {
    for (int i = 0; i < N; i++) {
        u[i] = v[i] * 2;
        w[i] = w[i] + 1;
    }
}

void guarded(int all) {
    for (int i = 0; i < N; i++) {
        if (all > 2)
            for (int j = 0; j < N; j++)
                x[i][j] = y[j];
    }
}

void sums(const float *p, float *q, long n) {
    for (long i = 0; i < n; i++)
        q[i] = p[i + 1] + p[i];
}

void reused(void) {
    for (int i = 2; i < N; i++)
        v[i] = v[i - 1] * u[i] + v[i - 2];
}

void implied(void) {
    for (int i = 0; i < N; i++)
        for (int j = i; j < N; j++)
            if (i + j < 2 * j + 1)
                x[i][j] += 1;
}

void scaled(float by) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            x[i][j] += by * v[i] * u[j];
}

void reduced(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            v[i] += x[i][j];
}
