"""Marks the answers on a sheet for counting: which questions were answered, which rightly, and with which slips. Codes
that a teacher pastes stay in the browser, where ``static/js/lab/class/marking.js`` gives the same slips."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from engine.games import GameError
from engine.lab.exam.sheets import Exam, answers, nodes_of
from engine.lab.exercises import Exercise, check
from engine.lab.exercises.cuts import Cuts
from engine.lab.exercises.exercise import read_fields

OTHER: Final = "other"
"""The slip of an answer that is wrong in no way known here, or that cannot be read."""
_MOST: Final = 40  # slips of one answer


def marks(exam: Exam, variant: int, given: Sequence[str]) -> list[dict[str, Any]]:
    """Returns for each question of a variant whether it was answered, whether rightly, and the slips as short codes:
    "late.1.E" and "early.2.D" (leaves cut too late or too early at a node), "field.D.alpha", "line.7" (the line that
    was chosen), "other". Raises GameError if there is no such variant."""
    if not 1 <= variant <= len(exam.trees):
        raise GameError("this sheet has {n} variant|this sheet has {n} variants", n=len(exam.trees))
    found = []
    for at, exercise in enumerate(exam.questions(exam.trees[variant - 1])):
        answer = given[at].strip() if at < len(given) else ""
        right = check(exercise, answer).right
        slips = [] if right or not answer else list(_slips(exercise, answer))[:_MOST] or [OTHER]
        found.append({"answered": bool(answer), "right": right, "slips": slips})
    return found


def _slips(exercise: Exercise, answer: str) -> Iterator[str]:
    """Yields the slips of a wrong answer, none where each part alone would be right."""
    try:
        if exercise.form == "fields":
            yield from _wrong_fields(exercise, read_fields(answer))
        elif isinstance(exercise, Cuts):
            yield from _wrong_cuts(exercise, exercise.read(answer))
        elif answer in [option.value for option in exercise.options()]:
            yield f"line.{answer}"
        else:
            yield OTHER
    except GameError:
        yield OTHER


def _wrong_fields(exercise: Exercise, given: dict[str, str]) -> Iterator[str]:
    """Yields the wrong fields: with such a one in place of its right answer the key is right no more."""
    key = dict(answers(exercise))
    for name in key:
        tried = {**key, name: given[name]} if name in given else {}
        if not tried or not check(exercise, " ".join(f"{one}={value}" for one, value in tried.items())).right:
            yield f"field.{name}"


def _wrong_cuts(exercise: Cuts, named: set[int]) -> Iterator[str]:
    """Yields at which nodes leaves were cut too late or too early, and how many."""
    nodes, unseen = nodes_of(exercise), set(exercise.watched.unseen)
    leaves = exercise.tree.leaves
    for kind, wrong in (("late", unseen - named), ("early", named - unseen)):
        for node, n in Counter(nodes[leaves.index(leaf)] for leaf in sorted(wrong)).items():
            yield f"{kind}.{n}.{node}"
