/* Where the arrays are: allocated, grown, freed, copied.
 *
 * A block on the heap is one block still: the arrays follow one another, strictest alignment
 * first, so that none needs padding and all of them take at most what the structs took. What was
 * one call of an allocator is one call of it. The address of the block is kept besides the bases,
 * none of which need be in it: else leak checkers would take the block for lost.
 */
#include "dtrans/soa/soa.h"

#include "dtrans/transform/apply.h"
#include "ir/size.h"
#include "ir/value.h"

static LLVMValueRef add_private(soa *s, LLVMTypeRef type, const char *what, uint32_t of) {
    const char *name =
        arena_printf(&s->mem, "%s%s%s", s->names->storage, what, s->info->types.at[of].name);
    LLVMValueRef g = LLVMAddGlobal(s->info->m->llvm, type, name ? name : "");
    LLVMSetLinkage(g, LLVMInternalLinkage);
    LLVMSetInitializer(g, LLVMConstNull(type));
    return g;
}

/* Arrays of one field are named after it, those of several after their number. */
static const char *name_of_part(soa *s, const soa_array *a, const soa_part *part, uint32_t number) {
    const dtrans_type *t = &s->info->types.at[a->type];
    const dtrans_change *change = dtrans_change_of(&s->base->layouts, t->llvm);
    const char *of = LLVMGetValueName(a->object), *name;
    uint32_t f = 0;
    while (part->count == 1 && change->element[f] != part->members[0])
        f++;
    if (part->count == 1 && *t->fields[f].name)
        name = arena_printf(&s->mem, "%s.%s", of, t->fields[f].name);
    else
        name = arena_printf(&s->mem, "%s.%u", of, part->count == 1 ? f : number);
    return name ? name : "";
}

static void make_parts(soa *s, soa_array *a, const soa_shape *shape) {
    a->parts = arena_array(&s->mem, shape->count + 1, LLVMValueRef);
    for (uint32_t i = 0; a->parts && i < shape->count; i++)
        a->parts[i] =
            soa_part_variable(s, a, &shape->parts[i], name_of_part(s, a, &shape->parts[i], i));
}

/* Variables for the time of the rewriting, see frames.c. */
static void make_slots(soa *s, soa_array *a, const soa_shape *shape) {
    a->slots = arena_array(&s->mem, shape->count + 1, LLVMValueRef);
    for (uint32_t i = 0; a->slots && i < shape->count; i++)
        a->slots[i] = add_private(s, soa_pointer_type(s), "", a->type);
}

void soa_make_storage(soa *s) {
    for (size_t i = 0; i < s->arrays.len && ctx_ok(s->info->ctx); i++) {
        soa_array *a = &s->arrays.at[i];
        const soa_shape *shape =
            s->candidate[a->type] && a->up == i ? soa_shape_of(s, a->type) : NULL;
        if (!shape)
            continue;
        if (a->block == BLOCK_GLOBAL)
            make_parts(s, a, shape);
        else if (a->owner)
            make_slots(s, a, shape);
        else
            a->bases = add_private(s, shape->bases, "", a->type);
        if (a->block == BLOCK_HEAP)
            a->whole = add_private(s, soa_pointer_type(s), "block_", a->type);
        if (a->grows) {
            a->count = add_private(s, soa_word(s), "count_", a->type);
            a->failed =
                add_private(s, LLVMInt8TypeInContext(s->info->m->llvm_ctx), "failed_", a->type);
        }
    }
}

LLVMValueRef soa_base_slot(soa *s, const soa_array *a, uint32_t part) {
    return a->slots
               ? a->slots[part]
               : LLVMBuildStructGEP2(s->b, soa_shape_of(s, a->type)->bases, a->bases, part, "");
}

static LLVMValueRef is_null(soa *s, LLVMValueRef pointer) {
    return LLVMBuildICmp(s->b, LLVMIntEQ, pointer, LLVMConstPointerNull(soa_pointer_type(s)), "");
}

