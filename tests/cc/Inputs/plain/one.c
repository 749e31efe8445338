int printf(const char *, ...);
#ifndef WORD
#define WORD "one"
#endif
int main(void) {
    printf("%s\n", WORD);
    return 0;
}
