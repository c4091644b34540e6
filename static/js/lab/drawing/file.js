/** Writes a drawing as an SVG file that stands alone: white paper, every colour and size written out. */

const LOOKS = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
  "opacity", "font-size", "font-weight", "paint-order",
];

/** Returns the text of the file. @param {SVGSVGElement} drawn @param {string} title */
export function fileOf(drawn, title) {
  const paper = drawn.closest(".drawing");
  paper?.classList.add("drawing--paper");
  const copy = /** @type {SVGSVGElement} */ (drawn.cloneNode(true));
  const sources = drawn.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((part, i) => {
    const source = sources[i];
    if (!source) return;
    const look = getComputedStyle(source);
    for (const { name } of [...part.attributes]) if (/^(role|class|tabindex|aria-|data-)/.test(name)) part.removeAttribute(name);
    const words = part instanceof SVGTextElement;
    if (words || part instanceof SVGGeometryElement) {
      for (const name of LOOKS.slice(0, words ? undefined : 9)) {
        if (!(name === "fill" && part.hasAttribute("fill"))) part.setAttribute(name, look.getPropertyValue(name));
      }
    }
  });
  paper?.classList.remove("drawing--paper");
  for (const { name } of [...copy.attributes]) if (/^(role|aria-)/.test(name)) copy.removeAttribute(name);
  const name = document.createElementNS(copy.namespaceURI, "title");
  name.textContent = title;
  copy.prepend(name);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("font-family", "Figtree, system-ui, sans-serif");
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`;
}
