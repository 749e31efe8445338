"""every.py PASSES.json PLUGIN MODULE: opt knows each pass of `lathe passes --json` by its name."""
import json
import subprocess
import sys

with open(sys.argv[1]) as file:
    names = [row["name"] for row in json.load(file)["passes"]]
row = ",".join(names)
shown = subprocess.run(["opt", "-load-pass-plugin", sys.argv[2], "-disable-output",
                        "-print-pipeline-passes", f"-passes={row}", sys.argv[3]],
                       check=True, capture_output=True, text=True).stdout
assert shown.strip().startswith(row), shown
print(f"every pass of {len(names)} is there")
