/* The reports of `lathe dtrans`: text (dtrans_text.c, dtrans_explain.c), advice, JSON, HTML. */
#pragma once

#include "base/diag.h"
#include "base/json.h"
#include "dtrans/analysis/causes.h"
#include "dtrans/analysis/facts.h"
#include "lathe/dtrans.h"

typedef unsigned long long ull;

/* Invariants: 1. order holds every type once.
 *             2. The uses of type t are uses[first_use[t]] to uses[first_use[t + 1] - 1]. */
struct lathe_dtrans {
    DTransInfo info;
    ir_srcloc places;
    arena mem;
    uint32_t *order; /* types as shown: frequency times size, then order of appearance */
    uint32_t *uses;
    uint32_t *first_use;
    size_t indexed;             /* how many uses there were then */
    const dtrans_cause *causes; /* by type, NULL until asked for */
    size_t caused;              /* how many uses there were then */
    dtrans_facts facts;         /* once has_facts */
    bool has_facts;
    const lathe_dtrans_view *view; /* the one being printed, NULL if none is */
};

/* Begun at the first question. */
static inline dtrans_facts *dtrans_facts_of(lathe_dtrans *d) {
    if (!d->has_facts)
        dtrans_facts_init(&d->facts, &d->info);
    d->has_facts = true;
    return &d->facts;
}

static inline dtrans_type *dtrans_type_at(const lathe_dtrans *d, uint32_t type) {
    return &d->info.types.at[type];
}

/* The path without the view's folder. */
const char *dtrans_shown_path(const lathe_dtrans *d, const char *path);
/* Where a use is; the type's declaration if it is about the type itself. */
ir_place dtrans_use_place(lathe_dtrans *d, uint32_t type, const dtrans_use *use);
ir_place dtrans_value_place(lathe_dtrans *d, LLVMValueRef value);

bool dtrans_is_never_read(const dtrans_field *field);
/* The constant of a field with one value as text, NULL if it has none. */
const char *dtrans_single_value(lathe_dtrans *d, const dtrans_field *field);

/* The accesses of the type's hottest field. */
double dtrans_hottest(const dtrans_type *t);

/* Whether at least one transform may change the type. */
bool dtrans_is_any_legal(const DTransInfo *info, uint32_t type);
bool dtrans_is_shown(const lathe_dtrans *d, const lathe_dtrans_view *view, uint32_t type);

/* Everything that blocks the transform: program-wide reasons first. */
typedef struct dtrans_names {
    const char *at[DTRANS_CONDITIONS + 2];
    size_t count;
} dtrans_names;
dtrans_names dtrans_blockers(const DTransInfo *info, uint32_t type, dtrans_transform transform);
void dtrans_print_names(str *out, const dtrans_names *names);

/* The type of that name, in IR or in the source; IR_NONE if there is none. */
uint32_t dtrans_find_type(const lathe_dtrans *d, const char *name);
/* The type meant; IR_NONE, with LATHE_USAGE and a suggestion on the context, if there is none. */
uint32_t dtrans_require_type(const lathe_dtrans *d, const char *name);
/* A struct that only debug info knows; NULL if there is none of this name, or one in the IR. */
const ir_struct *dtrans_find_unseen(const lathe_dtrans *d, const char *name);
void dtrans_print_unseen(str *out, const ir_struct *s);
/* One line about all of them, as far as the program itself declares them. */
void dtrans_list_unseen(str *out, const lathe_dtrans *d);
/* The member source_only: none of them, or one unless it is NULL. */
void dtrans_write_unseen(json *j, const lathe_dtrans *d, bool none, const ir_struct *only);

void dtrans_print_text(str *out, lathe_dtrans *d, const lathe_dtrans_view *view);
/* How to see more of the type, if the view says that. */
void dtrans_print_see(str *out, const lathe_dtrans *d, const char *before, uint32_t type);
/* Why each type may not change, worked out at the first question. NULL if memory is out. */
const dtrans_cause *dtrans_causes_of(lathe_dtrans *d);
/* The root cause of a type that may not change, as a line, and as the member "root_cause". */
void dtrans_print_cause(str *out, lathe_dtrans *d, uint32_t type);
void dtrans_write_cause(json *j, lathe_dtrans *d, uint32_t type);
/* Those of the program, ranked by the types that they keep; also as the member "root_causes". */
void dtrans_print_root_causes(str *out, lathe_dtrans *d);
void dtrans_write_root_causes(json *j, lathe_dtrans *d);
/* " at file:3 in 'f'", as far as it is known. */
void dtrans_print_where(str *out, const ir_place *place);
void dtrans_print_headline(str *out, lathe_dtrans *d);
/* Layout with accesses and heat of each field, allocation sites, verdicts. */
void dtrans_print_type(str *out, lathe_dtrans *d, uint32_t type);
void dtrans_print_explanation(str *out, lathe_dtrans *d, uint32_t type, bool color);
/* What could be changed by hand; of one type unless it is IR_NONE. */
void dtrans_print_advice(str *out, lathe_dtrans *d, const lathe_dtrans_view *view, uint32_t type);
/* The same as the member "advice" of the type. */
void dtrans_write_advice(json *j, lathe_dtrans *d, uint32_t type);
void dtrans_print_json(str *out, lathe_dtrans *d, const lathe_dtrans_view *view);
/* The document of an analysis that did not finish. */
void dtrans_print_json_failure(str *out, lathe_status status);
void dtrans_print_html(str *out, lathe_dtrans *d, const lathe_dtrans_view *view);
/* The layout as a picture: 64-byte lines, fields coloured by heat, holes hatched. */
void dtrans_print_svg(str *out, const lathe_dtrans *d, uint32_t type);
/* Transforms and the conditions that block them. */
void dtrans_print_rules(str *out);
void dtrans_print_rules_json(str *out);
