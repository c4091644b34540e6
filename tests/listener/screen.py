"""Reads what a screen of Connect Four says, and judges all of it at once: each claim, and what speaks against what."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

from engine.games import LineState, replay
from tests.listener.oracle import Claim, Oracle
from tests.listener.sentences import claims

_READ = """() => {
  const seen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const css = (one, name) => Number(one.style.getPropertyValue(name));
  const places = ["#head", "#sub", ".evalbar__words", ".why__note", ".why__step[aria-current]", ".after__turn",
    ".mercy", ".after__climb"];
  return {
    discs: [...document.querySelectorAll(".disc")].map((one) =>
      [css(one, "--c"), css(one, "--r"), one.querySelector("use").getAttribute("href").endsWith("1") ? 1 : 0]),
    said: places.flatMap((place) => all(place).map((one) => ({ place, text: one.innerText,
      claim: one.closest("[data-claim]")?.dataset.claim ?? null }))),
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


@dataclass
class Report:
    """Counts what was heard, and lists the faults: (kind, place, sentence, what is wrong, moves)."""

    claims: int = 0
    sentences: int = 0
    proofs: int = 0
    faults: dict[tuple[str, ...], int] = field(default_factory=dict)

    def blame(self, kind: str, place: str, text: str, why: str, moves: Sequence[int]) -> None:
        """Notes a fault, once for each position."""
        key = (kind, place, text, why, "".join(map(str, moves)))
        self.faults[key] = self.faults.get(key, 0) + 1


class Listener:
    """Listens to the pages of a session."""

    def __init__(self, oracle: Oracle) -> None:
        self.oracle, self.report = oracle, Report()

    def hear(self, page: Page, moves: Sequence[int], *, asked: Sequence[int] | None = None) -> None:
        """Judges the screen. ``moves`` led to the position; ``asked``: the headlines speak of that position instead of
        the one on the board."""
        screen = page.evaluate(_READ)
        state = self.oracle.state(screen["discs"])
        spoken = state if asked is None else replay(self.oracle.game, asked)
        for one in screen["said"]:
            self._sentence(one, spoken if one["place"] in ("#head", "#sub") else state, moves)
        if screen["tiles"] and not screen["waits"]:
            self._tiles(screen, state, moves)

    def _sentence(self, one: dict[str, Any], state: LineState, moves: Sequence[int]) -> None:
        self.report.sentences += 1
        place, text = one["place"], one["text"].strip()
        if re.match(r"(Red|Yellow): ", text) and place == "#sub":  # of the move before the position
            state, text = replay(self.oracle.game, moves[: state.ply - 1]), text.partition(": ")[2]
        for sentence in split(text):
            found = claims(sentence)
            if found is None and place.startswith(".why__step"):
                self.report.proofs += 1  # each comes from a certificate that the checker accepts (tests/engine/coach)
            elif found is None:
                self.report.blame("unknown", place, sentence, "nobody knows what it claims", moves)
            for claim in found or ():
                self._judge(claim, state, place, sentence, moves)
        if one["claim"] and place == ".evalbar__words":
            self._carried(json.loads(one["claim"]), state, place, text, moves)

    def _judge(self, claim: Claim, state: LineState, place: str, text: str, moves: Sequence[int]) -> None:
        self.report.claims += 1
        if why := self.oracle.fault(state, claim):
            self.report.blame("false", place, text, why, moves)

    def _carried(self, carried: dict[str, Any], state: LineState, place: str, text: str, moves: Sequence[int]) -> None:
        """Checks a claim that the page carries as values."""
        at = [int(move) for move in re.findall(r"\d+", carried["moves"])]
        if replay(self.oracle.game, at) != state:
            return self.report.blame("elsewhere", place, text, f"it speaks of {carried['moves']}", moves)
        if carried["result"] != "open":
            claim = Claim(carried["result"], carried.get("column"), carried.get("n") or None, carried.get("side"))
            self._judge(claim, state, place, f"{text} = {carried}", moves)
        return None

    def _tiles(self, screen: dict[str, Any], state: LineState, moves: Sequence[int]) -> None:
        """Judges the words below the columns, and the ring."""
        ranks = dict[int, float]()
        for tile in screen["tiles"]:
            words = f"{tile['first']} {tile['second']}".strip()
            found = re.match(r"(wins|loses|draws)(?: in (\d+))?", words)
            if found and not words.startswith("draws in"):
                n = int(found[2]) if found[2] else None
                self._judge(Claim(found[1], tile["column"], n), state, "tile", words, moves)
                ranks[tile["column"]] = {"wins": 3 - (n or 99) / 100, "loses": -4 + (n or 0) / 100, "draws": 0}[
                    found[1]
                ]
            else:
                if bound := re.search("[≥≤] draw", words):
                    result = "least" if bound[0][0] == "≥" else "most"
                    self._judge(Claim(result, tile["column"]), state, "tile", words, moves)
                ranks[tile["column"]] = _RANKS.get(tile["first"], float("nan"))
            if screen["carries"]:
                if not tile["claim"]:
                    self.report.blame("without a claim", "tile", words, "", moves)
                else:
                    self._carried(json.loads(tile["claim"]), state, "tile", words, moves)
            if tile["best"] and screen["truth"] and found:
                self._judge(Claim("best", tile["column"]), state, "ring", words, moves)
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
