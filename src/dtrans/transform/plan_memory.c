/* Sizes: of allocations, variables, ranges of bytes and distances of pointers. */
#include "dtrans/transform/layout_plan.h"

#include "dtrans/annotate/annotate.h"
#include "dtrans/transform/layout_init.h"
#include "ir/size.h"
#include "ir/value.h"

#include <string.h>

/* What becomes of a range that begins at a location. */
typedef enum range_fate {
    RANGE_SAME,
    RANGE_NUMBER,
    RANGE_SCALE,
    RANGE_ADD,
    RANGE_GONE,
    RANGE_BROKEN
} range_fate;

typedef struct range {
    range_fate fate;
    uint64_t from, to; /* RANGE_NUMBER, RANGE_ADD: to; RANGE_SCALE: both */
} range;

static range broken(void) {
    return (range){.fate = RANGE_BROKEN};
}

static range number(uint64_t old, uint64_t new) {
    return old == new ? (range){.fate = RANGE_SAME} : (range){RANGE_NUMBER, 0, new};
}

static bool has_variable(const dtrans_plan *p, const dtrans_place *place) {
    const ptr_graph *g = &p->info->graph;
    for (uint32_t i = g->nodes.at[place->info->place].objects.first; i; i = g->facts.at[i].next)
        if (g->facts.at[i].kind != PTR_HEAP)
            return true;
    return false;
}

/* An object and what lies in the array after it: as many bytes of that as before. A variable has
 * no room for those that were padding, too. */
static range tailed_range(const dtrans_plan *p, const dtrans_place *place, LLVMValueRef length) {
    uint64_t tail = p->info->types.at[place->type].tail;
    int64_t by = place->tail_moves;
    uint64_t bytes = LLVMIsAConstantInt(length) ? LLVMConstIntGetZExtValue(length) : tail;
    bool cuts =
        place->old_step != place->new_step && !(LLVMIsAConstantInt(length) && bytes == tail);
    if (bytes < tail || cuts ||
        (place->old_size + (uint64_t)by > place->new_size && has_variable(p, place)))
        return broken();
    if (LLVMIsAConstantInt(length))
        return number(bytes, bytes + (uint64_t)by);
    return (range){by ? RANGE_ADD : RANGE_SAME, 0, (uint64_t)by};
}

static range object_range(const dtrans_plan *p, const dtrans_place *place, LLVMValueRef length) {
    if (p->info->types.at[place->type].tail != DTRANS_NO_TAIL)
        return tailed_range(p, place, length);
    if (!LLVMIsAConstantInt(length))
        return place->old_size == place->new_size
                   ? (range){.fate = RANGE_SAME}
                   : (range){RANGE_SCALE, place->old_size, place->new_size};
    uint64_t bytes = LLVMConstIntGetZExtValue(length);
    if (!place->old_size || bytes % place->old_size)
        return broken();
    return number(bytes, bytes / place->old_size * place->new_size);
}

static range view_range(const dtrans_plan *p, const dtrans_view *view, uint64_t bytes) {
    const dtrans_type *t = &p->info->types.at[view->type];
    uint64_t to, length;
    switch (dtrans_new_range(p->layouts, t->llvm, view->offset, bytes, &to, &length)) {
    case DTRANS_KEPT:
        return number(bytes, length);
    case DTRANS_DELETED:
    case DTRANS_PADDING:
        return (range){.fate = RANGE_GONE};
    default:
        return broken();
    }
}

static bool is_same(range a, range b) {
    return a.fate == b.fate && a.from == b.from && a.to == b.to;
}

