"""Tests that a tree is read as what it says: labels, calls around a list, what libraries print, and what is refused."""

from __future__ import annotations

import pytest

from engine.lab.trees import parse
from engine.lab.trees.forms import SlipError
from engine.lab.trees.understood import understood

CLASSIC, NAMED, TWICE = "((3 12) (2 4))", "((D=3, E=12) (F=2, G=4))", "(max(3 5) max(2 9))"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("max(min([3, 12]), min([2, 4]))", CLASSIC),
        ("max([min([3, 12]), min([2, 4])])", CLASSIC),
        ("Max([Min((3, 12)), Min((2, 4))], default=0)", CLASSIC),
        ("['max', [['min', [3, 12]], ['min', [2, 4]]]]", CLASSIC),
        ('Node("max", [Node("min", [3, 12]), Node("min", [2, 4])])', CLASSIC),
        ("MaxNode([MinNode([Leaf(3), Leaf(12)]), MinNode([Leaf(2), Leaf(4)])])", CLASSIC),
        ("Node(None, [Node(None, [Node(3, []), Node(12, [])]), Node(None, [Node(2, []), Node(4, [])])])", CLASSIC),
        ("array([[ 3, 12],\n       [ 2,  4]])", CLASSIC),
        ("np.array([[3., 12.], [2., 4.]], dtype=float32)", CLASSIC),
        ("[[np.int64(3), np.float64(12.0)], [int(2), tensor(4.)]]", CLASSIC),
        ("deque([[3, 12], [2, 4]], maxlen=5)", CLASSIC),
        ("[[Decimal('3'), Fraction(12, 1)], [Fraction(4, 2), 4]]", CLASSIC),
        ("['A', ['B', ('D', 3), ('E', 12)], ['C', ('F', 2), ('G', 4)]]", NAMED),
        ("['A', ['B', [3, 'D'], [12, 'E']], ['C', [2, 'F'], [4, 'G']]]", NAMED),
        ("[[('D', 3), ('E', 12)], [('F', 2), ('G', 4)]]", NAMED),
        ("{'A': {'B': {'D': 3, 'E': 12}, 'C': {'F': 2, 'G': 4}}}", NAMED),
        ("[[{'D': 3}, {'E': 12}], [{'F': 2}, {'G': 4}]]", NAMED),
        ("A(B(D(3), E(12)), C(F(2), G(4)))", NAMED),
        ("Node('A', None, [Node('B', 0, [Node('D', 3), Node('E', 12)]), Node('C', [Node('F', 2), ('G', 4)])])", NAMED),
        ("['A', ('B', 5), ('C', 10)]", "(B=5, C=10)"),
        (r"\begin{forest} [max [max [3][5]] [max [2][9]]] \end{forest}", TWICE),
        (r"\begin{forest} [$\max$ [MAX [3][5]] [{max} [2][9]]] \end{forest}", TWICE),
        (r"\begin{forest} [min [5] [3]] \end{forest}", "min(5 3)"),
        ('"max"("max"(3 5) "max"(2 9))', TWICE),
        (
            '{"name": "max", "children": [{"name": "max", "children": [3, 5]}, {"label": "max", "children": [2, 9]}]}',
            TWICE,
        ),
    ],
)
def test_a_tree_is_read_as_what_it_says(text: str, read: str) -> None:
    assert parse(text).text() == read


@pytest.mark.parametrize(
    "text",
    [
        "maxn([1, 2, 3], [4, 5, 6])",
        "expectimax((3 5) (2 9))",
        r"\begin{forest} [paranoid [3] [5]] \end{forest}",
        '{"name": "negamax", "children": [3, 5]}',
        "player3(3 5)",
        '{"player": "O", "children": [{"player": "X", "children": [3, 5]}]}',
        '{"player": 0, "children": [{"player": 1, "children": [3, 5]}]}',
        '{"turn": true, "children": [3, 5]}',
        '{"side": 3, "children": [3, 5]}',
        "Node(mover='Red', children=[3, 5])",
        "digraph { a [player=O]; a -> 3; a -> 5 }",
        "max({3, 5})",
        "int(3, 5)",
    ],
)
def test_what_is_no_tree_of_two_players_is_refused(text: str) -> None:
    with pytest.raises(SlipError):
        parse(text)


def test_a_name_that_says_a_mover_is_one() -> None:
    assert [place.mover for place in parse("A_min(3 5)").places][:1] == [1]
    assert [place.mover for place in parse('"B max"(min_2(3 5) "player 1"(2 9))').places if place.mover != 3] == [
        0,
        1,
        0,
    ]


def test_names_are_said() -> None:
    said = " ".join(map(str, understood(parse("foo((3 5) (2 9))"))["sentences"]))
    assert "foo is the name of a node." in said
    said = " ".join(map(str, understood(parse("White(Black(3 5) Black(2 9))"))["sentences"]))
    assert "Black is the name of a node." in said


@pytest.mark.parametrize("text", ["max((3 5))", "B(min(3 5))", "max B(3)", "chance B{1: (3 5)}", "max(max(min(3)))"])
def test_a_node_of_one_branch_stays_one(text: str) -> None:
    tree = parse(text)
    assert parse(tree.text()).root == tree.root
