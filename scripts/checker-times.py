#!/usr/bin/env python3
"""Compares two checkers of certificates: processor seconds and peak memory.

checker-times.py CHECKER OTHER RUNS FILE…: the median of each over RUNS alternating runs, and the
ratio of OTHER's to CHECKER's, as the rows of a table. Both must verify each file."""

import os
import statistics
import sys
from pathlib import Path


def run(program, file):
    """Processor seconds and peak memory in MB."""
    pid = os.fork()
    if pid == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.execv(program, [program, file])
    _, status, used = os.wait4(pid, 0)
    if status != 0:
        sys.exit(f"{program} does not verify {file}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1000


def main():
    first, second, runs, files = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:]
    print("| certificate | MB | seconds | | ratio | peak MB | | ratio |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for file in files:
        pairs = [(run(first, file), run(second, file)) for _ in range(runs)]
        (s, m), (t, n) = (
            [statistics.median(pair[side][what] for pair in pairs) for what in (0, 1)]
            for side in (0, 1)
        )
        size = Path(file).stat().st_size / 1e6
        print(
            f"| {Path(file).stem} | {size:.2f} | {s:.2f} | {t:.2f} | {t / s:.1f} "
            f"| {m:.0f} | {n:.0f} | {n / m:.1f} |",
            flush=True,
        )


main()
