#include "ir/srcloc.h"

#include "ir/value.h"

#include <llvm-c/DebugInfo.h>

#include <string.h>

enum {
    SUBPROGRAM_NAME = 2, /* operand numbers */
    LEXICAL_BLOCK_SCOPE = 1,
    MAX_SCOPES = 4096, /* nesting of scopes or of inlining beyond this is damage */
};

void ir_srcloc_init(ir_srcloc *s, lathe_module *m) {
    *s = (ir_srcloc){.m = m};
    arena_init(&s->mem, m->ctx);
    map_init(&s->files, m->ctx);
    map_init(&s->scopes, m->ctx);
}

void ir_srcloc_free(ir_srcloc *s) {
    vec_free(s->m->ctx, &s->ops);
    map_free(&s->scopes);
    map_free(&s->files);
    arena_free(&s->mem);
}

/* Names such as <stdin> and <built-in> are in no directory. */
static bool stands_alone(const char *name, size_t length) {
    return name[0] == '/' || name[0] == '<' || (length > 1 && name[1] == ':');
}

static const char *join(arena *mem, const char *dir, size_t dir_length, const char *name,
                        size_t length) {
    while (length > 2 && name[0] == '.' && name[1] == '/') {
        name += 2;
        length -= 2;
    }
    if (length == 0)
        return NULL;
    if (dir_length == 0 || stands_alone(name, length))
        return arena_strndup(mem, name, length);
    bool slash = dir[dir_length - 1] != '/';
    char *path = arena_alloc(mem, dir_length + slash + length + 1);
    if (!path)
        return NULL;
    memcpy(path, dir, dir_length);
    if (slash)
        path[dir_length] = '/';
    memcpy(path + dir_length + slash, name, length);
    return path;
}

const char *ir_srcloc_path(ir_srcloc *s, LLVMMetadataRef file) {
    if (!file || LLVMGetMetadataKind(file) != LLVMDIFileMetadataKind)
        return NULL;
    map_word *known = map_find(&s->files, file);
    if (known)
        return known->s;
    unsigned dir_length = 0, length = 0;
    const char *dir = LLVMDIFileGetDirectory(file, &dir_length);
    const char *name = LLVMDIFileGetFilename(file, &length);
    const char *path = join(&s->mem, dir, dir_length, name, length);
    map_set(&s->files, file, (map_word){.s = path});
    return path;
}

static bool is_block(LLVMMetadataKind kind) {
    return kind == LLVMDILexicalBlockMetadataKind || kind == LLVMDILexicalBlockFileMetadataKind;
}

/* The subprogram a scope lies in, or NULL. */
static LLVMMetadataRef subprogram_of(ir_srcloc *s, LLVMMetadataRef scope) {
    for (unsigned i = 0; scope && i < MAX_SCOPES; i++) {
        LLVMMetadataKind kind = LLVMGetMetadataKind(scope);
        if (kind == LLVMDISubprogramMetadataKind)
            return scope;
        if (!is_block(kind))
            return NULL;
        ir_md_operands(s->m, scope, &s->ops);
        scope = ir_md_node_at(&s->ops, LEXICAL_BLOCK_SCOPE);
    }
    return NULL;
}

static const char *function_name(ir_srcloc *s, LLVMMetadataRef scope) {
    if (!scope)
        return NULL;
    map_word *known = map_find(&s->scopes, scope);
    if (known)
        return known->s;
    ir_md_operands(s->m, subprogram_of(s, scope), &s->ops);
    const char *name = ir_md_string_at(&s->ops, SUBPROGRAM_NAME);
    if (name && !*name)
        name = NULL;
    map_set(&s->scopes, scope, (map_word){.s = name});
    return name;
}

static bool is_scope_with_file(LLVMMetadataRef scope) {
    if (!scope)
        return false;
    LLVMMetadataKind kind = LLVMGetMetadataKind(scope);
    return is_block(kind) || kind == LLVMDISubprogramMetadataKind;
}

ir_place ir_srcloc_function(ir_srcloc *s, LLVMValueRef fn) {
    size_t length;
    ir_place place = {.function = LLVMGetValueName2(fn, &length)};
    LLVMMetadataRef subprogram = LLVMGetSubprogram(fn);
    if (!subprogram)
        return place;
    const char *name = function_name(s, subprogram);
    if (name)
        place.function = name;
    place.file = ir_srcloc_path(s, LLVMDIScopeGetFile(subprogram));
    place.line = LLVMDISubprogramGetLine(subprogram);
    return place;
}

static ir_place at_location(ir_srcloc *s, LLVMValueRef inst, LLVMMetadataRef location) {
    LLVMValueRef fn = ir_function_of(inst);
    LLVMMetadataRef scope = location ? LLVMDILocationGetScope(location) : NULL;
    unsigned line = location ? LLVMDILocationGetLine(location) : 0;
    if (line == 0 || !is_scope_with_file(scope))
        return ir_srcloc_function(s, fn);
    const char *name = function_name(s, scope);
    size_t length;
    return (ir_place){
        .file = ir_srcloc_path(s, LLVMDIScopeGetFile(scope)),
        .line = line,
        .column = LLVMDILocationGetColumn(location),
        .function = name ? name : LLVMGetValueName2(fn, &length),
        .exact = true,
    };
}

ir_place ir_srcloc_inst(ir_srcloc *s, LLVMValueRef inst) {
    return at_location(s, inst, LLVMInstructionGetDebugLoc(inst));
}

ir_place ir_srcloc_inst_outer(ir_srcloc *s, LLVMValueRef inst) {
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(inst);
    for (unsigned i = 0; location && i < MAX_SCOPES; i++) {
        LLVMMetadataRef outer = LLVMDILocationGetInlinedAt(location);
        if (!outer)
            break;
        location = outer;
    }
    return at_location(s, inst, location);
}

ir_place ir_srcloc_global(ir_srcloc *s, LLVMValueRef global) {
    ir_place place = {.file = NULL};
    LLVMMetadataRef variable = ir_md_global_variable(global);
    if (variable && LLVMGetMetadataKind(variable) == LLVMDIGlobalVariableMetadataKind) {
        place.file = ir_srcloc_path(s, LLVMDIVariableGetFile(variable));
        place.line = LLVMDIVariableGetLine(variable);
        place.exact = place.line != 0;
    }
    return place;
}

void ir_place_print(str *out, const ir_place *place) {
    if (!place->file) {
        str_add(out, "?");
        return;
    }
    str_add(out, place->file);
    if (place->line)
        str_printf(out, ":%u", place->line);
    if (place->line && place->column)
        str_printf(out, ":%u", place->column);
}
