"""Checks the names of an arena's programs. A name comes from a file, and becomes a row of the table and a page.

So no name is a level, a path, a script, or a page that the arena writes itself.
"""

import re
import unicodedata
from collections.abc import Iterable

from engine.games import GameError

LONGEST = 60
_NAME = re.compile(r"[^\W_](?:[\w.-]*\w)?")
"""Letters and digits of any script, and inside ``.``, ``-`` and ``_``: no space, as in "level 3", and no sign of a path
or an address."""
_PAGES = frozenset({"index"})
"""The pages that the arena writes itself."""
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?")
"""The names that are no files on Windows."""


def checked_names(names: Iterable[str]) -> list[str]:
    """Returns the names as they are shown and compared, in one form of Unicode.

    Raises:
        GameError: a name has other letters, is one of the arena's own, or belongs to two programs.
    """
    shown = [unicodedata.normalize("NFC", name) for name in names]
    met = set[str]()
    for name in shown:
        key = unicodedata.normalize("NFKC", name).casefold()
        if not _NAME.fullmatch(name) or len(name) > LONGEST:
            raise GameError(
                f"no program can be called {name!r}: a name has at most {LONGEST} letters, digits and inside - _ . "
                "(rename the file, or give NAME=COMMAND)"
            )
        if key in _PAGES or _DEVICES.fullmatch(key):
            raise GameError(f"no program can be called {name}, as files of the arena are; call it otherwise")
        if key in met:
            raise GameError(f"two programs are called {name}; call one otherwise: NAME=COMMAND")
        met.add(key)
    return shown
