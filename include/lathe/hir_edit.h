/* lathe: loop nests that are changed by hand: expressions, references and nodes are made, put into
 * the tree and taken out of it, and the nest becomes code again.
 *
 * What is made belongs to the HIR of the function and is in no list until it is put into one. After
 * a change, before anything else is asked about the region, lathe_hir_update brings levels and
 * references up to date; graphs of its dependences are built again (lathe_ddg_update). Whether a
 * change by hand is right is its author's to prove: the library checks that the result is HIR, not
 * that it does the same. The transforms of hir_graph.h prove that themselves.
 *
 * Functions that make something return NULL or 0 if it cannot be written as HIR, or without memory;
 * an argument that is not sound is LATHE_USAGE, as everywhere.
 */
#ifndef LATHE_HIR_EDIT_H
#define LATHE_HIR_EDIT_H

#include <lathe/hir_tree.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Temps and blobs ---- */

/* A new temp with a symbase of its own, by a name that starts with %; it gets a number if the name
 * is taken. */
LATHE_API lathe_temp lathe_temp_create(LATHE_KEEP lathe_hir_function *f, const char *name,
                                       LLVMTypeRef type);
/* createTempBlob: the temp as a blob. */
LATHE_API lathe_blob lathe_blob_create_temp(LATHE_KEEP lathe_hir_function *f, lathe_temp temp);
/* createConstantBlob: a whole number. */
LATHE_API lathe_blob lathe_blob_create_constant(LATHE_KEEP lathe_hir_function *f, LLVMTypeRef type,
                                                int64_t value);
/* createAddBlob, createMulBlob, createUDivBlob, createCastBlob and the others: an operation on
 * blobs, folded if it can be. */
LATHE_API lathe_blob lathe_blob_create(LATHE_KEEP lathe_hir_function *f, lathe_blob_op op,
                                       LLVMTypeRef type, const lathe_blob *operands, size_t count);

/* ---- CanonExpr ---- */

/* createCanonExpr: 0, of an integer or pointer type. */
LATHE_API lathe_canon_expr *lathe_canon_create(LATHE_KEEP lathe_hir_function *f, LLVMTypeRef type);
/* createExtCanonExpr: 0, computed in one type and cast to another. */
LATHE_API lathe_canon_expr *lathe_canon_create_ext(LATHE_KEEP lathe_hir_function *f,
                                                   LLVMTypeRef source, LLVMTypeRef dest,
                                                   lathe_canon_cast cast);
/* clone: a copy that belongs to no reference. */
LATHE_API lathe_canon_expr *lathe_canon_clone(LATHE_KEEP lathe_hir_function *f,
                                              LATHE_KEEP const lathe_canon_expr *ce);
/* addIV: adds coefficient * blob * the induction variable of a level; blob 0 is 1. False, and
 * nothing is changed, if the sum cannot be written. */
LATHE_API bool lathe_canon_add_iv(LATHE_KEEP lathe_hir_function *f, LATHE_KEEP lathe_canon_expr *ce,
                                  unsigned level, int64_t coefficient, lathe_blob blob);
/* addBlob: adds coefficient * blob, in the same way. */
LATHE_API bool lathe_canon_add_blob(LATHE_KEEP lathe_hir_function *f,
                                    LATHE_KEEP lathe_canon_expr *ce, int64_t coefficient,
                                    lathe_blob blob);
/* addConstant: adds a number, in the same way. */
LATHE_API bool lathe_canon_add_constant(LATHE_KEEP lathe_hir_function *f,
                                        LATHE_KEEP lathe_canon_expr *ce, int64_t value);
/* add: adds another expression, in the same way; see lathe_canon_mergeable. */
LATHE_API bool lathe_canon_add(LATHE_KEEP lathe_hir_function *f, LATHE_KEEP lathe_canon_expr *ce,
                               LATHE_KEEP const lathe_canon_expr *other);
/* negate: the whole times -1, in the same way. */
LATHE_API bool lathe_canon_negate(LATHE_KEEP lathe_hir_function *f,
                                  LATHE_KEEP lathe_canon_expr *ce);
/* multiplyByConstant: the whole times a number, in the same way. */
LATHE_API bool lathe_canon_multiply(LATHE_KEEP lathe_hir_function *f,
                                    LATHE_KEEP lathe_canon_expr *ce, int64_t factor);
/* multiplyByBlob: the whole times a blob, in the same way. */
LATHE_API bool lathe_canon_multiply_by_blob(LATHE_KEEP lathe_hir_function *f,
                                            LATHE_KEEP lathe_canon_expr *ce, lathe_blob blob);
