/* Every use of an index: what becomes of it, or why the type must be left alone. */
#include "dtrans/soa/soa.h"

#include "dtrans/transform/layout_init.h"
#include "ir/ir_address.h"
#include "ir/libfuncs.h"
#include "ir/size.h"
#include "ir/value.h"

#include <string.h>

typedef struct use {
    LLVMValueRef inst;
    unsigned operand;
    soa_array *array;
} use;

static void refuse(soa *s, const use *u, const char *reason) {
    soa_refuse(s, u->array->type, u->inst, reason);
}

static void edit(soa *s, const use *u, soa_edit_kind kind) {
    soa_add(s, (soa_edit){.kind = kind,
                          .array = soa_number(s, u->array),
                          .at = u->inst,
                          .operand = u->operand,
                          .other = -1,
                          .regrown = -1});
}

static void check_gep(soa *s, const use *u) {
    soa_path path;
    bool known = u->operand == 0 && soa_decode(s, u->array, u->inst, &path);
    if (!known)
        refuse(s, u, "an address is computed from an element's in a way that is not understood");
    else
        edit(s, u, path.field == IR_NONE ? SOA_STEP : SOA_FIELD);
    if (u->operand == 0)
        vec_free(s->info->ctx, &path.terms);
}

static void check_compare(soa *s, const use *u) {
    LLVMValueRef other = LLVMGetOperand(u->inst, 1 - u->operand);
    LLVMIntPredicate p = LLVMGetICmpPredicate(u->inst);
    if (p == LLVMIntSGT || p == LLVMIntSGE || p == LLVMIntSLT || p == LLVMIntSLE)
        refuse(s, u, "addresses are compared as signed numbers");
    else if (soa_array_of(s, other) != u->array && !soa_is_blank(s, other))
        refuse(s, u, "an element's address is compared with that of something else");
}

/* The number of elements between two, or whether there are any. */
static bool is_count_of(const soa *s, const soa_array *a, LLVMValueRef user) {
    uint64_t size = s->info->types.at[a->type].size;
    LLVMValueRef by = LLVMGetNumOperands(user) == 2 ? LLVMGetOperand(user, 1) : NULL;
    if (!LLVMIsABinaryOperator(user) || !LLVMIsAConstantInt(by))
        return false;
    uint64_t n = LLVMConstIntGetZExtValue(by);
    return LLVMGetInstructionOpcode(user) == LLVMSDiv ? n == size
           : LLVMGetInstructionOpcode(user) == LLVMAShr && LLVMGetExact(user)
               ? n < 63 && UINT64_C(1) << n == size
               : false;
}

static bool is_null_test(LLVMValueRef cmp, LLVMValueRef value) {
    LLVMIntPredicate p = LLVMGetICmpPredicate(cmp);
    LLVMValueRef other = LLVMGetOperand(cmp, LLVMGetOperand(cmp, 0) == value ? 1 : 0);
    return (p == LLVMIntEQ || p == LLVMIntNE) && ir_is_zero(other);
}

/* Distances keep their sign and whether they are zero; all else must be divided by the size. */
static void check_difference(soa *s, const use *u, LLVMValueRef sub) {
    LLVMValueRef left = dtrans_cast_pointer(LLVMGetOperand(sub, 0));
    LLVMValueRef right = dtrans_cast_pointer(LLVMGetOperand(sub, 1));
    if (!left || !right || soa_array_of(s, left) != u->array ||
        soa_array_of(s, right) != u->array) {
        refuse(s, u, "integer arithmetic is done on an element's address");
        return;
    }
    if (map_find(&s->claimed, sub))
        return;
    soa_claim(s, u->array, sub);
    ir_each_user (user, sub) {
        use divided = {user, 0, u->array};
        bool compared = LLVMIsAICmpInst(user) &&
                        ir_is_zero(LLVMGetOperand(user, LLVMGetOperand(user, 0) == sub));
        if (is_count_of(s, u->array, user))
            edit(s, &divided, SOA_DIFFERENCE);
        else if (!compared)
            refuse(s, u, "the distance of two elements is used as bytes");
    }
}

