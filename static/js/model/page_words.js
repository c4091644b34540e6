/** Writes every sentence of the page. All texts for eye and ear come from here, so both are the same. */

/** @import { Said } from "../words.js" */
/** @import { Claim, Told } from "./claim.js" */
/** @import { Answer, Digest, GameState, MoveView, PageState, Preview } from "./types.js" */

import { key, say, t, tn } from "../words.js";
import { area, lineWords, moveWords, runs } from "./board.js";
import { claiming, ofColumn, resultOf } from "./claim.js";
import { PROMISE, WELL_KNOWN } from "./facts.js";
import { answerLine, lastMoveLine, toldMove } from "./played.js";
import { roleWords } from "./people.js";
import {
  canOfferPie,
  digestShown,
  engineSeat,
  enginesOnly,
  engineTurn,
  freeSeat,
  isMine,
  isOwner,
  maySwap,
  mySeat,
  myTurn,
  nameOf,
  opponent,
  sharedScreen,
  sideOf,
  wouldClimb,
} from "./select.js";

/** Returns the line in large letters. @param {PageState} page */
export function headline(page) {
  const { outcome, to_move: seat } = page.game;
  if (outcome) return verdict(page);
  if (engineTurn(page)) {
    if (page.connection.status === "lost") return t("No connection.");
    const side = page.info.players[page.pending ? 1 - (seat ?? 0) : (seat ?? 0)] ?? "";
    return enginesOnly(page) ? t("{side} to move.", { side }) : t("{side} is thinking.", { side });
  }
  if (enginesOnly(page)) return page.game.game_id ? t("Paused.") : t("Two engines.");
  const mover = page.pending && seat !== null ? 1 - seat : seat;
  if (mover === null || comes(page)) return t("One moment.");
  const side = page.info.players[mover] ?? "";
  if (sharedScreen(page)) return t("{side}’s turn.", { side });
  if (page.game.seats[mover]?.kind === "engine")
    return page.game.ply ? t("{side} to move.", { side }) : t("{side} begins.", { side });
  if (isMine(page, /** @type {0 | 1} */ (mover))) return t("Your turn.");
  const { name, open } = page.game.seats[mover] ?? {};
  if (name) return t("{side}’s turn.", { side: name });
  return opponent(page) === mover && !open ? t("Your opponent’s turn.") : t("{side} to move.", { side });
}

/** Returns what is claimed of a game that is over. @param {PageState} page @returns {Claim[]} */
export function resultClaims({ game: { moves, outcome } }) {
  if (!outcome) return [];
  const { winner } = outcome;
  return [
    winner === null ? { moves: String(moves), result: "drawn" } : { moves: String(moves), side: winner, result: "won" },
  ];
}

/** Names the winner. @param {PageState} page */
function verdict(page) {
  const winner = page.game.outcome?.winner ?? null;
  if (winner === null) return t("A draw.");
  const mine = mySeat(page);
  const rival = page.game.seats[mine === 0 ? 1 : 0];
  const name = rival?.kind === "engine" ? page.levels.find(({ number }) => number === rival.level)?.name : rival?.name;
  if (mine === null || page.game.analysis) return t("{winner} wins.", { winner: nameOf(page, winner) });
  if (mine !== winner) return name ? t("{winner} wins this one.", { winner: name }) : t("You lose this one.");
  return name ? t("You beat {name}.", { name }) : t("You win.");
}

/**
 * Returns the line below the headline: a problem, the present state, or the last event.
 * @param {PageState} page @returns {Told & {tone: "refusal" | "info"}}
 */
export function subline(page) {
  if (page.connection.status === "lost") {
    const waiting = page.pending ? t("Reconnecting… Your move is kept.") : t("Reconnecting…");
    return { text: page.connection.reason || waiting, tone: "info", claims: [] };
  }
  if (page.ui.notice) return { ...page.ui.notice, claims: [] };
  const line = quietLine(page);
  return { ...(typeof line === "string" ? { text: line, claims: [] } : line), tone: "info" };
}

