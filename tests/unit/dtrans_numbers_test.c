/* Debug info of pointers that become numbers, when memory runs out at every point of the way, and
 * when the budget ends. */
#include "module_text.h"

#include <unistd.h>

static const char source[] =
    "void *malloc(unsigned long);\n"
    "struct item { int key; struct item *next; double w; };\n"
    "struct list { char c; struct item *first, *three[3]; struct node *tree; };\n"
    "struct node { struct node *left; struct node **up; int n; };\n"
    "struct cell { short s; long l; };\n"
    "static struct item *all;\n"
    "static struct list one;\n"
    "static struct cell cells[3];\n"
    "static struct node *root;\n"
    "static long get(struct item *i, struct cell *c) { return i->key + c->l; }\n"
    "int main(int argc, char **argv) {\n"
    "  all = malloc(argc * sizeof *all);\n"
    "  all->next = all + 1; all[1].key = argc; all->w = 1;\n"
    "  one.first = all; one.three[1] = all->next;\n"
    "  struct node *n = malloc(sizeof *n);\n"
    "  n->left = root; n->n = 1; root = n; n->up = argc ? &root : &n->left; one.tree = n;\n"
    "  cells[argc & 1].l = 4; cells[0].s = 1;\n"
    "  return get(one.three[1], &cells[1]) + cells[0].s + one.first->w + (*n->up)->left->n +\n"
    "         one.tree->n;\n"
    "}\n";

typedef struct expectation {
    const char *passes;
    const char *texts[4];
} expectation;

static const expectation expectations[] = {
    {"dtrans-aos-to-soa<force;index=32>",
     {"name: \"struct item * as index\", size: 32", "name: \"struct item * as index\", size: 64",
      "name: \"__soa_item\"", "name: \"cells.s\""}},
    {"dtrans-split<force;type=item;groups=key+w>",
     {"name: \"struct item * as index\", size: 64", "name: \"__SPLIT_struct.item.0\"",
      "name: \"__split_item\"", "name: \"part0\""}},
    {"dtrans-pool<force>",
     {"name: \"struct node * >> 3\", size: 32", "name: \"struct node * in 32 bits\", size: 32",
      "name: \"node\", file:", "name: \"pointer of 32 or 64 bits\""}},
};

static char *compiled(void) {
    char folder[] = "/tmp/lathe-numbers-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/one.c", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(source, file);
    fclose(file);
    lathe_ctx *ctx = lathe_ctx_new();
    lathe_module *m = lathe_module_load(ctx, (const char *const[]){path}, 1, NULL);
    unlink(path);
    rmdir(folder);
    if (!m)
        fail_msg("%s", lathe_ctx_error(ctx));
    char *text = LLVMPrintModuleToString(m->llvm);
    lathe_module_free(m);
    lathe_ctx_free(ctx);
    return text;
}

static void check_text(lathe_module *m, const void *data) {
    const expectation *e = data;
    char *text = LLVMPrintModuleToString(m->llvm);
    for (size_t i = 0; i < 4 && e->texts[i]; i++)
        if (!strstr(text, e->texts[i]))
            fail_msg("%s: no %s", e->passes, e->texts[i]);
    LLVMDisposeMessage(text);
}

static void survives_failing_memory(void **state) {
    const expectation *e = *state;
    char *text = compiled();
    expect_passes_survive_failing_memory(text, e->passes, check_text, e);
    LLVMDisposeMessage(text);
}

static void ends_with_the_budget(void **state) {
    const expectation *e = *state;
    char *text = compiled();
    expect_passes_end_with_the_budget(text, e->passes, 8000);
    LLVMDisposeMessage(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(survives_failing_memory, (void *)&expectations[0]),
        cmocka_unit_test_prestate(ends_with_the_budget, (void *)&expectations[0]),
        cmocka_unit_test_prestate(survives_failing_memory, (void *)&expectations[1]),
        cmocka_unit_test_prestate(ends_with_the_budget, (void *)&expectations[1]),
        cmocka_unit_test_prestate(survives_failing_memory, (void *)&expectations[2]),
        cmocka_unit_test_prestate(ends_with_the_budget, (void *)&expectations[2]),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
