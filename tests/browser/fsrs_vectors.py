"""Writes the schedules of the reference for the tests: ``pip install fsrs && python -m tests.browser.fsrs_vectors``.

The file ``fsrs_vectors.json`` holds 200 histories. Each is a list of attempts: days since the attempt before, grade,
and what the reference then has: stability, difficulty and the days until the next attempt.
"""

import json
import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

FILE = Path(__file__).with_name("fsrs_vectors.json")


def main() -> None:
    from fsrs import Card, Rating, Scheduler

    scheduler, rng, histories = (
        Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False),
        random.Random(6),
        [],
    )
    for _ in range(200):
        card, today, history = Card(), datetime(2026, 1, 5, tzinfo=UTC), []
        for turn in range(rng.randint(3, 12)):
            wait = (card.due - today).days if turn else 0
            days = rng.choice((wait, wait, wait + rng.randint(0, 30), rng.randint(0, 3))) if turn else 0
            grade = rng.choice((1, 2, 3, 3, 3, 4))
            today += timedelta(days=days)
            card, _ = scheduler.review_card(card, Rating(grade), today)
            history.append([days, grade, card.stability, card.difficulty, (card.due - today).days])
        histories.append(history)
    FILE.write_text(json.dumps(histories, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
