/* Needs: any valid module; debug info and TBAA are read where they are.
 * Keeps: everything; it only prints.
 * Breaks: nothing.
 * Declines when: never.
 */
#include "ir/print_types.h"

#include "base/show.h"
#include "ir/names.h"
#include "ir/structtext.h"
#include "ir/tbaa.h"

typedef unsigned long long ull;

static void print_source_details(str *out, const ir_di_struct *source) {
    show_printf(out, "  source: %s %s%s, copies %zu\n", ir_di_keyword(source), source->name,
                source->named_by_typedef ? " (typedef)" : "", source->copies);
    for (size_t i = 0; i < source->member_count; i++) {
        const ir_di_member *m = &source->members[i];
        static const char *const words[] = {[IR_DI_BY_VALUE] = "is",
                                            [IR_DI_ARRAY_OF] = "array of",
                                            [IR_DI_POINTER_TO] = "points to"};
        if (m->bitfield)
            show_printf(out, "  member %s: bit-field in the unit at bit %llu\n", m->name,
                        (ull)m->storage_bits);
        if (m->target)
            show_printf(out, "  member %s: %s %s %s\n", m->name, words[m->reach],
                        ir_di_keyword(m->target), *m->target->name ? m->target->name : "{...}");
    }
}

lathe_status ir_print_structs_run(lathe_module *m, const ir_params *params, str *out) {
    bool members = ir_param_given(params, "members");
    ir_di_types di;
    ir_structs structs;
    bool ok = ir_di_types_init(&di, m);
    ok = ir_structs_init(&structs, m, &di) && ok;
    for (size_t i = 0; ok && i < structs.all.len && ctx_tick(m->ctx, 1); i++) {
        const ir_struct *s = &structs.all.at[i];
        ir_struct_print(out, s);
        if (members && s->source)
            print_source_details(out, s->source);
    }
    ir_structs_free(&structs);
    ir_di_types_free(&di);
    return m->ctx->status;
}

static const char *opcode_word(LLVMValueRef inst) {
    static const char *const words[256] = {
        [LLVMLoad] = "load",     [LLVMStore] = "store", [LLVMCall] = "call",
        [LLVMAlloca] = "alloca", [LLVMRet] = "ret",     [LLVMGetElementPtr] = "getelementptr",
        [LLVMBr] = "br",
    };
    const char *word = words[LLVMGetInstructionOpcode(inst)];
    return word ? word : "instruction";
}

/* "  12 load %x", numbered from 0 within the function, so that those without a name have one */
static void print_inst(str *out, const ir_names *names, LLVMValueRef inst, uint64_t number) {
    show_printf(out, "  %llu %s", (ull)number, opcode_word(inst));
    if (LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMVoidTypeKind) {
        str_add_char(out, ' ');
        ir_names_add(names, out, inst);
    }
    str_add(out, ": ");
}

static void print_copy(str *out, const ir_tbaa_copy *copy) {
    if (!copy->valid) {
        str_add(out, "copies unknown\n");
        return;
    }
    str_add(out, "copies");
    for (size_t i = 0; i < copy->len; i++) {
        show_printf(out, "%s %llu+%llu ", i ? "," : "", (ull)copy->at[i].offset,
                    (ull)copy->at[i].size);
        ir_tbaa_tag_print(out, copy->at[i].tag);
    }
    str_add_char(out, '\n');
}

static void print_access(str *out, void *reader, const ir_names *names, LLVMValueRef inst,
                         uint64_t number) {
    ir_tbaa *t = reader;
    const ir_tbaa_tag *tag = ir_tbaa_of(t, inst);
    const ir_tbaa_copy *copy = ir_tbaa_struct_of(t, inst);
    if (tag) {
        print_inst(out, names, inst, number);
        ir_tbaa_tag_print(out, tag);
        if (tag->valid && tag->base->kind == IR_TBAA_STRUCT && !ir_tbaa_is_trusted(tag))
            str_add(out, " (untrusted)");
        str_add_char(out, '\n');
    }
    if (copy) {
        print_inst(out, names, inst, number);
        print_copy(out, copy);
    }
}

static void print_tbaa_types(str *out, const ir_tbaa *t) {
    str_add(out, "types\n");
    for (size_t i = 0; i < t->types.len; i++) {
        const ir_tbaa_type *type = t->types.at[i].value.p;
        if (!type || type->kind != IR_TBAA_STRUCT)
            continue;
        str_add(out, "  ");
        ir_tbaa_type_print(out, type);
        str_add(out, " {");
        for (size_t k = 0; k < type->member_count; k++) {
            show_printf(out, "%s %llu: ", k ? "," : "", (ull)type->members[k].offset);
            ir_tbaa_type_print(out, type->members[k].type);
        }
        str_add(out, " }\n");
    }
}

/* Prints what a reader says about one instruction, or nothing. */
typedef void inst_printer(str *out, void *reader, const ir_names *names, LLVMValueRef inst,
                          uint64_t number);

static void print_function(lathe_module *m, str *out, LLVMValueRef fn, inst_printer *print,
                           void *reader) {
    ir_names names;
    uint64_t number = 0;
    if (ir_names_init(&names, m->ctx, fn))
        ir_each_block (bb, fn) {
            ir_each_inst (inst, bb) {
                if (!ctx_tick(m->ctx, 1))
                    break;
                print(out, reader, &names, inst, number++);
            }
        }
    ir_names_free(&names);
}

lathe_status ir_print_tbaa_run(lathe_module *m, const ir_params *params, str *out) {
    (void)params;
    ir_tbaa t;
    ir_tbaa_init(&t, m);
    ir_each_function (fn, m->llvm) {
        if (LLVMIsDeclaration(fn))
            continue;
        size_t length;
        show_printf(out, "function %s\n", LLVMGetValueName2(fn, &length));
        print_function(m, out, fn, print_access, &t);
    }
    print_tbaa_types(out, &t);
    ir_tbaa_free(&t);
    return m->ctx->status;
}

static void print_location(str *out, void *reader, const ir_names *names, LLVMValueRef inst,
                           uint64_t number) {
    ir_place inner = ir_srcloc_inst(reader, inst);
    ir_place outer = ir_srcloc_inst_outer(reader, inst);
    print_inst(out, names, inst, number);
    ir_place_print(out, &inner);
    show_printf(out, " in %s%s", inner.function, inner.exact ? "" : " (its function)");
    if (inner.file != outer.file || inner.line != outer.line || inner.column != outer.column) {
        str_add(out, ", inlined at ");
        ir_place_print(out, &outer);
        show_printf(out, " in %s", outer.function);
    }
    str_add_char(out, '\n');
}

lathe_status ir_print_locations_run(lathe_module *m, const ir_params *params, str *out) {
    (void)params;
    ir_srcloc s;
    ir_srcloc_init(&s, m);
    size_t length;
    ir_each_global (g, m->llvm) {
        ir_place place = ir_srcloc_global(&s, g);
        show_printf(out, "global %s: ", LLVMGetValueName2(g, &length));
        ir_place_print(out, &place);
        str_add_char(out, '\n');
    }
    ir_each_function (fn, m->llvm) {
        if (LLVMIsDeclaration(fn))
            continue;
        ir_place place = ir_srcloc_function(&s, fn);
        show_printf(out, "function %s: ", LLVMGetValueName2(fn, &length));
        ir_place_print(out, &place);
        show_printf(out, " %s\n", place.function);
        print_function(m, out, fn, print_location, &s);
    }
    ir_srcloc_free(&s);
    return m->ctx->status;
}
