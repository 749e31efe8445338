"""What generated programs do with a struct: each use is C text with one `uint64_t S_use(uint64_t)`.

$S is the struct's name, $alloc(N) an allocation of N objects, $n a small number. Uses that take
addresses of members do not fit packed structs.
"""

import re

PRELUDE = """\
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum shade { LIGHT, DIM, DARK };
struct link {
    struct link *next, *prev;
};
struct pair {
    char c;
    uint32_t n;
};
static unsigned ticks;
static uint64_t tick(void) { return ++ticks; }
static uint64_t mix(uint64_t h, uint64_t v) {
    h ^= v + 0x9e3779b97f4a7c15u + (h << 6) + (h >> 2);
    return h * 0x100000001b3u;
}
static uint64_t mix_text(uint64_t h, const char *s) {
    while (*s)
        h = mix(h, (unsigned char)*s++);
    return h;
}
static uint64_t twist_add(uint64_t h) { return h + 12345; }
static uint64_t twist_turn(uint64_t h) { return h << 7 | h >> 57; }
static uint64_t twist_mix(uint64_t h) { return mix(h, 9); }
static uint64_t (*const twists[])(uint64_t) = {twist_add, twist_turn, twist_mix};
static void *xmalloc(size_t size) {
    void *p = malloc(size);
    if (!p)
        abort();
    return p;
}
static void *xcalloc(size_t count, size_t size) {
    void *p = calloc(count, size);
    if (!p)
        abort();
    ticks += 2;
    return p;
}
static void xfree(void *p) {
    ticks++;
    free(p);
}
static void unused(void) __attribute__((unused));
static void unused(void) { mix_text(twists[0](tick()), ""), xcalloc(1, 1), xmalloc(1), xfree(0); }
"""

# Uses that allocate every object by itself.
LINKED = {"list", "walk", "tree", "table", "chains", "graph", "marks", "boxes"}


class Use:
    """A use: the links it needs in the struct, its text, and which structs it fits."""

    def __init__(self, body, links=None, addresses=False, flexible=False, wide=True):
        self.body, self.links = body, links or {}
        self.addresses, self.flexible, self.wide = addresses, flexible, wide

    def fits(self, s):
        if s.flexible != self.flexible or (self.addresses and s.packed):
            return False
        return self.wide or s.align <= 16

    def text(self, s):
        return self.body(s) if callable(self.body) else self.body


def expand(text, s):
    text = text.replace("$S", s.name)
    text = re.sub(r"\$alloc\(([^()]*)\)", lambda m: s.alloc(m[1]), text)
    return re.sub(r"\$n", lambda m: str(s.rng.randrange(5, 14)), text)


def indented(lines, by):
    return "\n".join(" " * by + line for line in lines)


LIST = """
uint64_t $S_list(uint64_t h) {
    struct $S *list = NULL;
    for (unsigned i = 0; i < $n; i++) {
        struct $S *p = $alloc(1);
        $S_fill(p, h + i);
        p->list_next = list;
        list = p;
    }
    for (struct $S *p = list; p; p = p->list_next)
        h = $S_hash(p, h);
    struct $S *done = NULL;
    while (list) {
        struct $S *rest = list->list_next;
        list->list_next = done;
        if (list->key % 3 == 0)
            $S_change(list, h);
        done = list;
        list = rest;
    }
    for (list = done; list; list = done) {
        h = $S_hash(list, h);
        done = list->list_next;
        free(list);
    }
    return h;
}
"""

WALK = """
struct $S_owner {
    char tag;
    struct $S *first;
    unsigned count;
};
static void $S_put(struct $S **at, struct $S *p) {
    while (*at && (*at)->key < p->key)
        at = &(*at)->walk_next;
    p->walk_next = *at;
    *at = p;
}
uint64_t $S_walk(uint64_t h) {
    struct $S_owner *o = calloc(1, sizeof *o);
    for (unsigned i = 0; i < $n; i++) {
        struct $S *p = $alloc(1);
        $S_fill(p, h * 3 + i);
        $S_put(&o->first, p);
        o->count++;
    }
    for (struct $S **at = &o->first; *at;) {
        struct $S *p = *at;
        h = $S_hash(p, h);
        if (p->key % 2) {
            at = &p->walk_next;
            continue;
        }
        *at = p->walk_next;
        o->count--;
        free(p);
    }
    h = mix(h, o->count);
    while (o->first) {
        struct $S *p = o->first;
        o->first = p->walk_next;
        h = $S_hash(p, h);
        free(p);
    }
    free(o);
    return h;
}
"""

