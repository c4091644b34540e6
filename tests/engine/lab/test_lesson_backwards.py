"""Tests the facts of the lesson on endgame tables: each is counted here again, by going down all ways."""

import json

from engine.games import find, parse
from engine.lab import lessons
from engine.lab.lessons import best_first
from engine.puzzles import shipped
from tests.engine.search.oracle import oracle
from tests.engine.search.test_retrograde import following

CONNECT4 = find("connect4")


def test_the_scene_is_one_of_the_trainer_and_ends_in_zugzwang() -> None:
    known, moves = lessons.lesson("from-the-end").compute(), best_first.SCENE.moves
    trainer = json.loads(shipped.read("zugzwang.json"))
    assert moves in {one["moves"] for one in trainer["questions"]}
    assert next(one["moves"] for one in trainer["pages"] if one["slug"] == "odd-threat") == best_first.ODD_THREAT
    state = parse(CONNECT4, moves)[1]
    side, all_states = CONNECT4.to_move(state), following(CONNECT4, state, 99, set())
    assert known["states"] == len(all_states)
    assert known["ends"] == sum(CONNECT4.outcome(one) is not None for one in all_states)
    value = oracle(CONNECT4)
    assert value(state, side) < -0.9, "whatever is played"
    waiting = parse(CONNECT4, moves + str(known["column"]) * known["waits"])[1]
    assert CONNECT4.to_move(waiting) is side
    assert list(CONNECT4.moves(waiting)) == [known["only"]]
    end = CONNECT4.outcome(CONNECT4.play(CONNECT4.play(waiting, known["only"]), known["only"]))
    assert end is not None
    assert end.value(side) == -1
    assert known["plies"] == known["waits"] + 2


def test_the_larger_scene_is_counted_rightly() -> None:
    known = lessons.lesson("from-the-end").compute()
    state = parse(CONNECT4, best_first.ODD_THREAT)[1]

    def nodes(state) -> int:
        below = () if CONNECT4.outcome(state) is not None else CONNECT4.moves(state)
        return 1 + sum(nodes(CONNECT4.play(state, move)) for move in below)

    assert known["retrograde"] == len(following(CONNECT4, state, 99, set()))
    assert known["minimax"] == nodes(state)
    assert known["key"] == max(best_first.LOST_IN) + 1
