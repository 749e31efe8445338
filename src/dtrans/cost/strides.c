/* Strides: accesses are marked, the program is copied, its loops are canonicalized there, and HIR
 * reports how marked accesses move. Whatever fails fails in a context of its own. */
#include "dtrans/cost/layout_cost.h"

#include "hir/hir_build.h"
#include "ir/attr.h"
#include "ir/llvmpasses.h"
#include "ir/llvmx.h"
#include "ir/value.h"

static const char mark_name[] = "lathe.touched";

static unsigned mark_kind(const DTransInfo *info) {
    return ir_md_kind(info->m->llvm_ctx, mark_name);
}

/* The computation of the address, NULL if there is none: LLVM joins equal loads and takes their
 * marks away, those of equal addresses stay. */
static LLVMValueRef address_of(LLVMValueRef inst) {
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    if (op != LLVMLoad && op != LLVMStore)
        return NULL;
    LLVMValueRef address = LLVMGetOperand(inst, op == LLVMStore);
    return LLVMIsAGetElementPtrInst(address);
}

static void set_mark(const DTransInfo *info, LLVMValueRef inst, LLVMValueRef node) {
    if (inst)
        LLVMSetMetadata(inst, mark_kind(info), node);
}

/* Whether the answer is asked for, and not known yet. */
static bool is_open(const cost_strides *s, uint32_t type) {
    return s->wanted[type] && !s->known[type];
}

/* With the number of its first entry: an instruction may touch several types. */
static void mark(const DTransInfo *info, const cost_strides *s) {
    LLVMContextRef llvm = info->m->llvm_ctx;
    LLVMTypeRef word = LLVMInt64TypeInContext(llvm);
    size_t first = 0;
    for (size_t i = 0; i < info->touchers.len && ctx_tick(info->ctx, 1); i++) {
        LLVMValueRef inst = info->touchers.at[i].inst;
        if (info->touchers.at[first].inst != inst)
            first = i;
        if (!is_open(s, info->touchers.at[i].type))
            continue;
        LLVMMetadataRef number = LLVMValueAsMetadata(LLVMConstInt(word, first, false));
        LLVMValueRef node = LLVMMetadataAsValue(llvm, LLVMMDNodeInContext2(llvm, &number, 1));
        set_mark(info, inst, node);
        set_mark(info, address_of(inst), node);
    }
}

static void unmark(const DTransInfo *info, const cost_strides *s) {
    for (size_t i = 0; i < info->touchers.len; i++) {
        if (!is_open(s, info->touchers.at[i].type))
            continue;
        set_mark(info, info->touchers.at[i].inst, NULL);
        set_mark(info, address_of(info->touchers.at[i].inst), NULL);
    }
}

static bool find_mark(const DTransInfo *info, LLVMValueRef inst, size_t *number) {
    LLVMValueRef address = inst ? address_of(inst) : NULL, value;
    LLVMValueRef node = inst ? LLVMGetMetadata(inst, mark_kind(info)) : NULL;
    if (!node && address)
        node = LLVMGetMetadata(address, mark_kind(info));
    if (!node)
        return false;
    LLVMGetMDNodeOperands(node, &value);
    *number = (size_t)LLVMConstIntGetZExtValue(value);
    return true;
}

/* LLVM's passes leave such functions alone. */
static void hide(LLVMValueRef fn) {
    ir_attr_add(fn, IR_AT_FUNCTION, "optnone", 0);
    ir_attr_add(fn, IR_AT_FUNCTION, "noinline", 0);
}

typedef struct finder {
    const DTransInfo *info;
    cost_stride *of;
    hir h;
} finder;

static void note_ref(finder *f, const RegDDRef *ref, uint32_t level) {
    size_t number;
    int64_t bytes;
    if (!find_mark(f->info, ref->value, &number))
        return;
    const CanonExpr *stride = hir_stride_at_level(&f->h, ref, level);
    if (!stride || stride->blob_count || stride->iv_count)
        return;
    bytes = stride->constant;
    f->of[number] = (cost_stride){bytes ? COST_WALKS : COST_STAYS,
                                  bytes < 0 ? -(uint64_t)bytes : (uint64_t)bytes};
}

