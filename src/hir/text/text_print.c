/* HIR as text, line by line. */
#include "hir/text.h"
#include "hir/text/opnames.h"

#include "ir/names.h"

#include <string.h>

typedef struct printer {
    const hir *h;
    hir_text_options options;
    str *out;
    str prefix; /* bars and blanks before each line */
} printer;

enum { NUMBER_COLUMN = 13, BODY_INDENT = 3 };

static bool is_reserved_label(const char *name) {
    return strcmp(name, "default") == 0 || strcmp(name, "case") == 0;
}

void hir_label_text(str *out, const char *name) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
                                "0123456789-.$";
    size_t digits = strspn(name, "0123456789");
    bool number = digits > 0 && digits < 18 && !name[digits];
    bool word = digits == 0 && *name && !strchr("-.$", *name) && !name[strspn(name, plain)];
    if (number || (word && !is_reserved_label(name)))
        str_add(out, name);
    else
        hir_quote(out, name);
}

static void ref_at(const hir *h, const HLDDNode *node, uint32_t index, bool verbose, str *out) {
    hir_ref_text(h, index < node->ref_count ? node->refs[index] : NULL, verbose, out);
}

static void print_arguments(const hir *h, const HLDDNode *node, uint32_t from, bool verbose,
                            str *out) {
    str_add_char(out, '(');
    for (uint32_t i = from; i < node->ref_count; i++) {
        str_add(out, i > from ? ", " : "");
        ref_at(h, node, i, verbose, out);
    }
    str_add_char(out, ')');
}

static bool is_call(const HLInst *inst) {
    return inst->opcode == LLVMCall || inst->opcode == LLVMInvoke || inst->opcode == LLVMCallBr;
}

static const char *comparison(const HLInst *inst) {
    return inst->is_float || inst->opcode == LLVMFCmp
               ? hir_real_predicate_sign(inst->real_predicate)
               : hir_predicate_sign(inst->predicate);
}

/* a sign b. */
static void print_binary(const hir *h, const HLInst *inst, uint32_t first, const char *sign,
                         bool verbose, str *out) {
    ref_at(h, &inst->node, first, verbose, out);
    str_printf(out, "  %s  ", sign);
    ref_at(h, &inst->node, first + 1, verbose, out);
}

static void print_select(const hir *h, const HLInst *inst, uint32_t first, bool verbose, str *out) {
    uint32_t value = first + 1 + inst->compares;
    if (inst->compares) {
        str_add_char(out, '(');
        print_binary(h, inst, first, comparison(inst), verbose, out);
        str_add_char(out, ')');
    } else {
        ref_at(h, &inst->node, first, verbose, out);
    }
    str_add(out, " ? ");
    ref_at(h, &inst->node, value, verbose, out);
    str_add(out, " : ");
    ref_at(h, &inst->node, value + 1, verbose, out);
}

static void print_call(const hir *h, const HLInst *inst, uint32_t first, bool verbose, str *out) {
    if (inst->opcode != LLVMCall)
        str_printf(out, "%s ", hir_opcode_name(inst->opcode));
    if (inst->callee) {
        str_add_char(out, '@');
        ir_name_quote(out, inst->callee, strlen(inst->callee));
    } else {
        str_add(out, "*");
        ref_at(h, &inst->node, first++, verbose, out);
    }
    print_arguments(h, &inst->node, first, verbose, out);
}

static bool is_assignment(const HLInst *inst) {
    return inst->opcode == 0 || inst->opcode == LLVMLoad || inst->opcode == LLVMStore ||
           inst->opcode == LLVMGetElementPtr;
}

static void print_operation(const hir *h, const HLInst *inst, uint32_t first, bool verbose,
                            str *out) {
    uint32_t count = inst->node.ref_count - first;
    const char *sign = hir_opcode_sign(inst->opcode), *name = hir_opcode_name(inst->opcode);
    if (is_call(inst)) {
        print_call(h, inst, first, verbose, out);
    } else if (count == 1 && first && is_assignment(inst)) {
        ref_at(h, &inst->node, first, verbose, out);
    } else if (count == 2 && sign) {
        print_binary(h, inst, first, sign, verbose, out);
    } else if (count == 2 && (inst->opcode == LLVMICmp || inst->opcode == LLVMFCmp)) {
        print_binary(h, inst, first, comparison(inst), verbose, out);
    } else if (inst->opcode == LLVMSelect && count == 3u + inst->compares) {
        print_select(h, inst, first, verbose, out);
    } else {
        str_add(out, name ? name : "unknown");
        print_arguments(h, &inst->node, first, verbose, out);
    }
}

static void print_inst(const hir *h, const HLInst *inst, bool verbose, str *out) {
    bool result = inst->has_lval && inst->node.ref_count;
    if (result) {
        ref_at(h, &inst->node, 0, verbose, out);
        str_add(out, " = ");
    }
    print_operation(h, inst, result, verbose, out);
    if (inst->text) {
        str_add_char(out, ' ');
        hir_quote(out, inst->text);
    }
    str_add_char(out, ';');
}

