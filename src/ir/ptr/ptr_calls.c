/* Calls: actual meets formal, the library table speaks for libc, wrappers for themselves, and
 * what is left goes to code we do not see. */
#include "ir/ptr/ptr.h"
#include "ir/ptr/ptr_build.h"
#include "ir/ptr/wrap_check.h"
#include "ir/value.h"

#include <string.h>

static void lose_all_args(ptr_builder *b, LLVMValueRef call, ptr_reason reason) {
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        ptr_lose(b, ptr_value(b, LLVMGetOperand(call, i)), reason);
    if (ptr_carrier(b, LLVMTypeOf(call)) != CARRIES_NONE)
        ptr_lose(b, ptr_value(b, call), reason);
}

/* The library may follow what it is given. */
static void use_pointers(ptr_builder *b, LLVMValueRef call) {
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        LLVMValueRef v = LLVMGetOperand(call, i);
        ptr_class c = ir_is_pointer(v) ? ptr_value(b, v) : 0;
        b->g->nodes.at[c].accessed |= c != 0;
    }
}

/* The same, for those who ask whether its contents are looked at. */
static void use_contents(ptr_builder *b, LLVMValueRef v, bool bulk) {
    ptr_class c = ir_is_pointer(v) ? ptr_value(b, v) : 0;
    b->g->nodes.at[c].used |= c != 0;
    b->g->nodes.at[c].bulk |= c != 0 && bulk;
}

static ptr_class fill_slot(ptr_graph *g, ptr_class *slot) {
    if (!*slot)
        *slot = ptr_new(g);
    return *slot;
}

static void pair_argument(ptr_builder *b, uint32_t signature, unsigned i, LLVMValueRef actual) {
    if (!signature || ptr_carrier(b, LLVMTypeOf(actual)) == CARRIES_NONE)
        return;
    ptr_class c = ptr_value_named(b, actual);
    ptr_signature *s = &b->g->signatures.at[signature];
    ptr_class formal = fill_slot(b->g, i < s->param_count ? &s->params[i] : &s->variadic);
    ptr_merge(b->g, formal, c);
}

static void pair_result(ptr_builder *b, uint32_t signature, LLVMValueRef call) {
    if (!signature || ptr_carrier(b, LLVMTypeOf(call)) == CARRIES_NONE)
        return;
    ptr_class c = ptr_value_named(b, call);
    ptr_merge(b->g, fill_slot(b->g, &b->g->signatures.at[signature].result), c);
}

static void pair_call(ptr_builder *b, LLVMValueRef call, uint32_t signature) {
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        pair_argument(b, signature, i, LLVMGetOperand(call, i));
    pair_result(b, signature, call);
}

static ptr_class add_heap_object(ptr_builder *b, ptr_site site) {
    ptr_class c = ptr_new(b->g);
    if (!vec_push(b->g->ctx, &b->g->sites, site))
        return 0;
    ptr_add_object(b->g, c, PTR_HEAP, (uint32_t)b->g->sites.len - 1, ptr_here(b));
    return c;
}

static ptr_class new_heap_object(ptr_builder *b, LLVMValueRef call, const char *function, int size,
                                 int count, bool zeroed) {
    ptr_site site = {.call = call,
                     .function = function,
                     .size_arg = size,
                     .count_arg = count,
                     .zeroed = zeroed,
                     .plain = true};
    return add_heap_object(b, site);
}

ptr_site ptr_site_of(LLVMValueRef call, const ptr_wrapper *w) {
    return (ptr_site){.call = call,
                      .function = LLVMGetValueName(w->function),
                      .size_arg = w->size_arg,
                      .count_arg = w->count_arg,
                      .zeroed = w->zeroed,
                      .plain = w->plain,
                      .carved = w->carved,
                      .multiple = w->multiple,
                      .vouched = w->vouched,
                      .slack = w->slack,
                      .floor = w->floor,
                      .header = w->header};
}

