"""Uses of structs in arrays, in variables and by value: text for struct_uses.py."""


def indented(lines, by):
    return "\n".join(" " * by + line for line in lines)


SORT = """
static int $S_compare(const void *a, const void *b) {
    const struct $S *p = a, *q = b;
    return (p->key > q->key) - (p->key < q->key);
}
uint64_t $S_sort(uint64_t h) {
    unsigned n = $n;
    struct $S *a = $alloc(n), *b = $alloc(n);
    for (unsigned i = 0; i < n; i++) {
        $S_fill(&a[i], h + i);
        a[i].key = (uint32_t)((i * 7919 + h % 100) % 10007);
    }
    qsort(a, n, sizeof *a, $S_compare);
    for (unsigned i = 0; i < n; i++)
        h = $S_hash(&a[i], h);
    memcpy(b, a, n * sizeof *a);
    struct $S wanted = b[n / 2];
    struct $S *hit = bsearch(&wanted, b, n, sizeof *b, $S_compare);
    h = mix(h, (uint64_t)(hit - b));
    memmove(b + 1, b, (n - 1) * sizeof *b);
    b[0] = a[n - 1];
    memcpy(&a[0], &b[n / 3], sizeof a[0]);
$peers
    for (struct $S *p = a, *q = b + n; p < a + n; p++)
        h = $S_hash(--q, $S_hash(p, h));
    free(a);
    free(b);
    return h;
}
"""


def sort_text(s):
    peers = []
    for f in s.peers():
        peers += ["for (unsigned i = 0; i < n; i++) {", f"    a[i].{f.name} = &a[(i * 5 + 1) % n];",
                  f"    b[i].{f.name} = i % 3 ? &a[i] : &b[n - 1 - i];", "}"]
    return SORT.replace("$peers", indented(peers, 4))


GROW = """
uint64_t $S_grow(uint64_t h) {
    struct $S *a = NULL;
    size_t length = 0, room = 0;
    for (unsigned i = 0; i < 3 * $n; i++) {
        if (length == room) {
            room = room * 2 + 1;
            a = realloc(a, room * sizeof *a);
        }
        struct $S *p = &a[length++];
        memset(p, 0, sizeof *p);
        h = $S_hash(p, h);
        $S_fill(p, h % 1000 + i);
        if (i % 4 == 3) {
            size_t at = (size_t)(p - a) / 2;
            memmove(&a[at], &a[at + 1], (length - at - 1) * sizeof *a);
            length--;
        }
    }
    struct $S *end = a + length;
    for (struct $S *p = a; p != end; ++p)
        h = mix($S_hash(p, h), (uint64_t)(end - p));
    free(a);
    return h;
}
"""

VALUE = """
static struct $S $S_turn(struct $S v, uint64_t x) {
    $S_change(&v, x);
    v.key ^= 5;
    return v;
}
static uint64_t $S_both(struct $S a, uint64_t h, struct $S b) {
    return $S_hash(&b, $S_hash(&a, h));
}
static struct $S (*const $S_turns[])(struct $S, uint64_t) = {$S_turn, $S_turn};
uint64_t $S_value(uint64_t h) {
    struct $S local, *heap = $alloc(3), row[2];
    $S_fill(&local, h);
    heap[0] = $S_turn(local, h);
    heap[1] = $S_turns[h % 2](heap[0], h + 1);
    heap[2] = heap[1];
    row[0] = heap[2];
    row[1] = $S_turn($S_turn(row[0], 7), 8);
    h = $S_both(heap[1], h, row[1]);
    h = $S_both(local, h, row[0]);
    free(heap);
    return h;
}
"""


def globals_text(s):
    rng = s.rng
    row = ", ".join(s.literal(rng) for _ in range(3))
    text = f"""
static struct $S $S_one = {s.literal(rng)};
static struct $S $S_row[4] = {{{row}}};
static struct $S $S_empty[2];
static struct $S *const $S_some[] = {{&$S_row[2], &$S_one, $S_empty, $S_row + 1}};
static struct $S *const $S_end = $S_row + 4;
"""
    change = []
    if not s.packed:
        keys = "&$S_row[1].key, &$S_one.key, &$S_row[3].key"
        text += f"static uint32_t *const $S_keys[] = {{{keys}}};\n"
        change = ["for (int i = 0; i < 3; i++)", "    *$S_keys[i] += 3 + (uint32_t)i;"]
    for f in s.peers():
        change += [f"$S_row[0].{f.name} = &$S_row[3];", f"$S_one.{f.name} = &$S_one;"]
    body = indented(change, 4)
    return text + f"""
uint64_t $S_globals(uint64_t h) {{
{body}
    for (struct $S *p = $S_row; p != $S_end; p++)
        h = $S_hash(p, h);
    $S_fill(&$S_empty[1], h);
    $S_empty[0] = $S_row[2];
    for (unsigned i = 0; i < 4; i++)
        h = $S_hash($S_some[i], h);
    static struct $S kept = {s.literal(rng)};
    $S_change(&kept, h);
    return $S_hash(&kept, h);
}}
"""


