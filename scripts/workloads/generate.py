#!/usr/bin/env python3
"""Writes the inputs of the campaign's workloads into a folder: generate.py FOLDER

The same bytes on every machine: texts, noise, runs, a sound, a bitmap, formulas, tunes.
"""
import math
import os
import struct
import sys


class Random:
    """A linear congruential generator, so that no library decides what is drawn."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        return (self.state >> 33) % n


def text(r, words=30000):
    stems = ["struct", "field", "loop", "the", "a", "of", "number", "class", "pointer", "is"]
    lines, line = [], []
    for _ in range(words):
        line.append(stems[r.below(10)] + ("s" if r.below(4) == 0 else "") +
                    (str(r.below(100)) if r.below(6) == 0 else ""))
        if r.below(12) == 0:
            lines.append(" ".join(line))
            line = []
    return "\n".join(lines).encode() + b"\n"


def noise(r, size=60000):
    return bytes(r.below(256) for _ in range(size))


def runs(r, count=3000):
    return b"".join(bytes([r.below(7)]) * (1 + r.below(200)) for _ in range(count))


def sound(r, seconds=1.5, rate=44100):
    samples = []
    for i in range(int(seconds * rate)):
        t = i / rate
        left = 9000 * math.sin(2 * math.pi * (220 + 300 * t) * t) + r.below(600)
        right = 7000 * math.sin(2 * math.pi * 660 * t) * (1 if i // 5000 % 2 else 0.1)
        samples.append(struct.pack("<hh", int(left), int(right)))
    data = b"".join(samples)
    return (b"RIFF" + struct.pack("<I", 36 + len(data)) + b"WAVEfmt "
            + struct.pack("<IHHIIHH", 16, 1, 2, rate, rate * 4, 4, 16)
            + b"data" + struct.pack("<I", len(data)) + data)


def shapes(r, width=320, height=240):
    discs = [(r.below(width), r.below(height), 5 + r.below(50)) for _ in range(14)]
    rows = []
    for y in range(height):
        bits = [sum((x - a) ** 2 + (y - b) ** 2 < c * c for a, b, c in discs) % 2
                for x in range(width)]
        rows.append(bytes(int("".join(map(str, bits[i:i + 8])), 2) for i in range(0, width, 8)))
    return b"P4\n%d %d\n" % (width, height) + b"".join(rows)


def formula(clauses):
    variables = max(abs(x) for c in clauses for x in c)
    lines = [f"p cnf {variables} {len(clauses)}"] + [" ".join(map(str, [*c, 0])) for c in clauses]
    return "\n".join(lines).encode() + b"\n"


def random3(r, variables=120, clauses=500):
    return formula([[(1 + r.below(variables)) * (1 if r.below(2) else -1) for _ in range(3)]
                    for _ in range(clauses)])


def holes(n=6):
    """n + 1 pigeons do not fit into n holes."""
    def var(p, h):
        return p * n + h + 1
    return formula([[var(p, h) for h in range(n)] for p in range(n + 1)]
                   + [[-var(p, h), -var(q, h)] for h in range(n)
                      for p in range(n + 1) for q in range(p)])


def parity(n=24):
    """Every variable differs from the next, around a ring of even length."""
    ring = [(i + 1, (i + 1) % n + 1) for i in range(n)]
    return formula([c for a, b in ring for c in ([a, b], [-a, -b])])


def ordering(n=9):
    """A total order without a least element."""
    def less(i, j):
        return i * n + j + 1
    every = range(n)
    return formula([[-less(i, j), -less(j, i)] for i in every for j in every if i < j]
                   + [[-less(i, j), -less(j, k), less(i, k)] for i in every for j in every
                      for k in every if len({i, j, k}) == 3]
                   + [[less(j, i) for j in every if j != i] for i in every])


PARTS = b"""X:1
T:Parts
M:4/4
L:1/8
Q:1/4=120
P:A2(BC)2
K:Dm
%%MIDI program 12
%%MIDI gchord fzczfzcz
%%MIDI drum dzdd 35 38 38 100 50 50
%%MIDI drumon
P:A
V:1
"Dm"D2 FA d2 A2|"Gm"{ef}g2 (3fed "A7"^c2 A2|[DFA]4 z4|~D2 TA2 .f .e !trill!d2:|
P:B
V:1
|:A>B c<d e2 f2|1 g4 a4:|2 [M:3/4] g6|[K:G] G2 B2 d2|g6|]
P:C
V:2
D,4 A,4|G,,4 D,4|z8|C2E2G2c2|]
w: one two three four
W: last words

X:2
T:Second
M:6/8
L:1/8
R:jig
K:Amix
|:eAA fAA|eAA Bcd|eAA fed|Bcd cBA:|
|:"A"a3 gee|"G"d2B BAG|"A"A3 c>de|[1 "E"d2B "A"A3:|[2 d2B A2z|]
"""

BROKEN = b"""X:1
T:Broken
M:5
L:1/0
K:Zz
|:[CEG (3ab {c d|e>f>>g "Am B2 |2 z/// ^^^c ]:|
V:9
abc
"""


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    files = {"text": text(Random(1)), "noise": noise(Random(2)), "runs": runs(Random(3)),
             "sound.wav": sound(Random(4)), "shapes.pbm": shapes(Random(5)),
             "random3.cnf": random3(Random(6)), "holes.cnf": holes(), "parity.cnf": parity(),
             "ordering.cnf": ordering(), "few.cnf": random3(Random(7), 12, 40),
             "parts.abc": PARTS, "broken.abc": BROKEN}
    os.makedirs(sys.argv[1], exist_ok=True)
    for name, data in files.items():
        with open(os.path.join(sys.argv[1], name), "wb") as file:
            file.write(data)


if __name__ == "__main__":
    main()