static void note_node(finder *f, HLNode *node) {
    HLLoop *loop = ctx_tick(f->h.ctx, 1) ? hir_parent_loop(node) : NULL;
    hir_each_ref (ref, node)
        if (loop && ref->kind == REF_MEMORY)
            note_ref(f, ref, loop->level);
}

static void look_at(finder *f, lathe_module *copy, LLVMValueRef fn) {
    if (hir_init(&f->h, copy) && hir_build(&f->h, fn))
        for (size_t i = 0; i < f->h.regions.len; i++)
            hir_each_node (node, &f->h.regions.at[i]->node)
                note_node(f, node);
    hir_free(&f->h);
}

static void add_callers(map *all, LLVMValueRef fn) {
    ir_each_user (call, fn)
        if (ir_is_call_of(call, fn))
            map_put(all, ir_function_of(call));
}

/* Functions of the program by what the copy is for. */
typedef struct choice {
    map touching;  /* touch some struct, or call a function that does: LLVM may join these */
    map looked_at; /* touch a struct that is asked about, or call one that does: what a callee
                      touches may walk in its caller */
    map joined;    /* these, and those of `touching` that may become part of them */
} choice;

static LLVMValueRef function_of(LLVMValueRef inst) {
    return LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst));
}

static void add_all_callers(map *all) {
    for (size_t i = 0, count = all->len; i < count; i++)
        add_callers(all, all->at[i].key.p);
}

static void add_callees(choice *c, LLVMValueRef fn) {
    ir_each_block (bb, fn)
        ir_each_inst (inst, bb) {
            LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
            if (callee && map_find(&c->touching, callee))
                map_put(&c->joined, callee);
        }
}

static void choose(const DTransInfo *info, const cost_strides *s, choice *c) {
    map *maps[] = {&c->touching, &c->looked_at, &c->joined};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        map_init(maps[i], info->ctx);
    for (size_t i = 0; i < info->touchers.len; i++) {
        LLVMValueRef fn = function_of(info->touchers.at[i].inst);
        map_put(&c->touching, fn);
        if (is_open(s, info->touchers.at[i].type))
            map_put(&c->looked_at, fn);
    }
    add_all_callers(&c->touching);
    add_all_callers(&c->looked_at);
    for (size_t i = 0; i < c->looked_at.len; i++)
        map_put(&c->joined, c->looked_at.at[i].key.p);
    for (size_t i = 0; i < c->joined.len && ctx_tick(info->ctx, 1); i++)
        add_callees(c, c->joined.at[i].key.p);
}

static void choice_free(choice *c) {
    map_free(&c->touching);
    map_free(&c->looked_at);
    map_free(&c->joined);
}

/* The copy's functions in place of the program's, which stand there in the same order. */
static void find_twins(const DTransInfo *info, const map *functions, lathe_module *copy,
                       map *twins) {
    LLVMValueRef twin = LLVMGetFirstFunction(copy->llvm);
    map_init(twins, copy->ctx);
    ir_each_function (fn, info->m->llvm) {
        if (map_find(functions, fn))
            map_put(twins, twin);
        twin = LLVMGetNextFunction(twin);
    }
}

static void hide_others(lathe_module *copy, const map *shown) {
    ir_each_function (fn, copy->llvm)
        if (!LLVMIsDeclaration(fn) && !map_find(shown, fn))
            hide(fn);
}

static bool inline_calls(lathe_module *copy) {
    return ir_run_llvm(copy, &(ir_llvm_run){.passes = "cgscc(inline)"});
}

/* LLVM deletes functions that have become part of all who call them. */
static void look_at_copy(const DTransInfo *info, const choice *c, cost_stride *of,
                         lathe_module *copy) {
    finder f = {.info = info, .of = of};
    map joined, looked_at;
    find_twins(info, &c->joined, copy, &joined);
    find_twins(info, &c->looked_at, copy, &looked_at);
    hide_others(copy, &joined);
    bool ready = looked_at.len && inline_calls(copy);
    hide_others(copy, &looked_at);
    if (ready && hir_canonicalize(copy))
        ir_each_function (fn, copy->llvm)
            if (map_find(&looked_at, fn) && ctx_ok(copy->ctx))
                look_at(&f, copy, fn);
    map_free(&joined);
    map_free(&looked_at);
}

