#!/usr/bin/env python3
"""Checks a certificate: that a deal is lost, or won by a plan. For small boards; `patience-check` does the same faster.

It was written from docs/certificates.md and its pages alone, in another style than the Rust
checker: boards are dictionaries, and nothing is packed. Usage: check.py FILE... ; exit code 0 if
all are verified, 1 if one is refused, 2 if one cannot be read.
"""

import functools
import itertools
import sys

GAP = None


class Refused(Exception):
    """The certificate proves nothing."""


class Unreadable(Exception):
    """This is not a certificate, or it is damaged."""


class Reader:
    """The bytes of a certificate from front to back."""

    def __init__(self, data):
        if data[:4] == b"\x28\xb5\x2f\xfd":
            raise Unreadable("compressed by zstd; expected a certificate, as after `zstd -d FILE`")
        if data[:7] != b"\x89PCERT\n":
            raise Unreadable("not a certificate")
        if data[7:8] != b"\x02":
            raise Unreadable("unknown version")
        total = 0xCBF29CE484222325
        for byte in data[:-8]:
            total = (total ^ byte) * 0x100000001B3 % 2**64
        if len(data) < 16 or total.to_bytes(8, "little") != data[-8:]:
            raise Unreadable(f"the checksum at the end of its {len(data)} bytes is wrong: it is damaged or cut off")
        self.data, self.place = data[8:-8], 0

    def take(self, count):
        part = self.data[self.place : self.place + count]
        if len(part) < count:
            raise Unreadable("it ends too early")
        self.place += count
        return part

    def number(self, count):
        return int.from_bytes(self.take(count), "little")

    def text(self):
        text = self.take(self.number(2))
        if not all(0x20 <= byte <= 0x7E for byte in text):
            raise Unreadable("the header is not printable text")
        return text.decode("ascii")

    def at_end(self):
        return self.place == len(self.data)


# The games: `start`, `won(state)`, `moves(state)` as pairs of a name and the state after it,
# `apart(state)`. A state is a tuple with one number per cell.


def invalid(fault):
    return Refused(f"not a valid deal: {fault}")


def cards(text, ranks):
    rows = [row.split(" ") for row in text.split(" / ")]
    for word in itertools.chain(*rows):
        if word != "--" and (len(word) != 2 or word[0] not in ranks or word[1] not in "CHSD"):
            raise invalid(f"`{word}` is not a card")
    if any(len(row) != len(rows[0]) for row in rows):
        raise invalid("rows of different lengths")
    return rows


class Gaps:
    def __init__(self, rules, text):
        rows = cards(text, "23456789TJQK")
        self.rules, self.rows, self.columns = rules, len(rows), len(rows[0])
        words = list(itertools.chain(*rows))
        suits = [suit for suit in "CHSD" if any(word[1] == suit for word in words)]
        number = lambda word: 255 if word == "--" else "23456789TJQK".index(word[0]) * 4 + suits.index(word[1])
        self.start = tuple(map(number, words))
        wanted = [rank * 4 + suit for rank in range(self.columns - 1) for suit in range(self.rows)] + [255] * self.rows
        if self.rows > 4 or not 2 <= self.columns <= 13 or sorted(self.start) != sorted(wanted):
            raise invalid("the cards are not those of a deal")
        if rules == "fixed-suits" and "".join(suits) != "CHSD"[: self.rows]:
            raise invalid("with fixed suits the first suits are in play")

    def won(self, state):
        def row_won(row):
            cells = state[row * self.columns : (row + 1) * self.columns]
            suit = row if self.rules == "fixed-suits" else cells[0] % 4
            return list(cells[:-1]) == [rank * 4 + suit for rank in range(self.columns - 1)]

        return all(map(row_won, range(self.rows)))

    def moves(self, state):
        for gap, source in itertools.product(range(len(state)), repeat=2):
            if state[gap] != 255 or state[source] == 255:
                continue
            card = state[source]
            if gap % self.columns:
                takes = state[gap - 1] != 255 and card == state[gap - 1] + 4
            elif self.rules == "standard":
                takes = card < 4
            elif self.rules == "fixed-suits":
                takes = card == gap // self.columns
            else:
                takes = card < 4 and source % self.columns
            if takes:
                after = list(state)
                after[gap], after[source] = card, 255
                yield bytes([source, gap]), tuple(after)

    def apart(self, state):
        return False


