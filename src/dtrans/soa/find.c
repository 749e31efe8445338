/* Which pointer classes are arrays of a candidate, and what objects they have. */
#include "dtrans/soa/soa.h"

#include "ir/size.h"
#include "ir/value.h"

void soa_refuse(soa *s, uint32_t type, LLVMValueRef where, const char *reason) {
    if (!s->candidate[type])
        return;
    s->candidate[type] = false;
    vec_push(s->info->ctx, &s->refusals, (soa_refusal){type, where, reason});
}

bool soa_fail(soa *s, LLVMValueRef where, const char *reason) {
    s->where = where;
    s->reason = reason;
    return false;
}

void soa_add(soa *s, soa_edit edit) {
    vec_push(s->info->ctx, &s->edits, edit);
    if (edit.kind != SOA_ACCESS)
        soa_claim(s, &s->arrays.at[edit.array], edit.at);
}

void soa_claim(soa *s, const soa_array *a, LLVMValueRef v) {
    map_set_number(&s->claimed, v, a->type + 1);
}

uint32_t soa_number(const soa *s, const soa_array *a) {
    return (uint32_t)(a - s->arrays.at);
}

bool soa_is_direct(const soa *s, LLVMValueRef v) {
    return map_find(&s->direct, v) != NULL;
}

soa_array *soa_array_at(soa *s, ptr_class c) {
    uint32_t n = (uint32_t)map_number_u(&s->by_class, ptr_find(&s->info->graph, c)) - 1;
    while (n != IR_NONE && s->arrays.at[n].up != n)
        n = s->arrays.at[n].up;
    soa_array *a = n == IR_NONE ? NULL : &s->arrays.at[n];
    return a && s->candidate[a->type] ? a : NULL;
}

soa_array *soa_array_of(soa *s, LLVMValueRef v) {
    if (!ir_is_pointer(v) || LLVMIsAConstantPointerNull(v) || LLVMIsAUndefValue(v) ||
        soa_is_direct(s, v))
        return NULL;
    return soa_array_at(s, dtrans_class_of(s->info, v));
}

bool soa_is_blank(soa *s, LLVMValueRef v) {
    ptr_graph *g = &s->info->graph;
    if (LLVMIsAConstantPointerNull(v) || LLVMIsAUndefValue(v))
        return true;
    ptr_class c = dtrans_class_of(s->info, v);
    return c && !g->nodes.at[c].objects.first && !ptr_marked(g, c, PTR_UNKNOWN) &&
           !dtrans_local_class(&s->visitor.local, c)->count;
}

bool soa_is_live(LLVMValueRef user) {
    enum { MOST = 64 };
    LLVMValueRef work[MOST] = {user};
    unsigned count = 1;
    while (count) {
        LLVMValueRef at = work[--count];
        if (!LLVMIsAConstant(at) || LLVMIsAGlobalValue(at))
            return true;
        ir_each_user (next, at) {
            if (count == MOST)
                return true;
            work[count++] = next;
        }
    }
    return false;
}

/* A use of a variable that names no more than its own memory. */
static bool is_direct_use(soa *s, LLVMValueRef variable, LLVMValueRef user) {
    if (LLVMIsALoadInst(user))
        return true;
    if (LLVMIsAStoreInst(user))
        return LLVMGetOperand(user, 0) != variable;
    if (ir_is_gep(user))
        return LLVMGetOperand(user, 0) == variable &&
               !soa_array_at(s, dtrans_class_of(s->info, user));
    return LLVMIsAMemIntrinsic(user) || ir_calls_named(user, "llvm.lifetime.");
}

LLVMTypeRef soa_variable_type(LLVMValueRef variable) {
    return LLVMIsAAllocaInst(variable) ? LLVMGetAllocatedType(variable)
                                       : LLVMGlobalGetValueType(variable);
}

/* An object that is named by its accesses only, and is one. */
static bool is_direct_object(soa *s, const soa_array *a, LLVMValueRef variable) {
    if (ir_abi_size(s->visitor.target, soa_variable_type(variable)) !=
        s->info->types.at[a->type].size)
        return false;
    ir_each_user (user, variable)
        if (!ctx_tick(s->info->ctx, 1) || (soa_is_live(user) && !is_direct_use(s, variable, user)))
            return false;
    return true;
}

bool soa_is_array_of(LLVMTypeRef type, LLVMTypeRef element) {
    while (type != element && ir_is_array(type))
        type = LLVMGetElementType(type);
    return type == element;
}

/* Front ends write initialised structs as unnamed ones, with their padding. */
static bool is_spelled_out(const soa *s, const soa_array *a, LLVMTypeRef type) {
    bool fits = ir_abi_size(s->visitor.target, type) % s->info->types.at[a->type].size == 0;
    type = ir_below_arrays(type);
    return fits && ir_is_struct(type) && LLVMIsLiteralStruct(type);
}

const char soa_two_blocks[] =
    "more than one block of it may be alive, and an index would not say which";

