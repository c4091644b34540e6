/**
 * Holds the page's one state and the one function that changes it. Pure: the same state and action give the same
 * result.
 *
 * @typedef {{type: "server", state: GameState, event?: GameEvent, rewound?: boolean, at?: number}
 *   | {type: "pending", move: number}
 *   | {type: "refused", text: string, move?: number, unsent?: boolean}
 *   | {type: "premove", move: number | null}
 *   | {type: "notice", text: string}
 *   | {type: "tokens", tokens: Tokens}
 *   | {type: "seats", seats: Seat[]}
 *   | {type: "connection", status: PageState["connection"]["status"], reason?: string}
 *   | {type: "readiness", readiness: Readiness}
 *   | {type: "aim", move: number | null}
 *   | {type: "hint", move: number, why: string, lost: number | null}
 *   | {type: "hint-asked"} | {type: "hint-more"} | {type: "wait"} | {type: "turn-review"}
 *   | {type: "sound", on: boolean}
 *   | {type: "watch", on: boolean}
 *   | {type: "truth", on: boolean}
 *   | {type: "review", review: Review}
 *   | {type: "mistakes", gameId: string, count: number}
 *   | {type: "look", ply: number | null}
 *   | {type: "freeze", on: boolean}
 *   | {type: "preview", preview: Preview | null}
 *   | {type: "answers", answers: EngineAnswer[]}
 *   | {type: "show-line", on: boolean}
 *   | {type: "why-not", whyNot: WhyNot}
 *   | {type: "point", pointed: WhyNot | null}
 *   | {type: "people", people: People}
 *   | {type: "their-aim", aim: TheirAim}
 *   | {type: "resigning", on: boolean}
 *   | {type: "pie-rule", on: boolean}
 *   | {type: "ladder", ladder: Ladder, climbed: boolean, helped?: boolean}
 *   | {type: "retry", ply: number}
 *   | {type: "tried", move: number, right: boolean | null, said: string}
 *   | {type: "thinking", digest: Digest}
 *   | {type: "own-lost", text: string}} Action
 */

/** @import { Boot, Digest, EngineAnswer, GameEvent, GameState, Ladder, PageState, People } from "./types.js" */
/** @import { Preview, Readiness, Review, Seat, SeatNumber, TheirAim, Tokens, WhyNot } from "./types.js" */

import { sideName } from "../words.js";
import { landing } from "./board.js";
import { updateAnswers } from "./engine_answers.js";
import { updateKnowledge } from "./engine_knowledge.js";
import { findSlip } from "./slip.js";

/**
 * Returns the state of a freshly opened page.
 *
 * @param {Boot} boot the server's data in the page
 * @param {Tokens} tokens this browser's rights at this table
 * @param {Digest | null} [sent] the thought that came with the address
 * @returns {PageState}
 */
export function initialState(boot, tokens, sent = null) {
  const found = boot.games.find((game) => game.name === boot.game);
  if (!found) throw new Error(`the page knows no game called ${boot.game}`);
  const [first = "", second = ""] = found.players;
  const info = {
    ...found,
    connect: found.connect ?? 0,
    sides: found.players,
    players: /** @type {[string, string]} */ ([sideName(first), sideName(second)]),
  };
  const game = { ...boot.state, game_id: boot.game_id };
  return {
    info,
    levels: boot.levels,
    ladder: {},
    climbed: null,
    helped: false,
    tokens,
    game,
    pending: null,
    connection: { status: "connecting", reason: "" },
    people: { present: null, aim: null, waitChosen: false, pieRule: game.pie ?? false, clockReadAt: 0 },
    engineView: {
      readiness: game.engine ?? { ready: boot.ready, stage: "" },
      wanted: sent !== null,
      visible: sent !== null,
      truth: false,
      ownLost: false,
      digests: sent ? [sent] : [],
      frozen: false,
      lineShown: false,
      preview: null,
      whyNot: null,
      pointed: null,
      lastAnswer: null,
      answers: [],
      knowledge: [null, null],
      memory: null,
    },
    review: { result: null, opened: false, ply: null, betterMove: null, value: null, mistakes: 0, retry: null },
    ui: {
      aim: null,
      hint: null,
      hintPending: false,
      resigning: false,
      slip: null,
      notice: null,
      premove: null,
      refusals: 0,
      refusedMove: null,
      sound: false,
    },
  };
}

