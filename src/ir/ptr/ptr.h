/* Pointer classes of a whole program, and questions about them.
 *
 *   module ─► wrappers ─► constraints per instruction ─► globals ─► callbacks ─► closure
 *
 * Field-sensitive unification: every value of pointer width (integers and floats that may carry a
 * pointer too), every parameter, result, global, allocation and pointer-holding cell has a class.
 * Each call site of an allocation wrapper is its own heap object; each by-value member struct and
 * each member whose address is used is a class of its own, held by its container.
 *
 * What may not be assumed: two classes that are both marked PTR_UNKNOWN or PTR_ESCAPES may alias
 * through code outside the module. A class marked PTR_WALKED that is held as a scalar member may,
 * by LLVM's rules though not by C's, be walked out of that member.
 */
#pragma once

#include "ir/ir_pass.h"
#include "ir/ptr/ptr_graph.h"

/* Builds the graph of a module, still open towards other modules: ptr_close ends it. The caller
 * frees it with ptr_graph_free, also on failure; the status is on the module's context. */
void ptr_build(ptr_graph *g, lathe_module *m);

/* The class of the location v points to (or, for an aggregate, of the location that would hold it);
 * 0 if v carries no pointer or was never seen. */
ptr_class ptr_class_of(ptr_graph *g, LLVMValueRef v);
/* The same for any operand: the class of a constant such as &table[3].next is looked up again,
 * which adds nothing to the graph of the module it stands in but nodes. */
ptr_class ptr_class_of_operand(ptr_graph *g, lathe_module *m, LLVMValueRef v);

/* A global's address is also its first member's, and the step from one to the other is folded away:
 * the struct around an array that the address computation enters without it, else NULL. */
LLVMTypeRef ptr_gep_skips(LLVMValueRef gep);

/* Text form: one paragraph per class that is a struct, lies on the heap, is global or escapes, in
 * the order in which their first locations appear in the module; with `all`, every class that has
 * an object.
 *
 *   class 2 every 16 -> class 4       an array of 16-byte elements; its first word points to 4
 *     type struct.node list.c:9:12    a struct type it was seen as, and where first
 *     heap malloc(size=arg0) list.c:8:9   objects: heap, global @name, local %name, function @name
 *     freed list.c:30:3               marks (ptr_mark), with reason or distance, and where first
 *     +8: -> class 2                  the member at byte 8 holds pointers to class 2
 *     +12: -> class 4 at +16          … to the member at byte 16 of class 4
 *     +16: class 5                    the member at byte 16 is a location of class 5 …
 *     +24: every 4                    … an array …
 *     +32: shared                     … also a member elsewhere, as other containers show
 *     +40: -> outside                 holds pointers from outside, to no printed class
 *
 * Members that hold no pointer to a printed class, and are none themselves, have no line. */
void ptr_print(ptr_graph *g, bool all, str *out);

/* A witness as a position in the source or IR: "ptr_file.c:12:3", "@f", or the text from a file. */
void ptr_witness_text(ptr_graph *g, uint32_t witness, str *out);

const char *ptr_mark_name(ptr_mark mark);

/* The open graph as text that ptr_read understands: classes with their locations, and the symbols
 * through which other modules refer to them. */
void ptr_write(ptr_graph *g, str *out);
/* Adds a graph written by ptr_write to an open one and joins the classes of symbols both name.
 * Status LATHE_BAD_INPUT, naming file and line, when the text is not such a graph. The text is
 * changed while it is read. */
lathe_status ptr_read(ptr_graph *g, char *text, const char *file);

/* No more modules will come: what is not defined by now is outside the program, and so is, unless
 * the graph defines main and is not open, whoever uses its exported symbols. Marks then spread to
 * all they reach. */
void ptr_close(ptr_graph *g);

lathe_status ptr_classes_pass(lathe_module *m, const ir_params *params, str *out);
