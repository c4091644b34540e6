"""Holds lesson 27: a table of an endgame, made from the end backwards."""

from functools import cache

from engine.lab.exercises.exercise import Field
from engine.lab.lessons import facts
from engine.lab.lessons.lesson import Answers, Asked, Facts, Fault, Figure, Lesson
from engine.search.parts.values import delay, outcome_value, plies_to_end
from engine.text import listed, text

SCENE = Figure("retrograde", game="connect4", moves="633334221226366367765555552211111", compare="alphabeta", at="end")
"""A scene of the zugzwang trainer."""
ODD_THREAT = "2151434576445544222552211116766"
"""The scene on the trainer's page about the odd threat."""
LOST_IN = (3, 5, 1)
"""In how many plies the game is lost after each move of a side that loses."""


@cache
def _from_the_end() -> Facts:
    name, moves = str(SCENE.game), SCENE.moves
    game, state = facts.position(name, moves)
    found, side = facts.result(name, moves, "retrograde"), game.to_move(state)
    *waiting, forced, win = found.pv
    for move in waiting:
        state = game.play(state, move)
    (only,) = game.moves(state)
    end = game.outcome(game.play(game.play(state, only), win))
    if not only == forced == win or end is None or end.value(side.other) <= 0 or len(set(waiting)) != 1:
        raise ArithmeticError("the scene does not end in zugzwang")
    counts = {way: facts.result(name, ODD_THREAT, way).counts for way in ("retrograde", "minimax", "alphabeta")}
    values = [delay(outcome_value(game, end, side, 0), plies + 1) for plies in LOST_IN]
    return {
        "side": game.player_names[side],
        "other": game.player_names[side.other],
        "states": found.counts.nodes,
        "ends": found.counts.leaves,
        "waits": len(waiting),
        "column": waiting[0],
        "only": only,
        "plies": plies_to_end(found.value),
        **{way: count.nodes for way, count in counts.items()},
        "lost": listed([str(one) for one in LOST_IN]),
        "longest": max(LOST_IN),
        "key": plies_to_end(max(values)),
    }


def _from_the_end_fault(known: Facts, given: Answers) -> Fault | None:
    plies, key = given["plies"], known["key"]
    if plies == key:
        return None
    if plies == known["longest"]:
        return text("The move itself is a ply, too."), None
    return text("A side that loses chooses the move after which it lasts longest. Then add the move itself."), None


LESSONS = (
    Lesson(
        27,
        "from-the-end",
        SCENE,
        Asked(
            "from-the-end", (Field("plies", "", "Plies"),), lambda known: {"plies": known["key"]}, _from_the_end_fault
        ),
        _from_the_end,
        own_practice="distances",
        link=("/coach/zugzwang", "The zugzwang trainer"),
    ),
)
