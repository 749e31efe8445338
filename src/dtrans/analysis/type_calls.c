/* Calls: the library by its table, our own functions by their classes, the rest is outside. */
#include "dtrans/analysis/visit.h"
#include "ir/attr.h"
#include "ir/value.h"

#include <stdio.h>
#include <string.h>

static void note_arg(dtrans_visitor *v, LLVMValueRef arg, dtrans_condition object,
                     dtrans_condition element, const char *function, const char *what) {
    char reason[160];
    snprintf(reason, sizeof reason, what, function);
    dtrans_note_views(v, dtrans_local_value(&v->local, arg), object, element, reason);
}

static void mark_address_taken(dtrans_visitor *v, const LocalPointerInfo *p) {
    dtrans_each_view (view, p) {
        uint32_t field = dtrans_field_at(v->info, view->type, view->offset);
        if (view->element && field != IR_NONE)
            v->info->types.at[view->type].fields[field].address_taken = true;
    }
}

static void note_field_passed(dtrans_visitor *v, const LocalPointerInfo *p, const char *to) {
    if (p->objects || !dtrans_asks(v, p, EVENT_PASS, 0))
        return;
    mark_address_taken(v, p);
    dtrans_each_view (view, p)
        if (!view->outer)
            dtrans_note_here(v, view->type, FieldAddressTaken,
                             "the address of a field is passed to %s", to);
}

/* Passing a field's address is noted even where the callee is known: splitting objects would
 * have to follow it. By-value members are objects of their own. */
static void pass_inside(dtrans_visitor *v, LLVMValueRef arg) {
    const LocalPointerInfo *p = dtrans_local_value(&v->local, arg);
    if (p->conflicting)
        dtrans_note_views(v, p, AmbiguousPointerTarget, DTRANS_CONDITIONS,
                          "a pointer to several kinds of struct is passed to a function");
    note_field_passed(v, p, "a function");
}

/* Whether so many bytes are in one character array; 0 represents any number that it may hold. */
static bool is_byte_field(dtrans_visitor *v, const dtrans_view *view, uint64_t bytes) {
    bool opaque;
    uint64_t leaf = dtrans_leaf_size(v->info, view->type, view->offset, &opaque);
    return leaf && opaque && bytes <= leaf;
}

/* Text functions belong on character fields; on anything else they see raw bytes. */
static void text_argument(dtrans_visitor *v, LLVMValueRef arg, const char *name) {
    const LocalPointerInfo *p = dtrans_local_value(&v->local, arg);
    map_put(&v->unmeasured, p);
    bool asks = dtrans_asks(v, p, EVENT_TEXT, 0);
    for (uint32_t i = 0; asks && i < p->count; i++) {
        const dtrans_view *view = &p->views[i];
        if (!v->info->types.at[view->type].layout->sized ||
            (view->element && is_byte_field(v, view, 0)))
            continue;
        dtrans_note(v->info, view->type, view->element ? MismatchedElementAccess : AddressTaken,
                    v->inst, "%s reads or writes its bytes as text", name);
    }
}

/* The number of bytes a library function reads or writes, 0 if it is not constant. */
static uint64_t constant_length(dtrans_visitor *v, const lib_func *row) {
    uint64_t bytes = row->size >= 0;
    int args[] = {row->size, row->count};
    for (int i = 0; i < 2; i++) {
        LLVMValueRef arg = args[i] < 0 ? NULL : LLVMGetOperand(v->inst, (unsigned)args[i]);
        if (arg && !LLVMIsAConstantInt(arg))
            return 0;
        if (arg && __builtin_mul_overflow(bytes, LLVMConstIntGetZExtValue(arg), &bytes))
            return 0;
    }
    return bytes;
}

/* Bytes that the outside sees or sets: those of a character array or of exactly one member stay
 * together wherever the member goes, any others show the layout. */
static void bytes_argument(dtrans_visitor *v, LLVMValueRef arg, const lib_func *row) {
    const LocalPointerInfo *p = dtrans_local_value(&v->local, arg);
    uint64_t bytes = constant_length(v, row);
    if (!bytes)
        map_put(&v->unmeasured, p);
    bool asks = dtrans_asks(v, p, EVENT_BYTES, bytes);
    for (uint32_t i = 0; asks && i < p->count; i++) {
        const dtrans_view *view = &p->views[i];
        const dtrans_type *t = &v->info->types.at[view->type];
        if (view->element && t->layout->sized &&
            (is_byte_field(v, view, bytes) ||
             (bytes && dtrans_is_one_member(v->target, t->llvm, view->offset, bytes))))
            continue;
        dtrans_note_here(v, view->type, AddressTaken, "%s sees the bytes of the object", row->name);
    }
}

