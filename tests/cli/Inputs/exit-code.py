"""exit-code.py CODE COMMAND…: runs the command, checks its exit code, and passes on what it wrote.

A negative code is a signal. Only the last line may be an error of lathe's: errors are one line."""

import subprocess
import sys

done = subprocess.run(sys.argv[2:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
sys.stdout.buffer.write(done.stdout)
errors = [line for line in done.stdout.splitlines() if line.startswith(b"lathe: error: ")]
if done.returncode != int(sys.argv[1]):
    print(f"exit code {done.returncode}, not {sys.argv[1]}", file=sys.stderr)
    sys.exit(1)
if len(errors) > 1:
    print(f"{len(errors)} lines of errors", file=sys.stderr)
    sys.exit(1)
