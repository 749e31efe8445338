#include "dtrans/analysis/safety.h"

#define DTRANS_CONDITION(name, meaning, remedy) {#name, meaning, remedy},
static const struct {
    const char *name, *meaning, *remedy;
} conditions[] = {
#include "dtrans/conditions.def"
};
#undef DTRANS_CONDITION

const char *dtrans_condition_name(dtrans_condition condition) {
    return conditions[condition].name;
}

const char *dtrans_condition_meaning(dtrans_condition condition) {
    return conditions[condition].meaning;
}

const char *dtrans_condition_remedy(dtrans_condition condition) {
    return conditions[condition].remedy;
}
