/* From inputs to one verified module: reads .c (through clang), .ll and .bc, links them, and keeps
 * the bytes they came from, so that a failed transform can start again. Each error names its file,
 * and what to do about it. The module's context is its own; nothing of it outlives
 * lathe_module_free. */
#include "ir/analyses.h"
#include "ir/input.h"
#include "ir/llvmpasses.h"
#include "ir/llvmx.h"
#include "ir/module.h"
#include "ir/signatures.h"
#include "ir/value.h"

#include "base/arena.h"
#include "base/map.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>

#include <stdlib.h>
#include <string.h>

/* Work on a file's bytes is charged by the kilobyte: it is LLVM's work, not lathe's. */
enum { BYTES_PER_OPERATION = 1024 };

/* A module being put together from several inputs. */
typedef struct loader {
    lathe_ctx *ctx;
    LLVMContextRef llvm_ctx;
    LLVMModuleRef whole; /* NULL before the first input */
    const char *first;   /* name of the first input */
    uint64_t bytes;      /* of all inputs so far */
    bool many;
    ir_origin origin; /* of the only input, if nothing was done to it */
    arena names;
    map definitions; /* symbol -> name of the input that defines it; filled if many */
    char *link_error;
} loader;

/* The size of what is being read lets a watcher judge how long that may take. */
static ctx_timer load_phase_begin(loader *l, const char *name) {
    ctx_timer timer = ctx_phase_begin(l->ctx, name);
    ctx_progress(l->ctx, name, 0, l->bytes);
    return timer;
}

/* LLVM's messages in the module's later life. Without a handler LLVM would print and exit. */
static void forward_diagnostic(LLVMDiagnosticInfoRef info, void *data) {
    static const lathe_severity severities[] = {[LLVMDSError] = LATHE_ERROR,
                                                [LLVMDSWarning] = LATHE_WARNING,
                                                [LLVMDSRemark] = LATHE_REMARK,
                                                [LLVMDSNote] = LATHE_NOTE};
    lathe_ctx *ctx = data;
    char *text = LLVMGetDiagInfoDescription(info);
    lathe_severity severity = severities[LLVMGetDiagInfoSeverity(info)];
    text[strcspn(text, "\n")] = '\0';
    if (severity == LATHE_ERROR)
        ctx_fail(ctx, LATHE_BAD_INPUT, "%s", text);
    else
        ctx_diag(ctx, &(lathe_diag){.severity = severity, .id = "llvm", .message = text});
    LLVMDisposeMessage(text);
}

static void keep_link_error(LLVMDiagnosticInfoRef info, void *data) {
    loader *l = data;
    if (LLVMGetDiagInfoSeverity(info) != LLVMDSError)
        forward_diagnostic(info, l->ctx);
    else if (!l->link_error)
        l->link_error = LLVMGetDiagInfoDescription(info);
}

/* "3:5: error: what" of "FILE:3:5: error: what\nexcerpt" as "3:5: what". */
static lathe_status fail_syntax(lathe_ctx *ctx, const ir_input *in, const char *message) {
    size_t prefix = strlen(in->name);
    if (strncmp(message, in->name, prefix) == 0 && message[prefix] == ':')
        message += prefix + 1;
    size_t place = strspn(message, "0123456789:");
    const char *what = message + place + strspn(message + place, " ");
    if (str_starts_with(what, "error: "))
        what += 7;
    return ctx_fail(ctx, LATHE_BAD_INPUT, "%s:%.*s %.*s", in->name, (int)place, message,
                    (int)strcspn(what, "\n"), what);
}

static lathe_status fail_bitcode(lathe_ctx *ctx, const ir_input *in, const char *message) {
    char producer[64];
    unsigned own;
    LLVMGetVersion(&own, NULL, NULL);
    llvmx_bitcode_producer(in->bytes, in->size, producer, sizeof producer);
    const char *error = strstr(message, "error: ");
    message = error ? error + 7 : message;
    int length = (int)strcspn(message, "\n");
    if (str_starts_with(message, "Invalid bitcode signature"))
        message = "its end is missing", length = (int)strlen(message);
    unsigned long theirs = str_starts_with(producer, "LLVM") ? strtoul(producer + 4, NULL, 10) : 0;
    if (theirs > own)
        return ctx_fail(ctx, LATHE_BAD_INPUT,
                        "%s: was written by LLVM %s, this lathe reads up to LLVM %u (%.*s); "
                        "recompile it with clang-%u",
                        in->name, producer + 4, own, length, message, own);
    return ctx_fail(ctx, LATHE_BAD_INPUT, "%s: is damaged bitcode%s%s: %.*s; make it again",
                    in->name, *producer ? " of " : "", producer, length, message);
}

