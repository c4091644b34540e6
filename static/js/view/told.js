/** Shows a sentence together with what it claims, as values. */

/** @import { Told } from "../model/claim.js" */

import { written } from "../model/claim.js";
import { set, setText } from "./dom.js";

/** Shows a sentence; an empty one keeps its line. @param {Element} element @param {string | Told} told */
export function setTold(element, told) {
  const { text, claims } = typeof told === "string" ? { text: told, claims: [] } : told;
  setText(element, text || "\u00a0");
  set(element, "data-claim", claims.length ? written(...claims) : null);
}
