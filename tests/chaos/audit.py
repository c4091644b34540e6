"""Compares the moves and boards of pages with the database."""

from contextlib import closing
from dataclasses import dataclass

from tests.load.page import Page
from webapp.play.game import events as e
from webapp.play.game.fold import fold
from webapp.storage.database import Database
from webapp.storage.games import GameStore


@dataclass
class Tally:
    """Counts the moves compared. ``lost``, ``doubled`` and ``wrong`` must be 0."""

    acknowledged: int = 0
    unacknowledged: int = 0
    kept_anyway: int = 0
    lost: int = 0
    doubled: int = 0
    wrong: int = 0

    def __str__(self) -> str:
        """Returns the counts that matter in words."""
        return f"acknowledged {self.acknowledged}, lost {self.lost}, doubled {self.doubled}, wrong {self.wrong}"

    @property
    def faults(self) -> tuple[int, int, int]:
        """Returns the counts that must be 0."""
        return self.lost, self.doubled, self.wrong


def audit(pages: list[Page], url: str) -> Tally:
    """Compares every move sent, and the last board shown of every game, with the stored events."""
    tally = Tally()
    with closing(Database(url)) as database:
        for page in pages:
            _audit_page(page, GameStore(database), tally)
    return tally


def _audit_page(page: Page, store: GameStore, tally: Tally) -> None:
    record = page.record
    histories = {game_id: store.load(game_id) for game_id in {*record.boards}}
    for request_id, sent in record.sent.items():
        rows = [row for row in histories[sent.game_id] if row.request_id == request_id]
        right = [row for row in rows if isinstance(row.event, e.Moved) and row.event.move == sent.move]
        tally.doubled += len(rows) > 1
        tally.wrong += len(rows) != len(right)
        if request_id in record.acknowledged:
            tally.acknowledged += 1
            tally.lost += not any(row.version == record.acknowledged[request_id] for row in right)
        else:
            tally.unacknowledged += 1
            tally.kept_anyway += bool(rows)
    for game_id, (version, moves) in record.boards.items():
        state = fold(game_id, [row.event for row in histories[game_id][:version]])  # raises if it breaks a rule
        tally.wrong += (state.version, list(state.moves)) != (version, moves)
