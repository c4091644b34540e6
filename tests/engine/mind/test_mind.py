import itertools
import math
import random
from typing import Any

import pytest

from engine.games import CHANCE, Game, find, parse, replay
from engine.games.game import score_of
from engine.mind.mind import Mind
from engine.mind.planner import Purpose
from engine.mind.tree.advance import Kept
from tests.engine.mind.checking import check_tree
from tests.engine.mind.minds import finish, plain_number, random_line
from tests.games import each_game
from tests.profiles import by_day

SMALL = find("connect4-5x4")


def wake(game: Game[Any], level: int = 10, seed: int = 1, **how: float) -> Mind:
    """Returns a mind with compiled searches."""
    mind = Mind(game, level, seed, **how)
    mind.work(Purpose.CHOOSE)
    return mind


@pytest.mark.slow
@pytest.mark.parametrize("side", [pytest.param(0, marks=pytest.mark.long), 1])
def test_level_10_never_loses_tic_tac_toe(side: int) -> None:
    """Plays against every line of the opponent: 'never' means never."""
    game = find("tictactoe")
    mind = wake(game)
    games = 0

    def play(moves: list[int], state: Any) -> None:
        nonlocal games
        outcome = game.outcome(state)
        if outcome is not None:
            games += 1
            assert outcome.winner is None or outcome.winner == side, moves
            return
        if game.to_move(state) == side:
            mind.follow(moves)
            finish(mind)
            move = mind.answer().move
            play([*moves, move], game.play(state, move))
        else:
            for move in game.moves(state):
                play([*moves, move], game.play(state, move))

    play([], game.initial())
    assert games > 40
    assert mind.tree is not None
    check_tree(mind.tree)


def test_pondering_proves_every_reply_and_then_the_answer_needs_no_search() -> None:
    line, state = random_line(SMALL, random.Random(8), 9)
    for reply in SMALL.moves(state):
        mind = wake(SMALL)
        mind.follow(line)
        finish(mind, Purpose.PONDER)
        digest = mind.digest()
        assert digest.solved
        assert [view.move for view in digest.moves] == list(SMALL.moves(state))
        for view in digest.moves:
            number = -plain_number(SMALL, SMALL.play(state, view.move))
            assert (view.low, view.high, view.proven) == (number, number, True)
        searched = mind.nodes
        mind.follow([*line, reply])
        if SMALL.outcome(mind.state) is None:
            number = plain_number(SMALL, mind.state)
            choice = mind.answer()
            assert choice.score == score_of(SMALL, number, len(line) + 1, mind.player)
            assert -plain_number(SMALL, SMALL.play(mind.state, choice.move)) == number
        assert mind.nodes == searched


