/* What a function in ckpt_mem mode saves, where, and the code that does it. */
#include "base/num.h"
#include "ckpt/mem_fn.h"
#include "mem/rtmem_layout.h"

#include <inttypes.h>
#include <xxhash.h>

enum { WORD = CKPT_MEM_WORD, FOLLOWED_BYTES = 1024 };

/* A piece of what is followed has 64 bytes, or more if there would be more than MOST_PIECES. */
enum { PIECE = 64, MOST_PIECES = 1 << 18, WORDS_IF_SIZED = 1024 };

/* ---- layout: a word with the id, the values of the point, the regions ---- */

typedef struct field {
    const ckpt_slot *slot;
    uint64_t offset, bytes;
} field;

typedef VEC(field) field_list;

static void add_region(mem_fn *w, LLVMValueRef root, const ckpt_object *object, uint64_t bytes) {
    uint64_t pieces = (bytes + PIECE - 1) / PIECE;
    ckpt_region r = {.root = root,
                     .object = object,
                     .bytes = bytes,
                     .size = object && !bytes ? object->size : NULL};
    r.followed = object && !object->escapes && (r.size || bytes >= FOLLOWED_BYTES);
    r.most = r.size ? WORDS_IF_SIZED : ((pieces < MOST_PIECES ? pieces : MOST_PIECES) + 63) / 64;
    w->sized |= r.size != NULL;
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
    w->sized |= w->room && !w->capacity;
}

