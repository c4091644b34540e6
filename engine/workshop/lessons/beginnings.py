"""Counts the numbers of lessons 1 to 6."""

from functools import cache

from engine.games import Outcome, Player, find
from engine.lab.answer_keys.words import show
from engine.lab.lessons import games
from engine.lab.lessons.lesson import Facts
from engine.lab.trees import parse
from engine.text import listed, text
from engine.workshop.lessons import facts
from engine.workshop.lessons.facts import figure, tree

ARTICLE = tree("best-of-the-worst")
FIRST_GAME = figure("real-game")
COUNTED = tree("how-many")
"""A tree with three moves in each node and numbered leaves."""
BRANCHING, PLIES, MANY = 5, 30, 10**6  # moves in each state, plies, and the states that a machine searches in a second
FORK = figure("stop-early")
BETS = tree("play-it-safe")

CONNECT4_DEPTH = 8  # plies of the searches of Connect Four from the empty board
SECONDS_OF_A_YEAR = 365.25 * 24 * 3600


@cache
def _best_of_the_worst() -> Facts:
    tree = facts.visits(ARTICLE, "minimax")
    return {"greatest": show(max(one.value for one in tree.values() if one.note == "over"))}


@cache
def _real_game() -> Facts:
    game, moves = str(FIRST_GAME.game), FIRST_GAME.moves
    found, values = facts.result(game, moves, "minimax"), games.move_values(game, moves)
    return {
        "nodes": found.counts.nodes,
        "leaves": found.counts.leaves,
        "depth": found.counts.depth,
        "win": show(Outcome(Player.FIRST).value(Player.FIRST)),
        "loss": show(Outcome(Player.SECOND).value(Player.FIRST)),
        "draw": show(Outcome(None).value(Player.FIRST)),
        "first": 1,
        "last": find(game).max_plies,
        "values": values,
        "pv": found.pv,
        "best": found.pv[0],
        "answer": found.pv[1],
        "key": {"cross": found.pv[0], "nought": found.pv[1]},
    }


def _total(plies: int) -> int:
    return sum(BRANCHING**ply for ply in range(1, plies + 1))


@cache
def _how_many() -> Facts:
    numbers, tree = facts.stored(), parse(COUNTED)
    key = next(plies for plies in range(1, PLIES) if _total(plies) > MANY)
    return {
        "b": len(tree.children[0]),
        "d": tree.game.max_plies,
        "leaves": facts.tree_result(COUNTED, "minimax").counts.leaves,
        "moves": BRANCHING,
        "plies": PLIES,
        "total": _total(PLIES),
        "years": round(_total(PLIES) / MANY / SECONDS_OF_A_YEAR),
        "ttt": numbers["tictactoe minimax"],
        "eight": CONNECT4_DEPTH,
        "c4": numbers["connect4 minimax"],
        "key": key,
        "total_at": _total(key),
    }


@cache
def _stop_early() -> Facts:
    game, state = games.position(str(FORK.game), FORK.moves)
    parts = facts.features(game)
    left = game.max_plies - len(FORK.moves)
    chosen = {depth: facts.result(game.name, FORK.moves, "alphabeta", depth).move for depth in range(1, left + 1)}
    values = games.move_values(game.name, FORK.moves)
    wrong = [depth for depth, move in chosen.items() if move is None or values[move] < max(values.values())]
    return {
        "side": game.player_names[game.to_move(state)],
        "one": show(sum(part.weight for part in parts)),
        "features": listed(
            [text("{feature} ({weight})", feature=text(part.name), weight=show(part.weight)) for part in parts]
        ),
        "chosen": chosen,
        "wrong": wrong,
        "left": left,
        "key": max(wrong) + 1,
    }


@cache
def _play_it_safe() -> Facts:
    tree, visits = parse(BETS), facts.visits(BETS, "minimax")
    left, right = (tree.places[place] for place in tree.children[0])
    leaves = [[tree.places[leaf].value or 0.0 for leaf in tree.children[place]] for place in tree.children[0]]
    return {
        "loss": show(-min(leaves[0])),
        "gain": show(max(leaves[0])),
        "small_loss": show(-min(leaves[1])),
        "small_gain": show(max(leaves[1])),
        "zero": 0,
        "nodes": {"left": left.name, "right": right.name},
        "left": left.name,
        "right": right.name,
        "key": {"left": visits[left.name].value, "right": visits[right.name].value},
        "best": show(facts.tree_result(BETS, "minimax").value),
    }


@cache
def _little_memory() -> Facts:
    connect4 = find("connect4")
    return {
        "open": parse(COUNTED).game.max_plies + 1,
        "nodes": facts.tree_result(COUNTED, "minimax").counts.nodes,
        "moves": BRANCHING,
        "plies": PLIES,
        "key": BRANCHING * PLIES,
        "c4": len(connect4.moves(connect4.initial())) * connect4.max_plies,
    }


MADE = {
    "best-of-the-worst": _best_of_the_worst,
    "real-game": _real_game,
    "how-many": _how_many,
    "stop-early": _stop_early,
    "play-it-safe": _play_it_safe,
    "little-memory": _little_memory,
}
"""What makes the numbers of each lesson."""
