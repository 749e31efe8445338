int other(void) {
    return "text";
}
