"""A program of loop nests: dense algebra, stencils, triangles, gathers, searches, strings.

    nests.py COUNT [--one] -o FILE.c

Each nest is a function of its own, or with --one all of them are in one function.
"""
import argparse

HEAD = """typedef unsigned long size_t;
double A[128][128], B[128][128], C[128][128], x[4096], y[4096];
int index_of[4096], count_of[256];
struct point { double at[3]; int kind; } points[1024];
"""

NESTS = [
    """for (int i = 0; i < {n}; i++)
    for (int j = 0; j < {n}; j++) {{
        double sum = 0;
        for (int k = 0; k < {n}; k++)
            sum += A[i][k] * B[k][j];
        C[i][j] = sum + {k};
    }}
""",
    """for (int t = 0; t < rounds; t++)
    for (int i = 1; i < {n} - 1; i++)
        for (int j = 1; j < {n} - 1; j++)
            B[i][j] = (A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1]) * 0.2{k};
""",
    """for (int i = 0; i < {n}; i++) {{
    for (int j = 0; j < i; j++)
        x[i] -= A[i][j] * x[j];
    x[i] /= A[i][i];
}}
""",
    """for (int i = 0; i < rounds; i++)
    count_of[index_of[i + {k}] & 255]++;
for (int i = rounds - 1; i >= 0; i--)
    y[index_of[i]] += x[i];
""",
    """for (size_t i = 0; i < (size_t)rounds; i++) {{
    if (x[i] > {k})
        break;
    if (y[i] < 0)
        continue;
    y[i] = x[i] * {k};
}}
""",
    """for (const char *p = text; *p; p++)
    switch (*p & 3) {{
    case 0: count_of[*p & 127] += {k}; break;
    case 1: count_of[1]--; break;
    default: count_of[2]++;
    }}
""",
    """for (int i = 0; i < rounds; i += 2) {{
    struct point *p = &points[i & 1023];
    for (int d = 0; d < 3; d++)
        p->at[d] = p->at[d] * p->kind + points[i & 1023].at[2 - d] + {k};
    if (p->kind == {k})
        x[i & 4095] = p->at[0];
    else
        x[(i + 1) & 4095] = p->at[1];
}}
""",
    """for (unsigned i = 0, j = rounds; i != j && i < 4096; i++, j--) {{
    double swap = x[i];
    x[i] = x[j & 4095];
    x[j & 4095] = swap * {k};
}}
""",
]


def indented(nest, by="    "):
    return "".join(by + line + "\n" for line in nest.rstrip("\n").split("\n"))


def program(count, one):
    parts = [HEAD]
    if one:
        parts.append("void nests(int rounds, const char *text) {\n")
    for i in range(count):
        nest = indented(NESTS[i % len(NESTS)].format(n=16 + i % 100, k=1 + i % 9))
        if one:
            parts.append("    {\n" + indented(nest) + "    }\n")
        else:
            parts.append(f"void nest{i}(int rounds, const char *text) {{\n{nest}}}\n")
    return "".join(parts + (["}\n"] if one else []))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("count", type=int)
    parser.add_argument("--one", action="store_true")
    parser.add_argument("-o", dest="output", required=True)
    options = parser.parse_args()
    with open(options.output, "w") as file:
        file.write(program(options.count, options.one))


if __name__ == "__main__":
    main()
