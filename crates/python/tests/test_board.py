"""Boards, used as in python-chess, and saved games."""

import copy
import json
import pickle

import patience_games as pg
import pytest
from patience_games import svg

NAMES = [
    "gaps:solvitaire/4x13/7",
    "birds:neller/42",
    "cohesion:level/vieira-1",
    "tiles:level/iartistas-08",
    "sliding:korf/1",
]


def won():
    board = pg.Board("tiles:level/iartistas-04")
    for move in board.instance.solve().plan:
        board.push(move)
    return board


def stuck():
    board = pg.Board("birds:neller/42")
    while board.legal_moves:
        board.push(board.legal_moves[0])
    return board


def test_outcome_of_won_stuck_and_unfinished_games():
    assert won().outcome() == pg.Outcome("won") and won().outcome().is_won
    assert stuck().outcome().termination == "stuck" and not stuck().outcome().is_won
    assert pg.Board("birds:neller/42").outcome() is None
    assert [board.result() for board in (won(), stuck(), stuck().root())] == ["won", "stuck", "*"]


@pytest.mark.parametrize("name", NAMES)
def test_stack_is_cleared_and_the_position_stays(name):
    board = pg.Board(name)
    for _ in range(3):
        board.push(board.legal_moves[0])
    before = board.copy()
    board.clear_stack()
    assert board == before and board.move_stack == [] and board.ply() == 0
    assert board.here().board == before.here().board and board.root() == board
    with pytest.raises(IndexError):
        board.pop()
    board.push(board.legal_moves[0])
    assert board.here().board == board.board
    for again in (pickle.loads(pickle.dumps(board)), eval("pg." + repr(board)), copy.copy(board)):
        assert again == board and again.move_stack == board.move_stack
        assert again.root() == before
    board.reset()
    assert board == before


@pytest.mark.parametrize("stack", [0, 1, 2, 3, 9, -1, True, False])
def test_copy_keeps_as_many_moves_as_asked(stack):
    board = pg.Board("birds:neller/42")
    for _ in range(3):
        board.push(board.legal_moves[0])
    copied = board.copy(stack=stack)
    kept = 3 if stack is True else max(0, min(int(stack), 3))
    assert copied == board and copied.move_stack == board.move_stack[3 - kept :]
    while copied.move_stack:
        assert copied.pop() and board.pop() and copied == board


def test_legal_moves_count_contain_and_are_listed():
    board = pg.Board("birds:neller/42")
    assert board.legal_moves.count() == len(list(board.legal_moves)) == 42
    first = board.legal_moves[0]
    assert first in board.legal_moves and board.legal_moves.count(first) == 1
    assert pg.Move("9,9>9,9") not in board.legal_moves
    assert str(first) in board.legal_moves and "9,9>9,9" not in board.legal_moves


def test_variation_is_written_in_words():
    board = pg.Board("tiles:level/iartistas-04")
    board.push("R")
    assert board.variation(["D", pg.Move("L")]) == "2. tilt down 3. tilt left"
    assert board.ply() == 1 and board.variation([]) == ""
    with pytest.raises(pg.IllegalMove) as error:
        board.variation(["D", "D"])
    assert error.value.index == 1


@pytest.mark.parametrize("name", NAMES)
def test_names_of_python_chess_do_what_they_do_there(name):
    board, by_words, by_text = (pg.Board(name) for _ in range(3))
    for _ in range(6):
        for move in board.legal_moves:
            assert board.parse_san(board.san(move)) == move == board.parse_uci(board.uci(move))
        move = board.legal_moves[-1]
        by_words.push_san(board.san(move))
        by_text.push_uci(board.uci(str(move)))
        assert board.variation_san([move]).endswith(move.words)
        board.push(move)
        assert by_words == by_text == board and by_words.move_stack == board.move_stack
        again = pg.Board(board.instance, start=board.fen())
        by_text.set_fen(by_text.fen())
        assert again == by_text == board and by_text.move_stack == []
    with pytest.raises(pg.IllegalMove):
        board.san("9,9>9,9")
    with pytest.raises(ValueError):
        board.set_fen(board.fen()[:-1])
    assert board == again


