/* What it owns. */
#include "base/good.h"
#include "ir/ir_pass.h"

int ugly( void ){ return good(2); }