static void wrapper_argument(ptr_builder *b, LLVMValueRef call, unsigned i, uint32_t signature,
                             const ptr_wrapper *w) {
    LLVMValueRef actual = LLVMGetOperand(call, i);
    ptr_class c = ptr_value(b, actual);
    if (i < 64 && w->frees >> i & 1) {
        ptr_add_mark(b->g, c, PTR_FREED, 0, ptr_here(b));
        ptr_note_freed(b, c, 0);
        b->g->nodes.at[c].accessed |= c != 0;
    } else if (b->wrappers.headers && i < 64 && w->steps_back >> i & 1) {
        ptr_note_step(b, c, w->function, i, w);
        b->g->nodes.at[c].accessed |= c != 0;
    } else if ((int)i != w->passes) {
        pair_argument(b, signature, i, actual);
    }
}

static ptr_class allocated(ptr_builder *b, LLVMValueRef call, const ptr_wrapper *w) {
    bool sure = w->plain || w->vouched || LLVMIsDeclaration(w->function);
    return sure ? add_heap_object(b, ptr_site_of(call, w)) : ptr_watch(b, call, w);
}

static void call_wrapper(ptr_builder *b, LLVMValueRef call, LLVMValueRef fn, const ptr_wrapper *w) {
    uint32_t signature = ptr_signature_of(b->g, ptr_value(b, fn), LLVMGlobalGetValueType(fn), NULL,
                                          LLVMCountParams(fn));
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        wrapper_argument(b, call, i, signature, w);
    if (w->passes >= 0) {
        ptr_define(b, call, ptr_value(b, LLVMGetOperand(call, (unsigned)w->passes)));
        return;
    }
    if (!w->allocates) {
        pair_result(b, signature, call);
        return;
    }
    ptr_class c = allocated(b, call, w);
    if (w->grows >= 0) {
        ptr_class old = ptr_value(b, LLVMGetOperand(call, (unsigned)w->grows));
        ptr_add_mark(b->g, old, PTR_FREED, 0, ptr_here(b));
        ptr_merge(b->g, c, old);
    }
    ptr_define(b, call, c);
}

/* An external function of which it is said that it allocates. Other pointers may go anywhere. */
static void call_promised(ptr_builder *b, LLVMValueRef call, const ptr_wrapper *w) {
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        ptr_lose(b, ptr_value(b, LLVMGetOperand(call, i)), PTR_REASON_EXTERNAL_CALL);
    ptr_define(b, call, allocated(b, call, w));
}

/* A call by a type that the function does not have: what it passes may arrive anywhere, and what
 * the function finds may be anything. The result is lost if it comes as something else and is used.
 */
static void call_misfit(ptr_builder *b, LLVMValueRef call, LLVMValueRef fn) {
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(fn));
    uint32_t index = ptr_signature_of(b->g, ptr_value(b, fn), LLVMGlobalGetValueType(fn), NULL,
                                      LLVMCountParams(fn));
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        ptr_lose(b, ptr_value(b, LLVMGetOperand(call, i)), PTR_REASON_CALL_TYPE);
    for (unsigned i = 0; index && i < LLVMCountParams(fn); i++)
        ptr_lose(b, fill_slot(b->g, &b->g->signatures.at[index].params[i]), PTR_REASON_CALL_TYPE);
    if (LLVMTypeOf(call) == result) {
        pair_result(b, index, call);
    } else if (LLVMGetFirstUse(call)) {
        if (ptr_carrier(b, LLVMTypeOf(call)) != CARRIES_NONE)
            ptr_lose(b, ptr_value(b, call), PTR_REASON_CALL_TYPE);
        if (index)
            ptr_lose(b, fill_slot(b->g, &b->g->signatures.at[index].result), PTR_REASON_CALL_TYPE);
    }
}

