/* Debug records: what variables of the source have where.
 *
 * HIR has no nodes for them. A record precedes an instruction, and is made again before what
 * that, or the next one of its block that is still there, has become: each copy of it. Its value is
 * what was made of it in the same block of new code; the number of an iteration; or a temp, at the
 * top of a loop. Otherwise the variable is said to be optimised out there, as it is wherever the
 * region or one of its loops begins: nothing from before may go on to be shown. A variable one of
 * whose records has no such position is optimised out in all of the region. */
#include "hir/lower/lowerer.h"

#include "ir/analyses.h"
#include "ir/llvmx.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

enum { NONE = UINT32_MAX, DW_OP_PLUS_UCONST = 0x23, DW_OP_STACK_VALUE = 0x9f };

typedef struct variable {
    LLVMMetadataRef variable, location; /* location: of one of its records */
    LLVMTypeRef type;
    bool placeless; /* a record of it has no position */
    uint32_t top;   /* the number of the loop at whose top it was last said to have a value */
} variable;

typedef struct record {
    uint32_t variable, next; /* next: at the same position */
    LLVMValueRef value;      /* NULL: several, or none */
    LLVMMetadataRef expression, location;
} record;

/* A variable with a record in a loop that there was. */
typedef struct member {
    uint32_t variable, next;
} member;

struct hir_l_debug {
    hir_lowerer *l;
    LLVMDIBuilderRef builder;
    LLVMMetadataRef empty;   /* expression */
    const ir_loops *loops;   /* of the function as it was; NULL without memory */
    VEC(variable) variables; /* of the region */
    VEC(record) records;
    VEC(member) members;
    VEC(uint32_t) pending;
    map by_variable; /* metadata -> number + 1 */
    map at;          /* instruction, or block for the top of a loop -> first record + 1 */
    map in_loop;     /* header -> first member + 1 */
    map in_pair;     /* header's number and variable */
    map there;       /* instructions that have become something */
    map emitted;     /* old instruction -> new value */
    map temps;       /* PHI -> temp */
    uint32_t tops;   /* loops so far */
};

static bool has_records(const HLRegion *region) {
    for (size_t i = 0; i < region->blocks.len; i++)
        ir_each_inst (inst, region->blocks.at[i])
            if (LLVMGetFirstDbgRecord(inst))
                return true;
    return false;
}

static map *map_of(hir_l_debug *d, size_t index) {
    map *maps[] = {&d->by_variable, &d->at,    &d->in_loop, &d->in_pair,
                   &d->there,       &d->temps, &d->emitted};
    return index < sizeof maps / sizeof *maps ? maps[index] : NULL;
}

void hir_l_debug_begin(hir_lowerer *l) {
    bool any = false;
    for (size_t i = 0; i < l->h->regions.len && !any; i++)
        any = hir_l_is_lowered(l->h->regions.at[i]) && has_records(l->h->regions.at[i]);
    hir_l_debug *d = any ? arena_new(&l->mem, hir_l_debug) : NULL;
    if (!d)
        return;
    d->l = l;
    for (size_t i = 0; map_of(d, i); i++)
        map_init(map_of(d, i), l->ctx);
    d->builder = LLVMCreateDIBuilderDisallowUnresolved(l->m->llvm);
    d->empty = LLVMDIBuilderCreateExpression(d->builder, NULL, 0);
    l->debug = d;
    d->loops = ir_loops_of(l->m, l->h->fn);
}

void hir_l_debug_end(hir_lowerer *l) {
    hir_l_debug *d = l->debug;
    if (!d)
        return;
    for (size_t i = 0; map_of(d, i); i++)
        map_free(map_of(d, i));
    vec_free(l->ctx, &d->variables);
    vec_free(l->ctx, &d->records);
    vec_free(l->ctx, &d->members);
    vec_free(l->ctx, &d->pending);
    LLVMDisposeDIBuilder(d->builder);
    l->debug = NULL;
}

/* Reading what there was. */

static void note_there(hir_l_debug *d, LLVMValueRef inst) {
    if (inst)
        map_put(&d->there, inst);
}

