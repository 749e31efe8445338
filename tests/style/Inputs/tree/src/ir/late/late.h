#include "base/good.h"