static void call_defined(ptr_builder *b, LLVMValueRef call, LLVMValueRef fn) {
    LLVMTypeRef type = LLVMGetCalledFunctionType(call);
    if (type != LLVMGlobalGetValueType(fn)) {
        call_misfit(b, call, fn);
        return;
    }
    const ptr_wrapper *w = ptr_wrapper_of(&b->wrappers, fn);
    if (w) {
        call_wrapper(b, call, fn, w);
        return;
    }
    pair_call(b, call, ptr_signature_of(b->g, ptr_value(b, fn), type, NULL, LLVMCountParams(fn)));
}

/* Through a pointer without a prototype: a variadic type of which all arguments are fixed stands
 * for the one that is not variadic, too. NULL for other calls. */
static LLVMTypeRef without_dots(LLVMTypeRef type, unsigned args) {
    unsigned count = LLVMCountParamTypes(type);
    if (!LLVMIsFunctionVarArg(type) || count != args)
        return NULL;
    LLVMTypeRef params[count + 1];
    LLVMGetParamTypes(type, params);
    return LLVMFunctionType(LLVMGetReturnType(type), params, count, false);
}

/* Also for functions of other modules, which a graph read from a file may still bring. */
static void call_indirect(ptr_builder *b, LLVMValueRef call) {
    LLVMTypeRef type = LLVMGetCalledFunctionType(call);
    ptr_class c = ptr_value(b, LLVMGetCalledValue(call));
    uint32_t signature = ptr_signature_of(b->g, c, type, NULL, LLVMCountParamTypes(type));
    if (!signature) {
        lose_all_args(b, call, PTR_REASON_EXTERNAL_CALL);
        return;
    }
    if (!b->g->signatures.at[signature].called)
        b->g->signatures.at[signature].called = ptr_here(b);
    pair_call(b, call, signature);
    LLVMTypeRef plain = without_dots(type, LLVMGetNumArgOperands(call));
    if (plain)
        pair_call(b, call, ptr_signature_of(b->g, c, plain, NULL, LLVMCountParamTypes(plain)));
}

/* The text a LIB_END_OUT cell will point into. */
static ptr_class first_text(ptr_builder *b, LLVMValueRef call, const lib_func *row) {
    for (unsigned i = 0; row->args[i] && i < LLVMGetNumArgOperands(call); i++)
        if (row->args[i] == LIB_TEXT_IN)
            return ptr_value(b, LLVMGetOperand(call, i));
    return 0;
}

static ptr_class copy_source(ptr_builder *b, LLVMValueRef call, const lib_func *row) {
    for (unsigned i = 0; row->args[i] && i < LLVMGetNumArgOperands(call); i++)
        if (row->args[i] == LIB_COPY_FROM)
            return ptr_value(b, LLVMGetOperand(call, i));
    return 0;
}

static void add_callback(ptr_builder *b, LLVMValueRef call, const lib_func *row, ptr_class fn) {
    ptr_callback c = {.function = fn, .row = row, .witness = ptr_here(b)};
    c.count = LLVMGetNumArgOperands(call);
    ptr_class *args = arena_array(&b->g->mem, c.count + 1, ptr_class);
    for (unsigned i = 0; args && i < c.count; i++)
        args[i] = ptr_value_named(b, LLVMGetOperand(call, i));
    c.args = args;
    if (args)
        vec_push(b->g->ctx, &b->callbacks, c);
}

/* The array whose elements a callback row permutes or searches, -1 if there is none. */
static int element_array(const lib_func *row) {
    for (int i = 0; row->callback && row->args[i]; i++) {
        bool shown = strchr(row->callback, '0' + i) != NULL;
        if (shown && (strchr("WD", row->args[i]) || row->result == '0' + i))
            return i;
    }
    return -1;
}

/* The library moves along such an array in steps of its element: whatever holds for one element
 * holds for all. */