def test_whoever_looks_while_a_tree_is_made_sees_the_moves_of_the_mind(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server takes a mind with other moves from its work: a hint or a due move would never be answered."""
    seen, advance = [], Mind._advance

    def watched(mind: Mind, tree: Any, move: int) -> None:
        seen.append(mind.moves)
        advance(mind, tree, move)

    monkeypatch.setattr(Mind, "_advance", watched)
    mind = Mind(SMALL)
    mind.follow("1234")
    mind.work(Purpose.ANALYSE)
    assert seen == [(1, 2, 3, 4)] * 4
    assert mind.state == replay(SMALL, [1, 2, 3, 4])


def test_advance_keeps_the_chosen_branch_and_counts_what_it_frees() -> None:
    game = find("connect4")
    mind = wake(game)
    mind.follow(parse(game, "44")[0])
    for _ in range(60):
        mind.work(Purpose.PONDER, math.inf, 4_000)
    tree = mind.tree
    child = tree.child(tree.root, 4)
    size, all_nodes = len(list(tree.walk(child))), len(list(tree.walk(tree.root)))
    kept = mind.follow([4, 4, 4])
    assert (kept.kept, kept.pruned) == (size, all_nodes - 1 - size)
    assert {move for move, _ in kept.cut} == {1, 2, 3, 5, 6, 7}
    assert sum(freed for _, freed in kept.cut) == kept.pruned
    assert (mind.digest().kept, mind.digest().pruned) == (size, kept.pruned)
    check_tree(tree)


@pytest.mark.slow
def test_a_seed_repeats_a_choice_and_pondering_never_strengthens_a_horizon() -> None:
    game = find("connect4")
    rng = random.Random(11)
    for level in (1, 3, 5, 7):
        line, _ = random_line(game, rng, 7)
        fresh, pondered = wake(game, level, 42), wake(game, level, 42)
        pondered.follow(line[:-1])
        finish(pondered, Purpose.PONDER)
        for mind in (fresh, pondered):
            mind.follow(line)
            finish(mind)
        assert fresh.answer().move == pondered.answer().move
        mine, theirs = ({v.move: v.value for v in mind.digest().moves} for mind in (fresh, pondered))
        assert mine == pytest.approx(theirs, abs=1e-6)


def test_the_level_may_change_at_any_time() -> None:
    game = find("connect4")
    mind = wake(game, 2)
    finish(mind)
    mind.level = 10
    assert mind.level == 10
    mind.follow(parse(game, "4455")[0])
    finish(mind)
    choice = mind.answer()
    assert choice.score.winner == 0
    mind.level = 2  # and it forgets what it should not know
    finish(mind)
    fresh = wake(game, 2)
    fresh.follow(mind.moves)
    finish(fresh)
    assert [view.value for view in mind.digest().moves] == [view.value for view in fresh.digest().moves]
    with pytest.raises(ValueError, match="1 to 10"):
        mind.level = 11


@pytest.mark.slow
@pytest.mark.parametrize("level", [6, *(pytest.param(level, marks=pytest.mark.long) for level in (9, 10))])
def test_a_tree_that_must_collapse_all_the_time_stays_a_tree(level: int) -> None:
    game, rng = find("connect4"), random.Random(level)
    mind = wake(game, level, cap_mb=0.04)
    for _ in range(6 if level == 6 else 12):
        line, _ = random_line(game, rng, rng.randrange(20))  # within the book, and beyond
        mind.follow(line)
        for _ in range(6):
            mind.work(rng.choice(list(Purpose)), math.inf, 20_000)
        tree = mind.tree
        check_tree(tree)
        assert tree.memory <= 0.04 * 2**20
        assert mind.answer().move in game.moves(mind.state)
    mind.follow([4, 4])  # nothing was looked up here: however slow the machine, pondering makes a tree
    for _ in range(500):
        mind.work(Purpose.PONDER, math.inf, 2_000)
        if tree.collapsed:
            break
    check_tree(tree)
    assert tree.collapsed > 0


@pytest.mark.parametrize("name", ["connect4", "connect4-8x7", "connect4-5x4", "tictactoe"])
def test_a_level_keeps_its_word_before_any_work(name: str) -> None:
    """No level above 2 overlooks a win or a block, and a glance is no excuse."""
    game = find(name)
    win, block = ("5192", "519") if name == "tictactoe" else ("414141", "41414")
    for level, seed in itertools.product(range(3, 7), range(20)):
        for moves in (win, block):  # a win at once, else four or three in a row of the other side
            mind = Mind(game, level, seed)
            mind.follow(moves)
            after = game.play(mind.state, mind.glance().move)
            replies = () if game.outcome(after) else game.moves(after)
            assert not any(game.outcome(game.play(after, reply)) for reply in replies), (level, seed, moves)


def test_a_mind_without_room_for_its_line_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("connect4")
    mind = wake(game)
    with monkeypatch.context() as crowded:
        crowded.setattr("engine.mind.tree.tree.Tree.reserve", lambda *_: False)
        assert mind.follow([4, 4, 3]) == Kept(0, 0)
        assert mind.glance().move in game.moves(mind.state)
    assert mind.work(Purpose.PONDER)
    assert mind.digest().tree > 7
    assert mind.tree is not None
    check_tree(mind.tree)


@pytest.mark.slow
@pytest.mark.parametrize("name", each_game())
@pytest.mark.parametrize("level", by_day([10, 1, 5], 3))
def test_every_registered_game_is_played_to_its_end(name: str, level: int) -> None:
    """Gives every move a few slices: an unfinished search is answered all the same."""
    game = find(name)
    rng = random.Random(level)
    minds = [Mind(game, level, seed) for seed in (1, 2)]
    moves: list[int] = []
    state: Any = game.initial()
    while game.outcome(state) is None:
        if game.to_move(state) is CHANCE:
            lots, shares = zip(*game.outcomes(state), strict=True)
            moves.append(rng.choices(lots, shares)[0])
        else:
            mind = minds[int(game.to_move(state))]
            mind.follow(moves)
            for _ in range(3):
                mind.work(Purpose.CHOOSE, math.inf, 300)
            choice = mind.answer()
            assert choice.move in game.moves(state)
            assert choice.why
            assert {view.move for view in mind.digest().moves} == set(game.moves(state))
            moves.append(choice.move)
        state = game.play(state, moves[-1])
    for mind in minds:
        mind.follow(moves)
        assert not mind.work(Purpose.PONDER)
        assert mind.digest().moves == ()
        assert mind.tree is not None
        check_tree(mind.tree)
