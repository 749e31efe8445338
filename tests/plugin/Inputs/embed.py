"""embed.py WORDS COMMAND…: runs the command with LATHE_EMBED set to the words as lathe cc sets it,
which a shell cannot write."""
import os
import sys

os.environ["LATHE_EMBED"] = sys.argv[1].replace(" ", "\x1f")
os.execvp(sys.argv[2], sys.argv[2:])