static void walk_elements(ptr_builder *b, LLVMValueRef call, const lib_func *row) {
    int array = element_array(row);
    ptr_class c = array < 0 ? 0 : ptr_value(b, LLVMGetOperand(call, (unsigned)array));
    if (!c)
        return;
    LLVMValueRef size = row->size < 0 ? NULL : LLVMGetOperand(call, (unsigned)row->size);
    uint64_t stride = size && LLVMIsAConstantInt(size) ? LLVMConstIntGetZExtValue(size) : 1;
    if (!stride || stride > UINT32_MAX)
        stride = 1;
    ptr_add_mark(b->g, ptr_walk(b->g, c, stride), PTR_WALKED, (uint32_t)stride, ptr_here(b));
}

/* The text a LIB_RESULT_THROUGH result points into. */
static ptr_class kept_text(ptr_builder *b, LLVMValueRef call, const lib_func *row) {
    for (unsigned i = 0; row->args[i] && i < LLVMGetNumArgOperands(call); i++)
        if (row->args[i] == LIB_TEXT_KEEP)
            return ptr_pointee(b->g, ptr_value(b, LLVMGetOperand(call, i)));
    return 0;
}

/* Whether a format asks for an address. One that is not constant may. */
static bool prints_addresses(LLVMValueRef format) {
    LLVMValueRef text = LLVMIsAGlobalVariable(format) && LLVMIsGlobalConstant(format)
                            ? LLVMGetInitializer(format)
                            : NULL;
    if (text && LLVMIsAConstantAggregateZero(text))
        return false; /* "" */
    if (!text || !LLVMIsAConstantDataSequential(text) || !LLVMIsConstantString(text))
        return true;
    size_t size;
    const char *at = LLVMGetAsString(text, &size);
    for (size_t i = 0; i < size; i++) {
        if (at[i] != '%')
            continue;
        do
            i++;
        while (i < size && at[i] && strchr("-+ #0'123456789.*$hlLqjzt", at[i]));
        if (i < size && at[i] == 'p')
            return true;
    }
    return false;
}

/* Bytes leave the program or come into it through a file or the system; memcmp's and memset's do
 * not. */
static bool is_transfer(const lib_func *row) {
    return strchr(row->args, LIB_HANDLE) || !strchr("RW", row->args[0]);
}

/* What leaves the program as text or bytes may come back elsewhere. */
static void leave_or_return(ptr_builder *b, LLVMValueRef call, const lib_func *row, unsigned i,
                            char letter, ptr_class c) {
    size_t fixed = strlen(row->args);
    bool tail = i >= fixed;
    if (letter == LIB_VA_LIST || (tail && letter == LIB_TEXT_IN && fixed &&
                                  prints_addresses(LLVMGetOperand(call, (unsigned)fixed - 1))))
        ptr_add_mark(b->g, c, PTR_TOLD, 0, ptr_here(b));
    if (letter == LIB_BYTES_IN && is_transfer(row))
        ptr_add_mark(b->g, c, PTR_SENT, 0, ptr_here(b));
    if ((letter == LIB_BYTES_OUT && is_transfer(row)) || (letter == LIB_SCALAR_OUT && tail))
        ptr_add_mark(b->g, c, PTR_RECEIVED, 0, ptr_here(b));
}

/* pthread_join fills its cell with what the thread's start routine returned. */
static bool is_joined_cell(const lib_func *row, unsigned arg) {
    return arg == 1 && strcmp(row->name, "pthread_join") == 0;
}

