"""A program whose phase takes exactly as long as its argument says: fake.py NAME SECONDS."""
import json
import sys

print("a word before the JSON {not json}", file=sys.stderr)
print(json.dumps({"phases": [{"name": "load", "seconds": 0.5},
                             {"name": sys.argv[1], "seconds": float(sys.argv[2])}]}),
      file=sys.stderr)