class Birds:
    def __init__(self, text):
        rows = cards(text, "A23456789TJQK")
        if [len(row) for row in rows] != [4] * 4:
            raise invalid("four rows of four cells are expected")
        number = lambda word: 255 if word == "--" else "A23456789TJQK".index(word[0]) * 4 + "CHSD".index(word[1])
        self.start = tuple(map(number, itertools.chain(*rows)))
        if any(self.start.count(card) > 1 for card in self.start if card != 255):
            raise invalid("a card is there twice")
        if all(card == 255 for card in self.start):
            raise invalid("no card is there")

    def won(self, state):
        return sum(card != 255 for card in state) == 1

    @staticmethod
    def meet(one, other):
        return one % 4 == other % 4 or abs(one // 4 - other // 4) <= 1

    def moves(self, state):
        stacks = [cell for cell in range(16) if state[cell] != 255]
        for source, target in itertools.permutations(stacks, 2):
            in_line = source // 4 == target // 4 or source % 4 == target % 4
            if in_line and self.meet(state[source], state[target]):
                after = list(state)
                after[target], after[source] = state[source], 255
                yield bytes([source, target]), tuple(after)

    def apart(self, state):
        tops = {card for card in state if card != 255}
        reached = {min(tops)} if tops else set()
        while True:
            more = {card for card in tops if any(self.meet(card, other) for other in reached)} | reached
            if more == reached:
                return reached != tops
            reached = more


class Grid:
    """Cohesion and Match the Tiles."""

    ways = {"L": (0, -1), "R": (0, 1), "U": (-1, 0), "D": (1, 0)}

    def shape(self, text):
        rows = text.split("/")
        if not rows[0] or any(len(row) != len(rows[0]) for row in rows):
            raise invalid("rows of one length are expected")
        self.height, self.width = len(rows), len(rows[0])
        if max(self.height, self.width) > 32 or self.height * self.width > 256:
            raise invalid("at most 32 cells per side and 256 in all are expected")
        return "".join(rows)

    def next(self, cell, way):
        row, column = cell // self.width + self.ways[way][0], cell % self.width + self.ways[way][1]
        return row * self.width + column if 0 <= row < self.height and 0 <= column < self.width else None

    def apart(self, state):
        return False


class Cohesion(Grid):
    def __init__(self, text):
        cells = self.shape(text)
        if not set(cells) <= set(".ABCDEFGHIJKLMNOPQRSTUVWXYZ") or not set(cells) - {"."}:
            raise invalid("capital letters and `.` are expected")
        self.start = tuple(cells.encode())

    def pieces(self, state):
        left = {cell for cell in range(len(state)) if state[cell] != ord(".")}
        while left:
            piece, fresh = set(), {min(left)}
            while fresh:
                piece |= fresh
                near = {self.next(cell, way) for cell in fresh for way in "LRUD"} - {None} - piece
                fresh = {cell for cell in near if state[cell] == state[min(piece)]}
            left -= piece
            yield piece

    def won(self, state):
        letters = [state[min(piece)] for piece in self.pieces(state)]
        return len(letters) == len(set(letters))

    def moves(self, state):
        for piece, way in itertools.product(list(self.pieces(state)), "LRUD"):
            target = {self.next(cell, way) for cell in piece}
            if None not in target and all(state[cell] == ord(".") for cell in target - piece):
                after = list(state)
                for cell in piece:
                    after[cell] = ord(".")
                for cell in target:
                    after[cell] = state[min(piece)]
                yield bytes([min(piece), ord(way)]), tuple(after)


class Tiles(Grid):
    def __init__(self, text):
        board, has_legend, legend = text.partition("/*=")
        pairs = legend.split(",") if has_legend else []
        small, capital = "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        cells = self.shape(board)
        if not set(cells) <= set("#.*" + small + capital):
            raise invalid("letters, `#`, `.` and `*` are expected")
        if len(pairs) != cells.count("*"):
            raise invalid("a pair of the legend for each `*` is expected")
        if not all(len(pair) == 2 and pair[0] in small and pair[1] in capital for pair in pairs):
            raise invalid("a pair of the legend is a piece and a target")
        if not set(cells) & set("*" + small):
            raise invalid("no piece is there")
        pairs, start, self.ground = iter(pairs), [], []
        for sign in cells:
            piece, ground = ".", sign
            if sign == "*":
                piece, ground = next(pairs)
            elif sign in small:
                piece, ground = sign, "."
            start.append(ord(piece))
            self.ground.append(ground)
        self.start = tuple(start)

    def won(self, state):
        return all(piece == ord(".") or chr(piece).upper() == ground for piece, ground in zip(state, self.ground))

    def moves(self, state):
        for way in "LRUD":
            after, last = list(state), None
            while after != last:
                last = list(after)
                for cell in range(len(after)):
                    target = self.next(cell, way)
                    if after[cell] != ord(".") and target is not None and after[target] == ord("."):
                        if self.ground[target] != "#":
                            after[cell], after[target] = ord("."), after[cell]
            if tuple(after) != state:
                yield bytes([ord(way), 0]), tuple(after)


def check_plan(reader, game):
    length, state = reader.number(4), game.start
    for _ in range(length):
        state = dict(game.moves(state)).get(reader.take(2))
        if state is None:
            raise Refused("a move is not legal")
    if not game.won(state):
        raise Refused("the plan ends before the game is won")
    return length


def check_layers(reader, game, layers, closed):
    level = {}
    for layer in range(layers):
        for _ in range(reader.number(8)):
            state = tuple(reader.take(len(game.start)))
            if state in level:
                raise Refused("a state is listed twice")
            level[state] = layer
    covered = lambda state, layer: level.get(state, layer + 1) <= layer or game.apart(state)
    if layers and not covered(game.start, 0):
        raise Refused("the deal is not in the first layer")
    for state, layer in level.items():
        if game.won(state):
            raise Refused("a state is won")
        if closed or layer + 1 < layers:
            if not all(covered(after, layer + 1) for _, after in game.moves(state)):
                raise Refused("a move leads out of the set")


class Sliding(Grid):
    """Sliding tiles; the blank, 0, belongs at the start or at the end."""

    def __init__(self, text, blank_last=False):
        rows = [row.split(" ") for row in text.split(" / ")]
        cells = [cell for row in rows for cell in row]
        self.height, self.width = len(rows), len(rows[0])
        if any(len(row) != self.width for row in rows) or {self.height, self.width} - {2, 3, 4, 5}:
            raise invalid("2 to 5 rows of 2 to 5 numbers are expected")
        if sorted(cells) != sorted(str(number) for number in range(len(cells))):
            raise invalid("each number from 0 is expected once")
        self.start = tuple(map(int, cells))
        self.home = tuple((cell + blank_last) % len(cells) for cell in range(len(cells)))

    def won(self, state):
        return tuple(state) == self.home

    def moves(self, state):
        if 0 in state:
            blank = state.index(0)
            for source in sorted({self.next(blank, way) for way in "LRUD"} - {None}):
                after = list(state)
                after[blank], after[source] = state[source], state[blank]
                yield bytes([source, 0]), tuple(after)

    def apart(self, state):
        """Whether the order is even and the blank's distance odd, or the other way round."""
        if sorted(state) != sorted(self.home):
            return False
        order = [self.home.index(tile) for tile in state]
        odd = sum(one > other for one, other in itertools.combinations(order, 2))
        blank, home = state.index(0), self.home.index(0)
        odd += abs(blank // self.width - home // self.width) + abs(blank % self.width - home % self.width)
        return odd % 2 == 1


class Position:
    """A board of Gaps and the open rows of each column: `at` maps (row, column) to (rank, suit) or GAP."""

    def __init__(self, at, open_rows, free=0):
        self.at, self.open, self.free = dict(at), [set(rows) for rows in open_rows], free

    def where(self, card):
        return next(cell for cell, content in self.at.items() if content == card)

    def is_open(self, cell):
        return cell[1] < 4 and cell[0] in self.open[cell[1]]

    def gap_in(self, column):
        return [(row, column) for row in sorted(self.open[column]) if self.at[row, column] is GAP]

    def exchange(self, one, other):
        self.at[one], self.at[other] = self.at[other], self.at[one]

    def key(self):
        return frozenset(self.at.items()), tuple(map(frozenset, self.open))


class Tree:
    def __init__(self, reader, game):
        self.reader, self.rules, self.rows, self.columns = reader, game.rules, game.rows, game.columns
        contents = [GAP if byte == 255 else divmod(byte, 4) for byte in game.start]
        cells = itertools.product(range(self.rows), range(self.columns))
        start = Position(zip(cells, contents), [(), (), (), ()])
        # Cards by number.
        self.cards = [(rank, suit) for rank in range(self.columns - 1) for suit in range(self.rows)]
        self.remembered, self.lemmas = set(), set()
        self.sleep = reader.number(1)
        if self.sleep > 1:
            raise Refused("the byte for sleeping steps must be 0 or 1")
        self.open_up(start)
        if not self.prove(start, [], 0):
            raise Refused("the proof does not end")

    def open_up(self, position):
        at = position.at
        for column, rows in enumerate(position.open):
            if len(rows) == 1 or all(at[row, column] is GAP for row in rows):
                position.open[column] = set()
        position.free = 0
        if self.rules == "standard" and any(at[row, 0] is GAP for row in range(self.rows)):
            below, suits = set(range(self.rows)), set(range(self.rows))
            for level in range(min(4, self.columns - 1)):
                gaps = {row for row in below if at[row, level] is GAP}
                fits = {row for row in below - gaps if at[row, level][0] == level and at[row, level][1] in suits}
                if not gaps or not fits:
                    if position.gap_in(level):
                        raise Refused("an open gap on the first level that is not free")
                    break
                if not position.open[level] <= gaps | fits:
                    raise Refused("a free level has the wrong open rows")
                position.open[level] = gaps | fits
                position.free += 1
                below, suits = gaps | fits, {at[row, level][1] for row in fits}
        for column, rows in enumerate(position.open):
            contents = sorted((at[row, column] for row in rows), key=lambda card: (card is GAP, card))
            for row, content in zip(sorted(rows), contents):
                at[row, column] = content

    def won(self, position):
        if any(position.at[row, self.columns - 1] is not GAP for row in range(self.rows)):
            return False
        seen = []
        for row in range(self.rows):
            fixed = [column for column in range(self.columns - 1) if not position.is_open((row, column))]
            suits = {position.at[row, column][1] for column in fixed if position.at[row, column] is not GAP}
            if any(position.at[row, column] is GAP or position.at[row, column][0] != column for column in fixed):
                return False
            if len(suits) > 1 or self.rules == "fixed-suits" and suits != {row}:
                return False
            seen += suits
        return len(seen) == len(set(seen))

    def steps(self, position):
        steps = []
        doors = [(row, 0) for row in range(self.rows) if position.at[row, 0] is GAP]
        for card in self.cards:
            rank, suit = card
            cell = position.where(card)
            if rank == 0:
                if self.rules == "fixed-suits":
                    steps += [(card, door) for door in doors if door[0] == suit]
                elif cell[1] != 0:
                    steps += [(card, door) for door in (doors if self.rules == "fixed-twos" else doors[:1])]
                continue
            left = position.where((rank - 1, suit))
            column = left[1] + 1
            if column == self.columns:
                continue
            inside = cell[1] == column and position.is_open(cell)

            def may_be_gap(target):
                if position.is_open(target):
                    return bool(position.gap_in(column)) and not inside
                return position.at[target] is GAP

            if not position.is_open(left):
                targets = [(left[0], column)] if may_be_gap((left[0], column)) else []
            elif column > position.free:
                beside = [(row, column) for row in sorted(position.open[column - 1])]
                targets = [target for target in beside if may_be_gap(target)]
            elif cell[1] == column and cell[0] in position.open[column - 1]:
                targets = []
            else:
                beside = [(row, column) for row in sorted(position.open[column - 1])]
                targets = [target for target in beside if position.at[target] is GAP][:1]
            steps += [(card, target) for target in targets]
        return steps

    def after(self, position, step):
        (rank, suit), (row, column) = step
        position = Position(position.at, position.open, position.free)
        if column > position.free:
            if position.is_open((row, column)):
                position.exchange((row, column), position.gap_in(column)[0])
                position.open[column].remove(row)
            if position.is_open((row, column - 1)):
                position.exchange((row, column - 1), position.where((rank - 1, suit)))
                position.open[column - 1].remove(row)
        position.exchange(position.where((rank, suit)), (row, column))
        self.open_up(position)
        return position

    def relax(self, position, frozen):
        """The sets of lemma 2: the cells that each card could be in, and those that could be gaps."""
        group = lambda cell: {(row, cell[1]) for row in position.open[cell[1]]} if position.is_open(cell) else {cell}
        start = {card: group(position.where(card)) for card in self.cards}
        gaps = set().union(*(group(cell) for cell, content in position.at.items() if content is GAP))
        reach = {card: set(cells) for card, cells in start.items()}
        column = {(row, 0) for row in range(self.rows)}
        doors = {}
        for suit in range(self.rows):
            at_home = position.where((0, suit))[1] == 0
            doors[suit] = {(suit, 0)} if self.rules == "fixed-suits" else column
            if self.rules == "fixed-twos" and at_home:
                doors[suit] = set()
        changed = True
        while changed:
            changed = False
            for rank, suit in self.cards:
                if (rank, suit) in frozen:
                    continue
                if rank == 0:
                    enter = doors[suit]
                else:
                    enter = {(row, column + 1) for row, column in reach[rank - 1, suit]}
                fresh = (enter & gaps) - reach[rank, suit]
                reach[rank, suit] |= fresh
                freed = start[rank, suit] - gaps if reach[rank, suit] - start[rank, suit] else set()
                gaps |= freed
                changed = changed or bool(fresh or freed)
        return reach, gaps

    def dead_end(self, position):
        reach, gaps = self.relax(position, ())
        if any((row, self.columns - 1) not in gaps for row in range(self.rows)):
            return True

        def home(suit, row):
            return all((row, rank) in reach[rank, suit] for rank in range(self.columns - 1))

        orders = itertools.permutations(range(self.rows))
        if self.rules == "fixed-suits":
            orders = [tuple(range(self.rows))]
        return not any(all(home(suit, row) for suit, row in enumerate(order)) for order in orders)

    def persistent(self, position, steps, chosen):
        frozen = {steps[index][0] for index in chosen}
        gaps_now = {cell for cell, content in position.at.items() if content is GAP}
        forbidden = set()
        for index in chosen:
            (rank, suit), target = steps[index]
            cell = position.where((rank, suit))
            if rank == 0 and self.rules != "fixed-suits":
                if any(steps[other][0][0] == 0 for other in range(len(steps)) if other not in chosen):
                    return False
                first = {(row, 0) for row in range(self.rows)}
                if self.rules == "fixed-twos":
                    forbidden |= first - gaps_now
                elif len(first & gaps_now) < 2:
                    return False
            elif any(map(position.is_open, [cell, target] + [(target[0], target[1] - 1)] * (rank > 0))):
                return False
            if rank > 0 and (rank - 1, suit) not in frozen:
                forbidden.add(position.where((rank - 1, suit)))
            if rank + 1 < self.columns - 1 and (rank + 1, suit) not in frozen:
                forbidden.add((cell[0], cell[1] + 1))
        return not forbidden & self.relax(position, frozen)[1]

    def may_sleep(self, position, step):
        (rank, suit), target = step
        beside = [position.where((rank, suit)), (target[0], target[1] - 1)]
        free = [cell for cell in beside if position.is_open(cell) and cell[1] < position.free]
        return rank > 0 and not position.is_open(target) and not free

    def follow(self, position, lost, step):
        """The position after a step, and the steps to lost positions that are asleep there."""
        after, (rank, suit) = self.after(position, step), step[0]
        near = [(rank - 1, suit), (rank, suit), (rank + 1, suit)]
        asleep = [other for other in lost if self.sleep and other[0] not in near]
        asleep = [other for other in asleep if self.may_sleep(position, other) and self.may_sleep(after, other)]
        steps = self.steps(after)
        return after, [other for other in asleep if other in steps]

    def prove(self, position, asleep, depth):
        """Whether the position is proved lost; False if the proof returns to its first choice."""
        for _ in range(1000):
            if self.won(position):
                raise Refused("a position is won")
            if any(position.open):
                self.lemmas.add("open rows")
            if asleep:
                self.lemmas.add("sleep sets")
            steps = self.steps(position)
            everything = set(range(len(steps)))
            left = {number for number in everything if steps[number] not in asleep}
            hint = 2
            if len(left) > 1:
                hint = self.reader.number(1)
                if hint == 0:
                    self.lemmas.add("relaxation")
                    if not self.dead_end(position):
                        raise Refused("a position is not a relaxed dead end")
                    return True
                if hint == 1:
                    if position.key() not in self.remembered:
                        raise Refused("a position was not proved lost before")
                    return True
                if hint in (4, 5):
                    mask = self.reader.number(4)
                    chosen = {number for number in range(32) if mask >> number & 1}
                elif hint >= 8:
                    chosen = {hint - 8}
                elif hint in (2, 3):
                    chosen = everything
                else:
                    raise Refused("an unknown hint")
                if chosen != everything:
                    self.lemmas.add("persistent sets")
                    if not chosen or not chosen <= everything or not self.persistent(position, steps, chosen):
                        raise Refused("a set is not persistent")
                left &= chosen
            if not left:
                return True
            if len(left) == 1:
                position, asleep = self.follow(position, asleep, steps[left.pop()])
                continue
            while left:
                number = self.reader.number(1)
                if number != 255:
                    if number not in left or depth == 1000:
                        raise Refused("a step is not among the remaining ones")
                    if self.prove(*self.follow(position, asleep, steps[number]), depth + 1):
                        left.remove(number)
                        asleep = asleep + [steps[number]]
                        continue
                if depth:
                    return False
            if hint in (3, 5):
                self.remembered.add(position.key())
            return True
        raise Refused("too many forced steps")


def game_of(name, text):
    """The deal of a game, by the game's name in a certificate."""
    family, _, rules = name.partition("+")
    games = {"birds": Birds, "cohesion": Cohesion, "tiles": Tiles, "sliding": Sliding}
    games["sliding+blank-last"] = functools.partial(Sliding, blank_last=True)
    if family == "gaps" and rules in ("", "fixed-suits", "fixed-twos"):
        return Gaps(rules or "standard", text)
    if name in games:
        return games[name](text)
    raise Unreadable(f"this checker lacks the game {name}")


def check(data):
    """The statement that a certificate proves, with the game, the deal and the lemmas used."""
    reader = Reader(data)
    kind, name, text = reader.take(1), reader.text(), reader.text()
    game = game_of(name, text)
    claim, lemmas = "lost", set()
    if kind in b"PO":
        length = check_plan(reader, game)
        claim = f"won in {length} moves"
    if kind == b"O":
        check_layers(reader, game, length, closed=False)
        claim += " and in no fewer"
    elif kind == b"C":
        check_layers(reader, game, 1, closed=True)
    elif kind == b"T" and isinstance(game, Gaps):
        lemmas = Tree(reader, game).lemmas
    elif kind != b"P":
        raise Unreadable("an unknown kind of certificate")
    if not reader.at_end():
        raise Unreadable("something follows the proof")
    return claim, name, text, sorted(lemmas)


def main(paths):
    sys.setrecursionlimit(10_000)
    worst = 2 if not paths else 0
    for path in paths:
        try:
            with open(path, "rb") as file:
                claim, name, text, lemmas = check(file.read())
            print(f"{path}: verified: {claim}: {name}: {text} (relies on {', '.join(lemmas) or 'the rules'})")
        except Refused as reason:
            print(f"{path}: refused: {reason}")
            worst = max(worst, 1)
        except (Unreadable, OSError, UnicodeDecodeError) as reason:
            print(f"{path}: unreadable: {reason}")
            worst = max(worst, 2)
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
