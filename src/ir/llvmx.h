/* What LLVM-C lacks, over LLVM's own C++: the one shim of the library, in llvmx.cpp.
 *
 * Functions here know LLVM only: no context, no budget, no diagnostics; they change what they are
 * given and cannot fail. What differs between majors of LLVM belongs here too, so that another
 * major is the work of one file. */
#pragma once

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

/* ---- Debug-info nodes: what each operand is, in this major of LLVM ---- */

enum {
    /* of DIDerivedType and DICompositeType */
    IR_DI_OP_FILE = 0,
    IR_DI_OP_NAME = 2,
    IR_DI_OP_SIZE = 3,
    IR_DI_OP_OFFSET = 4,
    IR_DI_OP_BASE = 5,
    IR_DI_OP_EXTRA = 6,        /* derived */
    IR_DI_OP_ELEMENTS = 6,     /* composite */
    IR_DI_OP_ANNOTATIONS = 15, /* composite */
    /* of DISubrange */
    IR_DI_OP_COUNT = 0,
    /* of DILocalVariable and DIGlobalVariable */
    IR_DI_OP_TYPE = 3,
    /* of DICompileUnit */
    IR_DI_OP_RETAINED_TYPES = 5,
    IR_DI_OP_GLOBALS = 6,
};

#include <stdbool.h>

/* ---- What a value takes over from the one that it replaces ---- */

/* The old value gives its name away. */
void ir_carry_name(LLVMValueRef from, LLVMValueRef to);

/* Debug location and metadata of an instruction. */
void ir_carry_metadata(LLVMValueRef from, LLVMValueRef to);

/* Name (the old value loses it), debug location, metadata, fast-math flags. */
void ir_carry_inst(LLVMValueRef from, LLVMValueRef to);

/* All that a global variable has besides value type, initializer and name; all that a function has
 * besides type, body, parameters, name and attributes. The old one loses its metadata, for a
 * subprogram may describe one function only. */
void ir_carry_global(LLVMValueRef from, LLVMValueRef to);

/* The same for a copy that lives beside the old function: no metadata, no comdat, and internal
 * linkage. */
void ir_carry_function_copy(LLVMValueRef from, LLVMValueRef to);

/* ---- Names ---- */

/* As IR has it: "add"; NULL of what is not an opcode. */
const char *llvmx_opcode_name(LLVMOpcode opcode);

/* ---- Instructions ---- */

/* Takes away flags and metadata by which the instruction may be poison where its operands are not:
 * for one that goes where it was not executed before. */
void llvmx_forget_promises(LLVMValueRef inst);

/* Inlines a call of a function that the module defines. False, and all is as it was, where LLVM's
 * inliner never does that: attributes of the two do not go together, the callee is not to be
 * inlined, another definition may take its place, or its code cannot be copied. */
bool llvmx_inline(LLVMValueRef call);

/* An invoke of what does not throw becomes a call and a branch. */
LLVMValueRef llvmx_invoke_to_call(LLVMValueRef invoke);

/* ---- Blocks ---- */

/* Splits before an instruction that may begin a block: what stood before stays in the old block,
 * the instruction with its debug records begins a new one named like the old one with ".split".
 * PHIs of the successors follow. */
LLVMBasicBlockRef llvmx_split_block(LLVMValueRef before);

/* A copy of a loop, whose header comes first in `blocks`, in front of it a new block that comes
 * where `from` does: nothing leads there yet. PHIs at the loop's exits get what the copy computes.
 * NULL, and all is as it was, if anything but those PHIs uses what the loop computes. */
LLVMBasicBlockRef llvmx_copy_loop(const LLVMBasicBlockRef *blocks, size_t count,
                                  LLVMBasicBlockRef from);

/* The branch now leads to the block as well, if the condition does not hold. PHIs there get from
 * here what they get from `like`. */
void llvmx_branch_aside(LLVMValueRef branch, LLVMValueRef condition, LLVMBasicBlockRef aside,
                        LLVMBasicBlockRef like);

/* In every PHI of `block`, the first entry that comes from `from` now comes from `to`. */
void llvmx_redirect_phis(LLVMBasicBlockRef block, LLVMBasicBlockRef from, LLVMBasicBlockRef to);

/* The immediate post-dominator of each block but the root, by the block's position in the function;
 * the root is virtual and has the position after the last block. `order` gets the blocks of the
 * tree, each after its parent; their number is returned. */
uint32_t llvmx_postdominators(LLVMValueRef fn, uint32_t *idom, uint32_t *order);

/* Wherever a debug record of the function says that a variable has a value with a successor, it now
 * says that it has the successor, whatever its type. NULL: no successor. What is computed from
 * several values, and assignments to memory, are left alone. */
