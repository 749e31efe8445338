/* lathe: the tree of a loop nest, to be walked: nodes, references, canonical expressions, blobs.
 *
 * Every handle here belongs to the lathe_hir it was asked from and lives as long as that does; a
 * node that was removed stays valid, but is in no list. Functions take the HIR of the function that
 * a handle belongs to (lathe_hir_function_get) where they need it. What is not there is NULL, 0 or
 * false: a list beyond the last, a level that a loop does not have, a blob 0.
 *
 * Lists, references and terms are numbered from 0. Nesting levels are numbered from 1, the
 * outermost, and dimensions from 1, the innermost: level 0 is outside of all loops.
 */
#ifndef LATHE_HIR_TREE_H
#define LATHE_HIR_TREE_H

#include <lathe/hir.h>

#include <llvm-c/Core.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hir lathe_hir_function;     /* the HIR of one function */
typedef struct HLNode lathe_hl_node;       /* HLNode: region, loop, if, … */
typedef struct RegDDRef lathe_reg_ddref;   /* RegDDRef: an operand of a node */
typedef struct BlobDDRef lathe_blob_ddref; /* BlobDDRef: a temp inside of a RegDDRef */
typedef struct CanonExpr lathe_canon_expr; /* CanonExpr: a closed form */
typedef uint32_t lathe_blob;               /* an expression without induction variables; 0: none */
typedef uint32_t lathe_temp;               /* a scalar; 0: none */

/* ---- Functions and regions ---- */

/* By number, as lathe_hir_function_count counts. */
LATHE_API lathe_hir_function *lathe_hir_function_get(LATHE_KEEP lathe_hir *h, size_t function);
/* By name; NULL if the HIR has no such function. */
LATHE_API lathe_hir_function *lathe_hir_function_find(LATHE_KEEP lathe_hir *h, const char *name);
/* The function of LLVM IR; NULL if the HIR was read from text. */
LATHE_API LLVMValueRef lathe_hir_function_llvm(LATHE_KEEP const lathe_hir_function *f);
/* How many loop nests the function has. */
LATHE_API size_t lathe_hir_region_count(LATHE_KEEP const lathe_hir_function *f);
/* A loop nest, a node of the kind LATHE_HL_REGION. */
LATHE_API lathe_hl_node *lathe_hir_region_get(LATHE_KEEP const lathe_hir_function *f,
                                              size_t region);
/* The node with that number, as text, JSON and remarks show it. */
LATHE_API lathe_hl_node *lathe_hir_node_numbered(LATHE_KEEP const lathe_hir_function *f,
                                                 unsigned number);
/* The first loop, in lexical order, that starts on that line of the source. */
LATHE_API lathe_hl_node *lathe_hir_loop_at_line(LATHE_KEEP const lathe_hir_function *f,
                                                unsigned line);

/* ---- Nodes ---- */

/* The kinds of nodes. */
typedef enum lathe_hl_kind {
    LATHE_HL_REGION,
    LATHE_HL_LOOP,
    LATHE_HL_IF,
    LATHE_HL_SWITCH,
    LATHE_HL_LABEL,
    LATHE_HL_GOTO,
    LATHE_HL_INST
} lathe_hl_kind;

/* What a node is. */
LATHE_API lathe_hl_kind lathe_hl_kind_of(LATHE_KEEP const lathe_hl_node *node);
/* The number that text and JSON show it by; it stays when the node moves. */
LATHE_API unsigned lathe_hl_number(LATHE_KEEP const lathe_hl_node *node);
/* The node whose list it is in; NULL of a region, and of what is in no list. */
LATHE_API lathe_hl_node *lathe_hl_parent(LATHE_KEEP const lathe_hl_node *node);
/* The next one in its list. */
LATHE_API lathe_hl_node *lathe_hl_next(LATHE_KEEP const lathe_hl_node *node);
/* The one before it in its list. */
LATHE_API lathe_hl_node *lathe_hl_prev(LATHE_KEEP const lathe_hl_node *node);
/* The node after this one in lexical order, what is in it first; NULL after the last in `top`. */
LATHE_API lathe_hl_node *lathe_hl_next_in(LATHE_KEEP const lathe_hl_node *node,
                                          LATHE_KEEP const lathe_hl_node *top);
