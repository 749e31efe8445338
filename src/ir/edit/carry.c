#include "ir/edit/carry.h"

#include "base/map.h"
#include "ir/value.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/DebugInfo.h>

#include <stdlib.h>
#include <string.h>

void ir_carry_name(LLVMValueRef from, LLVMValueRef to) {
    size_t length;
    const char *name = LLVMGetValueName2(from, &length);
    if (length == 0)
        return;
    /* The new value gets the exact name only once the old one has let go of it, and with it of the
     * text's storage. */
    char local[256];
    char *copy = length < sizeof local ? local : LLVMCreateMessage(name);
    if (copy == local)
        memcpy(local, name, length);
    LLVMSetValueName2(from, "", 0);
    LLVMSetValueName2(to, copy, length);
    if (copy != local)
        LLVMDisposeMessage(copy);
}

void ir_carry_metadata(LLVMValueRef from, LLVMValueRef to) {
    LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(from);
    LLVMInstructionSetDebugLoc(to, loc);
    if (!LLVMHasMetadata(from))
        return;
    LLVMContextRef c = LLVMGetValueContext(from);
    size_t count;
    LLVMValueMetadataEntry *entries = LLVMInstructionGetAllMetadataOtherThanDebugLoc(from, &count);
    for (unsigned i = 0; i < count; i++) {
        LLVMMetadataRef md = LLVMValueMetadataEntriesGetMetadata(entries, i);
        LLVMSetMetadata(to, LLVMValueMetadataEntriesGetKind(entries, i),
                        LLVMMetadataAsValue(c, md));
    }
    LLVMDisposeValueMetadataEntries(entries);
}

void ir_carry_inst(LLVMValueRef from, LLVMValueRef to) {
    ir_carry_name(from, to);
    ir_carry_metadata(from, to);
    if (LLVMCanValueUseFastMathFlags(from) && LLVMCanValueUseFastMathFlags(to))
        LLVMSetFastMathFlags(to, LLVMGetFastMathFlags(from));
}

void ir_carry_and_replace(LLVMValueRef old, LLVMValueRef new) {
    if (LLVMIsAInstruction(new))
        ir_carry_inst(old, new);
    ir_replace_inst(old, new);
}

void ir_carry_call_attrs(LLVMValueRef from, LLVMAttributeIndex from_index, LLVMValueRef to,
                         LLVMAttributeIndex to_index) {
    unsigned count = LLVMGetCallSiteAttributeCount(from, from_index);
    LLVMAttributeRef attrs[count + 1];
    LLVMGetCallSiteAttributes(from, from_index, attrs);
    for (unsigned i = 0; i < count; i++)
        LLVMAddCallSiteAttribute(to, to_index, attrs[i]);
}

void ir_carry_fn_attrs(LLVMValueRef from, LLVMAttributeIndex from_index, LLVMValueRef to,
                       LLVMAttributeIndex to_index) {
    unsigned count = LLVMGetAttributeCountAtIndex(from, from_index);
    LLVMAttributeRef attrs[count + 1];
    LLVMGetAttributesAtIndex(from, from_index, attrs);
    for (unsigned i = 0; i < count; i++)
        LLVMAddAttributeAtIndex(to, to_index, attrs[i]);
}

void ir_carry_symbol(LLVMValueRef from, LLVMValueRef to) {
    LLVMSetLinkage(to, LLVMGetLinkage(from));
    LLVMSetVisibility(to, LLVMGetVisibility(from));
    LLVMSetDLLStorageClass(to, LLVMGetDLLStorageClass(from));
    LLVMSetUnnamedAddress(to, LLVMGetUnnamedAddress(from));
}

static void carry_placement(LLVMValueRef from, LLVMValueRef to) {
    const char *section = LLVMGetSection(from);
    if (section && *section)
        LLVMSetSection(to, section);
    if (LLVMGetAlignment(from))
        LLVMSetAlignment(to, LLVMGetAlignment(from));
}

/* Functions and variables. */
static void carry_object(LLVMValueRef from, LLVMValueRef to) {
    ir_carry_symbol(from, to);
    carry_placement(from, to);
    if (LLVMGetComdat(from))
        LLVMSetComdat(to, LLVMGetComdat(from));
    size_t count;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(from, &count);
    for (unsigned i = 0; i < count; i++)
        LLVMGlobalAddMetadata(to, LLVMValueMetadataEntriesGetKind(entries, i),
                              LLVMValueMetadataEntriesGetMetadata(entries, i));
    LLVMDisposeValueMetadataEntries(entries);
    LLVMGlobalClearMetadata(from);
}

static void carry_function_data(LLVMValueRef from, LLVMValueRef to) {
    LLVMSetFunctionCallConv(to, LLVMGetFunctionCallConv(from));
    if (LLVMGetGC(from))
        LLVMSetGC(to, LLVMGetGC(from));
    if (LLVMHasPersonalityFn(from))
        LLVMSetPersonalityFn(to, LLVMGetPersonalityFn(from));
    if (LLVMHasPrefixData(from))
        LLVMSetPrefixData(to, LLVMGetPrefixData(from));
    if (LLVMHasPrologueData(from))
        LLVMSetPrologueData(to, LLVMGetPrologueData(from));
}

void ir_carry_function(LLVMValueRef from, LLVMValueRef to) {
    carry_object(from, to);
    carry_function_data(from, to);
}

void ir_carry_function_copy(LLVMValueRef from, LLVMValueRef to) {
    LLVMSetLinkage(to, LLVMInternalLinkage);
    LLVMSetUnnamedAddress(to, LLVMGetUnnamedAddress(from));
    carry_placement(from, to);
    carry_function_data(from, to);
}

