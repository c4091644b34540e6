/** Turns the answers on a sheet into a code to hand in. Nothing is sent and nothing is kept. */

import { byId, el, setText } from "../../view/dom.js";
import { t } from "../../words.js";
import "../more_words.js";
import { encoded } from "./code.js";

/** @type {{exam: string, variant: number, tree: string}} */
const { exam, variant, tree } = JSON.parse(byId("boot").textContent ?? "");
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

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const name = /** @type {HTMLInputElement} */ (byId("name")).value.trim();
  const code = encoded({
    exam,
    variant,
    tree,
    name,
    answers: [...form.querySelectorAll("[data-question]")].map(answerOf),
  });
  const field = el(
    "textarea",
    { class: "exam__code", rows: 4, readonly: true, "aria-label": t("Your code"), spellcheck: false },
    code,
  );
  const copy = el("button", { class: "button", type: "button" }, t("Copy the code"));
  copy.addEventListener("click", async () => {
    const copied =
      (await navigator.clipboard?.writeText(code).then(
        () => true,
        () => false,
      )) ?? false;
    if (!copied) field.select();
    setText(copy, copied ? t("Copied") : t("Copy the selected code"));
  });
  place.replaceChildren(
    el("p", {}, t("Give this code to your teacher. It carries your answers, and your name if you gave one.")),
    field,
    copy,
  );
  field.focus();
});
