"""Holds lessons 1 to 6: minimax, what numbers mean, a real game, the size of trees, memory, and the horizon."""

from functools import cache

from engine.games import Outcome, Player, find
from engine.lab import exercises
from engine.lab.answer_keys.words import show
from engine.lab.exercises.exercise import Field
from engine.lab.lessons import facts
from engine.lab.lessons.lesson import Answers, Asked, Facts, Fault, Figure, Lesson, after, taken
from engine.lab.trees import parse
from engine.text import listed, text

ARTICLE = "(((-2 3) (5 12)) ((9 8) (-7 -3)))"
FIRST_GAME = Figure("minimax", game="tictactoe", moves="5193")
COUNTED = "(((1 2 3) (4 5 6) (7 8 9)) ((10 11 12) (13 14 15) (16 17 18)) ((19 20 21) (22 23 24) (25 26 27)))"
"""A tree with three moves in each node and numbered leaves."""
BRANCHING, PLIES, MANY = 5, 30, 10**6  # moves in each state, plies, and the states that a machine searches in a second
FORK = Figure("alphabeta", game="tictactoe", moves="246", depth=2)
CONNECT4_DEPTH = 8  # plies of the searches of Connect Four from the empty board
SECONDS_OF_A_YEAR = 365.25 * 24 * 3600


@cache
def _best_of_the_worst() -> Facts:
    tree = facts.visits(ARTICLE, "minimax")
    return {"greatest": show(max(one.value for one in tree.values() if one.note == "over"))}


@cache
def _real_game() -> Facts:
    game, moves = str(FIRST_GAME.game), FIRST_GAME.moves
    found, values = facts.result(game, moves, "minimax"), facts.move_values(game, moves)
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


def _real_game_fault(known: Facts, given: Answers) -> Fault | None:
    game, moves = str(FIRST_GAME.game), FIRST_GAME.moves
    values: dict[int, float] = known["values"]
    if given["cross"] not in values:
        return taken(given["cross"]), None
    cross = int(given["cross"])
    if values[cross] < max(values.values()):
        reply = facts.line_after(game, moves, cross)[0]
        words = facts.outcome_words(game, moves, values[cross])
        told = "After square {square} O takes square {reply}: {words}."
        return text(told, square=cross, reply=reply, words=words), after(cross)
    below = facts.move_values(game, f"{moves}{cross}")
    if given["nought"] not in below:
        told = "Square {square} is not free after square {before}."
        return text(told, square=show(given["nought"]), before=cross), after(cross)
    nought = int(given["nought"])
    if below[nought] < max(below.values()):
        words = facts.outcome_words(game, f"{moves}{cross}", below[nought])
        reply = facts.line_after(game, f"{moves}{cross}", nought)[0]
        told = "If O takes square {square}, X takes square {reply}: {words}."
        return text(told, square=nought, reply=reply, words=words), after(cross, nought)
    return None


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


def _how_many_fault(known: Facts, given: Answers) -> Fault:
    plies, key = given["plies"], known["key"]
    if not (1 <= plies <= PLIES and plies == int(plies)):
        return text("Enter a whole number of plies from 1 to {most}.", most=PLIES), None
    if plies < key:
        not_yet = (
            "After {n} ply the tree holds {states} states: not yet more than a million.|"
            "After {n} plies the tree holds {states} states: not yet more than a million."
        )
        return text(not_yet, n=int(plies), states=_total(int(plies))), None
    return text("The tree holds {states} states already after {plies} plies.", states=_total(key), plies=key), None


@cache
def _stop_early() -> Facts:
    game, state = facts.position(str(FORK.game), FORK.moves)
    parts = facts.features(game)
    left = game.max_plies - len(FORK.moves)
    chosen = {depth: facts.result(game.name, FORK.moves, "alphabeta", depth).move for depth in range(1, left + 1)}
    values = facts.move_values(game.name, FORK.moves)
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


def _stop_early_fault(known: Facts, given: Answers) -> Fault:
    depth, left = given["depth"], known["left"]
    if not (1 <= depth <= left and depth == int(depth)):
        return text("Enter a whole number from 1 to {most}: so many plies are left.", most=left), None
    if depth > known["key"]:
        early = "At depth {depth} the search is right already, and at every greater depth."
        return text(early, depth=known["key"]), None
    bad = next(one for one in known["wrong"] if one >= depth)
    move = known["chosen"][bad]
    line = facts.written(facts.line_after(str(FORK.game), FORK.moves, move))
    loses = "At depth {depth} the search takes square {square}, and loses by {line}."
    return text(loses, depth=bad, square=move, line=line), after(move)


BETS = "((-3 10) (-2 1))"


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


def _play_it_safe_fault(known: Facts, given: Answers) -> Fault | None:
    for field in ("left", "right"):
        node, value = known["nodes"][field], known["key"][field]
        if given[field] != value:
            least = "At {node} Min moves and gives as little as it can: {value}. You wrote {given}."
            return text(least, node=node, value=show(value), given=show(given[field])), node
    return None


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


def _little_memory_fault(known: Facts, given: Answers) -> Fault:
    states, key, plies = given["states"], known["key"], known["plies"]
    if states > key:
        return text("Fewer. Only the open line counts, and the moves beside it. All else is forgotten."), None
    more = "More. The open line has {plies} states, and each has {moves} moves, all made at once."
    return text(more, plies=plies, moves=known["moves"]), None


LESSONS = (
    Lesson(
        1,
        "best-of-the-worst",
        Figure("minimax", tree=ARTICLE),
        _best_of_the_worst,
        lambda *_: exercises.make("values", tree=ARTICLE),
        own_practice="values",
    ),
    Lesson(
        3,
        "real-game",
        FIRST_GAME,
        _real_game,
        Asked(_real_game_fault, Field("cross", "", "X takes square"), Field("nought", "", "O answers on square")),
    ),
    Lesson(
        4, "how-many", Figure("minimax", tree=COUNTED), _how_many, Asked(_how_many_fault, Field("plies", "", "Plies"))
    ),
    Lesson(
        6,
        "stop-early",
        FORK,
        _stop_early,
        Asked(_stop_early_fault, Field("depth", "", "Depth")),
        link=("/student", "A program that learns its guesses"),
    ),
    Lesson(
        2,
        "play-it-safe",
        Figure("minimax", tree=BETS),
        _play_it_safe,
        Asked(
            _play_it_safe_fault,
            Field("left", "{left}", "After the left move"),
            Field("right", "{right}", "After the right move"),
        ),
        own_practice="values",
    ),
    Lesson(
        5,
        "little-memory",
        Figure("minimax", tree=COUNTED),
        _little_memory,
        Asked(_little_memory_fault, Field("states", "", "States")),
    ),
)
