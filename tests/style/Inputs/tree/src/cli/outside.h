#include "cli/third.h"