/* The block's address, null if the pointer is. */
static LLVMValueRef block_of(soa *s, const soa_array *a, LLVMValueRef pointer) {
    LLVMValueRef none = LLVMConstPointerNull(soa_pointer_type(s));
    if (a->block != BLOCK_HEAP)
        return none;
    LLVMValueRef block = LLVMBuildLoad2(s->b, soa_pointer_type(s), a->whole, "");
    return LLVMBuildSelect(s->b, is_null(s, pointer), none, block, "");
}

/* The base of a part when the arrays have so many elements. */
static LLVMValueRef low_base(soa *s, const soa_part *part, LLVMValueRef block, LLVMValueRef count) {
    LLVMValueRef offset = LLVMBuildMul(s->b, count, soa_int(s, part->before), "");
    offset = LLVMBuildSub(s->b, offset, soa_int(s, part->size), "");
    return soa_add_bytes(s, block, offset);
}

/* Elements that the call asks for; more than there can be if their number would wrap, which calls
 * that multiply notice themselves. */
static LLVMValueRef asked_for(soa *s, const soa_edit *e, uint64_t size) {
    LLVMValueRef n = dtrans_scaled(s->b, LLVMGetOperand(e->at, e->operand), size, 1);
    n = LLVMBuildIntCast2(s->b, n, soa_word(s), false, "");
    if (e->other < 0)
        return n;
    LLVMValueRef times = LLVMGetOperand(e->at, (unsigned)e->other);
    times = LLVMBuildIntCast2(s->b, times, soa_word(s), false, "");
    LLVMValueRef some = LLVMBuildICmp(s->b, LLVMIntNE, n, soa_int(s, 0), "");
    LLVMValueRef least = LLVMBuildSelect(s->b, some, n, soa_int(s, 1), "");
    LLVMValueRef most = LLVMBuildUDiv(s->b, soa_int(s, UINT64_MAX / size), least, "");
    LLVMValueRef fits = LLVMBuildICmp(s->b, LLVMIntULE, times, most, "");
    return LLVMBuildSelect(s->b, fits, LLVMBuildMul(s->b, n, times, ""), soa_int(s, UINT64_MAX),
                           "");
}

/* A size nobody can give, where an index could not count the elements, or all of them would take
 * more bytes than can be counted. */
static LLVMValueRef guarded(soa *s, const soa_array *a, LLVMValueRef count, LLVMValueRef bytes) {
    LLVMTypeRef index = s->base->pointers.types[a->type].integer;
    uint64_t most = UINT64_MAX / s->info->types.at[a->type].size;
    if (index && LLVMGetIntTypeWidth(index) < 64) {
        uint64_t counted = (UINT64_C(1) << LLVMGetIntTypeWidth(index)) - 2;
        most = counted < most ? counted : most;
    }
    LLVMValueRef fits = LLVMBuildICmp(s->b, LLVMIntULE, count, soa_int(s, most), "");
    return LLVMBuildSelect(s->b, fits, bytes, LLVMConstAllOnes(LLVMTypeOf(bytes)), "");
}

typedef struct user {
    LLVMValueRef inst;
    unsigned operand;
} user;

typedef VEC(user) user_list;

static void list_users(soa *s, LLVMValueRef v, user_list *all) {
    ir_each_user (inst, v)
        for (int i = 0; i < LLVMGetNumOperands(inst); i++)
            if (LLVMGetOperand(inst, (unsigned)i) == v)
                vec_push(s->info->ctx, all, (user){inst, (unsigned)i});
}

static void point_users(const user_list *all, LLVMValueRef to) {
    for (size_t i = 0; i < all->len; i++)
        LLVMSetOperand(all->at[i].inst, all->at[i].operand, to);
}

/* The first element, or null. */
static LLVMValueRef first_index(soa *s, LLVMValueRef block) {
    LLVMValueRef some = LLVMBuildNot(s->b, is_null(s, block), "");
    return soa_pointer(s, LLVMBuildZExt(s->b, some, soa_word(s), ""));
}

static void allocate_first(soa *s, const soa_edit *e, const soa_array *a, const soa_shape *shape,
                           LLVMValueRef count) {
    for (uint32_t i = 0; i < shape->count; i++) {
        uint32_t part = shape->order[i];
        LLVMBuildStore(s->b, low_base(s, &shape->parts[part], e->at, count),
                       soa_base_slot(s, a, part));
    }
    LLVMBuildStore(s->b, e->at, a->whole);
    if (a->grows)
        LLVMBuildStore(s->b, count, a->count);
}

