#include "cc/link/units.h"

#include "cc/objects/pack.h"
#include "hir/hir_passes.h"
#include "ir/attr.h"
#include "ir/module.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <string.h>

typedef LLVMValueRef first_fn(LLVMModuleRef module);

static LLVMValueRef next_of(LLVMValueRef value) {
    if (LLVMIsAFunction(value))
        return LLVMGetNextFunction(value);
    if (LLVMIsAGlobalVariable(value))
        return LLVMGetNextGlobal(value);
    return LLVMIsAGlobalAlias(value) ? LLVMGetNextGlobalAlias(value)
                                     : LLVMGetNextGlobalIFunc(value);
}

static size_t kind_of(LLVMValueRef value) {
    if (LLVMIsAFunction(value))
        return 0;
    return LLVMIsAGlobalVariable(value) ? 1 : LLVMIsAGlobalAlias(value) ? 2 : 3;
}

LLVMValueRef cc_next_global(LLVMModuleRef module, LLVMValueRef last) {
    static first_fn *const firsts[] = {LLVMGetFirstFunction, LLVMGetFirstGlobal,
                                       LLVMGetFirstGlobalAlias, LLVMGetFirstGlobalIFunc};
    LLVMValueRef next = last ? next_of(last) : NULL;
    for (size_t kind = last ? kind_of(last) + 1 : 0; !next && kind < 4; kind++)
        next = firsts[kind](module);
    return next;
}

cc_definition cc_linkage_definition(LLVMLinkage linkage) {
    switch (linkage) {
    case LLVMExternalLinkage:
        return CC_STRONG;
    case LLVMCommonLinkage:
        return CC_COMMON;
    case LLVMWeakAnyLinkage:
    case LLVMWeakODRLinkage:
    case LLVMLinkOnceAnyLinkage:
    case LLVMLinkOnceODRLinkage:
        return CC_WEAK;
    default:
        return CC_UNDEFINED;
    }
}

static bool is_linkonce(LLVMLinkage linkage) {
    return linkage == LLVMLinkOnceAnyLinkage || linkage == LLVMLinkOnceODRLinkage;
}

/* What the units of one member know of a name. */
enum { KNOWN = 1, LOCAL = 2, MAY_BE_DROPPED = 4, DEFINITION_SHIFT = 4 };

typedef struct reader {
    cc_units *units;
    LLVMContextRef llvm;
    cc_inputs *in;
    cc_outside *o;
    const char *triple, *layout; /* of the first unit; NULL before it */
    map names;                   /* of the member being read: flags above, and the definition */
    bool has_constructors;
} reader;

static LLVMModuleRef parse(const reader *r, const char *bitcode, size_t size) {
    LLVMModuleRef module = NULL;
    cc_unpacked u = cc_unpack(r->in->ctx, bitcode, size);
    if (!u.bytes)
        return NULL;
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRange(u.bytes, u.size, "record", false);
    bool ok = !LLVMParseBitcodeInContext2(r->llvm, buffer, &module);
    LLVMDisposeMemoryBuffer(buffer);
    cc_unpacked_free(r->in->ctx, &u);
    return ok ? module : NULL;
}

static void note_name(reader *r, LLVMValueRef value) {
    size_t length;
    const char *name = LLVMGetValueName2(value, &length);
    LLVMLinkage linkage = LLVMGetLinkage(value);
    map_word *known = map_put_s(&r->names, name);
    if (!known)
        return;
    uint64_t definition = LLVMIsDeclaration(value) ? CC_UNDEFINED : cc_linkage_definition(linkage);
    uint64_t old = known->u >> DEFINITION_SHIFT, flags = known->u & (KNOWN | LOCAL);
    bool local = linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
    flags |= KNOWN | (local ? LOCAL : 0);
    if (definition && (is_linkonce(linkage) || (known->u & MAY_BE_DROPPED)))
        flags |= definition > CC_WEAK ? 0 : MAY_BE_DROPPED;
    definition = definition > old ? definition : old;
    known->u = definition << DEFINITION_SHIFT | flags;
}

