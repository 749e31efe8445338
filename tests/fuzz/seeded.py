"""The command line of the generators: GENERATOR.py --seed 7 [-o FILE]."""

import argparse
import sys


def main(doc, program):
    """Writes what program(seed) returns to the file, or to standard output."""
    parser = argparse.ArgumentParser(description=doc,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", dest="output", help="file to write, standard output if none")
    options = parser.parse_args()
    text = program(options.seed)
    if options.output:
        with open(options.output, "w") as file:
            file.write(text)
    else:
        sys.stdout.write(text)
