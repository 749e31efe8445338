/* Loads and stores: judged by location, offset and width, never by the type the IR writes. */
#include "dtrans/analysis/visit.h"
#include "ir/size.h"
#include "ir/value.h"

bool dtrans_asks(dtrans_visitor *v, const LocalPointerInfo *p, dtrans_event event,
                 uint64_t detail) {
    if (!p->count)
        return false;
    if (detail >> 24)
        return true;
    map_word *times =
        map_put_u(&v->judged, (uint64_t)p->place << 32 | (uint64_t)event << 24 | detail);
    return times && times->u++ < DTRANS_WITNESSES;
}

void dtrans_note_views(dtrans_visitor *v, const LocalPointerInfo *p, dtrans_condition object,
                       dtrans_condition element, const char *reason) {
    if (!dtrans_asks(v, p, EVENT_CONDITIONS, (uint64_t)object << 8 | element))
        return;
    dtrans_each_view (view, p) {
        dtrans_condition c = view->element ? element : object;
        if (c != DTRANS_CONDITIONS)
            dtrans_note_here(v, view->type, c, "%s", reason);
    }
}

static bool is_union(LLVMTypeRef type) {
    const char *name = LLVMGetStructName(type);
    return name && str_starts_with(name, "union.");
}

static bool is_byte_array(LLVMTypeRef type) {
    return ir_is_array(type) && LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMIntegerTypeKind &&
           LLVMGetIntTypeWidth(LLVMGetElementType(type)) == 8;
}

uint64_t dtrans_leaf_of(LLVMTargetDataRef target, LLVMTypeRef type, uint64_t offset, bool *opaque) {
    *opaque = false;
    for (;;) {
        LLVMTypeKind kind = LLVMGetTypeKind(type);
        uint64_t size = ir_abi_size(target, type);
        bool endless = kind == LLVMArrayTypeKind && !size;
        if (kind == LLVMStructTypeKind ? is_union(type) : is_byte_array(type)) {
            *opaque = endless || offset < size;
            return endless ? INT64_MAX : offset < size ? size - offset : 0;
        }
        if (kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind)
            return offset ? 0 : ir_store_size(target, type);
        if (!dtrans_enter(target, &type, &offset))
            return 0;
    }
}

/* Larger objects are asked about at few of their offsets. */
enum { MOST_REMEMBERED = UINT16_MAX };

/* Judging asks for the same offsets again and again, and each time LLVM walks the type. */
uint64_t dtrans_leaf_size(DTransInfo *info, uint32_t type, uint64_t offset, bool *opaque) {
    dtrans_type *t = &info->types.at[type];
    bool small = offset < t->size && t->size <= MOST_REMEMBERED;
    if (small && !t->leaves)
        t->leaves = arena_array(&info->mem, t->size, dtrans_leaf);
    if (!small || !t->leaves)
        return dtrans_leaf_of(ir_layout(info->m), t->llvm, offset, opaque);
    dtrans_leaf *leaf = &t->leaves[offset];
    if (!leaf->known) {
        uint64_t size = dtrans_leaf_of(ir_layout(info->m), t->llvm, offset, opaque);
        if (size > MOST_REMEMBERED)
            return size;
        *leaf = (dtrans_leaf){.size = (uint16_t)size, .known = true, .opaque = *opaque};
    }
    *opaque = leaf->opaque;
    return leaf->size;
}

/* One value of several is that of all, if they are the same constant; NULL: it is none. */
static void join_value(dtrans_values *values, LLVMValueRef *known, LLVMValueRef value) {
    bool same =
        value && (*values == DTRANS_UNWRITTEN || (*values == DTRANS_ONE_VALUE && *known == value));
    *values = same ? DTRANS_ONE_VALUE : DTRANS_MANY_VALUES;
    *known = same ? value : NULL;
}

static void count_field(DTransInfo *info, uint32_t type, uint32_t field, void *data) {
    const dtrans_access_sum *sum = data;
    dtrans_type *t = &info->types.at[type];
    dtrans_field *f = &t->fields[field];
    f->frequency += sum->weight;
    t->frequency += sum->weight;
    f->reads += sum->reads;
    f->writes += sum->writes;
    if (sum->values != DTRANS_UNWRITTEN)
        join_value(&f->values, &f->value, sum->values == DTRANS_ONE_VALUE ? sum->value : NULL);
}

