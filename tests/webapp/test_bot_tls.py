"""Lets a bot play over TLS: with a certificate that is trusted, and not with another."""

from pathlib import Path

import fourthought as ft
import pytest
from fourthought.bot import RefusedError

from tests.conftest import StartServer
from tests.waiting import wait_until
from tests.webapp.fakes import FakeEngine
from tests.webapp.test_bot import Host, first, start
from tests.webapp.tls import behind_tls, certificate

pytestmark = pytest.mark.slow


def test_a_bot_plays_over_tls_where_the_certificate_is_trusted(
    start_server: StartServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = start_server(engine=FakeEngine, proxies=1).url
    trusted, other = certificate(tmp_path / "school", "localhost"), certificate(tmp_path / "other", "elsewhere.test")
    host = Host(url, game="tictactoe")
    with behind_tls(url, trusted) as secure:
        with pytest.raises(
            RefusedError, match=r"^the certificate of https://localhost:\d+ is not trusted: self-signed"
        ):
            ft.Bot(first, at=secure, code=host.code).run()
        monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
        bot = ft.Bot(first, at=secure, code=host.code, rematches=False)
        thread = start(bot)
        wait_until(lambda: not host.state()["seats"][1].get("open"), 60)
        assert host.move(5)["ok"]
        wait_until(lambda: host.state()["ply"] == 2, 60)
        assert host.act("resign")["ok"]
        thread.join(60)
        assert (bot.results, bot.seats) == ([1], [1])
    monkeypatch.setenv("SSL_CERT_FILE", str(other))
    with behind_tls(url, other) as secure, pytest.raises(RefusedError, match="Hostname mismatch"):
        ft.Bot(first, at=secure, code=host.code).run()
