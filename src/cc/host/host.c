#include "cc/host/host.h"

#include "cc/host/embed.h"
#include "cc/objects/loop_notes.h"
#include "dtrans/analysis/shared.h"
#include "dtrans/analysis/type_settings.h"
#include "ir/ptr/ptr.h"
#include "lathe/dtrans.h"
#include "pass/defaults.h"
#include "pass/pipeline.h"
#include "sys/bisect_env.h"

#include <llvm-c/BitWriter.h>
#include <llvm-c/DebugInfo.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool set_pre_link(cc_pre_link *pre_link, const char *value) {
    static const char *const words[] = {"auto", "always", "never"};
    for (unsigned i = 0; i < 3; i++)
        if (strcmp(value, words[i]) == 0) {
            *pre_link = (cc_pre_link)i;
            return true;
        }
    return false;
}

static bool set_place(bool *at_start, const char *value) {
    *at_start = strcmp(value, "start") == 0;
    return *at_start || strcmp(value, "link") == 0;
}

/* word is "name" or "name=value", and is cut in two. */
static bool set_word(lathe_ctx *ctx, cc_host_settings *s, char *word) {
    char *value = strchr(word, '=');
    if (!value)
        return strcmp(word, "off") == 0 ? (s->off = true) : false;
    *value++ = '\0';
    if (strcmp(word, "load") == 0) {
        lathe_load_passes(ctx, value);
        return true;
    }
    if (strcmp(word, "at") == 0)
        return set_place(&s->at_start, value);
    if (strcmp(word, "pre-link") == 0)
        return set_pre_link(&s->pre_link, value);
    const char **field = strcmp(word, "passes") == 0 ? &s->passes
                         : strcmp(word, "only") == 0 ? &s->only
                         : strcmp(word, "skip") == 0 ? &s->skip
                                                     : NULL;
    if (field)
        *field = value;
    return field != NULL;
}

static void parse_settings(cc_host *host, const char *text) {
    for (const char *p = text; *(p += strspn(p, " ")) && ctx_ok(host->ctx);) {
        size_t length = strcspn(p, " ");
        char *word = arena_strndup(&host->mem, p, length);
        if (word && !set_word(host->ctx, &host->settings, word))
            ctx_fail(host->ctx, LATHE_USAGE, "'%.*s' in " CC_HOST_VARIABLE " is not understood",
                     (int)length, p);
        p += length;
    }
}

static void begin(cc_host *host) {
    host->ctx = ctx_new();
    if (!host->ctx)
        return;
    arena_init(&host->mem, host->ctx);
    remark_list_init(&host->remarks, host->ctx);
    change_list_init(&host->changes, host->ctx);
    str_init(&host->text, host->ctx);
    host->ctx->remarks = &host->remarks;
    const char *variable = getenv(CC_HOST_VARIABLE);
    if (variable)
        parse_settings(host, variable);
    if (!host->settings.passes)
        host->settings.passes = pass_row(&host->mem, true, false);
}

const char *cc_host_error(const cc_host *host) {
    return host->ctx ? host->ctx->error : "out of memory";
}

static void tell_failure(const cc_host *host) {
    char text[CTX_ERROR_SIZE + 64];
    const char *error = cc_host_error(host);
    snprintf(text, sizeof text, "%s; the module stays as it was", error);
    if (*error)
        host->tell(host->data, &(lathe_diag){.severity = LATHE_WARNING, .message = text});
}

static void end(cc_host *host) {
    if (!host->ctx)
        return;
    if (host->changed)
        LLVMDisposeMemoryBuffer(host->changed);
    if (host->original)
        LLVMDisposeMemoryBuffer(host->original);
    str_free(&host->text);
    remark_list_free(&host->remarks);
    change_list_free(&host->changes);
    arena_free(&host->mem);
    ctx_delete(host->ctx);
}

void cc_host_free(cc_host *host) {
    tell_failure(host);
    end(host);
}

void cc_host_refuse(cc_host *host) {
    ctx_fail(host->ctx, LATHE_INTERNAL, "the transformed module cannot be read");
}