/* Names that say how they are to be spelled are no longer names that can be compared. */
static bool note_names(reader *r, LLVMModuleRef module) {
    for (LLVMValueRef v = cc_next_global(module, NULL); v; v = cc_next_global(module, v)) {
        size_t length;
        const char *name = LLVMGetValueName2(v, &length);
        if (name[0] == '\1' || strlen(name) != length || !ctx_tick(r->in->ctx, 1))
            return false;
        if (strncmp(name, "llvm.", 5) != 0)
            note_name(r, v);
        r->has_constructors |= strcmp(name, "llvm.global_ctors") == 0;
        r->has_constructors |= strcmp(name, "llvm.global_dtors") == 0;
    }
    return true;
}

typedef void text_fn(reader *r, const char *text, size_t length, void *data);

static void each_asm(reader *r, LLVMModuleRef module, text_fn *use, void *data) {
    ir_each_function (fn, module)
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb) {
                LLVMOpcode opcode = LLVMGetInstructionOpcode(inst);
                if (opcode != LLVMCall && opcode != LLVMInvoke && opcode != LLVMCallBr)
                    continue;
                LLVMValueRef callee = LLVMGetCalledValue(inst);
                size_t length;
                if (!LLVMIsAInlineAsm(callee))
                    continue;
                const char *text = LLVMGetInlineAsmAsmString(callee, &length);
                use(r, text, length, data);
            }
}

static void name_asm(reader *r, const char *text, size_t length, void *data) {
    (void)data;
    cc_outside_name_all(r->o, text, length);
}

/* Local symbols may get other names when units are linked; assembler would not follow. */
static void find_local(reader *r, const char *text, size_t length, void *data) {
    bool *found = data;
    cc_outside words = {.ctx = r->in->ctx};
    arena_init(&words.mem, words.ctx);
    map_init_strings(&words.named, words.ctx);
    cc_outside_name_all(&words, text, length);
    for (size_t i = 0; i < words.named.len; i++) {
        const map_word *known = map_find_s(&r->names, words.named.at[i].key.s);
        *found |= known && (known->u & LOCAL);
    }
    map_free(&words.named);
    arena_free(&words.mem);
}

typedef struct asm_seen {
    bool any, quotes;
} asm_seen;

static void see_asm(reader *r, const char *text, size_t length, void *data) {
    (void)r;
    asm_seen *seen = data;
    seen->any = true;
    seen->quotes |= memchr(text, '"', length) != NULL;
}

/* Whether assembler shows the name without quotes. */
static bool is_bare_name(const char *name, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (!str_is_symbol_char(name[i]) && name[i] != '@')
            return false;
    return true;
}

/* .incbin and .include read files, and macros can spell them in any way; but all of them need a
 * string, in the text or as the name of a symbol that the text shows. */
static bool may_read_files(reader *r, LLVMModuleRef module) {
    asm_seen seen = {0};
    each_asm(r, module, see_asm, &seen);
    for (LLVMValueRef v = cc_next_global(module, NULL); seen.any && !seen.quotes && v;
         v = cc_next_global(module, v)) {
        size_t length;
        const char *name = LLVMGetValueName2(v, &length);
        seen.quotes = !is_bare_name(name, length);
    }
    return seen.quotes;
}

/* What holds for every module that is made into code, whoever wrote it. */
static cc_native judge_module(reader *r, LLVMModuleRef module) {
    size_t length;
    if (LLVMVerifyModule(module, LLVMReturnStatusAction, NULL))
        return CC_UNREADABLE;
    LLVMGetModuleInlineAsm(module, &length);
    if (length)
        return CC_ASSEMBLER;
    return may_read_files(r, module) ? CC_ASSEMBLER_STRINGS : CC_MERGED;
}