static void library_argument(ptr_builder *b, LLVMValueRef call, const lib_func *row, unsigned i,
                             char letter) {
    ptr_class c = ptr_value(b, LLVMGetOperand(call, i));
    if (!c)
        return;
    if (is_joined_cell(row, i)) {
        ptr_set_pointee(b->g, c, fill_slot(b->g, &b->joined));
        return;
    }
    if (strcmp(row->name, "pthread_exit") == 0)
        ptr_merge(b->g, c, fill_slot(b->g, &b->joined));
    leave_or_return(b, call, row, i, letter, c);
    switch (letter) {
    case LIB_COPY_TO:
        ptr_merge(b->g, c, copy_source(b, call, row));
        break;
    case LIB_FREE:
        ptr_add_mark(b->g, c, PTR_FREED, 0, ptr_here(b));
        ptr_note_freed(b, c, 0);
        break;
    case LIB_PTR_OUT:
    case LIB_LINE_BUF:
        ptr_set_pointee(b->g, c, new_heap_object(b, call, row->name, row->size, row->count, false));
        break;
    case LIB_END_OUT:
        ptr_set_pointee(b->g, c, first_text(b, call, row));
        break;
    case LIB_CALLBACK:
        add_callback(b, call, row, c);
        break;
    case LIB_KEEP:
        ptr_lose(b, c, PTR_REASON_LIBRARY_KEEPS);
        break;
    case LIB_LIBRARY_OUT:
        ptr_lose(b, ptr_pointee(b->g, c), PTR_REASON_LIBRARY_MEMORY);
        break;
    case LIB_SCALAR_OUT:
        if (i >= strlen(row->args)) /* %p and %ms of the scanf family store pointers */
            ptr_lose(b, ptr_pointee(b->g, c), PTR_REASON_LIBRARY_MEMORY);
        break;
    default:
        break;
    }
}

static void library_result(ptr_builder *b, LLVMValueRef call, const lib_func *row) {
    if (ptr_carrier(b, LLVMTypeOf(call)) == CARRIES_NONE || row->result == LIB_RESULT_NONE)
        return;
    ptr_class part = 0;
    if (row->result >= '0' && row->result <= '9') {
        unsigned from = (unsigned)(row->result - '0');
        part = ptr_value(b, LLVMGetOperand(call, from));
        if (strchr("rR", row->args[from]) && !row->callback)
            part = ptr_walk(b->g, part, 1); /* strchr and its kind search byte by byte */
    } else if (row->result == LIB_RESULT_THROUGH)
        part = kept_text(b, call, row);
    if (part) {
        ptr_define(b, call, part);
        return;
    }
    if (row->result == LIB_RESULT_LIBRARY || row->result == LIB_RESULT_THROUGH ||
        (row->result >= '0' && row->result <= '9')) {
        ptr_lose(b, ptr_value(b, call), PTR_REASON_LIBRARY_MEMORY);
        return;
    }
    ptr_class c = new_heap_object(b, call, row->name, row->size, row->count,
                                  row->result == LIB_RESULT_ZEROED);
    if (row->result == LIB_RESULT_REALLOC)
        ptr_merge(b->g, c, ptr_value(b, LLVMGetOperand(call, 0)));
    ptr_define(b, call, c);
}

static void call_external(ptr_builder *b, LLVMValueRef call, LLVMValueRef fn) {
    size_t length;
    const char *name = LLVMGetValueName2(fn, &length);
    const lib_func *row = lib_find(name, length);
    if (!row) {
        const ptr_wrapper *w = ptr_wrapper_of(&b->wrappers, fn);
        if (w && LLVMGetCalledFunctionType(call) == LLVMGlobalGetValueType(fn))
            call_promised(b, call, w);
        else
            call_indirect(b, call);
        return;
    }
    if (!lib_fits(row, LLVMGetNumArgOperands(call))) {
        lose_all_args(b, call, PTR_REASON_CALL_TYPE);
        return;
    }
    ptr_value(b, fn);
    use_pointers(b, call);
    size_t fixed = strlen(row->args);
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        char letter = i < fixed ? row->args[i] : row->tail;
        library_argument(b, call, row, i, letter);
        if (letter != LIB_FREE)
            use_contents(b, LLVMGetOperand(call, i), !strchr(".ch", letter));
    }
    walk_elements(b, call, row);
    library_result(b, call, row);
}

