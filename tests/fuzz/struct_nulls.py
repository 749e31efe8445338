"""The first field of null: text for gen_structs.py and gen_arrays.py.

Its address is null in the code that compilers are given, if C does not say so; sanitizers do not
look at these functions. $S is the struct, $F the way to what is at its offset 0.
"""

ASK = """
#define ASKS __attribute__((noinline, no_sanitize("undefined"))) static
typedef __typeof__(((struct $S *)0)->$F) $S_zero;
ASKS $S_zero *$S_zero_of(struct $S *p) { return &p->$F; }
ASKS $S_zero *$S_zero_at(struct $S *p, long i) { return &p[i].$F; }
ASKS void $S_keep_zero($S_zero **to, struct $S *p) { *to = &p->$F; }
ASKS int $S_is_none(const $S_zero *zero) { return !zero; }
ASKS int $S_pass_zero(struct $S *p) { return $S_is_none(&p->$F); }
ASKS $S_zero *$S_one_zero(struct $S *p, struct $S *q, int which) {
    $S_zero *zero;
    if (which)
        zero = &p->$F;
    else
        zero = &q->$F;
    return zero;
}
ASKS uint64_t $S_ask(struct $S *p, struct $S *q, int which) {
    $S_zero *kept;
    $S_keep_zero(&kept, p);
    uint64_t h = (uint64_t)!kept | (uint64_t)!$S_zero_of(p) << 1 | (uint64_t)!$S_zero_at(p, 0) << 2;
    h |= (uint64_t)$S_pass_zero(p) << 3 | (uint64_t)!$S_one_zero(p, q, which) << 4;
    return h | (uint64_t)($S_zero_of(p) == $S_one_zero(p, q, 1)) << 5;
}
#undef ASKS
"""

NULLS = """
uint64_t $S_nulls(uint64_t h) {
    struct $S *all[7];
    for (unsigned i = 0; i < 7; i++) {
        all[i] = (h >> i) % 3 ? $alloc(1) : NULL;
        if (all[i])
            $S_fill(all[i], h + i);
    }
    for (unsigned i = 0; i < 7; i++)
        h = mix(h, $S_ask(all[i], all[(i + h) % 7], h >> 9 & 1));
    for (unsigned i = 0; i < 7; i++) {
        if (all[i])
            h = $S_hash(all[i], h);
        free(all[i]);
    }
    return h;
}
"""

NULLS_OF_ARRAY = """
    for (int i = 0; i < n; i += 2)
        h = mix(h, $S_ask(i % 3 ? $S_find(all, n, all[i].key) : NULL,
                          $S_find(all, n, (uint32_t)h), i & 1));
    h = mix(h, $S_ask($S_find(all, n, 1000004), all, 1));"""


def first_of(fields):
    """The way to what is at offset 0, down to a scalar if structs are nested; None for bits."""
    field = fields[0]
    if " : " in field.declare():
        return None
    inner = getattr(field, "inner", None)
    if not inner or getattr(field, "count", 0) or inner.flexible:
        return field.name
    below = first_of(inner.fields)
    return f"{field.name}.{below}" if below else field.name


def nulls_text(s):
    way = first_of(s.fields)
    if not way:
        return "\nuint64_t $S_nulls(uint64_t h) { return h; }\n"
    return ASK.replace("$F", way) + NULLS
