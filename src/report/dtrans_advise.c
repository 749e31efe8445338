#include "report/dtrans.h"
void dtrans_print_advice(str *out, lathe_dtrans *d, const lathe_dtrans_view *view, uint32_t type) {
    (void)out;
    (void)d;
    (void)view;
    (void)type;
}