static bool is_joined(void *data, LLVMValueRef fn) {
    const choice *c = data;
    return map_find(&c->joined, fn) != NULL;
}

/* By number in info->touchers. */
static void look(const DTransInfo *info, const cost_strides *s, cost_stride *of) {
    choice c;
    choose(info, s, &c);
    mark(info, s);
    LLVMModuleRef llvm = llvmx_clone_part(info->m->llvm, is_joined, &c);
    unmark(info, s);
    lathe_ctx *ctx = ctx_new();
    lathe_module *copy = ctx ? ir_module_wrap(ctx, llvm) : NULL;
    if (copy)
        look_at_copy(info, &c, of, copy);
    choice_free(&c);
    ir_module_free(copy);
    ctx_delete(ctx);
    LLVMDisposeModule(llvm);
}

static uint64_t key_of(const DTransInfo *info, uint32_t loop, uint32_t type) {
    return (uint64_t)loop * info->types.len + type + 1;
}

/* A loop over objects walks if one of its accesses does: marks may be lost, and some fields are
 * only reached through others. */
static void share(const DTransInfo *info, cost_strides *s, const cost_stride *of) {
    map best; /* loop and type → number of its best toucher */
    map_init(&best, info->ctx);
    for (size_t i = 0; i < info->touchers.len && ctx_tick(info->ctx, 1); i++) {
        const dtrans_toucher *t = &info->touchers.at[i];
        size_t first = i;
        while (first && info->touchers.at[first - 1].inst == t->inst)
            first--;
        map_word *known = map_put_u(&best, key_of(info, t->loop, t->type));
        if (known && (!known->u || of[first].motion > of[known->u - 1].motion))
            known->u = first + 1;
    }
    for (size_t i = 0; i < info->touched.len; i++) {
        const dtrans_touched *t = &info->touched.at[i];
        map_word *known = map_find_u(&best, key_of(info, t->loop, t->type));
        if (known && known->u && is_open(s, t->type))
            s->of[i] = of[known->u - 1];
    }
    map_free(&best);
}

/* Counting by type keeps the order of loops and fields. */
static void sort_by_type(const DTransInfo *info, cost_strides *s) {
    for (size_t i = 0; i < info->touched.len; i++)
        s->first[info->touched.at[i].type + 1]++;
    for (size_t i = 0; i < info->types.len; i++)
        s->first[i + 1] += s->first[i];
    for (size_t i = info->touched.len; i-- > 0;) {
        uint32_t type = info->touched.at[i].type;
        s->order[--s->first[type + 1]] = (uint32_t)i;
    }
    for (size_t i = 0; i < info->types.len; i++)
        s->first[i] = s->first[i + 1];
    s->first[info->types.len] = (uint32_t)info->touched.len;
}

static cost_strides *strides_of(DTransInfo *info) {
    if (info->strides)
        return info->strides;
    cost_strides *s = arena_array(&info->mem, 1, cost_strides);
    if (!s)
        return NULL;
    s->of = arena_array(&info->mem, info->touched.len + 1, cost_stride);
    s->order = arena_array(&info->mem, info->touched.len + 1, uint32_t);
    s->first = arena_array(&info->mem, info->types.len + 2, uint32_t);
    s->wanted = arena_array(&info->mem, info->types.len + 1, bool);
    s->known = arena_array(&info->mem, info->types.len + 1, bool);
    if (!s->of || !s->order || !s->first || !s->wanted || !s->known)
        return NULL;
    sort_by_type(info, s);
    return info->strides = s;
}

void cost_will_ask(DTransInfo *info, uint32_t type) {
    cost_strides *s = strides_of(info);
    if (s)
        s->wanted[type] = true;
}

const cost_strides *cost_strides_of(DTransInfo *info, uint32_t type) {
    cost_strides *s = strides_of(info);
    if (!s || s->known[type])
        return s;
    cost_stride *found = arena_array(&info->mem, info->touchers.len + 1, cost_stride);
    if (!found)
        return NULL;
    s->wanted[type] = true;
    look(info, s, found);
    share(info, s, found);
    for (uint32_t i = 0; i < info->types.len; i++)
        s->known[i] |= s->wanted[i];
    return s;
}