/* What happens to the range, in the words of its pointer's views, which must agree. */
static range range_at(dtrans_plan *p, LLVMValueRef pointer, LLVMValueRef length) {
    const dtrans_place *place = dtrans_place_of(p, pointer);
    range common = {.fate = RANGE_SAME};
    bool any = false;
    if (place->whole) {
        common = object_range(p, place, length);
        any = true;
    }
    dtrans_each_field (view, place->info) {
        const dtrans_type *t = &p->info->types.at[view->type];
        if (!LLVMIsAConstantInt(length) || !t->layout->sized)
            continue;
        uint64_t bytes = LLVMConstIntGetZExtValue(length);
        if (dtrans_is_elsewhere(p->info, place->info, view, pointer, bytes))
            continue;
        range own = dtrans_is_remapped(p->layouts, t->llvm) ? view_range(p, view, bytes)
                                                            : number(bytes, bytes);
        if (any && !is_same(own, common))
            return broken();
        common = own;
        any = true;
    }
    return common;
}

static void plan_length(dtrans_plan *p, LLVMValueRef call, unsigned operand, range r) {
    dtrans_edit edit = {
        .at = call, .operand = operand, .from = r.from, .to = r.to, .rule = RULE_RANGES};
    edit.kind = r.fate == RANGE_NUMBER ? EDIT_NUMBER : r.fate == RANGE_ADD ? EDIT_ADD : EDIT_SCALE;
    if (r.fate == RANGE_NUMBER || r.fate == RANGE_SCALE || r.fate == RANGE_ADD)
        dtrans_plan_add(p, edit);
}

/* What happens to the bytes of a set (one pointer) or a copy (two); both sides must agree. */
static range common_range(dtrans_plan *p, LLVMValueRef call, const unsigned *pointers,
                          unsigned count, LLVMValueRef length) {
    range common = {.fate = RANGE_SAME};
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef pointer = LLVMGetOperand(call, pointers[i]);
        range r = dtrans_place_of(p, pointer)->remapped ? range_at(p, pointer, length)
                                                        : (range){.fate = RANGE_SAME};
        if (i > 0 && !is_same(r, common))
            return broken();
        common = r;
    }
    return common;
}

/* A set or a copy of arg `operand` bytes. */
static void plan_range(dtrans_plan *p, LLVMValueRef call, const unsigned *pointers, unsigned count,
                       unsigned operand) {
    LLVMValueRef length = LLVMGetOperand(call, operand);
    bool remapped = false;
    for (unsigned i = 0; i < count; i++)
        remapped |= dtrans_place_of(p, LLVMGetOperand(call, pointers[i]))->remapped;
    if (!remapped || ir_is_zero(length))
        return;
    range common = common_range(p, call, pointers, count, length);
    bool used = LLVMGetFirstUse(call) != NULL;
    if (common.fate == RANGE_BROKEN || (common.fate == RANGE_GONE && used)) {
        for (unsigned i = 0; i < count; i++)
            dtrans_blame(p, dtrans_place_of(p, LLVMGetOperand(call, pointers[i])), call,
                         "a range of bytes is neither whole objects nor one field");
    } else if (common.fate == RANGE_GONE) {
        dtrans_plan_erase(p, call, RULE_PADDING);
    } else {
        plan_length(p, call, operand, common);
        dtrans_plan_add(p,
                        (dtrans_edit){.kind = EDIT_FORGET, .at = call, .rule = RULE_TBAA_STRUCT});
    }
}

static const unsigned to_and_from[] = {0, 1};

/* An annotation of ours is about a field that goes, and nobody goes on from it. */
static bool is_dead_mark(dtrans_plan *p, LLVMValueRef call) {
    return dtrans_is_annotation(call) && !LLVMGetFirstUse(call) &&
           dtrans_place_of(p, LLVMGetOperand(call, 0))->deleted;
}

bool dtrans_is_gone(dtrans_plan *p, LLVMValueRef user) {
    if (!LLVMIsAMemIntrinsic(user))
        return is_dead_mark(p, user);
    unsigned count = LLVMIsAMemSetInst(user) ? 1 : 2;
    return common_range(p, user, to_and_from, count, LLVMGetOperand(user, 2)).fate == RANGE_GONE;
}

