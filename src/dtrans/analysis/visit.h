/* Internal to the analysis: the state while instructions are visited. */
#pragma once

#include "base/limits.h"
#include "dtrans/analysis/local.h"
#include "ir/libfuncs.h"

enum { DTRANS_WITNESSES = 16 };

/* All loads and stores of one width at one location, those of transfers separately. */
typedef struct dtrans_access_sum {
    const LocalPointerInfo *place;
    LLVMTypeRef type;
    uint64_t reads, writes;
    double weight;
    dtrans_values values;
    LLVMValueRef value;
    LLVMValueRef witnesses[DTRANS_WITNESSES];
    uint32_t witness_count;
    bool transfers; /* all of them are of values that are passed or returned */
} dtrans_access_sum;

/* An address counted in bytes that leads to characters, and is moved on from there. */
typedef struct dtrans_counted {
    uint32_t type;
    LLVMValueRef gep;
} dtrans_counted;

/* An instruction that reads a place, and the next one that does, by number from 1. */
typedef struct dtrans_reader {
    LLVMValueRef inst;
    uint32_t next;
} dtrans_reader;

typedef struct dtrans_visitor {
    DTransInfo *info;
    dtrans_local local;
    LLVMTargetDataRef target;
    LLVMValueRef inst;
    double weight; /* how often inst is expected to run */
    uint32_t loop; /* as in dtrans_touched */
    bool in_loop, profiled;
    uint32_t loops_before; /* the function being visited */
    size_t touched_before;
    map judged;    /* location and event → how often it was judged */
    map constants; /* constant expressions already judged */
    map accesses;  /* location and width → index into sums */
    VEC(dtrans_access_sum) sums;
    map sites;     /* allocating call → index into the graph's sites + 1 */
    map declared;  /* type of a variable → its number */
    map alike;     /* that number and a struct → 2 if its initializers are cut alike, 1 if not */
    map by_member; /* struct type → 1 if some address in it is computed by members */
    VEC(dtrans_counted) counted;
    map unmeasured; /* LocalPointerInfo → 1 if the library takes an unknown number of bytes there */
    map readers;    /* place → number of the last of its reads, found when first asked for */
    VEC(dtrans_reader) reads;
    bool readers_known;
    map size_uses; /* size parameter of a wrapper → its first bad use, itself if there is none */
} dtrans_visitor;

/* What is asked about a location. The answer depends on the location, the event and its detail
 * alone, so that it is worked out for the first few instructions only: a location may be a field of
 * hundreds of structs, and be used in thousands of instructions. */
typedef enum dtrans_event {
    EVENT_CONDITIONS, /* detail: the two conditions noted */
    EVENT_OFFSET,     /* detail: the distance */
    EVENT_WALK,       /* detail: the step */
    EVENT_RANGE,      /* detail: the length, 0 if not constant */
    EVENT_PASS,
    EVENT_STORE,
    EVENT_RETURN,
    EVENT_TEXT,
    EVENT_BYTES,  /* detail: the length, 0 if not constant */
    EVENT_ORDER,  /* detail: the location compared with, 0 for any */
    EVENT_COUNT,  /* detail: read, written */
    EVENT_ATOMIC, /* detail: aligned to its width */
} dtrans_event;

void dtrans_visitor_init(dtrans_visitor *v, DTransInfo *info);
/* DTransInfo may be gone by then. */
void dtrans_visitor_free(dtrans_visitor *v);

/* False if the question was answered often enough. */
bool dtrans_asks(dtrans_visitor *v, const LocalPointerInfo *p, dtrans_event event, uint64_t detail);

/* A call reads or writes the field the pointer leads to; copies of whole objects do not count. */
void dtrans_count_field(dtrans_visitor *v, LLVMValueRef pointer, bool reads, bool writes);

/* Remembers that inst touches the location; at the end of a function, adds that up and relates
 * fields that are touched in the same loops. */
void dtrans_touch(dtrans_visitor *v, const LocalPointerInfo *p);
void dtrans_finish_loops(dtrans_visitor *v);

