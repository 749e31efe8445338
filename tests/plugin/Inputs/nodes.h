struct node {
    char a;
    long dead;
    long b;
    char c;
    int k;
    struct node *next;
};
struct node *push(struct node *list, int i);
