// See llvmx.h, which says what each function promises.
#include "llvm/Analysis/InlineCost.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/LLVMBitCodes.h"
#include "llvm/Bitstream/BitstreamReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/TypeFinder.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

extern "C" {
#include "ir/llvmx.h"
}

using namespace llvm;

// ---- What a value takes over from the one that it replaces ----

void ir_carry_name(LLVMValueRef From, LLVMValueRef To) {
    unwrap(To)->takeName(unwrap(From));
}

void ir_carry_metadata(LLVMValueRef From, LLVMValueRef To) {
    unwrap<Instruction>(To)->copyMetadata(*unwrap<Instruction>(From));
}

void ir_carry_inst(LLVMValueRef From, LLVMValueRef To) {
    ir_carry_name(From, To);
    ir_carry_metadata(From, To);
    if (isa<FPMathOperator>(unwrap(From)) && isa<FPMathOperator>(unwrap(To)))
        unwrap<Instruction>(To)->copyFastMathFlags(unwrap<Instruction>(From));
}

static void carryObject(GlobalObject &From, GlobalObject &To) {
    To.setComdat(From.getComdat());
    To.copyMetadata(&From, 0);
    From.clearMetadata();
}

template <class T> static void carryAttributes(T &From, T &To) {
    To.copyAttributesFrom(&From);
    To.setLinkage(From.getLinkage());
}

static void carryAttributes(Function &From, Function &To) {
    AttributeList Own = To.getAttributes();
    carryAttributes<Function>(From, To);
    To.setAttributes(Own);
}

void ir_carry_global(LLVMValueRef From, LLVMValueRef To) {
    if (auto *F = dyn_cast<Function>(unwrap(From))) {
        carryAttributes(*F, *unwrap<Function>(To));
    } else {
        auto *Variable = unwrap<GlobalVariable>(From);
        carryAttributes(*Variable, *unwrap<GlobalVariable>(To));
        unwrap<GlobalVariable>(To)->setConstant(Variable->isConstant());
    }
    carryObject(*unwrap<GlobalObject>(From), *unwrap<GlobalObject>(To));
}

void ir_carry_function_copy(LLVMValueRef From, LLVMValueRef To) {
    auto *Copy = unwrap<Function>(To);
    carryAttributes(*unwrap<Function>(From), *Copy);
    Copy->setLinkage(GlobalValue::InternalLinkage);
}

// ---- Names ----

const char *llvmx_opcode_name(LLVMOpcode Opcode) {
    switch (Opcode) {
#define HANDLE_INST(Number, Name, Class)                                                           \
    case LLVM##Name:                                                                               \
        return Instruction::getOpcodeName(Number);
#include "llvm/IR/Instruction.def"
    default:
        return nullptr;
    }
}

// ---- Instructions ----

void llvmx_forget_promises(LLVMValueRef Inst) {
    unwrap<Instruction>(Inst)->dropPoisonGeneratingAnnotations();
    unwrap<Instruction>(Inst)->setDebugLoc(DebugLoc());
}

static bool mayInline(CallBase &Call, Function &Callee) {
    TargetTransformInfo Target(Callee.getDataLayout());
    TargetLibraryInfoImpl Library(Callee.getParent()->getTargetTriple());
    TargetLibraryInfo Inner(Library, &Callee), Outer(Library, Call.getFunction());
    auto Known = [&](Function &F) -> const TargetLibraryInfo & {
        return &F == &Callee ? Inner : Outer;
    };
    auto Decision = getAttributeBasedInliningDecision(Call, &Callee, Target, Known);
    return (!Decision || Decision->isSuccess()) && isInlineViable(Callee).isSuccess();
}

bool llvmx_inline(LLVMValueRef Call) {
    auto *Site = unwrap<CallBase>(Call);
    Function *Callee = Site->getCalledFunction();
    if (!Callee || Callee->isDeclaration() || !mayInline(*Site, *Callee))
        return false;
    InlineFunctionInfo Info;
    return InlineFunction(*Site, Info, true).isSuccess();
}

LLVMValueRef llvmx_invoke_to_call(LLVMValueRef Invoke) {
    return wrap(changeToCall(unwrap<InvokeInst>(Invoke)));
}

