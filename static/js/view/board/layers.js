/**
 * Draws one layer of an explanation over the board: pairs, waiting lines, cells that nobody may fill, cells in reach.
 */

/** @import { Cell, Layer } from "../../model/types.js" */
/** @import { Face } from "./face.js" */

import { drawing, set, svg } from "../dom.js";

const RING = 37;

/** Tells what is drawn for a sign that is small in most typefaces. @type {Record<string, string>} */
const SIGNS = { "-": "\u2212" };

/** Shows layers. */
export class Layers {
  /**
   * @param {Face} face the board's face, which knows where the cells are
   * @param {typeof import("./ghosts.js").foretold} [foretold] draws foretold moves, where a page has them
   */
  constructor(face, foretold) {
    this.face = face;
    this.foretold = foretold;
    this.element = drawing("layers", face.element.getAttribute("viewBox") ?? "");
  }

  /**
   * Draws layers; none clears the board.
   *
   * @param {Layer[]} layers
   * @param {(cell: Cell) => boolean} [isFree]
   * @param {boolean} [named] sentences name cells as "e3": letters stand in place of the columns' digits
   */
  renderAll(layers, isFree = () => false, named = false) {
    set(this.element, "data-kind", layers.length ? layers.map(({ kind }) => kind).join(" ") : null);
    /** @type {SVGElement[]} */
    const shapes = layers.flatMap(({ pairs }) => pairs.map((pair) => this.bracket(pair)));
    for (const { kind, cells, sign, begins } of layers) {
      if (begins !== undefined) shapes.push(...(this.foretold?.(this.face, cells, begins) ?? []));
      else
        for (const cell of cells)
          shapes.push(...(sign ? this.sign(sign, cell, isFree(cell)) : this.cell(kind, cell, isFree(cell))));
    }
    const lettered = layers.length > 0 && named;
    this.element.closest(".board")?.toggleAttribute("data-letters", lettered);
    this.element.replaceChildren(...(lettered ? this.face.rim() : []), ...shapes);
  }

  /** Joins the two cells of a pair: a bracket beside a column, or a line across. @param {[Cell, Cell]} pair */
  bracket([first, second]) {
    const [x1, y1] = this.face.center(first);
    const [x2, y2] = this.face.center(second);
    const d =
      first[0] === second[0] ? `M${x1 - 22} ${y1 + 14}h-14V${y2 - 14}h14` : `M${x1} ${y1 + 20}v14H${x2}V${y2 + 20}`;
    return svg("path", { class: "layers__pair", d });
  }

  /** Writes a mark of a diagram into a free cell. @param {string} sign @param {Cell} cell @param {boolean} free @returns {SVGElement[]} */
  sign(sign, cell, free) {
    const [x, y] = this.face.center(cell);
    return free ? [svg("text", { class: "layers__sign", x, y }, document.createTextNode(SIGNS[sign] ?? sign))] : [];
  }

  /** Draws a cell of a layer. @param {string} kind @param {Cell} cell @param {boolean} free @returns {SVGElement[]} */
  cell(kind, cell, free) {
    const [cx, cy] = this.face.center(cell);
    if (kind === "count") return [svg("circle", { class: "layers__dot", cx, cy, r: 9 })];
    if (kind === "forbidden") {
      return [
        svg("circle", { class: "layers__hatch", cx, cy, r: RING }),
        svg("path", { class: "layers__bar", d: `M${cx - 22} ${cy}h44` }),
      ];
    }
    const ring = svg("circle", { class: `layers__ring layers__ring--${kind}`, cx, cy, r: RING });
    if (kind !== "wait" || !free) return [ring];
    return [ring, svg("use", { class: "layers__lock", href: "#lock", x: cx - 20, y: cy - 22, width: 40, height: 40 })];
  }
}
