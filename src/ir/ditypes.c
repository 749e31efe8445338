#include "ir/ditypes.h"

#include "base/limits.h"

#include <llvm-c/DebugInfo.h>

#include <string.h>

enum { MAX_NESTING = 16 }; /* unnamed structs in structs */

const char *ir_di_keyword(const ir_di_struct *s) {
    switch (s->node->tag) {
    case IR_DI_TAG_UNION:
        return "union";
    case IR_DI_TAG_CLASS:
        return "class";
    default:
        return "struct";
    }
}

static const char *record_name(const ir_di_node *n) {
    return *n->name || !n->typedef_name ? n->name : n->typedef_name;
}

static bool is_qualifier(const ir_di_node *n) {
    return n->tag == IR_DI_TAG_CONST || n->tag == IR_DI_TAG_VOLATILE ||
           n->tag == IR_DI_TAG_RESTRICT || n->tag == IR_DI_TAG_ATOMIC;
}

static const ir_di_node *base_of(const ir_di_types *t, const ir_di_node *n) {
    return ir_di_node_of(&t->graph, n->base);
}

/* What stands before a type's name: its kind, or how it is qualified. */
static const char *tag_word(unsigned tag) {
    static const char *const words[] = {
        [IR_DI_TAG_UNION] = "union ",    [IR_DI_TAG_CLASS] = "class ",
        [IR_DI_TAG_ENUM] = "enum ",      [IR_DI_TAG_STRUCT] = "struct ",
        [IR_DI_TAG_CONST] = "const ",    [IR_DI_TAG_VOLATILE] = "volatile ",
        [IR_DI_TAG_ATOMIC] = "_Atomic ",
    };
    const char *word = tag < sizeof words / sizeof *words ? words[tag] : NULL;
    return word ? word : "";
}

static void spell_core(str *out, const ir_di_node *n) {
    if (!n)
        str_add(out, "void");
    else if (n->tag == IR_DI_TAG_SUBROUTINE)
        str_add(out, "function");
    else if (*n->name)
        str_printf(out, "%s%s", tag_word(n->tag), n->name);
    else
        str_printf(out, "%s{...}", *tag_word(n->tag) ? tag_word(n->tag) : "type ");
}

static void spell_dimensions(str *out, const ir_di_node *array) {
    for (size_t i = 0; i < array->count_count; i++)
        if (array->counts[i] == IR_DI_NO_COUNT)
            str_add(out, "[]");
        else
            str_printf(out, "[%llu]", (unsigned long long)array->counts[i]);
}

static void spell_level(str *out, const ir_di_node *level) {
    if (level->tag == IR_DI_TAG_ARRAY) {
        spell_dimensions(out, level);
    } else if (ir_di_is_pointer(level)) {
        if (out->len && !strchr("*&", out->at[out->len - 1]))
            str_add_char(out, ' ');
        str_add_char(out, level->tag == IR_DI_TAG_POINTER ? '*' : '&');
    }
}

/* Unnamed derived types wrap another type; everything with a name ends the spelling. */
static bool wraps(const ir_di_node *n) {
    return n && (n->tag == IR_DI_TAG_ARRAY || ir_di_is_pointer(n) || is_qualifier(n) ||
                 (!*n->name && n->base && !ir_di_is_record(n) && n->tag != IR_DI_TAG_ENUM));
}

/* Qualifiers of pointers themselves are left out. */
static void spell(const ir_di_types *t, str *out, const ir_di_node *n) {
    const ir_di_node *levels[IR_MAX_TYPE_LEVELS];
    size_t count = 0;
    for (; wraps(n) && count < IR_MAX_TYPE_LEVELS; n = base_of(t, n))
        levels[count++] = n;
    size_t qualifiers = count;
    while (qualifiers > 0 && is_qualifier(levels[qualifiers - 1]))
        qualifiers--;
    for (size_t i = qualifiers; i < count; i++)
        str_add(out, tag_word(levels[i]->tag));
    spell_core(out, n);
    while (count)
        spell_level(out, levels[--count]);
}

static const char *spelling(ir_di_types *t, LLVMMetadataRef type) {
    map_word *known = type ? map_find(&t->spellings, type) : NULL;
    if (known)
        return known->s;
    str text;
    str_init(&text, t->mem.ctx);
    spell(t, &text, ir_di_node_of(&t->graph, type));
    const char *result = arena_strdup(&t->mem, str_text(&text));
    str_free(&text);
    if (type)
        map_set(&t->spellings, type, (map_word){.s = result});
    return result ? result : "";
}

static const ir_di_node *below_names(const ir_di_types *t, const ir_di_node *n) {
    for (unsigned i = 0; n && i < IR_MAX_TYPE_LEVELS; i++) {
        if (n->tag != IR_DI_TAG_TYPEDEF && !is_qualifier(n))
            return n;
        n = base_of(t, n);
    }
    return NULL;
}

