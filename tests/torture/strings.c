/* Strings that grow by realloc, piece by piece. */
#include "torture.h"

typedef struct text {
    char *data;
    size_t size, room;
} text;

static void add(text *t, const char *piece, size_t size) {
    if (t->size + size + 1 > t->room) {
        t->room = (t->size + size + 1) * 3 / 2;
        t->data = realloc(t->data, t->room);
    }
    memcpy(t->data + t->size, piece, size);
    t->size += size;
    t->data[t->size] = 0;
}

static uint64_t digest(const char *data, size_t size) {
    return size ? size * 256 + (unsigned char)data[size / 3] : 0;
}

int main(int argc, char **argv) {
    long rounds = size_argument(argc, argv, 20000);
    text parts[8] = {0};
    uint32_t state = 23;
    uint64_t hash = 0;
    for (long r = 0; r < rounds; r++) {
        for (int i = 0; i < 400; i++) {
            char word[32];
            text *t = &parts[next_random(&state) % 8];
            int length = snprintf(word, sizeof word, "%x,", next_random(&state) % 5000);
            add(t, word, (size_t)length);
            if (t->size > 300000) {
                char *copy = strdup(t->data + t->size / 2);
                free(t->data);
                *t = (text){copy, strlen(copy), strlen(copy) + 1};
            }
        }
        for (int i = 0; i < 8; i++)
            hash = mix(hash, digest(parts[i].data, parts[i].size));
        checkpoint();
    }
    printf("%016llx\n", (unsigned long long)hash);
    return 0;
}
