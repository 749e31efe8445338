/* Addresses of libraries in the program's memory, which are others in the next process. Every saved
 * word that points into a mapping that is not the program's own is found. One that is the address
 * of a symbol is saved with its name, and resolved anew at a restart. With any other, nothing is
 * saved, and it is said where it is, if the program follows it: a pointer that is live in an active
 * function, or in a global variable of pointers. Elsewhere it is left as it is: the compiler has
 * refused what could put addresses of libraries there, and memory that nobody will read holds any.
 *
 * The machine's stack is left out: all functions that are active at a checkpoint have their locals
 * in the arena, so an address of that stack is one that nobody may follow any more. */
#pragma once

#include "buffer.h"
#include "rt_abi.h"
#include "rt_records.h"
#include "store.h"

/* Keeps the C library's own heap away from small numbers, which are in every program. */
void ck_foreign_start(void);

/* Appends what a restart needs to have the addresses again. records: of the generated code. */
bool ck_foreign_take(ck_buffer *out, const ck_range *ranges, size_t count,
                     const ck_records *records, const lathe_ckpt_program *program,
                     const char **why);
/* Whether all symbols are there. */
bool ck_foreign_check(const void *data, size_t size, size_t records_size,
                      bool (*is_own)(uint64_t address, uint64_t size), const char **why);
/* After memory and records were restored. */
void ck_foreign_put(const void *data, size_t size, ck_buffer *records);
