#include "dtrans/annotate/annotate.h"

#include "ir/md.h"
#include "ir/value.h"

#include <llvm-c/DebugInfo.h>

#include <string.h>

static const char section[] = "llvm.metadata"; /* not emitted, and constants in it not merged */
static const char file_prefix[] = "__DTransAnnotationFile.";
static const char own_prefix[] = "__DTransAnnotationKind.";

static const struct {
    const char *name;
    const char *variable; /* begins the names of its variables; none begins another's */
} kinds[DPA_Kinds] = {
    [DPA_None] = {"DPA_None", NULL},
    [DPA_AOSToSOAIndexField] = {"DPA_AOSToSOAIndexField", "__DTransAOSToSOAIndexFieldName"},
    [DPA_Own] = {"DPA_Own", "__DTransOwnAnnotation"},
};

unsigned dtrans_annotated_type_kind(LLVMContextRef llvm) {
    return ir_md_kind(llvm, "dtrans-type");
}

/* Types whose zero can be written into metadata. */
static bool has_zero(LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMStructTypeKind:
    case LLVMArrayTypeKind:
    case LLVMVectorTypeKind:
    case LLVMIntegerTypeKind:
    case LLVMPointerTypeKind:
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMX86_FP80TypeKind:
    case LLVMFP128TypeKind:
    case LLVMPPC_FP128TypeKind:
        return LLVMTypeIsSized(type);
    default:
        return false;
    }
}

static bool has_result(LLVMValueRef value) {
    return LLVMIsAInstruction(value) && LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMVoidTypeKind;
}

bool dtrans_annotate_type(LLVMValueRef inst, LLVMTypeRef type, unsigned level) {
    if (!has_result(inst) || !has_zero(type) || level < 1 || level > DTRANS_MAX_LEVEL)
        return false;
    LLVMContextRef llvm = LLVMGetTypeContext(type);
    LLVMMetadataRef parts[] = {
        LLVMValueAsMetadata(LLVMConstNull(type)),
        LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(llvm), level, false)),
    };
    LLVMMetadataRef node = LLVMMDNodeInContext2(llvm, parts, 2);
    LLVMSetMetadata(inst, dtrans_annotated_type_kind(llvm), LLVMMetadataAsValue(llvm, node));
    return true;
}

bool dtrans_annotated_type(LLVMValueRef inst, LLVMTypeRef *type, unsigned *level) {
    if (!LLVMIsAInstruction(inst) || !LLVMHasMetadata(inst))
        return false;
    LLVMContextRef llvm = LLVMGetTypeContext(LLVMTypeOf(inst));
    LLVMMetadataRef node = ir_md_attached(inst, dtrans_annotated_type_kind(llvm));
    if (!node || LLVMGetMetadataKind(node) != LLVMMDTupleMetadataKind)
        return false;
    LLVMValueRef value = LLVMMetadataAsValue(llvm, node), ops[2];
    if (LLVMGetMDNodeNumOperands(value) != 2)
        return false;
    LLVMGetMDNodeOperands(value, ops);
    uint64_t number = 0;
    if (!ops[0] || !LLVMIsConstant(ops[0]) || !LLVMIsNull(ops[0]) ||
        !ir_md_uint_at(&(ir_md_ops){ops, 2, 2}, 1, &number) || number < 1 ||
        number > DTRANS_MAX_LEVEL)
        return false;
    *type = LLVMTypeOf(ops[0]);
    *level = (unsigned)number;
    return true;
}

bool dtrans_remove_type(LLVMValueRef inst) {
    if (!LLVMHasMetadata(inst))
        return false;
    unsigned kind = dtrans_annotated_type_kind(LLVMGetTypeContext(LLVMTypeOf(inst)));
    if (!LLVMGetMetadata(inst, kind))
        return false;
    LLVMSetMetadata(inst, kind, NULL);
    return true;
}

const char *dtrans_annotation_name(dtrans_annotation kind) {
    return kinds[kind < DPA_Kinds ? kind : DPA_None].name;
}

static bool is_own_name(const char *name) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
    return str_starts_with(name, "DPA_") && name[4] && !name[strspn(name, letters)];
}

dtrans_annotation dtrans_annotation_named(const char *name) {
    for (int kind = DPA_None; kind < DPA_Own; kind++)
        if (strcmp(kinds[kind].name, name) == 0)
            return (dtrans_annotation)kind;
    return is_own_name(name) ? DPA_Own : DPA_None;
}

/* A string that nothing but a pass can have made: the front end's have other names, and no user can
 * give a variable of his all of these properties. */
