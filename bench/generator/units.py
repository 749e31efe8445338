"""The kinds of code that a generated program is made of: each returns the C lines of one unit.

A unit is self-contained: types, static functions and one `uint64_t NAME_run(uint64_t seed)`, which
frees what it allocates. $U is the unit's name prefix, $M its module's.
"""
from string import Template

from generator.records import Record


class Code(Template):
    """$U_list means U followed by _list: names are U, M or a lower-case word."""
    flags = 0
    idpattern = "U|M|[a-z][a-z0-9]*"


def expand(text, unit, **more):
    """The lines of a template; a line that is only $name is replaced by indented lines."""
    lines = []
    for line in text.strip("\n").split("\n"):
        word = line.strip()
        if word.startswith("$") and isinstance(more.get(word[1:]), list):
            indent = line[:len(line) - len(line.lstrip())]
            lines += [indent + inner for inner in more[word[1:]]]
        else:
            lines.append(Code(line).substitute(
                U=unit.name, M=unit.module,
                **{key: value for key, value in more.items() if not isinstance(value, list)}))
    return lines + [""]


class Unit:
    def __init__(self, rng, module, number):
        self.rng, self.module = rng, module
        self.name = f"{module}u{number}"

    def record(self, stem, links=(), nested=None):
        members = self.rng.randrange(4, 14)
        return Record(self.rng, f"{self.name}_{stem}", members, links, nested)


def updates(unit, record, count):
    """Functions that branch on members and change members, as real code spends its days doing."""
    rng, lines = unit.rng, []
    for number in range(count):
        body = []
        for _ in range(rng.randrange(1, 4)):
            shape = rng.randrange(4)
            if shape == 0:
                body += [f"if ({record.test('r->')}) {{", "    " + record.change("r->"),
                         "    " + record.change("r->"), "} else {", "    " + record.change("r->"),
                         "}"]
            elif shape == 1:
                body += [f"for (int i = 0; i < {rng.randrange(2, 5)}; i++) {{",
                         "    " + record.change("r->"), "    x = x * 5 + (uint64_t)i;", "}"]
            elif shape == 2:
                body += [f"switch (x % {rng.randrange(3, 6)}) {{"]
                for case in range(3):
                    body += [f"case {case}:", "    " + record.change("r->"), "    break;"]
                body += ["default:", "    " + record.change("r->"), "    break;", "}"]
            else:
                body += [record.change("r->")]
        lines += expand("""
static uint64_t $U_${record}_update$number(struct $rtype *r, uint64_t x) {
    $body
    return x + 1;
}
""", unit, record=record.name.split("_")[-1], rtype=record.name, number=str(number),
                        body=body)
    return lines


def call_updates(record, unit, count, target):
    stem = record.name.split("_")[-1]
    return [f"x = {unit.name}_{stem}_update{n}({target}, x);" for n in range(count)]


def hash_function(unit, record):
    stem = record.name.split("_")[-1]
    return expand("""
static uint64_t $U_${stem}_hash(const struct $type *r, uint64_t h) {
    $body
    return h;
}
""", unit, stem=stem, type=record.name, body=record.hash("r->", f"{unit.module}_mix"))


def list_unit(unit):
    record = unit.record("node", links=[f"struct {unit.name}_node *next;"])
    count = unit.rng.randrange(2, 5)
    lines = record.definition() + hash_function(unit, record) + updates(unit, record, count)
    return lines + expand("""
struct $U_list {
    struct $U_node *head;
    struct $U_node **tail;
    unsigned length;
};

static struct $U_node *$U_new(uint64_t seed) {
    struct $U_node *r = $M_alloc(sizeof *r);
    $fill
    return r;
}

static void $U_append(struct $U_list *list, struct $U_node *r) {
    r->next = NULL;
    *list->tail = r;
    list->tail = &r->next;
    list->length++;
}

static void $U_reverse(struct $U_list *list) {
    struct $U_node *done = NULL;
    struct $U_node *r = list->head;
    if (r)
        list->tail = &r->next;
    while (r) {
        struct $U_node *next = r->next;
        r->next = done;
        done = r;
        r = next;
    }
    list->head = done;
}

static uint64_t $U_walk(struct $U_list *list, uint64_t x) {
    for (struct $U_node *r = list->head; r; r = r->next) {
        $calls
    }
    return x;
}

static void $U_drop_every(struct $U_list *list, unsigned n) {
    struct $U_node **at = &list->head;
    for (unsigned i = 1; *at; i++) {
        struct $U_node *r = *at;
        if (i % n != 0) {
            at = &r->next;
            continue;
        }
        *at = r->next;
        list->length--;
        $M_release(r);
    }
    list->tail = at;
}

uint64_t $U_run(uint64_t seed) {
    struct $U_list list = {NULL, &list.head, 0};
    for (unsigned i = 0; i < $size; i++)
        $U_append(&list, $U_new(seed + i * 31u));
    uint64_t h = $U_walk(&list, seed);
    $U_reverse(&list);
    $U_drop_every(&list, 3);
    for (struct $U_node *r = list.head; r; r = r->next)
        h = $U_node_hash(r, h);
    h = $M_mix(h, list.length);
    $U_drop_every(&list, 1);
    return h;
}
""", unit, fill=record.fill("r->"), size=str(unit.rng.randrange(8, 30)),
                          calls=call_updates(record, unit, count, "r"))


