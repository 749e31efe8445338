/* What a function in ckpt_mem mode saves, where, and the code that does it. */
#include "base/num.h"
#include "ckpt/mem_fn.h"
#include "mem/rtmem_layout.h"

#include <inttypes.h>
#include <xxhash.h>

enum { WORD = CKPT_MEM_WORD, FOLLOWED_BYTES = 1024 };

/* ---- layout: a word with the id, the values of the point, the regions ---- */

typedef struct field {
    const ckpt_slot *slot;
    uint64_t offset, bytes;
} field;

typedef VEC(field) field_list;

static void add_region(mem_fn *w, LLVMValueRef root, const ckpt_object *object, uint64_t bytes) {
    ckpt_region r = {.root = root,
                     .object = object,
                     .bytes = bytes,
                     .followed = object && !object->escapes && bytes >= FOLLOWED_BYTES};
    vec_push(w->f.m->ctx, &w->regions, r);
}

void ckpt_mem_make_regions(mem_fn *w) {
    for (int64_t i = 0; (i = bitset_next(&w->saved, (size_t)i)) != BITSET_END; i++) {
        const ckpt_object *o = &w->objects.all.at[i];
        add_region(w, o->root, o, o->bytes);
    }
    for (size_t i = 0; i < w->globals.len; i++)
        add_region(w, w->globals.at[i], NULL,
                   ckpt_type_bytes(w->f.m, LLVMGlobalGetValueType(w->globals.at[i])));
}

static void values_of(mem_fn *w, const ckpt_point *p, field_list *list) {
    uint64_t offset = WORD;
    vec_clear(list);
    for (int64_t i = 0; (i = bitset_next(&p->live, (size_t)i)) != BITSET_END; i++) {
        const ckpt_slot *s = &w->f.slots.at[i];
        uint64_t bytes = s->base ? WORD : s->bytes;
        if (s->kept)
            continue;
        vec_push(w->f.m->ctx, list, (field){s, offset, bytes});
        offset = num_round_up(offset + bytes, WORD);
    }
    if (offset > w->values)
        w->values = offset;
}

static void describe(ckpt_sites *sites, str *hashed, const ckpt_field *f) {
    ckpt_sites_add_field(sites, f);
    str_printf(hashed, "%s %s %" PRIu64 " %" PRIu64 "\n", f->name, f->type, f->offset, f->bytes);
}

static void describe_region(mem_fn *w, const ckpt_region *r, ckpt_sites *sites, str *hashed) {
    LLVMTypeRef type = LLVMIsAAllocaInst(r->root)       ? LLVMGetAllocatedType(r->root)
                       : LLVMIsAGlobalVariable(r->root) ? LLVMGlobalGetValueType(r->root)
                                                        : LLVMTypeOf(r->root);
    char *text = LLVMPrintTypeToString(type);
    describe(sites, hashed,
             &(ckpt_field){.name = ckpt_mem_object_name(w, r->root),
                           .type = text,
                           .why = r->followed ? "live and modified; what was written is copied"
                                              : "live and modified",
                           .offset = r->offset,
                           .bytes = r->bytes,
                           .kind = CKPT_MEMORY});
    LLVMDisposeMessage(text);
}

static void describe_point(mem_fn *w, ckpt_point *p, ckpt_sites *sites, str *hashed) {
    field_list list = {0};
    values_of(w, p, &list);
    ckpt_sites_add(sites, &w->f, p);
    for (size_t i = 0; i < list.len; i++) {
        char *type = LLVMPrintTypeToString(list.at[i].slot->type);
        describe(sites, hashed,
                 &(ckpt_field){.name = list.at[i].slot->name,
                               .type = type,
                               .why = list.at[i].slot->why,
                               .offset = list.at[i].offset,
                               .bytes = list.at[i].bytes,
                               .kind = list.at[i].slot->argument ? CKPT_ARGUMENT : CKPT_VALUE});
        LLVMDisposeMessage(type);
    }
    for (size_t i = 0; i < w->regions.len; i++)
        describe_region(w, &w->regions.at[i], sites, hashed);
    vec_free(w->f.m->ctx, &list);
}

static void lay_out(mem_fn *w, ckpt_sites *sites) {
    field_list list = {0};
    str hashed;
    for (size_t i = 0; i < w->f.points.len; i++)
        values_of(w, &w->f.points.at[i], &list);
    w->half = w->values;
    for (size_t i = 0; i < w->regions.len; i++) {
        w->regions.at[i].offset = w->half;
        w->half = num_round_up(w->half + w->regions.at[i].bytes, WORD);
    }
    str_init(&hashed, w->f.m->ctx);
    str_printf(&hashed, "%s\n", w->f.name);
    for (size_t i = 0; i < w->f.points.len; i++)
        describe_point(w, &w->f.points.at[i], sites, &hashed);
    w->layout = XXH64(str_text(&hashed), hashed.len, 0);
    str_free(&hashed);
    vec_free(w->f.m->ctx, &list);
}

