/* Layouts made by hand, for tests: a module from text, and changes whose new bodies stand in it. */
#ifndef LATHE_TESTS_LAYOUTS_H
#define LATHE_TESTS_LAYOUTS_H

#include "parsed.h"

#include "dtrans/transform/layout.h"

#include <stdio.h>

#define LAYOUT "target datalayout = \"e-i64:64-f80:128-n8:16:32:64-S128\"\n"

typedef struct fixture {
    parsed p;
    DTransInfo info;
    ir_typemap types;
    dtrans_layouts l;
} fixture;

/* In place: the parts point to each other. */
static inline void begin(fixture *f, const char *text) {
    f->p = parse(text);
    dtrans_analyze(&f->info, &f->p.m);
    assert_int_equal(lathe_ctx_status(f->p.ctx), LATHE_OK);
    ir_typemap_init(&f->types, f->p.ctx, f->p.llvm);
    dtrans_layouts_init(&f->l, &f->info, &f->types);
}

static inline void end(fixture *f) {
    dtrans_layouts_free(&f->l);
    ir_typemap_free(&f->types);
    dtrans_info_free(&f->info);
    parsed_free(&f->p);
}

/* Elements go where the list says, -1: nowhere. */
static inline void change(fixture *f, const char *from, const int *element) {
    uint32_t type = dtrans_type_named(&f->info, from);
    assert_int_not_equal(type, IR_NONE);
    char name[64];
    snprintf(name, sizeof name, "new.%s", from);
    dtrans_change *c = dtrans_layouts_add(&f->l, type, name);
    assert_non_null(c);
    for (uint32_t i = 0; i < f->info.types.at[type].field_count; i++)
        c->element[i] = element[i] < 0 ? IR_NONE : (uint32_t)element[i];
}

/* After all changes: %new.S gets the body of %S.to, with what changes in it. */
static inline void settle(fixture *f) {
    for (size_t i = 0; i < f->l.changes.len; i++) {
        char name[64];
        snprintf(name, sizeof name, "%s.to", LLVMGetStructName(f->l.changes.at[i].from));
        LLVMTypeRef like = LLVMGetTypeByName2(f->p.llvm, name), parts[16];
        assert_non_null(like);
        unsigned count = LLVMCountStructElementTypes(like);
        LLVMGetStructElementTypes(like, parts);
        for (unsigned e = 0; e < count; e++)
            parts[e] = dtrans_new_type(&f->l, parts[e]);
        LLVMStructSetBody(f->l.changes.at[i].to, parts, count, LLVMIsPackedStruct(like));
    }
}

#endif
