"""Holds lessons 18 to 21: chance, an opponent who errs, thinking ahead, and programs with a slip."""

from functools import cache
from typing import Any

from engine.games import Game, Player
from engine.lab import exercises
from engine.lab.answer_keys.words import show
from engine.lab.exercises.exercise import Field, Option
from engine.lab.lessons import facts
from engine.lab.lessons.costly import PONDERED, stored
from engine.lab.lessons.lesson import Answers, Asked, Chosen, Facts, Fault, Figure, Lesson, after
from engine.lab.mutants import MUTANTS
from engine.lab.run.making import KEPT
from engine.lab.trees import parse
from engine.search.bias import err_share
from engine.search.expectiminimax import lots_of
from engine.search.parts.table import Table
from engine.search.parts.values import limits
from engine.text import listed, text

LOTS = "((5 8) {1/4: 6, 1/2: 1, 1/4: 7})"
DRAWS = Figure("bias", game="tictactoe", moves="214")
THINKING = Figure("all", game="tictactoe", moves="156", at="end")
PLAYED, UNEXPECTED = 2, 9
LEFT = Figure(KEPT, game="tictactoe", moves=f"{THINKING.moves}{PLAYED}", compare="all")
SLIPS = "(((-2 3) (5 12)) ((9 8) (-7 -3)))"


@cache
def _dice() -> Facts:
    tree = parse(LOTS)
    game = tree.game
    low, high = limits(game, game.to_move(game.initial()))
    sure, lots = tree.children[0]
    state = game.play(game.initial(), tree.places[lots].move)
    chances = [chance for _, chance in lots_of(game, state)]
    seen = [tree.places[leaf].value or 0.0 for leaf in tree.children[lots]]
    most = [
        sum(chance * value for chance, value in zip(chances[:count], seen, strict=False)) + sum(chances[count:]) * high
        for count in range(len(chances) + 1)
    ]
    alpha = facts.visits(LOTS, "star1")[tree.places[sure].name].value
    return {
        "lots": tree.places[lots].name,
        "sure": tree.places[sure].name,
        "low": show(low),
        "high": show(high),
        "alpha": show(alpha),
        "most": [show(value) for value in most],
        "count": len(chances),
        "key": next(count for count, value in enumerate(most) if value <= alpha),
    }


def _dice_fault(known: Facts, given: Answers) -> Fault | None:
    lots, key, node = given["lots"], known["key"], known["lots"]
    if lots == key:
        return None
    if not (0 <= lots <= known["count"] and lots == int(lots)):
        whole = "Enter a whole number from 0 to {most}: so many lots are below {node}."
        return text(whole, most=known["count"], node=node), node
    most = known["most"][int(lots)]
    if lots < key:
        not_yet = "Not yet. If all other lots bring {high}, {node} is worth {most}: more than {alpha}."
        return text(not_yet, high=known["high"], node=node, most=most, alpha=known["alpha"]), node
    earlier = "Earlier. After lot {lot} {node} can be worth {most} at most, and that is too little."
    return text(earlier, lot=key, node=node, most=known["most"][key]), node


@cache
def _other_may_err() -> Facts:
    name, moves = str(DRAWS.game), DRAWS.moves
    game, state = facts.position(name, moves)
    values = facts.move_values(name, moves)
    equal = sorted(move for move, value in values.items() if value == max(values.values()))
    shares = {move: err_share(game, game.play(state, move), None, Table()) for move in equal}
    replies = {move: len(game.moves(game.play(state, move))) for move in equal}
    sums = {move: _summed(game, game.play(state, move), game.to_move(state)) for move in equal}
    return {
        "one": show(1),
        "sums": listed([show(sums[move]) for move in equal]),
        "summed": max(sums, key=lambda move: sums[move]),
        "side": game.player_names[game.to_move(state)],
        "other": game.player_names[game.to_move(state).other],
        "equal": equal,
        "squares": listed([str(move) for move in equal]),
        "replies": replies,
        "losing": {move: round(shares[move] * replies[move]) for move in equal},
        "key": facts.result(name, moves, "bias").move,
    }


def _summed(game: Game[Any], state: Any, player: Player) -> int:
    """Returns the sum of the outcomes of all games from a state: 1 for a win of the player, -1 for a loss."""
    outcome = game.outcome(state)
    if outcome is not None:
        return (outcome.value(player) > 0) - (outcome.value(player) < 0)
    return sum(_summed(game, game.play(state, move), player) for move in game.moves(state))


def _other_may_err_fault(known: Facts, chosen: str) -> Fault:
    counts = [
        text(
            "after square {move} {losing} of {replies} answers lose",
            move=move,
            losing=known["losing"][move],
            replies=known["replies"][move],
        )
        for move in known["equal"]
    ]
    return text("Count the answers: {counts}.", counts=listed(counts)), after(int(chosen))


@cache
def _thinking_on_your_time() -> Facts:
    name, moves = str(THINKING.game), THINKING.moves
    game, state = facts.position(name, moves)
    expected = facts.thinking_ahead(name, f"{moves}{PLAYED}")
    other = facts.thinking_ahead(name, f"{moves}{UNEXPECTED}")
    numbers = stored()
    return {
        "own": game.player_names[game.to_move(state).other],
        "side": game.player_names[game.to_move(state)],
        "last": moves[-1],
        "played": PLAYED,
        "unexpected": UNEXPECTED,
        "moves": len(game.moves(game.play(state, PLAYED))),
        "other_kept": other["kept"],
        "other_afresh": other["afresh"],
        "c4_depth": PONDERED[1],
        "c4_kept": numbers["pondered kept"],
        "c4_afresh": numbers["pondered afresh"],
        **expected,
    }