static const char *loop_mark(hir_loop_kind kind) {
    return kind == LOOP_DO           ? "<DO_LOOP>"
           : kind == LOOP_MULTI_EXIT ? "<DO_MULTI_EXIT_LOOP>"
                                     : "<WHILE_LOOP>";
}

static void print_place(const char *before, const ir_place *where, str *out) {
    if (!where->file || !where->line)
        return;
    str_add(out, before);
    hir_quote(out, where->file);
    str_printf(out, ":%u:%u", where->line, where->column);
}

static void print_refusal(const hir_refusal *refusal, str *out) {
    str_printf(out, " refused ");
    hir_quote(out, refusal->id);
    str_add_char(out, ' ');
    hir_quote(out, refusal->reason);
    str_add_char(out, ' ');
    hir_quote(out, refusal->loop ? refusal->loop : "");
    print_place(" at ", &refusal->where, out);
}

static void print_loop(const hir *h, const HLLoop *loop, bool verbose, str *out) {
    if (loop->loop_kind == LOOP_WHILE) {
        str_printf(out, "+ WHILE i%u", loop->level);
    } else {
        str_printf(out, "+ DO i%u = 0, ", loop->level);
        ref_at(h, &loop->node, 0, verbose, out);
        str_add(out, ", 1");
    }
    str_printf(out, "   %s", loop_mark(loop->loop_kind));
    if (!verbose)
        return;
    bool other_type = loop->iv_type && loop->iv_type != LLVMInt64TypeInContext(h->m->llvm_ctx);
    if (other_type || hir_loop_is(loop, LOOP_EXACT_BOUND))
        str_add(out, " {");
    if (other_type)
        hir_type_text(out, loop->iv_type);
    if (hir_loop_is(loop, LOOP_EXACT_BOUND))
        str_add(out, other_type ? " exact" : "exact");
    if (other_type || hir_loop_is(loop, LOOP_EXACT_BOUND))
        str_add_char(out, '}');
    if (loop->refusal)
        print_refusal(loop->refusal, out);
}

static void print_if(const hir *h, const HLIf *branch, bool verbose, str *out) {
    str_add(out, "if (");
    ref_at(h, &branch->node, 0, verbose, out);
    str_printf(out, " %s ",
               branch->is_float ? hir_real_predicate_sign(branch->real_predicate)
                                : hir_predicate_sign(branch->predicate));
    ref_at(h, &branch->node, 1, verbose, out);
    str_add_char(out, ')');
}

static void print_region(const HLRegion *region, bool verbose, str *out) {
    str_add(out, "BEGIN REGION");
    if (!verbose)
        return;
    str_add(out, " entry ");
    hir_quote(out, region->entry);
    str_add(out, " exit ");
    hir_quote(out, region->exit);
}

void hir_node_text(const hir *h, const HLNode *node, bool verbose, str *out) {
    switch (node->kind) {
    case HL_REGION:
        print_region((const HLRegion *)node, verbose, out);
        break;
    case HL_LOOP:
        print_loop(h, (const HLLoop *)node, verbose, out);
        break;
    case HL_IF:
        print_if(h, (const HLIf *)node, verbose, out);
        break;
    case HL_SWITCH:
        str_add(out, "switch (");
        ref_at(h, &((const HLSwitch *)node)->node, 0, verbose, out);
        str_add_char(out, ')');
        break;
    case HL_LABEL:
        hir_label_text(out, ((const HLLabel *)node)->name);
        str_add_char(out, ':');
        break;
    case HL_GOTO:
        str_add(out, "goto ");
        hir_label_text(out, ((const HLGoto *)node)->name);
        str_add_char(out, ';');
        break;
    case HL_INST:
        print_inst(h, (const HLInst *)node, verbose, out);
        break;
    }
    if (verbose)
        print_place(" ! ", &node->where, out);
}

/* The node's number, if wanted and there is a node; bars and blanks. */
static void begin_line(printer *p, const HLNode *node) {
    size_t start = p->out->len;
    if (p->options.numbers && node)
        str_printf(p->out, "<%u>", node->number);
    size_t width = p->out->len - start;
    if (p->options.numbers && width < NUMBER_COLUMN)
        str_add_repeat(p->out, ' ', NUMBER_COLUMN - width);
    str_add_n(p->out, p->prefix.at, p->prefix.len);
}

static void line(printer *p, const HLNode *node, const char *text) {
    begin_line(p, node);
    str_add(p->out, text);
    str_add_char(p->out, '\n');
}

static void indent(printer *p, const char *text) {
    str_add(&p->prefix, text);
}

static void outdent(printer *p, size_t columns) {
    if (columns > p->prefix.len)
        return;
    p->prefix.len -= columns;
    p->prefix.at[p->prefix.len] = '\0';
}

static void print_live(printer *p, const char *title, const hir_temp *temps, size_t count) {
    if (!p->options.verbose || count == 0)
        return;
    begin_line(p, NULL);
    str_add(p->out, title);
    for (size_t i = 0; i < count; i++)
        str_printf(p->out, " %s", hir_temp_at(p->h, temps[i])->name);
    str_add_char(p->out, '\n');
}

