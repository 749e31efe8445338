/* Structs that are passed and returned by value: the calling convention cuts them into registers,
 * and a register may hold several fields. What travels is the old packing of the bytes; each side
 * only has to convert between that and its memory. */
#ifndef LATHE_DTRANS_PIECES_H
#define LATHE_DTRANS_PIECES_H

#include "base/limits.h"
#include "dtrans/analysis/type_info.h"

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

#endif