// ---- Blocks ----

LLVMBasicBlockRef llvmx_split_block(LLVMValueRef Before) {
    auto *First = unwrap<Instruction>(Before);
    BasicBlock *Old = First->getParent();
    auto At = First->getIterator();
    At.setHeadBit(true); // its records are its own
    return wrap(Old->splitBasicBlock(At, Old->hasName() ? Old->getName() + ".split" : ""));
}

// Whether PHIs at its exits have all that is used of it elsewhere.
static bool isClosed(const SmallPtrSetImpl<BasicBlock *> &Loop) {
    for (BasicBlock *Block : Loop)
        for (Instruction &I : *Block)
            for (Use &U : I.uses()) {
                auto *User = cast<Instruction>(U.getUser());
                auto *Phi = dyn_cast<PHINode>(User);
                BasicBlock *Where = Phi ? Phi->getIncomingBlock(U) : User->getParent();
                if (!Loop.count(Where))
                    return false;
            }
    return true;
}

// PHIs of the block get for the copy what they get for the original.
static void addIncoming(BasicBlock &At, BasicBlock *Old, BasicBlock *New, ValueToValueMapTy &Map) {
    for (PHINode &Phi : At.phis())
        for (unsigned I = 0, Count = Phi.getNumIncomingValues(); I < Count; I++)
            if (Phi.getIncomingBlock(I) == Old) {
                Value *Own = Map.lookup(Phi.getIncomingValue(I));
                Phi.addIncoming(Own ? Own : Phi.getIncomingValue(I), New);
            }
}

LLVMBasicBlockRef llvmx_copy_loop(const LLVMBasicBlockRef *Blocks, size_t Count,
                                  LLVMBasicBlockRef From) {
    SmallPtrSet<BasicBlock *, 16> Loop;
    SmallVector<BasicBlock *, 16> Copies;
    ValueToValueMapTy Map;
    Function *F = unwrap(From)->getParent();
    for (size_t I = 0; I < Count; I++)
        Loop.insert(unwrap(Blocks[I]));
    if (!isClosed(Loop))
        return nullptr;
    auto *Front = BasicBlock::Create(F->getContext(), "aside", F);
    for (size_t I = 0; I < Count; I++) {
        Copies.push_back(CloneBasicBlock(unwrap(Blocks[I]), Map, ".aside", F));
        Map[unwrap(Blocks[I])] = Copies.back();
    }
    Map[unwrap(From)] = Front;
    BranchInst::Create(Copies.front(), Front);
    remapInstructionsInBlocks(Copies, Map);
    for (size_t I = 0; I < Count; I++) {
        SmallPtrSet<BasicBlock *, 4> Seen;
        for (BasicBlock *Next : successors(unwrap(Blocks[I])))
            if (!Loop.count(Next) && Seen.insert(Next).second)
                addIncoming(*Next, unwrap(Blocks[I]), Copies[I], Map);
    }
    return wrap(Front);
}

void llvmx_branch_aside(LLVMValueRef Branch, LLVMValueRef Condition, LLVMBasicBlockRef Aside,
                        LLVMBasicBlockRef Like) {
    auto *Old = unwrap<BranchInst>(Branch);
    BasicBlock *Block = Old->getParent();
    auto *New = BranchInst::Create(Old->getSuccessor(0), unwrap(Aside), unwrap(Condition),
                                   Old->getIterator());
    New->setDebugLoc(Old->getDebugLoc());
    for (PHINode &Phi : unwrap(Aside)->phis())
        Phi.addIncoming(Phi.getIncomingValueForBlock(unwrap(Like)), Block);
    Old->eraseFromParent();
}

void llvmx_redirect_phis(LLVMBasicBlockRef Block, LLVMBasicBlockRef From, LLVMBasicBlockRef To) {
    for (PHINode &Phi : unwrap(Block)->phis())
        if (int At = Phi.getBasicBlockIndex(unwrap(From)); At >= 0)
            Phi.setIncomingBlock(unsigned(At), unwrap(To));
}

