"""Judges the words of an engine, each with all its fields: what a page is told is what the simulated engine thinks of
that position (``simulated/minds/thoughts.py``)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from engine import explanation_to_json
from engine.games import CHANCE, Game, find, parse, replay, write
from engine.text import from_wire, wire
from tests.world.simulated.minds import thoughts as t

if TYPE_CHECKING:
    from tests.world.ledger.model import Model
    from tests.world.ledger.truth import Truth

ANALYST = 10
"""The level of the mind that gives hints and reviews games."""
_NEAR, _MUCH, _DOUBTFUL = 9, 8, 0.25
"""Plies that a person sees ahead, plies by which an end must come later or sooner to be worth a mark, and the same fall
of a value that is not proven."""
Moves = tuple[int, ...]


def _plain(value: Any) -> Any:
    return json.loads(json.dumps(msgspec.to_builtins(value, enc_hook=wire)))


def misfit(truth: Truth, event: str, payload: dict[str, Any], answer: dict[str, Any], since: int) -> str | None:
    """Returns what must be said in place of an answer, from a version of the game on; None where it is right."""
    model = truth.models.get(str(payload.get("game_id")))
    if model is None and event != "preview":
        return None
    lines = truth.lines(model.game_id, since) if model is not None else []
    right = [_plain(one) for one in _right(event, payload, model, lines)]
    told = {name: value for name, value in answer.items() if name != "ok"}
    if event == "why" and isinstance(answer.get("error"), dict):
        told = answer["error"]["message"]
    return None if told in right or not right else f"{told}, where right is {right[:2]}"


def _right(event: str, asked: dict[str, Any], model: Model | None, lines: list[Moves]) -> Iterator[Any]:
    """Yields all answers that are right after one of some lines."""
    if event == "preview":
        yield from _previews(asked, model)
    if model is None:
        return
    game, seed, ply = model.game, model.created["seed"], asked.get("ply", 0)
    for line in lines:
        before = prefix(game, line, ply)
        if event == "hint" and before == line and (one := t.choice_of(game.name, line, ANALYST, seed + 2, True)):
            result = str(one.score.words(game.player_names)) if one.score else ""
            words = str(game.move_words(one.move))
            yield {"ply": ply, "move": one.move, "words": words, "why": str(one.why), "said": wire(one.why),
                   "value": one.value, "proven": one.score is not None, "result": result}  # fmt: skip
        elif event == "why_not" and before == line:
            why = t.refutation_of(game.name, line, (asked["move"], *asked.get("then", ())))
            yield {"ply": ply, "line": why.line, "words": str(why.words), "said": wire(why.words)}
        elif event == "why" and before is not None:
            yield from _explanations(asked, game, before)
        elif event == "beliefs" and before == line:
            yield {"ply": ply, "beliefs": msgspec.to_builtins(t.beliefs_of(game.name, line))}
        elif event == "mistake" and len(line) > ply and t.is_puzzle_found(game.name, line[:ply], line[ply]):
            yield {"ply": ply, "puzzle": None}


def _previews(asked: dict[str, Any], model: Model | None) -> Iterator[dict[str, Any]]:
    game, moves = find(asked["game"]), asked.get("moves", "")
    line = tuple(parse(game, moves)[0]) if isinstance(moves, str) else tuple(moves)
    seed = model.created["seed"] + int(game.to_move(replay(game, line))) if model is not None else 0
    one = t.preview_of(game.name, line, asked["level"], seed)
    yield {"level": one.level, "move": one.move, "words": one.words, "blind": str(one.blind), "said": wire(one.blind),
           "glance": one.glance}  # fmt: skip


def _explanations(asked: dict[str, Any], game: Game[Any], before: Moves) -> Iterator[Any]:
    mover = game.to_move(replay(game, before))
    side = asked["side"] if "side" in asked else 0 if mover is CHANCE else int(mover)
    one = t.explanation_of(game.name, before, side, asked.get("first"), asked.get("quick", False))
    if isinstance(one, str):
        yield one
        return
    told = explanation_to_json(one)
    lines = [t.digest_of(game.name, before, None, 0).pv, *(t.digest_of(game.name, before, s, 0).pv for s in (0, 1))]
    for play in [one.play] if one.play else [(), *lines]:  # the line of a mind, if one is there
        yield {**_EXPLAINED, **told, "ply": asked["ply"], "play": play, "more": one.more}


_EXPLAINED: dict[str, Any] = {"claim": None, "certificate": None, "reason": None, "steps": []}


def prefix(game: Game[Any], line: Moves, ply: int) -> Moves | None:
    """Returns the moves before a decision, None if the line has no such one; the last is after the whole line."""
    position, seen = game.initial(), 0
    for place, move in enumerate(line):
        if game.outcome(position) is not None or game.to_move(position) is not CHANCE:
            if seen == ply:
                return line[:place]
            seen += 1
        position = game.play(position, move)
    return line if seen == ply else None


def notes(model: Model, rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Returns what engines said to the moves on the board, by the stored events."""
    told: dict[int, dict[str, Any]] = {}
    for row in rows:
        place = row["ply"] - model.start_ply if row["kind"] == "moved" else -1
        if place >= 0 and row.get("answer") and place < len(model.turns) and model.turns[place][0] == row["move"]:
            answer = {name: row["answer"].get(name) for name in ("expected", "slip", "better", "proven")}
            reply = model.turns[place - 1][0] if place else None
            told[row["ply"]] = {**{name: row[name] for name in ("ply", "seat", "move")}, "reply": reply, **answer}
    return [told[ply] for ply in sorted(told)]