static bool is_string(LLVMValueRef value) {
    if (!LLVMIsAGlobalVariable(value) || !LLVMIsGlobalConstant(value) ||
        LLVMGetLinkage(value) != LLVMPrivateLinkage || !LLVMGetInitializer(value))
        return false;
    const char *own = LLVMGetSection(value);
    return own && strcmp(own, section) == 0;
}

static dtrans_annotation kind_of_variable(LLVMValueRef variable) {
    if (!is_string(variable))
        return DPA_None;
    for (int kind = DPA_None + 1; kind < DPA_Kinds; kind++)
        if (str_starts_with(LLVMGetValueName(variable), kinds[kind].variable))
            return (dtrans_annotation)kind;
    return DPA_None;
}

bool dtrans_is_annotation_string(LLVMValueRef global) {
    return kind_of_variable(global) != DPA_None ||
           (is_string(global) && (str_starts_with(LLVMGetValueName(global), file_prefix) ||
                                  str_starts_with(LLVMGetValueName(global), own_prefix)));
}

/* The address identifies an annotation, so it must not be merged: no unnamed_addr. */
static LLVMValueRef add_string(lathe_module *m, const char *name, LLVMValueRef content) {
    LLVMValueRef g = LLVMAddGlobal(m->llvm, LLVMTypeOf(content), name);
    LLVMSetInitializer(g, content);
    LLVMSetGlobalConstant(g, true);
    LLVMSetLinkage(g, LLVMPrivateLinkage);
    LLVMSetSection(g, section);
    return g;
}

/* Under the name, or under the name and the first number that is free or has it. */
static LLVMValueRef find_or_add_string(lathe_module *m, str *name, const char *text) {
    LLVMValueRef content = LLVMConstStringInContext2(m->llvm_ctx, text, strlen(text), false);
    size_t length = name->len;
    for (unsigned n = 1; ctx_tick(m->ctx, 1); n++) {
        LLVMValueRef g = LLVMGetNamedGlobal(m->llvm, str_text(name));
        if (!g)
            return add_string(m, str_text(name), content);
        if (is_string(g) && LLVMGetInitializer(g) == content)
            return g;
        name->len = length;
        str_printf(name, ".%u", n);
    }
    return NULL;
}

LLVMValueRef dtrans_annotation_variable(lathe_module *m, dtrans_annotation kind, const char *text,
                                        const char *extension) {
    if (kind <= DPA_None || kind >= DPA_Kinds) {
        ctx_fail(m->ctx, LATHE_USAGE, "there is no annotation of kind %d", (int)kind);
        return NULL;
    }
    str name;
    str_init(&name, m->ctx);
    str_add(&name, kinds[kind].variable);
    str_add(&name, extension ? extension : "");
    LLVMValueRef g = find_or_add_string(m, &name, text);
    str_free(&name);
    return g;
}

/* Named after the text, so that it is found again without a search. Null without one. */
static LLVMValueRef string_for(lathe_module *m, const char *prefix, const char *text,
                               LLVMTypeRef type) {
    if (!text)
        return LLVMConstNull(type);
    str name;
    str_init(&name, m->ctx);
    str_add(&name, prefix);
    str_add(&name, text);
    LLVMValueRef g = find_or_add_string(m, &name, text);
    str_free(&name);
    return g;
}

static bool begins_block(LLVMValueRef inst) {
    return LLVMIsAPHINode(inst) || LLVMIsALandingPadInst(inst) || LLVMIsACatchSwitchInst(inst) ||
           LLVMIsAFuncletPadInst(inst);
}

static const char *misuse(LLVMValueRef pointer, const dtrans_pointer_note *note,
                          LLVMValueRef before) {
    if (!ir_is_pointer(pointer))
        return "only a pointer can be annotated";
    dtrans_annotation kind = note->variable ? kind_of_variable(note->variable) : DPA_None;
    if (kind == DPA_None)
        return "the variable is not one of an annotation";
    if ((kind == DPA_Own) != (note->own && dtrans_annotation_named(note->own) == DPA_Own))
        return "the variable is not one of that kind of annotation";
    if (before && begins_block(before))
        return "an annotation cannot be inserted before a PHI or an exception pad";
    return NULL;
}

static unsigned intrinsic_id(void) {
    return ir_intrinsic_id("llvm.ptr.annotation");
}

