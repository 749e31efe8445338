/* What it owns. */
#include "base/good.h"
#include "ir/pass.h"

int ugly( void ){ return good(2); }
