"""Tests the exercises on null windows, flags, UCT, max^n, endgames and proofs: each key is found here again by a small
program that knows nothing of the searches, and each wrong answer is told at its node."""

from math import inf, log, sqrt
from typing import Any

import pytest

from engine.games import GameError
from engine.games.formats.leaf_text import Shares
from engine.lab.exam.sheets import FORMATS, make_exam
from engine.lab.exercises import check, make
from engine.lab.exercises.exercise import Exercise
from engine.lab.exercises.filled.asking import Mend
from engine.lab.exercises.filled.backing import Rounds, begun
from engine.lab.trees import Tree, parse
from tests.engine.lab.answers import pairs, refused, searched, seeds

SHAPES = ("2x2x2", "3x3", "uneven-8", "2x2x2-ties", "3x2x2")
FILLED = ("scout", "flags", "visits", "vectors", "distances", "proofs")
OWN = ("vectors", "proofs")


def drawn(kind: str, seeds: range) -> list[Any]:
    return [make(kind, seed, SHAPES[seed % len(SHAPES)]) for seed in seeds]


def below(tree: Tree, place: int) -> tuple[int, ...]:
    return tree.children[place]


def level(tree: Tree, place: int) -> int:
    return len(tree.places[place].path)


def scouted(tree: Tree) -> dict[str, str]:
    """Goes through a tree by PVS, with Max and Min apart, and windows whose ends are a value and a side of it."""
    entered: dict[int, list[tuple[float, float]]] = {}

    def search(place: int, alpha: float, beta: float) -> float:
        if not below(tree, place):
            return tree.places[place].value or 0.0
        entered.setdefault(place, []).append((alpha, beta))
        ours = level(tree, place) % 2 == 0
        best = -inf if ours else inf
        for at, child in enumerate(below(tree, place)):
            low, high = (max(alpha, best), beta) if ours else (alpha, min(beta, best))
            if at == 0:
                value = search(child, low, high)
            else:
                edge = (low, low + 1e-9) if ours else (high - 1e-9, high)
                value = search(child, *edge)
                better = value > low + 1e-12 if ours else value < high - 1e-12
                if better and low < value < high:
                    value = search(child, low, high)
            best = max(best, value) if ours else min(best, value)
            if best >= beta if ours else best <= alpha:
                break
        return best

    search(0, -inf, inf)
    found = {}
    for place in tree.inner():
        name, windows = tree.places[place].name, entered.get(place, [])
        found[f"{name}.visits"] = str(len(windows))
        for end, part in enumerate(("alpha", "beta")):
            found[f"{name}.{part}"] = f"{round(windows[0][end], 6):g}" if windows else "-"
    return found


def kept(tree: Tree) -> dict[str, str]:
    """Goes through a tree by fail-soft alpha-beta, and keeps values with flags."""
    found = {f"{tree.places[one].name}.{part}": "-" for one in tree.inner() for part in ("value", "flag")}
    for place, (alpha, beta, best) in searched(tree).items():
        name = tree.places[place].name
        found[f"{name}.value"] = f"{best:g}"
        found[f"{name}.flag"] = "upper" if best <= alpha else "lower" if best >= beta else "exact"
    return found


def vectors(tree: Tree) -> dict[str, str]:
    found = {}

    def best(place: int) -> tuple[float, ...]:
        node = tree.node(place)
        if isinstance(node, Shares):
            return node.each
        options = [best(child) for child in below(tree, place)]
        taken = max(options, key=lambda one: one[level(tree, place) % 3])
        for part, number in zip(("first", "second", "third"), taken, strict=True):
            found[f"{tree.places[place].name}.{part}"] = f"{number:g}"
        return taken

    best(0)
    return found


def distances(tree: Tree) -> dict[str, str]:
    """Finds for each node the winner and the plies, by comparing pairs, without any number for a win."""
    found = {}

    def end(place: int) -> tuple[int, int]:
        if not below(tree, place):
            value = tree.places[place].value or 0.0
            return (value > 0) - (value < 0), 0
        side = 1 if level(tree, place) % 2 == 0 else -1
        options = [end(child) for child in below(tree, place)]
        won, drawn, lost = [[one for one in options if one[0] * side == sign] for sign in (1, 0, -1)]
        plies = min(one[1] for one in won) if won else max(one[1] for one in drawn or lost)
        winner = side if won else 0 if drawn else -side
        found[f"{tree.places[place].name}.plies"] = str(winner * (plies + 1))
        return winner, plies + 1

    end(0)
    return found


