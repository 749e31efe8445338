/* Values that are not addresses of objects and still get where pointers to objects are: numbers
 * cast to pointers, integers and bytes written where pointers are read. Pointer classes do not see
 * them, because nothing can be accessed through them; a narrow field could not hold them. */
#include "dtrans/pool/pool.h"

#include "dtrans/analysis/dtrans_reasons.h"
#include "ir/size.h"
#include "ir/value.h"

#include <string.h>

/* A pointer constant that leads to no variable or function; null is not one. */
static bool is_stray(LLVMValueRef v) {
    if (!ir_is_pointer(v) || !LLVMIsAConstantExpr(v))
        return false;
    for (int depth = 0; depth < DTRANS_MAX_NESTED && LLVMIsAConstantExpr(v); depth++) {
        LLVMOpcode op = LLVMGetConstOpcode(v);
        if (op != LLVMGetElementPtr && op != LLVMIntToPtr && op != LLVMPtrToInt &&
            op != LLVMBitCast && op != LLVMAddrSpaceCast)
            return true;
        v = LLVMGetOperand(v, 0);
    }
    return LLVMIsAConstantInt(v) || LLVMIsAConstantPointerNull(v) || LLVMIsAConstantExpr(v);
}

static void open_pointee(pool *p, ptr_class cell, const char *id, const char *text,
                         LLVMValueRef where) {
    ptr_graph *g = &p->b->info->graph;
    cell = ptr_find(g, cell);
    if (!cell)
        return;
    if (cell < p->class_count)
        p->tainted[cell] = true;
    pool_open(p, ptr_pointee_if_any(g, cell), id, text, where);
}

/* All locations inside the memory at c. */
static void open_inside(pool *p, ptr_class c, map *seen, LLVMValueRef where) {
    ptr_graph *g = &p->b->info->graph;
    VEC(ptr_class) work = {0};
    vec_push(g->ctx, &work, ptr_find(g, c));
    while (work.len && ctx_tick(g->ctx, 1)) {
        ptr_class at = ptr_find(g, vec_pop(&work));
        if (!at || !map_add_u(seen, at))
            continue;
        open_pointee(p, at, DTRANS_WHY_POOL_BYTES, where);
        for (size_t i = 0; i < g->nodes.at[at].fields.len; i++)
            vec_push(g->ctx, &work, g->nodes.at[at].fields.at[i].target);
    }
    vec_free(g->ctx, &work);
}

static bool has_parts(LLVMValueRef constant) {
    return LLVMIsAConstantStruct(constant) || LLVMIsAConstantArray(constant) ||
           LLVMIsAConstantVector(constant);
}

/* Whether a constant is, or has in it, such a pointer. */
static bool has_stray(pool *p, LLVMValueRef constant) {
    if (!has_parts(constant))
        return is_stray(constant);
    VEC(LLVMValueRef) work = {0};
    bool found = false;
    vec_push(p->ctx, &work, constant);
    while (!found && work.len && ctx_tick(p->ctx, 1)) {
        LLVMValueRef c = vec_pop(&work);
        found = is_stray(c);
        for (int i = 0; has_parts(c) && i < LLVMGetNumOperands(c); i++)
            vec_push(p->ctx, &work, LLVMGetOperand(c, (unsigned)i));
    }
    vec_free(p->ctx, &work);
    return found;
}

/* A value of the type with a number in it gets to the class: what a pointer leads to, or the
 * location that holds a larger value. */
static void open_value(pool *p, ptr_class c, LLVMTypeRef type, map *seen, LLVMValueRef where) {
    if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
        pool_open(p, c, DTRANS_WHY_POOL_INTEGER, where);
    else
        open_inside(p, c, seen, where);
}

/* A use, by an instruction, of a constant that is not the address of an object. */
typedef struct stray {
    LLVMValueRef inst;
    unsigned operand;
    LLVMTypeRef type;
    map *seen;
} stray;