static LLVMModuleRef parse(loader *l, const ir_input *in) {
    char *message = NULL;
    LLVMModuleRef module = NULL;
    ctx_timer timer = load_phase_begin(l, "read");
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRange(in->bytes, in->size, in->name, 1);
    if (LLVMParseIRInContext2(l->llvm_ctx, buffer, &module, &message)) {
        module = NULL;
        (in->kind == IR_INPUT_TEXT ? fail_syntax : fail_bitcode)(l->ctx, in, message);
    }
    LLVMDisposeMessage(message);
    LLVMDisposeMemoryBuffer(buffer);
    ctx_phase_end(l->ctx, timer);
    return module;
}

/* LLVM's message does not say where; the first function that fails on its own does. */
static const char *broken_function(LLVMModuleRef module) {
    size_t length;
    ir_each_function (fn, module) {
        if (!LLVMIsDeclaration(fn) && LLVMVerifyFunction(fn, LLVMReturnStatusAction))
            return LLVMGetValueName2(fn, &length);
    }
    return NULL;
}

/* LLVM says what is wrong on one line and shows the value it is about on the next. */
static lathe_status fail_verify(lathe_ctx *ctx, const ir_input *in, LLVMModuleRef module,
                                const char *message) {
    size_t what = strcspn(message, "\n!");
    const char *value = message + strcspn(message, "\n");
    value += strspn(value, " \n");
    size_t length = strcspn(value, "\n");
    const char *function = broken_function(module);
    return ctx_fail(ctx, LATHE_BAD_INPUT, "%s: is invalid IR%s%.100s%s: %.*s%s%.*s", in->name,
                    function ? " in function '" : "", function ? function : "", function ? "'" : "",
                    what > 300 ? 300 : (int)what, message, length ? ": " : "",
                    length > 200 ? 200 : (int)length, value);
}

static bool verify(loader *l, const ir_input *in, LLVMModuleRef module) {
    char *message = NULL;
    ctx_timer timer = load_phase_begin(l, "verify");
    if (LLVMVerifyModule(module, LLVMReturnStatusAction, &message))
        fail_verify(l->ctx, in, module, message);
    LLVMDisposeMessage(message);
    ctx_phase_end(l->ctx, timer);
    return ctx_ok(l->ctx);
}

/* What can only be done to a file on its own, such as finding its static functions in a profile. */
static bool run_passes(loader *l, const ir_input *in, LLVMModuleRef module, const char *passes) {
    ctx_timer timer = load_phase_begin(l, passes);
    lathe_module alone = {.ctx = l->ctx, .llvm_ctx = l->llvm_ctx, .llvm = module};
    str doing;
    str_init(&doing, l->ctx);
    str_printf(&doing, "%s: %s", in->name, passes);
    bool ran = ir_run_llvm(&alone, &(ir_llvm_run){.passes = passes,
                                                  .uncounted = true,
                                                  .doing = str_text(&doing),
                                                  .failure = LATHE_USAGE});
    if (ran && l->link_error)
        ctx_fail(l->ctx, LATHE_BAD_INPUT, "%s: %.*s", str_text(&doing),
                 (int)strcspn(l->link_error, "\n"), l->link_error);
    str_free(&doing);
    ctx_phase_end(l->ctx, timer);
    return ctx_ok(l->ctx);
}

static void note_definition(loader *l, LLVMValueRef symbol, const char *input) {
    size_t length;
    const char *name = LLVMGetValueName2(symbol, &length);
    if (LLVMIsDeclaration(symbol) || ir_is_local(symbol) || map_find_s(&l->definitions, name))
        return;
    char *key = arena_strndup(&l->names, name, length);
    if (key)
        map_set(&l->definitions, key, (map_word){.s = input});
}

