"""Tests the forms in which trees are read and written: all there and back, and texts as people have them."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.commands.lab import tree as tree_command
from engine.games import GameError
from engine.games.trees import WRITERS
from engine.lab.trees import parse
from tests.engine.lab.any_trees import any_tree
from tests.profiles import is_long, more_at_night
from webapp.cli import main

HOMEWORK = "((3 12) (2 4))"


@more_at_night
@pytest.mark.parametrize("form", [form for form in WRITERS if form != "course"])
def test_every_form_brings_the_tree_back(form: str) -> None:
    for seed in range(200 if is_long() else 40):
        drawn = any_tree(seed)
        tree = parse(drawn.text())  # which finds numbers for the unknown leaves
        assert tree.text() == drawn.text()
        again = parse(tree.written(form))
        assert again == tree, tree.written(form)
        assert again.text() == tree.text()
        assert tuple(place.name for place in again.places) == tuple(place.name for place in tree.places)


def test_a_course_brings_back_what_it_can_say() -> None:
    said = 0
    for seed in range(400):
        tree = any_tree(seed, 2, unknown="")
        try:
            written = tree.written("course")
        except GameError:
            continue
        said += 1
        assert parse(written).text() == tree.text()
    assert said > 20


@pytest.mark.parametrize("bounds", ["in 0..20", "in [0, 20]", "\nin 0 .. 20"])
@pytest.mark.parametrize("form", list(WRITERS))
def test_bounds_stand_behind_every_form(form: str, bounds: str) -> None:
    tree = parse(f"((3 17) (2 12)) {bounds}")
    assert tree.bounds == (0, 20)
    assert parse(tree.written(form)) == tree


@pytest.mark.parametrize(
    "text",
    [
        "[[3,12],[2,4]]", "[[3,12,],[2,4],]", "((3,12,),(2,4))", "tree = [[3, 12], [2, 4]]", '[["3","12"],["2","4"]]',
        "\ufeff[[3, 12],\r\n\t[2, 4]]\r\n", "3 12; 2 4", "3 12 2 4", "max(min(3,12),min(2,4))",
        "max{min{3,12},min{2,4}}", "Max(Min(3, 12), Min(2, 4))", "A(B(3 12) C(2 4))", "A (B (3 12) C (2 4))",
        "max A(min B(3, 12), min C(2, 4))", "(max (min 3 12) (min 2 4))", '["max", ["min", 3, 12], ["min", 2, 4]]',
        "[A [B 3 12] [C 2 4]]", 'Node("A", [Node("B", [3, 12]), Node("C", [2, 4])])',
        "MAX: [MIN: [3, 12], MIN: [2, 4]]",
        '{"name":"A","children":[{"name":"B","children":[3,12]},{"name":"C","children":[{"value":2},{"value":4}]}]}',
        "{'player': 'MAX', 'branches': [{'player': 'MIN', 'branches': [3, 12]}, {'branches': [2, 4]}]}",
        '{"max": [{"min": [3, 12]}, {"min": [2, 4]}]}', '{"A": ["B", "C"], "B": [3, 12], "C": [2, 4]}',
        "((3,12)B,(2,4)C)A;", "((3,12),(2,4));", "((3:1,12:1)B:1,(2:1,4:1)C:1)A;",
        "A\n  B\n    3\n    12\n  C\n    2\n    4", "MAX\r\n\tMIN\r\n\t\t3\r\n\t\t12\r\n\tMIN\r\n\t\t2\r\n\t\t4",
        "A\n├── B\n│   ├── 3\n│   └── 12\n└── C\n    ├── 2\n    └── 4",
        "A\n|-- B\n|   |-- 3\n|   `-- 12\n`-- C\n    |-- 2\n    `-- 4",
        "- max\n  - min\n    - 3\n    - 12\n  - min\n    - 2\n    - 4",
        "A (max)\n  B (min)\n    3\n    12\n  C (min)\n    2\n    4",
        "digraph { A -> B; A -> C; B -> 3; B -> 12; C -> 2; C -> 4 }",
        'digraph G {\n A -> {B C}\n B -> {w x}\n C -> {y z}\n w [label=3] x [label="12"]; y [label=2]; z [label=4];}',
        "A -> B\nA -> C\nB -> 3\nB -> 12\nC -> 2\nC -> 4", "A B\nA C\nB 3\nB 12\nC 2\nC 4", "A: B C\nB: 3 12\nC: 2 4",
        "A->B, A->C, B->3, B->12, C->2, C->4", "B -> 3\nB -> 12\nA -> B\nA -> C -> 2\nC -> 4",
        r"\Tree [.A [.B 3 12 ] [.C 2 4 ] ]", r"\begin{forest} [A [B [3] [12]] [C [2] [4]]] \end{forest}",
    ],
)  # fmt: skip
def test_homework_is_read_as_it_stands(text: str) -> None:
    assert parse(text).text() == HOMEWORK


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{1/2: 3, 1/2: 5}", "({1/2: 3, 1/2: 5})"),
        ("[{50%: 3, 50 %: 9}, 4]", None),
        ("[{50%: 3, 50%: 9}, 4]", "({1/2: 3, 1/2: 9} 4)"),
        ("({8, 0}, 3)", "({1/2: 8, 1/2: 0} 3)"),
        ("(chance(8 0) 3)", "({1/2: 8, 1/2: 0} 3)"),
        ("max(chance(1/2: max(3, 9), 1/2: max(10, 6)), 2)", "({1/2: max(3 9), 1/2: max(10 6)} 2)"),
        ("(8:0.25,0:0.75);", "({1/4: 8, 3/4: 0})"),
        ("max\n chance\n  25% 3\n  3/4: 12\n 2", "({1/4: 3, 3/4: 12} 2)"),
        ("A -> B: 1/4\nA -> C: 3/4\nB = 3\nC = 12", "({1/4: B=3, 3/4: C=12})"),
        ("A B 0.5\nA C 0.5\nB = 3\nC = 12", "({1/2: B=3, 1/2: C=12})"),
        ('digraph { A -> B [label="1/4"]; A -> C [label=0.75]; B [label="3"]; C [label=12] }', "({1/4: 3, 3/4: 12})"),
        ('{"type":"chance","probabilities":[0.5,0.5],"children":[1,2]}', "({1/2: 1, 1/2: 2})"),
        ('[{"children": [{"p": "25%", "value": 8}, {"p": 0.75, "value": 0}]}, 3]', "({1/4: 8, 3/4: 0} 3)"),
        ("min(max(3,5),max(2,9))", "min((3 5) (2 9))"),
        ("max(max(3 5) min(2 9))", "(max(3 5) (2 9))"),
        ("min\n  min\n    3\n    5\n  2", "min(min(3 5) 2)"),
        ("[[x, 3], [?, -7]]", "((x, 3) (?, -7))"),
        ("[[∞, 3], [-inf, −7]]", "((inf 3) (-inf -7))"),
        ("[[1/2, 3], [2.50, +7]]", "((0.5 3) (2.5 7))"),
        ("((None 1) (2 None))", "((?, 1) (2, ?))"),
        ("((NaN 1) (2 3))", None),
        ("[[null, 3], [undefined, -7]]", "((?, 3) (?, -7))"),
        ("max(chance(1/2 3, 1/2 5), 2)", None),
        ("{50% 3 50% 5}", None),
        ("A(D=3, E=12)", "(D=3, E=12)"),
        ("{'A': {'B': {'D': 3, 'E': 12}, 'C': 2}}", "((D=3, E=12), C=2)"),
        ("dict(A=dict(B=3, C=12))", "(A(B=3, C=12))"),
        ("S(T(3 12) U(2 4))", "S(T(3 12) U(2 4))"),
    ],
)  # fmt: skip
def test_movers_chance_names_and_unknown_leaves(text: str, said: str | None) -> None:
    if said is None:
        with pytest.raises(GameError):
            parse(text)
    else:
        assert parse(text).text() == said
        assert parse(said).text() == said


def test_two_layers_of_min_and_max_after_chance_belong_to_their_side() -> None:
    tree = parse("max(min(min(3 5) min(1 9)) chance(max(4 8) min(4 8)))")
    assert [tree.side(place) for place in tree.inner()] == ["Max", "Min", "Chance", "Min", "Min", "Max", "Min"]


def test_the_command_says_what_was_understood(tmp_path: Path) -> None:
    file = tmp_path / "tree.dot"
    file.write_text("digraph {\n A -> B; A -> 9;\n B -> x; B -> 2 }\n", encoding="utf-8-sig", newline="\r\n")
    found = CliRunner().invoke(tree_command, [str(file), "--as", "nested"])
    assert found.stdout == "max(min(x, 2), 9)\n"
    assert found.stderr == (
        "Max to move, 2 levels (Max and Min) and 3 leaves. The leaf x is unknown; the picture takes 9 for it. "
        "Read as Graphviz.\n"
    )


@pytest.mark.parametrize("form", list(WRITERS))
def test_the_command_reads_what_it_prints(form: str) -> None:
    written = CliRunner().invoke(tree_command, ["-", "--as", form], input="A(B(3 12) C(2 4))").stdout
    assert CliRunner().invoke(tree_command, ["-"], input=written).stdout == f"{HOMEWORK}\n"


def test_the_command_refuses_in_a_sentence() -> None:
    refused = CliRunner().invoke(main, ["tree", "-", "--as", "poem"], input=HOMEWORK)
    assert (refused.exit_code, "there are text, list" in refused.stderr) == (2, True)
    refused = CliRunner().invoke(main, ["tree", "-"], input="((3 4)\n (5 1b))")
    assert refused.stderr.startswith("Error: Line 2, column 5: '1b' is not a number")