/* A function that writes more than one scalar must not be given the address of a lone one. */
static void wide_argument(dtrans_visitor *v, LLVMValueRef arg, const char *name) {
    const LocalPointerInfo *p = dtrans_local_value(&v->local, arg);
    for (uint32_t i = 0; !p->objects && i < p->count; i++) {
        const dtrans_view *view = &p->views[i];
        const dtrans_type *t = &v->info->types.at[view->type];
        uint32_t field = dtrans_field_at(v->info, view->type, view->offset);
        LLVMTypeKind kind = field == IR_NONE
                                ? LLVMVoidTypeKind
                                : LLVMGetTypeKind(LLVMStructGetTypeAtIndex(t->llvm, field));
        if (kind != LLVMArrayTypeKind && kind != LLVMStructTypeKind && !view->outer)
            dtrans_note_here(v, view->type, AddressTaken,
                             "%s uses the field and the bytes after it as one object", name);
    }
}

static bool fills_an_array(const char *name) {
    static const char *const names[] = {"pipe", "pipe2", "socketpair", "getloadavg", "getgroups"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* The library is given the address of the first field, which is the object's. */
static void pin_given(dtrans_visitor *v, const LocalPointerInfo *p) {
    dtrans_each_object (view, p)
        dtrans_pin_first(v, view->type, NULL);
}

static void scalar_argument(dtrans_visitor *v, LLVMValueRef arg, const char *name) {
    const LocalPointerInfo *p = dtrans_local_value(&v->local, arg);
    pin_given(v, p);
    if (!fills_an_array(name))
        return;
    wide_argument(v, arg, name);
    dtrans_note_views(v, p, AddressTaken, DTRANS_CONDITIONS, "a library function fills it");
}

/* Only the start of a block can be freed. Where the class has blocks of its own, it is one of
 * those, not the member of another that shares the class. */
static void free_argument(dtrans_visitor *v, LLVMValueRef arg, const char *name) {
    const LocalPointerInfo *p = dtrans_local_value(&v->local, arg);
    bool starts = p->objects > 0 || ptr_has_heap_object(&v->info->graph, p->place);
    dtrans_each_view (view, p)
        starts |= view->offset == 0;
    if (!starts)
        note_arg(v, arg, DTRANS_CONDITIONS, BadPtrManipulation, name,
                 "%s gets a pointer into the middle of an object");
}

/* C++ tells how large what it deletes is. */
static void deleted_size(dtrans_visitor *v, const lib_func *row, LLVMValueRef arg) {
    const LocalPointerInfo *p = dtrans_local_value(&v->local, arg);
    if (row->size <= 0 || row->result != LIB_RESULT_NONE)
        return;
    LLVMValueRef size = LLVMGetOperand(v->inst, (unsigned)row->size);
    dtrans_each_object (view, p)
        if (!dtrans_is_multiple(v, size, v->info->types.at[view->type].size))
            dtrans_note_here(v, view->type, BadMemFuncSize,
                             "it is deleted with a size that is not known to be a multiple of its");
}

static void library_argument(dtrans_visitor *v, const lib_func *row, unsigned i, char letter) {
    LLVMValueRef arg = LLVMGetOperand(v->inst, i);
    LLVMValueRef length =
        row->size >= 0 && row->count < 0 ? LLVMGetOperand(v->inst, (unsigned)row->size) : NULL;
    if (letter != LIB_FREE)
        note_field_passed(v, dtrans_local_value(&v->local, arg), row->name);
    switch (letter) {
    case LIB_TEXT_IN:
    case LIB_TEXT_OUT:
        if (!dtrans_is_shown_as_address(v->inst, row, i))
            text_argument(v, arg, row->name);
        break;
    case LIB_COPY_TO:
    case LIB_COPY_FROM:
        if (length)
            dtrans_visit_range(v, arg, length, row->name);
        else
            note_arg(v, arg, BadMemFuncSize, BadMemFuncSize, row->name,
                     "%s copies an unknown number of bytes");
        break;
    case LIB_BYTES_IN:
    case LIB_BYTES_OUT:
        if (!row->callback)
            bytes_argument(v, arg, row);
        break;
    case LIB_SCALAR_IN:
    case LIB_SCALAR_OUT:
        scalar_argument(v, arg, row->name);
        break;
    case LIB_PTR_OUT:
    case LIB_LINE_BUF:
    case LIB_END_OUT:
    case LIB_TEXT_KEEP:
    case LIB_LIBRARY_OUT:
        pin_given(v, dtrans_local_value(&v->local, arg));
        break;
    case LIB_HANDLE:
    case LIB_STRUCT:
        note_arg(v, arg, SystemObject, DTRANS_CONDITIONS, row->name,
                 "it is an argument of %s, which defines its layout");
        wide_argument(v, arg, row->name);
        break;
    case LIB_FREE:
        free_argument(v, arg, row->name);
        deleted_size(v, row, arg);
        break;
    case LIB_KEEP:
        note_arg(v, arg, AddressTaken, FieldAddressTaken, row->name, "%s keeps the pointer");
        break;
    default:
        break;
    }
}

/* qsort and bsearch move or step over whole elements: their size must be the struct's. The array
 * is the last argument with elements; bsearch's first is the key. */
static void callback_elements(dtrans_visitor *v, const lib_func *row) {
    LLVMValueRef size = row->size >= 0 ? LLVMGetOperand(v->inst, (unsigned)row->size) : NULL;
    const LocalPointerInfo *p = NULL;
    for (unsigned i = 0; row->args[i]; i++)
        if (strchr("RWDS", row->args[i]))
            p = dtrans_local_value(&v->local, LLVMGetOperand(v->inst, i));
    for (uint32_t i = 0; p && i < p->objects; i++)
        if (!size || !dtrans_is_multiple(v, size, v->info->types.at[p->views[i].type].size))
            dtrans_note_here(v, p->views[i].type, BadMemFuncSize,
                             "%s moves elements of another size than the struct's", row->name);
}

/* Any number may be the length of what any pointer leads to. */
static void judge_lengths(dtrans_visitor *v, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef pointer = LLVMGetOperand(v->inst, i);
        bool is_pointer = ir_is_pointer(pointer);
        for (unsigned k = 0; is_pointer && k < count; k++)
            dtrans_judge_told(v, pointer, LLVMGetOperand(v->inst, k));
    }
}

/* Of text functions, those with a length that the table does not give. */
static bool has_length(const char *name) {
    static const char *const parts[] = {"strn", "strlc", "nprintf", "fgets"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strstr(name, parts[i]))
            return true;
    return false;
}

static const LocalPointerInfo *held_at(dtrans_visitor *v, unsigned arg) {
    ptr_graph *g = &v->info->graph;
    return dtrans_local_class(&v->local,
                              ptr_pointee_if_any(g, ptr_class_of(g, LLVMGetOperand(v->inst, arg))));
}

/* memcmp and its kind compare pointers, too. */
static void compared_bytes(dtrans_visitor *v, const lib_func *row) {
    if (row->args[0] != LIB_BYTES_IN || row->args[1] != LIB_BYTES_IN || row->callback)
        return;
    dtrans_pin_compared(v, held_at(v, 0), held_at(v, 1));
    dtrans_pin_compared(v, held_at(v, 1), held_at(v, 0));
}

static void call_library(dtrans_visitor *v, const lib_func *row) {
    size_t fixed = strlen(row->args);
    for (unsigned i = 0; i < LLVMGetNumArgOperands(v->inst); i++) {
        char letter = i < fixed ? row->args[i] : row->tail;
        bool moves = !strchr(".cf", letter);
        dtrans_count_field(v, LLVMGetOperand(v->inst, i), moves && !strchr("wWDs", letter),
                           moves && !strchr("rRSi", letter));
        library_argument(v, row, i, letter);
    }
    if (row->callback)
        callback_elements(v, row);
    compared_bytes(v, row);
    if (has_length(row->name))
        judge_lengths(v, (unsigned)fixed);
    if (row->result == LIB_RESULT_LIBRARY)
        note_arg(v, v->inst, SystemObject, DTRANS_CONDITIONS, row->name,
                 "%s returns it from the library's own memory");
}

static void masked_access(dtrans_visitor *v, bool loads) {
    for (unsigned i = 0; i < LLVMGetNumArgOperands(v->inst); i++) {
        LLVMValueRef arg = LLVMGetOperand(v->inst, i);
        LLVMTypeRef type = LLVMTypeOf(loads ? v->inst : LLVMGetOperand(v->inst, 0));
        if (ir_is_pointer(arg))
            dtrans_visit_access(v, arg, type, loads ? NULL : LLVMGetOperand(v->inst, 0));
    }
}

/* Memory of a stated size does not change from here on; the size is nothing a transform knows of.
 */
static void invariant_range(dtrans_visitor *v) {
    bool sized = false;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(v->inst); i++) {
        LLVMValueRef arg = LLVMGetOperand(v->inst, i);
        sized |= LLVMIsAConstantInt(arg) && LLVMConstIntGetSExtValue(arg) != -1;
    }
    for (unsigned i = 0; sized && i < LLVMGetNumArgOperands(v->inst); i++)
        note_arg(v, LLVMGetOperand(v->inst, i), UnhandledUse, UnhandledUse, "",
                 "a number of its bytes%s is said to be constant");
}

