/* Valgrind's client requests, as its manual and its tools define them: a sequence of instructions
 * that do nothing on a processor and that Valgrind knows. Written out here, so that the runtime
 * does not need Valgrind's headers. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum {
    VALGRIND_ALLOCATED = 0x1301, /* address, size, bytes around it, whether it is zeroed */
    VALGRIND_FREED = 0x1302,     /* address, bytes around it */
    MEMCHECK_NO_ACCESS = 0x4d430000,
    MEMCHECK_UNDEFINED,
    MEMCHECK_DEFINED
};

/* The answer, 0 without Valgrind. */
static inline uint64_t pool_valgrind(uint64_t request, const void *a, uint64_t b, uint64_t c,
                                     uint64_t d) {
    volatile uint64_t words[6] = {request, (uintptr_t)a, b, c, d, 0};
    uint64_t answer = 0;
#if defined __x86_64__
    __asm__ volatile("rolq $3, %%rdi; rolq $13, %%rdi; rolq $61, %%rdi; rolq $51, %%rdi\n\t"
                     "xchgq %%rbx, %%rbx"
                     : "=d"(answer)
                     : "a"(words), "0"(answer)
                     : "cc", "memory");
#elif defined __aarch64__
    register const volatile uint64_t *args __asm__("x4") = words;
    register uint64_t result __asm__("x3") = answer;
    __asm__ volatile("ror x12, x12, #3; ror x12, x12, #13\n\t"
                     "ror x12, x12, #51; ror x12, x12, #61\n\t"
                     "orr x10, x10, x10"
                     : "+r"(result)
                     : "r"(args)
                     : "cc", "memory");
    answer = result;
#else
    (void)words;
#endif
    return answer;
}