TREE = """
static struct $S *$S_insert(struct $S *t, struct $S *p) {
    if (!t)
        return p;
    if (p->key < t->key)
        t->left = $S_insert(t->left, p);
    else
        t->right = $S_insert(t->right, p);
    return t;
}
static uint64_t $S_fold(struct $S *t, uint64_t h) {
    if (!t)
        return h;
    h = $S_fold(t->left, h);
    h = $S_hash(t, h);
    h = $S_fold(t->right, h);
    free(t);
    return h;
}
uint64_t $S_tree(uint64_t h) {
    struct $S *root = NULL;
    for (unsigned i = 0; i < $n; i++) {
        struct $S *p = $alloc(1);
        $S_fill(p, h + i * 977);
        p->left = p->right = NULL;
        root = $S_insert(root, p);
    }
    return $S_fold(root, h);
}
"""

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


HEADS = """
static struct link $S_head = {&$S_head, &$S_head};
static void $S_hang(struct link *head, struct link *l) {
    l->next = head;
    l->prev = head->prev;
    head->prev->next = l;
    head->prev = l;
}
uint64_t $S_heads(uint64_t h) {
    for (unsigned i = 0; i < $n; i++) {
        struct $S *p = $alloc(1);
        $S_fill(p, h + i);
        $S_hang(i % 2 ? &$S_head : $S_head.next, &p->link);
    }
    while ($S_head.next != &$S_head) {
        struct link *l = $S_head.next;
        struct $S *p = (struct $S *)((char *)l - offsetof(struct $S, link));
        h = $S_hash(p, h);
        l->next->prev = l->prev;
        l->prev->next = l->next;
        free(p);
    }
    return h;
}
"""

