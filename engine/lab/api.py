"""Answers the lab's questions from plain parameters, in JSON or text. A server uses this module alone."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from engine.games import GameError, all_games, find, parse
from engine.games.trees import SlipError
from engine.lab import exercises, lessons
from engine.lab.exam import Exam, make_exam
from engine.lab.exam.marking import marks
from engine.lab.export import Say, as_csv, as_tex, as_text
from engine.lab.run import Problem, record
from engine.lab.trees import parse as parse_tree
from engine.lab.trees.understood import understood
from engine.search.catalogue import CATALOGUE
from engine.text import Side, Text, sentence

JSON = "application/json"
FIRST_TREE = "(((-2 3) (5 12)) ((9 8) (-7 -3)))"  # the usual tree of a page: eight leaves, one cut
_DEPTHS = {"tictactoe": 3, "connect4": 3, "connect4-5x4": 3, "nim": 4, "gomoku7": 1}
_DEPTH = 2
"""The plies of the first run of a game: few enough to be drawn whole."""
_EXPORTS: dict[str, tuple[str, Callable[[dict[str, Any], Say], str]]] = {
    "text": ("text/plain", as_text),
    "csv": ("text/csv", as_csv),
    "tex": ("application/x-tex", as_tex),
}


_PLATFORMS = {"moodle": "application/xml", "qti": "application/zip", "prairielearn": "application/zip"}


@dataclass(frozen=True, slots=True)
class Reply:
    """Holds an answer's type, and its text or bytes."""

    mimetype: str
    text: str | bytes


def answer(kind: str, given: Mapping[str, str], say: Say = str) -> Reply:
    """Returns the answer to a question, with every sentence in the language of ``say``. Raises GameError if there is
    no such kind, or the parameters name nothing that can be computed."""
    if kind not in _ANSWERS:
        raise GameError(
            "the lab has no answers called {kind}; there are {kinds}", kind=repr(kind), kinds=", ".join(_ANSWERS)
        )
    return _ANSWERS[kind](given, say)


def games() -> list[dict[str, Any]]:
    """Returns name, title, first depth, and the presence of chance, of every game of the registry."""
    return [
        {"name": name, "title": game.title, "depth": _DEPTHS.get(name, _DEPTH), "chance": game.has_chance}
        for name, game in all_games().items()
    ]


def algorithms() -> list[dict[str, Any]]:
    """Returns name and words of every algorithm, and whether it understands chance."""
    return [{"name": one.name, "words": one.words, "chance": one.chance} for one in CATALOGUE.values()]


def contents() -> list[dict[str, Any]]:
    """Returns slug, number and title of every lesson."""
    return [{"slug": one.slug, "number": one.number, "title": one.title} for one in lessons.all_lessons()]


