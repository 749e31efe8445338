/* A transform of struct layouts outside lathe's tree: integer fields of 32 and 64 bits become bytes
 * where every value that is ever stored into them fits.
 *
 *     narrow IN... OUT
 *
 * reads a program (C, LLVM IR text or bitcode; several files are linked), narrows its fields, says
 * which and why others stay, and writes the program to OUT.
 *
 *     cc narrow.c -o narrow $(pkg-config --cflags --libs lathe)
 *
 * Built as a shared object, it is a pass of lathe's:
 *
 *     cc -shared -fPIC narrow.c -o narrow.so $(pkg-config --cflags lathe)
 *     lathe cc -O2 -flathe-load=./narrow.so *.c
 *     lathe fuzz --load=./narrow.so --pass=narrow
 *
 * The analysis proves that all accesses to a field are known, and what they store; the base
 * rewrites sizes, offsets, copies, initializers and debug info. What is left for the transform is
 * to decide, and to write the loads and stores of the narrowed fields anew. */
#include <lathe/pass.h>

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A load or store of a narrowed field. */
typedef struct access {
    LLVMValueRef inst;
    bool is_signed;
} access;

typedef struct narrowing {
    access *accesses;
    size_t count, room;
    bool told;             /* what stays was said */
    lathe_pass_call *call; /* as a pass; NULL: as a program */
} narrowing;

enum { STAYS, UNSIGNED_BYTE, SIGNED_BYTE };

/* Only integers of more than a byte can become one; others are not worth a word. */
static bool is_wide_integer(lathe_dtrans *d, size_t type, size_t field) {
    LLVMTypeRef of = lathe_dtrans_type_llvm(d, type);
    LLVMTypeRef element =
        of && !LLVMIsOpaqueStruct(of) ? LLVMStructGetTypeAtIndex(of, (unsigned)field) : NULL;
    return element && LLVMGetTypeKind(element) == LLVMIntegerTypeKind &&
           LLVMGetIntTypeWidth(element) > 8 && LLVMGetIntTypeWidth(element) <= 64;
}

/* What the field can become, and otherwise in *why what keeps it. */
static uint32_t judge(lathe_dtrans *d, size_t type, size_t field, const char **why) {
    int64_t least, most;
    *why = lathe_dtrans_field_obstacle(d, type, field, NULL);
    if (*why)
        return STAYS;
    if (lathe_dtrans_field_range(d, type, field, &least, &most)) {
        if (least >= 0 && most <= UINT8_MAX)
            return UNSIGNED_BYTE;
        if (least >= INT8_MIN && most <= INT8_MAX)
            return SIGNED_BYTE;
    }
    *why = "a value that is stored may not fit into a byte";
    return STAYS;
}

/* A program prints it, a pass makes a remark of it. */
static void tell(const narrowing *n, lathe_dtrans *d, size_t type, size_t field, const char *why) {
    lathe_dtrans_field f = LATHE_INIT(lathe_dtrans_field);
    char text[512], number[24] = "";
    if (!lathe_dtrans_field_get(d, type, field, &f) || f.padding)
        return;
    if (!*f.name)
        snprintf(number, sizeof number, "%zu", field);
    snprintf(text, sizeof text, "%s %s.%s%s%s%s", why ? "stays" : "narrowed",
             lathe_dtrans_type_name(d, type), f.name, number, why ? ": " : "", why ? why : "");
    if (n->call)
        lathe_pass_remark(n->call, why ? LATHE_REMARK_MISSED : LATHE_REMARK_PASSED,
                          why ? "FieldStays" : "FieldNarrowed", NULL, text);
    else
        puts(text);
}

static void remember(lathe_transform *t, narrowing *n, LLVMValueRef inst, bool is_signed) {
    if (n->count == n->room) {
        size_t room = n->room ? 2 * n->room : 64;
        access *more = realloc(n->accesses, room * sizeof *more);
        if (!more) {
            lathe_transform_fail(t, "out of memory");
            return;
        }
        n->accesses = more;
        n->room = room;
    }
    n->accesses[n->count++] = (access){inst, is_signed};
}

static void narrow_field(lathe_transform *t, narrowing *n, size_t type, size_t field,
                         uint32_t how) {
    lathe_dtrans *d = lathe_transform_analysis(t);
    for (size_t i = 0; i < lathe_dtrans_access_count(d, type, field); i++)
        remember(t, n, lathe_dtrans_access_at(d, type, field, i), how == SIGNED_BYTE);
}

static void plan_type(lathe_transform *t, narrowing *n, size_t type) {
    lathe_dtrans *d = lathe_transform_analysis(t);
    size_t count = lathe_dtrans_field_count(d, type);
    uint32_t *how = calloc(count + 1, sizeof *how);
    bool any = false;
    for (size_t f = 0; how && f < count; f++) {
        const char *why = NULL;
        if (!is_wide_integer(d, type, f))
            continue;
        how[f] = judge(d, type, f, &why);
        any |= how[f] != STAYS;
        if (how[f] != STAYS)
            narrow_field(t, n, type, f, how[f]);
        else if (!n->told)
            tell(n, d, type, f, why);
    }
    if (any)
        lathe_transform_decide(t, type, LATHE_TRANSFORM_NARROW, how, count);
    free(how);
}

/* Asked again after each round, with what could not be rewritten left out. */
static void plan(lathe_transform *t, void *data) {
    narrowing *n = data;
    n->count = 0;
    for (size_t i = 0; i < lathe_dtrans_type_count(lathe_transform_analysis(t)); i++)
        if (lathe_transform_may_change(t, i))
            plan_type(t, n, i);
    n->told = true;
}

