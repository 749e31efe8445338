"""check_results.py FOLDER: results.json has the promised form and each plot is XML."""
import json
import sys
import xml.etree.ElementTree as xml

folder = sys.argv[1]
with open(folder + "/results.json") as file:
    results = json.load(file)
assert set(results) == {"schema", "quick", "goals"}, results
assert results["schema"] == 1 and results["quick"] is False
assert [g["id"] for g in results["goals"]] == ["holds", "breaks", "no-phase", "fails"]
for goal in results["goals"]:
    assert set(goal) == {"id", "benchmark", "what", "how", "ratio", "bound", "spread", "memory",
                         "rounds", "verdict", "problem", "note"}, goal
    assert (goal["ratio"] is None) == (goal["verdict"] == "not measured") == bool(goal["problem"])
assert [g["ratio"] for g in results["goals"]] == [1.25, 3.0, None, None]

root = xml.parse(folder + "/commands.svg").getroot()
space = "{http://www.w3.org/2000/svg}"
assert root.tag == space + "svg"
assert not list(root.iter(space + "script"))
bars = [r for r in root.iter(space + "rect") if r.get("height") == "18"]
bound = [line for line in root.iter(space + "line") if line.get("stroke-dasharray")]
assert len(bars) == 2 and len(bound) == 1
ends = [float(b.get("x")) + float(b.get("width")) for b in bars]
assert ends[0] < float(bound[0].get("x1")) < ends[1], ends
assert any("slow & steady" in (t.text or "") for t in root.iter(space + "text"))
