/* The safety conditions, the transforms they block, and how both are called. */
#ifndef LATHE_DTRANS_SAFETY_H
#define LATHE_DTRANS_SAFETY_H

#include <stdbool.h>
#include <stdint.h>

typedef enum dtrans_condition {
    BadCasting,
    BadPtrManipulation,
    AmbiguousGEP,
    VolatileData,
    MismatchedElementAccess,
    WholeStructureReference,
    UnsafePointerStore,
    FieldAddressTaken,
    GlobalPtr,
    GlobalInstance,
    HasInitializerList,
    BadMemFuncSize,
    BadMemFuncManipulation,
    AmbiguousPointerTarget,
    UnsafePtrMerge,
    AddressTaken,
    NoFieldsInStruct,
    NestedStruct,
    ContainsNestedStruct,
    SystemObject,
    UnhandledUse,
    DTRANS_CONDITIONS
} dtrans_condition;

typedef enum dtrans_transform {
    DTRANS_REORDER_FIELDS,
    DTRANS_DELETE_FIELDS,
    DTRANS_SPLIT,
    DTRANS_AOS_TO_SOA,
    DTRANS_POOL,
    DTRANS_TRANSFORMS
} dtrans_transform;

/* A set of conditions, one bit each. */
typedef uint32_t SafetyData;

static inline SafetyData dtrans_bit(dtrans_condition c) {
    return UINT32_C(1) << c;
}

const char *dtrans_condition_name(dtrans_condition condition);
/* What the condition means, for a C programmer; one sentence without a full stop. */
const char *dtrans_condition_meaning(dtrans_condition condition);
/* What would lift it. */
const char *dtrans_condition_remedy(dtrans_condition condition);

const char *dtrans_transform_name(dtrans_transform transform);
/* The conditions that make the transform illegal. */
SafetyData dtrans_blocked_by(dtrans_transform transform);

#endif