/* Branches to the loop's start: from before it, and back. */
static void note_loop(hir_l_debug *d, const HLLoop *loop) {
    for (LLVMUseRef use = loop->header ? LLVMGetFirstUse(LLVMBasicBlockAsValue(loop->header))
                                       : NULL;
         use; use = LLVMGetNextUse(use))
        if (LLVMIsATerminatorInst(LLVMGetUser(use)))
            note_there(d, LLVMGetUser(use));
}

static void note_node(hir_l_debug *d, HLNode *node) {
    if (node->kind == HL_INST)
        note_there(d, ((const HLInst *)node)->inst);
    else if (node->kind == HL_IF)
        note_there(d, ((const HLIf *)node)->inst);
    else if (node->kind == HL_SWITCH)
        note_there(d, ((const HLSwitch *)node)->inst);
    else if (node->kind == HL_GOTO)
        note_there(d, ((const HLGoto *)node)->inst);
    else if (node->kind == HL_LOOP)
        note_loop(d, (const HLLoop *)node);
}

static uint32_t variable_of(hir_l_debug *d, LLVMDbgRecordRef r, LLVMTypeRef type) {
    LLVMMetadataRef own = LLVMDbgVariableRecordGetVariable(r);
    map_word *place = own ? map_put(&d->by_variable, own) : NULL;
    if (!place)
        return NONE;
    if (!place->u) {
        variable v = {own, LLVMDbgRecordGetDebugLoc(r), type, false, 0};
        if (!vec_push(d->l->ctx, &d->variables, v))
            return NONE;
        place->u = d->variables.len;
    }
    return (uint32_t)place->u - 1;
}

/* The variable is in all loops that are around the block. */
static void note_members(hir_l_debug *d, LLVMBasicBlockRef block, uint32_t var) {
    uint32_t loop = d->loops->innermost[ir_cfg_number(d->loops->cfg, block)];
    for (; loop != IR_NONE; loop = d->loops->loops[loop].parent) {
        map_word *seen = map_put_u(&d->in_pair, (uint64_t)loop << 32 | var);
        if (!seen || seen->u)
            return;
        seen->u = 1;
        map_word *first = map_put(&d->in_loop, d->loops->cfg->blocks[d->loops->loops[loop].header]);
        if (!first || !vec_push(d->l->ctx, &d->members, (member){var, (uint32_t)first->u - 1}))
            return;
        first->u = d->members.len;
    }
}

/* Other records than of values are of memory, or of labels; the former are not handled here. */
static void note_record(hir_l_debug *d, LLVMDbgRecordRef r, LLVMBasicBlockRef block) {
    LLVMDbgRecordKind kind = LLVMDbgRecordGetKind(r);
    if (kind == LLVMDbgRecordLabel)
        return;
    LLVMMetadataRef expression = LLVMDbgVariableRecordGetExpression(r);
    LLVMValueRef value = LLVMDbgVariableRecordGetValue(r, 0);
    LLVMTypeRef type = value ? LLVMTypeOf(value) : LLVMInt1TypeInContext(d->l->m->llvm_ctx);
    uint32_t var = variable_of(d, r, type);
    if (var == NONE)
        return;
    note_members(d, block, var);
    if (kind != LLVMDbgRecordValue)
        d->variables.at[var].placeless = true;
    bool one = value && !llvmx_is_of_several(expression);
    record all = {var, NONE, one ? value : NULL, one ? expression : d->empty,
                  LLVMDbgRecordGetDebugLoc(r)};
    if (vec_push(d->l->ctx, &d->records, all))
        vec_push(d->l->ctx, &d->pending, (uint32_t)d->records.len - 1);
}

/* What is pending gets the position. */
static void place_pending(hir_l_debug *d, const void *key) {
    map_word *first = d->pending.len ? map_put(&d->at, key) : NULL;
    for (size_t i = d->pending.len; first && i-- > 0;) {
        record *r = &d->records.at[d->pending.at[i]];
        r->next = (uint32_t)first->u - 1;
        first->u = d->pending.at[i] + 1;
    }
    vec_clear(&d->pending);
}