/* A copy of a copy is written as it was read, which the host's own module need not be. */
static void run_on_copy(cc_host *host, lathe_module *m, const char *passes) {
    LLVMMemoryBufferRef before = LLVMWriteBitcodeToMemoryBuffer(m->llvm);
    if (pass_run_pipeline(m, passes, &host->text, &host->changes) == LATHE_OK) {
        LLVMMemoryBufferRef after = LLVMWriteBitcodeToMemoryBuffer(m->llvm);
        if (!ir_same_bytes(before, after))
            host->changed = after;
        else
            LLVMDisposeMemoryBuffer(after);
    }
    LLVMDisposeMemoryBuffer(before);
}

static void choose(lathe_module *m, arena *mem, const cc_host_settings *s) {
    lathe_dtrans_set(m, &LATHE_WITH(lathe_dtrans_settings,
                                    .only = dtrans_names_parse(mem, s->only, "only="),
                                    .skip = dtrans_names_parse(mem, s->skip, "skip=")));
}

static void run_copied(cc_host *host, LLVMModuleRef module, const char *passes, bool named) {
    if (!host->original)
        host->original = LLVMWriteBitcodeToMemoryBuffer(module);
    lathe_module *m = ir_module_read(host->ctx, host->original);
    if (!m)
        return;
    size_t length;
    const char *name = LLVMGetModuleIdentifier(module, &length);
    LLVMSetModuleIdentifier(m->llvm, name, length);
    sys_bisect counted;
    sys_bisect_begin(&counted, host->ctx, name, STDERR_FILENO);
    choose(m, &host->mem, &host->settings);
    if (!named)
        m->settings.visible_used = true;
    dtrans_remember_module(m);
    run_on_copy(host, m, passes);
    sys_bisect_end(&counted);
    ir_module_free(m);
}

/* One about the whole program may name no function. */
static LLVMValueRef function_of(LLVMModuleRef module, const remark *r) {
    LLVMValueRef named = LLVMGetNamedFunction(module, r->function);
    if (named && !LLVMIsDeclaration(named))
        return named;
    ir_each_function (fn, module)
        if (!LLVMIsDeclaration(fn))
            return fn;
    return NULL;
}

static LLVMMetadataRef place_of(LLVMDIBuilderRef builder, LLVMValueRef fn, const remark *r) {
    LLVMMetadataRef scope = LLVMGetSubprogram(fn);
    if (!r->file || !scope)
        return NULL;
    LLVMMetadataRef file = LLVMDIBuilderCreateFile(builder, r->file, strlen(r->file), "", 0);
    LLVMMetadataRef block = LLVMDIBuilderCreateLexicalBlockFile(builder, scope, file, 0);
    return LLVMDIBuilderCreateDebugLocation(LLVMGetModuleContext(LLVMGetGlobalParent(fn)), r->line,
                                            r->column, block, NULL);
}

void cc_host_remarks(const cc_host *host, LLVMModuleRef module, cc_host_emit *const emit[]) {
    if (!host->remarks.all.len)
        return;
    LLVMDIBuilderRef builder = LLVMCreateDIBuilder(module);
    for (size_t i = 0; i < host->remarks.all.len; i++) {
        const remark *r = &host->remarks.all.at[i];
        LLVMValueRef fn = function_of(module, r);
        if (!fn)
            break;
        emit[r->kind](&(cc_host_remark){r->kind, r->pass, r->name, fn, place_of(builder, fn, r),
                                        host->remarks.parts.at + r->first_part, r->part_count});
    }
    LLVMDisposeDIBuilder(builder);
}

static size_t index_of(const lathe_ctx *ctx, const ir_pass *pass) {
    size_t index = 0;
    while (pass_at(ctx, index) != pass)
        index++;
    return pass ? index : SIZE_MAX;
}

size_t cc_host_pass(const char *text, char error[CTX_ERROR_SIZE]) {
    cc_host host = {0};
    begin(&host);
    const ir_pass *pass = host.ctx && ctx_ok(host.ctx) ? pass_check(host.ctx, text) : NULL;
    const char *why = cc_host_error(&host);
    snprintf(error, CTX_ERROR_SIZE, "%s%s%s", *why ? "lathe: " : "", why, *why ? "\n" : "");
    size_t index = host.ctx ? index_of(host.ctx, pass) : SIZE_MAX;
    end(&host);
    return index;
}

