/**
 * Writes every sentence of the page. All texts for eye and ear come from here, so both are the same.
 *
 * @typedef {import("./types.js").PageState} PageState
 * @typedef {import("./types.js").MoveView} MoveView
 * @typedef {import("./types.js").Answer} Answer
 */

import { areaWords, capital, lineWords, moveWords, runs } from "./board.js";
import { knowledgeWords } from "./engine_knowledge.js";
import { roleWords } from "./people.js";
import { digestShown, enginesOnly, engineTurn, freeSeat, isMine, isOwner, maySwap, mySeat, myTurn, sharedScreen } from "./select.js";

/** Tells a stranger the idea of the page; the server writes the same into the page (webapp/http/pages.py). */
const PROMISE = "The engine thinks while you think. Switch Thinking on to watch.";

/** @type {[number, string][]} */
const UNITS = [[1e12, "T"], [1e9, "B"], [1e6, "M"], [1e3, "K"]];

const NUMBERS = ["", "", "two", "three", "four", "five", "six", "seven"];

/**
 * Writes 12345 as "12,345". By hand: the first format of Intl takes longer than all other work of a move.
 *
 * @param {number} n
 */
export const formatCount = (n) => String(Math.round(n)).replace(/\B(?=(\d{3})+$)/g, ",");

/** Writes 1234567 as "1.2M". @param {number} n a count */
export function formatCompact(n) {
  const tenths = (/** @type {number} */ unit) => Math.round((10 * n) / unit) / 10;
  const [unit, sign] = UNITS.find(([size]) => tenths(size) >= 1) ?? [1, ""];
  return sign ? `${tenths(unit)}${sign}` : String(Math.round(n));
}

/** Names a move as briefly as possible. @param {PageState} page @param {number} move */
const moveShort = (page, move) => (page.info.board ? String(move) : moveWords(page, move));

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
  const { engineView } = page;
  const { game, info } = page;
  if (game.outcome) return outcomeLine(page);
  if (page.ui.hintPending) return "Looking for a good move…";
  if (page.ui.hint) return hintLine(page, page.ui.hint);
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
  if (engineView.visible && engineView.knowledge.some((knowledge) => knowledge?.since === game.ply)) return knowledgeWords(page);
  if (engineView.lastAnswer) return answerLine(page, engineView.lastAnswer);
  if (game.analysis && game.seats.every((seat) => seat.kind === "human")) return analysisLine(page);
  if (game.game_id === null) return beginLine(page);
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
function bestOf(moves) {
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

/** Writes 1234567 as "1.2 million". @param {number} n */
export function formatLarge(n) {
  if (n >= 999_500) return `${(n / 1e6).toFixed(n < 1e8 ? 1 : 0)} million`;
  return formatCount(n < 1000 ? n : Number(n.toPrecision(3)));
}

/** Writes the size of a falling branch: "−182,000". @param {number} n */
export function sizeWords(n) {
  if (n >= 999_500) return `−${(n / 1e6).toFixed(n < 1e7 ? 1 : 0)} M`;
  return n === 0 ? "" : `−${formatCount(Number(n.toPrecision(3)))}`;
}

/**
 * Returns the better side, for the bar: the value for the first side, and words; null while nothing is known.
 *
 * @param {PageState} page
 * @returns {{value: number, words: string, proven: boolean} | null}
 */
export function balance(page) {
  const { outcome, to_move: seat } = page.game;
  if (page.review.value) return judgement(page, page.review.value);
  if (outcome) {
    const winner = outcome.winner;
    if (winner === null) return { value: 0, words: "a draw", proven: true };
    return { value: winner === 0 ? 1 : -1, words: `${page.info.players[winner]} has won`, proven: true };
  }
  const digest = digestShown(page);
  const best = digest && bestOf(digest.moves);
  if (!best || seat === null || page.pending) return null;
  const sign = seat === 0 ? 1 : -1;
  const certain = /^(wins|loses|draws)/.test(best.words) && (best.proven || best.words === "wins" || digest.moves.every((view) => view.words.startsWith("loses")));
  if (!certain) return judgement(page, { value: best.value * sign, proven: false });
  if (best.words.startsWith("draws")) return { value: 0, words: "a draw, proven", proven: true };
  const wins = best.words.startsWith("wins");
  const winner = wins === (seat === 0) ? 0 : 1;
  const when = /\bin (\d+)/.exec(best.words)?.[0] ?? "";
  return { value: winner === 0 ? 1 : -1, words: `${page.info.players[winner]} wins ${when}`.trim(), proven: true };
}

/**
 * Puts a value into words.
 *
 * @param {PageState} page
 * @param {{value: number, proven: boolean}} judged for the first side
 */
function judgement(page, { value, proven }) {
  const ahead = page.info.players[value > 0 ? 0 : 1];
  if (proven) return { value, words: value === 0 ? "a draw, proven" : `${ahead} wins`, proven };
  const bounded = Math.max(-0.99, Math.min(0.99, value));
  if (Math.abs(bounded) < 0.005) return { value: 0, words: "even", proven };
  return { value: bounded, words: `${ahead} +${Math.abs(bounded).toFixed(2)}`, proven };
}

/** Describes a block of the tree in a sentence. @param {PageState} page @param {import("./tree.js").Block} block */
export function blockLabel(page, block) {
  const where = block.path.map((move) => moveWords(page, move)).join(", then ");
  if (block.certainty === "cut") return `${capital(where)}: not read, another reply is enough`;
  const said = worth({ ...block, proven: block.certainty === "proven", depth: block.depth || null }).join(" ").trim();
  return `${capital(where)}: ${said}${block.certainty === "open" ? "" : ", proven"}`;
}

/** Writes a time in seconds. @param {number} time seconds */
function formatSeconds(time) {
  if (time < 0.01) return "under 0.01 s";
  return `${time < 10 ? time.toFixed(2) : time.toFixed(0)} s`;
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

/**
 * Writes a move's worth as a sentence, for the spoken list.
 *
 * @param {PageState} page
 * @param {MoveView} view
 */
export function worthSentence(page, view) {
  const state = view.proven ? "proven" : "so far";
  return `${capital(moveWords(page, view.move))}: ${worth(view).join(" ").trim()}, ${state}.`;
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
