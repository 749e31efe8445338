"""The programs that are measured: generated, compiled as lathe compiles .c files, kept."""
import glob
import os
import subprocess
import sys

from harness.measure import MeasureError

BENCH = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GENERATOR = os.path.join(BENCH, "gen_program.py")
FRONT_END = ["-O1", "-Xclang", "-disable-llvm-passes", "-g", "-fno-discard-value-names", "-c",
             "-emit-llvm"]


class Programs:
    """Bitcode by size. A file that is newer than the generator is used again."""

    def __init__(self, folder, lines):
        self.folder, self.lines = folder, lines
        os.makedirs(folder, exist_ok=True)

    def path(self, name):
        return os.path.join(self.folder, f"{name}-{self.lines}")

    def bitcode(self, suffix=""):
        """The generated program; with a suffix its renamed copy without main."""
        stem = self.path("program" + suffix)
        if stale(stem + ".bc"):
            make([sys.executable, GENERATOR, "--lines", str(self.lines), "--suffix", suffix,
                  "-o", stem + ".c"])
            make(["clang-22", *FRONT_END, stem + ".c", "-o", stem + ".part"])
            os.rename(stem + ".part", stem + ".bc")
        return stem + ".bc"

    def doubled(self):
        """The program and its renamed copy, linked."""
        path = self.path("doubled") + ".bc"
        if stale(path):
            make(["llvm-link-22", self.bitcode(), self.bitcode("b"), "-o", path + ".part"])
            os.rename(path + ".part", path)
        return path


def stale(path):
    sources = [GENERATOR, *glob.glob(os.path.join(BENCH, "generator", "*.py"))]
    return not os.path.exists(path) or os.path.getmtime(path) < max(map(os.path.getmtime, sources))


def make(command):
    try:
        run = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise MeasureError(f"cannot run {command[0]}: {error.strerror}") from error
    if run.returncode != 0:
        raise MeasureError(f"{command[0]} failed: {run.stderr.strip()[-300:]}")
