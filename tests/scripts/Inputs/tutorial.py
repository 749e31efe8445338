"""tutorial.py PAGE: runs the commands of a page, in order, and compares what they print.

A command is a line of an indented block that begins with a dollar; what follows it in the block, down
to the next command, is its output.
"""
import re
import subprocess
import sys


def steps(text):
    command, output = None, []
    for line in text.split("\n") + ["end"]:
        inside = line.startswith("    ") or (not line and command is not None)
        if command is not None and (not inside or line.startswith("    $ ")):
            yield command, "\n".join(output).rstrip("\n")
            command = None
        if line.startswith("    $ "):
            command, output = line[len("    $ "):], []
        elif command is not None:
            output.append(line[4:])


def main():
    with open(sys.argv[1], encoding="utf-8") as page:
        wanted = list(steps(page.read()))
    for command, output in wanted:
        done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
        shown = re.sub(r"\s+\n", "\n", done.stdout).rstrip("\n")
        if done.returncode or shown != re.sub(r"\s+\n", "\n", output):
            print(f"$ {command}\nexit code {done.returncode}\n{done.stdout}{done.stderr}"
                  f"instead of\n{output}")
            return 1
    print(f"{len(wanted)} commands as in the page")
    return 0


sys.exit(main())
