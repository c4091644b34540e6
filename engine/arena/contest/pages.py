"""Writes the pages of an arena: the table, and a certificate for each program. Each page is one file of HTML."""

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from engine.arena.contest.contest import Contest, Line
from engine.arena.contest.verdicts import Verdict, WorstMove, last_forfeit
from engine.games import Game, replay
from engine.games.pictures import svg_of
from engine.games.records import RESULTS, GameRecord
from engine.version import __version__

_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;"
    "color:#1b1b1b;background:#fff}table{border-collapse:collapse;width:100%}"
    "td,th{text-align:left;padding:.25rem .75rem .25rem 0;border-bottom:1px solid #ccc}"
    "code{overflow-wrap:anywhere}@media(prefers-color-scheme:dark){body{color:#eee;background:#1b1b1b}a{color:#9cf}}"
)


def write_pages(
    folder: Path, contest: Contest, verdicts: Mapping[str, Verdict], confinement: Sequence[str]
) -> list[Path]:
    """Writes ``index.html`` and one certificate for each program into a folder, and returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    lines, game = contest.table(), contest.plan.game
    rows = "".join(_row(place, line, verdicts.get(line.name)) for place, line in enumerate(lines, start=1))
    held = ", ".join(confinement) or "nothing"
    levels = ", ".join(contest.plan.level_names) or "no level"
    index = folder / "index.html"
    title = f"Arena: {game.title}"
    body = (
        f"<p>{len(contest.games)} games from paired openings. Ratings stand on the scale of the levels, where a random "
        f"mover has 0; {levels} played along. Confined here: {held}.</p>"
        "<table><tr><th>place<th>program<th>rating<th>won<th>drawn<th>lost<th>broken<th>kept<th>plies lost</tr>"
        f"{rows}</table>"
    )
    index.write_text(_page(title, body), encoding="utf-8")
    written = [index]
    for place, line in enumerate(lines, start=1):
        file = folder / f"{line.name}.html"
        file.write_text(certificate(contest, place, line, verdicts.get(line.name)), encoding="utf-8")
        written.append(file)
    return written


def certificate(contest: Contest, place: int, line: Line, verdict: Verdict | None) -> str:
    """Returns the certificate of one program as HTML."""
    game, games = contest.plan.game, contest.games_of(line.name)
    parts = [f"<p>Place {place} of {len(contest.plan.programs)} in {escape(game.title)}.</p>", "<table>"]
    facts = [("rating", rating_words(line)), ("games won, drawn, lost", f"{line.won}, {line.drawn}, {line.lost}")]
    facts.append(("games lost by an error", str(line.forfeits)))
    if line.forfeits:
        facts.append(("the last error", last_forfeit(line.name, games)))
    if verdict:
        kept = f"{100 * verdict.kept:.0f} % of {verdict.moves} judged moves keep the exact result"
        facts += [("exact play", kept), ("regret", f"{verdict.plies:.2f} plies lost a move, on average")]
    parts += [f"<tr><th>{escape(name)}<td>{escape(value)}</tr>" for name, value in facts]
    parts.append("</table>")
    if verdict and verdict.worst:
        parts.append(_worst(game, verdict.worst))
    parts.append("<h2>Games</h2><table><tr><th>first<th>second<th>result<th>moves</tr>")
    parts += [_game(game, record) for record in games]
    parts.append("</table>")
    return _page(f"{line.name}: certificate", "".join(parts))


def rating_words(line: Line) -> str:
    """Returns a rating with its interval, or a dash."""
    return f"{line.rating.points:.0f} ± {line.rating.margin:.0f}" if line.rating else "-"


def _worst(game: Game[Any], worst: WorstMove) -> str:
    before = worst.record.moves[: worst.ply]
    steps = "".join(f"<li>{escape(step)}</li>" for step in worst.steps)
    return (
        f"<h2>The worst move</h2>{svg_of(game, replay(game, before), before[-1] if before else None, 280)}"
        f"<p>Move {worst.ply + 1} was {escape(game.move_words(worst.move))}; {escape(game.move_words(worst.best))} was "
        f"best. The result was: {escape(worst.was)}. It became: {escape(worst.became)}. That costs {worst.plies} plies."
        f"</p><p>Why, after the move:</p><ol>{steps}</ol>"
    )


def _game(game: Game[Any], record: GameRecord) -> str:
    moves = f'<a href="/{game.name}/{record.position}"><code>{record.position}</code></a>'
    ended = f" {escape(record.forfeit)}" if record.forfeit else ""
    first, second = map(escape, record.players)
    return f"<tr><td>{first}<td>{second}<td>{RESULTS[record.winner]}{ended}<td>{moves}</tr>"


def _row(place: int, line: Line, verdict: Verdict | None) -> str:
    kept, plies = (f"{100 * verdict.kept:.0f} %", f"{verdict.plies:.2f}") if verdict else ("-", "-")
    name = escape(line.name)
    cells = (rating_words(line), line.won, line.drawn, line.lost, line.forfeits, kept, plies)
    columns = "".join(f"<td>{cell}" for cell in cells)
    return f'<tr><td>{place}<td><a href="{name}.html">{name}</a>{columns}</tr>'


def _page(title: str, body: str) -> str:
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title><style>{_STYLE}</style>'
        f'<meta name="viewport" content="width=device-width"><h1>{escape(title)}</h1>{body}'
        f"<p>Fourthought {__version__}</p></html>\n"
    )
