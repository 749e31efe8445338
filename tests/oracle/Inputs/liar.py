#!/usr/bin/env python3
"""Runs lathe and replaces OLD by NEW in what it prints.  usage: liar.py OLD NEW ARGUMENT…"""
import subprocess
import sys

done = subprocess.run(["lathe"] + sys.argv[3:], stdout=subprocess.PIPE, text=True, check=True)
sys.stdout.write(done.stdout.replace(sys.argv[1], sys.argv[2]))
