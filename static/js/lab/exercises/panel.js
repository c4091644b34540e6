/** Shows exercises of all kinds: the reader chooses a kind, a shape and a seed, and gets another one on demand. */

/** @import { Lab } from "../model/types.js" */

import { button, byId, el, setText } from "../../view/dom.js";
import { t } from "../../words.js";
import { hide, showRun } from "../acts.js";
import "../more_words.js";
import { ask } from "../net/runs.js";
import { askQuestion } from "./ask.js";
import { SHAPES } from "../model/shapes.js";
import { KINDS, chooser, number, ruleChooser } from "./choosers.js";

const MOST = 1_000_000;
/** Exercises on a tree whose values the reader may see. */
const SEEN = new Set(["order", "bug", "make"]);
/** The choice of the tree on the page: the reader's own one, or the one before. */
const SHOWN = "shown";
/** Exercises that bring a tree of their own, or ask for one. */
const OWN = new Set(["bug", "make"]);

/**
 * Puts the choice of exercises into a part of the lab, and each exercise beside the tree.
 * @param {HTMLElement} host
 * @param {{fingerprint: string}} boot
 * @param {Lab} lab
 * @param {string} [first] the kind to begin with
 * @param {string} [tree] the shape to begin with
 */
export function mountExercises(host, boot, lab, first = "values", tree = "") {
  const kind = chooser(t("Kind"), KINDS),
    shape = chooser(t("Tree"), [...SHAPES, [SHOWN, t("the tree on this page")]]);
  const rule = ruleChooser();
  const seed = number(t("Seed"), Math.floor(Math.random() * MOST), 0, MOST);
  const trouble = el("p", { role: "status" });
  const beside = byId("lab-question");
  kind.input.value = first;
  if (tree) shape.input.value = tree;
  /** @type {Awaited<ReturnType<typeof askQuestion>> | null} */
  let asked = null;

  const another = button(t("Another one"), () => {
    seed.input.value = String((Number(seed.input.value) + 1) % MOST);
    void begin();
  });
  const place = el("div", { hidden: true }, el("div", { class: "ask__buttons" }, another));
  let [begun, last] = [0, ""];
  const begin = async () => {
    const query = new URLSearchParams({
      kind: kind.input.value,
      seed: seed.input.value || "0",
      rule: rule.input.value,
    });
    const shown = shape.input.value === SHOWN;
    const tree = lab.run?.tree;
    if (!OWN.has(kind.input.value) && shown && !tree)
      return setText(trouble, t("This page shows a game. Write a tree under “Your own tree” first."));
    if (!OWN.has(kind.input.value)) query.set(shown ? "tree" : "shape", shown && tree ? tree : shape.input.value);
    if (String(query) === last) return; // leaving a field that was heard before
    last = String(query);
    const mine = ++begun;
    asked?.end();
    asked = null;
    setText(trouble, "");
    try {
      const question = await ask(`/lab/exercise/${boot.fingerprint}?${query}`);
      if (mine !== begun) return;
      const blank = !SEEN.has(question.kind);
      hide(lab, blank);
      if (question.tree) await showRun(lab, { tree: question.tree }, question.algorithm, null);
      const made = await askQuestion(
        question,
        lab,
        `/lab/check/${boot.fingerprint}?${query}`,
        (verdict, shown) => (verdict.right || shown) && hide(lab, false),
        blank,
      );
      if (mine !== begun) return made.end();
      asked = made;
      place.prepend(made.element);
      place.hidden = beside.hidden = false;
      byId("lab-tree").scrollIntoView();
    } catch (error) {
      last = "";
      setText(trouble, error instanceof Error ? error.message : String(error));
    }
  };
  for (const { input } of [kind, shape, rule, seed]) input.addEventListener("change", () => void begin());
  const fields = el("div", { class: "ask__fields" }, kind.element, shape.element, rule.element, seed.element);
  host.append(el("div", { class: "practice" }, fields, trouble));
  beside.append(place);
  void begin();
}
