// A user's program in C++: options, results and strings, with the ownership that C++ has for them.
#include <lathe/hir.h>

#include <cstdio>
#include <memory>

template <auto Free> struct Freed {
    template <class T> void operator()(T *Thing) const { Free(Thing); }
};
template <class T, auto Free> using Owned = std::unique_ptr<T, Freed<Free>>;

int main(int Count, char **Arguments) {
    if (Count < 2)
        return 2;
    Owned<lathe_ctx, lathe_ctx_free> Context(lathe_ctx_new());
    const char *Path = Arguments[1];
    lathe_hir_options Options = LATHE_INIT(lathe_hir_options);
    Options.function = "multiply";
    Owned<lathe_module, lathe_module_free> Module(
        lathe_module_load(Context.get(), &Path, 1, nullptr));
    Owned<lathe_hir, lathe_hir_free> Hir(lathe_hir_build(Module.get(), &Options));
    Owned<lathe_deps, lathe_deps_free> Deps(lathe_hir_deps(Hir.get(), nullptr));
    lathe_hir_counts Counts = LATHE_INIT(lathe_hir_counts);
    if (!lathe_hir_count(Hir.get(), 0, &Counts))
        return 1;
    Owned<char, lathe_free> Text(lathe_hir_text(Hir.get(), nullptr));
    std::printf("%s: %zu loops in %zu nest, %zu edges\n%s", lathe_hir_function_name(Hir.get(), 0),
                Counts.loops, Counts.regions, lathe_deps_edge_count(Deps.get(), 0, 0), Text.get());
    return 0;
}