def tree_unit(unit):
    record = unit.record("tree", links=[f"struct {unit.name}_tree *left;",
                                        f"struct {unit.name}_tree *right;",
                                        "uint64_t tree_key;"])
    count = unit.rng.randrange(1, 4)
    lines = record.definition() + hash_function(unit, record) + updates(unit, record, count)
    return lines + expand("""
static struct $U_tree *$U_insert(struct $U_tree **root, uint64_t key) {
    struct $U_tree **at = root;
    while (*at && (*at)->tree_key != key)
        at = key < (*at)->tree_key ? &(*at)->left : &(*at)->right;
    if (!*at) {
        uint64_t seed = key;
        struct $U_tree *r = $M_alloc(sizeof *r);
        r->tree_key = key;
        $fill
        *at = r;
    }
    return *at;
}

static unsigned $U_height(const struct $U_tree *r) {
    if (!r)
        return 0;
    unsigned left = $U_height(r->left);
    unsigned right = $U_height(r->right);
    return 1 + (left > right ? left : right);
}

static uint64_t $U_visit(struct $U_tree *r, uint64_t x) {
    if (!r)
        return x;
    x = $U_visit(r->left, x);
    $calls
    x = $U_tree_hash(r, x);
    return $U_visit(r->right, x);
}

static void $U_destroy(struct $U_tree *r) {
    if (!r)
        return;
    $U_destroy(r->left);
    $U_destroy(r->right);
    $M_release(r);
}

uint64_t $U_run(uint64_t seed) {
    struct $U_tree *root = NULL;
    uint64_t key = seed;
    for (unsigned i = 0; i < $size; i++) {
        key = $M_mix(key, i);
        $U_insert(&root, key % 1000);
    }
    uint64_t h = $U_visit(root, seed);
    h = $M_mix(h, $U_height(root));
    $U_destroy(root);
    return h;
}
""", unit, fill=record.fill("r->"), size=str(unit.rng.randrange(8, 40)),
                          calls=call_updates(record, unit, count, "r"))