/* setDenominator: the whole divided by a number above 0, in the same way. */
LATHE_API bool lathe_canon_divide(LATHE_KEEP lathe_hir_function *f, LATHE_KEEP lathe_canon_expr *ce,
                                  int64_t by, bool is_signed);
/* replaceIVByCanonExpr: the induction variable of a level becomes an expression, in the same way;
 * that has neither a cast nor a denominator. */
LATHE_API bool lathe_canon_replace_iv(LATHE_KEEP lathe_hir_function *f,
                                      LATHE_KEEP lathe_canon_expr *ce, unsigned level,
                                      LATHE_KEEP const lathe_canon_expr *with);
/* setDefinedAtLevel, from the temps in it and where the region assigns them. */
LATHE_API void lathe_canon_update_level(LATHE_KEEP const lathe_hir_function *f,
                                        LATHE_KEEP lathe_canon_expr *ce,
                                        LATHE_KEEP const lathe_hl_node *region);

/* ---- RegDDRef: each belongs to one node ---- */

/* createScalarRegDDRef: an expression as an operand; it is taken over. */
LATHE_API lathe_reg_ddref *lathe_ddref_create_scalar(LATHE_KEEP lathe_hir_function *f,
                                                     LATHE_KEEP lathe_canon_expr *value);
/* createTempRegDDRef: a temp as an operand, or as what is written. */
LATHE_API lathe_reg_ddref *lathe_ddref_create_temp(LATHE_KEEP lathe_hir_function *f,
                                                   lathe_temp temp);
/* createConstDDRef: a constant of LLVM IR as an operand. */
LATHE_API lathe_reg_ddref *lathe_ddref_create_constant(LATHE_KEEP lathe_hir_function *f,
                                                       LLVMValueRef constant);
/* createMemRef: the memory at base + the sum of subscripts times strides, subscripts[0] of the
 * innermost dimension. Its alias class is that of `like`, a reference to memory: it must not lead
 * to what references of other classes access. Nothing is promised about its address. */
LATHE_API lathe_reg_ddref *
lathe_ddref_create_memory(LATHE_KEEP lathe_hir_function *f, LATHE_KEEP const lathe_reg_ddref *like,
                          LATHE_KEEP lathe_canon_expr *base, lathe_canon_expr *const *subscripts,
                          const int64_t *strides, size_t dimensions, LLVMTypeRef type);
/* clone: a copy in no node. */
LATHE_API lathe_reg_ddref *lathe_ddref_clone(LATHE_KEEP lathe_hir_function *f,
                                             LATHE_KEEP const lathe_reg_ddref *ref);
/* setCanonExpr: another subscript for a dimension; of a scalar, another value. What the IR promised
 * about the address does not hold any more. */
LATHE_API bool lathe_ddref_set_subscript(LATHE_KEEP lathe_hir_function *f,
                                         LATHE_KEEP lathe_reg_ddref *ref, unsigned dimension,
                                         LATHE_KEEP lathe_canon_expr *ce);

/* ---- Nodes ---- */

/* createHLInst: an operation. `lval` is what is written, a temp, or NULL; opcode 0 assigns the only
 * operand, a store has memory as its lval, a load memory as its operand. Binary operations, casts,
 * fneg, freeze and select can be made. */
LATHE_API lathe_hl_node *lathe_hl_create_inst(LATHE_KEEP lathe_hir_function *f, LLVMOpcode opcode,
                                              LATHE_KEEP lathe_reg_ddref *lval,
                                              lathe_reg_ddref *const *operands, size_t count);
/* createCmp: the same for a comparison of integers. */
LATHE_API lathe_hl_node *lathe_hl_create_cmp(LATHE_KEEP lathe_hir_function *f,
                                             LLVMIntPredicate predicate,
                                             LATHE_KEEP lathe_reg_ddref *lval,
                                             LATHE_KEEP lathe_reg_ddref *left,
                                             LATHE_KEEP lathe_reg_ddref *right);
/* createHLIf: a comparison of integers, with nothing in it yet. */
LATHE_API lathe_hl_node *lathe_hl_create_if(LATHE_KEEP lathe_hir_function *f,
                                            LLVMIntPredicate predicate,
                                            LATHE_KEEP lathe_reg_ddref *left,
                                            LATHE_KEEP lathe_reg_ddref *right);
/* createHLLoop: runs its body for the numbers from 0 to `upper`, which is taken over and must not
 * be -1 when it is entered, with nothing in it yet. */
