"""Learning to order moves in Birds of a Feather: your solution.

`state.board` is the board as text: rows joined by ` / `, cells by spaces, `--` without a card.
`state.legal_moves`, `state.move_count` and `state.to_numpy()` give more information.
"""


def features(state):
    """A list of numbers, always of the same length, that describes the state."""
    raise NotImplementedError


def fit(rows, labels):
    """Learns your own model from rows of features and labels (1 can be won, 0 is lost)."""
    raise NotImplementedError


def probability(model, row):
    """How likely a state with these features can be won, from 0 to 1."""
    raise NotImplementedError


def ordered_search(problem, estimate):
    """Depth-first search that tries children with the highest `estimate(state)` first.

    No state is expanded twice. `problem` is as in the Pacman projects.
    """
    raise NotImplementedError