static void read_member(ir_di_types *t, ir_di_member *m, const ir_di_node *n) {
    const ir_di_node *type = below_names(t, ir_di_node_of(&t->graph, n->base));
    bool base_class = n->tag == IR_DI_TAG_INHERITANCE;
    bool bitfield = (n->flags & LLVMDIFlagBitField) != 0;
    *m = (ir_di_member){
        .name = base_class && type ? type->name : n->name,
        .type = spelling(t, n->base),
        .offset_bits = n->offset,
        .size_bits = n->size || !type || !base_class ? n->size : type->size,
        .storage_bits = bitfield ? n->storage : 0,
        .bitfield = bitfield,
        .base_class = base_class,
        .resolved = type,
    };
}

static void read_members(ir_di_types *t, ir_di_struct *s) {
    s->members = arena_array(&t->mem, s->node->member_count, ir_di_member);
    for (size_t i = 0; s->members && i < s->node->member_count; i++) {
        const ir_di_node *n = ir_di_node_of(&t->graph, s->node->members[i]);
        if (ir_di_is_data(n))
            read_member(t, &s->members[s->member_count++], n);
    }
}

/* The unnamed struct, union or class a member is by value, or NULL. */
static LLVMMetadataRef unnamed_record_in(const ir_di_types *t, const ir_di_node *member) {
    const ir_di_node *type = below_names(t, ir_di_node_of(&t->graph, member->base));
    return type && ir_di_is_record(type) && !*record_name(type) ? type->node : NULL;
}

/* What makes two copies the same type. Unnamed records inside are distinguished by their numbers,
 * for they have no name to do it; unnamed ones that are alone by their position. */
static void sign(ir_di_types *t, str *out, const ir_di_node *n) {
    str_clear(out);
    str_printf(out, "%x %s %llu %u {", n->tag, record_name(n), (unsigned long long)n->size,
               n->align);
    if (!*record_name(n)) {
        const char *file = ir_srcloc_path(&t->places, n->file);
        str_printf(out, "%s:%u ", file ? file : "", n->line);
    }
    for (size_t i = 0; i < n->member_count; i++) {
        const ir_di_node *m = ir_di_node_of(&t->graph, n->members[i]);
        if (!ir_di_is_data(m))
            continue;
        const ir_di_struct *inner = ir_di_struct_of(t, unnamed_record_in(t, m));
        str_printf(out, "%s %s %llu %llu %zu;", spelling(t, m->base), m->name,
                   (unsigned long long)m->offset, (unsigned long long)m->size,
                   inner ? inner->number : 0);
    }
    str_add_char(out, '}');
}

static ir_di_struct *new_struct(ir_di_types *t, const ir_di_node *n) {
    ir_di_struct *s = arena_new(&t->mem, ir_di_struct);
    if (!s)
        return NULL;
    *s = (ir_di_struct){
        .node = n,
        .name = record_name(n),
        .named_by_typedef = !*n->name && n->typedef_name,
        .complete = !(n->flags & LLVMDIFlagFwdDecl),
        .size_bits = n->size,
        .align_bits = n->align,
        .align_is_declared = n->align != 0,
        .file = ir_srcloc_path(&t->places, n->file),
        .line = n->line,
    };
    read_members(t, s);
    vec_push(t->mem.ctx, &t->all, s);
    s->number = t->all.len;
    return s;
}

static void index_name(ir_di_types *t, ir_di_struct *s) {
    if (!*s->name)
        return;
    map_word *place = map_put_s(&t->by_name, s->name);
    if (!place)
        return;
    ir_di_struct *first = place->p;
    if (first) {
        s->next_same_name = first->next_same_name;
        first->next_same_name = s;
    } else {
        place->p = s;
    }
}

static ir_di_struct *group_by_signature(ir_di_types *t, const ir_di_node *n, str *signature) {
    sign(t, signature, n);
    map_word *known = map_find_s(&t->by_signature, str_text(signature));
    if (known)
        return known->p;
    ir_di_struct *s = new_struct(t, n);
    const char *key = arena_strndup(&t->mem, str_text(signature), signature->len);
    map_word *place = s && key ? map_put_s(&t->by_signature, key) : NULL;
    if (!place)
        return NULL;
    place->p = s;
    index_name(t, s);
    return s;
}

/* Unnamed records inside get their numbers first. */
static void group(ir_di_types *t, const ir_di_node *n, str *signature, unsigned depth) {
    map_word *place = map_find(&t->by_node, n->node);
    if (place || !(place = map_put(&t->by_node, n->node)))
        return;
    for (size_t i = 0; depth < MAX_NESTING && i < n->member_count; i++) {
        const ir_di_node *m = ir_di_node_of(&t->graph, n->members[i]);
        LLVMMetadataRef inner = ir_di_is_data(m) ? unnamed_record_in(t, m) : NULL;
        if (inner)
            group(t, ir_di_node_of(&t->graph, inner), signature, depth + 1);
    }
    ir_di_struct *s = group_by_signature(t, n, signature);
    place = map_find(&t->by_node, n->node);
    place->p = s;
    if (s)
        s->copies++;
}

