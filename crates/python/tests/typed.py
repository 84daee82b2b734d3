"""Typical user code for `mypy --strict`; the tests also run it."""

from __future__ import annotations

import patience_games as pg


def misplaced(state: pg.State) -> float:
    return 0.0 if state.is_goal else 1.0


def play(name: str) -> int:
    board = pg.Board(name)
    while not board.is_won() and board.legal_moves:
        move: pg.Move = board.push(board.legal_moves[0])
        assert str(move) and len(board.move_stack) < 1000
        if len(board.move_stack) > 5:
            break
    return len(board.move_stack)


class Countdown(pg.PuzzleGame[int, int]):
    def start(self) -> int:
        return 7

    def is_goal(self, state: int) -> bool:
        return state == 0

    def moves(self, state: int) -> list[int]:
        return [step for step in (1, 2, 3) if step <= state]

    def apply(self, state: int, move: int) -> int:
        return state - move


def main() -> None:
    level = pg.open("tiles:level/iartistas-04")
    report = level.solve("astar", misplaced, expansions=1000)
    length: int | None = report.length
    assert length is None or level.validate(report.plan) == length
    verdicts: list[str] = [each.verdict for each in pg.solve_many("birds:neller/1..3")]
    assert len(verdicts) == 3 and play(level.name) > 0
    assert Countdown().solve("bfs").length == 3
    data: bytes | None = level.certify().data
    assert data is not None and pg.check(data).claim.startswith("won")


if __name__ == "__main__":
    main()