def proofs(tree: Tree) -> dict[str, str]:
    """Counts by trying: the fewest unknown leaves that can prove a node, and the fewest that can disprove it."""
    found = {}

    def fewest(place: int, answer: bool) -> float:
        """Returns how many leaves under a place must still turn out right for the answer."""
        words = str(tree.places[place].name)
        if not below(tree, place):
            return 1 if "?" in words else 0 if (tree.places[place].value == 1) is answer else inf
        options = [fewest(child, answer) for child in below(tree, place)]
        return min(options) if (level(tree, place) % 2 == 0) is answer else sum(options)

    for place in tree.inner():
        for part, answer in (("proof", True), ("disproof", False)):
            found[f"{tree.places[place].name}.{part}"] = f"{fewest(place, answer):g}"
    return found


def next_round(one: Rounds) -> dict[str, str]:
    promises = [total / n + one.width * sqrt(log(one.rounds) / (2 * n)) if n else inf for n, total in one.before]
    branch = promises.index(max(promises))
    n, total = one.before[branch]
    return {"A.branch": str(branch + 1), "A.visits": str(n + 1), "A.mean": f"{(total + one.result) / (n + 1):.4g}"}


AGAIN: dict[str, Any] = {
    "scout": scouted,
    "flags": kept,
    "vectors": vectors,
    "distances": distances,
    "proofs": proofs,
}


@seeds(30, 300)
@pytest.mark.parametrize("kind", AGAIN)
def test_the_key_is_that_of_another_program(kind: str, seeds: range) -> None:
    for exercise in drawn(kind, seeds):
        key = pairs(exercise)
        assert {name: word for name, word in AGAIN[kind](exercise.tree).items() if name in key} == key, exercise.tree


@seeds(30, 300)
def test_the_next_round_is_that_of_another_program(seeds: range) -> None:
    for exercise in drawn("visits", seeds):
        assert sum(n for n, _ in exercise.before) == exercise.rounds - 1, "the first round stays at the root"
        key, again = pairs(exercise), next_round(exercise)
        assert (key["A.branch"], key["A.visits"]) == (again["A.branch"], again["A.visits"])
        assert float(key["A.mean"]) == pytest.approx(float(again["A.mean"]), abs=5e-3)


@seeds(20, 200)
def test_proof_numbers_are_those_of_the_search_after_some_rounds(seeds: range) -> None:
    for seed in seeds:
        tree = parse(make("values", seed, SHAPES[seed % len(SHAPES)]).tree.text())  # type: ignore[union-attr]
        half, seen = begun(tree, seed)
        key = pairs(make("proofs", seed, tree=half)) if half.unknowns else proofs(half)
        for place, numbers in seen.items():
            if below(tree, place):
                name = half.places[half.by_path[tree.places[place].path]].name
                assert [float(key[f"{name}.{part}"]) for part in ("proof", "disproof")] == [*numbers[:2]]


@seeds(30, 300)
def test_the_entry_to_mend_is_the_only_one_with_a_wrong_flag(seeds: range) -> None:
    signs = {"=": "exact", ">=": "lower", "<=": "upper"}
    for exercise in drawn("mend", seeds):
        assert isinstance(exercise, Mend)
        right, wrong = kept(exercise.tree), []
        for number, line in enumerate(exercise.code(), start=1):
            name, sign, value = line.split()
            assert right[f"{name}.value"] == value
            if right[f"{name}.flag"] != signs[sign]:
                wrong.append(str(number))
        assert wrong == [exercise.key()]
        for option in exercise.options():
            if option.value != exercise.key():
                verdict = refused(exercise, option.value)
                assert verdict.sentence.startswith(f"The entry of {verdict.node} is right: ")
        assert "is none of the answers; choose 1, 2" in refused(exercise, "99").sentence


