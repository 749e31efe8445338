/* The report of a link by lathe cc: text for people, or a JSON document (docs/cc-link.md). What the
 * merged program has become is printed where it was transformed, in a process of its own; the rest
 * is known when the link is over, and that text becomes part of it. */
#pragma once

#include "base/change.h"
#include "base/str.h"

/* A symbol of the merged program that stays visible. */
typedef struct link_symbol {
    const char *name;
    size_t why; /* number of its reason */
} link_symbol;

typedef struct link_program {
    const link_symbol *symbols;
    size_t symbol_count;
    const char *const *reasons; /* in the order in which text shows them */
    size_t reason_count;
    const char *library;        /* the symbol for whose sake nothing is transformed, or NULL */
    const change_list *changes; /* each with a remark in the next */
    const remark_list *remarks;
    const char *verdicts; /* the report of the analysis, text or JSON; NULL if there is none */
} link_program;

void link_print_program(str *out, const link_program *p, bool as_json);

/* What the compiler did to a loop nest. */
typedef struct link_loop {
    const char *function;
    const char *file; /* "" if the line is unknown */
    uint64_t line;
    const char *transform;
} link_loop;

/* An object or a member of an archive. */
typedef struct link_object {
    const char *name;
    const char *reason; /* why it is linked as it is; NULL: its bitcode takes part */
    const char *group;  /* in text, one line stands for neighbours of one group; NULL: in none */
    const link_loop *loops;
    size_t loop_count;
} link_object;

typedef struct link_outcome {
    const char *output;         /* what was linked */
    const char *native;         /* why it is the native link's, NULL if it is not */
    const link_object *objects; /* NULL if they were not looked at */
    size_t object_count;
    const char *program; /* what link_print_program printed, "" if nothing */
} link_outcome;

void link_print(str *out, const link_outcome *o, bool as_json);
