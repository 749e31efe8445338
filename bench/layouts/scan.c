/* One field of a wide record is added up, time and again; the others are looked at rarely. */
#include <stdio.h>
#include <stdlib.h>

struct record {
    double price;
    char name[24];
    int kind, region;
    double weight, volume, tax, discount;
    long supplier, buyer;
    double history[4];
};

static struct record *records;
static long count;

static void fill(void) {
    for (long i = 0; i < count; i++) {
        struct record *r = &records[i];
        r->price = (double)(i % 1000) * 0.25;
        snprintf(r->name, sizeof r->name, "item%ld", i % 5000);
        r->kind = (int)(i % 7);
        r->region = (int)(i % 31);
        r->weight = (double)(i % 17);
        r->volume = (double)(i % 13) * 0.5;
        r->tax = 0.19;
        r->discount = (double)(i % 5) * 0.01;
        r->supplier = i * 3;
        r->buyer = i * 5;
        for (int k = 0; k < 4; k++)
            r->history[k] = (double)(i + k);
    }
}

static double total(void) {
    double sum = 0;
    for (long i = 0; i < count; i++)
        sum += records[i].price;
    return sum;
}

static void raise_prices(double by) {
    for (long i = 0; i < count; i++)
        records[i].price *= by;
}

static double look(long step) {
    double sum = 0;
    for (long i = 0; i < count; i += step) {
        const struct record *r = &records[i];
        sum += r->weight * r->tax + r->volume - r->discount + r->history[i % 4] + r->name[0] +
               (double)(r->supplier % 11 + r->buyer % 3 + r->kind + r->region);
    }
    return sum;
}

int main(int argc, char **argv) {
    long rounds = argc > 2 ? atol(argv[2]) : 100;
    count = argc > 1 ? atol(argv[1]) : 400000;
    records = malloc((size_t)count * sizeof *records);
    if (!records)
        return 1;
    fill();
    double sum = 0;
    for (long i = 0; i < rounds; i++) {
        sum += total();
        raise_prices(i % 2 ? 1.25 : 0.8);
        if (i % 16 == 0)
            sum += look(64);
    }
    printf("%.6e\n", sum);
    free(records);
    return 0;
}
