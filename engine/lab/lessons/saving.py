"""Holds lessons 11, 14 and 17: transposition tables, the horizon effect, and the value of a quick win."""

from functools import cache

from engine.lab.answer_keys.words import show
from engine.lab.exercises.exercise import Field
from engine.lab.lessons import facts
from engine.lab.lessons.costly import stored
from engine.lab.lessons.lesson import Answers, Asked, Facts, Fault, Figure, Lesson, after
from engine.lab.mutants import MUTANTS
from engine.lab.mutants.judge import DECAY
from engine.search.parts.values import STEP, plies_to_end
from engine.text import text

HEAP = Figure("memo", game="nim", moves="333331", compare="minimax")
HORIZON = Figure("alphabeta", game="tictactoe", moves="159", depth=1, compare="quiescence")
WAYS = ("alphabeta", "singular", "reduction", "beam")
WAYS_DEPTH = 4  # plies in Connect Four, where the ways to bend the horizon are compared
WINS = Figure("minimax", game="tictactoe", moves="1243")


@cache
def _once_is_enough() -> Facts:
    game, state = facts.position("nim", HEAP.moves)
    numbers = stored()
    first, second = sorted(game.moves(state))[:2]
    twin = game.play(game.play(state, second), first)
    different, waiting = {game.key(state)}, [state]
    while waiting:
        here = waiting.pop()
        below = [game.play(here, move) for move in game.moves(here)]
        waiting += [child for child in below if game.key(child) not in different]
        different |= {game.key(child) for child in below}
    return {
        "left": game.key(state),
        "least": min(game.moves(state)),
        "most": max(game.moves(state)),
        "first": first,
        "second": second,
        "heap": game.key(twin),
        "nodes": facts.result("nim", HEAP.moves, "minimax").counts.nodes,
        "key": len(different),
        "plain": numbers["tictactoe minimax"],
        "memo": numbers["tictactoe memo"],
        "all": numbers["tictactoe all"],
    }


def _once_is_enough_fault(known: Facts, given: Answers) -> Fault | None:
    if given["states"] == known["key"]:
        return None
    if given["states"] > known["key"]:
        first, second = known["first"], known["second"]
        twin, same = after(second, first), after(first, second)
        told = "Too many. The node {twin} has the same heap of {heap} as {same}: it counts once."
        return text(told, twin=twin, heap=known["heap"], same=same), twin
    return text("Too few. All heaps from {left} down to the empty one can come up.", left=known["left"]), None


@cache
def _edge_of_sight() -> Facts:
    name, moves, depth = str(HORIZON.game), HORIZON.moves, HORIZON.depth
    found = {method: facts.result(name, moves, method, depth) for method in ("alphabeta", "quiescence")}
    nodes = {f"{way}_nodes": facts.result("connect4", "", way, WAYS_DEPTH).counts.nodes for way in WAYS}
    bad = found["alphabeta"].move
    replies = facts.move_values(name, f"{moves}{bad}")
    game, state = facts.position(name, moves)
    side = game.to_move(state)
    return {
        "side": game.player_names[side],
        "other": game.player_names[side.other],
        "depth": depth,
        "bad": bad,
        "good": found["quiescence"].move,
        "replies": replies,
        "key": max(replies, key=lambda move: replies[move]),
        "ways_depth": WAYS_DEPTH,
        **nodes,
    }


def _edge_of_sight_fault(known: Facts, given: Answers) -> Fault | None:
    square, replies = given["square"], known["replies"]
    if square not in replies:
        taken = text("Square {square} is not free. Choose a square that is free.", square=f"{square:g}")
        return taken, after(known["bad"])
    if replies[square] == max(replies.values()):
        return None
    moves = f"{HORIZON.moves}{known['bad']}"
    line = facts.line_after(str(HORIZON.game), moves, int(square))
    words = facts.outcome_words(str(HORIZON.game), moves, replies[square])
    result = text("a draw") if words == "0" else words
    told = "After square {square} {side} answers {reply}: {result}. Look for two threats at once."
    side, node = known["side"], after(known["bad"], square)
    return text(told, square=f"{square:g}", side=side, reply=line[0], result=result), node


@cache
def _sooner_is_better() -> Facts:
    values = facts.move_values(str(WINS.game), WINS.moves)
    wins = {move: plies_to_end(value) for move, value in values.items() if value > 0}
    quick, slow = min(wins, key=lambda move: wins[move]), max(wins, key=lambda move: wins[move])
    game, state = facts.position(str(WINS.game), WINS.moves)
    slip = MUTANTS["window-unscaled"]
    trial = slip.trial(slip.tree)
    return {
        "side": game.player_names[game.to_move(state)],
        "step": text("{one}/{parts}", one=show(1), parts=round(1 / STEP)),
        "whole": show(1),
        "quick": quick,
        "quick_plies": wins[quick],
        "slow": slow,
        "key": wins[slow],
        "slow_line": facts.written((slow, *facts.line_after(str(WINS.game), WINS.moves, slow))),
        "factor": show(DECAY),
        "tree": slip.tree.text(),
        "wrong": show(trial.value),
        "right": show(trial.true_value),
    }


