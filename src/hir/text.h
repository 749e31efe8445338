/* HIR as text: printed in the form of the documents, and read back. */
#ifndef LATHE_HIR_TEXT_H
#define LATHE_HIR_TEXT_H

#include "hir/node.h"

typedef struct hir_text_options {
    bool numbers;    /* <12> before each node */
    bool verbose;    /* types, strides, sizes, symbases, levels: all that the model knows */
    uint32_t region; /* only this one, counted from 1; 0: all */
} hir_text_options;

void hir_print(const hir *h, const hir_text_options *options, str *out);

/* Reads what hir_print printed, in any of its forms, into an empty hir. False with the status set
 * to LATHE_BAD_INPUT and line and column in the message. */
bool hir_parse(hir *h, const char *name, const char *text, size_t size);

#endif
