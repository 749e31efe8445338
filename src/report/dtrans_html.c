#include "report/dtrans.h"
void dtrans_print_html(str *out, lathe_dtrans *d, const lathe_dtrans_view *view) {
    (void)out;
    (void)d;
    (void)view;
}