static void values_of(mem_fn *w, const ckpt_point *p, field_list *list) {
    uint64_t offset = WORD;
    vec_clear(list);
    for (int64_t i = 0; (i = bitset_next(&p->live, (size_t)i)) != BITSET_END; i++) {
        const ckpt_slot *s = &w->f.slots.at[i];
        uint64_t bytes = s->base ? WORD : s->bytes;
        if (s->kept || bitset_has(&p->idle, (size_t)i))
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
    const char *why =
        r->followed ? "live and modified; what was written is copied" : "live and modified";
    if (r->size)
        why = arena_printf(&w->f.mem, "%s; it has %s bytes", why, r->size);
    describe(sites, hashed,
             &(ckpt_field){.name = ckpt_mem_object_name(w, r->root),
                           .type = text,
                           .why = why,
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
        if (w->regions.at[i].size)
            continue;
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

LLVMValueRef ckpt_mem_call(mem_fn *w, const char *name, LLVMValueRef *args, unsigned count) {
    LLVMValueRef fn = LLVMGetNamedFunction(w->f.m->llvm, name);
    return LLVMBuildCall2(w->f.b, LLVMGlobalGetValueType(fn), fn, args, count, "");
}

LLVMValueRef ckpt_mem_size_value(mem_fn *w, const char *expression) {
    ckpt_size_reader r = {.m = w->f.m, .fn = w->f.fn, .names = &w->f.names, .b = w->f.b};
    LLVMValueRef value = NULL;
    if (!ckpt_size_read(&r, expression, strlen(expression), NULL, &value))
        ctx_fail(w->f.m->ctx, LATHE_INTERNAL, "%s: '%s' %s", w->f.name, expression, r.wrong);
    return value ? value : ckpt_int64(&w->f, 0);
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

/* Copies what the half lacks of a region; the result is how its checksum changes. */
static LLVMValueRef save_region(mem_fn *w, const ckpt_region *r, LLVMValueRef half) {
    if (!r->followed) {
        LLVMValueRef args[] = {half, r->at, r->root, ckpt_int64(&w->f, 0), r->length};
        return ckpt_mem_call(w, "ckpt.mem.put", args, 5);
    }
    LLVMValueRef args[] = {half,   r->at,  r->root,  r->length,
                           r->now, r->old, r->shift, ckpt_int64(&w->f, r->most)};
    return ckpt_mem_call(w, "ckpt.mem.put_noted", args, 8);
}

static LLVMValueRef sum_of_values(mem_fn *w, LLVMValueRef half) {
    LLVMValueRef args[] = {half, ckpt_int64(&w->f, 0), ckpt_int64(&w->f, w->values / WORD)};
    return ckpt_mem_call(w, "ckpt.mem.sum", args, 3);
}

static void wire_save(mem_fn *w, ckpt_point *p) {
    field_list list = {0};
    values_of(w, p, &list);
    p->bytes = w->half;
    p->save = ckpt_add_block(&w->f, p->name, ".save", p->junction);
    LLVMSetSuccessor(LLVMGetBasicBlockTerminator(p->x), 0, p->save);
    LLVMPositionBuilderAtEnd(w->f.b, p->save);
    if (w->sized) {
        LLVMBasicBlockRef room = ckpt_add_block(&w->f, p->name, ".room", p->junction);
        LLVMValueRef off =
            LLVMBuildLoad2(w->f.b, LLVMInt1TypeInContext(w->f.m->llvm_ctx), w->off, "");
        ckpt_build_cold_branch(&w->f, off, p->junction, room);
        LLVMPositionBuilderAtEnd(w->f.b, room);
    }
    LLVMValueRef half = ckpt_mem_call(w, "ckpt.mem.begin", &w->memory, 1);
    LLVMValueRef change = LLVMBuildNeg(w->f.b, sum_of_values(w, half), "");
    LLVMSetAlignment(LLVMBuildStore(w->f.b, ckpt_int64(&w->f, p->number), half), 1);
    for (size_t i = 0; i < list.len; i++)
        save_slot(w, list.at[i].slot, at_offset(w, half, ckpt_int64(&w->f, list.at[i].offset)));
    change = LLVMBuildAdd(w->f.b, change, sum_of_values(w, half), "");
    for (size_t i = 0; i < w->regions.len; i++)
        change = LLVMBuildAdd(w->f.b, change, save_region(w, &w->regions.at[i], half), "");
    LLVMValueRef args[] = {w->memory, ckpt_int32(&w->f, p->number), change};
    ckpt_mem_call(w, "ckpt.mem.commit", args, 3);
    LLVMBuildBr(w->f.b, p->junction);
    vec_free(w->f.m->ctx, &list);
}

static void wire_restore(mem_fn *w, ckpt_point *p, LLVMValueRef half, LLVMValueRef choice) {
    field_list list = {0};
    values_of(w, p, &list);
    p->restore = ckpt_add_block(&w->f, p->name, ".restore", NULL);
    LLVMAddCase(choice, ckpt_int32(&w->f, p->number), p->restore);
    LLVMPositionBuilderAtEnd(w->f.b, p->restore);
    for (int64_t i = 0; (i = bitset_next(&p->idle, (size_t)i)) != BITSET_END; i++)
        if (!w->f.slots.at[i].argument)
            LLVMBuildStore(w->f.b, LLVMConstNull(w->f.slots.at[i].type), w->f.slots.at[i].slot);
    for (size_t i = 0; i < list.len; i++)
        load_slot(w, list.at[i].slot, at_offset(w, half, ckpt_int64(&w->f, list.at[i].offset)));
    for (size_t i = 0; i < w->regions.len; i++) {
        const ckpt_region *r = &w->regions.at[i];
        LLVMBuildMemCpy(w->f.b, r->root, 1, at_offset(w, half, r->at), 1, r->length);
    }
    LLVMBuildBr(w->f.b, p->junction_clone ? p->junction_clone : p->junction);
    vec_free(w->f.m->ctx, &list);
}

/* How many bytes the memory has, for those who ask when the function is called; 0: not known. */
static LLVMValueRef room_value(mem_fn *w) {
    return w->room && !w->capacity ? ckpt_mem_size_value(w, w->room)
                                   : ckpt_int64(&w->f, w->capacity);
}

/* The checkpoint to go on from. Without room for one, none is ever made. */
static LLVMValueRef build_enter(mem_fn *w) {
    LLVMValueRef layout = ckpt_int64(&w->f, w->layout);
    if (w->sizes)
        layout = LLVMBuildXor(w->f.b, layout, w->sizes, "");
    LLVMValueRef args[] = {w->memory, layout, w->bytes, room_value(w)};
    LLVMValueRef id = ckpt_mem_call(w, "ckpt.mem.enter", args, 4);
    if (!w->sized)
        return id;
    LLVMValueRef none = ckpt_int32(&w->f, CKPT_MEM_NO_ROOM);
    LLVMValueRef off = LLVMBuildICmp(w->f.b, LLVMIntEQ, id, none, "");
    LLVMBuildStore(w->f.b, off, w->off);
    return LLVMBuildSelect(w->f.b, off, ckpt_int32(&w->f, 0), id, "");
}

static void wire_controller(mem_fn *w, bool restores) {
    LLVMPositionBuilderAtEnd(w->f.b, w->f.controller);
    LLVMValueRef id = build_enter(w);
    if (!restores) {
        LLVMBuildBr(w->f.b, w->f.body);
        return;
    }
    w->f.dispatch = ckpt_add_block(&w->f, w->f.name, ".restore", NULL);
    LLVMValueRef some = LLVMBuildICmp(w->f.b, LLVMIntNE, id, ckpt_int32(&w->f, 0), "");
    ckpt_build_cold_branch(&w->f, some, w->f.dispatch, w->f.body);
    LLVMPositionBuilderAtEnd(w->f.b, w->f.dispatch);
    LLVMValueRef half = ckpt_mem_call(w, "ckpt.mem.saved", &w->memory, 1);
    LLVMValueRef choice = LLVMBuildSwitch(w->f.b, id, w->f.body, (unsigned)w->f.points.len);
    for (size_t i = 0; i < w->f.points.len; i++)
        wire_restore(w, &w->f.points.at[i], half, choice);
}

/* A run that ends leaves nothing to go on from, also if it ends by an exception that passes. */
static void wire_returns(mem_fn *w) {
    ir_each_block (bb, w->f.fn) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(bb);
        if (!last || (!LLVMIsAReturnInst(last) && !LLVMIsAResumeInst(last)))
            continue;
        LLVMPositionBuilderBefore(w->f.b, last);
        LLVMTypeRef flag = LLVMInt1TypeInContext(w->f.m->llvm_ctx);
        LLVMValueRef args[] = {w->memory, w->sized ? LLVMBuildLoad2(w->f.b, flag, w->off, "")
                                                   : LLVMConstNull(flag)};
        ckpt_mem_call(w, "ckpt.mem.finish", args, 2);
    }
}

/* Sizes as values, before the prologue ends: they are the same wherever they are needed. */
static void make_lengths(mem_fn *w) {
    LLVMPositionBuilderBefore(w->f.b, LLVMGetBasicBlockTerminator(w->f.prologue));
    for (size_t i = 0; i < w->regions.len; i++) {
        ckpt_region *r = &w->regions.at[i];
        r->length = r->size ? ckpt_mem_size_value(w, r->size) : ckpt_int64(&w->f, r->bytes);
    }
    if (w->sized) {
        LLVMTypeRef flag = LLVMInt1TypeInContext(w->f.m->llvm_ctx);
        w->off = LLVMBuildAlloca(w->f.b, flag, "ckpt.off");
        LLVMBuildStore(w->f.b, LLVMConstNull(flag), w->off);
    }
}

/* Where each region begins in a half. What has a size of its own in each call comes last. */
static void make_offsets(mem_fn *w) {
    LLVMPositionBuilderBefore(w->f.b, LLVMGetBasicBlockTerminator(w->f.prologue));
    w->bytes = ckpt_int64(&w->f, w->half);
    for (size_t i = 0; i < w->regions.len; i++) {
        ckpt_region *r = &w->regions.at[i];
        r->at = ckpt_int64(&w->f, r->offset);
        if (!r->size)
            continue;
        LLVMValueRef mix[] = {w->sizes ? w->sizes : ckpt_int64(&w->f, 0), r->length};
        w->sizes = ckpt_mem_call(w, "ckpt.mem.mix", mix, 2);
        r->at = w->bytes;
        LLVMValueRef rounded = ckpt_mem_call(w, "ckpt.mem.rounded", &r->length, 1);
        w->bytes = ckpt_mem_call(w, "ckpt.mem.add", (LLVMValueRef[]){w->bytes, rounded}, 2);
    }
}

/* What the user takes away of a point is zero after a restart; an argument is what the caller
 * passes then. What the user adds is saved although nobody reads it. */
static void apply_edits(mem_fn *w) {
    for (size_t i = 0; i < w->f.points.len; i++) {
        ckpt_point *p = &w->f.points.at[i];
        if (!bitset_init(&p->idle, &w->f.mem, w->f.slots.len))
            return;
        for (size_t e = 0; e < w->edits.len; e++)
            for (size_t s = 0; s < w->f.slots.len; s++) {
                const ckpt_live_edit *edit = &w->edits.at[e];
                if (edit->directive != p->number || !ckpt_live_edit_is(edit, w->f.slots.at[s].name))
                    continue;
                if (edit->added)
                    bitset_add(&p->live, s);
                else if (bitset_has(&p->live, s))
                    bitset_add(&p->idle, s);
            }
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
    make_lengths(w);
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
    apply_edits(w);
    lay_out(w, sites);
    check_room(w);
    make_offsets(w);
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
