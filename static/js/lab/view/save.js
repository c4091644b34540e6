/** Offers the tree as a file: as a picture of this step, or as the server writes the run. Loaded when first opened. */

/** @import { Place } from "../model/address.js" */

import { button, el } from "../../view/dom.js";
import { t } from "../../words.js";
import "../more_words.js";
import { inLanguage } from "../model/address.js";

/** @type {[string, string][]} */
const FORMATS = [
  ["tex", "LaTeX"],
  ["text", t("Text")],
  ["csv", "CSV"],
];

/** Makes the buttons. @param {{fingerprint: string, place: Place, tree: any}} lab */
export function saveButtons(lab) {
  const made = FORMATS.map(([format, name]) =>
    button(name, () => {
      const { tree, game, moves, algorithm, depth, weights } = lab.place;
      const query = new URLSearchParams({
        ...(tree !== null ? { tree } : { game: game ?? "", moves, ...(weights ? { weights } : {}) }),
        algorithm,
        ...(depth === null ? {} : { depth: String(depth) }),
        format,
      });
      save(inLanguage(`/lab/export/${lab.fingerprint}?${query}`), `fourthought.${format === "text" ? "txt" : format}`);
    }),
  );
  return el(
    "div",
    { class: "ask" },
    button(t("Picture of this step (SVG)"), () => void picture(lab)),
    ...made,
  );
}

/** Saves the tree at this step as a picture. @param {{tree: any}} lab */
async function picture({ tree }) {
  const address = URL.createObjectURL(new Blob([await tree.svgText()], { type: "image/svg+xml" }));
  save(address, "fourthought.svg");
  setTimeout(() => URL.revokeObjectURL(address));
}

/** Saves what an address gives. @param {string} address @param {string} name */
const save = (address, name) => el("a", { href: address, download: name }).click();
