// RUN: %compare %s
/* Character arrays in structs: strcpy, snprintf, strncat, strchr, sscanf and loops over them. */
// private: struct person, struct address
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct address {
    short number;
    char street[13];
    int code;
    char city[7];
};
struct person {
    unsigned char age;
    char name[11];
    struct person *boss;
    char initials[4];
    struct address home;
    double pay;
};

static void upper(char *s) {
    for (; *s; s++)
        *s = (char)toupper((unsigned char)*s);
}

static struct person *parse(const char *text, struct person *boss) {
    struct person *p = calloc(1, sizeof *p);
    char first[11], last[11];
    int age;
    if (sscanf(text, "%10s %10s %d", first, last, &age) != 3)
        abort();
    p->age = (unsigned char)age;
    strcpy(p->name, last);
    snprintf(p->initials, sizeof p->initials, "%c%c", first[0], last[0]);
    const char *at = strchr(text, '@');
    if (at) {
        sscanf(at, "@%hd %12[^,], %d %6s", &p->home.number, p->home.street, &p->home.code,
               p->home.city);
        upper(p->home.city);
    } else {
        memcpy(p->home.city, "none", 5);
        strncpy(p->home.street, "somewhere far away", sizeof p->home.street - 1);
    }
    p->pay = age * 10.5;
    p->boss = boss;
    return p;
}

static int vowels(const struct person *p) {
    int n = 0;
    for (size_t i = 0; i < sizeof p->name && p->name[i]; i++)
        n += strchr("aeiou", p->name[i]) != NULL;
    for (const char *s = p->home.street; *s; s++)
        n += strchr("aeiou", *s) != NULL;
    return n;
}

int main(void) {
    static const char *const texts[] = {"ann archer 41 @12 elm street, 4021 basel",
                                        "bob baker 29", "cy carver 53 @7 oak lane, 8001 zurich",
                                        "dee dyer 36 @100 a, 1 x"};
    struct person *all[4], *boss = NULL;
    int total = 0;
    for (int i = 0; i < 4; i++) {
        all[i] = parse(texts[i], boss);
        boss = i % 2 ? boss : all[i];
    }
    strncat(all[1]->name, "smith", sizeof all[1]->name - strlen(all[1]->name) - 1);
    memmove(all[2]->name + 1, all[2]->name, 5);
    all[2]->initials[2] = '!';
    all[3]->home = all[0]->home;
    all[3]->home.street[0] = 'E';
    for (int i = 0; i < 4; i++) {
        struct person *p = all[i];
        printf("%s (%s) %u, %d %s, %d %s, %.2f, boss %s, %d vowels, %zu\n", p->name, p->initials,
               p->age, p->home.number, p->home.street, p->home.code, p->home.city, p->pay,
               p->boss ? p->boss->name : "none", vowels(p), strlen(p->name));
        total += vowels(p) + (strcmp(p->name, "baker") > 0);
    }
    for (int i = 0; i < 4; i++)
        free(all[i]);
    return total;
}

// CHANGES dtrans-base-test: struct.address base-test 28; struct.person base-test 64
// CHANGES dtrans-base-test<ptr-as-int>: struct.address base-test 28; struct.person base-test 64
// CHANGES dtrans-shuffle<seed=1>: struct.address shuffle 104; struct.person shuffle 248
// CHANGES dtrans-shuffle<seed=2>: struct.address shuffle 120; struct.person shuffle 256
// CHANGES dtrans-shuffle<seed=3>: struct.address shuffle 100; struct.person shuffle 208
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.person reorder-fields 64
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.person reorder-fields 64
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.address shuffle 92; struct.person shuffle 216
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.address shuffle 104; struct.person reorder-fields+shuffle 256
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.person reorder-fields 64
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.address shuffle+shuffle 124; struct.person shuffle+shuffle 296
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.person reorder-fields 64
// CHANGES dtrans-pool<force>: struct.person pool 56
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.address shuffle 92; struct.person shuffle+pool 120
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.person reorder-fields+pool 56
// CHANGES dtrans-pool<force;split>: struct.person pool 56
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.address shuffle 112; struct.person shuffle+pool 144
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.person reorder-fields+pool 56
// CHANGES hir-canonicalize,hir-identity: main(); upper(); vowels()
// CHANGES hir-canonicalize<join>,hir-identity<join>: main(); upper(); vowels()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