static void check_number(soa *s, const use *u) {
    LLVMValueRef number = u->inst;
    ir_each_user (user, number) {
        if (LLVMIsABinaryOperator(user) && LLVMGetInstructionOpcode(user) == LLVMSub) {
            check_difference(s, u, user);
            continue;
        }
        bool compared = LLVMIsAICmpInst(user) && is_null_test(user, number);
        if (!compared && !LLVMIsAIntToPtrInst(user)) {
            refuse(s, u, "an element's address is used as a number");
            return;
        }
    }
}

/* Bytes of whole elements. */
static bool counts_elements(soa *s, const soa_array *a, LLVMValueRef length) {
    uint64_t size = s->info->types.at[a->type].size;
    if (LLVMIsAConstantInt(length))
        return LLVMConstIntGetZExtValue(length) % size == 0;
    return dtrans_is_multiple(&s->visitor, length, size);
}

static bool is_inside_first(soa *s, const soa_array *a, LLVMValueRef length) {
    const dtrans_type *t = &s->info->types.at[a->type];
    return LLVMIsAConstantInt(length) && t->field_count && !t->fields[0].offset &&
           LLVMConstIntGetZExtValue(length) <= t->fields[0].size &&
           LLVMConstIntGetZExtValue(length) < t->size;
}

static void check_range(soa *s, const use *u, bool set) {
    LLVMValueRef length = LLVMGetOperand(u->inst, 2);
    LLVMValueRef other = set ? NULL : LLVMGetOperand(u->inst, 1 - u->operand);
    soa_array *elsewhere = set ? NULL : soa_array_of(s, other);
    uint64_t size = s->info->types.at[u->array->type].size;
    bool one = ir_is_number(length, size);
    bool is_volatile = LLVMConstIntGetZExtValue(LLVMGetOperand(u->inst, 3)) != 0;
    if (is_inside_first(s, u->array, length) && !is_volatile)
        edit(s, u, SOA_ACCESS);
    else if (is_volatile || !counts_elements(s, u->array, length))
        refuse(s, u, "a range of bytes is not one of whole elements");
    else if (set)
        edit(s, u, SOA_SET);
    else if (elsewhere ? elsewhere != u->array : !one || !soa_is_direct(s, other))
        refuse(s, u, "elements are copied from or to something else");
    else if (u->operand == 0 || !elsewhere)
        edit(s, u, SOA_COPY);
}

static void check_intrinsic(soa *s, const use *u, const char *name) {
    if (str_starts_with(name, "llvm.memset."))
        check_range(s, u, true);
    else if (str_starts_with(name, "llvm.memcpy.") || str_starts_with(name, "llvm.memmove."))
        check_range(s, u, false);
    else if (str_starts_with(name, "llvm.prefetch."))
        edit(s, u, SOA_ACCESS);
    else if (str_starts_with(name, "llvm.lifetime."))
        edit(s, u, SOA_ERASE);
    else if (!str_starts_with(name, "llvm.assume") && !str_starts_with(name, "llvm.fake.use"))
        refuse(s, u, "an intrinsic function is given an element's address");
}

/* What the parameter of the function called leads to. */
static bool is_joined(soa *s, const use *u) {
    ptr_graph *g = &s->info->graph;
    LLVMTypeRef type = LLVMGetCalledFunctionType(u->inst);
    ptr_class c = dtrans_class_of(s->info, LLVMGetCalledValue(u->inst));
    for (uint32_t i = c ? g->nodes.at[c].signatures : 0; i; i = g->signatures.at[i].next) {
        const ptr_signature *sig = &g->signatures.at[i];
        if (sig->type != type)
            continue;
        ptr_class formal = u->operand < sig->param_count ? sig->params[u->operand] : sig->variadic;
        return soa_array_at(s, formal) == u->array;
    }
    return false;
}

static void check_external(soa *s, const use *u, LLVMValueRef fn) {
    size_t length;
    const char *name = LLVMGetValueName2(fn, &length);
    const lib_func *row = lib_find(name, length);
    bool frees = row && u->operand < strlen(row->args) && row->args[u->operand] == LIB_FREE;
    if (frees && row->result == LIB_RESULT_NONE)
        edit(s, u, SOA_FREE);
    else if (!frees || !dtrans_site_of(&s->visitor, u->inst))
        refuse(s, u, "a library function is given an element's address");
}