def test_board_of_no_name_is_told_what_to_do():
    board = pg.Board("birds:neller/42")
    with pytest.raises(ValueError, match=r"read by `Board\(read\("):
        pg.Board(board.fen())
    with pytest.raises(TypeError, match=r"Board\(instance, start=state\)"):
        pg.Board(board.state)


@pytest.mark.parametrize("name", NAMES)
def test_pieces_are_found_on_their_cells(name):
    board = pg.Board(name)
    pieces = board.piece_map()
    assert pieces and all(board.piece_at(*cell) == piece for cell, piece in pieces.items())
    assert board.piece_at(99, 0) is None and board.piece_at("z99") is None
    named = {(row, column): board.piece_at(f"{chr(97 + column)}{row + 1}") for row, column in pieces}
    assert named == pieces
    for wrong in ("", "1b", "bb", "b1 "):
        with pytest.raises(ValueError, match="is not a cell"):
            board.piece_at(wrong)


def test_piece_on_its_target_has_its_colour():
    assert set(won().piece_map().values()) == {"#", "P", "R"}
    assert set(won().root().piece_map().values()) == {"#", "P", "R"}


def test_board_begins_in_a_state_of_its_instance():
    after = pg.Board("birds:neller/42", ["0,0>0,1"])
    assert pg.Board("birds:neller/42", start=after.state) == after
    assert pg.Board("birds:neller/42", start=after.board) == after
    with pytest.raises(ValueError, match="not a state of this instance"):
        pg.Board("birds:neller/42", start=pg.open("birds:neller/43").start)


def test_drawing_has_the_size_asked_for():
    board = pg.Board("birds:neller/42")
    assert 'width="350"' in svg.board(board, size=350).split(">")[0]
    assert svg.board(board) == board._repr_svg_()
    move = board.legal_moves[3]
    marked = svg.board(board, lastmove=move)
    assert marked.count('class="last"') == 2
    assert marked == svg.board(board, lastmove=move.words)
    board.push(move)
    assert svg.board(board, lastmove=move) == svg.board(board)


def test_saved_games_come_back(tmp_path):
    own = pg.Board(pg.read("cohesion", "R.R/B.B", "mine"), ["0,0R"])
    later = pg.Board("birds:neller/42", ["0,0>0,1"])
    later.clear_stack()
    later.push(later.legal_moves[0])
    games = [won(), stuck(), own, later, *map(pg.Board, NAMES)]
    path = tmp_path / "games.json"
    pg.save_games(path, games)
    again = pg.load_games(path)
    assert [game.board for game in again] == [game.board for game in games]
    assert [game.move_stack for game in again] == [game.move_stack for game in games]
    assert [game.instance.name for game in again] == [game.instance.name for game in games]
    written = json.loads(path.read_text(encoding="utf-8"))["games"]
    assert written[0]["start"] == {"name": "tiles:level/iartistas-04"} and written[0]["won"]
    assert written[2]["start"]["board"] == ["cohesion+standard", "R.R/B.B"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "not a valid file of games"),
        ("[" * 100_000, "not a valid file of games"),
        ("\udcff", "not a valid file of games"),
        ('{"version": 2, "games": []}', "version 1"),
        ('{"version": 1, "games": {}}', "no list of games"),
        ('{"version": 1, "games": [3]}', "game 1 is not a valid game"),
        ('{"version": 1, "games": [{"start": {"name": 3}}]}', "game 1 is not a valid game"),
        ('{"version": 1, "games": [{"start": {"name": "x"}, "moves": [], "at": 0}]}', "game 1"),
        (
            '{"version": 1, "games": [{"start": {"name": "birds:neller/1"}, "moves": ["x"],'
            ' "at": 1}]}',
            "game 1: `x` cannot be read",
        ),
        (
            '{"version": 1, "games": [{"start": {"name": "a", "board": ["birds"]}, "moves": [],'
            ' "at": 0}]}',
            "game 1",
        ),
    ],
)
def test_file_that_is_none_of_games_is_rejected(tmp_path, text, expected):
    path = tmp_path / "games.json"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(ValueError, match=expected):
        pg.load_games(path)
