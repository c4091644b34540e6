"""Walks through all rooms, by day through every third page, and asks each how far one is, and what is next. The server
lists its pages, so none is forgotten."""

import json
import pkgutil
import re
import urllib.request

from playwright.sync_api import expect

from engine.lab import lessons
from tests.browser.conftest import OpenTable
from tests.profiles import is_long, more_at_night
from tests.server import TableServer
from webapp.http import rooms

_TRAIN = "Show the move"
_RATING = r"\d of 5 puzzles for a rating\."
SAYS = {
    "coach": (r"Three a day|1 of 3 done", r"The win takes \d+ moves\."),
    "coach/day": (_RATING, _TRAIN),
    "coach/train": (r"Puzzle 1 of 10\.", _TRAIN),
    "coach/clock": (r"No run yet\.", r"Next: 3 minutes\."),
    "coach/themes": (r"Course 1 of 11, 0 of 10 solved\.", "Begin"),
    "coach/zugzwang": (r"Page 1 of 6\. You know 0 questions of 149\.", "Next page"),
    "coach/zugzwang?page=questions": (r"You know 0 questions of 149\.", "Answer"),
    "coach/mistakes": (r"No mistakes yet\.", "Play a game"),
    "coach/days": (_RATING, r"One puzzle or one game makes today count\."),
    "coach/openings": (r"You have met 0 of 525 positions\. Today: 0 to repeat, 5 new\.", "Drill"),
    "coach/win": (r"Lesson 1 of 12 for today\.", r"Play column \d\."),
    "coach/win/race": ("", "Choose a file of cards"),
    "lab": (r"Lessons: 1 of 28 done", r"Go on with lesson 1\. The best of the worst"),
    "lab/essay": ("", "Step through a search, line by line"),
    "lab/program": (r"Programs: 0 of 8 written", "Next: plain minimax"),
    "lab/class": ("", "To the sheet"),
    "learn": (r"1 of 28 done", "Next: lesson 1"),
    "student": (r"It has 0\.", r"Next: let it play 100 games\."),
    "student/tictactoe": (r"It has 0\.", r"Next: let it play 100 games\."),
}
"""For each page, to one who has done a lesson: how far one is ("" where nothing is counted), and what is next."""
PARTS = {"coach/win/map", "coach/win/cards", "coach/win/play", "coach/win/proof"}
"""Views of the course, below the page that says both."""
ROOMS = {"arena", "coach", "course", "lab", "learn", "learnt", "openings", "student"}
_DONE = "dice"


@more_at_night
def test_every_room_says_how_far_one_is_and_what_is_next(open_table: OpenTable, server: TableServer) -> None:
    with urllib.request.urlopen(f"{server.url}/offline.json") as answer:
        pages = {*json.load(answer)["pages"]} - {"offline"}
    each = {f"lab/{lesson.slug}" for lesson in lessons.all_lessons()}
    assert pages - each - PARTS <= {*SAYS}
    assert {module.name for module in pkgutil.iter_modules(rooms.__path__)} == ROOMS
    page = open_table("/lab", wiped=True).page
    page.evaluate("(slug) => localStorage.setItem('fourthought.lab-lessons', slug)", _DONE)
    chosen = [("lab", SAYS["lab"]), *list(SAYS.items())[:: 1 if is_long() else 3]]
    for address, sentences in chosen:
        page.goto(f"{server.url}/{address}")
        for sentence in filter(None, sentences):
            expect(page.locator("main")).to_contain_text(re.compile(sentence))
    order = [lesson.slug for lesson in lessons.all_lessons()]
    for slug, after in ((order[0], order[1]), (order[-1], "program")):
        page.goto(f"{server.url}/lab/{slug}")
        leads = page.get_by_role("link", name=re.compile("^Next: "))
        expect(leads).to_have_attribute("href", f"/lab/{after}")
