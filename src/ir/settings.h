/* What the user said once for all passes of a program, as text under a name such as "dtrans-skip".
 * Passes get parameters of their own; what several of them must agree on is here. */
#ifndef LATHE_IR_SETTINGS_H
#define LATHE_IR_SETTINGS_H

#include "base/ctx.h"

typedef struct ir_setting {
    const char *name; /* a literal */
    char *value;      /* NULL if nothing was said */
    size_t size;      /* of value */
    const char *said; /* the option as the user wrote it, a literal; NULL: --name */
    bool told;        /* the user has been told what is wrong with it */
} ir_setting;

enum { IR_MAX_SETTINGS = 8 };

typedef struct ir_settings {
    ir_setting at[IR_MAX_SETTINGS];
    size_t len;
} ir_settings;

/* Copies the value; NULL takes back what was said. */
void ir_settings_put(ir_settings *s, lathe_ctx *ctx, const char *name, const char *value);
/* NULL if nothing was said. */
ir_setting *ir_settings_get(ir_settings *s, const char *name);
void ir_settings_free(ir_settings *s, lathe_ctx *ctx);

#endif
