#include "ir/settings.h"

#include <string.h>

static ir_setting *find(ir_settings *s, const char *name) {
    for (size_t i = 0; i < s->len; i++)
        if (strcmp(s->at[i].name, name) == 0)
            return &s->at[i];
    return NULL;
}

ir_setting *ir_settings_get(ir_settings *s, const char *name) {
    ir_setting *found = find(s, name);
    return found && found->value ? found : NULL;
}

void ir_settings_put(ir_settings *s, lathe_ctx *ctx, const char *name, const char *value) {
    ir_setting *place = find(s, name);
    if (!place && s->len == IR_MAX_SETTINGS) {
        ctx_fail(ctx, LATHE_INTERNAL, "no room for the setting '%s'", name);
        return;
    }
    if (!place)
        place = &s->at[s->len++];
    ctx_free(ctx, place->value, place->size);
    *place = (ir_setting){.name = name};
    if (!value)
        return;
    size_t size = strlen(value) + 1;
    place->value = ctx_realloc(ctx, NULL, 0, size);
    if (place->value)
        memcpy(place->value, value, place->size = size);
}

void ir_settings_free(ir_settings *s, lathe_ctx *ctx) {
    for (size_t i = 0; i < s->len; i++)
        ctx_free(ctx, s->at[i].value, s->at[i].size);
    s->len = 0;
}
