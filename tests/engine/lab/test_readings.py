"""Tests that a tree is read as what it says: labels, calls around a list, what libraries print, and what is refused."""

from __future__ import annotations

import re

import pytest

from engine.games.trees import SlipError
from engine.lab.trees import parse
from engine.lab.trees.understood import understood

CLASSIC, NAMED, TWICE = "((3 12) (2 4))", "((D=3, E=12) (F=2, G=4))", "(max(3 5) max(2 9))"
TWICE_UNNAMED = "((3 5) (2 9))"


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
    ("text", "read", "words"),
    [
        ("((3:1,5:1):1,(2:1,9:1):1);", TWICE_UNNAMED, "Newick, without the lengths of its branches"),
        (
            "((3:0.1,5:0.2)A:0.3,(2:0.3,9:0.4)B:0.5)C;",
            "C(A(3 5) B(2 9))",
            "Newick, without the lengths of its branches",
        ),
        ("((3:0.7,5:0.5),(2:0.5,9:0.5));", TWICE_UNNAMED, "Newick, without the lengths of its branches"),
        ("((3:0.5,5:0.5),(2:0.25,9:0.75));", "({1/2: 3, 1/2: 5} {1/4: 2, 3/4: 9})", "Newick"),
        ("((3:50%,5:50%),(2,9));", "({1/2: 3, 1/2: 5} (2 9))", "Newick"),
        ("((3:0.5,5:0.5)chance,(2,9));", '(chance "chance"{1/2: 3, 1/2: 5} (2 9))', "Newick"),
    ],
)
def test_lengths_are_probabilities_only_where_they_can_be(text: str, read: str, words: str) -> None:
    tree = parse(text)
    assert tree.text() == read
    assert str(understood(tree)["sentences"][-1]) == f"Read as {words}."


@pytest.mark.parametrize("text", ["((3:0.5,5:0.3)chance,(2,9));", "((3:50%,5:60%),2);", "((3:0.5,5:0.5)max,(2,9));"])
def test_wrong_probabilities_are_said(text: str) -> None:
    with pytest.raises(SlipError, match="probabilities"):
        parse(text)


@pytest.mark.parametrize(("text", "column"), [("3,5 2,9", 2), ("(3,5 4)", 3), ("[[1 2],[3,5 4]]", 10)])
def test_a_comma_that_may_be_of_a_decimal_is_asked_about(text: str, column: int) -> None:
    with pytest.raises(SlipError, match="a comma stands between two numbers here") as caught:
        parse(text)
    assert caught.value.place == (1, column)


@pytest.mark.parametrize(
    "text",
    [
        "maxn([1, 2, 3], [4, 5, 6])",
        "expectimax((3 5) (2 9))",
        r"\begin{forest} [paranoid [3] [5]] \end{forest}",
        '{"name": "negamax", "children": [3, 5]}',
        "player3(3 5)",
        "Spieler 1(Spieler3(3 5) 4)",
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


FOREIGN = {
    "Mermaid": "graph TD\nA[MIN] --> B[MAX]\nA --> C[MAX]\nB --> D[3]",
    "PlantUML": "@startmindmap\n* max\n** 3\n** 5\n@endmindmap",
    "XML": "<min><max>3 12</max><max>2 4</max></min>",
    "EFG": 'EFG 2 R "x" { "1" "2" }\np "" 1 1 "" { "a" "b" } 0',
    "CSV": "parent,child,value\nA,B,\nA,C,\nB,,3\nC,,4",
    "\\node": r"\node {min} child {node {max} child {node {3}}} child {node {4}};",
    "\\edge": r"\Tree [.max \edge node[auto=right]{L}; [.min 3 5 ] 4 ]",
}


@pytest.mark.parametrize("form", FOREIGN)
def test_a_form_that_is_not_read_is_named(form: str) -> None:
    with pytest.raises(SlipError, match=f"{re.escape(form)} is not read here"):
        parse(FOREIGN[form])


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("graph { r -- a; r -- b; a -- 3; a -- 12; b -- 2; b -- 4 }", "r(a(3 12) b(2 4))"),
        ("A\tB\nA\tC\nB\t3\nB\t12\nC\t2\nC\t4", CLASSIC),
        ("[[math.inf, 3], [-np.inf, 2]]", "((inf 3) (-inf 2))"),
        ("((∞ −3) (–2 4))", "((inf -3) (-2 4))"),
        (r"\begin{forest} [$\bigtriangleup$ [$\triangledown$ [3] [12]] [2]] \end{forest}", "((3 12) 2)"),
        ('{"type": "chance", "outcomes": [{"p": 0.5, "node": 3}, {"p": 0.5, "node": 7}]}', "({1/2: 3, 1/2: 7})"),
    ],
)
def test_signs_and_keys_of_others_are_read(text: str, read: str) -> None:
    assert parse(text).text() == read


def test_an_object_that_says_who_moves_has_no_key_without_a_meaning() -> None:
    with pytest.raises(SlipError, match="the key 'payoffs' means nothing here"):
        parse('{"player": 1, "children": [{"player": 2, "payoffs": [[1, 2], [3, 4]]}]}')


@pytest.mark.parametrize("text", ["max(min([3, 12]), min([2, 4]))", "max(chance(0.5: 3, 0.5: 9), 4)"])
def test_where_the_text_says_max_min_is_no_other_reading(text: str) -> None:
    assert "Min on top" not in [str(said) for said, _ in understood(parse(text))["readings"]]
    assert "Min on top" in [str(said) for said, _ in understood(parse(CLASSIC))["readings"]]


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