/* getParentLoop: the innermost loop around it. */
LATHE_API lathe_hl_node *lathe_hl_parent_loop(LATHE_KEEP const lathe_hl_node *node);
/* getParentRegion: the region that it is in. */
LATHE_API lathe_hl_node *lathe_hl_parent_region(LATHE_KEEP const lathe_hl_node *node);
/* getNestingLevel: of a loop, that of its own induction variable; of another node, that of the
 * innermost loop around it. */
LATHE_API unsigned lathe_hl_nesting_level(LATHE_KEEP const lathe_hl_node *node);
/* Whether it comes before the other one in lexical order; both are in one region. */
LATHE_API bool lathe_hl_is_before(LATHE_KEEP const lathe_hl_node *node,
                                  LATHE_KEEP const lathe_hl_node *other);
/* Whether it is the other one, or in it. */
LATHE_API bool lathe_hl_is_in(LATHE_KEEP const lathe_hl_node *node,
                              LATHE_KEEP const lathe_hl_node *top);
/* Its position in the source: *line is 0 and *file NULL if that is not known. Each may be NULL. */
LATHE_API void lathe_hl_source(LATHE_KEEP const lathe_hl_node *node, const char **file,
                               unsigned *line, unsigned *column);
/* Its line of text, without what is in it. */
LATHE_GIVE LATHE_API char *lathe_hl_text(LATHE_KEEP const lathe_hir_function *f,
                                         LATHE_KEEP const lathe_hl_node *node);

/* Lists of nodes: the body of a region or loop; then and else of an if; the cases of a switch, and
 * its default last. 0 of others. */
LATHE_API size_t lathe_hl_list_count(LATHE_KEEP const lathe_hl_node *node);
/* The first node of such a list; NULL if it is empty. */
LATHE_API lathe_hl_node *lathe_hl_first(LATHE_KEEP const lathe_hl_node *node, size_t list);
/* The last node of such a list. */
LATHE_API lathe_hl_node *lathe_hl_last(LATHE_KEEP const lathe_hl_node *node, size_t list);

/* ---- Regions ---- */

/* The name of the first block of the nest in LLVM IR. */
LATHE_API const char *lathe_hl_region_entry(LATHE_KEEP const lathe_hl_node *region);
/* The name of the block that runs after it; "" if none does. */
LATHE_API const char *lathe_hl_region_exit(LATHE_KEEP const lathe_hl_node *region);
/* Temps that are read in it before it writes them: fills up to `room`, returns how many. */
LATHE_API size_t lathe_hl_region_live_in(LATHE_KEEP const lathe_hl_node *region, lathe_temp *temps,
                                         size_t room);
/* Temps that are read after it: fills up to `room`, returns how many. */
LATHE_API size_t lathe_hl_region_live_out(LATHE_KEEP const lathe_hl_node *region, lathe_temp *temps,
                                          size_t room);
/* The deepest nesting level in it. */
LATHE_API unsigned lathe_hl_region_depth(LATHE_KEEP const lathe_hl_node *region);
/* Whether it differs from the code it was built from. */
LATHE_API bool lathe_hl_region_changed(LATHE_KEEP const lathe_hl_node *region);

/* ---- Loops ---- */

/* What is known of how often a loop runs. */
typedef enum lathe_hl_loop_kind {
    LATHE_HL_DO,         /* runs a known number of times */
    LATHE_HL_MULTI_EXIT, /* at most, for gotos may leave it before */
    LATHE_HL_WHILE       /* until a goto leaves it */
} lathe_hl_loop_kind;

