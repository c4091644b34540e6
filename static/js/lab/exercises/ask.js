/**
 * Asks a question: the form, Check, Show, and the verdict of the server in words.
 * @typedef {{right: boolean, sentence: string, node: string | null, key: string}} Verdict
 */

/** @import { Asked, Lab } from "../model/types.js" */

import { button, byId, el, set, setText } from "../../view/dom.js";
import { onSubmit } from "../../view/forms.js";
import { t } from "../../words.js";
import "../more_words.js";
import { ask } from "../net/runs.js";
import { makeForm } from "./form.js";

let questions = 0;

/** Hides the cuts in the strip, or shows them again. @param {boolean} hidden */
const hideCuts = (hidden) => set(byId("strip"), "data-cuts", hidden ? "hidden" : null);

/**
 * Asks a question.
 * @param {Asked} asked
 * @param {Lab} lab
 * @param {string} address of the check, without the answer
 * @param {(verdict: Verdict, shown: boolean) => void} judged called after each verdict; shown: the reader asked for the
 *   answer
 * @param {boolean} [blank] the tree shows no values
 */
export async function askQuestion(asked, lab, address, judged, blank = false) {
  const form = await makeForm(asked, lab, blank);
  hideCuts(asked.form === "leaves");
  const verdict = el("p", { class: "ask__verdict", role: "status" });
  /** The node that the last verdict names. @type {string | null} */
  let node = null;
  const look = button("", () => lab.tree?.focus(lab.run?.places.name.indexOf(node ?? "")));
  look.hidden = true;

  /** Shows a sentence, with a mark. @param {string} sentence @param {"right" | "wrong" | null} mark */
  const tell = (sentence, mark) => {
    set(verdict, "data-mark", mark);
    setText(verdict, sentence);
  };
  /** Has an answer judged; the verdict on an empty one holds the key. @param {string} answer @param {boolean} shown */
  const send = async (answer, shown) => {
    try {
      /** @type {Verdict} */
      const found = await ask(`${address}&answer=${encodeURIComponent(answer)}`);
      if (shown) form.fill(found.key);
      tell(shown ? t("This is a right answer.") : found.sentence, shown ? null : found.right ? "right" : "wrong");
      node = shown || found.right ? null : found.node;
      setText(look, t("Go to {node}", { node: node ?? "" }));
      look.hidden = node === null || !lab.run?.places.name.includes(node);
      if (shown || found.right) hideCuts(false);
      judged(found, shown);
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error), "wrong");
    }
  };
  const program =
    asked.code && asked.form !== "choice"
      ? [el("pre", { class: "ask__code", tabindex: 0, "aria-label": t("Program") }, asked.code.join("\n"))]
      : [];
  const check = el("button", { class: "button button--primary", type: "submit" }, t("Check"));
  const key = button(t("Show the answer"), () => void send("", true));
  const id = `ask-${++questions}`;
  const element = el(
    "form",
    { class: "ask", id },
    el("p", { class: "ask__question" }, asked.question),
    ...program,
    form.element,
    el("div", { class: "ask__buttons" }, check, key, look),
    verdict,
  );
  for (const input of form.apart ?? []) set(input, "form", id); // Enter there checks, too
  onSubmit(element, () => void send(form.answer(), false));
  const end = () => {
    hideCuts(false);
    form.end?.();
    element.remove();
  };
  return { element, end };
}