/** Returns the line below the headline while nothing is wrong. @param {PageState} page @returns {string | Told} */
function quietLine(page) {
  const { engineView } = page;
  const { game, info } = page;
  if (game.outcome) return { text: outcomeLine(page), claims: resultClaims(page) };
  if (engineView.pointed) return toldOf(engineView.pointed);
  if (page.ui.hintPending) return t("Looking for a good move…");
  if (page.ui.hint) return hintLine(page, page.ui.hint);
  if (engineView.preview) return previewWords(page, engineView.preview);
  if (engineView.whyNot) return toldOf(engineView.whyNot);
  if (engineView.memory && engineView.visible) {
    const ahead = engineView.memory;
    if (ahead === "part") return t("I know this position.");
    if (ahead === "end") return t("I know this position, to the end.");
    return tn(ahead, "I know this position, {n} move ahead.", "I know this position, {n} moves ahead.");
  }
  if (page.ui.slip) {
    const { aimed, landed, seat } = page.ui.slip;
    const slip = { side: sideOf(page, seat), aimed: moveWords(page, aimed), landed: moveWords(page, landed) };
    return info.gravity
      ? t("{side}’s disc slipped from {aimed} to {landed}.", slip)
      : t("{side}’s mark slipped from {aimed} to {landed}.", slip);
  }
  if (comes(page)) return "";
  if (freeSeat(page) !== null)
    return myTurn(page) ? t("Waiting for your friend. You can begin.") : t("Waiting for your friend.");
  if (maySwap(page)) {
    const side = sideOf(page, game.to_move ? 0 : 1);
    return game.start
      ? t("You may swap sides and play {side}. Or play on.", { side })
      : t("You may swap sides: {side}’s move is then yours. Or play on.", { side });
  }
  if (game.swapped && game.ply === (game.start || 1)) return swapWords(page);
  if (engineView.lastAnswer) return answerLine(page, engineView.lastAnswer);
  if (game.analysis && game.seats.every((seat) => seat.kind === "human")) return analysisLine(page);
  if (game.game_id === null || isAtStart(page)) return page.pending ? "" : beginLine(page);
  const last = toldMove(page);
  return last && isOwner(page) ? last : `${last} ${roleWords(page)}`.trim();
}

/** Tells whether this person is about to take the free seat, as whoever opens a link first does. @param {PageState} page */
const comes = (page) => freeSeat(page) !== null && [null, freeSeat(page)].includes(mySeat(page));

/** Tells whether the person is to move where a game against an engine began, as after a takeback: nobody has played. @param {PageState} page */
const isAtStart = (page) =>
  page.game.start > 0 && page.game.ply === page.game.start && engineSeat(page) !== null && myTurn(page);

/** @param {{words: string, claims: Claim[]}} asked @returns {Told} */
const toldOf = ({ words, claims }) => ({ text: words, claims });

/** Names the sides after a swap. @param {PageState} page */
function swapWords(page) {
  const mine = mySeat(page);
  const { players } = page.info;
  if (mine === null && page.game.start) return t("The sides are swapped.");
  if (mine !== null) return t("The sides are swapped: you play {side} now.", { side: players[mine] });
  return t("The sides are swapped: the person who began plays {side} now.", { side: players[1] });
}

/** Names the best move of a position under analysis. @param {PageState} page @returns {string | Told} */
function analysisLine(page) {
  const digest = page.engineView.visible ? digestShown(page) : null;
  const best = digest && bestOf(digest);
  if (!best) return page.engineView.visible ? t("Thinking about it…") : t("Play any move for either side.");
  const named = { move: moveWords(page, best.move) };
  const { low, high } = boundsOf(page.game, digest);
  if (low !== high && low <= 0) return t("{Move} looks best so far.", named);
  const { result, n } = low === high ? resultOf(best.words) : { result: /** @type {const} */ ("wins"), n: 0 };
  const claims = [ofColumn(page.game.moves, best.move, result, n)];
  if (low === high) claims.push(ofColumn(page.game.moves, best.move, "best"));
  return claiming(t(bestWords(result, n), { ...named, n }), ...claims);
}

/** Says the result of the best move. @param {string} result @param {number} n 0: not known */
function bestWords(result, n) {
  if (result === "loses") return key("{Move} loses in {n}: this lasts longest.");
  if (n) return key("{Move} wins in {n}.");
  return result === "wins" ? key("{Move} wins.") : key("{Move} draws.");
}

/**
 * Returns the best move as an engine sees the moves; among equals the one that the tree's bright path begins with.
 *
 * @param {Digest} digest
 * @returns {MoveView | null} null while nothing is known of any
 */
export function bestOf({ moves, expected }) {
  const top = Math.max(...moves.map(({ value }) => value));
  const best = moves.filter(({ value }) => value === top);
  return best.find(({ move }) => move === expected) ?? best[0] ?? null;
}

/**
 * Bounds the worth of a position by what is known of its moves: of a move that is missing nothing is known.
 *
 * @param {Pick<GameState, "legal">} game
 * @param {Pick<Digest, "moves">} digest of the position
 * @returns {{low: number, high: number}} score numbers; equal where the worth is known
 */
export function boundsOf({ legal }, { moves }) {
  const low = Math.max(...moves.map((view) => view.low));
  return { low, high: moves.length < legal.length ? Infinity : Math.max(...moves.map((view) => view.high)) };
}

/**
 * Tells a hint step by step: where, which, why.
 * @param {PageState} page @param {NonNullable<PageState["ui"]["hint"]>} hint @returns {string | Told}
 */