/* Adds what the accesses seen mean for the fields of all types. */
void dtrans_finish_accesses(dtrans_visitor *v);

/* Notes the condition for one type, at the instruction. */
#define dtrans_note_here(v, type, condition, ...)                                                  \
    dtrans_note((v)->info, type, condition, (v)->inst, __VA_ARGS__)

/* Notes the condition for every type the pointer may lead to: `object` where it is an object's
 * address, `element` where it is a field's. DTRANS_CONDITIONS stands for none. */
void dtrans_note_views(dtrans_visitor *v, const LocalPointerInfo *p, dtrans_condition object,
                       dtrans_condition element, const char *reason);

/* The address of an object of the type is also used as the address of what it begins with, down to
 * `stop` (NULL: the first scalar): all first fields on the way stay first. */
void dtrans_pin_first(dtrans_visitor *v, uint32_t type, LLVMTypeRef stop);

/* An object's address is compared with one that may be that of what it begins with. */
void dtrans_pin_compared(dtrans_visitor *v, const LocalPointerInfo *x, const LocalPointerInfo *y);

/* A load or store of `type` through pointer; value is what is stored, NULL for a load. */
void dtrans_visit_access(dtrans_visitor *v, LLVMValueRef pointer, LLVMTypeRef type,
                         LLVMValueRef value);
void dtrans_visit_gep(dtrans_visitor *v);
/* What addresses counted in bytes mean, once all computations are known. */
void dtrans_finish_geps(dtrans_visitor *v);
/* Address computations inside a constant that v->inst uses or is initialised with. */
void dtrans_visit_constant(dtrans_visitor *v, LLVMValueRef constant);
void dtrans_visit_call(dtrans_visitor *v);
/* memset, memcpy, memmove and their kind: bytes at pointer, all of them set, copied or read. */
void dtrans_visit_range(dtrans_visitor *v, LLVMValueRef pointer, LLVMValueRef length,
                        const char *what);
/* Whether a range of bytes is surely not in the member that a view of its pointer's class is about:
 * the pointer is a variable's own address, or the struct ends before the range does. Then it lies
 * in an object that is not a member. */
bool dtrans_is_elsewhere(const DTransInfo *info, const LocalPointerInfo *p, const dtrans_view *view,
                         LLVMValueRef pointer, uint64_t bytes);
/* What a copy of these bytes means besides touching both ranges. */
void dtrans_visit_copy(dtrans_visitor *v, LLVMValueRef to, LLVMValueRef from, LLVMValueRef length);
/* A call is given a pointer and, perhaps for its length, a number. */
void dtrans_judge_told(dtrans_visitor *v, LLVMValueRef pointer, LLVMValueRef number);
void dtrans_visit_globals(dtrans_visitor *v);
/* What the pointer classes alone say: conflicting types, escapes, unknown sources, allocations. */
void dtrans_visit_classes(dtrans_visitor *v);
void dtrans_visit_functions(dtrans_visitor *v);

/* The pointer an integer was cast from, NULL if it was not. */
LLVMValueRef dtrans_cast_pointer(LLVMValueRef v);

/* Whether argument arg of a printf is formatted with %p. */
bool dtrans_is_shown_as_address(LLVMValueRef call, const lib_func *row, unsigned arg);

typedef struct dtrans_size_use {
    LLVMValueRef inst;
    unsigned operand;
    LLVMValueRef param; /* that the operand is computed from */
} dtrans_size_use;

typedef VEC(dtrans_size_use) dtrans_size_uses;

/* Whether a copy of the wrapper, in which only these operands are scaled, would return blocks of
 * the new size and be the same in all else: for wrappers with other uses of the size. */
bool dtrans_can_scale_inside(dtrans_visitor *v, LLVMValueRef call, unsigned arg,
                             dtrans_size_uses *out);

/* Whether v is a multiple of size whatever the program does. */
bool dtrans_is_multiple(dtrans_visitor *v, LLVMValueRef value, uint64_t size);

