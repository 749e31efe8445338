"""Uses of structs whose objects are allocated one by one and linked: text for struct_uses.py."""

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

COPIES = """
struct $S_ref {
    struct $S *to;
    uint32_t n;
};
struct $S_span {
    struct $S *first, *last;
    uint64_t count;
};
static struct $S $S_made(uint64_t x, struct $S *next) {
    struct $S v;
    $S_fill(&v, x);
    v.copies_next = next;
    return v;
}
static struct $S $S_moved(struct $S v, struct $S *next) {
    $S_change(&v, v.key);
    v.copies_next = next;
    return v;
}
static uint64_t $S_seen(struct $S v, uint64_t h) { return $S_hash(&v, h); }
static uint64_t $S_seen_changed(struct $S v, uint64_t h) {
    $S_change(&v, h);
    return $S_hash(&v, h);
}
static uint64_t $S_down(struct $S v, uint64_t h) {
    h = $S_hash(&v, h);
    return v.copies_next ? $S_down(*v.copies_next, h) : h;
}
static uint64_t (*const $S_ways[])(struct $S, uint64_t) = {$S_seen, $S_seen_changed, $S_down};
static struct $S_ref $S_follow(struct $S_ref r) {
    return (struct $S_ref){r.to->copies_next, r.n + r.to->key};
}
static uint64_t $S_between(struct $S_span s, uint64_t h, struct $S_ref r) {
    for (; s.first != s.last; s.first = s.first->copies_next)
        h = mix($S_hash(s.first, h), s.count);
    return mix(h, r.n);
}
uint64_t $S_copies(uint64_t h) {
    struct $S *list = NULL;
    for (unsigned i = 0; i < $n; i++) {
        struct $S *p = $alloc(1);
        *p = $S_made(h + i, list);
        if (list && i % 3 == 0)
            *list = $S_moved(*p, list->copies_next);
        if (list && i % 4 == 1) {
            struct $S kept = *list, *next = list->copies_next;
            *list = *p;
            list->copies_next = next;
            *p = $S_moved(kept, list);
        }
        h = $S_ways[i % 3](*p, h);
        list = p;
    }
    struct $S_ref r = {list, 1};
    while (r.to)
        r = $S_follow(r);
    h = $S_between((struct $S_span){list, NULL, 3}, h, r);
    while (list) {
        struct $S last = *list;
        free(list);
        list = last.copies_next;
        h = $S_hash(&last, h);
    }
    return h;
}
"""