/* Whether it is a DO loop, one with more exits, or a WHILE. */
LATHE_API lathe_hl_loop_kind lathe_hl_loop_kind_of(LATHE_KEEP const lathe_hl_node *loop);
/* The number of the last iteration, counted from 0; NULL of a WHILE. The lower bound is 0 and the
 * step 1. */
LATHE_API lathe_canon_expr *lathe_hl_loop_upper(LATHE_KEEP const lathe_hl_node *loop);
/* The trip count as an expression, of the type of the bound; NULL of a WHILE, and if it cannot be
 * written. It is nobody's: yours to put into a node, if you like. */
LATHE_API lathe_canon_expr *lathe_hl_loop_trip_count(LATHE_KEEP lathe_hir_function *f,
                                                     LATHE_KEEP const lathe_hl_node *loop);
/* The trip count if it is a constant; 0 if it is not. */
LATHE_API uint64_t lathe_hl_loop_const_trip_count(LATHE_KEEP lathe_hir_function *f,
                                                  LATHE_KEEP const lathe_hl_node *loop);
/* The type of its induction variable. */
LATHE_API LLVMTypeRef lathe_hl_loop_iv_type(LATHE_KEEP const lathe_hl_node *loop);
/* Whether no loop is in it. */
LATHE_API bool lathe_hl_loop_is_innermost(LATHE_KEEP const lathe_hl_node *loop);
/* Whether the sum in its bound, as a signed number, neither wraps nor is negative when it is
 * entered. */
LATHE_API bool lathe_hl_loop_is_exact(LATHE_KEEP const lathe_hl_node *loop);
/* Why it is not a DO loop: an id of docs/reasons.md; NULL if it is one. */
LATHE_API const char *lathe_hl_loop_refusal(LATHE_KEEP const lathe_hl_node *loop);

/* ---- Ifs, switches, labels, gotos, instructions ---- */

/* Whether an if, comparison or select compares floating-point numbers. */
LATHE_API bool lathe_hl_compares_reals(LATHE_KEEP const lathe_hl_node *node);
/* The comparison of an if, icmp or select of integers; references are its sides. */
LATHE_API LLVMIntPredicate lathe_hl_predicate(LATHE_KEEP const lathe_hl_node *node);
/* The same of floating-point numbers. */
LATHE_API LLVMRealPredicate lathe_hl_real_predicate(LATHE_KEEP const lathe_hl_node *node);
/* How many cases a switch has; the default does not count. */
LATHE_API size_t lathe_hl_switch_case_count(LATHE_KEEP const lathe_hl_node *node);
/* The number that a case is for. */
LATHE_API int64_t lathe_hl_switch_case_value(LATHE_KEEP const lathe_hl_node *node, size_t index);
/* The name of a label, or of a goto's target. */
LATHE_API const char *lathe_hl_label_name(LATHE_KEEP const lathe_hl_node *node);
/* The label that a goto leads to; NULL if it leaves the region. */
LATHE_API lathe_hl_node *lathe_hl_goto_target(LATHE_KEEP const lathe_hl_node *node);
/* What an instruction does; 0 if it assigns a temp or a closed form. */
LATHE_API LLVMOpcode lathe_hl_opcode(LATHE_KEEP const lathe_hl_node *node);
/* The name of the function that a call calls; NULL if it is not known. */
LATHE_API const char *lathe_hl_callee(LATHE_KEEP const lathe_hl_node *node);
/* The instruction of LLVM IR that it was; NULL of copies, and from text. */
LATHE_API LLVMValueRef lathe_hl_llvm(LATHE_KEEP const lathe_hl_node *node);
/* Whether the first reference is written. */
LATHE_API bool lathe_hl_has_lval(LATHE_KEEP const lathe_hl_node *node);
/* The references of a loop (its bound), if, switch or instruction. */
LATHE_API size_t lathe_hl_ref_count(LATHE_KEEP const lathe_hl_node *node);
/* One of them; what is written comes first. */
LATHE_API lathe_reg_ddref *lathe_hl_ref(LATHE_KEEP const lathe_hl_node *node, size_t index);
/* getLvalDDRef: the one that is written; NULL if none is. */
LATHE_API lathe_reg_ddref *lathe_hl_lval(LATHE_KEEP const lathe_hl_node *node);

