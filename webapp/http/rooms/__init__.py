"""Opens the rooms beside the table: each module of this folder is one, with a function ``room``. A room whose module is
deleted is neither served nor linked, and neither is one that the settings leave out."""

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass

from flask import Blueprint

from webapp.common.classes import Classes
from webapp.http.assets import Assets

Later = Callable[[float, Callable[[], None]], object]


@dataclass(frozen=True, slots=True)
class Site:
    """Holds what rooms are built from: the files, the one inline script, timers, the arena's folder or "", the store of
    classes, None where there is none, and the folder of kept proofs or ""."""

    assets: Assets
    inline: str
    later: Later
    arena: str = ""
    classes: Classes | None = None
    proofs: str = ""


@dataclass(frozen=True)
class Room:
    """Holds the pages below ``/name``. ``close`` ends what the room has started. ``addresses`` are those of its pages
    that work without a server, with the facts in the folder ``facts``, "" for none. ``files`` lists the addresses of
    what these pages fetch or offer."""

    name: str
    pages: tuple[Blueprint, ...]
    close: Callable[[], None] = lambda: None
    addresses: tuple[str, ...] = ()
    facts: str = ""
    files: Callable[[], list[str]] = list


def open_rooms(site: Site) -> list[Room]:
    """Returns every room of this folder, in the order of their names."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    rooms = (importlib.import_module(f"{__name__}.{name}").room(site) for name in names)
    return [room for room in rooms if room is not None]
