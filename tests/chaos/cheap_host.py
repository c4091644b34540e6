"""Runs ``fourthought`` with the tests' engine, without kernels: ``python -m tests.chaos.cheap_host cluster host``."""

from tests.webapp.fakes import FakeEngine
from webapp import app, cli
from webapp.cluster import run_host

if __name__ == "__main__":
    app.EngineClient = run_host.EngineClient = lambda *_: FakeEngine()  # type: ignore[assignment, misc]
    cli.main()