LATHE_API lathe_hl_node *lathe_hl_create_loop(LATHE_KEEP lathe_hir_function *f,
                                              LATHE_KEEP lathe_canon_expr *upper);
/* createHLLabel: a target for gotos of its region. */
LATHE_API lathe_hl_node *lathe_hl_create_label(LATHE_KEEP lathe_hir_function *f, const char *name);
/* createHLGoto: a jump to a label of its region. */
LATHE_API lathe_hl_node *lathe_hl_create_goto(LATHE_KEEP lathe_hir_function *f,
                                              LATHE_KEEP lathe_hl_node *label);
/* clone: a copy of a node and all that is in it, in no list; not of a region. */
LATHE_API lathe_hl_node *lathe_hl_clone(LATHE_KEEP lathe_hir_function *f,
                                        LATHE_KEEP const lathe_hl_node *node);
/* insertBefore: puts a node that is in no list before one that is. */
LATHE_API bool lathe_hl_insert_before(LATHE_KEEP lathe_hir_function *f,
                                      LATHE_KEEP lathe_hl_node *place,
                                      LATHE_KEEP lathe_hl_node *node);
/* insertAfter: puts it after one that is. */
LATHE_API bool lathe_hl_insert_after(LATHE_KEEP lathe_hir_function *f,
                                     LATHE_KEEP lathe_hl_node *place,
                                     LATHE_KEEP lathe_hl_node *node);
/* insertAsLastChild: puts it at the end of a list of a node. */
LATHE_API bool lathe_hl_append(LATHE_KEEP lathe_hir_function *f, LATHE_KEEP lathe_hl_node *parent,
                               size_t list, LATHE_KEEP lathe_hl_node *node);
/* remove: takes a node out of its list, with all that is in it; it may be put elsewhere. */
LATHE_API bool lathe_hl_remove(LATHE_KEEP lathe_hir_function *f, LATHE_KEEP lathe_hl_node *node);
/* replace: takes a node out of its list, and puts another one, that is in none, there. */
LATHE_API bool lathe_hl_replace(LATHE_KEEP lathe_hir_function *f, LATHE_KEEP lathe_hl_node *node,
                                LATHE_KEEP lathe_hl_node *with);
/* replaceOperandDDRef: another reference, that is in no node, as an operand of a node. */
LATHE_API bool lathe_hl_set_ref(LATHE_KEEP lathe_hir_function *f, LATHE_KEEP lathe_hl_node *node,
                                size_t index, LATHE_KEEP lathe_reg_ddref *ref);

/* ---- After a change ---- */

/* Brings levels, references and numbers of a region up to date, notes that it has changed, and
 * verifies it. LATHE_BAD_INPUT, with a message that says what is wrong, if it is not HIR; then it
 * is not lowered either. */
LATHE_API lathe_status lathe_hir_update(LATHE_KEEP lathe_hir_function *f,
                                        LATHE_KEEP lathe_hl_node *region);
/* Whether the function's HIR keeps what it promises; the message says what does not. */
LATHE_API bool lathe_hir_verify(LATHE_KEEP lathe_hir_function *f);
/* Why the region cannot be lowered: an id of docs/reasons.md; NULL if it can. */
LATHE_API const char *lathe_hir_lower_refusal(LATHE_KEEP lathe_hir_function *f,
                                              LATHE_KEEP lathe_hl_node *region);
/* Makes code of the regions that have changed, in place of that they were built from, and verifies
 * the function; *count, unless that is NULL, becomes how many. A region that cannot be lowered
 * stays as it is. Afterwards the HIR can be read, but neither changed nor lowered again. If it
 * fails, the module is not to be used: run it on a copy, or in a pass of a pipeline, which does
 * that. */
LATHE_API lathe_status lathe_hir_lower(LATHE_KEEP lathe_hir_function *f, size_t *count);

/* Reads HIR as text or JSON, as lathe_hir_read does, of functions that the module has, and ties it
 * to their code: it can be changed and lowered as if it had been built from the module, which it
 * must have been, in the same shape: nodes are found again by their numbers if the text has them,
 * else by their position. All regions count as changed. LATHE_BAD_INPUT if the text has a function,
 * nest, value or way out that the module does not have. */
LATHE_GIVE LATHE_API lathe_hir *lathe_hir_read_for(LATHE_KEEP lathe_module *module,
                                                   const char *const *paths, size_t count,
                                                   const lathe_hir_options *options);

#ifdef __cplusplus
}
#endif
#endif
