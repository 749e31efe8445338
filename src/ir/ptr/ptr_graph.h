/* The graph of pointer classes: a congruence over memory locations. Classes are alias classes as in
 * Steensgaard's analysis (Points-to Analysis in Almost Linear Time, 1996), by unification, but with
 * offsets: members are classes of their own, and merging is congruence closure.
 *
 * A *class* represents a set of locations (addresses). Everything is about locations:
 *   pointee(C)   the class that pointers stored at C's location point to;
 *   at(C, x)     the location x bytes beyond C's location.
 * A location inside an object is a class of its own, hanging from its container as a *field*; its
 * container is one of its *holders*. So pointers to members may merge without merging the structs
 * they are members of, which is what keeps lists with embedded heads and pointer-to-pointer walks
 * separate.
 *
 * Invariants (after ptr_settle):
 *  1. If C is held by P at offset o, then at(C, x) and at(P, o + x) are one class for every x
 *     that was ever looked up: address arithmetic agrees whichever way it is written.
 *  2. Fields of one class do not overlap: an offset inside a field's extent is found inside it.
 *  3. The first field and its container share an address; the class of the container is the
 *     struct's view of it, the field at offset 0 the scalar's. pointee() of both is the same.
 *  4. With a stride s, at(C, x) = at(C, x mod s): all elements of an array are one class.
 *     A field that reaches beyond the stride repeats with it too. A field at a distance beyond
 *     the stride records a move that may also have left c for its container.
 *  5. Types, objects and marks of a class are those of all locations merged into it.
 *  6. Class 0 is "none": every operation accepts it and does nothing, so a failed allocation
 *     (sticky on the context) cannot lead astray.
 *
 * Merging is by union-find with explicit work lists; fields move from the smaller to the larger.
 */
#pragma once

#include "base/arena.h"
#include "base/limits.h"
#include "base/map.h"
#include "base/vec.h"
#include "ir/srcloc.h"

typedef uint32_t ptr_class; /* 0 = none */

/* A member of a struct type as the front end laid it out. */
typedef struct ptr_member {
    uint64_t offset, size;
    uint64_t stride; /* element size if the member is an array, else 0 */
    uint32_t shape;  /* of the member, or of the array's element; 0 if it is not a struct */
} ptr_member;

/* A named struct type, known by its layout alone so that graphs of several modules can meet. */
typedef struct ptr_shape {
    const char *name; /* "struct.node" */
    uint64_t size;
    const ptr_member *members;
    uint32_t member_count;
} ptr_shape;

/* What a location can be said to be, or to have suffered, besides its types. Each is kept once per
 * class, with its first witness. */
typedef enum ptr_mark {
    PTR_ESCAPES,  /* code outside may use the location; detail = reason */
    PTR_UNKNOWN,  /* pointers of this class may come from code we do not see; detail = reason */
    PTR_FREED,    /* given to free or realloc */
    PTR_COMPUTED, /* an integer made from such a pointer was computed with */
    PTR_DIFF,     /* two pointers were subtracted */
    PTR_WALKED,   /* moved by a variable multiple of detail bytes; the smallest is kept */
    PTR_BACK,     /* moved to a lower address by a constant, as container_of does */
    PTR_TOLD,     /* its address leaves the program as text */
    PTR_SENT,     /* its bytes leave the program, and the pointers in them */
    PTR_RECEIVED, /* its bytes come from outside; pointers among them were printed or sent */
    PTR_FOLDED,   /* walked in steps that do not fit its struct: fields are not distinguished */
    PTR_MARKS
} ptr_mark;

typedef enum ptr_reason {
    PTR_REASON_NONE,
    PTR_REASON_EXTERNAL_CALL,   /* argument or result of a function not in the module */
    PTR_REASON_EXTERNAL_SYMBOL, /* a variable or function visible outside the module */
    PTR_REASON_ASM,             /* inline assembler */
    PTR_REASON_INT_TO_PTR,      /* made from a computed integer */
    PTR_REASON_CALL_TYPE,       /* called with a type other than the function's own */
    PTR_REASON_VARARGS,         /* passed through ... in a way that is not followed */
    PTR_REASON_LIBRARY_MEMORY,  /* owned by the C library */
    PTR_REASON_LIBRARY_KEEPS,   /* a library function keeps it */
    PTR_REASON_ENTRY,           /* parameter of main */
    PTR_REASON_EXCEPTION,       /* exception handling */
    PTR_REASON_RETURNED,        /* read back from outside, or may be */
    PTR_REASON_OPERATION,       /* an instruction that is not followed */
    PTR_REASONS
} ptr_reason;

/* What allocated a heap object. The arguments are those of the call `call` itself. */
typedef struct ptr_site {
    LLVMValueRef call;       /* NULL in a graph read from a file */
    const char *function;    /* name of the function called: malloc, or a wrapper */
    int size_arg, count_arg; /* the size is size_arg * count_arg; -1 = none, -2 = not known */
    bool zeroed;             /* or may be */
    bool plain;              /* the object is all of a block, and of nobody else's concern */
    bool carved;             /* there may be no room for a larger object */
    bool multiple;           /* sizes must be multiples of an alignment that is not known */
    bool vouched;            /* what the function does with the size is not looked into */
    uint64_t slack;          /* there may be so many bytes more than the size */
    uint64_t floor;          /* there may be so many bytes however small the size is */
    uint64_t header;         /* the block begins so many bytes before the object */
} ptr_site;

