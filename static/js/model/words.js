/**
 * Writes every sentence of the page. All texts for eye and ear come from here, so both are the same.
 *
 * @typedef {import("./types.js").PageState} PageState
 * @typedef {import("./types.js").MoveView} MoveView
 * @typedef {import("./types.js").Answer} Answer
 */

import { areaWords, capital, lineWords, moveWords, runs } from "./board.js";
import { roleWords } from "./people.js";
import { digestShown, enginesOnly, engineTurn, freeSeat, isMine, isOwner, maySwap, mySeat, myTurn, sharedScreen } from "./select.js";

/** Tells a stranger the idea of the page; the server writes the same into the page (webapp/http/pages.py). */
const PROMISE = "The engine thinks while you think. Switch Thinking on to watch.";

/** Lists the games whose aim everybody knows; the server has the same list (webapp/http/pages.py). */
const WELL_KNOWN = ["connect4", "tictactoe"];

const NUMBERS = ["", "", "two", "three", "four", "five", "six", "seven"];

/** Names a move as briefly as possible. @param {PageState} page @param {number} move */
const moveShort = (page, move) => (page.info.board ? String(move) : moveWords(page, move));

/** Returns the line in large letters. @param {PageState} page */
export function headline(page) {
  const { outcome, to_move: seat } = page.game;
  if (outcome) return verdict(page);
  if (engineTurn(page)) {
    if (page.connection.status === "lost") return "No connection.";
    const mover = page.pending ? 1 - (seat ?? 0) : seat ?? 0;
    return enginesOnly(page) ? `${page.info.players[mover]} to move.` : `${page.info.players[mover]} is thinking.`;
  }
  if (enginesOnly(page)) return page.game.game_id ? "Paused." : "Two engines.";
  const mover = page.pending && seat !== null ? 1 - seat : seat;
  if (mover === null) return "One moment.";
  if (sharedScreen(page)) return `${page.info.players[mover]}’s turn.`;
  if (page.game.seats[mover]?.kind === "engine") return `${page.info.players[mover]} ${page.game.ply ? "to move" : "begins"}.`;
  return isMine(page, /** @type {0 | 1} */ (mover)) ? "Your turn." : `${page.info.players[mover]} to move.`;
}

/** Names the winner. @param {PageState} page */
function verdict(page) {
  const winner = page.game.outcome?.winner ?? null;
  if (winner === null) return "A draw.";
  const { seats } = page.tokens;
  const mine = seats[winner] !== null && seats[winner === 0 ? 1 : 0] === null;
  return mine ? "You win." : `${page.info.players[winner]} wins.`;
}

/**
 * Returns the line below the headline: a problem, the present state, or the last event.
 *
 * @param {PageState} page
 * @returns {{text: string, tone: "refusal" | "info"}}
 */
export function subline(page) {
  if (page.connection.status === "lost") {
    const kept = page.pending ? " Your move is kept." : "";
    return { text: page.connection.reason || `Reconnecting…${kept}`, tone: "info" };
  }
  if (page.ui.notice) return page.ui.notice;
  return { text: quietLine(page), tone: "info" };
}

/** Returns the line below the headline while nothing is wrong. @param {PageState} page */
function quietLine(page) {
  const { engineView } = page;
  const { game, info } = page;
  if (game.outcome) return outcomeLine(page);
  if (page.ui.hintPending) return "Looking for a good move…";
  if (page.ui.hint) return hintLine(page, page.ui.hint);
  if (engineView.preview) return previewWords(page, engineView.preview);
  if (engineView.whyNot) return engineView.whyNot.words;
  if (engineView.memory && engineView.visible) {
    return engineView.memory === "part" ? "I remember this position." : `I remember this position, ${aheadWords(engineView.memory)}.`;
  }
  if (page.ui.slip) {
    const { aimed, landed, seat } = page.ui.slip;
    return `${info.players[seat]}’s ${info.gravity ? "disc" : "mark"} slipped from ${moveWords(page, aimed)} to ${moveWords(page, landed)}.`;
  }
  if (!engineView.readiness.ready && game.seats.some((seat) => seat.kind === "engine")) {
    return "The engine is warming up; you can begin.";
  }
  if (freeSeat(page) !== null && mySeat(page) !== null) {
    return myTurn(page) ? "Waiting for your friend. You can begin." : "Waiting for your friend.";
  }
  if (maySwap(page)) return `Pie rule: swap sides to take ${info.players[0]}’s move as yours, or play on.`;
  if (game.swapped && game.ply === 1) return swapWords(page);
  if (engineView.lastAnswer) return answerLine(page, engineView.lastAnswer);
  if (game.analysis && game.seats.every((seat) => seat.kind === "human")) return analysisLine(page);
  if (game.game_id === null) return page.pending ? "" : beginLine(page);
  const [last, role] = [lastMoveLine(page), roleWords(page)];
  return !last ? role : isOwner(page) ? last : `${last} ${role}`;
}