/**
 * Returns the page with some fields of one group replaced.
 *
 * @template {"connection" | "people" | "engineView" | "review" | "ui"} Group
 * @param {PageState} page
 * @param {Group} group
 * @param {Partial<PageState[Group]>} fields
 * @returns {PageState}
 */
const patch = (page, group, fields) => ({ ...page, [group]: { ...page[group], ...fields } });

/**
 * Returns the state after an action.
 *
 * @param {PageState} page
 * @param {Action} action
 * @returns {PageState}
 */
export function reduce(page, action) {
  switch (action.type) {
    case "server": {
      const after = showThinking(receiveState(page, action.state, action.event, action.rewound));
      return after === page ? page : patch(after, "people", { clockReadAt: action.at ?? page.people.clockReadAt });
    }
    case "pending":
      return showPending(page, action.move);
    case "refused": {
      const notice = { text: action.text, tone: /** @type {const} */ ("refusal") };
      const refusals = page.ui.refusals + 1;
      const after = patch(page, "ui", { hintPending: false, notice, refusals, refusedMove: action.move ?? null });
      // The refusal of a move that was sent takes its disc away; a disc on its way lies through all other refusals.
      return action.move === undefined || action.unsent ? after : { ...after, pending: null };
    }
    case "premove":
      return patch(page, "ui", { premove: action.move, notice: null });
    case "notice":
      return patch(page, "ui", { notice: { text: action.text, tone: "info" } });
    case "tokens":
      return { ...page, tokens: action.tokens };
    case "seats":
      return { ...patch(page, "ui", { notice: null }), game: { ...page.game, seats: action.seats } };
    case "connection": {
      const back = page.connection.status === "lost" && action.status === "online";
      const after = patch(page, "connection", { status: action.status, reason: action.reason ?? "" });
      return back ? patch(after, "ui", { notice: null }) : after;
    }
    case "readiness":
      return patch(page, "engineView", { readiness: action.readiness });
    case "aim": {
      if (page.ui.aim === action.move) return page;
      const after = patch(page, "ui", { aim: action.move });
      return action.move === null ? after : patch(after, "engineView", { preview: null });
    }
    case "hint-asked":
      return patch(patch(page, "ui", { hintPending: true, hint: null, notice: null }), "engineView", { whyNot: null });
    case "hint":
      return patch(page, "ui", {
        hintPending: false,
        hint: { move: action.move, why: action.why, lost: action.lost, step: 1 },
      });
    case "hint-more": {
      const { hint } = page.ui;
      return hint ? patch(page, "ui", { notice: null, hint: { ...hint, step: hint.step === 1 ? 2 : 3 } }) : page;
    }
    case "sound":
      return patch(page, "ui", { sound: action.on });
    case "watch":
      return showThinking(patch(page, "engineView", { wanted: action.on }));
    case "truth":
      return patch(patch(page, "engineView", { truth: action.on, whyNot: null }), "ui", { notice: null });
    case "review":
      return action.review.game_id === page.game.game_id ? patch(page, "review", { result: action.review }) : page;
    case "mistakes":
      return action.gameId === page.game.game_id ? patch(page, "review", { mistakes: action.count }) : page;
    case "turn-review":
      return patch(page, "review", { opened: !page.review.opened, ply: null, retry: null });
    case "retry":
      return patch(lookAt(page, action.ply), "review", {
        retry: { ply: action.ply, move: null, right: null, said: "" },
      });
    case "tried": {
      const { retry } = page.review;
      const { move, right, said } = action;
      return retry ? patch(page, "review", { retry: { ...retry, move, right, said } }) : page;
    }
    case "look":
      return lookAt(page, action.ply);
    case "preview":
      return patch(page, "engineView", { preview: action.preview });
    case "answers":
      return patch(page, "engineView", { answers: action.answers });
    case "freeze":
      return patch(page, "engineView", { frozen: action.on });
    case "show-line":
      return patch(page, "engineView", { lineShown: action.on, whyNot: null });
    case "why-not":
      return patch(patch(page, "engineView", { whyNot: action.whyNot, pointed: null }), "ui", {
        notice: null,
        hint: null,
      });
    case "point":
      return patch(page, "engineView", { pointed: action.pointed });
    case "people": {
      const absent = action.people.seats.some((person) => person?.offers.length);
      return patch(page, "people", { present: action.people, waitChosen: page.people.waitChosen && absent });
    }
    case "their-aim":
      return patch(page, "people", { aim: action.aim });
    case "wait":
      return patch(page, "people", { waitChosen: true });
    case "resigning":
      return patch(page, "ui", { resigning: action.on });
    case "pie-rule":
      return patch(page, "people", { pieRule: action.on });
    case "ladder": {
      const level = page.game.seats.find(({ kind }) => kind === "engine")?.level ?? null;
      return { ...page, ladder: action.ladder, climbed: action.climbed ? level : null, helped: Boolean(action.helped) };
    }
    case "own-lost":
      return patch(patch(page, "engineView", { ownLost: true }), "ui", { notice: { text: action.text, tone: "info" } });
    case "thinking":
      return receiveDigest(page, action.digest);
  }
}