typedef LLVMValueRef (*llvmx_successor_fn)(void *data, LLVMValueRef value);
void llvmx_restate_records(LLVMValueRef fn, llvmx_successor_fn successor, void *data);

/* Whether a debug expression computes with several values, or describes a piece of a variable. */
bool llvmx_is_of_several(LLVMMetadataRef expression);
bool llvmx_is_of_piece(LLVMMetadataRef expression);

/* ---- Global values ---- */

/* Another variable, function, alias or ifunc instead of the old one, which stays as a shell
 * without name, metadata, body and uses: of another value type, all else as it was. A variable
 * comes without initializer. The body of a function comes along; attributes of a parameter or a
 * result that is of another kind now (a pointer that became an integer) are dropped, and its uses
 * are the caller's to rewrite. */
LLVMValueRef llvmx_global_of_type(LLVMValueRef old, LLVMTypeRef type);

/* Moves all blocks to the end of `to`, in order, with their names and debug records. Uses of the
 * parameters are left to the caller. */
void llvmx_body_move(LLVMValueRef from, LLVMValueRef to);

/* Copies all blocks to the end of `to`, with a replacement for each parameter. The copy has no
 * debug information, for a debug scope belongs to one function. */
void llvmx_body_copy(LLVMValueRef from, LLVMValueRef to, const LLVMValueRef *params);

/* Moves all blocks to the end of `to`, a function of the same type, which gets the uses of the
 * parameters, too. */
void llvmx_body_lend(LLVMValueRef from, LLVMValueRef to);

/* Copies all blocks to the end of `to`, a function of the same type, with their debug information:
 * only one of the two may stay. */
void llvmx_body_twin(LLVMValueRef from, LLVMValueRef to);

/* Deletes all blocks. Linkage, personality and the like stay, unlike with a declaration. */
void llvmx_body_clear(LLVMValueRef fn);

/* Whether some value is the address of a block of the function. */
bool llvmx_has_block_addresses(LLVMValueRef fn);

/* The attributes of all functions of a module, of their results and their parameters. */
typedef struct llvmx_attributes llvmx_attributes;

llvmx_attributes *llvmx_attributes_keep(LLVMModuleRef m);
/* Gives them back to the functions, which must all be there still, and frees what was kept. */
void llvmx_attributes_restore(llvmx_attributes *kept);

/* Deletes a global value of any kind; what still uses it, or its parameters, gets poison. */
void llvmx_erase_global(LLVMValueRef global);

/* Calls `each` for every struct type that the module mentions, containers before what they hold. */
void llvmx_each_struct(LLVMModuleRef m, void (*each)(void *data, LLVMTypeRef type), void *data);

/* Calls `each` for every debug record of a variable before an instruction of the block. */
void llvmx_each_variable(LLVMBasicBlockRef bb, void (*each)(void *data, LLVMDbgRecordRef record),
                         void *data);

/* ---- Copies ---- */

/* A copy of the module in the same context, with functions in the same order; those that `keeps`
 * rejects come as declarations, unless the address of one of their blocks is used. */
LLVMModuleRef llvmx_clone_part(LLVMModuleRef m, bool (*keeps)(void *data, LLVMValueRef fn),
                               void *data);

/* ---- Rewriting under a map of types and values: LLVM's ValueMapper ---- */

typedef struct llvmx_mapper llvmx_mapper;

typedef struct llvmx_map_hooks {
    LLVMTypeRef (*type)(void *data, LLVMTypeRef type);     /* what a type becomes; never NULL */
    LLVMValueRef (*value)(void *data, LLVMValueRef value); /* NULL: the value stays, or follows */
    void *data;
} llvmx_map_hooks;

llvmx_mapper *llvmx_mapper_new(LLVMModuleRef m, llvmx_map_hooks hooks);
void llvmx_mapper_free(llvmx_mapper *mapper);
LLVMValueRef llvmx_map_value(llvmx_mapper *mapper, LLVMValueRef value);

/* Overrides what the mapper may already have found for the value. */
void llvmx_map_set(llvmx_mapper *mapper, LLVMValueRef from, LLVMValueRef to);

/* Initializers (that of a variable with a replacement goes to the replacement), aliases, data,
 * attributes and metadata of functions, named metadata. */
void llvmx_map_contents(llvmx_mapper *mapper);

/* Instructions, in place, with their debug records, metadata and attributes. Their number. */
unsigned llvmx_map_body(llvmx_mapper *mapper, LLVMValueRef fn);

/* ---- Bitcode ---- */

/* The producer that a bitcode file names in its identification block, such as "LLVM22.1.8"; "" when
 * it names none or the block is damaged. For files that LLVM refuses: any bytes will do. */
void llvmx_bitcode_producer(const char *bytes, size_t size, char *producer, size_t room);
