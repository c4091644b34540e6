"""Plays along proofs that ship to their leaves: each names its rule, in the words of the coach, and shows its lines."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import pytest
from playwright.sync_api import Page, expect

from engine.coach.certificate import Branch, Certificate, Leaf, Pair, from_json, to_json
from engine.coach.explanation import plain
from engine.coach.proof_play import Position
from engine.coach.words import words
from engine.games import Move
from engine.puzzles import shipped
from engine.workshop.bench.term_reader import Reader
from tests.browser.axe import violations
from tests.browser.conftest import OpenTable
from tests.profiles import is_long, more_at_night

SAID = """async (given) => {
  const { openWhy, replyTo, tryIt } = await import("/static/js/model/proof/why.js");
  const info = { name: "connect4", title: "", board: [7, 6], connect: 4, gravity: true, chance: false,
    players: ["Red", "Yellow"] };
  return given.map(([certificate, replies]) => {
    const explanation = { claim: certificate.claim, certificate, reason: "", steps: [], play: [] };
    const why = replies.reduce(replyTo, tryIt(openWhy(info, explanation, [])));
    const next = why.open ? replyTo(why, 1 + why.discs.length % 7) : why;
    return [why.message, why.rule, why.words, why.layers.map(({ kind }) => kind), next.rule, next.words];
  });
}"""


class Come(NamedTuple):
    """Holds a leaf below the first node of a proof, the replies that lead there, and a proof of that position alone."""

    proof: Certificate
    replies: tuple[Move, ...]
    rest: Certificate


def leaves(proof: Certificate) -> Iterator[Come]:
    if not proof.nodes:
        return
    start = Position.of(proof)
    todo: list[tuple[int, Position, tuple[Move, ...], tuple[Pair, ...]]] = [
        (0, start if proof.first is None else start.play(proof.first), (), ())
    ]
    while todo:
        place, at, replies, aside = todo.pop()
        node = proof.nodes[place]
        aside += node.aside
        if isinstance(node, Leaf) and replies:
            alone = msgspec.structs.replace(node, aside=aside)
            rest = msgspec.structs.replace(proof, rows=rows(at), first=None, size=1, nodes=(alone,))
            yield Come(proof, replies, rest)
        for one in node.answers if isinstance(node, Branch) else ():
            if one.node is not None and one.move is not None:
                todo.append((one.node, at.play(one.reply).play(one.move), (*replies, one.reply), aside))


def rows(at: Position) -> tuple[str, ...]:
    """Returns the board of a position, the top row first."""
    stones = {cell: "XO"[owner] for cell, owner in at.game.cells(at.state)}
    return tuple("".join(stones.get((column, row), ".") for column in range(1, 8)) for row in range(6, 0, -1))


def split(text: str) -> list[str]:
    return re.split(r"(?<=\.) (?=[A-Z0-9])", text)


def unchecked(_: Certificate) -> str:
    """Accepts a part of a proof that the checker has accepted."""
    return ""


@pytest.mark.long
@pytest.mark.parametrize("width", [390, 1280])
def test_the_rule_and_the_waiting_four_are_shown_where_the_game_comes_to_them(
    open_table: OpenTable, width: int
) -> None:
    moves = "15276444422466673322164267"
    table = open_table(f"/connect4/{moves}", width=width, height=844)
    page, rule = table.page, table.page.locator(".why__rule")
    table.wait_for_discs(len(moves))
    page.keyboard.press("w")
    expect(page.locator(".why__step").first).to_have_text("Red wins with column 7.")
    page.get_by_role("button", name="Try it: play any move").press("Enter")
    for reply in (7, 1):
        expect(rule).to_be_hidden()
        page.locator(".grid [tabindex='0']").press(str(reply))
        expect(table.sub).to_have_text("The answer is column 1.")
    expect(rule).to_be_visible()
    expect(rule).to_contain_text("Red has a four waiting on e3: c1, d2, e3 and f4. That is an odd threat, in row 3.")
    expect(page.locator("#live")).to_contain_text("So Yellow runs out first and must fill e2")
    expect(page.locator(".layers__lock")).to_have_count(1)
    expect(page.locator(".layers__bar")).to_have_count(1)
    expect(page.locator(".layers__ring--wait")).to_have_count(4)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("button", name="Begin again").press("Enter")
    expect(rule).to_be_hidden()


@more_at_night
def test_a_game_along_a_proof_is_told_the_rule_of_the_leaf_it_comes_to(modules: Page) -> None:
    proofs = (from_json(one["certificate"] | {"version": 1}) for one in shipped.shipped_proofs().values())
    found = [come for proof in proofs for come in leaves(proof)][:: 10 if is_long() else 40]
    given: list[Any] = [[to_json(come.proof), come.replies] for come in found]
    terms, kinds = Counter[str](), Counter[str]()
    for come, (message, rule, spoken, layers, later, again) in zip(found, modules.evaluate(SAID, given), strict=True):
        (leaf,) = come.rest.nodes
        assert isinstance(leaf, Leaf)
        assert re.fullmatch(r"The answer is column \d\.", message)
        assert spoken == f"{message} {rule}"
        told = split(rule)
        known = {str(said): plain(said) for step in words(come.rest, unchecked) for said in step.said}
        assert told
        assert {*told} <= known.keys(), (told, known)
        step = {"said": [known[sentence] for sentence in told], "kind": "end", "moves": []}
        read = Reader({"certificate": to_json(come.rest), "steps": [step]})
        assert read.wrong == []
        terms += read.terms
        kinds["wait" if leaf.waits else "block" if leaf.block else "line" if leaf.line else "cover"] += 1
        assert ("That is zugzwang." in told) is bool(leaf.waits)
        assert layers == ["wait", "forbidden"] * len(leaf.waits)
        assert later == rule  # it stays in sight, and is said once
        assert rule not in again
    assert kinds.keys() == {"wait", "block", "line", "cover"}
    assert min(kinds.values()) > 1
    assert terms.keys() >= {"threat", "zugzwang", "claimeven", "baseinverse"}
