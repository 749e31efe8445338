/* The transforms of layouts: one row each, which is all that others know of it. Verdicts, reports,
 * -flathe=, --dtrans-force, default pipelines, help and manual pages go through the rows;
 * transforms.def lists them. */
#pragma once

#include "dtrans/analysis/safety.h"
#include "ir/ir_pass.h"

#define DTRANS_TRANSFORM(number, row) number,
typedef enum dtrans_transform {
#include "dtrans/transforms.def"
    DTRANS_TRANSFORMS
} dtrans_transform;
#undef DTRANS_TRANSFORM

typedef struct dtrans_row {
    ir_pass pass; /* first, so that a pass leads to its row; "dtrans-" and the transform's name */
    const char *counter; /* of types it changed, see DTRANS_NAMED */
    dtrans_transform transform;
    SafetyData harmless; /* conditions that do not forbid it; all others do */
    bool moves_pieces;   /* the transform follows objects that are passed as values */
    bool
        moves_atomics; /* it keeps the width and alignment of fields that are accessed atomically */
    unsigned turn;     /* in pipelines that nobody chose: the lower, the sooner; 0: not there */
    /* The parameters with which it runs in a pipeline with another transform; NULL: the same. */
    const char *beside, *beside_params;
    const char *default_params; /* those in pipelines that nobody chose; NULL: none */
    const char *forced; /* what --dtrans-force calls it, words with | between; NULL: it cannot be */
    bool needs_runtime; /* the program is to be linked with more than it was */
    bool leaves_marks;  /* annotations, which dtrans-strip-annotations removes */
    const struct dtrans_hooks *hooks; /* what it decides and does, transform/base.h */
} dtrans_row;

/* What transforms follow that rewrite every access by class and byte offset: objects into globals
 * and initializers, and the addresses of fields wherever they are tracked; an address that leaves
 * the program is AddressTaken. Objects inside others are not elements of an array of their own. */
#define DTRANS_FOLLOWED                                                                            \
    (DTRANS_BIT(GlobalPtr) | DTRANS_BIT(GlobalInstance) | DTRANS_BIT(HasInitializerList) |         \
     DTRANS_BIT(ContainsNestedStruct) | DTRANS_BIT(FieldAddressTaken))
#define DTRANS_FOLLOWED_INSIDE (DTRANS_FOLLOWED | DTRANS_BIT(NestedStruct))

/* The name of the transform in its row. */
#define DTRANS_NAMED(text)                                                                         \
    .pass.name = "dtrans-" text, .pass.scope = IR_LAYOUTS,                                         \
    .counter = "types changed by dtrans-" text

const dtrans_row *dtrans_row_of(dtrans_transform transform);
/* All of them, in their turn; NULL at the end. */
const dtrans_row *dtrans_row_in_turn(size_t index);

/* What users call it: "reorder-fields". */
const char *dtrans_transform_name(dtrans_transform transform);
/* DTRANS_TRANSFORMS if there is none of that name. */
dtrans_transform dtrans_transform_named(const char *name, size_t length);
/* The conditions that make the transform illegal. */
SafetyData dtrans_blocked_by(dtrans_transform transform);

/* "delete-fields, reorder-fields, …" in their turn. */
void dtrans_list_transforms(str *out);
/* "aos-to-soa, split, pool and split-pool": what a type can be forced into. */
void dtrans_list_forced(str *out);
bool dtrans_can_force(const char *word);
