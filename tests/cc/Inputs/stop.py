"""Stops lathe cc while its compiler runs, and looks for what is left: processes, files."""
import os
import shutil
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
base = sys.argv[1]

# A compiler that takes its time once it really compiles.
SLOW = """#!/bin/sh
case "$*" in */dev/null*) exit 0 ;; *-###*) exec clang "$@" ;; esac
touch started
exec sleep 30.{mark}
"""


def prepare():
    shutil.rmtree(base, ignore_errors=True)
    shutil.copytree(os.path.join(HERE, "plain"), base)
    os.mkdir(os.path.join(base, "tmp"))


def processes(mark):
    return subprocess.run(["pgrep", "-f", f"sleep 30.{mark}"], capture_output=True).returncode == 0


def wait_until(condition):
    for _ in range(200):
        if condition():
            return True
        time.sleep(0.05)
    return False


def heed_interrupts():
    """Jobs in the background of a shell ignore them."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def stop(what, words, number):
    prepare()
    mark = f"{os.getpid()}{number:02d}"
    compiler = os.path.join(base, "slow-clang")
    with open(compiler, "w") as file:
        file.write(SLOW.format(mark=mark))
    os.chmod(compiler, 0o755)
    temporary = os.path.join(base, "tmp")
    env = dict(os.environ, LATHE_CC_CLANG=compiler, TMPDIR=temporary)
    run = subprocess.Popen(["lathe-cc", *words], cwd=base, env=env, preexec_fn=heed_interrupts)
    begun = wait_until(lambda: os.path.exists(os.path.join(base, "started")))
    if what == "link":
        begun = begun and os.listdir(temporary)
    run.send_signal(number)
    code = run.wait(20)
    left = [f"files {os.listdir(temporary)}"] if os.listdir(temporary) else []
    if not wait_until(lambda: not processes(mark)):
        left.append("processes")
    ended = signal.Signals(-code).name if code < 0 else code
    print(f"{what}: ended by {ended}, {', '.join(left) or 'nothing left'}"
          f"{'' if begun else ', but it had not begun'}")


for number in (signal.SIGTERM, signal.SIGINT):
    stop("compile", ["-O2", "-c", "list.c"], number)
for number in (signal.SIGTERM, signal.SIGINT):
    stop("link", ["-O2", "list.o"], number)