/* Before the call: how many elements there are to keep, and room for how many. */
typedef struct growth {
    LLVMValueRef old, kept; /* the pointer; its elements */
    LLVMValueRef room;
} growth;

/* Memory never becomes less: if that failed, elements could not be put back. Only giving all of it
 * back is passed on. */
static growth begin_growth(soa *s, const soa_edit *e, const soa_array *a, const soa_shape *shape,
                           LLVMValueRef count) {
    growth g = {.old = LLVMGetOperand(e->at, (unsigned)e->regrown)};
    LLVMTypeRef flag = LLVMInt8TypeInContext(s->info->m->llvm_ctx);
    LLVMValueRef zero = soa_int(s, 0), none = is_null(s, g.old);
    LLVMValueRef held = LLVMBuildLoad2(s->b, soa_word(s), a->count, "");
    g.kept = LLVMBuildSelect(s->b, none, zero, held, "");
    LLVMValueRef more = LLVMBuildICmp(s->b, LLVMIntUGT, count, g.kept, "");
    g.room = LLVMBuildSelect(s->b, more, count, g.kept, "");
    LLVMValueRef all = LLVMBuildICmp(s->b, LLVMIntEQ, count, zero, "");
    g.room = LLVMBuildSelect(s->b, all, zero, g.room, "");
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(e->at, e->operand));
    LLVMValueRef bytes = LLVMBuildMul(s->b, g.room, soa_int(s, shape->bytes), "");
    bytes = guarded(s, a, g.room, LLVMBuildIntCast2(s->b, bytes, type, false, ""));
    LLVMValueRef failed = LLVMBuildLoad2(s->b, flag, a->failed, "");
    failed = LLVMBuildICmp(s->b, LLVMIntNE, failed, LLVMConstNull(flag), "");
    LLVMValueRef lost = LLVMBuildAnd(s->b, failed, none, "");
    bytes = LLVMBuildSelect(s->b, lost, LLVMConstAllOnes(type), bytes, "");
    LLVMSetOperand(e->at, e->operand, bytes);
    if (e->other >= 0) {
        LLVMTypeRef other = LLVMTypeOf(LLVMGetOperand(e->at, (unsigned)e->other));
        LLVMSetOperand(e->at, (unsigned)e->other, LLVMConstInt(other, 1, false));
    }
    LLVMSetOperand(e->at, (unsigned)e->regrown, block_of(s, a, g.old));
    return g;
}

/* After the call: arrays spread, the last one first. */
static void finish_growth(soa *s, const soa_edit *e, const soa_array *a, const soa_shape *shape,
                          const growth *g) {
    LLVMTypeRef flag = LLVMInt8TypeInContext(s->info->m->llvm_ctx);
    LLVMValueRef none = is_null(s, e->at), zero = soa_int(s, 0);
    LLVMValueRef same = LLVMBuildICmp(s->b, LLVMIntEQ, g->room, g->kept, "");
    LLVMValueRef moved =
        LLVMBuildSelect(s->b, LLVMBuildOr(s->b, none, same, ""), zero, g->kept, "");
    for (uint32_t i = shape->count; i-- > 0;) {
        const soa_part *part = &shape->parts[shape->order[i]];
        LLVMValueRef slot = soa_base_slot(s, a, shape->order[i]);
        LLVMValueRef low = low_base(s, part, e->at, g->room), size = soa_int(s, part->size);
        unsigned align = (unsigned)part->align;
        if (i > 0)
            LLVMBuildMemMove(s->b, soa_add_bytes(s, low, size), align,
                             soa_add_bytes(s, low_base(s, part, e->at, g->kept), size), align,
                             LLVMBuildMul(s->b, moved, size, ""));
        LLVMValueRef before = LLVMBuildLoad2(s->b, soa_pointer_type(s), slot, "");
        LLVMBuildStore(s->b, LLVMBuildSelect(s->b, none, before, low, ""), slot);
    }
    LLVMValueRef block = LLVMBuildLoad2(s->b, soa_pointer_type(s), a->whole, "");
    LLVMBuildStore(s->b, LLVMBuildSelect(s->b, none, block, e->at, ""), a->whole);
    LLVMValueRef held = LLVMBuildLoad2(s->b, soa_word(s), a->count, "");
    LLVMBuildStore(s->b, LLVMBuildSelect(s->b, none, held, g->room, ""), a->count);
    LLVMValueRef wanted = LLVMBuildICmp(s->b, LLVMIntNE, g->room, zero, "");
    LLVMValueRef lost = LLVMBuildZExt(s->b, LLVMBuildAnd(s->b, none, wanted, ""), flag, "");
    LLVMValueRef failed = LLVMBuildLoad2(s->b, flag, a->failed, "");
    LLVMBuildStore(s->b, LLVMBuildSelect(s->b, is_null(s, g->old), failed, lost, ""), a->failed);
}

