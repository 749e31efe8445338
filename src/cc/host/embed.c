/* Needs:         bitcode of the module as the front end left it, before any optimisation.
 * Keeps:         every function and variable, and so the code that is generated from them.
 * Breaks:        nothing; adds a variable in a section that linkers leave out.
 * Declines when: the module cannot be compiled a second time with the same effect: module asm, and
 *                what clang's own pipeline puts into functions (sanitizers, coverage, tracing), and
 *                options that objects cannot keep. */
#include "cc/host/embed.h"

#include "base/arena.h"
#include "cc/objects/pack.h"
#include "cc/objects/record.h"
#include "cc/objects/setting.h"
#include "dtrans/analysis/type_info.h"
#include "ir/module.h"

#include <llvm-c/BitWriter.h>

#include <string.h>

/* What clang's pipeline acts on when it instruments, and what its front end leaves that did. */
/* clang-format off */
static const char *const function_attributes[] = {
    "safestack", "sanitize_address", "sanitize_alloc_token", "sanitize_hwaddress",
    "sanitize_memory", "sanitize_memtag", "sanitize_numerical_stability", "sanitize_realtime",
    "sanitize_realtime_blocking", "sanitize_thread", "sanitize_type", "shadowcallstack",
};
static const char *const text_attributes[] = {
    "fentry-call", "function-instrument", "instrument-function-entry",
    "instrument-function-entry-inlined", "instrument-function-exit",
    "instrument-function-exit-inlined", "patchable-function-entry", "xray-instruction-threshold",
};
/* clang-format on */
static const char *const callee_prefixes[] = {
    "__ubsan_", "llvm.instrprof.", "llvm.ubsantrap", "llvm.type.test", "llvm.type.checked.load",
};
static const char *const module_flags[] = {"kcfi", "CFI Canonical Jump Tables", "Cross-DSO CFI"};

#define VARIABLE "lathe.bc"
#define SEPARATOR "\x1f"
#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool has_attribute(LLVMValueRef fn) {
    for (size_t i = 0; i < COUNT(function_attributes); i++) {
        const char *name = function_attributes[i];
        unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
        if (kind && LLVMGetEnumAttributeAtIndex(fn, LLVMAttributeFunctionIndex, kind))
            return true;
    }
    for (size_t i = 0; i < COUNT(text_attributes); i++) {
        const char *name = text_attributes[i];
        if (LLVMGetStringAttributeAtIndex(fn, LLVMAttributeFunctionIndex, name,
                                          (unsigned)strlen(name)))
            return true;
    }
    return false;
}

static bool is_instrumentation(LLVMValueRef fn) {
    size_t length;
    const char *name = LLVMGetValueName2(fn, &length);
    for (size_t i = 0; i < COUNT(callee_prefixes); i++)
        if (strncmp(name, callee_prefixes[i], strlen(callee_prefixes[i])) == 0)
            return true;
    return false;
}

static bool is_instrumented(LLVMModuleRef module) {
    if (LLVMGetNamedMetadata(module, "llvm.gcov", strlen("llvm.gcov")))
        return true;
    for (size_t i = 0; i < COUNT(module_flags); i++)
        if (LLVMGetModuleFlag(module, module_flags[i], strlen(module_flags[i])))
            return true;
    ir_each_function (fn, module)
        if (LLVMIsDeclaration(fn) ? is_instrumentation(fn) : has_attribute(fn))
            return true;
    return false;
}

static bool is_elf(LLVMModuleRef module) {
    const char *triple = LLVMGetTarget(module);
    static const char *const others[] = {"windows", "darwin", "macos", "-ios", "wasm",
                                         "cygwin",  "mingw",  "-aix",  "xros", "spirv"};
    for (size_t i = 0; i < COUNT(others); i++)
        if (strstr(triple, others[i]))
            return false;
    return true;
}