/** Shows the thinking where it is wanted and the engine may speak. @param {PageState} page @returns {PageState} */
function showThinking(page) {
  const visible = page.engineView.wanted && page.game.help;
  if (visible === page.engineView.visible) return page;
  return patch(page, "engineView", visible ? { visible } : { visible, digests: [] });
}

/**
 * Puts a move on the board before the server has confirmed the move.
 *
 * @param {PageState} page
 * @param {number} move
 * @returns {PageState}
 */
function showPending(page, move) {
  const { game, info } = page;
  const cell = info.chance ? null : landing(info, game.discs, move);
  /** @type {[number, number, SeatNumber] | null} */
  const disc = cell && game.to_move !== null ? [cell[0], cell[1], game.to_move] : null;
  const after = patch(patch(page, "ui", { notice: null, hint: null, slip: null }), "engineView", {
    whyNot: null,
    pointed: null,
  });
  return { ...after, pending: { move, ply: game.ply, disc } };
}

/**
 * Takes over a state from the server. An older state of the same game is dropped, unless the server has lost the newer
 * one; another game replaces everything.
 *
 * @param {PageState} page the page before
 * @param {GameState} state the state from the server
 * @param {GameEvent} [event] the event that led to the state
 * @param {boolean} [rewound] whether the server has lost the newer state
 * @returns {PageState}
 */
function receiveState(page, state, event, rewound) {
  const same = state.game_id === page.game.game_id;
  if (same && state.version < page.game.version && !rewound) return page;
  const readiness = state.engine ?? page.engineView.readiness;
  const takenBack = ["undone", "redone", "returned"].includes(event?.kind ?? "");
  if (same && state.version === page.game.version) {
    // After a silence the page asks for the state, which can come before the event that led there.
    const known = page.engineView.digests.find((digest) => digest.ply === state.ply);
    const memory = takenBack ? (known ? depthOf(known) : 0) : page.engineView.memory;
    return { ...patch(page, "engineView", { readiness, memory }), game: state };
  }
  // A local position that becomes a game of the server's goes on as it is: the move on its way stays on the board.
  const begun = page.game.game_id === null || same;
  const moved = !begun || state.moves.join() !== page.game.moves.join();
  const after = moved ? forgetPosition(page, state, event) : page;
  const { engineView } = after;
  return {
    ...after,
    game: state,
    tokens: same && !!state.swapped !== !!page.game.swapped ? swapTokens(page.tokens) : page.tokens,
    people: { ...after.people, pieRule: state.pie ?? false, present: begun ? page.people.present : null },
    engineView: {
      ...engineView,
      readiness,
      answers: same ? updateAnswers(page.engineView.answers, state, event) : [],
      memory: takenBack ? 0 : engineView.memory,
      lastAnswer: event?.answer ?? engineView.lastAnswer,
    },
  };
}