@seeds(8, 80)
@pytest.mark.parametrize("kind", FILLED)
def test_each_wrong_answer_is_told_at_its_node_with_the_reason(kind: str, seeds: range) -> None:
    for exercise in drawn(kind, seeds):
        key = pairs(exercise)
        assert [field.name for field in exercise.fields()] != [], kind
        assert {field.name for field in exercise.fields()} == key.keys()
        for name, word in key.items():
            wrong = {"exact": "lower", "lower": "upper", "upper": "exact", "-": "5", "inf": "2", "-inf": "2"}
            slip = wrong.get(word) or f"{float(word) + 1:g}"
            verdict = refused(exercise, " ".join(f"{one}={slip if one == name else key[one]}" for one in key))
            assert verdict.node == name.split(".")[0]
            assert verdict.sentence.startswith(f"{verdict.node}: ")
            assert verdict.sentence.endswith(f"; you wrote {slip}.")
            without = refused(exercise, " ".join(f"{one}={key[one]}" for one in key if one != name))
            assert without.sentence.endswith(": the answer is missing.")
        assert "nothing called ZZ.value" in refused(exercise, "ZZ.value=3").sentence
        assert ("and so on" in refused(exercise, "ZZ.value=3").sentence) is (len(key) > 12)  # or all names are told


@pytest.mark.parametrize(
    ("kind", "tree", "part", "wrong", "sentence"),
    [
        (
            "flags",
            "((3 5) (2 9))",
            "C.flag",
            "exact",
            "C: 2 is alpha or less, for alpha was 3, so it is an upper bound",
        ),
        ("flags", "((3 5) (2 9))", "B.flag", "lower", "B: 3 lies between alpha -inf and beta inf, so it is exact"),
        ("flags", "(((3 5) (7 9)) 1)", "D.flag", "exact", "D: 7 is beta or more, for beta was 5, so it is a lower"),
        ("scout", "((3 5) (2 9))", "C.beta", "inf", "only on which side of 3 the node is, so alpha and beta are 3"),
        ("scout", "((3 5) (8 9))", "C.visits", "1", "C: PVS enters the node 2 times; you wrote 1."),
        ("distances", "((1 (-1 1)) 0)", "A.plies", "2", "A: Max has a win in 2 and a draw, takes the quickest win"),
        ("distances", "((-1 (-1 (-1 -1))) -1)", "B.plies", "-3", "B: Min has a win in 0 and a win in 2"),
        ("vectors", "((<1 2 3> <4 5 6>) <2 0 0>)", "B.third", "3", "B: player 2 takes <4 5 6> of <1 2 3> and <4 5 6>"),
        ("proofs", "((? 1) (? ?))", "B.proof", "0", "B: Min moves, so it is the sum of 1 and 0"),
        ("proofs", "((? 1) (? ?))", "A.disproof", "1", "A: Max moves, so it is the sum of 1 and 1"),
    ],
)
def test_the_reason_is_that_of_the_node(kind: str, tree: str, part: str, wrong: str, sentence: str) -> None:
    exercise = make(kind, tree=tree)
    key = pairs(exercise)
    assert key[part] != wrong
    assert (
        sentence in refused(exercise, " ".join(f"{one}={wrong if one == part else key[one]}" for one in key)).sentence
    )


def test_rounded_means_pass_and_trees_that_do_not_fit_are_refused() -> None:
    exercise: Exercise = make("visits", 5)
    key = pairs(exercise)
    assert check(
        exercise, f"A.branch={key['A.branch']} A.visits={key['A.visits']} A.mean={float(key['A.mean']):.2f}"
    ).right
    for kind in FILLED:
        with pytest.raises(GameError, match="without chance"):
            make(kind, tree="({1/2: 3, 1/2: 5} 4)")
    with pytest.raises(GameError, match="three players"):
        make("vectors", tree="((<1 2 3 4> <4 3 2 1>) <1 1 1 1>)")
    with pytest.raises(GameError, match="two players"):
        make("flags", tree="((<1 2 3> <4 3 2>) <1 1 1>)")


@pytest.mark.parametrize("kind", [*FILLED, "mend"])
def test_an_exam_asks_them_in_every_form(kind: str) -> None:
    exam = make_exam(3, 3, kind)
    assert len(exam.trees) == 3
    view = exam.view(key=True)
    for variant in view["variants"]:
        (question,) = variant["questions"]
        exercise = make(kind, 3, tree=variant["tree"])
        assert dict(question["answers"]) == (pairs(exercise) if kind != "mend" else {"line": exercise.key()})
    for form in set(FORMATS) & {"tex", "csv"}:
        assert exam.write(form, key=False)
        assert exam.write(form, key=True)
    for form in ("moodle", "qti", "prairielearn"):
        assert exam.package(form)
    if kind in OWN:
        with pytest.raises(GameError, match="has trees of its own; ask it alone"):
            make_exam(3, 3, f"values,{kind}")
