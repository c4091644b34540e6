/**
 * Listens to keys, buttons and lists of choices. Keys that write text, and keys that the tree has taken, are left
 * alone.
 */

import { byId, isModified, keyName } from "../../view/dom.js";

/** @type {Record<string, string>} */
const KEYS = {
  ArrowRight: "forward",
  ArrowLeft: "back",
  ArrowDown: "over",
  ArrowUp: "out",
  Home: "first",
  End: "last",
  c: "nextCut",
  b: "mark",
  p: "predict",
  w: "wide",
  "?": "help",
  " ": "play",
};

/**
 * Listens on the whole page.
 *
 * @param {object} to
 * @param {(act: string, single: boolean) => void} to.act an act or a digit from 1 to 3; single: by a key of one letter
 * @param {(step: number) => void} to.go
 * @param {(name: string, value: string) => void} to.choose a value of a list or of the grain
 */
export function listen({ act, go, choose }) {
  document.addEventListener("keydown", (event) => {
    const single = event.key.length === 1;
    if (event.defaultPrevented || isModified(event) || event.ctrlKey || writes(event.target, event.key)) return;
    const key = keyName(event);
    const found = KEYS[key] ?? (/^[1-3]$/.test(key) ? key : null);
    if (found === null) return;
    event.preventDefault();
    act(found === "nextCut" && event.shiftKey ? "previousCut" : found, single);
  });
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element && target.closest("[data-act], [data-go]");
    if (!(button instanceof HTMLElement)) return;
    if (button.dataset.go) go(Number(button.dataset.go));
    else act(button.dataset.act ?? "", false);
  });
  byId("slider").addEventListener("input", ({ target }) => go(Number(/** @type {HTMLInputElement} */ (target).value)));
  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLSelectElement && target.id.startsWith("choose-"))
      choose(target.id.slice("choose-".length), target.value);
    if (target instanceof HTMLInputElement && target.name === "grain") choose("grain", target.value);
  });
}

/** Tells whether an element needs a key for itself. @param {EventTarget | null} target @param {string} key */
function writes(target, key) {
  if (!(target instanceof HTMLElement)) return false;
  const { type = "" } = /** @type {HTMLInputElement} */ (target);
  if (target.closest("dialog, textarea, select")) return true;
  if (target.tagName === "INPUT")
    return (
      !["range", "checkbox", "radio"].includes(type) ||
      (type === "radio" && key.startsWith("Arrow")) ||
      (type !== "range" && key === " ")
    );
  if (key === " ") return target.closest("button, a, summary, [role=treeitem]") !== null;
  return target.id === "code-lines" && /^(ArrowDown|ArrowUp|Home|End)$/.test(key);
}
