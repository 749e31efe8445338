/* One kernel, four forms of its arrays and bounds, by -DFORM=1 to 4:
 *
 *   1  arrays and bounds are constants of the file;
 *   2  bounds are arguments, arrays have fixed dimensions: f(int N, double a[][600])
 *   3  arrays are of variable length:                      f(int N, double a[N][N])
 *   4  a pointer and a leading dimension, in a struct:     f(const struct matrix_double *a)
 *
 * In forms 2 to 4 functions get through arguments what they work on, could be called from
 * elsewhere, and know nothing of overlaps. A bound has the name of the constant of form 1, which it
 * hides; its value there is the same, but the compiler cannot know. All forms print the same bits.
 *
 *   MATRIX(double, a, ROWS, COLUMNS);      an array of the file, also VECTOR and CUBE
 *   KERNEL void f(double scalar GIVEN(, INTS(int N) PLANE(double, a, N, N), LINE(double, x, N)))
 *   READ(N, a, rows)                       form 4 has its bounds in its structs
 *   AT(a, i, j)                            an element
 *   f(1.5 GIVEN(, INTS(at_run_time(N)) a, x))
 *
 * A file that says `#define FORMS 3` before it includes this one has no form 4; arrays of three
 * dimensions have no leading one.
 */
#ifndef BENCH_LOOPS_FORMS_H
#define BENCH_LOOPS_FORMS_H

#include "check.h"

#ifndef FORM
#define FORM 1
#endif
#ifndef FORMS
#define FORMS 4
#endif
#if FORM > FORMS
#error this kernel does not have that form
#endif

#if FORM == 1
#define KERNEL static
#define GIVEN(...)
#else
#define KERNEL __attribute__((noinline))
#define GIVEN(...) __VA_ARGS__
#endif

#if FORM == 4
#define STRUCT_OF(type)                                                                            \
    struct matrix_##type {                                                                         \
        int rows, columns, ld;                                                                     \
        type *at;                                                                                  \
    }
STRUCT_OF(double);
STRUCT_OF(float);
STRUCT_OF(int);
/* What is in a struct is written when the program starts: a link could see constants, too. */
#define MATRIX(type, name, m, n)                                                                   \
    static type name##_cells[m][n];                                                                \
    struct matrix_##type name[1];                                                                  \
    __attribute__((constructor)) static void set_##name(void) {                                    \
        *name = (struct matrix_##type){at_run_time(m), at_run_time(n), at_run_time(n),             \
                                       &name##_cells[0][0]};                                       \
    }                                                                                              \
    _Static_assert(sizeof name##_cells > 0, "takes the semicolon")
#define VECTOR(type, name, n) static type name##_cells[n], *const name = name##_cells
#define STORED(name) name##_cells
#define INTS(...)
#define READ(bound, name, member) int bound = name->member;
#define PLANE(type, name, m, n) const struct matrix_##type *name
#define AT(name, i, j) name->at[(i) * name->ld + (j)]
#else
#define MATRIX(type, name, m, n)                                                                   \
    enum { name##_columns = n };                                                                   \
    static type name[m][n]
#define VECTOR(type, name, n) static type name[n]
#define CUBE(type, name, l, m, n)                                                                  \
    enum { name##_rows = m, name##_columns = n };                                                  \
    static type name[l][m][n]
#define HYPER(type, name, k, l, m, n)                                                              \
    enum { name##_planes = l, name##_rows = m, name##_columns = n };                               \
    static type name[k][l][m][n]
#define STORED(name) name
#define INTS(...) __VA_ARGS__,
#define READ(bound, name, member)
#define AT(name, i, j) name[i][j]
#endif

#if FORM == 3
#define PLANE(type, name, m, n) type name[m][n]
#define SPACE(type, name, l, m, n) type name[l][m][n]
#define HYPERSPACE(type, name, k, l, m, n) type name[k][l][m][n]
#define LINE(type, name, n) type name[n]
#else
#define LINE(type, name, n) type *name
#endif
#if FORM == 2
#define PLANE(type, name, m, n) type name[][name##_columns]
#define SPACE(type, name, l, m, n) type name[][name##_rows][name##_columns]
#define HYPERSPACE(type, name, k, l, m, n) type name[][name##_planes][name##_rows][name##_columns]
#endif

/* A pointer to planes of the size of those of `like`, which nothing else overlaps, in all forms. */
#if FORM == 2
#define PLANES(type, name, like, m, n) type(*restrict name)[like##_rows][like##_columns]
#else
#define PLANES(type, name, like, m, n) type(*restrict name)[m][n]
#endif

#define PRINT(name) print_bits(#name, STORED(name), sizeof STORED(name))
#define FILL_DOUBLES(name, seed)                                                                   \
    fill_doubles((double *)STORED(name), sizeof STORED(name) / sizeof(double), seed)
#define FILL_FLOATS(name, seed)                                                                    \
    fill_floats((float *)STORED(name), sizeof STORED(name) / sizeof(float), seed)

#endif
