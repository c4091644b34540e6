"""Shows what this server has learnt: for each board its dearest proofs as an opening tree."""

from __future__ import annotations

import logging
import time
from pathlib import Path

from flask import Blueprint, abort
from flask.typing import ResponseReturnValue

import engine  # gives kept_proofs, and with it NumPy, when asked
from engine.games.formats.pictures import svg_of
from engine.games.registry import all_games
from webapp.common.seldom import Seldom
from webapp.http.rooms import Room, Site
from webapp.http.security import content_policy, shown

_seldom = Seldom(logging.getLogger(__name__))

_MOST, _OPENING = 16, 8
"""The most proofs shown of each board, and the most moves before each: an early position tells nothing of one game."""
_KEPT_SECONDS = 60.0
"""How long an answer is kept: the files of all boards are read for one."""


def room(site: Site) -> Room | None:
    """Returns the room ``/learnt`` with a page for each board, or None where nothing is kept."""
    if not site.proofs:
        return None
    pages, folder, policy = Blueprint("learnt", __name__), Path(site.proofs), content_policy(site.inline)
    kept: list[tuple[float, list[engine.KeptProofs]]] = []

    def boards() -> list[engine.KeptProofs]:
        now = time.monotonic()
        if not kept or now > kept[0][0]:
            try:
                kept[:] = [(now + _KEPT_SECONDS, [one for one in _read(folder) if one.dearest])]
            except OSError as error:
                _seldom.warning("the proofs in %s cannot be shown: %r", folder, error)
                kept[:] = [(now + _KEPT_SECONDS, [])]
        return kept[0][1]

    @pages.get("/learnt")
    @pages.get("/learnt/<name>")
    def learnt(name: str = "") -> ResponseReturnValue:
        known = boards()
        board = next((one for one in known if name in ("", one.game.name)), None)
        if name and name not in all_games():
            abort(404)
        tree = [_branch(board, one) for one in board.dearest] if board else []
        return shown("learnt/learnt.html", policy, boards=known, shown=board, tree=_nested(tree))

    return Room("learnt", (pages,))


def _read(folder: Path) -> list[engine.KeptProofs]:
    found = engine.kept_proofs(folder, _MOST, _OPENING, exact=True)
    return sorted(found, key=lambda one: -one.count)


def _branch(board: engine.KeptProofs, one: engine.KeptProof) -> dict[str, object]:
    last = one.moves[-1] if one.moves else None
    sign = "-" if board.game.width > 9 else ""
    return {
        "parent": one.parent,
        "moves": sign.join(map(str, one.moves)),
        "words": one.score.words(board.game.player_names) if one.score else "",
        "drawn": svg_of(board.game, one.state, last, 120),
        "below": [],
    }


def _nested(branches: list[dict[str, object]]) -> list[dict[str, object]]:
    """Returns the branches without a parent, each with those ``below``."""
    for branch in branches:
        above = branch["parent"]
        below = branches[above]["below"] if isinstance(above, int) and above >= 0 else None
        if isinstance(below, list):
            below.append(branch)
    return [branch for branch in branches if branch["parent"] == -1]
