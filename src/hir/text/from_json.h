/* Reading the JSON of a function's HIR: what from_json.c and from_json_expr.c share. Everything is
 * made by the model's own functions, from tables that come first to what refers to them: temps,
 * blobs, nodes, lists, references. What follows from other members (texts, levels, strides of whole
 * references) is not read; it is found again. */
#pragma once

#include "hir/text.h"

/* A node of the region that is being read. */
typedef struct json_node {
    const json_value *at;
    HLNode *node;
    uint32_t level; /* loops around it, once it is in a list */
    bool listed;
} json_node;

typedef struct hir_json {
    hir *h;
    const json_in *in;
    map types;        /* by their text */
    size_t old_temps; /* of HIR that is read over: the same as those with their names */
    VEC(hir_blob) blobs;
    VEC(json_node) nodes; /* of the region */
    map numbers;          /* of the function's nodes: their index in `nodes`, plus one */
    map labels;           /* of the region: name -> HLLabel */
} hir_json;

/* The highest number of a node or symbase, as in text. */
enum { FROM_JSON_NUMBERS = INT32_MAX };

/* A copy of text, without the quotes that a name may have (hir_is_quoted_in_json), that lives as
 * long as the hir. NULL without memory. */
const char *from_json_keep(hir_json *r, const json_value *v);
/* The same of a member. NULL and an error if it is not text. */
const char *from_json_name(hir_json *r, const json_value *object, const char *key);
/* NULL and an error. */
LLVMTypeRef from_json_type(hir_json *r, const json_value *object, const char *key);

bool from_json_temps(hir_json *r, const json_value *temps);
/* The temp whose name that is; 0 and an error if none has it. */
hir_temp from_json_temp(hir_json *r, const json_value *name);
bool from_json_blobs(hir_json *r, const json_value *blobs);
/* A reference of a node with that many loops around it. NULL and an error. */
RegDDRef *from_json_ref(hir_json *r, const json_value *v, uint32_t level);
