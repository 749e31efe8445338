struct item {
    char mark;
    long value;
    char unused;
    struct item *next;
};
struct item *push(struct item *head, long value);
long sum(const struct item *head);
