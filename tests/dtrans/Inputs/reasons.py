"""One line for each remark of a file: name, type, line of the source, reason.

    reasons.py FILE.yaml
"""

import re
import sys


def value(block, key):
    found = re.search(rf"^\s*(?:- )?{key}: +'?(.*?)'?$", block, re.M)
    return found[1].replace("''", "'") if found else "-"


def main():
    with open(sys.argv[1]) as file:
        blocks = file.read().split("\n--- ")
    for block in blocks:
        line = re.search(r"Line: (\d+)", block)
        print(value(block, "Name"), value(block, "Type"), f"line {line[1] if line else '-'}:",
              value(block, "Reason"))


if __name__ == "__main__":
    main()
