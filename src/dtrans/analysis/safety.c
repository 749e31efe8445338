#include "dtrans/analysis/safety.h"

static const struct {
    const char *name, *meaning, *remedy;
} conditions[DTRANS_CONDITIONS] = {
    [BadCasting] = {"BadCasting",
                    "a pointer is used as a pointer to this struct although it comes from, or is "
                    "also used as, something else",
                    "give each kind of object its own pointer type and avoid casts between them"},
    [BadPtrManipulation] = {"BadPtrManipulation",
                            "an address inside or near an object is computed in a way that "
                            "depends on the layout",
                            "use field names and array indices instead of byte arithmetic"},
    [AmbiguousGEP] = {"AmbiguousGEP",
                      "a byte offset is added to a pointer that may point to several kinds of "
                      "struct",
                      "separate the code paths for the different structs"},
    [VolatileData] = {"VolatileData", "a field is accessed as volatile or atomic data",
                      "remove volatile or _Atomic, or move the field to a struct of its own"},
    [MismatchedElementAccess] = {"MismatchedElementAccess",
                                 "memory of a field is read or written with another size than the "
                                 "field has",
                                 "access the field with its own type"},
    [WholeStructureReference] = {"WholeStructureReference",
                                 "an object is loaded, stored, passed or returned as one value",
                                 "pass a pointer instead of the struct"},
    [UnsafePointerStore] = {"UnsafePointerStore",
                            "a pointer of uncertain kind is stored where pointers to this struct "
                            "are kept",
                            "store only pointers to this struct there"},
    [FieldAddressTaken] = {"FieldAddressTaken",
                           "the address of a field is stored, passed to a function or returned",
                           "pass the object and let the callee name the field"},
    [GlobalPtr] = {"GlobalPtr", "a global variable points to objects of this struct", ""},
    [GlobalInstance] = {"GlobalInstance", "a global variable is an object of this struct", ""},
    [HasInitializerList] = {"HasInitializerList",
                            "a global object of this struct has an initializer that is not zero",
                            "fill the object at run time"},
    [BadMemFuncSize] = {"BadMemFuncSize",
                        "memory is allocated, set or copied with a size that is not known to be a "
                        "multiple of the struct's",
                        "write the size as n * sizeof(struct)"},
    [BadMemFuncManipulation] = {"BadMemFuncManipulation",
                                "memory is copied between this struct and something else",
                                "copy between objects of one type"},
    [AmbiguousPointerTarget] = {"AmbiguousPointerTarget",
                                "a pointer that may point to several kinds of struct is passed to "
                                "a function",
                                "give each kind of struct its own function"},
    [UnsafePtrMerge] = {"UnsafePtrMerge",
                        "pointers to different or unknown kinds of objects meet in one variable",
                        "use one variable per kind of object"},
    [AddressTaken] = {"AddressTaken", "an object's address reaches code that is not analysed",
                      "keep the object inside the program, or pass a copy"},
    [NoFieldsInStruct] = {"NoFieldsInStruct", "the struct has no fields", ""},
    [NestedStruct] = {"NestedStruct", "the struct is a member of another struct", ""},
    [ContainsNestedStruct] = {"ContainsNestedStruct", "the struct has a struct as a member", ""},
    [SystemObject] = {"SystemObject", "the struct belongs to the system or its libraries",
                      "wrap it in a struct of your own"},
    [UnhandledUse] = {"UnhandledUse", "the struct is used in a way that is not understood",
                      "simplify the expression"},
};

const char *dtrans_condition_name(dtrans_condition condition) {
    return conditions[condition].name;
}

const char *dtrans_condition_meaning(dtrans_condition condition) {
    return conditions[condition].meaning;
}

const char *dtrans_condition_remedy(dtrans_condition condition) {
    return conditions[condition].remedy;
}
