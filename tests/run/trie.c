// RUN: %compare %s
/* A trie whose nodes hold a row of children, counted, pruned and measured. */
// private: struct trie
#include <stdio.h>
#include <stdlib.h>

struct trie {
    unsigned char letter;
    unsigned words;
    struct trie *kids[26];
    unsigned char used;
    struct trie *up;
};

static struct trie *grow(struct trie *up, unsigned char letter) {
    struct trie *t = calloc(1, sizeof(struct trie));
    if (!t)
        abort();
    t->letter = letter;
    t->up = up;
    return t;
}

static struct trie *walk(struct trie *t, const char *word, int make) {
    for (; *word && t; word++) {
        int i = *word - 'a';
        if (!t->kids[i] && make) {
            t->kids[i] = grow(t, (unsigned char)*word);
            t->used++;
        }
        t = t->kids[i];
    }
    return t;
}

static void drop(struct trie *root, const char *word) {
    struct trie *t = walk(root, word, 0);
    if (!t || !t->words)
        return;
    t->words--;
    while (t != root && !t->words && !t->used) {
        struct trie *up = t->up;
        up->kids[t->letter - 'a'] = NULL;
        up->used--;
        free(t);
        t = up;
    }
}

static int show(const struct trie *t, char *text, int length) {
    int nodes = 1;
    if (t->words)
        printf("%.*s:%u ", length, text, t->words);
    for (int i = 0; i < 26; i++)
        if (t->kids[i]) {
            text[length] = (char)t->kids[i]->letter;
            nodes += show(t->kids[i], text, length + 1);
        }
    return nodes;
}

static void fell(struct trie *t) {
    for (struct trie **kid = t->kids; kid < t->kids + 26; kid++)
        if (*kid)
            fell(*kid);
    free(t);
}

int main(void) {
    static const char *const words[] = {"ship",  "shop",   "shore", "sh",   "a",    "an",
                                        "ant",   "anthem", "the",   "then", "them", "shop",
                                        "antler", "z",     "zoo",   "an"};
    const int count = sizeof words / sizeof *words;
    char text[32];
    struct trie *root = grow(NULL, 0);
    for (int i = 0; i < count; i++)
        walk(root, words[i], 1)->words++;
    int before = show(root, text, 0);
    printf("%d\n", before);
    for (int i = 0; i < count; i += 2)
        drop(root, words[i]);
    drop(root, "nothing");
    int after = show(root, text, 0);
    printf("%d\n", after);
    fell(root);
    return before - after;
}

// CHANGES dtrans-base-test: struct.trie base-test 232
// CHANGES dtrans-base-test<ptr-as-int>: struct.trie base-test 232
// CHANGES dtrans-shuffle<seed=1>: struct.trie shuffle 336
// CHANGES dtrans-shuffle<seed=2>: struct.trie shuffle 336
// CHANGES dtrans-shuffle<seed=3>: struct.trie shuffle 286
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.trie reorder-fields 224
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.trie reorder-fields 224
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.trie shuffle 320
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.trie reorder-fields+shuffle 304
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.trie reorder-fields 224
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.trie shuffle+shuffle 307
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.trie reorder-fields 224
// CHANGES dtrans-pool<force>: struct.trie pool 116
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.trie shuffle+pool 116
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.trie reorder-fields+pool 116
// CHANGES dtrans-pool<force;split>: struct.trie pool 116
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.trie shuffle+pool 210
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.trie reorder-fields+pool 116
// CHANGES hir-canonicalize,hir-identity: drop(); fell(); main(); show(); walk()
// CHANGES hir-canonicalize<join>,hir-identity<join>: drop(); fell(); main(); show(); walk()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
