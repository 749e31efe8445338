/* What the user said once for all passes of a program. Passes get parameters of their own; what
 * several of them must agree on is here. Whoever fills it has checked it: what is here is sound. */
#pragma once

#include "base/ctx.h"

#include <string.h>

/* Invariants: 1. text holds the names, each with its NUL, in size bytes, then the label.
 *             2. No name is empty. */
typedef struct ir_name_list {
    char *text;        /* NULL: nothing was said */
    size_t size, cap;  /* of the names; of the block */
    const char *label; /* what messages call the list */
    bool told;         /* those that mean nothing have been reported */
} ir_name_list;

/* Whether a linker has said which symbols are used from outside the module. */
typedef enum ir_linked {
    IR_NOT_LINKED,
    IR_LINKED, /* those with external linkage, but main, which the start of the program calls */
    IR_LINKED_MAIN_USED /* main, too, as any other */
} ir_linked;

typedef struct ir_settings {
    ir_name_list only, skip; /* types that alone may change; that may not */
    ir_name_list forced;     /* the name of a transform, then that of a type, and so on */
    ir_name_list exports;    /* symbols that code outside the program uses */
    ir_name_list allocators; /* NAME:SIZE or NAME:SIZE:COUNT: functions that return fresh memory of
                                so many bytes, as these arguments, from 0, say */
    ir_linked linked;
    bool visible_used;    /* what the module defines and does not keep to itself is used by code
                             outside, main excepted; else one with main is all there is */
    const char *no_pools; /* why no memory may come from pools, a literal; NULL if it may */
} ir_settings;

/* Copies names and label; without `at`, takes back what was said. */
void ir_name_list_set(ir_name_list *names, lathe_ctx *ctx, const char *const *at, size_t count,
                      const char *label);
void ir_settings_free(ir_settings *s, lathe_ctx *ctx);

#define ir_each_name(name, names)                                                                  \
    for (const char *name = (names)->text, *name##_end = name ? name + (names)->size : NULL;       \
         name != name##_end; name += strlen(name) + 1)