uint32_t llvmx_postdominators(LLVMValueRef Fn, uint32_t *IDom, uint32_t *Order) {
    auto &F = *unwrap<Function>(Fn);
    F.renumberBlocks();
    PostDominatorTree Tree(F);
    uint32_t Count = 0;
    auto Place = [&](auto *N) { return N->getBlock() ? N->getBlock()->getNumber() : F.size(); };
    SmallVector<DomTreeNode *, 32> Work = {Tree.getRootNode()};
    while (!Work.empty()) {
        DomTreeNode *N = Work.pop_back_val();
        Order[Count++] = Place(N);
        if (N->getIDom())
            IDom[Place(N)] = Place(N->getIDom());
        Work.append(N->begin(), N->end());
    }
    return Count;
}

void llvmx_restate_records(LLVMValueRef Fn, llvmx_successor_fn Successor, void *Data) {
    for (Instruction &I : instructions(*unwrap<Function>(Fn)))
        for (DbgVariableRecord &R : filterDbgVars(I.getDbgRecordRange())) {
            Value *Old = R.isDbgValue() && !R.hasArgList() ? R.getVariableLocationOp(0) : nullptr;
            if (LLVMValueRef To = Old ? Successor(Data, wrap(Old)) : nullptr)
                R.replaceVariableLocationOp(0u, unwrap(To));
        }
}

bool llvmx_is_of_several(LLVMMetadataRef Expression) {
    auto IsArgument = [](auto Part) { return Part.getOp() == dwarf::DW_OP_LLVM_arg; };
    return any_of(unwrap<DIExpression>(Expression)->expr_ops(), IsArgument);
}

bool llvmx_is_of_piece(LLVMMetadataRef Expression) {
    auto *Parts = dyn_cast_or_null<DIExpression>(unwrap(Expression));
    return Parts && Parts->isFragment();
}

// ---- Global values ----

void llvmx_body_move(LLVMValueRef From, LLVMValueRef To) {
    unwrap<Function>(To)->splice(unwrap<Function>(To)->end(), unwrap<Function>(From));
}

static void copyBlocks(Function &From, Function &To, ValueToValueMapTy &Values) {
    SmallVector<BasicBlock *, 16> Copies;
    for (BasicBlock &B : From) {
        Copies.push_back(CloneBasicBlock(&B, Values, "", &To));
        Values[&B] = Copies.back();
    }
    remapInstructionsInBlocks(Copies, Values);
}

void llvmx_body_copy(LLVMValueRef From, LLVMValueRef To, const LLVMValueRef *Params) {
    ValueToValueMapTy Values;
    for (Argument &A : unwrap<Function>(From)->args())
        Values[&A] = unwrap(Params[A.getArgNo()]);
    copyBlocks(*unwrap<Function>(From), *unwrap<Function>(To), Values);
    stripDebugInfo(*unwrap<Function>(To));
}

void llvmx_body_lend(LLVMValueRef From, LLVMValueRef To) {
    llvmx_body_move(From, To);
    for (Argument &A : unwrap<Function>(From)->args())
        A.replaceAllUsesWith(unwrap<Function>(To)->getArg(A.getArgNo()));
}

void llvmx_body_twin(LLVMValueRef From, LLVMValueRef To) {
    ValueToValueMapTy Values;
    for (Argument &A : unwrap<Function>(From)->args())
        Values[&A] = unwrap<Function>(To)->getArg(A.getArgNo());
    copyBlocks(*unwrap<Function>(From), *unwrap<Function>(To), Values);
}

void llvmx_body_clear(LLVMValueRef Fn) {
    Function &F = *unwrap<Function>(Fn);
    for (BasicBlock &B : F)
        B.dropAllReferences();
    while (!F.empty())
        F.begin()->eraseFromParent();
}

bool llvmx_has_block_addresses(LLVMValueRef Fn) {
    return any_of(*unwrap<Function>(Fn), [](const BasicBlock &B) { return B.hasAddressTaken(); });
}

struct llvmx_attributes {
    SmallVector<std::pair<Function *, AttributeList>, 0> All;
};

llvmx_attributes *llvmx_attributes_keep(LLVMModuleRef M) {
    auto *Kept = new llvmx_attributes;
    for (Function &F : *unwrap(M))
        Kept->All.emplace_back(&F, F.getAttributes());
    return Kept;
}

