/**
 * Writes the sentences of the page. All texts for eye and ear come from here, so both are the same.
 *
 * @typedef {import("./types.js").PageState} PageState
 * @typedef {import("./types.js").Answer} Answer
 */

import { areaWords, lineWords, runs } from "./board.js";
import { knowledgeWords } from "./engine_knowledge.js";
import { bestOf, worth } from "./evaluation.js";
import { capital, formatLarge, formatSeconds, moveShort, moveWords } from "./format.js";
import { digestShown, enginesOnly, engineTurn, freeSeat, isMine, maySwap, mySeat, myTurn, sharedScreen } from "./select.js";

/** Tells a stranger the idea of the page; the server writes the same into the page (webapp/http/pages.py). */
const PROMISE = "The engine thinks while you think. Switch Thinking on to watch.";

const NUMBERS = ["", "", "two", "three", "four", "five", "six", "seven"];

/** Returns the line in large letters. @param {PageState} page */
export function headline(page) {
  const { outcome, to_move: seat } = page.game;
  if (outcome) return verdict(page);
  if (engineTurn(page)) {
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
  if (page.connection.status === "lost") return { text: page.connection.reason || "Reconnecting…", tone: "info" };
  if (page.ui.notice) return page.ui.notice;
  return { text: quietLine(page), tone: "info" };
}

/** Returns the line below the headline while nothing is wrong. @param {PageState} page */
function quietLine(page) {
  const { game, info } = page;
  if (game.outcome) return outcomeLine(page);
  if (page.ui.hintPending) return "Looking for a good move…";
  if (page.ui.hint) return hintLine(page, page.ui.hint);
  if (page.engineView.whyNot) return page.engineView.whyNot.words;
  if (page.engineView.memory && page.engineView.visible) {
    return `I remember this position, ${aheadWords(page.engineView.memory)}.`;
  }
  if (page.ui.slip) {
    const { aimed, landed, seat } = page.ui.slip;
    return `${info.players[seat]}’s ${info.gravity ? "disc" : "mark"} slipped from ${moveWords(page, aimed)} to ${moveWords(page, landed)}.`;
  }
  if (!page.engineView.readiness.ready && game.seats.some((seat) => seat.kind === "engine")) {
    return "The engine is warming up; you can begin.";
  }
  if (freeSeat(page) !== null && mySeat(page) !== null) {
    return myTurn(page) ? "Waiting for your friend. You can begin." : "Waiting for your friend.";
  }
  if (maySwap(page)) return `Pie rule: swap sides to take ${info.players[0]}’s move as yours, or play on.`;
  if (game.swapped && game.ply === 1) return swapWords(page);
  if (page.engineView.visible && page.engineView.knowledge.some((knowledge) => knowledge?.since === game.ply)) return knowledgeWords(page);
  if (page.engineView.lastAnswer) return answerLine(page, page.engineView.lastAnswer);
  if (game.analysis && game.seats.every((seat) => seat.kind === "human")) return analysisLine(page);
  if (game.game_id === null) return beginLine(page);
  return lastMoveLine(page);
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
  if (!info.board) return `Choose a move to begin. ${PROMISE}`;
  const where = info.gravity ? "Choose a column" : "Choose a square";
  if (game.ply) return `${where} to play on from here.`;
  return game.seats.every((seat) => seat.kind === "human") ? `${where} to begin.` : `${where} to begin. ${PROMISE}`;
}

/** Says how the game ended. @param {PageState} page */
function outcomeLine(page) {
  const { outcome } = page.game;
  if (!outcome) return "";
  const line = runs(outcome.line, page.info.connect)[0];
  if (line) return `${capital(NUMBERS[line.length] ?? String(line.length))} in a row: ${lineWords(line)}.`;
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
 * Returns an engine's words after a move: one sentence, or with the thinking shown the whole account.
 *
 * @param {PageState} page
 * @param {Answer} answer
 */
export function answerLine(page, answer) {
  const reply = page.game.moves.at(-2);
  const guessed = answer.expected !== null && reply !== undefined && !page.info.chance;
  if (!page.engineView.visible) {
    if (!guessed || enginesOnly(page)) return lastMoveLine(page);
    const named = (/** @type {number} */ move) => (page.info.board ? String(move) : `“${moveWords(page, move)}”`);
    const [yours, expected] = [named(reply ?? 0), named(answer.expected ?? 0)];
    const said = answer.expected === reply ? `I expected your ${yours}` : `Your ${yours} surprised me: I expected ${expected}`;
    return `${lastMoveLine(page)} ${said}.`;
  }
  const parts = [];
  if (guessed) {
    parts.push(`expected ${moveWords(page, answer.expected ?? 0)}`);
    if (answer.expected !== reply) parts[0] += `, not ${moveShort(page, reply ?? 0)}`;
  }
  if (answer.foreseen || answer.depth > 1) parts.push(`read ${aheadWords(answer.foreseen ? "end" : answer.depth)}`);
  const first = parts.join("; ");
  const total = answer.share > 0 ? `kept ${Math.round(100 * answer.share)}\u00a0%, dropped ${formatLarge(answer.dropped)} positions` : "";
  const account = [first, total].filter(Boolean).join("; ");
  return `Answered in ${formatSeconds(answer.seconds)}${account && ": "}${account}.`;
}

/**
 * Names a level's move in this position, and the dangers beyond the level's sight.
 *
 * @param {PageState} page
 * @param {import("./types.js").Preview} preview
 */
export function previewWords(page, { level, move, words, blind }) {
  const whole = words.startsWith("Would"); // else the engine's thought was cut short, and the server's words say so
  return `${whole ? "L" : "After a short look, l"}evel ${level} would play ${moveWords(page, move)} here. ${blind}`.trim();
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
