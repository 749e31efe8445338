"""Runs lathe while something goes wrong around it, and says how it took it.

    accidents.py full-stdout COMMAND…      standard output is full
    accidents.py closed-pipe COMMAND…      the reader of standard output is gone
    accidents.py full-disk COMMAND…        files may not grow beyond 512 bytes; the output's name is
                                           appended to the command
    accidents.py signal NAME COMMAND…      the signal arrives while lathe works (the environment
                                           makes it hang)
    accidents.py terminal SECONDS COMMAND… standard error is a terminal; SIGTERM after the seconds
"""

import os
import pty
import resource
import signal
import subprocess
import sys
import tempfile
import time


def show(done):
    print(done.returncode, done.stderr.decode().rstrip("\n"))


def full_stdout(command):
    with open("/dev/full", "w") as full:
        show(subprocess.run(command, stdout=full, stderr=subprocess.PIPE))


def closed_pipe(command):
    reader, writer = os.pipe()
    os.close(reader)
    show(subprocess.run(command, stdout=writer, stderr=subprocess.PIPE))


def full_disk(command):
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out.bc")
        with open(out, "w") as f:
            f.write("old")
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512))
        show(subprocess.run([*command, out], stderr=subprocess.PIPE, preexec_fn=limit))
        with open(out) as f:
            print("old file:", "untouched" if f.read() == "old" else "changed")
        print("left behind:", ", ".join(sorted(set(os.listdir(folder)) - {"out.bc"})) or "nothing")


def children(pid):
    with open(f"/proc/{pid}/task/{pid}/children") as f:
        return [int(word) for word in f.read().split()]


def is_gone(pid):
    try:
        with open(f"/proc/{pid}/stat") as f:
            return f.read().rsplit(")", 1)[1].split()[0] == "Z"
    except FileNotFoundError:
        return True


def send_signal(name, *command):
    number = getattr(signal, name)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a background job would inherit it ignored
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while not children(process.pid):
        time.sleep(0.01)
    workers = children(process.pid)
    time.sleep(1)
    process.send_signal(number)
    try:
        out, err = process.communicate(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    time.sleep(0.2)
    print("exit:", process.returncode)
    print("printed:", (out + err).decode() or "nothing")
    print("workers left:", [pid for pid in workers if not is_gone(pid)] or "none")


def terminal(seconds, *command):
    master, slave = pty.openpty()
    process = subprocess.Popen(command, stderr=slave, start_new_session=True)
    os.close(slave)
    time.sleep(float(seconds))
    process.send_signal(signal.SIGTERM)
    text = b""
    try:
        while piece := os.read(master, 4096):
            text += piece
    except OSError:
        pass
    print("exit:", process.wait())
    print("terminal:", ascii(text.decode()))


what, *rest = sys.argv[1:]
if what in ("signal", "terminal"):
    {"signal": send_signal, "terminal": terminal}[what](*rest)
else:
    {"full-stdout": full_stdout, "closed-pipe": closed_pipe, "full-disk": full_disk}[what](rest)
