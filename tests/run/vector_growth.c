// RUN: %compare %s
/* Vectors that grow by realloc: push, insert and erase in the middle, copies, shrinking. */
// private: struct particle, struct vector
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct particle {
    char alive;
    double x;
    unsigned short kind;
    double v;
    char trace[3];
};
struct vector {
    unsigned grown;
    struct particle *data;
    size_t length, capacity;
};

static void reserve(struct vector *v, size_t capacity) {
    if (capacity <= v->capacity)
        return;
    while (v->capacity < capacity)
        v->capacity = v->capacity ? v->capacity * 2 : 2;
    v->data = realloc(v->data, v->capacity * sizeof *v->data);
    if (!v->data)
        abort();
    v->grown++;
}

static struct particle *push(struct vector *v) {
    reserve(v, v->length + 1);
    struct particle *p = &v->data[v->length++];
    memset(p, 0, sizeof *p);
    return p;
}

static void insert(struct vector *v, size_t at, const struct particle *p) {
    struct particle copy = *p;
    reserve(v, v->length + 1);
    memmove(v->data + at + 1, v->data + at, (v->length - at) * sizeof *v->data);
    v->data[at] = copy;
    v->length++;
}

static void erase(struct vector *v, size_t at, size_t count) {
    memmove(&v->data[at], &v->data[at + count], (v->length - at - count) * sizeof(struct particle));
    v->length -= count;
}

static void show(const struct vector *v) {
    double sum = 0;
    for (size_t i = 0; i < v->length; i++) {
        const struct particle *p = v->data + i;
        printf("%u%s%s ", p->kind, p->trace, p->alive ? "" : "!");
        sum += p->x * p->v;
    }
    printf("| %zu/%zu/%u %.3f\n", v->length, v->capacity, v->grown, sum);
}

int main(void) {
    struct vector v = {0};
    for (int i = 0; i < 20; i++) {
        struct particle *p = push(&v);
        p->alive = i % 7 != 0;
        p->x = i * 0.5;
        p->v = 3 - i * 0.25;
        p->kind = (unsigned short)(i % 5);
        p->trace[0] = (char)('a' + i);
    }
    show(&v);
    for (size_t i = 0; i < v.length; i += 3)
        insert(&v, i, &v.data[v.length - 1 - i]);
    show(&v);
    for (size_t i = 0; i < v.length;)
        if (!v.data[i].alive)
            erase(&v, i, 1);
        else
            i++;
    erase(&v, 2, 4);
    show(&v);
    struct particle *copy = malloc(v.length * sizeof *copy);
    memcpy(copy, v.data, v.length * sizeof *copy);
    for (size_t i = 0; i < v.length; i++)
        v.data[v.length - 1 - i] = copy[i];
    free(copy);
    v.capacity = v.length;
    v.data = realloc(v.data, v.capacity * sizeof *v.data);
    show(&v);
    int code = (int)v.length;
    free(v.data);
    return code;
}
