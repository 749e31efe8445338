#!/usr/bin/env python3
"""Writes a module of random control flow graphs: irreducible, endless and unreachable parts,
switches with repeated targets, indirect branches, unnamed blocks.

usage: random_cfg.py COUNT [SEED]
"""
import random
import sys


def terminator(rng, targets, has_indirect):
    """A branch to some of the target labels, or none."""
    kind = rng.random()
    if kind < 0.07:
        return "ret void"
    if kind < 0.10:
        return "unreachable"
    if kind < 0.40:
        return f"br label %{rng.choice(targets)}"
    if kind < 0.85:
        return f"br i1 %c, label %{rng.choice(targets)}, label %{rng.choice(targets)}"
    if kind < 0.95 or not has_indirect:
        cases = "".join(f" i32 {i}, label %{rng.choice(targets)}" for i in range(rng.randrange(6)))
        return f"switch i32 %n, label %{rng.choice(targets)} [{cases} ]"
    labels = ", ".join(f"label %{rng.choice(targets)}" for _ in range(rng.randrange(1, 4)))
    return f"indirectbr ptr %p, [{labels}]"


def nearby(rng, index, labels):
    """Mostly close to the block itself, which makes nested loops likely."""
    if rng.random() < 0.35:
        return labels[1:]
    low = max(1, index - 4)
    return labels[low:index + 5] or labels[1:]


def function(rng, name):
    size = rng.randrange(2, rng.choice((4, 8, 16, 40)))
    named = rng.random() < 0.5
    labels = ["entry"] + [f"b{i}" if named else str(i) for i in range(1, size)]
    if not named:
        labels[0] = "0"
    has_indirect = rng.random() < 0.3
    lines = [f"define void @{name}(i1 %c, i32 %n, ptr %p) {{"]
    for i, label in enumerate(labels):
        lines.append(f"{label}:")
        lines.append(f"  {terminator(rng, nearby(rng, i, labels), has_indirect)}")
    return "\n".join(lines + ["}", ""])


def main():
    count = int(sys.argv[1])
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    for i in range(count):
        print(function(rng, f"f{i}"))


if __name__ == "__main__":
    main()
