"""A program whose phase takes exactly as long as its argument says: fake.py NAME NANOSECONDS."""
import json
import sys

print("a word before the JSON {not json}", file=sys.stderr)
print(json.dumps({"phases": [{"name": "load", "nanoseconds": 5},
                             {"name": sys.argv[1], "nanoseconds": int(sys.argv[2])}]}),
      file=sys.stderr)
