/* What the pointer classes alone say about the types at their locations. */
#include "dtrans/analysis/visit.h"
#include "ir/size.h"
#include "ir/value.h"

/* `element` is for locations inside an object. That the address of a field itself leaves the
 * program is noted where it does; a field is not lost because its object is. */
static const struct {
    dtrans_condition object, element;
    const char *reason;
} losses[PTR_REASONS] = {
    [PTR_REASON_NONE] = {UnhandledUse, UnhandledUse, "it is lost for an unknown reason"},
    [PTR_REASON_EXTERNAL_CALL] = {AddressTaken, DTRANS_CONDITIONS,
                                  "it can be reached from an argument or result of a function that "
                                  "the program does not define"},
    [PTR_REASON_EXTERNAL_SYMBOL] = {AddressTaken, DTRANS_CONDITIONS,
                                    "it can be reached through a symbol that other modules see"},
    [PTR_REASON_ASM] = {UnhandledUse, UnhandledUse, "it can be reached from assembler"},
    [PTR_REASON_INT_TO_PTR] = {BadCasting, BadCasting,
                               "a pointer to it is made from a computed integer"},
    [PTR_REASON_CALL_TYPE] = {AddressTaken, DTRANS_CONDITIONS,
                              "it is passed in a call that does not fit the function's type"},
    [PTR_REASON_VARARGS] = {AddressTaken, DTRANS_CONDITIONS, "it is passed through '...'"},
    [PTR_REASON_LIBRARY_MEMORY] = {SystemObject, DTRANS_CONDITIONS,
                                   "it lies in memory of the C library"},
    [PTR_REASON_LIBRARY_KEEPS] = {AddressTaken, DTRANS_CONDITIONS,
                                  "a library function keeps a pointer that leads to it"},
    [PTR_REASON_ENTRY] = {BadCasting, DTRANS_CONDITIONS,
                          "it is reached through the parameters of main"},
    [PTR_REASON_EXCEPTION] = {UnhandledUse, UnhandledUse, "it is part of exception handling"},
    [PTR_REASON_RETURNED] = {AddressTaken, BadCasting,
                             "a pointer to it leaves the program, which reads pointers back"},
    [PTR_REASON_OPERATION] = {UnhandledUse, UnhandledUse,
                              "an operation that is not followed uses it"},
};

static LLVMValueRef witness_value(const DTransInfo *info, uint32_t witness) {
    return info->graph.witnesses.at[witness].value;
}

/* Where the location was seen as the type; NULL if only its container's layout says so. */
static LLVMValueRef type_witness(const DTransInfo *info, ptr_class c, uint32_t type) {
    const ptr_graph *g = &info->graph;
    for (uint32_t f = g->nodes.at[c].types.first; f; f = g->facts.at[f].next)
        if (info->type_of_shape[g->facts.at[f].detail] == type + 1)
            return witness_value(info, g->facts.at[f].witness);
    return NULL;
}

/* Memory that no part of the program allocates or declares is called an object by its use alone. */
static void note_unknown(dtrans_visitor *v, ptr_class c, const LocalPointerInfo *p,
                         uint32_t reason) {
    const ptr_node *n = &v->info->graph.nodes.at[c];
    bool outside = reason == PTR_REASON_EXTERNAL_CALL || reason == PTR_REASON_EXTERNAL_SYMBOL;
    if (!outside || n->objects.first || n->holders.len)
        return;
    dtrans_each_object (view, p) {
        LLVMValueRef seen = type_witness(v->info, c, view->type);
        dtrans_note(v->info, view->type, BadCasting, seen ? seen : v->inst,
                    "a pointer from outside the program, of which nothing is known, is used as a "
                    "pointer to it");
    }
}

static void note_marks(dtrans_visitor *v, ptr_class c, const LocalPointerInfo *p) {
    const ptr_marks *marks = v->info->graph.nodes.at[c].marks;
    if (!marks)
        return;
    ptr_mark lost = marks->at[PTR_UNKNOWN].witness ? PTR_UNKNOWN : PTR_ESCAPES;
    if (marks->at[lost].witness) {
        uint32_t reason = marks->at[lost].detail;
        v->inst = witness_value(v->info, marks->at[lost].witness);
        dtrans_note_views(v, p, losses[reason].object, losses[reason].element,
                          losses[reason].reason);
        note_unknown(v, c, p, reason);
    }
    if (marks->at[PTR_COMPUTED].witness) {
        v->inst = witness_value(v->info, marks->at[PTR_COMPUTED].witness);
        dtrans_note_views(v, p, BadPtrManipulation, BadPtrManipulation,
                          "integer arithmetic is done on the bits of a pointer to it");
    }
    if (marks->at[PTR_FOLDED].witness) {
        v->inst = witness_value(v->info, marks->at[PTR_FOLDED].witness);
        dtrans_note_views(v, p, BadPtrManipulation, DTRANS_CONDITIONS,
                          "the object is walked in steps that are not its size");
    }
}

