"""Tests who counts as one visitor, and whose address counts behind a reverse proxy."""

import pytest

from webapp.common.seldom import Seldom
from webapp.serving import visitors
from webapp.serving.visitors import NOBODY, RealAddress, address_of, visitor_of


@pytest.mark.parametrize(
    ("address", "visitor"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("", ""),
        ("unix:", "unix:"),
    ],
)
def test_a_network_of_ipv6_is_one_visitor(address: str, visitor: str) -> None:
    assert visitor_of(address) == visitor


@pytest.mark.parametrize(
    ("forwarded", "proxies", "address"),
    [
        ("192.0.2.1", 0, "10.0.0.1"),
        ("", 1, "10.0.0.1"),
        ("192.0.2.1", 1, "192.0.2.1"),
        ("1.1.1.1, 192.0.2.1", 1, "192.0.2.1"),
        ("1.1.1.1,2.2.2.2,192.0.2.1", 2, "2.2.2.2"),
        ("192.0.2.1", 2, "10.0.0.1"),
        ('"x, 192.0.2.1', 1, "192.0.2.1"),  # the proxy appends to what a client sent
        ('"1.1.1.1, 192.0.2.1', 1, "192.0.2.1"),
        ('"\\\\", ",, 192.0.2.1', 1, "192.0.2.1"),
        ("192.0.2.1:5678", 1, "192.0.2.1"),
        ("[2001:db8::1]:443", 1, "2001:db8::1"),
        ("2001:db8::1", 1, "2001:db8::1"),
        ("unknown", 1, NOBODY),
        ("x, 192.0.2.1", 2, NOBODY),
        ('"192.0.2.1"', 1, NOBODY),
        ("192.0.2.1,", 1, NOBODY),
        ("192.0.2.999", 1, NOBODY),
    ],
)
def test_a_client_cannot_choose_its_address(forwarded: str, proxies: int, address: str) -> None:
    assert address_of("10.0.0.1", forwarded, proxies) == address
    seen = {"REMOTE_ADDR": "10.0.0.1", "HTTP_X_FORWARDED_FOR": forwarded}
    RealAddress(lambda environ, _: [], proxies)(seen, lambda *_: None)
    assert seen["REMOTE_ADDR"] == address


def test_an_address_that_cannot_be_read_is_told_once_with_the_setting(caplog: pytest.LogCaptureFixture) -> None:
    visitors._seldom = Seldom(visitors._seldom._log)
    for number in range(3):
        address_of("10.0.0.1", f"garbage {number}", 1)
    (record,) = caplog.records
    assert "FOURTHOUGHT_PROXIES=1" in record.message
    assert "garbage" not in record.message