static bool is_header(const hir_l_debug *d, LLVMBasicBlockRef block) {
    uint32_t number = ir_cfg_number(d->loops->cfg, block), loop = d->loops->innermost[number];
    return loop != IR_NONE && d->loops->loops[loop].header == number;
}

static void read_block(hir_l_debug *d, LLVMBasicBlockRef block) {
    bool top = is_header(d, block);
    uint64_t work = 1;
    ir_each_inst (inst, block) {
        work++;
        for (LLVMDbgRecordRef r = LLVMGetFirstDbgRecord(inst); r; r = LLVMGetNextDbgRecord(r))
            note_record(d, r, block);
        if (top && !LLVMIsAPHINode(inst)) {
            place_pending(d, block);
            top = false;
        }
        if (map_find(&d->there, inst))
            place_pending(d, inst);
    }
    for (size_t i = 0; i < d->pending.len; i++)
        d->variables.at[d->records.at[d->pending.at[i]].variable].placeless = true;
    vec_clear(&d->pending);
    ctx_tick(d->l->ctx, work);
}

static void note_temps(hir_l_debug *d) {
    for (size_t t = 1; t < d->l->h->temps.len; t++) {
        const hir_temp_info *info = &d->l->h->temps.at[t];
        map_word *place = info->value && info->defs && LLVMIsAPHINode(info->value)
                              ? map_put(&d->temps, info->value)
                              : NULL;
        if (place)
            place->u = t;
    }
}

/* Making records: each is followed by an instruction, which it is attached to then. */

static void say(hir_l_debug *d, const record *r, LLVMValueRef value, LLVMMetadataRef expression) {
    LLVMDIBuilderInsertDbgValueRecordAtEnd(d->builder, value, d->variables.at[r->variable].variable,
                                           expression, r->location,
                                           LLVMGetInsertBlock(d->l->builder));
}

static void say_nothing(hir_l_debug *d, uint32_t var) {
    const variable *v = &d->variables.at[var];
    record r = {.variable = var, .location = v->location};
    say(d, &r, LLVMGetPoison(v->type), d->empty);
}

/* The value that the PHI, or what comes next for it, counts with in steps of one from a constant.
 */
static bool counts_from(LLVMValueRef phi, LLVMValueRef v, int64_t *start) {
    LLVMValueRef next = NULL, first = NULL;
    for (unsigned i = 0; LLVMIsAPHINode(phi) && i < LLVMCountIncoming(phi); i++) {
        LLVMValueRef value = LLVMGetIncomingValue(phi, i);
        *(LLVMIsAConstantInt(value) ? &first : &next) = value;
    }
    bool adds = next && first && LLVMIsAInstruction(next) &&
                LLVMGetInstructionOpcode(next) == LLVMAdd && LLVMGetOperand(next, 0) == phi &&
                LLVMIsAConstantInt(LLVMGetOperand(next, 1)) &&
                LLVMConstIntGetSExtValue(LLVMGetOperand(next, 1)) == 1;
    *start = adds ? LLVMConstIntGetSExtValue(first) : 0;
    return adds && LLVMCountIncoming(phi) == 2 && (v == phi || v == next);
}

/* The number of an iteration of a loop around, as the old one counted it. */
static LLVMValueRef count_of(const hir_l_debug *d, LLVMValueRef v, int64_t *start) {
    const hir_lowerer *l = d->l;
    bool is_next = !LLVMIsAPHINode(v);
    LLVMValueRef phi = is_next && LLVMGetNumOperands(v) > 0 ? LLVMGetOperand(v, 0) : v;
    if (!LLVMIsAPHINode(phi) || LLVMTypeOf(phi) != l->index_type || !counts_from(phi, v, start))
        return NULL;
    for (uint32_t level = l->level; level > 0; level--) {
        const hir_l_loop *open = &l->loops[level];
        if (open->loop && open->loop->origin == LLVMGetInstructionParent(phi) &&
            !hir_loop_is(open->loop, LOOP_OTHER_COUNT))
            return is_next ? open->next : open->count;
    }
    return NULL;
}

