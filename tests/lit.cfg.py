# FileCheck suites. Tests call lathe, opt, clang, FileCheck, not, split-file by their plain names.
import os
import pty
import shutil
import sys

import lit.formats

config.name = "lathe"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".c", ".cpp", ".test"]
config.excludes = ["Inputs", "passes", "unit", "CMakeLists.txt", "ckpt_fuzz.c", "object_fuzz.c"]
config.test_source_root = os.path.join(config.lathe_source, "tests")
config.test_exec_root = os.path.join(config.lathe_build, "tests", "lit")

# --param=bin=FOLDER puts another lathe in front (scripts/fake_lathe.py).
path = [os.path.join(config.lathe_build, "bin"), config.llvm_bin, os.environ["PATH"]]
path = [lit_config.params["bin"], *path] if "bin" in lit_config.params else path
config.environment["PATH"] = os.pathsep.join(path)
config.environment["LC_ALL"] = "C.UTF-8"
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "NO_COLOR"):
    config.environment.pop(name, None)
if config.sanitized:
    # LLVM's own global tables are never freed; lathe's leaks are looked for by the unit tests.
    config.environment["ASAN_OPTIONS"] = "detect_leaks=0"
    config.available_features.add("san")
# Fuzz tests try other programs for each commit; what fails is kept beside the build.
sys.path.insert(0, os.path.join(config.test_source_root, "fuzz"))
import seeds  # noqa: E402

config.environment["LATHE_FUZZ_SEED"] = str(seeds.default()[0])
config.environment["LATHE_FUZZ_KEEP"] = os.path.join(config.lathe_build, "fuzz-failures")
config.substitutions.append(("%tests", config.test_source_root))
config.substitutions.append(("%python", "python3"))
config.substitutions.append(("%torture", f"python3 {config.lathe_source}/tests/torture/torture.py"))
config.substitutions.append(("%pool-runtime",
                             os.path.join(config.lathe_build, "lib", "liblathe-pool.a")))
if shutil.which("dpkg-deb") and shutil.which("dpkg-shlibdeps"):
    config.available_features.add("dpkg")
if shutil.which("gdb"):
    config.available_features.add("gdb")
# The programs of tests/run behave the same under every pipeline of tests/run/pipelines.txt, and
# change as they state; or, with --param=seeds=N, under N ways of shuffling. --param=update=1 lets
# programs state what changes now.
run_tests = os.path.join(config.test_source_root, "run")
pipelines = [f"--passes='dtrans-shuffle<seed={seed}>'"
             for seed in range(1, 1 + int(lit_config.params.get("seeds", 0)))]
pipelines += ["--changes=any"] if pipelines else []
pipelines = pipelines or [f"--pipelines={run_tests}/pipelines.txt", "--changes=stated"]
if lit_config.params.get("update"):
    config.environment["LATHE_UPDATE"] = "1"
config.substitutions.append(("%compare", f"python3 {run_tests}/compare.py {' '.join(pipelines)}"))
if os.path.exists(os.path.join(config.lathe_build, "lib", "liblathe-ckpt.a")):
    config.available_features.add("ckpt-runtime")
if shutil.which("valgrind"):
    config.available_features.add("valgrind")
if shutil.which("pahole"):
    config.available_features.add("pahole")

# Containers may have no terminals to give.
try:
    for descriptor in pty.openpty():
        os.close(descriptor)
    config.available_features.add("pty")
except OSError:
    pass