static const char by_value[] = "it is passed or returned by value";

static void check_parameters(soa *s, LLVMValueRef fn) {
    for (unsigned i = 0; i < LLVMCountParams(fn); i++) {
        soa_array *a =
            dtrans_is_passed_as_memory(fn, i) ? soa_array_of(s, LLVMGetParam(fn, i)) : NULL;
        if (a)
            soa_refuse(s, a->type, fn, by_value);
    }
}

static void check_call(soa *s, const use *u) {
    LLVMValueRef callee = LLVMGetCalledValue(u->inst), fn = LLVMIsAFunction(callee);
    if (u->operand >= LLVMGetNumArgOperands(u->inst)) {
        if (!fn || !str_starts_with(LLVMGetValueName(fn), "llvm.assume"))
            refuse(s, u, "a call is tied to an element's address");
    } else if (dtrans_is_passed_as_memory(u->inst, u->operand)) {
        refuse(s, u, by_value);
    } else if (LLVMIsAInlineAsm(callee) || !LLVMIsACallInst(u->inst)) {
        refuse(s, u, "an element's address is passed in a way that is not understood");
    } else if (fn && LLVMGetIntrinsicID(fn)) {
        check_intrinsic(s, u, LLVMGetValueName(fn));
    } else if (fn && ir_is_outside(fn)) {
        check_external(s, u, fn);
    } else if (!is_joined(s, u) && !dtrans_site_of(&s->visitor, u->inst) &&
               soa_array_of(s, u->inst) != u->array) {
        if (fn)
            edit(s, u, SOA_FREE); /* only frees what it is given, see ir/ptr/wrappers.h */
        else
            refuse(s, u, "an element's address is given to an unknown function");
    }
}

static void check_use(soa *s, const use *u) {
    switch (LLVMGetInstructionOpcode(u->inst)) {
    case LLVMLoad:
        edit(s, u, SOA_ACCESS);
        break;
    case LLVMStore:
        if (u->operand == 1)
            edit(s, u, SOA_ACCESS);
        break;
    case LLVMPHI:
    case LLVMSelect:
    case LLVMFreeze:
    case LLVMBitCast:
    case LLVMRet:
    case LLVMInsertValue:
        break;
    case LLVMGetElementPtr:
        check_gep(s, u);
        break;
    case LLVMICmp:
        check_compare(s, u);
        break;
    case LLVMPtrToInt:
        check_number(s, u);
        break;
    case LLVMCall:
        check_call(s, u);
        break;
    default:
        refuse(s, u, "an element's address is used in a way that is not understood");
    }
}

/* The end of a field is also where the next one begins: that it is the end shows in comparisons and
 * distances being all it is there for. */
static bool is_only_compared(LLVMValueRef address) {
    ir_each_user (user, address) {
        if (LLVMIsAPtrToIntInst(user)) {
            for (LLVMUseRef at = LLVMGetFirstUse(user); at; at = LLVMGetNextUse(at))
                if (!LLVMIsABinaryOperator(LLVMGetUser(at)) ||
                    LLVMGetInstructionOpcode(LLVMGetUser(at)) != LLVMSub)
                    return false;
        } else if (!LLVMIsAICmpInst(user)) {
            return false;
        }
    }
    return true;
}

