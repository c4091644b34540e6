/**
 * Where things are found: a table, a position, a game.
 *
 * @typedef {import("./types.js").GameInfo} GameInfo
 * @typedef {import("./types.js").GameState} GameState
 */

/** An empty table. @param {GameInfo} info */
export const tableAddress = (info) => (info.name === "connect4" ? "/" : `/${info.name}`);

/** A position, to be analysed. @param {GameState} game */
export const positionAddress = ({ game, notation }) => `/${game}${notation ? `/${notation}` : ""}`;
