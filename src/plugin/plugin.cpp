// The shim between LLVM's new pass manager, which only speaks C++, and cc/host.c and cc/embed.c.
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

extern "C" {
#include "cc/host.h"
#include "pass/pipeline.h"
}

using namespace llvm;

namespace {

constexpr size_t MaxPasses = 64;

void warn(LLVMContext &Context, const Twine &Message) {
    Context.diagnose(DiagnosticInfoGeneric("lathe: " + Message, DS_Warning));
}

void forward(void *Context, const lathe_diag *Diag) {
    if (Diag->severity >= LATHE_WARNING)
        warn(*static_cast<LLVMContext *>(Context), Diag->message);
}

// A remark stands in a function with a body; one about the whole program may name none.
Function *functionOf(Module &M, const remark &R) {
    Function *Named = M.getFunction(R.function);
    if (Named && !Named->isDeclaration())
        return Named;
    for (Function &F : M)
        if (!F.isDeclaration())
            return &F;
    return nullptr;
}

DiagnosticLocation placeOf(Function &F, const remark &R) {
    DISubprogram *Scope = F.getSubprogram();
    if (!R.file || !Scope)
        return DiagnosticLocation(Scope);
    auto *File = DIFile::get(F.getContext(), R.file, "");
    auto *Block = DILexicalBlockFile::get(F.getContext(), Scope, File, 0);
    return DiagnosticLocation(DILocation::get(F.getContext(), R.line, R.column, Block));
}

template <class T> void emitAs(Function &F, const cc_host &Host, const remark &R) {
    T Remark(R.pass, R.name, placeOf(F, R), &F.getEntryBlock());
    for (size_t I = 0; I < R.part_count; I++) {
        const remark_part &Part = Host.remarks.parts.at[R.first_part + I];
        Remark << DiagnosticInfoOptimizationBase::Argument(Part.key, Part.value);
    }
    OptimizationRemarkEmitter(&F).emit(Remark);
}

void emitRemarks(Module &M, const cc_host &Host) {
    using Emit = void(Function &, const cc_host &, const remark &);
    static constexpr Emit *Kinds[] = {emitAs<OptimizationRemark>, emitAs<OptimizationRemarkMissed>,
                                      emitAs<OptimizationRemarkAnalysis>};
    for (size_t I = 0; I < Host.remarks.all.len; I++)
        if (Function *F = functionOf(M, Host.remarks.all.at[I]))
            Kinds[Host.remarks.all.at[I].kind](*F, Host, Host.remarks.all.at[I]);
}

template <class Range> void eraseAll(Range Things) {
    for (auto &Thing : make_early_inc_range(Things))
        Thing.eraseFromParent();
}

// Comdats belong to a module, everything else moves as it is.
void replaceContents(Module &M, Module &From) {
    M.dropAllReferences();
    eraseAll(M.globals()), eraseAll(M.functions()), eraseAll(M.aliases()), eraseAll(M.ifuncs());
    eraseAll(M.named_metadata());
    M.getComdatSymbolTable().clear();
    for (GlobalVariable &G : make_early_inc_range(From.globals()))
        G.removeFromParent(), M.insertGlobalVariable(&G);
    M.getFunctionList().splice(M.end(), From.getFunctionList());
    for (GlobalAlias &A : make_early_inc_range(From.aliases()))
        A.removeFromParent(), M.insertAlias(&A);
    for (GlobalIFunc &F : make_early_inc_range(From.ifuncs()))
        F.removeFromParent(), M.insertIFunc(&F);
    for (GlobalObject &O : M.global_objects())
        if (Comdat *Old = O.getComdat()) {
            O.setComdat(M.getOrInsertComdat(Old->getName()));
            O.getComdat()->setSelectionKind(Old->getSelectionKind());
        }
    for (NamedMDNode &Node : From.named_metadata())
        for (MDNode *Operand : Node.operands())
            M.getOrInsertNamedMetadata(Node.getName())->addOperand(Operand);
}

// Old types would keep their names from the new ones, and old debug types would stand for new ones
// of the same identifier. False leaves the module as it was.
bool replace(Module &M, ModuleAnalysisManager &MAM, LLVMMemoryBufferRef Image) {
    LLVMContext &Context = M.getContext();
    SmallVector<std::pair<StructType *, std::string>> Names;
    for (StructType *Type : M.getIdentifiedStructTypes())
        Names.emplace_back(Type, Type->getName().str());
    for (auto &[Type, Name] : Names)
        Type->setName("");
    bool Uniquing = Context.isODRUniquingDebugTypes();
    Context.disableDebugTypeODRUniquing();
    Expected<std::unique_ptr<Module>> New =
        parseBitcodeFile(unwrap(Image)->getMemBufferRef(), Context);
    if (Uniquing)
        Context.enableDebugTypeODRUniquing();
    if (!New) {
        for (auto &[Type, Name] : Names)
            Type->setName(Name);
        consumeError(New.takeError());
        return false;
    }
    MAM.invalidate(M, PreservedAnalyses::none());
    replaceContents(M, **New);
    return true;
}

PreservedAnalyses runPasses(Module &M, ModuleAnalysisManager &MAM, cc_place Place,
                            const char *Passes, ModulePassManager *PreLink) {
    cc_host Host;
    cc_host_run(&Host, forward, &M.getContext(), wrap(&M), Place, Passes);
    errs() << str_text(&Host.text);
    bool Changed = Host.changed && replace(M, MAM, Host.changed);
    if (Host.changed && !Changed)
        warn(M.getContext(), "the transformed module cannot be read; it stays as it was");
    emitRemarks(M, Host);
    if (*cc_host_error(&Host))
        warn(M.getContext(), Twine(cc_host_error(&Host)) + "; the module stays as it was");
    if (Host.pre_link)
        PreLink->run(M, MAM);
    Changed |= Host.embedded || Host.pre_link;
    cc_host_free(&Host);
    return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

// Each pass is a class of its own, since -print-after tells them apart by that.
template <size_t Index> struct NamedPass : PassInfoMixin<NamedPass<Index>> {
    std::string Text;
    explicit NamedPass(StringRef Given) : Text(Given) {}
    static StringRef name() {
        return pass_at(Index)->name;
    }
    PreservedAnalyses run(Module &M, ModuleAnalysisManager &MAM) {
        return runPasses(M, MAM, CC_AT_NAME, Text.c_str(), nullptr);
    }
    void printPipeline(raw_ostream &OS, function_ref<StringRef(StringRef)>) {
        OS << Text;
    }
};

template <size_t... Index>
bool addPass(StringRef Text, ModulePassManager &MPM, std::index_sequence<Index...>) {
    lathe_ctx *Ctx = lathe_ctx_new();
    const ir_pass *Pass = Ctx ? pass_check(Ctx, Text.str().c_str()) : nullptr;
    if (Ctx && *lathe_ctx_error(Ctx))
        errs() << "lathe: " << lathe_ctx_error(Ctx) << "\n";
    lathe_ctx_free(Ctx);
    return Pass && ((Pass == pass_at(Index) && (MPM.addPass(NamedPass<Index>(Text)), true)) || ...);
}

// What runs because of where the host is, not because it was asked for.
struct PlacedPass : PassInfoMixin<PlacedPass> {
    cc_place Place;
    ModulePassManager PreLink;
    PlacedPass(cc_place Where, ModulePassManager Then) : Place(Where), PreLink(std::move(Then)) {}
    static bool isRequired() {
        return true;
    }
    PreservedAnalyses run(Module &M, ModuleAnalysisManager &MAM) {
        return runPasses(M, MAM, Place, nullptr, &PreLink);
    }
};

void registerPasses(PassBuilder &PB) {
    const ir_pass *Pass;
    for (size_t I = 0; PB.getPassInstrumentationCallbacks() && (Pass = pass_at(I)); I++)
        PB.getPassInstrumentationCallbacks()->addClassToPassName(Pass->name, Pass->name);
    PB.registerPipelineParsingCallback(
        [](StringRef Name, ModulePassManager &MPM, ArrayRef<PassBuilder::PipelineElement>) {
            return addPass(Name, MPM, std::make_index_sequence<MaxPasses>());
        });
    // lto-pre-link has a start of its own, at which a link has nothing to do.
    auto Linking = std::make_shared<bool>(false);
    PB.registerPipelineStartEPCallback([Linking](ModulePassManager &MPM, OptimizationLevel) {
        // clang has put passes there already; the module is wanted as the front end left it.
        ModulePassManager First;
        if (!*Linking)
            First.addPass(PlacedPass(CC_AT_START, ModulePassManager()));
        First.addPass(std::move(MPM));
        MPM = std::move(First);
    });
    PB.registerOptimizerEarlyEPCallback(
        [Linking](ModulePassManager &MPM, OptimizationLevel, ThinOrFullLTOPhase) {
            if (!*Linking)
                MPM.addPass(PlacedPass(CC_AT_HALF, ModulePassManager()));
        });
    PB.registerFullLinkTimeOptimizationEarlyEPCallback(
        [&PB, Linking](ModulePassManager &MPM, OptimizationLevel Level) {
            *Linking = true;
            MPM.addPass(PlacedPass(CC_AT_LINK, PB.buildLTOPreLinkDefaultPipeline(Level)));
            *Linking = false;
        });
}

} // namespace

extern "C" LATHE_API PassPluginLibraryInfo llvmGetPassPluginInfo() {
    return {LLVM_PLUGIN_API_VERSION, "lathe", LATHE_VERSION, registerPasses};
}
