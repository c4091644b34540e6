/**
 * Draws one layer of an explanation over the board: pairs, waiting lines, cells that nobody may fill, cells in reach.
 */

/** @import { Cell, Layer } from "../../model/types.js" */
/** @import { Face } from "./face.js" */

import { drawing, set, setVariable, svg } from "../dom.js";
import { pieceOf } from "./face.js";

const RING = 37;
const FORETOLD = 94; // a disc as wide as its hole

/** Tells what is drawn for a sign that is small in most typefaces. @type {Record<string, string>} */
const SIGNS = { "-": "\u2212" };

/** Shows layers. */
export class Layers {
  /** @param {Face} face the board's face, which knows where the cells are */
  constructor(face) {
    this.face = face;
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
      for (const [i, cell] of cells.entries()) {
        if (begins !== undefined) shapes.push(this.foretold(cell, (begins + i) % 2, i + 1));
        else shapes.push(...(sign ? this.sign(sign, cell, isFree(cell)) : this.cell(kind, cell, isFree(cell))));
      }
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

  /** Draws the disc of a foretold move, with its number. @param {Cell} cell @param {number} seat @param {number} number */
  foretold(cell, seat, number) {
    const [x, y] = this.face.center(cell);
    const href = `#${pieceOf(this.face.info, seat)}`;
    const drawn = svg(
      "g",
      { class: "layers__foretold", "data-seat": seat },
      svg("use", { href, x: x - FORETOLD / 2, y: y - FORETOLD / 2, width: FORETOLD, height: FORETOLD }),
      svg("circle", { class: "layers__disc", cx: x, cy: y, r: 22 }),
      svg("text", { class: "layers__number", x, y }, document.createTextNode(String(number))),
    );
    setVariable(drawn, "--n", number - 1); // they fall one after the other
    return drawn;
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
