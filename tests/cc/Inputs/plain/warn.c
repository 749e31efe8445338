static int never_used(void) {
    return 1;
}
int main(void) {
    int x;
    return 0;
}
