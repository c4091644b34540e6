/** Says what stands above the board of a page beside the table. */

/** @import { Told } from "../model/claim.js" */

import { textOf } from "../model/claim.js";
import { byId, setText, setTold } from "./dom.js";

/**
 * Writes the headline and the line below it, and has both read aloud.
 *
 * @param {string | Told} head
 * @param {string | Told} sub
 * @param {string} [more] read with them, and written elsewhere
 */
export function sayAbove(head, sub, more = "") {
  setTold(byId("head"), head);
  setTold(byId("sub"), sub);
  setText(byId("live"), `${textOf(head)} ${textOf(sub)} ${more}`.trim());
}
