/* A state machine: a switch in a loop, a checkpoint in one of its cases. */
#include "torture.h"

enum state { START, READ, NUMBER, WORD, SPACE, SAVE, STOP };

int main(int argc, char **argv) {
    long n = size_argument(argc, argv, 150000000), at = 0;
    uint32_t random = 31;
    uint64_t numbers = 0, words = 0, spaces = 0, hash = 0;
    enum state state = START;
    unsigned char symbol = 0;
    for (;;) {
        switch (state) {
        case START:
            hash = 1;
            state = READ;
            break;
        case READ:
            symbol = (unsigned char)(next_random(&random) >> 9);
            state = ++at >= n ? STOP : symbol < 80 ? NUMBER : symbol < 200 ? WORD : SPACE;
            break;
        case NUMBER:
            numbers += symbol;
            state = symbol & 1 ? WORD : READ;
            break;
        case WORD:
            words++;
            hash = mix(hash, symbol);
            state = hash % 100000 == 0 ? SAVE : READ;
            break;
        case SPACE:
            spaces++;
            state = READ;
            break;
        case SAVE:
            checkpoint();
            state = READ;
            break;
        case STOP:
            printf("%llu %llu %llu %016llx\n", (unsigned long long)numbers,
                   (unsigned long long)words, (unsigned long long)spaces,
                   (unsigned long long)hash);
            return 0;
        }
    }
}
