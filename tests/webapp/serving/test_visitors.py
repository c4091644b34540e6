"""Tests who counts as one visitor, and whose address counts behind a reverse proxy."""

import pytest
from werkzeug.middleware.proxy_fix import ProxyFix

from webapp.serving.visitors import address_of, visitor_of


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


@pytest.mark.parametrize("proxies", [0, 1, 2])
@pytest.mark.parametrize("forwarded", ["", "192.0.2.1", "1.1.1.1, 192.0.2.1", "1.1.1.1,2.2.2.2,192.0.2.1", "a,,"])
def test_the_address_is_the_one_that_the_application_sees(forwarded: str, proxies: int) -> None:
    seen = {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": forwarded}
    ProxyFix(lambda environ, _: [], x_for=proxies, x_proto=0, x_host=0)(seen, lambda *_: None)  # type: ignore[arg-type]
    assert address_of("127.0.0.1", forwarded, proxies) == seen["REMOTE_ADDR"]