def account(model: Model, seat: int, level: int) -> tuple[dict[str, Any], bool] | None:
    """Returns what is stored of an engine's choice, and whether it takes the other side; None without a choice."""
    line = tuple(model.moves)
    one = t.choice_of(model.game.name, line, level, model.created["seed"] + seat, False)
    if one is None:
        return None
    searched = dict(one.kept.searched)
    below, total = searched.get(line[-1], 0) if line else 0, sum(searched.values())
    told = {"expected": one.expected, "seconds": one.seconds, "nodes": one.nodes, "kept": one.kept.kept,
            "pruned": one.kept.pruned, "proven": False, "words": "", "why": str(one.why), "slip": one.slip,
            "depth": one.kept.depth, "share": round(below / total, 4), "dropped": total - below,
            "better": one.better, "move": one.move}  # fmt: skip
    return told, model.can_swap and one.value < 0


def thinking_misfit(truth: Truth, view: dict[str, Any]) -> str | None:
    """Returns what is wrong about news of an engine's thoughts."""
    model = truth.models.get(view["game_id"])
    if model is None:
        return "about no game"
    for line in truth.lines(view["game_id"], 1)[::-1]:
        name, seat = model.game.name, view["seat"]
        digest = _plain(t.digest_of(name, line, seat, view["nodes"] - 900))
        if any(view[field] != value for field, value in digest.items()):
            continue
        top = t.top_of(name, line, seat)[1:]
        branches = [
            [one.parent - 1, one.move, round(100 * one.value), 2 if one.proven else int(one.low > 0 or one.high < 0),
             one.depth, one.visits, one.refutation or 0]
            for one in top
        ]  # fmt: skip
        falls = [_fall(cut) for cut in t.cuts_of(name, line)]
        if view.get("branches", branches) == branches and view.get("falls", falls) == falls:
            return None
        return f"{view}, where the tree is {branches} with {falls}"
    return f"{view}, which no engine thinks"


def _fall(cut: Any) -> dict[str, Any]:
    nodes, searched = dict(cut.kept.cut), dict(cut.kept.searched)
    kept = searched.pop(cut.move, 0)
    gone = [[move, nodes.get(move, 0), count] for move, count in searched.items()]
    return {"ply": cut.ply, "move": cut.move, "kept": kept, "dropped": sum(searched.values()), "cut": gone}