/* The first word of x86-64's va_list counts; everywhere else it may be a pointer. */
static bool list_begins_with_counters(const ptr_builder *b) {
    const char *target = LLVMGetTarget(b->m->llvm);
    return str_starts_with(target, "x86_64-") && !strstr(target, "windows") &&
           !strstr(target, "x32");
}

/* A va_list reads what was passed through `...`: on every target it holds, in its first words,
 * pointers to areas in which each word may be such an argument. */
static void start_varargs(ptr_builder *b, LLVMValueRef call) {
    ptr_class list = ptr_value(b, LLVMGetOperand(call, 0));
    ptr_class area = ptr_new(b->g);
    if (!b->signature || !area)
        return;
    ptr_class passed = fill_slot(b->g, &b->g->signatures.at[b->signature].variadic);
    area = ptr_walk(b->g, area, b->pointer_bytes);
    ptr_set_pointee(b->g, area, passed);
    for (unsigned i = list_begins_with_counters(b); i < 3; i++)
        ptr_set_pointee(b->g, ptr_at(b->g, list, (int64_t)(i * b->pointer_bytes)), area);
}

typedef enum intrinsic_kind {
    INTRINSIC_COPY, /* contents of argument 1 to argument 0 */
    INTRINSIC_NONE, /* no pointer is moved */
    INTRINSIC_SAME, /* the result is argument 0 */
    INTRINSIC_MASK, /* the result is argument 0 with bits cleared */
    INTRINSIC_VASTART,
    INTRINSIC_MASKED_LOAD,
    INTRINSIC_MASKED_STORE,
    INTRINSICS
} intrinsic_kind;

/* What their names begin with, up to the first NULL. */
static const char *const intrinsics[INTRINSICS][20] = {
    [INTRINSIC_COPY] = {"llvm.memcpy.", "llvm.memmove.", "llvm.va_copy"},
    [INTRINSIC_NONE] = {"llvm.lifetime.", "llvm.memset.", "llvm.va_end", "llvm.dbg.", "llvm.assume",
                        "llvm.objectsize", "llvm.prefetch", "llvm.invariant.",
                        "llvm.experimental.noalias", "llvm.stacksave", "llvm.stackrestore",
                        "llvm.frameaddress", "llvm.returnaddress", "llvm.var.annotation",
                        "llvm.is.constant", "llvm.fake.use", "llvm.clear_cache"},
    [INTRINSIC_VASTART] = {"llvm.va_start"},
    [INTRINSIC_SAME] = {"llvm.threadlocal.address", "llvm.ptr.annotation",
                        "llvm.launder.invariant.group", "llvm.strip.invariant.group",
                        "llvm.ssa.copy", "llvm.expect."},
    [INTRINSIC_MASK] = {"llvm.ptrmask"},
    [INTRINSIC_MASKED_LOAD] = {"llvm.masked.load"},
    [INTRINSIC_MASKED_STORE] = {"llvm.masked.store"},
};

static bool holds_pointers(LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMVectorTypeKind || kind == LLVMScalableVectorTypeKind)
        kind = LLVMGetTypeKind(LLVMGetElementType(type));
    return kind == LLVMPointerTypeKind;
}

/* An intrinsic without a row: arithmetic on integers, or something that takes pointers and is not
 * followed. */
static void unlisted_intrinsic(ptr_builder *b, LLVMValueRef call) {
    bool pointers = holds_pointers(LLVMTypeOf(call));
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        pointers |= holds_pointers(LLVMTypeOf(LLVMGetOperand(call, i)));
    if (pointers) {
        lose_all_args(b, call, PTR_REASON_OPERATION);
        return;
    }
    bool makes = ptr_carrier(b, LLVMTypeOf(call)) != CARRIES_NONE;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        LLVMValueRef v = LLVMGetOperand(call, i);
        if (LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind && ptr_is_copy(v))
            ptr_add_mark(b->g, ptr_value(b, v), PTR_COMPUTED, 0, ptr_here(b));
        if (ptr_holds_integers(LLVMTypeOf(v)) && makes)
            ptr_flow_to(b, v, call);
        else if (ptr_holds_integers(LLVMTypeOf(v)))
            ptr_flow_narrow(b, v, call);
    }
}

