"""Reads what a screen says of a position, and judges all of it at once: each claim, and what speaks against what."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

from engine.games import LineState
from engine.mind.levels.level import levels
from tests.listener.carried import Carried
from tests.listener.oracle import Claim, Oracle
from tests.listener.sentences import claims, is_proven, plain

_READ = """() => {
  const seen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const css = (one, name) => Number(one.style.getPropertyValue(name));
  const carriedBy = (one) => one.closest("[data-claim]")?.dataset.claim ?? null;
  const places = ["#head", "#sub", ".balance__words", ".why__note", ".why__step[aria-current]", ".after__climb",
    ".after__voice", ".openings > p[data-claim]", ".openings__list button"];
  const told = places.flatMap((place) => all(place).map((one) => ({ place, text: one.innerText, one })));
  const others = all("[data-claim]").filter((one) => !one.matches(".block") && !told.some((known) =>
    known.one === one || one.contains(known.one)));
  return {
    discs: [...document.querySelectorAll(".disc")].map((one) =>
      [css(one, "--c"), css(one, "--r"), one.querySelector("use").getAttribute("href").endsWith("1") ? 1 : 0]),
    said: told.map(({ place, text, one }) => ({ place, text, claim: carriedBy(one) })),
    silent: others.map((one) => ({ place: one.className, text: "", claim: one.dataset.claim })),
    tiles: all(".tree > .tree__layer:last-of-type > .block").map((one) => ({
      column: Number(one.dataset.path), first: one.querySelector(".block__first")?.innerText ?? "",
      second: one.querySelector(".block__second")?.innerText ?? "", best: one.hasAttribute("data-best"),
      claim: one.dataset.claim ?? null })),
    truth: document.querySelectorAll(".views__choice input")[1]?.checked ?? true,
    carries: document.querySelector(".board[data-moves]") !== null,
    moves: document.querySelector(".board")?.dataset.moves ?? null,
    waits: document.querySelector(".tree[data-waits]") !== null,
  };
}"""
_RANKS = {"bad": -2, "weak": -1, "even": 0, "draws": 0, "good": 1, "strong": 2}
_NAMES = "|".join(["Red", "Yellow", "You", *(level.name for level in levels("connect4"))])
_OF_A_MOVE = re.compile(rf"(?:{_NAMES}): ")
"""Matches who has played the move that the review speaks of: a side, or an engine by its level."""
_HEADLINES = ("#head", "#sub", ".openings > p[data-claim]")


@dataclass
class Report:
    """Counts what was heard, and lists the faults: (kind, place, sentence, what is wrong, moves)."""

    claims: int = 0
    sentences: int = 0
    proofs: int = 0
    screens: int = 0
    faults: dict[tuple[str, ...], int] = field(default_factory=dict)

    def blame(self, kind: str, place: str, text: str, why: str, moves: Sequence[int]) -> None:
        """Notes a fault, once for each position."""
        key = (kind, place, text, why, "".join(map(str, moves)))
        self.faults[key] = self.faults.get(key, 0) + 1

    def add(self, other: "Report") -> None:
        """Adds what another one has heard."""
        for name in ("claims", "sentences", "proofs", "screens"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for key, count in other.faults.items():
            self.faults[key] = self.faults.get(key, 0) + count


class Listener:
    """Listens to the pages of a session, on the board of the oracle."""

    def __init__(self, oracle: Oracle, report: Report | None = None) -> None:
        self.oracle, self.report = oracle, report or Report()

    def hear(
        self,
        page: Page,
        moves: Sequence[int],
        *,
        asked: Sequence[int] | None = None,
    ) -> None:
        """Judges the screen.

        Args:
            moves: led to the position, or went on from there.
            asked: the headlines speak of the position after these moves, not of the one on the board.
        """
        screen = page.evaluate(_READ)
        self.report.screens += 1
        state = self.oracle.state(screen["discs"])
        asked = asked if asked is None or self.oracle.replayed(asked) else None
        spoken = state if asked is None else self.oracle.replayed(asked)
        assert spoken is not None
        carried = Carried(self.oracle, self.report, state, moves)
        for one in screen["said"]:
            own = spoken if one["place"] in _HEADLINES else state
            found = self._sentence(one, own, moves)
            if one["claim"]:
                exact = state if one["place"] == ".balance__words" else None
                carried.judge(json.loads(one["claim"]), exact, one["place"], one["text"].strip())
            if screen["carries"]:
                carried.compare(found, json.loads(one["claim"] or "[]"), one["place"], one["text"].strip())
        for one in screen["silent"]:
            carried.judge(json.loads(one["claim"]), None, one["place"], one["text"])
        if screen["tiles"] and not screen["waits"]:
            self._tiles(screen, state, moves, carried)
        carried.contradictions()

    def screenless(self, page: Page, state: LineState, moves: Sequence[int]) -> None:
        """Judges the headlines of a page without a large board."""
        for one in page.evaluate(_READ)["said"]:
            if one["place"] in ("#head", "#sub"):
                found = self._sentence(one, state, moves)
                carried = Carried(self.oracle, self.report, state, moves)
                carried.judge(json.loads(one["claim"] or "[]"), None, one["place"], one["text"])
                carried.compare(found, json.loads(one["claim"] or "[]"), one["place"], one["text"])

    def _sentence(self, one: Mapping[str, Any], state: LineState, moves: Sequence[int]) -> list[Claim]:
        """Judges the claims that a person reads out of a text, and returns them."""
        self.report.sentences += 1
        place, text = one["place"], plain(one["text"])
        if _OF_A_MOVE.match(text) and place == "#sub":  # of the move before the position
            before = self.oracle.replayed(moves[: state.ply - 1])
            state, text = before if before is not None else state, text.partition(": ")[2]
        told = list[Claim]()
        for sentence in split(text):
            found = claims(sentence)
            if is_proven(sentence) or (found is None and place.startswith(".why__step")):
                self.report.proofs += 1  # each comes from a certificate that the checker accepts (tests/engine/coach)
            elif found is None:
                self.report.blame("unknown", place, sentence, "nobody knows what it claims", moves)
            for claim in found or ():
                self.judge(claim, state, place, sentence, moves)
            told += found or ()
        return told

    def judge(self, claim: Claim, state: LineState, place: str, text: str, moves: Sequence[int]) -> None:
        """Judges a claim about a position."""
        self.report.claims += 1
        if why := self.oracle.fault(state, claim):
            self.report.blame("false", place, text, why, moves)

    def _tiles(self, screen: Mapping[str, Any], state: LineState, moves: Sequence[int], carried: Carried) -> None:
        """Judges the words below the columns, and the ring."""
        ranks = dict[int, float]()
        for tile in screen["tiles"]:
            words = f"{tile['first']} {tile['second']}".strip()
            found = re.match(r"(wins|loses|draws)(?: in (\d+))?", words)
            if found and not words.startswith("draws in"):
                n = int(found[2]) if found[2] else None
                self.judge(Claim(found[1], tile["column"], n), state, "tile", words, moves)
                ranks[tile["column"]] = {
                    "wins": 3 - (n or 99) / 100,
                    "loses": -4 + n / 100 if n else float("nan"),
                    "draws": 0,
                }[found[1]]
            else:
                if bound := re.search("[≥≤] draw", words):
                    result = "least" if bound[0][0] == "≥" else "most"
                    self.judge(Claim(result, tile["column"]), state, "tile", words, moves)
                ranks[tile["column"]] = _RANKS.get(tile["first"], float("nan"))
            if screen["carries"]:
                if not tile["claim"]:
                    self.report.blame("without a claim", "tile", words, "", moves)
                else:
                    carried.judge(json.loads(tile["claim"]), state, "tile", words)
            if tile["best"] and screen["truth"] and found:
                self.judge(Claim("best", tile["column"]), state, "ring", words, moves)
        for tile in screen["tiles"]:
            above = [column for column, rank in ranks.items() if rank > ranks[tile["column"]]]
            if tile["best"] and above:
                words = f"{tile['first']} {tile['second']}".strip()
                self.report.blame("against", "ring", f"{tile['column']} {words}", f"{above} say more", moves)


def split(text: str) -> list[str]:
    """Returns the sentences of a text; those that belong together stay so."""
    whole = claims(text)
    if whole is not None:
        return [text]
    return re.split(r"(?<=[.!?…”])\s+", text)
