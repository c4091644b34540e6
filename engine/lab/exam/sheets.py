"""Makes an exam: the questions on every variant, and all forms in which sheets and key are printed."""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from engine.games import GameError, Player
from engine.lab.answer_keys.watching import rule_of, traced, watch
from engine.lab.answer_keys.words import show
from engine.lab.exam import svg, tex
from engine.lab.exam.variants import Difficulty, measure, variants
from engine.lab.exercises import Exercise, Rule, make
from engine.lab.exercises.cuts import Cuts
from engine.lab.exercises.windows import Windows
from engine.lab.export import Say
from engine.lab.trees import Tree
from engine.search.drawing import draw_tree
from engine.text import text

ASKS: Final = ("values", "cuts", "windows")  # kinds of questions on a sheet
FORMATS: Final = ("html", "tex", "csv", "text")


@dataclass(frozen=True)
class Exam:
    """Holds the variants of one exam: the kinds of questions in order, when alpha-beta cuts, and the trees."""

    seed: int
    shape: str
    ask: tuple[str, ...]
    rule: Rule
    trees: tuple[Tree, ...]

    @property
    def difficulty(self) -> Difficulty:
        """Returns the counts which all variants share."""
        return measure(self.trees[0].root, self.rule)[0]

    @property
    def title(self) -> str:
        """Returns a title from which the exam can be made again."""
        return text("Minimax and alpha-beta: seed {seed}, shape {shape}", seed=str(self.seed), shape=self.shape)

    def questions(self, tree: Tree) -> list[Exercise]:
        """Returns the questions on one variant."""
        return [make(kind, rule=self.rule, tree=tree) for kind in self.ask]

    def view(self, key: bool, say: Say = str) -> dict[str, Any]:
        """Returns the sheets for a page, ready for JSON, with pictures as SVG. ``key`` fills in all answers."""
        return {
            "title": self.title,
            "key": key,
            "rule": self.rule,
            "counts": {"leaves": len(self.trees[0].leaves), **self.difficulty._asdict()},
            "variants": [self._variant(number, tree, key, say) for number, tree in enumerate(self.trees, start=1)],
        }

    def _variant(self, number: int, tree: Tree, key: bool, say: Say) -> dict[str, Any]:
        questions = []
        for exercise in self.questions(tree):
            view = exercise.view()
            view["answers"] = list(_answers(exercise)) if key else None
            view["notes"] = list(_notes(exercise)) if key else []
            questions.append(view)
        picture = svg.picture(tree, watch(tree, self.rule) if key else None, say)
        return {"number": number, "tree": tree.text(), "svg": picture, "questions": questions}

    def write(self, form: str, key: bool, say: Say = str) -> str:
        """Returns all sheets, or with ``key`` all answers, as "tex", "csv" or "text". The drawn tree of "text" is
        English. Raises GameError if there is no such form."""
        writers = {"tex": self._tex, "csv": self._csv, "text": self._text}
        if form not in writers:
            raise GameError("an exam is written as tex, csv or text, not as {form}", form=repr(form[:20]))
        return writers[form](key, say)

    def _tex(self, key: bool, say: Say) -> str:
        sheets = []
        for number, tree in enumerate(self.trees, start=1):
            picture = tex.picture(tree, watch(tree, self.rule) if key else None)
            items = [
                (
                    " ".join(map(say, (exercise.question, *(_notes(exercise) if key else ())))),
                    [f"{name} = {value}" for name, value in _answers(exercise)] if key else [],
                )
                for exercise in self.questions(tree)
            ]
            sheets.append(tex.sheet(say(_variant(number, key)), picture, items))
        return tex.document(say(self.title), sheets)

    def _csv(self, key: bool, say: Say) -> str:
        out = io.StringIO()
        writer = csv.writer(out)
        names = (text("variant"), text("tree"), text("question"), text("field"), text("answer"), text("also right"))
        writer.writerow([say(name) for name in names])
        for number, tree in enumerate(self.trees, start=1):
            for exercise in self.questions(tree):
                also = _also(exercise) if key else {}
                for name, answer in _answers(exercise):
                    row = [number, tree.text(), exercise.kind, name, answer if key else "", also.get(name, "")]
                    writer.writerow(row)
        return out.getvalue()

    def _text(self, key: bool, say: Say) -> str:
        lines = [say(self.title), ""]
        for number, tree in enumerate(self.trees, start=1):
            lines += [say(_variant(number, key)), tree.text(), ""]
            for exercise in self.questions(tree):
                lines += [say(exercise.question)]
                lines += [f"  {name} = {answer if key else '____'}" for name, answer in _answers(exercise)]
                lines += [f"  {say(note)}" for note in _notes(exercise)] if key else []
                lines.append("")
            if key:
                lines += [*draw_tree(tree.game, traced(tree, self.rule), Player.FIRST), ""]
        return "\n".join(lines)


def make_exam(seed: int, count: int = 1, ask: str = "values,cuts", shape: str = "2x2x2", rule: str = "<=") -> Exam:
    """Returns an exam. The same arguments make the same exam.

    Args:
        count: the number of variants, 1 to 100.
        ask: kinds of questions with commas between, some of :data:`ASKS`.
        shape: the shape of the trees, without chance and ties.
        rule: "<=" or "<", when alpha-beta cuts.

    Raises:
        GameError: an argument is not possible, or too few trees are equally difficult.
    """
    kinds = tuple(dict.fromkeys(word.strip() for word in ask.split(",")))
    unknown = next((kind for kind in kinds if kind not in ASKS), None)
    if unknown is not None:
        raise GameError(
            "{word} is no question for a sheet; there are values, cuts and windows", word=repr(unknown[:20])
        )
    when = rule_of(rule)
    return Exam(seed, shape, kinds, when, variants(seed, shape, count, when))


def _variant(number: int, key: bool) -> str:
    return text("Variant {number} (key)" if key else "Variant {number}", number=number)


def _answers(exercise: Exercise) -> Iterator[tuple[str, str]]:
    """Yields the name and the right answer of each blank of a question."""
    if exercise.form == "fields":
        for pair in exercise.key().split():
            name, _, answer = pair.partition("=")
            yield name, answer
    else:
        yield "leaves", exercise.key()


def _also(exercise: Exercise) -> dict[str, str]:
    """Returns what else is right, by the names of the blanks: a value by fail-hard, and leaves with what they are
    worth, because their numbers count from the left."""
    if isinstance(exercise, Windows):
        places = exercise.tree.places
        visits = [visit for place, visit in exercise.watched.visits.items() if exercise.tree.children[place]]
        return {f"{places[one.place].name}.value": show(one.hard) for one in visits if one.hard != one.value}
    if isinstance(exercise, Cuts) and exercise.watched.unseen:
        leaves, places = exercise.tree.leaves, exercise.tree.places
        words = [f"{leaves.index(leaf) + 1} ({show(places[leaf].value or 0.0)})" for leaf in exercise.watched.unseen]
        return {"leaves": " ".join(words)}
    return {}


def _notes(exercise: Exercise) -> Iterator[str]:
    """Yields sentences for the person who corrects: the values by fail-hard, and which leaf a number means."""
    also = _also(exercise)
    if also and isinstance(exercise, Windows):
        yield text("By fail-hard: {values}.", values=[f"{name} = {value}" for name, value in also.items()])
    elif also:
        yield text("Counted from the left, with their worth: {leaves}.", leaves=also["leaves"])