void ir_carry_variable(LLVMValueRef from, LLVMValueRef to) {
    LLVMSetGlobalConstant(to, LLVMIsGlobalConstant(from));
    LLVMSetThreadLocalMode(to, LLVMGetThreadLocalMode(from));
    LLVMSetExternallyInitialized(to, LLVMIsExternallyInitialized(from));
    carry_object(from, to);
}

/* Printing is the only way to see these properties. A stripped value prints in one short line, and
 * without names or metadata to number LLVM does not walk the module's metadata for it. */
static const char old_name[] = "lathe.old";

static void strip(LLVMValueRef value) {
    LLVMSetValueName2(value, old_name, strlen(old_name));
    if (LLVMIsAGlobalVariable(value)) {
        LLVMSetInitializer(value, NULL);
        LLVMSetComdat(value, NULL);
        LLVMSetSection(value, "");
    } else if (LLVMIsAFunction(value)) {
        LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
        unsigned count = LLVMGetAttributeCountAtIndex(value, at);
        LLVMAttributeRef attrs[count + 1];
        LLVMGetAttributesAtIndex(value, at, attrs);
        for (unsigned i = 0; i < count; i++) {
            unsigned length;
            if (LLVMIsStringAttribute(attrs[i])) {
                const char *kind = LLVMGetStringAttributeKind(attrs[i], &length);
                LLVMRemoveStringAttributeAtIndex(value, at, kind, length);
            } else {
                LLVMRemoveEnumAttributeAtIndex(value, at, LLVMGetEnumAttributeKind(attrs[i]));
            }
        }
    }
}

/* Whether the word stands among the first keywords, before the first type or name. */
static bool has_keyword(const char *text, const char *word) {
    const char *p = strstr(text, "= ");
    p = *text == '@' && p ? p + 2 : text;
    size_t length = strlen(word);
    for (; *p && !strchr("@%\"{[<(", *p); p += strcspn(p, " "), p += *p == ' ')
        if (strncmp(p, word, length) == 0 && (p[length] == ' ' || p[length] == '\0'))
            return true;
    return false;
}

/* LLVM-C has no setter, but becoming hidden implies dso_local and sticks, except for extern_weak. A
 * local symbol is dso_local as it is and may not be hidden. */
static void set_dso_local(LLVMValueRef value) {
    LLVMVisibility visibility = LLVMGetVisibility(value);
    LLVMLinkage linkage = LLVMGetLinkage(value);
    if (linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage)
        return;
    LLVMSetLinkage(value, LLVMExternalLinkage);
    LLVMSetVisibility(value, LLVMHiddenVisibility);
    LLVMSetVisibility(value, visibility);
    LLVMSetLinkage(value, linkage);
}

/* text: how `from` prints. */
static void carry_printed(lathe_ctx *ctx, LLVMValueRef from, LLVMValueRef to, const char *text) {
    static const char *const unknown[] = {", partition ", ", code_model ", ", no_sanitize_",
                                          ", sanitize_", " #"};
    if (has_keyword(text, "dso_local"))
        set_dso_local(to);
    for (size_t i = 0; LLVMIsAGlobalVariable(from) && i < sizeof unknown / sizeof *unknown; i++)
        if (strstr(text, unknown[i]))
            ctx_fail(ctx, LATHE_BAD_INPUT, "cannot rebuild '@%s': it has%s, which LLVM-C lacks",
                     LLVMGetValueName(to), unknown[i] + (*unknown[i] == ','));
}

/* LLVM tells values of one name apart by a number behind it: 0 for the first, N + 1 for ".N". */
static uint64_t number_of(const char *name) {
    const char *rest = name + strlen(old_name);
    return *rest == '.' ? strtoull(rest + 1, NULL, 10) + 1 : 0;
}

/* Splits the text into lines in place; those that show a stripped value go into the map. */
static void index_lines(char *text, map *lines) {
    for (char *next, *line = text; *line; line = next) {
        next = line + strcspn(line, "\n");
        if (*next)
            *next++ = '\0';
        bool declares = str_starts_with(line, "declare ");
        const char *at = declares ? strchr(line, '@') : line;
        if (!at || *at != '@' || !str_starts_with(at + 1, old_name))
            continue;
        map_word *place = map_put_u(lines, number_of(at + 1));
        if (place)
            place->p = line;
    }
}

/* The line of each value from one print of the whole module: LLVM looks at every global value of
 * the module whenever it prints a single one. */
static void carry_many(lathe_ctx *ctx, LLVMValueRef *from, LLVMValueRef *to, size_t count) {
    char *text = LLVMPrintModuleToString(LLVMGetGlobalParent(from[0]));
    map lines;
    map_init(&lines, ctx);
    index_lines(text, &lines);
    for (size_t i = 0; i < count && ctx_ok(ctx); i++) {
        map_word *line = map_find_u(&lines, number_of(LLVMGetValueName(from[i])));
        if (line)
            carry_printed(ctx, from[i], to[i], line->p);
        else
            ctx_fail(ctx, LATHE_INTERNAL, "'@%s' does not print", LLVMGetValueName(to[i]));
    }
    map_free(&lines);
    LLVMDisposeMessage(text);
}

enum { FEW_VALUES = 1000 };

bool ir_carry_hidden(lathe_ctx *ctx, LLVMValueRef *from, LLVMValueRef *to, size_t count) {
    for (size_t i = 0; i < count; i++)
        strip(from[i]);
    if (count > FEW_VALUES) {
        carry_many(ctx, from, to, count);
        return ctx_ok(ctx);
    }
    for (size_t i = 0; i < count; i++) {
        char *text = LLVMPrintValueToString(from[i]);
        carry_printed(ctx, from[i], to[i], text);
        LLVMDisposeMessage(text);
    }
    return ctx_ok(ctx);
}