static void print_ranges(printer *p, const HLRegion *region) {
    for (size_t i = 0; p->options.verbose && i < region->ranges.len; i++) {
        const hir_in_range *r = &region->ranges.at[i];
        begin_line(p, NULL);
        str_printf(p->out, "RANGE %s %lld %lld\n", hir_temp_at(p->h, r->temp)->name,
                   (long long)r->low, (long long)r->high);
    }
}

/* For each reference that is indexed, a comment: it follows from what can be read back. */
static void print_indexing(const printer *p, HLNode *node) {
    const HLDDNode *dd = p->options.verbose ? hir_as_dd(node) : NULL;
    for (uint32_t i = 0; dd && i < dd->ref_count; i++) {
        const RegDDRef *index = NULL;
        hir_indexing how =
            dd->refs[i] ? hir_ref_indexing(p->h, dd->refs[i], &index) : HIR_NOT_INDEXED;
        if (how == HIR_NOT_INDEXED)
            continue;
        str_add(p->out, " // ");
        hir_ref_print(p->h, dd->refs[i], p->out);
        str_printf(p->out, " is indexed by %s, ",
                   how == HIR_INDEXED_BY_BASE ? "its base" : "a subscript");
        if (p->options.numbers)
            str_printf(p->out, "<%u> ", index->node->number);
        hir_ref_print(p->h, index, p->out);
    }
}

static bool visit(void *data, HLNode *node) {
    printer *p = data;
    begin_line(p, node);
    hir_node_text(p->h, node, p->options.verbose, p->out);
    print_indexing(p, node);
    str_add_char(p->out, '\n');
    if (node->kind == HL_LOOP) {
        indent(p, "|   ");
    } else if (node->kind == HL_SWITCH) {
        line(p, NULL, "{");
    } else if (node->kind == HL_REGION) {
        const HLRegion *region = (const HLRegion *)node;
        print_live(p, "LIVE-IN", region->live_in.at, region->live_in.len);
        print_live(p, "LIVE-OUT", region->live_out.at, region->live_out.len);
        print_ranges(p, region);
    }
    return true;
}

static void open_case(printer *p, const HLSwitch *choice, uint32_t index) {
    if (index > 0) {
        line(p, NULL, "break;");
        outdent(p, BODY_INDENT);
    }
    begin_line(p, NULL);
    if (index < choice->case_count)
        str_printf(p->out, "case %lld:\n", (long long)choice->cases[index].value);
    else
        str_add(p->out, "default:\n");
    indent(p, "   ");
}

static void list(void *data, HLNode *node, uint32_t index) {
    printer *p = data;
    if (node->kind == HL_SWITCH)
        open_case(p, (const HLSwitch *)node, index);
    if (node->kind != HL_IF || (index == 1 && !((const HLIf *)node)->else_body.first))
        return;
    if (index == 1) {
        outdent(p, BODY_INDENT);
        line(p, NULL, "}");
        line(p, NULL, "else");
    }
    line(p, NULL, "{");
    indent(p, "   ");
}

static void leave(void *data, HLNode *node) {
    printer *p = data;
    switch (node->kind) {
    case HL_LOOP:
        outdent(p, 4);
        line(p, node, "+ END LOOP");
        break;
    case HL_SWITCH:
        line(p, NULL, "break;");
        outdent(p, BODY_INDENT);
        line(p, NULL, "}");
        break;
    case HL_IF:
        outdent(p, BODY_INDENT);
        line(p, NULL, "}");
        break;
    case HL_REGION:
        line(p, node, "END REGION");
        break;
    default:
        break;
    }
}

static void print_temps(printer *p) {
    for (size_t i = 1; i < p->h->temps.len; i++) {
        const hir_temp_info *info = &p->h->temps.at[i];
        if (info->name[0] != '%' && info->name[0] != '@')
            continue;
        str_printf(p->out, "TEMP %s {", info->name);
        hir_type_text(p->out, info->type);
        str_printf(p->out, " sb:%u level:%u}\n", info->symbase, info->level);
    }
}

static void print_refusals(printer *p) {
    for (size_t i = 0; i < p->h->refusals.len; i++) {
        str_add(p->out, "NO LOOP");
        print_refusal(&p->h->refusals.at[i], p->out);
        str_add_char(p->out, '\n');
    }
}

void hir_print(const hir *h, const hir_text_options *options, str *out) {
    printer p = {.h = h, .out = out};
    if (options)
        p.options = *options;
    str_init(&p.prefix, h->ctx);
    if (*h->function) {
        str_add(out, "FUNCTION ");
        hir_label_text(out, h->function);
        str_add_char(out, '\n');
    }
    if (p.options.verbose) {
        print_temps(&p);
        print_refusals(&p);
    }
    for (size_t i = 0; i < h->regions.len; i++)
        if (p.options.region == 0 || p.options.region == i + 1)
            hir_walk(&h->regions.at[i]->node,
                     &(hir_walker){.visit = visit, .list = list, .leave = leave, .data = &p});
    str_free(&p.prefix);
}
