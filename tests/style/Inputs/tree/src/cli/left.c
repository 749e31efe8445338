/* TODO: finish this; see /home/somebody/notes. */
int left(void);

int left(void) {
    return 1;
}
