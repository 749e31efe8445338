/* The DTransInfo that neighbouring passes of a pipeline work on, and the module as it was before
 * the first of them. Both hang on the module (ir_knowledge). When they are dropped without any
 * change made, or after a failure, the module becomes what it was.
 *
 * Invariants: 1. info is equal to a fresh analysis of the module, whenever no transform is at work.
 *             2. Nothing outside keeps pointers into the module across a drop: it may then have
 *                another LLVM context. */
#pragma once

#include "dtrans/analysis/type_info.h"

/* The pipeline's DTransInfo, analysed now if no pass before has done so. NULL on failure. Kept by
 * the module. */
DTransInfo *dtrans_shared_info(lathe_module *m);

/* Remembers the module as it is, if that was not done before the analysis: before the first
 * transform of a pipeline, prior to dtrans_shared_info. If the module still is what it was read
 * from, those bytes are taken; else bitcode is written, which costs a fifth of two transforms. A
 * module that belongs to the caller cannot be replaced by what is remembered: it stays prepared,
 * and after a failure it is undefined. */
void dtrans_remember_module(lathe_module *m);

/* The module has changed: the pipeline's DTransInfo is no more, and whoever asks for it next gets a
 * true one. The user's choice of types holds on. What transforms learned for the layouts they
 * planned (fields needed, uses that could not be rewritten) is forgotten, since it may not hold for
 * the new ones.
 *
 * The whole module is then examined again, without preparing it. That takes 1.4 % of the time
 * of `opt -O2` and is true by construction; following every edit of a transform through pointer
 * classes, accesses and conditions would not be. */
void dtrans_update(lathe_module *m);
/* The same after a transform that has changed nothing but may have learned something. */
void dtrans_forget_plans(lathe_module *m);
