#!/usr/bin/env python3
"""Linear regression in the searches of the Birds paper, on 200 fresh deals (docs/birds-report/searches.md):

    patience birds data -o birds.csv
    scripts/birds-linear.py birds.csv FOLDER

needs numpy and scikit-learn. The paper's text has linear regression, its tables have logistic
regression. The models of its four searches are fitted by least squares on the same 83 columns, to a
random three quarters of the samples; the program can read them as model files, because a search
needs only the order of the scores. FOLDER keeps the rows. PATIENCE names the program (default:
target/release/patience).
"""

import csv
import importlib.util
import sys
from pathlib import Path

import numpy
from sklearn.linear_model import LinearRegression

# The ranges of cards of the program's model files, in their order.
RANGES = ((0, 16), (8, 16), (16, 16), (15, 16), (13, 14), (11, 12), (9, 10))
SEARCHES = {"LR": "birds-report-lr", "LR+DFS": "birds-report-lr-dfs", "LR8+DFS": "birds-report-lr8-dfs", "LR16+DFS": "birds-report-lr16-dfs"}


def beside(name):
    """A script of this folder, as a module."""
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


readings, further = beside("birds-lr16"), beside("birds-further")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1], newline="", encoding="utf-8") as file:
        table = numpy.array([[float(value) for value in row[1:10]] for row in list(csv.reader(file))[1:]])
    cards, solvable = table[:, 0], table[:, 8]
    is_training = numpy.ones(len(table), bool)
    is_training[numpy.random.default_rng(1).permutation(len(table))[: len(table) // 4]] = False
    raw = {6: table[:, 1:7], 83: readings.COLUMNS.fit_transform(table[:, 1:7])}
    print("| columns | train / test % (95 % interval) |\n|---|---|")
    for width, columns in raw.items():
        values, _, _ = readings.scaled(columns, columns[is_training])
        model = LinearRegression().fit(values[is_training], solvable[is_training])
        right = (model.predict(values) > 0.5) == (solvable == 1)
        train, test = right[is_training], right[~is_training]
        low, high = further.wilson(int(test.sum()), len(test))
        print(f"| {width} | {100 * train.mean():.2f} / {100 * test.mean():.2f} ({100 * low:.2f}–{100 * high:.2f}) |", flush=True)
    models = []
    for first, last in RANGES:
        chosen = is_training & (first <= cards) & (cards <= last)
        values, low, factor = readings.scaled(raw[83][chosen], raw[83][chosen])
        model = LinearRegression().fit(values, solvable[chosen])
        models.append(readings.numbers(model.coef_, model.intercept_, low, factor))
    folder = Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "linear.json"
    file.write_text(readings.model_file(models, "scripts/birds-linear.py"), encoding="utf-8")
    limit = ["--expansions", str(further.LIMIT)]
    plain = further.rows(folder, "variant-9", ["-a", "birds-report-dfs", *limit])
    print("\n| search | linear: won of 200 | expansions | paired with plain DFS | with logistic regression |")
    print("|---|--:|--:|---|---|")
    for name, algorithm in SEARCHES.items():
        linear = further.rows(folder, f"linear-{algorithm}", ["-a", algorithm, *limit, "--model", str(file)])
        logistic = further.rows(folder, f"logistic-{algorithm}", ["-a", algorithm, *limit])
        print(
            f"| {name} | {further.share(linear)} | {further.mean(linear)} | {further.paired(linear, plain)} "
            f"| {further.share(logistic)}: {further.paired(linear, logistic)} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
