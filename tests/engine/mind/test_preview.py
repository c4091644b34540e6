import random

import pytest

from engine import Purpose, preview
from engine.games import CHANCE, GameError, find, parse, replay
from engine.games.game import IllegalMoveError
from engine.mind.preview import LevelPreview
from engine.mind.search.available import compiles
from tests.engine.mind.minds import answer_of, finish, kernels_of, mind_at, random_line
from tests.games import each_game


@pytest.mark.parametrize("level", [1, 3, 6, 10, *(pytest.param(n, marks=pytest.mark.long) for n in (2, 4, 8, 9))])
def test_it_foretells_the_move_that_the_level_makes(level: int) -> None:
    game, rng = find("connect4"), random.Random(level)
    moves = [rng.choice((3, 4, 5)) for _ in range(4)]
    for seed in (1, 2):
        seen = preview(game, moves, level, seed)
        assert seen.move == answer_of(game, level, seed, moves)
        would = "Would" if level != 9 or seen.words.startswith("Would") else "At a glance, would"
        assert seen.words == f"{would} play {game.move_words(seen.move)}."


def test_a_thought_that_is_cut_short_is_called_a_glance() -> None:
    game = find("gomoku7")
    assert preview(game, [25, 26], 10, 1).words.startswith("At a glance, would play ")
    level_preview = LevelPreview(find("connect4"), [4], 9, 1)
    level_preview.work(seconds=0.0)
    assert level_preview.answer().words.startswith("At a glance, would play ")  # the scheduler's patience ended


def test_what_it_has_not_thought_through_it_does_not_overlook() -> None:
    game, moves = find("connect4"), parse(find("connect4"), "4455")[0]  # the side to move wins in 2
    assert preview(game, moves, 6, 1).blind == ""
    asleep = LevelPreview(game, moves, 6, 1).answer()
    assert asleep.words.startswith("At a glance, would play ")
    assert not asleep.blind.startswith("It overlooks")


def truth_of(blind: str, other: str, mine: int, best: int) -> tuple[str, bool]:
    """Returns the kind of a sentence, and whether it is true by the numbers of the level's and of the best move."""
    if f"{other} then wins" in blind:
        return "the move loses", mine < 0
    if f"{other} wins" in blind:
        return "no move lasts longer", mine == best < 0
    if "sooner" in blind:
        return "another move wins sooner", 0 < mine < best
    if "this wins" in blind:
        return "the move wins", mine > 0
    if "draw" in blind:
        return "a draw", mine == best == 0
    return ("another move wins", mine <= 0 < best) if blind else ("nothing", True)


@pytest.mark.slow
def test_what_it_says_is_true() -> None:
    """Compares each sentence with the exact result of every move. Every kind of sentence occurs."""
    game, rng, kinds = find("connect4-5x4"), random.Random(3), set()
    kernels = kernels_of(game)
    cases = [(parse(game, "142122525")[0], 2), (parse(game, "42442353")[0], 2)]
    cases += [(random_line(game, rng, rng.randrange(8, 17))[0], rng.randrange(1, 9)) for _ in range(60)]
    for moves, level in cases:
        state = replay(game, moves)
        seen = preview(game, moves, level, 1)
        after = {move: game.play(state, move) for move in game.moves(state)}
        results = {move: -kernels.solver.solve(child.own, child.mask).score for move, child in after.items()}
        me, other = game.player_names[game.to_move(state)], game.player_names[game.to_move(state).other]
        assert me not in seen.blind
        kind, is_true = truth_of(seen.blind, other, results[seen.move], max(results.values()))
        assert is_true, (moves, level, seen.blind)
        kinds.add(kind)
    assert kinds == {
        *("the move loses", "no move lasts longer", "another move wins sooner", "the move wins", "a draw"),
        *("another move wins", "nothing"),
    }


@pytest.mark.slow
def test_a_threat_beyond_the_horizon_is_told_and_one_within_is_an_oversight() -> None:
    game = find("connect4")
    moves = parse(game, "4415")[0]  # the first player makes three in a row, open on both sides, if it is not seen
    texts = (preview(game, moves, 3, seed).blind for seed in range(12))
    assert any(text.startswith("It cannot see this yet: ") for text in texts)
    assert preview(game, parse(game, "444444")[0], 10, 1).blind == ""


@pytest.mark.parametrize("name", each_game())
def test_every_game_has_a_preview(name: str) -> None:
    game, rng = find(name), random.Random(5)
    state, moves = game.initial(), []
    while len(moves) < 3 or game.to_move(state) is CHANCE:
        if game.to_move(state) is CHANCE:
            moves.append(game.outcomes(state)[0][0])
        else:
            moves.append(rng.choice(list(game.moves(state))))
        state = game.play(state, moves[-1])
    for level in (1, 4):
        seen = preview(game, moves, level, 1)
        assert seen.move in game.moves(state)
        assert (seen.level, seen.ply) == (level, len(moves))
        cut = "" if seen.words.startswith("Would") else "At a glance, would"
        assert seen.words == f"{cut or 'Would'} play {game.move_words(seen.move)}."
        assert not cut or (level == 4 and not compiles(game))


def test_a_mind_that_knows_better_is_asked() -> None:
    game = find("connect4")
    moves = [4, 4, 4, 4, 4, 2, 2, 3, 3, 3, 3, 6, 6, 5, 1, 1]
    mind = mind_at(game, moves, 10, 1)
    finish(mind, Purpose.ANALYSE)
    level_preview = LevelPreview(game, moves, 2, 1, mind)
    assert {*level_preview._proofs.bounds} == {*game.moves(level_preview.state)}
    assert all(bounds.low == bounds.high for bounds in level_preview._proofs.bounds.values())
    assert replay(game, moves) == level_preview.state


def test_there_is_nothing_to_foretell_when_the_game_is_over() -> None:
    game = find("connect4")
    with pytest.raises(GameError, match="the game is over"):
        preview(game, [1, 2, 1, 2, 1, 2, 1], 5)
    with pytest.raises(IllegalMoveError):
        preview(game, [8], 5)
    with pytest.raises(GameError, match="lot"):
        preview(find("slippery-connect4"), [4], 5)
    with pytest.raises(ValueError, match="levels are 1 to 10"):
        preview(game, [], 11)


def test_what_a_level_of_five_in_a_row_cannot_see_is_proven_by_the_compiled_search() -> None:
    game = find("gomoku7")
    four = [20, 17, 49, 18, 47, 19, 33, 16]  # only square 15 stops it
    seen = [preview(game, four, 1, seed) for seed in range(6)]
    told = "It cannot see this yet: Yellow then wins in 1, beginning with square a5."
    assert {view.blind for view in seen if view.move != 15} == {told}
    three = [preview(game, [49, 24, 1, 25, 7, 26], 1, seed) for seed in range(4)]  # open on both sides
    assert {view.blind for view in three} == {
        "It cannot see this yet: Yellow then wins in 2, beginning with square b4."
    }
