/* Functions that return fresh memory: by whom it is allocated, how its size follows from their
 * parameters, how much of it lies before what they return, and whether it goes anywhere else. */
#include "ir/ptr/wrap_fresh.h"

#include "ir/ir_address.h"
#include "ir/size.h"
#include "ir/value.h"

#include <string.h>

enum { MAX_ENDS = 64, MAX_HEADER = 4096 };

/* A value that is returned, so many bytes on. */
typedef struct end {
    LLVMValueRef v;
    int64_t offset;
} end;

typedef struct returned {
    ptr_wrappers *w;
    LLVMValueRef fn;
    VEC(end) ends;
    bool bad;
} returned;

LLVMValueRef ptr_strip_distance(const ptr_wrappers *w, LLVMValueRef v, int64_t *distance) {
    for (int i = 0; i < 8 && LLVMIsAGetElementPtrInst(v) && ir_is_pointer(v); i++) {
        if (!ir_has_fixed_size(LLVMGetGEPSourceElementType(v)))
            return v;
        ir_distance d = ir_gep_distance(ir_layout(w->m), v);
        if (d.variable || d.constant > MAX_HEADER || d.constant < -MAX_HEADER)
            return v;
        *distance += d.constant;
        v = LLVMGetOperand(v, 0);
    }
    return v;
}

static void add_end(returned *r, LLVMValueRef v, int64_t offset) {
    v = ptr_strip_distance(r->w, v, &offset);
    for (size_t i = 0; i < r->ends.len; i++)
        if (r->ends.at[i].v == v) {
            r->bad |= r->ends.at[i].offset != offset;
            return;
        }
    if (r->ends.len == MAX_ENDS || !vec_push(r->w->ctx, &r->ends, (end){v, offset}))
        r->bad = true;
}

static void add_returned(returned *r) {
    ir_each_block (bb, r->fn) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(bb);
        if (last && LLVMIsAReturnInst(last))
            add_end(r, LLVMGetOperand(last, 0), 0);
    }
}

/* A call that yields memory, and which of its arguments say how much. */
typedef struct source {
    LLVMValueRef call;
    int size, count, grows;
    bool zeroed, text, plain, multiple;
    uint64_t slack, floor, header;
} source;

static bool source_of_row(const lib_func *row, source *s) {
    s->plain = true;
    s->multiple = strcmp(row->name, "aligned_alloc") == 0;
    s->text = row->result == LIB_RESULT_TEXT;
    s->size = row->size;
    s->count = row->count;
    s->zeroed = row->result == LIB_RESULT_ZEROED;
    s->grows = row->result == LIB_RESULT_REALLOC ? 0 : -1;
    return s->text || (row->size >= 0 && (row->result == LIB_RESULT_HEAP ||
                                          row->result == LIB_RESULT_ZEROED || s->grows == 0));
}

static bool find_source(const ptr_wrappers *w, LLVMValueRef v, source *s) {
    LLVMValueRef callee = ptr_direct_callee(v);
    *s = (source){.call = v, .size = -1, .count = -1, .grows = -1};
    const lib_func *row = callee ? ptr_library_row(callee) : NULL;
    if (row)
        return lib_fits(row, LLVMGetNumArgOperands(v)) && source_of_row(row, s);
    const ptr_wrapper *inner = callee ? ptr_wrapper_of(w, callee) : NULL;
    if (!inner || !inner->allocates)
        return false;
    *s = (source){v,
                  inner->size_arg,
                  inner->count_arg,
                  inner->grows,
                  inner->zeroed,
                  inner->size_arg < 0,
                  inner->plain,
                  inner->multiple,
                  inner->slack,
                  inner->floor,
                  inner->header};
    return true;
}

/* The parameter of which the block, `offset` bytes before it, is reallocated. */
static int grown_parameter(const returned *r, const source *s, int64_t offset) {
    int64_t distance = 0;
    LLVMValueRef old = LLVMGetOperand(s->call, (unsigned)s->grows);
    old = offset ? ptr_strip_distance(r->w, old, &distance) : old;
    return distance == -offset ? ptr_parameter_of(r->w->ctx, r->fn, old) : -1;
}

