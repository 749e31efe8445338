/* What the user says about types: which stay as they are, and which pass shall change one. Neither
 * is a safety condition: what may be proven of a type stays proven. */
#include "base/nearest.h"
#include "dtrans/analysis/type_info.h"
#include "ir/size.h"
#include "ir/value.h"

#include <stdio.h>
#include <string.h>

static const char keep_tag[] = "lathe.keep";

/* A name with numbers that linking appended ("node.5.12") is still that name. */
static bool is_numbered(const char *name, const char *word, size_t length) {
    return strncmp(name, word, length) == 0 &&
           strspn(name + length, ".0123456789") == strlen(name + length) &&
           (!name[length] || name[length] == '.');
}

/* "struct node" and "node", but the IR's "struct.node" as it is */
static size_t without_keyword(const char **word, size_t length) {
    static const char *const keywords[] = {"struct ", "union ", "class "};
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
        size_t keyword = strlen(keywords[i]);
        if (length <= keyword || strncmp(*word, keywords[i], keyword) != 0)
            continue;
        *word += keyword;
        return length - keyword;
    }
    return length;
}

static bool is_meant(const dtrans_type *t, const char *word) {
    size_t length = strlen(word);
    const char *name = ir_without_prefixes(t->name), *dot = strchr(name, '.');
    if (is_numbered(name, word, length) || is_numbered(t->name, word, length))
        return true;
    length = without_keyword(&word, length);
    return dot && is_numbered(dot + 1, word, length);
}

static void warn(DTransInfo *info, const char *label, const char *word) {
    char text[512], hint[160] = "";
    nearest n = nearest_init(word, strlen(word));
    for (uint32_t i = 0; i < info->types.len; i++) {
        const char *own = info->types.at[i].name, *dot = strchr(own, '.');
        nearest_consider(&n, own);
        if (dot)
            nearest_consider(&n, dot + 1);
    }
    if (n.found)
        snprintf(hint, sizeof hint, " (did you mean '%s'?)", n.found);
    snprintf(text, sizeof text, "%s: no struct type '%s' in this program%s", label, word, hint);
    ctx_diag(info->ctx, &(lathe_diag){.severity = LATHE_WARNING, .message = text});
}

bool dtrans_is_named(const dtrans_type *t, const char *word) {
    const char *name = ir_without_prefixes(t->name), *dot = strchr(name, '.');
    return strcmp(t->name, word) == 0 || strcmp(name, word) == 0 ||
           (dot && strcmp(dot + 1, word) == 0);
}

void dtrans_warn_of_type(DTransInfo *info, const char *pass, const char *word) {
    char option[64];
    for (uint32_t i = 0; i < info->types.len; i++)
        if (dtrans_is_named(&info->types.at[i], word))
            return;
    snprintf(option, sizeof option, "%s<type>", pass);
    warn(info, option, word);
}

/* Whether the elements are as large as the members at their offsets. */
static bool is_cut_alike(const DTransInfo *info, LLVMTypeRef type, const ir_di_struct *s) {
    LLVMTargetDataRef target = ir_layout(info->m);
    if (!ir_di_fits(&info->di, type, s))
        return false;
    for (size_t i = 0; i < s->member_count; i++) {
        const ir_di_member *m = &s->members[i];
        if (m->bitfield || m->base_class || m->size_bits == 0 || s->node->tag == IR_DI_TAG_UNION)
            continue;
        unsigned element = ir_element_at(target, type, m->offset_bits / 8);
        LLVMTypeRef part = LLVMStructGetTypeAtIndex(type, element);
        if (ir_abi_size(target, part) * 8 != m->size_bits)
            return false;
    }
    return true;
}

/* Linking makes one IR type of several that look alike, under the name of one. A source type
 * without an IR type of its own may be in any that fits. Returns whether there is one. */
static bool keep_merged(DTransInfo *info, const ir_di_struct *s, const char *why) {
    bool found = false;
    for (uint32_t i = 0; i < info->types.len; i++)
        if (info->types.at[i].layout->source == s)
            return false;
    for (uint32_t i = 0; s->complete && i < info->types.len && ctx_tick(info->ctx, 1); i++) {
        dtrans_type *t = &info->types.at[i];
        if (!t->layout->sized || !is_cut_alike(info, t->llvm, s))
            continue;
        found = true;
        if (!t->kept)
            t->kept = why;
    }
    return found;
}

static bool skip_merged(DTransInfo *info, const ir_name_list *list, const char *word) {
    bool found = false;
    const char *why = arena_printf(&info->mem, "by %s, under another name", list->label);
    without_keyword(&word, strlen(word));
    for (size_t i = 0; i < info->di.all.len; i++) {
        const ir_di_struct *s = info->di.all.at[i];
        if (strcmp(s->name, word) == 0)
            found |= keep_merged(info, s, why ? why : "by the user");
    }
    return found;
}

static void mark_listed(DTransInfo *info, ir_name_list *list, bool skip, bool *listed) {
    ir_each_name (word, list) {
        bool found = false;
        for (uint32_t i = 0; i < info->types.len && ctx_tick(info->ctx, 1); i++)
            if (is_meant(&info->types.at[i], word))
                listed[i] = found = true;
        found = found || (skip && skip_merged(info, list, word));
        if (!found && !list->told)
            warn(info, list->label, word);
    }
    list->told = true;
}