/* Of all functions that may be called. */
static void open_signatures(pool *p, LLVMValueRef callee, const stray *x) {
    ptr_graph *g = &p->b->info->graph;
    ptr_class c = pool_class(p, callee);
    for (uint32_t i = c ? g->nodes.at[c].signatures : 0; i; i = g->signatures.at[i].next) {
        const ptr_signature *s = &g->signatures.at[i];
        ptr_class to = LLVMIsAReturnInst(x->inst)    ? s->result
                       : x->operand < s->param_count ? s->params[x->operand]
                                                     : s->variadic;
        open_value(p, to, x->type, x->seen, x->inst);
    }
}

static void follow_stray(pool *p, const stray *x) {
    LLVMValueRef fn = ir_function_of(x->inst);
    if (LLVMIsAICmpInst(x->inst))
        return;
    if (LLVMIsAStoreInst(x->inst))
        open_pointee(p, x->operand == 0 ? pool_class(p, LLVMGetOperand(x->inst, 1)) : 0,
                     DTRANS_WHY_POOL_INTEGER, x->inst);
    else if (LLVMIsAReturnInst(x->inst))
        open_signatures(p, fn, x);
    else if (LLVMIsACallInst(x->inst))
        open_signatures(p, LLVMGetCalledValue(x->inst), x);
    open_value(p, dtrans_class_of(p->b->info, x->inst), LLVMTypeOf(x->inst), x->seen, x->inst);
}

/* Every class that holds a part of the value, word by word. */
static void open_words(pool *p, LLVMValueRef address, uint64_t bytes, LLVMValueRef where) {
    ptr_graph *g = &p->b->info->graph;
    ptr_class c = pool_class(p, address);
    uint64_t word = LLVMPointerSize(p->b->layouts.target);
    open_pointee(p, c, DTRANS_WHY_POOL_BYTES, where);
    for (uint64_t at = word; c && at < bytes; at += word)
        open_pointee(p, ptr_at(g, c, (int64_t)at), DTRANS_WHY_POOL_BYTES, where);
}

static bool is_plain_pointer(LLVMValueRef inst, LLVMValueRef value) {
    return ir_is_pointer(value) && LLVMGetOrdering(inst) == LLVMAtomicOrderingNotAtomic;
}

/* As many bytes as a scalable vector has on no machine. */
enum { MAX_SCALABLE = 1 << 14 };

static void visit_store(pool *p, LLVMValueRef inst) {
    LLVMValueRef value = LLVMGetOperand(inst, 0);
    LLVMTypeRef type = LLVMTypeOf(value);
    if (is_plain_pointer(inst, value) || (LLVMIsConstant(value) && LLVMIsNull(value)) ||
        !LLVMTypeIsSized(type))
        return;
    bool fixed = ir_has_fixed_size(type);
    open_words(p, LLVMGetOperand(inst, 1),
               fixed ? ir_abi_size(p->b->layouts.target, type) : MAX_SCALABLE, inst);
}

/* memset by any name, unless the byte is zero. */
static bool fills(LLVMValueRef call) {
    LLVMValueRef fn = LLVMIsAFunction(LLVMGetCalledValue(call));
    const char *name = fn ? LLVMGetValueName(fn) : "";
    if (!strstr(name, "memset") || LLVMGetNumArgOperands(call) < 2)
        return false;
    LLVMValueRef byte = LLVMGetOperand(call, 1);
    return !LLVMIsAConstantInt(byte) || !LLVMIsNull(byte);
}

/* What the library writes is not a pointer to an object: bytes, text, numbers. */
static bool writes(LLVMValueRef call, unsigned arg) {
    size_t length;
    LLVMValueRef fn = LLVMIsAFunction(LLVMGetCalledValue(call));
    const char *name = fn && LLVMIsDeclaration(fn) ? LLVMGetValueName2(fn, &length) : "";
    if (str_starts_with(name, "llvm.masked."))
        return true;
    const lib_func *row = *name && !strstr(name, "memset") ? lib_find(name, length) : NULL;
    if (!row || row->callback)
        return false;
    size_t fixed = strlen(row->args);
    char letter = arg < fixed ? row->args[arg] : row->tail;
    return letter == LIB_BYTES_OUT || letter == LIB_TEXT_OUT || letter == LIB_SCALAR_OUT;
}