/* What one source says about the wrapper around it. */
static bool describe(const returned *r, const source *s, int64_t offset, ptr_wrapper *out) {
    *out = (ptr_wrapper){.size_arg = -1, .count_arg = -1, .grows = -1, .passes = -1};
    out->plain = s->plain && !offset;
    out->header = (uint64_t)offset + s->header;
    if (s->text)
        return !offset;
    LLVMValueRef size = LLVMGetOperand(s->call, (unsigned)s->size);
    LLVMValueRef objects = s->count < 0 ? NULL : LLVMGetOperand(s->call, (unsigned)s->count);
    ptr_form f = ptr_form_of_product(r->w->ctx, r->fn, size, objects);
    if (!f.known || f.arg < 0 || f.least < offset)
        return false;
    out->size_arg = f.arg;
    out->count_arg = f.count;
    out->slack = (uint64_t)(f.most > offset ? f.most - offset : 0) + s->slack;
    out->floor = (uint64_t)(f.floor > offset ? f.floor - offset : 0);
    out->floor = out->floor > s->floor ? out->floor : s->floor;
    out->zeroed = s->zeroed;
    out->multiple = s->multiple;
    out->grows = s->grows < 0 ? -1 : grown_parameter(r, s, offset);
    return s->grows < 0 || out->grows >= 0;
}

static bool join(ptr_wrapper *all, const ptr_wrapper *one, bool first) {
    if (first) {
        *all = *one;
        return true;
    }
    all->plain &= one->plain;
    all->zeroed |= one->zeroed;
    all->multiple |= one->multiple;
    all->slack = all->slack > one->slack ? all->slack : one->slack;
    all->floor = all->floor > one->floor ? all->floor : one->floor;
    bool same = all->size_arg == one->size_arg && all->count_arg == one->count_arg &&
                all->header == one->header;
    bool grows = all->grows < 0 || one->grows < 0 || all->grows == one->grows;
    all->grows = all->grows > one->grows ? all->grows : one->grows;
    return same && grows;
}

/* Whether a number is at least as large as what the object was asked for, counted from so many
 * bytes before it, and no larger than the block. */
static bool covers(const returned *r, LLVMValueRef length, const ptr_wrapper *wrapper,
                   int64_t before) {
    ptr_form f = ptr_form_of(r->w->ctx, r->fn, length);
    return f.known && f.arg >= 0 && f.arg == wrapper->size_arg && f.count == wrapper->count_arg &&
           f.least >= before &&
           (uint64_t)(f.most > before ? f.most - before : 0) <= wrapper->slack &&
           (uint64_t)(f.floor > before ? f.floor - before : 0) <= wrapper->floor;
}

/* A memset of the whole fresh object with zero. */
static bool clears_all(const returned *r, LLVMValueRef user, const ptr_wrapper *wrapper,
                       int64_t before) {
    LLVMValueRef callee = ptr_direct_callee(user);
    size_t length;
    return callee && str_starts_with(LLVMGetValueName2(callee, &length), "llvm.memset.") &&
           ir_is_zero(LLVMGetOperand(user, 1)) && wrapper->size_arg >= 0 &&
           covers(r, LLVMGetOperand(user, 2), wrapper, before);
}

static bool is_copy(const returned *r, LLVMValueRef user, LLVMValueRef v) {
    return LLVMIsAPHINode(user) || LLVMIsASelectInst(user) || LLVMIsAFreezeInst(user) ||
           LLVMIsABitCastInst(user) || ptr_passed_argument(r->w, user) == v;
}

/* Follows the memory from where it begins. False if it is used for anything but being cleared,
 * compared and returned. */
static bool follow(const returned *r, LLVMValueRef fresh, ptr_wrapper *wrapper) {
    returned seen = {.w = r->w, .fn = r->fn};
    bool plain = true;
    vec_push(r->w->ctx, &seen.ends, (end){fresh, 0});
    for (size_t i = 0; i < seen.ends.len; i++) {
        end at = seen.ends.at[i];
        ir_each_user (user, at.v) {
            bool stores = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == at.v;
            LLVMValueRef local = stores ? LLVMGetOperand(user, 1) : NULL;
            int64_t offset = at.offset;
            if (is_copy(r, user, at.v)) {
                add_end(&seen, user, offset);
            } else if (local && ptr_is_plain_local(local)) {
                ir_each_user (load, local)
                    if (LLVMIsALoadInst(load))
                        add_end(&seen, load, offset);
            } else if (LLVMIsAGetElementPtrInst(user) &&
                       ptr_strip_distance(r->w, user, &offset) != user) {
                plain = false;
                if (seen.ends.len < MAX_ENDS)
                    vec_push(r->w->ctx, &seen.ends, (end){user, offset});
            } else if (clears_all(r, user, wrapper, (int64_t)wrapper->header - at.offset)) {
                wrapper->zeroed = true;
                map_add(&r->w->clears, user);
            } else if (!LLVMIsAICmpInst(user) && !LLVMIsAReturnInst(user)) {
                plain = false;
            }
        }
    }
    plain &= !seen.bad && seen.ends.len < MAX_ENDS;
    vec_free(r->w->ctx, &seen.ends);
    return plain;
}

