"""Shows the level and words of every record in a file, and keeps the bitcode of the first.

record.py SECTION BITCODE
"""
import struct
import sys

with open(sys.argv[1], "rb") as file:
    data = file.read()
at = data.find(b"LATHEBC\x02")
first = True
while at >= 0:
    options_size, bitcode_size, simplified, level = struct.unpack_from("<QQQI", data, at + 16)
    words = data[at + 56:at + 56 + options_size].split(b"\0")
    end = at + 56 + options_size + bitcode_size
    print(f"level {level}:", *(word.decode() for word in words if word))
    if first:
        with open(sys.argv[2], "wb") as file:
            file.write(data[end - bitcode_size:end])
    first = False
    at = data.find(b"LATHEBC\x02", end + simplified)
