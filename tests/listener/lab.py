"""Hands programs and trees to the lab's pages, and checks each verdict by running the program or the tree here."""

import json
import random
import re
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import cycle, islice
from math import inf
from typing import Any
from urllib.parse import urlencode

from engine.lab.grade.executing import execute
from engine.lab.judge.judging import loaded, records_of
from engine.lab.judge.running.nodes import leaves_of
from engine.lab.trees import parse
from engine.lab.trees.tree import MAX, Tree
from tests.engine.lab.homework import Program, right, wrong
from tests.listener.scene import Scene

_SAID = """() => {
  const said = document.querySelector("#program-answer").textContent;
  return said && !said.includes("is running") && !said.includes("looks for the line");
}"""
_ASK = """async (address) => (await (await fetch(address)).json())"""
PATIENCE_MS = 120_000


class InTheLab(Scene):
    """Scenes in the lab."""

    @cached_property
    def _programs(self) -> Iterator[Program]:
        """Returns all programs of homework in a random order, again and again."""
        programs = [one for one in (*right(), *wrong()) if one.function == "minimax"]
        return cycle(self.rng.sample(programs, len(programs)))

    def lab(self) -> None:
        """Has programs judged, and answers questions about trees."""
        page = self.open("/lab").page
        page.goto(f"{page.url}/program")
        for program in islice(self._programs, 2):
            page.locator("#program-text").fill(program.source)
            page.locator("#program-function").fill(program.function)
            page.get_by_role("button", name="Judge the program").click()
            page.wait_for_function(_SAID, timeout=PATIENCE_MS)
            self._verdict(program, page.locator("#program-answer").inner_text())
        fingerprint = json.loads(
            page.request.get(page.url.replace("/lab/program", "/lab"))
            .text()
            .split('id="boot"', 1)[1]
            .split(">", 1)[1]
            .split("</script>", 1)[0]
        )["fingerprint"]
        for _ in range(6):
            self._values(lambda address: page.evaluate(_ASK, address), fingerprint)
            self._read(lambda address: page.evaluate(_ASK, address), fingerprint)

    def _verdict(self, program: Program, said: str) -> None:
        """Checks a verdict: right or wrong, the line, and the repair, by running the program on other trees."""
        report = self.listener.report
        report.sentences += 1
        report.claims += 1
        cleared, is_right = said.startswith("Right"), program in right()
        if cleared != is_right and "does not know" not in said:
            self.blame("false", "judge", program.name, said)
        if "skips nothing" in said or "no leaf too many" in said:
            skipped, could = leaves_skipped(program.source, self.rng)
            if skipped if "nothing" in said else skipped < could:
                self.blame("false", "judge", program.name, f"it skips {skipped} leaves, alpha-beta {could}: {said}")
        if line := re.search(
            r"(?:Look at line|^Line) (\d+)", said, re.MULTILINE
        ):  # "See line 6" tells where it stopped
            report.claims += 1
            if not is_right and int(line[1]) not in program.lines:
                self.blame("line", "judge", program.name, said)
        if repair := re.search(r"Line (\d+): `(.*?)` should be `(.*?)`", said, re.DOTALL):
            report.claims += 1
            lines = program.source.split("\n")
            at = int(repair[1]) - 1
            lines[at] = lines[at].replace(repair[2], repair[3])
            if not is_minimax("\n".join(lines), self.rng):
                self.blame("false", "judge", program.name, f"the repair repairs nothing: {said}")

    def _read(self, ask: Callable[[str], Any], fingerprint: str) -> None:
        """Has a tree with a mover at each node read, in a form of others, and compares its value."""
        report = self.listener.report
        tree, form = draw(self.rng, 3), self.rng.choice(_FORMS)
        if not isinstance(tree, list):
            return
        text, worth = moved(tree, form, self.rng)
        text = rf"\begin{{forest}} {text} \end{{forest}}" if form == _FORMS[0] else text
        answer = ask(f"/lab/read/{fingerprint}?{urlencode({'tree': text})}")
        report.claims += 1
        report.sentences += 1
        if "text" not in answer:
            self.blame("unknown", "reader", text, str(answer))
        elif value_of(parse(answer["text"])) != worth:
            self.blame("false", "reader", text, f"read as {answer['text']}, where {worth} is the value")

    def _values(self, ask: Callable[[str], Any], fingerprint: str) -> None:
        """Asks for the values of a tree, and has a right and a wrong answer judged."""
        report = self.listener.report
        given = f"kind=values&seed={self.rng.randrange(10**6)}&shape={self.rng.choice(('2x2x2', '3x3', '3x2x2'))}"
        question = ask(f"/lab/exercise/{fingerprint}?{given}&rule=%3C%3D")
        answer = values_of(question["tree"])
        changed = dict(answer)
        node = self.rng.choice(list(changed))
        changed[node] += self.rng.choice((-3, -1, 2))
        for values, is_right in ((answer, True), (changed, False)):
            text = "%20".join(f"{name}%3D{value}" for name, value in values.items())
            found = ask(f"/lab/check/{fingerprint}?{given}&rule=%3C%3D&answer={text}")
            report.claims += 1
            report.sentences += 1
            if found["right"] != is_right or (not is_right and found["node"] != node):
                self.blame("false", "exercise", question["tree"], str(found))