/* Adds what the value is a copy of. */
static bool add_copies(returned *r, end at) {
    LLVMValueRef passed = ptr_passed_argument(r->w, at.v);
    ptr_slice s = {.ctx = r->w->ctx};
    bool copy = passed || ptr_slice_sources(&s, at.v);
    if (passed)
        add_end(r, passed, at.offset);
    for (size_t i = 0; i < s.at.len; i++)
        add_end(r, s.at.at[i], at.offset);
    r->bad |= s.overflow;
    ptr_slice_free(&s);
    return copy;
}

/* The function calls itself once more with what it was asked for. */
static bool asks_again(const returned *r, LLVMValueRef v) {
    if (ptr_direct_callee(v) != r->fn)
        return false;
    for (unsigned i = 0; i < LLVMCountParams(r->fn); i++)
        if (LLVMGetOperand(v, i) != LLVMGetParam(r->fn, i) &&
            ptr_parameter_of(r->w->ctx, r->fn, LLVMGetOperand(v, i)) != (int)i)
            return false;
    return true;
}

/* A local variable that the library puts the address of a block into: posix_memalign(&p, …). Calls
 * visit for each such call; false if anything else is done with the variable's address. */
static bool each_filling(LLVMValueRef local, bool (*visit)(returned *, LLVMValueRef, end, void *),
                         returned *r, end at, void *data) {
    unsigned calls = 0;
    if (!LLVMIsAAllocaInst(local))
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(local); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u), fn = ptr_direct_callee(user);
        const lib_func *row = fn ? ptr_library_row(fn) : NULL;
        bool stores = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != local &&
                      LLVMIsNull(LLVMGetOperand(user, 0));
        if (LLVMIsALoadInst(user) || stores || ir_calls_named(user, "llvm.lifetime."))
            continue;
        if (!row || !lib_fits(row, LLVMGetNumArgOperands(user)) || row->size < 0 ||
            row->args[0] != LIB_PTR_OUT || LLVMGetOperandUse(user, 0) != u ||
            !visit(r, user, at, data))
            return false;
        calls++;
    }
    return calls > 0;
}

typedef struct description {
    ptr_wrapper *out;
    bool found;
} description;

static bool add_description(returned *r, const source *s, LLVMValueRef fresh, int64_t offset,
                            description *d) {
    ptr_wrapper here;
    if (offset < 0 || !describe(r, s, offset, &here))
        return false;
    here.plain &= follow(r, fresh, &here);
    here.zeroed |= d->found && d->out->zeroed;
    bool good = join(d->out, &here, !d->found);
    d->found = true;
    return good;
}

static bool add_filling(returned *r, LLVMValueRef call, end at, void *data) {
    LLVMValueRef fn = ptr_direct_callee(call);
    const lib_func *row = ptr_library_row(fn);
    source s = {.call = call, .size = row->size, .count = row->count, .grows = -1};
    return add_description(r, &s, at.v, at.offset, data);
}

static bool describe_end(returned *r, end at, description *d) {
    source s;
    if (LLVMIsAConstantPointerNull(at.v) || LLVMIsAUndefValue(at.v))
        return true;
    if (asks_again(r, at.v))
        return at.offset == 0;
    if (find_source(r->w, at.v, &s))
        return add_description(r, &s, at.v, at.offset, d);
    if (add_copies(r, at))
        return true;
    return LLVMIsALoadInst(at.v) && !LLVMGetVolatile(at.v) &&
           each_filling(LLVMGetOperand(at.v, 0), add_filling, r, at, d);
}

bool ptr_returns_fresh(ptr_wrappers *w, LLVMValueRef fn, ptr_wrapper *out) {
    returned r = {.w = w, .fn = fn};
    description d = {.out = out};
    add_returned(&r);
    bool good = r.ends.len > 0;
    for (size_t i = 0; good && i < r.ends.len && !r.bad; i++)
        good = describe_end(&r, r.ends.at[i], &d);
    good = good && d.found && !r.bad;
    vec_free(w->ctx, &r.ends);
    return good;
}