def hash_unit(unit):
    key = unit.rng.choice([8, 12, 16])
    record = unit.record("entry", links=[f"struct {unit.name}_entry *chain;",
                                         f"char text_key[{key}];", "unsigned cached;"])
    count = unit.rng.randrange(1, 4)
    lines = record.definition() + hash_function(unit, record) + updates(unit, record, count)
    return lines + expand("""
struct $U_table {
    struct $U_entry **buckets;
    unsigned mask;
    unsigned used;
};

static unsigned $U_hash_text(const char *text) {
    unsigned h = 2166136261u;
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 16777619u;
    return h;
}

static void $U_key(char *out, uint64_t value) {
    unsigned at = 0;
    do {
        out[at++] = (char)('a' + value % 26);
        value /= 26;
    } while (value && at + 1 < $key);
    out[at] = '\\0';
}

static void $U_grow(struct $U_table *table) {
    unsigned mask = table->mask * 2 + 1;
    struct $U_entry **buckets = $M_alloc((mask + 1) * sizeof *buckets);
    for (unsigned i = 0; i <= table->mask; i++)
        for (struct $U_entry *e = table->buckets[i], *next; e; e = next) {
            next = e->chain;
            e->chain = buckets[e->cached & mask];
            buckets[e->cached & mask] = e;
        }
    $M_release(table->buckets);
    table->buckets = buckets;
    table->mask = mask;
}

static struct $U_entry *$U_lookup(const struct $U_table *table, const char *key) {
    unsigned hash = $U_hash_text(key);
    struct $U_entry *e = table->buckets[hash & table->mask];
    while (e && (e->cached != hash || strcmp(e->text_key, key) != 0))
        e = e->chain;
    return e;
}

static struct $U_entry *$U_intern(struct $U_table *table, const char *key, uint64_t seed) {
    struct $U_entry *r = $U_lookup(table, key);
    if (r)
        return r;
    if (table->used > table->mask)
        $U_grow(table);
    r = $M_alloc(sizeof *r);
    $fill
    strcpy(r->text_key, key);
    r->cached = $U_hash_text(key);
    r->chain = table->buckets[r->cached & table->mask];
    table->buckets[r->cached & table->mask] = r;
    table->used++;
    return r;
}

static uint64_t $U_clear(struct $U_table *table, uint64_t h) {
    for (unsigned i = 0; i <= table->mask; i++)
        while (table->buckets[i]) {
            struct $U_entry *e = table->buckets[i];
            table->buckets[i] = e->chain;
            h = $U_entry_hash(e, h);
            $M_release(e);
        }
    $M_release(table->buckets);
    return h;
}

uint64_t $U_run(uint64_t seed) {
    struct $U_table table = {$M_alloc(4 * sizeof *table.buckets), 3, 0};
    uint64_t x = seed;
    for (unsigned i = 0; i < $size; i++) {
        char key[$key];
        $U_key(key, x % 5000);
        struct $U_entry *r = $U_intern(&table, key, x);
        $calls
        x = $M_mix(x, i);
    }
    return $U_clear(&table, x + table.used);
}
""", unit, key=str(key), fill=record.fill("r->"), size=str(unit.rng.randrange(8, 40)),
                          calls=call_updates(record, unit, count, "r"))


def array_unit(unit):
    inner = unit.record("part")
    record = unit.record("row", links=["uint64_t sort_key;"], nested=inner)
    count = unit.rng.randrange(2, 5)
    lines = inner.definition() + record.definition() + hash_function(unit, record)
    lines += updates(unit, record, count) + updates(unit, inner, 1)
    return lines + expand("""
struct $U_rows {
    struct $U_row *at;
    size_t length;
    size_t capacity;
};

static struct $U_row *$U_push(struct $U_rows *rows) {
    if (rows->length == rows->capacity) {
        size_t capacity = rows->capacity ? rows->capacity * 2 : 4;
        struct $U_row *at = $M_alloc(capacity * sizeof *at);
        if (rows->length)
            memcpy(at, rows->at, rows->length * sizeof *at);
        $M_release(rows->at);
        rows->at = at;
        rows->capacity = capacity;
    }
    return &rows->at[rows->length++];
}

static int $U_compare(const void *left, const void *right) {
    const struct $U_row *a = left;
    const struct $U_row *b = right;
    return (a->sort_key > b->sort_key) - (a->sort_key < b->sort_key);
}

static void $U_insertion_sort(struct $U_row *at, size_t length) {
    for (size_t i = 1; i < length; i++)
        for (size_t j = i; j > 0 && $U_compare(&at[j - 1], &at[j]) > 0; j--) {
            struct $U_row swap = at[j];
            at[j] = at[j - 1];
            at[j - 1] = swap;
        }
}

static size_t $U_bound(const struct $U_rows *rows, uint64_t key) {
    size_t low = 0, high = rows->length;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (rows->at[middle].sort_key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static struct $U_part $U_copy_part(const struct $U_rows *rows, size_t index) {
    return rows->at[index].inner;
}

uint64_t $U_run(uint64_t seed) {
    struct $U_rows rows = {NULL, 0, 0};
    uint64_t x = seed, h = seed;
    for (unsigned i = 0; i < $size; i++) {
        struct $U_row *r = $U_push(&rows);
        seed = $M_mix(seed, i);
        $fill
        r->sort_key = (seed % 100) * 64 + i;
        $calls
    }
    $sort
    for (size_t i = 0; i < rows.length; i++)
        h = $U_row_hash(&rows.at[i], h);
    h = $M_mix(h, $U_bound(&rows, 50 * 64));
    struct $U_part part = $U_copy_part(&rows, rows.length / 2);
    x = $U_part_update0(&part, x);
    $M_release(rows.at);
    return $M_mix(h, x);
}
""", unit, fill=record.fill("r->"), size=str(unit.rng.randrange(6, 20)),
                          calls=call_updates(record, unit, count, "r"),
                          sort=[unit.rng.choice([
                              f"{unit.name}_insertion_sort(rows.at, rows.length);",
                              f"qsort(rows.at, rows.length, sizeof *rows.at, "
                              f"{unit.name}_compare);"])] + (
                              [f"{unit.name}_insertion_sort(rows.at, rows.length / 2);"]))