typedef enum ptr_object_kind {
    PTR_GLOBAL,
    PTR_LOCAL,
    PTR_HEAP, /* detail = allocation site */
    PTR_FUNCTION
} ptr_object_kind;

/* An element of a class's list of types (kind unused, detail = shape) or of objects. */
typedef struct ptr_fact {
    ptr_object_kind kind;
    uint32_t detail;
    uint32_t witness; /* index into witnesses; smaller = earlier in the module */
    uint32_t next;    /* 0 at the end */
} ptr_fact;

typedef struct ptr_list {
    uint32_t first, last; /* indices into facts, 0 = empty */
} ptr_list;

typedef struct ptr_marks {
    struct {
        uint32_t detail, witness; /* witness 0 = not marked */
    } at[PTR_MARKS];
} ptr_marks;

/* Where a fact was first seen: an instruction or global of this module, or a line of text that
 * came with a graph from a file. */
typedef struct ptr_witness {
    LLVMValueRef value;
    const char *text;
} ptr_witness;

typedef struct ptr_field {
    int64_t offset;
    ptr_class target;
    bool moved; /* a pointer was moved here by bytes, which may lead out of a member */
} ptr_field;

typedef struct ptr_holder {
    ptr_class container;
    int64_t offset;
} ptr_holder;

/* Parameters and result of functions of one type within one class of functions. */
typedef struct ptr_signature {
    LLVMTypeRef type; /* NULL in a graph read from a file; then `text` distinguishes types */
    const char *text;
    ptr_class *params; /* what each parameter points to (or its aggregate); 0 if not followed */
    uint32_t param_count;
    ptr_class result, variadic;
    bool defined;
    uint32_t called; /* witness of the first call, 0 if there is none */
    uint32_t next;
} ptr_signature;

/* A name through which other modules, or the library, reach a class. */
typedef struct ptr_symbol {
    const char *name;
    ptr_class object;
    uint32_t witness;
    bool function;
    bool defined;  /* in this graph */
    bool exported; /* visible to other modules */
    bool library;  /* a function the library table speaks for */
} ptr_symbol;

/* An operation makes an integer, `to`, from bits of `from`. Either is what values point to, or, for
 * values wider than a pointer, a location that holds them; 0 stands for all narrower integers. */
typedef struct ptr_flow {
    ptr_class from, to;
    ptr_class against; /* subtracted from `from`: if both are one class, a distance remains */
    bool from_memory, to_memory;
    uint32_t witness;
} ptr_flow;

typedef struct ptr_node {
    ptr_class up; /* union-find */
    ptr_class pointee;
    VEC(ptr_field) fields; /* by offset */
    VEC(ptr_holder) holders;
    uint64_t stride;
    int64_t extent; /* bytes that surely belong to the location when it is inside a container */
    uint32_t shape;
    bool accessed;                /* loaded from or stored to, or given to the library */
    bool used;                    /* the same, but for what frees it or clears all of it */
    bool bulk;                    /* its bytes are copied, or given to the library, by number */
    bool mixed;                   /* seen as structs of different layout: no layout is relied on */
    bool flat;                    /* its first member's class is its own: both views were merged */
    bool part_read, part_written; /* by accesses narrower than a pointer */
    bool cast;                    /* an integer was turned into such a pointer by a cast */
    ptr_list types, objects;
    ptr_marks *marks;    /* NULL if there is none */
    uint32_t signatures; /* list, 0 = empty */
} ptr_node;

/* A merge that was asked for: by the instruction or global `at`, or, with a cause, by what merging
 * brought with it. */
typedef struct ptr_pair {
    ptr_class a, b;
    LLVMValueRef at;
    uint32_t cause; /* join + 1, 0 if the program itself asks */
} ptr_pair;

/* A merge that joined two classes. They are a spanning forest of every class: the way from one
 * location to another is what made them one. */
typedef struct ptr_join {
    ptr_class a, b;  /* as they were named when it was asked for */
    LLVMValueRef at; /* NULL in a graph read from a file */
    uint32_t cause;  /* as in ptr_pair: a join + 1 */
} ptr_join;

#define PTR_OPEN_END (INT64_MAX / 4) /* extent of an array member without an end */

