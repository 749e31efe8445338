int printf(const char *, ...);
int main(void) {
    printf("%s\n", WORD);
    return 0;
}
