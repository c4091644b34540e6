"""Holds lessons 1 to 6: minimax, what numbers mean, a real game, the size of trees, memory, and the horizon."""

from engine.lab import exercises
from engine.lab.answer_keys.words import show
from engine.lab.exercises.exercise import Field
from engine.lab.lessons import games
from engine.lab.lessons.lesson import Answers, Asked, Facts, Fault, Figure, Lesson, after, taken
from engine.text import text

ARTICLE = "(((-2 3) (5 12)) ((9 8) (-7 -3)))"
FIRST_GAME = Figure("minimax", game="tictactoe", moves="5193")
COUNTED = "(((1 2 3) (4 5 6) (7 8 9)) ((10 11 12) (13 14 15) (16 17 18)) ((19 20 21) (22 23 24) (25 26 27)))"
"""A tree with three moves in each node and numbered leaves."""
BRANCHING, PLIES, MANY = 5, 30, 10**6  # moves in each state, plies, and the states that a machine searches in a second
FORK = Figure("alphabeta", game="tictactoe", moves="246", depth=2)


def _real_game_fault(known: Facts, given: Answers) -> Fault | None:
    game, moves = str(FIRST_GAME.game), FIRST_GAME.moves
    values: dict[int, float] = known["values"]
    if given["cross"] not in values:
        return taken(given["cross"]), None
    cross = int(given["cross"])
    if values[cross] < max(values.values()):
        reply = games.line_after(game, moves, cross)[0]
        words = games.outcome_words(game, moves, values[cross])
        told = "After square {square} O takes square {reply}: {words}."
        return text(told, square=cross, reply=reply, words=words), after(cross)
    below = games.move_values(game, f"{moves}{cross}")
    if given["nought"] not in below:
        told = "Square {square} is not free after square {before}."
        return text(told, square=show(given["nought"]), before=cross), after(cross)
    nought = int(given["nought"])
    if below[nought] < max(below.values()):
        words = games.outcome_words(game, f"{moves}{cross}", below[nought])
        reply = games.line_after(game, f"{moves}{cross}", nought)[0]
        told = "If O takes square {square}, X takes square {reply}: {words}."
        return text(told, square=nought, reply=reply, words=words), after(cross, nought)
    return None


def _total(plies: int) -> int:
    return sum(BRANCHING**ply for ply in range(1, plies + 1))


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


def _stop_early_fault(known: Facts, given: Answers) -> Fault:
    depth, left = given["depth"], known["left"]
    if not (1 <= depth <= left and depth == int(depth)):
        return text("Enter a whole number from 1 to {most}: so many plies are left.", most=left), None
    if depth > known["key"]:
        early = "At depth {depth} the search is right already, and at every greater depth."
        return text(early, depth=known["key"]), None
    bad = next(one for one in known["wrong"] if one >= depth)
    move = known["chosen"][bad]
    line = games.written(games.line_after(str(FORK.game), FORK.moves, move))
    loses = "At depth {depth} the search takes square {square}, and loses by {line}."
    return text(loses, depth=bad, square=move, line=line), after(move)


BETS = "((-3 10) (-2 1))"


def _play_it_safe_fault(known: Facts, given: Answers) -> Fault | None:
    for field in ("left", "right"):
        node, value = known["nodes"][field], known["key"][field]
        if given[field] != value:
            least = "At {node} Min moves and gives as little as it can: {value}. You wrote {given}."
            return text(least, node=node, value=show(value), given=show(given[field])), node
    return None


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
        lambda *_: exercises.make("values", tree=ARTICLE),
        own_practice="values",
    ),
    Lesson(
        3,
        "real-game",
        FIRST_GAME,
        Asked(_real_game_fault, Field("cross", "", "X takes square"), Field("nought", "", "O answers on square")),
    ),
    Lesson(4, "how-many", Figure("minimax", tree=COUNTED), Asked(_how_many_fault, Field("plies", "", "Plies"))),
    Lesson(
        6,
        "stop-early",
        FORK,
        Asked(_stop_early_fault, Field("depth", "", "Depth")),
        link=("/student", "A program that learns its guesses"),
    ),
    Lesson(
        2,
        "play-it-safe",
        Figure("minimax", tree=BETS),
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
        Asked(_little_memory_fault, Field("states", "", "States")),
    ),
)