def table_unit(unit):
    """Objects with a table of function pointers each."""
    rng, lines = unit.rng, []
    kinds = [f"kind{n}" for n in range(rng.randrange(2, 5))]
    lines += expand("""
struct $U_object;

struct $U_ops {
    const char *label;
    uint64_t (*value)(const struct $U_object *object);
    void (*step)(struct $U_object *object, uint64_t x);
    void (*destroy)(struct $U_object *object);
};

struct $U_object {
    const struct $U_ops *ops;
    unsigned identity;
};
""", unit)
    for kind in kinds:
        record = unit.record(kind, links=[])
        head = f"struct {unit.name}_object base;"
        definition = record.definition()
        lines += definition[:1] + ["    " + head] + definition[1:] + hash_function(unit, record)
        lines += expand("""
static uint64_t $U_${kind}_value(const struct $U_object *object) {
    const struct $U_$kind *r = (const struct $U_$kind *)object;
    return $U_${kind}_hash(r, object->identity);
}

static void $U_${kind}_step(struct $U_object *object, uint64_t x) {
    struct $U_$kind *r = (struct $U_$kind *)object;
    if ($test)
        $change1
    $change2
}

static void $U_${kind}_destroy(struct $U_object *object) {
    $M_release(object);
}

static const struct $U_ops $U_${kind}_ops = {
    "$kind",
    $U_${kind}_value,
    $U_${kind}_step,
    $U_${kind}_destroy,
};

static struct $U_object *$U_${kind}_new(uint64_t seed) {
    struct $U_$kind *r = $M_alloc(sizeof *r);
    r->base.ops = &$U_${kind}_ops;
    r->base.identity = (unsigned)(seed % 997);
    $fill
    return &r->base;
}
""", unit, kind=kind, test=record.test("r->"), change1=record.change("r->"),
                        change2=record.change("r->"), fill=record.fill("r->"))
    makers = [f"{unit.name}_{kind}_new," for kind in kinds]
    return lines + expand("""
static struct $U_object *(*const $U_makers[])(uint64_t) = {
    $makers
};

uint64_t $U_run(uint64_t seed) {
    struct $U_object *objects[$size];
    uint64_t h = seed;
    for (unsigned i = 0; i < $size; i++)
        objects[i] = $U_makers[(seed + i) % $kinds](seed + i * 17u);
    for (unsigned round = 0; round < 3; round++)
        for (unsigned i = 0; i < $size; i++)
            objects[i]->ops->step(objects[i], seed + round);
    for (unsigned i = 0; i < $size; i++) {
        h = $M_mix(h, objects[i]->ops->value(objects[i]) + (unsigned char)*objects[i]->ops->label);
        objects[i]->ops->destroy(objects[i]);
    }
    return h;
}
""", unit, makers=makers, kinds=str(len(kinds)), size=str(rng.randrange(4, 12)))


