"""Serves the page as a wheel holds it: ``STATIC=folder python -m tests.browser.built``."""

import os
from pathlib import Path

from webapp.common import paths

if __name__ == "__main__":
    paths.STATIC = Path(os.environ["STATIC"])
    from webapp.cli import main

    main()