/* A constant length below a pointer's width cannot move one. */
static bool moves_pointers(const ptr_builder *b, LLVMValueRef call) {
    if (LLVMGetNumArgOperands(call) < 3)
        return true;
    LLVMValueRef length = LLVMGetOperand(call, 2);
    return !LLVMIsAConstantInt(length) || LLVMConstIntGetZExtValue(length) >= b->pointer_bytes;
}

/* All bytes that are copied go along, also those of the members after the first. */
static void copy_contents(ptr_builder *b, LLVMValueRef call, ptr_class to, ptr_class from) {
    if (!moves_pointers(b, call)) {
        b->g->nodes.at[from].part_read |= from != 0;
        b->g->nodes.at[to].part_written |= to != 0;
        return;
    }
    if (to && from && LLVMGetNumArgOperands(call) >= 3) {
        LLVMValueRef length = LLVMGetOperand(call, 2);
        uint64_t size = LLVMIsAConstantInt(length) ? LLVMConstIntGetZExtValue(length) : 0;
        ptr_cover(b->g, to, size);
        ptr_cover(b->g, from, size);
    }
    ptr_merge(b->g, to, from);
}

static intrinsic_kind kind_of_intrinsic(const char *name) {
    for (intrinsic_kind kind = INTRINSIC_COPY; kind < INTRINSICS; kind++)
        for (const char *const *prefix = intrinsics[kind]; *prefix; prefix++)
            if (str_starts_with(name, *prefix))
                return kind;
    return INTRINSICS;
}

/* Intrinsics that look at memory. Zeros are zeros in any layout: who clears a block that an object
 * lies in does not look at the object. */
static void use_intrinsic(ptr_builder *b, LLVMValueRef call, intrinsic_kind kind,
                          const char *name) {
    bool sets = str_starts_with(name, "llvm.memset.");
    bool clears = sets && ir_is_zero(LLVMGetOperand(call, 1));
    if ((kind == INTRINSIC_NONE && !sets) || kind == INTRINSIC_SAME ||
        map_find(&b->wrappers.clears, call))
        return;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        use_contents(b, LLVMGetOperand(call, i), !clears);
}

static void call_intrinsic(ptr_builder *b, LLVMValueRef call, const char *name) {
    intrinsic_kind kind = kind_of_intrinsic(name);
    if (kind == INTRINSICS) {
        unlisted_intrinsic(b, call);
        return;
    }
    use_pointers(b, call);
    use_intrinsic(b, call, kind, name);
    ptr_class first = LLVMGetNumArgOperands(call) ? ptr_value(b, LLVMGetOperand(call, 0)) : 0;
    switch (kind) {
    case INTRINSIC_NONE:
    case INTRINSICS:
        break;
    case INTRINSIC_COPY:
        copy_contents(b, call, first, ptr_value(b, LLVMGetOperand(call, 1)));
        break;
    case INTRINSIC_MASK:
        ptr_add_mark(b->g, first, PTR_COMPUTED, 0, ptr_here(b));
        ptr_define(b, call, first);
        ptr_flow_to(b, call, call);
        break;
    case INTRINSIC_SAME:
    case INTRINSIC_MASKED_LOAD:
        if (ptr_carrier(b, LLVMTypeOf(call)) != CARRIES_NONE)
            ptr_define(b, call, first);
        break;
    case INTRINSIC_MASKED_STORE:
        ptr_merge(b->g, first, ptr_value(b, LLVMGetOperand(call, 1)));
        break;
    case INTRINSIC_VASTART:
        start_varargs(b, call);
        break;
    }
}