def text_unit(unit):
    record = unit.record("token", links=["const char *start;", "unsigned width;"])
    words = unit.rng.sample(["alpha", "beta", "gamma", "delta", "x12", "count=7", "if", "while",
                             "rate=1024", "99", "end", "begin", "(a+b)", "[3]"], 6)
    return record.definition() + hash_function(unit, record) + expand("""
struct $U_buffer {
    char *at;
    size_t length;
    size_t capacity;
};

static const char *const $U_words[] = {
    $words
};

static void $U_add(struct $U_buffer *buffer, char c) {
    if (buffer->length + 1 >= buffer->capacity) {
        size_t capacity = buffer->capacity * 2 + 16;
        char *at = $M_alloc(capacity);
        if (buffer->at)
            memcpy(at, buffer->at, buffer->length);
        $M_release(buffer->at);
        buffer->at = at;
        buffer->capacity = capacity;
    }
    buffer->at[buffer->length++] = c;
    buffer->at[buffer->length] = '\\0';
}

static void $U_add_text(struct $U_buffer *buffer, const char *text) {
    while (*text)
        $U_add(buffer, *text++);
}

static const char *$U_skip(const char *p) {
    while (*p == ' ' || *p == '\\t')
        p++;
    return p;
}

static unsigned $U_split(const char *text, struct $U_token *out, unsigned most) {
    unsigned count = 0;
    for (const char *p = $U_skip(text); *p && count < most; p = $U_skip(p)) {
        struct $U_token *r = &out[count++];
        uint64_t seed = count;
        $fill
        r->start = p;
        while (*p && *p != ' ')
            p++;
        r->width = (unsigned)(p - r->start);
    }
    return count;
}

static uint64_t $U_number(const struct $U_token *token) {
    uint64_t value = 0;
    for (unsigned i = 0; i < token->width; i++)
        if (token->start[i] >= '0' && token->start[i] <= '9')
            value = value * 10 + (uint64_t)(token->start[i] - '0');
    return value;
}

uint64_t $U_run(uint64_t seed) {
    struct $U_buffer buffer = {NULL, 0, 0};
    struct $U_token tokens[16];
    uint64_t h = seed;
    for (unsigned i = 0; i < 12; i++) {
        $U_add_text(&buffer, $U_words[(seed + i) % 6]);
        $U_add(&buffer, ' ');
    }
    unsigned count = $U_split(buffer.at, tokens, 16);
    for (unsigned i = 0; i < count; i++) {
        h = $M_mix(h, $U_number(&tokens[i]) + tokens[i].width);
        h = $U_token_hash(&tokens[i], h);
    }
    $M_release(buffer.at);
    return h;
}
""", unit, words=[f'"{word}",' for word in words], fill=record.fill("r->"))


def matrix_unit(unit):
    rng = unit.rng
    rows, columns = rng.randrange(3, 9), rng.randrange(3, 9)
    ctype = rng.choice(["double", "float", "uint32_t", "uint64_t"])
    step = [f"sum = sum + {rng.randrange(1, 5)};"] if rng.random() < 0.5 else ["sum = sum * 1;"]
    return expand("""
struct $U_matrix {
    unsigned rows;
    unsigned columns;
    $ctype cell[$rows][$columns];
};

static void $U_set(struct $U_matrix *m, uint64_t seed) {
    m->rows = $rows;
    m->columns = $columns;
    for (unsigned i = 0; i < $rows; i++)
        for (unsigned j = 0; j < $columns; j++)
            m->cell[i][j] = ($ctype)((seed + i * 5u + j * 3u) % 16u);
}

static void $U_gram(const struct $U_matrix *m, $ctype out[$columns][$columns]) {
    for (unsigned i = 0; i < m->columns; i++)
        for (unsigned j = 0; j < m->columns; j++) {
            $ctype sum = 0;
            for (unsigned k = 0; k < m->rows; k++)
                sum += m->cell[k][i] * m->cell[k][j];
            $step
            out[i][j] = sum;
        }
}

static void $U_smooth(struct $U_matrix *m) {
    struct $U_matrix old = *m;
    for (unsigned i = 1; i + 1 < old.rows; i++)
        for (unsigned j = 1; j + 1 < old.columns; j++)
            m->cell[i][j] = (old.cell[i - 1][j] + old.cell[i + 1][j] + old.cell[i][j - 1] +
                             old.cell[i][j + 1]) / 4;
}

static $ctype $U_triangle($ctype cell[$columns][$columns]) {
    $ctype sum = 0;
    for (unsigned i = 0; i < $columns; i++)
        for (unsigned j = i; j < $columns; j++)
            sum += cell[i][j];
    return sum;
}

uint64_t $U_run(uint64_t seed) {
    struct $U_matrix m;
    static $ctype gram[$columns][$columns];
    $U_set(&m, seed);
    for (unsigned round = 0; round < 3; round++)
        $U_smooth(&m);
    $U_gram(&m, gram);
    return $M_mix(seed, (uint64_t)$U_triangle(gram));
}
""", unit, ctype=ctype, rows=str(rows), columns=str(columns), step=step)


