"""Holds the length of the way of a move: counts, which are the same on every machine."""

from tests.load.trace import trace_moves


def test_a_move_between_two_people_takes_a_straight_way() -> None:
    way = trace_moves()
    files = [call.file for call in way.calls]
    assert "webapp/storage/games.py" in files, "the threads beside the loop are counted"
    assert files.count("webapp/play/game/access.py") <= 3, "the sender is hashed once and identified once"
    assert sum("outcome" in call.function.casefold() and call.file.startswith("engine/") for call in way.calls) == 1
    assert len(way.calls) <= 190, way.row()
    assert len(set(files)) <= 36, way.row()
    assert way.entries <= 95, way.row()
    assert sum(call.function == "key_of" for call in way.calls) == 1
