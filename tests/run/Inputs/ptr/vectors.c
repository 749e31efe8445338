/* Growing vectors and a generic container that copies elements of any size. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct vec {
    void *data;
    size_t size, len, cap;
};
struct point {
    int x, y;
    char *label;
};
struct ints {
    int *at;
    int len, cap;
};
static void *grow(void *p, size_t n) {
    p = realloc(p, n);
    if (!p)
        exit(3);
    return p;
}
static void *push(struct vec *v, const void *element) {
    if (v->len == v->cap) {
        v->cap = v->cap ? 2 * v->cap : 2;
        v->data = grow(v->data, v->cap * v->size);
    }
    void *slot = (char *)v->data + v->len++ * v->size;
    memcpy(slot, element, v->size);
    return slot;
}
static void *at(const struct vec *v, size_t i) {
    return (char *)v->data + i * v->size;
}
static void erase(struct vec *v, size_t i) {
    memmove(at(v, i), at(v, i + 1), (v->len - i - 1) * v->size);
    v->len--;
}
static void swap(void *a, void *b, size_t n) {
    char *x = a, *y = b;
    while (n--) {
        char t = *x;
        *x++ = *y;
        *y++ = t;
    }
}
static void add(struct ints *v, int x) {
    if (v->len == v->cap)
        v->at = grow(v->at, sizeof(int) * (size_t)(v->cap = 2 * v->cap + 1));
    v->at[v->len++] = x;
}
int main(void) {
    struct vec points = {.size = sizeof(struct point)}, names = {.size = sizeof(char *)};
    struct ints ints = {0};
    for (int i = 0; i < 20; i++) {
        char text[8];
        snprintf(text, sizeof text, "p%d", i);
        struct point p = {i, -i, strdup(text)};
        struct point *in = push(&points, &p);
        in->x++;
        push(&names, &in->label);
        add(&ints, i);
    }
    erase(&points, 3);
    swap(at(&points, 0), at(&points, 5), points.size);
    long sum = 0;
    for (size_t i = 0; i < points.len; i++) {
        struct point *p = at(&points, i);
        sum += p->x * (int)i + p->label[1];
    }
    for (size_t i = 0; i < names.len; i++)
        sum += **(char **)at(&names, i) + ints.at[i];
    printf("%ld\n", sum);
    return 0;
}