void llvmx_attributes_restore(llvmx_attributes *Kept) {
    for (auto &[F, Attributes] : Kept->All)
        F->setAttributes(Attributes);
    delete Kept;
}

// An intrinsic's name spells its types.
static Function *intrinsicOfType(Function &Old, FunctionType *Type) {
    SmallVector<llvm::Type *, 4> Types;
    Intrinsic::getIntrinsicSignature(Old.getIntrinsicID(), Type, Types);
    return Intrinsic::getOrInsertDeclaration(Old.getParent(), Old.getIntrinsicID(), Types);
}

// Attributes of pointers mean nothing for integers.
static AttributeList fittingAttributes(Function &Old, FunctionType *Type) {
    AttributeList All = Old.getAttributes();
    auto Fits = [](llvm::Type *A, llvm::Type *B) { return A->getTypeID() == B->getTypeID(); };
    if (!Fits(Old.getReturnType(), Type->getReturnType()))
        All = All.removeAttributesAtIndex(Old.getContext(), AttributeList::ReturnIndex);
    for (Argument &A : Old.args())
        if (!Fits(A.getType(), Type->getParamType(A.getArgNo())))
            All = All.removeParamAttributes(Old.getContext(), A.getArgNo());
    return All;
}

static Function *functionOfType(Function &Old, FunctionType *Type) {
    if (Old.isIntrinsic())
        return intrinsicOfType(Old, Type);
    Function *New = Function::Create(Type, Old.getLinkage(), Old.getAddressSpace());
    Old.getParent()->getFunctionList().insert(Old.getIterator(), New);
    New->setAttributes(fittingAttributes(Old, Type));
    ir_carry_global(wrap(&Old), wrap(New));
    llvmx_body_move(wrap(&Old), wrap(New));
    for (Argument &From : Old.args()) {
        Argument *To = New->getArg(From.getArgNo());
        To->takeName(&From);
        if (From.getType() == To->getType())
            From.replaceAllUsesWith(To);
    }
    return New;
}

static GlobalVariable *variableOfType(GlobalVariable &Old, Type *Type) {
    auto *New =
        new GlobalVariable(*Old.getParent(), Type, Old.isConstant(), Old.getLinkage(), nullptr, "",
                           &Old, Old.getThreadLocalMode(), Old.getAddressSpace());
    ir_carry_global(wrap(&Old), wrap(New));
    return New;
}

static GlobalValue *globalOfType(GlobalValue &Old, Type *Type) {
    if (auto *F = dyn_cast<Function>(&Old))
        return functionOfType(*F, cast<FunctionType>(Type));
    if (auto *Variable = dyn_cast<GlobalVariable>(&Old))
        return variableOfType(*Variable, Type);
    if (auto *Alias = dyn_cast<GlobalAlias>(&Old)) {
        auto *New = GlobalAlias::create(Type, Old.getAddressSpace(), Old.getLinkage(), "",
                                        Alias->getAliasee(), Old.getParent());
        carryAttributes(*Alias, *New);
        return New;
    }
    auto &IFunc = cast<GlobalIFunc>(Old);
    auto *New = GlobalIFunc::create(Type, Old.getAddressSpace(), Old.getLinkage(), "",
                                    IFunc.getResolver(), Old.getParent());
    carryAttributes(IFunc, *New);
    New->copyMetadata(&IFunc, 0);
    return New;
}

LLVMValueRef llvmx_global_of_type(LLVMValueRef Value, LLVMTypeRef Type) {
    auto *Old = unwrap<GlobalValue>(Value);
    GlobalValue *New = globalOfType(*Old, unwrap(Type));
    if (!New->hasName())
        New->takeName(Old);
    Old->replaceAllUsesWith(New);
    return wrap(New);
}

template <class T> static void forgetUses(T &Value) {
    if (!Value.use_empty() || Value.isUsedByMetadata())
        Value.replaceAllUsesWith(PoisonValue::get(Value.getType()));
}

void llvmx_erase_global(LLVMValueRef Value) {
    auto *Old = unwrap<GlobalValue>(Value);
    if (auto *F = dyn_cast<Function>(Old))
        for (Argument &A : F->args())
            forgetUses(A);
    Old->removeDeadConstantUsers();
    forgetUses(*Old);
    Old->eraseFromParent();
}