static void check_room(mem_fn *w) {
    uint64_t need = sizeof(ckpt_mem_header) + 2 * w->half;
    if (w->half > UINT32_MAX || w->f.points.len > CKPT_MEM_MOST_POINTS)
        ctx_fail(w->f.m->ctx, LATHE_GATE_FAILED, "%s: its state of %" PRIu64 " bytes is too large",
                 w->f.name, w->half);
    else if (w->capacity && w->capacity < need)
        ctx_fail(w->f.m->ctx, LATHE_GATE_FAILED,
                 "%s: ckpt_mem has %" PRIu64 " bytes, but %" PRIu64 " are needed", w->f.name,
                 w->capacity, need);
}

/* ---- code ---- */

static LLVMValueRef call(mem_fn *w, const char *name, LLVMValueRef *args, unsigned count) {
    LLVMValueRef fn = LLVMGetNamedFunction(w->f.m->llvm, name);
    return LLVMBuildCall2(w->f.b, LLVMGlobalGetValueType(fn), fn, args, count, "");
}

static LLVMTypeRef word_type(const mem_fn *w) {
    return LLVMInt64TypeInContext(w->f.m->llvm_ctx);
}

static LLVMValueRef at_offset(mem_fn *w, LLVMValueRef p, LLVMValueRef offset) {
    return LLVMBuildGEP2(w->f.b, LLVMInt8TypeInContext(w->f.m->llvm_ctx), p, &offset, 1, "");
}

static void save_slot(mem_fn *w, const ckpt_slot *s, LLVMValueRef to) {
    LLVMValueRef value = LLVMBuildLoad2(w->f.b, s->type, s->slot, s->name);
    if (s->base)
        value = LLVMBuildSub(w->f.b, LLVMBuildPtrToInt(w->f.b, value, word_type(w), ""),
                             LLVMBuildPtrToInt(w->f.b, s->base, word_type(w), ""), "");
    LLVMSetAlignment(LLVMBuildStore(w->f.b, value, to), 1);
}

static void load_slot(mem_fn *w, const ckpt_slot *s, LLVMValueRef from) {
    LLVMValueRef value = LLVMBuildLoad2(w->f.b, s->base ? word_type(w) : s->type, from, s->name);
    LLVMSetAlignment(value, 1);
    if (s->base)
        value = LLVMBuildGEP2(w->f.b, LLVMInt8TypeInContext(w->f.m->llvm_ctx), s->base, &value, 1,
                              s->name);
    LLVMBuildStore(w->f.b, value, s->slot);
}

static LLVMValueRef minmax(mem_fn *w, LLVMIntPredicate less, LLVMValueRef a, LLVMValueRef b) {
    return LLVMBuildSelect(w->f.b, LLVMBuildICmp(w->f.b, less, a, b, ""), a, b, "");
}

static LLVMValueRef read(mem_fn *w, LLVMValueRef variable) {
    return LLVMBuildLoad2(w->f.b, word_type(w), variable, "");
}

/* Copies what the half lacks of a region; the result is how its checksum changes. */
static LLVMValueRef save_region(mem_fn *w, const ckpt_region *r, LLVMValueRef half) {
    LLVMValueRef lo = ckpt_int64(&w->f, 0), hi = ckpt_int64(&w->f, r->bytes);
    if (r->followed) {
        LLVMValueRef now_lo = read(w, r->now_lo), now_hi = read(w, r->now_hi);
        lo = minmax(w, LLVMIntULT, now_lo, read(w, r->old_lo));
        hi = minmax(w, LLVMIntUGT, now_hi, read(w, r->old_hi));
        LLVMBuildStore(w->f.b, now_lo, r->old_lo);
        LLVMBuildStore(w->f.b, now_hi, r->old_hi);
        LLVMBuildStore(w->f.b, ckpt_int64(&w->f, r->bytes), r->now_lo);
        LLVMBuildStore(w->f.b, ckpt_int64(&w->f, 0), r->now_hi);
    }
    LLVMValueRef args[] = {half, ckpt_int64(&w->f, r->offset), r->root, lo, hi};
    return call(w, "ckpt.mem.put", args, 5);
}

static LLVMValueRef sum_of_values(mem_fn *w, LLVMValueRef half) {
    LLVMValueRef args[] = {half, ckpt_int64(&w->f, 0), ckpt_int64(&w->f, w->values / WORD)};
    return call(w, "ckpt.mem.sum", args, 3);
}