void ptr_call(ptr_builder *b, LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    LLVMValueRef fn = LLVMIsAFunction(callee);
    if (LLVMIsAInlineAsm(callee))
        lose_all_args(b, call, PTR_REASON_ASM);
    else if (!fn)
        call_indirect(b, call);
    else if (LLVMGetIntrinsicID(fn))
        call_intrinsic(b, call, LLVMGetValueName(fn));
    else if (LLVMIsDeclaration(fn) || LLVMGetLinkage(fn) == LLVMAvailableExternallyLinkage)
        call_external(b, call, fn);
    else
        call_defined(b, call, fn);
}

/* What the library gives the function as that parameter: a letter of `callback`, and the argument
 * of its own that it hands on, c->count if it is none. */
static char handed_on(const ptr_callback *c, uint32_t param, size_t *arg) {
    const char *text = c->row->callback, *rest = strchr(text, '+');
    size_t named = rest ? (size_t)(rest - text) : strlen(text);
    char letter = param < named ? text[param] : rest ? '+' : 'k';
    *arg = c->count;
    if (letter == '+')
        *arg = strlen(c->row->args) + param - named;
    else if (letter >= '0' && letter <= '9')
        *arg = (size_t)(letter - '0');
    return letter;
}

/* What the function returns goes to the library: that of a thread to whoever joins it. */
static void bind_result(ptr_builder *b, const ptr_callback *c, ptr_class result) {
    if (result && strcmp(c->row->name, "pthread_create") == 0)
        ptr_merge(b->g, result, fill_slot(b->g, &b->joined));
    else
        ptr_lose(b, result, PTR_REASON_LIBRARY_KEEPS);
}

static void bind_callback(ptr_builder *b, const ptr_callback *c, ptr_signature *s) {
    if (!s->called)
        s->called = c->witness;
    for (uint32_t i = 0; i < s->param_count; i++) {
        size_t arg;
        char letter = handed_on(c, i, &arg);
        if (arg < c->count)
            ptr_merge(b->g, fill_slot(b->g, &s->params[i]), c->args[arg]);
        else if (letter != '.')
            ptr_lose(b, fill_slot(b->g, &s->params[i]), PTR_REASON_LIBRARY_MEMORY);
    }
    bind_result(b, c, s->result);
}

/* The function is not in the program: what it is given leaves. */
static void lose_handed_on(ptr_builder *b, const ptr_callback *c) {
    size_t arg, params = strlen(c->row->callback) + c->count;
    for (uint32_t i = 0; i < params; i++) {
        handed_on(c, i, &arg);
        ptr_lose(b, arg < c->count ? c->args[arg] : 0, PTR_REASON_EXTERNAL_CALL);
    }
}

/* Functions may still join a class while callbacks are bound: until nothing changes. A round that
 * goes on has merged classes, of which there are at most `most_nodes`. */
void ptr_finish_callbacks(ptr_builder *b) {
    uint64_t before;
    do {
        before = b->g->merges;
        for (size_t i = 0; i < b->callbacks.len; i++) {
            const ptr_callback *c = &b->callbacks.at[i];
            ptr_class fn = ptr_find(b->g, c->function);
            b->witness = c->witness;
            b->g->here = b->g->witnesses.at[c->witness].value;
            for (uint32_t s = b->g->nodes.at[fn].signatures; s; s = b->g->signatures.at[s].next)
                bind_callback(b, c, &b->g->signatures.at[s]);
            ptr_settle(b->g);
        }
    } while (b->g->merges != before && ctx_ok(b->g->ctx));
    for (size_t i = 0; i < b->callbacks.len; i++) {
        const ptr_callback *c = &b->callbacks.at[i];
        b->witness = c->witness;
        if (!b->g->nodes.at[ptr_find(b->g, c->function)].signatures)
            lose_handed_on(b, c);
    }
}
