/* Layouts as text: one line per field with offset and size in bytes, gaps named where they are,
 * and a rule where a new 64-byte cache line begins (the object taken to start on one).
 *
 *   struct.node: 16 bytes, align 8, 3 fields, 3 bytes padding, source node.c:2
 *       offset     size
 *            0        8  struct node *next
 *            8        4  int v
 *           12        1  char c
 *           13        3  <padding>
 */
#pragma once

#include "ir/structs.h"

void ir_struct_print(str *out, const ir_struct *s);

/* Columns of the caller's, between the size and the declaration of each row. */
typedef struct ir_struct_columns {
    const char *title;
    void (*print)(str *out, const ir_field *field, void *data); /* field is NULL for gaps */
    void *data;
    const char *file; /* the path to show for the source; NULL for the whole one */
} ir_struct_columns;
void ir_struct_print_with(str *out, const ir_struct *s, const ir_struct_columns *columns);

/* "int a[4]", "struct node *next", "union {...}", "i32" */
void ir_field_print_declaration(str *out, const ir_field *f);

/* What is special about a type, e.g. "packed, literal"; nothing if nothing is. */
void ir_struct_print_marks(str *out, const ir_struct *s);

/* Fields that hold data of their own: an unnamed union or struct counts through its members. */
size_t ir_struct_data_fields(const ir_struct *s);
