/** Makes the state of a freshly opened page. Pure. */

/** @import { Boot, Digest, GameInfo, GameState, PageState, Tokens } from "./types.js" */

import { sideName } from "../words.js";

/**
 * Returns the state of a page on which nothing has happened.
 *
 * @param {GameInfo} info @param {GameState} game @param {PageState["engineView"]["readiness"]} readiness
 * @returns {PageState}
 */
export const untouched = (info, game, readiness) => ({
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
