/* Calls the functions of lathe/dtrans.h and lathe/transform.h on a program and prints what they
 * give, a line for each: values.py holds that against what is recorded for two programs, and
 * against the documentation's table. Each hook of a transform and each safety condition has a line,
 * too. */
#include <lathe/transform.h>

#include <llvm-c/Core.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static lathe_ctx *ctx;
static const char *path;
static lathe_module *module;
static lathe_dtrans *d;

#define EACH_TYPE for (size_t t = 0; t < lathe_dtrans_type_count(d); t++)
#define EACH_FIELD                                                                                 \
    EACH_TYPE                                                                                      \
    for (size_t f = 0; f < lathe_dtrans_field_count(d, t); f++)
#define EACH_INST                                                                                  \
    for (LLVMValueRef fn = LLVMGetFirstFunction(lathe_module_llvm(module)); fn;                    \
         fn = LLVMGetNextFunction(fn))                                                             \
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb;                                \
             bb = LLVMGetNextBasicBlock(bb))                                                       \
            for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))

/* A line: the name, and what is printed for each. */
#define LINE(name, each, ...)                                                                      \
    do {                                                                                           \
        printf("%s:", name);                                                                       \
        each {                                                                                     \
            __VA_ARGS__;                                                                           \
        }                                                                                          \
        putchar('\n');                                                                             \
    } while (0)

static void number(long long n) {
    printf(" %lld", n);
}

static void word(const char *text) {
    printf(" %s", text ? text : "-");
}

static void opcode(LLVMValueRef v) {
    if (v && LLVMIsAInstruction(v))
        number(LLVMGetInstructionOpcode(v));
    else
        word(v ? LLVMGetValueName(v) : NULL);
}

static void load(void) {
    module = lathe_module_load(ctx, &path, 1, NULL);
    d = module ? lathe_dtrans_analyze(module, NULL) : NULL;
    if (!d) {
        fprintf(stderr, "%s\n", lathe_ctx_error(ctx));
        exit(1);
    }
}

static LLVMTypeRef named(const char *name) {
    return LLVMGetTypeByName2(LLVMGetModuleContext(lathe_module_llvm(module)), name);
}

/* Types, verdicts, conditions. */

static void print_types(void) {
    LINE("lathe_dtrans_analyze", , word(lathe_dtrans_not_whole_reason(d));
         EACH_TYPE number((long long)lathe_dtrans_type_size(d, t)));
    LINE("lathe_dtrans_type_count", , number((long long)lathe_dtrans_type_count(d)));
    LINE("lathe_dtrans_type_find", , number((long long)lathe_dtrans_type_find(d, "box"));
         number((long long)lathe_dtrans_type_find(d, "struct.item")));
    LINE("lathe_dtrans_type_name", EACH_TYPE, word(lathe_dtrans_type_name(d, t)));
    LINE("lathe_dtrans_type_size", EACH_TYPE, number((long long)lathe_dtrans_type_size(d, t)));
    LINE("lathe_dtrans_type_align", EACH_TYPE, number((long long)lathe_dtrans_type_align(d, t)));
    LINE("lathe_dtrans_type_frequency", EACH_TYPE,
         printf(" %.0f", lathe_dtrans_type_frequency(d, t)));
    LINE("lathe_dtrans_type_of", EACH_TYPE,
         number((long long)lathe_dtrans_type_of(d, named(lathe_dtrans_type_name(d, t)))));
    LINE("lathe_dtrans_type_llvm", EACH_TYPE,
         number(LLVMCountStructElementTypes(lathe_dtrans_type_llvm(d, t))));
    LINE("lathe_dtrans_is_legal", EACH_TYPE, number(lathe_dtrans_is_legal(d, t, "pool")));
    LINE("lathe_dtrans_blocked_by", EACH_TYPE, const char *first = NULL;
         number((long long)lathe_dtrans_blocked_by(d, t, "pool", &first, 1)); word(first));
    LINE("lathe_dtrans_use_count", EACH_TYPE, number((long long)lathe_dtrans_use_count(d, t)));
    LINE("lathe_dtrans_use_get", EACH_TYPE, lathe_dtrans_use use = LATHE_INIT(lathe_dtrans_use);
         if (lathe_dtrans_use_get(d, t, 0, &use)) word(use.condition));
    LINE("lathe_dtrans_use_value", EACH_TYPE, opcode(lathe_dtrans_use_value(d, t, 0)));
    LINE("lathe_dtrans_site_count", EACH_TYPE, number((long long)lathe_dtrans_site_count(d, t)));
    LINE(
        "lathe_dtrans_site_get", EACH_TYPE, lathe_dtrans_site site = LATHE_INIT(lathe_dtrans_site);
        if (lathe_dtrans_site_get(d, t, 0, &site)) {
            opcode(site.call);
            word(site.function);
            number((long long)site.count);
        });
    LINE("lathe_dtrans_has_condition", EACH_TYPE,
         number(lathe_dtrans_has_condition(d, t, "GlobalInstance")));
    for (size_t c = 0; c < lathe_dtrans_condition_count(); c++) {
        const char *name = lathe_dtrans_condition_name(c);
        printf("condition %s:", name);
        EACH_TYPE if (lathe_dtrans_has_condition(d, t, name)) word(lathe_dtrans_type_name(d, t));
        putchar('\n');
    }
}

