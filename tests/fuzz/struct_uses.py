"""What generated programs do with a struct: each use is C text with one `uint64_t S_use(uint64_t)`.

The texts are in struct_links.py and struct_arrays.py. $S is the struct's name, $alloc(N) an
allocation of N objects, $n a small number. Uses that take addresses of members do not fit packed
structs.
"""

import re

from struct_arrays import (GROW, POOL, VALUE, VISIT, fields_text, flexible_text, globals_text,
                           sort_text)
from struct_links import (BOXES, CHAINS, COPIES, GRAPH, HEADS, LIST, MARKS, TABLE, TREE, WALK)
from struct_nulls import nulls_text

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
LINKED = {"list", "walk", "tree", "table", "chains", "graph", "marks", "boxes", "copies", "nulls"}


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
    "copies": Use(COPIES, next_link("copies_next")),
    "nulls": Use(nulls_text, addresses=True),
    "flexible": Use(flexible_text, flexible=True),
}
