#!/usr/bin/env python3
"""Certifies lost deals of Gaps and has both checkers decide each certificate.

verified-record.py CHECKER ROWS SECONDS: the 1,353 lost deals among the first ten thousand, those
with the fewest expansions first. Appends one row per deal to the file ROWS and leaves out the deals
that have one, so it resumes after an interruption. Starts no deal after SECONDS, but finishes the
last. CHECKER is the verified checker; PATIENCE and PATIENCE_CHECK name the two other programs. A
checksum in results/gaps-certificates.sha256 must be that of the certificate."""

import gzip
import hashlib
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "results"


def deals():
    """The names, in order."""
    with gzip.open(RESULTS / "gaps-solvitaire-10000.jsonl.gz", "rt") as lines:
        rows = [row for row in map(json.loads, lines) if row["verdict"] == "unsolvable"]
    return [row["instance"] for row in sorted(rows, key=lambda row: row["expanded"])]


def run(command):
    """The output of a program, and its CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = subprocess.run(command, stdout=subprocess.PIPE, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return said, round(used, 2)


def program(variable, name):
    return os.environ.get(variable, str(ROOT / "target/release" / name))


def checksums():
    lines = (RESULTS / "gaps-certificates.sha256").read_text().splitlines()
    return {name: total for total, name in map(str.split, lines)}


def main():
    verified, rows, seconds = sys.argv[1], Path(sys.argv[2]), float(sys.argv[3])
    solver = program("PATIENCE", "patience")
    checker = program("PATIENCE_CHECK", "patience-check")
    known = checksums()
    rows.touch()
    done = {json.loads(line)["instance"] for line in rows.open()}
    end = time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as folder, rows.open("a") as out:
        for name in deals():
            if name in done:
                continue
            if time.monotonic() > end:
                break
            file = Path(folder, f"gaps-{name.rsplit('/', 1)[1]}.pcert")
            _, write = run([solver, "certify", name, "-o", file])
            total = hashlib.sha256(file.read_bytes()).hexdigest()
            if known.get(file.name, total) != total:
                sys.exit(f"{name}: the checksum differs from results/gaps-certificates.sha256")
            said, check = run([checker, file])
            if not said.startswith("verified: "):
                sys.exit(f"{name}: patience-check: {said}")
            said, verify = run([verified, file])
            if not said.startswith("verified: lost: gaps: "):
                sys.exit(f"{name}: verified-check: {said}")
            row = {
                "instance": name,
                "bytes": file.stat().st_size,
                "sha256": total,
                "write_seconds": write,
                "check_seconds": check,
                "verified_seconds": verify,
            }
            print(json.dumps(row, separators=(",", ":")), file=out, flush=True)
            file.unlink()


main()
