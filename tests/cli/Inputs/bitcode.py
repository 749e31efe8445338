"""Makes bitcode that no compiler here writes: wrapped, or claiming to be of another LLVM.

    bitcode.py wrap IN OUT        puts IN into the wrapper some linkers use
    bitcode.py newer IN OUT       makes IN say LLVM 29 and epoch 1, as a later format would
"""

import struct
import sys

ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._"


def bits_of(text):
    return "".join(format(ALPHABET.index(c), "06b")[::-1] for c in text)


def newer(data):
    bits = "".join(format(byte, "08b")[::-1] for byte in data)
    at = bits.index(bits_of("LLVM22"))
    bits = bits[:at] + bits_of("LLVM29") + bits[at + 36 :]
    # After the name come the definition of the epoch's abbreviation (28 bits) and its number (5).
    epoch = at + 6 * len("LLVM22.1.8") + 33
    assert bits[epoch - 5 : epoch + 6] == "10100" + "000000"
    bits = bits[:epoch] + "100000" + bits[epoch + 6 :]
    return bytes(int(bits[i : i + 8][::-1], 2) for i in range(0, len(bits), 8))


def wrap(data):
    return struct.pack("<5I", 0x0B17C0DE, 0, 20, len(data), 0x01000007) + data


what, source, target = sys.argv[1:]
with open(source, "rb") as f:
    content = f.read()
with open(target, "wb") as f:
    f.write({"wrap": wrap, "newer": newer}[what](content))
