"""Asks clang about every option of the table in driver_options.c: an option takes the next word if clang
then does not miss a file of that name."""
import re
import subprocess
import sys

with open(sys.argv[1]) as file:
    source = file.read()
one = re.search(r"with_one\[\] =(.*?);", source, re.S)[1]
names = "".join(re.findall(r'"([^"]+)"', one)).split()
if names != sorted(names, key=str.encode):
    sys.exit("the table is not sorted")
# Alone on a command line these end it before files are looked at.
ENDING = {"--print-file-name", "--print-prog-name", "--config"}
for name in names:
    if name in ENDING:
        continue
    done = subprocess.run(["clang", "-###", "-x", "c", "/dev/null", name, "nosuchfile1", "nosuchfile2"],
                          capture_output=True, text=True)
    missed = re.findall("no such file or directory: '(nosuchfile.)'", done.stderr)
    if missed != ["nosuchfile2"]:
        sys.exit(f"{name}: clang misses {missed}: {done.stderr}")
print(len(names), "options take a value")