/* ---- RegDDRef ---- */

/* The kinds of references. */
typedef enum lathe_ddref_kind {
    LATHE_DDREF_SCALAR, /* a temp, a constant or a closed form */
    LATHE_DDREF_MEMORY, /* (base)[…]: what is there */
    LATHE_DDREF_ADDRESS /* &(base)[…]: where it is */
} lathe_ddref_kind;

/* Whether it is a scalar, memory, or an address. */
LATHE_API lathe_ddref_kind lathe_ddref_kind_of(LATHE_KEEP const lathe_reg_ddref *ref);
/* getHLDDNode: the node whose operand it is. */
LATHE_API lathe_hl_node *lathe_ddref_node(LATHE_KEEP const lathe_reg_ddref *ref);
/* getSymbase: its alias set; 0 of constants. */
LATHE_API unsigned lathe_ddref_symbase(LATHE_KEEP const lathe_reg_ddref *ref);
/* isLval: whether it is written. */
LATHE_API bool lathe_ddref_is_lval(LATHE_KEEP const lathe_reg_ddref *ref);
/* Whether the access is volatile. */
LATHE_API bool lathe_ddref_is_volatile(LATHE_KEEP const lathe_reg_ddref *ref);
/* Whether the access is atomic. */
LATHE_API bool lathe_ddref_is_atomic(LATHE_KEEP const lathe_reg_ddref *ref);
/* The type of what is read or written. */
LATHE_API LLVMTypeRef lathe_ddref_type(LATHE_KEEP const lathe_reg_ddref *ref);
/* getBaseCE: of memory and addresses; NULL of a scalar. */
LATHE_API lathe_canon_expr *lathe_ddref_base(LATHE_KEEP const lathe_reg_ddref *ref);
/* getNumDimensions: how many subscripts it has; of a scalar 1. */
LATHE_API unsigned lathe_ddref_dimension_count(LATHE_KEEP const lathe_reg_ddref *ref);
/* getDimensionIndex: the subscript of a dimension; of a scalar, in dimension 1, its value. */
LATHE_API lathe_canon_expr *lathe_ddref_subscript(LATHE_KEEP const lathe_reg_ddref *ref,
                                                  unsigned dimension);
/* getDimensionStride: bytes from one to the next, as a blob. */
LATHE_API lathe_blob lathe_ddref_dimension_stride(LATHE_KEEP const lathe_reg_ddref *ref,
                                                  unsigned dimension);
/* getDimensionConstStride: the same as a number; 0 if it is not constant. */
LATHE_API int64_t lathe_ddref_dimension_const_stride(LATHE_KEEP const lathe_hir_function *f,
                                                     LATHE_KEEP const lathe_reg_ddref *ref,
                                                     unsigned dimension);
/* How many there are in a dimension; 0 if that is not known. */
LATHE_API uint64_t lathe_ddref_dimension_size(LATHE_KEEP const lathe_reg_ddref *ref,
                                              unsigned dimension);
/* getStrideAtLevel: how far the reference moves, in bytes, from one iteration of the loop at that
 * level to the next. NULL if a blob in it varies there, or it cannot be written. */
LATHE_API lathe_canon_expr *lathe_ddref_stride_at_level(LATHE_KEEP lathe_hir_function *f,
                                                        LATHE_KEEP const lathe_reg_ddref *ref,
                                                        unsigned level);
/* getConstStrideAtLevel: the same if it is a constant: true, and *bytes is it. */
LATHE_API bool lathe_ddref_const_stride_at_level(LATHE_KEEP lathe_hir_function *f,
                                                 LATHE_KEEP const lathe_reg_ddref *ref,
                                                 unsigned level, int64_t *bytes);