/* An address inside an element leads back to it, or to another field. */
static void check_moved(soa *s, LLVMValueRef gep) {
    LLVMValueRef base = LLVMGetOperand(gep, 0);
    if (!ir_is_pointer(gep) || !ir_has_fixed_size(LLVMGetGEPSourceElementType(gep)))
        return;
    soa_array *to = soa_array_of(s, gep), *from = soa_array_of(s, base);
    if (to && from != to) {
        soa_refuse(s, to->type, gep, "an element's address is computed from that of a field");
        return;
    }
    ir_distance d = ir_gep_distance(s->visitor.target, gep);
    if (from || d.variable)
        return;
    const LocalPointerInfo *views = dtrans_local_value(&s->visitor.local, base);
    if (dtrans_local_value(&s->visitor.local, gep)->place == views->place)
        return; /* along an array, which the analysis has seen to end where the field does */
    dtrans_each_view (v, views) {
        uint32_t field = v->element && s->candidate[v->type]
                             ? dtrans_field_at(s->info, v->type, v->offset)
                             : IR_NONE;
        if (field == IR_NONE)
            continue;
        const dtrans_field *f = &s->info->types.at[v->type].fields[field];
        int64_t at = (int64_t)(v->offset - f->offset) + d.constant;
        if (at < 0 || at > (int64_t)f->size ||
            (at == (int64_t)f->size && at && !is_only_compared(gep)))
            soa_refuse(s, v->type, gep, "the address of one field is computed from another's");
    }
}

static void check_vector(soa *s, LLVMValueRef inst) {
    LLVMTypeRef type = LLVMTypeOf(inst);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind != LLVMVectorTypeKind && kind != LLVMScalableVectorTypeKind)
        return;
    if (LLVMGetTypeKind(LLVMGetElementType(type)) != LLVMPointerTypeKind)
        return;
    const LocalPointerInfo *views = dtrans_local_value(&s->visitor.local, inst);
    dtrans_each_view (view, views)
        soa_refuse(s, view->type, inst, "addresses of elements are held in a vector");
}

static void check_instruction(soa *s, LLVMValueRef inst) {
    if (LLVMIsAGetElementPtrInst(inst))
        check_moved(s, inst);
    check_vector(s, inst);
    for (int i = 0; i < LLVMGetNumOperands(inst); i++) {
        LLVMValueRef v = LLVMGetOperand(inst, (unsigned)i);
        if (!v || LLVMIsABasicBlock(v) || LLVMIsAFunction(v))
            continue;
        use u = {inst, (unsigned)i, soa_array_of(s, v)};
        if (u.array)
            check_use(s, &u);
    }
}

/* Whether a constant is what llvm.used and its kind list. */
static bool is_listed(LLVMValueRef constant) {
    ir_each_user (user, constant)
        if (LLVMIsAGlobalVariable(user) && str_starts_with(LLVMGetValueName(user), "llvm."))
            return true;
    return false;
}

/* What is computed from the constant address of a field stays in it. */
static void check_inside(soa *s, soa_array *a, LLVMValueRef address, uint32_t field) {
    const dtrans_field *f = &s->info->types.at[a->type].fields[field];
    int64_t size = (int64_t)s->info->types.at[a->type].size;
    int64_t from = ir_gep_distance(s->visitor.target, address).constant % size;
    from += from < 0 ? size : 0;
    ir_each_user (user, address) {
        if (!ir_is_constant_of(user, LLVMGetElementPtr) || !soa_is_live(user))
            continue;
        ir_distance d = ir_gep_distance(s->visitor.target, user);
        int64_t at = from + d.constant - (int64_t)f->offset;
        bool inside = !d.variable && at >= 0 && at < (int64_t)f->size;
        for (LLVMUseRef k = LLVMGetFirstUse(user); k; k = LLVMGetNextUse(k))
            inside &= !ir_is_constant_of(LLVMGetUser(k), LLVMGetElementPtr);
        if (!inside)
            soa_refuse(s, a->type, a->object,
                       "the address of one field is computed from another's");
    }
}

/* Constant addresses in the variable that is the block: elements and fields of it. */
static void check_constants(soa *s, soa_array *a) {
    VEC(LLVMValueRef) work = {0};
    lathe_ctx *ctx = s->info->ctx;
    vec_push(ctx, &work, a->object);
    while (work.len && ctx_tick(ctx, 1)) {
        LLVMValueRef c = vec_pop(&work);
        ir_each_user (user, c) {
            bool gep = ir_is_constant_of(user, LLVMGetElementPtr);
            soa_path path = {0};
            if (!soa_is_live(user))
                continue;
            if (ir_is_constant_of(user, LLVMPtrToInt) && soa_array_of(s, c) == a) {
                use number = {user, 0, a};
                check_number(s, &number);
                continue;
            }
            if (LLVMIsAConstantExpr(user) && (!gep || soa_array_of(s, c) != a))
                soa_refuse(s, a->type, a->object, "a constant is computed from its address");
            else if (gep && !soa_decode(s, a, user, &path))
                soa_refuse(s, a->type, a->object, "a constant address in it fits no element");
            else if (gep)
                soa_claim(s, a, user);
            else if (LLVMIsAGlobalAlias(user) || is_listed(user))
                soa_refuse(s, a->type, a->object, "it has a second name, or must be kept");
            if (gep && path.field == IR_NONE)
                vec_push(ctx, &work, user);
            else if (gep && s->candidate[a->type])
                check_inside(s, a, user, path.field);
            vec_free(ctx, &path.terms);
        }
    }
    vec_free(ctx, &work);
}