/* What is freed is the start of a block: a first member that represents its container stays. */
static void pin_freed(dtrans_visitor *v, ptr_class c, const LocalPointerInfo *p) {
    if (!ptr_marked(&v->info->graph, c, PTR_FREED))
        return;
    dtrans_each_field (view, p)
        if (view->offset == 0)
            dtrans_pin_first(v, view->type, NULL);
}

static void note_conflict(dtrans_visitor *v, ptr_class c, const LocalPointerInfo *p) {
    for (uint32_t i = 0; i < p->objects; i++) {
        uint32_t type = p->views[i].type;
        uint32_t other = p->views[i == 0 ? p->objects - 1 : 0].type;
        dtrans_note(v->info, type, BadCasting, type_witness(v->info, c, type),
                    "a pointer to it is also used as a pointer to '%s'",
                    v->info->types.at[other].name);
    }
}

uint64_t dtrans_site_bytes(const ptr_site *site) {
    uint64_t bytes = site->call && site->size_arg >= 0;
    int args[] = {site->size_arg, site->count_arg};
    for (int i = 0; bytes && i < 2; i++) {
        LLVMValueRef arg = args[i] < 0 ? NULL : LLVMGetOperand(site->call, (unsigned)args[i]);
        if (arg && !LLVMIsAConstantInt(arg))
            return 0;
        bytes *= arg ? LLVMConstIntGetZExtValue(arg) : 1;
    }
    return bytes;
}

int dtrans_bytes_argument(const ptr_site *site) {
    if (!site->call || site->size_arg < 0 || site->count_arg < 0)
        return site->call && site->count_arg == -1 ? site->size_arg : -1;
    int args[] = {site->size_arg, site->count_arg};
    for (int i = 0; i < 2; i++) {
        LLVMValueRef other = LLVMGetOperand(site->call, (unsigned)args[1 - i]);
        if (ir_is_number(other, 1))
            return args[i];
    }
    return -1;
}

/* A struct and as many elements of the array after it as there is room for. */
static int tailed_argument(dtrans_visitor *v, const ptr_site *site, const dtrans_type *t) {
    int arg = dtrans_bytes_argument(site);
    if (arg < 0 || !dtrans_is_at_least(v, LLVMGetOperand(site->call, (unsigned)arg), t->tail))
        return -1;
    return arg;
}

/* Numbers of few bits may have no room for a larger size. */
static bool has_room(const ptr_site *site, int arg) {
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(site->call, (unsigned)arg));
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) >= 32;
}

int dtrans_multiple_argument(dtrans_visitor *v, const ptr_site *site, uint64_t bytes) {
    int args[] = {site->size_arg, site->count_arg};
    for (int i = 0; i < 2; i++)
        if (args[i] >= 0 && has_room(site, args[i]) &&
            dtrans_is_multiple(v, LLVMGetOperand(site->call, (unsigned)args[i]), bytes))
            return args[i];
    return -1;
}

int dtrans_scaled_argument(dtrans_visitor *v, const ptr_site *site, const dtrans_type *t) {
    if (!site->call || site->size_arg < 0)
        return -1;
    if (t->tail != DTRANS_NO_TAIL)
        return tailed_argument(v, site, t);
    if (t->open && dtrans_site_bytes(site) != t->size)
        return -1;
    return dtrans_multiple_argument(v, site, t->size);
}

static void note_other_use(dtrans_visitor *v, const ptr_site *site, uint32_t type,
                           LLVMValueRef use) {
    unsigned line = ir_srcloc_inst(&v->info->graph.places, use).line;
    if (line)
        dtrans_note(v->info, type, BadMemFuncSize, site->call,
                    "in line %u, the size given to '%s' is used for more than the allocation", line,
                    site->function);
    else
        dtrans_note(v->info, type, BadMemFuncSize, site->call,
                    "'%s' uses the size it is given for more than the allocation", site->function);
}

/* A wrapper that keeps count of what it hands out gets a copy for the type, which goes on counting
 * the old sizes. */
static bool is_clonable(dtrans_visitor *v, const ptr_site *site, unsigned arg) {
    dtrans_size_uses uses = {0};
    bool clonable = dtrans_can_scale_inside(v, site->call, arg, &uses);
    vec_free(v->info->ctx, &uses);
    return clonable;
}

