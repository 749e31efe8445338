"""Allocators of a program's own: text that comes before its uses of malloc and free, for
gen_structs.py. Each is one as programs write them, so that what is concluded from it is tried."""

PLAIN = ""

ROUNDED = """
static size_t own_round(size_t n) { return (n + 15) & ~(size_t)15; }
static void *own_malloc(size_t n) {
    if (n < 48)
        n = 48;
    void *p = malloc(own_round(n));
    if (!p)
        p = malloc(own_round(n));
    return p;
}
static void *own_calloc(size_t n, size_t s) {
    if (!n || !s)
        n = s = 1;
    return calloc(n, s);
}
static void *own_realloc(void *p, size_t n) { return p ? realloc(p, n ? n : 1) : own_malloc(n); }
static void own_free(void *p) { free(p); }
"""

SIZED = """
static void *own_malloc(size_t n) {
    size_t *p = malloc(n + 16);
    if (!p)
        abort();
    p[0] = n;
    return p + 2;
}
static void *own_calloc(size_t n, size_t s) {
    size_t *p = calloc(1, n * s + 16);
    if (!p)
        abort();
    p[0] = n * s;
    return p + 2;
}
static void *own_realloc(void *q, size_t n) {
    size_t *p = q ? realloc((size_t *)q - 2, n + 16) : malloc(n + 16);
    if (!p)
        abort();
    p[0] = n;
    return p + 2;
}
static void own_free(void *q) {
    if (q)
        free((size_t *)q - 2);
}
"""

LISTED = """
struct own_block { struct own_block *next, *prev; };
static struct own_block own_blocks = {&own_blocks, &own_blocks};
static void *own_malloc(size_t n) {
    struct own_block *b = malloc(sizeof *b + n);
    if (!b)
        abort();
    b->next = own_blocks.next;
    b->prev = &own_blocks;
    b->next->prev = b;
    own_blocks.next = b;
    return b + 1;
}
static void *own_calloc(size_t n, size_t s) {
    void *p = own_malloc(n * s);
    memset(p, 0, n * s);
    return p;
}
static void own_free(void *p) {
    struct own_block *b = (struct own_block *)p - 1;
    if (!p)
        return;
    b->next->prev = b->prev;
    b->prev->next = b->next;
    free(b);
}
"""

ARENA = """
struct own_chunk { struct own_chunk *next; size_t used, room; char data[]; };
static struct own_chunk *own_chunks;
static void *own_malloc(size_t n) {
    n = (n + 15) & ~(size_t)15;
    if (!own_chunks || own_chunks->used + n > own_chunks->room) {
        size_t room = n > 2000 ? n : 2000;
        struct own_chunk *c = malloc(sizeof *c + 8 + room);
        if (!c)
            abort();
        c->next = own_chunks;
        c->used = 8;
        c->room = room + 8;
        own_chunks = c;
    }
    void *p = own_chunks->data + own_chunks->used;
    own_chunks->used += n;
    return p;
}
static void *own_calloc(size_t n, size_t s) {
    void *p = own_malloc(n * s);
    memset(p, 0, n * s);
    return p;
}
static void own_free(void *p) { (void)p; }
"""

HOOKED = """
static struct { void *(*get)(size_t); void *(*clear)(size_t, size_t); void *(*more)(void *, size_t);
                void (*put)(void *); } own_hooks = {malloc, calloc, realloc, free};
static void *own_malloc(size_t n) { return own_hooks.get(n); }
static void *own_calloc(size_t n, size_t s) { return own_hooks.clear(n, s); }
static void *own_realloc(void *p, size_t n) { return own_hooks.more(p, n); }
static void own_free(void *p) { own_hooks.put(p); }
"""

FAMILIES = [PLAIN, PLAIN, ROUNDED, SIZED, LISTED, ARENA, HOOKED]


def allocator(rng, structs, rest):
    """The text of one, or nothing: some cannot reallocate, none but the plain one can align."""
    text = rng.choice(FAMILIES)
    if not text or any(s.align > 16 for s in structs) or \
            ("realloc(" in rest and "own_realloc" not in text):
        return []
    names = [n for n in ("malloc", "calloc", "realloc", "free") if f"own_{n}(" in text]
    unused = "static void own_unused(void) __attribute__((unused));\n" \
             "static void own_unused(void) { own_free(own_calloc(1, 1)); own_free(own_malloc(1)); "
    unused += "own_free(own_realloc(0, 1)); }" if "own_realloc" in text else "}"
    return [*text.strip("\n").splitlines(), *unused.splitlines(),
            *(f"#define {n} own_{n}" for n in names)]
