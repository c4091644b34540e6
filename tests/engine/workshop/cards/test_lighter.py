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
from engine.workshop.cards.graph import Graph, Solution
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


def weight(solution: Solution, at: Position) -> int:
    one = solution.chosen[at]
    return 2 + sum(weight(solution, after) for after in one.after) if isinstance(one, Option) else 1


def lightest(graph: Graph) -> int:
    _, moves = graph.weights()
    cards = {at: (0, False) for at, node in graph.nodes.items() if node.holding}
    return sum(weight(graph.reached(cards | moves), root) for root in graph.roots)


def test_a_card_for_what_is_searched_makes_the_opening_lighter(maker: Maker) -> None:
    lighter, graph = Lighter(maker.graph, 50_000, maker.expand), maker.graph
    front = lighter.front()
    before, branches = lightest(graph), graph.weights()[1]
    assert lighter.weight == sum(graph.weights()[0][root] for root in graph.roots) == before
    assert front == sorted(front, reverse=True)
    assert len({search.at for search in front}) == len(front)
    alone = [search.at for search in front if search.at in branches]
    others = [search.at for search in front if search.at not in branches]
    assert alone
    for some in (*([at] for at in alone), others):
        for at in some:
            graph.nodes[at].holding[0] = False
        assert lightest(graph) < before or not some
        for at in some:
            del graph.nodes[at].holding[0]


def test_more_is_played_where_less_found_nothing_up_to_the_effort(maker: Maker) -> None:
    for spent, effort, played in ((0, 10**9, 300_000), (48_000_000, 10**9, 192_000_000), (48_000_000, 60_000_000, 6e7)):
        for node in maker.graph.nodes.values():
            node.spent = spent
        assert {one.played for one in Lighter(maker.graph, effort, maker.expand).front()} == {played}
    assert not Lighter(maker.graph, 48_000_000, maker.expand).front()


def test_cards_are_tried_after_moves_that_are_listed(maker: Maker) -> None:
    graph, library = maker.graph, maker.library
    moves = graph.weights()[1]
    opening = graph.reached({at: (0, False) for at, node in graph.nodes.items() if node.holding} | moves)
    for at, node in graph.nodes.items():
        if at not in opening.chosen:
            node.holding, node.tested = {}, 0
    for at, move in opening.branches.items():
        graph.expand(at, (move,), whole=False)
    front, tried = Lighter(graph, 50_000, maker.expand).front(), set[bool]()
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
    solution = smallest(drawn)
    assert solution.branches[root].cell == 2
    assert {*solution.leaves} == {*others[:4]}


def test_a_move_that_lacks_many_positions_is_tried_if_it_can_weigh_less(
    graph: tuple[Graph, tuple[Position, ...]],
) -> None:
    drawn, others = graph
    (root,) = drawn.roots
    for many, tried in ((9, True), (10, False)):
        drawn.expand(root, (*(drawn.nodes[root].options or ())[:1], Option(2, others[:many])))
        front = Lighter(drawn, 300_000, pytest.fail).front()
        assert ({*others[:many]} <= {search.at for search in front}) == tried
        assert front[0].at not in others, "what is more likely comes first"


def test_an_opening_counts_what_its_moves_reach(maker: Maker) -> None:
    graph, rng = maker.graph, random.Random(1)
    opening, cards = Opening(graph), {at: (0, False) for at, node in graph.nodes.items() if node.holding}
    for _ in range(300):
        branch = rng.choice(opening.branches)
        opening.change(branch, rng.randrange(len(opening.options[branch])))
        solution = graph.reached(cards | opening.moves())
        assert (len(opening.branches), opening.leaves) == (len(solution.branches), len(solution.leaves))
        assert opening.price == graph.price(solution) - 1  # the card