static void collect(ir_di_types *t) {
    str signature;
    str_init(&signature, t->mem.ctx);
    for (size_t i = 0; i < t->graph.types.len && ctx_tick(t->mem.ctx, 1); i++) {
        const ir_di_node *n = t->graph.types.at[i].value.p;
        if (n && ir_di_is_record(n))
            group(t, n, &signature, 0);
    }
    str_free(&signature);
}

/* Follows a member's type through arrays and pointers to the struct it is about. */
static void resolve_target(const ir_di_types *t, ir_di_member *m) {
    const ir_di_node *n = m->resolved;
    ir_di_reach reach = IR_DI_BY_VALUE;
    for (unsigned i = 0;
         n && i < IR_MAX_TYPE_LEVELS && (n->tag == IR_DI_TAG_ARRAY || ir_di_is_pointer(n)); i++) {
        if (ir_di_is_pointer(n)) {
            reach = IR_DI_POINTER_TO;
            m->pointer_depth++;
        } else if (reach == IR_DI_BY_VALUE) {
            reach = IR_DI_ARRAY_OF;
        }
        n = below_names(t, base_of(t, n));
    }
    m->target = n ? ir_di_struct_of(t, n->node) : NULL;
    m->reach = m->target ? reach : IR_DI_NO_STRUCT;
}

enum { MAX_NATURAL = 128 }; /* bits that a type is aligned to without being declared so */

static uint64_t natural_align(const ir_di_types *t, const ir_di_node *n, unsigned depth);

/* Members off their own alignment show that the struct is packed. */
static uint64_t record_align(const ir_di_types *t, ir_di_node *n, unsigned depth) {
    if (n->natural_align)
        return n->natural_align;
    uint64_t align = 8;
    for (size_t i = 0; i < n->member_count; i++) {
        const ir_di_node *m = ir_di_node_of(&t->graph, n->members[i]);
        if (!ir_di_is_data(m))
            continue;
        uint64_t a = natural_align(t, m, depth + 1);
        if (!(m->flags & LLVMDIFlagBitField) && m->offset % a)
            a = 8;
        if (a > align)
            align = a;
    }
    n->natural_align = n->size % align ? 8 : align;
    return n->natural_align;
}

/* The alignment a type has by itself, where no declaration says otherwise: its size if that is a
 * power of two. Debug info does not say more. */
static uint64_t natural_align(const ir_di_types *t, const ir_di_node *n, unsigned depth) {
    for (unsigned i = 0; n && i < IR_MAX_TYPE_LEVELS; i++) {
        if (n->align)
            return n->align;
        if (ir_di_is_pointer(n))
            break;
        if (n->tag != IR_DI_TAG_MEMBER && n->tag != IR_DI_TAG_INHERITANCE &&
            n->tag != IR_DI_TAG_TYPEDEF && !wraps(n))
            break;
        n = base_of(t, n);
    }
    if (!n || depth == MAX_NESTING)
        return 8;
    if (ir_di_is_record(n))
        return record_align(t, ir_di_node_of(&t->graph, n->node), depth);
    return n->size >= 8 && n->size <= MAX_NATURAL && !(n->size & (n->size - 1)) ? n->size : 8;
}

static void finish(ir_di_types *t) {
    for (size_t i = 0; i < t->all.len && ctx_tick(t->mem.ctx, 1); i++) {
        ir_di_struct *s = t->all.at[i];
        for (size_t k = 0; k < s->member_count; k++)
            resolve_target(t, &s->members[k]);
        if (!s->align_is_declared) {
            s->align_bits = natural_align(t, s->node, 0);
            s->align_is_declared = s->align_bits > MAX_NATURAL; /* by a member */
        }
    }
}

bool ir_di_types_init(ir_di_types *t, lathe_module *m) {
    *t = (ir_di_types){.all = {0}};
    ir_srcloc_init(&t->places, m);
    arena_init(&t->mem, m->ctx);
    map_init(&t->by_node, m->ctx);
    map_init(&t->spellings, m->ctx);
    map_init_strings(&t->by_name, m->ctx);
    map_init_strings(&t->by_signature, m->ctx);
    if (ir_di_graph_init(&t->graph, m))
        collect(t);
    if (ctx_ok(m->ctx))
        finish(t);
    return ctx_ok(m->ctx);
}

void ir_di_types_free(ir_di_types *t) {
    map_free(&t->by_signature);
    map_free(&t->by_name);
    map_free(&t->spellings);
    map_free(&t->by_node);
    vec_free(t->mem.ctx, &t->all);
    arena_free(&t->mem);
    ir_srcloc_free(&t->places);
    ir_di_graph_free(&t->graph);
}

const ir_di_struct *ir_di_struct_of(const ir_di_types *t, LLVMMetadataRef node) {
    return node ? map_get(&t->by_node, node) : NULL;
}
