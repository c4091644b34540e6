/**
 * Turns the answers on a sheet into a code to hand in: nothing is sent and nothing is kept. The sheet of a class is sent
 * instead, without a name, and the browser keeps that it has been.
 */

import { copied } from "../../view/clipboard.js";
import { loadChoice, saveChoice } from "../../net/storage.js";
import { button, byId, el, setText } from "../../view/dom.js";
import { onSubmit } from "../../view/forms.js";
import { root, t } from "../../words.js";
import "../more_words.js";
import { send } from "../net/runs.js";
import { encoded } from "./codes.js";

/** @type {{exam: string, variant: number, tree: string, code: string}} */
const { exam, variant, tree, code: ofClass } = JSON.parse(byId("boot").textContent ?? "");
const [form, place] = [byId("sheet"), byId("code")];

/** Returns the answer to a question: one text, or the fields with their names. @param {Element} question */
function answerOf(question) {
  const inputs = /** @type {NodeListOf<HTMLInputElement>} */ (question.querySelectorAll("input[data-blank]"));
  const written = [...inputs].map((input) => [input.dataset.blank ?? "", input.value.trim()]);
  if (question.hasAttribute("data-fields"))
    return written
      .flatMap(([name = "", value = ""]) => (value ? [`${name}=${value.replaceAll(/\s/g, "")}`] : []))
      .join(" ");
  return written.map(([, value]) => value).join(" ");
}

/** Returns the answers to all questions. */
const answers = () => [...form.querySelectorAll("[data-question]")].map(answerOf);

/** Shows the code to hand in. */
function showCode() {
  const name = /** @type {HTMLInputElement} */ (byId("name")).value.trim();
  const code = encoded({ exam, variant, tree, name, answers: answers() });
  const field = el(
    "textarea",
    { class: "exam__code", rows: 4, readonly: true, "aria-label": t("Your code"), spellcheck: false },
    code,
  );
  const copy = button(t("Copy the code"), async () => {
    const done = await copied(code);
    if (!done) field.select();
    setText(copy, done ? t("Copied") : t("Copy the selected code"));
  });
  place.replaceChildren(
    el("p", {}, t("Give this code to your teacher. It carries your answers, and your name if you gave one.")),
    field,
    copy,
  );
  field.focus();
}

const [KEPT, MOST_KEPT] = ["lab-handed", 50];
/** Returns the codes of classes whose sheet this browser has handed in. */
const handed = () => (loadChoice(KEPT) ?? "").split(" ").filter(Boolean);

/** Says that the sheet is handed in, and takes no second one. */
function close() {
  byId("hand-in").setAttribute("disabled", "");
  setText(place, t("Handed in. Your answers count for your class, without a name."));
}

/** Sends the answers to the class, each in a line. */
async function handIn() {
  const lines = answers().map((one) => one.replaceAll(/\s+/g, " "));
  const sent = { "X-Answers": encodeURIComponent(lines.join("\n")) };
  await send(`${root}/lab/class/${ofClass}?variant=${variant}`, "POST", sent);
  saveChoice(KEPT, [...handed(), ofClass].slice(-MOST_KEPT).join(" "));
  close();
}

onSubmit(form, () => {
  if (!ofClass) showCode();
  else if (!handed().includes(ofClass)) handIn().catch((error) => setText(place, error.message));
});
if (ofClass && handed().includes(ofClass)) close();
else byId("hand-in").removeAttribute("disabled"); // a press before this script would have been lost
