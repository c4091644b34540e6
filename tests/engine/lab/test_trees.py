"""Tests the Lab's trees: homework's ways to write one, names, limits, random trees by seed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import GameError
from engine.lab.trees import Shape, Tree, parse, random_tree
from engine.search.chance.expectiminimax import expectiminimax
from tests import profiles
from tests.engine.lab.answers import seeds
from tests.engine.search.oracle import trees

ARTICLE = "(((-2 3) (5 12)) ((9 8) (-7 -3)))"


@pytest.mark.parametrize("text", [
    "[[[-2,3],[5,12]],[[9,8],[-7,-3]]]", "(((-2 3)(5 12))((9 8)(-7 -3)))", "-2 3 5 12 9 8 -7 -3",
    "-2, 3, 5, 12, 9, 8, -7, -3 by 2", "[ ([−2 3] (5, 12)) ((9 8) [–7 -3]) ]",
])  # fmt: skip
def test_all_ways_to_write_a_tree_mean_the_same(text: str) -> None:
    assert (parse(text).text(), parse(text)) == (ARTICLE, parse(ARTICLE))


def test_a_branching_stands_behind_the_numbers() -> None:
    assert parse("1 2 3 4 5 6 7 8 9 by 3").text() == "((1 2 3) (4 5 6) (7 8 9))"


def test_chance_is_written_with_fractions() -> None:
    tree = parse("[{1/4: 8, 0.75: (0 1)}, 3]")
    assert tree.text() == "({1/4: 8, 3/4: (0 1)} 3)"
    assert [(place.name, place.mover, place.share) for place in tree.places] == [
        ("A", 0, None), ("B", 2, None), ("leaf 8 of B", 3, 0.25), ("C", 1, 0.75), ("leaf 0 of C", 3, None),
        ("leaf 1 of C", 3, None), ("leaf 3 of A", 3, None),
    ]  # fmt: skip


def test_nodes_are_named_level_by_level_and_leaves_by_value_and_parent() -> None:
    tree = parse("((7 (1 1)) 4 (2 9))")
    assert tuple(place.name for place in tree.places) == (
        "A", "B", "leaf 7 of B", "D", "leaf 1 of D (branch 1)", "leaf 1 of D (branch 2)",
        "leaf 4 of A", "C", "leaf 2 of C", "leaf 9 of C",
    )  # fmt: skip
    assert [tree.places[place].name for place in tree.inner()] == ["A", "B", "C", "D"]
    assert [tree.places[place].value for place in tree.leaves] == [7, 1, 1, 4, 2, 9]
    assert [tree.side(place) for place in tree.inner()] == ["Max", "Min", "Min", "Max"]
    assert tree.places[tree.by_path[1, 2, 2]].parent == tree.by_path[1, 2]


def test_after_z_comes_aa() -> None:
    tree = parse(f"({' '.join(['(1)'] * 28)})")
    assert [tree.places[place].name for place in tree.inner()][24:] == ["Y", "Z", "AA", "AB", "AC"]


@profiles.costly(300)
@given(trees(chance=True, depth=1))
def test_what_is_written_is_read_back(game) -> None:
    tree = Tree(game.root)
    assert (parse(tree.text()), parse(game.describe(game.initial()))) == (tree, tree)
    assert all(place.parent < index for index, place in enumerate(tree.places))


@given(st.text(alphabet="[](){}:,/0123456789.-+e \nby", max_size=40))
def test_any_text_is_read_or_refused_in_a_sentence(text: str) -> None:
    try:
        tree = parse(text)
    except GameError:
        return
    assert parse(tree.text()) == tree


@pytest.mark.parametrize(("text", "sentence"), [
    ("((3 4]", "']' stands where '\\)' should close the list"),
    ("((3 4)", "a bracket is open at the end; close every"),
    ("[1 2] by 2", "leave out 'by 2'"),
    ("1 2 3 by 1", "a branching of 1 makes no tree"),
    ("(" * 13 + "1" + ")" * 13, "more than 12 levels"),
    ("1 " * 401 + "by 20", "more than 400 leaves"),
    ("1 " * 10_001, "the text has 20,002 characters"),
])  # fmt: skip
def test_refusals_say_what_would_be_right(text: str, sentence: str) -> None:
    with pytest.raises(GameError, match=sentence):
        parse(text)


def test_the_largest_tree_is_read() -> None:
    assert len(parse("1 " * 400 + "by 20").leaves) == 400
    assert parse("(" * 12 + "1" + ")" * 12).places[-1].path == (1,) * 12


SHAPES = ("2x2x2", "3x3x3", "4x2", "uneven-8", "uneven-20", "2xc2x2", "3xc3", "uneven-9-chance", "5")


@seeds(40)
@pytest.mark.parametrize("shape", SHAPES)
def test_random_trees_have_their_shape_and_no_ties(shape: str, seeds: range) -> None:
    found = {random_tree(seed, shape).text() for seed in seeds}
    assert len(found) >= 40
    for text in found:
        tree, form = parse(text), Shape.of(shape)
        assert tree.text() == text
        assert len(tree.leaves) == form.leaves
        assert tree.has_chance == form.has_chance
        values = _values(tree)
        for place, below in enumerate(tree.children):
            if below and tree.side(place) != "Chance":
                assert len({values[child] for child in below}) == len(below)
        if form.levels:
            assert {len(tree.places[leaf].path) for leaf in tree.leaves} == {len(form.levels)}


def test_the_largest_shapes_are_possible() -> None:
    for shape in ("uneven-400", "uneven-400-chance", "20x20", "uneven-3", "uneven-3-chance"):
        for seed in range(5):
            assert len(random_tree(seed, shape).leaves) == Shape.of(shape).leaves


def test_a_seed_repeats_a_tree() -> None:
    assert random_tree(7, "2x2x2") == random_tree(7, "2x2x2") != random_tree(8, "2x2x2")
    assert random_tree(7, "2x2x2").text() == "(((-9 -4) (6 -7)) ((-8 8) (-5 1)))"


def test_ties_are_there_when_wanted() -> None:
    tree = random_tree(1, "2x2x2-ties")
    assert len({tree.places[leaf].value for leaf in tree.leaves}) < 8


@pytest.mark.parametrize(("shape", "sentence"), [
    ("2x", "is no shape; write 2x2x2"),
    ("0x2", "is no shape"),
    ("c2x2", "begin the shape with a number without c"),
    ("uneven-2", "3 to 400 leaves, not 2"),
    ("21x20", "at most 400 leaves"),
    ("1x1x1x1x1x1x1x1x1x1x1x1x1", "and 12 levels"),
    ("2x" * 900 + "2", "is no shape"),
])  # fmt: skip
def test_shapes_are_refused_in_a_sentence(shape: str, sentence: str) -> None:
    with pytest.raises(GameError, match=sentence):
        random_tree(1, shape)


def _values(tree: Tree) -> list[float]:
    """Returns the value of every place, each searched separately by expectiminimax."""
    game, found = tree.game, []
    for place in tree.places:
        state = game.initial()
        for move in place.path:
            state = game.play(state, move)
        if place.value is not None:
            found.append(place.value)
        elif place.mover == 2:
            found.append(float("nan"))
        else:
            value = expectiminimax(game, state).value
            found.append(value if place.mover == 0 else -value)
    for index in reversed(range(len(tree.places))):
        if tree.places[index].mover == 2:
            lots = tree.children[index]
            found[index] = sum((tree.places[lot].share or 0) * found[lot] for lot in lots)
    return found
