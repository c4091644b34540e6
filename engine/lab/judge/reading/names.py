"""Finds out what a program means by the names that it asks a node or a game for. A name is known by itself, or by a
part of it. What a name of neither kind means is tried: the judge gives it each of the four meanings, and takes the one
with which the program gets furthest."""

from __future__ import annotations

CHILDREN, VALUE, END, MOVES, PLAY, UNDO, TURN, COPY = (
    *("children", "value", "end", "moves"),
    *("play", "undo", "turn", "copy"),
)
TRIED = (CHILDREN, VALUE, END, MOVES)
"""The meanings that are tried for a name that is not known."""
_WHOLE = {
    CHILDREN: ("kids", "expand", "options", "childnodes", "nodes", "states", "sons"),
    VALUE: ("val", "eval", "data", "static", "h", "points", "number", "estimate", "returns", "leafvalue"),
    END: ("leaf", "terminal", "ended", "over", "won", "iswin", "wins"),
    MOVES: ("actions", "moves", "plays", "emptycells", "emptysquares", "freecells", "availablecells", "legalmoves"),
    PLAY: ("result", "play", "apply", "move", "after", "push", "act", "perform", "domove", "takeaction", "nextstate"),
    UNDO: ("undo", "pop", "unmake", "takeback", "unmove", "unplay", "revert", "back", "retract", "undomove"),
    TURN: (
        *("tomove", "player", "turn", "toplay", "activeplayer", "sidetomove"),
        *("type", "kind", "mover", "agent", "role"),
    ),
    COPY: ("copy", "clone", "deepcopy"),
}
_PARTS = (
    (UNDO, ("undo", "unmake", "takeback", "remove", "restore")),
    (COPY, ("copy", "clone")),
    (TURN, ("tomove", "playerturn", "currentplayer", "whoseturn", "nextplayer")),
    (TURN, ("whoplays", "playertoact", "maximi", "ismax", "ismin")),
    (TURN, ("maxnode", "minnode", "maxturn", "minturn", "maxplayer", "nodetype")),
    (END, ("terminal", "gameover", "isover", "isleaf", "isend", "finish", "isfinal", "isdone", "hasended", "islast")),
    (END, ("gameended", "gameend", "over", "istende", "zuende", "blatt")),
    (END, ("fertig", "feuille", "partiefinie", "estfin", "esfin")),
    (END, ("hoja", "fimdejogo", "folha", "acabou", "termin")),
    (VALUE, ("eval", "score", "valu", "utilit", "heur", "payoff", "worth", "reward", "rating", "static", "gain")),
    (CHILDREN, ("child", "successor", "branch", "subtree", "descend", "neighbo", "offspring")),
    (VALUE, ("wert", "nutzen", "punkte", "valeur", "valor", "utilid", "puntos", "pontos", "gewinn")),
    (CHILDREN, ("kinder", "nachfolger", "folge", "enfant", "fils", "suivant", "hijos", "sucesor", "filhos")),
    (CHILDREN, ("sucessor",)),
    (MOVES, ("zuege", "coups", "jugadas", "movimientos", "jogadas", "movimentos")),
    (CHILDREN, ("states", "positions", "nodes", "outcomes", "nexts")),
    (MOVES, ("moves", "actions", "plays")),
    (PLAY, ("move", "action", "play", "apply", "result", "nextstate", "transition")),
)
KNOWN_METHODS = (
    *("append", "items", "keys", "get", "pop", "sort", "reverse", "index", "copy", "extend", "insert", "remove"),
    *("values", "join", "format", "clear", "add", "update", "inf", "setdefault", "count"),
)
"""Names of the language's own methods, which say nothing about a node."""


def meaning_of(name: str, told: dict[str, str]) -> str:
    """Returns what a name means, empty if that is not known. ``told`` are the meanings that were tried."""
    if name in told:
        return told[name]
    plain = name.replace("_", "").lower()
    for start in ("get", "find", "list", "all", "generate", "compute", "make"):
        rest = plain[len(start) :]
        if plain.startswith(start) and rest and _whole(rest):
            return _whole(rest)
    parts = (meaning for meaning, parts in _PARTS if any(part in plain for part in parts))
    return _whole(plain) or next(parts, "")


def _whole(plain: str) -> str:
    return next((meaning for meaning, names in _WHOLE.items() if plain == meaning or plain in names), "")