void llvmx_each_struct(LLVMModuleRef M, void (*Each)(void *, LLVMTypeRef), void *Data) {
    TypeFinder Types;
    Types.run(*unwrap(M), false);
    for (StructType *Type : Types)
        Each(Data, wrap(Type));
}

void llvmx_each_variable(LLVMBasicBlockRef BB, void (*Each)(void *, LLVMDbgRecordRef), void *Data) {
    for (Instruction &I : *unwrap(BB))
        for (DbgVariableRecord &Record : filterDbgVars(I.getDbgRecordRange()))
            Each(Data, wrap(&Record));
}

// ---- Rewriting under a map of types and values ----

struct llvmx_mapper final : ValueMapTypeRemapper, ValueMaterializer {
    const RemapFlags Flags = RF_IgnoreMissingLocals | RF_ReuseAndMutateDistinctMDs;
    Module &M;
    llvmx_map_hooks Hooks;
    ValueToValueMapTy Values;
    ValueMapper Mapper;

    llvmx_mapper(Module &M, llvmx_map_hooks Hooks)
        : M(M), Hooks(Hooks), Mapper(Values, Flags, this, this) {}

    Type *remapType(Type *T) override {
        bool Whole = !T->isStructTy() && T->getNumContainedTypes() == 0;
        return Whole ? T : unwrap(Hooks.type(Hooks.data, wrap(T)));
    }

    // LLVM's mapper looks at operands and results; the type that an address is computed in is
    // neither.
    Value *mapAddress(GEPOperator &Address) {
        Type *From = Address.getSourceElementType(), *To = remapType(From);
        if (From == To)
            return nullptr;
        SmallVector<Constant *, 4> Parts;
        for (Use &Part : Address.operands())
            Parts.push_back(cast<Constant>(MapValue(Part, Values, Flags, this, this)));
        return ConstantExpr::getGetElementPtr(To, Parts[0], ArrayRef(Parts).drop_front(),
                                              Address.getNoWrapFlags(), Address.getInRange());
    }

    // Numbers and other plain data stay: metadata holds the same ones.
    Value *materialize(Value *V) override {
        if (isa<ConstantData>(V))
            return nullptr;
        if (LLVMValueRef To = Hooks.value(Hooks.data, wrap(V)))
            return unwrap(To);
        auto *Address = isa<Constant>(V) ? dyn_cast<GEPOperator>(V) : nullptr;
        return Address ? mapAddress(*Address) : nullptr;
    }

    AttributeList map(AttributeList All) {
        for (unsigned Index : All.indexes())
            for (Attribute A : All.getAttributes(Index))
                if (A.isTypeAttribute())
                    All = All.replaceAttributeTypeAtIndex(M.getContext(), Index, A.getKindAsEnum(),
                                                          remapType(A.getValueAsType()));
        return All;
    }

    void map(GlobalVariable &G) {
        if (G.hasInitializer()) {
            Constant *Init = Mapper.mapConstant(*G.getInitializer());
            cast<GlobalVariable>(Mapper.mapValue(G))->setInitializer(Init);
        }
        Mapper.remapGlobalObjectMetadata(G);
    }

    void map(Function &F) {
        for (Use &Data : F.operands())
            if (Data)
                Data = Mapper.mapValue(*Data);
        F.setAttributes(map(F.getAttributes()));
        Mapper.remapGlobalObjectMetadata(F);
    }

    // A call's type is one type, not the sum of its parts.
    void map(Instruction &I) {
        auto *Call = dyn_cast<CallBase>(&I);
        Type *Called = Call ? remapType(Call->getFunctionType()) : nullptr;
        Mapper.remapDbgRecordRange(&M, I.getDbgRecordRange());
        Mapper.remapInstruction(I);
        if (Call)
            Call->mutateFunctionType(cast<FunctionType>(Called));
    }
};

llvmx_mapper *llvmx_mapper_new(LLVMModuleRef M, llvmx_map_hooks Hooks) {
    return new llvmx_mapper(*unwrap(M), Hooks);
}

