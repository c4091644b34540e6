/**
 * Maps keys to acts. Keys that write text, and keys that the tree has taken, are left alone.
 *
 * @typedef {import("./controls.js").Act} Act
 */

/** @type {Record<string, Act>} */
const KEYS = {
  ArrowRight: "forward", ArrowLeft: "back", ArrowDown: "over", ArrowUp: "out", Home: "first", End: "last",
  c: "nextCut", b: "mark", p: "predict", w: "wide", "?": "help", " ": "play",
};

/** Listens for keys on the whole page. @param {(key: Act | number, single: boolean) => void} press an act or a digit from 1 to 3; single: a key of one letter */
export function listen(press) {
  document.addEventListener("keydown", (event) => {
    const single = event.key.length === 1;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || writes(event.target, event.key)) return;
    const found = KEYS[single ? event.key.toLowerCase() : event.key] ?? (/^[1-3]$/.test(event.key) ? Number(event.key) : null); // with caps lock, too
    if (found === null) return;
    event.preventDefault();
    press(found === "nextCut" && event.shiftKey ? "previousCut" : found, single);
  });
}

/** Tells whether an element needs a key for itself. @param {EventTarget | null} target @param {string} key */
function writes(target, key) {
  if (!(target instanceof Element)) return false;
  if (target.closest("dialog, textarea, select, [contenteditable], [role=radiogroup]")) return true;
  const input = target.closest("input");
  if (input) return input.type !== "range" && !(input.type === "checkbox" && key.length > 1) && !(input.type === "radio" && key.length === 1);
  if (key.startsWith("Arrow") || key === "Home" || key === "End") return Boolean(target.closest(".code__lines") && key !== "ArrowLeft" && key !== "ArrowRight");
  return key === " " && Boolean(target.closest("button, a, summary, [role=treeitem]"));
}
