#!/usr/bin/env python3
"""Certifies lost deals of Gaps and has the verified checker decide each certificate.

verified-record.py CHECKER ROWS SECONDS: the 140 lost deals of the first thousand, then the
others of the 1,353 among the first ten thousand, each group the smallest first. Appends one row per deal
to the file ROWS and leaves out what it already has, so it resumes after an interruption. Starts
nothing after SECONDS (the last one is finished). PATIENCE names the program. A checksum that
results/gaps-certificates.sha256 has must be the certificate's."""

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
    rows = [json.loads(line) for line in (RESULTS / "gaps-certificates.jsonl").open()]
    first = [row["instance"] for row in sorted(rows, key=lambda row: row["bytes"])]
    with gzip.open(RESULTS / "gaps-solvitaire-10000.jsonl.gz", "rt") as lines:
        rows = [row for row in map(json.loads, lines) if row["verdict"] == "unsolvable"]
    others = [row["instance"] for row in sorted(rows, key=lambda row: row["expanded"])]
    return first + [name for name in others if name not in set(first)]


def children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main():
    checker, rows, seconds = sys.argv[1], Path(sys.argv[2]), float(sys.argv[3])
    program = os.environ.get("PATIENCE", str(ROOT / "target/release/patience"))
    sums = {
        name: total
        for total, name in (
            line.split() for line in (RESULTS / "gaps-certificates.sha256").read_text().splitlines()
        )
    }
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
            before = children()
            subprocess.run([program, "certify", name, "-o", file], stdout=subprocess.DEVNULL)
            made = children()
            total = hashlib.sha256(file.read_bytes()).hexdigest()
            said = subprocess.run([checker, file], stdout=subprocess.PIPE, text=True).stdout
            if not said.startswith("verified: lost: gaps: "):
                sys.exit(f"{name}: {said}")
            if sums.get(file.name, total) != total:
                sys.exit(f"{name}: another checksum than in results/gaps-certificates.sha256")
            row = {
                "instance": name,
                "bytes": file.stat().st_size,
                "sha256": total,
                "write_seconds": round(made - before, 2),
                "verified_seconds": round(children() - made, 2),
            }
            print(json.dumps(row, separators=(",", ":")), file=out, flush=True)
            file.unlink()


main()
