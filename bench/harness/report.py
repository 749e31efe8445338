"""The table for people, results.json for programs, the plots for both."""
import json
import os

from harness.plot import svg

COLUMNS = ("goal", "ratio", "bound", "A/A spread", "memory", "verdict")


def number(value, form):
    return "-" if value is None else format(value, form)


def table(results):
    rows = [COLUMNS]
    for r in results:
        rows.append((r.goal["id"], number(r.ratio, ".3f"), f"<= {r.goal['bound']:g}",
                     number(r.spread, ".1%"), number(r.memory, ".2f"), r.verdict))
    widths = [max(len(row[i]) for row in rows) for i in range(len(COLUMNS))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip()
             for row in rows]
    return "\n".join(lines + [f"{r.goal['id']}: {r.problem or r.note}" for r in results
                              if r.problem or r.note])


def as_json(results, quick):
    goals = [{"id": r.goal["id"], "benchmark": r.goal["benchmark"], "what": r.goal["what"],
              "how": r.goal["how"], "ratio": r.ratio, "bound": r.goal["bound"],
              "spread": r.spread, "memory": r.memory, "rounds": r.rounds, "verdict": r.verdict,
              "problem": r.problem, "note": r.note} for r in results]
    return {"schema": 1, "quick": quick, "goals": goals}


def write(folder, results, quick):
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "results.json"), "w") as file:
        json.dump(as_json(results, quick), file, indent=2)
        file.write("\n")
    for name in dict.fromkeys(r.goal["benchmark"] for r in results):
        own = [r for r in results if r.goal["benchmark"] == name]
        with open(os.path.join(folder, name + ".svg"), "w") as file:
            file.write(svg(f"{name}: ratios against their bounds", own))