def is_minimax(source: str, rng: random.Random) -> bool:
    """Tells whether a program returns the value of minimax, or a best branch, on thirty random trees."""
    trees = [draw(rng, 3) for _ in range(30)]
    for record in records_of(loaded(source, "minimax", execute), [one for one in trees if isinstance(one, list)]):
        result, tree = record["result"], record["tree"]
        results = result if isinstance(result, list) else [result]  # a value and a branch stand in any order
        if record["error"] or (minimax(tree, True) not in results and {"branch": best(tree)} not in results):
            return False
    return True


def leaves_skipped(source: str, rng: random.Random) -> tuple[int, int]:
    """Returns how many leaves of thirty random trees a program is not handed, and how many alpha-beta has to skip."""
    trees = [tree for tree in (draw(rng, 3) for _ in range(30)) if isinstance(tree, list)]
    records = [one for one in records_of(loaded(source, "minimax", execute), trees) if one["form"] == "lists"]
    could = sum(len(leaves_of(one["tree"])) - visits(one["tree"], True, -inf, inf)[1] for one in records)
    return sum(len(leaves_of(one["tree"])) - len(one["handed"]) for one in records), could


def visits(tree: Any, is_max: bool, alpha: float, beta: float) -> tuple[float, int]:
    """Returns the value, and how many leaves alpha-beta looks at that cuts only where alpha is more than beta."""
    if not isinstance(tree, list):
        return tree, 1
    best, looked = -inf if is_max else inf, 0
    for child in tree:
        value, more = visits(child, not is_max, alpha, beta)
        best, looked = (max if is_max else min)(best, value), looked + more
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        if alpha > beta:
            break
    return best, looked


def moved(tree: Any, form: tuple[str, str, str], rng: random.Random) -> tuple[str, float]:
    """Returns a tree in which each node says who moves, and its value. ``form``: before, between, behind branches."""
    if not isinstance(tree, list):
        return (f"[{tree}]" if form == _FORMS[0] else str(tree)), tree
    mover = rng.choice(("max", "min"))
    below = [moved(one, form, rng) for one in tree]
    text = form[0] % mover + form[1].join(text for text, _ in below) + form[2]
    return text, (max if mover == "max" else min)(value for _, value in below)


_FORMS = (("[%s ", " ", "]"), ("%s([", ", ", "])"), ("%s(", ", ", ")"), ('Node("%s", [', ", ", "])"))


def value_of(tree: Tree) -> float:
    """Returns the value of a tree without chance, by its movers."""

    def below(index: int) -> float:
        value = tree.places[index].value
        if value is not None:
            return value
        return (max if tree.places[index].mover == MAX else min)(map(below, tree.children[index]))

    return below(0)


def draw(rng: random.Random, levels: int) -> Any:
    """Returns a tree."""
    if levels == 0 or (levels < 3 and rng.random() < 0.2):
        return rng.randint(-99, 99)
    return [draw(rng, levels - 1) for _ in range(rng.randint(1, 3))]


def minimax(tree: Any, maximise: bool) -> int:
    """Returns the value of a tree of lists."""
    return (max if maximise else min)(minimax(one, not maximise) for one in tree) if isinstance(tree, list) else tree


def best(tree: Any) -> int:
    """Returns the first best branch for Max."""
    values = [minimax(one, False) for one in tree]
    return values.index(max(values))


def values_of(text: str) -> dict[str, int]:
    """Returns the value of each inner node, named from A on, level by level, of a tree such as "((4 2) (8 3))"."""
    tree = json.loads(re.sub(r"\s+", ",", text.replace("(", "[").replace(")", "]")))
    level, found = [tree], dict[str, int]()
    depth = 0
    while level:
        for node in level:
            found["ABCDEFGHIJKLMNOPQRSTUVWXYZ"[len(found)]] = minimax(node, depth % 2 == 0)
        level = [one for node in level for one in node if isinstance(one, list)]
        depth += 1
    return found