static void call_intrinsic(dtrans_visitor *v, const char *name) {
    if (str_starts_with(name, "llvm.invariant."))
        invariant_range(v);
    bool loads = str_starts_with(name, "llvm.masked.load");
    if (loads || str_starts_with(name, "llvm.masked.store"))
        masked_access(v, loads);
    bool copies = str_starts_with(name, "llvm.memcpy") || str_starts_with(name, "llvm.memmove");
    bool sets = str_starts_with(name, "llvm.memset");
    if (!copies && !sets)
        return;
    const char *what = sets ? "memset" : "memcpy or memmove";
    LLVMValueRef length = LLVMGetOperand(v->inst, 2);
    dtrans_visit_range(v, LLVMGetOperand(v->inst, 0), length, what);
    dtrans_count_field(v, LLVMGetOperand(v->inst, 0), false, true);
    if (copies) {
        dtrans_visit_range(v, LLVMGetOperand(v->inst, 1), length, what);
        dtrans_count_field(v, LLVMGetOperand(v->inst, 1), true, false);
        dtrans_visit_copy(v, LLVMGetOperand(v->inst, 0), LLVMGetOperand(v->inst, 1), length);
    }
    const LocalPointerInfo *p = dtrans_local_value(&v->local, LLVMGetOperand(v->inst, 0));
    if (p->conflicting)
        dtrans_note_views(v, p, copies ? BadMemFuncManipulation : AmbiguousPointerTarget,
                          DTRANS_CONDITIONS, "the memory holds several kinds of struct");
    LLVMValueRef flag = LLVMGetOperand(v->inst, 3);
    for (unsigned i = 0; i < (copies ? 2 : 1); i++)
        if (LLVMIsAConstantInt(flag) && LLVMConstIntGetZExtValue(flag))
            dtrans_note_views(v, dtrans_local_value(&v->local, LLVMGetOperand(v->inst, i)),
                              VolatileData, VolatileData, "a volatile memory function");
}

