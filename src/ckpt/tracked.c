#include "ckpt/tracked.h"

#include "ir/analyses.h"
#include "ir/size.h"

bool ckpt_tracking_init(ckpt_tracking *t, lathe_module *m, LLVMValueRef fn) {
    *t = (ckpt_tracking){.m = m, .live = ir_live_of(m, fn)};
    return t->live && ckpt_objects_find(&t->objects, m, fn);
}

void ckpt_tracking_free(ckpt_tracking *t) {
    if (t->objects.ctx)
        ckpt_objects_free(&t->objects);
}

ckpt_tracked ckpt_as_tracked(const ckpt_tracking *t, LLVMValueRef value) {
    return (ckpt_tracked){.value = value,
                          .kind = LLVMIsAArgument(value) ? CKPT_ARGUMENT : CKPT_VALUE,
                          .bytes = ir_abi_size(ir_layout(t->m), LLVMTypeOf(value))};
}

static bool next_value(const ckpt_tracking *t, uint32_t block, size_t *at, ckpt_tracked *found) {
    for (int64_t i; (i = bitset_next(&t->live->out[block], *at)) != BITSET_END;) {
        LLVMValueRef value = ir_live_value(t->live, (uint32_t)i);
        *at = (size_t)i + 1;
        if (LLVMIsAAllocaInst(value))
            continue;
        *found = ckpt_as_tracked(t, value);
        return true;
    }
    return false;
}

/* Positions of objects come after those of values. */
bool ckpt_next_tracked(const ckpt_tracking *t, uint32_t block, size_t *at, ckpt_tracked *found) {
    size_t values = t->live->values.count;
    if (*at < values && next_value(t, block, at, found))
        return true;
    for (size_t i = *at > values ? *at - values : 0; i < t->objects.all.len; i++) {
        const ckpt_object *o = &t->objects.all.at[i];
        *at = values + i + 1;
        if (!o->modified || !ckpt_object_live_out(o, t->live, block))
            continue;
        *found = (ckpt_tracked){.value = o->root, .kind = CKPT_MEMORY, .bytes = o->bytes};
        return true;
    }
    return false;
}

uint64_t ckpt_tracked_bytes(const ckpt_tracking *t, uint32_t block) {
    uint64_t bytes = 0;
    ckpt_tracked each;
    for (size_t at = 0; ckpt_next_tracked(t, block, &at, &each);)
        bytes += each.bytes;
    return bytes;
}
