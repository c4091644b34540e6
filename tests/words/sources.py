"""Collects every sentence that passes through the places for words, by the catalogue with the translations."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

from engine import levels
from engine.games import all_games, find
from engine.games.leaves import LeafTree
from engine.lab.lessons import all_lessons
from engine.lab.mutants import MUTANTS
from engine.search.catalogue import CATALOGUE
from engine.search.parts.evaluation import line_features
from engine.text import Text
from tests.page.imports import reached
from tests.words import scripts
from webapp.http.lab.data import _EXAM_LINKS
from webapp.http.rooms.coach import SECTIONS
from webapp.http.rooms.course import SECTIONS as WIN_SECTIONS
from webapp.play.desk.menu import goal

ROOT = Path(__file__).parents[2]


FIRST = reached([ROOT / "static" / "js" / "app.js"], at_first=True)
"""The scripts that the table needs at first."""
SCRIPTS = sorted(path for path in (ROOT / "static" / "js").rglob("*.js") if path.name != "theme.js")
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
ROOMS = {
    "table": "the scripts that the table needs at first",
    "more": "the table's other scripts, and all that the server says over the socket",
    "coach": "the scripts of the coach's puzzles",
    "coach_pages": "the scripts of the coach's other pages",
    "student": "the student's scripts",
    "course": "the scripts of a course",
    "pages": "the server's pages",
    "lab": "the scripts that the lab needs at first",
    "lab_more": "the lab's other scripts",
    "lab_pages": "the lab's pages, and what the server refuses there",
    "lab_errors": "what the rules, the textbook and the lab refuse",
    "lab_runs": "the sentences of runs, the names of nodes, moves and algorithms",
    "lab_lessons": "the lessons and their questions",
    "lab_exercises": "exercises and exam sheets",
}
"""The catalogues of a language."""
_LAB_FILES = {
    "webapp/http/lab": "lab_pages", "engine/games/game.py": "lab_runs", "engine/games/leaves.py": "lab_runs",
    "engine/lab/run": "lab_runs", "engine/lab/trees": "lab_runs", "engine/lab/export.py": "lab_runs",
    "engine/games/trees": "lab_runs", "engine/lab/lessons": "lab_lessons", "engine/lab": "lab_exercises",
}  # fmt: skip
"""The catalogue of each file or folder behind the lab; the first that fits counts."""
_REFUSING = {"GameError": 0, "IllegalMoveError": 0, "SlipError": 0, "slip": 1, "wanted": 0}
"""Refusals of the rules, the textbook and the lab, and the place of the sentence among the arguments."""
_SAID_OVER_THE_SOCKET = (
    "webapp/play", "webapp/sockets", "webapp/cluster", "webapp/engine_process/client.py",
    "webapp/engine_process/host.py", "engine/mind", "engine/games", "engine/coach", "engine/puzzles",
    "engine/workshop/puzzles", "engine/text.py",
)  # fmt: skip
PROOFS = ("engine/coach", "engine/puzzles", "engine/workshop/puzzles")
"""The folders whose sentences are those of proofs and of examples."""
_SAYING = {"t": 0, "text": 0, "tn": 1, "Refusal": 1, "refusal": 1, "_told": 0, "message_page": 0}
_SAYING |= {"FormError": 0, "_text": 2}
"""Functions of Python that take a sentence, and the place of the sentence among the arguments."""
_CALL = re.compile(r"""\b(t|tn)\(\s*(?:[\w.|]+\s*,\s*)?("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')(?:\s*,\s*("[^"]*"))?""")


@cache
def keys() -> dict[str, set[str]]:
    """Returns the sentences of each catalogue: reading every source takes two seconds, so only tests that ask wait."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in SCRIPTS:
        found[room_of(path)] |= set(scripts.sentences(path))
    for path in TEMPLATES:
        found["lab_pages" if path.parent.name == "lab" else "pages"] |= set(of_template(path.read_text("utf-8")))
    for folder in ("webapp", "engine/mind", "engine/games", "engine/lab", *PROOFS):
        saying = _SAYING | {"say": 0} if folder in PROOFS else _SAYING
        for path in sorted((ROOT / folder).rglob("*.py")):
            found[_room_of_python(path)] |= set(of_python(path, saying))
    found["more"] |= set(of_python(ROOT / "engine" / "text.py"))
    for folder in ("engine/games", "engine/search", "engine/lab"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            found["lab_errors"] |= set(of_python(path, _REFUSING))
    found["pages"] |= _of_games() | {name for _, name in (*SECTIONS, *WIN_SECTIONS)}
    found["lab_pages"] |= {name for name, *_ in _EXAM_LINKS}
    found["lab_runs"] |= {one.words for one in CATALOGUE.values()} | {LeafTree.title}
    found["lab_lessons"] |= set(_of_lessons())
    found["lab_exercises"] |= {text for one in MUTANTS.values() for text in (one.source, one.effect)}
    for catalogue in found.values():  # nothing in these to translate
        catalogue -= {text for text in catalogue if not re.search(r"[^\W\d_]|“", re.sub(r"\{\w+\}", "", text))}
    found["more"] -= found["table"]
    found["pages"] -= found["table"] | found["more"]  # the server reads all three
    found["coach"] -= found["table"]  # the page of the puzzles loads these two
    found["coach_pages"] -= found["table"] | found["more"] | found["coach"]  # the coach's other pages load all four
    found["student"] -= found["table"] | found["more"]  # and the student's page
    found["course"] -= found["table"] | found["more"]  # and that of a course
    found["lab_more"] -= found["lab"]  # the lab's page loads these two
    known = found["table"] | found["more"] | found["pages"]
    for room in ("lab_pages", "lab_errors", "lab_runs", "lab_lessons", "lab_exercises"):  # the server reads all
        found[room] -= known
        known |= found[room]
    return found


def room_of(path: Path) -> str:
    """Returns the catalogue of a script."""
    folder, inner, *_ = (*path.relative_to(ROOT / "static" / "js").parts, "")
    if folder == "lab":
        return "lab" if path in LAB_FIRST else "lab_more"
    if folder == "coach":
        return "coach_pages" if inner in ("clock", "days", "openings", "zugzwang") else "coach"
    if folder in ("student", "course"):
        return folder
    return "table" if path in FIRST else "more"


LAB_FIRST = reached([ROOT / "static" / "js" / "lab" / "lab_app.js"], at_first=True)
"""The scripts that the lab's page needs at first."""


def _room_of_python(path: Path) -> str:
    name = path.relative_to(ROOT).as_posix()
    for start, room in _LAB_FILES.items():
        if name.startswith(start):
            return room
    return "more" if name.startswith(_SAID_OVER_THE_SOCKET) else "pages"


def _of_games() -> set[str]:
    """Returns the titles and aims of all games, the names and sentences of all levels."""
    found = set[str]()
    for game in all_games().values():
        found |= {*_templates(game.title), *_templates(goal(game))}
        for level in levels(game.name):
            found |= {level.name, *_templates(level.sentence)}
    return found


def _of_lessons() -> Iterator[str]:
    """Yields titles and texts of all lessons, and the names of the features of a board."""
    for one in all_lessons():
        yield from (one.then or ())[:1]
        yield from (one.link or ())[1:]
        yield from one.words.pop("paragraphs")
        yield from (words for name, words in one.words.items() if name != "paragraphs")
        yield from (field.label for field in one.fields)
    yield from (feature.name for feature in line_features(find("tictactoe")).features)


def _templates(said: str) -> Iterator[str]:
    if not isinstance(said, Text):
        yield said
        return
    yield said.template
    for value in said.values.values():
        if isinstance(value, Text):
            yield from _templates(value)


def of_template(text: str) -> Iterator[str]:
    """Yields the sentences of a template that pass through ``t``."""
    for name, one, many in _CALL.findall(text):
        yield f"{one[1:-1]}|{many[1:-1]}" if name == "tn" else one[1:-1]


def of_python(path: Path, saying: Mapping[str, int] = _SAYING) -> Iterator[str]:
    """Yields the sentences of a module that pass through one of the functions for sentences."""
    code = path.read_text("utf-8")
    if "engine.text import" not in code and path.name != "text.py":
        saying = {name: at for name, at in saying.items() if name != "text"}
    if not re.search(rf"\b(?:{'|'.join(saying)})\(", code):  # a tree takes fifty times as long
        return
    nodes = list(ast.walk(ast.parse(code)))
    named = _named(nodes)
    for node in nodes:
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name | ast.Attribute):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
        place = saying.get(name)
        if place is None or (name == "text" and isinstance(node.func, ast.Attribute)):  # a file's, not a sentence
            continue
        if name == "tn":
            yield "|".join(one.value for one in node.args[1:3] if isinstance(one, ast.Constant))
            continue
        count = 2 if name == "_told" and not isinstance(node.args[0], ast.Starred) else 1
        for argument in node.args[place : place + count]:
            yield from _texts(argument, named, set())


def unread(path: Path) -> Iterator[str]:
    """Yields the calls that say a sentence which :func:`of_python` cannot read, each with the function around."""
    tree = ast.parse(path.read_text("utf-8"))
    named = _named(list(ast.walk(tree)))
    for function in ast.walk(tree):
        for node in ast.walk(function) if isinstance(function, ast.FunctionDef) else ():
            if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in ("text", "say"):
                known = [*_texts(node.args[0], named, set())] if node.args else ["no sentence"]
                if not known or any(isinstance(one, ast.JoinedStr) for one in ast.walk(node.args[0])):
                    yield f"{function.name}: {ast.unparse(node)}"


def put_together(path: Path) -> Iterator[str]:
    """Yields the f-strings of a module that look like words, every hole as ``{}``."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.JoinedStr):
            parts = [str(one.value) if isinstance(one, ast.Constant) else "{}" for one in node.values]
            if scripts.WORDS.search("".join(parts)) and not _MARKUP.search("".join(parts)):
                yield "".join(parts)


def _named(nodes: Sequence[ast.AST]) -> dict[str, list[ast.expr]]:
    """Returns the expressions that each name of a module may stand for, of all nodes of the module."""
    named: dict[str, list[ast.expr]] = defaultdict(list)
    for node in nodes:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                for one in target.elts if isinstance(target, ast.Tuple) else [target]:
                    if isinstance(one, ast.Name):
                        named[one.id].append(node.value)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            named[node.target.id].append(node.value)
    return named


def _texts(node: ast.expr, named: dict[str, list[ast.expr]], seen: set[str]) -> Iterator[str]:
    """Yields the texts that an expression may have: constants, choices, named constants, entries of tables."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body, named, seen)
        yield from _texts(node.orelse, named, seen)
    elif isinstance(node, ast.Name | ast.Attribute):
        name = node.id if isinstance(node, ast.Name) else node.attr
        for value in named.get(name, []) if name not in seen else ():
            yield from _texts(value, named, {*seen, name})
    elif isinstance(node, ast.Tuple | ast.Dict):
        for one in node.elts if isinstance(node, ast.Tuple) else node.values:
            yield from _texts(one, named, seen)
    elif isinstance(node, ast.Starred | ast.Subscript):
        yield from _texts(node.value, named, seen)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
        yield from _texts(node.func.value, named, seen)
        yield from _texts(node.args[1], named, seen) if len(node.args) > 1 else ()


_MARKUP = re.compile(r"[<>=\\]")
"""Signs of HTML, LaTeX and headers, which no sentence put together has."""
_WORD = re.compile(r"[^\W\d_]{2,}")
_READ = {"aria-label", "title", "alt", "placeholder", "content"}


class _Bare(HTMLParser):
    """Collects the words of a template that stand between the tags or in an attribute for readers."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside.append(tag)
        names = dict(attrs)
        if tag == "meta" and not {"description", "og:description", "og:title", "og:image:alt"} & set(names.values()):
            return
        self.found += [value for name, value in attrs if name in _READ and value and _WORD.search(value)]

    def handle_endtag(self, tag: str) -> None:
        while self.inside and self.inside.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not {"script", "style"} & set(self.inside[-1:]) and _WORD.search(data):
            self.found.append(data.strip())


def bare_in_template(text: str) -> list[str]:
    """Returns the words of a template that do not pass through ``t``."""
    reader = _Bare()
    reader.feed(re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "", text, flags=re.DOTALL))
    return [words for words in reader.found if words.replace("·", "").strip() != "Fourthought"]