/* The struct that a call says it passes by value in memory, IR_NONE if none. */
static uint32_t passed_struct(dtrans_visitor *v, unsigned arg) {
    LLVMAttributeRef byval = ir_attr_get(v->inst, arg + 1, "byval");
    return byval ? dtrans_type_of(v->info, LLVMGetTypeAttributeValue(byval)) : IR_NONE;
}

static bool is_seen_as(const LocalPointerInfo *p, uint32_t type) {
    dtrans_each_object (view, p)
        if (view->type == type)
            return true;
    return false;
}

/* Through `...` the callee finds the object by counting bytes. A constant that was never seen as
 * the struct would be passed as it is. */
static void note_passed_structs(dtrans_visitor *v) {
    unsigned fixed = LLVMCountParamTypes(LLVMGetCalledFunctionType(v->inst));
    for (unsigned i = 0; i < LLVMGetNumArgOperands(v->inst); i++) {
        uint32_t type = passed_struct(v, i);
        if (type == IR_NONE)
            continue;
        if (i >= fixed)
            dtrans_note_here(v, type, WholeStructureReference,
                             "the object is passed by value through '...'");
        else if (!is_seen_as(dtrans_local_value(&v->local, LLVMGetOperand(v->inst, i)), type))
            dtrans_note_here(v, type, UnhandledUse,
                             "memory that is not known to be such a struct is passed as one");
    }
}

void dtrans_visit_call(dtrans_visitor *v) {
    LLVMValueRef callee = LLVMGetCalledValue(v->inst);
    LLVMValueRef fn = LLVMIsAFunction(callee);
    unsigned count = LLVMGetNumArgOperands(v->inst);
    size_t length = 0;
    const char *name = fn ? LLVMGetValueName2(fn, &length) : "the called function";
    if (LLVMIsAInlineAsm(callee)) {
        for (unsigned i = 0; i < count; i++)
            note_arg(v, LLVMGetOperand(v->inst, i), UnhandledUse, UnhandledUse, "",
                     "inline assembler%s gets the pointer");
        return;
    }
    if (fn && LLVMGetIntrinsicID(fn)) {
        call_intrinsic(v, name);
        return;
    }
    note_passed_structs(v);
    bool outside = fn && ir_is_outside(fn);
    const lib_func *row = outside ? lib_find(name, length) : NULL;
    if (row && lib_fits(row, LLVMGetNumArgOperands(v->inst))) {
        call_library(v, row);
        return;
    }
    judge_lengths(v, count);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef arg = LLVMGetOperand(v->inst, i);
        if (!outside) {
            pass_inside(v, arg);
            continue;
        }
        note_arg(v, arg, AddressTaken, FieldAddressTaken, name,
                 "it is passed to '%s', which the program does not define");
        mark_address_taken(v, dtrans_local_value(&v->local, arg));
    }
}