static cc_native judge_unit(reader *r, LLVMModuleRef module) {
    bool names_local = false;
    cc_native native = judge_module(r, module);
    if (native != CC_MERGED)
        return native;
    if (r->triple && (strcmp(r->triple, LLVMGetTarget(module)) != 0 ||
                      strcmp(r->layout, LLVMGetDataLayoutStr(module)) != 0))
        return CC_OTHER_TARGET;
    if (!note_names(r, module))
        return CC_UNREADABLE;
    each_asm(r, module, find_local, &names_local);
    return names_local ? CC_ASSEMBLER : CC_MERGED;
}

/* Made by code generation, not by the front end. */
static bool is_made_late(const char *name) {
    return strncmp(name, "DW.ref.", 7) == 0;
}

/* Both ways: each definition that others can see is in the object and in the bitcode, and of the
 * same strength. The compiler may have left out what nothing used. */
static bool has_same_symbols(reader *r, const cc_symtab *table) {
    map seen;
    bool same = true;
    map_init_strings(&seen, r->in->ctx);
    for (size_t i = 0; same && i < table->count && ctx_tick(r->in->ctx, 1); i++) {
        cc_symbol s = cc_elf_symbol(table, i);
        if (!cc_symbol_is_global(&s) || s.undefined || is_made_late(s.name))
            continue;
        const map_word *known = map_find_s(&r->names, s.name);
        same = known && known->u >> DEFINITION_SHIFT == cc_symbol_definition(&s);
        map_put_s(&seen, s.name);
    }
    for (size_t i = 0; same && i < r->names.len; i++) {
        uint64_t known = r->names.at[i].value.u;
        if (known >> DEFINITION_SHIFT && !(known & MAY_BE_DROPPED))
            same = map_find_s(&seen, r->names.at[i].key.s) != NULL;
    }
    map_free(&seen);
    return same;
}

/* "f.cold.1" is known if "f" is, "switch.table.f" too. */
static bool is_derived(reader *r, const char *name) {
    static const char table[] = "switch.table.";
    if (strncmp(name, table, strlen(table)) == 0)
        name += strlen(table);
    char *stem = arena_strdup(&r->in->mem, name);
    while (stem && *stem) {
        if (map_find_s(&r->names, stem) || strcmp(stem, "str") == 0)
            return true;
        char *dot = strrchr(stem, '.');
        if (!dot)
            return false;
        *dot = '\0';
    }
    return stem != NULL;
}

/* An object that is not as the compiler wrote it (ld -r, strip, objcopy) may have parts that no
 * record covers. */
static bool is_covered(reader *r, const cc_member *m, const cc_symtab *table) {
    size_t files = 0;
    cc_section s;
    if (m->elf.names_index == table->strings_index)
        return true;
    for (size_t i = 0; i < table->count && ctx_tick(r->in->ctx, 1); i++) {
        cc_symbol symbol = cc_elf_symbol(table, i);
        bool thing = symbol.type == STT_FUNC || symbol.type == STT_OBJECT || symbol.type == STT_TLS;
        files += symbol.type == STT_FILE;
        if (thing && symbol.bind == STB_LOCAL && *symbol.name && !is_derived(r, symbol.name))
            return false;
    }
    bool starts = cc_elf_section_of_type(&m->elf, SHT_INIT_ARRAY, &s) ||
                  cc_elf_section_named(&m->elf, ".ctors", &s);
    return files <= m->record_count && (!starts || r->has_constructors);
}

/* What an object needs and its bitcode does not name, assembler names. */
static void name_undefined(reader *r, const cc_symtab *table) {
    for (size_t i = 0; i < table->count && ctx_tick(r->in->ctx, 1); i++) {
        cc_symbol s = cc_elf_symbol(table, i);
        if (cc_symbol_is_global(&s) && s.undefined && !map_find_s(&r->names, s.name))
            cc_outside_name(r->o, s.name);
    }
}