def review_misfit(truth: Truth, view: dict[str, Any], since: int) -> str | None:
    """Returns what is wrong about a review, which is of a line from a version of its game on."""
    model = truth.models.get(view["game_id"])
    if model is None:
        return None
    game, of_line = model.game, f"of {view['notation']}"
    line = next((one for one in truth.lines(model.game_id, since) if write(game, list(one)) == view["notation"]), None)
    if line is None:
        return f"{of_line}, which is not the line of the game"
    for row in view["rows"]:
        if str(from_wire(row["said"])) != row["words"]:
            return f"by the words {row['words']!r}, and for translation {row['said']!r}"
        named = [row["move"], *([row["best"]] if row["mark"] not in ("", "only") else [])]
        if any(str(game.move_words(move)).lower() not in row["words"].lower() for move in named):
            return f"by the words {row['words']!r} of the moves {named}"
        if right := _row(game, line, row["ply"]):
            if wrong := {name: row[name] for name, value in right.items() if row[name] != value}:
                return f"{of_line} at ply {row['ply']} by {wrong}, where right is {right}"
        else:
            return f"{of_line} by a row at ply {row['ply']}"
    count = sum(prefix(game, line, ply) not in (None, line) for ply in range(len(line)))
    return f"{of_line}, done with {len(view['rows'])} rows" if view["done"] and len(view["rows"]) != count else None


def _row(game: Game[Any], line: Moves, ply: int) -> dict[str, Any] | None:
    """Returns the fields of a row without its words; of a game of chance those without luck."""
    before, after = prefix(game, line, ply), prefix(game, line, ply + 1)
    if before is None or after is None or before == line:
        return None
    position, reached, move = replay(game, before), replay(game, after), line[len(before)]
    mover, choice = game.to_move(position), t.choice_of(game.name, before, ANALYST, 0, True)
    right = {"ply": ply, "seat": int(mover), "move": move, "best": choice.move if choice else None}
    if game.has_chance or choice is None:
        return right
    outcome, reply = game.outcome(reached), t.choice_of(game.name, after, ANALYST, 0, True)
    if outcome is None and reply is None:
        return right
    own, sign, distance = choice.value, None, 0
    if choice.score is not None:
        own, sign, distance = float(choice.score.sign), choice.score.sign, choice.score.plies
    worth, result, far = 0.0, None, 0
    if outcome is not None or (reply is not None and reply.score is not None):
        winner = outcome.winner if outcome is not None else reply.score.winner  # type: ignore[union-attr]
        far = 0 if outcome is not None else reply.score.plies  # type: ignore[union-attr]
        result = 0 if winner is None else 1 if winner == mover else -1
        worth = float(result)
    elif reply is not None:
        worth = reply.value if game.to_move(reached) == mover else -reply.value
    mark = "" if move == choice.move else _mark((own, sign, distance), (worth, result, far))
    value, loss = round(worth * (1 if mover == 0 else -1), 3), round(max(0.0, own - worth), 3) if mark else 0.0
    near = (sign == 1 and distance <= _NEAR) or (result == -1 and far <= _NEAR)
    return {**right, "mark": mark, "value": value, "loss": loss, "proven": result is not None,
            "near": bool(mark) and near}  # fmt: skip


def _mark(before: tuple[float, int | None, int], after: tuple[float, int | None, int]) -> str:
    """Returns the mark of a move that is not the best: what it gives away, or by how much it puts the end off. Both
    are what a position is worth to the mover, the result if it is proven, and the plies to the end."""
    (own, sign, distance), (worth, result, far) = before, after
    if sign is None or result is None:
        return "doubtful" if own - worth >= _DOUBTFUL else ""
    if sign > result:
        return "blunder" if sign - result == 2 else "mistake"
    late = (far + 1 - distance) * sign
    return "" if late < _MUCH else "slow" if sign > 0 else "quick"
