"""Instances, states and boards."""

import copy
import json
import pickle
import random

import patience_games as pg
import pytest

NAMES = [
    "gaps:solvitaire/4x13/7",
    "gaps+paper:paper/4x8/20/1",
    "gaps+double-montana:pysol/7",
    "birds:neller/42",
    "cohesion:level/vieira-1",
    "tiles:level/iartistas-08",
]


@pytest.mark.parametrize("name", NAMES)
def test_states_follow_the_rules_of_the_catalogue(name):
    instance = pg.open(name)
    state, moves, chance = instance.start, [], random.Random(1)
    for _ in range(12):
        legal = state.legal_moves
        assert len(legal) == state.move_count == len(state.children())
        assert [after for after, _, _ in state.successors()] == state.children()
        assert [state.child(index) for index in range(len(legal))] == state.children()
        for move, after in zip(legal, state.children(), strict=True):
            assert state.apply(move) == state.apply(str(move)) == state.apply(move.words) == after
            assert hash(state.apply(move)) == hash(after)
            assert state.parse(str(move)) == move
        if not legal:
            break
        moves.append(chance.choice(legal))
        state = state.apply(moves[-1])
    # The catalogue makes the same moves from their text.
    assert instance.after(moves).board == state.board
    assert instance.at(state).board == state.board


def test_state_is_frozen_and_hashable():
    one, other = pg.open("birds:neller/42").start, pg.open("birds:neller/42").start
    assert one == other and hash(one) == hash(other) and len({one, other}) == 1
    assert one != pg.open("birds:neller/43").start and one != "birds"
    assert copy.deepcopy(one) is one and copy.copy(one) is one
    with pytest.raises(AttributeError):
        one.board = "2H"


def test_states_have_an_order_for_heaps():
    states = pg.open("birds:neller/42").start.children()
    assert sorted(states) == sorted(reversed(states))
    one, other = states[:2]
    assert (one < other) != (other < one) and (one <= other) == (other >= one)


def test_symmetric_order_of_moves_reaches_equal_state():
    start = pg.open("cohesion:level/vieira-1").start
    seen = {start}
    for state in start.children():
        seen.update(state.children())
    assert start in seen and len(seen) > len(start.children())


def test_instance_survives_pickling():
    deal = pg.open("gaps:solvitaire/4x13/7")
    again = pickle.loads(pickle.dumps(deal))
    assert again == deal and again.board == deal.board and again.rules == "standard"


@pytest.mark.parametrize("name", [*NAMES, "sliding:korf/1"])
def test_states_and_moves_survive_pickling(name):
    start = pg.open(name).start
    for state in [start, *start.children()]:
        again = pickle.loads(pickle.dumps(state))
        assert again == state and hash(again) == hash(state) and again.board == state.board
        assert again.children() == state.children()
        assert copy.deepcopy([state]) == [state]
    for move in start.legal_moves:
        again = pickle.loads(pickle.dumps(move))
        assert (again, hash(again), again.words, again.cost) == (
            move, hash(move), move.words, move.cost
        )  # fmt: skip
        assert start.apply(again) == start.apply(move) and again in start.legal_moves
        assert copy.copy(move) is move and copy.deepcopy(move) is move


def test_move_is_made_from_its_text():
    board = pg.Board("tiles:level/iartistas-04")
    assert pg.Move("R") in board.legal_moves and eval("pg." + repr(pg.Move("R"))) == pg.Move("R")
    assert board.push(pg.Move("R")) == pg.Move("R") and board.pop() == pg.Move("R")
    assert not board.is_legal(pg.Move("U")) and board.is_legal(pg.Move("D"))
    with pytest.raises(pg.IllegalMove):
        board.push(pg.Move("sideways"))


def test_state_is_read_from_its_board():
    for name in NAMES:
        instance = pg.open(name)
        for state in instance.start.children():
            assert instance.state(state.board) == state
    with pytest.raises(ValueError, match="not a state of this instance"):
        pg.open("birds:neller/42").state(pg.open("birds:neller/43").board)
    with pytest.raises(ValueError, match="expected"):
        pg.open("birds:neller/42").state("nonsense")


@pytest.mark.parametrize("name", [*NAMES, "sliding:korf/1"])
def test_states_and_boards_are_drawn(name):
    board = pg.Board(name)
    assert board.state._repr_svg_() == board._repr_svg_() == board.instance._repr_svg_()
    board.push(board.legal_moves[0])
    assert board._repr_svg_().count('class="last"') >= 2 and "last" not in board.state._repr_svg_()


def test_tiles_of_a_sliding_puzzle_are_drawn():
    drawing = pg.read("sliding", "1 0 2 / 3 4 5 / 6 7 8").start._repr_svg_()
    assert all(f">{number}</text>" in drawing for number in range(1, 9)) and ">0<" not in drawing


def test_copy_of_a_board_may_begin_here():
    board = pg.Board("tiles:level/iartistas-04", ["R"])
    fresh = board.copy(stack=False)
    assert fresh.move_stack == [] and fresh.board == board.board
    assert fresh.root().board == board.board and board.root().board != board.board


def test_illegal_move_tells_index_and_legal_moves():
    level = pg.open("tiles:level/iartistas-04")
    with pytest.raises(pg.IllegalMove, match="legal moves: R") as error:
        level.start.apply("U")
    assert error.value.index == 0
    with pytest.raises(pg.IllegalMove) as error:
        level.validate("R R")
    assert error.value.index == 1 and "not legal" in error.value.reason
    with pytest.raises(pg.IllegalMove) as error:
        pg.Board(level, ["R", "X"])
    assert error.value.index == 1
    with pytest.raises(ValueError, match="not won"):
        level.validate("R")
    with pytest.raises(TypeError):
        level.start.apply(3)
    with pytest.raises(IndexError):
        level.start.child(99)
    assert pickle.loads(pickle.dumps(error.value)).index == 1