typedef struct ptr_graph {
    lathe_ctx *ctx;
    arena mem;
    VEC(ptr_node) nodes;
    size_t most_nodes; /* more than this is given up, see ptr_expect */
    VEC(ptr_shape) shapes;
    VEC(ptr_fact) facts;
    VEC(ptr_witness) witnesses;
    VEC(ptr_signature) signatures;
    VEC(ptr_site) sites;
    VEC(ptr_symbol) symbols;
    VEC(ptr_flow) flows;
    VEC(ptr_pair) pending;            /* merges still to be done */
    VEC(ptr_join) history;            /* in the order in which they were carried out */
    LLVMValueRef here;                /* what is being visited */
    uint32_t cause;                   /* of merges asked for now: see ptr_pair */
    VEC(ptr_pair) shadows;            /* if the first is lost, so is the second */
    map shape_of;                     /* LLVM struct type → shape */
    map shape_named;                  /* name → first shape with that name */
    map symbol_named;                 /* name → index into symbols; exported and undefined ones */
    map passing;                      /* function that only returns a parameter → which, plus 1 */
    map value_class;                  /* LLVM value → what it points to, or its aggregate */
    uint64_t merges;                  /* done so far */
    ptr_holder path[PTR_MAX_HOLDING]; /* locations outside their class being looked for */
    int path_length;
    bool settling;    /* pending is being worked off */
    bool open;        /* what is exported is used from outside, though there is a main */
    ir_srcloc places; /* of witnesses */
} ptr_graph;

/* Whether allocations are among what the class has of its own. */
static inline bool ptr_has_heap_object(const ptr_graph *g, ptr_class c) {
    for (uint32_t f = g->nodes.at[c].objects.first; f; f = g->facts.at[f].next)
        if (g->facts.at[f].kind == PTR_HEAP)
            return true;
    return false;
}

bool ptr_graph_init(ptr_graph *g, lathe_module *m);
void ptr_graph_free(ptr_graph *g);

/* The program has so many values more, of which each may need a few classes. */
void ptr_expect(ptr_graph *g, size_t values);
/* 0, with the status set, if that is more than a program of this size needs. */
ptr_class ptr_new(ptr_graph *g);
ptr_class ptr_find(ptr_graph *g, ptr_class c);
/* Asks for a merge; ptr_settle carries it out with all that follows from it. */
void ptr_merge(ptr_graph *g, ptr_class a, ptr_class b);
void ptr_settle(ptr_graph *g);

/* The class pointers stored at c's location point to; made on demand. */
ptr_class ptr_pointee(ptr_graph *g, ptr_class c);
/* The same class, as it was named when it was made. */
ptr_class ptr_pointee_named(ptr_graph *g, ptr_class c);
/* The same without making one: 0 if nothing is known. */
ptr_class ptr_pointee_if_any(ptr_graph *g, ptr_class c);
void ptr_set_pointee(ptr_graph *g, ptr_class c, ptr_class target);

/* The location `offset` bytes beyond c, in the object that c is or is an element of. */
ptr_class ptr_at(ptr_graph *g, ptr_class c, int64_t offset);
/* Where a pointer to c points when it is moved by `offset` bytes: c may be a member, now or later,
 * and the location in its container. */
ptr_class ptr_move(ptr_graph *g, ptr_class c, int64_t offset);
/* The member of a struct of this shape at c's location: at(c, member offset) as its own class even
 * at offset 0. Makes c a location of that shape. */
ptr_class ptr_member_at(ptr_graph *g, ptr_class c, uint32_t shape, uint32_t member);
/* c is moved by a variable multiple of stride. Returns the class of the moved pointer. */
ptr_class ptr_walk(ptr_graph *g, ptr_class c, uint64_t stride);
/* At least `size` bytes at c's location are one scalar. */
void ptr_extend(ptr_graph *g, ptr_class c, uint64_t size);
/* The `size` bytes at c's location belong to it: they are copied as one. */
void ptr_cover(ptr_graph *g, ptr_class c, uint64_t size);
/* The location is seen as a struct of this shape. Returns the class with the struct's view, which
 * is the first member's when c is the location of a larger struct that begins with this one. */
ptr_class ptr_see_shape(ptr_graph *g, ptr_class c, uint32_t shape, uint32_t witness);

/* Records that the location at offset is target, for graphs that come from elsewhere. */
void ptr_insert_field(ptr_graph *g, ptr_class c, int64_t offset, ptr_class target);

uint32_t ptr_witness_new(ptr_graph *g, LLVMValueRef value, const char *text);
void ptr_add_type(ptr_graph *g, ptr_class c, uint32_t shape, uint32_t witness);
void ptr_add_object(ptr_graph *g, ptr_class c, ptr_object_kind kind, uint32_t detail,
                    uint32_t witness);
void ptr_add_mark(ptr_graph *g, ptr_class c, ptr_mark mark, uint32_t detail, uint32_t witness);
/* The witness of a mark, 0 if the class does not have it. */
uint32_t ptr_marked(ptr_graph *g, ptr_class c, ptr_mark mark);

/* The signature of functions of this type in c, made on demand. Index into signatures. */
uint32_t ptr_signature_of(ptr_graph *g, ptr_class c, LLVMTypeRef type, const char *text,
                          uint32_t param_count);

/* For merging: all that `from` knew is known of `into`. */
void ptr_join_facts(ptr_graph *g, ptr_class into, const ptr_node *from);
void ptr_join_signatures(ptr_graph *g, ptr_class into, uint32_t list);
