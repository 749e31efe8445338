"""Prints the functions that the public headers declare with LATHE_API: declared.py ROOT"""
import os
import sys

sys.path.insert(0, os.path.join(sys.argv[1], "scripts"))
import api_headers  # noqa: E402

for name in sorted(item.name for header in api_headers.read(sys.argv[1]) for item in header.items
                   if item.kind == "function" and "LATHE_API" in item.text):
    print(name)