static void note_definitions(loader *l, LLVMModuleRef module, const char *input) {
    ir_each_function (fn, module) {
        if (!ctx_tick(l->ctx, 1))
            return;
        note_definition(l, fn, input);
    }
    ir_each_global (g, module) {
        if (!ctx_tick(l->ctx, 1))
            return;
        note_definition(l, g, input);
    }
}

/* LLVM names the symbol in quotes; which file had it first is what a person needs to know. */
static lathe_status fail_link(loader *l, const ir_input *in) {
    const char *text = l->link_error ? l->link_error : "the linker refused without a reason";
    const char *other = l->first;
    const char *open = strchr(text, '\'');
    const char *close = open ? strchr(open + 1, '\'') : NULL;
    if (close) {
        char *name = arena_strndup(&l->names, open + 1, (size_t)(close - open - 1));
        map_word *owner = name ? map_find_s(&l->definitions, name) : NULL;
        if (owner && strstr(text, "multiply defined"))
            return ctx_fail(l->ctx, LATHE_BAD_INPUT,
                            "%s: defines '%s', which %s defines too; give lathe one of them",
                            in->name, name, owner->s);
        other = owner ? owner->s : other;
    }
    return ctx_fail(l->ctx, LATHE_BAD_INPUT, "%s: cannot be linked with %s: %.*s", in->name, other,
                    (int)strcspn(text, "\n"), text);
}

/* A module that does not say which machine it is for joins one that does. */
static void adopt_target(LLVMModuleRef to, LLVMModuleRef from) {
    if (!*LLVMGetTarget(to))
        LLVMSetTarget(to, LLVMGetTarget(from));
    if (!*LLVMGetDataLayoutStr(to))
        LLVMSetDataLayout(to, LLVMGetDataLayoutStr(from));
}

static bool link_in(loader *l, const ir_input *in, LLVMModuleRef module) {
    if (!l->whole) {
        l->whole = module;
        l->first = in->name;
    } else {
        ctx_timer timer = load_phase_begin(l, "link");
        adopt_target(l->whole, module);
        adopt_target(module, l->whole);
        if (LLVMLinkModules2(l->whole, module))
            fail_link(l, in);
        ctx_phase_end(l->ctx, timer);
    }
    return ctx_ok(l->ctx);
}

/* Takes the bytes out of the input. */
static void keep_origin(loader *l, ir_input *in) {
    l->origin = (ir_origin){in->bytes, in->size, in->cap};
    in->bytes = NULL;
    in->size = in->cap = 0;
}

static bool load_one(loader *l, const char *path, const lathe_load_options *options) {
    ir_input in;
    ctx_diag(l->ctx, &(lathe_diag){
                         .severity = LATHE_NOTE, .id = "load", .file = path, .message = "reading"});
    if (!ir_input_read(l->ctx, &in, path, options))
        return false;
    l->bytes += in.size;
    LLVMModuleRef module = NULL;
    if (ctx_tick(l->ctx, 1 + in.size / BYTES_PER_OPERATION))
        module = parse(l, &in);
    const char *passes = options ? options->passes : NULL;
    if (module && (!verify(l, &in, module) || (passes && !run_passes(l, &in, module, passes)))) {
        LLVMDisposeModule(module);
        module = NULL;
    }
    if (module) {
        bool noted = in.kind == IR_INPUT_C && ir_note_array_sizes(l->ctx, module, path, options);
        if (l->many)
            note_definitions(l, module, in.name);
        link_in(l, &in, module);
        if (!l->many && !passes && !noted)
            keep_origin(l, &in);
    }
    ir_input_free(l->ctx, &in);
    return ctx_ok(l->ctx);
}

static void loader_init(loader *l, lathe_ctx *ctx, bool many) {
    *l = (loader){.ctx = ctx, .llvm_ctx = LLVMContextCreate(), .many = many};
    arena_init(&l->names, ctx);
    map_init_strings(&l->definitions, ctx);
    LLVMContextSetDiagnosticHandler(l->llvm_ctx, keep_link_error, l);
}

static void loader_free(loader *l) {
    LLVMDisposeMessage(l->link_error);
    map_free(&l->definitions);
    arena_free(&l->names);
}

