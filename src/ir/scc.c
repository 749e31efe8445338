/* Tarjan's algorithm, with its call stack in an array. */
#include "ir/scc.h"

typedef struct finder {
    ir_scc *scc;
    const uint32_t *start, *targets;
    uint32_t counter;
    uint32_t *index; /* order of the search, from 1; 0 = not seen */
    uint32_t *low;   /* IR_NONE once the component is complete */
    uint32_t *stack, height;
    uint32_t *calls, *next;
} finder;

static bool init(finder *f, arena *a, uint32_t node_count) {
    uint32_t **arrays[] = {&f->scc->component, &f->scc->size, &f->index, &f->low,
                           &f->stack,          &f->calls,     &f->next};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        if (!(*arrays[i] = arena_array(a, node_count, uint32_t)))
            return false;
    return true;
}

static void close_component(finder *f, uint32_t root) {
    uint32_t member;
    do {
        member = f->stack[--f->height];
        f->low[member] = IR_NONE;
        f->scc->component[member] = f->scc->count;
        f->scc->size[f->scc->count]++;
    } while (member != root);
    f->scc->count++;
}

static void open_node(finder *f, uint32_t node) {
    f->index[node] = f->low[node] = ++f->counter;
    f->next[node] = f->start[node];
    f->stack[f->height++] = node;
}

static void search(finder *f, uint32_t root) {
    uint32_t depth = 0;
    f->calls[depth++] = root;
    open_node(f, root);
    while (depth) {
        uint32_t node = f->calls[depth - 1];
        if (f->next[node] == f->start[node + 1]) {
            depth--;
            if (f->low[node] == f->index[node])
                close_component(f, node);
            continue;
        }
        uint32_t to = f->targets[f->next[node]];
        if (!f->index[to]) {
            open_node(f, to);
            f->calls[depth++] = to;
            continue;
        }
        if (f->low[to] < f->low[node])
            f->low[node] = f->low[to];
        f->next[node]++;
    }
}

bool ir_scc_build(ir_scc *scc, arena *a, uint32_t node_count, const uint32_t *start,
                  const uint32_t *targets) {
    *scc = (ir_scc){.count = 0};
    finder f = {.scc = scc, .start = start, .targets = targets};
    if (!init(&f, a, node_count))
        return false;
    for (uint32_t i = 0; i < node_count; i++)
        if (!f.index[i])
            search(&f, i);
    return ctx_tick(a->ctx, (uint64_t)node_count + start[node_count]);
}