static void print_fields(void) {
    LINE("lathe_dtrans_field_count", EACH_TYPE, number((long long)lathe_dtrans_field_count(d, t)));
    LINE("lathe_dtrans_field_get", EACH_FIELD,
         lathe_dtrans_field field = LATHE_INIT(lathe_dtrans_field);
         if (lathe_dtrans_field_get(d, t, f, &field)) number((long long)field.reads));
    LINE("lathe_dtrans_affinity", EACH_FIELD, printf(" %.0f", lathe_dtrans_affinity(d, t, 0, f)));
    LINE("lathe_dtrans_field_obstacle", EACH_FIELD, LLVMValueRef at;
         word(lathe_dtrans_field_obstacle(d, t, f, &at)); opcode(at));
    LINE("lathe_dtrans_access_count", EACH_FIELD,
         number((long long)lathe_dtrans_access_count(d, t, f)));
    LINE("lathe_dtrans_access_at", EACH_FIELD, opcode(lathe_dtrans_access_at(d, t, f, 0)));
    LINE("lathe_dtrans_field_values", EACH_FIELD, LLVMValueRef values[4];
         size_t count = lathe_dtrans_field_values(d, t, f, values, 4); number((long long)count);
         for (size_t i = 0; count != SIZE_MAX && i < count; i++)
             number(LLVMConstIntGetSExtValue(values[i])));
    LINE("lathe_dtrans_field_range", EACH_FIELD, int64_t least; int64_t most;
         if (lathe_dtrans_field_range(d, t, f, &least, &most))
             printf(" %zu.%zu:%lld..%lld", t, f, (long long)least, (long long)most));
}

static void print_values(void) {
    LINE("lathe_dtrans_value_range", EACH_INST, int64_t least; int64_t most;
         if (lathe_dtrans_value_range(d, i, &least, &most))
             printf(" %lld..%lld", (long long)least, (long long)most));
    LINE("lathe_dtrans_pointer_get", EACH_INST,
         lathe_dtrans_pointer p = LATHE_INIT(lathe_dtrans_pointer);
         if (lathe_dtrans_pointer_get(d, i, &p) && p.aliases)
             printf(" %lld/%zu/%zu%s%s%s", (long long)p.dominant, p.objects, p.aliases,
                    p.conflicting ? "c" : "", p.analysed ? "" : "u", p.escapes ? "e" : ""));
    LINE("lathe_dtrans_alias_get", EACH_INST, lathe_dtrans_alias a = LATHE_INIT(lathe_dtrans_alias);
         if (lathe_dtrans_alias_get(d, i, 0, &a))
             printf(" %zu+%llu.%lld", a.type, (unsigned long long)a.offset, (long long)a.field));
    LINE("lathe_dtrans_call_get", EACH_INST, lathe_dtrans_call c = LATHE_INIT(lathe_dtrans_call);
         if (lathe_dtrans_call_get(d, i, &c)) printf(
             " %d:%lld:%llu:%llu%s%s", c.kind, (long long)c.type, (unsigned long long)c.bytes,
             (unsigned long long)c.count, c.zeroed ? "z" : "", c.size ? "s" : ""));
}

