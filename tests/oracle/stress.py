#!/usr/bin/env python3
"""Writes COUNT functions of llvm-stress, seeds 1 to COUNT, as SEED.ll into DIR.

usage: stress.py COUNT SIZE DIR
"""
import os
import subprocess
import sys


def main():
    count, size, folder = int(sys.argv[1]), sys.argv[2], sys.argv[3]
    os.makedirs(folder, exist_ok=True)
    for seed in range(1, count + 1):
        path = os.path.join(folder, f"{seed}.ll")
        subprocess.run(["llvm-stress", "-size", size, "-seed", str(seed), "-o", path], check=True)


if __name__ == "__main__":
    main()
