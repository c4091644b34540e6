"""Draws a trace for people and programs: an indented tree, or nested objects for JSON."""

import math
import textwrap
from collections.abc import Iterator
from typing import Any

from engine.games import CHANCE, Game, Player
from engine.games.formats.leaf_text import ENDLESS
from engine.search.parts.trace import Branch
from engine.search.parts.values import SOLVED, decays, is_null, score_of


def value_words(game: Game[Any], value: float, player: Player) -> str:
    """Returns a value for ``player`` as text: the winner and the number of moves, or a number."""
    if decays(game) and abs(value) >= SOLVED:
        score = score_of(game, value, player, True)
        return score.words(game.player_names) if score is not None else ""
    return number(value)


def number(value: float) -> str:
    """Returns a number with at most four decimals and no trailing zeros, or ∞ for infinity."""
    if abs(value) > ENDLESS:
        return "∞" if value > 0 else "-∞"
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def draw_tree(
    game: Game[Any], root: Branch[Any], player: Player, levels: int | None = None, width: int = 80
) -> Iterator[str]:
    """Yields the lines of the tree as text. Values, alpha and beta are from the view of ``player``, the side to move at
    the root. A value equal to alpha or beta is a bound. ``levels`` levels below the root are drawn (None: all), in
    ``width`` columns. Deep lines may be a little wider."""

    def lines(branch: Branch[Any], indent: str, level: int) -> Iterator[str]:
        below = branch.branches
        if levels is not None and level >= levels and below:
            hidden = size(branch) - 1
            yield f"{indent}└─ … {hidden} more {'state' if hidden == 1 else 'states'} below"
            return
        for i, child in enumerate(below):
            last = i == len(below) - 1 and not branch.skipped
            rail = "   " if last else "│  "
            text = _line(game, child, player, chance=branch.mover is CHANCE)
            yield from _wrapped(text, f"{indent}{'└─' if last else '├─'} ", indent + rail, width)
            yield from lines(child, indent + rail, level + 1)
        if branch.skipped:
            yield from _wrapped(why_cut(game, branch, player), f"{indent}└─ ", f"{indent}   ", width)

    yield _line(game, root, player)
    yield from lines(root, "", 0)


def _wrapped(text: str, first: str, then: str, width: int) -> list[str]:
    """Returns one line of the tree as wrapped lines of text, with room for 40 columns at any depth."""
    text = text.replace("alpha ", "alpha\N{NO-BREAK SPACE}").replace("beta ", "beta\N{NO-BREAK SPACE}")
    room = max(width, len(then) + 40)
    cut = textwrap.wrap(text, room, initial_indent=first, subsequent_indent=f"{then}  ", break_on_hyphens=False)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in cut]


def why_cut(game: Game[Any], branch: Branch[Any], player: Player) -> str:
    """Returns a sentence about the moves not tried, with the reason."""
    names, opponent = game.player_names, player.other
    lots = branch.mover is CHANCE
    left = ", ".join(f"lot {move}" if lots else game.move_words(move) for move in branch.skipped)
    if branch.note == "probe":
        return f"not tried yet: {left} (Star2 probes one move of each lot first)"
    if branch.cut is None:
        reason = (
            "the search passed them over" if branch.depth > 0 else "beyond the horizon only what is forced is played on"
        )
        if lots:
            reason = "whatever they bring, the mean is outside alpha and beta"
        return f"not tried: {left} ({reason})"
    move = game.move_words(branch.cut)
    if is_null(branch.alpha, branch.beta):
        reason = f"{number(branch.value)}: that answers the question of the null window"
    elif branch.mover is player:
        reason = f"{number(branch.value)} ≥ beta {number(branch.beta)}: {names[opponent]} has better elsewhere"
    else:
        reason = f"{number(branch.value)} ≤ alpha {number(branch.alpha)}: {names[player]} has better elsewhere"
    return f"cut: {left}; {move} refutes this ({reason})"


def size(branch: Branch[Any]) -> int:
    """Returns the number of states in the tree of ``branch``, with ``branch``."""
    return 1 + sum(size(below) for below in branch.branches)


def as_data(game: Game[Any], branch: Branch[Any], player: Player, levels: int | None = None) -> dict[str, Any]:
    """Returns the tree as objects for JSON, with the values for ``player`` and null for infinite bounds. ``levels``
    levels below ``branch`` are included (None: all)."""
    data: dict[str, Any] = {
        "move": branch.move,
        "to_move": _side(game, branch.mover),
        "value": branch.value,
        "words": value_words(game, branch.value, player),
        "alpha": None if math.isinf(branch.alpha) else branch.alpha,
        "beta": None if math.isinf(branch.beta) else branch.beta,
        "note": branch.note,
        "refuted_by": branch.cut,
        "not_tried": list(branch.skipped),
    }
    if levels is None or levels > 0:
        ahead = None if levels is None else levels - 1
        data["branches"] = [as_data(game, below, player, ahead) for below in branch.branches]
    return data


def _side(game: Game[Any], mover: Player | None) -> str | None:
    return None if mover is None else "chance" if mover is CHANCE else game.player_names[mover]


def _line(game: Game[Any], branch: Branch[Any], player: Player, *, chance: bool = False) -> str:
    name = f"lot {branch.move}: " if chance else "" if branch.move is None else f"{game.move_words(branch.move)}: "
    side = _side(game, branch.mover)
    kind = {"over": "", "table": " (from the table)", "guess": " (a guess)", "probe": " (a probe)"}.get(branch.note, "")
    if branch.mover is None:
        return f"{name}{value_words(game, branch.value, player)}"
    window = f"alpha {number(branch.alpha)}, beta {number(branch.beta)}"
    bound = "" if kind else "≥ " if branch.value >= branch.beta else "≤ " if branch.value <= branch.alpha else ""
    return f"{name}{side} to move, value {bound}{value_words(game, branch.value, player)}{kind}, {window}"
