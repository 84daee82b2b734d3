#!/usr/bin/env python3
"""LR16+DFS of the Birds paper under several readings of its program, with scikit-learn's models (docs/birds-report/further.md):

    patience birds data -o birds.csv
    scripts/birds-lr16.py birds.csv

needs numpy and scikit-learn. PATIENCE names the program (default: target/release/patience). The paper's program fits scikit-learn's
logistic regression of 2018, whose default solver (liblinear) also penalises the constant, and it
scales the columns of every model by the least and largest values among the samples of all numbers
of cards. Each reading trains a model of 16 cards for several splits.
"""

import csv
import json
import os
import statistics
import subprocess
import sys
import tempfile
import warnings

import numpy
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.preprocessing import PolynomialFeatures

DEALS = (
    "277 1207 2817 2926 3336 3716 3807 4010 4526 8272 11334 12303 13108 13400 14147 15456 15846 17612 21457 22677 24368 24884 27520 28391 "
    "28677 29058 29985 30261 30551 31817 33433 34909 37246 37983 38849 39764 41607 43608 45312 48120 49114 49757 49966 51094 51558 52991 "
    "54305 54550 55327 55328"
).split()
SPLITS = range(1, 6)
COLUMNS = PolynomialFeatures(degree=3, include_bias=False)


def place(monomial):
    """The place of a monomial in the program's model file: each feature, followed by its products with itself and later ones, and so on."""
    return monomial + (-1,) * (3 - len(monomial))


def monomials():
    powers = COLUMNS.fit(numpy.zeros((1, 6))).powers_
    return [tuple(index for index, power in enumerate(row) for _ in range(power)) for row in powers]


ORDER = sorted(range(83), key=lambda index: place(monomials()[index]))


def fnv1a(text):
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{value:016x}"


def numbers(weights, constant, low, factor):
    """The polynomial of a model on scaled columns: its constant and coefficients."""
    raw = numpy.ravel(weights) * factor
    return [float(numpy.ravel(constant)[0] - raw @ low), *map(float, raw[ORDER])]


def model_file(models, recipe):
    """The file of a model for each of the program's ranges of cards."""
    record = {"format": 1, "game": "birds-report", "recipe": recipe, "seed": 1, "kind": "logistic-regression"}
    record |= {"models": [{"logistic-regression": model} for model in models], "checksum": ""}
    text = json.dumps(record, separators=(",", ":")) + "\n"
    return text.replace('"checksum":""', f'"checksum":"{fnv1a(text)}"')


def nodes(algorithm, text, deals, options=()):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        if text:
            file.write(text)
            file.flush()
            options = [*options, "--model", file.name]
        solver = os.environ.get("PATIENCE", "target/release/patience")
        command = [solver, "solve", *[f"birds:neller/{deal}" for deal in deals], "-a", algorithm, "--threads", "1", "--json", *options]
        found = subprocess.run(command, capture_output=True, text=True)
        rows = [json.loads(line) for line in found.stdout.splitlines()]
        if len(rows) != len(deals):
            sys.exit(found.stderr)
        return [row["expanded"] for row in rows]


def scaled(columns, of):
    low, high = of.min(axis=0), of.max(axis=0)
    factor = 1 / numpy.where(high > low, high - low, 1)
    return (columns - low) * factor, low, factor


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    warnings.simplefilter("ignore")
    with open(sys.argv[1], newline="", encoding="utf-8") as file:
        rows = [[float(value) for value in row[1:10]] for row in list(csv.reader(file))[1:]]
    table = numpy.array(rows)
    cards, solvable = table[:, 0], table[:, 8]
    columns = COLUMNS.fit_transform(table[:, 1:7])
    deals16 = cards == 16
    print("| model | scaled by | constant | nodes, median by split | mean by split |")
    print("|---|---|---|---|---|")
    for scale in ("16 cards", "all samples"):
        for penalised in (False, True):
            show(
                f"16 cards | {scale} | {'penalised' if penalised else 'free'}",
                [
                    fit(columns, solvable, deals16, scale, penalised, split)
                    for split in SPLITS
                ],
            )
    show("16 cards, linear regression | all samples | free", [fit(columns, solvable, deals16, "all samples", None, split) for split in SPLITS])
    show("none: plain DFS | | ", [None])


def fit(columns, solvable, chosen, scale, penalised, split):
    """A model file of three quarters of the chosen samples; `penalised` is None for linear regression."""
    own, answers = columns[chosen], solvable[chosen]
    train = numpy.random.default_rng(split).permutation(len(own))[len(own) // 4 :]
    values, low, factor = scaled(own[train], columns if scale == "all samples" else own[train])
    if penalised is None:
        model = LinearRegression()
    else:
        model = LogisticRegression(solver="liblinear" if penalised else "lbfgs", max_iter=5000)
    model.fit(values, answers[train])
    return model_file([numbers(model.coef_, model.intercept_, low, factor)] * 7, "scripts/birds-lr16.py")


def show(name, files):
    found = [nodes("birds-report-lr16-dfs" if text else "birds-report-dfs", text, DEALS)[1:] for text in files]
    medians = ", ".join(f"{statistics.median(counts):,.0f}" for counts in found)
    means = ", ".join(f"{statistics.mean(counts):,.0f}" for counts in found)
    print(f"| {name} | {medians} | {means} |", flush=True)


if __name__ == "__main__":
    main()