/* What the old value is in the new code, where that is now; NULL if it is not known. */
static LLVMValueRef now_of(hir_l_debug *d, LLVMValueRef v, bool at_top, int64_t *start) {
    *start = 0;
    if (!v || !LLVMIsAInstruction(v) || !map_find(&d->l->old, LLVMGetInstructionParent(v)))
        return v;
    LLVMValueRef count = count_of(d, v, start);
    if (count)
        return count;
    *start = 0;
    LLVMValueRef value = map_get(&d->emitted, v);
    LLVMBasicBlockRef here = LLVMGetInsertBlock(d->l->builder);
    if (value && (!LLVMIsAInstruction(value) || LLVMGetInstructionParent(value) == here))
        return value;
    map_word *temp = at_top ? map_find(&d->temps, v) : NULL;
    hir_lowerer *l = d->l;
    if (!temp || LLVMGetInstructionParent(v) != l->loops[l->level].loop->origin)
        return NULL;
    hir_l_place(l, NULL);
    return hir_l_temp(l, (hir_temp)temp->u);
}

static void say_record(hir_l_debug *d, const record *r, bool at_top) {
    int64_t start;
    if (d->variables.at[r->variable].placeless)
        return;
    LLVMValueRef value = now_of(d, r->value, at_top, &start);
    LLVMMetadataRef expression = r->expression;
    if (value && start) {
        uint64_t plus[] = {DW_OP_PLUS_UCONST, (uint64_t)start, DW_OP_STACK_VALUE};
        bool plain = start > 0 && expression == d->empty;
        value = plain ? value : NULL;
        expression = plain ? LLVMDIBuilderCreateExpression(d->builder, plus, 3) : expression;
    }
    if (value)
        say(d, r, value, expression);
    else
        say_nothing(d, r->variable);
}

static uint32_t first_of(const map *m, const void *key) {
    const map_word *first = map_find(m, key);
    return first ? (uint32_t)first->u - 1 : NONE;
}

static void say_all(hir_l_debug *d, const void *key, bool at_top) {
    for (uint32_t i = first_of(&d->at, key); i != NONE; i = d->records.at[i].next)
        say_record(d, &d->records.at[i], at_top);
}

void hir_l_debug_region(hir_lowerer *l) {
    hir_l_debug *d = l->debug;
    if (!d)
        return;
    vec_clear(&d->variables);
    vec_clear(&d->records);
    vec_clear(&d->members);
    for (size_t i = 0; map_of(d, i); i++)
        map_clear(map_of(d, i));
    hir_each_node (node, &l->region->node)
        if (ctx_tick(l->ctx, 1))
            note_node(d, node);
    for (size_t i = 0; i < l->region->blocks.len; i++)
        read_block(d, l->region->blocks.at[i]);
    note_temps(d);
    for (size_t i = 0; i < d->variables.len && ctx_ok(l->ctx); i++)
        say_nothing(d, (uint32_t)i);
}

void hir_l_debug_top(hir_lowerer *l, const HLLoop *loop) {
    hir_l_debug *d = l->debug;
    if (!d || !loop->origin)
        return;
    d->tops++;
    for (uint32_t i = first_of(&d->at, loop->origin); i != NONE; i = d->records.at[i].next)
        d->variables.at[d->records.at[i].variable].top = d->tops;
    for (uint32_t i = first_of(&d->in_loop, loop->origin); i != NONE; i = d->members.at[i].next) {
        const variable *v = &d->variables.at[d->members.at[i].variable];
        if (v->top != d->tops || v->placeless)
            say_nothing(d, d->members.at[i].variable);
    }
    say_all(d, loop->origin, true);
}

void hir_l_debug_at(hir_lowerer *l, LLVMValueRef old) {
    if (l->debug && old)
        say_all(l->debug, old, false);
}

void hir_l_debug_value(hir_lowerer *l, LLVMValueRef old, LLVMValueRef value) {
    map_word *place = l->debug && old ? map_put(&l->debug->emitted, old) : NULL;
    if (place)
        place->p = value;
}