static cc_native judge_object(reader *r, const cc_member *m) {
    cc_symtab table = cc_elf_symbols(&m->elf, SHT_SYMTAB);
    if (!has_same_symbols(r, &table) || !is_covered(r, m, &table))
        return CC_CHANGED;
    name_undefined(r, &table);
    return CC_MERGED;
}

static void keep_loops(LLVMModuleRef module) {
    LLVMAttributeRef keep = LLVMCreateStringAttribute(LLVMGetModuleContext(module), HIR_KEEP_LOOPS,
                                                      strlen(HIR_KEEP_LOOPS), "", 0);
    ir_each_function (fn, module)
        if (!LLVMIsDeclaration(fn))
            LLVMAddAttributeAtIndex(fn, IR_AT_FUNCTION, keep);
}

static cc_native read_units(reader *r, const cc_member *m, size_t index) {
    cc_native native = CC_MERGED;
    for (size_t i = 0; native == CC_MERGED && i < m->record_count; i++) {
        const cc_record *record = &r->in->records.at[m->first_record + i];
        LLVMModuleRef module = parse(r, record->bitcode, record->bitcode_size);
        if (!module)
            return CC_UNREADABLE;
        if (!vec_push(r->in->ctx, r->units, (cc_unit){module, index})) {
            LLVMDisposeModule(module);
            return CC_UNREADABLE;
        }
        native = judge_unit(r, module);
        if (native == CC_MERGED && !record->loops)
            keep_loops(module);
    }
    return native == CC_MERGED ? judge_object(r, m) : native;
}

static void read_member(reader *r, cc_member *m, size_t index) {
    size_t first = r->units->len;
    map_clear(&r->names);
    r->has_constructors = false;
    m->native = read_units(r, m, index);
    if (m->native != CC_MERGED) {
        r->in->merged--;
        while (r->units->len > first)
            LLVMDisposeModule(vec_pop(r->units).module);
        return;
    }
    for (size_t i = first; i < r->units->len; i++)
        each_asm(r, r->units->at[i].module, name_asm, NULL);
    if (!r->triple) {
        r->triple = arena_strdup(&r->in->mem, LLVMGetTarget(r->units->at[first].module));
        r->layout = arena_strdup(&r->in->mem, LLVMGetDataLayoutStr(r->units->at[first].module));
    }
}

void cc_units_read(cc_units *units, LLVMContextRef llvm, cc_inputs *in, cc_outside *o) {
    reader r = {.units = units, .llvm = llvm, .in = in, .o = o};
    map_init_strings(&r.names, in->ctx);
    ir_ignore_diagnostics(llvm);
    for (size_t i = 0; i < in->members.len && ctx_tick(in->ctx, 1); i++)
        if (in->members.at[i].native == CC_MERGED)
            read_member(&r, &in->members.at[i], i);
    map_free(&r.names);
}

static bool read_simplified(reader *r, size_t member) {
    const cc_member *m = &r->in->members.at[member];
    for (size_t i = 0; i < m->record_count; i++) {
        const cc_record *record = &r->in->records.at[m->first_record + i];
        LLVMModuleRef module = NULL;
        if (record->simplified_size)
            module = parse(r, record->simplified, record->simplified_size);
        if (!module)
            return false;
        if (judge_module(r, module) != CC_MERGED ||
            !vec_push(r->in->ctx, r->units, (cc_unit){module, member})) {
            LLVMDisposeModule(module);
            return false;
        }
    }
    return true;
}

bool cc_units_read_simplified(cc_units *units, LLVMContextRef llvm, cc_inputs *in) {
    reader r = {.units = units, .llvm = llvm, .in = in};
    ir_ignore_diagnostics(llvm);
    bool ok = true;
    for (size_t i = 0; ok && i < in->members.len && ctx_tick(in->ctx, 1); i++)
        if (in->members.at[i].native == CC_MERGED)
            ok = read_simplified(&r, i);
    while (!ok && units->len)
        LLVMDisposeModule(vec_pop(units).module);
    return ok;
}
