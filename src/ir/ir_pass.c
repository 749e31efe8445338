#include "ir/ir_pass.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const ir_param *find(const ir_params *params, const char *key) {
    for (size_t i = 0; i < params->len; i++)
        if (strcmp(params->at[i].key, key) == 0)
            return &params->at[i];
    return NULL;
}

const char *ir_param_get(const ir_params *params, const char *key) {
    const ir_param *p = find(params, key);
    return p ? p->value : NULL;
}

bool ir_param_given(const ir_params *params, const char *key) {
    return find(params, key) != NULL;
}

uint64_t ir_param_number(const ir_params *params, const char *key, uint64_t otherwise) {
    const ir_param *p = find(params, key);
    return p ? p->number : otherwise;
}

size_t ir_param_choice(const ir_params *params, const char *key, size_t otherwise) {
    return (size_t)ir_param_number(params, key, otherwise);
}

void ir_param_spell(const ir_param_row *row, str *out) {
    str_add(out, row->key);
    if (row->value)
        str_printf(out, "=%s", row->value);
}

void ir_pass_spell_params(const ir_pass *pass, str *out) {
    for (const ir_param_row *row = pass->params; row && row->key; row++) {
        if (row != pass->params)
            str_add_char(out, ';');
        ir_param_spell(row, out);
    }
}

static bool is_number(const char *text, uint64_t *number) {
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && !*end && !errno;
}

/* Which of "save|restore" it is. */
static bool is_choice(const char *words, const char *text, uint64_t *number) {
    *number = 0;
    for (const char *p = words; *p; p += *p == '|', ++*number) {
        size_t length = strcspn(p, "|");
        if (strlen(text) == length && memcmp(p, text, length) == 0)
            return true;
        p += length;
    }
    return false;
}

static bool fits(const ir_param_row *row, ir_param *p) {
    switch (row->kind) {
    case IR_PARAM_NUMBER:
        return is_number(p->value, &p->number) && p->number >= row->least && p->number <= row->most;
    case IR_PARAM_CHOICE:
        return is_choice(row->value, p->value, &p->number);
    default:
        return true;
    }
}

static const ir_param_row *find_row(const ir_pass *pass, const char *key, bool has_value) {
    for (const ir_param_row *row = pass->params; row && row->key; row++)
        if (strcmp(row->key, key) == 0 && has_value == (row->kind != IR_PARAM_FLAG))
            return row;
    return NULL;
}

static bool fail_key(lathe_ctx *ctx, const ir_pass *pass, const char *key, bool has_value) {
    str takes;
    str_init(&takes, ctx);
    ir_pass_spell_params(pass, &takes);
    ctx_fail(ctx, LATHE_USAGE, "pass '%s' has no parameter '%s%s' (it takes %s)", pass->name, key,
             has_value ? "=" : "", takes.len ? takes.at : "none");
    str_free(&takes);
    return false;
}

static bool fail_value(lathe_ctx *ctx, const ir_pass *pass, const ir_param_row *row,
                       const char *value) {
    if (row->kind == IR_PARAM_NUMBER)
        ctx_fail(ctx, LATHE_USAGE, "pass '%s': %s=%s: expected a number from %llu to %llu",
                 pass->name, row->key, value, (unsigned long long)row->least,
                 (unsigned long long)row->most);
    else
        ctx_fail(ctx, LATHE_USAGE, "pass '%s': %s=%s: expected %s", pass->name, row->key, value,
                 row->value);
    return false;
}

bool ir_params_add(lathe_ctx *ctx, ir_params *params, const char *key, const char *value) {
    const ir_pass *pass = params->pass;
    const ir_param_row *row = find_row(pass, key, value != NULL);
    if (!row)
        return fail_key(ctx, pass, key, value != NULL);
    ir_param p = {row->key, value ? value : "", 0};
    if (!fits(row, &p))
        return fail_value(ctx, pass, row, value);
    if (params->len == sizeof params->at / sizeof *params->at) {
        ctx_fail(ctx, LATHE_USAGE, "too many parameters for pass '%s'", pass->name);
        return false;
    }
    params->at[params->len++] = p;
    return true;
}
