/** Builds the addresses of files, tables and positions. */

/** @import { GameInfo, GameState } from "./model/types.js" */

import { isSite, root } from "./words.js";

/** Returns the address of a file of this release, whole, as a module knows no page. @param {string} name its path below static */
export const fileAddress = (name) =>
  new URL(`${document.documentElement.dataset.files}/${name}`, document.baseURI).href;

/** The path in front of a table's address; behind a # where one page stands for all tables. */
const front = isSite ? `${root}/#` : root;
/** Begins the ids of the games that this browser plays without a server. */
export const LOCAL = "here";

/** Tells whether a game is played in this browser, without a server. @param {string} id */
export const isLocal = (id) => id.startsWith(LOCAL);

/** Returns the address of an empty table. @param {GameInfo} info */
export const tableAddress = (info) => `${front}/${info.name === "connect4" ? "" : info.name}`;

/** Returns the address under which a position is analysed. @param {Pick<GameState, "game" | "notation">} position */
export const positionAddress = ({ game, notation }) => [`${front}/${game}`, ...(notation ? [notation] : [])].join("/");

/** Returns the address under which a position is played against a level. @param {Pick<GameState, "game" | "notation">} position @param {number} level */
export const againstAddress = (position, level) => `${positionAddress(position)}?against=${level}`;

/** Returns the address of a game. @param {string} id */
export const gameAddress = (id) =>
  isLocal(id) ? `${root}/${isSite ? "" : "offline"}#/game/${id}` : `${root}/game/${id}`;
