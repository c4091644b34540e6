"""Tests the counts of open and new websockets."""

import pytest

from webapp.settings import SettingError, Settings
from webapp.sockets.transport.rooms import OpenWebsockets


def test_a_visitor_has_so_many_websockets_and_one_more_when_one_ends() -> None:
    websockets = OpenWebsockets(2, "1000 per 1 second")
    assert [websockets.enter("a") for _ in range(4)] == [True, True, False, False]
    assert websockets.enter("b")
    websockets.leave("a")
    assert [websockets.enter("a") for _ in range(2)] == [True, False]
    for visitor in "aab":
        websockets.leave(visitor)
    assert not websockets._open


def test_a_visitor_opens_so_many_websockets_in_a_time() -> None:
    websockets = OpenWebsockets(9, "2 per 1 hour")
    assert [websockets.is_too_fast("a") for _ in range(3)] == [False, False, True]
    assert not websockets.is_too_fast("b")


def test_the_part_of_one_address_is_at_least_one_connection() -> None:
    assert [Settings(connections=n).address_connections for n in (1, 2, 1000)] == [1, 1, 500]
    with pytest.raises(SettingError, match=r"ADDRESS_SHARE is .0"):
        Settings.from_env({"FOURTHOUGHT_ADDRESS_SHARE": "0"})