void llvmx_mapper_free(llvmx_mapper *Mapper) {
    delete Mapper;
}

LLVMValueRef llvmx_map_value(llvmx_mapper *X, LLVMValueRef V) {
    Value *To = X->Mapper.mapValue(*unwrap(V));
    return To ? wrap(To) : V;
}

void llvmx_map_set(llvmx_mapper *X, LLVMValueRef From, LLVMValueRef To) {
    if (!isa<ConstantData>(unwrap(From)))
        X->Values[unwrap(From)] = unwrap(To);
}

void llvmx_map_contents(llvmx_mapper *X) {
    for (GlobalVariable &G : X->M.globals())
        X->map(G);
    for (Function &F : X->M)
        X->map(F);
    for (GlobalAlias &A : X->M.aliases())
        A.setAliasee(X->Mapper.mapConstant(*A.getAliasee()));
    for (GlobalIFunc &I : X->M.ifuncs())
        I.setResolver(X->Mapper.mapConstant(*I.getResolver()));
    for (NamedMDNode &Named : X->M.named_metadata())
        for (unsigned I = 0; I < Named.getNumOperands(); I++)
            Named.setOperand(I, X->Mapper.mapMDNode(*Named.getOperand(I)));
}

unsigned llvmx_map_body(llvmx_mapper *X, LLVMValueRef Fn) {
    unsigned Count = 0;
    for (Instruction &I : instructions(*unwrap<Function>(Fn)))
        X->map(I), Count++;
    return Count;
}

LLVMModuleRef llvmx_clone_part(LLVMModuleRef M, bool (*Keeps)(void *Data, LLVMValueRef Fn),
                               void *Data) {
    ValueToValueMapTy Map;
    auto IsCopied = [&](const GlobalValue *G) {
        const auto *F = dyn_cast<Function>(G);
        if (!F)
            return isa<GlobalVariable>(G);
        return Keeps(Data, wrap(F)) ||
               any_of(*F, [](const BasicBlock &B) { return B.hasAddressTaken(); });
    };
    return wrap(CloneModule(*unwrap(M), Map, IsCopied).release());
}

// ---- Bitcode that LLVM refuses ----

/* LLVM's own ways of dropping an error are templates, which would be exported. */
template <class T> static std::optional<T> valueOf(Expected<T> Found) {
    if (Found)
        return *Found;
    LLVMConsumeError(wrap(Found.takeError()));
    return std::nullopt;
}

static std::optional<unsigned> takeRecord(BitstreamCursor &Stream, SmallVectorImpl<uint64_t> &To) {
    auto Entry = valueOf(Stream.advance());
    if (!Entry || Entry->Kind != BitstreamEntry::Record)
        return std::nullopt;
    return valueOf(Stream.readRecord(Entry->ID, To));
}

void llvmx_bitcode_producer(const char *Bytes, size_t Size, char *Producer, size_t Room) {
    ArrayRef<uint8_t> All(reinterpret_cast<const uint8_t *>(Bytes), Size);
    bool Wrapped = Size >= 20 && isBitcodeWrapper(All.begin(), All.end());
    size_t Start = Wrapped ? support::endian::read32le(Bytes + 8) : 0;
    SmallVector<uint64_t, 64> Name;
    *Producer = '\0';
    if (Start > Size || Size - Start < 16 || !isRawBitcode(All.begin() + Start, All.end()))
        return;
    BitstreamCursor Stream(All.drop_front(Start + 4));
    auto Block = valueOf(Stream.advance());
    if (!Block || Block->Kind != BitstreamEntry::SubBlock ||
        Block->ID != bitc::IDENTIFICATION_BLOCK_ID)
        return;
    if (Error Failed = Stream.EnterSubBlock(Block->ID))
        return LLVMConsumeError(wrap(std::move(Failed)));
    if (takeRecord(Stream, Name) != bitc::IDENTIFICATION_CODE_STRING)
        return;
    size_t Length = std::min(Name.size(), Room - 1);
    for (size_t I = 0; I < Length; I++)
        Producer[I] = Name[I] > 0x20 && Name[I] < 0x7f ? char(Name[I]) : '?';
    Producer[Length] = '\0';
}
