"""passes.py LATHE PASSES.md: the passes as text, as JSON and as a page of docs/ are the same.

Parameters are tried, too: each that is a number or a choice refuses a value that its row does not
allow, so that no row says what nobody checks.
"""
import json
import subprocess
import sys


def run(*words):
    return subprocess.run([sys.argv[1], *words], capture_output=True, text=True, check=False)


def spelling(param):
    return param["key"] + (f"={param['value']}" if param["value"] else "")


with open("empty.ll", "w") as module:
    module.write("source_filename = \"empty\"\n")
text = run("passes").stdout
rows = json.loads(run("passes", "--json").stdout)["passes"]
everything = json.loads(run("passes", "--all", "--json").stdout)["passes"]
assert rows == [row for row in everything if not row["test_only"]] and len(rows) < len(everything)
with open(sys.argv[2]) as page:
    assert page.read() == run("--generate=passes").stdout, "docs/passes.md: lathe --generate=passes"
lines = [" ".join(line.split()) for line in text.splitlines()]
for row in rows:
    assert f"{row['name']} {row['summary']}" in lines, row
for row in everything:
    assert set(row) == {"name", "summary", "test_only", "params"}, row
    for param in row["params"]:
        assert param["help"] and (param["kind"] == "flag") == (param["value"] is None), param
        if not row["test_only"]:
            assert spelling(param) in text, param
        if param["kind"] in ("number", "choice"):
            done = run("opt", f"--passes={row['name']}<{param['key']}=wrong>", "empty.ll")
            assert done.returncode == 2 and "=wrong: expected" in done.stderr, done.stderr
