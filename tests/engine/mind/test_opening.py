import math

import pytest

import engine
from engine.games import Player, find, parse, replay
from engine.mind.search.kernels import KERNEL_CACHE
from engine.solver.book.book import shipped_book
from tests.engine.mind.minds import finish, mind_at

GAME = find("connect4")


@pytest.mark.parametrize("opening", ["", "4", "44", "1", "4435", "71", "444"])
def test_a_perfect_mind_knows_the_opening_by_heart(opening: str) -> None:
    line, state = parse(GAME, opening)
    book = shipped_book()
    known = book.moves(state)
    mind = mind_at(GAME, line, 10, seed=3)
    slices = 0
    while mind.work(engine.Purpose.CHOOSE):
        slices += 1
    assert slices <= 2, "nothing is searched that is known"
    choice = mind.answer()
    assert known[choice.move] == max(known.values())
    assert choice.score is not None
    analysed = {view.move: (view.low, view.high) for view in mind.digest().moves}
    assert analysed == {move: (number, number) for move, number in known.items()}
    mind.close()


def test_before_any_work_it_plays_from_the_book() -> None:
    mind = engine.Mind(GAME, 10, seed=1)
    choice = mind.answer()
    assert (choice.move, choice.score.winner, choice.score.plies) == (4, Player.FIRST, 41)
    assert mind.tree is None


@pytest.mark.slow
def test_pondering_finds_out_for_itself() -> None:
    kernels = KERNEL_CACHE.kernels_for(GAME)
    assert kernels is not None
    mind = engine.Mind(GAME, 10, seed=1, kernels=kernels.with_own_tables())  # the shared ones may know proofs already
    mind.follow((4,))
    for _ in range(60):
        mind.work(engine.Purpose.PONDER, math.inf, 80_000)
    tree = mind.tree
    assert tree is not None
    assert not any(tree.proven(child) for child in tree.children(tree.root))
    assert mind.digest().tree > 100
    mind.close()


def test_lower_levels_do_without_the_book() -> None:
    mind = engine.Mind(GAME, 9, seed=1)
    mind.work(engine.Purpose.CHOOSE)
    assert not any(view.proven for view in mind.digest().moves)
    mind.close()


@pytest.mark.parametrize("opening", ["", "4453", "445362"])
def test_where_the_book_answers_the_picture_of_the_tree_goes_on_with_it(opening: str) -> None:
    line = tuple(parse(GAME, opening)[0])
    book = shipped_book()
    mind = mind_at(GAME, line, 10, seed=1)
    finish(mind, engine.Purpose.ANALYSE)
    top = mind.top()
    deep = min(3, book.plies - len(line))
    assert len(top) <= 400
    paths: list[tuple[int, ...]] = [()]
    for branch in top[1:]:
        paths.append((*paths[branch.parent], branch.move))
        before = replay(GAME, line + paths[-1][:-1])
        assert branch.proven
        assert branch.low == branch.high == book.moves(before)[branch.move]
        if branch.refutation and len(paths[-1]) < deep:
            replies = book.moves(replay(GAME, line + paths[-1]))
            assert replies[branch.refutation] == max(replies.values())
    assert {len(path) for path in paths} == set(range(deep + 1))
    mind.close()


def test_what_the_book_knows_is_shown_while_a_perfect_mind_ponders() -> None:
    mind = mind_at(GAME, (4,), 10, seed=1)
    mind.work(engine.Purpose.CHOOSE)
    mind.follow((4, 3))
    mind.work(engine.Purpose.PONDER, nodes=2_000)
    words = {view.move: view.words for view in mind.digest().moves}
    assert words[6] == "wins in 19"
    assert words[3] == words[4] == "draws"
    assert mind.digest().expected == 6
    mind.close()
