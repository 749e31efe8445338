/* What transforms have changed, one by one. Whoever runs a pipeline gets the list; transforms add
 * to the one that hangs on the context meanwhile, if one does. Remarks say the same to people, and
 * much else: nobody needs to count them. */
#pragma once

#include "base/arena.h"
#include "base/remark.h"

typedef enum change_kind {
    CHANGE_TYPE,       /* the layout of a struct type, or what it holds by value */
    CHANGE_LOOP,       /* a loop nest */
    CHANGE_CHECKPOINT, /* a point where the program saves itself */
    CHANGE_CODE        /* something that a pass from outside has done */
} change_kind;

typedef struct change {
    change_kind kind;
    const char *pass;            /* a literal: the pass, or the transform of loops in it */
    const char *of;              /* the type, or the function that it is in */
    uint64_t old_size, new_size; /* of a type, in bytes */
    size_t remark;               /* its number in the context's list, if one was there */
} change;

struct change_list {
    lathe_ctx *ctx;
    arena mem;
    VEC(change) all;
};
typedef struct change_list change_list;

void change_list_init(change_list *l, lathe_ctx *ctx);
void change_list_free(change_list *l);

/* To be called before the remark about it is added, if there is one. Copies `of`. Nothing happens
 * if the context has no list. */
void change_add(lathe_ctx *ctx, const change *c);
/* Those of a list that hung on the context before, with their remarks. */
void change_add_all(lathe_ctx *ctx, const change_list *changes);
