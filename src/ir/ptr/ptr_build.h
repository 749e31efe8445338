/* Internal to src/ir/ptr: the state while constraints are collected. */
#pragma once

#include "ir/libfuncs.h"
#include "ir/ptr/ptr_graph.h"
#include "ir/ptr/wrappers.h"

/* How a value of a type may carry pointers. */
typedef enum carrier {
    CARRIES_NONE,     /* none: narrower than a pointer */
    CARRIES_POINTER,  /* as wide as a pointer: its class is the location it points to */
    CARRIES_AGGREGATE /* wider: its class is a location that holds it */
} carrier;

/* A function handed to the library, which calls it with locations derived from the arguments. */
typedef struct ptr_callback {
    ptr_class function;
    const lib_func *row;
    const ptr_class *args;
    uint32_t count;
    uint32_t witness;
} ptr_callback;

/* wrap_check.h: what is decided when all constraints are known. */
typedef struct ptr_watched {
    LLVMValueRef function, call;
    ptr_class c;
    uint32_t witness;
    bool undone;
} ptr_watched;

typedef struct ptr_stepped {
    ptr_class actual;
    LLVMValueRef fn;
    unsigned param;
    bool undone;
} ptr_stepped;

typedef struct ptr_freed {
    ptr_class c;
    uint64_t before;
    uint32_t witness;
} ptr_freed;

typedef struct ptr_builder {
    ptr_graph *g;
    lathe_module *m;
    LLVMTargetDataRef layout;
    unsigned pointer_bytes;
    ptr_wrappers wrappers;
    VEC(ptr_callback) callbacks;
    ptr_class joined; /* what the start routines of threads return and pthread_join hands out */
    VEC(ptr_watched) watched;
    VEC(ptr_stepped) stepped;
    VEC(ptr_freed) freed;
    LLVMValueRef fn;    /* being visited */
    uint32_t signature; /* of fn */
    LLVMValueRef inst;  /* being visited */
    uint32_t witness;   /* of inst, 0 until needed */
} ptr_builder;

carrier ptr_carrier(const ptr_builder *b, LLVMTypeRef type);
/* Whether the type is an integer or a vector of them. */
bool ptr_holds_integers(LLVMTypeRef type);
/* The class of a value, made on demand; 0 if it carries no pointer (null, small integers). */
ptr_class ptr_value(ptr_builder *b, LLVMValueRef v);
/* The same class, as it was named when v was first seen: merges remember whose they are. */
ptr_class ptr_value_named(ptr_builder *b, LLVMValueRef v);
/* v's class is (also) c. */
void ptr_define(ptr_builder *b, LLVMValueRef v, ptr_class c);
/* Whether v's class is made of copies: computed integers are not. */
bool ptr_is_copy(LLVMValueRef v);
/* The allocation that a call of a wrapper is. */
ptr_site ptr_site_of(LLVMValueRef call, const ptr_wrapper *w);
/* Witness for the instruction being visited. */
uint32_t ptr_here(ptr_builder *b);

ptr_class ptr_gep(ptr_builder *b, LLVMValueRef gep);
void ptr_call(ptr_builder *b, LLVMValueRef call);
void ptr_finish_callbacks(ptr_builder *b);
void ptr_globals(ptr_builder *b);

/* An operation makes `to` from bits of `from`; with `against`, from their difference. */
void ptr_flow_to(ptr_builder *b, LLVMValueRef from, LLVMValueRef to);
void ptr_flow_difference(ptr_builder *b, LLVMValueRef from, LLVMValueRef against, LLVMValueRef to);
/* The same for a value of a type that is not in the map of values. */
void ptr_flow_into(ptr_builder *b, LLVMValueRef from, ptr_class to, LLVMTypeRef type);
/* The part of a pointer's bits that `inst` keeps, which is not an integer of a pointer's width. */
void ptr_flow_narrow(ptr_builder *b, LLVMValueRef from, LLVMValueRef inst);

/* `to` is made of some integer narrower than a pointer. */
void ptr_flow_any_narrow(ptr_builder *b, LLVMValueRef to);

/* Escapes and comes from outside. */
void ptr_lose(ptr_builder *b, ptr_class c, ptr_reason reason);
