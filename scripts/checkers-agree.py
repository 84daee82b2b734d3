#!/usr/bin/env python3
"""Has two checkers read the same mutants of certificates, and compares their answers.

checkers-agree.py CHECKER OTHER NUMBER SEED FILE…: makes NUMBER mutants of each file, with the
checksum repaired. Ends with 1 if CHECKER verifies a file that OTHER does not verify, or verifies it
with another claim or deal. Files that CHECKER refuses and OTHER verifies are only counted, because
refusing a true claim is safe."""

import collections
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import mutants


def run(checker, files):
    """Its output, one string per line."""
    said = subprocess.run([checker, *files], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return said.stdout.decode(errors="replace").splitlines()


def verdicts(checker, other, files):
    """For each file, the claim that CHECKER verifies (None: nothing), and the claim that OTHER verifies and prints with the file."""
    lines = run(checker, files)
    assert len(lines) == len(files), f"{checker}: {len(lines)} answers to {len(files)} files"
    told = dict(line.split(": ", 1) for line in run(other, files) if line.startswith(files[0][:-1]))
    ours = [line if line.startswith("verified: ") else None for line in lines]
    theirs = [told[file] if told[file].startswith("verified: ") else None for file in files]
    return ours, theirs


def main():
    checker, other, number, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    random.seed(seed)
    originals = [mutants.read(Path(path).read_bytes()) for path in sys.argv[5:]]
    counts = collections.Counter()
    for parts in originals:
        with tempfile.TemporaryDirectory() as folder:
            files = [f"{folder}/{index}" for index in range(number)]
            for file in files:
                Path(file).write_bytes(mutants.mutant(parts, originals))
            for a, b, file in zip(*verdicts(checker, other, files), files):
                counts[a is not None, b is not None] += 1
                if a and a != b:
                    counts["lies"] += 1
                    print(f"{a}\nverified only here: {Path(file).read_bytes().hex()}; there {b}")
    lied = counts.pop("lies", 0)
    print(
        f"{sum(counts.values())} mutants: {counts[False, False]} rejected by both, "
        f"{counts[True, True]} verified by both, {counts[False, True]} by the other checker alone, "
        f"{lied} otherwise by this one"
    )
    return 1 if lied else 0


sys.exit(main())