/* The module changes under the analysis: the first function that is internal is made to return. */
static void print_update(void) {
    printf("lathe_dtrans_update:");
    EACH_INST if (LLVMIsAStoreInst(i)) {
        LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, 0));
        if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind)
            LLVMSetOperand(i, 0, LLVMConstInt(type, 1, false));
    }
    number(lathe_dtrans_update(d));
    EACH_FIELD {
        LLVMValueRef value;
        if (lathe_dtrans_field_values(d, t, f, &value, 1) == 1)
            printf(" %zu.%zu", t, f);
    }
    putchar('\n');
}

/* Annotations, on addresses of fields and on allocations. */

static LLVMValueRef first_of(LLVMOpcode op, size_t skip) {
    EACH_INST if (LLVMGetInstructionOpcode(i) == op &&
                  LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMPointerTypeKind && !skip--) return i;
    return NULL;
}

static void print_annotations(void) {
    bool first = lathe_dtrans_type_count(d) > 3;
    LLVMValueRef gep = first_of(LLVMGetElementPtr, 0), call = first_of(LLVMCall, 0);
    LLVMTypeRef type = NULL, of = lathe_dtrans_type_llvm(d, first ? 1 : 0);
    unsigned level = 0, line = 0;
    const char *file = NULL;
    lathe_dtrans_mark mark = {.struct_size = sizeof mark,
                              .kind = first ? "DPA_MyOwnKind" : "DPA_AOSToSOAIndexField",
                              .text = first ? "text" : "another text",
                              .file = first ? "f.c" : "g.c",
                              .line = first ? 3 : 4};
    LINE("lathe_dtrans_annotate_type", ,
         number(lathe_dtrans_annotate_type(module, call, of, first ? 2 : 0));
         word(lathe_status_name(lathe_ctx_status(ctx))));
    lathe_ctx_clear(ctx);
    if (!first)
        lathe_dtrans_annotate_type(module, call, of, 1);
    LINE("lathe_dtrans_annotated_type", , number(lathe_dtrans_annotated_type(call, &type, &level));
         number(level); word(type ? LLVMGetStructName(type) : NULL));
    LINE("lathe_dtrans_annotation_variable", ,
         word(LLVMGetValueName(lathe_dtrans_annotation_variable(module, &mark))));
    LLVMValueRef marked =
        lathe_dtrans_annotate_pointer(module, gep, &mark, LLVMGetNextInstruction(gep));
    LINE("lathe_dtrans_annotate_pointer", , word(LLVMGetValueName(LLVMGetOperand(marked, 1)));
         word(LLVMGetValueName(LLVMGetOperand(marked, 2))));
    LINE("lathe_dtrans_is_annotation", , number(lathe_dtrans_is_annotation(first ? marked : gep));
         number(lathe_dtrans_is_annotation(call)));
    LINE("lathe_dtrans_is_annotation_of_kind", ,
         number(lathe_dtrans_is_annotation_of_kind(marked, "DPA_MyOwnKind"));
         number(lathe_dtrans_is_annotation_of_kind(marked, "DPA_AOSToSOAIndexField")));
    LINE("lathe_dtrans_annotation_kind", , word(lathe_dtrans_annotation_kind(marked));
         word(lathe_dtrans_annotation_kind(gep)));
    LINE("lathe_dtrans_annotation_text", , word(lathe_dtrans_annotation_text(marked));
         word(lathe_dtrans_annotation_text(gep)));
    LINE("lathe_dtrans_annotation_place", ,
         number(lathe_dtrans_annotation_place(marked, &file, &line));
         word(file); number(line));
    lathe_dtrans_update(d);
    LINE("lathe_dtrans_is_index_field", EACH_FIELD, number(lathe_dtrans_is_index_field(d, t, f)));
    LINE("lathe_dtrans_remove_annotation", , LLVMValueRef what = first ? marked : gep;
         number(lathe_dtrans_remove_annotation(module, what)));
    LINE("lathe_dtrans_remove_annotated_type", , LLVMValueRef what = first ? call : gep;
         number(lathe_dtrans_remove_annotated_type(module, what));
         number(lathe_dtrans_annotated_type(call, &type, &level)));
}

