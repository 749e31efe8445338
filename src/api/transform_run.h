/* A run of a transform from outside the tree: its hooks, the base that calls them through
 * transform_hooks.c, and the analysis they ask. */
#pragma once

#include "dtrans/transform/base.h"
#include "lathe/transform.h"
#include "report/dtrans.h"

/* The hook among those of steps 1 to 4 that is running. */
typedef enum transform_stage {
    STAGE_OTHER,
    STAGE_PLAN,
    STAGE_PREPARE,
    STAGE_POPULATE
} transform_stage;

/* Invariants: 1. base is NULL before the base has called the first hook.
 *             2. analysis->info is base->info. */
struct lathe_transform {
    lathe_module *m;
    const lathe_transform_hooks *hooks;
    void *data;
    lathe_dtrans *analysis;
    DTransOptBase *base;
    dtrans_transform like;
    transform_stage stage;
};

/* The base's hooks that call those of the run. */
void api_transform_hooks(const lathe_transform *t, dtrans_hooks *out);
