"""Programs on liblathe, for what the command cannot be measured by."""
import os
import subprocess

from harness.programs import BENCH, make


def build(env, name):
    """The program of bench/NAME.c; built each time, since the library changes."""
    program = os.path.join(env.folder, name)
    include = subprocess.run(["llvm-config-22", "--includedir"], capture_output=True, text=True,
                             check=True).stdout.strip()
    libraries = os.path.abspath(os.path.join(env.build, "lib"))
    make(["clang-22", "-O1", os.path.join(BENCH, name + ".c"), "-o", program,
          "-I", os.path.join(BENCH, "..", "include"), "-I", include,
          "-L", libraries, "-llathe", "-Wl,-rpath," + libraries])
    return program
