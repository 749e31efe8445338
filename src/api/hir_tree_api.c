/* lathe/hir_tree.h: functions, regions and nodes, to be walked. */
#include "api/hir_functions.h"
#include "api/hir_texts.h"

#include <lathe/hir_tree.h>
#include <string.h>

/* Functions and regions. */

lathe_hir_function *lathe_hir_function_get(lathe_hir *h, size_t function) {
    return function < h->functions.len ? &h->functions.at[function]->h : NULL;
}

lathe_hir_function *lathe_hir_function_find(lathe_hir *h, const char *name) {
    for (size_t i = 0; name && i < h->functions.len; i++)
        if (!strcmp(h->functions.at[i]->h.function, name))
            return &h->functions.at[i]->h;
    return NULL;
}

LLVMValueRef lathe_hir_function_llvm(const hir *f) {
    return f->fn;
}

size_t lathe_hir_region_count(const hir *f) {
    return f->regions.len;
}

HLNode *lathe_hir_region_get(const hir *f, size_t region) {
    return region < f->regions.len ? &f->regions.at[region]->node : NULL;
}

HLNode *lathe_hir_node_numbered(const hir *f, unsigned number) {
    for (size_t i = 0; i < f->regions.len; i++)
        hir_each_node (node, &f->regions.at[i]->node)
            if (node->number == number)
                return node;
    return NULL;
}

HLNode *lathe_hir_loop_at_line(const hir *f, unsigned line) {
    for (size_t i = 0; line && i < f->regions.len; i++)
        hir_each_node (node, &f->regions.at[i]->node)
            if (node->kind == HL_LOOP && node->where.line == line)
                return node;
    return NULL;
}

/* Nodes. */

lathe_hl_kind lathe_hl_kind_of(const HLNode *node) {
    return (lathe_hl_kind)node->kind;
}

unsigned lathe_hl_number(const HLNode *node) {
    return node->number;
}

HLNode *lathe_hl_parent(const HLNode *node) {
    return node->parent;
}

HLNode *lathe_hl_next(const HLNode *node) {
    return node->next;
}

HLNode *lathe_hl_prev(const HLNode *node) {
    return node->prev;
}

HLNode *lathe_hl_next_in(const HLNode *node, const HLNode *top) {
    return hir_next_node((HLNode *)node, top);
}

HLNode *lathe_hl_parent_loop(const HLNode *node) {
    HLLoop *loop = hir_parent_loop(node);
    return loop ? &loop->node.node : NULL;
}

HLNode *lathe_hl_parent_region(const HLNode *node) {
    const HLNode *top = node;
    while (top->parent)
        top = top->parent;
    return top->kind == HL_REGION ? (HLNode *)top : NULL;
}

unsigned lathe_hl_nesting_level(const HLNode *node) {
    return node->kind == HL_LOOP ? ((const HLLoop *)node)->level : hir_node_level(node);
}

bool lathe_hl_is_before(const HLNode *node, const HLNode *other) {
    return hir_is_before(node, other);
}

bool lathe_hl_is_in(const HLNode *node, const HLNode *top) {
    return hir_is_in(node, top);
}

void lathe_hl_source(const HLNode *node, const char **file, unsigned *line, unsigned *column) {
    if (file)
        *file = node->where.file;
    if (line)
        *line = node->where.line;
    if (column)
        *column = node->where.column;
}

static void node_text(str *out, const hir *f, const void *node) {
    hir_node_text(f, node, false, out);
}

char *lathe_hl_text(const hir *f, const HLNode *node) {
    return api_hir_give_text(f, node, node_text);
}

/* Lists. */

static hir_list *list_at(const HLNode *node, size_t list) {
    return list < UINT32_MAX ? hir_child_list((HLNode *)node, (uint32_t)list) : NULL;
}

size_t lathe_hl_list_count(const HLNode *node) {
    size_t count = 0;
    while (list_at(node, count))
        count++;
    return count;
}

HLNode *lathe_hl_first(const HLNode *node, size_t list) {
    const hir_list *l = list_at(node, list);
    return l ? l->first : NULL;
}

HLNode *lathe_hl_last(const HLNode *node, size_t list) {
    const hir_list *l = list_at(node, list);
    return l ? l->last : NULL;
}

/* Regions. */

static const HLRegion *as_region(const HLNode *node) {
    return node->kind == HL_REGION ? (const HLRegion *)node : NULL;
}

const char *lathe_hl_region_entry(const HLNode *region) {
    const HLRegion *r = as_region(region);
    return r ? r->entry : NULL;
}

const char *lathe_hl_region_exit(const HLNode *region) {
    const HLRegion *r = as_region(region);
    return r ? r->exit : NULL;
}

static size_t fill(const hir_temp *from, size_t count, lathe_temp *temps, size_t room) {
    for (size_t i = 0; i < count && i < room; i++)
        temps[i] = from[i];
    return count;
}

size_t lathe_hl_region_live_in(const HLNode *region, lathe_temp *temps, size_t room) {
    const HLRegion *r = as_region(region);
    return r ? fill(r->live_in.at, r->live_in.len, temps, room) : 0;
}

size_t lathe_hl_region_live_out(const HLNode *region, lathe_temp *temps, size_t room) {
    const HLRegion *r = as_region(region);
    return r ? fill(r->live_out.at, r->live_out.len, temps, room) : 0;
}

unsigned lathe_hl_region_depth(const HLNode *region) {
    const HLRegion *r = as_region(region);
    return r ? r->max_level : 0;
}

