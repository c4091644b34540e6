"""Compares the games that the page keeps by itself with the server's: after every act both show the same."""

import json
import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from playwright.sync_api import Page

from engine.games import find
from webapp.play.desk.menu import game_view
from webapp.play.game import commands as c
from webapp.play.game import events as e
from webapp.play.game.access import Rights
from webapp.play.game.decide import decide
from webapp.play.game.fold import apply, begin
from webapp.play.game.state import GameState
from webapp.play.game.views import state_view

ALL = Rights(seats=frozenset((0, 1)), controls=True)
SAME = [
    *("moves", "ply", "start", "to_move", "legal", "outcome", "discs", "paused", "pace", "can_undo", "can_redo"),
    *("branches", "help", "score", "analysis", "notation"),
]
ACTS = """async ({ info, seats, start, acts }) => {
  const { newGame, play, jump, undoPly, redoPly, returnTo, returnable } = await import("/static/js/desk/game.js");
  const { viewOf } = await import("/static/js/desk/desk_view.js");
  const game = Object.assign(newGame("here12345678", info.name, seats, 40), { start });
  const seen = [viewOf(game, info)];
  for (const [act, value] of acts) {
    if (act === "move") play(game, value);
    else if (act === "undo") jump(game, undoPly(game), "undone");
    else if (act === "redo") jump(game, redoPly(game), "redone");
    else if (act === "return") returnTo(game, value);
    else game.resigned = value;
    seen.push(viewOf(game, info));
  }
  return seen;
}"""


def _next(state: GameState, rng: random.Random) -> tuple[str, int] | None:
    """Returns an act that is possible, or None."""
    if state.ended is not None:
        return None
    possible: list[tuple[str, int]] = [("move", rng.choice(state.legal))] * 6 if state.legal else []
    if state.undo_ply is not None:
        possible += [("undo", 0)] * 2
    if state.redo_ply is not None:
        possible += [("redo", 0)] * 2
    count = len(state.branches) + bool(state.future)
    if count:
        possible.append(("return", rng.randrange(count)))
    return rng.choice(possible) if possible else None


def _done(state: GameState, act: tuple[str, int]) -> GameState:
    """Returns the server's state after an act."""
    name, value = act
    if name == "move":  # of a person or of an engine
        return apply(state, e.Moved(state.ply, state.to_move or 0, value))
    asked: dict[str, Any] = {"game_id": state.game_id, "request_id": "1"}
    command: Any = {
        "undo": lambda: c.Undo(ply=state.ply, **asked),
        "redo": lambda: c.Redo(ply=state.ply, **asked),
        "return": lambda: c.Return(ply=state.ply, branch=value, **asked),
        "resign": lambda: c.Resign(**asked),
    }[name]()
    for event in decide(state, command, ALL):
        state = apply(state, event)
    return state


@pytest.mark.parametrize("games", [15, pytest.param(60, marks=pytest.mark.long)])
def test_every_act_leads_to_what_the_server_would_show(modules: Page, games: int) -> None:
    person, engine = e.Seat("human"), e.Seat("engine", 5)
    rng, seen, resigned = random.Random(7), set[str](), 0
    for number in range(games):
        name = rng.choice(["connect4", "connect4-5x4", "connect5", "tictactoe", "gomoku7"])
        seats = rng.choice([(person, person), (person, engine), (engine, person), (engine, engine)])
        start: tuple[int, ...] = rng.choice([(), (), (3,), (4, 4) if game_view(find(name)).gravity else (4, 5)])
        keys = tuple("a" if one == person else None for one in seats)
        state = begin("here12345678", e.Created(name, seats, start, 1, keys, ("a",), 40.0))
        acts, views = list[tuple[str, int]](), [state_view(state)]
        for _ in range(50):
            act = _next(state, rng)
            mine = state.to_move is not None and seats[state.to_move] == person
            if number % 5 == 0 and len(acts) > 12 and mine:
                act = ("resign", state.to_move or 0)
            if act is None:
                break
            resigned += act[0] == "resign"
            state = _done(state, act)
            acts.append(act)
            views.append(state_view(state))
        seen |= {kind for kind, _ in acts}
        info = msgspec.to_builtins(replace(game_view(find(name)), title="", goal=""))
        given = {"info": info | {"sides": info["players"]}, "seats": [msgspec.to_builtins(one) for one in seats]}
        shown = modules.evaluate(ACTS, {**given, "start": list(start), "acts": acts})
        for act, mine, theirs in zip([None, *acts], shown, views, strict=True):
            plain = json.loads(msgspec.json.encode(theirs))
            wanted = {field: plain[field] for field in SAME}
            found = {field: mine[field] for field in SAME}
            for both in (wanted, found):
                if both["outcome"]:
                    both["outcome"]["line"] = sorted(map(tuple, both["outcome"]["line"]))
                    both["outcome"].pop("words")
            assert found == wanted, (name, seats, act, acts)
    assert seen >= {"move", "undo", "redo", "return", "resign"}
    assert resigned >= 1
