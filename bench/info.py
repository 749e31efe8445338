"""What a module summary costs, compared with only reading and verifying the module."""
import os
import subprocess

from harness.probe import Probe
from harness.programs import make

HERE = os.path.dirname(os.path.abspath(__file__))


def client(env):
    """A program on liblathe that does the same work; built each time, since the library changes."""
    program = os.path.join(env.folder, "info_client")
    include = subprocess.run(["llvm-config-22", "--includedir"], capture_output=True, text=True,
                             check=True).stdout.strip()
    libraries = os.path.abspath(os.path.join(env.build, "lib"))
    make(["clang-22", "-O1", os.path.join(HERE, "info_client.c"), "-o", program,
          "-I", os.path.join(HERE, "..", "include"), "-I", include,
          "-L", libraries, "-llathe", "-Wl,-rpath," + libraries])
    return [program]


def probes(env, goal):
    bitcode = env.programs.bitcode()
    own = client(env) if goal["how"] == "instructions" else [env.lathe, "info"]
    return (Probe(goal["x"], [*own, bitcode], goal["how"]),
            Probe(goal["y"], ["opt-22", "-passes=verify", "-disable-output", bitcode],
                  goal["how"]))
