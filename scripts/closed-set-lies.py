#!/usr/bin/env python3
"""Has a checker of Gaps read closed sets that the format rejects although the deal is lost.

closed-set-lies.py CHECKER FILE: makes two certificates from one of kind C: one whose count is wrong
by a multiple of 2^56, and one that lists a state twice. The original must be verified."""

import subprocess
import sys
import tempfile
from pathlib import Path

import lies


def exit_code(checker, data):
    with tempfile.NamedTemporaryFile(suffix=".pcert") as file:
        file.write(data)
        file.flush()
        return subprocess.run([checker, file.name], stdout=subprocess.DEVNULL).returncode


def main():
    checker, path = sys.argv[1:]
    data = Path(path).read_bytes()
    _, deal, body = lies.parts(data)
    start = len(data) - 8 - len(body)
    cells = len(deal.replace(" / ", " ").split(" "))
    count = int.from_bytes(body[:8], "little")
    states = body[8:]
    assert data[8:9] == b"C" and count > 0 and len(states) == count * cells, "no closed set"

    def answer(count, states):
        content = data[:start] + count.to_bytes(8, "little") + states
        return exit_code(checker, content + lies.fnv(content))

    if answer(count, states) != 0:
        sys.exit("an honest closed set is not verified")
    for bit in (56, 62, 63):
        if answer(count + 2**bit, states) == 0:
            sys.exit(f"a count of {count} + 2^{bit} states is accepted")
    for k in (0, count - 1):
        if answer(count + 1, states + states[k * cells : (k + 1) * cells]) == 0:
            sys.exit("a state listed twice is accepted")


main()
