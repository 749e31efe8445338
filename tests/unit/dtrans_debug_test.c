/* Debug info after layouts have changed. Programs are compiled from C; what the debug info says
 * afterwards is read anew from the module and compared as text. */
#include "parsed.h"

#include "dtrans/transform/base.h"
#include "ir/diedit.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdio.h>
#include <unistd.h>

enum { PAD = -1, END = -2 };

typedef struct program {
    lathe_ctx *ctx;
    lathe_module *m;
    DTransInfo info;
    ir_typemap types;
    dtrans_layouts layouts;
} program;

static void write_text(const char *path, const char *text) {
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

static void analyze(program *p) {

    dtrans_analyze(&p->info, p->m);
    assert_int_equal(lathe_ctx_status(p->ctx), LATHE_OK);
    ir_typemap_init(&p->types, p->ctx, p->m->llvm_ctx);
    dtrans_layouts_init(&p->layouts, &p->info, &p->types);
}

/* One or two translation units; `passes` run before the analysis. */
static void compile(program *p, const char *first, const char *second, const char *passes) {
    char folder[] = "/tmp/lathe-debug-XXXXXX";
    assert_non_null(mkdtemp(folder));
    char a[64], b[64];
    const char *const paths[] = {a, b};
    snprintf(a, sizeof a, "%s/first.c", folder);
    snprintf(b, sizeof b, "%s/second.c", folder);
    write_text(a, first);
    if (second)
        write_text(b, second);
    *p = (program){.ctx = lathe_ctx_new()};
    p->m = lathe_module_load(p->ctx, paths, second ? 2 : 1, NULL);
    unlink(a);
    unlink(b);
    rmdir(folder);
    if (!p->m)
        fail_msg("%s", lathe_ctx_error(p->ctx));
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    if (passes)
        assert_null(LLVMRunPasses(p->m->llvm, passes, NULL, options));
    LLVMDisposePassBuilderOptions(options);
    analyze(p);
}

static void program_free(program *p) {
    dtrans_layouts_free(&p->layouts);
    ir_typemap_free(&p->types);
    dtrans_info_free(&p->info);
    lathe_module_free(p->m);
    lathe_ctx_free(p->ctx);
}

/* The new struct has the old elements in the given order and 64 bytes for each PAD; those not given
 * are deleted. Structs inside change first. */
static void change(program *p, const char *name, const int *order) {
    uint32_t type = dtrans_type_named(&p->info, name);
    if (type == IR_NONE)
        fail_msg("the program has no %s", name);
    dtrans_change *c = dtrans_layouts_add(&p->layouts, type, "changed");
    assert_non_null(c);
    LLVMTypeRef elements[64];
    unsigned count = 0;
    for (uint32_t i = 0; i < p->info.types.at[type].field_count; i++)
        c->element[i] = IR_NONE;
    for (; *order != END; order++, count++) {
        if (*order == PAD) {
            elements[count] = LLVMArrayType2(LLVMInt8TypeInContext(p->m->llvm_ctx), 64);
            continue;
        }
        LLVMTypeRef element = LLVMStructGetTypeAtIndex(c->from, (unsigned)*order);
        elements[count] = dtrans_new_type(&p->layouts, element);
        c->element[*order] = count;
    }
    LLVMStructSetBody(c->to, elements, count, LLVMIsPackedStruct(c->from));
}

#define ORDER(...) ((const int[]){__VA_ARGS__, END})

static uint64_t counter(const program *p, const char *name) {
    for (size_t i = 0; i < p->ctx->counter_count; i++)
        if (strcmp(p->ctx->counters[i].name, name) == 0)
            return p->ctx->counters[i].value;
    return 0;
}

static void describe_member(str *out, const ir_di_graph *g, const ir_di_node *m) {
    const ir_di_node *type = ir_di_node_of(g, m->base);
    str_printf(out, " %s", *m->name ? m->name : "-");
    if (m->flags & LLVMDIFlagBitField)
        str_printf(out, "@%llu.%llu:%llu", (unsigned long long)m->storage / 8,
                   (unsigned long long)(m->offset - m->storage), (unsigned long long)m->size);
    else
        str_printf(out, "@%llu:%llu", (unsigned long long)m->offset / 8,
                   (unsigned long long)m->size / 8);
    if (type && ir_di_is_record(type) && !*type->name) {
        str_add(out, " {");
        for (size_t i = 0; i < type->member_count; i++)
            describe_member(out, g, ir_di_node_of(g, type->members[i]));
        str_printf(out, " }%llu", (unsigned long long)type->size / 8);
    }
}

static bool is_called(const ir_di_node *n, const char *name) {
    return ir_di_is_record(n) && !(n->flags & LLVMDIFlagFwdDecl) &&
           (strcmp(n->name, name) == 0 ||
            (n->typedef_name && !*n->name && strcmp(n->typedef_name, name) == 0));
}

/* "24: l@0:8 c@8:1" for every copy of the struct. */
static void describe(str *out, const ir_di_graph *g, const char *name) {
    str_clear(out);
    for (size_t i = 0; i < g->types.len; i++) {
        const ir_di_node *n = g->types.at[i].value.p;
        if (!is_called(n, name))
            continue;
        str_printf(out, "%s%llu:", out->len ? " | " : "", (unsigned long long)n->size / 8);
        for (size_t k = 0; k < n->member_count; k++)
            describe_member(out, g, ir_di_node_of(g, n->members[k]));
    }
}

static void expect(program *p, const char *name, const char *layout) {
    str text;
    ir_di_types fresh;
    str_init(&text, p->ctx);
    assert_true(ir_di_types_init(&fresh, p->m));
    describe(&text, &fresh.graph, name);
    assert_string_equal(str_text(&text), layout);
    describe(&text, &p->info.di.graph, name);
    assert_string_equal(str_text(&text), layout);
    ir_di_types_free(&fresh);
    str_free(&text);
}

static void remap(program *p) {
    dtrans_remap_debug_info(&p->layouts, &p->info);
    assert_int_equal(lathe_ctx_status(p->ctx), LATHE_OK);
    assert_int_equal(ir_verify(p->m, "debug info"), LATHE_OK);
}

static bool mentions(program *p, const char *words) {
    char *text = LLVMPrintModuleToString(p->m->llvm);
    bool found = strstr(text, words) != NULL;
    LLVMDisposeMessage(text);
    return found;
}

#define HEADER                                                                                     \
    "struct s { char c; long l; short h; };\n"                                                     \
    "typedef const struct s row[3];\n"                                                             \
    "struct outer { char k; row rows; struct s one; int end; };\n"                                 \
    "struct pointing { struct s *to; row *rows; int end; };\n"

static const char first_unit[] =
    HEADER "struct outer g;\n"
           "struct pointing p;\n"
           "extern long second(struct s *);\n"
           "int main(void) { struct s x = {1, 2, 3}; g.one = x; p.to = &g.one; p.end = 1;\n"
           "  g.end = (int)second(p.to) + (int)g.rows[g.k].l; return g.end; }\n";
static const char second_unit[] =
    HEADER "struct outer other;\n"
           "long second(struct s *s) { other.k++; return s->l + s->h\n"
           " + s->c + other.end; }\n";

static void every_copy_follows(void **state) {
    (void)state;
    program p;
    compile(&p, first_unit, second_unit, NULL);
    expect(&p, "s", "24: c@0:1 l@8:8 h@16:2 | 24: c@0:1 l@8:8 h@16:2");
    change(&p, "s", ORDER(1, 2, 0));
    remap(&p);
    expect(&p, "s", "16: l@0:8 h@8:2 c@10:1 | 16: l@0:8 h@8:2 c@10:1");
    expect(&p, "outer",
           "80: k@0:1 rows@8:48 one@56:16 end@72:4 | 80: k@0:1 rows@8:48 one@56:16 end@72:4");
    expect(&p, "pointing", "24: to@0:8 rows@8:8 end@16:4");
    assert_false(mentions(&p, "size: 576")); /* the arrays are 3 * 16 bytes now */
    assert_true(mentions(&p, "DW_TAG_array_type, baseType"));
    program_free(&p);
}

static void growth_and_deletion_together(void **state) {
    (void)state;
    program p;
    compile(&p, first_unit, second_unit, NULL);
    change(&p, "s", ORDER(PAD, 1, PAD, 0));
    change(&p, "outer", ORDER(3, 2, 1));
    remap(&p);
    expect(&p, "s", "144: l@64:8 c@136:1 | 144: l@64:8 c@136:1");
    expect(&p, "outer",
           "584: end@0:4 one@8:144 rows@152:432 | 584: end@0:4 one@8:144 rows@152:432");
    program_free(&p);
}

/* Nothing is edited where nothing changes, down to the last byte. */
static void other_types_stay(void **state) {
    (void)state;
    program p;
    compile(&p, first_unit, second_unit, NULL);
    char *before = LLVMPrintModuleToString(p.m->llvm);
    remap(&p);
    change(&p, "s", ORDER(0, 1, 2));
    remap(&p);
    char *after = LLVMPrintModuleToString(p.m->llvm);
    assert_string_equal(before, after);
    LLVMDisposeMessage(before);
    LLVMDisposeMessage(after);
    program_free(&p);
}

static const char nested[] =
    "#define TAG(x) __attribute__((btf_decl_tag(x)))\n"
    "struct s { char c; int b1 : 3, b2 : 17; short h;\n"
    "  struct { char x; double y; } in; union { int u; float f; }; int dead TAG(\"dead\");\n"
    "  long kept TAG(\"kept\"); char tail[]; };\n"
    "struct s *make(void);\n"
    "struct s g;\n"
    "int main(void) { g.b2 = 3; g.h = 1; g.in.y = 2; g.u = 3; g.dead = 1; g.kept = 2;\n"
    "  g.in.x = 1; g.c = 1; return g.tail[0] + g.b1; }\n";

static void members_of_all_kinds(void **state) {
    (void)state;
    program p;
    compile(&p, nested, NULL, NULL);
    expect(&p, "s",
           "40: c@0:1 b1@1.0:3 b2@1.3:17 h@4:2 in@8:16 { x@0:1 y@8:8 }16 "
           "-@24:4 { u@0:4 f@0:4 }4 dead@28:4 kept@32:8 tail@40:0");
    change(&p, "struct.s", ORDER(6, 1, 2, 4, 3, 0, 7));
    remap(&p);
    expect(&p, "s",
           "48: kept@0:8 b1@8.0:3 b2@8.3:17 h@12:2 -@16:4 { u@0:4 f@0:4 }4 "
           "in@24:16 { x@0:1 y@8:8 }16 c@40:1 tail@41:0");
    assert_true(mentions(&p, "btf_decl_tag\", !\"kept\""));
    assert_false(mentions(&p, "btf_decl_tag\", !\"dead\""));
    program_free(&p);
}

/* The bit-fields, the unnamed union and the struct inside are deleted as a whole. */
static void members_of_all_kinds_are_deleted(void **state) {
    (void)state;
    program p;
    compile(&p, nested, NULL, NULL);
    change(&p, "struct.s", ORDER(0, 2, 6, 7));
    remap(&p);
    expect(&p, "s", "16: c@0:1 h@2:2 kept@8:8 tail@16:0");
    program_free(&p);
}

/* The unnamed struct inside has an IR type of its own, which only its place tells. */
static void unnamed_members_change(void **state) {
    (void)state;
    program p;
    compile(&p, nested, NULL, NULL);
    change(&p, "struct.anon", ORDER(PAD, 1, 0));
    remap(&p);
    expect(&p, "s",
           "104: c@0:1 b1@1.0:3 b2@1.3:17 h@4:2 in@8:80 { y@64:8 x@72:1 }80 "
           "-@88:4 { u@0:4 f@0:4 }4 dead@92:4 kept@96:8 tail@104:0");
    program_free(&p);
}

/* Three unnamed structs that look alike: what is told apart by a variable follows alone. */
static const char unnamed[] =
    "static struct { char a1; long b1; } first[4], *p;\n"
    "static struct { char a2; long b2; } second[4];\n"
    "int main(void) { struct { char a3; long b3; } third; volatile char *v = &third.a3;\n"
    "  p = &first[1]; p->a1 = 1; p->b1 = 2; *v = 1; third.b3 = 3; second[p->b1].b2 = 1;\n"
    "  return (int)(third.b3 + second[p->a1].a2); }\n";

static LLVMTypeRef global_struct(program *p, const char *name) {
    LLVMTypeRef type = LLVMGlobalGetValueType(LLVMGetNamedGlobal(p->m->llvm, name));
    return LLVMGetTypeKind(type) == LLVMArrayTypeKind ? LLVMGetElementType(type) : type;
}

static void variables_tell_unnamed_structs_apart(void **state) {
    (void)state;
    program p;
    compile(&p, unnamed, NULL, NULL);
    change(&p, LLVMGetStructName(global_struct(&p, "second")), ORDER(1, 0));
    remap(&p);
    expect(&p, "", "16: a3@0:1 b3@8:8 | 16: a1@0:1 b1@8:8 | 16: b2@0:8 a2@8:1");
    assert_int_equal(counter(&p, "debug types left alone"), 0);
    program_free(&p);
}

/* No variable is of these types, so either could be the one that changes. */
static const char allocated[] =
    "#include <stdlib.h>\n"
    "static struct { char a1; long b1; } *first;\n"
    "static struct { char a2; long b2; } *second;\n"
    "static struct { int a3; long b3; int c3; } *third;\n"
    "int main(void) { first = malloc(160); second = malloc(160); third = malloc(240);\n"
    "  first[1].b1 = 1; second[1].b2 = 2; third[1].b3 = 3;\n"
    "  return (int)(first[1].b1 + second[1].b2 + third[1].b3); }\n";

static void look_alikes_are_left_alone(void **state) {
    (void)state;
    program p;
    compile(&p, allocated, NULL, NULL);
    change(&p, "struct.anon", ORDER(1, 0));
    change(&p, "struct.anon.1", ORDER(1, 0, 2));
    remap(&p);
    expect(&p, "", "16: a1@0:1 b1@8:8 | 16: a2@0:1 b2@8:8 | 16: b3@0:8 a3@8:4 c3@12:4");
    assert_int_equal(counter(&p, "debug types left alone"), 2);
    program_free(&p);
}

static void look_alikes_that_change_alike_follow(void **state) {
    (void)state;
    program p;
    compile(&p, allocated, NULL, NULL);
    change(&p, "struct.anon", ORDER(1, 0));
    change(&p, "struct.anon.0", ORDER(1, 0));
    remap(&p);
    expect(&p, "", "16: b1@0:8 a1@8:1 | 16: b2@0:8 a2@8:1 | 24: a3@0:4 b3@8:8 c3@16:4");
    program_free(&p);
}

/* One name, one size, one IR type: all the source types it stands for change. */
static void source_types_with_one_ir_type(void **state) {
    (void)state;
    program p;
    compile(&p,
            "struct s { int a; long b; }; static struct s x; long other(void);\n"
            "int main(void) { x.b = 1; return (int)(x.b + other()); }\n",
            "struct s { int c; long d; }; static struct s y;\n"
            "long other(void) { y.d = 2; return y.c; }\n",
            NULL);
    change(&p, "s", ORDER(1, 0));
    remap(&p);
    expect(&p, "s", "16: b@0:8 a@8:4 | 16: d@0:8 c@8:4");
    program_free(&p);
}

/* One name, one size, but two IR types: the elements tell which is which. */
static void source_types_with_an_ir_type_each(void **state) {
    (void)state;
    program p;
    compile(&p,
            "struct s { int a[2]; long b; }; static struct s x; long other(void);\n"
            "int main(void) { x.b = 1; x.a[1] = 2; return (int)(x.b + x.a[x.b] + other()); }\n",
            "struct s { long c; long d; }; static struct s y;\n"
            "long other(void) { y.d = 2; return y.c + y.d; }\n",
            NULL);
    change(&p, LLVMGetStructName(global_struct(&p, "y")), ORDER(1, 0));
    remap(&p);
    expect(&p, "s", "16: a@0:8 b@8:8 | 16: d@0:8 c@8:8");
    assert_int_equal(counter(&p, "debug types left alone"), 0);
    program_free(&p);
}

/* Types that no code touches hold changed ones without overlap. */
static void types_without_code_stay_consistent(void **state) {
    (void)state;
    program p;
    compile(&p,
            "struct s { char c; long l; }; struct in { struct s s; char e; };\n"
            "struct out { struct in in[2]; struct s t; int e; } *unused; static struct s x;\n"
            "int main(void) { x.l = 1; x.c = 2; return x.c + !unused; }\n",
            NULL, NULL);
    change(&p, "s", ORDER(1, 0, PAD));
    remap(&p);
    expect(&p, "s", "80: l@0:8 c@8:1");
    expect(&p, "in", "88: s@0:80 e@80:1");
    expect(&p, "out", "264: in@0:176 t@176:80 e@256:4");
    program_free(&p);
}

/* After SROA the variable x is described in pieces of the old layout. The verifier would reject
 * pieces that lie outside the new type. */
static void variables_in_pieces_lose_their_type(void **state) {
    (void)state;
    program p;
    compile(&p,
            "struct s { long a; long b; long c; }; struct s *volatile g; long f(long);\n"
            "int main(void) { struct s x, y; x.a = f(1); x.b = f(2); x.c = f(3); g = &y;\n"
            "  return (int)(x.a * x.b + x.c + g->c); }\n",
            NULL, "function(sroa)");
    assert_true(mentions(&p, "DW_OP_LLVM_fragment"));
    change(&p, "s", ORDER(2));
    remap(&p);
    expect(&p, "s", "8: c@0:8");
    assert_int_equal(counter(&p, "variables without debug type"), 1);
    assert_true(mentions(&p, "!DILocalVariable(name: \"x\", scope:"));
    program_free(&p);
}

/* Editing makes one node equal to another of the context; both must stay. */
static void equal_nodes_stay_apart(void **state) {
    (void)state;
    parsed p = parse("!llvm.dbg.cu = !{!0}\n"
                     "!llvm.module.flags = !{!6}\n"
                     "!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1,"
                     " retainedTypes: !2, emissionKind: FullDebug)\n"
                     "!1 = !DIFile(filename: \"x.c\", directory: \"/\")\n"
                     "!2 = !{!3, !4}\n"
                     "!3 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !5, size: 64)\n"
                     "!4 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !5, size: 32)\n"
                     "!5 = !DIBasicType(name: \"int\", size: 32)\n"
                     "!6 = !{i32 2, !\"Debug Info Version\", i32 3}\n");
    ir_di_graph g;
    assert_true(ir_di_graph_init(&g, &p.m));
    ir_di_node *found[2];
    size_t count = 0;
    for (size_t i = 0; i < g.types.len; i++) {
        ir_di_node *n = g.types.at[i].value.p;
        if (n->tag == IR_DI_TAG_CONST)
            found[count++] = n;
    }
    assert_int_equal(count, 2);
    ir_di_set_size(&g, found[0], found[1]->size);
    ir_di_set_size(&g, found[1], 128);
    ir_di_set_size(&g, found[1], 16);
    assert_int_equal(lathe_ctx_status(p.ctx), LATHE_OK);
    assert_int_equal(LLVMDITypeGetSizeInBits(found[1]->node), 16);
    assert_int_equal(LLVMDITypeGetSizeInBits(found[0]->node), found[0]->size);
    assert_valid(&p);
    found[0]->size = 7; /* not what the operand says */
    ir_di_set_size(&g, found[0], 8);
    assert_int_equal(lathe_ctx_status(p.ctx), LATHE_INTERNAL);
    ir_di_graph_free(&g);
    parsed_free(&p);
}

static void survives_lack_of_memory(void **state) {
    (void)state;
    program source;
    compile(&source, nested, NULL, NULL);
    char *text = LLVMPrintModuleToString(source.m->llvm);
    bool done = false;
    for (uint64_t n = 0; !done && n < 1000; n++) {
        parsed parsed = parse(text);
        program p = {.ctx = parsed.ctx, .m = &parsed.m};
        analyze(&p);
        change(&p, "struct.s", ORDER(6, 1, 2, 4, 3, 0, 7));
        failing f = {n};
        p.ctx->alloc = fail_after;
        p.ctx->alloc_data = &f;
        dtrans_remap_debug_info(&p.layouts, &p.info);
        done = lathe_ctx_status(p.ctx) == LATHE_OK;
        assert_true(done || lathe_ctx_status(p.ctx) == LATHE_NO_MEMORY);
        p.ctx->alloc_data = &(failing){UINT64_MAX};
        dtrans_layouts_free(&p.layouts);
        ir_typemap_free(&p.types);
        dtrans_info_free(&p.info);
        parsed_free(&parsed);
    }
    assert_true(done);
    LLVMDisposeMessage(text);
    program_free(&source);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_copy_follows),
        cmocka_unit_test(growth_and_deletion_together),
        cmocka_unit_test(other_types_stay),
        cmocka_unit_test(members_of_all_kinds),
        cmocka_unit_test(members_of_all_kinds_are_deleted),
        cmocka_unit_test(unnamed_members_change),
        cmocka_unit_test(variables_tell_unnamed_structs_apart),
        cmocka_unit_test(look_alikes_are_left_alone),
        cmocka_unit_test(look_alikes_that_change_alike_follow),
        cmocka_unit_test(source_types_with_one_ir_type),
        cmocka_unit_test(source_types_with_an_ir_type_each),
        cmocka_unit_test(types_without_code_stay_consistent),
        cmocka_unit_test(variables_in_pieces_lose_their_type),
        cmocka_unit_test(equal_nodes_stay_apart),
        cmocka_unit_test(survives_lack_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
