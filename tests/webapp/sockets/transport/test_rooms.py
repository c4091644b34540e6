"""Checks that the manager of rooms agrees with the library's own."""

import random
from types import SimpleNamespace

from socketio import Manager

from webapp.sockets.transport.rooms import RoomManager


def connected(manager: Manager, *lines: str) -> list[str]:
    """The ids of newly connected clients."""
    eio = SimpleNamespace(generate_id=iter("abcdef").__next__)
    manager.set_server(SimpleNamespace(eio=eio, packet_class=SimpleNamespace(json=None)))
    return [manager.connect(manager.pre_connect(line, "/"), "/") for line in lines]


def managed(manager: Manager, seed: int) -> list[list[str]]:
    """Returns the rooms of some clients after every step of random joins and leaves."""
    rng, names = random.Random(seed), iter(f"sid {i}" for i in range(1000))
    eio = SimpleNamespace(generate_id=lambda: next(names))
    manager.set_server(SimpleNamespace(eio=eio, packet_class=SimpleNamespace(json=None)))
    here: list[str] = []
    seen = []
    for step in range(300):
        if not here or rng.random() < 0.3:
            sid = manager.pre_connect(f"line {step}", "/")
            here.append(manager.connect(sid, "/") if rng.random() < 0.8 else sid)
        sid, room = rng.choice(here), f"game {rng.randrange(5)}"
        choice = rng.random()
        if choice < 0.4:
            manager.basic_enter_room(sid, "/", room)
        elif choice < 0.7:
            manager.basic_leave_room(sid, "/", room)
        else:
            if manager.is_connected(sid, "/"):
                manager.pre_disconnect(sid, "/")
            manager.basic_disconnect(sid, "/")
            here.remove(sid)
        seen += [sorted(manager.get_rooms(one, "/")) for one in here]
    for sid in here:
        manager.basic_disconnect(sid, "/")
    return seen


def test_everybody_is_where_the_librarys_own_manager_has_them_and_nobody_stays_behind() -> None:
    for seed in range(8):
        rooms = RoomManager()
        assert managed(rooms, seed) == managed(Manager(), seed)
        assert not rooms.rooms
        assert not rooms._rooms_of
        assert not rooms.pending_connect
        assert not rooms.pending_disconnect


def test_who_leaves_as_the_last_room_goes_leaves_without_an_error_and_enters_no_room() -> None:
    rooms = RoomManager()
    (last,) = connected(rooms, "line")
    rooms.basic_disconnect(last, "/")
    rooms.basic_disconnect(last, "/")
    rooms.basic_enter_room(last, "/", "game")
    assert not rooms.rooms
    assert not rooms._rooms_of
    assert not rooms.pending_disconnect
