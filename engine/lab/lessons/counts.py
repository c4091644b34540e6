"""Says why an answer about a tree or a count is wrong, in a function for each lesson, by its name."""

from engine.lab.answer_keys.words import show
from engine.lab.exercises.exercise import Option
from engine.lab.lessons.lesson import Answers, Facts, Fault, after
from engine.text import text


def _play_it_safe(known: Facts, given: Answers) -> Fault | None:
    for field in ("left", "right"):
        node, value = known["nodes"][field], known["key"][field]
        if given[field] != value:
            least = "At {node} Min moves and gives as little as it can: {value}. You wrote {given}."
            return text(least, node=node, value=show(value), given=show(given[field])), node
    return None


def _how_many(known: Facts, given: Answers) -> Fault:
    plies, key, most = given["plies"], known["key"], known["plies"]
    if not (1 <= plies <= most and plies == int(plies)):
        return text("Enter a whole number of plies from 1 to {most}.", most=most), None
    if plies < key:
        not_yet = (
            "After {n} ply the tree holds {states} states: not yet more than a million.|"
            "After {n} plies the tree holds {states} states: not yet more than a million."
        )
        return text(not_yet, n=int(plies), states=sum(known["moves"] ** ply for ply in range(1, int(plies) + 1))), None
    return text(
        "The tree holds {states} states already after {plies} plies.", states=known["total_at"], plies=key
    ), None


def _little_memory(known: Facts, given: Answers) -> Fault:
    states, key, plies = given["states"], known["key"], known["plies"]
    if states > key:
        return text("Fewer. Only the open line counts, and the moves beside it. All else is forgotten."), None
    more = "More. The open line has {plies} states, and each has {moves} moves, all made at once."
    return text(more, plies=plies, moves=known["moves"]), None


def _one_function(known: Facts, given: Answers) -> Fault | None:
    for name, old in (("alpha", "beta"), ("beta", "alpha")):
        wanted = known["key"][name]
        if given[name] != wanted:
            turned = (
                "Min is to move at {node}, so the window turns round: the new {name} is minus the old {old}, "
                "and the old {old} is {bound}. You wrote {given}."
            )
            node = known["node"]
            return text(turned, node=node, name=name, old=old, bound=known[old], given=show(given[name])), node
    return None


def _once_is_enough(known: Facts, given: Answers) -> Fault:
    if given["states"] > known["key"]:
        first, second = known["first"], known["second"]
        twin, same = after(second, first), after(first, second)
        told = "Too many. The node {twin} has the same heap of {heap} as {same}: it counts once."
        return text(told, twin=twin, heap=known["heap"], same=same), twin
    return text("Too few. All heaps from {left} down to the empty one can come up.", left=known["left"]), None


def _deeper_and_deeper(known: Facts, given: Answers) -> Fault:
    if given["leaves"] >= known["last"]:
        return text("Fewer. The last iteration alone reaches {last} leaves.", last=known["last"]), None
    told = "Each iteration reaches {moves} times as many leaves as the one before. Add them up from {moves} on."
    return text(told, moves=known["moves"]), None


def _many_at_once(known: Facts, given: Answers) -> Fault | None:
    node, key = known["second"], known["key"]
    if given["single"] != key["single"]:
        told = "One thread knows {sure} by {first} when it enters {node}. Count its leaves again."
        return text(told, sure=known["sure"], first=known["first"], node=node), node
    if given["double"] != key["double"]:
        told = (
            "The second thread enters {node} before {first} is done. It does not know {sure} yet, so it cuts nothing."
        )
        return text(told, sure=known["sure"], first=known["first"], node=node), node
    return None


def _put_off(known: Facts, given: Answers) -> Fault:
    node = known["node"]
    if show(given["value"]) == known["guess"]:
        return text("That is the guess at {node}. Look at the leaves below it.", node=node), node
    told = "At {node} Max chooses, and below it Min. Take the values from the leaves up. You wrote {given}."
    return text(told, node=node, given=show(given["value"])), node


def _dice(known: Facts, given: Answers) -> Fault:
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


def _thinking_on_your_time(known: Facts, given: Answers) -> Fault:
    nodes, node = given["nodes"], after(known["played"])
    if nodes > known["kept"]:
        fewer = "Fewer. Each answer to square {played} is in the table: the search reads its value and looks no deeper."
        return text(fewer, played=known["played"]), None
    more = "More. The root counts, and so does each of the {moves} squares that {own} can take now."
    return text(more, moves=known["moves"], own=known["own"]), None if nodes < 1 else node


def _only_a_question(known: Facts, given: Answers) -> Fault:
    leaves, node = given["leaves"], known["node"]
    if leaves > known["key"]:
        told = "Fewer. The first leaf of {yes} is {leaf}, above {least}. That is a yes, and the rest cannot matter."
        return text(told, yes=known["yes"], leaf=known["leaf"], least=known["least"]), known["yes"]
    told = "More. At {node} Min moves: a yes at {yes} is not enough, so the search has to ask at {no} as well."
    return text(told, node=node, yes=known["yes"], no=known["no"]), known["no"]


def _play_at_random(known: Facts, given: Answers) -> Fault | None:
    mean, total = given["mean"], known["total"]
    if abs(mean - known["key"]) < 0.005:  # two decimals will do
        return None
    if abs(mean - total / known["count"]) < 0.005:
        return text("The new round is a visit, too. Divide by {n}.", n=known["all"]), None
    told = "Add the new result to the sum, which makes {total}. Then divide by the {n} visits."
    return text(told, total=total, n=known["all"]), None


def _prove_it(known: Facts, given: Answers) -> Fault | None:
    key = known["key"]
    if given["proof"] != key["proof"]:
        return text(
            "Min chooses here, so each move has to be proved. Add up the proof numbers {all}.", all=known["proofs"]
        ), None
    if given["disproof"] != key["disproof"]:
        told = "One move is enough for Min to disprove it. Take the least of the disproof numbers {all}."
        return text(told, all=known["disproofs"]), None
    return None


def _bet_on_a_mistake(known: Facts, given: Answers) -> Fault | None:
    for field in ("left", "right"):
        node = known[field]
        if given[field] == known["worst"][node]:
            worst = "{value} is the worst for Max. Now each answer is as likely as the others."
            return text(worst, value=show(given[field])), node
        if given[field] != known["key"][field]:
            mean = "Each answer at {node} is as likely as the others: take the mean of its leaves."
            return text(mean, node=node), node
    return None


def _from_the_end(known: Facts, given: Answers) -> Fault:
    if given["plies"] == known["longest"]:
        return text("The move itself is a ply, too."), None
    return text("A side that loses chooses the move after which it lasts longest. Then add the move itself."), None


def _more_than_two(known: Facts, given: Answers) -> Fault:
    told = "Player {n} moves at {node}, and can have {choices}. It takes the one with the greatest number in its place."
    return text(told, n=known["second"], node=known["asked"], choices=known["choices"]), known["asked"]


def _bound_is_no_value(known: Facts, chosen: str) -> Fault:
    last, value = known["last"], known["value"]
    if chosen == "exact":
        told = "The search left {last} after one leaf. The leaf that it skipped could be less than {value}."
        return text(told, last=last, value=value), last
    return text(
        "At {last} Min moves, and {value} is there to be taken. It is never more.", last=last, value=value
    ), last


def _bound_is_no_value_options(known: Facts) -> tuple[Option, ...]:
    value = known["value"]
    return (
        Option("exact", text("Exactly {value}", value=value)),
        Option("lower", text("{value} or more", value=value)),
        Option("upper", text("{value} or less", value=value)),
    )