function hintLine(page, { move, why, lost, proven, step, claims }) {
  const named = { move: moveWords(page, move) };
  const { moves } = page.game;
  if (step === 1 && page.info.board) {
    const thirds = page.info.gravity ? LOOK_AT_COLUMNS : LOOK_AT_SQUARES;
    return thirds[area(page.info, move)]?.[wouldClimb(page) ? 1 : 0] ?? "";
  }
  const best = ofColumn(moves, move, "best");
  if (step <= 2 && page.info.board)
    return proven
      ? claiming(t("{Move}: press again for the reason.", named), best)
      : t("{Move} looks best so far: press again for the reason.", named);
  // A game without a board has no place to look at: its first step tells the move.
  const help = step === 1 && wouldClimb(page);
  const note = help ? ` ${t("With a hint this game does not count for the ladder.")}` : "";
  if (lost !== null)
    return claiming(
      t("{Move} lasts longest: it loses in {n}.", { ...named, n: lost }) + note,
      ofColumn(moves, move, "loses", lost),
      best,
    );
  return claiming((why || t("Try {move}.", named)) + note, ...claims);
}

/** Says for each third of the board where to look, and the same in a game that would count for the ladder. */
const LOOK_AT_COLUMNS = [
  [t("Look on the left, or press again."), t("Look on the left; with a hint this game does not count for the ladder.")],
  [
    t("Look in the middle, or press again."),
    t("Look in the middle; with a hint this game does not count for the ladder."),
  ],
  [
    t("Look on the right, or press again."),
    t("Look on the right; with a hint this game does not count for the ladder."),
  ],
];
const LOOK_AT_SQUARES = [
  [t("Look at the top, or press again."), t("Look at the top; with a hint this game does not count for the ladder.")],
  LOOK_AT_COLUMNS[1],
  [
    t("Look at the bottom, or press again."),
    t("Look at the bottom; with a hint this game does not count for the ladder."),
  ],
];

/** Tells how to begin, before the first move. @param {PageState} page */
function beginLine(page) {
  const { game, info } = page;
  if (game.outcome) return "";
  if (!myTurn(page)) return t("Press Start when you are ready.");
  if (game.ply && info.board)
    return info.gravity ? t("Choose a column to play on from here.") : t("Choose a square to play on from here.");
  const known = WELL_KNOWN.includes(info.name) && game.seats.some((seat) => seat.kind === "engine");
  const told = known ? t(PROMISE) : info.goal || t("Choose a move to begin.");
  if (page.people.pieRule && canOfferPie(page))
    return `${told} ${t("After the first move {side} may swap sides.", { side: info.players[1] })}`;
  return told;
}

/** Says how the game ended. @param {PageState} page */
function outcomeLine(page) {
  const { outcome } = page.game;
  if (!outcome) return "";
  const lines = runs(outcome.line, page.info.connect);
  if (lines.length) return lines.map((line) => inARow(line.length, lineWords(line, page.info))).join(" ");
  const [width, height] = page.info.connect ? (page.info.board ?? []) : [];
  if (outcome.winner === null && width && height && page.game.discs.length === width * height)
    return t("The board is full and nobody has a line.");
  if (!page.info.board && typeof outcome.said === "object" && outcome.said.text === "{winner} wins.")
    return lastMoveLine(page);
  if (typeof outcome.said !== "object") return say(outcome.said);
  const { text, values } = outcome.said;
  const [others, own] = BESIDE[text] ?? [text];
  const mine = mySeat(page);
  if (own && mine !== null && mine !== outcome.winner) return own;
  return say({ text: others, values: { ...values, loser: nameOf(page, outcome.winner === 0 ? 1 : 0) } });
}

/** Says whose act ended the game, to all others and to that person: the headline has named the winner. @type {Record<string, [string, string?]>} */
const BESIDE = {
  "{loser} resigns; {winner} wins.": [key("{loser} resigned."), t("You resigned.")],
  "{loser} has left; {winner} wins.": [key("{loser} has left.")],
  "{loser}’s time is up; {winner} wins.": [key("{loser}’s time is up."), t("Your time is up.")],
};

/** Says how many in a row the winner has, and where. @param {number} count @param {string} line */
function inARow(count, line) {
  const known = [
    t("Three in a row: {line}.", { line }),
    t("Four in a row: {line}.", { line }),
    t("Five in a row: {line}.", { line }),
  ];
  return known[count - 3] ?? t("More than five in a row: {line}.", { line });
}

/**
 * Names a level's move in this position, and the dangers beyond the level's sight.
 * @param {PageState} page @param {Preview} preview @returns {Told}
 */
function previewWords(page, { level, move, blind, glance, claims }) {
  const named = { level, move: moveWords(page, move) };
  const text = glance
    ? t("At a glance, level {level} would play {move}.", named)
    : t("Level {level} would play {move}.", named);
  return { text: `${text} ${blind}`.trim(), claims };
}

/** Returns the title of the browser's tab. @param {PageState} page @param {string} head the headline */
export function title(page, head) {
  const { outcome, game_id: id } = page.game;
  const mine = !outcome && myTurn(page) && id !== null && !sharedScreen(page);
  const state = mine ? t("Your turn") : id === null ? page.info.title : head.replace(/\.$/, "");
  return `${state} · Fourthought`;
}
