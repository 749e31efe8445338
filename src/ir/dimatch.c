/* Finds the source type of an IR struct type. The name proposes, the layout decides: linking
 * renames types of one name ("struct.s.5"), and "struct.anon" is many. */
#include "ir/ditypes.h"

#include "ir/size.h"

#include <string.h>

enum { MAX_RENAMES = 4 }; /* numbers that linking more than once has appended */

/* Without the first prefix; NULL if there is none. */
static const char *without_prefix(const char *name) {
    size_t length = str_starts_with(name, "__")
                        ? 2 + strspn(name + 2, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
                        : 0;
    return length < 3 || name[length] != '_' ? NULL : name + length + 1;
}

const char *ir_without_prefixes(const char *name) {
    for (const char *next; (next = without_prefix(name));)
        name = next;
    return name;
}

/* The name in the source and the keyword before it: without C++ scopes. NULL if a front end gives
 * no such names to types of the source. */
static const char *source_name(const char *ir_name, unsigned *tag) {
    static const struct {
        const char *prefix;
        unsigned tag;
    } prefixes[] = {
        {"struct.", IR_DI_TAG_STRUCT}, {"union.", IR_DI_TAG_UNION}, {"class.", IR_DI_TAG_CLASS}};
    const char *name = NULL;
    ir_name = ir_without_prefixes(ir_name);
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes && !name; i++)
        if (str_starts_with(ir_name, prefixes[i].prefix)) {
            name = ir_name + strlen(prefixes[i].prefix);
            *tag = prefixes[i].tag;
        }
    for (const char *scope; name && !strchr(name, '<') && (scope = strstr(name, "::"));)
        name = scope + 2;
    return name;
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
    if (m->offset_bits % 8 || offset >= ir_abi_size(layout, type))
        return false;
    unsigned element = ir_element_at(layout, type, offset);
    return ir_offset_of(layout, type, element) == offset &&
           kind_fits(LLVMGetTypeKind(LLVMStructGetTypeAtIndex(type, element)), m->resolved);
}

/* A union's IR type shows only one of its members, so its size is all there is to compare. */
static bool layout_fits(LLVMTargetDataRef layout, LLVMTypeRef type, const ir_di_struct *s) {
    if (!s->complete || ir_abi_size(layout, type) * 8 != s->size_bits)
        return false;
    if (s->node->tag == IR_DI_TAG_UNION || LLVMCountStructElementTypes(type) == 0)
        return true;
    for (size_t i = 0; i < s->member_count; i++)
        if (!member_fits(layout, type, &s->members[i]))
            return false;
    return true;
}

bool ir_di_fits(const ir_di_types *t, LLVMTypeRef type, const ir_di_struct *s) {
    return ir_has_fixed_size(type) && layout_fits(ir_layout(t->graph.m), type, s);
}

/* The first type of this name that fits. */
static const ir_di_struct *find(const ir_di_types *t, LLVMTypeRef type, const char *name,
                                unsigned tag, bool *ambiguous) {
    LLVMTargetDataRef layout = ir_layout(t->graph.m);
    const ir_di_struct *found = NULL;
    map_word *first = map_find_s(&t->by_name, name);
    for (const ir_di_struct *s = first ? first->p : NULL; s; s = s->next_same_name) {
        if (s->node->tag != tag || !layout_fits(layout, type, s))
            continue;
        if (found) {
            *ambiguous = true;
            break;
        }
        found = s;
    }
    return found;
}

/* Types that transforms made are described under the names they got then; later transforms may have
 * put prefixes before them. */
static const ir_di_struct *find_made(const ir_di_types *t, LLVMTypeRef type, const char *name,
                                     bool *ambiguous) {
    const ir_di_struct *found = NULL;
    for (; name && without_prefix(name) && !found; name = without_prefix(name))
        found = find(t, type, name, IR_DI_TAG_STRUCT, ambiguous);
    return found;
}

const ir_di_struct *ir_di_match(const ir_di_types *t, LLVMTypeRef type, bool *ambiguous) {
    char name[1024];
    unsigned tag = 0;
    *ambiguous = false;
    const char *ir_name = LLVMGetStructName(type);
    const char *text = ir_name ? source_name(ir_name, &tag) : NULL;
    size_t length = text ? strlen(text) : 0;
    if (length == 0 || length >= sizeof name || !ir_has_fixed_size(type))
        return NULL;
    memcpy(name, text, length + 1);
    const ir_di_struct *found = find_made(t, type, ir_name, ambiguous);
    for (unsigned i = 0; length && !found && i <= MAX_RENAMES; i++) {
        name[length] = '\0';
        found = find(t, type, name, tag, ambiguous);
        length = str_without_number(name, length);
    }
    return found;
}
