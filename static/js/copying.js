/** Copies links and texts. Loaded with the first copy. */

/** @import { Action } from "./model/state/state.js" */
/** @import { PageState } from "./model/types.js" */

import { copied } from "./view/clipboard.js";
import { positionAddress } from "./files.js";
import { digestShown } from "./model/select.js";
import { encodeThought } from "./model/thinking/thought.js";
import "./more_words.js";
import { t } from "./words.js";

/**
 * Copies a text; where the browser forbids copying, shows the text instead.
 * @param {(action: Action) => void} dispatch @param {string} text @param {string} done @param {string} [failed]
 */
export async function copy(dispatch, text, done, failed = text) {
  dispatch({ type: "notice", text: (await copied(text)) ? done : failed });
}

/** Copies a link to this position which opens with the engine's present opinion. @param {(action: Action) => void} dispatch @param {PageState} page */
export async function shareThought(dispatch, page) {
  const digest = digestShown(page);
  const link = location.origin + positionAddress(page.game) + (digest ? encodeThought(digest) : "");
  const failed = t("The link could not be copied: {link}", { link });
  await copy(dispatch, link, t("Link copied. It opens with these thoughts."), failed);
}
