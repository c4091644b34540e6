"""Tells type checkers and editors the names that ``__init__.py`` loads at their first use."""

from engine.api import *  # noqa: F403
from engine.coach.api import *  # noqa: F403
