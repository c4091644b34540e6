"""Serves the page from another folder, as a wheel does: ``STATIC=folder python -m tests.browser.built``. With ``TABLE=yes``
browsers keep the table alone."""

import os
from pathlib import Path

import pytest

from tests.browser.kept import keep_the_table_alone
from webapp.common import paths

if __name__ == "__main__":
    paths.STATIC = Path(os.environ["STATIC"])
    if "TABLE" in os.environ:
        keep_the_table_alone(pytest.MonkeyPatch())
    from webapp.cli import main

    main()