static void count_accesses(dtrans_visitor *v, uint32_t type, uint64_t offset,
                           dtrans_access_sum *sum) {
    uint32_t field = dtrans_field_at(v->info, type, offset);
    if (field != IR_NONE)
        count_field(v->info, type, field, sum);
}

static void note_bad_access(dtrans_visitor *v, const dtrans_view *view,
                            const dtrans_access_sum *sum, uint64_t leaf) {
    LLVMTypeKind kind = LLVMGetTypeKind(sum->type);
    uint64_t width = ir_store_size(v->target, sum->type);
    bool whole = kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind ||
                 (!view->element && width == v->info->types.at[view->type].size);
    for (uint32_t i = 0; i < sum->witness_count; i++) {
        LLVMValueRef inst = sum->witnesses[i];
        bool store = !LLVMIsALoadInst(inst);
        if (whole)
            dtrans_note(v->info, view->type, WholeStructureReference, inst,
                        "%llu bytes of the object are %s as one value", (unsigned long long)width,
                        store ? "stored" : "loaded");
        else
            dtrans_note(v->info, view->type, MismatchedElementAccess, inst,
                        "%llu bytes are %s where a field of %llu bytes is",
                        (unsigned long long)width, store ? "written" : "read",
                        (unsigned long long)leaf);
    }
}

void dtrans_pin_first(dtrans_visitor *v, uint32_t type, LLVMTypeRef stop) {
    while (type != IR_NONE && v->info->types.at[type].field_count &&
           v->info->types.at[type].llvm != stop) {
        dtrans_type *t = &v->info->types.at[type];
        t->fields[0].pinned = true;
        LLVMTypeRef first = LLVMStructGetTypeAtIndex(t->llvm, 0);
        first = ir_below_arrays(first);
        type = dtrans_type_of(v->info, first);
    }
}

/* Several fields are loaded or stored at once, as a piece of a struct that is passed by value. */
static void judge_pieces(dtrans_visitor *v, const dtrans_view *view, uint64_t offset,
                         const dtrans_access_sum *sum) {
    dtrans_part parts[DTRANS_MAX_PARTS];
    uint32_t count = dtrans_parts_of(v->target, sum->type, parts);
    dtrans_access_sum each = *sum;
    each.values = sum->writes ? DTRANS_MANY_VALUES : DTRANS_UNWRITTEN;
    for (uint32_t i = 0; i < count; i++)
        dtrans_each_covered(v->info, v->info->types.at[view->type].llvm, offset + parts[i].offset,
                            parts[i].size, count_field, &each);
    for (uint32_t i = 0; i < sum->witness_count; i++)
        dtrans_note_by_value(v->info, view->type, sum->witnesses[i],
                             "%llu bytes of the object are %s as one value, to be passed or "
                             "returned",
                             (unsigned long long)ir_store_size(v->target, sum->type),
                             LLVMIsALoadInst(sum->witnesses[i]) ? "loaded" : "stored");
}

/* An object's address used for a scalar touches the first field, at any depth. */
static void judge_access(dtrans_visitor *v, const dtrans_view *view, dtrans_access_sum *sum) {
    const dtrans_type *t = &v->info->types.at[view->type];
    if (!t->layout->sized || !t->field_count)
        return;
    uint64_t width = ir_store_size(v->target, sum->type);
    uint64_t offset = t->size && view->offset < t->tail ? view->offset % t->size : view->offset;
    bool opaque;
    uint64_t leaf = dtrans_leaf_size(v->info, view->type, offset, &opaque);
    bool member = view->element && LLVMGetTypeKind(sum->type) != LLVMIntegerTypeKind &&
                  dtrans_is_one_member(v->target, t->llvm, offset, width);
    if (leaf != width && !(opaque && width <= leaf) && !member) {
        if (sum->transfers && dtrans_has_whole_parts(v->target, t->llvm, offset, sum->type))
            judge_pieces(v, view, offset, sum);
        else
            note_bad_access(v, view, sum, leaf);
        return;
    }
    count_accesses(v, view->type, offset, sum);
    if (!view->element)
        dtrans_pin_first(v, view->type, NULL);
}

static bool is_operation(LLVMValueRef inst) {
    return LLVMIsAAtomicRMWInst(inst) || LLVMIsAAtomicCmpXchgInst(inst);
}

static bool is_access(LLVMValueRef inst) {
    return LLVMIsALoadInst(inst) || LLVMIsAStoreInst(inst) || is_operation(inst);
}

static bool is_packed(const dtrans_type *t) {
    return LLVMIsPackedStruct(t->llvm) || t->layout->packed;
}

