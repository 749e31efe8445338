"""The tables and the plot of bench/loops.py, from its rows."""
import math
import os

# By suite: what columns say of versions (heading, key of the row), before the one of compile times.
FACTORS = {"constant": [("over Polly", "polly"), ("over gcc", "gcc")],
           "everyday": [("by hand", "hand")]}
COMPILE = {"constant": [("compile time", "compile lathe"), ("Polly's", "compile polly")]}
ABOUT = {
    "constant": "Kernels with constant bounds and dimensions, against the same with "
                "`-mllvm -polly` and `gcc -O3` as well.",
    "run-time": "The same with bounds known at run time only, over arrays of fixed dimensions.",
    "variable-length": "The same with arrays of variable length.",
    "pointer": "The same with a pointer and a leading dimension, in a struct.",
    "everyday": "Programs as people write them, each beside a version that was rewritten by hand "
                "for speed (`-DHAND`), with the same bits.",
}


def mean_of(values):
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values))


def factors(suite):
    return FACTORS.get(suite, [])


def compile_columns(suite):
    return COMPILE.get(suite, [("compile time", "compile lathe")])


def line(*cells):
    return "| " + " | ".join(cells) + " |"


def head(suite):
    titles = ["program", "clang, s", "A/A", "over clang", *(t for t, _ in factors(suite)),
              *(t for t, _ in compile_columns(suite))]
    return line(*titles) + "\n" + "|---" * len(titles) + "|"


def cells(suite, r):
    """A version that is missing printed something wrong."""
    return line(r["name"], f"{r['seconds']:.2f}", f"{r['spread']:.0%}",
                "same code" if r["same"] else f"{r['clang']:.2f}",
                *(f"{r[key]:.2f}" if key in r else "wrong result" for _, key in factors(suite)),
                *(f"{r[key]:.2f}" for _, key in compile_columns(suite)))


def means(suite, rows):
    keys = ["clang", *(k for _, k in factors(suite)), *(k for _, k in compile_columns(suite))]
    return line("geometric mean", "", "",
                *(f"{mean_of(r[key] for r in rows if key in r):.2f}" for key in keys))


def facts(rows):
    """What is said of a suite in one line."""
    worst = min(rows, key=lambda r: r["clang"])
    return {"programs": len(rows), "mean": mean_of(r["clang"] for r in rows), "worst": worst,
            "spread": max(r["spread"] for r in rows),
            "same": sum(r["same"] for r in rows),
            "compile": mean_of(r["compile lathe"] for r in rows)}


def summary(suite, rows):
    f = facts(rows)
    text = (f"{suite}: {f['programs']} programs, {f['same']} with clang's code; "
            f"mean {f['mean']:.2f}, worst {f['worst']['clang']:.2f} ({f['worst']['name']}), "
            f"A/A spread at most {f['spread']:.1%}, compile time {f['compile']:.2f}")
    if suite == "everyday":
        hand = mean_of(r["hand"] for r in rows)
        text += f"; by hand {hand:.2f}, of which lathe has {f['mean'] / hand:.0%}"
    return text


def overview(tables):
    titles = ["suite", "programs", "mean", "worst", "A/A spread", "compile time"]
    lines = [line(*titles), "|---" * len(titles) + "|"]
    for suite, rows in tables.items():
        f = facts(rows)
        lines.append(line(suite, str(f["programs"]), f"{f['mean']:.2f}",
                          f"{f['worst']['clang']:.2f} ({f['worst']['name']})", f"{f['spread']:.1%}",
                          f"{f['compile']:.2f}"))
    return "\n".join(lines)


def section(suite, rows):
    table = "\n".join([head(suite), *(cells(suite, r) for r in rows), means(suite, rows)])
    return f"## {suite}\n\n{ABOUT[suite]}\n\n{table}\n\n{summary(suite, rows)}\n"


def bar(x, y, scale, value, color):
    width = math.log2(max(value, 0.25) / 0.25) * scale
    return (f'<rect x="{x}" y="{y}" width="{width:.0f}" height="9" fill="{color}"/>'
            f'<text x="{x + width + 5:.0f}" y="{y + 9}" font-size="10">{value:.2f}</text>')


def svg(rows):
    """A logarithmic scale that starts at a quarter."""
    width, step, left = 700, 26, 140
    most = max(r[w] for r in rows for w in ("clang", "polly") if w in r)
    scale = (width - left - 60) / math.log2(max(most, 2) / 0.25)
    height = 60 + step * len(rows)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
           f'font-family="sans-serif" font-size="12">',
           f'<rect width="{width}" height="{height}" fill="#fff"/>',
           '<text x="10" y="22" font-weight="bold">times faster than clang -O3 (green) and '
           'Polly (blue)</text>']
    for i, r in enumerate(rows):
        y = 40 + step * i
        out.append(f'<text x="10" y="{y + 14}">{r["name"]}</text>')
        out.append(bar(left, y, scale, r["clang"], "#3a7d44"))
        if "polly" in r:
            out.append(bar(left, y + 11, scale, r["polly"], "#3b6ea5"))
    x = left + 2 * scale
    out.append(f'<line x1="{x:.0f}" x2="{x:.0f}" y1="32" y2="{height - 10}" '
               'stroke="#b3261e"/></svg>')
    return "\n".join(out) + "\n"


INTRODUCTION = """# Loops

`lathe cc -O3 -flathe-loops` against `clang-22 -O3`, without `-march` and with `-ffp-contract=off`
for all (`python3 bench/loops.py --record`): processor time, the least of some interleaved rounds;
how many times faster, and compile time as a multiple of clang's. All versions print the same
bits, except where a wrong result is named; the same code counts as 1. A/A is how far two
measurements of clang's program are apart.
"""


def record(folder, tables):
    sections = [section(suite, rows) for suite, rows in tables.items()]
    with open(os.path.join(folder, "RESULTS-loops.md"), "w") as file:
        file.write("\n".join([INTRODUCTION, overview(tables), "", *sections,
                              "![constant bounds](loops.svg)", ""]))
    with open(os.path.join(folder, "loops.svg"), "w") as file:
        file.write(svg(tables["constant"]))
