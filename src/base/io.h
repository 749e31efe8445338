/* Writing to descriptors. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Writes all of it, through interruptions and short writes. False, with errno set, on failure. */
bool io_write_all(int fd, const char *bytes, size_t size);
/* -1 is not a descriptor. */
void io_close(int fd);
