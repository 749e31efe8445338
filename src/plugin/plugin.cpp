// The shim between LLVM's new pass manager, which only speaks C++, and cc/host.
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

extern "C" {
#include "cc/host/host.h"
#include "pass/pipeline.h"
}

using namespace llvm;

namespace {

constexpr size_t MaxPasses = 64;

void forward(void *Context, const lathe_diag *Diag) {
    if (Diag->severity >= LATHE_WARNING)
        static_cast<LLVMContext *>(Context)->diagnose(
            DiagnosticInfoGeneric(Twine("lathe: ") + Diag->message, DS_Warning));
}

template <class T> void emitAs(const cc_host_remark *R) {
    auto *F = unwrap<Function>(R->function);
    auto *Place = cast_or_null<DILocation>(unwrap(R->place));
    T Remark(R->pass, R->name, Place ? DiagnosticLocation(Place) : F->getSubprogram(),
             &F->getEntryBlock());
    for (size_t I = 0; I < R->part_count; I++)
        Remark << DiagnosticInfoOptimizationBase::Argument(R->parts[I].key, R->parts[I].value);
    OptimizationRemarkEmitter(F).emit(Remark);
}

constexpr cc_host_emit *Emitters[] = {emitAs<OptimizationRemark>, emitAs<OptimizationRemarkMissed>,
                                      emitAs<OptimizationRemarkAnalysis>};

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
        Names.emplace_back(Type, Type->getName().str()), Type->setName("");
    bool Uniquing = Context.isODRUniquingDebugTypes();
    Context.disableDebugTypeODRUniquing();
    auto New = expectedToOptional(parseBitcodeFile(unwrap(Image)->getMemBufferRef(), Context));
    if (Uniquing)
        Context.enableDebugTypeODRUniquing();
    for (auto &[Type, Name] : Names)
        if (!New)
            Type->setName(Name);
    if (New)
        MAM.invalidate(M, PreservedAnalyses::none()), replaceContents(M, **New);
    return New.has_value();
}

PreservedAnalyses runPasses(Module &M, ModuleAnalysisManager &MAM, cc_place Place,
                            const char *Passes, ModulePassManager *PreLink) {
    cc_host Host;
    cc_host_run(&Host, forward, &M.getContext(), wrap(&M), Place, Passes);
    errs() << str_text(&Host.text);
    if (Host.changed && !replace(M, MAM, Host.changed))
        cc_host_refuse(&Host);
    cc_host_remarks(&Host, wrap(&M), Emitters);
    if (Place == CC_AT_START)
        cc_host_embed(&Host, wrap(&M));
    if (Host.pre_link)
        PreLink->run(M, MAM);
    bool Changed = Host.changed || Host.embeds || Host.pre_link;
    cc_host_free(&Host);
    return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

// Each pass is a class of its own, since -print-after distinguishes them by that.
template <size_t Index> struct NamedPass : PassInfoMixin<NamedPass<Index>> {
    std::string Text;
    static StringRef name() {
        return pass_at(nullptr, Index)->name;
    }
    PreservedAnalyses run(Module &M, ModuleAnalysisManager &MAM) {
        return runPasses(M, MAM, CC_AT_NAME, Text.c_str(), nullptr);
    }
    void printPipeline(raw_ostream &OS, function_ref<StringRef(StringRef)>) {
        OS << Text;
    }
};

// Those of shared objects are one class: how many there are is not known here.
struct LoadedPass : PassInfoMixin<LoadedPass> {
    std::string Text;
    PreservedAnalyses run(Module &M, ModuleAnalysisManager &MAM) {
        return runPasses(M, MAM, CC_AT_NAME, Text.c_str(), nullptr);
    }
    void printPipeline(raw_ostream &OS, function_ref<StringRef(StringRef)>) {
        OS << Text;
    }
};

template <size_t... Index>
bool addPass(StringRef Text, ModulePassManager &MPM, std::index_sequence<Index...>) {
    char Error[CTX_ERROR_SIZE];
    size_t Pass = cc_host_pass(Text.str().c_str(), Error);
    errs() << Error;
    if (Pass != SIZE_MAX && !pass_at(nullptr, Pass))
        return MPM.addPass(LoadedPass{{}, Text.str()}), true;
    return ((Pass == Index && (MPM.addPass(NamedPass<Index>{{}, Text.str()}), true)) || ...);
}

// What runs because of where the host is, not because it was asked for.
struct PlacedPass : PassInfoMixin<PlacedPass> {
    cc_place Place;
    ModulePassManager PreLink;
    static bool isRequired() {
        return true;
    }
    PreservedAnalyses run(Module &M, ModuleAnalysisManager &MAM) {
        return runPasses(M, MAM, Place, nullptr, &PreLink);
    }
};

void registerPasses(PassBuilder &PB) {
    const ir_pass *Pass;
    // lto-pre-link has a start of its own, at which a link has nothing to do.
    auto Bare = std::make_shared<PassBuilder>(PB);
    for (size_t I = 0; PB.getPassInstrumentationCallbacks() && (Pass = pass_at(nullptr, I)); I++)
        PB.getPassInstrumentationCallbacks()->addClassToPassName(Pass->name, Pass->name);
    PB.registerPipelineParsingCallback([](StringRef Name, ModulePassManager &MPM, auto) {
        return addPass(Name, MPM, std::make_index_sequence<MaxPasses>());
    });
    PB.registerPipelineStartEPCallback([](ModulePassManager &MPM, auto) {
        // clang has put passes there already; the module is wanted as the front end left it.
        ModulePassManager Rest = std::exchange(MPM, ModulePassManager());
        MPM.addPass(PlacedPass{{}, CC_AT_START, ModulePassManager()});
        MPM.addPass(std::move(Rest));
    });
    PB.registerOptimizerEarlyEPCallback([](ModulePassManager &MPM, auto, auto) {
        MPM.addPass(PlacedPass{{}, CC_AT_HALF, ModulePassManager()});
    });
    PB.registerFullLinkTimeOptimizationEarlyEPCallback([Bare](ModulePassManager &MPM, auto Level) {
        MPM.addPass(PlacedPass{{}, CC_AT_LINK, Bare->buildLTOPreLinkDefaultPipeline(Level)});
    });
}

} // namespace

extern "C" LATHE_API PassPluginLibraryInfo llvmGetPassPluginInfo() {
    return {LLVM_PLUGIN_API_VERSION, "lathe", LATHE_VERSION, registerPasses};
}