static void wire_save(mem_fn *w, ckpt_point *p) {
    field_list list = {0};
    values_of(w, p, &list);
    p->bytes = w->half;
    p->save = ckpt_add_block(&w->f, p->name, ".save", p->junction);
    LLVMSetSuccessor(LLVMGetBasicBlockTerminator(p->x), 0, p->save);
    LLVMPositionBuilderAtEnd(w->f.b, p->save);
    LLVMValueRef half = call(w, "ckpt.mem.begin", &w->memory, 1);
    LLVMValueRef change = LLVMBuildNeg(w->f.b, sum_of_values(w, half), "");
    LLVMSetAlignment(LLVMBuildStore(w->f.b, ckpt_int64(&w->f, p->number), half), 1);
    for (size_t i = 0; i < list.len; i++)
        save_slot(w, list.at[i].slot, at_offset(w, half, ckpt_int64(&w->f, list.at[i].offset)));
    change = LLVMBuildAdd(w->f.b, change, sum_of_values(w, half), "");
    for (size_t i = 0; i < w->regions.len; i++)
        change = LLVMBuildAdd(w->f.b, change, save_region(w, &w->regions.at[i], half), "");
    LLVMValueRef args[] = {w->memory, ckpt_int32(&w->f, p->number), change};
    call(w, "ckpt.mem.commit", args, 3);
    LLVMBuildBr(w->f.b, p->junction);
    vec_free(w->f.m->ctx, &list);
}

static void wire_restore(mem_fn *w, ckpt_point *p, LLVMValueRef half, LLVMValueRef choice) {
    field_list list = {0};
    values_of(w, p, &list);
    p->restore = ckpt_add_block(&w->f, p->name, ".restore", NULL);
    LLVMAddCase(choice, ckpt_int32(&w->f, p->number), p->restore);
    LLVMPositionBuilderAtEnd(w->f.b, p->restore);
    for (size_t i = 0; i < list.len; i++)
        load_slot(w, list.at[i].slot, at_offset(w, half, ckpt_int64(&w->f, list.at[i].offset)));
    for (size_t i = 0; i < w->regions.len; i++) {
        const ckpt_region *r = &w->regions.at[i];
        LLVMBuildMemCpy(w->f.b, r->root, 1, at_offset(w, half, ckpt_int64(&w->f, r->offset)), 1,
                        ckpt_int64(&w->f, r->bytes));
    }
    LLVMBuildBr(w->f.b, p->junction_clone ? p->junction_clone : p->junction);
    vec_free(w->f.m->ctx, &list);
}

static void wire_controller(mem_fn *w, bool restores) {
    LLVMValueRef args[] = {w->memory, ckpt_int64(&w->f, w->layout), ckpt_int32(&w->f, w->half)};
    LLVMPositionBuilderAtEnd(w->f.b, w->f.controller);
    LLVMValueRef id = call(w, "ckpt.mem.enter", args, 3);
    if (!restores) {
        LLVMBuildBr(w->f.b, w->f.body);
        return;
    }
    w->f.dispatch = ckpt_add_block(&w->f, w->f.name, ".restore", NULL);
    LLVMValueRef some = LLVMBuildICmp(w->f.b, LLVMIntNE, id, ckpt_int32(&w->f, 0), "");
    ckpt_build_cold_branch(&w->f, some, w->f.dispatch, w->f.body);
    LLVMPositionBuilderAtEnd(w->f.b, w->f.dispatch);
    LLVMValueRef half = call(w, "ckpt.mem.saved", &w->memory, 1);
    LLVMValueRef choice = LLVMBuildSwitch(w->f.b, id, w->f.body, (unsigned)w->f.points.len);
    for (size_t i = 0; i < w->f.points.len; i++)
        wire_restore(w, &w->f.points.at[i], half, choice);
}

/* A run that ends well leaves nothing to go on from. */
static void wire_returns(mem_fn *w) {
    ir_each_block (bb, w->f.fn) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(bb);
        if (!LLVMIsAReturnInst(last))
            continue;
        LLVMPositionBuilderBefore(w->f.b, last);
        call(w, "ckpt.mem.finish", &w->memory, 1);
    }
}

/* What the caller passes is not saved. */
static void mark_slots(mem_fn *w) {
    for (size_t i = 0; i < w->f.slots.len; i++) {
        ckpt_slot *s = &w->f.slots.at[i];
        s->kept = s->argument && LLVMGetTypeKind(s->type) == LLVMPointerTypeKind;
    }
}

void ckpt_mem_transform(mem_fn *w, const ckpt_options *options, ckpt_sites *sites) {
    ckpt_fn *f = &w->f;
    bool saves = options->inject & CKPT_SAVE, restores = options->inject & CKPT_RESTORE;
    f->bases = &w->bases;
    ckpt_mem_make_regions(w);
    ckpt_make_prologue(f);
    LLVMPositionBuilderAtEnd(f->b, f->controller);
    LLVMValueRef passing = LLVMBuildBr(f->b, f->body);
    if (!ckpt_mem_follow_writes(w))
        return;
    wire_returns(w);
    if (!ckpt_demote(f))
        return;
    mark_slots(w);
    if (!ckpt_find_live(f))
        return;
    lay_out(w, sites);
    check_room(w);
    for (size_t i = 0; saves && i < f->points.len; i++)
        wire_save(w, &f->points.at[i]);
    if (!ctx_ok(f->m->ctx) || (restores && !ckpt_clone_loops(f)))
        return;
    LLVMInstructionEraseFromParent(passing);
    wire_controller(w, restores);
    ckpt_drop_claims(f);
    if ((!restores || ckpt_check_restores(f)) && ckpt_promote(f))
        ckpt_sites_add_growth(sites, f, w->before);
}
