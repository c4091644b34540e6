/** Takes over what the server sends into the page's state. Pure. */

/** @import { Digest, EngineAnswer, GameEvent, GameState, PageState, Tokens } from "../types.js" */

import { updateKnowledge } from "./engine_knowledge.js";
import { t } from "../../words.js";
import { hasRoots, judgesMoves, looksAtEnd, mySeat, nameOf, opponent, wouldClimb } from "../select.js";

/**
 * Returns the page with some fields of one group replaced.
 *
 * @template {"connection" | "people" | "engineView" | "review" | "ui"} Group
 * @param {PageState} page @param {Group} group @param {Partial<PageState[Group]>} fields @returns {PageState}
 */
export const patch = (page, group, fields) => ({ ...page, [group]: { ...page[group], ...fields } });

/**
 * Shows the thinking where it is wanted and the engine may speak, and the truth in the review of a game.
 * @param {PageState} page @returns {PageState}
 */
export function showThinking(page) {
  const looked = looksAtEnd(page) && page.game.outcome !== null && judgesMoves(page.info);
  const visible = (page.engineView.wanted || looked) && page.game.help;
  if (visible === page.engineView.visible) return page;
  return patch(page, "engineView", visible || hasRoots(page) ? { visible } : { visible, digests: [] });
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
export function receiveState(page, state, event, rewound) {
  const same = state.game_id === page.game.game_id;
  if (same && state.version < page.game.version && !rewound) return page;
  // The same players stay the same object: most messages change none, and what shows players is then not drawn again.
  const seats = JSON.stringify(state.seats) === JSON.stringify(page.game.seats) ? page.game.seats : state.seats;
  const game = { ...state, seats };
  const readiness = state.engine ?? page.engineView.readiness;
  const takenBack = ["undone", "redone", "returned"].includes(event?.kind ?? "");
  if (same && state.version === page.game.version) {
    // After a silence the page asks for the state, which can come before the event that led there.
    const known = page.engineView.digests.find((digest) => digest.ply === state.ply);
    const memory = takenBack ? (known ? depthOf(known) : 0) : page.engineView.memory;
    return { ...patch(page, "engineView", { readiness, memory }), game };
  }
  // A local position that becomes a game of the server's goes on as it is: the move on its way stays on the board.
  const begun = page.game.game_id === null || same;
  const moved = !begun || state.moves.join() !== page.game.moves.join();
  const after = moved ? forgetPosition(page, state, event) : page;
  const { engineView } = after;
  const first = takenBack && wouldClimb(page);
  const text = first ? t("With a move taken back this game does not count for the ladder.") : refusalWords(page, event);
  return {
    ...after,
    ui: text || isNews(page.game, state) ? { ...after.ui, notice: text ? { text, tone: "info" } : null } : after.ui,
    game,
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

/** Tells whether a game is over now, or a question is asked: what was said before is then old. @param {GameState} before @param {GameState} now */
const isNews = (before, now) => (now.outcome && !before.outcome) || (now.asked && !before.asked);

/** Tells the person here that the other one does not agree; "" for all else. @param {PageState} page @param {GameEvent} [event] */
function refusalWords(page, event) {
  const asked = page.game.asked?.seat === mySeat(page) && event?.kind === "declined";
  return asked && event.seat === opponent(page) ? t("{side} said no.", { side: nameOf(page, event.seat) }) : "";
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
    helped: "",
    review: { ...page.review, opened: false, waits: false, ply: null, mistakes: 0, retry: null },
    // Another game begins without the truth: a look at it is help, and is asked for.
    engineView: goesOn ? cleared : { ...cleared, knowledge: [null, null], digests: [], truth: false },
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

/** Tells whether the new state only adds moves to the old one. @param {GameState} before @param {GameState} after */
function continues(before, after) {
  const { length } = before.moves;
  return (
    [after.game_id, null].includes(before.game_id) &&
    after.ply > 0 &&
    String(after.moves.slice(0, length)) === String(before.moves)
  );
}

/**
 * Returns how deep a position is known: "end" for to the end, "part" for no full depth, null for not at all.
 * @param {Digest} digest
 */
const depthOf = ({ solved, depth, tree }) =>
  solved ? /** @type {const} */ ("end") : depth || (tree > 1 ? /** @type {const} */ ("part") : null);

/** Takes over a digest of an engine's thoughts. @param {PageState} page @param {Digest} digest @returns {PageState} */
export function receiveDigest(page, digest) {
  const { engineView, game } = page;
  if (!(engineView.visible || hasRoots(page)) || digest.game_id !== game.game_id) return page;
  const others = engineView.digests.filter((old) => old.seat !== digest.seat);
  const before = engineView.digests.find((old) => old.seat === digest.seat && old.ply === digest.ply);
  // The branches are sent only when they have changed.
  const branches = digest.branches ?? before?.branches;
  const digests = [...others, branches ? { ...digest, branches } : digest];
  const takenBack = engineView.memory === 0 && digest.ply === game.moves.length;
  const memory = takenBack ? depthOf(digest) : engineView.memory;
  return patch(page, "engineView", { digests, memory, knowledge: updateKnowledge(page, digest) });
}

/**
 * Finds a disc beside its aim, in a game of chance.
 * @param {PageState} page @param {GameState} state @param {GameEvent} [event] @returns {PageState["ui"]["slip"]}
 */
function findSlip(page, state, event) {
  const last = state.discs.at(-1);
  const aimed = event?.move;
  if (!page.info.chance || !last || aimed === undefined || state.discs.length <= page.game.discs.length) return null;
  const landed = event?.lots?.at(-1) ?? aimed;
  return landed === aimed ? null : { aimed, landed, seat: last[2] };
}

/**
 * Returns the answers after an event: one more, or fewer where moves were taken back.
 * @param {EngineAnswer[]} answers @param {GameState} state @param {GameEvent} [event] @returns {EngineAnswer[]}
 */
function updateAnswers(answers, state, event) {
  const standing = answers.filter((answer) => answer.ply < state.ply && answer.ply !== event?.ply);
  if (!event?.answer || event.ply === undefined) return standing.length === answers.length ? answers : standing;
  const { expected, slip, better, proven } = event.answer;
  const reply = state.discs[event.ply - 1] && !event.lots?.length ? (state.moves[event.ply - 1] ?? null) : null;
  const { ply } = event;
  const answer = {
    ply,
    seat: event.seat ?? 0,
    move: event.move ?? 0,
    reply,
    expected,
    slip,
    better: better ?? null,
    proven,
  };
  return [...standing, answer];
}
