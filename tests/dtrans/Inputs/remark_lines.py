"""One line per remark of a file: the type's name without "struct.", and the reason that a pass gave
itself, or else the remark's name."""

import re
import sys

for text in open(sys.argv[1]).read().split("...\n"):
    kind = re.search(r"^Type: +'(?:struct\.)?([^']*)'|Type: +'(?:struct\.)?([^']*)'", text, re.M)
    name = re.search(r"^Name: +(\S+)", text, re.M)
    reason = re.search(r"Reason: +'dtrans-[a-z-]+: (.*)'", text)
    if kind and name:
        print(f"{kind[1] or kind[2]}: {reason[1] if reason else name[1]}".replace("''", "'"))