/* What used the call uses the index; debug records follow only if everything is replaced, so what
 * was built around the call is put back. */
static void replace_users(soa *s, LLVMValueRef call, const user_list *users, LLVMValueRef index) {
    user_list own = {0};
    point_users(users, LLVMGetPoison(soa_pointer_type(s)));
    list_users(s, call, &own);
    LLVMReplaceAllUsesWith(call, index);
    point_users(&own, call);
    point_users(users, index);
    vec_free(s->info->ctx, &own);
}

void soa_apply_allocate(soa *s, const soa_edit *e) {
    const soa_array *a = &s->arrays.at[e->array];
    const soa_shape *shape = soa_shape_of(s, a->type);
    uint64_t size = s->info->types.at[a->type].size;
    LLVMValueRef count = asked_for(s, e, size);
    user_list users = {0};
    growth g = {0};
    list_users(s, e->at, &users);
    if (e->regrown >= 0) {
        g = begin_growth(s, e, a, shape, count);
    } else {
        LLVMValueRef bytes =
            dtrans_scaled(s->b, LLVMGetOperand(e->at, e->operand), size, shape->bytes);
        LLVMSetOperand(e->at, e->operand, guarded(s, a, count, bytes));
    }
    LLVMPositionBuilderBeforeInstrAndDbgRecords(s->b, LLVMGetNextInstruction(e->at));
    if (e->regrown >= 0)
        finish_growth(s, e, a, shape, &g);
    else
        allocate_first(s, e, a, shape, count);
    replace_users(s, e->at, &users, first_index(s, e->at));
    vec_free(s->info->ctx, &users);
}

/* A block that is freed is not lost, whatever failed before. */
void soa_apply_free(soa *s, const soa_edit *e) {
    const soa_array *a = &s->arrays.at[e->array];
    LLVMValueRef pointer = LLVMGetOperand(e->at, e->operand);
    LLVMSetOperand(e->at, e->operand, block_of(s, a, pointer));
    if (!a->grows)
        return;
    LLVMTypeRef flag = LLVMInt8TypeInContext(s->info->m->llvm_ctx);
    LLVMValueRef failed = LLVMBuildLoad2(s->b, flag, a->failed, "");
    failed = LLVMBuildSelect(s->b, is_null(s, pointer), failed, LLVMConstNull(flag), "");
    LLVMBuildStore(s->b, failed, a->failed);
}

static LLVMValueRef times(soa *s, LLVMValueRef count, uint64_t size) {
    return LLVMBuildMul(s->b, count, LLVMConstInt(LLVMTypeOf(count), size, false), "");
}

static void copy(soa *s, const soa_edit *e, LLVMValueRef to, uint64_t align_to, LLVMValueRef from,
                 uint64_t align_from, LLVMValueRef bytes) {
    if (LLVMIsAMemMoveInst(e->at))
        LLVMBuildMemMove(s->b, to, (unsigned)align_to, from, (unsigned)align_from, bytes);
    else
        LLVMBuildMemCpy(s->b, to, (unsigned)align_to, from, (unsigned)align_from, bytes);
}