def _thinking_fault(known: Facts, given: Answers) -> Fault | None:
    nodes, node = given["nodes"], after(known["played"])
    if nodes == known["kept"]:
        return None
    if nodes > known["kept"]:
        fewer = "Fewer. Each answer to square {played} is in the table: the search reads its value and looks no deeper."
        return text(fewer, played=known["played"]), None
    more = "More. The root counts, and so does each of the {moves} squares that {own} can take now."
    return text(more, moves=known["moves"], own=known["own"]), None if nodes < 1 else node


@cache
def _spot_the_bug() -> Facts:
    return {"count": len(MUTANTS)}


LESSONS = (
    Lesson(
        18,
        "dice",
        "Dice",
        Figure("star1", tree=LOTS),
        (
            "A lot decides at {lots}. Such a node is a *chance node*: nobody chooses there. It is worth the mean of "
            "what is below, and a likely lot counts for more. This mean is the *expected value*. Minimax with nodes "
            "for chance has a name of its own: it is called *expectiminimax*.",
            "Can there be cuts as well? Yes, for no leaf of this tree is below {low} or above {high}. So each lot is "
            "worth something between these, even before the search looks. The mean has bounds, too. Each lot brings "
            "them closer together.",
            "*Star1* stops when the bounds say enough: {lots} cannot beat what Max is sure of. *Star2* first looks at "
            "one move after each lot. Such a short look is a *probe*. It can be enough for a cut.",
        ),
        Asked(
            "Max is sure of {alpha} by {sure}. The lots of {lots} come from left to right. After how many lots is it "
            "clear that {lots} is not worth more?",
            (Field("lots", "{lots}", "Lots"),),
            lambda known: {"lots": known["key"]},
            _dice_fault,
            "Right. The rest cannot make up for it, and Star1 skips the rest.",
        ),
        _dice,
        book="chance node, expected value, EXPECTIMINIMAX, expectimax where nobody plays against Max",
    ),
    Lesson(
        19,
        "other-may-err",
        "The other may err",
        DRAWS,
        (
            "Minimax believes that the other side never errs. So one draw is as good as another. At a real table they "
            "are not the same. Some draws are easy to hold, and some are hard.",
            "Here {side} is to move. Only squares {squares} draw, and all others lose. Now count the answers of "
            "{other} after each of them. How many of the answers lose?",
            "This search first finds all moves of the best value. Among them it takes the move after which most "
            "answers lose. Nothing is risked: the value stays the same. A trap of this kind is a *swindle*. Some texts "
            "call such a rule *bias*. They add up the outcomes of all games below each of the equal moves, a win as "
            "{one} and a loss as minus {one}. Here the sums are {sums}, so their rule takes square {summed}.",
        ),
        Chosen(
            "After which of these moves is it hardest for {other} to find a good answer?",
            lambda known: tuple(Option(str(move), text("Square {move}", move=move)) for move in known["equal"]),
            lambda known: str(known["key"]),
            _other_may_err_fault,
            "Right. Most answers to it lose. The search takes it, too.",
        ),
        _other_may_err,
        book="bias, opponent model, trap, contempt",
    ),
    Lesson(
        20,
        "thinking-on-your-time",
        "Thinking on your time",
        THINKING,
        (
            "A program can think while the other side thinks. This is called *pondering*. Here {own} took square "
            "{last}, and {side} has not moved yet. The search does not know which move will come. So it looks at all "
            "of them, and visits {before} states.",
            "Now {side} takes square {played}. This branch is kept, with {branch} of the states. The other branches "
            "fall: {fallen} states are of no use any more. A search from nothing would visit {afresh} states now.",
            "Not all moves leave so little to do. After square {unexpected}, a search with the kept table visits "
            "{other_kept} states, not {other_afresh}. Some values there were only bounds, and it has to look again. In "
            "Connect Four, {c4_depth} plies deep, it was {c4_kept} states in place of {c4_afresh}.",
        ),
        Asked(
            "{side} takes square {played}. The value of each answer to it is in the table. How many states does the "
            "search with the kept table visit? Count the root, too.",
            (Field("nodes", "", "States"),),
            lambda known: {"nodes": known["kept"]},
            _thinking_fault,
            "Right: {kept} states, and {afresh} without the kept table. The move can be played at once.",
        ),
        _thinking_on_your_time,
        then=("See what is left", LEFT),
        book="pondering, permanent brain, thinking on the opponent’s time",
    ),
    Lesson(
        21,
        "spot-the-bug",
        "Spot the bug",
        Figure("twofold", tree=SLIPS),
        (
            "Lessons on minimax have printed programs with a slip. Some of them give a wrong value. One gives the "
            "right value on every tree, but it cuts nothing: it visits each node.",
            "You cannot see such a slip in the result. So compare. An *oracle* is a program that is slow, plain and "
            "right. Let both search many small trees. Then compare the value, the move, and the number of nodes.",
            "A program with a slip that is put in on purpose is a *mutant*. {count} of them are kept here. Good tests "
            "notice each of them. To show a slip, give a tree on which the mutant differs from the right program.",
        ),
        lambda _: exercises.make("bug", shape="tree:min-moves-alpha"),
        _spot_the_bug,
        practice="bug",
        book="test oracle, mutation testing, regression test",
    ),
)
