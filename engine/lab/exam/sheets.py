"""Makes an exam: the questions on every variant, and all forms in which sheets and key are printed."""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from engine.games import GameError
from engine.lab.answer_keys.watching import rule_of, watch
from engine.lab.answer_keys.words import beside, show
from engine.lab.exam import platforms, svg, tex
from engine.lab.exam.variants import Difficulty, difficulty_of, variants
from engine.lab.exercises import KINDS, TITLES, Exercise, Rule, make
from engine.lab.exercises.bug import BugLine
from engine.lab.exercises.cuts import Cuts
from engine.lab.exercises.order import Order
from engine.lab.exercises.unknown import Unknown
from engine.lab.exercises.windows import Windows
from engine.lab.export import Say
from engine.lab.trees import Tree, parse
from engine.text import listed, text

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


def _labels(exercise: Exercise) -> dict[str, str]:
    """Returns what a reader calls each field, by its name: "alpha on entering A". A single blank has no label."""
    return {field.name: field.label for field in exercise.fields()}


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


def nodes_of(exercise: Exercise) -> list[str]:
    """Returns for each leaf of a question on cuts, from the left, the node that cuts it off, or the node above a leaf
    that is looked at. A leaf missed there was cut too late, one named there too early."""
    if not isinstance(exercise, Cuts):
        return []
    watched, places = exercise.watched, exercise.tree.places
    unseen = set(watched.unseen)
    above = (watched.cut_above(leaf).place if leaf in unseen else places[leaf].parent for leaf in exercise.tree.leaves)
    return [places[place].name for place in above]


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
        yield text(
            "By fail-hard: {values}.", values=[f"{name.split('.')[0]} = {value}" for name, value in found.items()]
        )
    elif found:
        yield text("Counted from the left, with their worth: {leaves}.", leaves=found["leaves"])
    if isinstance(exercise, Unknown):
        yield text("Exactly {when}.", when=exercise.when())
    if isinstance(exercise, BugLine):
        yield text("The line should be `{repair}`.", repair=exercise.mutant.repair)
    if exercise.form == "order":
        yield text("Other orders are right as well, if alpha-beta looks at no more leaves.")


ASKS: Final = tuple(kind for kind in KINDS if kind not in ("next", "make"))  # kinds of questions on a sheet
_ALONE: Final = ("vectors", "proofs")  # those with trees of their own
_WITH_CHANCE: Final = ("values", "bug")  # those that a tree with chance allows
FORMATS: Final = ("html", "json", "tex", "csv", "moodle", "qti", "prairielearn")


