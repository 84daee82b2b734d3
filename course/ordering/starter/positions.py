"""Positions of Birds of a Feather with exact labels. Do not hand this file in."""

import random

import patience_games as pg


def labelled(numbers, seed=1):
    """Pairs of a state and whether it can be won, from Neller's deals with these numbers.

    One random path through each deal: all children of each state on it.
    """
    rng, found = random.Random(seed), []
    for number in numbers:
        instance = pg.open(f"birds:neller/{number}")
        state = instance.start
        while state.move_count > 0:
            children = state.children()
            labels = [instance.at(child).solve().is_solved for child in children]
            if not all(labels):
                found += zip(children, labels)
            winning = [child for child, label in zip(children, labels) if label]
            state = rng.choice(winning or children)
    return found