TABLE = """
uint64_t $S_table(uint64_t h) {
    struct $S *buckets[4] = {NULL};
    for (unsigned i = 0; i < 2 * $n; i++) {
        struct $S *p = $alloc(1);
        $S_fill(p, h + i * 31);
        struct $S **slot = &buckets[p->key % 4];
        p->chain = *slot;
        *slot = p;
    }
    for (unsigned i = 0; i < 4; i++)
        while (buckets[i]) {
            struct $S *p = buckets[i];
            buckets[i] = p->chain;
            h = $S_hash(p, h);
            free(p);
        }
    return h;
}
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


CHAINS = """
struct $S_map {
    unsigned short used;
    struct $S **buckets;
    unsigned size;
};
static struct $S **$S_slot(struct $S_map *m, uint32_t key) {
    struct $S **at = &m->buckets[key % m->size];
    while (*at && (*at)->key != key)
        at = &(*at)->chains_next;
    return at;
}
static void $S_rehash(struct $S_map *m) {
    unsigned size = m->size * 2 + 1;
    struct $S **buckets = calloc(size, sizeof *buckets);
    for (unsigned i = 0; i < m->size; i++)
        for (struct $S *p = m->buckets[i], *next; p; p = next) {
            next = p->chains_next;
            p->chains_next = buckets[p->key % size];
            buckets[p->key % size] = p;
        }
    free(m->buckets);
    m->buckets = buckets;
    m->size = size;
}
uint64_t $S_chains(uint64_t h) {
    struct $S_map m = {0, calloc(3, sizeof *m.buckets), 3};
    void (*drop)(void *) = h % 2 ? xfree : free;
    for (unsigned i = 0; i < 4 * $n; i++) {
        struct $S **at = $S_slot(&m, (uint32_t)(h % 50 + i * 7 % 19));
        if (*at && i % 3) {
            struct $S *gone = *at;
            h = $S_hash(gone, h);
            *at = gone->chains_next;
            if (i % 2)
                drop(gone);
            else
                xfree(gone);
            m.used--;
        } else if (!*at) {
            struct $S *p = $alloc(1);
            $S_fill(p, h + i);
            p->key = (uint32_t)(h % 50 + i * 7 % 19);
            p->chains_next = NULL;
            *at = p;
            if (++m.used > m.size * 2)
                $S_rehash(&m);
        }
    }
    for (unsigned i = 0; i < m.size; i++)
        while (m.buckets[i]) {
            struct $S *p = m.buckets[i];
            m.buckets[i] = p->chains_next;
            h = $S_hash(p, h);
            free(p);
        }
    free(m.buckets);
    return mix(h, m.size);
}
"""

GRAPH = """
struct $S_edge {
    short cost;
    struct $S *to;
    struct $S_edge *more;
};
static struct $S *$S_nodes;
uint64_t $S_graph(uint64_t h) {
    struct $S *last = NULL;
    for (unsigned i = 0; i < $n; i++) {
        struct $S *p = $alloc(1);
        $S_fill(p, h + i * 3);
        p->graph_next = $S_nodes;
        p->edges = NULL;
        for (int k = 0; k < 3; k++)
            p->near[k] = k == 1 ? last : k ? p : NULL;
        $S_nodes = last = p;
    }
    for (struct $S *p = $S_nodes; p; p = p->graph_next)
        for (struct $S *q = $S_nodes; q; q = q->graph_next)
            if ((p->key ^ q->key) % 3 == 0) {
                struct $S_edge *e = malloc(sizeof *e);
                *e = (struct $S_edge){(short)(p->key % 100), q, p->edges};
                p->edges = e;
                p->near[q->key % 3] = q;
            }
    for (struct $S *p = $S_nodes; p; p = p->graph_next) {
        for (struct $S_edge *e = p->edges; e; e = e->more)
            h = mix(mix(h, e->to->key), (uint64_t)e->cost);
        for (unsigned k = 0; k < 3; k++)
            h = p->near[k] ? $S_hash(p->near[k], h) : h + k;
    }
    while ($S_nodes) {
        struct $S *p = $S_nodes;
        while (p->edges) {
            struct $S_edge *e = p->edges;
            p->edges = e->more;
            xfree(e);
        }
        $S_nodes = p->graph_next;
        h = $S_hash(p, h);
        free(p);
    }
    return h;
}
"""

MARKS = """
#define $S_NONE ((struct $S *)8)
uint64_t $S_marks(uint64_t h) {
    struct $S *rows[8] = {0}, *best = $S_NONE;
    for (unsigned i = 0; i < $n; i++) {
        struct $S *p = $alloc(1);
        $S_fill(p, h + i);
        struct $S **row = &rows[p->key % 8];
        if (i % 4 == 0 && !*row)
            *row = $S_NONE;
        p->mark = *row;
        *row = p;
        best = best == $S_NONE || best->key < p->key ? p : best;
    }
    h = best == $S_NONE ? h : $S_hash(best, h);
    for (unsigned i = 0; i < 8; i++)
        while (rows[i]) {
            struct $S *p = rows[i];
            if (p == $S_NONE) {
                h = mix(h, i);
                break;
            }
            rows[i] = p->mark;
            h = $S_hash(p, h);
            free(p);
        }
    return h;
}
"""

BOXES = """
struct $S_box {
    unsigned char weight;
    struct $S inner;
    struct $S_box *next;
    struct $S *best;
};
uint64_t $S_boxes(uint64_t h) {
    struct $S_box *boxes = NULL;
    for (unsigned i = 0; i < $n; i++) {
        struct $S_box *b = calloc(1, sizeof *b);
        $S_fill(&b->inner, h + i);
        b->weight = (unsigned char)i;
        b->next = boxes;
        b->inner.box_next = boxes ? &boxes->inner : NULL;
        b->best = boxes && boxes->best->key > b->inner.key ? boxes->best : &b->inner;
        if (i % 3 == 2) {
            struct $S *p = calloc(1, sizeof *p);
            $S_fill(p, h * 5 + i);
            p->box_next = b->inner.box_next;
            b->inner.box_next = p;
        }
        boxes = b;
    }
    if (boxes)
        h = $S_hash(boxes->best, h);
    for (struct $S *p = &boxes->inner; p; p = p->box_next)
        h = $S_hash(p, h);
    while (boxes) {
        struct $S_box *b = boxes;
        boxes = b->next;
        h = mix(h, b->weight);
        struct $S *p = b->inner.box_next;
        if (p && (!boxes || p != &boxes->inner))
            free(p);
        free(b);
    }
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


def next_link(name):
    return {name: f"struct $S *{name};"}


USES = {
    "list": Use(LIST, next_link("list_next")),
    "walk": Use(WALK, next_link("walk_next"), addresses=True),
    "tree": Use(TREE, {**next_link("left"), **next_link("right")}),
    "sort": Use(sort_text),
    "grow": Use(GROW, wide=False),
    "value": Use(VALUE),
    "globals": Use(globals_text),
    "heads": Use(HEADS, {"link": "struct link link;"}, addresses=True),
    "table": Use(TABLE, next_link("chain")),
    "fields": Use(fields_text, addresses=True),
    "visit": Use(VISIT),
    "pool": Use(POOL, next_link("pool_next")),
    "chains": Use(CHAINS, next_link("chains_next"), addresses=True),
    "graph": Use(GRAPH, {**next_link("graph_next"), "near": "struct $S *near[3];",
                         "edges": "struct $S_edge *edges;"}),
    "marks": Use(MARKS, next_link("mark")),
    "boxes": Use(BOXES, next_link("box_next"), wide=False),
    "flexible": Use(flexible_text, flexible=True),
}
