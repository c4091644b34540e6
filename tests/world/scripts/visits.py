"""Holds the visits of people: each script is one, from the first act to the last."""

from engine.games import all_games, find
from tests.world.cast.people import Person, secret

GAMES = ("connect4",) * 6 + tuple(all_games())
"""The games that people choose: each of all, and Connect Four most often."""


async def solo(person: Person, acts: int) -> None:
    """Plays against an engine, has the game reviewed, and plays a rematch."""
    chance = person.chance
    seat = chance.randrange(2)
    engine = {"kind": "engine", "level": chance.randint(1, 10)}
    seats = [{"kind": "human"}, engine] if seat == 0 else [engine, {"kind": "human"}]
    answer = await person.ask(
        "new_game", game=chance.choice(GAMES), seats=seats, request_id=person.number(), secret=secret(chance)
    )
    if not answer or not answer["ok"]:
        return
    person.at = game_id = answer["game_id"]
    person.world.say(f"{person.name} begins {game_id} against level {engine['level']}.")
    await person.play(game_id, [seat], acts)
    if chance.random() < 0.5:
        await person.ask("resign", game_id=game_id, request_id=person.number())
        await person.review(game_id)
    answer = await person.ask("rematch", game_id=game_id, request_id=person.number())
    if answer and answer["ok"] and answer.get("game_id"):
        other = answer["game_id"]
        if await person.join(other):
            await person.play(other, [1 - seat], acts // 2)


async def analyst(person: Person, acts: int) -> None:
    """Looks into a position, and has it reviewed."""
    game = find(person.chance.choice([name for name in GAMES if not find(name).has_chance]))
    state, moves = game.initial(), list[int]()
    while game.outcome(state) is None and len(moves) < 8 * acts:
        moves.append(person.chance.choice(list(game.moves(state))))
        state = game.play(state, moves[-1])
    seats = [{"kind": "human"}, {"kind": "human"}]
    answer = await person.ask(
        "new_game", game=game.name, seats=seats, moves=moves, analysis=True, request_id=person.number()
    )
    if answer and answer["ok"]:
        person.at = answer["game_id"]
        await person.ask("watch_thinking", again=False, game_id=person.at, on=True, tree=True, truth=True)
        await person.review(person.at)


async def seeker(person: Person, acts: int) -> None:
    """Looks for a stranger to play with."""
    token = secret(person.chance)
    person.wallet.add(token)
    clock = person.chance.choice(("any", "none", "3+2"))
    for _ in range(20):
        answer = await person.ask("find", game="connect4", token=token, clock=clock, name="")
        if answer and answer["ok"] and answer["found"]:
            person.found = answer["found"]
        if person.found or person.world.is_over:
            break
        await person.news(10.0)
    if person.found is None:
        await person.ask("stop_finding", again=False)
        return
    game_id, seat = person.found["game_id"], person.found["seat"]
    person.world.say(f"{person.name} has found a stranger in {game_id}.")
    person.keep_token(game_id, token)
    if await person.join(game_id):
        await person.play(game_id, [seat], acts)
        await person.ask("resign", game_id=game_id, request_id=person.number())


async def last(person: Person) -> None:
    """Begins a game with an engine, and stays."""
    seats = [{"kind": "human"}, {"kind": "engine", "level": 3}]
    await person.ask("new_game", game="connect4", seats=seats, request_id=person.number())


VISITS = {
    "solo": solo,
    "analyst": analyst,
    "seeker": seeker,
}
