"""Tests what operators read of a host: ready only with its engine and until the end, with shards, epochs and takeovers.
Tests that fronts share the classes of the lab."""

import time
from contextlib import closing

import pytest

from engine.version import __version__
from tests.webapp.cluster.machines import Machine, wait_until
from tests.webapp.common.test_metrics import figures
from webapp.cluster.run_host import create_front, health_app
from webapp.common.metrics import Metrics
from webapp.settings import Settings
from webapp.storage.classes import KEPT_DAYS, StoredClasses
from webapp.storage.database import Database
from webapp.storage.fence import SHARDS
from webapp.storage.forgetting import Forgetting


@pytest.mark.slow
def test_a_host_is_ready_with_its_engine_and_until_it_leaves(cluster_url: str) -> None:
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


def test_a_class_made_at_one_front_is_counted_at_another_and_forgotten_by_a_host(cluster_url: str) -> None:
    fronts = [create_front(Settings(database=cluster_url)) for _ in range(2)]
    try:
        one, other = (app.test_client() for app in fronts)
        secret = {"Authorization": f"Bearer {'A' * 43}"}
        made = one.post("/lab/class?seed=3&ask=cuts", headers=secret)
        code = (made.json or {})["code"]
        assert other.post(f"/lab/class/{code}?variant=1", headers={"X-Answers": "none"}).status_code == 200
        told = one.get(f"/lab/class/{code}/counts", headers=secret).json or {}
        assert [0, "sheets", 1] in told["counts"]
    finally:
        for app in fronts:
            app.extensions["fourthought"].close()
    with closing(Database(cluster_url)) as database:
        week = time.time() + KEPT_DAYS * 86_400
        Forgetting(database, 0, lambda _: False).turn(int(week * 1000) + 1)
        assert StoredClasses(database).exam(code) is None