/* Whether each subscript stays in its dimension, as the IR says. */
LATHE_API bool lathe_ddref_is_in_bounds(LATHE_KEEP const lathe_reg_ddref *ref);
/* Whether the location does not change with the loop at that level. */
LATHE_API bool lathe_ddref_is_invariant_at_level(LATHE_KEEP const lathe_reg_ddref *ref,
                                                 unsigned level);
/* isSelfBlob: whether it is one temp and nothing else. */
LATHE_API bool lathe_ddref_is_self_blob(LATHE_KEEP const lathe_hir_function *f,
                                        LATHE_KEEP const lathe_reg_ddref *ref);
/* The temp that it is; 0 if it is more, or a constant. */
LATHE_API lathe_temp lathe_ddref_temp(LATHE_KEEP const lathe_hir_function *f,
                                      LATHE_KEEP const lathe_reg_ddref *ref);
/* Whether it is accessed through what another reference reads: by a subscript, or by its base.
 * *index, unless that is NULL, becomes that reference. */
LATHE_API lathe_hir_indexing lathe_ddref_indexing(LATHE_KEEP const lathe_hir_function *f,
                                                  LATHE_KEEP const lathe_reg_ddref *ref,
                                                  const lathe_reg_ddref **index);
/* The load, store or operand of LLVM IR that it was; NULL if there is none. */
LATHE_API LLVMValueRef lathe_ddref_llvm(LATHE_KEEP const lathe_reg_ddref *ref);
/* As HIR's text has it. */
LATHE_GIVE LATHE_API char *lathe_ddref_text(LATHE_KEEP const lathe_hir_function *f,
                                            LATHE_KEEP const lathe_reg_ddref *ref);

/* ---- BlobDDRef ---- */

/* How many different temps are in its expressions. */
LATHE_API size_t lathe_ddref_blob_count(LATHE_KEEP const lathe_reg_ddref *ref);
/* One of them. */
LATHE_API lathe_blob_ddref *lathe_ddref_blob_get(LATHE_KEEP const lathe_reg_ddref *ref,
                                                 size_t index);
/* The temp blob that it stands for. */
LATHE_API lathe_blob lathe_blob_ddref_blob(LATHE_KEEP const lathe_blob_ddref *ref);
/* The symbase of its temp. */
LATHE_API unsigned lathe_blob_ddref_symbase(LATHE_KEEP const lathe_blob_ddref *ref);
/* getDefinedAtLevel: the level at which its temp is assigned. */
LATHE_API unsigned lathe_blob_ddref_level(LATHE_KEEP const lathe_blob_ddref *ref);
/* getParentDDRef: the reference that it is in. */
LATHE_API lathe_reg_ddref *lathe_blob_ddref_parent(LATHE_KEEP const lathe_blob_ddref *ref);
/* findBlobLevel: the level of a temp blob in a reference; 0 if it is not in it. */
LATHE_API unsigned lathe_ddref_find_blob_level(LATHE_KEEP const lathe_reg_ddref *ref,
                                               lathe_blob blob);
/* findMaxBlobLevel: the deepest level of several of them. */
LATHE_API unsigned lathe_ddref_find_max_blob_level(LATHE_KEEP const lathe_hir_function *f,
                                                   LATHE_KEEP const lathe_reg_ddref *ref,
                                                   const lathe_blob *blobs, size_t count);

/* ---- CanonExpr: (C1*B1*i1 + … + BC1*b1 + … + C0) / D ---- */

/* What is done with the value at last. */
typedef enum lathe_canon_cast {
    LATHE_CANON_NO_CAST,
    LATHE_CANON_TRUNC,
    LATHE_CANON_ZEXT,
    LATHE_CANON_SEXT
} lathe_canon_cast;

