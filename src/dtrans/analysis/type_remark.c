#include "dtrans/analysis/type_remark.h"

#include "ir/value.h"

/* What stands for the function of something that is in none. */
static const char *nowhere(const DTransInfo *info) {
    size_t length;
    if (LLVMGetNamedFunction(info->m->llvm, "main"))
        return "main";
    return LLVMGetModuleIdentifier(info->m->llvm, &length);
}

static void set_place(remark *r, const ir_place *place) {
    r->file = place->line ? place->file : NULL;
    r->line = place->line;
    r->column = place->column;
}

/* Where a value is: an instruction, an argument, a function or a variable. */
static remark at_value(DTransInfo *info, LLVMValueRef value) {
    ir_srcloc *places = &info->graph.places;
    remark r = {.function = nowhere(info)};
    LLVMValueRef fn = NULL;
    if (LLVMIsAInstruction(value))
        fn = ir_function_of(value);
    else if (LLVMIsAArgument(value))
        fn = LLVMGetParamParent(value);
    else if (LLVMIsAFunction(value))
        fn = value;
    ir_place place = {0};
    if (LLVMIsAInstruction(value))
        place = ir_srcloc_inst(places, value);
    else if (fn)
        place = ir_srcloc_function(places, fn);
    else if (LLVMIsAGlobalVariable(value))
        place = ir_srcloc_global(places, value);
    set_place(&r, &place);
    if (fn)
        r.function = LLVMGetValueName(fn);
    return r;
}

static remark at_type(const DTransInfo *info, uint32_t type) {
    const ir_di_struct *source = info->types.at[type].layout->source;
    remark r = {.function = nowhere(info)};
    if (source)
        set_place(&r, &(ir_place){.file = source->file, .line = source->line});
    return r;
}

static void begin(DTransInfo *info, remark r, remark_kind kind, const char *pass,
                  const char *name) {
    r.kind = kind;
    r.pass = pass;
    r.name = name;
    remark_add(info->ctx->remarks, &r);
}

/* A remark about a type; `where` is NULL if it stands where that is declared. */
static bool begin_type(DTransInfo *info, uint32_t type, LLVMValueRef where, remark_kind kind,
                       const char *pass, const char *name) {
    if (!info->ctx->remarks)
        return false;
    begin(info, where ? at_value(info, where) : at_type(info, type), kind, pass, name);
    remark_add_part(info->ctx->remarks, "Type", "%s",
                    ir_without_prefixes(info->types.at[type].name));
    return true;
}

bool dtrans_remark(DTransInfo *info, uint32_t type, remark_kind kind, const char *pass,
                   const char *name) {
    return begin_type(info, type, NULL, kind, pass, name);
}

bool dtrans_remark_at(DTransInfo *info, uint32_t type, LLVMValueRef where, const char *pass,
                      const char *name) {
    return begin_type(info, type, where, REMARK_MISSED, pass, name);
}

void dtrans_remark_program(DTransInfo *info, const char *pass) {
    remark_list *list = info->ctx->remarks;
    remark unknown = {.function = nowhere(info)};
    if (list && !info->whole) {
        begin(info, info->not_whole_at ? at_value(info, info->not_whole_at) : unknown,
              REMARK_MISSED, pass, "NotWholeProgram");
        remark_add_fact(list, "no type may change: ", "Reason", "%s", info->not_whole);
    }
    if (list && info->exception_at) {
        begin(info, at_value(info, info->exception_at), REMARK_MISSED, pass, "ExceptionHandling");
        remark_add_fact(list, "no type may change: ", "Reason", "the program handles exceptions");
    }
}

static void remark_use(DTransInfo *info, uint32_t type, const char *pass, const dtrans_use *use,
                       const char *consequence) {
    begin_type(info, type, use->where, REMARK_MISSED, pass, dtrans_condition_name(use->condition));
    remark_add_part(info->ctx->remarks, "String", "%s: ", consequence);
    remark_add_part(info->ctx->remarks, "Reason", "%s", use->reason);
}

static void remark_kept(DTransInfo *info, uint32_t type, const char *pass) {
    if (!info->types.at[type].kept || !dtrans_remark(info, type, REMARK_MISSED, pass, "Kept"))
        return;
    remark_add_fact(info->ctx->remarks, " is kept as it is ", "Reason", "%s",
                    info->types.at[type].kept);
}

/* " (it blocks reorder-fields, split)" */
static void add_blocked(DTransInfo *info, const dtrans_type *t, dtrans_condition c) {
    str names;
    str_init(&names, info->ctx);
    for (int x = 0; x < DTRANS_TRANSFORMS; x++)
        if (dtrans_blocking(t, (dtrans_transform)x) & dtrans_bit(c))
            str_printf(&names, "%s%s", names.len ? ", " : "",
                       dtrans_transform_name((dtrans_transform)x));
    remark_add_fact(info->ctx->remarks, "; this blocks ", "Transforms", "%s", str_text(&names));
    str_free(&names);
}

static void remark_uses(DTransInfo *info, uint32_t type, const char *pass, SafetyData left,
                        bool tells_transforms) {
    const dtrans_type *t = &info->types.at[type];
    for (uint32_t u = t->first_use; u && left && ctx_tick(info->ctx, 1);
         u = info->uses.at[u].next) {
        dtrans_condition c = info->uses.at[u].condition;
        if (!(left & dtrans_bit(c)))
            continue;
        left &= ~dtrans_bit(c);
        remark_use(info, type, pass, &info->uses.at[u], tells_transforms ? "" : " stays as it is");
        if (tells_transforms)
            add_blocked(info, t, c);
    }
}

void dtrans_remark_missed(DTransInfo *info, uint32_t type, const char *pass,
                          dtrans_transform transform) {
    if (!info->ctx->remarks)
        return;
    remark_kept(info, type, pass);
    remark_uses(info, type, pass, dtrans_blocking(&info->types.at[type], transform), false);
}

void dtrans_remark_analysis(DTransInfo *info) {
    static const char pass[] = "dtrans-analysis";
    if (!info->ctx->remarks)
        return;
    dtrans_remark_program(info, pass);
    for (uint32_t i = 0; i < info->types.len && ctx_tick(info->ctx, 1); i++) {
        SafetyData blocking = 0;
        for (int x = 0; x < DTRANS_TRANSFORMS; x++)
            blocking |= dtrans_blocking(&info->types.at[i], (dtrans_transform)x);
        remark_kept(info, i, pass);
        remark_uses(info, i, pass, blocking, true);
    }
}
