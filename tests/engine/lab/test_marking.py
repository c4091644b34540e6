"""Tests the marks of a sheet: every key is right, and every slip is the one that was made."""

import pytest

from engine.games import GameError
from engine.lab.answer_keys.watching import watch
from engine.lab.exam import ASKS, Exam, make_exam
from engine.lab.exam.marking import OTHER, marks
from tests.engine.lab.answers import seeds

_ALONE = ("vectors", "proofs")


def _keys(exam: Exam, variant: int) -> list[str]:
    return [one.key() for one in exam.questions(exam.trees[variant - 1])]


@seeds(3, 60)
@pytest.mark.parametrize("asked", [",".join(kind for kind in ASKS if kind not in _ALONE), *_ALONE])
def test_every_key_is_right_and_an_empty_sheet_is_not_answered(asked: str, seeds: range) -> None:
    for seed in seeds:
        exam = make_exam(seed, 2, asked)
        for variant in (1, 2):
            keys = _keys(exam, variant)
            right = {"answered": True, "right": True, "slips": []}
            assert marks(exam, variant, keys) == [right] * len(keys)
            none = {"answered": False, "right": False, "slips": []}
            assert marks(exam, variant, []) == [none] * len(keys)


@seeds(3, 60)
def test_the_fields_that_are_wrong_are_named_and_no_others(seeds: range) -> None:
    asked = "values,windows,scout,flags,visits,distances"
    for seed in seeds:
        exam = make_exam(seed, 1, asked)
        given, wanted = list[str](), list[list[str]]()
        for at, key in enumerate(_keys(exam, 1)):
            pairs = [pair.split("=") for pair in key.split()]
            wrong = {(seed + at) % len(pairs), (seed + 3 * at + 1) % len(pairs)}
            wanted.append([f"field.{pairs[one][0]}" for one in sorted(wrong)])
            missing = min(wrong)
            given.append(
                " ".join(
                    f"{name}={'98765' if one in wrong else value}"
                    for one, (name, value) in enumerate(pairs)
                    if one != missing
                )
            )
        assert [one["slips"] for one in marks(exam, 1, given)] == wanted


@seeds(5, 100)
def test_leaves_are_cut_too_late_and_too_early_at_their_nodes(seeds: range) -> None:
    for seed in seeds:
        exam = make_exam(seed, 1, "cuts", "2x2x2x2")
        tree = exam.trees[0]
        watched = watch(tree)
        first = watched.unseen[0]
        seen = next(leaf for leaf in tree.leaves if leaf in watched.visits)
        named = [*watched.unseen[1:], seen]
        answer = ", ".join(str(tree.leaves.index(leaf) + 1) for leaf in named)
        late = tree.places[watched.cut_above(first).place].name
        early = tree.places[tree.places[seen].parent].name
        assert marks(exam, 1, [answer])[0]["slips"] == [f"late.1.{late}", f"early.1.{early}"]


@pytest.mark.parametrize("answer", ["leaf four", "A=1", "99", "4 4 x", "\N{GREEK SMALL LETTER ALPHA}", "1" * 500])
def test_what_cannot_be_read_is_another_answer(answer: str) -> None:
    exam = make_exam(3, 1, "cuts,order,values")
    found = marks(exam, 1, [answer, answer, answer])
    assert [(one["answered"], one["right"]) for one in found] == [(True, False)] * 3
    assert found[0]["slips"] == found[1]["slips"] == [OTHER]
    assert all(slip == OTHER or slip.startswith("field.") for slip in found[2]["slips"])


def test_the_line_that_was_chosen_is_told_and_a_variant_too_many_is_refused() -> None:
    exam = make_exam(3, 2, "bug,mend")
    wrong = [next(o.value for o in one.options() if o.value != one.key()) for one in exam.questions(exam.trees[0])]
    assert [one["slips"] for one in marks(exam, 1, wrong)] == [[f"line.{value}"] for value in wrong]
    with pytest.raises(GameError, match="2 variants"):
        marks(exam, 3, wrong)
