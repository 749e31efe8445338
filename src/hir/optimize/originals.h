/* Functions as they were before they were brought into shape, for those in which nothing changes in
 * the end, and all attributes of the module's functions.
 *
 * The module's functions get copies of their bodies. The bodies themselves, to the last name and
 * debug record, go to functions of a module of their own, where no pass and no analysis sees them,
 * and come back from there. So a function that is put back is what it was, uses of what it mentions
 * in the same order included. */
#pragma once

#include "base/map.h"
#include "base/vec.h"
#include "ir/module.h"

typedef struct hir_original {
    LLVMValueRef fn; /* NULL once it stays as it has become */
    LLVMValueRef kept;
} hir_original;

typedef struct hir_originals {
    lathe_module *m;
    LLVMModuleRef shelf;
    struct llvmx_attributes *attributes;
    LLVMValueRef last; /* function: LLVM's passes may declare others after it */
    VEC(hir_original) all;
} hir_originals;

/* Of the functions that are keys of the map; of none of them, a block has its address taken. False
 * with the status set. */
bool hir_originals_keep(hir_originals *o, lathe_module *m, const map *functions);

/* The function at that index of the map stays as it is now. */
void hir_originals_drop(hir_originals *o, size_t index);

/* Puts back all that is left, and all attributes; to be called in any case. */
void hir_originals_put_back(hir_originals *o);