/* Intrinsics that do nothing to memory, or only what the pointer's class already says. */
static bool is_harmless(const char *name) {
    static const char *const prefixes[] = {
        "llvm.lifetime.",       "llvm.dbg.",           "llvm.objectsize.",
        "llvm.ptr.annotation.", "llvm.launder.",       "llvm.strip.",
        "llvm.expect.",         "llvm.is.constant.",   "llvm.threadlocal.",
        "llvm.stackrestore",    "llvm.stacksave",      "llvm.va_",
        "llvm.prefetch.",       "llvm.var.annotation", "llvm.experimental.noalias.scope.decl",
        "llvm.fake.use",        "llvm.eh.sjlj.",       "llvm.returnaddress",
        "llvm.frameaddress",
    };
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (str_starts_with(name, prefixes[i]))
            return true;
    return false;
}

/* What is assumed of memory may not hold of the new layout; assuming less is always right. */
static void plan_assume(dtrans_plan *p, LLVMValueRef call) {
    for (unsigned i = 0; i < LLVMGetNumOperandBundles(call); i++) {
        LLVMOperandBundleRef bundle = LLVMGetOperandBundleAtIndex(call, i);
        bool remapped = false;
        for (unsigned k = 0; k < LLVMGetNumOperandBundleArgs(bundle); k++)
            remapped |= dtrans_place_of(p, LLVMGetOperandBundleArgAtIndex(bundle, k))->remapped;
        LLVMDisposeOperandBundle(bundle);
        if (remapped) {
            dtrans_plan_erase(p, call, RULE_ASSUME);
            return;
        }
    }
}

static void plan_intrinsic(dtrans_plan *p, LLVMValueRef call, const char *name) {
    if (str_starts_with(name, "llvm.memset.")) {
        plan_range(p, call, to_and_from, 1, 2);
    } else if (str_starts_with(name, "llvm.memcpy.") || str_starts_with(name, "llvm.memmove.")) {
        plan_range(p, call, to_and_from, 2, 2);
    } else if (strcmp(name, "llvm.assume") == 0) {
        plan_assume(p, call);
    } else if (is_dead_mark(p, call)) {
        dtrans_plan_erase(p, call, RULE_NONE);
    } else if (!is_harmless(name)) {
        for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
            if (dtrans_place_of(p, LLVMGetOperand(call, i))->remapped)
                dtrans_blame(p, dtrans_place_of(p, LLVMGetOperand(call, i)), call,
                             "an intrinsic function that is not understood uses the memory");
    }
}

static bool moves_bytes(char letter) {
    return letter == LIB_BYTES_IN || letter == LIB_BYTES_OUT || letter == LIB_COPY_TO ||
           letter == LIB_COPY_FROM;
}

/* qsort and its kind get the size of an element. */
static void plan_elements(dtrans_plan *p, LLVMValueRef call, const lib_func *row) {
    for (unsigned i = 0; row->args[i]; i++) {
        const dtrans_place *place = dtrans_place_of(p, LLVMGetOperand(call, i));
        if (!moves_bytes(row->args[i]) || !place->whole || row->size < 0)
            continue;
        plan_length(p, call, (unsigned)row->size,
                    object_range(p, place, LLVMGetOperand(call, (unsigned)row->size)));
        return;
    }
}

/* Bytes the library sees or sets are those of one member; that must stay as long as it is. */
static void plan_bytes(dtrans_plan *p, LLVMValueRef call, const lib_func *row) {
    for (unsigned i = 0; row->args[i]; i++) {
        const dtrans_place *place = dtrans_place_of(p, LLVMGetOperand(call, i));
        if (!moves_bytes(row->args[i]) || !place->remapped)
            continue;
        LLVMValueRef length = row->size < 0 ? NULL : LLVMGetOperand(call, (unsigned)row->size);
        if (place->whole || !length ||
            range_at(p, LLVMGetOperand(call, i), length).fate != RANGE_SAME)
            dtrans_blame(p, place, call, "a library function moves the bytes of an object");
    }
}

