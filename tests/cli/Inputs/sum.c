struct item {
    int key;
    char tag;
};

int sum(struct item *items, int count) {
    int total = 0;
    for (int i = 0; i < count; i++)
        total += items[i].key * items[i].tag;
    return total;
}
