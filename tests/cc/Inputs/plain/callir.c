int printf(const char *, ...);
int four(void);
int main(void) {
    printf("%d\n", four());
    return 0;
}
