int printf(const char *, ...);
int two(void), three(void);
int main(void) {
    printf("%d\n", two() * 10 + three());
    return 0;
}
