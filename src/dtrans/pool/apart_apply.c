/* Addresses of parts, and copies part by part. */
#include "dtrans/pool/pool.h"

#include "ir/attr.h"
#include "pool/rtpool_abi.h"

typedef struct moving {
    pool *p;
    LLVMBuilderRef b;
    LLVMTypeRef byte, half, word;
} moving;

static LLVMValueRef plus(const moving *m, LLVMValueRef address, LLVMValueRef distance) {
    return LLVMBuildGEP2(m->b, m->byte, address, &distance, 1, "");
}

static LLVMValueRef plus_bytes(const moving *m, LLVMValueRef address, uint64_t bytes) {
    return bytes ? plus(m, address, LLVMConstInt(m->word, bytes, true)) : address;
}

/* From an object's address to where the object would have to begin, in one piece, for its part to
 * be where it is: with the number n of the object in its granule, that is
 * offset + n * size - start from the granule, and n * first size from there is the object. */
static LLVMValueRef moved(const moving *m, LLVMValueRef object, uint32_t type, uint32_t group) {
    const pool_part *first = &m->p->types[type].parts[0], *part = first + group;
    uint64_t constant = part->offset - part->start;
    if (!group)
        return object;
    if (part->size == first->size)
        return plus_bytes(m, object, constant);
    LLVMValueRef in = LLVMBuildPtrToInt(m->b, object, m->word, "");
    in = LLVMBuildTrunc(m->b, in, m->half, "");
    in = LLVMBuildAnd(m->b, in, LLVMConstInt(m->half, LATHE_POOL_GRANULE - 1, false), "");
    LLVMValueRef number =
        LLVMBuildExactUDiv(m->b, in, LLVMConstInt(m->half, first->size, false), "");
    LLVMValueRef distance =
        LLVMBuildNSWMul(m->b, number, LLVMConstInt(m->half, part->size - first->size, true), "");
    distance = LLVMBuildSExt(m->b, distance, m->word, "");
    return plus(m, plus_bytes(m, object, constant), distance);
}

/* The plan finds the new distance from there, as if the object were in one piece. */
static void move_base(const moving *m, const pool_apart *e) {
    LLVMSetOperand(e->at, 0, moved(m, LLVMGetOperand(e->at, 0), e->type, e->group));
    LLVMGEPSetNoWrapFlags(e->at, 0);
}

/* What the call says of the pointer's alignment, as far as it holds of all parts. */
static unsigned operand_align(const pool_apart *e, unsigned operand, const pool_part *part) {
    LLVMAttributeRef said = ir_attr_get(e->at, operand + 1, "align");
    uint64_t align = said ? LLVMGetEnumAttributeValue(said) : 1;
    return (unsigned)(align < part->align ? align : part->align);
}

static LLVMValueRef part_address(const moving *m, const pool_apart *e, unsigned operand,
                                 uint32_t group) {
    LLVMValueRef address = LLVMGetOperand(e->at, operand);
    if (e->pooled[operand])
        address = moved(m, address, e->type, group);
    return plus_bytes(m, address, m->p->types[e->type].parts[group].start);
}

static bool is_move(LLVMValueRef call) {
    return str_starts_with(LLVMGetValueName(LLVMGetCalledValue(call)), "llvm.memmove");
}

static void transfer_part(const moving *m, const pool_apart *e, uint32_t group) {
    const pool_part *part = &m->p->types[e->type].parts[group];
    LLVMValueRef bytes = LLVMConstInt(m->word, part->bytes, false);
    LLVMValueRef to = part_address(m, e, 0, group);
    unsigned align = operand_align(e, 0, part);
    if (LLVMIsAMemSetInst(e->at)) {
        LLVMBuildMemSet(m->b, to, LLVMGetOperand(e->at, 1), bytes, align);
        return;
    }
    LLVMValueRef from = part_address(m, e, 1, group);
    if (is_move(e->at))
        LLVMBuildMemMove(m->b, to, align, from, operand_align(e, 1, part), bytes);
    else
        LLVMBuildMemCpy(m->b, to, align, from, operand_align(e, 1, part), bytes);
}

void pool_rewrite_parts(DTransOptBase *b, void *data) {
    pool *p = data;
    LLVMContextRef llvm = b->m->llvm_ctx;
    moving m = {.p = p,
                .b = LLVMCreateBuilderInContext(llvm),
                .byte = LLVMInt8TypeInContext(llvm),
                .half = LLVMInt32TypeInContext(llvm),
                .word = LLVMInt64TypeInContext(llvm)};
    for (size_t i = 0; i < p->aparts.len && ctx_tick(p->ctx, 1); i++) {
        const pool_apart *e = &p->aparts.at[i];
        if (!p->types[e->type].split)
            continue;
        LLVMPositionBuilderBefore(m.b, e->at);
        if (LLVMIsAGetElementPtrInst(e->at)) {
            move_base(&m, e);
            continue;
        }
        for (uint32_t g = 0; g < p->types[e->type].groups.count; g++)
            transfer_part(&m, e, g);
        LLVMInstructionEraseFromParent(e->at);
    }
    LLVMDisposeBuilder(m.b);
}