def fields_text(s):
    """Addresses of single fields passed on and kept; pointers to objects of other structs."""
    numbers, before, after = s.numbers(), [], []
    calls = [f"$S_bump_{f.ctype}(&p->{f.name}, 40);" for f in numbers]
    keep = s.rng.choice(numbers)
    for f in s.foreign():
        other = f.other
        size = f"sizeof(struct {other.name})"
        room = f"calloc(1, {size})" if other.flexible else other.alloc("1")
        before += [f"struct {other.name} *{f.name} = {room};", f"{other.name}_fill({f.name}, h);"]
        calls += [f"p->{f.name} = i % 2 ? {f.name} : NULL;"]
        after += [f"h = {other.name}_hash(a[1].{f.name}, h);", f"free({f.name});"]
    text = "".join(f"static void $S_bump_{t}({t} *p, {t} by) {{ *p = ({t})(*p / 2 + by); }}\n"
                   for t in sorted({f.ctype for f in numbers}))
    return text + FIELDS.replace("$type", keep.ctype).replace("$kept", keep.name).replace(
        "$before", indented(before, 4)).replace("$calls", indented(calls, 8)).replace(
        "$after", indented(after, 4))


FIELDS = """
uint64_t $S_fields(uint64_t h) {
    struct $S *a = $alloc(4);
    $type *kept = NULL;
$before
    for (unsigned i = 0; i < 4; i++) {
        struct $S *p = a + i;
        $S_fill(p, h + i);
$calls
        if (!kept || *kept < p->$kept)
            kept = &p->$kept;
    }
    *kept = 1;
    for (unsigned i = 0; i < 4; i++)
        h = $S_hash(&a[i], h);
$after
    free(a);
    return h;
}
"""

VISIT = """
struct $S_context {
    unsigned char calls;
    uint64_t h;
};
static void $S_each(struct $S *a, int n, void (*fn)(struct $S *, void *), void *context) {
    for (int i = n - 1; i >= 0; i--)
        fn(a + i, context);
}
static void $S_visitor(struct $S *p, void *context) {
    struct $S_context *c = context;
    c->h = $S_hash(p, c->h);
    c->calls++;
    $S_change(p, c->calls);
}
uint64_t $S_visit(uint64_t h) {
    struct $S_context c = {0, h};
    struct $S **rows = malloc(3 * sizeof *rows);
    for (int r = 0; r < 3; r++) {
        rows[r] = $alloc(4);
        for (int i = 0; i < 4; i++)
            $S_fill(&rows[r][i], h + (unsigned)(r * 4 + i));
    }
    struct $S *t = rows[0];
    rows[0] = rows[2];
    rows[2] = t;
    for (int r = 0; r < 3; r++)
        $S_each(rows[r], 4, $S_visitor, &c);
    for (int r = 0; r < 3; r++) {
        $S_each(rows[r], r + 1, $S_visitor, &c);
        free(rows[r]);
    }
    free(rows);
    return mix(c.h, c.calls);
}
"""

POOL = """
uint64_t $S_pool(uint64_t h) {
    struct $S *slab = $alloc(8), *spare = NULL, *used = NULL;
    for (int i = 0; i < 8; i++) {
        slab[i].pool_next = spare;
        spare = &slab[i];
    }
    for (unsigned i = 0; i < 4 * $n; i++) {
        if (spare && i % 3 != 2) {
            struct $S *p = spare;
            spare = p->pool_next;
            $S_fill(p, h + i);
            p->pool_next = used;
            used = p;
        } else if (used) {
            struct $S *p = used;
            used = p->pool_next;
            h = mix($S_hash(p, h), (uint64_t)(p - slab));
            p->pool_next = spare;
            spare = p;
        }
    }
    free(slab);
    return h;
}
"""


def flexible_text(s):
    value = "((struct pair){'q', (uint32_t)i})" if s.item == "struct pair" else "i % 100"
    read = "p->items[i].c + p->items[i].n" if s.item == "struct pair" else "(uint64_t)p->items[i]"
    return f"""
uint64_t $S_flexible(uint64_t h) {{
    struct $S *all[4];
    for (unsigned k = 0; k < 4; k++) {{
        struct $S *p = malloc(sizeof *p + (k + 2) * sizeof p->items[0]);
        $S_fill(p, h + k);
        p->count = (uint16_t)(k + 2);
        for (unsigned i = 0; i < p->count; i++)
            p->items[i] = {value};
        all[k] = p;
    }}
    for (unsigned k = 0; k < 4; k++) {{
        struct $S *p = all[k];
        $S_change(p, h);
        h = mix($S_hash(p, h), p->count);
        for (unsigned i = 0; i < p->count; i++)
            h = mix(h, {read});
        free(p);
    }}
    return h;
}}
"""
