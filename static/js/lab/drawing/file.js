/**
 * Offers the tree as a file: as a picture of this step that stands alone (white paper, every colour and size written out),
 * or as the server writes the run. Loaded when first opened.
 */

/** @import { Place } from "../model/types.js" */

import { button, el } from "../../view/dom.js";
import { t } from "../../words.js";
import { inLanguage, queryOf } from "../model/address.js";
import "../more_words.js";

/** What is written where it differs from the usual. @type {Record<string, string>} */
const LOOKS = {
  fill: "",
  stroke: "none",
  opacity: "1",
  "fill-opacity": "1",
  "stroke-width": "1px",
  "stroke-dasharray": "none",
  "stroke-linecap": "butt",
  "stroke-linejoin": "miter",
  "paint-order": "normal",
  "font-size": "",
  "font-weight": "400",
};
/** What a page needs and a file does not. */
const OF_THE_PAGE = /^(role|class|tabindex|aria-|data-)/;

/** Returns the text of the file. @param {SVGSVGElement} drawn @param {string} title */
export function fileOf(drawn, title) {
  const paper = drawn.closest(".drawing");
  const copy = /** @type {SVGSVGElement} */ (drawn.cloneNode(true));
  const sources = drawn.querySelectorAll("*");
  paper?.classList.add("drawing--paper");
  copy.querySelectorAll("*").forEach((part, i) => sources[i] && dress(part, getComputedStyle(sources[i])));
  paper?.classList.remove("drawing--paper");
  for (const part of [copy, ...copy.querySelectorAll("*")]) {
    for (const { name } of [...part.attributes]) if (OF_THE_PAGE.test(name)) part.removeAttribute(name);
  }
  const name = document.createElementNS(copy.namespaceURI, "title");
  name.textContent = title;
  copy.prepend(name);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("font-family", "Figtree, system-ui, sans-serif");
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`;
}

/** Writes an element's look into its attributes. @param {Element} part @param {CSSStyleDeclaration} look */
function dress(part, look) {
  const words = part instanceof SVGTextElement;
  const drawn = words || part instanceof SVGGeometryElement;
  for (const [name, usual] of Object.entries(LOOKS)) {
    const value = look.getPropertyValue(name);
    const wanted = drawn ? words || !name.startsWith("font") : name === "opacity";
    if (wanted && value !== usual && !(name === "fill" && part.hasAttribute("fill"))) part.setAttribute(name, value);
  }
}

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
      const query = `${queryOf(lab.place)}&format=${format}`;
      save(inLanguage(`/lab/export/${lab.fingerprint}?${query}`), `fourthought.${format === "text" ? "txt" : format}`);
    }),
  );
  const drawn = button(t("Picture of this step (SVG)"), () => void picture(lab));
  return el("div", { class: "ask" }, drawn, ...made);
}

/** Saves the tree at this step as a picture. @param {{tree: any}} lab */
async function picture({ tree }) {
  const address = URL.createObjectURL(new Blob([await tree.svgText()], { type: "image/svg+xml" }));
  save(address, "fourthought.svg");
  setTimeout(() => URL.revokeObjectURL(address));
}

/** Saves what an address gives. @param {string} address @param {string} name */
const save = (address, name) => el("a", { href: address, download: name }).click();
