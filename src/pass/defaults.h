/* What lathe runs where nobody named passes: in lathe cc, in the plugin, in lathe reduce. */
#ifndef LATHE_PASS_DEFAULTS_H
#define LATHE_PASS_DEFAULTS_H

/* Of each struct the best that can be made. A compiler that lathe is plugged into links no pools,
 * and checkpoints do not save them. */
#define PASS_LAYOUTS_WITH(pools)                                                                   \
    "dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<best>,dtrans-split<best>," pools \
    "dtrans-strip-annotations"
#define PASS_LAYOUTS PASS_LAYOUTS_WITH("dtrans-pool<split>,")
#define PASS_LAYOUTS_NO_POOLS PASS_LAYOUTS_WITH("")
#define PASS_LOOPS "hir-optimize"

/* The level of optimisation, as in -O2, below which none of them runs. */
enum { PASS_DEFAULT_LEVEL = 2 };

#endif
