"""Asks a student what makes its belief: the pattern, its part and the sum are counted here again from its file."""

import math
import re

from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import OpenTable
from tests.browser.student.test_student import learn

_SAID = re.compile(
    r"Column (\d): ([−+]?\d+)\. (?:After [\d ]+, as the rules force it\. )?"
    r"(?:Of (\d+) patterns the one in the ringed cells says most: ([−+][\d.]+) in a sum of ([−+][\d.]+)\."
    r"|The rules alone say so\.)"
)


def _number(text: str) -> float:
    return float(text.replace("−", "-"))


def test_a_belief_is_made_by_the_pattern_that_is_shown(open_table: OpenTable) -> None:
    table = open_table("/student", wiped=True)
    page = table.page
    beliefs = page.locator(".belief__number")
    expect(beliefs.nth(2)).to_have_text("0")  # the student is there
    beliefs.nth(2).press("Enter")
    expect(table.sub).to_have_text("Column 3: 0. No pattern says anything yet.")
    expect(page.locator(".layers__ring")).to_have_count(0)
    learn(page, 300)
    page.get_by_role("button", name="Play against it").press("Enter")
    for move in (1, 2):  # two columns: no answers of the student fill one of four cells
        table.click(move)
        expect(table.head).to_have_text("Your turn.")
    for at in range(5):
        number = beliefs.nth(at).inner_text()
        beliefs.nth(at).press("Enter")
        expect(table.sub).to_have_text(re.compile(rf"^Column {at + 1}: "))
        found = _SAID.fullmatch(table.sub.inner_text())
        assert found, table.sub.inner_text()
        assert found[2] == number
        expect(beliefs.nth(at)).to_have_attribute("aria-pressed", "true")
        if found[3] is None:
            continue
        part, total = _number(found[4]), _number(found[5])
        assert abs(math.tanh(total) * 100 - _number(found[2])) <= 1
        assert part
        expect(page.locator(".layers__ring")).to_have_count(7)
    assert violations(page) == []
    table.click(2)
    expect(page.locator(".layers__ring")).to_have_count(0)  # another position


def test_the_part_of_every_pattern_adds_up_and_none_says_more(modules: Page) -> None:
    found = modules.evaluate(
        """async () => {
        const { Student } = await import("/static/js/student/model/student.js");
        const { BOARDS } = await import("/static/js/student/model/student_position.js");
        const wrong = [];
        let seen = 0;
        for (const name of ["connect4-5x4", "tictactoe"]) {
          const student = new Student(BOARDS[name], 7, []);
          student.learn(300);
          for (const moves of [[], [1], [3, 3], [1, 5, 2], [2, 4, 1, 3]]) {
            for (const { move, value } of student.beliefs(moves)) {
              const { line, cells, part, sum, count } = student.reason(moves, move, null);
              if (!count) { if (Math.abs(value) !== 1 && value !== 0) wrong.push([moves, move]); continue; }
              seen += 1;
              if (Math.abs(Math.tanh(sum) - value) > 1e-6) wrong.push([moves, move, sum, value]);
              const { net, position } = student;
              const before = student.settled.slice();
              position.playAll([...moves, ...line]);
              net.look(position, net.index);
              const at = [...net.index];
              const sign = line.length % 2 ? -1 : 1;
              const parts = at.map((place) => sign * before[place]);
              if (Math.abs(part) < Math.max(...parts.map(Math.abs)) - 1e-12) wrong.push([moves, move, part]);
              const i = parts.indexOf(part);
              const own = net.cellsOf(i).map((cell) =>
                [Math.floor(cell / net.board.height) + 1, (cell % net.board.height) + 1]);
              if (String(own) !== String(cells)) wrong.push([moves, move, cells]);
            }
          }
        }
        return [wrong, seen > 40];
      }"""
    )
    assert found == [[], True]