/* C++ tells how large what it deletes is. */
static void plan_deleted(dtrans_plan *p, LLVMValueRef call, const lib_func *row) {
    const dtrans_place *place = dtrans_place_of(p, LLVMGetOperand(call, 0));
    if (!place->whole)
        return;
    range r = object_range(p, place, LLVMGetOperand(call, (unsigned)row->size));
    if (r.fate == RANGE_BROKEN)
        dtrans_blame(p, place, call, "an object is deleted with another size");
    else
        plan_length(p, call, (unsigned)row->size, r);
}

static void plan_library(dtrans_plan *p, LLVMValueRef call, const lib_func *row) {
    if (row->args[0] == LIB_FREE && row->size > 0 && row->result == LIB_RESULT_NONE) {
        plan_deleted(p, call, row);
        return;
    }
    unsigned pointers[2], count = 0;
    bool copies = true;
    for (unsigned i = 0; row->args[i]; i++) {
        if (moves_bytes(row->args[i]) && count < 2)
            pointers[count++] = i;
        copies &= row->args[i] != LIB_BYTES_IN;
    }
    if (row->callback)
        plan_elements(p, call, row);
    else if (copies && count && row->size >= 0 && row->count < 0)
        plan_range(p, call, pointers, count, (unsigned)row->size);
    else
        plan_bytes(p, call, row);
}

void dtrans_plan_call(dtrans_plan *p, LLVMValueRef call) {
    LLVMValueRef fn = LLVMIsAFunction(LLVMGetCalledValue(call));
    size_t length;
    dtrans_plan_attributes(p, call);
    if (!fn)
        return;
    const char *name = LLVMGetValueName2(fn, &length);
    if (LLVMGetIntrinsicID(fn)) {
        plan_intrinsic(p, call, name);
        return;
    }
    const lib_func *row = ir_is_outside(fn) ? lib_find(name, length) : NULL;
    if (row && LLVMGetNumArgOperands(call) >= strlen(row->args))
        plan_library(p, call, row);
}

void dtrans_plan_difference(dtrans_plan *p, LLVMValueRef sub) {
    LLVMValueRef left = dtrans_cast_pointer(LLVMGetOperand(sub, 0));
    LLVMValueRef right = dtrans_cast_pointer(LLVMGetOperand(sub, 1));
    if (!left || !right)
        return;
    const dtrans_place *place = dtrans_place_of(p, left);
    if (!place->whole)
        place = dtrans_place_of(p, right);
    if (!place->whole || place->old_size == place->new_size)
        return;
    ir_each_user (user, sub) {
        LLVMValueRef by = LLVMGetNumOperands(user) == 2 ? LLVMGetOperand(user, 1) : NULL;
        bool divides = LLVMIsABinaryOperator(user) && LLVMGetInstructionOpcode(user) == LLVMSDiv &&
                       ir_is_number(by, place->old_size);
        if (divides)
            dtrans_plan_add(p, (dtrans_edit){.kind = EDIT_NUMBER,
                                             .at = user,
                                             .operand = 1,
                                             .to = place->new_size,
                                             .rule = RULE_DIFFERENCES});
        else if (!LLVMIsAICmpInst(user))
            dtrans_blame(p, place, user, "the distance of two pointers is used as bytes");
    }
}

static void plan_clone(dtrans_plan *p, const dtrans_place *place, LLVMValueRef call, unsigned arg) {
    dtrans_clone clone = {call, arg, place->old_size, place->new_size, p->scaled.len, 0};
    if (!dtrans_can_scale_inside(&p->visitor, call, arg, &p->scaled)) {
        dtrans_blame(p, place, call, "an allocation whose size is used for something else");
        return;
    }
    clone.count = p->scaled.len - clone.first;
    vec_push(p->info->ctx, &p->clones, clone);
}

static void add_to(dtrans_plan *p, LLVMValueRef call, unsigned operand, int64_t by) {
    if (by)
        dtrans_plan_add(p, (dtrans_edit){.kind = EDIT_ADD,
                                         .at = call,
                                         .operand = operand,
                                         .to = (uint64_t)by,
                                         .rule = RULE_SIZES});
}

/* A header and elements that change their size, too. What the header has beyond the start of the
 * array may hold elements as well. */
