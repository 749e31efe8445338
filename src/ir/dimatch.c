/* Finds the source type behind an IR struct type. The name proposes, the layout decides: linking
 * renames types of one name ("struct.s.5"), and "struct.anon" is many. */
#include "ir/ditypes.h"

#include <string.h>

/* The name in the source: without the keyword, C++ scopes, and if asked the linker's number. */
static bool source_name(const char *ir_name, bool strip_number, char *out, size_t size,
                        unsigned *tag) {
    static const struct {
        const char *prefix;
        unsigned tag;
    } prefixes[] = {
        {"struct.", IR_DI_TAG_STRUCT}, {"union.", IR_DI_TAG_UNION}, {"class.", IR_DI_TAG_CLASS}};
    const char *name = NULL;
    for (size_t i = 0; i < 3 && !name; i++)
        if (strncmp(ir_name, prefixes[i].prefix, strlen(prefixes[i].prefix)) == 0) {
            name = ir_name + strlen(prefixes[i].prefix);
            *tag = prefixes[i].tag;
        }
    if (!name)
        return false;
    for (const char *scope; !strchr(name, '<') && (scope = strstr(name, "::"));)
        name = scope + 2;
    size_t length = strlen(name);
    if (strip_number) {
        size_t digits = length;
        while (digits > 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9')
            digits--;
        if (digits == length || digits < 2 || name[digits - 1] != '.')
            return false;
        length = digits - 1;
    }
    if (length >= size)
        return false;
    memcpy(out, name, length);
    out[length] = '\0';
    return true;
}

static bool is_pointer_tag(unsigned tag) {
    return tag == IR_DI_TAG_POINTER || tag == IR_DI_TAG_REFERENCE ||
           tag == IR_DI_TAG_RVALUE_REFERENCE;
}

/* Whether a field of this IR type may hold a member of this source type. */
static bool kind_fits(LLVMTypeKind ir, const ir_di_node *type) {
    if (!type)
        return true;
    if (is_pointer_tag(type->tag))
        return ir == LLVMPointerTypeKind;
    if (ir == LLVMPointerTypeKind)
        return false;
    if (strcmp(type->name, "float") == 0)
        return ir == LLVMFloatTypeKind;
    if (strcmp(type->name, "double") == 0)
        return ir == LLVMDoubleTypeKind;
    if (ir == LLVMFloatTypeKind || ir == LLVMDoubleTypeKind)
        return !ir_di_is_record(type) && type->tag != IR_DI_TAG_ENUM &&
               type->tag != IR_DI_TAG_ARRAY && !strstr(type->name, "int") &&
               !strstr(type->name, "long") && !strstr(type->name, "char");
    return true;
}

static bool member_fits(LLVMTargetDataRef layout, LLVMTypeRef type, const ir_di_member *m) {
    if (m->bitfield || m->base_class || m->size_bits == 0)
        return true;
    uint64_t offset = m->offset_bits / 8;
    if (m->offset_bits % 8 || offset >= LLVMABISizeOfType(layout, type))
        return false;
    unsigned element = LLVMElementAtOffset(layout, type, offset);
    return LLVMOffsetOfElement(layout, type, element) == offset &&
           kind_fits(LLVMGetTypeKind(LLVMStructGetTypeAtIndex(type, element)), m->resolved);
}

/* A union's IR type shows only one of its members, so its size is all there is to compare. */
static bool layout_fits(LLVMTargetDataRef layout, LLVMTypeRef type, const ir_di_struct *s) {
    if (!s->complete || LLVMABISizeOfType(layout, type) * 8 != s->size_bits)
        return false;
    if (s->node->tag == IR_DI_TAG_UNION || LLVMCountStructElementTypes(type) == 0)
        return true;
    for (size_t i = 0; i < s->member_count; i++)
        if (!member_fits(layout, type, &s->members[i]))
            return false;
    return true;
}

const ir_di_struct *ir_di_match(const ir_di_types *t, LLVMTypeRef type, bool *ambiguous) {
    LLVMTargetDataRef layout = ir_layout(t->graph.m);
    const char *ir_name = LLVMGetStructName(type);
    const ir_di_struct *found = NULL;
    char name[512];
    unsigned tag = 0;
    *ambiguous = false;
    for (int strip = 0; ir_name && LLVMTypeIsSized(type) && !found && strip < 2; strip++) {
        if (!source_name(ir_name, strip, name, sizeof name, &tag))
            continue;
        map_word *first = map_find_s(&t->by_name, name);
        for (const ir_di_struct *s = first ? first->p : NULL; s; s = s->next_same_name) {
            if (s->node->tag != tag || !layout_fits(layout, type, s))
                continue;
            *ambiguous = found != NULL;
            if (found)
                break;
            found = s;
        }
    }
    return found;
}