def start_of(given: Mapping[str, str], figure: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Returns what is searched first, and how. What ``given`` leaves open comes from the figure, or is chosen.
    Raises GameError if the tree or the moves cannot be read, there is no such game, or both are given."""
    if "tree" in given and "game" in given:
        raise GameError("a tree and a game were given; the lab searches one of them")
    start: dict[str, Any]
    if "game" in given:
        rules = find(given["game"])
        parse(rules, given.get("moves", ""))
        start = {"game": given["game"], "moves": given.get("moves", ""), "depth": _DEPTHS.get(rules.name, _DEPTH)}
        start["algorithm"] = "star1" if rules.has_chance else "alphabeta"
    elif "tree" in given or figure is None:
        tree = parse_tree(given.get("tree", FIRST_TREE))
        start = {"tree": tree.text(), "depth": None, "algorithm": "star1" if tree.game.has_chance else "alphabeta"}
    else:
        start = dict(figure)
    if "algorithm" in given:
        start["algorithm"] = given["algorithm"]
    if "weights" in given and "game" in start:
        start["weights"] = given["weights"]
    if "depth" in given:
        start["depth"] = None if given["depth"] == "all" else int(given["depth"])
    return start


def _page(given: Mapping[str, str], say: Say) -> Reply:
    """Returns the first run of a page, the lesson if there is one, and the run as text for a page without script."""
    if "lesson" not in given:
        start = start_of(given)
        run = _record(start)
        return _json({"lesson": None, "run": run, "start": start, "plain": None, "drawn": as_text(run, say)}, say)
    slug = given["lesson"]
    figure = lessons.lesson(slug).figure
    plain = {name: value for name, value in asdict(figure).items() if name == "depth" or value is not None}
    del plain["at"]
    start = start_of(given, plain)
    run = _record(start)
    step = {"step": figure.first_step(run)} if start == plain else {}
    lesson, drawn = lessons.view(slug, say), as_text(run, say)
    return _json({"lesson": lesson, "run": run, "start": start | step, "plain": plain, "drawn": drawn}, say)


def _run(given: Mapping[str, str], say: Say) -> Reply:
    return _json(_record(_asked(given)), say)


def _export(given: Mapping[str, str], say: Say) -> Reply:
    mimetype, write = _EXPORTS[given.get("format", "text")]
    return Reply(mimetype, write(_record(_asked(given)), say))


def _asked(given: Mapping[str, str]) -> dict[str, Any]:
    """Returns the run that is asked for: without a depth to the end, and by alpha-beta if no algorithm is named."""
    return {"algorithm": "alphabeta", **given, "depth": int(given["depth"]) if "depth" in given else None}


def _record(start: Mapping[str, Any]) -> dict[str, Any]:
    if "tree" in start and "game" in start:
        raise GameError("a tree and a game were given; the lab searches one of them")
    if "game" in start:
        problem = Problem.of_game(start["game"], start.get("moves", ""), start.get("weights", ""))
    elif "tree" in start:
        problem = Problem.of_tree(start["tree"])
    else:
        raise GameError("a tree or a game is missing, as in tree=((3 17) (2 12)) or game=tictactoe")
    return record(problem, start["algorithm"], start["depth"])


def _exam_of(given: Mapping[str, str]) -> Exam:
    words = {name: given[name] for name in ("ask", "shape", "rule", "tree", "header", "points") if name in given}
    return make_exam(int(given.get("seed", "0")), int(given.get("variants", "1")), **words)


def _marks(given: Mapping[str, str], say: Say) -> Reply:
    """Returns the marks of a sheet whose answers stand one in a line."""
    return _json(marks(_exam_of(given), int(given.get("variant", "1")), given.get("answers", "").split("\n")), say)


def _exam(given: Mapping[str, str], say: Say) -> Reply:
    exam = _exam_of(given)
    key, form = given.get("key") == "1", given.get("format", "html")
    if form in ("html", "json", "fill"):
        return _json(exam.view(key, say), say)
    if form in _PLATFORMS:
        return Reply(_PLATFORMS[form], exam.package(form, say))
    return Reply(_EXPORTS[form][0], exam.write(form, key, say))


def _read(given: Mapping[str, str], say: Say) -> Reply:
    """Returns what was understood of a tree, in any form. A text that is no tree gets ``error``, and ``place``, the
    line and the column, where there is one: an answer as well, because a browser complains about refusals."""
    if "tree" not in given:
        raise GameError("a tree is missing, as in tree=((3 17) (2 12))")
    try:
        return _json(understood(parse_tree(given["tree"])), say)
    except GameError as error:
        place = error.place if isinstance(error, SlipError) else None
        return _json({"error": sentence(error.said), "place": place}, say)


def _exercise(given: Mapping[str, str], say: Say) -> Reply:
    return _json(_make(given).view(), say)


def _check(given: Mapping[str, str], say: Say) -> Reply:
    said = given.get("answer", "")
    verdict = lessons.check(given["lesson"], said) if "lesson" in given else exercises.check(_make(given), said)
    return _json({name: getattr(verdict, name) for name in ("right", "sentence", "node", "key")}, say)


def _make(given: Mapping[str, str]) -> exercises.Exercise:
    if "kind" not in given:
        raise GameError("the kind of the exercise is missing; there are {kinds}", kinds=", ".join(exercises.KINDS))
    rest = {name: given[name] for name in ("shape", "rule", "tree") if name in given}
    return exercises.make(given["kind"], int(given.get("seed", "0")), **rest)


def _json(data: Any, say: Say) -> Reply:
    said = data if say is str else _said(data, say)
    return Reply(JSON, json.dumps(said, separators=(",", ":"), ensure_ascii=False))


def _said(data: Any, say: Say) -> Any:
    if isinstance(data, Text | Side):
        return say(data)
    if isinstance(data, dict):
        return {name: _said(value, say) for name, value in data.items()}
    return [_said(value, say) for value in data] if isinstance(data, list | tuple) else data


_ANSWERS: dict[str, Callable[[Mapping[str, str], Say], Reply]] = {
    "page": _page,
    "run": _run,
    "read": _read,
    "export": _export,
    "exercise": _exercise,
    "check": _check,
    "exam": _exam,
    "marks": _marks,
}