/* Whether a size is at least so many bytes: it is that number, or the sum of it and something that
 * the program takes for a size, too. */
bool dtrans_is_at_least(dtrans_visitor *v, LLVMValueRef value, uint64_t bytes);
/* Whether a size is the sum of *rest bytes and a number of elements of step bytes. */
bool dtrans_split_size(dtrans_visitor *v, LLVMValueRef value, uint64_t step, uint64_t *rest);
/* How many of a size's bytes are for the array without an end is not known: its elements, if they
 * are structs, must keep theirs. */
void dtrans_note_elements(dtrans_visitor *v, const dtrans_type *t, const char *function);
/* The bytes that a site allocates if they are constant, else 0. */
uint64_t dtrans_site_bytes(const ptr_site *site);
/* The allocation that a call makes, NULL if it makes none. */
const ptr_site *dtrans_site_of(dtrans_visitor *v, LLVMValueRef call);
/* The argument of an allocating call that is all of its size, -1 if there is none. */
int dtrans_bytes_argument(const ptr_site *site);
/* The one that is a multiple of so many bytes, -1 if there is none. */
int dtrans_multiple_argument(dtrans_visitor *v, const ptr_site *site, uint64_t bytes);
/* The one that counts in structs of the type, -1 if there is none. */
int dtrans_scaled_argument(dtrans_visitor *v, const ptr_site *site, const dtrans_type *t);

/* Argument `arg` is the size of what the call allocates. If the program defines the function
 * called, the first instruction that uses the size for more than the memory returned; else NULL. */
LLVMValueRef dtrans_other_size_use(dtrans_visitor *v, LLVMValueRef call, unsigned arg);

/* Whether [offset, offset + length) of a struct is exactly one field, a struct or an array inside
 * one, or elements of such an array. */
bool dtrans_is_one_member(LLVMTargetDataRef target, LLVMTypeRef type, uint64_t offset,
                          uint64_t length);

/* The scalar at offset of a struct: its size, 0 if no scalar begins there. Members of a union and
 * bit-field storage count as one scalar; *opaque says that any access inside its bytes is good. */
uint64_t dtrans_leaf_size(DTransInfo *info, uint32_t type, uint64_t offset, bool *opaque);
/* The same of any type, found anew each time. */
uint64_t dtrans_leaf_of(LLVMTargetDataRef target, LLVMTypeRef type, uint64_t offset, bool *opaque);

/* type_pieces.c: structs that are passed and returned by value. */
/* One register of a value. */
typedef struct dtrans_part {
    LLVMTypeRef type;
    uint64_t offset, size; /* bytes in the memory of the whole value */
} dtrans_part;

/* The registers a value of the type is made of; 0 if it is not made of whole bytes, or of more than
 * DTRANS_MAX_PARTS. */
uint32_t dtrans_parts_of(LLVMTargetDataRef target, LLVMTypeRef type, dtrans_part *parts);

/* Whether a load or store moves an argument or a result: what is loaded only goes to calls and
 * returns, what is stored comes from a parameter or a call. */
bool dtrans_is_transfer(LLVMValueRef inst);

/* Whether each part of a value at offset of the struct holds whole scalars and padding only. */
bool dtrans_has_whole_parts(LLVMTargetDataRef target, LLVMTypeRef object, uint64_t offset,
                            LLVMTypeRef value);

/* Whether a local variable of the declared type can only hold one object of the struct on its way
 * from memory to registers or back. Such variables have the size of the registers. */
bool dtrans_is_temporary(LLVMTargetDataRef target, LLVMTypeRef declared, LLVMTypeRef object);

/* Calls visit for each field, at any depth, of which some of the bytes [offset, offset + length) of
 * the type are. */
void dtrans_each_covered(DTransInfo *info, LLVMTypeRef type, uint64_t offset, uint64_t length,
                         void (*visit)(DTransInfo *, uint32_t type, uint32_t field, void *data),
                         void *data);
