/* Why transforms of layouts that may change a type leave it, or a part of it, as it is: each name
 * is an id and a sentence. Safety conditions, which forbid a change, are in conditions.def.
 * dtrans_reasons.c has what they mean. */
#pragma once

#include "base/reason.h"

/* Arrays that stay as they are. */
#define DTRANS_WHY_SOA_TAIL "SoaShape", "it ends in an array of any length"
#define DTRANS_WHY_SOA_ALIGNED "SoaShape", "it is aligned to more than 16 bytes"
#define DTRANS_WHY_SOA_PACKED "SoaShape", "it is packed"
#define DTRANS_WHY_SOA_NO_ARRAY "SoaNoArray", "there is no array of it"
#define DTRANS_WHY_SOA_IN_CACHE "SoaInCache", "all there are of it fit into the first-level cache"
#define DTRANS_WHY_SOA_NO_ACCESS "SoaNoAccess", "no access to its fields is known to run"

/* Objects that stay in malloc's memory, or keep 64-bit pointers. */
#define DTRANS_WHY_POOL_NO_OBJECT "PoolNoObject", "no object of it is allocated on its own"
#define DTRANS_WHY_POOL_ALLOCATOR                                                                  \
    "PoolAllocator", "objects are allocated by other functions than malloc and calloc"
#define DTRANS_WHY_POOL_REALLOCATED "PoolAllocator", "an object is reallocated"
#define DTRANS_WHY_POOL_SEVERAL                                                                    \
    "PoolArray", "more than one object, or an unknown number, is allocated at once"
#define DTRANS_WHY_POOL_TAIL "PoolArray", "objects end in an array of any length"
#define DTRANS_WHY_POOL_LARGE "PoolArray", "objects are larger than a pool is for"
#define DTRANS_WHY_POOL_VARIABLES "PoolOutside", "some objects are variables"
#define DTRANS_WHY_POOL_CODE_OUTSIDE                                                               \
    "PoolOutside", "code outside, or code for other types, uses such pointers"
#define DTRANS_WHY_POOL_OTHER_TYPE "PoolOutside", "such a pointer is also one to another type"
#define DTRANS_WHY_POOL_MEMBERS "PoolOutside", "some objects are inside others that are in no pool"
#define DTRANS_WHY_POOL_CAST "PoolNumber", "an integer is cast to such a pointer"
#define DTRANS_WHY_POOL_INTEGER                                                                    \
    "PoolNumber", "an integer that is not an address is stored as such a pointer"
#define DTRANS_WHY_POOL_BYTES "PoolNumber", "such a pointer's bytes are written as something else"
#define DTRANS_WHY_POOL_ACCESS "PoolNumber", "such a pointer is accessed as something else"
#define DTRANS_WHY_POOL_MIXED "PoolMixed", "a field also holds pointers to other objects"
#define DTRANS_WHY_POOL_HOLDER                                                                     \
    "PoolHolder", "a struct that must keep its layout holds such a pointer"
#define DTRANS_WHY_POOL_HOLDER_VALUE                                                               \
    "PoolHolder", "a struct that is passed by value holds such a pointer"
#define DTRANS_WHY_POOL_ADDRESS_BYTES                                                              \
    "PoolAddress", "an address among such fields is computed in bytes"
#define DTRANS_WHY_POOL_FIELD_BYTES "PoolAddress", "such fields are handed on as bytes"
#define DTRANS_WHY_POOL_ADDRESS_ARITHMETIC                                                         \
    "PoolAddress", "arithmetic is done on the address of such a field"
#define DTRANS_WHY_POOL_ADDRESS_LOST "PoolAddress", "an address of such a field is not followed"
#define DTRANS_WHY_POOL_SHARED_MEMORY                                                              \
    "PoolShared", "a pointer to such a field may also lead to other memory, which must stay"
#define DTRANS_WHY_POOL_SHARED_FIELD                                                               \
    "PoolShared", "a pointer to such a field may also lead to another kind of field"

/* Pooled objects that are not split. */
#define DTRANS_WHY_SPLIT_BYTES "SplitBytes", "bytes of several fields are used at once"
#define DTRANS_WHY_SPLIT_BETWEEN "SplitBytes", "an address leads between fields"
#define DTRANS_WHY_SPLIT_COPIED "SplitBytes", "a part of an object is copied or set"
#define DTRANS_WHY_SPLIT_LIBRARY "SplitBytes", "an object is given to the library"
#define DTRANS_WHY_SPLIT_END                                                                       \
    "SplitBytes", "it is asked how many bytes there are up to the end of an object"
#define DTRANS_WHY_SPLIT_OTHER_FIELD                                                               \
    "SplitAddress", "the address of a field is computed from that of another"
#define DTRANS_WHY_SPLIT_STEPS "SplitAddress", "an address has too many steps"
#define DTRANS_WHY_SPLIT_LOST "SplitAddress", "the address of an object is not followed"
#define DTRANS_WHY_SPLIT_ARITHMETIC "SplitAddress", "arithmetic is done on the address of a field"
#define DTRANS_WHY_SPLIT_WALKED "SplitArray", "a pointer is moved from object to object"
#define DTRANS_WHY_SPLIT_VALUE "SplitValue", "an object is passed by value"
#define DTRANS_WHY_SPLIT_LAYOUT "SplitLayout", "its fields must keep their order"
#define DTRANS_WHY_SPLIT_LARGE "SplitLarge", "objects are larger than parts are for"
#define DTRANS_WHY_SPLIT_INSIDE "SplitInside", "some objects are inside others"
#define DTRANS_WHY_SPLIT_OUTSIDE                                                                   \
    "SplitOutside", "such a pointer may lead to something else than an object of the pool"

/* All of them, with what they mean; ends with a row of nothing. */
extern const reason_row dtrans_reasons[];
