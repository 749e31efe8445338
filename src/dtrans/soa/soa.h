/* Arrays of structs become structs of arrays; pointers to elements become indexes.
 *
 * An *array* here is a pointer class whose pointers lead to objects of one type T and to nothing
 * else, together with those at constant distances from it. Its elements live in at most one block
 * at a time; the value of a pointer is the number of its element in that block, counted from 1, and
 * null is 0. Between functions and in memory such values are integers (transform/pointers.h);
 * inside a function they are rewritten as pointers of that value first, so that nothing but what
 * looks at memory has to change, and become integers at the end (integers.c).
 *
 * A *direct* object of the class is a variable that nothing but accesses and copies ever names: a
 * temporary for a swap, the constant an element is set from. It stays in one piece.
 *
 * Invariants:
 *  1. What is in `claimed` is rewritten here and by nobody else.
 *  2. Edits are found before anything is touched, and carried out in terms of the old program.
 *  3. Bases in memory are one element low, so that an index needs no correction.
 */
#pragma once

#include "dtrans/transform/base.h"
#include "ir/ir_pass.h"

typedef enum soa_block_kind {
    BLOCK_NONE, /* no object: pointers of the class are null */
    BLOCK_HEAP,
    BLOCK_GLOBAL,
    BLOCK_LOCAL
} soa_block_kind;

/* What debug info calls the bases; without a type, nothing. */
typedef struct soa_description {
    LLVMMetadataRef type, file;
    const char *name;
    unsigned line;
} soa_description;

typedef struct soa_array {
    uint32_t type;
    uint32_t up; /* its own number, or that of the array it is a part of */
    soa_block_kind block;
    LLVMValueRef object; /* the variable of BLOCK_GLOBAL and BLOCK_LOCAL */
    bool grows;          /* some site reallocates */
    LLVMValueRef owner;  /* the function whose activations have a block each; NULL: there is one */
    LLVMValueRef bases;  /* where the bases of the parts are kept; NULL for BLOCK_GLOBAL */
    LLVMValueRef *slots; /* instead of it, if there is an owner: a variable for each base */
    LLVMValueRef whole;  /* BLOCK_HEAP: where the address of the block is kept */
    LLVMValueRef count;  /* if it grows: elements of the block */
    LLVMValueRef failed; /* if it grows: whether the block was lost by a failure to grow */
    LLVMValueRef *parts; /* BLOCK_GLOBAL: the array of each part */
    soa_description debug; /* of `slots` */
} soa_array;

typedef enum soa_edit_kind {
    SOA_STEP,       /* address computation: from element to element */
    SOA_FIELD,      /* address computation: from an element to a field */
    SOA_ACCESS,     /* operand: an element's address for that of its first field */
    SOA_DIFFERENCE, /* division of a distance by the size */
    SOA_ALLOCATE,   /* call; operand: the argument that counts in structs */
    SOA_FREE,       /* call; operand: the pointer */
    SOA_COPY,       /* memcpy, memmove */
    SOA_SET,        /* memset */
    SOA_LOCAL,      /* the variable of BLOCK_LOCAL */
    SOA_ERASE
} soa_edit_kind;

typedef struct soa_edit {
    soa_edit_kind kind;
    uint32_t array;
    LLVMValueRef at;
    unsigned operand;
    int other;   /* SOA_ALLOCATE: the argument to multiply by, -1 if none */
    int regrown; /* SOA_ALLOCATE: the argument that is reallocated, -1 if none */
} soa_edit;

/* Fields that stay together: an array of the one field, or of a struct of several. */
typedef struct soa_part {
    LLVMTypeRef type;  /* of an element of the array */
    uint32_t *members; /* elements of `whole` in their order in it; one: the type is the field's */
    uint32_t count;
    uint64_t size, align;
    uint64_t before; /* bytes per index of the arrays before this one */
} soa_part;

/* What a type's elements are like when split.
 *
 *  1. Parts are numbered as their first fields are; the number is the index of the base in `bases`.
 *  2. The parts of an element take no more bytes than the old struct, so that a size that could be
 *     asked for does not overflow. */