bool lathe_hl_region_changed(const HLNode *region) {
    const HLRegion *r = as_region(region);
    return r && r->changed;
}

/* Loops. */

static const HLLoop *as_loop(const HLNode *node) {
    return node->kind == HL_LOOP ? (const HLLoop *)node : NULL;
}

lathe_hl_loop_kind lathe_hl_loop_kind_of(const HLNode *loop) {
    const HLLoop *l = as_loop(loop);
    return l ? (lathe_hl_loop_kind)l->loop_kind : LATHE_HL_WHILE;
}

CanonExpr *lathe_hl_loop_upper(const HLNode *loop) {
    const HLLoop *l = as_loop(loop);
    return l && l->loop_kind != LOOP_WHILE ? hir_upper(l) : NULL;
}

CanonExpr *lathe_hl_loop_trip_count(hir *f, const HLNode *loop) {
    const CanonExpr *upper = lathe_hl_loop_upper(loop);
    CanonExpr *count = upper ? hir_canon_copy(f, upper) : NULL;
    CanonExpr *one = count ? hir_canon_constant(f, count->dest, 1) : NULL;
    return one && hir_canon_add(f, count, one) ? count : NULL;
}

uint64_t lathe_hl_loop_const_trip_count(hir *f, const HLNode *loop) {
    const CanonExpr *upper = lathe_hl_loop_upper(loop);
    int64_t last;
    if (!upper || !hir_is_constant(upper, &last))
        return 0;
    return hir_zero_extend((uint64_t)last, hir_width(f, upper->dest)) + 1;
}

LLVMTypeRef lathe_hl_loop_iv_type(const HLNode *loop) {
    const HLLoop *l = as_loop(loop);
    return l ? l->iv_type : NULL;
}

bool lathe_hl_loop_is_innermost(const HLNode *loop) {
    const HLLoop *l = as_loop(loop);
    return l && hir_is_innermost((HLLoop *)l);
}

bool lathe_hl_loop_is_exact(const HLNode *loop) {
    const HLLoop *l = as_loop(loop);
    return l && hir_loop_is(l, LOOP_EXACT_BOUND);
}

const char *lathe_hl_loop_refusal(const HLNode *loop) {
    const HLLoop *l = as_loop(loop);
    return l && l->refusal ? l->refusal->id : NULL;
}

/* Ifs, switches, labels, gotos, instructions. */

static const HLIf *as_if(const HLNode *node) {
    return node->kind == HL_IF ? (const HLIf *)node : NULL;
}

static const HLInst *as_inst(const HLNode *node) {
    return node->kind == HL_INST ? (const HLInst *)node : NULL;
}

bool lathe_hl_compares_reals(const HLNode *node) {
    const HLInst *inst = as_inst(node);
    return inst ? inst->is_float || inst->opcode == LLVMFCmp : as_if(node) && as_if(node)->is_float;
}

LLVMIntPredicate lathe_hl_predicate(const HLNode *node) {
    const HLInst *inst = as_inst(node);
    return inst ? inst->predicate : as_if(node) ? as_if(node)->predicate : LLVMIntEQ;
}

LLVMRealPredicate lathe_hl_real_predicate(const HLNode *node) {
    const HLInst *inst = as_inst(node);
    return inst          ? inst->real_predicate
           : as_if(node) ? as_if(node)->real_predicate
                         : LLVMRealPredicateFalse;
}

size_t lathe_hl_switch_case_count(const HLNode *node) {
    return node->kind == HL_SWITCH ? ((const HLSwitch *)node)->case_count : 0;
}

int64_t lathe_hl_switch_case_value(const HLNode *node, size_t index) {
    bool there = index < lathe_hl_switch_case_count(node);
    return there ? ((const HLSwitch *)node)->cases[index].value : 0;
}

const char *lathe_hl_label_name(const HLNode *node) {
    return node->kind == HL_LABEL  ? ((const HLLabel *)node)->name
           : node->kind == HL_GOTO ? ((const HLGoto *)node)->name
                                   : NULL;
}

HLNode *lathe_hl_goto_target(const HLNode *node) {
    HLLabel *target = node->kind == HL_GOTO ? ((const HLGoto *)node)->target : NULL;
    return target ? &target->node : NULL;
}

LLVMOpcode lathe_hl_opcode(const HLNode *node) {
    return as_inst(node) ? as_inst(node)->opcode : (LLVMOpcode)0;
}

const char *lathe_hl_callee(const HLNode *node) {
    return as_inst(node) ? as_inst(node)->callee : NULL;
}

LLVMValueRef lathe_hl_llvm(const HLNode *node) {
    return as_inst(node)             ? as_inst(node)->inst
           : as_if(node)             ? as_if(node)->inst
           : node->kind == HL_SWITCH ? ((const HLSwitch *)node)->inst
                                     : NULL;
}

bool lathe_hl_has_lval(const HLNode *node) {
    return as_inst(node) && as_inst(node)->has_lval;
}

size_t lathe_hl_ref_count(const HLNode *node) {
    const HLDDNode *dd = hir_as_dd((HLNode *)node);
    return dd ? dd->ref_count : 0;
}

RegDDRef *lathe_hl_ref(const HLNode *node, size_t index) {
    return index < lathe_hl_ref_count(node) ? hir_as_dd((HLNode *)node)->refs[index] : NULL;
}

RegDDRef *lathe_hl_lval(const HLNode *node) {
    return lathe_hl_has_lval(node) ? lathe_hl_ref(node, 0) : NULL;
}
