"""Tests what operators read of a host: ready only with kernels and until the end, with shards, epochs and takeovers."""

import pytest

from engine.version import __version__
from tests.webapp.cluster.machines import Machine, wait_until
from tests.webapp.common.test_metrics import figures
from webapp.cluster.run_host import health_app
from webapp.common.metrics import Metrics
from webapp.storage.fence import SHARDS


@pytest.mark.slow
def test_a_host_is_ready_with_its_kernels_and_until_it_leaves(cluster_url: str) -> None:
    machine = Machine(cluster_url, ready=False)
    try:
        app = health_app(machine.host, machine.owner, machine.database, Metrics(), machine.threads, "word")
        browser = app.test_client()
        assert browser.get("/healthz").json == {"ok": True, "version": __version__}
        answer = browser.get("/readyz")
        assert (answer.status_code, answer.json and answer.json["cluster"]) == (503, "0 shards")
        machine.ready = True
        wait_until(lambda: machine.shards == SHARDS)
        answer = browser.get("/readyz")
        assert (answer.status_code, answer.json and answer.json["cluster"]) == (200, f"{SHARDS} shards")
        assert browser.get("/metrics").status_code == 403
        now = figures(browser.get("/metrics", headers={"Authorization": "Bearer word"}).data)
        due = {"shards": SHARDS, "epoch": 1, "hosts": 1}
        due |= dict.fromkeys(("line_lag", "takeovers_total", "fenced_writes_total", "tables"), 0)
        assert {name: now[f"fourthought_{name}"] for name in due} == due
        machine.host.leave(0.1)
        assert browser.get("/readyz").status_code == 503
    finally:
        machine.kill()
