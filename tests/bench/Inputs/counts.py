import sys

from harness import counts

program = sys.argv[1]
one = counts.instructions([program, "1000000"], below="work")
again = counts.instructions([program, "1000000"], below="work")
two = counts.instructions([program, "2000000"], below="work")
assert one == again, (one, again)
assert 1.99 < two / one < 2.01, (one, two)
whole = counts.cache_counts([program, "1000000"])
assert whole["Ir"] > one and whole["D1mr"] > 0, whole
