/** Builds the addresses of tables and positions. */

/** @import { GameInfo, GameState } from "./types.js" */

import { root } from "../words.js";

/** Returns the address of an empty table. @param {GameInfo} info */
export const tableAddress = (info) => `${root}/${info.name === "connect4" ? "" : info.name}`;

/** Returns the address under which a position is analysed. @param {GameState} game */
export const positionAddress = ({ game, notation }) => [`${root}/${game}`, ...(notation ? [notation] : [])].join("/");

/** Returns the address of a game. @param {string} id */
export const gameAddress = (id) => `${root}/game/${id}`;
