"""Chooses what a search for cards searches next, and the moves of a small opening, on small boards and drawn graphs."""

import random
from functools import partial
from pathlib import Path

import pytest

from engine.coach.certificate import Claim
from engine.commands.solve import board_called
from engine.games import Player
from engine.solver.solver import Solver
from engine.workshop.cards.board import Board, Option, Position
from engine.workshop.cards.graph import CARD, Graph, Solution
from engine.workshop.cards.lighter import Lighter
from engine.workshop.cards.make import Maker, Task, answer
from engine.workshop.cards.moves import Opening, smallest


@pytest.fixture
def maker(tmp_path: Path) -> Maker:
    """Returns a maker with a first solution of 4x5."""
    game, claim = board_called("4x5"), Claim(Player.FIRST, False)
    board = Board(game, claim, Solver(4, 5, 4, table_mb=4))
    maker = Maker(Task(game, claim), board, partial(map, answer), tmp_path / "work", lambda _: None)
    next(maker.improve(5_000))
    return maker


def test_a_card_at_a_branch_that_is_searched_makes_the_opening_smaller(maker: Maker) -> None:
    solution = maker.best
    front = Lighter(maker.graph, 50_000, maker.expand).front(solution)
    assert front == sorted(front, reverse=True)
    assert len({search.at for search in front}) == len(front)
    assert {*solution.branches} <= {search.at for search in front}
    for at in solution.branches:
        fewer = maker.graph.reached({**solution.chosen, at: (0, False)})
        assert len(fewer.branches) < len(solution.branches)


def test_more_is_played_where_less_found_nothing_up_to_the_effort(maker: Maker) -> None:
    for spent, effort, played in ((0, 10**9, 300_000), (48_000_000, 10**9, 192_000_000), (48_000_000, 60_000_000, 6e7)):
        for node in maker.graph.nodes.values():
            node.spent = spent
        assert {one.played for one in Lighter(maker.graph, effort, maker.expand).front(maker.best)} == {played}
    assert not Lighter(maker.graph, 48_000_000, maker.expand).front(maker.best)


def test_cards_are_tried_after_moves_that_are_listed(maker: Maker) -> None:
    graph, library = maker.graph, maker.library
    moves = graph.weights()[1]
    opening = graph.reached({at: (0, False) for at, node in graph.nodes.items() if node.holding} | moves)
    for at, node in graph.nodes.items():
        if at not in opening.chosen:
            node.holding, node.tested = {}, 0
    for at, move in opening.branches.items():
        graph.expand(at, (move,), whole=False)
    front, tried = Lighter(graph, 50_000, maker.expand).front(opening), set[bool]()
    for at in (whole := [at for at in opening.branches if graph.nodes[at].whole]):
        assert graph.nodes[at].options == maker.board.options(at)
        for one in (one for option in graph.nodes[at].options or () for one in option.after):
            held = any(library.holding(side) >= 0 for side in (one, maker.board.image(one)))
            assert bool(graph.nodes[one].holding) == held
            tried.add(held and one not in opening.chosen)
    assert whole
    assert tried == {False, True}
    assert not any(graph.nodes[one.at].holding for one in front)


@pytest.fixture
def graph() -> tuple[Graph, tuple[Position, ...]]:
    """Returns a graph whose root has a move to two branches with three cards each, and ten more positions."""
    graph = Graph(Board(board_called("4x4"), Claim(Player.FIRST, False), Solver(4, 4, 4, table_mb=1)))
    (root,), branches = graph.roots, tuple(Position(1, 2 << at) for at in range(2))
    leaves, others = [Position(3, 20 << at) for at in range(6)], [Position(3, 1540 << at) for at in range(10)]
    graph.expand(root, (Option(1, branches),))
    for at, some in zip(branches, (leaves[:3], leaves[3:]), strict=True):
        graph.expand(at, (Option(4, tuple(some)),))
    for at in leaves:
        graph.nodes[at].holding[0] = False
    return graph, tuple(others)


def test_a_position_to_which_many_moves_lead_counts_once(graph: tuple[Graph, tuple[Position, ...]]) -> None:
    drawn, others = graph
    (root,), mates = drawn.roots, (Position(1, 8), Position(1, 16))
    drawn.expand(root, (*(drawn.nodes[root].options or ()), Option(2, mates)))
    for at in mates:
        drawn.expand(at, (Option(4, others[:4]),))
    for at in others[:4]:
        drawn.nodes[at].holding[0] = False
    assert drawn.weights()[1][root].cell == 1, "it weighs less as a tree"
    solution = smallest(drawn, 0)
    assert solution.branches[root].cell == 2
    assert {*solution.leaves} == {*others[:4]}


def test_another_move_is_tried_if_a_card_there_can_make_the_opening_smaller(
    graph: tuple[Graph, tuple[Position, ...]],
) -> None:
    drawn, others = graph
    (root,), mate = drawn.roots, Position(1, 8)
    (move,) = drawn.nodes[root].options or ()
    last = smallest(drawn, 0)
    for many, tried in ((5, True), (8, False)):
        drawn.expand(root, (move, Option(2, (mate, *others[:many]))))
        drawn.expand(mate, (Option(4, others[:4]),))
        for at in others[:8]:
            drawn.add(at).holding[0] = False
        front = Lighter(drawn, 300_000, pytest.fail).front(last)
        assert (mate in {search.at for search in front}) == tried, "the move before costs 8, this one 1 and the cards"


def test_where_the_solver_wins_sooner_a_card_is_searched_first() -> None:
    graph = Graph(Board(board_called("7x6"), Claim(Player.FIRST, True), Solver(7, 6, 4, table_mb=1)))
    (root,), late, soon = graph.roots, Position(10485889, 272678912), Position(6340608, 13194408034304)
    graph.expand(root, (Option(1, (late, soon)),))
    front = Lighter(graph, 300_000, lambda _: None).front(Solution())
    assert [search.at for search in front if search.at != root] == [soon, late]


def test_an_opening_counts_what_its_moves_reach(maker: Maker) -> None:
    graph, rng = maker.graph, random.Random(1)
    opening, cards = Opening(graph), {at: (0, False) for at, node in graph.nodes.items() if node.holding}
    for _ in range(300):
        branch = rng.choice(opening.branches)
        opening.change(branch, rng.randrange(len(opening.options[branch])))
        solution = graph.reached(cards | opening.moves())
        assert (len(opening.branches), opening.leaves) == (len(solution.branches), len(solution.leaves))
        assert opening.price == pytest.approx(graph.price(solution) - CARD)