bool cc_embed_is_possible(LLVMModuleRef module) {
    size_t length;
    LLVMGetModuleInlineAsm(module, &length);
    return length == 0 && is_elf(module) && !is_instrumented(module);
}

bool cc_embed_has(const char *variable, const char *flag) {
    return variable && memchr(variable, *flag, strcspn(variable, SEPARATOR));
}

/* From "2", "\x1f-fPIC", … to the level and the fields of a record. False if a record cannot hold
 * what is asked for. */
static bool read_options(str *fields, const char *options, int *level) {
    str word;
    bool ok = true;
    str_init(&word, fields->ctx);
    *level = *options >= '0' && *options <= '3' ? *options - '0' : 0;
    for (const char *p = options + strcspn(options, SEPARATOR); *p;) {
        size_t length = strcspn(++p, SEPARATOR);
        cc_setting setting;
        str_clear(&word);
        str_add_n(&word, p, length);
        cc_word_use use = cc_setting_parse(str_text(&word), &setting);
        if (use == CC_WORD_KEPT)
            cc_setting_write(fields, &setting);
        ok = ok && use != CC_WORD_LOST;
        p += length;
    }
    str_free(&word);
    return ok && ctx_ok(fields->ctx) && cc_settings_are_sound(str_text(fields), fields->len);
}

bool cc_embed_has_structs(lathe_ctx *ctx, LLVMModuleRef module) {
    lathe_module *m = ir_module_wrap(ctx, module);
    bool has = !m || dtrans_has_candidates(m);
    ir_module_free(m);
    return has;
}

static bool add_record(str *out, LLVMMemoryBufferRef bitcode, bool structs, const char *options,
                       const str *notes) {
    str fields, packed;
    str_init(&fields, out->ctx);
    str_init(&packed, out->ctx);
    cc_pack(&packed, LLVMGetBufferStart(bitcode), LLVMGetBufferSize(bitcode));
    cc_record record = {.bitcode = str_text(&packed),
                        .bitcode_size = packed.len,
                        .loops = cc_embed_has(options, CC_EMBED_LOOPS),
                        .structs = structs,
                        .notes = notes->at,
                        .notes_size = notes->len};
    bool ok = read_options(&fields, options, &record.level);
    if (ok) {
        LLVMGetVersion(&record.llvm_major, &record.llvm_minor, &record.llvm_patch);
        record.options = str_text(&fields);
        record.options_size = fields.len;
        ok = cc_record_write(out, &record);
    }
    str_free(&packed);
    str_free(&fields);
    return ok;
}

static LLVMValueRef add_variable(LLVMModuleRef module, const str *bytes) {
    LLVMContextRef llvm = LLVMGetModuleContext(module);
    LLVMValueRef text = LLVMConstStringInContext2(llvm, bytes->at, bytes->len, true);
    LLVMValueRef variable = LLVMAddGlobal(module, LLVMTypeOf(text), VARIABLE);
    LLVMSetInitializer(variable, text);
    LLVMSetGlobalConstant(variable, true);
    LLVMSetLinkage(variable, LLVMPrivateLinkage);
    LLVMSetUnnamedAddress(variable, LLVMGlobalUnnamedAddr); /* or it stands in .llvm_addrsig */
    LLVMSetSection(variable, CC_RECORD_SECTION);
    LLVMSetAlignment(variable, 8);
    unsigned exclude = LLVMGetMDKindIDInContext(llvm, "exclude", strlen("exclude"));
    LLVMGlobalSetMetadata(variable, exclude, LLVMMDNodeInContext2(llvm, NULL, 0));
    return variable;
}

/* The entries of llvm.compiler.used without our own. There is room for one more after them. */
static LLVMValueRef *used_entries(arena *mem, LLVMModuleRef module, LLVMValueRef own,
                                  size_t *count) {
    LLVMValueRef used = LLVMGetNamedGlobal(module, "llvm.compiler.used");
    LLVMValueRef list = used ? LLVMGetInitializer(used) : NULL;
    int all = list ? LLVMGetNumOperands(list) : 0;
    LLVMValueRef *entries = arena_array(mem, (size_t)all + 1, LLVMValueRef);
    *count = 0;
    for (int i = 0; entries && i < all; i++)
        if (LLVMGetOperand(list, (unsigned)i) != own)
            entries[(*count)++] = LLVMGetOperand(list, (unsigned)i);
    return entries;
}