/* getSrcType: the type that the sum is computed in. */
LATHE_API LLVMTypeRef lathe_canon_src_type(LATHE_KEEP const lathe_canon_expr *ce);
/* getDestType: the type that the whole is cast to. */
LATHE_API LLVMTypeRef lathe_canon_dest_type(LATHE_KEEP const lathe_canon_expr *ce);
/* The cast between the two. */
LATHE_API lathe_canon_cast lathe_canon_cast_of(LATHE_KEEP const lathe_canon_expr *ce);
/* hasIV: whether the induction variable of that level is in it. */
LATHE_API bool lathe_canon_has_iv(LATHE_KEEP const lathe_canon_expr *ce, unsigned level);
/* getIVConstCoeff: what the induction variable is multiplied by; 0 if it is not in it. */
LATHE_API int64_t lathe_canon_iv_coefficient(LATHE_KEEP const lathe_canon_expr *ce, unsigned level);
/* getIVBlobCoeff: the blob that it is multiplied by, too; 0 for none. */
LATHE_API lathe_blob lathe_canon_iv_blob(LATHE_KEEP const lathe_canon_expr *ce, unsigned level);
/* numBlobs: how many terms are blobs. */
LATHE_API size_t lathe_canon_blob_count(LATHE_KEEP const lathe_canon_expr *ce);
/* One of these blobs. */
LATHE_API lathe_blob lathe_canon_blob_at(LATHE_KEEP const lathe_canon_expr *ce, size_t index);
/* getBlobCoeff: what it is multiplied by. */
LATHE_API int64_t lathe_canon_blob_coefficient(LATHE_KEEP const lathe_canon_expr *ce, size_t index);
/* getConstant: the constant term. */
LATHE_API int64_t lathe_canon_constant(LATHE_KEEP const lathe_canon_expr *ce);
/* getDenominator: 1 if the sum is not divided. */
LATHE_API int64_t lathe_canon_denominator(LATHE_KEEP const lathe_canon_expr *ce);
/* isSignedDiv: whether the division is signed. */
LATHE_API bool lathe_canon_is_signed_division(LATHE_KEEP const lathe_canon_expr *ce);
/* Whether the sum, as a signed number, does not wrap whenever it is computed. */
LATHE_API bool lathe_canon_is_exact(LATHE_KEEP const lathe_canon_expr *ce);
/* isIntConstant: whether it is one constant; *value, unless that is NULL, becomes it. */
LATHE_API bool lathe_canon_is_constant(LATHE_KEEP const lathe_canon_expr *ce, int64_t *value);
/* isSelfBlob: whether it is one temp, times 1, and nothing else. */
LATHE_API bool lathe_canon_is_self_blob(LATHE_KEEP const lathe_hir_function *f,
                                        LATHE_KEEP const lathe_canon_expr *ce);
/* getDefinedAtLevel: the deepest level at which a temp in it is assigned. */
LATHE_API unsigned lathe_canon_defined_at_level(LATHE_KEEP const lathe_canon_expr *ce);
/* isLinearAtLevel: whether it is defined further out than the level at which it is used. */
LATHE_API bool lathe_canon_is_linear_at_level(LATHE_KEEP const lathe_canon_expr *ce,
                                              unsigned level);
/* isInvariantAtLevel: whether it has no induction variable of that level, and nothing in it is
 * assigned there or deeper. */
LATHE_API bool lathe_canon_is_invariant_at_level(LATHE_KEEP const lathe_canon_expr *ce,
                                                 unsigned level);
/* mergeable: whether the types of both allow a sum. */
LATHE_API bool lathe_canon_mergeable(LATHE_KEEP const lathe_canon_expr *a,
                                     LATHE_KEEP const lathe_canon_expr *b);
/* areEqual: whether they are the same expression. */
LATHE_API bool lathe_canon_equal(LATHE_KEEP const lathe_canon_expr *a,
                                 LATHE_KEEP const lathe_canon_expr *b);
/* collectTempBlobs: the temp blobs in it: fills up to `room`, returns how many. */
LATHE_API size_t lathe_canon_collect_temp_blobs(LATHE_KEEP const lathe_hir_function *f,
                                                LATHE_KEEP const lathe_canon_expr *ce,
                                                lathe_blob *blobs, size_t room);
