"""Tests every kind of exercise: the key passes, and each small change of the key fails at the right node."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import GameError
from engine.lab.answer_keys.watching import watch
from engine.lab.exercises import KINDS, RULES, check, make
from engine.lab.exercises.windows import Windows
from tests import profiles
from tests.engine.lab.answers import SHAPES, exercises, joined, pairs, refused, seeds


@pytest.mark.slow
@seeds(40)
@pytest.mark.parametrize("kind", KINDS)
def test_the_key_passes_and_the_view_hides_it(kind: str, seeds: range) -> None:
    for seed in seeds:
        exercise = make(kind, seed, rule=RULES[seed % 2])
        again = make(kind, seed, rule=RULES[seed % 2])
        assert exercise.view() == again.view()
        assert check(exercise, exercise.key()).right, exercise.view()
        assert check(exercise, exercise.key()).node is None
        view = exercise.view()
        assert view == json.loads(json.dumps(view))
        assert set(view) == {"kind", "question", "form", "algorithm", "tree", "rule", "fields", "options", "code"}
        if exercise.form in ("fields", "tree", "order"):
            assert exercise.key() not in json.dumps(view)
        assert refused(exercise, "  ").sentence == exercise.empty


@seeds(40)
def test_values_fail_at_the_node_that_is_wrong(seeds: range) -> None:
    for exercise in exercises("values", seeds, shapes=(*SHAPES, "2xc2x2", "uneven-8-chance")):
        key = pairs(exercise)
        for place in exercise.tree.inner():
            name = exercise.tree.places[place].name
            others = {f"{float(key[name]) + 1:g}", f"{float(key[name]) - 2.5:g}", f"{-float(key[name]):g}", "inf"}
            others |= {key.get(exercise.tree.places[child].name, "") for child in exercise.tree.children[place]}
            for other in others - {key[name], "", "-0"}:
                verdict = refused(exercise, joined({**key, name: other}))
                assert verdict.node == name
                assert verdict.sentence.startswith(f"{name}: ")
            missing = refused(exercise, joined({node: value for node, value in key.items() if node != name}))
            assert (missing.node, missing.sentence) == (name, f"{name}: the value is missing.")


@pytest.mark.parametrize(("text", "node", "wrong", "sentence"), [
    ("((5 12) 3)", "B", "12", "B: Min takes the least of 5 and 12; you wrote the greatest."),
    ("((5 12) 3)", "A", "3", "A: Max takes the greatest of 5 and 3; you wrote the least."),
    ("((5 12 7) 3)", "B", "7", "B: Min takes the least of 5, 12 and 7, which is 5; you wrote 7."),
    ("((5 12) 3)", "A", "-5", "you wrote -5: every value is Max's, so the sign never changes."),
    ("((4) 3)", "B", "3", "B: Min has one branch only, worth 4; you wrote 3."),
    ("({1/4: 8, 3/4: 0} 3)", "B", "4", "1/4 of 8 and 3/4 of 0: 2; you wrote 4, the mean without the shares."),
])  # fmt: skip
def test_values_say_the_mistake(text: str, node: str, wrong: str, sentence: str) -> None:
    exercise = make("values", tree=text)
    assert sentence in refused(exercise, joined({**pairs(exercise), node: wrong})).sentence


def test_means_may_be_rounded_and_fractions_written() -> None:
    exercise = make("values", tree="({1/3: 2, 2/3: 0} 0)")
    assert exercise.key() == "A=0.6667 B=0.6667"
    assert check(exercise, "a=2/3; b=0.67").right
    assert not check(exercise, "A=2/3 B=0.7").right


@seeds(9)
def test_windows_fail_at_the_node_that_is_wrong(seeds: range) -> None:
    for exercise in exercises("windows", seeds):
        key = pairs(exercise)
        watched = watch(exercise.tree, exercise.rule)
        hard = {
            f"{exercise.tree.places[visit.place].name}.value": f"{visit.hard:g}" for visit in watched.visits.values()
        }
        for name, value in key.items():
            other = "0" if value in ("-", "inf", "-inf") else f"{float(value) + 1:g}"
            for wrong in {other, "-"} - {value, hard.get(name)}:
                verdict = refused(exercise, joined({**key, name: wrong}))
                assert verdict.node == name.split(".")[0]
                assert verdict.sentence.startswith(f"{verdict.node}")


@pytest.mark.parametrize(
    "text", ["(((-8 1) (0 6)) ((-7 -6) (-5 -4)))", "((3 17) (2 12) (15 1))", "(((5 6) (7 4)) ((5 3) 8))"]
)
def test_windows_are_read_as_the_form_that_returns_alpha_or_beta(text: str) -> None:
    """Compares with a program that returns alpha for Max and beta for Min."""
    exercise = make("windows", tree=text)
    assert isinstance(exercise, Windows)
    tree, answer = exercise.tree, [f"{field.name}=-" for field in exercise.fields()]
    found: dict[str, str] = dict(one.split("=") for one in answer)

    def value(place: int, alpha: float, beta: float) -> float:
        here, below = tree.places[place], tree.children[place]
        if not below:
            return here.value or 0.0
        found[f"{here.name}.alpha"], found[f"{here.name}.beta"] = str(alpha), str(beta)
        for child in below:
            if here.mover == 0:
                alpha = max(alpha, value(child, alpha, beta))
            else:
                beta = min(beta, value(child, alpha, beta))
            if beta <= alpha:
                break
        found[f"{here.name}.value"] = str(alpha if here.mover == 0 else beta)
        return alpha if here.mover == 0 else beta

    value(0, float("-inf"), float("inf"))
    verdict = exercise.judge(" ".join(f"{name}={one}" for name, one in found.items()))
    assert verdict.right, verdict.sentence


def test_windows_are_read_as_fail_soft_or_fail_hard_and_not_as_both() -> None:
    exercise = make("windows", tree="(((3 5) (7 9)) ((1 2) (0 8)))")
    soft = pairs(exercise)
    assert (soft["E.value"], soft["C.value"]) == ("7", "2")
    assert "fail-soft" in check(exercise, joined(soft)).sentence
    hard = {**soft, "E.value": "5", "F.value": "5", "C.value": "5"}
    assert "fail-hard" in check(exercise, joined(hard)).sentence
    mixed = refused(exercise, joined({**soft, "F.value": "5"}))
    assert mixed.node == "C" or mixed.node == "F"
    assert "you follow" in mixed.sentence
    bounds = {name: value for name, value in soft.items() if not name.endswith(".value")}
    assert "Fail-soft and fail-hard enter with the same windows" in check(exercise, joined(bounds)).sentence


def test_a_window_says_who_set_the_bound() -> None:
    exercise = make("windows", tree="-2 3 5 12 9 8 -7 -3")
    key = pairs(exercise)
    said = refused(exercise, joined({**key, "G.alpha": "-inf"})).sentence
    assert said == "G: alpha is 3 on entry, because Max is sure of 3 by B at A; you wrote -inf."
    said = refused(exercise, joined({**key, "E.alpha": "3"})).sentence
    assert said == (
        "E: alpha is -inf on entry, because Max is sure of nothing yet above E; you wrote 3, which is beta."
    )


@seeds(40)
def test_cuts_fail_at_the_leaf_that_is_wrong(seeds: range) -> None:
    for exercise in exercises("cuts", seeds):
        tree, leaves = exercise.tree, exercise.tree.leaves
        watched = watch(tree, exercise.rule)
        right = {leaf for leaf in leaves if leaf in watched.unseen}
        for number, leaf in enumerate(leaves, start=1):
            marked = sorted(leaves.index(one) + 1 for one in right ^ {leaf})
            verdict = refused(exercise, " ".join(map(str, marked)) or "none")
            assert verdict.node == tree.places[leaf].name
            assert verdict.node[1:] in verdict.sentence
            if leaf in right:
                cut = watched.cut_above(leaf)
                assert verdict.sentence.startswith("1 leaf missed, 0 false alarms.")
                assert f"at {tree.places[cut.place].name} " in verdict.sentence
                assert f"by {tree.places[watched.witness(cut)].name} at " in verdict.sentence
            else:
                assert verdict.sentence.startswith("0 leaves missed, 1 false alarm.")
                assert number in marked


@seeds(20, 200)
def test_random_trees_have_cuts_and_ties_show_the_rule(seeds: range) -> None:
    for seed in seeds:
        cuts = make("cuts", seed)
        assert cuts.key() != "none"
        assert cuts.tree is not None
        ties = make("cuts", seed, "2x2x2-ties").tree
        assert ties is not None
        assert watch(ties, "<=").unseen != watch(ties, "<").unseen


@profiles.costly(300)
@given(st.text(max_size=30) | st.text(alphabet="ABC.=:[](){}0123456789/-,; alphbetvuinfo<", max_size=40))
def test_any_answer_is_judged_in_a_sentence(answer: str) -> None:
    for exercise in _ONE_OF_EACH:
        verdict = check(exercise, answer)
        assert verdict.sentence.endswith((".", "?", "!"))
        assert len(verdict.sentence) < 500


@pytest.mark.parametrize("answer", ["20000000", "1" * 17, "-20000000", "(20000000 -20000000)"])
def test_a_tree_of_large_numbers_is_judged(answer: str) -> None:
    """Tells values apart where a billionth is lost in rounding."""
    verdict = check(make("bug", 1, shape="tree"), answer)
    assert "branch" in verdict.sentence


@pytest.mark.slow
@pytest.mark.parametrize(("arguments", "sentence"), [
    ({"kind": "riddle"}, "there is no exercise 'riddle'; there are values, windows"),
    ({"kind": "cuts", "rule": "=<"}, "is no rule for a cut"),
    ({"kind": "cuts", "shape": "2xc2x2"}, "alpha-beta knows no chance"),
    ({"kind": "cuts", "tree": "[{1/2: 3, 1/2: 5}]"}, "alpha-beta knows no chance"),
    ({"kind": "order", "shape": "4"}, "no order of branches helps"),
    ({"kind": "bug", "tree": "1 2"}, "leave the tree out"),
    ({"kind": "bug", "shape": "word"}, "'line' or shown by a 'tree'"),
    ({"kind": "bug", "shape": "line:x"}, "there is no program called 'x'"),
    ({"kind": "make", "shape": "uneven-8"}, "this exercise takes shapes such as 2x2x2"),
    ({"kind": "make", "shape": "7-of-2x2x2"}, "none had exactly 7 leaves cut"),
    ({"kind": "values", "shape": "2y2"}, "is no shape"),
    ({"kind": "values", "tree": "(1"}, "a bracket should most likely be closed here"),
])  # fmt: skip
def test_what_cannot_be_asked_is_refused(arguments: dict[str, str], sentence: str) -> None:
    with pytest.raises(GameError, match=sentence):
        make(**arguments)  # type: ignore[arg-type]


_ONE_OF_EACH = [make(kind, 1) for kind in KINDS] + [make("bug", 0), make("make", 0), make("make", 2)]
