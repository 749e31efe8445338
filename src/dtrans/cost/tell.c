/* Estimates in remarks. */
#include "dtrans/cost/layout_cost.h"

#include "dtrans/analysis/type_remark.h"

void cost_tell(DTransInfo *info, double share) {
    if (share <= 0)
        return;
    remark_add_fact(info->ctx->remarks, "; accesses are estimated to move ", "Estimate", "%.2f",
                    share);
    remark_add_part(info->ctx->remarks, "String", " of the bytes they move now");
}

void cost_tell_missed(DTransInfo *info, uint32_t type, const char *pass, double share) {
    if (share <= 0 || !dtrans_remark(info, type, REMARK_MISSED, pass, "DoesNotPay"))
        return;
    remark_add_part(info->ctx->remarks, "String", " may change, but it does not pay");
    cost_tell(info, share);
}