void dtrans_note_elements(dtrans_visitor *v, const dtrans_type *t, const char *function) {
    uint32_t type =
        dtrans_field_type(v->info, dtrans_type_of(v->info, t->llvm), t->field_count - 1);
    if (type != IR_NONE)
        dtrans_note_here(
            v, type, BadMemFuncSize,
            "%s gets a size in which the share of the elements after a '%s' is unknown", function,
            t->name);
}

/* Whether the block may have room for more objects than were asked for, which the program may know
 * to be there; a lone object that is never left is none of several. */
static bool has_spare_room(dtrans_visitor *v, const ptr_site *site, ptr_class c,
                           const dtrans_type *t, uint64_t spare) {
    const ptr_node *n = &v->info->graph.nodes.at[c];
    bool lone = dtrans_site_bytes(site) == t->size && !n->stride;
    for (size_t i = 0; lone && i < n->fields.len; i++)
        lone = n->fields.at[i].offset < (int64_t)t->size;
    return spare >= t->size && !lone;
}

static bool judge_room(dtrans_visitor *v, const ptr_site *site, ptr_class c, uint32_t type) {
    dtrans_type *t = &v->info->types.at[type];
    t->bounded |= site->carved || has_spare_room(v, site, c, t, site->floor);
    if ((t->tail == DTRANS_NO_TAIL || !site->slack) &&
        !has_spare_room(v, site, c, t, site->slack) && (t->tail == DTRANS_NO_TAIL || !site->floor))
        return true;
    dtrans_note(v->info, type, BadMemFuncSize, site->call,
                "%s gives more bytes than it is asked for, which may be another object",
                site->function);
    return false;
}

static void visit_heap(dtrans_visitor *v, const ptr_site *site, ptr_class c, uint32_t type) {
    dtrans_type *t = &v->info->types.at[type];
    v->inst = site->call;
    if (!judge_room(v, site, c, type))
        return;
    int arg = dtrans_scaled_argument(v, site, t);
    if (arg < 0) {
        dtrans_note(v->info, type, BadMemFuncSize, site->call,
                    "%s allocates a size that is not known to be a multiple of the struct's",
                    site->function);
        return;
    }
    uint64_t header;
    if (t->tail != DTRANS_NO_TAIL &&
        !dtrans_split_size(v, LLVMGetOperand(site->call, (unsigned)arg),
                           dtrans_tail_step(v->target, t->llvm), &header))
        dtrans_note_elements(v, t, site->function);
    LLVMValueRef use = dtrans_other_size_use(v, site->call, (unsigned)arg);
    if (use && (t->tail != DTRANS_NO_TAIL || !is_clonable(v, site, (unsigned)arg)))
        note_other_use(v, site, type, use);
    dtrans_site known = {site->call, site->function,
                         t->size ? dtrans_site_bytes(site) / t->size : 0};
    vec_push(v->info->ctx, &t->sites, known);
}

/* A variable may be declared as the struct, as an array of it, or, if it is initialised, as a
 * literal type that spells out the padding; a character buffer is not an object of the struct. */
static bool variable_fits(dtrans_visitor *v, LLVMTypeRef declared, const dtrans_type *t) {
    while (ir_is_array(declared) && t->tail == DTRANS_NO_TAIL)
        declared = LLVMGetElementType(declared);
    if (declared == t->llvm)
        return true;
    return !t->open && ir_is_struct(declared) && LLVMIsLiteralStruct(declared) &&
           ir_abi_size(v->target, declared) % t->size == 0;
}

static void visit_variable(dtrans_visitor *v, LLVMValueRef variable, uint32_t type) {
    LLVMTypeRef declared = LLVMIsAAllocaInst(variable) ? LLVMGetAllocatedType(variable)
                                                       : LLVMGlobalGetValueType(variable);
    if (variable_fits(v, declared, &v->info->types.at[type]))
        return;
    bool literal = ir_is_struct(declared) && LLVMIsLiteralStruct(declared);
    bool pieces = literal && LLVMIsAAllocaInst(variable);
    if (pieces && dtrans_is_temporary(v->target, declared, v->info->types.at[type].llvm)) {
        dtrans_note_by_value(v->info, type, variable, "the object is passed by value in pieces");
        return;
    }
    if (literal && !pieces) {
        dtrans_note(v->info, type, BadMemFuncSize, variable,
                    "the variable has another size than the struct");
        return;
    }
    dtrans_note(v->info, type, pieces ? WholeStructureReference : BadCasting, variable, "%s",
                pieces ? "the object is passed by value in pieces"
                       : "a variable of another type is used as an object of the struct");
}

