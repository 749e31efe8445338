#include "cli/second.h"