/* A transform with every hook. What they see is collected, a text for each name. */

typedef struct collected {
    const char *name;
    char text[4000];
} collected;

static collected *lines;
static size_t line_count;
static bool decline;

static void add(const char *name, const char *format, ...) {
    va_list args;
    size_t i = 0;
    while (i < line_count && strcmp(lines[i].name, name) != 0)
        i++;
    if (i == line_count) {
        lines = realloc(lines, (line_count + 1) * sizeof *lines);
        lines[line_count++] = (collected){.name = name};
    }
    size_t used = strlen(lines[i].text);
    va_start(args, format);
    vsnprintf(lines[i].text + used, sizeof lines[i].text - used, format, args);
    va_end(args);
}

/* Only once, when what is made is there to stay. */
#define SAY(...)                                                                                   \
    do {                                                                                           \
        if (!lathe_transform_is_rehearsal(t))                                                      \
            add(__VA_ARGS__);                                                                      \
    } while (0)

static bool begins(lathe_transform *t, void *data) {
    (void)data;
    add("hook begin", " %d", (int)lathe_dtrans_type_count(lathe_transform_analysis(t)));
    add("lathe_transform_module", " %d",
        LLVMGetNamedFunction(lathe_module_llvm(lathe_transform_module(t)), "thrice") != NULL);
    return true;
}

static void ends(lathe_transform *t, void *data) {
    (void)data;
    add("hook end", " %s",
        lathe_dtrans_type_name(lathe_transform_analysis(t),
                               lathe_dtrans_type_count(lathe_transform_analysis(t)) - 1));
}

/* Fields from the last to the first, but for what must stay where it is. */
static void decides(lathe_transform *t, void *data) {
    lathe_dtrans *of = lathe_transform_analysis(t);
    (void)data;
    for (size_t i = 0; i < lathe_dtrans_type_count(of); i++) {
        uint32_t order[32];
        size_t count = lathe_dtrans_field_count(of, i);
        SAY("lathe_transform_may_change", " %d", lathe_transform_may_change(t, i));
        for (size_t f = 0; f < count; f++)
            SAY("lathe_transform_is_field_needed", " %d", lathe_transform_is_field_needed(t, i, f));
        if (count > 32 || count < 2 || !lathe_transform_may_change(t, i))
            continue;
        bool pinned = lathe_transform_is_field_needed(t, i, 0);
        for (size_t f = 0; f < count; f++)
            order[f] = (uint32_t)(pinned && f == 0 ? 0 : count - 1 - f + pinned);
        bool decided = lathe_transform_decide(t, i, LATHE_TRANSFORM_ORDER, order, count);
        SAY("lathe_transform_decide", " %zu:%d", i, decided);
        SAY("hook plan", " %s", lathe_dtrans_type_name(of, i));
    }
}

static bool prepares(lathe_transform *t, void *data) {
    lathe_dtrans *of = lathe_transform_analysis(t);
    (void)data;
    bool any = false;
    for (size_t i = 0; i < lathe_dtrans_type_count(of); i++) {
        LLVMTypeRef from = lathe_dtrans_type_llvm(of, i);
        bool decided = lathe_transform_is_decided(t, i);
        SAY("lathe_transform_is_decided", " %d", decided);
        for (size_t f = 0; f < lathe_dtrans_field_count(of, i); f++)
            SAY("lathe_transform_decided", " %d",
                (int)lathe_transform_decided(t, i, LATHE_TRANSFORM_ORDER, f));
        const char *why = lathe_transform_pointer_refusal(t, i);
        SAY("lathe_transform_pointer_refusal", " %s.", why ? why : "-");
        if (!decided)
            continue;
        LLVMTypeRef to = NULL;
        if (any) {
            const char *name = lathe_transform_type_name(t, "mine.", i);
            SAY("lathe_transform_type_name", " %s", name);
            to = LLVMStructCreateNamed(LLVMGetTypeContext(from), name);
            bool added = lathe_transform_add_type_mapping(t, from, to);
            SAY("lathe_transform_add_type_mapping", " %zu:%d", i, added);
        } else {
            to = lathe_transform_replace(t, i, "first.");
            SAY("lathe_transform_replace", " %s", LLVMGetStructName(to));
        }
        LLVMTypeRef word = LLVMInt64TypeInContext(LLVMGetTypeContext(from));
        if (lathe_dtrans_type_count(of) < 4 && !why)
            SAY("lathe_transform_map_pointer", " %d", lathe_transform_map_pointer(t, i, word));
        else
            SAY("lathe_transform_map_pointer", " left");
        any = true;
    }
    SAY("hook prepare_types", " %zu", lathe_dtrans_type_count(of));
    return any && !decline;
}

