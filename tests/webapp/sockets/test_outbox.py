"""What waits for a slow client: bounded, in order, and of thoughts only the latest."""

from __future__ import annotations

from engineio.packet import MESSAGE, Packet

from webapp.sockets.outbox import BYTES_AT_MOST, THOUGHTS_AT_MOST, Outbox


def packet(text: str) -> Packet:
    return Packet(MESSAGE, text)


def thought(number: int) -> Packet:
    return packet(f'2["thinking",{{"number":{number}}}]')


def waiting(box: Outbox) -> list[str | None]:
    found = []
    while not box.empty():
        item = box.get()
        box.task_done()
        found.append(item and item.data)
    return found


def test_what_is_put_comes_out_in_order() -> None:
    box = Outbox()
    sent = [packet(f"2{number}") for number in range(500)]
    for item in (*sent, None):
        box.put(item)
    assert waiting(box) == [*(item.data for item in sent), None]
    box.join()


def test_old_thoughts_give_way_and_nothing_else_does() -> None:
    box = Outbox()
    for number in range(100):
        box.put(thought(number))
        if number % 10 == 0:
            box.put(packet(f'2["game",{number}]'))
    found = [data for data in waiting(box) if data]
    assert [data for data in found if "game" in data] == [f'2["game",{number}]' for number in range(0, 100, 10)]
    thoughts = [data for data in found if "thinking" in data]
    assert 1 <= len(thoughts) <= THOUGHTS_AT_MOST
    assert thoughts[-1] == thought(99).data
    box.join()


def test_whoever_is_too_far_behind_is_cut_off_once_and_takes_no_more_memory() -> None:
    box, cut = Outbox(), []
    box.overflow = lambda: cut.append(True)
    for _ in range(100):
        box.put(packet("2" + "x" * (BYTES_AT_MOST // 20)))
    assert cut == [True]
    assert set(waiting(box)) == {None}
    box.join()