static bool is_splittable(const soa *s, const soa_array *a) {
    LLVMValueRef init = LLVMGetInitializer(a->object);
    return init && (LLVMIsNull(init) || LLVMIsAUndefValue(init) ||
                    dtrans_can_remap_initializer(s->info, LLVMGlobalGetValueType(a->object), init,
                                                 a->type));
}

/* A call that allocates: how its size is to be written. */
static void check_site(soa *s, soa_array *a, const ptr_site *site) {
    static const char *const aligned[] = {"aligned_alloc", "memalign", "valloc", "pvalloc"};
    const dtrans_type *t = &s->info->types.at[a->type];
    for (size_t i = 0; i < sizeof aligned / sizeof *aligned; i++)
        if (strcmp(site->function, aligned[i]) == 0) {
            soa_refuse(s, a->type, site->call, "it is allocated with an alignment of its own");
            return;
        }
    int arg = dtrans_scaled_argument(&s->visitor, site, t);
    if (arg < 0 || !site->plain || !LLVMIsACallInst(site->call) ||
        soa_array_of(s, site->call) != a ||
        dtrans_other_size_use(&s->visitor, site->call, (unsigned)arg)) {
        soa_refuse(s, a->type, site->call, "an allocation cannot be rewritten");
        return;
    }
    soa_edit e = {.kind = SOA_ALLOCATE, .array = soa_number(s, a), .at = site->call};
    e.operand = (unsigned)arg;
    e.other = arg == site->size_arg ? site->count_arg : site->size_arg;
    e.regrown = -1;
    unsigned regrown = 0;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(site->call); i++) {
        use u = {site->call, i, a};
        if (soa_array_of(s, LLVMGetOperand(site->call, i)) != a || is_joined(s, &u))
            continue;
        e.regrown = (int)i;
        regrown++;
    }
    a->grows |= e.regrown >= 0;
    if (e.other < -1 || regrown > 1)
        soa_refuse(s, a->type, site->call, "an allocation cannot be rewritten");
    soa_add(s, e);
}

static void check_objects(soa *s, soa_array *a) {
    if (a->block != BLOCK_GLOBAL)
        return;
    check_constants(s, a);
    if (!is_splittable(s, a))
        soa_refuse(s, a->type, a->object, "its initializer cannot be split by fields");
}

static void check_sites(soa *s) {
    ptr_graph *g = &s->info->graph;
    for (size_t i = 0; i < s->by_class.len && ctx_ok(s->info->ctx); i++) {
        ptr_class c = (ptr_class)s->by_class.at[i].key.u;
        for (uint32_t f = g->nodes.at[c].objects.first; f; f = g->facts.at[f].next) {
            soa_array *a = soa_array_at(s, c);
            if (a && g->facts.at[f].kind == PTR_HEAP)
                check_site(s, a, &g->sites.at[g->facts.at[f].detail]);
        }
    }
}

void soa_check_uses(soa *s) {
    check_sites(s);
    for (size_t i = 0; i < s->arrays.len && ctx_ok(s->info->ctx); i++)
        if (s->candidate[s->arrays.at[i].type] && s->arrays.at[i].up == i)
            check_objects(s, &s->arrays.at[i]);
    ir_each_function (fn, s->info->m->llvm) {
        check_parameters(s, fn);
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb)
                if (ctx_tick(s->info->ctx, 1))
                    check_instruction(s, inst);
    }
}