/**
 * Clears all words and pictures of the position before the moves changed.
 *
 * @param {PageState} page
 * @param {GameState} state the new state
 * @param {GameEvent} [event]
 * @returns {PageState}
 */
function forgetPosition(page, state, event) {
  const { engineView } = page;
  const goesOn = continues(page.game, state);
  const cleared = { ...engineView, whyNot: null, pointed: null, preview: null, lastAnswer: null, memory: null };
  return {
    ...page,
    pending: null,
    climbed: null,
    helped: false,
    review: { ...page.review, opened: false, ply: null, mistakes: 0, retry: null },
    engineView: goesOn ? cleared : { ...cleared, knowledge: [null, null], digests: [] },
    ui: {
      ...page.ui,
      hint: null,
      hintPending: false,
      resigning: false,
      notice: null,
      premove: goesOn ? page.ui.premove : null,
      slip: findSlip(page, state, event),
    },
  };
}

/** Exchanges the tokens of the two seats, as the people have changed sides. @param {Tokens} tokens @returns {Tokens} */
export const swapTokens = ({ seats, table }) => ({ seats: [seats[1] ?? null, seats[0] ?? null], table });

/**
 * Tells whether the new state only adds moves to the old one.
 *
 * @param {GameState} before
 * @param {GameState} after
 */
function continues(before, after) {
  return (
    [after.game_id, null].includes(before.game_id) &&
    after.ply > 0 &&
    before.moves.every((move, i) => after.moves[i] === move)
  );
}

/**
 * Shows an earlier move; the last move or null shows the game as it stands.
 *
 * @param {PageState} page
 * @param {number | null} ply
 * @returns {PageState}
 */
function lookAt(page, ply) {
  const shown = ply === null || ply >= page.game.ply || !page.info.board ? null : Math.max(0, ply);
  if (page.review.ply === shown) return page;
  const opened = page.review.opened || (shown !== null && page.game.outcome !== null);
  return patch(patch(page, "review", { ply: shown, opened, retry: null }), "ui", { aim: null, notice: null });
}

/**
 * Returns how deep a position is known: "end" for to the end, "part" for no full depth, null for not at all.
 * @param {Digest} digest
 */
const depthOf = ({ solved, depth, tree }) =>
  solved ? /** @type {const} */ ("end") : depth || (tree > 1 ? /** @type {const} */ ("part") : null);

/**
 * Takes over a digest of an engine's thoughts.
 *
 * @param {PageState} page
 * @param {Digest} digest
 * @returns {PageState}
 */
function receiveDigest(page, digest) {
  const { engineView, game } = page;
  if (!engineView.visible || digest.game_id !== game.game_id) return page;
  const others = engineView.digests.filter((old) => old.seat !== digest.seat);
  const before = engineView.digests.find((old) => old.seat === digest.seat && old.ply === digest.ply);
  // The branches are sent only when they have changed.
  const branches = digest.branches ?? before?.branches;
  const digests = [...others, branches ? { ...digest, branches } : digest];
  const takenBack = engineView.memory === 0 && digest.ply === game.moves.length;
  const memory = takenBack ? depthOf(digest) : engineView.memory;
  return patch(page, "engineView", { digests, memory, knowledge: updateKnowledge(page, digest) });
}
