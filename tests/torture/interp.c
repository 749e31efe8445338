/* An interpreter of a small byte code: a switch in a loop, a stack, a memory. */
#include "torture.h"

enum op { PUSH, ADD, MUL, XOR, LOAD, STORE, DEC, JNZ, SAVE, HALT };

/* memory[0] counts down; memory[1..3] are worked on. */
static const int code[] = {
    LOAD, 1, PUSH, 31, MUL,  0, LOAD, 0,  ADD, 0, STORE, 1, LOAD, 1, LOAD, 2, XOR, 0,
    PUSH, 7, ADD,  0,  STORE, 2, LOAD, 2, LOAD, 3, MUL, 0, PUSH, 1, ADD,  0, STORE, 3,
    SAVE, 0, DEC,  0,  JNZ,  0, HALT, 0,
};

int main(int argc, char **argv) {
    long steps = size_argument(argc, argv, 30000000), pc = 0, top = 0, saves = 0;
    uint64_t stack[16], memory[4] = {(uint64_t)steps, 1, 2, 3};
    for (;;) {
        int operand = code[pc + 1];
        switch ((enum op)code[pc]) {
        case PUSH:
            stack[top++] = (uint64_t)operand;
            break;
        case ADD:
            top--;
            stack[top - 1] += stack[top];
            break;
        case MUL:
            top--;
            stack[top - 1] *= stack[top];
            break;
        case XOR:
            top--;
            stack[top - 1] ^= stack[top] >> 3;
            break;
        case LOAD:
            stack[top++] = memory[operand];
            break;
        case STORE:
            memory[operand] = stack[--top];
            break;
        case DEC:
            memory[operand]--;
            break;
        case JNZ:
            if (memory[0]) {
                pc = operand;
                continue;
            }
            break;
        case SAVE:
            if (++saves % 5000 == 0)
                checkpoint();
            break;
        case HALT:
            printf("%016llx %016llx %016llx %ld\n", (unsigned long long)memory[1],
                   (unsigned long long)memory[2], (unsigned long long)memory[3], saves);
            return 0;
        }
        pc += 2;
    }
}
