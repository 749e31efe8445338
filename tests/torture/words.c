/* Much output on stdout, and strings that libc made: strdup, asprintf-like results, getenv. */
#include "torture.h"

typedef struct word {
    char *text;
    struct word *left, *right;
    unsigned count;
} word;

static word *find(word **root, const char *text) {
    while (*root) {
        int order = strcmp(text, (*root)->text);
        if (!order)
            return *root;
        root = order < 0 ? &(*root)->left : &(*root)->right;
    }
    *root = calloc(1, sizeof **root);
    (*root)->text = strdup(text);
    return *root;
}

static void print(const word *w, int depth) {
    if (!w)
        return;
    print(w->left, depth + 1);
    printf("%*s%s %u\n", depth % 20, "", w->text, w->count);
    print(w->right, depth + 1);
}

int main(int argc, char **argv) {
    long n = size_argument(argc, argv, 1200);
    word *root = NULL;
    uint32_t state = 121;
    for (long r = 0; r < n; r++) {
        for (int i = 0; i < 1500; i++) {
            char text[16];
            uint32_t value = next_random(&state);
            snprintf(text, sizeof text, "%c%c%u", 'a' + value % 26, 'a' + value / 26 % 26,
                     value / 1000 % 30);
            find(&root, text)->count++;
        }
        checkpoint();
        if (r % 10 == 0)
            printf("round %ld root %s %u\n", r, root->text, root->count);
    }
    print(root, 0);
    return 0;
}
