/* What was put where: the list that reports are made from. */
#pragma once

#include "ckpt/inject.h"

/* What is saved: a value, or the bytes of an object. */
typedef enum ckpt_kind { CKPT_ARGUMENT, CKPT_VALUE, CKPT_MEMORY } ckpt_kind;
const char *ckpt_kind_name(ckpt_kind kind);

typedef struct ckpt_field {
    const char *name, *type, *why; /* why it is live */
    uint64_t offset, bytes;
    ckpt_kind kind;
} ckpt_field;

typedef struct ckpt_site {
    const char *function, *block;
    const char *place;     /* for people */
    const char *file;      /* NULL if unknown */
    unsigned line, column; /* 0 if unknown */
    uint32_t point;
    bool directive;
    uint64_t bytes; /* of all fields */
    size_t first_field, field_count;
} ckpt_site;

typedef struct ckpt_growth {
    const char *function;
    uint64_t before, after, cloned; /* instructions; after is without the cloned */
} ckpt_growth;

typedef struct ckpt_sites {
    lathe_ctx *ctx;
    arena mem;
    VEC(ckpt_site) all;
    VEC(ckpt_field) fields;
    VEC(ckpt_growth) growth;
} ckpt_sites;

void ckpt_sites_init(ckpt_sites *s, lathe_ctx *ctx);
/* Forgets all but so many sites and growths, which came first. */
void ckpt_sites_keep(ckpt_sites *s, size_t sites, size_t growth);
void ckpt_sites_free(ckpt_sites *s);

/* Adds the site of a point; its fields follow through ckpt_sites_add_field. */
void ckpt_sites_add(ckpt_sites *s, const ckpt_fn *f, const ckpt_point *p);
void ckpt_sites_add_field(ckpt_sites *s, const ckpt_field *field);
void ckpt_sites_add_growth(ckpt_sites *s, const ckpt_fn *f, uint64_t before);
/* More cloned instructions of a function whose growth was added. */
void ckpt_sites_add_clone(ckpt_sites *s, const char *function, uint64_t instructions);

uint64_t ckpt_count_instructions(LLVMValueRef fn);
