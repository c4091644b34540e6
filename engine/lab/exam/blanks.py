"""Says what a sheet asks to be filled in, and for the teacher: the answers, what else is right, and notes."""

from collections.abc import Iterator

from engine.lab.answer_keys.words import show
from engine.lab.exercises import Exercise
from engine.lab.exercises.bug import BugLine
from engine.lab.exercises.cuts import Cuts
from engine.lab.exercises.unknown import Unknown
from engine.lab.exercises.windows import Windows
from engine.text import text

NAMES = {"leaves": "leaves", "order": "tree", "choice": "line"}
"""The name of the one blank of a question without fields, by its form."""


def answers(exercise: Exercise) -> Iterator[tuple[str, str]]:
    """Yields the name and the right answer of each blank of a question."""
    if exercise.form == "fields":
        for pair in exercise.key().split():
            name, _, answer = pair.partition("=")
            yield name, answer
    else:
        yield NAMES[exercise.form], exercise.key()


def also(exercise: Exercise) -> dict[str, str]:
    """Returns what else is right, by blank: a value by fail-hard, and leaves with what they are worth."""
    if isinstance(exercise, Windows):
        places = exercise.tree.places
        visits = [visit for place, visit in exercise.watched.visits.items() if exercise.tree.children[place]]
        return {f"{places[one.place].name}.value": show(one.hard) for one in visits if one.hard != one.value}
    if isinstance(exercise, Cuts) and exercise.watched.unseen:
        leaves, places = exercise.tree.leaves, exercise.tree.places
        words = [f"{leaves.index(leaf) + 1} ({show(places[leaf].value or 0.0)})" for leaf in exercise.watched.unseen]
        return {"leaves": " ".join(words)}
    return {}


def accepted(exercise: Exercise) -> list[tuple[str, tuple[str, ...]]]:
    """Returns the name of each blank with all answers that a learning platform should take, the usual one first."""
    others = also(exercise) if isinstance(exercise, Windows) else {}
    found = []
    for name, answer in answers(exercise):
        more = [others[name]] if name in others else []
        if name == NAMES["leaves"] and " " in answer:
            more = [answer.replace(" ", ", "), answer.replace(" ", ",")]
        found.append((name, (answer, *more)))
    return found


def notes(exercise: Exercise) -> Iterator[str]:
    """Yields sentences for the person who corrects: values by fail-hard, the leaf of a number, the repaired line."""
    found = also(exercise)
    if found and isinstance(exercise, Windows):
        yield text("By fail-hard: {values}.", values=[f"{name} = {value}" for name, value in found.items()])
    elif found:
        yield text("Counted from the left, with their worth: {leaves}.", leaves=found["leaves"])
    if isinstance(exercise, Unknown):
        yield text("Exactly {when}.", when=exercise.when())
    if isinstance(exercise, BugLine):
        yield text("The line should be `{repair}`.", repair=exercise.mutant.repair)
    if exercise.form == "order":
        yield text("Other orders are right as well, if alpha-beta looks at no more leaves.")
