"""Compares what the coach says of a turn with the rules: a threat that it tells is there, and a reason holds."""

import random
import re
from collections.abc import Sequence

from playwright.sync_api import Page

from engine.games import LineGame, LineState, Move, find, replay
from engine.puzzles.puzzle import Puzzle
from engine.puzzles.shipped import shipped
from tests.profiles import is_long, more_at_night

_TASKS = """async (rows) => {
  const { begin, fromRow } = await import("/static/js/coach/model/puzzle.js");
  const { taskOf } = await import("/static/js/coach/model/coach_words.js");
  const turns = (puzzle) => puzzle.line.map((_, step) => taskOf({ ...begin(puzzle), step })[0].text);
  return rows.map((row) => turns(fromRow(row)));
}"""
_REASONS = """async (asked) => {
  const { principle } = await import("/static/js/model/proof/principle.js");
  const { discsOf } = await import("/static/js/model/board.js");
  const info = { board: [7, 6], connect: 4, gravity: true, players: ["Red", "Yellow"] };
  return asked.map(([moves, move]) => principle(info, discsOf(info, moves), move)?.text ?? "");
}"""
_GAME = find("connect4")
assert isinstance(_GAME, LineGame)


def _completing(state: LineState, stones: int) -> set[Move]:
    """Returns the columns in which the next disc would complete a line of the stones."""
    holes = _GAME.holes(stones, state.mask)
    return {move for move in _GAME.moves(state) if holes & _GAME.bit(_GAME.landing(state, move))}


def _threatened(moves: Sequence[Move]) -> set[Move]:
    """Returns where the side that has just moved threatens a line."""
    state = replay(_GAME, moves)
    return _completing(state, state.own ^ state.mask)


def test_a_task_tells_of_a_threat_only_while_there_is_one(modules: Page) -> None:
    puzzles: list[Puzzle] = [one for one in shipped() if one.for_beginners and len(one.line) > 1]
    told = modules.evaluate(_TASKS, [one.row() for one in puzzles])
    turns = [
        (one, step, said[step]) for one, said in zip(puzzles, told, strict=True) for step in range(0, len(said), 2)
    ]
    threats = [(one, step) for one, step, said in turns if "threatens four in a row" in said]
    assert len(threats) > 400
    assert [one.name for one, step in threats if not _threatened((*one.moves, *one.line[:step]))] == []
    assert {step for _, step, said in turns if "Only one move" in said} == {0}


@more_at_night
def test_a_reason_names_threats_that_are_there_and_that_come_in_time(modules: Page) -> None:
    rng, asked = random.Random(7), list[tuple[list[Move], Move]]()
    while len(asked) < (6_000 if is_long() else 2_000):
        moves, state = list[Move](), _GAME.initial()
        while (outcome := _GAME.outcome(state)) is None:
            asked += [([*moves], move) for move in _GAME.moves(state)]
            moves.append(rng.choice(_GAME.moves(state)))
            state = _GAME.play(state, moves[-1])
        assert outcome
    faults, kinds = list[str](), set[str]()
    for (moves, move), said in zip(asked, modules.evaluate(_REASONS, asked), strict=True):
        if not said or said == "It completes the line.":
            continue
        after = _GAME.play(replay(_GAME, moves), move)
        kinds.add(re.sub(r"\d.*", "", said)[:15])
        named = {int(n) for n in re.findall(r"\d", said)} if "at once: one" in said else set()
        if _completing(after, after.own) or not named <= _completing(after, after.own ^ after.mask):
            faults.append(f"{moves} {move}: {said}")
    assert len(kinds) >= 4, kinds
    assert faults[:3] == []
