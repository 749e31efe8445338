#include "ckpt/externals.h"

#include <stdlib.h>
#include <string.h>

#define FINE(name) {name, CKPT_EXT_FINE, 0, NULL},
#define STREAM(name, n) {name, CKPT_EXT_STREAM, n, NULL},
#define REPLACED(name) {name, CKPT_EXT_REPLACED, 0, NULL},
#define AGAIN(name) {name, CKPT_EXT_AGAIN, 0, NULL},
#define CALLS(name, n) {name, CKPT_EXT_CALLS, n, NULL},
#define BEFORE(name, reason) {name, CKPT_EXT_BEFORE, 0, reason},
#define REFUSED(name, reason) {name, CKPT_EXT_REFUSED, 0, reason},
#define REFUSED_ON_PATH(name, reason) {name, CKPT_EXT_REFUSED_ON_PATH, 0, reason},
static const ckpt_external rows[] = {
#include "ckpt/externals.def"
};

enum { ROWS = sizeof rows / sizeof *rows };

static int by_name(const void *name, const void *row) {
    return strcmp(name, ((const ckpt_external *)row)->name);
}

const ckpt_external *ckpt_external_find(const char *name) {
    return bsearch(name, rows, ROWS, sizeof *rows, by_name);
}

const ckpt_external *ckpt_external_at(size_t index) {
    return index < ROWS ? &rows[index] : NULL;
}
