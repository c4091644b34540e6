"""Tests a run as text, CSV and LaTeX: everything seen is there, and what was skipped is told apart."""

import csv
import io
import re

import pytest

from engine.lab.export import Run, as_csv, as_tex, as_text
from engine.lab.run import Problem, record
from engine.search.catalogue import algorithms_for

TREE = "(((-2 3) (5 12)) ((9 8) (-7 -3)))"
DICE = "({1/4: 8, 3/4: 0} (2 (5 1)) 3)"


def run(algorithm: str, tree: str = TREE) -> Run:
    return record(Problem.of_tree(tree), algorithm, None)


def test_text_shows_windows_values_bounds_and_the_reason_of_a_cut() -> None:
    lines = as_text(run("alphabeta")).splitlines()
    assert lines[1] == "A, Max: 3 (window -∞ to ∞)"
    assert "│  └─ 2: E, Max: ≥ 5 (window -∞ to 3)" in lines
    assert "│     ├─ 1: leaf 5 of E, 5" in lines
    (cut,) = [line for line in lines if "cut: " in line]
    assert cut.startswith("│     └─ cut: leaf 12 of E. ")
    assert lines[-1] == "14 states seen, 7 of them leaves; 1 cut"


def test_what_a_rule_leaves_out_is_not_called_cut() -> None:
    text = as_text(run("beam", "((3 1 4 1) (5 9 2 6) (5 3 5 8) (9 7 9 3))"))
    assert "not tried: " in text


@pytest.mark.parametrize("tree", [TREE, DICE])
def test_every_algorithm_is_written(tree: str) -> None:
    problem = Problem.of_tree(tree)
    for one in algorithms_for(problem.game):
        found = record(problem, one.name, None)
        text, rows, tex = as_text(found), list(csv.DictReader(io.StringIO(as_csv(found)))), as_tex(found)
        visits = [line for line in text.splitlines() if re.search(r" \(window |\d: leaf ", line)]
        assert len(visits) == len(found["visits"]["place"])
        assert [row["kind"] for row in rows] == [found["kinds"][kind] for kind in found["steps"]["kind"]]
        assert sum(bool(row["sentence"]) for row in rows) == len(found["sentences"])
        assert len(re.findall(r"\[\{.*?\}, \w+", tex)) == len(found["places"]["name"])


def test_latex_has_every_place_once_and_strikes_the_cut_edge() -> None:
    found = run("alphabeta")
    tree = re.search(r"\\begin\{forest\}\n(.*)\\end\{forest\}", as_tex(found), re.DOTALL)
    nodes = re.findall(r"\[\{(.*?)\}, (\w+)((?:, \w+)*)", tree[1])
    assert len(nodes) == len(found["places"]["name"])
    assert ("$12$", "leaf", ", cut") in nodes
    assert (r"E\\$\geq 5$", "max", "") in nodes
    assert tree[1].count("[") == tree[1].count("]")


@pytest.mark.slow
def test_a_run_that_was_stopped_says_so() -> None:
    found = record(Problem.of_game("tictactoe"), "minimax", None)
    assert "not finished" in as_text(found)
    assert as_text(found).rstrip().endswith(f"({found['limit']})")