static void plan_elements_behind(dtrans_plan *p, const dtrans_place *place, LLVMValueRef call,
                                 unsigned arg) {
    uint64_t tail = p->info->types.at[place->type].tail, rest;
    if (!dtrans_split_size(&p->visitor, LLVMGetOperand(call, arg), place->old_step, &rest) ||
        rest < tail) {
        dtrans_blame(p, place, call, "an allocation of unknown size");
        return;
    }
    uint64_t elements = (rest - tail + place->old_step - 1) / place->old_step;
    uint64_t header = tail + (uint64_t)place->tail_moves + elements * place->new_step;
    header = header > place->new_size ? header : place->new_size;
    add_to(p, call, arg, -(int64_t)rest);
    dtrans_plan_scale(p, call, arg, place->old_step, place->new_step);
    add_to(p, call, arg, (int64_t)header);
}

/* Whatever was asked for is enough for the object, if it was before, and for as many bytes of the
 * array after it. */
static void plan_tailed_site(dtrans_plan *p, const dtrans_place *place, const ptr_site *site) {
    int64_t grows = (int64_t)(place->new_size - place->old_size);
    int arg = dtrans_bytes_argument(site);
    if (arg < 0)
        dtrans_blame(p, place, site->call, "an allocation of unknown size");
    else if (place->old_step != place->new_step)
        plan_elements_behind(p, place, site->call, (unsigned)arg);
    else
        add_to(p, site->call, (unsigned)arg, place->tail_moves > grows ? place->tail_moves : grows);
}

/* aligned_alloc may fail if the size is not a multiple of the alignment. In a wrapper, neither is
 * known. */
static bool stays_multiple(const dtrans_place *place, const ptr_site *site) {
    LLVMValueRef align = LLVMGetOperand(site->call, 0);
    if (site->multiple && place->old_size != place->new_size)
        return false;
    if (strcmp(site->function, "aligned_alloc") != 0 || place->old_size == place->new_size)
        return true;
    return LLVMGetNumArgOperands(site->call) == 2 && site->size_arg == 1 &&
           LLVMIsAConstantInt(align) && LLVMConstIntGetZExtValue(align) &&
           place->new_size % LLVMConstIntGetZExtValue(align) == 0;
}

static void plan_site(dtrans_plan *p, const dtrans_place *place, const ptr_site *site) {
    if (!stays_multiple(place, site)) {
        dtrans_blame(p, place, site->call, "aligned_alloc takes only multiples of its alignment");
        return;
    }
    if (p->info->types.at[place->type].bounded && place->new_size > place->old_size) {
        dtrans_blame(p, place, site->call, "its allocator may have no room for larger objects");
        return;
    }
    if (p->info->types.at[place->type].tail != DTRANS_NO_TAIL) {
        plan_tailed_site(p, place, site);
        return;
    }
    if (place->old_size == place->new_size)
        return;
    int arg = dtrans_scaled_argument(&p->visitor, site, &p->info->types.at[place->type]);
    if (arg < 0) {
        dtrans_blame(p, place, site->call, "an allocation of unknown size");
        return;
    }
    if (dtrans_other_size_use(&p->visitor, site->call, (unsigned)arg)) {
        plan_clone(p, place, site->call, (unsigned)arg);
        return;
    }
    dtrans_plan_scale(p, site->call, (unsigned)arg, place->old_size, place->new_size);
}

/* A local variable whose declared type says nothing of the struct it holds. */
static void plan_local(dtrans_plan *p, const dtrans_place *place, LLVMValueRef variable) {
    LLVMTypeRef type = LLVMGetAllocatedType(variable);
    if (dtrans_is_remapped(p->layouts, type) && !dtrans_is_makeshift(p->layouts, type))
        return;
    LLVMValueRef count = LLVMGetOperand(variable, 0);
    uint64_t bytes = ir_abi_size(p->layouts->target, type);
    if (dtrans_is_temporary(p->layouts->target, type, place->whole))
        bytes = place->old_size;
    if (!LLVMIsAConstantInt(count) || LLVMConstIntGetZExtValue(count) != 1 ||
        bytes % place->old_size) {
        dtrans_blame(p, place, variable, "a local variable of another type holds an object");
        return;
    }
    dtrans_plan_add(p, (dtrans_edit){.kind = EDIT_RETYPE,
                                     .at = variable,
                                     .to = bytes / place->old_size,
                                     .value_type = place->whole});
}

