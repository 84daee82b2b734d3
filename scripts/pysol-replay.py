#!/usr/bin/env python3
"""Plays plans of numbered deals in PySolFC's own code, without a window (scripts/test-pysol.sh):

    patience solve gaps:pysol/32000..32019 --json | scripts/pysol-replay.py PYSOLFC

PYSOLFC is a folder with PySolFC's sources, which need attrs, configobj and pysol_cards. Its code deals the number of each row, judges every move
and decides whether the game is won. A plan may contain PySolFC's redeal as the move `redeal`. Rows without a plan are left out; the count of the
others is printed, and a plan that PySolFC does not accept ends the script.
"""

import json
import sys

GAMES = {"standard": "Montana", "line-up": "Line Up", "paganini-ii": "Paganini II", "spaces-and-aces": "Spaces and Aces"}


class Quiet:
    """Replaces any part of the window, and accepts every call."""

    def __getattr__(self, name):
        return self

    def __call__(self, *arguments, **names):
        return self


def load(folder):
    """PySolFC's modules; none of them may open a window."""
    sys.path.insert(0, folder)
    import pysollib.games.montana
    import pysollib.layout
    import pysollib.stack
    from pysollib.acard import AbstractCard
    from pysollib.gamedb import GAME_DB
    from pysollib.pysolrandom import construct_random

    pysollib.stack.MfxCanvasGroup = pysollib.stack.MfxCanvasText = pysollib.layout.MfxCanvasText = Quiet()

    class Card(AbstractCard):
        def __init__(self, *arguments, **places):
            super().__init__(*arguments, **places)
            self.item = Quiet()

        def showFace(self, unhide=1):
            self.face_up = 1

        def showBack(self, unhide=1):
            self.face_up = 0

    return GAME_DB, construct_random, Card


class Player:
    """One game, which deals one number after the other."""

    def __init__(self, modules, rules):
        database, self.random, card = modules
        name = GAMES.get(rules, rules.replace("-", " ").title().replace(" Of ", " of "))
        info = next(database.get(number) for number in database.getGamesIdSortedById() if database.get(number).name == name)
        self.game = game = info.gameclass(info)
        game.app, game.canvas, game.top = Quiet(), Quiet(), None
        game.app.images, game.app.opt = Quiet(), Quiet()
        game.app.images.CARDW = game.app.images.CARDH = game.app.images.CARD_XOFFSET = game.app.images.CARD_YOFFSET = 50
        game.app.getFont = lambda name: ("", 12)
        game.app.opt.randomize_place = False
        game.canvas.xmargin = game.canvas.ymargin = game.canvas.preview = 0
        game.animatedMoveTo = game.startDealSample = game.stopSamples = Quiet()
        game._createCard = lambda *arguments, **places: card(*arguments, game=game, **places)
        game.createGame()
        game.s.talon.refreshView = Quiet()
        game.cards = game.createCards()

    def deal(self, number):
        game = self.game
        game.s.talon.removeAllCards()
        game.s.talon.resetGame()
        game.moves.state, game.moves.current = game.S_INIT, []
        game.random = self.random(str(number))
        game.shuffle()
        game.startGame()
        game.moves.state = game.S_PLAY

    def board(self):
        step, word = self.game.RSTEP, lambda card: "A23456789TJQK"[card.rank] + "CSHD"[card.suit]
        cells = [word(stack.cards[-1]) if stack.cards else "--" for stack in self.game.s.rows]
        return " / ".join(" ".join(cells[at : at + step]) for at in range(0, len(cells), step))

    def move(self, text):
        game = self.game
        if text == "redeal":
            if not game.s.talon.canDealCards():
                return False
            game.moves.state = game.S_DEAL
            game.s.talon.dealCards()
            game.moves.state = game.S_PLAY
            return True
        (a, b), (c, d) = (map(int, cell.split(",")) for cell in text.split(">"))
        origin, gap = game.s.rows[a * game.RSTEP + b], game.s.rows[c * game.RSTEP + d]
        if not (origin.cards and origin.canMoveCards(origin.cards) and gap.acceptsCards(origin, origin.cards)):
            return False
        game.moveMove(1, origin, gap, frames=0)
        return True


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    modules, players, won = load(sys.argv[1]), {}, 0
    for row in map(json.loads, sys.stdin):
        if not row["plan"]:
            continue
        if row["rules"] not in players:
            players[row["rules"]] = Player(modules, row["rules"])
        player = players[row["rules"]]
        name = row["instance"]
        player.deal(int(name.rpartition("/")[2]))
        if player.board() != row["board"]:
            sys.exit(f"{name}: PySolFC deals {player.board()}")
        for at, move in enumerate(row["plan"]):
            if player.game.isGameWon() or not player.move(move):
                sys.exit(f"{name}: PySolFC does not take move {at + 1}, {move}")
        if not player.game.isGameWon():
            sys.exit(f"{name}: PySolFC does not call the game won")
        won += 1
    print(f"{', '.join(players)}: PySolFC's own code plays and wins {won} deals")


if __name__ == "__main__":
    main()
