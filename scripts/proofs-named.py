#!/usr/bin/env python3
"""Checks that every Coq name in a document occurs in the proofs.

proofs-named.py DOCUMENT FOLDER: in the rows of the document's tables whose first cell names files
of FOLDER, each name in backquotes of the second cell must be defined or proved in one of them; and
each name in parentheses that begin with "Coq", in any file of FOLDER."""

import re
import sys
from pathlib import Path

KINDS = "Theorem|Lemma|Corollary|Definition|Fixpoint|Example|Inductive|Record|with"


def defined(name, text):
    return re.search(rf"^ *({KINDS}) {re.escape(name)}\b", text, re.MULTILINE)


def names(document, folder):
    """Each name, with the text of the files that must contain it."""
    everything = "".join(path.read_text() for path in sorted(Path(folder).glob("*/*.v")))
    for line in Path(document).read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        files = re.findall(r"[A-Za-z]+/[A-Za-z]+\.v", cells[0])
        if line.startswith("|") and files:
            text = "".join(Path(folder, file).read_text() for file in files)
            yield from ((name, text) for name in re.findall(r"`([a-zA-Z_0-9']+)`", cells[1]))
        for aside in re.findall(r"\(Coq[^()]*\)", line):
            for name in re.findall(r"`([a-zA-Z_0-9'.]+)`", aside):
                if not name.endswith(".v"):
                    yield name.rsplit(".", 1)[-1], everything


def main():
    document, folder = sys.argv[1:]
    found = list(names(document, folder))
    missing = [name for name, text in found if not defined(name, text)]
    if missing or len(found) < 15:
        sys.exit(f"{document}: {len(found)} names, not there: {', '.join(missing)}")
    print(f"{document}: {len(found)} names, all in the proofs")


main()