typedef struct soa_shape {
    LLVMTypeRef bases; /* the struct of base pointers */
    LLVMTypeRef whole; /* an element in one piece */
    soa_part *parts;
    uint32_t count;
    uint32_t *order;  /* parts, strictest alignment first */
    uint32_t *part;   /* by element of `whole` */
    uint32_t *member; /* in the part, by element of `whole` */
    uint64_t bytes;   /* per index, of all arrays */
} soa_shape;

typedef struct soa_refusal {
    uint32_t type;
    LLVMValueRef where;
    const char *reason;
} soa_refusal;

/* Which fields stay together. Groups are numbered as their first fields are. */
typedef struct soa_groups {
    uint32_t *of; /* by field; IR_NONE for padding */
    uint32_t count;
} soa_groups;

/* What distinguishes one pass from the other in the names of new things. */
typedef struct soa_names {
    const char *bases;   /* types, see soa_shape */
    const char *storage; /* variables: of bases, and with a word more, of what else is kept */
} soa_names;

/* Why a type that may change is left alone without a use that speaks against it. */
typedef struct soa_idle {
    const char *id, *reason;
} soa_idle;

typedef struct soa {
    DTransOptBase *base; /* during steps 1 to 8 */
    DTransInfo *info;
    arena mem;
    unsigned bits; /* of an index asked for, 0 if none was */
    bool force;    /* whether or not it is worth it */
    const soa_names *names;
    bool split;            /* fields stay together in groups */
    const char *grouping;  /* the groups asked for, NULL if none were */
    soa_groups *groups;    /* by type; without `of` each field is one */
    bool best;             /* leaves types alone that the other pass changes for the better */
    const soa_idle **idle; /* by type: why it is left alone although it may change, or NULL */
    double *estimates;     /* by type: bytes moved, of those now; 0 if nobody asked */
    dtrans_visitor visitor;
    bool *candidate; /* by type */
    VEC(soa_refusal) refusals;
    VEC(soa_array) arrays;
    map by_class; /* class → index into arrays, plus 1 */
    map direct;   /* variables */
    VEC(soa_edit) edits;
    map claimed;
    map shapes;              /* type + 1 → soa_shape */
    LLVMValueRef where;      /* a proof about the array that is looked at has failed there … */
    const char *reason;      /* … and why */
    struct soa_calls *calls; /* NULL until asked for */
    LLVMBuilderRef b;        /* while the edits are carried out */
} soa;

/* Leaves the type alone in this run and says why. */
void soa_refuse(soa *s, uint32_t type, LLVMValueRef where, const char *reason);
/* Of a proof, of which another kind may still succeed. False. */
bool soa_fail(soa *s, LLVMValueRef where, const char *reason);
void soa_add(soa *s, soa_edit edit);
/* The value is rewritten here and by nobody else. */
void soa_claim(soa *s, const soa_array *a, LLVMValueRef v);
/* Why an array of two blocks is left alone. */
extern const char soa_two_blocks[];

/* find.c: candidates, their arrays and objects. */
void soa_find_arrays(soa *s);
/* The array whose elements a pointer leads to as an index; NULL for all other values, for null and
 * for direct objects. */
soa_array *soa_array_of(soa *s, LLVMValueRef v);
soa_array *soa_array_at(soa *s, ptr_class c);
/* What a global or local variable is declared as. */
LLVMTypeRef soa_variable_type(LLVMValueRef variable);
/* Whether a constant expression is part of the program. Those that earlier passes have replaced
 * stay among the uses of their variables, with types that are no more. */
bool soa_is_live(LLVMValueRef user);
uint32_t soa_number(const soa *s, const soa_array *a);
bool soa_is_direct(const soa *s, LLVMValueRef v);
/* Whether nothing is known to be at the locations of the class: pointers to it are null. */
bool soa_is_blank(soa *s, LLVMValueRef v);

/* soa_check.c: every use of an index, as an edit or a refusal. */
void soa_check_uses(soa *s);
typedef struct soa_term {
    LLVMValueRef index; /* NULL: 1 */
    int64_t times, over;
} soa_term;