def test_move_of_another_game_is_illegal():
    move = pg.open("birds:neller/42").moves[0]
    with pytest.raises(pg.IllegalMove):
        pg.open("tiles:level/iartistas-04").start.apply(move)


def test_bad_names_are_value_errors():
    for name, message in [
        ("gasp:solvitaire/4x13/7", "did you mean `gaps`"),
        ("gaps", "not a valid instance name"),
        ("gaps+nothing:solvitaire/4x13/7", "rule set"),
        ("cohesion:level/none", "level"),
    ]:
        with pytest.raises(ValueError, match=message):
            pg.open(name)
    with pytest.raises(ValueError):
        pg.read("cohesion", "R?R")
    with pytest.raises(TimeoutError):
        pg.open("tiles:generate/16x16/12/200/1", seconds=0)


def test_board_is_played_like_a_chess_board():
    board = pg.Board("tiles:level/iartistas-04")
    start = board.state
    plan = board.instance.solve().plan
    for move in plan:
        assert board.is_legal(move)
        board.push(move)
    assert board.is_won() and [str(move) for move in board.move_stack] == plan
    assert board.peek() == board.move_stack[-1]
    played = board.copy()
    for move in reversed(plan):
        assert str(board.pop()) == move
    assert board.state == start and played.is_won() and board != played
    with pytest.raises(IndexError):
        board.pop()
    before = board.board
    with pytest.raises(pg.IllegalMove):
        board.push("U")
    with pytest.raises(TypeError, match="a Move or its text, but not 3"):
        board.push(3)
    assert board.board == before and board.move_stack == []
    assert not board.is_legal("U") and not board.is_legal("nonsense")
    assert board.push(board.parse("R")) == board.peek() and board.ply() == 1
    for again in (copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert again == board and again.move_stack == board.move_stack
        again.pop()
        assert again.state == start and board.ply() == 1 and board.root() == again
    assert not board.is_game_over() and played.is_game_over()
    board.pop()
    played.reset()
    assert played == board
    with pytest.raises(TypeError):
        hash(board)


@pytest.mark.parametrize("name", NAMES)
def test_board_is_drawn(name):
    import xml.dom.minidom

    svg = pg.Board(name)._repr_svg_()
    drawn = xml.dom.minidom.parseString(svg)
    assert drawn.documentElement.tagName == "svg"
    # A background, and a shape for each cell.
    view = json.loads(pg.open(name).start.view_json)
    assert len(drawn.getElementsByTagName("rect")) > view["rows"] * view["columns"]


def test_here_is_the_position_on_the_board():
    board = pg.Board("birds:neller/42")
    board.push(board.legal_moves[0])
    assert board.here().board == board.board


@pytest.mark.parametrize("name", ["tiles:level/iartistas-04", "cohesion:generate/3x3/2/3-5/1"])
def test_closure_has_true_distances(name):
    instance = pg.open(name)
    closure = instance.closure()
    assert closure.distance(instance.start) == instance.solve("bfs").length
    assert len(set(closure.states)) == len(closure)
    for index, state in enumerate(closure.states):
        assert (closure.distances[index] == 0) == state.is_goal
    best = {}
    for tail, head, cost in closure.edges:
        if closure.distances[head] is not None:
            best[tail] = min(best.get(tail, 10**9), closure.distances[head] + cost)
    for index, state in enumerate(closure.states):
        if not state.is_goal:
            assert closure.distances[index] == best.get(index)
    with pytest.raises(ValueError, match="more than 3 states"):
        instance.closure(3)


def test_names_and_generated_instances():
    assert list(pg.names("birds:neller/-1..1"))[0] == "birds:neller/-1"
    assert [each.name for each in pg.instances("birds:neller/1..2")] == list(
        pg.names("birds:neller/1..2")
    )
    levels = list(pg.generate("cohesion", "generate/4x4/3/3-3", 2, seed=5))
    assert [level.solve("bfs").length for level in levels] == [3, 3]


def test_everything_that_is_listed_can_be_imported(tmp_path):
    for name in pg.__all__:
        assert getattr(pg, name) is not None and name in dir(pg)
    assert not hasattr(pg, "nothing")
    certificate = pg.open("birds:neller/10").certify()
    certificate.save(tmp_path / "deal.pcert")
    assert pg.check((tmp_path / "deal.pcert").read_bytes()).claim == "lost"


def test_boards_are_arrays_of_numpy():
    numpy = pytest.importorskip("numpy")
    level = pg.open("tiles:level/iartistas-04")
    board = level.start.to_numpy()
    assert (board.shape, board.dtype) == ((4, 4), numpy.uint8)
    assert board[0].tolist() == [255, 0, 0, 0] and board[1, 0] == ord("R") - ord("@")
    targets = level.start.to_numpy(targets=True)
    assert targets[3].tolist() == [0, 0, ord("P") - ord("@"), ord("R") - ord("@")]
    assert targets.sum() == targets[3].sum()
    # 5 of spades first: 4 * 4 + 3 + 1.
    deal = pg.open("birds:neller/42")
    assert deal.start.to_numpy()[0, 0] == 20
    assert sorted(deal.start.to_numpy().flat) != sorted(deal.start.children()[0].to_numpy().flat)
    with pytest.raises(ValueError):
        board[0, 0] = 1
    assert pg.open("gaps:random/4x5/1").start.to_numpy().shape == (4, 5)
