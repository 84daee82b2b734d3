#!/usr/bin/env python3
"""Looks that every name of Coq in a document is one of the proofs.

proofs-named.py DOCUMENT FOLDER: in the rows of the document's tables whose first cell names files
of FOLDER, each name in backquotes of the second cell must be defined or proved in one of them."""

import re
import sys
from pathlib import Path


def main():
    document, folder = sys.argv[1:]
    named, missing = 0, []
    for line in Path(document).read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        files = re.findall(r"[A-Za-z]+/[A-Za-z]+\.v", cells[0])
        if not line.startswith("|") or not files:
            continue
        text = "".join(Path(folder, file).read_text() for file in files)
        for name in re.findall(r"`([a-zA-Z_0-9']+)`", cells[1]):
            named += 1
            kinds = "Theorem|Lemma|Corollary|Definition|Fixpoint|Example|Inductive|Record|with"
            if not re.search(rf"^ *({kinds}) {re.escape(name)}\b", text, re.MULTILINE):
                missing.append(f"{', '.join(files)}: {name}")
    if missing or named < 40:
        sys.exit(f"{document}: {named} names, not there: {'; '.join(missing)}")
    print(f"{document}: {named} names, all in the proofs")


main()