/* An address computation from an element. */
typedef struct soa_path {
    VEC(soa_term) terms; /* elements moved by: sum of index * times / over */
    uint32_t field;      /* of the old struct, IR_NONE if the result is an element */
    unsigned rest;       /* operand with which the path inside the field begins, 0 if in bytes */
    uint64_t inside;     /* old bytes into the field, if in bytes */
} soa_path;
bool soa_decode(soa *s, const soa_array *a, LLVMValueRef gep, soa_path *path);
/* Whether the type is the element's, or of arrays of it. */
bool soa_is_array_of(LLVMTypeRef type, LLVMTypeRef element);

/* soa_blocks.c, holder.c: at most one block of each array is alive, or one for each activation of
 * the function that makes it, which is its owner then. */
void soa_check_blocks(soa *s);
typedef VEC(const soa_edit *) soa_sites; /* that allocate the blocks of one array */
bool soa_is_site(const soa_sites *sites, LLVMValueRef inst);
bool soa_has_one_holder(soa *s, const soa_sites *sites);

/* A variable in one piece that functions share, whose fields hold pointers as those of elements do;
 * NULL if the array has none. */
LLVMValueRef soa_shared_piece(soa *s, const soa_array *a);

/* latest.c: what is reallocated is what the same activation of the same function got last. */
bool soa_has_latest_value(soa *s, const soa_sites *sites);

/* bound.c: whether the bases of the array can live in the frames of the function that makes it. */
bool soa_is_bound(soa *s, const soa_array *a, LLVMValueRef owner);

/* soa_calls.c: who may call whom, how often, and when. */
typedef struct soa_point {
    LLVMValueRef inst[64]; /* from main inwards: calls, and last the instruction itself */
    unsigned depth;
} soa_point;
/* Whether the instruction runs at most once in a run of the program; fills the way to it. */
bool soa_runs_once(soa *s, LLVMValueRef inst, soa_point *point);
bool soa_in_cycle(soa *s, LLVMBasicBlockRef bb);
/* Adds the blocks before this one that have not been seen. */
typedef VEC(LLVMBasicBlockRef) soa_block_list;
void soa_push_predecessors(soa *s, LLVMBasicBlockRef bb, map *seen, soa_block_list *work);
/* Whether control can come from the first block to the second, by at least one edge. */
bool soa_can_follow(soa *s, LLVMBasicBlockRef from, LLVMBasicBlockRef to);
/* Whether a call of the one may, at any depth, come to the other. */
bool soa_may_reach(soa *s, LLVMValueRef from, LLVMValueRef to);
/* Whether the instruction may run before a point that runs once. */
bool soa_may_precede(soa *s, LLVMValueRef inst, const soa_point *point);
/* Whether two activations of the function may exist at once: by recursion, on two threads, in a
 * signal handler, in a coroutine. */
bool soa_may_be_active_twice(soa *s, LLVMValueRef fn);
/* Whether control may return to where it was before, as by longjmp. */
bool soa_has_jumps(soa *s);
/* … to a point in the function. */
bool soa_jumps_in(soa *s, LLVMValueRef fn);
/* Whether code outside the module may call the function at any time, see soa_calls.c. */
bool soa_is_entry(soa *s, LLVMValueRef fn);
bool soa_is_coroutine(soa *s, LLVMValueRef fn);
void soa_calls_free(soa *s);

/* groups.c: which fields stay together. */
/* The frequency of the field that is used most. */
double soa_hottest(const dtrans_type *t);
/* From heat and affinity; `cut` asks for two groups at least where there are two fields. False on
 * failure. */
bool soa_group_by_heat(soa_groups *groups, arena *mem, const dtrans_type *t, bool cut);
/* As asked for: "a+b,c", fields by name or number; those not named are one group more. Returns the
 * word that names no field or one that has a group already, NULL if all is well. */
const char *soa_group_as_told(soa_groups *groups, arena *mem, const dtrans_type *t,
                              const char *text);
