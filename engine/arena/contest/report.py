"""Writes the pages of an arena: the table, and a certificate for each program. Each page is one file of HTML."""

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from engine.games import Game, find, parse
from engine.games.formats.pictures import svg_of
from engine.games.formats.records import RESULTS, GameRecord
from engine.standings import Entrant, Standings, WorstMove
from engine.text import from_wire, text
from engine.version import __version__

_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;"
    "color:#1b1b1b;background:#fff}table{border-collapse:collapse;width:100%}"
    "td,th{text-align:left;padding:.25rem .75rem .25rem 0;border-bottom:1px solid #ccc}"
    "code{overflow-wrap:anywhere}@media(prefers-color-scheme:dark){body{color:#eee;background:#1b1b1b}a{color:#9cf}}"
)


def write_pages(folder: Path, standings: Standings, games: Sequence[GameRecord]) -> None:
    """Writes ``index.html`` and one certificate for each program into a folder."""
    game, entrants = find(standings.game), standings.entrants
    rows = "".join(_row(place, one) for place, one in enumerate(entrants, start=1))
    refused = ", ".join(standings.confined) or "nothing"
    levels = ", ".join(f"level {number}" for number, _ in standings.levels) or "no level"
    body = (
        f"<p>{text('{n} game|{n} games', n=standings.games)} from paired openings. "
        "Ratings stand on the scale of the levels, where a random mover has 0; "
        f"{levels} played along. Refused to the programs: {refused}.</p>"
        "<table><tr><th>place<th>program<th>rating<th>won<th>drawn<th>lost<th>broken<th>kept<th>plies lost</tr>"
        f"{rows}</table>"
    )
    (folder / "index.html").write_text(_page(f"Arena: {game.title}", body), encoding="utf-8")
    for place, one in enumerate(entrants, start=1):
        own = [record for record in games if one.name in record.players]
        page = certificate(game, f"Place {place} of {len(entrants)}", one, own)
        (folder / f"{one.name}.html").write_text(page, encoding="utf-8")


def certificate(game: Game[Any], place: str, one: Entrant, games: Sequence[GameRecord]) -> str:
    """Returns the certificate of one program with its games as HTML."""
    parts = [f"<p>{place} in {escape(game.title)}.</p>", "<table>"]
    facts = [("rating", one.rating_words), ("games won, drawn, lost", f"{one.won}, {one.drawn}, {one.lost}")]
    facts.append(("games lost by an error", str(one.broken)))
    if one.broken:
        facts.append(("the last error", one.error))
    if one.kept is not None:
        kept, plies = one.regret_words
        facts += [("exact play", f"{kept} of the judged moves, {one.judged} in all, keep the exact result")]
        facts += [("regret", f"{plies} plies lost a move, on average")]
    parts += [f"<tr><th>{escape(name)}<td>{escape(value)}</tr>" for name, value in facts]
    parts.append("</table>")
    if one.worst:
        parts.append(_worst(game, one.worst))
    parts.append("<h2>Games</h2><table><tr><th>first<th>second<th>result<th>moves</tr>")
    parts += [_game(game, record) for record in games]
    parts.append("</table>")
    return _page(f"{one.name}: certificate", "".join(parts))


def _worst(game: Game[Any], worst: WorstMove) -> str:
    moves, state = parse(game, worst.before)
    steps = "".join(
        f"<li>{escape(step)}</li>" for step in from_wire(worst.steps) or (f"Best play: {worst.play or 'none'}.",)
    )
    return (
        f"<h2>The worst move</h2>{svg_of(game, state, moves[-1] if moves else None, 280)}"
        f"<p>Move {len(moves) + 1} was {escape(game.move_words(worst.move))}; "
        f"{escape(game.move_words(worst.best))} was best. The result was: {escape(from_wire(worst.was))}. "
        f"It became: {escape(from_wire(worst.became))}. "
        f"{text('That costs {n} ply.|That costs {n} plies.', n=worst.plies)}"
        f"</p><p>Why, after the move:</p><ol>{steps}</ol>"
    )


def _game(game: Game[Any], record: GameRecord) -> str:
    moves = f'<a href="/{quote(game.name)}/{quote(record.position)}"><code>{escape(record.position)}</code></a>'
    ended = f" {escape(record.forfeit)}" if record.forfeit else ""
    first, second = map(escape, record.players)
    return f"<tr><td>{first}<td>{second}<td>{RESULTS[record.winner]}{ended}<td>{moves}</tr>"


def _row(place: int, one: Entrant) -> str:
    name, page = escape(one.name), f"./{quote(one.name)}.html"
    cells = (one.rating_words, one.won, one.drawn, one.lost, one.broken, *one.regret_words)
    columns = "".join(f"<td>{cell}" for cell in cells)
    return f'<tr><td>{place}<td><a href="{page}">{name}</a>{columns}</tr>'


def _page(title: str, body: str) -> str:
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title><style>{_STYLE}</style>'
        f'<meta name="viewport" content="width=device-width"><h1>{escape(title)}</h1>{body}'
        f"<p>Fourthought {__version__}</p></html>\n"
    )
