/** Runs the map: one walks from board to board, and reads what the course says there. */

/** @import { Page } from "./model/course.js" */

import { claiming, ofColumn } from "../model/claim.js";
import { answerAfter, lessonOf, nameOf, promised } from "./model/course.js";
import { knownIn } from "./model/course_progress.js";
import { capital, t } from "../words.js";
import { movesWords } from "./model/course_words.js";
import { loadProgress, onOtherTab } from "./net/course_store.js";
import { MapView } from "./view/map_view.js";
import { WalkPanel } from "./view/walk.js";

/** Begins the section. @param {Page} page */
export function begin({ course, say, stage, panel }) {
  let known = knownIn(loadProgress(course));
  const map = new MapView(course, go);
  const view = new WalkPanel(course, map, go);
  stage.append(map.element);
  panel.append(view.element);

  /** Walks to a point. @param {number} at */
  function go(at) {
    map.render(at, known);
    view.render(at, known);
    const point = course.points[at];
    if (!point) return say(t("The empty board"), t("Choose the first move of the other side."));
    const answer = answerAfter(course, point.moves)?.move ?? 0;
    const card = lessonOf(course, at);
    const name = nameOf(course, at);
    const named = name && t("The opening is called {name}.", { name });
    return say(
      claiming(
        point.after.length
          ? t("You play column {n}.", { n: answer })
          : t("Card {n} plays on, with column {move}.", { n: Number(card.slice(1)), move: answer }),
        ofColumn(point.moves, answer, promised(course)),
      ),
      [point.moves.length ? t("After {moves}.", { moves: movesWords(point.moves) }) : capital(movesWords([])), named]
        .filter(Boolean)
        .join(" "),
    );
  }

  onOtherTab(course.name, () => {
    known = knownIn(loadProgress(course));
    go(map.at);
  });
  go(map.begin);
}
