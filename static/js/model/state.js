/**
 * The page's one state and the one function that changes it. Pure: the same state and action give the same result.
 *
 * @typedef {import("./types.js").PageState} PageState
 * @typedef {import("./types.js").Boot} Boot
 * @typedef {import("./types.js").GameState} GameState
 * @typedef {import("./types.js").GameEvent} GameEvent
 * @typedef {import("./types.js").Digest} Digest
 * @typedef {import("./types.js").Tokens} Tokens
 * @typedef {import("./types.js").Seat} Seat
 *
 * @typedef {{type: "server", state: GameState, event?: GameEvent, rewound?: boolean, at?: number}
 *   | {type: "pending", move: number}
 *   | {type: "refused", text: string, move?: number}
 *   | {type: "noticed", text: string}
 *   | {type: "tokens", tokens: Tokens}
 *   | {type: "seats", seats: Seat[]}
 *   | {type: "connection", connection: PageState["connection"], away?: string}
 *   | {type: "engine", engine: import("./types.js").Readiness}
 *   | {type: "aim", move: number | null}
 *   | {type: "hinting"}
 *   | {type: "hint", move: number, why: string}
 *   | {type: "hint-more"}
 *   | {type: "sound", on: boolean}
 *   | {type: "watch", on: boolean}
 *   | {type: "review", review: import("./types.js").Review}
 *   | {type: "look", ply: number | null}
 *   | {type: "hold", on: boolean}
 *   | {type: "foretold", foretold: PageState["foretold"]}
 *   | {type: "said", said: import("./types.js").Said[]}
 *   | {type: "line", on: boolean}
 *   | {type: "why", why: PageState["why"]}
 *   | {type: "people", people: import("./types.js").People}
 *   | {type: "their_aim", aim: import("./types.js").TheirAim}
 *   | {type: "wait"}
 *   | {type: "pie", on: boolean}
 *   | {type: "thinking", digest: Digest}} Action
 */

import { landing } from "./board.js";
import { updateAnswers } from "./engine_answers.js";
import { updateKnowledge } from "./engine_knowledge.js";
import { decodeThought } from "./thought.js";

/** @type {Tokens} */
export const NO_TOKENS = { seats: [null, null], table: null };

/**
 * @param {Boot} boot what the server wrote into the page
 * @param {Tokens} tokens what this browser may do at this table
 * @param {string} [hash] the end of the address: a thought may have been sent with it
 * @returns {PageState}
 */
export function initialState(boot, tokens, hash = "") {
  const info = boot.games.find((game) => game.name === boot.game);
  if (!info) throw new Error(`the page knows no game called ${boot.game}`);
  const game = { ...boot.state, game_id: boot.game_id };
  const sent = decodeThought(hash, game);
  return {
    info,
    levels: boot.levels,
    game,
    pending: null,
    tokens,
    connection: "connecting",
    away: "",
    engine: game.engine ?? { ready: boot.ready, stage: "" },
    aim: null,
    notice: null,
    hint: null,
    hinting: false,
    answer: null,
    slipped: null,
    sound: false,
    watching: sent !== null,
    digests: sent ? [sent] : [],
    people: null,
    theirAim: null,
    waiting: false,
    pie: game.pie ?? false,
    clockAt: 0,
    review: null,
    better: null,
    judged: null,
    looking: null,
    knows: [null, null],
    foretold: null,
    said: [],
    remembered: null,
    held: false,
    lined: false,
    why: null,
    refused: 0,
    shaken: null,
  };
}

/**
 * @param {PageState} page
 * @param {Action} action
 * @returns {PageState}
 */
export function reduce(page, action) {
  switch (action.type) {
    case "server": {
      const after = receiveState(page, action.state, action.event, action.rewound);
      return after === page ? page : { ...after, clockAt: action.at ?? page.clockAt };
    }
    case "pending": {
      const { game, info } = page;
      const cell = info.chance ? null : landing(info, game.discs, action.move);
      /** @type {[number, number, import("./types.js").SeatNumber] | null} */
      const disc = cell && game.to_move !== null ? [cell[0], cell[1], game.to_move] : null;
      const pending = { move: action.move, ply: game.ply, disc };
      return { ...page, pending, notice: null, hint: null, why: null, slipped: null };
    }
    case "refused":
      return {
        ...page,
        pending: null,
        hinting: false,
        notice: { text: action.text, tone: "refusal" },
        refused: page.refused + 1,
        shaken: action.move ?? null,
      };
    case "noticed":
      return { ...page, notice: { text: action.text, tone: "info" } };
    case "tokens":
      return { ...page, tokens: action.tokens };
    case "seats":
      return { ...page, game: { ...page.game, seats: action.seats }, notice: null };
    case "connection":
      return {
        ...page,
        connection: action.connection,
        away: action.away ?? "",
        notice: page.connection === "lost" && action.connection === "online" ? null : page.notice,
      };
    case "engine":
      return { ...page, engine: action.engine };
    case "aim":
      if (page.aim === action.move) return page;
      return { ...page, aim: action.move, foretold: action.move === null ? page.foretold : null };
    case "hinting":
      return { ...page, hinting: true, hint: null, why: null, notice: null };
    case "hint":
      return { ...page, hinting: false, hint: { move: action.move, why: action.why, step: 1 } };
    case "hint-more":
      return page.hint ? { ...page, notice: null, hint: { ...page.hint, step: page.hint.step === 1 ? 2 : 3 } } : page;
    case "sound":
      return { ...page, sound: action.on };
    case "watch":
      return { ...page, watching: action.on, digests: action.on ? page.digests : [] };
    case "review":
      return action.review.game_id === page.game.game_id ? { ...page, review: action.review } : page;
    case "look":
      return lookAt(page, action.ply);
    case "foretold":
      return { ...page, foretold: action.foretold };
    case "said":
      return { ...page, said: action.said };
    case "hold":
      return { ...page, held: action.on };
    case "line":
      return { ...page, lined: action.on };
    case "why":
      return { ...page, why: action.why, notice: null, hint: null };
    case "people": {
      const gone = action.people.seats.some((person) => person?.offers.length);
      return { ...page, people: action.people, waiting: page.waiting && gone };
    }
    case "their_aim":
      return { ...page, theirAim: action.aim };
    case "wait":
      return { ...page, waiting: true };
    case "pie":
      return { ...page, pie: action.on };
    case "thinking":
      return receiveDigest(page, action.digest);
  }
}

