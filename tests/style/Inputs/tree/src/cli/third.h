#include "cli/first.h"