LLVMValueRef dtrans_annotate_pointer(lathe_module *m, LLVMValueRef pointer,
                                     const dtrans_pointer_note *note, LLVMValueRef before) {
    const char *wrong = misuse(pointer, note, before);
    if (wrong) {
        ctx_fail(m->ctx, LATHE_USAGE, "%s", wrong);
        return NULL;
    }
    LLVMTypeRef over[] = {LLVMTypeOf(pointer), LLVMTypeOf(note->variable)};
    LLVMValueRef file = string_for(m, file_prefix, note->file, over[1]);
    LLVMValueRef own = string_for(m, own_prefix, note->own, over[1]);
    if (!file || !own)
        return NULL;
    LLVMValueRef line = LLVMConstInt(LLVMInt32TypeInContext(m->llvm_ctx), note->line, false);
    LLVMValueRef args[] = {pointer, note->variable, file, line, own};
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(m->llvm, intrinsic_id(), over, 2);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(m->llvm_ctx);
    if (before) {
        LLVMPositionBuilderBeforeInstrAndDbgRecords(b, before);
        LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(before));
    }
    LLVMValueRef call =
        LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, args, 5, note->name ? note->name : "");
    LLVMDisposeBuilder(b);
    return call;
}

bool dtrans_is_annotation_call(LLVMValueRef value) {
    LLVMValueRef fn = ir_callee(value);
    unsigned id = fn ? LLVMGetIntrinsicID(fn) : 0;
    return id && id == intrinsic_id();
}

/* What a string of ours holds, with a NUL at its end; NULL if it is none. */
static const char *text_of(LLVMValueRef variable, const char *prefix, size_t *length) {
    *length = 0;
    if (!is_string(variable) || !str_starts_with(LLVMGetValueName(variable), prefix))
        return NULL;
    LLVMValueRef content = LLVMGetInitializer(variable);
    if (!LLVMIsAConstantDataSequential(content) || !LLVMIsConstantString(content))
        return "";
    const char *text = LLVMGetAsString(content, length);
    if (*length == 0 || text[*length - 1] != '\0')
        return "";
    --*length;
    return text;
}

/* NULL if it is not one of DPA_Own. */
static const char *own_kind(LLVMValueRef call) {
    size_t length;
    const char *name = text_of(LLVMGetOperand(call, 4), own_prefix, &length);
    return name && dtrans_annotation_named(name) == DPA_Own ? name : NULL;
}

dtrans_annotation dtrans_annotation_kind(LLVMValueRef value) {
    if (!dtrans_is_annotation_call(value))
        return DPA_None;
    dtrans_annotation kind = kind_of_variable(LLVMGetOperand(value, 1));
    return kind == DPA_Own && !own_kind(value) ? DPA_None : kind;
}

const char *dtrans_annotation_kind_name(LLVMValueRef value) {
    dtrans_annotation kind = dtrans_annotation_kind(value);
    if (kind == DPA_None)
        return NULL;
    return kind == DPA_Own ? own_kind(value) : dtrans_annotation_name(kind);
}

const char *dtrans_annotation_file(LLVMValueRef value, unsigned *line) {
    size_t length;
    LLVMValueRef number = LLVMGetOperand(value, 3);
    *line = LLVMIsAConstantInt(number) ? (unsigned)LLVMConstIntGetZExtValue(number) : 0;
    return text_of(LLVMGetOperand(value, 2), file_prefix, &length);
}

/* In code that is never reached an annotation may be of its own result. */
static LLVMValueRef annotated_pointer(LLVMValueRef call) {
    LLVMValueRef pointer = LLVMGetOperand(call, 0);
    return pointer == call ? LLVMGetPoison(LLVMTypeOf(call)) : pointer;
}

bool dtrans_remove_annotation(LLVMValueRef call) {
    if (!dtrans_is_annotation(call) || !LLVMGetInstructionParent(call))
        return false;
    LLVMValueRef fn = LLVMGetCalledValue(call);
    LLVMReplaceAllUsesWith(call, annotated_pointer(call));
    LLVMInstructionEraseFromParent(call);
    if (!LLVMGetFirstUse(fn))
        LLVMDeleteFunction(fn);
    return true;
}

bool dtrans_is_annotation(LLVMValueRef value) {
    return dtrans_annotation_kind(value) != DPA_None;
}

bool dtrans_is_annotation_of_kind(LLVMValueRef value, dtrans_annotation kind) {
    return kind != DPA_None && dtrans_annotation_kind(value) == kind;
}

const char *dtrans_annotation_text(LLVMValueRef value, size_t *length) {
    dtrans_annotation kind = dtrans_annotation_kind(value);
    return kind == DPA_None ? NULL
                            : text_of(LLVMGetOperand(value, 1), kinds[kind].variable, length);
}