static void keep_listed(DTransInfo *info, ir_name_list *list, bool skip) {
    bool *listed = list->text ? arena_array(&info->mem, info->types.len + 1, bool) : NULL;
    if (!listed)
        return;
    const char *why =
        arena_printf(&info->mem, skip ? "by %s" : "because %s does not name it", list->label);
    mark_listed(info, list, skip, listed);
    for (uint32_t i = 0; i < info->types.len; i++)
        if (listed[i] == skip && !info->types.at[i].kept)
            info->types.at[i].kept = why;
}

static bool says_keep(DTransInfo *info, LLVMMetadataRef annotations, ir_md_ops *all,
                      ir_md_ops *pair) {
    ir_md_operands(info->m, annotations, all);
    for (size_t i = 0; i < all->len; i++) {
        ir_md_operands(info->m, ir_md_node_at(all, i), pair);
        const char *kind = ir_md_string_at(pair, 0), *text = ir_md_string_at(pair, 1);
        if (kind && text && strcmp(kind, "btf_decl_tag") == 0 && strcmp(text, keep_tag) == 0)
            return true;
    }
    return false;
}

/* One translation unit's declaration is enough. */
static void find_tagged(DTransInfo *info, map *tagged) {
    ir_md_ops all = {0}, pair = {0};
    for (size_t i = 0; i < info->di.by_node.len && ctx_tick(info->ctx, 1); i++) {
        const ir_di_node *n =
            ir_di_node_of(&info->di.graph, (LLVMMetadataRef)info->di.by_node.at[i].key.p);
        if (n && n->annotations && says_keep(info, n->annotations, &all, &pair))
            map_put(tagged, info->di.by_node.at[i].value.p);
    }
    vec_free(info->ctx, &all);
    vec_free(info->ctx, &pair);
}

/* Where several source types fit, any of them may be the one. */
static bool is_tagged(const DTransInfo *info, const map *tagged, const ir_struct *layout) {
    const ir_di_struct *s = layout->source;
    if (!s || !layout->ambiguous)
        return s && map_find(tagged, s);
    map_word *first = map_find_s(&info->di.by_name, s->name);
    for (s = first ? first->p : s; s; s = s->next_same_name)
        if (map_find(tagged, s))
            return true;
    return false;
}

static void keep_tagged(DTransInfo *info) {
    map tagged;
    map_init(&tagged, info->ctx);
    find_tagged(info, &tagged);
    for (uint32_t i = 0; tagged.len && i < info->types.len; i++)
        if (is_tagged(info, &tagged, info->types.at[i].layout))
            info->types.at[i].kept = "by lathe.keep in the source";
    for (size_t i = 0; i < tagged.len; i++)
        keep_merged(info, tagged.at[i].key.p, "by lathe.keep in the source, under another name");
    map_free(&tagged);
}

typedef VEC(LLVMTypeRef) type_list;

static void push_elements(DTransInfo *info, type_list *work, LLVMTypeRef type) {
    unsigned count = LLVMCountStructElementTypes(type);
    for (unsigned i = 0; i < count; i++)
        vec_push(info->ctx, work, LLVMStructGetTypeAtIndex(type, i));
}

/* A struct inside one that is kept decides about its layout, at any depth. */
static void keep_members(DTransInfo *info, uint32_t outer) {
    type_list work = {0};
    push_elements(info, &work, info->types.at[outer].llvm);
    while (work.len && ctx_tick(info->ctx, 1)) {
        LLVMTypeRef at = vec_pop(&work);
        uint32_t inner = dtrans_type_of(info, at);
        if (ir_is_array(at))
            vec_push(info->ctx, &work, LLVMGetElementType(at));
        if (!ir_is_struct(at) || (inner != IR_NONE && info->types.at[inner].kept))
            continue;
        push_elements(info, &work, at);
        if (inner == IR_NONE)
            continue;
        info->types.at[inner].kept =
            arena_printf(&info->mem, "inside '%s', which is kept %s", info->types.at[outer].name,
                         info->types.at[outer].kept);
    }
    vec_free(info->ctx, &work);
}

void dtrans_keep_types(DTransInfo *info) {
    keep_tagged(info);
    keep_listed(info, &info->m->settings.skip, true);
    keep_listed(info, &info->m->settings.only, false);
    bool *own = arena_array(&info->mem, info->types.len + 1, bool);
    for (uint32_t i = 0; own && i < info->types.len; i++)
        own[i] = info->types.at[i].kept != NULL;
    for (uint32_t i = 0; own && i < info->types.len; i++)
        if (own[i] && info->types.at[i].layout->sized)
            keep_members(info, i);
}

static bool force(DTransInfo *info, const char *transform, const char *word) {
    bool found = false;
    for (uint32_t i = 0; i < info->types.len && ctx_tick(info->ctx, 1); i++)
        if (is_meant(&info->types.at[i], word)) {
            info->types.at[i].forced = transform;
            found = true;
        }
    return found;
}

void dtrans_force_types(DTransInfo *info) {
    ir_name_list *list = &info->m->settings.forced;
    const char *transform = NULL;
    ir_each_name (word, list) {
        if (!transform) {
            transform = arena_strdup(&info->mem, word);
            continue;
        }
        if (!force(info, transform, word) && !list->told)
            warn(info, list->label, word);
        transform = NULL;
    }
    list->told = true;
}

bool dtrans_is_forced(const dtrans_type *t, const char *pass) {
    static const char prefix[] = "dtrans-";
    return t->forced && strncmp(pass, prefix, sizeof prefix - 1) == 0 &&
           strcmp(t->forced, pass + sizeof prefix - 1) == 0;
}