static void plan_global(dtrans_plan *p, LLVMValueRef global, const dtrans_place *place) {
    map_word *seen = map_put(&p->planned, global);
    if (!seen || seen->u)
        return;
    seen->u = 1;
    dtrans_variable v = {global, place ? place->type : IR_NONE, NULL};
    const char *section = LLVMGetSection(global);
    LLVMValueRef init = LLVMGetInitializer(global);
    LLVMTypeRef declared = LLVMGlobalGetValueType(global);
    const dtrans_place *at = place ? place : dtrans_place_of(p, global);
    if (section && *section && strcmp(section, "llvm.metadata") != 0)
        dtrans_blame(p, at, global, "a variable in a section of its own cannot change");
    else if (!dtrans_can_remap_initializer(p->info, declared, init, v.type))
        dtrans_blame(p, at, global, "initializer elements do not line up with the struct's fields");
    else
        vec_push(p->info->ctx, &p->variables, v);
}

/* Objects at locations of changed types. */
static void plan_place(dtrans_plan *p, const dtrans_place *place, const ptr_node *node) {
    const ptr_graph *g = &p->info->graph;
    for (uint32_t i = node->objects.first; i; i = g->facts.at[i].next) {
        const ptr_fact *f = &g->facts.at[i];
        LLVMValueRef where = g->witnesses.at[f->witness].value;
        if (dtrans_is_claimed(p, f->kind == PTR_HEAP ? g->sites.at[f->detail].call : where))
            continue;
        if (f->kind == PTR_HEAP)
            plan_site(p, place, &g->sites.at[f->detail]);
        else if (f->kind == PTR_LOCAL)
            plan_local(p, place, where);
        else if (f->kind == PTR_GLOBAL && !LLVMIsDeclaration(where))
            plan_global(p, where, place);
        else
            dtrans_blame(p, place, where, "an object that the program does not define");
    }
}

void dtrans_plan_objects(dtrans_plan *p) {
    ptr_graph *g = &p->info->graph;
    size_t count = g->nodes.len; /* looking up adds nodes, but no objects */
    for (ptr_class c = 1; c < count && ctx_tick(p->info->ctx, 1); c++) {
        if (g->nodes.at[c].up != c || !g->nodes.at[c].objects.first)
            continue;
        const dtrans_place *place = dtrans_place_at(p, c);
        if (place->whole)
            plan_place(p, place, &g->nodes.at[c]);
    }
}

void dtrans_plan_declared(dtrans_plan *p, LLVMValueRef variable, LLVMTypeRef type) {
    if (dtrans_is_remapped(p->layouts, type) && LLVMGetFirstUse(variable) &&
        !dtrans_place_of(p, variable)->remapped)
        dtrans_blame_type(p, type, variable, "a variable is not used as the struct it is");
}

/* Variables whose own type changes, whether or not anything points to them. */
void dtrans_plan_globals(dtrans_plan *p) {
    ir_each_global (global, p->info->m->llvm) {
        if (LLVMGetInitializer(global))
            dtrans_plan_constant(p, LLVMGetInitializer(global));
        if (dtrans_is_claimed(p, global))
            continue;
        const dtrans_place *place = dtrans_place_of(p, global);
        dtrans_plan_declared(p, global, LLVMGlobalGetValueType(global));
        if (dtrans_is_remapped(p->layouts, LLVMGlobalGetValueType(global)))
            plan_global(p, global, place->whole ? place : NULL);
    }
    LLVMModuleRef llvm = p->info->m->llvm;
    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(llvm); a; a = LLVMGetNextGlobalAlias(a))
        dtrans_plan_constant(p, LLVMAliasGetAliasee(a));
}