static void populates(lathe_transform *t, void *data) {
    lathe_dtrans *of = lathe_transform_analysis(t);
    (void)data;
    add("lathe_transform_is_rehearsal", " %d:%zu", lathe_transform_is_rehearsal(t),
        lathe_transform_change_count(t));
    for (size_t i = 0; i < lathe_transform_change_count(t); i++) {
        lathe_transform_change c = LATHE_INIT(lathe_transform_change);
        uint32_t order[32];
        if (!lathe_transform_change_get(t, i, &c) || c.dependent)
            continue;
        size_t count = lathe_dtrans_field_count(of, c.type);
        for (size_t f = 0; f < count; f++)
            order[f] = lathe_transform_decided(t, c.type, LATHE_TRANSFORM_ORDER, f);
        bool set = lathe_transform_set_body(t, c.type, order, NULL, count);
        SAY("lathe_transform_set_body", " %zu:%d", c.type, set);
        SAY("hook populate_types", " %s", LLVMGetStructName(c.to));
    }
}

static void before(lathe_transform *t, void *data) {
    lathe_dtrans *of = lathe_transform_analysis(t);
    (void)data;
    add("hook before_edits", " %zu", lathe_transform_change_count(t));
    add("lathe_transform_change_count", " %zu", lathe_transform_change_count(t));
    add("lathe_transform_analysis", " %zu", lathe_dtrans_type_count(of));
    add("lathe_transform_step_of", " %d at %zu", lathe_transform_step_of(t),
        lathe_transform_change_count(t));
    for (size_t i = 0; i < lathe_transform_change_count(t); i++) {
        lathe_transform_change c = LATHE_INIT(lathe_transform_change);
        lathe_transform_change_get(t, i, &c);
        add("lathe_transform_change_get", " %zu:%s:%d", c.type, LLVMGetStructName(c.to),
            c.dependent);
    }
    for (size_t i = 0; i < lathe_dtrans_type_count(of); i++) {
        LLVMTypeRef type = lathe_dtrans_type_llvm(of, i);
        LLVMTypeRef params[] = {LLVMArrayType2(type, 4)};
        add("lathe_transform_new_size", " %llu",
            (unsigned long long)lathe_transform_new_size(t, LLVMArrayType2(type, 2)));
        LLVMTypeRef fn = lathe_transform_remap_type(t, LLVMFunctionType(type, params, 1, false));
        char *text = LLVMPrintTypeToString(fn);
        add("lathe_transform_remap_type", " %s", text);
        LLVMDisposeMessage(text);
        for (size_t f = 0; f < lathe_dtrans_field_count(of, i); f++) {
            lathe_dtrans_field field = LATHE_INIT(lathe_dtrans_field);
            uint64_t to = 0;
            lathe_dtrans_field_get(of, i, f, &field);
            int fate = (int)lathe_transform_new_offset(t, type, field.offset, &to);
            add("lathe_transform_new_offset", " %d:%d", fate, (int)to);
            add("lathe_transform_new_element", " %d", (int)lathe_transform_new_element(t, i, f));
        }
    }
}

