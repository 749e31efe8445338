#!/usr/bin/env python3
"""Counts what dtrans-analysis finds in linked programs and compares it with the recorded yield.

Each PROGRAM.front.bc has a PROGRAM.O2.bc beside it. Checked for both: the analysis ends in time,
every named struct that llvm-dis prints is listed, and no transform is legal for fewer types than
was recorded. Written for people: the causes by frequency, and the types that are legal only at -O2.

Exit code: 0 all holds, 1 a check failed, 2 something could not be run.
"""
import argparse
import collections
import json
import os
import re
import sys

from campaign_common import end_with, tool

LEVELS = ("front", "O2")
TRANSFORMS = []  # of the lathe that is looked at
SECONDS = 300
TYPE = re.compile(r"type (\S+) size \d+ align \d+ legal (.*)")
USE = re.compile(r"  ([A-Z]\w+)( \S.*?)?: (.*)")
DEFINITION = re.compile(r"%(\"[^\"]+\"|\S+) = type ")
HARMLESS = set()  # conditions that say what a type is, and alone keep nothing from being reordered


def output(command):
    return tool(command, SECONDS).decode(errors="replace")


def read_rules(lathe):
    rules = json.loads(output([lathe, "dtrans", "--rules", "--json"]))
    TRANSFORMS.extend(rules["transforms"])
    HARMLESS.update(c["name"] for c in rules["conditions"] if "reorder-fields" not in c["blocks"])


class Type:
    """One struct: the transforms that are legal, and its uses (condition, place, reason)."""

    def __init__(self, name, legal):
        self.name, self.legal, self.uses = name, set(legal) & set(TRANSFORMS), []

    def conditions(self):
        return {use[0] for use in self.uses}

    def cause(self):
        """The first use that blocks everything, None if there is none."""
        return next((use for use in self.uses if use[0] not in HARMLESS), None)


def parse(text):
    types = []
    for line in text.splitlines():
        head = TYPE.match(line)
        use = USE.match(line)
        if head:
            types.append(Type(head[1], head[2].split()))
        elif use and types:
            types[-1].uses.append((use[1], (use[2] or "").strip(), use[3]))
    return types


def missing(bitcode, types):
    """Named structs of the module that the analysis does not list."""
    listed = {t.name for t in types}
    text = output(["llvm-dis-22", bitcode, "-o", "-"])
    named = {m[1].strip('"') for m in map(DEFINITION.match, text.splitlines()) if m}
    return sorted(named - listed)


def count(types):
    conditions = collections.Counter(c for t in types for c in t.conditions())
    return {"types": len(types),
            "legal": {x: sum(x in t.legal for t in types) for x in TRANSFORMS},
            "conditions": dict(sorted(conditions.items()))}


def drops(name, level, old, new):
    """What became worse since the recording, as sentences."""
    for transform in TRANSFORMS:
        before, now = old["legal"].get(transform, 0), new["legal"][transform]
        if now < before:
            yield f"{name} ({level}): {transform} is legal for {now} types, recorded are {before}"


def generic(reason):
    """The reason without what differs from one use to the next."""
    return re.sub(r"'[^']*'", "'…'", re.sub(r"-?\d+", "N", reason))


def write_causes(path, found):
    """The causes of types that are legal for nothing, most common first, with examples."""
    causes = collections.defaultdict(list)
    for (name, level), types in found.items():
        for t in types:
            cause = t.cause()
            if level == "front" and cause:
                causes[cause[0], generic(cause[2])].append((name, t.name, cause))
    with open(path, "w") as file:
        for key, uses in sorted(causes.items(), key=lambda item: (-len(item[1]), item[0])):
            print(f"{len(uses):4}  {key[0]}: {key[1]}", file=file)
            for name, struct, use in uses:
                print(f"        {name}: {struct}: {use[1]}: {use[2]}", file=file)


def only_optimized(found, name):
    """Types legal for some transform at -O2 that are legal for none in front-end bitcode."""
    front = {t.name: t for t in found[name, "front"]}
    return [t.name for t in found[name, "O2"]
            if t.legal and not (front[t.name].legal if t.name in front else set())]


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", required=True, help="the lathe to run")
    parser.add_argument("--yield", dest="recorded", required=True, metavar="FILE",
                        help="the recorded counts")
    parser.add_argument("--record", action="store_true", help="write the counts instead")
    parser.add_argument("--out", required=True, help="folder for the analyses and the causes")
    parser.add_argument("front", nargs="+", metavar="PROGRAM.front.bc")
    return parser.parse_args()


def analyze(options, name, level, bitcode):
    text = output([options.lathe, "opt", "--load-seconds=0", "--passes=dtrans-analysis", bitcode])
    with open(os.path.join(options.out, f"{name}.{level}.txt"), "w") as file:
        file.write(text)
    return parse(text)


def main():
    options = parse_options()
    read_rules(options.lathe)
    found, counts, problems = {}, {}, []
    print(f"{'program':10} {'level':5} {'types':>5} " + " ".join(f"{x:>14}" for x in TRANSFORMS))
    for front in options.front:
        name = os.path.basename(front).removesuffix(".front.bc")
        for level in LEVELS:
            bitcode = front.removesuffix("front.bc") + level + ".bc"
            types = found[name, level] = analyze(options, name, level, bitcode)
            result = counts.setdefault(name, {})[level] = count(types)
            problems += [f"{name} ({level}): {x} is not listed" for x in missing(bitcode, types)]
            problems += [f"{name} ({level}): {t.name} has neither a verdict nor a reason"
                         for t in types if not t.legal and not t.uses]
            print(f"{name:10} {level:5} {result['types']:5} "
                  + " ".join(f"{result['legal'][x]:14}" for x in TRANSFORMS), flush=True)
        extra = only_optimized(found, name)
        counts[name]["legal only at O2"] = extra
    write_causes(os.path.join(options.out, "causes.txt"), found)
    return finish(options, counts, problems)


def finish(options, counts, problems):
    for name, levels in counts.items():
        if levels["legal only at O2"]:
            print(f"legal only at -O2: {name}: {', '.join(levels['legal only at O2'])}")
    if options.record:
        with open(options.recorded, "w") as file:
            json.dump(counts, file, indent=1)
            file.write("\n")
    with open(options.recorded) as file:
        recorded = json.load(file)
    for name, levels in recorded.items():
        for level in LEVELS:
            if name in counts:
                problems += drops(name, level, levels[level], counts[name][level])
            else:
                problems.append(f"{name} ({level}) is recorded but was not analysed")
    for problem in problems:
        print(f"campaign: {problem}", file=sys.stderr)
    if not problems and recorded != counts:
        print("campaign: the counts differ from the recorded ones; --record keeps them")
    return 1 if problems else 0


if __name__ == "__main__":
    end_with(main)