/* What is not listed in llvm.compiler.used and nothing uses, passes delete. */
static void set_used(LLVMModuleRef module, LLVMValueRef *entries, size_t count) {
    LLVMValueRef old = LLVMGetNamedGlobal(module, "llvm.compiler.used");
    if (old)
        LLVMDeleteGlobal(old);
    if (!count)
        return;
    LLVMTypeRef pointer = LLVMPointerTypeInContext(LLVMGetModuleContext(module), 0);
    LLVMValueRef list = LLVMConstArray2(pointer, entries, count);
    LLVMValueRef used = LLVMAddGlobal(module, LLVMTypeOf(list), "llvm.compiler.used");
    LLVMSetInitializer(used, list);
    LLVMSetLinkage(used, LLVMAppendingLinkage);
    LLVMSetSection(used, "llvm.metadata");
}

bool cc_embed(lathe_ctx *ctx, LLVMModuleRef module, LLVMMemoryBufferRef bitcode,
              const char *options, const str *notes) {
    arena mem;
    size_t count;
    arena_init(&mem, ctx);
    LLVMValueRef *entries = used_entries(&mem, module, NULL, &count);
    str bytes;
    str_init(&bytes, ctx);
    if (add_record(&bytes, bitcode, cc_embed_has_structs(ctx, module), options, notes)) {
        entries[count] = add_variable(module, &bytes);
        set_used(module, entries, count + 1);
    }
    str_free(&bytes);
    arena_free(&mem);
    return ctx_ok(ctx);
}

/* The record without its variable, so that bitcode written now does not contain it. */
static void take_out(LLVMModuleRef module, LLVMValueRef variable, LLVMValueRef *entries,
                     size_t count, str *record) {
    size_t size;
    const char *bytes = LLVMGetRawDataValues(LLVMGetInitializer(variable), &size);
    str_add_n(record, bytes, size);
    set_used(module, entries, count);
    LLVMDeleteGlobal(variable);
}

static void complete(LLVMModuleRef module, const str *old, str *out) {
    size_t offset = 0;
    cc_record record;
    if (cc_record_next(old->at, old->len, &offset, &record) != CC_RECORD_FOUND)
        return;
    LLVMMemoryBufferRef bitcode = LLVMWriteBitcodeToMemoryBuffer(module);
    str packed;
    str_init(&packed, out->ctx);
    cc_pack(&packed, LLVMGetBufferStart(bitcode), LLVMGetBufferSize(bitcode));
    record.simplified = str_text(&packed);
    record.simplified_size = packed.len;
    cc_record_write(out, &record);
    str_free(&packed);
    LLVMDisposeMemoryBuffer(bitcode);
}

bool cc_embed_simplified(lathe_ctx *ctx, LLVMModuleRef module) {
    LLVMValueRef variable = LLVMGetNamedGlobal(module, VARIABLE);
    if (!variable || !LLVMGetInitializer(variable))
        return true;
    arena mem;
    size_t count;
    arena_init(&mem, ctx);
    LLVMValueRef *entries = used_entries(&mem, module, variable, &count);
    str old, new;
    str_init(&old, ctx);
    str_init(&new, ctx);
    if (entries)
        take_out(module, variable, entries, count, &old);
    if (ctx_ok(ctx))
        complete(module, &old, &new);
    if (entries && old.len) {
        entries[count] = add_variable(module, new.len && ctx_ok(ctx) ? &new : &old);
        set_used(module, entries, count + 1);
    }
    str_free(&old);
    str_free(&new);
    arena_free(&mem);
    return ctx_ok(ctx);
}
