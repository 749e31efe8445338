/* Forty bytes as written; twenty-four if the order is free and what nothing reads is gone. */
struct node {
    char tag;
    long value;
    char flag;
    int unused;
    struct node *next;
    short small;
};
struct node *push(struct node *list, long v);
long sum(const struct node *list);