@dataclass(frozen=True)
class Exam:
    """Holds the variants of one exam: the kinds of questions in order, when alpha-beta cuts, and the trees."""

    seed: int
    shape: str
    ask: tuple[str, ...]
    rule: Rule
    trees: tuple[Tree, ...]
    header: str = ""  # words above each sheet: a school, a course, a date
    points: tuple[int, ...] = ()  # for each question, none if empty
    own: bool = False  # the tree is the teacher's own

    @property
    def difficulty(self) -> Difficulty:
        """Returns the counts which all variants share."""
        return difficulty_of(self.trees[0], self.rule)

    @property
    def title(self) -> str:
        """Returns a title from which the exam can be made again."""
        topic = TITLES[self.ask[0]] if self.alone else text("Minimax and alpha-beta")
        if self.own:
            return text("{topic}: tree {tree}", topic=topic, tree=self.trees[0].text())
        return text("{topic}: seed {seed}, shape {shape}", topic=topic, seed=str(self.seed), shape=self.shape)

    @property
    def alone(self) -> bool:
        """Tests if the question has trees of its own, through which alpha-beta does not go."""
        return self.ask[0] in _ALONE

    def questions(self, tree: Tree) -> list[Exercise]:
        """Returns the questions on one variant."""
        return [
            make(kind, self.seed, "line") if kind == "bug" else make(kind, self.seed, rule=self.rule, tree=tree)
            for kind in self.ask
        ]

    def worth(self, number: int) -> str:
        """Returns the points of a question in words, none if no points are given."""
        if not self.points:
            return ""
        return text("({n} point)|({n} points)", n=self.points[number])

    def view(self, key: bool, say: Say = str) -> dict[str, Any]:
        """Returns the sheets for a page, ready for JSON, with pictures as SVG. ``key`` fills in all answers."""
        return {
            "title": self.title,
            "header": self.header,
            "total": sum(self.points),
            "key": key,
            "rule": self.rule,
            "alone": self.alone,
            "counts": {"leaves": len(self.trees[0].leaves), **self.difficulty._asdict()},
            "variants": [self._variant(number, tree, key, say) for number, tree in enumerate(self.trees, start=1)],
        }

    def _variant(self, number: int, tree: Tree, key: bool, say: Say) -> dict[str, Any]:
        questions = []
        for at, exercise in enumerate(self.questions(tree)):
            view = exercise.view()
            view["points"], view["worth"] = (self.points[at] if self.points else None), self.worth(at)
            view["also"] = also(exercise) if key else {}
            view["goal"] = exercise.goal if isinstance(exercise, Order) else None
            view["answers"] = list(answers(exercise)) if key else None
            view["nodes"] = nodes_of(exercise) if key else []
            view["notes"] = list(notes(exercise)) if key else []
            questions.append(view)
        picture = svg.picture(tree, self._beside(tree, key), say)
        return {"number": number, "tree": tree.text(), "svg": picture, "questions": questions}

    def items(self, say: Say = str) -> list[platforms.Item]:
        """Returns each question of each variant for a learning platform."""
        return [
            platforms.Item(
                name=f"v{number}-{exercise.kind}",
                title=say(text("{variant}: {kind}", variant=_variant(number, key=False), kind=exercise.title)),
                text=say(exercise.question),
                picture=svg.picture(tree, None, say),
                code=exercise.code() or (),
                blanks=accepted(exercise),
                points=self.points[at] if self.points else 1,
                by_hand=exercise.form == "order",
            )
            for number, tree in enumerate(self.trees, start=1)
            for at, exercise in enumerate(self.questions(tree))
        ]

    def package(self, form: str, say: Say = str) -> str | bytes:
        """Returns all questions for a learning platform: "moodle", "qti" or "prairielearn"."""
        if form == "prairielearn":
            return platforms.prairielearn(self.items(say))
        return (platforms.moodle if form == "moodle" else platforms.qti)(say(self.title), self.items(say))

    def write(self, form: str, key: bool, say: Say = str) -> str:
        """Returns all sheets, or with ``key`` the answers, as "tex" or "csv". Raises GameError for others."""
        writers = {"tex": self._tex, "csv": self._csv}
        if form not in writers:
            raise GameError("an exam is written as tex or csv, not as {form}", form=repr(form[:20]))
        return writers[form](key, say)

    def _tex(self, key: bool, say: Say) -> str:
        sheets = []
        for number, tree in enumerate(self.trees, start=1):
            items = []
            for at, exercise in enumerate(self.questions(tree)):
                words = exercise.question, self.worth(at), *(notes(exercise) if key else ())
                labels = _labels(exercise)
                filled = [(say(labels.get(name, "")), value) for name, value in answers(exercise)] if key else []
                items.append(tex.Item(" ".join(say(one) for one in words if one), filled, exercise.code() or ()))
            title = " ".join(filter(None, (self.header, say(_variant(number, key)))))
            sheets.append(tex.sheet(title, tex.picture(tree, self._beside(tree, key)), items))
        return tex.document(say(self.title), sheets)

    def _beside(self, tree: Tree, key: bool) -> dict[int, str] | None:
        """Returns the words beside the nodes of a picture of the key, None without one."""
        if not key:
            return None
        if not tree.has_chance and not self.alone:
            return beside(watch(tree, self.rule))
        exercise = make(self.ask[0] if self.alone else "values", self.seed, tree=tree)
        given, words = dict(answers(exercise)), dict[str, list[str]]()
        for field in exercise.fields():
            words.setdefault(field.node or "", []).append(given[field.name].replace("inf", "∞"))
        return {place: ", ".join(words.get(here.name, ())) for place, here in enumerate(tree.places)}

    def _csv(self, key: bool, say: Say) -> str:
        out = io.StringIO()
        writer = csv.writer(out)
        names = (text("variant"), text("tree"), text("question"), text("field"), text("answer"), text("also right"))
        writer.writerow([say(name) for name in names])
        for number, tree in enumerate(self.trees, start=1):
            for exercise in self.questions(tree):
                kind, labels = say(exercise.title), _labels(exercise)
                others = also(exercise) if key else {}
                for name, answer in answers(exercise):
                    filled = answer if key else "", others.get(name, "")
                    writer.writerow([number, tree.text(), kind, say(labels.get(name, "")), *filled])
        return out.getvalue()


def make_exam(
    seed: int,
    count: int = 1,
    ask: str = "values,cuts",
    shape: str = "2x2x2",
    rule: str = "<=",
    *,
    tree: str = "",
    header: str = "",
    points: str = "",
) -> Exam:
    """Returns an exam. The same arguments make the same exam. Raises GameError if an argument is not possible, or too
    few trees are equally difficult.

    Args:
        count: the number of variants, 1 to 100.
        ask: kinds of questions with commas between, some of :data:`ASKS`.
        shape: the shape of the trees. With chance it allows only values and the slip.
        rule: "<=" or "<", when alpha-beta cuts.
        tree: a tree of the teacher's own, which makes one variant.
        header: words above each sheet.
        points: for each question, with commas between.
    """
    kinds = tuple(dict.fromkeys(word.strip() for word in ask.split(",")))
    unknown = next((kind for kind in kinds if kind not in ASKS), None)
    if unknown is not None:
        raise GameError(
            "{word} is no question for a sheet; there are {kinds}", word=repr(unknown[:20]), kinds=listed(ASKS)
        )
    when = rule_of(rule)
    alone = next((kind for kind in kinds if kind in _ALONE), None)
    if alone is not None and len(kinds) > 1:
        raise GameError("the question {kind} has trees of its own; ask it alone", kind=repr(alone))
    if alone is not None:
        made = [make(alone, seed + at, shape, tree=tree or None) for at in range(1 if tree else count)]
        trees = tuple(one.tree for one in made if one.tree is not None)
    else:
        trees = (parse(tree),) if tree else variants(seed, shape, count, when, sortable="order" in kinds)
    if trees[0].unknowns and alone is None:
        raise GameError("a sheet takes a tree whose leaves are all known")
    if trees[0].has_chance and not {*kinds} <= {*_WITH_CHANCE}:
        raise GameError("on a tree with chance a sheet asks for values and for the slip in a program alone")
    return Exam(seed, shape, kinds, when, trees, header.strip(), _points(points, len(kinds)), bool(tree))


def _points(written: str, questions: int) -> tuple[int, ...]:
    words = [word.strip() for word in written.split(",")] if written.strip() else []
    if not words:
        return ()
    if len(words) != questions or not all(word.isdecimal() and len(word) < 4 for word in words):
        raise GameError("write the points of each of the {n} questions, as in 4,6", n=questions)
    return tuple(map(int, words))


def _variant(number: int, key: bool) -> str:
    return text("Variant {number} (key)" if key else "Variant {number}", number=number)
