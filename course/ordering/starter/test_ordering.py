"""Tests for you: `python -m pytest`. The hidden tests use other deals."""

import ordering
import patience_games as pg
from positions import labelled

DEALS = ["birds:neller/11", "birds:neller/12"]


def test_features_are_numbers():
    states = [pg.open(name).start for name in DEALS]
    rows = [ordering.features(state) for state in [*states, *states[0].children()]]
    assert len({len(row) for row in rows}) == 1
    assert all(isinstance(float(value), float) for row in rows for value in row)


def test_fit_learns_what_is_easy():
    rows = [[x / 10, (7 * x % 10) / 10] for x in range(20)]
    labels = [int(row[0] > 1) for row in rows]
    model = ordering.fit(rows, labels)
    right = [(ordering.probability(model, row) > 0.5) == label for row, label in zip(rows, labels)]
    assert sum(right) >= 18


def test_fit_beats_the_majority():
    training, test = labelled(range(1, 4)), labelled(range(21, 23))
    model = ordering.fit(
        [ordering.features(state) for state, _ in training], [int(label) for _, label in training]
    )
    right = sum(
        (ordering.probability(model, ordering.features(state)) > 0.5) == label
        for state, label in test
    )
    won = sum(label for _, label in test)
    assert right > max(won, len(test) - won)


def test_ordered_search_wins():
    found = pg.grade(
        lambda problem: ordering.ordered_search(problem, lambda state: state.move_count),
        DEALS,
        optimal=False,
        convention="none",
    )
    found.check()