def _sooner_is_better_fault(known: Facts, given: Answers) -> Fault | None:
    if given["plies"] == known["key"]:
        return None
    line, slow = known["slow_line"], known["slow"]
    told = "If both play their best after square {square}, the line is {line}. Count all its plies."
    return text(told, square=slow, line=line), after(slow)


LESSONS = (
    Lesson(
        11,
        "once-is-enough",
        "Once is enough",
        HEAP,
        (
            "This is *Nim*. A heap of {left} matches is left, and a move takes {least} to {most}. Who takes the last "
            "match wins. First {first} and then {second} leaves the same heap as first {second} and then {first}. Such "
            "a meeting of lines is a *transposition*.",
            "A *transposition table* keeps the value of each state. When a state comes again, minimax reads the "
            "value and goes on: a *table hit*. States that mirror each other can share an entry. This is *symmetry*. "
            "With cuts some values are only bounds, and the table has to say which: see “A bound is no value”.",
            "In a game of Tic-Tac-Toe, minimax makes {plain} visits. With a table, and symmetric states as one, {memo} "
            "are left. Alpha-beta with a table and a good order needs {all}. The order is learnt on the way. A *killer "
            "move* made a cut at the same ply before. The *history* counts which moves made cuts at all. They are "
            "tried first.",
        ),
        Asked(
            "Minimax visits {nodes} states here. Only the size of the heap counts. How many different heaps are there? "
            "Count the full and the empty one, too.",
            (Field("states", "", "Different heaps"),),
            lambda known: {"states": known["key"]},
            _once_is_enough_fault,
            "Right: {key} heaps, and minimax visits {nodes} states for them.",
        ),
        _once_is_enough,
        book="transposition table, hash table, memoization, killer heuristic, history heuristic",
    ),
    Lesson(
        14,
        "edge-of-sight",
        "The edge of sight",
        HORIZON,
        (
            "A search sees nothing beyond its horizon. At depth {depth} it takes square {bad} here, and the game is "
            "lost. The *horizon effect* is worse. A side that sees a loss coming plays a sacrifice that only delays "
            "the loss. Now the loss lies beyond the horizon, and the search believes that it is averted. The side "
            "loses both.",
            "*Quiescence search* goes on where a side is about to win. It plays only the moves that are forced, until "
            "the board is *quiet*. Only then does it guess. With the same depth it takes square {good}, and holds.",
            "There are other ways to bend the horizon. *Singular extension* looks a ply deeper at a move that is far "
            "better than all others. *Late move reduction* looks a ply less deep at moves that come late. A *beam* "
            "keeps only the best few moves. In Connect Four at depth {ways_depth} alpha-beta visits "
            "{alphabeta_nodes} states, and these ways visit {singular_nodes}, {reduction_nodes} and "
            "{beam_nodes}. Reduction and the beam can miss the best move.",
        ),
        Asked(
            "{side} has taken square {bad}. Which square does {other} take to win?",
            (Field("square", "after {bad}", "Square"),),
            lambda known: {"square": known["key"]},
            _edge_of_sight_fault,
            "Right: two threats at once. {side} can stop only one of them.",
        ),
        _edge_of_sight,
        book="horizon effect, quiescence search, singular extension, late move reduction",
    ),
    Lesson(
        17,
        "sooner-is-better",
        "Sooner is better",
        WINS,
        (
            "If each win is worth the same, a search sees no need to hurry. It can put off a win again and again. So "
            "let a win lose a little with each ply. This is *decay*. A quick win is worth more, and a late loss is "
            "better than a quick one.",
            "Here a win loses {step} with each ply. {side} is to move. Square {quick} wins in {quick_plies} ply, so it "
            "is worth {whole} minus {step}. The steps are exact: a computer adds them without rounding.",
            "Some programs multiply by {factor} at each ply instead. Then alpha and beta have to be scaled, too, or "
            "the program cuts what matters. Most trees do not show this slip. One of the few is {tree}: a program that "
            "forgets to scale finds {wrong}, and {right} is right.",
        ),
        Asked(
            "Square {slow} wins as well, if both sides play their best after it. How many plies does that win take?",
            (Field("plies", "after {slow}", "Plies"),),
            lambda known: {"plies": known["key"]},
            _sooner_is_better_fault,
            "Right. The win by square {slow} is worth {whole} minus {key} steps, so the quick one is better.",
        ),
        _sooner_is_better,
        book="discount factor, depth penalty, mate distance",
    ),
)