static void after(lathe_transform *t, void *data) {
    size_t geps = 0;
    (void)data;
    LLVMModuleRef m = lathe_module_llvm(lathe_transform_module(t));
    for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn; fn = LLVMGetNextFunction(fn))
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb))
            for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) {
                LLVMTypeRef type =
                    LLVMIsAGetElementPtrInst(i) ? LLVMGetGEPSourceElementType(i) : NULL;
                const char *name = type && LLVMGetTypeKind(type) == LLVMStructTypeKind
                                       ? LLVMGetStructName(type)
                                       : NULL;
                geps += name && strstr(name, "first.") == name;
            }
    add("hook after_edits", " %zu", geps);
}

/* Where one function was called, another one is: `twice` of the first program. */
static void prepares_module(lathe_transform *t, void *data) {
    (void)data;
    LLVMModuleRef m = lathe_module_llvm(lathe_transform_module(t));
    LLVMValueRef fn = LLVMGetNamedFunction(m, "twice");
    LLVMTypeRef type = LLVMInt32TypeInContext(LLVMGetModuleContext(m));
    add("hook prepare_module", " %s", fn ? "twice" : "-");
    LLVMValueRef limit = LLVMGetNamedGlobal(m, "limit");
    LLVMValueRef other = LLVMAddGlobal(m, type, "other.limit");
    LLVMSetInitializer(other, LLVMConstInt(type, 70, false));
    bool set = limit && lathe_transform_set_value(t, limit, other);
    add("lathe_transform_set_value", " %d", set);
}

static LLVMValueRef creates(lathe_transform *t, LLVMValueRef old, void *data) {
    (void)data;
    add("hook create_global_replacement", " %s", LLVMGetValueName(old));
    if (strcmp(LLVMGetValueName(old), "table") != 0)
        return NULL;
    return LLVMAddGlobal(lathe_module_llvm(lathe_transform_module(t)),
                         lathe_transform_remap_type(t, LLVMGlobalGetValueType(old)), "");
}

static void initializes(lathe_transform *t, LLVMValueRef old, LLVMValueRef new, void *data) {
    (void)t, (void)data;
    add("hook initialize_global_replacement", " %s", LLVMGetValueName(new));
    LLVMSetInitializer(new, LLVMConstNull(LLVMGlobalGetValueType(new)));
    (void)old;
}

static void post_processes(lathe_transform *t, LLVMValueRef old, LLVMValueRef new, void *data) {
    (void)data;
    add("hook post_process_global", " %s", LLVMGetValueName(new));
    add("lathe_transform_value", " %d", lathe_transform_value(t, old) == new);
}

static void processes(lathe_transform *t, LLVMValueRef fn, void *data) {
    (void)t, (void)data;
    add("hook process_function", " %s", LLVMGetValueName(fn));
}

static void post_processes_function(lathe_transform *t, LLVMValueRef original, void *data) {
    (void)data;
    LLVMValueRef clone = lathe_transform_value(t, original);
    add("lathe_transform_value", " %s", clone ? LLVMGetValueName(clone) : "-");
    add("hook post_process_function", " %s%s", LLVMGetValueName(clone ? clone : original),
        clone ? "*" : "");
}

static void finishes(lathe_transform *t, void *data) {
    (void)data;
    LLVMValueRef table = LLVMGetNamedGlobal(lathe_module_llvm(lathe_transform_module(t)), "table");
    add("hook finish", " %s", table ? "table" : "-");
}

static LLVMTypeRef remaps(lathe_transform *t, LLVMTypeRef type, void *data) {
    (void)data;
    bool named_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind && !LLVMIsLiteralStruct(type);
    if (named_struct && !strstr(LLVMGetStructName(type), "."))
        return NULL;
    if (named_struct)
        SAY("hook remap_type", " %s", LLVMGetStructName(type));
    return NULL;
}

static LLVMValueRef materializes(lathe_transform *t, LLVMValueRef value, void *data) {
    (void)t, (void)data;
    if (LLVMIsAFunction(value) && strcmp(LLVMGetValueName(value), "printf") == 0)
        return NULL;
    if (LLVMIsAFunction(value))
        add("hook materialize", " %s", LLVMGetValueName(value));
    return NULL;
}

