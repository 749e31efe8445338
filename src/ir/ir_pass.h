/* A pass: a named thing that reads or changes a module, described by one row. The row is all that
 * others know of it: pipelines check its parameters, `lathe passes`, docs/passes.md and the plugin
 * list it. src/pass lists them all, an array for each room. */
#pragma once

#include "ir/module.h"

typedef enum ir_param_kind {
    IR_PARAM_FLAG,   /* a bare word, such as verbose in name<verbose> */
    IR_PARAM_NUMBER, /* decimal, from least to most */
    IR_PARAM_CHOICE, /* one of the words in `value`, with | between them */
    IR_PARAM_TEXT,   /* for the pass to read */
} ir_param_kind;

typedef struct ir_param_row {
    const char *key;
    ir_param_kind kind;
    const char *value;    /* what help calls the value; the words of a choice; NULL of a flag */
    uint64_t least, most; /* of a number */
    const char *help;     /* one line without a full stop */
} ir_param_row;

#define IR_FLAG(key, help) {key, IR_PARAM_FLAG, NULL, 0, 0, help}
#define IR_NUMBER(key, value, least, most, help) {key, IR_PARAM_NUMBER, value, least, most, help}
#define IR_CHOICE(key, words, help) {key, IR_PARAM_CHOICE, words, 0, 0, help}
#define IR_TEXT(key, value, help) {key, IR_PARAM_TEXT, value, 0, 0, help}
/* The rows of a pass: IR_PARAMS(IR_FLAG(…), IR_NUMBER(…)). */
#define IR_PARAMS(...)                                                                             \
    (const ir_param_row[]) {                                                                       \
        __VA_ARGS__, {                                                                             \
            NULL, IR_PARAM_FLAG, NULL, 0, 0, NULL                                                  \
        }                                                                                          \
    }

struct ir_pass;

typedef struct ir_param {
    const char *key;
    const char *value; /* "" of a flag */
    uint64_t number;   /* of a number */
} ir_param;

/* What a pass was given: each is one of its rows, with a value that the row allows. */
typedef struct ir_params {
    const struct ir_pass *pass;
    ir_param at[16];
    size_t len;
} ir_params;

/* What a pass changes or reads, which says what programs try it (lathe fuzz). */
typedef enum ir_scope {
    IR_MODULE,
    IR_LOOPS,
    IR_LAYOUTS,
    IR_CHECKPOINTS /* where checkpoints are */
} ir_scope;

typedef struct ir_pass {
    const char *name;
    const char *summary; /* one line, no full stop */
    ir_scope scope;
    const ir_param_row *params; /* IR_PARAMS; NULL if it has none */
    /* Changes the module or appends to out. Returns the context's status. */
    lathe_status (*run)(lathe_module *m, const ir_params *params, str *out);
    const void *data; /* of passes that share `run`: which one it is */
    /* What engines know of the module (ir_knowledge) is dropped before other passes run. This one
     * makes use of it, keeps it true if it changes the module, or drops it itself; and calls
     * ir_mark_changed if it changes the module, which of others is taken for granted. */
    bool keeps_knowledge;
    bool test_only; /* for lathe's own tests: not shown */
} ir_pass;

/* The value of a parameter, or NULL if it was not given. */
const char *ir_param_get(const ir_params *params, const char *key);
bool ir_param_given(const ir_params *params, const char *key);
/* The value of a number, or `otherwise`. */
uint64_t ir_param_number(const ir_params *params, const char *key, uint64_t otherwise);
/* Which of a choice's words it is, from 0, or `otherwise`. */
size_t ir_param_choice(const ir_params *params, const char *key, size_t otherwise);

/* How the parameter is written, "seed=N". */
void ir_param_spell(const ir_param_row *row, str *out);
/* How all of them are, "seed=N;verbose". */
void ir_pass_spell_params(const ir_pass *pass, str *out);
/* Adds one, with a value or, if that is NULL, as a flag. False with the status set if the pass does
 * not take it. The value is kept as it is. */
bool ir_params_add(lathe_ctx *ctx, ir_params *params, const char *key, const char *value);