/* Any optimisation would have put it into a register. */
static bool is_promotable(LLVMValueRef variable) {
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMGetAllocatedType(variable));
    if (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind || !LLVMGetFirstUse(variable))
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool access = LLVMIsALoadInst(user) ||
                      (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != variable);
        if (!access || LLVMGetVolatile(user) ||
            LLVMGetOrdering(user) != LLVMAtomicOrderingNotAtomic)
            return false;
    }
    return true;
}

static bool has_promotable(LLVMValueRef fn) {
    ir_each_inst (inst, LLVMGetEntryBasicBlock(fn))
        if (LLVMIsAAllocaInst(inst) && is_promotable(inst))
            return true;
    return false;
}

/* The objects were compiled without running LLVM's passes. */
static bool is_unoptimised(LLVMModuleRef module) {
    unsigned optnone = LLVMGetEnumAttributeKindForName("optnone", strlen("optnone"));
    ir_each_function (fn, module)
        if (!LLVMIsDeclaration(fn) &&
            !LLVMGetEnumAttributeAtIndex(fn, LLVMAttributeFunctionIndex, optnone) &&
            has_promotable(fn))
            return true;
    return false;
}

static bool wants_pre_link(const cc_host *host, LLVMModuleRef module) {
    cc_pre_link wish = host->settings.pre_link;
    return wish == CC_PRE_LINK_AUTO ? is_unoptimised(module) : wish == CC_PRE_LINK_ALWAYS;
}

static bool wants_loops(cc_place place) {
    return place == CC_AT_START && cc_embed_has(getenv(CC_EMBED_VARIABLE), CC_EMBED_LOOPS);
}

/* What the environment asks for at this point, NULL for nothing. */
static const char *row_at(const cc_host *host, cc_place place) {
    const cc_host_settings *s = &host->settings;
    if (wants_loops(place))
        return PASS_LOOPS;
    if (s->off || place == CC_AT_HALF)
        return NULL;
    return s->at_start == (place == CC_AT_START) ? s->passes : NULL;
}

/* Then another compilation is to make an object with a record, and what this one would go on to
 * make is of no use. */
static void end_trial(cc_host *host, LLVMModuleRef module) {
    const char *told = getenv(CC_TRIAL_VARIABLE);
    if (!cc_embed_is_possible(module) || !cc_embed_has_structs(host->ctx, module))
        return;
    (void)!write(told ? atoi(told) : -1, "s", 1);
    _exit(1);
}

void cc_host_run(cc_host *host, lathe_diag_fn *tell, void *data, LLVMModuleRef module,
                 cc_place place, const char *passes) {
    *host = (cc_host){.tell = tell, .data = data};
    begin(host);
    host->pre_link = place == CC_AT_LINK && wants_pre_link(host, module);
    if (!host->ctx || !ctx_ok(host->ctx))
        return;
    lathe_ctx_set_diag(host->ctx, tell, data);
    bool trial = cc_embed_has(getenv(CC_EMBED_VARIABLE), CC_EMBED_TRIAL);
    if (trial && place == CC_AT_START)
        end_trial(host, module);
    host->embeds =
        place == CC_AT_START && !trial && getenv(CC_EMBED_VARIABLE) && cc_embed_is_possible(module);
    if (host->embeds)
        host->original = LLVMWriteBitcodeToMemoryBuffer(module);
    if (place == CC_AT_HALF && cc_embed_has(getenv(CC_EMBED_VARIABLE), CC_EMBED_SIMPLIFIED))
        host->embeds = cc_embed_simplified(host->ctx, module);
    if (place != CC_AT_NAME)
        passes = row_at(host, place);
    if (passes && ctx_ok(host->ctx))
        run_copied(host, module, passes, place == CC_AT_NAME);
    if (!ctx_ok(host->ctx))
        vec_clear(&host->remarks.all);
}

/* Nests of a module that stays as it was have not changed, whatever was tried. */
void cc_host_embed(cc_host *host, LLVMModuleRef module) {
    str notes;
    if (!host->original || !host->embeds)
        return;
    str_init(&notes, host->ctx);
    if (host->changed && ctx_ok(host->ctx))
        cc_loop_notes_add(&notes, &host->changes, &host->remarks);
    cc_embed(host->ctx, module, host->original, getenv(CC_EMBED_VARIABLE), &notes);
    str_free(&notes);
}
