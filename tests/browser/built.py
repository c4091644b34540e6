"""Serves the page as a wheel holds it, with the tests' engine: ``STATIC=folder python -m tests.browser.built``."""

import os
from pathlib import Path

from webapp.common import paths

if __name__ == "__main__":
    paths.STATIC = Path(os.environ["STATIC"])
    from tests.webapp.fakes import FakeEngine
    from webapp import app, cli

    app.EngineClient = lambda *_: FakeEngine()  # type: ignore[assignment, misc]
    cli.main()
