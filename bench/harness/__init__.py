"""The measuring harness: run, count, judge, report. Python's standard library only."""