/** Says how far a position was read: "12 moves ahead". @param {number | "end"} depth */
function aheadWords(depth) {
  return depth === "end" ? "to the end" : `${depth} ${depth === 1 ? "move" : "moves"} ahead`;
}

/** Names the sides after a swap. @param {PageState} page */
function swapWords(page) {
  const mine = mySeat(page);
  const { players } = page.info;
  if (mine !== null) return `The sides are swapped: you play ${players[mine]} now.`;
  return `The sides are swapped: the person who began plays ${players[1]} now.`;
}

/** Names the best move of a position under analysis. @param {PageState} page */
function analysisLine(page) {
  const digest = page.engineView.visible ? digestShown(page) : null;
  const best = digest && bestOf(digest.moves);
  if (!best) return page.engineView.visible ? "Thinking about it…" : "Play any move for either side.";
  if (best.proven) return `${capital(moveWords(page, best.move))} ${worth(best).join(" ").trim()}${best.value < 0 ? ": this lasts longest" : ""}.`;
  return `${capital(moveWords(page, best.move))} looks best so far.`;
}

/**
 * Returns the best of these moves.
 *
 * @param {MoveView[]} moves
 * @returns {MoveView | null} null while nothing is known of any
 */
export function bestOf(moves) {
  return moves.reduce((/** @type {MoveView | null} */ best, view) => (best && best.value >= view.value ? best : view), null);
}

/**
 * Tells a hint step by step: where, which, why.
 *
 * @param {PageState} page
 * @param {NonNullable<PageState["ui"]["hint"]>} hint
 */
function hintLine(page, { move, why, step }) {
  const where = page.info.board ? areaWords(page.info, move) : "";
  if (step === 1 && where) return `Look ${where}. Press again for the ${page.info.gravity ? "column" : "square"}.`;
  if (step <= 2 && where) return `${capital(moveWords(page, move))}. Press again for the reason.`;
  const lost = /loses in (\d+)/.exec(why);
  if (lost) return `${capital(moveWords(page, move))} lasts longest: it loses in ${lost[1]}.`;
  return why || `Try ${moveWords(page, move)}.`;
}

/** Tells how to begin, before the first move. @param {PageState} page */
function beginLine(page) {
  const { game, info } = page;
  if (game.outcome) return "";
  if (!myTurn(page)) return "Press Start when you are ready.";
  const where = !info.board ? "Choose a move" : info.gravity ? "Choose a column" : "Choose a square";
  if (game.ply && info.board) return `${where} to play on from here.`;
  if (!WELL_KNOWN.includes(info.name)) return `${info.goal} ${where} to begin.`;
  return game.seats.every((seat) => seat.kind === "human") ? `${where} to begin.` : `${where} to begin. ${PROMISE}`;
}

/** Says how the game ended. @param {PageState} page */
function outcomeLine(page) {
  const { outcome } = page.game;
  if (!outcome) return "";
  const line = runs(outcome.line, page.info.connect)[0];
  if (line) return `${capital(NUMBERS[line.length] ?? String(line.length))} in a row: ${lineWords(line, page.info)}.`;
  if (outcome.winner === null) return "The board is full and nobody has a line.";
  return /[.!]$/.test(outcome.words) ? outcome.words : `${outcome.words}.`;
}

/** Names the last move: "Red played column 4." @param {PageState} page */
export function lastMoveLine(page) {
  const { game, info } = page;
  const last = game.discs.at(-1);
  if (!last) return info.board ? "" : game.moves.length ? `The last move was ${moveWords(page, game.moves.at(-1) ?? 0)}.` : "";
  const [column, row, seat] = last;
  const place = info.gravity || !info.board ? column : (info.board[1] - row) * info.board[0] + column;
  return `${info.players[seat]} played ${moveWords(page, place)}.`;
}

/**
 * Tells the last move of an engine, and what the engine did while the other side thought: "Yellow played 3. While you
 * thought (6 s) I looked 14 moves ahead and prepared for 5. You played 4."
 *
 * @param {PageState} page
 * @param {Answer} answer
 */
function answerLine(page, answer) {
  const told = enginesOnly(page) || page.info.chance ? "" : foresight(page, answer);
  const last = told ? lastMoveLine(page).replace(/ (column|square) /, " ") : lastMoveLine(page);
  return [newSide(page), last, told].filter(Boolean).join(" ");
}