/**
 * A state from the server. An older one of the same game is dropped, unless the server knows no newer one any more;
 * another game replaces everything.
 *
 * @param {PageState} page
 * @param {GameState} state
 * @param {GameEvent} [event]
 * @param {boolean} [rewound]
 * @returns {PageState}
 */
function receiveState(page, state, event, rewound) {
  const same = state.game_id === page.game.game_id;
  if (same && state.version < page.game.version && !rewound) return page;
  const engine = state.engine ?? page.engine;
  if (same && state.version === page.game.version) return { ...page, game: state, engine };
  // A local position that becomes a game of the server's goes on as it is: the move on its way stays on the board.
  const begun = page.game.game_id === null || same;
  const moved = !begun || state.moves.join() !== page.game.moves.join();
  const kept = moved ? null : page.pending;
  return {
    ...page,
    game: state,
    engine,
    tokens: same && !!state.swapped !== !!page.game.swapped ? swapTokens(page.tokens) : page.tokens,
    pie: state.pie ?? false,
    people: begun ? page.people : null,
    pending: kept,
    looking: moved ? null : page.looking,
    hint: moved ? null : page.hint,
    hinting: moved ? false : page.hinting,
    why: moved ? null : page.why,
    foretold: moved ? null : page.foretold,
    knows: moved && !continues(page.game, state) ? [null, null] : page.knows,
    said: same ? updateAnswers(page.said, state, event) : [],
    remembered: ["undone", "redone", "returned"].includes(event?.kind ?? "") ? 0 : moved ? null : page.remembered,
    notice: moved ? null : page.notice,
    answer: event?.answer ?? (moved ? null : page.answer),
    slipped: moved ? findSlip(page, state, event) : page.slipped,
    digests: moved && !continues(page.game, state) ? [] : page.digests,
  };
}

/** The people have changed sides: each token holds the other one. @param {Tokens} tokens @returns {Tokens} */
export const swapTokens = ({ seats, table }) => ({ seats: [seats[1] ?? null, seats[0] ?? null], table });

/**
 * Whether the new state only adds moves to the old one.
 *
 * @param {GameState} before
 * @param {GameState} after
 */
function continues(before, after) {
  return after.game_id === before.game_id && after.ply > 0 && before.moves.every((move, i) => after.moves[i] === move);
}

/**
 * In a game of chance, a disc that landed elsewhere than it was aimed.
 *
 * @param {PageState} page
 * @param {GameState} state
 * @param {GameEvent} [event]
 * @returns {PageState["slipped"]}
 */
function findSlip(page, state, event) {
  const last = state.discs.at(-1);
  const aimed = event?.move;
  if (!page.info.chance || !last || aimed === undefined || state.discs.length <= page.game.discs.length) return null;
  const landed = event?.lots?.at(-1) ?? aimed;
  return landed === aimed ? null : { aimed, landed, seat: last[2] };
}

/**
 * Looks at an earlier move; at the last one or beyond it is the game as it stands.
 *
 * @param {PageState} page
 * @param {number | null} ply
 * @returns {PageState}
 */
function lookAt(page, ply) {
  const there = ply === null || ply >= page.game.ply || !page.info.board ? null : Math.max(0, ply);
  return page.looking === there ? page : { ...page, looking: there, aim: null, notice: null };
}

/**
 * @param {PageState} page
 * @param {Digest} digest
 * @returns {PageState}
 */
function receiveDigest(page, digest) {
  if (!page.watching || digest.game_id !== page.game.game_id) return page;
  const others = page.digests.filter((known) => known.seat !== digest.seat);
  const before = page.digests.find((known) => known.seat === digest.seat && known.ply === digest.ply);
  // The branches are sent only when they have changed.
  const branches = digest.branches ?? before?.branches;
  const digests = [...others, branches ? { ...digest, branches } : digest];
  const back = page.remembered === 0 && digest.ply === page.game.moves.length;
  const remembered = digest.solved ? /** @type {const} */ ("end") : digest.depth || null;
  return { ...page, digests, knows: updateKnowledge(page, digest), remembered: back ? remembered : page.remembered };
}