def machine_unit(unit):
    rng = unit.rng
    states = rng.randrange(5, 14)
    record = unit.record("machine", links=["unsigned now;", "unsigned long steps;"])
    cases = []
    for state in range(states):
        cases += [f"case {state}:", f"    if ({record.test('r->')}) {{",
                  f"        {record.change('r->')}", f"        r->now = {rng.randrange(states)};",
                  "    } else {", f"        {record.change('r->')}",
                  f"        r->now = {(state + 1) % states};", "    }", "    break;"]
    return record.definition() + hash_function(unit, record) + expand("""
static struct $U_machine $U_global;

static void $U_step(struct $U_machine *r, uint64_t x) {
    r->steps++;
    switch (r->now) {
    $cases
    default:
        r->now = 0;
        break;
    }
}

uint64_t $U_run(uint64_t seed) {
    struct $U_machine *r = &$U_global;
    r->now = 0;
    $fill
    for (unsigned i = 0; i < $size; i++)
        $U_step(r, seed + i);
    return $U_machine_hash(r, $M_mix(seed, r->now + r->steps));
}
""", unit, cases=cases, fill=record.fill("r->"), size=str(rng.randrange(20, 60)))


def pool_unit(unit):
    """Objects that come from slabs of the unit's own allocator and are linked both ways."""
    record = unit.record("cell", links=[f"struct {unit.name}_cell *before;",
                                        f"struct {unit.name}_cell *after;"])
    count = unit.rng.randrange(1, 4)
    lines = record.definition() + hash_function(unit, record) + updates(unit, record, count)
    return lines + expand("""
struct $U_slab {
    struct $U_slab *next;
    unsigned used;
    struct $U_cell cells[$slab];
};

struct $U_pool {
    struct $U_slab *slabs;
    struct $U_cell *spare;
    unsigned live;
};

static struct $U_cell *$U_take(struct $U_pool *pool) {
    struct $U_cell *r = pool->spare;
    pool->live++;
    if (r) {
        pool->spare = r->after;
        memset(r, 0, sizeof *r);
        return r;
    }
    if (!pool->slabs || pool->slabs->used == $slab) {
        struct $U_slab *slab = $M_alloc(sizeof *slab);
        slab->next = pool->slabs;
        pool->slabs = slab;
    }
    return &pool->slabs->cells[pool->slabs->used++];
}

static void $U_give_back(struct $U_pool *pool, struct $U_cell *r) {
    r->before = NULL;
    r->after = pool->spare;
    pool->spare = r;
    pool->live--;
}

static void $U_link(struct $U_cell *anchor, struct $U_cell *r) {
    r->before = anchor;
    r->after = anchor->after;
    anchor->after->before = r;
    anchor->after = r;
}

static void $U_unlink(struct $U_cell *r) {
    r->before->after = r->after;
    r->after->before = r->before;
}

static void $U_finish(struct $U_pool *pool) {
    while (pool->slabs) {
        struct $U_slab *slab = pool->slabs;
        pool->slabs = slab->next;
        $M_release(slab);
    }
}

uint64_t $U_run(uint64_t seed) {
    struct $U_pool pool = {NULL, NULL, 0};
    struct $U_cell *ring = $U_take(&pool);
    uint64_t x = seed;
    ring->before = ring->after = ring;
    for (unsigned i = 0; i < $size; i++) {
        struct $U_cell *r = $U_take(&pool);
        $fill
        $U_link(ring, r);
        $calls
        if (x % 3 == 0) {
            $U_unlink(r);
            $U_give_back(&pool, r);
        }
    }
    for (struct $U_cell *r = ring->after; r != ring; r = r->after)
        x = $U_cell_hash(r, x);
    x = $M_mix(x, pool.live);
    $U_finish(&pool);
    return x;
}
""", unit, fill=record.fill("r->"), slab=str(unit.rng.randrange(4, 12)),
                          size=str(unit.rng.randrange(8, 30)),
                          calls=call_updates(record, unit, count, "r"))


KINDS = [list_unit, tree_unit, hash_unit, array_unit, table_unit, text_unit, matrix_unit,
         machine_unit, pool_unit]
