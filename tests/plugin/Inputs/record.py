"""Reads the record in an object: record.py OBJECT BITCODE [SIMPLIFIED] writes the bitcode and
prints the rest; with no section .lathe.bc it prints "no record"."""
import os
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../cc/Inputs"))
from seal import unpacked  # noqa: E402


def fields(data):
    at = 0
    while at < len(data):
        number, length = struct.unpack_from("<HH", data, at)
        at += 4 + length
        yield f"{number}={data[at - length:at].decode()}" if length else f"{number}"


with tempfile.TemporaryDirectory() as folder:
    section = os.path.join(folder, "section")
    subprocess.run(["llvm-objcopy", f"--dump-section=.lathe.bc={section}", sys.argv[1],
                    os.path.join(folder, "copy")], stderr=subprocess.DEVNULL, check=False)
    if not os.path.exists(section):
        print("no record")
        sys.exit()
    with open(section, "rb") as file:
        data = file.read()
assert data[:8] == b"LATHEBC\5", data[:8]
options_size, bitcode_size, simplified_size, _ = struct.unpack_from("<QQQQ", data, 16)
level, *version = struct.unpack_from("<iIII", data, 48)
options = data[72:72 + options_size]
print("level", level, "LLVM", ".".join(map(str, version)))
print("settings", *fields(options))
with open(sys.argv[2], "wb") as out:
    out.write(unpacked(data[72 + options_size:72 + options_size + bitcode_size]))
if len(sys.argv) > 3:
    with open(sys.argv[3], "wb") as out:
        begin = 72 + options_size + bitcode_size
        out.write(unpacked(data[begin:begin + simplified_size]))