lathe_module *ir_module_load(lathe_ctx *ctx, const char *const *paths, size_t count,
                             const lathe_load_options *options) {
    if (count == 0) {
        ctx_fail(ctx, LATHE_USAGE, "no input files");
        return NULL;
    }
    loader l;
    lathe_module *m = NULL;
    loader_init(&l, ctx, count > 1);
    for (size_t i = 0; i < count && load_one(&l, paths[i], options); i++)
        continue;
    if (ctx_ok(ctx))
        m = ir_module_wrap(ctx, l.whole);
    if (m) {
        m->owned = true;
        m->unverified = false;
        m->origin = l.origin;
        LLVMContextSetDiagnosticHandler(l.llvm_ctx, forward_diagnostic, ctx);
    } else {
        ctx_free(ctx, l.origin.bytes, l.origin.cap);
        if (l.whole)
            LLVMDisposeModule(l.whole);
        LLVMContextDispose(l.llvm_ctx);
    }
    loader_free(&l);
    return m;
}

lathe_module *ir_module_read(lathe_ctx *ctx, LLVMMemoryBufferRef bitcode) {
    LLVMContextRef context = LLVMContextCreate();
    LLVMModuleRef llvm = NULL;
    LLVMContextSetDiagnosticHandler(context, forward_diagnostic, ctx);
    if (LLVMParseBitcodeInContext2(context, bitcode, &llvm)) {
        llvm = NULL;
        ctx_fail(ctx, LATHE_BAD_INPUT, "the bitcode cannot be read");
    }
    lathe_module *m = llvm ? ir_module_wrap(ctx, llvm) : NULL;
    if (m) {
        m->owned = true;
        return m;
    }
    if (llvm)
        LLVMDisposeModule(llvm);
    LLVMContextDispose(context);
    return NULL;
}

static void ignore_diagnostic(LLVMDiagnosticInfoRef info, void *data) {
    (void)info;
    (void)data;
}

void ir_ignore_diagnostics(LLVMContextRef llvm) {
    LLVMContextSetDiagnosticHandler(llvm, ignore_diagnostic, NULL);
}

bool ir_same_bytes(LLVMMemoryBufferRef a, LLVMMemoryBufferRef b) {
    size_t size = LLVMGetBufferSize(a);
    return size == LLVMGetBufferSize(b) &&
           memcmp(LLVMGetBufferStart(a), LLVMGetBufferStart(b), size) == 0;
}

lathe_module *ir_module_copy(lathe_module *m) {
    size_t length;
    const char *name = LLVMGetModuleIdentifier(m->llvm, &length);
    LLVMMemoryBufferRef image = LLVMWriteBitcodeToMemoryBuffer(m->llvm);
    lathe_module *copy = ir_module_read(m->ctx, image);
    LLVMDisposeMemoryBuffer(image);
    if (copy) /* positions without debug info are recognized by it */
        LLVMSetModuleIdentifier(copy->llvm, name, length);
    return copy;
}

bool ir_read_again(lathe_module *m, const char *bytes, size_t size) {
    if (!m->owned) {
        ctx_fail(m->ctx, LATHE_INTERNAL, "a module of the caller's is to be replaced");
        return false;
    }
    LLVMContextRef context = LLVMContextCreate();
    ir_ignore_diagnostics(context); /* what there was to say was said at first */
    size_t length;
    const char *name = LLVMGetModuleIdentifier(m->llvm, &length);
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(bytes, size, name, 0);
    LLVMModuleRef module;
    char *message = NULL;
    bool failed = LLVMParseIRInContext2(context, buffer, &module, &message);
    LLVMDisposeMemoryBuffer(buffer);
    LLVMDisposeMessage(message);
    if (failed) {
        LLVMContextDispose(context);
        ctx_fail(m->ctx, LATHE_BAD_INPUT, "%.*s: LLVM cannot read the bitcode that it writes of it",
                 (int)length, name);
        return false;
    }
    LLVMSetModuleIdentifier(module, name, length);
    LLVMContextSetDiagnosticHandler(context, forward_diagnostic, m->ctx);
    LLVMDisposeModule(m->llvm);
    LLVMContextDispose(m->llvm_ctx);
    ir_analyses_forget(m, NULL);
    m->llvm = module;
    m->llvm_ctx = context;
    return true;
}
