/* Nests whose bounds and addresses stay what they are only if none of their stores goes where these
 * come from (hir_hoist_loads): whether that is so can be checked before the nest. */
#pragma once

#include "hir/transform/transform.h"

typedef struct hir_guess hir_guess;

/* The nest of the region relies on a guess that is not settled. */
bool hir_has_guess(const HLRegion *region);
/* It is what runs if that guess is wrong. */
bool hir_is_for_wrong_guess(const HLRegion *region);

/* Finds out what to check, from the graph of the region as it was built. */
dd_reply hir_plan_guess(const dd_graph *g);
/* Whether it pays to check it, even if the region stays as it is: the innermost loops have fewer
 * loads. The guess is kept then. */
bool hir_keep_guess(const dd_graph *g);
/* Whether any region has such a guess. */
bool hir_keeps_guesses(const hir *h);
/* Checks it before each region that has changed or keeps it, and settles its guess; to be called
 * before the regions are lowered. False with the status set. */
bool hir_check_guesses(hir *h);
/* Settles what other regions have guessed: it is wrong. Whether there was anything. */
bool hir_drop_guesses(hir *h);
