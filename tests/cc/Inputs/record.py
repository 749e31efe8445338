"""Shows the level and fields of every record in a file, and keeps the bitcode of the first.

record.py SECTION BITCODE
"""
import struct
import sys

from seal import unpacked

MAGIC = b"LATHEBC\x05"


def fields(data):
    at = 0
    while at < len(data):
        number, length = struct.unpack_from("<HH", data, at)
        at += 4 + length
        yield f"{number}={data[at - length:at].decode()}" if length else f"{number}"


with open(sys.argv[1], "rb") as file:
    data = file.read()
at = data.find(MAGIC)
first = True
while at >= 0:
    options_size, bitcode_size, simplified, notes, level = struct.unpack_from("<QQQQI", data, at + 16)
    end = at + 72 + options_size + bitcode_size
    print(f"level {level}:", *fields(data[at + 72:at + 72 + options_size]))
    if first:
        with open(sys.argv[2], "wb") as file:
            file.write(unpacked(data[end - bitcode_size:end]))
    first = False
    at = data.find(MAGIC, end + simplified + notes)