static LLVMTypeRef has_field_type(lathe_transform *t, size_t type, size_t field, void *data) {
    lathe_dtrans *of = lathe_transform_analysis(t);
    int64_t least, most;
    (void)data;
    LLVMTypeRef element =
        LLVMStructGetTypeAtIndex(lathe_dtrans_type_llvm(of, type), (unsigned)field);
    if (LLVMGetTypeKind(element) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(element) != 32 ||
        lathe_dtrans_field_obstacle(of, type, field, NULL) ||
        !lathe_dtrans_field_range(of, type, field, &least, &most))
        return NULL;
    SAY("hook field_type", " %zu.%zu", type, field);
    return LLVMInt16TypeInContext(LLVMGetTypeContext(element));
}

static bool is_signed_field(lathe_transform *t, size_t type, size_t field, void *data) {
    (void)t, (void)data;
    add("hook field_is_signed", " %zu.%zu", type, field);
    return true;
}

static const lathe_transform_hooks all_hooks = {
    .struct_size = sizeof all_hooks,
    .name = "all-hooks",
    .prefix = "new.",
    .dependent_prefix = "dep.",
    .begin = begins,
    .end = ends,
    .plan = decides,
    .prepare_types = prepares,
    .populate_types = populates,
    .before_edits = before,
    .after_edits = after,
    .prepare_module = prepares_module,
    .create_global_replacement = creates,
    .initialize_global_replacement = initializes,
    .post_process_global = post_processes,
    .process_function = processes,
    .post_process_function = post_processes_function,
    .finish = finishes,
    .remap_type = remaps,
    .materialize = materializes,
};

/* Fields that it says are others are not written anew: this must fail. */
static const lathe_transform_hooks forgetful = {.struct_size = sizeof forgetful,
                                                .name = "forgetful",
                                                .plan = decides,
                                                .field_type = has_field_type,
                                                .field_is_signed = is_signed_field};

static void stops(lathe_transform *t, void *data) {
    (void)data;
    lathe_transform_fail(t, lathe_transform_change_count(t) > 2 ? "many" : "few");
}

static const lathe_transform_hooks stopping = {
    .struct_size = sizeof stopping, .name = "stopping", .plan = decides, .before_edits = stops};

static void forget_module(void) {
    lathe_dtrans_free(d);
    lathe_module_free(module);
    lathe_ctx_clear(ctx);
    module = lathe_module_load(ctx, &path, 1, NULL);
    d = NULL;
}

static void print_transform(void) {
    size_t changed;
    char *plan = NULL;
    forget_module();
    lathe_status status = lathe_transform_run(module, &all_hooks, NULL, &changed);
    printf("lathe_transform_run: %s %zu %s\n", lathe_status_name(status), changed,
           lathe_ctx_error(ctx));
    for (size_t i = 0; i < line_count; i++)
        printf("%s:%s\n", lines[i].name, lines[i].text);
    line_count = 0;
    forget_module();
    status = lathe_transform_plan(module, &all_hooks, NULL, &plan);
    printf("lathe_transform_plan: %s", lathe_status_name(status));
    for (const char *p = plan ? plan : ""; *p; p++)
        putchar(*p == '\n' ? ';' : *p);
    printf("\nlathe_transform_apply:");
    line_count = 0;
    status = lathe_transform_apply(module, &all_hooks, NULL, plan ? plan : "", &changed);
    printf(" %s %zu\n", lathe_status_name(status), changed);
    free(plan);
    line_count = 0;
    forget_module();
    status = lathe_transform_run(module, &forgetful, NULL, &changed);
    printf("unwritten accesses: %s\n", lathe_ctx_error(ctx));
    for (size_t i = 0; i < line_count; i++)
        if (strncmp(lines[i].name, "hook field", 10) == 0)
            printf("%s:%s\n", lines[i].name, lines[i].text);
    line_count = 0;
    forget_module();
    lathe_transform_run(module, &stopping, NULL, NULL);
    printf("lathe_transform_fail: %s\n", lathe_ctx_error(ctx));
    line_count = 0;
    lathe_module_free(module);
}

int main(int argc, char **argv) {
    path = argc == 2 ? argv[1] : "";
    ctx = lathe_ctx_new();
    load();
    print_types();
    print_fields();
    print_values();
    print_annotations();
    print_update();
    print_transform();
    free(lines);
    lathe_ctx_free(ctx);
    return 0;
}
