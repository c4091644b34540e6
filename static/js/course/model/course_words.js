/** Says what stands on the page of a course. */

/** @import { Told } from "../../model/claim.js" */
/** @import { Course } from "./course.js" */
/** @import { Progress } from "./course_progress.js" */
/** @import { Quiz, Verdict } from "./quiz.js" */

import { claiming, ofColumn } from "../../model/claim.js";
import { key, number, t, tn } from "../../words.js";
import { principle } from "../../model/proof/principle.js";
import { isNumbered, discsOf } from "./discs.js";
import { answerAfter, pointOf, promised, share } from "./course.js";
import { knownIn, metOn } from "./course_progress.js";

/** Says what each sign does, in the order in which they are looked for, and last what numbers do. */
const MARKS = [
  key("! urgent: fill it as soon as you can."),
  key("@ a pair: you get one of two cells, whichever the other side leaves."),
  key("A dot in an even row, a bar in an odd row: fill it once it can be filled."),
  key("+ next, where no mark so far names a cell."),
  key("= then this one."),
  key("− and this one last."),
  key("On a card with numbers: the smallest one, from 0 to 15."),
];

/** Says the rules of every card, then what stands on those of a course. @param {Course} course */
export const rulesOf = ({ cards }) => [
  key("If you can complete a four, do it. If the other side could, fill that cell."),
  key("Else look for a mark that exactly one of the cells you can fill bears, in this order:"),
  ...MARKS.slice(0, cards.some(isNumbered) ? MARKS.length : -1),
];

/** Says what a course is for. @param {Course} course @param {string} size */
export function claimWords({ side, wins }, size) {
  if (wins) return side ? t("{size}: the second player wins", { size }) : t("{size}: the first player wins", { size });
  return side
    ? t("{size}: the second player holds a draw", { size })
    : t("{size}: the first player holds a draw", { size });
}

/** Says the moves of a game. @param {number[]} moves */
export const movesWords = (moves) => (moves.length ? moves.join(" ") : t("the empty board"));

/** Lists the moves of the opening, then where the cards begin. @param {Course} course */
export function openingWords({ points }) {
  const line = (/** @type {number[]} */ moves, /** @type {string} */ answer) =>
    `${moves.length ? movesWords(moves) : t("The empty board")} → ${answer}`;
  const card = (/** @type {string} */ word) =>
    `${t("card {n}", { n: Number(word.slice(1)) })}${word.startsWith("m") ? ` ${t("in a mirror")}` : ""}`;
  return [
    ...points.filter(({ after }) => after.length).map(({ moves, word }) => line(moves, word)),
    ...points.filter(({ after }) => !after.length).map(({ moves, word }) => line(moves, card(word))),
  ];
}

/** Names a lesson. @param {Course} course @param {string} lesson */
export const lessonWords = (course, lesson) =>
  lesson.startsWith("c")
    ? t("Card {n}", { n: Number(lesson.slice(1)) })
    : t("The move after {moves}", { moves: movesWords(course.points[pointOf(course, lesson)]?.moves ?? []) });

/** Says from where a card plays on, and how often. @param {Course} course @param {number} card from 1 */
export function cardWords({ leaves, points }, card) {
  const { moves = [], word = "" } = points[leaves[card - 1] ?? 0] ?? {};
  const places = points.filter((one) => !one.after.length && one.word.slice(1) === word.slice(1)).length;
  return t("It plays on after {moves}. Positions that it serves: {places}.", { moves: movesWords(moves), places });
}

/** Says how many lessons of a changed sheet are kept; "" where all are. @param {number} n @param {number} all */
export const changedWords = (n, all) =>
  n < all
    ? t("The sheet of this board has changed: {n} of your {all} lessons are kept, the others are gone.", { n, all })
    : "";

/** The lessons of a day: who begins reads of these, not of all. */
const DAILY = 12;

/**
 * Says how much a person knows; before that, the next lesson of the day.
 *
 * @param {Course} course @param {Progress} progress @param {number} today
 * @param {number | null} [before] how many lessons of the other boards to begin with were met today; null: another board
 */
export function knowledge(course, progress, today, before = null) {
  const known = knownIn(progress);
  const met = metOn(progress, today) + (before ?? 0);
  const all = before === null ? Math.min(DAILY, course.lessons.length) : DAILY;
  if (!(share(course, known) > 0)) return t("Lesson {n} of {all} for today.", { n: Math.min(met + 1, all), all });
  const count = course.lessons.filter((name) => known.has(name)).length;
  const percent = (/** @type {"after" | "strongest"} */ replies) => {
    const part = 100 * share(course, known, replies);
    return part > 0 && part < 100 ? number(Math.min(part, 99.9), 1) : part; // 100 is said of all games alone
  };
  const values = { n: count, all: course.lessons.length, share: percent("after"), best: percent("strongest") };
  return course.wins
    ? t(
        "You know {n} of {all} lessons. You win {share}% of all games in which the other side never gives you a four, and {best}% of those against perfect resistance.",
        values,
      )
    : t(
        "You know {n} of {all} lessons. You hold {share}% of all games in which the other side never gives you a four, and {best}% of those against perfect resistance.",
        values,
      );
}

/**
 * Says how a game against the cards stands: a headline and more.
 *
 * @param {0 | 1 | null | undefined} winner undefined while the game goes on
 * @param {0 | 1} side the side that the cards play
 * @param {boolean} open the person is to move
 * @param {number} card the number of the card that says all moves from here on; 0: the opening goes on
 * @returns {[string, string]}
 */