static void visit_call(pool *p, LLVMValueRef call, map *seen) {
    if (fills(call))
        open_inside(p, pool_class(p, LLVMGetOperand(call, 0)), seen, call);
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        LLVMValueRef arg = LLVMGetOperand(call, i);
        if (ir_is_pointer(arg) && writes(call, i))
            open_inside(p, pool_class(p, arg), seen, call);
    }
}

static void visit_instruction(pool *p, LLVMValueRef inst, map *seen) {
    for (int i = 0; i < LLVMGetNumOperands(inst); i++) {
        LLVMValueRef operand = LLVMGetOperand(inst, (unsigned)i);
        if (operand && LLVMIsConstant(operand) && has_stray(p, operand))
            follow_stray(p, &(stray){inst, (unsigned)i, LLVMTypeOf(operand), seen});
    }
    if (LLVMIsAStoreInst(inst))
        visit_store(p, inst);
    else if (LLVMIsAAtomicRMWInst(inst) || LLVMIsAAtomicCmpXchgInst(inst))
        open_pointee(p, pool_class(p, LLVMGetOperand(inst, 0)), DTRANS_WHY_POOL_BYTES, inst);
    else if (LLVMIsACallInst(inst))
        visit_call(p, inst, seen);
}

/* A part of a variable's initializer, and where it is. */
typedef struct part {
    LLVMValueRef value;
    uint64_t offset;
} part;

typedef VEC(part) part_list;

static void push_parts(pool *p, part_list *work, part whole) {
    LLVMTypeRef type = LLVMTypeOf(whole.value);
    LLVMTargetDataRef target = p->b->layouts.target;
    bool is_struct = ir_is_struct(type);
    for (int i = LLVMGetNumOperands(whole.value) - 1; i >= 0; i--) {
        uint64_t offset = is_struct ? ir_offset_of(target, type, (unsigned)i)
                                    : (uint64_t)i * ir_abi_size(target, LLVMGetElementType(type));
        vec_push(p->b->ctx, work,
                 (part){LLVMGetOperand(whole.value, (unsigned)i), whole.offset + offset});
    }
}

/* Numbers in an initializer count where pointers are read from them. */
static void visit_part(pool *p, LLVMValueRef global, part at) {
    ptr_graph *g = &p->b->info->graph;
    bool pointer = ir_is_pointer(at.value);
    if (LLVMIsNull(at.value) || (pointer && !is_stray(at.value)))
        return;
    ptr_class c = pool_class(p, global);
    if (c)
        open_pointee(p, ptr_at(g, c, (int64_t)at.offset), DTRANS_WHY_POOL_INTEGER, global);
}

static void visit_global(pool *p, LLVMValueRef global, part_list *work) {
    LLVMValueRef init = LLVMGetInitializer(global);
    if (!init || LLVMIsAConstantAggregateZero(init) || LLVMIsUndef(init))
        return;
    vec_clear(work);
    vec_push(p->b->ctx, work, (part){init, 0});
    while (work->len && ctx_tick(p->b->ctx, 1)) {
        part at = vec_pop(work);
        if (has_parts(at.value))
            push_parts(p, work, at);
        else
            visit_part(p, global, at);
    }
}

/* Bytes that come from outside. */
static void visit_received(pool *p, map *seen) {
    ptr_graph *g = &p->b->info->graph;
    for (ptr_class c = 1; c < p->class_count && ctx_tick(g->ctx, 1); c++) {
        uint32_t witness = g->nodes.at[c].up == c ? ptr_marked(g, c, PTR_RECEIVED) : 0;
        if (witness)
            open_inside(p, c, seen, g->witnesses.at[witness].value);
        if (g->nodes.at[c].up == c && g->nodes.at[c].part_written)
            open_pointee(p, c, DTRANS_WHY_POOL_BYTES, NULL);
    }
}

void pool_find_strays(pool *p) {
    map seen; /* locations whose bytes may be anything */
    part_list work = {0};
    map_init(&seen, p->b->ctx);
    visit_received(p, &seen);
    ir_each_global (global, p->b->m->llvm)
        visit_global(p, global, &work);
    ir_each_function (fn, p->b->m->llvm)
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb)
                if (ctx_tick(p->b->ctx, 1))
                    visit_instruction(p, inst, &seen);
    vec_free(p->b->ctx, &work);
    map_free(&seen);
}