/* As decided before; false if nothing was, or without memory. */
bool soa_group_as_decided(soa_groups *groups, arena *mem, const dtrans_type *t,
                          const dtrans_decision *decision);
/* Bytes that the groups of one object take, each padded for itself. */
uint64_t soa_grouped_size(const soa_groups *groups, arena *mem, const dtrans_type *t,
                          LLVMTargetDataRef target);
/* Makes one group of two as long as all take more than the struct. */
void soa_group_to_fit(soa_groups *groups, arena *mem, const dtrans_type *t,
                      LLVMTargetDataRef target);
/* The bytes of each group of one object, padding at its end included. NULL without memory. */
uint64_t *soa_group_sizes(const soa_groups *groups, arena *mem, const dtrans_type *t,
                          LLVMTargetDataRef target);

/* soa_worth.c: whether splitting the type pays; the estimate is kept. */
bool soa_is_worth_it(soa *s, uint32_t type);
/* To be said of all types first that soa_is_worth_it will be asked about. */
void soa_will_ask(soa *s, uint32_t type);
/* Of the types that stay because it does not. */
void soa_tell_estimates(DTransOptBase *b, void *data);
/* How the fields of a type are grouped if heat decides. False on failure. */
bool soa_make_groups(soa *s, uint32_t type, soa_groups *groups);

/* "x+y, name" */
void soa_groups_print(const soa_groups *groups, const dtrans_type *t, str *out);

/* soa_shape.c: the types of an array that is split. */
const soa_shape *soa_shape_of(soa *s, uint32_t type);

/* soa_rewrite.c, memory.c: carrying the edits out. */
void soa_rewrite(DTransOptBase *b, void *data);
/* The address of a part of the element with an index. */
LLVMValueRef soa_part_address(soa *s, const soa_array *a, uint32_t part, LLVMValueRef index);
/* The address of a field (by element of the new struct) of the element with an index. */
LLVMValueRef soa_field_address(soa *s, const soa_array *a, uint32_t element, LLVMValueRef index);
/* From the field's address on, where the computation `gep` goes. */
LLVMValueRef soa_enter_field(soa *s, const soa_array *a, LLVMValueRef gep, const soa_path *path,
                             LLVMValueRef address);
/* Pointer and index, of one value. */
LLVMValueRef soa_index(soa *s, LLVMValueRef pointer);
LLVMValueRef soa_pointer(soa *s, LLVMValueRef index);
LLVMValueRef soa_add_bytes(soa *s, LLVMValueRef pointer, LLVMValueRef bytes);
LLVMTypeRef soa_word(const soa *s);
LLVMTypeRef soa_pointer_type(const soa *s);
LLVMValueRef soa_int(const soa *s, uint64_t value);
void soa_make_storage(soa *s);
/* Where the base of a part is kept. */
LLVMValueRef soa_base_slot(soa *s, const soa_array *a, uint32_t part);
void soa_apply_allocate(soa *s, const soa_edit *e);
void soa_apply_free(soa *s, const soa_edit *e);
void soa_apply_copy(soa *s, const soa_edit *e);
void soa_apply_set(soa *s, const soa_edit *e);
void soa_apply_local(soa *s, const soa_edit *e);
void soa_replace_globals(soa *s);

/* frames.c: in the end, the bases of bound arrays move into frames. */
void soa_move_to_frames(DTransOptBase *b, void *data);
/* A function, perhaps the owner of some array, has been replaced; by NULL: it has not. */
void soa_follow_owner(soa *s, LLVMValueRef before, LLVMValueRef now);

/* soa_init.c: the initializers of a variable that is split. */
LLVMValueRef soa_part_variable(soa *s, const soa_array *a, const soa_part *part, const char *name);
void soa_initialize(soa *s, soa_array *a);

/* describe.c: debug info of the arrays. */
void soa_describe(soa *s);

/* integers.c: pointers that are never followed become integers, within one function. */
void soa_make_integers(lathe_module *m, LLVMValueRef fn);

/* marks.c: annotates addresses of index fields. */
void soa_mark_fields(soa *s, LLVMValueRef fn);