export function sheetWords(winner, side, open, card) {
  if (winner === undefined)
    return [
      open ? t("Your turn.") : t("The other side is to move."),
      card
        ? t("Card {n} alone says every move of the sheet from here on. Its marks are on the board.", { n: card })
        : t("The sheet follows its opening."),
    ];
  return [
    winner === null ? t("A draw.") : winner === side ? t("The sheet wins.") : t("You win."),
    t("It has not looked ahead by a single move: all its moves are written down."),
  ];
}

/**
 * Says what to do in a lesson: a headline and more.
 * @param {Course} course
 * @param {Quiz} quiz
 * @param {number} answer the column
 * @returns {[string | Told, string | Told]}
 */
export function task(course, quiz, answer) {
  const card = quiz.lesson.startsWith("c");
  if (quiz.other !== null) return otherWords(course, quiz, answer, quiz.other);
  if (quiz.done) {
    const last = card
      ? proofWords(course, quiz)
      : claiming(reason(course, quiz.moves.slice(0, -1), quiz.moves.at(-1) ?? 0));
    return quiz.failed
      ? [t("That is it."), { ...last, text: `${last.text} ${t("It comes again in a moment.")}` }]
      : [t("Right."), last];
  }
  if (quiz.moves.length % 2 !== course.side) return [t("The other side replies."), ""];
  const why = reason(course, quiz.moves, answer);
  const shown = claiming(
    `${t("Play column {n}.", { n: answer })} ${why}`,
    ofColumn(quiz.moves, answer, promised(course)),
  );
  if (quiz.fresh) return [card ? t("A new card.") : t("A new move."), shown];
  return [
    t("Your turn."),
    quiz.shown
      ? shown
      : card
        ? t("Play on by card {n}.", { n: Number(quiz.lesson.slice(1)) })
        : t("What do you play here?"),
  ];
}

/**
 * Says why the sheet plays a column: what that does on the board, else what the mark says that names it.
 * @param {Course} course @param {number[]} moves @param {number} move
 */
function reason(course, moves, move) {
  const known = principle(course.info, discsOf(course.info, moves), move);
  if (known) return known.text;
  return t(MARKS[answerAfter(course, moves)?.sign ?? -1] ?? key("From there the cards answer every reply."));
}

/** Says that a card was checked from the position where its lesson begins. @param {Course} course @param {Quiz} quiz @returns {Told} */
function proofWords({ info, side, wins }, { moves, from }) {
  const me = info.players[side];
  return claiming(
    wins
      ? t("Every reply was played to the end: {me} wins.", { me })
      : t("Every reply was played to the end: {me} does not lose.", { me }),
    { moves: String(moves.slice(0, from)), side, result: wins ? "wins" : "least" },
  );
}

/**
 * Says what the exact search says of a column that is not the sheet's, and why the sheet prefers its own.
 *
 * @param {Course} course @param {Quiz} quiz @param {number} answer @param {number} n
 * @returns {[string | Told, string | Told]}
 */
function otherWords(course, { lesson, verdict, shown, moves }, answer, n) {
  const { info, side, wins } = course;
  const card = lesson.startsWith("c");
  const foe = info.players[side === 0 ? 1 : 0];
  const reply = verdict?.reply ?? 0;
  const again = shown ? t("Play column {n}.", { n: answer }) : t("Find the sheet’s move.");
  const told = shown ? [ofColumn(moves, answer, promised(course))] : [];
  const after = [...moves, n];
  const why = card
    ? t("The sheet prefers another move: one card then says every move to the end.")
    : t("The sheet prefers another move: from there its cards answer everything.");
  if (!verdict) return [t("Not the sheet’s move."), t("One moment: I look at it.")];
  switch (verdict.kind) {
    case "open":
      return [
        t("Not the sheet’s move."),
        claiming(`${t("What column {n} is worth is not worked out.", { n })} ${again}`, ...told),
      ];
    case "draws":
      return [
        claiming(t("Column {n} gives the win away.", { n }), ofColumn(moves, n, "draws")),
        reply
          ? claiming(
              t("{foe} answers {reply} and holds the draw. Try again.", { foe, reply }),
              ofColumn(after, reply, "least"),
            )
          : claiming(again, ...told),
      ];
    case "loses": {
      const won = verdict.n
        ? tn(verdict.n, "{foe} answers {reply} and wins at once.", "{foe} answers {reply} and wins in {n} moves.", {
            foe,
            reply,
          })
        : t("{foe} answers {reply} and wins.", { foe, reply });
      return [
        claiming(
          wins ? t("Column {n} gives the win away.", { n }) : t("Column {n} loses.", { n }),
          ofColumn(moves, n, "loses"),
        ),
        claiming(won, ofColumn(after, reply, "wins", verdict.n)),
      ];
    }
    default:
      return [
        claiming(
          goodWords(verdict.kind, wins, n),
          ofColumn(moves, n, wins || verdict.kind !== "same" ? "wins" : "least"),
        ),
        claiming(`${why} ${again}`, ...told),
      ];
  }
}

/** Says that a column keeps the result. @param {Verdict["kind"]} kind @param {boolean} wins @param {number} n */
function goodWords(kind, wins, n) {
  if (kind === "more") return t("Column {n} even wins.", { n });
  if (kind === "sooner") return t("Column {n} wins, too, even sooner.", { n });
  if (kind === "later") return t("Column {n} wins, too, but later.", { n });
  return wins ? t("Column {n} wins, too.", { n }) : t("Column {n} holds, too.", { n });
}
