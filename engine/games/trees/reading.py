"""Reads a tree in any form, for the page, the command line and files: finds out the form and what was meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from engine.games.formats.leaf_text import INFINITE, Choice, Leaf, Lottery, Node, Shares
from engine.games.formats.numerals import plain
from engine.games.game import Player
from engine.games.leaves import LeafTree
from engine.games.trees.course import is_course, read_course
from engine.games.trees.dot import is_dot, read_dot
from engine.games.trees.draft import Draft, finish
from engine.games.trees.edges import read_edges
from engine.games.trees.latex import is_latex, read_latex
from engine.games.trees.lines import read_lines
from engine.games.trees.nodes import read_brackets, read_newick
from engine.games.trees.source import Source, is_unknown

Bounds = tuple[float, float]
_BRANCHING = re.compile(r"\sby\s+([0-9]{1,3})\s*\Z")
_END: Final = r"([^\s\[\],]+)"
_BOUNDS = re.compile(rf"(?:\A|\s)in\s+(?:{_END}\s*\.\.+\s*{_END}|\[\s*{_END}\s*,\s*{_END}\s*\])\s*\Z")
_RAIL = re.compile(r"^(\s|[│┃├└┌─╰╭`|+*•·]|-\s)", re.MULTILINE)
_NEWICK = re.compile(r"\A\s*\(.*\)[^()\[\]{};]*(\[[^\]]*\]\s*)?(:[0-9.%]+)?;\s*[\])}]*\s*\Z", re.DOTALL)


_INF = re.compile(r"\b(?:math|np|numpy|torch|cmath)\.inf\b")
_WORDS = r"\"?(?:id|parent|child|from|to|source|target|node|name)\"?[ ]*[,;\t][ ]*\"?[a-z_]+\"?[ ]*(?:\Z|\n|[,;\t])"
_STRANGE: Final = (
    ("Mermaid", re.compile(r"\A\s*(```\s*mermaid|(graph|flowchart)\s+(TD|TB|BT|LR|RL)\b|mindmap\s*\n|stateDiagram)")),
    ("PlantUML", re.compile(r"\A\s*@start")),
    ("XML", re.compile(r"\A\s*<[A-Za-z?!]")),
    ("EFG", re.compile(r"\A\s*[EN]FG\s+[0-9]")),
    ("CSV", re.compile(rf"(?i)\A\s*{_WORDS}")),
    (r"\node", re.compile(r"\A(?!.*\\(?:begin\{forest\}|Tree)).*\\node\b.*\bchild\b", re.DOTALL)),
    (r"\edge", re.compile(r"\\edge\b")),
)
"""Forms that are not read, and what shows them: read as another form such a text would be another tree."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Holds a tree as it was read: the root, the bounds of its leaves, the name of the form, and whether
    the text names who moves at the root."""

    root: Node
    bounds: Bounds | None
    form: str
    named: bool = False


def read(text: str, branching: int = 2) -> Reading:
    """Returns the tree in ``text``. ``branching`` is that of a list of numbers without brackets. Raises SlipError with
    the place of the first thing that cannot be read, and GameError where the tree as a whole is refused."""
    written = plain(text)
    said = _BOUNDS.search(written)
    bounds = None if said is None else _bounds(Source(written), said)
    if said is not None:
        written = written[: said.start()]
    source = Source(_INF.sub(lambda found: "inf".ljust(len(found[0])), written.rstrip()))
    _refuse(source)
    form = form_of(source.text)
    if form in ("numbers", "list"):
        _refuse_two_signs(source)
    if form == "numbers":
        return Reading(_filled(_numbers(source, branching), bounds), bounds, form)
    counted = _BRANCHING.search(source.text)
    if counted and form == "list":
        raise source.slip(
            counted.start(1) - 3,
            "the brackets say how the tree branches; leave out {words}",
            words=repr(f"by {counted[1]}"),
        )
    draft = _READERS[form](source)
    form = "lengths" if draft.lengths else form
    if not draft.branches:  # a leaf alone
        draft = Draft(draft.at, branches=[draft])
    if form in ("edges", "course"):
        _forget(draft)
    root = _filled(_unnamed(finish(source, draft)), bounds)
    return Reading(_in_turns(source, root), bounds, form, isinstance(root, Choice) and root.mover is not None)


def _refuse(source: Source) -> None:
    """Raises SlipError for a text in a form that is known, and not read."""
    for name, shows in _STRANGE:
        if found := shows.search(source.text):
            template = "{form} is not read here; write a line for each edge, such as A B, or brackets: ((3 5) (2 9))"
            at = source.text.find(name) if name[:1] == "\\" else len(found[0]) - len(found[0].lstrip())
            raise source.slip(at, template, form=name)


def _refuse_two_signs(source: Source) -> None:
    """Raises SlipError where one list has 3,5 and 2 9 in it: the comma may be that of a decimal."""
    for group in re.finditer(r"[^()\[\]{};\n]+", source.text):
        comma, blank = re.search(r"[0-9],[0-9]", group[0]), re.search(r"[0-9][ \t]+[-+.]?[0-9]", group[0])
        if comma and blank:
            template = "a comma stands between two numbers here, and a blank between others; write 3.5, or 3, 5"
            raise source.slip(group.start() + comma.start() + 1, template)


def form_of(text: str) -> str:
    """Returns the name of the form of a text, which the readers have: ``list``, ``json``, ``dot`` and so on."""
    bare = text.strip()
    if is_dot(bare):
        return "dot"
    if is_course(bare):
        return "course"
    if is_latex(bare):
        return "latex"
    if _NEWICK.match(bare):
        return "newick"
    if bare[:1] == "{" and re.match(r"\{\s*[\"']?[A-Za-z_]", bare):
        return "json"
    if re.search(r"->|→|=>|\s--\s", bare):
        return "edges"
    lines = [line for line in bare.split("\n") if line.strip() and not line.lstrip().startswith("#")]
    if len(lines) > 1 and bare[:1] not in "([{\"'" and all(map(_is_even, lines)):
        letters = bool(re.search(r"[^\W\d_]", re.sub(r"(?i)\binf(inity)?\b", "", bare)))
        rails = bool(_RAIL.search("\n".join(lines[1:])))
        if rails and (letters or re.search(r"[│┃├└]", bare)):
            return "lines"
        if letters and not any(bracket in bare for bracket in "[{"):
            return "edges"
    return "list" if any(bracket in bare for bracket in "[]{}()") else "numbers"


def _is_even(line: str) -> bool:
    return all(line.count(one) == line.count(other) for one, other in ("()", "[]", "{}")) and not line.endswith(",")


def _numbers(source: Source, branching: int) -> Node:
    """Returns the tree of a list of numbers: of equal branching, or of a branch for each group between semicolons."""
    said = _BRANCHING.search(source.text)
    end = len(source.text)
    if said is not None:
        branching, end = int(said[1]), said.start()
    groups: list[list[Node]] = [[]]
    for match in re.finditer(r"[^\s,;]+|;", source.text[:end]):
        if match[0] == ";":
            groups.append([])
        else:
            groups[-1].append(_number(source, match[0], match.start()))
    groups = [group for group in groups if group]
    if len(groups) > 1:
        return Choice(tuple(Choice(tuple(group)) for group in groups))
    return LeafTree.of(groups[0] if groups else [], branching).root  # type: ignore[arg-type]


def _number(source: Source, word: str, at: int) -> float:
    value = source.leaf(word, at)
    if value is None and is_unknown(word):
        return Leaf(0.0, word, unknown=True)
    if value is None:
        raise source.no_leaf(word, at)
    return value


def _bounds(source: Source, said: re.Match[str]) -> Bounds:
    numbers = [number for number in (1, 2, 3, 4) if said[number] is not None]
    low, high = (source.leaf(said[number], said.start(number)) for number in numbers)
    for value, number in ((low, numbers[0]), (high, numbers[1])):
        if value is None:
            raise source.slip(said.start(number), "{word} is not a number", word=repr(said[number][:30]))
    if low is None or high is None or low >= high:
        raise source.slip(said.start(numbers[0]), "the lower bound must be less than the upper one")
    return low, high


def leaves_of(node: Node) -> Iterator[float]:
    """Yields the leaves of a node from left to right."""
    if isinstance(node, Choice | Lottery):
        for branch in node.branches:
            yield from leaves_of(branch)
    else:
        yield node


def changed(node: Node, values: dict[str, float]) -> Node:
    """Returns a tree with other numbers for its unknown leaves, by their names."""
    if isinstance(node, Choice | Lottery):
        return replace(node, branches=tuple(changed(branch, values) for branch in node.branches))
    if isinstance(node, Leaf) and node.unknown:
        return Leaf(values.get(node.name, node), node.name, unknown=True)
    return node


def unknowns(node: Node) -> dict[str, float]:
    """Returns the unknown leaves of a tree by their names, in their order, each with the number to run with."""
    return {leaf.name: float(leaf) for leaf in leaves_of(node) if isinstance(leaf, Leaf) and leaf.unknown}


def _filled(root: Node, bounds: Bounds | None) -> Node:
    """Returns a tree in which every unknown leaf has a number to run with: the middle one of the known leaves."""
    names = unknowns(root)
    if not names:
        return root
    known = sorted(leaf for leaf in leaves_of(root) if not (isinstance(leaf, Leaf) and leaf.unknown))
    known = [leaf for leaf in known if abs(leaf) < INFINITE] or [0.0]
    middle = known[len(known) // 2]
    if bounds is not None:
        middle = min(max(middle, bounds[0]), bounds[1])
    return changed(root, dict.fromkeys(names, float(middle)))


def _forget(draft: Draft) -> None:
    """Takes the names n0, n1 and so on away, which a node has for want of another, by its place in the tree."""
    for number, one in enumerate(draft.walk()):
        if one.name == f"n{number}":
            one.name = ""


def _in_turns(source: Source, root: Node) -> Node:
    """Returns a tree of more than two players with all movers: the first player's levels are Max's, the others Min's.
    Raises SlipError where leaves are for different numbers of players, or a node is not the next player's."""
    sides = {len(leaf.each) if isinstance(leaf, Shares) else 1 for leaf in leaves_of(root)}
    if sides == {1}:
        return root
    if len(sides) > 1:
        raise source.slip(0, "each leaf should hold a number for each player: as many in every leaf")
    (number,) = sides

    def walk(node: Node, level: int) -> Node:
        if isinstance(node, Lottery) or (isinstance(node, Choice) and node.mover is not None):
            raise source.slip(0, "with more than two players each level is the next player's: leave out max and min")
        if not isinstance(node, Choice):
            return node
        mover = Player.SECOND if level % number else Player.FIRST
        return Choice(tuple(walk(branch, level + 1) for branch in node.branches), mover, node.name)

    return walk(root, 0)


def _unnamed(root: Node) -> Node:
    """Returns a tree without its names, if they are those that the lab gives of itself: A, B, C, level by level."""
    level, names = [root], list[str]()
    while level:
        inner = [node for node in level if isinstance(node, Choice | Lottery)]
        names += [node.name for node in inner]
        level = [branch for node in inner for branch in node.branches]
    return _without(root) if names == [letter(number) for number in range(len(names))] else root


def _without(node: Node) -> Node:
    if isinstance(node, Choice | Lottery):
        return replace(node, branches=tuple(map(_without, node.branches)), name="")
    return node


def letter(number: int) -> str:
    """Returns A to Z for 0 to 25, then AA, AB and so on."""
    letters, number = "", number + 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


_READERS = {
    "dot": read_dot,
    "course": read_course,
    "latex": read_latex,
    "newick": read_newick,
    "json": read_brackets,
    "list": read_brackets,
    "lines": read_lines,
    "edges": read_edges,
}
