"""Tests the keys against the searches which play, and against a few independent lines."""

from itertools import permutations, product
from math import inf

import pytest

from engine.games import GameError, Player
from engine.games.formats.leaf_text import Choice, Node
from engine.lab.answer_keys.fewest import fewest_leaves
from engine.lab.answer_keys.watching import RULES, Rule, Watched, rule_of, search, values_of, watch
from engine.lab.trees import Tree, parse, random_tree
from engine.search.alphabeta import alphabeta
from engine.search.parts.trace import Branch, Trace
from tests.engine.lab.answers import searched, seeds, with_leaf

SHAPES = ("2x2x2", "3x3", "2x2x2x2", "uneven-10", "2x2x2-ties", "3x2x3-ties", "uneven-9-ties")


def trees(seeds: range) -> list[Tree]:
    return [random_tree(seed, shape) for shape in SHAPES for seed in seeds]


@seeds(3, 200)
def test_the_lines_for_the_other_rule_are_those_of_the_search_which_plays(seeds: range) -> None:
    for tree in trees(seeds):
        game = tree.game
        ours: Trace = Trace(game, Player.FIRST)
        theirs: Trace = Trace(game, Player.FIRST)
        search(game, "<=", ours)
        alphabeta(game, game.initial(), trace=theirs)
        assert _seen(ours.tree()) == _seen(theirs.tree())


@seeds(3, 200)
@pytest.mark.parametrize("rule", RULES)
def test_windows_and_values_are_those_of_lessons(rule: Rule, seeds: range) -> None:
    """Compares with maximise and minimise of lessons, fail-soft and fail-hard: the windows are the same."""
    for tree in trees(seeds):
        watched = watch(tree, rule)
        soft, hard = searched(tree, rule, hard=False), searched(tree, "<=", hard=True)
        assert list(soft) == list(watched.visits)
        for place, (alpha, beta, value) in soft.items():
            visit = watched.visits[place]
            assert (visit.alpha, visit.beta, visit.value) == (alpha, beta, value)
        if rule == "<=":
            assert list(hard) == list(soft)
            for place, (alpha, beta, value) in hard.items():
                visit = watched.visits[place]
                assert (visit.alpha, visit.beta) == (alpha, beta)
                if tree.children[place]:
                    assert visit.hard == value


@seeds(3, 200)
@pytest.mark.parametrize("rule", RULES)
def test_each_bound_is_the_value_of_the_place_which_set_it(rule: Rule, seeds: range) -> None:
    for tree in trees(seeds):
        watched, places = watch(tree, rule), tree.places
        for visit in watched.visits.values():
            for bound, source, mover in ((visit.alpha, visit.alpha_from, 0), (visit.beta, visit.beta_from, 1)):
                assert (source == -1) == (bound in (inf, -inf))
                if source != -1:
                    assert watched.visits[source].value == bound
                    assert places[places[source].parent].mover == mover
                    above = places[places[source].parent].path
                    assert places[visit.place].path[: len(above)] == above
        assert watched.visits[0].value == values_of(tree)[0]


@seeds(3, 200)
@pytest.mark.parametrize("rule", RULES)
def test_unseen_leaves_do_not_matter_and_cuts_are_above_them(rule: Rule, seeds: range) -> None:
    for tree in trees(seeds):
        watched = watch(tree, rule)
        value = values_of(tree)[0]
        for leaf in watched.unseen:
            cut = watched.cut_above(leaf)
            assert cut in watched.cuts
            assert any(
                tree.places[leaf].path[: len(above)] == above
                for above in (tree.places[one].path for one in cut.skipped)
            )
            for other in (-1000.0, 1000.0):
                assert values_of(with_leaf(tree, leaf, other))[0] == value
        for cut in watched.cuts:
            bound = cut.beta if tree.places[cut.place].mover == 0 else cut.alpha
            assert watched.visits[watched.witness(cut)].value == bound


def test_a_deep_cut_is_told_from_a_shallow_one() -> None:
    shallow = watch(parse("((5 7) (3 9))"))
    assert [visit.place for visit in shallow.cuts] == [4]
    assert not shallow.deep_cuts
    deep = watch(parse("((5 7) (((3 9) 8) 6))"))
    names = [deep.tree.places[visit.place].name for visit in deep.deep_cuts]
    assert names == _deep_by_definition(deep) != []


def test_equal_is_enough_for_one_rule_only() -> None:
    tree = parse("((3 5) (3 9))")
    assert len(watch(tree, "<=").unseen) == 1
    assert watch(tree, "<").unseen == ()


def test_rules_and_chance_are_refused_in_a_sentence() -> None:
    with pytest.raises(GameError, match="'=<' is no rule for a cut; take '<='"):
        rule_of("=<")
    with pytest.raises(GameError, match="alpha-beta knows no chance"):
        watch(parse("[{1/2: 3, 1/2: 5}]"))


@pytest.mark.slow
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("text", [
    "((1 2) (3 4))", "(((4 1) (2 3)) ((3 3) (1 5)))", "((7 (1 2 3)) (4 (9 5)) 6)", "((((5 1) 3) (8 2)) ((6 9) 4))",
    "(5 ((1 2) (3 4) (9 8)))",
])  # fmt: skip
def test_the_fewest_leaves_are_the_fewest_of_all_orders(text: str, rule: Rule) -> None:
    tree = parse(text)
    fewest, best = fewest_leaves(tree, rule)
    assert fewest == min(watch(Tree(root), rule).seen_leaves for root in _orders(tree.root))
    assert watch(best, rule).seen_leaves == fewest


@pytest.mark.parametrize(("shape", "minimum"), [("2x2x2", 5), ("3x3x3", 11), ("2x2x2x2", 7), ("4x4", 7), ("3x3", 5)])
def test_regular_trees_need_what_knuth_and_moore_proved(shape: str, minimum: int) -> None:
    """Compares with b^ceil(d/2) + b^floor(d/2) - 1."""
    for seed in range(3):
        fewest, best = fewest_leaves(random_tree(seed, shape), "<=")
        assert fewest == watch(best).seen_leaves == minimum


@pytest.mark.parametrize("text", ["1 2 3 4 5 6 7 by 7", "1 " * 65, "[{1/2: 3, 1/2: 5}]"])
def test_no_order_for_large_trees_and_chance(text: str) -> None:
    with pytest.raises(GameError, match="for an order take a tree without chance, of at most 64 leaves"):
        fewest_leaves(parse(text), "<=")


# --- independent lines ---


def _deep_by_definition(watched: Watched) -> list[str]:
    """Returns the cut nodes where the bound of the parent alone would cut nothing."""
    names = []
    for cut in watched.cuts:
        parent = watched.tree.places[cut.place].parent
        brothers = [child for child in watched.tree.children[parent] if child < cut.place]
        values = [watched.visits[child].value for child in brothers]
        is_max = watched.tree.places[cut.place].mover == 0
        shallow = any(cut.value >= value if is_max else cut.value <= value for value in values)
        if not shallow:
            names.append(watched.tree.places[cut.place].name)
    return names


def _orders(node: Node) -> list[Node]:
    if not isinstance(node, Choice):
        return [node]
    ways = [_orders(branch) for branch in node.branches]
    return [Choice(order) for chosen in product(*ways) for order in permutations(chosen)]


def _seen(branch: Branch) -> tuple:
    """Returns all of a trace but the depths left."""
    below = [_seen(one) for one in branch.branches]
    return branch.move, branch.alpha, branch.beta, branch.value, branch.cut, branch.skipped, below