static void visit_objects(dtrans_visitor *v, ptr_class c, uint32_t type) {
    const ptr_graph *g = &v->info->graph;
    if (!v->info->types.at[type].size)
        return;
    for (uint32_t i = g->nodes.at[c].objects.first; i; i = g->facts.at[i].next) {
        const ptr_fact *f = &g->facts.at[i];
        LLVMValueRef where = witness_value(v->info, f->witness);
        if (f->kind == PTR_HEAP)
            visit_heap(v, &g->sites.at[f->detail], c, type);
        else if (f->kind == PTR_FUNCTION)
            dtrans_note(v->info, type, BadCasting, where, "a function is used as an object");
        else
            visit_variable(v, where, type);
    }
}

/* A first member that meets its container, or a scalar elsewhere, at one address stays first. */
static void pin_first(dtrans_visitor *v, ptr_class c, const LocalPointerInfo *p) {
    bool shared = v->info->graph.nodes.at[c].flat || p->count > p->objects;
    for (uint32_t i = 0; shared && i < p->objects; i++)
        dtrans_pin_first(v, p->views[i].type, NULL);
}

/* The member of a struct that begins at offset: a struct of `inner`, or an array of them? */
static bool holds_object(dtrans_visitor *v, const dtrans_view *view, LLVMTypeRef inner) {
    LLVMTypeRef type = v->info->types.at[view->type].llvm;
    uint64_t offset = view->offset;
    while (type != inner)
        if (!dtrans_enter(v->target, &type, &offset))
            return false;
    return offset == 0;
}

/* An object inside another struct must be a member of it by its type, or changing its size would
 * go unnoticed: bytes of a buffer or of a union are not such members. */
static void visit_containers(dtrans_visitor *v, const LocalPointerInfo *p) {
    for (uint32_t i = p->objects; i < p->count && p->dominant != IR_NONE; i++) {
        const dtrans_view *view = &p->views[i];
        if (!v->info->types.at[view->type].layout->sized ||
            holds_object(v, view, v->info->types.at[p->dominant].llvm))
            continue;
        dtrans_note(v->info, p->dominant, BadCasting, NULL,
                    "an object of it lies in other bytes of '%s'",
                    v->info->types.at[view->type].name);
        if (view->beyond)
            dtrans_note(v->info, view->type, BadCasting, NULL,
                        "the memory after an object of it holds a '%s'",
                        v->info->types.at[p->dominant].name);
    }
}

/* An object somewhere inside memory that is not a struct: its size is part of a size nobody can
 * change with it. */
static void visit_untyped(dtrans_visitor *v, ptr_class c, const LocalPointerInfo *p) {
    ptr_graph *g = &v->info->graph;
    for (size_t h = 0; h < g->nodes.at[c].holders.len; h++) {
        ptr_class container = ptr_find(g, g->nodes.at[c].holders.at[h].container);
        const ptr_node *n = &g->nodes.at[container];
        if (!n->objects.first || dtrans_local_class(&v->local, container)->count)
            continue;
        dtrans_each_object (view, p)
            dtrans_note(v->info, view->type, BadCasting,
                        witness_value(v->info, g->facts.at[n->objects.first].witness),
                        "an object of it lies inside memory that is not a struct");
    }
}

/* What lies after an array without an end is more of it, not the next object. */
static void note_rows(dtrans_visitor *v, ptr_class c, const LocalPointerInfo *p) {
    for (uint32_t i = 0; v->info->graph.nodes.at[c].stride && i < p->objects; i++)
        if (v->info->types.at[p->views[i].type].tail != DTRANS_NO_TAIL)
            dtrans_note(v->info, p->views[i].type, BadPtrManipulation,
                        type_witness(v->info, c, p->views[i].type),
                        "it ends in an array without an end, but others of it follow");
}

void dtrans_visit_classes(dtrans_visitor *v) {
    ptr_graph *g = &v->info->graph;
    for (ptr_class c = 1; c < g->nodes.len && ctx_tick(v->info->ctx, 1); c++) {
        if (g->nodes.at[c].up != c)
            continue;
        const LocalPointerInfo *p = dtrans_local_class(&v->local, c);
        if (!p->count)
            continue;
        note_marks(v, c, p);
        if (p->tangled) {
            v->inst = NULL;
            dtrans_note_views(v, p, BadPtrManipulation, BadPtrManipulation,
                              "objects of it lie inside one another after a cast");
        }
        if (p->conflicting)
            note_conflict(v, c, p);
        if (p->dominant != IR_NONE)
            visit_objects(v, c, p->dominant);
        for (uint32_t i = 0; p->conflicting && i < p->objects; i++)
            visit_objects(v, c, p->views[i].type);
        note_rows(v, c, p);
        visit_containers(v, p);
        if (p->objects)
            visit_untyped(v, c, p);
        pin_first(v, c, p);
        pin_freed(v, c, p);
    }
}