/** Names the person's side again where the other side began, as after a rematch. @param {PageState} page */
function newSide(page) {
  const mine = mySeat(page);
  return mine === 1 && page.game.discs.length === 1 ? `You play ${page.info.players[mine]}.` : "";
}

/** Tells what an engine did while the other side thought. @param {PageState} page @param {Answer} answer */
function foresight(page, { expected, depth, foreseen, share, waited }) {
  const { game, info } = page;
  const seat = game.to_move;
  const reply = game.moves.at(-2);
  if (seat === null || reply === undefined || game.seats[seat]?.kind === "engine") return "";
  const named = (/** @type {number} */ move) => (info.board ? String(move) : `“${moveWords(page, move)}”`);
  const mine = isMine(page, seat);
  const right = expected === reply;
  const played = right ? "" : ` ${mine ? "You" : info.players[seat]} played ${named(reply)}.`;
  const guess = expected === null ? "" : `${mine && right ? "your " : ""}${named(expected)}`;
  const looked = foreseen ? "looked to the end of the game" : depth > 1 ? `looked ${aheadWords(depth)}` : share > 0 ? "thought on" : "";
  if (!looked) {
    return guess && `${mine ? "I" : info.players[1 - seat]} expected ${guess}.${played}`;
  }
  const during = mine ? `While you thought${timeWords(waited)} I` : `While ${info.players[seat]} thought${timeWords(waited)}, ${info.players[1 - seat]}`;
  return guess ? `${during} ${looked} and prepared for ${guess}.${played}` : `${during} ${looked}.`;
}

/** Writes a time in brackets: " (6 s)"; "" for less than a second. @param {number} seconds */
function timeWords(seconds) {
  if (!(seconds >= 1)) return "";
  return seconds < 100 ? ` (${Math.round(seconds)} s)` : ` (${Math.round(seconds / 60)} min)`;
}

/**
 * Names a level's move in this position, and the dangers beyond the level's sight.
 *
 * @param {PageState} page
 * @param {import("./types.js").Preview} preview
 */
function previewWords(page, { level, move, blind }) {
  return `Level ${level} would play ${moveWords(page, move)}. ${blind}`.trim();
}

/**
 * Writes a move's worth in a few short words, for the narrow place below its column.
 *
 * @param {Pick<MoveView, "proven" | "words" | "value" | "depth">} view
 * @returns {[string, string, string]} such as ["wins", "in", "9"] or ["+.31", "depth", "12"]
 */
export function worth(view) {
  if (view.proven) {
    const result = view.words.split(" ")[0] || "draws";
    const moves = /\bin (\d+)/.exec(view.words)?.[1];
    return moves && result !== "draws" ? [result, "in", moves] : [result, "", ""];
  }
  if (view.words === "wins" || view.words === "loses") return [view.words, "", ""];
  const value = Math.max(-0.99, Math.min(0.99, view.value));
  const sign = value > 0.004 ? "+" : value < -0.004 ? "−" : "";
  const figure = `${sign}${Math.abs(value).toFixed(2).slice(1)}`;
  if (view.words.endsWith("draw")) return [figure, "", view.words.startsWith("at least") ? "≥ draw" : "≤ draw"];
  return view.depth ? [figure, "depth", String(view.depth)] : [figure, "", ""];
}

/** Returns the title of the browser's tab. @param {PageState} page */
export function title(page) {
  const { outcome, game_id: id } = page.game;
  if (!outcome && myTurn(page) && id !== null) {
    return sharedScreen(page) ? `${headline(page).slice(0, -1)} · Fourthought` : "Your turn · Fourthought";
  }
  return id === null ? `${page.info.title} · Fourthought` : `${headline(page).slice(0, -1)} · Fourthought`;
}

/** Says why a move cannot be made now; null for a possible move. @param {PageState} page @param {number} move */
export function objection(page, move) {
  const { outcome, to_move: seat, legal } = page.game;
  if (outcome) return "The game is over.";
  if (page.pending) return seat === null ? "One moment." : `It is ${page.info.players[seat === 0 ? 1 : 0]}’s turn.`;
  if (!isMine(page, seat)) {
    if (page.game.game_id === null) return "It is the engine’s move: press Start.";
    return seat === null ? "One moment." : `It is ${page.info.players[seat]}’s turn.`;
  }
  if (legal.includes(move)) return null;
  if (!page.info.board) return `${capital(moveWords(page, move))} is not possible now.`;
  const [width, height] = page.info.board;
  const last = page.info.gravity ? width : width * height;
  if (move < 1 || move > last) return `There is no ${page.info.gravity ? "column" : "square"} ${move}.`;
  return page.info.gravity ? `Column ${move} is full.` : `Square ${move} is taken.`;
}
