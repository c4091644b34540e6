/** Builds the addresses of tables and positions. */

/** @import { GameInfo, GameState } from "./types.js" */

/** Returns the address of an empty table. @param {GameInfo} info */
export const tableAddress = (info) => (info.name === "connect4" ? "/" : `/${info.name}`);

/** Returns the address under which a position is analysed. @param {GameState} game */
export const positionAddress = ({ game, notation }) => [`/${game}`, ...(notation ? [notation] : [])].join("/");