/* A variable becomes the array's block. */
static void take_variable(soa *s, soa_array *a, LLVMValueRef variable, soa_block_kind kind) {
    LLVMTypeRef type = soa_variable_type(variable);
    if (a->block != BLOCK_NONE) {
        soa_refuse(s, a->type, variable, soa_two_blocks);
        return;
    }
    bool fits = soa_is_array_of(type, s->info->types.at[a->type].llvm) ||
                (kind == BLOCK_GLOBAL && is_spelled_out(s, a, type));
    if (!fits) {
        soa_refuse(s, a->type, variable, "a variable that holds it has another type");
        return;
    }
    const char *section = kind == BLOCK_GLOBAL ? LLVMGetSection(variable) : NULL;
    if (kind == BLOCK_GLOBAL &&
        ((section && *section) || LLVMIsThreadLocal(variable) || LLVMIsDeclaration(variable))) {
        soa_refuse(s, a->type, variable, "a variable of it is per thread, in a section or outside");
        return;
    }
    a->block = kind;
    a->object = variable;
    if (kind == BLOCK_LOCAL)
        soa_add(s, (soa_edit){.kind = SOA_LOCAL, .array = soa_number(s, a), .at = variable});
    else
        soa_claim(s, a, variable);
}

static void find_object(soa *s, soa_array *a, const ptr_fact *f) {
    LLVMValueRef where = s->info->graph.witnesses.at[f->witness].value;
    if (f->kind == PTR_HEAP) {
        if (a->block == BLOCK_GLOBAL || a->block == BLOCK_LOCAL)
            soa_refuse(s, a->type, where, soa_two_blocks);
        a->block = BLOCK_HEAP;
        return;
    }
    bool local = f->kind == PTR_LOCAL && LLVMIsAAllocaInst(where);
    bool global = f->kind == PTR_GLOBAL && LLVMIsAGlobalVariable(where);
    if (!local && !global) {
        soa_refuse(s, a->type, where, "an object of it is not a variable of the program");
    } else if (is_direct_object(s, a, where)) {
        map_put(&s->direct, where);
    } else {
        take_variable(s, a, where, local ? BLOCK_LOCAL : BLOCK_GLOBAL);
    }
}

/* A class for an element, an array of its own until it is known to lie in another. */
static void add_class(soa *s, ptr_class c, uint32_t type) {
    soa_array a = {.type = type, .up = (uint32_t)s->arrays.len};
    map_word *slot = map_put_u(&s->by_class, c);
    if (slot && vec_push(s->info->ctx, &s->arrays, a))
        slot->u = s->arrays.len;
}

/* Nothing is known of the location but that it is so many elements further on. */
static bool is_bare(soa *s, ptr_class c, uint32_t type) {
    const LocalPointerInfo *p = dtrans_local_class(&s->visitor.local, c);
    dtrans_each_view (view, p)
        if (view->type != type || view->offset)
            return false;
    return !s->info->graph.nodes.at[c].objects.first &&
           !ptr_marked(&s->info->graph, c, PTR_UNKNOWN) &&
           !ptr_marked(&s->info->graph, c, PTR_ESCAPES);
}

/* Elements that are only reached by constant distances have classes of their own. */
static void join_elements(soa *s, ptr_class c) {
    ptr_graph *g = &s->info->graph;
    for (size_t i = 0; i < g->nodes.at[c].fields.len; i++) {
        soa_array *a = soa_array_at(s, c);
        int64_t offset = g->nodes.at[c].fields.at[i].offset;
        ptr_class inner = ptr_find(g, g->nodes.at[c].fields.at[i].target);
        int64_t size = a ? (int64_t)s->info->types.at[a->type].size : 0;
        if (!a || (offset >= 0 && offset < size) || offset % size)
            continue;
        soa_array *other = soa_array_at(s, inner);
        if (!other && is_bare(s, inner, a->type)) {
            uint32_t type = a->type, up = soa_number(s, a);
            add_class(s, inner, type);
            if (s->arrays.len)
                vec_last(&s->arrays).up = up;
        } else if (!other || other->type != a->type) {
            soa_refuse(s, a->type, NULL, "something else lies between its elements");
        } else if (other != a) {
            other->up = soa_number(s, a);
        }
    }
}

void soa_find_arrays(soa *s) {
    ptr_graph *g = &s->info->graph;
    size_t count = g->nodes.len; /* looking up adds nodes, but no locations */
    for (ptr_class c = 1; c < count && ctx_tick(s->info->ctx, 1); c++) {
        uint32_t type = g->nodes.at[c].up == c ? dtrans_pointee_of(s->base, c) : IR_NONE;
        if (type != IR_NONE && s->candidate[type])
            add_class(s, c, type);
    }
    for (size_t i = 0; i < s->by_class.len && ctx_ok(s->info->ctx); i++)
        join_elements(s, (ptr_class)s->by_class.at[i].key.u);
    for (size_t i = 0; i < s->by_class.len && ctx_ok(s->info->ctx); i++) {
        ptr_class c = (ptr_class)s->by_class.at[i].key.u;
        for (uint32_t f = g->nodes.at[c].objects.first; f; f = g->facts.at[f].next) {
            soa_array *a = soa_array_at(s, c);
            if (a)
                find_object(s, a, &g->facts.at[f]);
        }
    }
}
