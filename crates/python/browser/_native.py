"""The native module's counterpart in a browser: the solvers' WebAssembly behind the same names.

Everything around it is the package itself. Anything that the page's solvers do not offer, or that
needs threads, raises :class:`NotImplementedError`, which names an alternative. A solve has at most
60 seconds and 768 MiB; only these limits end it early, not Ctrl-C.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from math import inf
from time import monotonic
from typing import Any, NoReturn

from ._arguments import Bounds, Parameter
from ._states import Heuristic, Move, Rules, State
from ._wasm import answer, job, question
from .errors import IllegalMove, Refused

__all__ = [
    "VERSION", "Heuristic", "Instance", "Move", "SolveMany", "State", "analyse", "certify", "check",
    "games", "names", "open", "read", "redeal_chance", "redeal_rules", "redealt", "review",
    "solve_puzzle", "train",
]  # fmt: skip

VERSION = "@VERSION@"


def _missing(what: str, instead: str = "install patience-games on a computer for it") -> NoReturn:
    raise NotImplementedError(f"{what} cannot run in a browser; {instead}")


def _without_memory(bounds: Bounds) -> None:
    if bounds["memory"] is not None:
        _missing("memory limits", "the browser's limit of 768 MiB holds")


class Instance:
    """An instance: a deal or a level under its rules. ``patience_games.Instance`` wraps it."""

    def __init__(self, rules: Rules, name: str | None = None) -> None:
        self._rules = rules
        self.name = name or rules.name
        self.game, self.rules, self.board = rules.game, rules.rules, rules.board
        self.start = State(rules, rules.start)

    @property
    def pddl(self) -> tuple[str, str] | None:
        written = self._notations()
        found = (written.get("pddl-domain"), written.get("pddl-problem"))
        return None if found[0] is None or found[1] is None else (found[0], found[1])

    def _notations(self) -> dict[str, str]:
        told = question("notations", self._rules.here)["notations"]
        return {each["name"]: each["text"] for each in told}

    def draw(self) -> str:
        return str(self.start)

    def write(self, format: str) -> str | None:
        return self._notations().get(format)

    def state_on(self, board: str) -> State:
        there = Rules({"game": self._rules.here["game"], "board": board})
        try:
            answer("describe", there.start, self._rules.number)
        except ValueError:
            raise ValueError(
                f"`{board}` is not a state of this instance; expected its cells and pieces"
            ) from None
        return State(self._rules, there.start)

    def starting_at(self, state: State, name: str) -> Instance:
        return read(self._rules.here["game"], state.board, name)

    def _play(self, moves: str) -> Iterator[tuple[Move, State]]:
        """Yields each move of a string with the state after it; a move may be several words."""
        words, state, at, made = moves.replace(";", " ").split(), self.start, 0, 0
        while at < len(words):
            try:
                move, used = self._read(state, words[at:])
                state = state.apply(move)
            except IllegalMove as error:
                said, rest = error.reason.split("` ", 1)
                reason = f"move {made + 1} ({said}`) {rest}"
                raise IllegalMove(made, reason) from None
            yield move, state
            at, made = at + used, made + 1

    @staticmethod
    def _read(state: State, words: list[str]) -> tuple[Move, int]:
        for move in state.legal_moves:
            if str(move) == words[0]:
                following = words[1:2]
                # `5 left` is one move of two words if `left` alone is not a move.
                said = move.words.split() if following and following[0].isalpha() else []
                return move, len(said) if len(said) > 1 and words[: len(said)] == said else 1
        for count in (3, 2):
            try:
                return state.parse(" ".join(words[:count])), count
            except IllegalMove:
                pass
        return state.parse(words[0]), 1

    def after(self, moves: str) -> Instance:
        state = self.start
        for _, state in self._play(moves):
            pass
        return self.starting_at(state, self.name)

    def texts(self, moves: str) -> list[str]:
        return [str(move) for move, _ in self._play(moves)]

    def validate(self, plan: str) -> int:
        state, count = self.start, 0
        for _, state in self._play(plan):
            count += 1
        if not state.is_goal:
            raise ValueError(f"the plan of {count} moves ends before the game is won")
        return count

    def heuristics(self) -> list[str]:
        [game] = (game for game in question("games", {}) if game["name"] == self.game)
        return [each["name"] for each in game["heuristics"]]

    def heuristic(self, name: str) -> Heuristic:
        return Heuristic(self._rules, name)

    def solve(
        self,
        algorithm: str | None,
        heuristic: str | None,
        bounds: Bounds,
        parameters: Mapping[str, Parameter],
        for_player: bool,
    ) -> str:
        _without_memory(bounds)
        options = {name.replace("_", "-"): value for name, value in parameters.items()}
        asked: dict[str, Any] = {"at": self._rules.here, "options": options}
        asked |= {"algorithm": algorithm, "heuristic": heuristic}
        asked |= {name: bounds[name] for name in ("seconds", "expansions", "depth")}
        if not for_player:
            # The solver's own plan: plans of a watched search are not shortened.
            asked["watch"] = {}
        report: dict[str, Any] = dict(job("solve", asked)[-1][1]["report"])
        return json.dumps({**report, "instance": self.name})

    def solve_with(self, *_: object) -> str:
        _missing("a function of Python as heuristic", "search a pg.Problem with your own code")

    def closure(
        self, most: int, bounds: Bounds
    ) -> tuple[list[State], list[tuple[int, int, int]], list[int | None]]:
        # Memory is not measured: a browser gives Python at most 4 GiB.
        end = monotonic() + (inf if bounds["seconds"] is None else bounds["seconds"])
        states, indices = [self.start], {self._rules.start: 0}
        edges: list[tuple[int, int, int]] = []
        won: list[bool] = []
        while len(won) < len(states):
            if monotonic() >= end:
                raise TimeoutError("the closure was stopped by its limit (time)")
            batch = states[len(won) : len(won) + 1000]
            for win, found in self._rules.expand_all([each._bytes for each in batch]):
                at = len(won)
                won.append(win)
                states[at]._won, states[at]._known = win, found
                for cost, _, _, after in found:
                    to = indices.setdefault(after, len(states))
                    if to == len(states):
                        if to == most:
                            raise ValueError(
                                f"{self.name} has more than {most} states; "
                                "choose a smaller instance or a larger limit"
                            )
                        states.append(State(self._rules, after))
                    edges.append((at, to, cost))
        return states, edges, _distances(won, edges)

    def evaluate(self, bounds: Bounds) -> str:
        _without_memory(bounds)
        return json.dumps(question("evaluate", self._rules.here)["heuristics"])


def _distances(won: list[bool], edges: list[tuple[int, int, int]]) -> list[int | None]:
    """The minimum cost from each state to a goal."""
    from heapq import heappop, heappush

    into: list[list[tuple[int, int]]] = [[] for _ in won]
    for source, to, cost in edges:
        into[to].append((source, cost))
    distances: list[int | None] = [None] * len(won)
    heap = [(0, index) for index, win in enumerate(won) if win]
    while heap:
        distance, index = heappop(heap)
        if distances[index] is None:
            distances[index] = distance
            for source, cost in into[index]:
                heappush(heap, (distance + cost, source))
    return distances


class SolveMany(Iterator[str]):
    """The reports as JSON, in order, one after another: a browser runs them in one thread."""

    def __init__(
        self,
        jobs: Iterable[str | Instance],
        algorithm: str | None,
        heuristic: str | None,
        threads: int,
        bounds: Bounds,
        parameters: Mapping[str, Parameter],
    ) -> None:
        self._jobs: Iterator[str | Instance] = iter(jobs)
        self._asked = (algorithm, heuristic, bounds, parameters, False)

    def __next__(self) -> str:
        each = next(self._jobs)
        instance = open(each, self._asked[2]) if isinstance(each, str) else each
        return instance.solve(*self._asked)

    def close(self) -> None:
        self._jobs = iter(())


def open(name: str, bounds: Bounds) -> Instance:
    _without_memory(bounds)
    return Instance(Rules({"instance": name}))


def read(game: str, board: str, name: str) -> Instance:
    return Instance(Rules({"game": game, "board": board}), name)


def games() -> str:
    return json.dumps(question("games", {}))


def names(pattern: str) -> list[tuple[str, tuple[int, int] | None]]:
    head, _, last = pattern.rpartition("/")
    if head.endswith(":level") and last.endswith("*"):
        game = head.split(":")[0].split("+")[0]
        levels = next((each["levels"] for each in question("games", {}) if each["name"] == game), [])
        found = [level for level in levels if level.startswith(last[:-1])]
        if not found:
            raise ValueError(f"{game} has no level that begins with `{last[:-1]}`")
        return [(f"{head}/{level}", None) for level in found]
    first, dots, end = last.partition("..")
    if not dots or not first.lstrip("-").isdecimal() or not end.lstrip("-").isdecimal():
        return [(pattern, None)]
    if int(first) > int(end):
        raise ValueError(f"the range `{last}` in `{pattern}` ends before it begins")
    return [(head, (int(first), int(end)))]


def analyse(
    instance: Instance,
    algorithm: str | None,
    heuristic: str | None,
    bounds: Bounds,
    parameters: Mapping[str, Parameter],
) -> str:
    _without_memory(bounds)
    if bounds["expansions"] is not None or parameters:
        _missing("an analysis with an expansion limit or with parameters", "leave them out")
    asked = {"at": instance._rules.here, "algorithm": algorithm, "heuristic": heuristic}
    events = job("analyse", {**asked, "seconds": bounds["seconds"]})
    moves = {data["move"]: data for event, data in events if event == "move"}
    return json.dumps([moves[str(mv)] for mv in instance.start.legal_moves if str(mv) in moves])


def certify(
    instance: Instance, lemmas: str, bounds: Bounds, parameters: Mapping[str, Parameter]
) -> tuple[str, bytes | None]:
    if lemmas != "all" or parameters or any(value is not None for value in bounds.values()):
        _missing("a certificate with limits, parameters or fewer lemmas", "leave them out")
    event, data = job("certify", {"at": instance._rules.here})[-1]
    data_found = bytes.fromhex(data["hex"]) if event == "certificate" else None
    stop = None if data_found else "browser"
    verdict = data["verdict"] if data_found else "unknown"
    report = {"instance": instance.name, "verdict": verdict, "stop": stop, "expanded": None}
    return json.dumps(report), data_found


def check(certificate: bytes, seconds: float | None) -> tuple[str, str, str, int, list[str]]:
    if seconds is not None:
        _missing("a check with a time limit", "leave it out")
    told = answer("check", certificate)
    if "refused" in told:
        raise Refused(told["refused"]["record"], told["refused"]["reason"])
    done = told["verified"]
    return done["claim"], done["game"], done["deal"], done["records"], done["lemmas"]


def review(positions: list[tuple[str, int | None, bool]]) -> str:
    """As ``crates/catalogue/src/review.rs``: ``review-cases.json`` tests that both agree."""
    verdicts = [verdict for verdict, _, _ in positions]
    won = max((at for at, verdict in enumerate(verdicts) if verdict == "solved"), default=None)
    lost = verdicts.index("unsolvable") if "unsolvable" in verdicts else None
    known, kept, narrow = 0, 0, list[int]()
    detours = list[dict[str, int]]()
    pairs = zip(positions, positions[1:], strict=False)
    for number, ((_, least, only), (verdict, left, _)) in enumerate(pairs, 1):
        is_lost = verdict == "unsolvable"
        if least is None or (left is None and not is_lost):
            continue
        known += 1
        if not is_lost and left is not None:
            cost = max(left + 1 - least, 0)
            if cost:
                detours.append({"number": number, "cost": cost})
            else:
                kept += 1
        if not is_lost and only:
            narrow.append(number)
    detours.sort(key=lambda detour: -detour["cost"])
    fatal = lost if lost is not None and won is not None and won + 1 == lost else None
    told = {
        "moves": max(len(positions) - 1, 0),
        "known": known,
        "kept": kept,
        "accuracy": int(100 * kept / known + 0.5) if known else None,
        "least": positions[0][1] if positions else None,
        "fatal": fatal,
        "narrow": narrow,
        "detours": detours,
    }
    return json.dumps(told)


def redeal_chance(*_: object) -> str:
    _missing("the chance of winning with redeals", "the page itself shows it")


def redeal_rules(instance: Instance) -> list[tuple[str, int, bool]]:
    told = question("redeals", instance._rules.here)
    return [(each["rule"], each["redeals"], each["blocked_only"]) for each in told]


def redealt(instance: Instance, rule: str, seed: int) -> Instance:
    here = {**instance._rules.here, "moves": f"redeal/{rule}/{seed}"}
    return Instance(Rules(here), instance.name)


def solve_puzzle(*_: object) -> tuple[str, list[Any] | None]:
    _missing("the algorithms of Rust on a game of Python")


def train(game: str, seed: int, by_ranking: bool) -> str:
    _missing("training")