static LLVMTypeRef field_type(lathe_transform *t, size_t type, size_t field, void *data) {
    (void)data;
    uint32_t how = lathe_transform_decided(t, type, LATHE_TRANSFORM_NARROW, field);
    LLVMModuleRef m = lathe_module_llvm(lathe_transform_module(t));
    if (how != UNSIGNED_BYTE && how != SIGNED_BYTE)
        return NULL;
    return LLVMInt8TypeInContext(LLVMGetModuleContext(m));
}

static bool field_is_signed(lathe_transform *t, size_t type, size_t field, void *data) {
    (void)data;
    return lathe_transform_decided(t, type, LATHE_TRANSFORM_NARROW, field) == SIGNED_BYTE;
}

static void say_what_changes(lathe_transform *t, void *data) {
    lathe_dtrans *d = lathe_transform_analysis(t);
    for (size_t i = 0; i < lathe_dtrans_type_count(d); i++)
        for (size_t f = 0; f < lathe_dtrans_field_count(d, i); f++)
            if (field_type(t, i, f, data))
                tell(data, d, i, f, NULL);
}

/* The address is that of the byte by now. */
static void narrow_load(LLVMBuilderRef b, LLVMTypeRef byte, const access *a) {
    LLVMTypeRef wide = LLVMTypeOf(a->inst);
    LLVMValueRef load = LLVMBuildLoad2(b, byte, LLVMGetOperand(a->inst, 0), "");
    LLVMSetAlignment(load, 1);
    LLVMReplaceAllUsesWith(a->inst, a->is_signed ? LLVMBuildSExt(b, load, wide, "")
                                                 : LLVMBuildZExt(b, load, wide, ""));
}

static void narrow_store(LLVMBuilderRef b, LLVMTypeRef byte, const access *a) {
    LLVMValueRef value = LLVMBuildTrunc(b, LLVMGetOperand(a->inst, 0), byte, "");
    LLVMSetAlignment(LLVMBuildStore(b, value, LLVMGetOperand(a->inst, 1)), 1);
}

static void after_edits(lathe_transform *t, void *data) {
    narrowing *n = data;
    LLVMContextRef llvm = LLVMGetModuleContext(lathe_module_llvm(lathe_transform_module(t)));
    LLVMBuilderRef b = LLVMCreateBuilderInContext(llvm);
    for (size_t i = 0; i < n->count; i++) {
        const access *a = &n->accesses[i];
        LLVMPositionBuilderBeforeInstrAndDbgRecords(b, a->inst);
        LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(a->inst));
        if (LLVMIsALoadInst(a->inst))
            narrow_load(b, LLVMInt8TypeInContext(llvm), a);
        else
            narrow_store(b, LLVMInt8TypeInContext(llvm), a);
        LLVMInstructionEraseFromParent(a->inst);
    }
    LLVMDisposeBuilder(b);
}

#define NARROW                                                                                     \
    .struct_size = sizeof(lathe_transform_hooks), .name = "narrow", .prefix = "__narrow_",         \
    .dependent_prefix = "__narrowdep_", .field_type = field_type,                                  \
    .field_is_signed = field_is_signed

static const lathe_transform_hooks hooks = {NARROW, .plan = plan, .before_edits = say_what_changes,
                                            .after_edits = after_edits};

/* The hooks of a pass get its call, which keeps the state of the run. */
static narrowing *state_of(void *call) {
    narrowing *n = lathe_pass_state(call, sizeof *n);
    if (n)
        n->call = call;
    return n;
}

static void plan_pass(lathe_transform *t, void *call) {
    narrowing *n = state_of(call);
    if (n)
        plan(t, n);
}

static void say_in_pass(lathe_transform *t, void *call) {
    say_what_changes(t, state_of(call));
}

static void edit_in_pass(lathe_transform *t, void *call) {
    after_edits(t, state_of(call));
}

static void end_pass(lathe_pass_call *call) {
    narrowing *n = state_of(call);
    if (n)
        free(n->accesses);
}

static const lathe_transform_hooks pass_hooks = {
    NARROW, .plan = plan_pass, .before_edits = say_in_pass, .after_edits = edit_in_pass};

LATHE_REGISTER_PASS(narrow, .name = "narrow",
                    .summary = "Make bytes of integer fields whose values all fit",
                    .layouts = &pass_hooks, .end = end_pass);

static bool narrow_program(lathe_module *module, const char *out) {
    narrowing n = {0};
    size_t changed;
    bool done = lathe_transform_run(module, &hooks, &n, &changed) == LATHE_OK;
    if (done)
        printf("types changed: %zu\n", changed);
    free(n.accesses);
    return done && lathe_module_write(module, out) == LATHE_OK;
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "usage: narrow IN... OUT\n");
        return 2;
    }
    lathe_ctx *ctx = lathe_ctx_new();
    if (!ctx)
        return 4;
    lathe_module *module =
        lathe_module_load(ctx, (const char *const *)argv + 1, (size_t)argc - 2, NULL);
    if (!module || !narrow_program(module, argv[argc - 1]))
        fprintf(stderr, "narrow: %s\n", lathe_ctx_error(ctx));
    int code = lathe_status_exit_code(lathe_ctx_status(ctx));
    lathe_module_free(module);
    lathe_ctx_free(ctx);
    return code;
}