/* An atomic access must stay as aligned as it is wide. Where the struct is laid out as the target
 * asks for, it does wherever its field goes. */
static void note_atomic(dtrans_visitor *v, const LocalPointerInfo *p, LLVMTypeRef type) {
    bool aligned = LLVMGetAlignment(v->inst) >= ir_store_size(v->target, type);
    const char *reason =
        is_operation(v->inst) ? "an atomic operation accesses it" : "an atomic access touches it";
    if (!dtrans_asks(v, p, EVENT_ATOMIC, aligned))
        return;
    dtrans_each_view (view, p) {
        dtrans_type *t = &v->info->types.at[view->type];
        uint32_t field = dtrans_field_at(v->info, view->type, view->offset);
        if (field != IR_NONE)
            t->fields[field].atomic = true;
        if (aligned && field != IR_NONE && !is_packed(t))
            dtrans_note_atomic(v->info, view->type, v->inst, "%s", reason);
        else
            dtrans_note_here(v, view->type, VolatileData, "%s", reason);
    }
}

static void note_special(dtrans_visitor *v, const LocalPointerInfo *p, LLVMTypeRef type) {
    if (!is_access(v->inst))
        return;
    if (LLVMGetVolatile(v->inst))
        dtrans_note_views(v, p, VolatileData, VolatileData, "a volatile access touches it");
    else if (is_operation(v->inst) || LLVMGetOrdering(v->inst) != LLVMAtomicOrderingNotAtomic)
        note_atomic(v, p, type);
}

static dtrans_access_sum *sum_of(dtrans_visitor *v, const LocalPointerInfo *p, LLVMTypeRef type) {
    uint64_t width = ir_store_size(v->target, type);
    uint64_t kind = (uint64_t)LLVMGetTypeKind(type) & 31;
    bool transfers = width > 1 && dtrans_is_transfer(v->inst);
    map_word *slot = map_put_u(&v->accesses, (uint64_t)p->place << 32 | kind << 27 |
                                                 (uint64_t)transfers << 26 | (width & 0x3ffffff));
    if (!slot)
        return NULL;
    if (!slot->u) {
        dtrans_access_sum fresh = {.place = p, .type = type, .transfers = transfers};
        if (!vec_push(v->info->ctx, &v->sums, fresh))
            return NULL;
        slot->u = v->sums.len;
    }
    return &v->sums.at[slot->u - 1];
}

void dtrans_visit_access(dtrans_visitor *v, LLVMValueRef pointer, LLVMTypeRef type,
                         LLVMValueRef value) {
    const LocalPointerInfo *p = dtrans_local_value(&v->local, pointer);
    if (!p->count || !LLVMTypeIsSized(type))
        return;
    if (!ir_has_fixed_size(type)) {
        dtrans_note_views(v, p, UnhandledUse, UnhandledUse,
                          "a vector without a fixed length touches it");
        return;
    }
    note_special(v, p, type);
    dtrans_touch(v, p);
    dtrans_access_sum *sum = sum_of(v, p, type);
    if (!sum)
        return;
    sum->weight += v->weight;
    bool both = is_operation(v->inst);
    sum->reads += value == NULL || both;
    sum->writes += value != NULL;
    if (value)
        join_value(&sum->values, &sum->value, LLVMIsConstant(value) && !both ? value : NULL);
    if (sum->witness_count < DTRANS_WITNESSES)
        sum->witnesses[sum->witness_count++] = v->inst;
}

void dtrans_count_field(dtrans_visitor *v, LLVMValueRef pointer, bool reads, bool writes) {
    const LocalPointerInfo *p = dtrans_local_value(&v->local, pointer);
    if ((!reads && !writes) || !dtrans_asks(v, p, EVENT_COUNT, reads | (unsigned)writes << 1))
        return;
    dtrans_access_sum sum = {.reads = reads, .writes = writes, .weight = v->weight};
    sum.values = writes ? DTRANS_MANY_VALUES : DTRANS_UNWRITTEN;
    dtrans_each_field (view, p)
        count_accesses(v, view->type, view->offset, &sum);
}

void dtrans_finish_accesses(dtrans_visitor *v) {
    for (size_t s = 0; s < v->sums.len && ctx_tick(v->info->ctx, 1); s++) {
        const LocalPointerInfo *p = v->sums.at[s].place;
        dtrans_each_view (view, p)
            judge_access(v, view, &v->sums.at[s]);
    }
}
