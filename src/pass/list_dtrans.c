/* The passes of the room dtrans. */
#include "pass/lists.h"

#include "dtrans/passes.h"
#include "dtrans/soa/pass.h"
#include "dtrans/transform/run.h"

const ir_pass dtrans_pass_list[] = {
    {"dtrans-analysis", "Print what may change about each struct type, and why not", "type=NAME",
     dtrans_analysis_pass, true},
    {"dtrans-aos-to-soa", "Make arrays of structs an array of each field, and pointers indexes",
     "index=BITS;type=NAME;force;best", dtrans_aos_to_soa_pass, true},
    {"dtrans-base-test", "Replace every struct that may change by an identical one", "ptr-as-int",
     dtrans_base_test_pass, true},
    {"dtrans-delete-fields", "Delete fields that are never read or have one constant value", NULL,
     dtrans_delete_fields_pass, true},
    {"dtrans-pool", "Take single objects from pools, with 32-bit pointers to them in structs",
     "force;type=NAME;split;groups=FIELDS;wide;unshifted;limit=BYTES", dtrans_pool_pass, true},
    {"dtrans-reorder-fields", "Give structs the smallest and most local order of fields", NULL,
     dtrans_reorder_fields_pass, true},
    {"dtrans-shuffle", "Give every struct that may change a random layout, as a test",
     "seed=N;without=RULES", dtrans_shuffle_pass, true},
    {"dtrans-split",
     "Make arrays of structs an array of each group of fields, and pointers indexes",
     "index=BITS;type=NAME;groups=FIELDS;force;best", dtrans_split_pass, true},
    {"dtrans-strip-annotations", "Remove the annotations of dtrans passes, never the user's", NULL,
     dtrans_strip_annotations, false},
    {"dtrans-test-annotate", "annotate the instructions with a name, or the addresses of a field",
     "function=NAME;value=NAME;of=TYPE;field=N;type=NAME;level=N;kind=NAME;text=TEXT;"
     "extension=TEXT;file=NAME;line=N;name=NAME;before=NAME",
     dtrans_test_annotate, false},
    {"dtrans-test-annotations", "print the annotations, or call a function with what they mark",
     "call=NAME", dtrans_test_annotations, false},
    {"dtrans-test-hooks", "replace structs by equal ones, with one hook or other doing something",
     "type=NAME;prefix=TEXT;pointers;bits=N;decline;trace;add=NAME;take=NAME;redirect=NAME;"
     "constant=NAME;remap=NAME;materialize=NAME;break",
     dtrans_test_hooks_pass, true},
    {"dtrans-test-layout", "Give one struct the layout asked for, as a test",
     "type=NAME;order=ELEMENTS;without=RULES", dtrans_test_layout_pass, true},
    {NULL, NULL, NULL, NULL, false},
};
