"""Records of `.lathe.bc` with a checksum that is right, whatever they say."""
import struct
import subprocess

M = (1 << 64) - 1
P = [11400714785074694791, 14029467366897019727, 1609587929392839161, 9650029242287828579,
     2870177450012600261]


def rotate(x, r):
    return (x << r | x >> (64 - r)) & M


def one(acc, lane):
    return rotate((acc + lane * P[1]) & M, 31) * P[0] & M


def xxh64(data):
    n, at = len(data), 0
    if n >= 32:
        v = [(P[0] + P[1]) & M, P[1], 0, -P[0] & M]
        while n - at >= 32:
            for i in range(4):
                v[i] = one(v[i], int.from_bytes(data[at:at + 8], "little"))
                at += 8
        h = sum(rotate(x, r) for x, r in zip(v, (1, 7, 12, 18))) & M
        for x in v:
            h = ((h ^ one(0, x)) * P[0] + P[3]) & M
    else:
        h = P[4]
    h = (h + n) & M
    while n - at >= 8:
        h = (rotate(h ^ one(0, int.from_bytes(data[at:at + 8], "little")), 27) * P[0] + P[3]) & M
        at += 8
    if n - at >= 4:
        h = (rotate(h ^ int.from_bytes(data[at:at + 4], "little") * P[0] & M, 23) * P[1] + P[2]) & M
        at += 4
    for b in data[at:]:
        h = rotate(h ^ b * P[4] & M, 11) * P[0] & M
    h = (h ^ h >> 33) * P[1] & M
    h = (h ^ h >> 29) * P[2] & M
    return h ^ h >> 32


def unpacked(part):
    """Bitcode as it was before it was packed."""
    if part[:4] != b"\x28\xb5\x2f\xfd":
        return part
    return subprocess.run(["zstd", "-dcq"], input=part, stdout=subprocess.PIPE, check=True).stdout


def seal(version, options, bitcode, simplified, numbers, notes=b""):
    parts = options, bitcode, simplified, notes
    body = struct.pack("<QQQQ", *map(len, parts)) + numbers + b"".join(parts)
    return version + struct.pack("<Q", xxh64(body)) + body
