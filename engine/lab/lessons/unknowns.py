"""Holds lessons 18 to 21 and 26: chance, an opponent who errs, thinking ahead, and programs with a slip."""

from engine.lab import exercises
from engine.lab.answer_keys.words import show
from engine.lab.exercises.exercise import Field, Option
from engine.lab.lessons.beginnings import BETS
from engine.lab.lessons.lesson import Answers, Asked, Chosen, Facts, Fault, Figure, Lesson, after
from engine.lab.run.making import KEPT
from engine.text import listed, text

LOTS = "((5 8) {1/4: 6, 1/2: 1, 1/4: 7})"
DRAWS = Figure("bias", game="tictactoe", moves="214")
THINKING = Figure("all", game="tictactoe", moves="156", at="end")
PLAYED, UNEXPECTED = 2, 9
LEFT = Figure(KEPT, game="tictactoe", moves=f"{THINKING.moves}{PLAYED}", compare="all")
SLIPS = "(((-2 3) (5 12)) ((9 8) (-7 -3)))"


def _dice_fault(known: Facts, given: Answers) -> Fault:
    lots, key, node = given["lots"], known["key"], known["lots"]
    if not (0 <= lots <= known["count"] and lots == int(lots)):
        whole = "Enter a whole number from 0 to {most}: so many lots are below {node}."
        return text(whole, most=known["count"], node=node), node
    most = known["most"][int(lots)]
    if lots < key:
        not_yet = "Not yet. If all other lots bring {high}, {node} is worth {most}: more than {alpha}."
        return text(not_yet, high=known["high"], node=node, most=most, alpha=known["alpha"]), node
    earlier = "Earlier. After lot {lot} {node} can be worth {most} at most, and that is too little."
    return text(earlier, lot=key, node=node, most=known["most"][key]), node


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


def _thinking_fault(known: Facts, given: Answers) -> Fault:
    nodes, node = given["nodes"], after(known["played"])
    if nodes > known["kept"]:
        fewer = "Fewer. Each answer to square {played} is in the table: the search reads its value and looks no deeper."
        return text(fewer, played=known["played"]), None
    more = "More. The root counts, and so does each of the {moves} squares that {own} can take now."
    return text(more, moves=known["moves"], own=known["own"]), None if nodes < 1 else node


def _bet_on_a_mistake_fault(known: Facts, given: Answers) -> Fault | None:
    for field in ("left", "right"):
        node = known[field]
        if given[field] == known["worst"][node]:
            worst = "{value} is the worst for Max. Now each answer is as likely as the others."
            return text(worst, value=show(given[field])), node
        if given[field] != known["key"][field]:
            mean = "Each answer at {node} is as likely as the others: take the mean of its leaves."
            return text(mean, node=node), node
    return None


LESSONS = (
    Lesson(18, "dice", Figure("star1", tree=LOTS), Asked(_dice_fault, Field("lots", "{lots}", "Lots"))),
    Lesson(
        19,
        "other-may-err",
        DRAWS,
        Chosen(
            lambda known: tuple(Option(str(move), text("Square {move}", move=move)) for move in known["equal"]),
            _other_may_err_fault,
        ),
    ),
    Lesson(
        20,
        "thinking-on-your-time",
        THINKING,
        Asked(_thinking_fault, Field("nodes", "", "States")),
        then=("See what is left", LEFT),
    ),
    Lesson(
        21,
        "spot-the-bug",
        Figure("twofold", tree=SLIPS),
        lambda *_: exercises.make("bug", shape="tree:min-moves-alpha"),
        own_practice="bug",
    ),
    Lesson(
        26,
        "bet-on-a-mistake",
        Figure("expectimax", tree=BETS, compare="minimax"),
        Asked(
            _bet_on_a_mistake_fault,
            Field("left", "{left}", "After the left move"),
            Field("right", "{right}", "After the right move"),
        ),
    ),
)
