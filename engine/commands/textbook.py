"""Defines ``fourthought textbook``: a tree of leaves, a search as a tree, and all algorithms beside each other."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.commands import FILE

if TYPE_CHECKING:
    from engine.games import Game
    from engine.games.leaves import LeafTree
    from engine.search.catalogue import Algorithm

_MOST_ASKED = 10_000  # the most leaves that a person is asked for


# --- leaves ---


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("leaves", nargs=-1, type=click.UNPROCESSED)
@click.option(
    "--branching", type=int, default=2, show_default=True, help="Branches of each node, for a list without brackets."
)
@click.option(
    "--algorithm", default="alphabeta", show_default=True, help="The algorithm; a wrong name lists all names."
)
@click.option("--trace", is_flag=True, help="Print the tree: values, alpha and beta, cuts with reasons.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def leaves(leaves: tuple[str, ...], branching: int, algorithm: str, trace: bool, as_json: bool) -> None:
    """Prints the best result for the side that moves first.

    LEAVES describe the tree. Numbers (-2 3 5 12 9 8 -7 -3) are a tree of equal branching, whose last nodes may be
    smaller, a nested list ('[[3,5],[2,9]]') is any tree, and '[{1/4: 8, 3/4: 0}, 1]' a tree with chance; all forms of
    `fourthought tree` are read. The side that moves first is the Maximizer. Without LEAVES the program asks for
    leaves, or reads a pipe.
    """
    from engine.games import GameError
    from engine.games.formats.leaf_text import number_words

    for word in leaves:
        if word.startswith("--"):
            raise GameError(f"there is no option {word}; fourthought textbook leaves --help lists those there are")
    tree = _tree(" ".join(leaves), branching) if leaves else _ask_for_leaves(branching)
    name = "star1" if algorithm == "alphabeta" and tree.has_chance else algorithm
    if as_json or trace:
        _explain(tree, tree.initial(), name, None, None, as_json)
        if as_json:
            return
    result = _algorithm(name).function(tree, tree.initial(), None, None)
    told = {
        "uct": "Mean of the games by the branch visited most",
        "expectimax": "Expected against an opponent who errs",
    }.get(name, "Best the Maximizer can get")
    click.echo(f"{told}: {number_words(result.value).replace('inf', '∞')}")


def _tree(text: str, branching: int) -> LeafTree:
    """Returns a tree in any form. Every leaf must be known."""
    from engine.games import GameError
    from engine.games.leaves import LeafTree
    from engine.games.trees import read
    from engine.games.trees.reading import unknowns
    from engine.games.trees.writing import named_like_words, normal

    found = read(text, branching)
    for sentence in named_like_words(found.root):
        click.echo(sentence, err=True)
    for name in unknowns(found.root):
        raise GameError(f"{name!r} is not a number; leaves are numbers such as 3 or -2.5")
    return LeafTree(normal(found.root), found.bounds)


def _ask_for_leaves(branching: int) -> LeafTree:
    """Returns the tree from a pipe, or by asking: first for the number of leaves, then for each leaf."""
    if _at_a_terminal():
        count = click.prompt("Number of leaves", value_proc=_count)
        return _tree(" ".join(click.prompt(f"Leaf {i}", value_proc=_leaf) for i in range(1, count + 1)), branching)
    from engine.games.formats.numerals import plain

    text = plain(sys.stdin.read())
    first, _, rest = text.strip().partition("\n")
    given = rest.split()
    counted = first.strip() == str(len(given))  # as the classic program is fed
    return _tree(rest if counted else text, branching)


def _count(text: str) -> int:
    from engine.games.formats.numerals import number, plain

    count = number(plain(text).strip())
    if count is None or count.denominator != 1 or not 1 <= count <= _MOST_ASKED:
        raise click.UsageError(f"{text!r} is no number of leaves; it is a whole number from 1 to {_MOST_ASKED:,}")
    return int(count)


def _leaf(text: str) -> str:
    from engine.games import GameError
    from engine.games.formats.leaf_text import read_number

    try:
        read_number(text.strip())
    except GameError as error:
        raise click.UsageError(str(error)) from None
    return text


def _at_a_terminal() -> bool:
    return sys.stdin.isatty()


# --- explain and compare ---

_game = click.argument("game")
_position = click.argument("position", default="")


@click.command()
@_game
@_position
@click.option(
    "--algorithm", default="alphabeta", show_default=True, help="The algorithm; a wrong name lists all names."
)
@click.option("--depth", type=int, default=2, show_default=True, help="Plies to look ahead.")
@click.option("--levels", type=int, default=None, help="Draw at most this many plies of the tree.")
@click.option(
    "--net",
    type=FILE,
    help="Print instead what the network in this file believes of every move, and which tuples say so; "
    '"shipped" means the network that comes with the engine.',
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def explain(
    game: str, position: str, algorithm: str, depth: int, levels: int | None, net: Path | None, as_json: bool
) -> None:
    """Prints the tree that an algorithm searches.

    The tree of GAME from POSITION shows values, alpha and beta, and cuts with reasons. A position is a list of moves,
    such as 4453. Without POSITION the empty board is searched.
    """
    if net:
        _explain_beliefs(game, position, net, as_json)
        return
    from engine.games import GameError

    if levels is not None and levels < 0:
        raise GameError(f"{levels} levels cannot be drawn; it must be 0 or more")
    rules, state = _read(game, position)
    _explain(rules, state, algorithm, depth, levels, as_json)


@click.command()
@_game
@_position
@click.option("--depth", type=int, default=None, help="Plies to look ahead; without it, to the end of the game.")
@click.option("--algorithm", "names", multiple=True, help="Only this algorithm (may be given several times).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
def compare(game: str, position: str, depth: int | None, names: tuple[str, ...], as_json: bool) -> None:
    """Compares the algorithms on a position of a game.

    Prints the result and the cost of each algorithm. A position is a list of moves, such as 4453. Without POSITION the
    empty board is searched.
    """
    from engine.search.catalogue import algorithms_for

    rules, state = _read(game, position)
    chosen = [_algorithm(name) for name in names] or algorithms_for(rules)
    leaves: dict[str, int] = {}
    for number, one in enumerate(chosen):
        with _at_work(one.name):
            row = _row(rules, state, one, depth)  # before any output: the algorithm may refuse the game
        leaves[one.name] = row["leaves"]
        if as_json:
            click.echo(json.dumps(row))
            continue
        if number == 0:
            click.echo(ROW.format("algorithm", "value", "move", "nodes", "leaves", "cutoffs", "table hits", "seconds"))
        click.echo(_line(row))
    if not as_json and depth and "minimax" in leaves:
        click.echo(_limit(leaves["minimax"], depth))


@contextmanager
def _at_work(name: str) -> Iterator[None]:
    shown = sys.stderr.isatty()
    if shown:
        click.echo(f"{name} ...", nl=False, err=True)
    try:
        yield
    finally:
        if shown:
            click.echo(f"\r{' ' * (len(name) + 4)}\r", nl=False, err=True)


ROW = "{:<16}{:>10}{:>6}{:>12}{:>12}{:>10}{:>12}{:>10}"


def _row(game: Game[Any], state: Any, one: Algorithm, depth: int | None) -> dict[str, Any]:
    started = time.perf_counter()
    result = one.function(game, state, depth, None)
    seconds, counts = time.perf_counter() - started, result.counts
    row = {"algorithm": one.name, "value": result.value, "move": result.move, "nodes": counts.nodes}
    row |= {"leaves": counts.leaves, "cutoffs": counts.cutoffs, "table_hits": counts.table_hits}
    return row | {"seconds": round(seconds, 3)}


def _line(row: dict[str, Any]) -> str:
    from engine.search.parts.drawing import number

    counts = (f"{row[key]:,}" for key in ("nodes", "leaves", "cutoffs", "table_hits"))
    return ROW.format(row["algorithm"], number(row["value"]), row["move"] or "-", *counts, f"{row['seconds']:.3f}")


def _limit(leaves: int, depth: int) -> str:
    """Returns the least number of leaves with the best order (Knuth, Moore 1975) in an even tree, as a sentence."""
    mean = leaves ** (1 / depth)
    least = mean ** (depth // 2) + mean ** ((depth + 1) // 2) - 1
    return (
        f"In an even tree of as many leaves ({mean:.1f} moves a state) the best order would see {least:,.0f} of them."
    )


def _algorithm(name: str) -> Algorithm:
    from engine.search.catalogue import algorithm

    return algorithm(name)


def _read(name: str, position: str) -> tuple[Game[Any], Any]:
    from engine.games import find, parse
    from engine.search.catalogue import with_features

    game = find(name)
    return with_features(game), parse(game, position)[1]


def _explain(game: Game[Any], state: Any, name: str, depth: int | None, levels: int | None, as_json: bool) -> None:
    from engine.search.parts.drawing import as_data, draw_tree, value_words
    from engine.search.parts.trace import Trace
    from engine.search.parts.values import root_player

    player = root_player(game, state, depth)
    chosen = _algorithm(name)
    trace: Trace[Any] = Trace(game, player)
    result = chosen.function(game, state, depth, trace)
    tree = trace.tree()
    counts = {key: getattr(result.counts, key) for key in ("nodes", "leaves", "cutoffs", "table_hits", "depth")}
    cuts = trace.cuts  # a bound met by the last move is counted as a cutoff, but leaves nothing to skip
    if as_json:
        data = {"game": game.name, "algorithm": name, "value": result.value, "move": result.move, "pv": result.pv}
        words = value_words(game, result.value, player)
        data |= {"words": words, "counts": counts | {"cuts": cuts}, "complete": not trace.full}
        click.echo(json.dumps(data | {"tree": as_data(game, tree, player, levels)}))
        return
    for line in draw_tree(game, tree, player, levels):
        click.echo(line)
    if trace.full:
        click.echo(f"(the tree is larger: only its first {trace.limit:,} states are drawn)")
    if chosen.rounds:
        click.echo("(only the last round is drawn)")
    best = "none" if result.move is None else game.move_words(result.move)
    click.echo(f"Best for {game.player_names[player]}: {best}, value {value_words(game, result.value, player)}")
    told = {key: f"{key.replace('_', ' ')} {count:,}" for key, count in counts.items()}
    told["cutoffs"] = f"bounds met {counts['cutoffs']:,}, cuts {cuts:,}"
    click.echo(", ".join(told.values()))


def _explain_beliefs(name: str, position: str, path: Path, as_json: bool) -> None:
    """Prints what a network believes of every move of a position."""
    from engine.games import GameError, find, parse
    from engine.nets import file
    from engine.nets.beliefs import beliefs, words
    from engine.nets.shipped import shipped

    game = find(name)
    state = parse(game, position)[1]
    net = shipped(game) if str(path) == "shipped" else file.read(path)
    if net is None:
        raise GameError(f"no network ships for {game.title}; give the file of one")
    found = beliefs(game, net, state)
    if as_json:
        click.echo(json.dumps({"game": name, "moves": [asdict(belief) for belief in found]}))
        return
    for belief in found:
        click.echo(words(game, belief))


@click.group()
def textbook() -> None:
    """Shows the algorithms of the textbook at work."""


for _command in (leaves, explain, compare):
    textbook.add_command(_command)

COMMANDS: list[click.Command] = [textbook]
