/** Makes the state of a page: of a freshly opened one, and of a position for pages with a board of their own. Pure. */

/** @import { Boot, Digest, GameInfo, GameState, PageState, Tokens } from "./types.js" */

import { sideName } from "../words.js";

/**
 * Returns the state of a page on which nothing has happened.
 *
 * @param {GameInfo} info
 * @param {GameState} game
 * @param {PageState["engineView"]["readiness"]} readiness
 * @returns {PageState}
 */
const untouched = (info, game, readiness) => ({
  info,
  levels: [],
  ladder: {},
  climbed: null,
  helped: "",
  tokens: { seats: [null, null], table: null },
  game,
  pending: null,
  connection: { status: "online", reason: "", mayGoOn: false },
  people: { present: null, aim: null, waitChosen: false, pieRule: game.pie ?? false, clockReadAt: 0 },
  engineView: {
    readiness,
    wanted: false,
    visible: false,
    truth: false,
    ownLost: false,
    digests: [],
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
});

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
  const page = untouched(info, game, game.engine ?? { ready: boot.ready, stage: "" });
  const shown = sent !== null;
  return {
    ...page,
    levels: boot.levels,
    tokens,
    connection: { ...page.connection, status: "connecting" },
    engineView: { ...page.engineView, wanted: shown, visible: shown, digests: sent ? [sent] : [] },
  };
}

/**
 * Returns a page's state with a position.
 *
 * @param {object} shown
 * @param {GameInfo} shown.info the game
 * @param {[number, number, 0 | 1][]} shown.discs in the order of the moves
 * @param {number[]} shown.moves
 * @param {number[]} shown.legal the moves that are possible
 * @param {[number, number][]} shown.line the cells of a won game's line
 * @param {boolean} shown.open the person may move
 * @param {number | null} shown.aim
 * @param {number} shown.refusals how many moves were refused so far
 * @param {number | null} shown.refusedMove
 * @returns {PageState}
 */
export function boardPage({ info, discs, moves, legal, line, open, aim, refusals, refusedMove }) {
  const mover = /** @type {0 | 1} */ (discs.length % 2);
  const winner = /** @type {0 | 1} */ (1 - mover);
  const said = { text: "{winner} wins.", values: { winner: info.players[winner] } };
  const outcome = line.length ? { winner, line, words: "", said } : null;
  const kind = /** @type {"human" | "engine"} */ (open ? "human" : "engine");
  const readiness = { ready: true, stage: "" };
  const page = untouched(
    info,
    {
      game_id: null,
      version: 0,
      game: info.name,
      moves,
      ply: discs.length,
      to_move: outcome ? null : mover,
      legal: outcome ? [] : legal,
      outcome,
      seats: [{ kind }, { kind }],
      discs,
      text: "",
      notation: "",
      paused: false,
      pace: 0,
      can_undo: false,
      can_redo: false,
      move_words: {},
      engine: readiness,
      analysis: false,
      help: true,
      with_help: false,
      start: 0,
      score: [0, 0],
    },
    readiness,
  );
  return { ...page, ui: { ...page.ui, aim, refusals, refusedMove } };
}