/* As HIR's text has it. */
LATHE_GIVE LATHE_API char *lathe_canon_text(LATHE_KEEP const lathe_hir_function *f,
                                            LATHE_KEEP const lathe_canon_expr *ce);

/* ---- Blobs: the same expression always has the same number ---- */

/* What a blob is, or does with its operands. */
typedef enum lathe_blob_op {
    LATHE_BLOB_TEMP,
    LATHE_BLOB_CONSTANT,
    LATHE_BLOB_ADD,
    LATHE_BLOB_MUL,
    LATHE_BLOB_UDIV,
    LATHE_BLOB_SDIV,
    LATHE_BLOB_SMIN,
    LATHE_BLOB_SMAX,
    LATHE_BLOB_UMIN,
    LATHE_BLOB_UMAX,
    LATHE_BLOB_TRUNC,
    LATHE_BLOB_ZEXT,
    LATHE_BLOB_SEXT,
    LATHE_BLOB_PTRTOINT
} lathe_blob_op;

/* What a blob is, or does with its operands. */
LATHE_API lathe_blob_op lathe_blob_op_of(LATHE_KEEP const lathe_hir_function *f, lathe_blob blob);
/* The type of its value. */
LATHE_API LLVMTypeRef lathe_blob_type(LATHE_KEEP const lathe_hir_function *f, lathe_blob blob);
/* isTempBlob: whether it is a temp. */
LATHE_API bool lathe_blob_is_temp(LATHE_KEEP const lathe_hir_function *f, lathe_blob blob);
/* The temp that it is; 0 if it is none. */
LATHE_API lathe_temp lathe_blob_temp(LATHE_KEEP const lathe_hir_function *f, lathe_blob blob);
/* isConstantIntBlob: whether it is a constant; *value, unless that is NULL, becomes it. */
LATHE_API bool lathe_blob_is_constant(LATHE_KEEP const lathe_hir_function *f, lathe_blob blob,
                                      int64_t *value);
/* How many operands it has. */
LATHE_API size_t lathe_blob_operand_count(LATHE_KEEP const lathe_hir_function *f, lathe_blob blob);
/* One of them. */
LATHE_API lathe_blob lathe_blob_operand(LATHE_KEEP const lathe_hir_function *f, lathe_blob blob,
                                        size_t index);
/* The deepest level at which a temp in it is assigned in the region. */
LATHE_API unsigned lathe_blob_level(LATHE_KEEP const lathe_hir_function *f, lathe_blob blob,
                                    LATHE_KEEP const lathe_hl_node *region);
/* As HIR's text has it. */
LATHE_GIVE LATHE_API char *lathe_blob_text(LATHE_KEEP const lathe_hir_function *f, lathe_blob blob);

/* ---- Temps ---- */

/* The temp with that name, such as "%sum" or "@table". */
LATHE_API lathe_temp lathe_temp_find(LATHE_KEEP const lathe_hir_function *f, const char *name);
/* Its name. */
LATHE_API const char *lathe_temp_name(LATHE_KEEP const lathe_hir_function *f, lathe_temp temp);
/* The type of its value. */
LATHE_API LLVMTypeRef lathe_temp_type(LATHE_KEEP const lathe_hir_function *f, lathe_temp temp);
/* Its symbase. */
LATHE_API unsigned lathe_temp_symbase(LATHE_KEEP const lathe_hir_function *f, lathe_temp temp);
/* The deepest level at which it is assigned; 0 if it never is. */
LATHE_API unsigned lathe_temp_level(LATHE_KEEP const lathe_hir_function *f, lathe_temp temp);
/* The value of LLVM IR that it is, or the first of several; NULL from text. */
LATHE_API LLVMValueRef lathe_temp_llvm(LATHE_KEEP const lathe_hir_function *f, lathe_temp temp);

#ifdef __cplusplus
}
#endif
#endif
