/* A directive that does nothing, for the program to compare with: no instruction is executed for
 * it, but what the program does to decide on it stays. */
static inline void checkpoint(void) {
    __asm__ volatile("");
}
