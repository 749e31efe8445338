/* The functions of mem-instances.c, and who calls them. */
enum { N = 24 };

typedef struct {
    double a[3];
    int n;
    char c[5];
} item;

void lu(double a[static N * N], int n, unsigned *ckpt_mem);
long mixed(int n, double b[static 20], item outer[static 1], unsigned *ckpt_mem);