/* A side of a copy of one element: a field of it, or of a variable in one piece. */
static LLVMValueRef side(soa *s, const soa_array *a, LLVMValueRef pointer, uint32_t element,
                         uint64_t *align) {
    const soa_shape *shape = soa_shape_of(s, a->type);
    *align = ir_abi_align(s->visitor.target, LLVMStructGetTypeAtIndex(shape->whole, element));
    if (!soa_is_direct(s, pointer))
        return soa_field_address(s, a, element, soa_index(s, pointer));
    uint64_t offset = ir_offset_of(s->visitor.target, shape->whole, element);
    unsigned whole = LLVMGetAlignment(pointer) ? LLVMGetAlignment(pointer) : 1;
    while (*align > whole || (offset & (*align - 1)))
        *align /= 2;
    return LLVMBuildStructGEP2(s->b, shape->whole, pointer, element, "");
}

/* To or from a variable in one piece, where the fields of a part are not side by side. */
static void copy_fields(soa *s, const soa_edit *e, const soa_part *part, LLVMValueRef count) {
    const soa_array *a = &s->arrays.at[e->array];
    LLVMTypeRef whole = soa_shape_of(s, a->type)->whole;
    for (uint32_t i = 0; i < part->count; i++) {
        uint32_t element = part->members[i];
        uint64_t align_to, align_from;
        LLVMValueRef to = side(s, a, LLVMGetOperand(e->at, 0), element, &align_to);
        LLVMValueRef from = side(s, a, LLVMGetOperand(e->at, 1), element, &align_from);
        LLVMTypeRef type = LLVMStructGetTypeAtIndex(whole, element);
        copy(s, e, to, align_to, from, align_from,
             times(s, count, ir_abi_size(s->visitor.target, type)));
    }
}

void soa_apply_copy(soa *s, const soa_edit *e) {
    const soa_array *a = &s->arrays.at[e->array];
    const soa_shape *shape = soa_shape_of(s, a->type);
    LLVMValueRef to = LLVMGetOperand(e->at, 0), from = LLVMGetOperand(e->at, 1);
    bool direct = soa_is_direct(s, to) || soa_is_direct(s, from);
    LLVMValueRef count =
        dtrans_scaled(s->b, LLVMGetOperand(e->at, 2), s->info->types.at[a->type].size, 1);
    for (uint32_t i = 0; i < shape->count; i++) {
        const soa_part *part = &shape->parts[shape->order[i]];
        if (direct) {
            copy_fields(s, e, part, count);
            continue;
        }
        LLVMValueRef x = soa_part_address(s, a, shape->order[i], soa_index(s, to));
        LLVMValueRef y = soa_part_address(s, a, shape->order[i], soa_index(s, from));
        copy(s, e, x, part->align, y, part->align, times(s, count, part->size));
    }
    LLVMInstructionEraseFromParent(e->at);
}

void soa_apply_set(soa *s, const soa_edit *e) {
    const soa_array *a = &s->arrays.at[e->array];
    const soa_shape *shape = soa_shape_of(s, a->type);
    LLVMValueRef index = soa_index(s, LLVMGetOperand(e->at, 0));
    LLVMValueRef count =
        dtrans_scaled(s->b, LLVMGetOperand(e->at, 2), s->info->types.at[a->type].size, 1);
    for (uint32_t i = 0; i < shape->count; i++) {
        const soa_part *part = &shape->parts[shape->order[i]];
        LLVMValueRef at = soa_part_address(s, a, shape->order[i], index);
        LLVMBuildMemSet(s->b, at, LLVMGetOperand(e->at, 1), times(s, count, part->size),
                        (unsigned)part->align);
    }
    LLVMInstructionEraseFromParent(e->at);
}

void soa_apply_local(soa *s, const soa_edit *e) {
    const soa_array *a = &s->arrays.at[e->array];
    const soa_shape *shape = soa_shape_of(s, a->type);
    uint64_t elements = ir_abi_size(s->visitor.target, LLVMGetAllocatedType(e->at)) /
                        s->info->types.at[a->type].size;
    for (uint32_t i = 0; i < shape->count; i++) {
        const soa_part *part = &shape->parts[shape->order[i]];
        LLVMTypeRef type = LLVMArrayType2(part->type, elements);
        LLVMValueRef block = LLVMBuildArrayAlloca(s->b, type, LLVMGetOperand(e->at, 0), "");
        LLVMBuildStore(s->b, low_base(s, part, block, soa_int(s, 0)),
                       soa_base_slot(s, a, shape->order[i]));
    }
    user_list users = {0};
    list_users(s, e->at, &users); /* not the debug records: the variable has no single location */
    point_users(&users, soa_pointer(s, soa_int(s, 1)));
    vec_free(s->info->ctx, &users);
    LLVMInstructionEraseFromParent(e->at);
}

