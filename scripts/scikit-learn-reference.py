#!/usr/bin/env python3
"""Writes crates/learn/tests/data/scikit-learn.json: a small data set, and the predictions of scikit-learn's classifiers.

Needs scikit-learn; `crates/learn/tests/scikit_learn.rs` compares our own classifiers with the file.
"""

import json
import math
import random
from pathlib import Path

import sklearn
from sklearn.ensemble import AdaBoostClassifier
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

random.seed(1)


def answer(row):
    odds = 0.9 * row[0] - 0.6 * row[1] + 0.2 * row[0] * row[2] - 2.5
    return int(random.random() < 1 / (1 + math.exp(-odds)))


def sample(draw, count):
    rows = [[draw() for _ in range(3)] for _ in range(count)]
    return rows, [answer(row) for row in rows]


# Few values, so that rows recur: our models are trained on distinct rows with weights.
rows, answers = sample(lambda: random.randrange(6), 400)
# All distances differ, so the nearest neighbour is unambiguous.
apart, apart_answers = sample(lambda: round(random.uniform(0, 6), 3), 80)
queries = [[round(random.uniform(-1, 7), 2) for _ in range(3)] for _ in range(25)]


def probabilities(model, rows=rows, answers=answers):
    return [float(p) for p in model.fit(rows, answers).predict_proba(queries)[:, 1]]


boosted = AdaBoostClassifier(n_estimators=10).fit(rows, answers)
votes = zip(boosted.estimators_, boosted.estimator_weights_)
votes = [weight * (2 * stump.predict(queries) - 1) for stump, weight in votes]

out = {
    "version": sklearn.__version__,
    "rows": rows,
    "answers": answers,
    "apart": apart,
    "apart_answers": apart_answers,
    "queries": queries,
    "linear": [float(value) for value in Ridge(alpha=0.5).fit(rows, answers).predict(queries)],
    "logistic": probabilities(LogisticRegression(C=1.0, tol=1e-12, max_iter=100_000)),
    "bayes": probabilities(GaussianNB()),
    "tree": probabilities(DecisionTreeClassifier(max_depth=3, random_state=0)),
    "knn": probabilities(KNeighborsClassifier(3), apart, apart_answers),
    "adaboost": [float(sum(vote)) for vote in zip(*votes)],
}
path = Path(__file__).parent.parent / "crates/learn/tests/data/scikit-learn.json"
path.write_text(json.dumps(out, separators=(",", ":")) + "\n")