/* A constant address in the variable, and what it becomes. */
typedef struct moved_constant {
    LLVMValueRef old, new;
} moved_constant;

typedef VEC(moved_constant) moved_list;

static uint64_t constant_index(soa *s, const soa_array *a, LLVMValueRef c) {
    uint64_t index = 1;
    while (c != a->object && LLVMIsAConstantExpr(c) && ctx_ok(s->info->ctx)) {
        soa_path path;
        soa_decode(s, a, c, &path);
        for (size_t i = 0; i < path.terms.len; i++) {
            LLVMValueRef n = path.terms.at[i].index;
            int64_t by = n ? LLVMConstIntGetSExtValue(n) : 1;
            index += (uint64_t)(by * path.terms.at[i].times / path.terms.at[i].over);
        }
        vec_free(s->info->ctx, &path.terms);
        c = LLVMGetOperand(c, 0);
    }
    return index;
}

/* Constant operands fold, so that the builder needs no position. */
static LLVMValueRef new_constant(soa *s, const soa_array *a, LLVMValueRef c) {
    const dtrans_type *t = &s->info->types.at[a->type];
    const dtrans_change *change = dtrans_change_of(&s->base->layouts, t->llvm);
    soa_path path = {.field = IR_NONE};
    LLVMValueRef index = soa_int(s, constant_index(s, a, c));
    if (c != a->object)
        soa_decode(s, a, c, &path);
    vec_free(s->info->ctx, &path.terms);
    if (path.field == IR_NONE)
        return LLVMConstIntToPtr(index, soa_pointer_type(s));
    LLVMValueRef field = soa_field_address(s, a, change->element[path.field], index);
    return soa_enter_field(s, a, c, &path, field);
}

static void list_constants(soa *s, const soa_array *a, moved_list *all) {
    map seen;
    map_init(&seen, s->info->ctx);
    vec_push(s->info->ctx, all, (moved_constant){a->object, new_constant(s, a, a->object)});
    for (size_t i = 0; i < all->len && ctx_tick(s->info->ctx, 1); i++) {
        LLVMValueRef c = all->at[i].old;
        if (c != a->object && soa_array_of(s, c) != a)
            continue;
        ir_each_user (user, c)
            if (ir_is_constant_of(user, LLVMGetElementPtr) && soa_is_live(user) &&
                map_add(&seen, user))
                vec_push(s->info->ctx, all, (moved_constant){user, new_constant(s, a, user)});
    }
    map_free(&seen);
}

static void replace_constants(soa *s, const soa_array *a) {
    moved_list all = {0};
    list_constants(s, a, &all);
    while (all.len) {
        moved_constant c = vec_pop(&all);
        LLVMReplaceAllUsesWith(c.old, c.new);
    }
    vec_free(s->info->ctx, &all);
}

static bool is_global(const soa *s, const soa_array *a) {
    return s->candidate[a->type] && a->block == BLOCK_GLOBAL && ctx_ok(s->info->ctx);
}

/* Initializers are split once all addresses in them are new. */
void soa_replace_globals(soa *s) {
    for (size_t i = 0; i < s->arrays.len; i++)
        if (is_global(s, &s->arrays.at[i]))
            replace_constants(s, &s->arrays.at[i]);
    for (size_t i = 0; i < s->arrays.len; i++)
        if (is_global(s, &s->arrays.at[i]))
            soa_initialize(s, &s->arrays.at[i]);
    for (size_t i = 0; i < s->arrays.len; i++)
        if (is_global(s, &s->arrays.at[i]))
            LLVMDeleteGlobal(s->arrays.at[i].object);
}
